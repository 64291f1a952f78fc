"""Sentences parsed by hand, in the labels of spaCy's models: a word a line of `word pos dep head lemma entity`."""

from __future__ import annotations

from spacy.tokens import Doc
from spacy.vocab import Vocab

from graphmem.extract.heard import Heard, hear
from graphmem.extract.languages.grammar import language
from graphmem.extract.languages.others import read_other
from graphmem.extract.speech import Passage
from graphmem.extract.viewed import sentences_of
from graphmem.model import Message
from graphmem.ontology import load_ontology
from graphmem.temporal import parse_time

AT = parse_time("2024-06-12T10:00:00Z")


def parsed(code, rows, role="user"):
    """A message and its sentence; `rows` are separated by "|", a head is the place of a word counted from 0."""
    cells = [(*row.split(), "", "")[:6] for row in rows.split("|")]
    words, pos, deps, heads, lemmas, entities = zip(*cells, strict=True)
    spaced = language(code).spaced
    spaces = [
        spaced and place + 1 < len(words) and words[place + 1] not in ".,!?" for place in range(len(words))
    ]
    doc = Doc(
        Vocab(), words=list(words), spaces=spaces, pos=list(pos), deps=list(deps), heads=[int(one) for one in heads],
        lemmas=[lemma if lemma not in {"", "-"} else word for lemma, word in zip(lemmas, words, strict=True)],
        ents=[f"B-{one}" if one else "O" for one in entities],
        sent_starts=[place == 0 for place in range(len(words))],
    )  # fmt: skip
    text = doc.text.strip()
    passage = Passage(text, tuple(range(len(text) + 1)), "text", (), ())
    heard = hear(passage)
    message = Message("msg_1", "ses_1", role, text, 0, AT)
    places = [(token.idx, token.idx + len(token.text)) for token in doc]
    return Heard(message, [heard], [heard], code), sentences_of([(doc, places)], [heard])


def claims(code, rows, **more):
    """The claims of a parsed sentence as short lines."""
    _, found = read_other(*parsed(code, rows, **more), load_ontology())
    return [line(one) for one in found]


def line(claim):
    span = [f"{moment:%Y-%m-%d}" if moment else "" for moment in (claim.valid_from, claim.valid_until)]
    mode = "" if claim.mode == "asserts" else f"{claim.mode} "
    target = claim.object.name if claim.object else repr(claim.value)
    return f"{mode}{claim.subject.name} {claim.predicate} {target} [{'..'.join(span)}] {claim.text}"

"""From the tokens of a parser to the neutral view that the readers know: words with their grammar, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphmem.extract import sieve as rx
from graphmem.extract.bounds import spans_of
from graphmem.extract.heard import HeardPassage
from graphmem.extract.parse import Sentence, Word
from graphmem.extract.repair import known_name, repair
from graphmem.extract.speech import Passage
from graphmem.ontology import Ontology

# A document of the parser and the characters of its tokens in the passage.
Parsed = tuple[Any, list[tuple[int, int]]]
# "Kanter & Sons" is one firm, and "Redis & Kafka" are two.
PARTNERS = rx.compile(
    r"(?<![\w-])[A-Z][\w'’]+ (?:&|and) (?:Sons?|Daughters?|Brothers|Bros|Co|Company|Partners|Associates|Cie|Söhne)"
    r"(?![\w-])"
    r"|(?:(?<= at )|(?<= for )|(?<= with ))[A-Z][a-z]+ & [A-Z][a-z]+(?![\w-])"
)


def sentences_of(
    docs: Sequence[Parsed], passages: Sequence[HeardPassage], ontology: Ontology | None = None
) -> list[Sentence]:
    """The parse of a message in the neutral view; with an ontology it is English and is repaired."""
    sentences: list[Sentence] = []
    for (doc, places), heard in zip(docs, passages, strict=True):
        technical = {(one.start, one.end): one.kind for one in heard.technical}
        for start, end in spans_of(doc):
            words = [
                word_of(token, start, places[token.i], technical, heard.passage) for token in doc[start:end]
            ]
            if ontology is not None:
                for word in words:
                    if word.text[:1].isupper() and ontology.known(word.text) == "technology":
                        known_name(word)
                repair(words)
            for word in words:
                if word.head != word.i:
                    words[word.head].children.append(word.i)
            sentences.append(Sentence(words, heard.passage, len(sentences)))
    return sentences


def word_of(
    token: Any, first: int, place: tuple[int, int], technical: dict[tuple[int, int], str], passage: Passage
) -> Word:
    """One token in the neutral view."""
    start, end = place
    text = passage.text[start:end]
    kind = technical.get(place)
    if kind is None and place in passage.codes:
        kind = ""
    firm = " " in text and (" & " in text or PARTNERS.fullmatch(text) is not None)
    return Word(
        i=token.i - first,
        text=text,
        lemma=token.lemma_.lower()
        if token.pos_ in {"VERB", "AUX"}
        else token.lemma_
        if token.text == text
        else text,
        pos="PROPN" if firm else token.pos_,
        tag="NNP" if firm else token.tag_,
        dep=token.dep_,
        head=token.head.i - first,
        start=start,
        end=end,
        entity="ORG" if firm else token.ent_type_ if token.text == text or token.text != "Oracle" else "",
        technical=kind,
        quoted=any(low <= start < high for low, high in passage.quotes),
    )

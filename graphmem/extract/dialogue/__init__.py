"""What is told over more than one turn: an answer says it all only together with its question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphmem.extract.dialogue.called import asked_name, called, names_in, of_names
from graphmem.extract.dialogue.fragment import fragment_of, word_of
from graphmem.extract.dialogue.laid import confirmed, laid
from graphmem.extract.dialogue.pointing import Near
from graphmem.extract.dialogue.question import Question, question_of
from graphmem.extract.dialogue.references import pointed_out
from graphmem.extract.dialogue.turns import Talk, Turn
from graphmem.extract.parse import Sentence, Word
from graphmem.extract.restate.segments import Statement, passage_of
from graphmem.extract.speech import Passage

SMALL = frozenset({"NUM", "ADV", "ADP", "SCONJ", "DET", "ADJ", "PRON", "VERB"})
ANSWER = "answer"  # the kind of a passage that is laid into a question
POINTED = "pointed"  # that of a sentence with names for its pronouns


def answered(talk: Talk, speaker: str, sentences: Sequence[Sentence]) -> Iterator[tuple[Sentence, Passage]]:
    """What a turn says in full, beside the sentence that says it in short."""
    for place, sentence in enumerate(sentences):
        if not sentence.asks and not sentence.quotes:
            for statement in called(sentence, Near(talk, speaker, sentences[: place + 1])):
                yield sentence, in_full(sentence, statement)
    for sentence, statement in pointed_out(talk, speaker, sentences):
        yield sentence, in_full(sentence, statement, kind=POINTED)
    asked = talk.asked(speaker)
    question = question_of(asked[1]) if asked is not None else None
    if asked is None or question is None or not sentences:
        return
    near = Near(talk, speaker, ()).before(asked[1])
    for sentence, statement in of_question(question, sentences, near, agent=asked[0].agent):
        yield sentence, in_full(sentence, statement)


def of_question(
    question: Question, sentences: Sequence[Sentence], near: Near, *, agent: bool
) -> Iterator[tuple[Sentence, Statement]]:
    """What a turn that answers a question says together with it."""
    names = near.names((*question.subject, *question.rest))
    short = fragment_of(sentences)
    if short is not None:
        pronoun = asked_name(question)
        made = of_names(names_in(short.words), pronoun, near) if pronoun else laid(question, short, names)
        for statement in made:
            yield short.sentence, statement
        return
    plain = word_of(sentences)
    if plain is not None:
        for statement in confirmed(question, plain, names, agent=agent):
            yield plain.sentence, statement


def in_full(sentence: Sentence, statement: Statement, *, kind: str = ANSWER) -> Passage:
    """The statement as a passage of the sentence, with its capital and its dot."""
    made = passage_of(sentence, tuple(piece for piece in statement if piece))
    text, begun = made.text, 0
    for piece in statement:
        if not piece:
            continue
        if not isinstance(piece, str) and begun and is_lowered(piece[0]):
            text = f"{text[:begun]}{text[begun].lower()}{text[begun + 1 :]}"
        begun += 1 + (len(piece) if isinstance(piece, str) else piece[-1].end - piece[0].start)
    text = f"{text[:1].upper()}{text[1:]}."
    return made._replace(text=text, places=(*made.places, made.places[-1]), kind=kind)


def is_lowered(word: Word) -> bool:
    """True for a word that has its capital from where it stands."""
    small = word.pos in SMALL or word.tag == "VBG"
    return word.i == 0 and small and word.technical is None and word.lower != "i"


__all__ = ["ANSWER", "POINTED", "Talk", "Turn", "answered"]

"""Is it told as so? What stands under "if", in a question, in somebody's mouth or in quotation marks is not."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphmem.extract import sieve as rx
from graphmem.extract.clauses import is_unreal
from graphmem.extract.parse import Word
from graphmem.extract.reading import Reading
from graphmem.extract.vocabulary import words
from graphmem.remembered import remembered

# Words that make of what stands with them a guess, a wish, a condition, hearsay or an invention.
DOUBT = words(
    "if would could might should maybe perhaps probably suppose imagine assume assuming pretend hypothetically wish"
    " think thinks thought guess believes believed say says said tells told claims claimed heard ask asks asked writes"
    " quote example story translate dummy placeholder fictional"
)
# They do so of all that is behind them, up to the next break, and these forms do too.
UNSURE = rx.compile(
    rf"\b(?:{'|'.join(sorted(DOUBT))}"
    r"|believe|claim|tell|unless|whether|possibly|suppose\w+|imagin\w+|assum\w+|pretend\w+|hypothetical\w*"
    r"|apparently|supposedly|allegedly|rumou?r\w*|wonder\w*|wishes|hope|hopes|hopefully|seems?|seemed|reads?(?= )"
    r"|e\.g|ideally|ought|according|joke|joking|kidding|wrote that|translat\w+|let['’]s say|can (?:you|we|i)"
    r"|could you|want(?:s|ed)? to|need(?:s|ed)? to|trying to|tried to|thinking (?:of|about)|considering|in case"
    r"|as though|like when|what|why|how|which|where|dream(?:t|ed)?|novel|film|movie|episode|lyrics|slogan|proverb"
    r"|saying|template|persona|character)\b",
    re.IGNORECASE,
)
# Said in passing, it makes nothing unsure.
PASSING = rx.compile(
    r",?\s*\b(?:if (?:that|it|this) (?:matters|helps|is relevant|is useful|counts)|in case (?:it|that|you)\b[^,.;]*"
    r"|if you(?:['’]re| are)? (?:need|wonder\w*|curious|ask\w*|must know)[^,.;]*|if anyone asks"
    r"|i (?:think|guess|believe|suppose|hope)(?=\s*(?:[,.;:)]|$))|as i said|like i said|that['’]s (?:what|why|how)\b)",
    re.IGNORECASE,
)
BREAK = rx.compile(r";|\s[-–—]+\s|:\s|[()]|,?\s+but\s|\.\s")
MARK = rx.compile(r"[,;:()]|\s[-–—]+\s|\s(?:so|but|and)\s")
RELATIVE = rx.compile(r"(?<=[\w,]),?\s+(?:which|where|who)\b", re.IGNORECASE)


def is_closed(reading: Reading) -> bool:
    """True for a sentence in which nothing is told: a question, an invention, the assistant's word, a heading."""
    sentence = reading.sentence
    if not reading.by_user or sentence.passage.kind == "heading" or len(sentence.words) > 80:
        return True
    text = sentence.text
    if text.rstrip().endswith("?") or is_unreal(text):
        return True
    return any(clause.question for clause in reading.clauses)


def is_told(reading: Reading, tokens: Sequence[Word], first: int, last: int) -> bool:
    """True when the words from `first` to `last` are told as so and not guessed, wished, asked or quoted."""
    if any(word.quoted for word in tokens[first : last + 1]):
        return False
    sentence = reading.sentence
    return is_firm(sentence.text, tokens[first].start - sentence.start, tokens[last].end - sentence.start)


@remembered(1024)
def is_firm(text: str, low: int, high: int) -> bool:
    """True when nothing in a sentence makes the words in [low, high) a guess; several constructions ask of the same."""
    text = PASSING.sub(lambda match: " " * len(match[0]), text)
    before = BREAK.split(text[:low])[-1]
    behind = MARK.split(text[high:])[0]
    inside = text[low:high]
    if UNSURE.search(RELATIVE.sub(" ", before)) or UNSURE.search(behind):
        return False
    return not re.search(r"\b(?:if|whether|maybe|perhaps|would|could|might|should)\b", inside, re.IGNORECASE)

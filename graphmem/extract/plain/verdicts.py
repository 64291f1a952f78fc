"""Decisions without their verb: "so bcrypt it is", "looked at A and B, went with C", "Valibot then"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS
from graphmem.extract.parse import Word
from graphmem.extract.plain.choices import TAKES, phrase_of
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.vocabulary import PRONOUNS, WEEKDAYS, words
from graphmem.extract.wording import finish
from graphmem.model import Claim

END = (
    r"(?=\s*(?:[,;:(]|\s[-–—]\s|\s(?:because|since|as (?:it|we|they|the)|due to|mainly|mostly|so"
    r" that|for now|in the end|cause|bc|given|after|until|was|were|is|are|felt|feels|looked|seemed"
    r"|just|too|would|had|has|kept|doesn't|didn't|isn't|wasn't|can't)\b)|$)"
)
WENT = (
    rf"(?:{TAKES}|took|stayed with|staying with|sticking to|stuck to|kept|keeping|keep|chose|choose"
    rf"|pick|going for|went for|ended up on|ended up at|came back to|go with)"
)
WEIGHED = (
    r"(?:(?:i|we)(?:'ve| have| had)?\s+)?(?:first\s+|briefly\s+|also\s+)?(?:looked (?:at|into)"
    r"|considered|evaluated|tried(?: out)?|tested|compared|weighed|benchmarked|prototyped(?:"
    r" with)?|toyed with|trialled|trialed|spiked|thought about|played with|demoed|debated"
    r"|discussed|investigated|checked out|explored)"
)
WEIGHED_TOOK = rx.compile(
    rf"^{WEIGHED}\s+(?P<r>[^;]+?)\s*,?\s*(?:;|\.|[-–—]|\bbut\b|\band\b|\bthen\b|,"
    r"|\bbefore\b)\s*(?:(?:but|and|then|so|in the end|finally|eventually|ultimately|in the"
    rf" end,)\s+)*(?:i|we)?(?:'re)?\s*{ADVERBS}"
    rf"(?:{WENT}|settling on|going with|choosing|picking)\s+(?P<o>[^,;]+?){END}",
    re.IGNORECASE,
)
CAME_DOWN = rx.compile(
    r"^(?:it\s+)?(?:came|was|boiled)\s+(?:down\s+to|between|a toss-?up"
    r" between)\s+(?P<r>[^,;]+?)\s*[,;–—-]+\s*(?:and\s+|but\s+)?(?:(?:i|we)\s+(?:went with"
    r"|picked|chose|took)\s+(?P<o>[^,;]+?)|(?P<w>[\w.+# -]+?)\s+(?:won|it is|won out|takes it"
    r"|came out on top))" + END,
    re.IGNORECASE,
)
WEIGHED_UP = (WEIGHED_TOOK, CAME_DOWN)
IT_IS = rx.compile(
    r"^(?:(?:so|ok|okay|alright|right|fine|then|yeah"
    r"|well)[\s,]+)*(?P<o>[^\s,][^,;:]{1,40}?)\s+it\s+is(?:\s+then)?$",
    re.IGNORECASE,
)
WON = rx.compile(
    r"^(?P<o>[\w.+# -]{2,30}?)\s+won(?:\s+(?:out|the (?:bake-?off|vote|comparison|poll|evaluation"
    r"|spike)|over\s+(?P<r>[\w.+# -]+?)))?" + END,
    re.IGNORECASE,
)
VOTED = rx.compile(
    r"^(?:the\s+)?(?:team|we|vote|verdict|decision|decided|final call|conclusion|outcome|final"
    r" decision|agreed|settled|final answer|resolution)\s*(?:voted|decided|agreed|is"
    r" final)?\s*:\s*(?:we(?:'re| are)?\s+)?(?:(?:go(?:ing)? with|use|using"
    r"|it's)\s+)?(?P<o>[^,;:]{2,50}?)(?:\s*,?\s+(?:over|instead of|rather than"
    r"|not)\s+(?P<r>[^,;]+?))?" + END,
    re.IGNORECASE,
)
BARE_WENT = rx.compile(
    r"^(?:(?:so|ok|in the end|finally|eventually|ultimately|after all"
    rf"|final(?:ly)?)[\s,:]+)*(?:(?:i|we)(?:'ve|'re| are| have)?\s+)?{ADVERBS}(?:settled on|set+led on"
    r"|decided on|going with"
    r"|went with|opted for|opting for|plumped for|landed on|went for|sticking with|staying"
    r" with|standardi[sz]ed on|standardi[sz]ing on|we're keeping|chose|picked(?! (?:up|on|at"
    r"|out)\b))\s+(?P<o>[^,;:]+?)"
    rf"(?:\s*,?\s+(?:over|instead of|rather than|not)\s+(?P<r>[^,;]+?))?(?:\s+for\s+(?P<q>[^,;]+?))?{END}",
    re.IGNORECASE,
)
KEEPING = rx.compile(
    r"^(?:i|we)(?:'re| are)\s+(?P<o>(?:keeping|dropping|killing|retiring|adopting"
    r"|open-?sourcing)\s+[^,;:]+?)" + END,
    re.IGNORECASE,
)
OVER = rx.compile(
    r"^(?:(?:after|following)\b[^:]+:\s*)(?P<o>[\w.+# -]{2,40}?)\s+over\s+(?P<r>[\w.+# -]{2,40}?)" + END,
    re.IGNORECASE,
)
WITHOUT = rx.compile(
    r"^(?:i|we)(?:'re| are| will|)\s*(?:won't be|will not be|not|aren't|won't)\s+(?:going"
    r" to\s+|gonna\s+)?(?:doing|do|using|use|adopting|adopt|going with|go with|buying|buy"
    r"|migrating to|introducing|introduce|moving to|supporting|support)\s+(?P<r>[^,;:]+?)" + END,
    re.IGNORECASE,
)
RULED_OUT = rx.compile(
    r"^(?P<r>[\w.+# -]{2,40}?)\s+(?:is|was|got|has been)\s+(?:out|ruled out|rejected|vetoed|off"
    r" the table|dropped|too expensive for us|discarded|a no-go|shot down)" + END,
    re.IGNORECASE,
)
SPLIT = rx.compile(
    r"\s*,\s*(?:and\s+|or\s+|then\s+)?|\s+(?:and|vs\.?|versus|or|then)\s+|\s*/\s*", re.IGNORECASE
)
# "Valibot then", as an answer.
ANSWER = rx.compile(r"^(?P<o>[A-Z][\w.+#-]{2,}|[\w]+[.+#-][\w.+#-]+)\s*,?\s+then$")
VERDICTS = (WEIGHED_TOOK, CAME_DOWN, VOTED, OVER, IT_IS, BARE_WENT, KEEPING, WON, WITHOUT, RULED_OUT, ANSWER)
NO_CHOICE = (
    PRONOUNS
    | WEEKDAYS
    | words(
        "one way thing option idea plan that this it both neither none all same other first second third"
        " latter former what time fun work day home sleep everything nothing something anything somebody"
        " people now here there well back until just since only tomorrow today bed coffee lunch dinner pizza"
        " sure ok okay yes no maybe then done"
    )
)


@rx.only_where(VERDICTS)
def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """The decision of one statement."""
    text = stretch.text
    if not stretch.reading.by_user or re.search(
        (r"\b(?:not (?:yet|sure)|haven't|never|almost|nearly|about to|going to be)\b"), text
    ):
        return
    for pattern in VERDICTS:
        match = pattern.match(text)
        if match is None:
            continue
        claims = list(told(stretch, match))
        if claims:
            yield from claims
            return


@rx.only_where(WEIGHED_UP)
def of_sentence(stretch: Stretch) -> Iterator[Claim]:
    """What was weighed and taken in a whole sentence."""
    if not stretch.reading.by_user or re.search(r"\b(?:haven't|not (?:yet|sure)|about to)\b", stretch.text):
        return
    for pattern in WEIGHED_UP:
        match = pattern.match(stretch.text)
        if match is not None:
            yield from told(stretch, match)
            return


def told(stretch: Stretch, match: re.Match[str]) -> Iterator[Claim]:
    """What was taken and what was left."""
    groups = match.groupdict()
    taken_group = "o" if groups.get("o") else "w"
    taken = groups.get(taken_group) or ""
    strict = match.re in {ANSWER, IT_IS, WON, OVER, RULED_OUT}
    chosen = None
    if re.match(r"no\s+\w", taken, re.IGNORECASE) and taken_group == "o":
        left = claim_of(
            stretch, "rejected", stretch.between(match.start("o"), match.end("o"))[1:], strict=True
        )
        if left is not None:
            yield left
        return
    if taken:
        words_ = stretch.between(*match.span(taken_group))
        chosen = claim_of(stretch, "chose", words_, strict=strict, qualifier=(groups.get("q") or "").strip())
        if chosen is None:
            return
        yield chosen
    if groups.get("r"):
        yield from passed_over(stretch, match, taken, strict=strict or match.re == WITHOUT)


def passed_over(stretch: Stretch, match: re.Match[str], taken: str, *, strict: bool) -> Iterator[Claim]:
    """The alternatives in a list, without the one that was taken."""
    start, end = match.span("r")
    cuts = [start]
    for joint in SPLIT.finditer(stretch.text, start, end):
        cuts += joint.span()
    cuts.append(end)
    for low, high in zip(cuts[::2], cuts[1::2], strict=True):
        words_ = stretch.between(low, high)
        said = stretch.text[low:high].strip(" .,").lower()
        if words_ and said and said != taken.strip().lower():
            left = claim_of(stretch, "rejected", words_, strict=strict)
            if left is not None:
                yield left


def claim_of(
    stretch: Stretch, predicate: str, words_: list[Word], *, strict: bool, qualifier: str = ""
) -> Claim | None:
    """One thing that was taken or left; `strict` asks for what can be the name of a tool or a way."""
    if not words_ or len(words_) > 7 or any(word.lower in NO_CHOICE for word in words_):
        return None
    phrase = phrase_of(stretch, words_)
    if phrase is None or len(phrase.text) < 2:
        return None
    if strict and not plausible(stretch, words_):
        return None
    if (
        phrase.thing.sure
        and phrase.thing.kind in {"person", "place", "version"}
        and not stretch.reading.ontology.known(phrase.text)
    ):
        return None
    reading = stretch.reading
    kind = (
        reading.kind(phrase.thing, reading.ontology.predicate(predicate).range) if phrase.thing.sure else ""
    )
    party = reading.user(stretch.words[0])
    verb = "decided on" if predicate == "chose" else "decided against"
    text = finish(f"The user {verb} {phrase.text}{f' for {qualifier}' if qualifier else ''}")
    return reading.claim(
        party, predicate, text, thing=phrase.thing if kind else None, kind=kind, value="" if kind else phrase.text,
        qualifier=qualifier, when=reading.when(stretch.clause(tense="past")), confidence=0.7,
    )  # fmt: skip


def plausible(stretch: Stretch, words_: list[Word]) -> bool:
    """True for a name of software or a term of the trade, not for "Bob" or "the home team"."""
    if len(words_) > 3 or any(
        word.entity in {"PERSON", "GPE", "DATE", "TIME", "NORP"}
        and not stretch.reading.ontology.known(word.text)
        for word in words_
    ):
        return False
    if any(
        word.pos in {"PRON", "ADV", "SCONJ", "AUX"} or word.tag in {"VBZ", "VBP", "MD"} for word in words_
    ):
        return False
    return words_[0].lower not in {"the", "a", "an", "my", "our", "your", "his", "her", "their"}

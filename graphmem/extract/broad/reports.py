"""What the assistant reports of the work at hand: "the bug was a race in the cache", "I switched the build to esbuild".

It is the assistant's word and counts for less. Only what is done and what was found is taken, of a named thing, and
in the past tense: what an assistant explains, proposes or is about to do is nobody's knowledge.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.broad.typed import HOLLOW, thing_at
from graphmem.extract.first import first_of
from graphmem.extract.plain.places import PATH
from graphmem.extract.plain.stretch import Stretch, is_guess, whole
from graphmem.extract.reading import Party, Reading
from graphmem.extract.vocabulary import EMPTY_NOUNS, words
from graphmem.extract.wording import finish
from graphmem.model import USER, Claim, Mention

DONE = r"(?:(?:done|fixed|ok|okay|good news|all set|update)[:.!,–-]+\s*)?"
SUBJECT = r"(?P<s>(?:the|our|your)\s+[\w./-]+(?:\s+[\w./-]+){0,3}?)"
END = r"(?P<t>\s+(?:and|so|because|since|as|which|with|for|instead|in|after|before|when)\b.*)?$"
SWITCHED = rx.compile(
    rf"^{DONE}(?:i|we)(?:['’]ve|\s+have)?\s+(?:now\s+|also\s+)?(?:switched|moved|migrated|changed|ported|converted|pointed)\s+{SUBJECT}"
    rf"\s+(?:over\s+)?(?:from\s+[\w./-]+\s+)?(?:to|into|onto)\s+(?:use\s+)?(?P<o>`?[\w./@+-]+`?){END}",
    re.IGNORECASE,
)
NOW = rx.compile(
    rf"^{DONE}{SUBJECT}\s+now\s+(?P<v>uses|runs\s+on|depends\s+on|lives\s+in|is\s+in|is\s+stored\s+in|is\s+deployed\s+on|writes\s+to)\s+"
    rf"(?:the\s+)?(?P<o>`?[\w./@+-]+`?(?:\s[A-Z][\w.]*)?)(?:\s+(?:streams?|tables?|buckets?|folder|file|database))?{END}",
    re.IGNORECASE,
)
KEPT = rx.compile(
    rf"^{DONE}(?:i|we)\s+now\s+(?:store|keep|save|write|cache|log)\s+(?P<s>(?:the\s+|all"
    rf"\s+)?[\w./ -]{{2,40}}?)\s+(?:in|to|on)\s+"
    rf"(?:the\s+)?(?P<o>`?[\w./@+-]+`?){END}",
    re.IGNORECASE,
)
TROUBLE = (
    r"(?:bug|problem|issue|culprit|failure|outage|crash|error|root\s+cause|cause|slowdown|leak|regression|timeouts?"
    r"|flakiness)"
)
WAS = rx.compile(
    rf"^{DONE}(?:the\s+)?(?:real\s+|actual\s+|underlying\s+)?{TROUBLE}(?:\s+(?:in|of|behind|with|for)"
    rf"\s+[\w./ -]{{2,40}}?)?\s*"
    r"(?:\s(?:was|were|turned\s+out\s+to\s+be)|:)\s+(?P<c>\S+\s+\S.{8,})$",
    re.IGNORECASE,
)
BECAUSE = rx.compile(
    rf"^{DONE}{SUBJECT}\s+(?:(?:failed|crashed|broke|hung|stalled|leaked|timed\s+out|was\s+(?:slow|failing|flaky|broken|down|stuck)|kept\s+\w+ing)"
    r"\s+because(?:\s+of)?|was\s+caused\s+by|were\s+caused\s+by|came\s+from)\s+(?P<c>\S+\s+\S.{5,})$",
    re.IGNORECASE,
)
FIXED = rx.compile(
    r"^(?:i\s+|we\s+)?(?:fixed|solved|resolved)\s+(?:it\s+|this\s+|that\s+)?by\s+(?P<c>\w+ing\s+\S.{5,})$",
    re.IGNORECASE,
)
LISTENS = rx.compile(
    rf"^{SUBJECT}\s+(?:now\s+)?(?:listens|is listening)\s+on\s+(?:port\s+)?(?P<o>\d{{2,5}}){END}",
    re.IGNORECASE,
)
PREDICATE = {
    "uses": "uses", "runs on": "deployed_on", "depends on": "depends_on", "lives in": "located_in", "is in": "located_i"
    "n",
    "is stored in": "stored_in", "is deployed on": "deployed_on", "writes to": "stored_in",
}  # fmt: skip
SAID = {
    "uses": "uses", "deployed_on": "is deployed on", "depends_on": "depends on", "located_in": "is located in",
    "stored_in": "is stored in",
}  # fmt: skip
VAGUE = words(
    "main same first second last other new old code function method variable test file answer example"
)
# An example, a lesson for everybody, or a word about the talk itself.
GENERAL = rx.compile(
    r"\b(?:you|your|we could|usually|typically|often|generally|example|let me|let's|default)\b", re.IGNORECASE
)

NEXT = rx.compile(r"\s*;\s+|\s+[–—]\s+|,?\s+and\s+(?=(?:i|fixed|solved|it)\b)", re.IGNORECASE)


def of_sentence(reading: Reading) -> Iterator[Claim]:
    """What one sentence of the assistant's reports."""
    stretch = whole(reading)
    text = reading.sentence.text
    if (
        stretch is None
        or is_guess(text)
        or GENERAL.search(text)
        or any(one.question for one in reading.clauses)
    ):
        return
    for part in stretch.split(NEXT, least=3):  # each report by itself
        yield from first_of((changed, caused), part)


def changed(stretch: Stretch) -> Iterator[Claim]:
    """What was changed, and what it is now."""
    text = stretch.text.strip(" .!")
    match = LISTENS.match(text)
    if match is not None:
        party = subject(stretch, match)
        if party is not None and party.mention.name.lower() not in stretch.reading.ontology.heads:
            told = finish(f"{party.shown} listens on port {match['o']}")
            yield stretch.reading.claim(party, "listens_on", told, value=f"port {match['o']}", confidence=0.8)
        return
    match = SWITCHED.match(text) or NOW.match(text) or KEPT.match(text)
    party = None if match is None else subject(stretch, match)
    thing = None if match is None else thing_at(stretch, *match.span("o"))
    if match is None or party is None or thing is None:
        return
    name = thing.name.strip("`")
    known = stretch.reading.ontology.known(name)
    path = re.fullmatch(PATH, name) is not None
    named = known or path or thing.head.technical or name[:1].isupper() or "-" in name or "." in name
    if not named or name.lower() in HOLLOW:
        return
    verb = re.sub(r"\s+", " ", (match.groupdict().get("v") or "").lower())
    predicate = PREDICATE.get(verb) or ("located_in" if path else "stored_in" if match.re == KEPT else "uses")
    if predicate == "uses" and path:
        predicate = "located_in"
    kinds = stretch.reading.ontology.predicate(predicate).range
    kind = next((one for one in (known, "file" if path else "", "technology") if one and (one in kinds)), "")
    told = finish(f"{party.shown} {SAID[predicate]} {name}")
    target = thing._replace(name=name) if kind else None
    value = "" if kind else name
    yield stretch.reading.claim(party, predicate, told, thing=target, kind=kind, value=value, confidence=0.8)


def caused(stretch: Stretch) -> Iterator[Claim]:
    """Why something had gone wrong, and what mended it."""
    text = stretch.text.strip(" .!")
    match = BECAUSE.match(text)
    party = None if match is None else subject(stretch, match)
    if match is not None and party is not None:
        yield stretch.reading.claim(
            party, "failed_because", finish(sentence(text)), value=match["c"], confidence=0.8
        )
        return
    match = WAS.match(text) or FIXED.match(text)
    if match is not None:
        start, end = stretch.reading.sentence.passage.source(stretch.start, stretch.end)
        whose = Party(Mention(stretch.reading.message.id, start, end, USER, "person"), "The user", user=True)
        told = f"The fix was {match['c']}" if match.re == FIXED else sentence(text)
        yield stretch.reading.claim(whose, "learned", finish(told), value=match["c"], confidence=0.8)


def sentence(text: str) -> str:
    """The report as a sentence that stands alone."""
    text = re.sub(rf"^{DONE}", "", text, flags=re.IGNORECASE)
    text = re.sub(r"\b(?:our|your)\b", "the", text)
    return text[:1].upper() + text[1:]


def subject(stretch: Stretch, match: re.Match[str]) -> Party | None:
    """The part of the project that is reported about."""
    inside = stretch.between(*match.span("s"))
    while inside and inside[0].lower in {"the", "our", "your", "all"}:
        inside = inside[1:]
    if not inside or inside[-1].pos in {"PRON", "VERB"}:
        return None
    if len(inside) == 1 and inside[0].lemma.lower() in EMPTY_NOUNS | VAGUE:
        return None
    reading = stretch.reading
    name = reading.sentence.stretch(inside)
    kind = (
        reading.ontology.heads.get(inside[-1].lemma.lower(), "") or reading.ontology.known(name) or "project"
    )
    start, end = reading.sentence.passage.source(inside[0].start, inside[-1].end)
    full = f"{reading.project} {name}" if reading.project else name
    return Party(Mention(reading.message.id, start, end, full, kind), f"The {name}")

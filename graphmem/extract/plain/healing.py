"""What is taken off when a bone or a wound has healed: "the cast came off"; `revise/ailments.py` knows of which."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.plain.changes import Ending, ended
from graphmem.extract.plain.kinship import user_of
from graphmem.extract.plain.stretch import Stretch
from graphmem.model import Claim

# What is worn until a bone or a wound has healed.
THINGS = "cast|plaster|splint|sling|brace|stitches|crutches"
ADVERB = r"(?:(?:finally|just|already|now|all)\s+)*"
TAKEN_OFF = rx.compile(
    rf"^(?:(?:my|the)\s+)?(?P<o>{THINGS})\s+{ADVERB}(?:(?:came|come|went|(?:is|are|was|were|got|get|has|have)(?:\s+(?:come"
    rf"|been|taken))?)\s+{ADVERB})(?:taken\s+)?(?:off|out|removed|gone)\b"
    rf"|^(?:(?:i|i['’]ve|i['’]m|we)\s+)?{ADVERB}(?:got|had|have|am|off)\s+(?:off\s+)?(?:my\s+|the\s+)?(?P<p>{THINGS})"
    r"(?:\s+(?:taken\s+)?(?:off|out|removed)\b|(?=\s+(?:since|now|today|this|yesterday)\b|\s*$|,))",
    re.IGNORECASE,
)
OFF = re.compile(r"\b(?:off|out|removed|gone)\b", re.IGNORECASE)


@rx.only_where(TAKEN_OFF)
def taken_off(stretch: Stretch) -> Iterator[Claim]:
    """ "The cast came off this morning", "stitches are out", "off the crutches since yesterday"."""
    match = TAKEN_OFF.match(stretch.text)
    if match is None or stretch.negated() or not OFF.search(match[0]):
        return
    thing = (match["o"] or match["p"]).lower()
    me = user_of(stretch.reading, stretch.words[0])
    text = f"The user no longer needs {'' if thing[-1] == 's' else 'a '}{thing}"
    yield ended(stretch, me, Ending("has_condition", thing, text))

"""Adverbs that stand between the words of a statement and change nothing of what it says, as pieces of patterns."""

from __future__ import annotations

_WHEN = (
    "just|finally|now|also|already|recently|eventually|all|then|still|currently|officially|fully|completely|entirely"
    "|quietly|basically|pretty much|actually|both|only|mostly|mainly|always|usually|technically|sadly|unfortunately"
    "|totally|really|again|luckily|suddenly|successfully|ultimately|unanimously|presently|happily|normally|directly"
    "|simply|physically|automatically|internally|heavily|primarily|formerly|previously|temporarily|originally"
    "|long since|in the end|often|regularly|kind of"
)
_HOW_MUCH = (
    "very much|so much|very|so|too|pretty|quite|rather|kinda|sort of|a bit|absolutely|utterly|incredibly|extremely"
    "|super|huge|such|seriously|honestly|weirdly|definitely"
)
ADVERBS = rf"(?:(?:{_WHEN})\s+)*"  # in front of a word
MORE_ADVERBS = rf"(?:\s+(?:{_WHEN}))*"  # behind one
VERY = rf"(?:(?:{_WHEN}|{_HOW_MUCH})\s+)*"  # in front of what may be more or less so

"""The forms of departures: regular expressions over a statement that tells what left and what came for it."""

from __future__ import annotations

import re

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS
from graphmem.extract.broad.typed import TOOL
from graphmem.extract.vocabulary import FAMILY, PETS, ROLE_HEADS, words

WE = rf"(?:(?:i|we|they|the team)(?:['’](?:ve|m|re|d)| have| had| are| am)?\s+(?:since\s+)?)?{ADVERBS}"
WHEN = (
    r"(?P<t>[\s,]+(?:now|instead|these days|nowadays|again|in|on|at|last|this|since|over|during|before|after"
    r"|for good|yesterday|today|because|so|cause|altogether"
    r"|entirely|completely|everywhere|already|way|took|much|too|no|nobody|it|its|it's|which|as|due|weeks?"
    r"|months?|two|a (?:few|couple)"
    r"|from|across|by)\b.*|\s*,.*|\s*\(.*)?$"
)
NAME = rf"(?:the\s+|our\s+|plain\s+)?(?:{TOOL})"
TURNED = (
    r"(?:switched|changed|migrated|moved|went|ported|converted|passed|jumped|transitioned|cut over|swapped)"
)
# "Switched the build from make to cmake", "migrated off Jenkins to Buildkite", "went from unity to godot".
FROM_TO = rx.compile(
    rf"^{WE}{TURNED}\s+(?P<s>(?:(?:the|our|my|all)\s+)?(?:[\w-]+\s+){{0,4}}?)?(?:over\s+)?(?:from|off(?: of)?"
    rf"|out of|away from)\s+(?P<x>{NAME})"
    rf"(?:\s+(?P<n>\d[\w.]*))?\s+(?:over\s+)?(?:to|into|onto|on to|in favou?r of)\s+(?P<y>{NAME})(?:\s+"
    r"(?P<m>\d[\w.]*))?"
    rf"(?P<z>(?:\s*(?:\+|and|&|,)\s*[\w.+#-]+)*?){WHEN}",
    re.IGNORECASE,
)
# "Swapped airflow for dagster", "replaced last week the Elasticsearch by Meilisearch".
SWAPPED = rx.compile(
    rf"^{WE}(?:swapped(?: out)?|replaced|exchanged|traded(?: in)?|substituted|ditched|dropped|dumped|binned|left"
    r"|abandoned|gave up(?: on)?|threw out|kicked out|retired|scrapped)\s+"
    rf"(?:(?:last|this)\s+\w+\s+|yesterday\s+)?(?P<x>{NAME})\s+(?:for|with|by|in favou?r of)\s+(?P<y>{NAME}){WHEN}",
    re.IGNORECASE,
)
PASSIVE = rx.compile(
    rf"^(?P<x>[^,;]+?)\s+(?:has been|have been|was|were|got|is|are)\s+{ADVERBS}(?:replaced|superseded|swapped"
    r"(?: out)?)\s+(?:by|with|for)\s+"
    rf"(?P<y>{NAME}){WHEN}",
    re.IGNORECASE,
)
# "Session store used to be memcached, now it's redis"; "rng is xoshiro now instead of pcg".
WAS_ONCE = rx.compile(
    rf"^(?P<s>[^,;]+?)\s+(?:used to be|was|were)\s+(?:on\s+|in\s+)?(?P<x>{NAME})(?:\s+(?:before|once|until"
    r" \w+|till \w+))?\s*[,;.]*\s+"
    r"(?:but\s+|and\s+)?(?:now\s+(?:it|they|we|that)(?:['’]?s| is|['’]?re| are)?(?:\s+(?:on|use|using))?|"
    r"(?:it|they)(?:['’]?s| is|['’]?re| are)\s+now"
    rf"|now)\s+(?:on\s+)?(?:all\s+)?(?P<y>{NAME}){WHEN}",
    re.IGNORECASE,
)
INSTEAD = rx.compile(
    rf"^(?P<s>[^,;]+?)\s+(?:is|are|uses?|runs?(?: on)?|goes? through)\s+(?:now\s+)?(?P<y>{NAME})"
    rf"(?:\s+now)?,?\s+(?:instead of|rather than|in place of|and no longer)\s+(?P<x>{NAME}){WHEN}",
    re.IGNORECASE,
)
# "We ditched Redux", "gave up on the arduino core", "dropped support for API keys in query strings".
LEFT = rx.compile(
    rf"^{WE}(?P<v>ditched|dropped|dumped|binned|threw out|threw away|got rid of|kicked out|ripped out|tore"
    r" out|phased out|retired|sunset(?:ted)?"
    r"|scrapped|killed|axed|nuked|removed|abandoned|gave up(?: on)?|decommissioned|shut down|turned off"
    r"|pulled|deprecated|discontinued"
    r"|killing(?: off)?|retiring|dropping|ditching|scrapping|sunsetting|abandoning|stopped using|stopped"
    r" supporting|no longer (?:use|support|run|maintain|need|have)"
    r"|(?:don['’]?t|do not) (?:use|need|support|run)(?= .*\bany ?more\b)|no longer)\s+"
    rf"(?P<x>(?:the\s+|our\s+|all\s+|support for\s+|the idea of\s+|any\s+)*[^,;]+?)(?:\s+any ?more)?{WHEN}",
    re.IGNORECASE,
)
NOT_ON = rx.compile(
    rf"^(?:(?:the\s+)?reason\s+)?(?:why\s+)?we(?:['’]re| are) not (?:on|using|running)\s+(?P<x>{TOOL})\b",
    re.IGNORECASE,
)
OFF = rx.compile(
    rf"^(?:(?:i|we)(?:['’](?:m|re)| am| are)\s+)?{ADVERBS}(?:off|done with|through with|rid of|moved off(?:"
    rf" of)?|away from)\s+(?P<x>{NAME}){WHEN}",
    re.IGNORECASE,
)
GONE = rx.compile(
    r"^(?P<x>(?:(?:the|our)\s+)?[^,;]+?)\s*(?:\s(?:is|are|was|were|got|has been|have been)"
    rf"|['’]s)\s+{ADVERBS}(?P<v>gone|out|history|retired|removed|killed|dropped"
    r"|ditched|abandoned|decommissioned|phased out|shut down|switched off|turned off|scrapped|discontinued"
    r"|no longer (?:used|supported|needed|maintained)"
    r"|not (?:used|supported) any ?more|dead)"
    rf"(?:\s+(?:for good|since .*|now|as of .*))?{WHEN}",
    re.IGNORECASE,
)
ALL_NOW = rx.compile(
    r"^(?:it(?:['’]s| is)|everything(?:['’]s| is)?|all of it is)\s+(?:(?P<a>all)\s+)?(?:on\s+|bare\s+"
    rf"|plain\s+|pure\s+)*(?P<y>{NAME})(?P<b>\s+(?:now|by now|these days|nowadays|everywhere))?$",
    re.IGNORECASE,
)
DO_NOW = rx.compile(
    r"^(?:(?:i|we)\s+(?:just\s+)?(?:do|use|run|have|are on|went (?:back )?(?:to|with)|came back to|settled"
    r" on|moved to|switched to)|(?:so\s+)?(?:we\s+)?went (?:back )?to)\s+"
    rf"(?P<y>(?:(?:plain|simple|vanilla)\s+)?{NAME}){WHEN}",
    re.IGNORECASE,
)
TOO_BAD = rx.compile(
    rf"^(?P<x>{NAME})\s+(?:was|is|were|proved|turned out)\s+(?:just\s+|way\s+)?too\s+\w+,?\s+(?:so\s+)?(?:we"
    rf"|i)\s+(?:went|moved|switched|changed)\s+(?:back\s+)?(?:to|with|for)\s+(?P<y>{NAME}){WHEN}",
    re.IGNORECASE,
)
BACK = rx.compile(
    r"^(?:(?:we|i)\s+)?(?:tried\s+(?P<x>[^,;]+?)\s*(?:,|and|but)\s+(?:then\s+)?)?(?:(?:we|i)\s+)?(?:went"
    rf"|moved|switched|came|fell)\s+back\s+to\s+(?P<y>(?:plain\s+)?[^,;]+?){WHEN}",
    re.IGNORECASE,
)
PERSONAL = (
    frozenset(FAMILY)
    | PETS
    | ROLE_HEADS
    | words(
        "job work school smoking drinking coffee meat sugar gym habit diet car bike house flat guitar"
        " piano course class classes life weight kids church band team company person client customer"
        " idea meeting meetings conversation subject topic ball course mic beat charges plans plan hope"
        " trying call calls line question facebook instagram twitter alcohol dairy gluten"
    )
)
POINTS = rx.compile(
    r"\b(?:it|this|that|these|those|them|one|ones|my|his|her|you|your|me|us|him|everything|nothing|something)\b",
    re.IGNORECASE,
)
SHOWN = {"is", "are", "was", "were"}

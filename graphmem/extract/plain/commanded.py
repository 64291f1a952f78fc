"""Values that somebody asks the agent to change: "bump the upload limit to 50 MB", "put the timeout back to 30s".

An order is no fact of its own: it gives another value to what is known to have one, and else says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from graphmem.extract import sieve as rx
from graphmem.extract.first import first_of
from graphmem.extract.patterns_amount import AMOUNT
from graphmem.extract.plain.adjusted import setting_of
from graphmem.extract.plain.moves import compiled, subject_of
from graphmem.extract.plain.shapes import thing_of
from graphmem.extract.plain.stacks import at_version
from graphmem.extract.plain.stretch import Stretch, whole
from graphmem.extract.reading import Reading, When
from graphmem.extract.wording import finish
from graphmem.model import Claim

CHANGE = (
    r"(?:set|bump|raise|lower|increase|reduce|decrease|change|cut|up|drop|put|reset|move|switch|turn|bring|extend|shorten"
    r"|tighten|loosen|revert|crank|dial|roll|upgrade|downgrade|update|pin|go|bind|run)"
)
# Where an order may begin in a sentence; "we set the limit" tells of the past.
ORDER = rx.compile(
    rf"(?:^|[,;:.!]\s+|\s[-–—]+\s|\b(?:and|so|then|please|just|now|okay|ok|let['’]?s|also|go\s+ahead\s+and)\s+)(?P<order>{CHANGE}\s+.+)$",
    re.IGNORECASE,
)
WAY = r"(?:up\s+|down\s+|back\s+(?:up\s+|down\s+)?)?"
TAIL = (
    r"(?P<t>(?:\s+(?:again|now|instead|please|thanks|for\s+now|pls|too|then))*"
    r"(?:\s*[,;.!(–—-].*|\s+(?:and|because|since|so|as|from|starting|by|until|till)\s.*)?)$"
)
VALUES = compiled(
    rf"^{CHANGE}\s+{WAY}(?P<s>.+?)\s+{WAY}(?:from\s+\S+(?:\s\w+)?\s+)?(?:back\s+)?(?:to|at)\s+(?P<v>{AMOUNT.pattern}){TAIL}"
)
PORTS = compiled(
    rf"^{CHANGE}\s+(?:the\s+)?port\s+(?:of|for)\s+(?P<s>.+?)\s+(?:from\s+\d{{2,5}}\s+)?(?:back\s+)?to\s+(?P<v>\d{{2,5}}){TAIL}",
    rf"^{CHANGE}\s+(?P<s>.+?)['’]s\s+port\s+(?:from\s+\d{{2,5}}\s+)?(?:back\s+)?to\s+(?P<v>\d{{2,5}}){TAIL}",
    rf"^{CHANGE}\s+(?P<s>.+?)\s+(?:back\s+)?(?:to|on|onto)\s+port\s+(?P<v>\d{{2,5}}){TAIL}",
)
VERSIONS = compiled(
    rf"^{CHANGE}\s+{WAY}(?P<s>[A-Za-z][\w.+#-]*(?:\s[A-Za-z][\w.+#-]*)?)\s+{WAY}(?:from\s+\S+\s+)?(?:back\s+)?to\s+(?:version\s+)?"
    rf"v?(?P<v>\d+(?:\.\w+)*){TAIL}",
)


def of_sentence(reading: Reading) -> list[Claim]:
    """The value that one sentence orders to be changed."""
    entire = whole(reading) if reading.by_user else None
    match = ORDER.search(entire.text) if entire is not None else None
    if entire is None or match is None:
        return []
    behind = entire.between(match.start("order"), len(entire.text))
    order = Stretch(reading, behind) if len(behind) > 2 else None
    if order is None or order.negated():
        return []
    return first_of((ports, settings, versions), order)


def settings(order: Stretch) -> Iterator[Claim]:
    """ "Lower the upload limit to 25 MB"."""
    for pattern in VALUES:
        match = pattern.match(order.text)
        found = setting_of(order, match) if match is not None else None
        if match is None or found is None:
            continue
        value = match["v"].strip().rstrip(".,")
        of = f" of {found.owner}" if found.owner else ""
        many = re.search(r"[^s]s$", found.label) and not found.label.lower().startswith(
            ("max", "min", "number")
        )
        text = finish(f"The {found.label}{of} {'are' if many else 'is'} {value}")
        yield order.reading.claim(
            found.party, "setting_is", text, value=value,
            qualifier=found.label, mode="updates", when=begins(order), confidence=0.6,
        )  # fmt: skip


def begins(order: Stretch) -> When:
    """From when a value is to hold: "raise the cap to 5,000 from September"."""
    when = order.reading.when(order.clause(tense="future"))
    return When(when.start, None, when.grain if when.start else "")


def ports(order: Stretch) -> Iterator[Claim]:
    """ "Change the port of the exporter to 9180"."""
    reading = order.reading
    predicate = reading.ontology.predicate("listens_on")
    for pattern in PORTS:
        match = pattern.match(order.text)
        party = subject_of(order, order.between(*match.span("s")), predicate.domain) if match else None
        if match is None or party is None or party.user or party.mention.kind not in predicate.domain:
            continue
        value = f"port {match['v']}"
        text = finish(f"{party.shown} {predicate.label} {value}")
        yield reading.claim(party, "listens_on", text, value=value, mode="updates", confidence=0.6)
        return


def versions(order: Stretch) -> Iterator[Claim]:
    """ "Bump Node to 22"."""
    for pattern in VERSIONS:
        match = pattern.match(order.text)
        words_ = order.between(*match.span("s")) if match is not None else []
        while words_ and words_[0].lower in {"the", "our", "back"}:
            words_ = words_[1:]
        thing = thing_of(order.reading, words_) if words_ else None
        if match is None or thing is None or not thing.sure:
            continue
        yield msgspec.structs.replace(
            at_version(order, thing, match["v"], When()), mode="updates", confidence=0.6
        )
        return

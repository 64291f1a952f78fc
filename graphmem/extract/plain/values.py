"""Values in plain words: limits, sizes, spans and prices of what is technical: "jwt expires after 20 minutes"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.plain.pieces import bare, label_of, setting
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.vocabulary import words
from graphmem.extract.wording import finish
from graphmem.model import Claim

# Units that are spoken of software only.
UNITS = (
    r"ms|milliseconds?|µs|us|[kmgt]i?b(?:/s)?|gigs?|gigabytes?|megabytes?|terabytes?|bytes?"
    r"|req(?:uest)?s?|rps|qps|rpm|tps"
    r"|rows?|records?|replicas?|partitions?|shards?|workers?|threads?|connections?|conns?"
    r"|nodes?|cores?|v?cpus?|retries"
    r"|pods?|instances?|containers?|tokens?|chars?|characters|items?|messages|events|jobs"
    r"|attempts|files|columns?|lines"
    r"|iops|fps|dpi|px|brokers?|tenants?|seats?|approvals?|reviewers?|migrations?|endpoints?"
    r"|tables?|tests?|commits?"
    r"|queries|calls|concurrent [a-z]+|requests?"
)
SPANS = r"s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?|months?|quarters?|years?"
MONEY = r"bucks|dollars|usd|eur|euros?|gbp|pounds?|chf|francs|pln|kr|sek|nok|dkk|cents?|credits?"
SCALE = r"k|m|b|g|t|thousand|million|billion|mio|bn|grand"
EACH = r"\s?(?:/|per\b|an?\b|each\b|every\b)\s?[a-zµ]+"
SPELT = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty"
    r"|forty|fifty|sixty|ninety|half an|an|a)"
)
QUANTITY = (
    rf"{SPELT}\s(?:{SPANS})\b(?:{EACH})?"
    rf"|(?:[~$€£¥]\s?)?\d[\d.,]*(?:\s?(?:{SCALE})\b)?(?:\s?(?:%|percent\b)|(?:\s|-)?(?:{UNITS}"
    rf"|{SPANS}|{MONEY})\b)?"
    rf"(?:{EACH})?(?:\s?(?:{UNITS})\b)?"
)
ABOUT = (
    r"(?:(?:about|around|roughly|approx(?:imately)?\.?|some|ca\.?|circa|at most|at least|up to"
    r"|exactly|nearly|almost|over|under|below|above|only|just|still|now|currently|max|min|a"
    r"|already|like|somewhere around)\s+)*"
)
IS = r"(?:is|are|was set to|=|:)"
HOLDS = (
    rf"{IS}(?:\s+(?:set|capped|limited|fixed|pinned|configured|bounded))?(?:\s+(?:to|at))?"
    rf"|stays? at|sits? at|stands? at|defaults? to|tops? out at"
    r"|max(?:es)? out at|caps? out at|hovers? (?:at|around)|takes?|costs?(?: us| me)?|lasts?"
    r"|runs? us|comes? to|amounts? to|goes? up to"
    r"|expires? (?:in|after)|times? out after|(?:is|are|gets?) (?:kept|retained|stored|cached"
    r"|purged|deleted|pruned|rotated|dropped|killed|archived|expired)"
    r" (?:for|after|every)|has|have|holds?|allows?|accepts?|needs?|requires?|rotates?(?:"
    r" every)?|went from \S+(?:\s[a-z]+)? to|used to be [^,;]+?,(?: but)?(?: now)? (?:it is"
    r"|it's|now)"
)
VALUE = rx.compile(
    rf"^(?P<s>[^,;]+?)\s*(?P<v>(?<=\s)(?:{HOLDS})|:|=)\s+{ABOUT}(?P<n>{QUANTITY})(?P<t>\s+.+)?$",
    re.IGNORECASE,
)
# What a value is the value of; a bare "it" or "the walk" is none.
ABOUT_WORK = words(
    "limit limits timeout ttl budget bill quota rate cap size interval threshold retention"
    " window memory heap ram cpu disk"
    " pool replicas retries batch batches length lifetime expiry latency p50 p90 p95 p99 slo"
    " sla uptime coverage throughput"
    " cost costs price fee salary rent mortgage subscription invoice runway burn mrr arr"
    " revenue headcount jwt token tokens"
    " session sessions cookie cookies cache password passwords backup backups snapshot"
    " snapshots log logs metrics artifacts"
    " upload uploads attachment attachments payload request requests query queries page build"
    " builds pipeline ci run deploy"
    " deploys deployment release sprint sprints standup retro rotation shift deadline buffer"
    " lease heartbeat polling poll"
    " healthcheck cooldown backoff debounce delay grace ceiling maximum minimum max min"
    " concurrency parallelism depth port"
    " trial trials tier tiers plan plans keys audit contract contracts warranty licence"
    " partitions workers threads connections nodes cores table tables index dataset database"
    " db cluster queue topic bucket"
    " image bundle binary model context worker server staging prod production suite tests test"
    " backlog volume storage traffic load users customers dau mau conversion churn margin"
    " discount rate hosting license nps csat arr ltv cac gpa bmi hba1c ldl hdl psa"
    " licence seat seats plan allowance overdraft deductible premium goal target score"
    " tolerance frequency resolution"
    " precision scale level priority weight count capacity bandwidth job cron capex opex spend spending"
)
SPOKEN_OF = {
    "expire": "expiry", "time": "timeout", "take": "duration", "last": "duration", "cost": "cost", "kept": "retention",
    "retain": "retention", "stored": "retention", "purge": "retention", "delete": "retention",
}  # fmt: skip
# "The limit is 5" says nothing without whose.
GENERIC = words(
    "limit limits size count max min maximum minimum window rate scale level score number tests"
    " test build run depth weight port length"
)
CAPPED = rx.compile(
    rf"^(?:(?P<w>i|we)(?:'ve| have)?\s+)?(?:just\s+|now\s+)?(?P<v>cap|capped|limit|limited|keep"
    rf"|throttle|throttled|rate-limit|pin|pinned|set"
    rf"|raised|lowered|bumped|increased|reduced|decreased|cut|upped|halved|doubled|extended"
    rf"|shortened|tightened|dropped)\s+"
    rf"(?P<s>(?:the\s+|our\s+|my\s+)?[^,;]+?)\s+(?:from\s+\S+(?:\s\S+)?\s+)?(?:to|at|down to|up"
    rf" to)\s+{ABOUT}(?P<n>{QUANTITY})(?P<t>\s+.+)?$",
    re.IGNORECASE,
)
KEEPS = rx.compile(
    rf"^(?:i|we)\s+(?:only\s+|now\s+)?(?P<v>keep|retain|store"
    rf"|cache)\s+(?P<s>[^,;]+?)\s+for\s+{ABOUT}(?P<n>{QUANTITY})(?P<t>\s+.+)?$",
    re.IGNORECASE,
)
THERE = rx.compile(
    rf"^(?:there(?:'s| are| is)|we(?:'ve got| have| run| keep| got)|we(?:'re| are)"
    rf" (?:running|(?:now |already |currently )?(?:at|up to|down"
    rf" to)))\s+{ABOUT}(?P<n>\d[\d.,]*(?:\s?(?:{SCALE})\b)?)\s+"
    r"(?P<u>(?:[\w-]+\s+)?(?:partitions|shards|replicas|nodes|workers|brokers|instances|tables"
    r"|rows|services|microservices|repos|environments"
    r"|tenants|engineers|devs|developers|customers|users|endpoints|pods|gpus|servers|vms"
    r"|clusters|queues|topics|tests|cores"
    r"|threads|connections|designers|admins|runners|regions|seats|licenses"
    r"|licences))(?P<t>(?:\s+(?:in|on|per|for|behind|across|at)\s+.+)?)$",
    re.IGNORECASE,
)
CHARGES = rx.compile(
    rf"^(?P<w>i|we)\s+(?:usually\s+|now\s+)?(?P<v>charge|bill|make|earn|pay|spend|budget|allow"
    rf"|retain|keep)\s+(?:(?P<s>clients|customers|people)\s+)?{ABOUT}"
    rf"(?P<n>{QUANTITY})(?P<t>\s+(?:for|on|in|to|as)\s+.+|\s+(?:now|these days|at the moment))?$",
    re.IGNORECASE,
)
EARNED = {
    "charge": "rate",
    "bill": "rate",
    "make": "income",
    "earn": "income",
    "pay": "cost",
    "spend": "spending",
    "budget": "budget",
}
TAIL_OK = rx.compile(
    r"^\s+(?:for|on|in|per|of|at|across|with|each|on average|and up|or (?:so|more|less)|of"
    r" retention|max(?:imum)?|min(?:imum)?|tops"
    r"|by(?: now)?|(?:monthly|yearly|annually|daily)(?!\s+[a-z]+s\b)|a pop|total|altogether|plus|excluding|including"
    r"|before|after|then|way too|because|since|now"
    r"|here|by default)\b.*$",
    re.IGNORECASE,
)


@rx.only_where(THERE, CHARGES, CAPPED, KEEPS, VALUE)
def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """The values of one piece."""
    if not stretch.reading.by_user or stretch.negated():
        return
    yield from counted(stretch)
    yield from charged(stretch)
    yield from capped(stretch)
    yield from held(stretch)


def spoken_as(verb: str) -> str:
    """What a verb tells the value of: "takes" is a duration."""
    return next((name for key, name in SPOKEN_OF.items() if re.search(rf"\b{key}", verb, re.IGNORECASE)), "")


def held(stretch: Stretch) -> Iterator[Claim]:
    """ "p99 is 340ms", "Cache TTL: 5 min", "backups are kept for 35 days"."""
    match = VALUE.match(stretch.text)
    if match is None or re.search(r"[a-z]\.\s+[A-Z]", stretch.text):
        return
    label = label_of(stretch, *match.span("s"))
    value, tail = bare(match["n"]), bare(match["t"] or "")
    if (
        not label
        or (label.lower() in GENERIC and not spoken_as(match["v"]))
        or not spoken_of_work(label, value)
        or not fits_tail(tail)
    ):
        return
    verb = spoken_as(match["v"])
    has = match["v"].lower() in {
        "has",
        "have",
        "holds",
        "hold",
        "allows",
        "allow",
        "need",
        "needs",
        "require",
        "requires",
        "accepts",
        "accept",
    }
    if has and not re.search(rf"\b(?:{UNITS})\b", value, re.IGNORECASE):
        return
    if re.fullmatch(r"\d{4,5}", value) and "port" in label.lower().split():
        return
    qualifier = f"{label} {verb}" if verb and verb not in label.lower() else label
    many = stretch.between(*match.span("s"))[-1:]
    plural = bool(many) and many[0].tag in {"NNS", "NNPS"}
    turns = match["v"].lower().startswith("rotate")
    told = (
        f"The {label} {match['v']} {value}"
        if verb or has or turns
        else f"The {label} are {value}"
        if plural
        else ""
    )
    mine = re.match(r"\W*my\b", stretch.text, re.IGNORECASE)
    if told and mine:
        told = told.replace("The ", "The user's ", 1)
    yield setting(stretch, qualifier, value, told)


def spoken_of_work(label: str, value: str) -> bool:
    """True when the label or the unit tells of software, work or money, and not of a walk or a film."""
    last = [word.strip(".,").lower() for word in label.split()]
    unit = re.search(rf"\b(?:{UNITS})\b|%|rps|req", value, re.IGNORECASE)
    firm = unit is not None and not re.search(
        (r"\b(?:files|lines|items?|seats?|messages|events|jobs|tests?|calls|attempts|m|g)\b"), value
    )
    return bool(ABOUT_WORK & set(last)) or firm


def fits_tail(tail: str) -> bool:
    """True when nothing stands behind a number that would make another thing of it."""
    return not tail or bool(TAIL_OK.match(" " + tail)) or tail.startswith(",")


def capped(stretch: Stretch) -> Iterator[Claim]:
    """ "We cap batches at 500 rows", "raised the upload cap to 50 MB after complaints"."""
    match = CAPPED.match(stretch.text)
    kept = KEEPS.match(stretch.text)
    if kept is not None:
        label, value = label_of(stretch, *kept.span("s")), bare(kept["n"])
        if label and spoken_of_work(label, "") and re.search(r"[a-z]", value):
            yield setting(stretch, f"{label} retention", value, f"The {label} are kept for {value}")
        return
    if match is None or not fits_tail(bare(match["t"] or "")):
        return
    past = match["v"].lower().endswith("ed") or match["v"].lower() == "cut"
    if match["w"] is None and (not past or match["v"].lower() in {"pinned", "cut"}):
        return
    label, value = label_of(stretch, *match.span("s")), bare(match["n"])
    if re.fullmatch(r"\d+(?:\.\d+)+|v\d.*", value) or not label or not spoken_of_work(label, value):
        return
    when = stretch.reading.when(stretch.clause(tense="past" if past else "present"))
    are = "are at" if label.endswith("s") and not label.endswith("ss") else "is"
    yield setting(stretch, label, value, f"The {label} {are} {value}", when=when if past else None)


def counted(stretch: Stretch) -> Iterator[Claim]:
    """ "There are 12 partitions on the orders topic"."""
    match = THERE.match(stretch.text)
    if match is None:
        return
    label, value = match["u"], f"{match['n'].strip(' ,.')} {match['u']}"
    where = bare(match["t"] or "")
    shown = re.sub(r"\b(?:our|my)\b", "the", where, flags=re.IGNORECASE)
    yield setting(
        stretch,
        f"{label}{' ' + shown if shown else ''}",
        value,
        (f"There are {value}{' ' + shown if shown else ''}"),
    )


def charged(stretch: Stretch) -> Iterator[Claim]:
    """ "I charge 95/h for consulting"."""
    match = CHARGES.match(stretch.text)
    if (
        match is None
        or match["v"].lower() not in EARNED
        or not re.search(rf"[$€£/%]|(?<![a-z])(?:{SCALE}|{MONEY})\b", match["n"] + " ")
    ):
        return
    label, value, tail = EARNED[match["v"].lower()], bare(match["n"]), bare(match["t"] or "")
    tail = "" if re.fullmatch(r"(?:now|these days|at the moment)", tail, re.IGNORECASE) else tail
    who = "The user" if match["w"].lower() == "i" else "The user's team"
    verb = match["v"].lower() + "s"
    purpose = re.sub(r"^\s*(?:for|on|in|as)\s+(?:the |our |my |a )?", "", tail)
    if re.search(r"\b(?:my|our|me|us|that|this|it)\b", tail):
        return
    told = finish(f"{who} {verb} {value}{' ' + tail if tail else ''}")
    yield setting(stretch, f"{label}{' for ' + purpose if purpose else ''}", value, told)

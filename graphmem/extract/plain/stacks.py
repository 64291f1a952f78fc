"""What a project is made with, in notes: "stack is elixir + phoenix", "email goes out through Postmark"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS
from graphmem.extract.parse import Word
from graphmem.extract.phrasing import stated
from graphmem.extract.plain.purposes import AREA, ITSELF
from graphmem.extract.plain.shapes import ARTICLES, team, thing_of, things_of, user
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.reading import Party, When
from graphmem.extract.refusals import TOOLS
from graphmem.extract.things import Thing
from graphmem.extract.vocabulary import EMPTY_NOUNS, PRONOUNS, TURN_WORDS, WEEKDAYS, words
from graphmem.model import Claim, ClaimMode
from graphmem.names import family

LINK = (
    r"(?:(?:is|are)(?:\s+(?:all|still|now|just|mostly|mainly|currently|plain|pure|entirely"
    r"|built|done|written|handled|managed|covered|running|hosted|powered))*"
    r"(?:\s+(?:on|in|with|by|via|through|using|over to|at))?"
    r"|(?:\s*(?::|=|->|→|=>))|via|through|(?:goes?|go|runs?|flows?|gets? sent|are sent|is"
    r" sent) (?:all )?(?:out )?(?:through|via|over|by|with)|runs? on|lives? in|sits? in|uses?)"
)
LABELLED = rx.compile(
    rf"^(?:(?:the|our|my)\s+)?(?P<a>{AREA})\s*(?P<v>(?<=\s){LINK}|:|=|->|→|=>)\s+(?:(?:all|just"
    rf"|still|plain|mostly)\s+)*(?P<o>\S.*)$",
    re.IGNORECASE,
)
FOR_AREA = rx.compile(
    rf"^for\s+(?:the\s+|our\s+|my\s+)?(?P<a>{AREA}),?\s+(?:i|we)(?:'ve got| have got|'re on|'re"
    rf" using| are using| are on| have| got| run| rely on| use| went with|'ve)\s+(?P<o>.+)$",
    re.IGNORECASE,
)
# "Tickets moved back to Jira", "switched our transactional mail over to Postmark".
TURNED = rx.compile(
    rf"^(?:(?:the|our|my)\s+)?(?:transactional\s+)?(?P<a>{AREA})\s+(?:has\s+|have\s+|was\s+|were\s+|got\s+|just\s+|finally\s+)*"
    r"(?:moved|switched|migrated|ported|transitioned|shifted|went|been\s+(?:moved|ported|migrated))\s+(?:over\s+|back\s+|across\s+)?(?:to|onto)\s+(?P<o>\S.*)$"
    r"|^(?:(?:i|we)(?:['’]ve|\s+have)?\s+)?(?:just\s+|finally\s+)?(?:moved|switched|migrated|ported|transitioned|shifted|changed)\s+(?:the\s+|our\s+|my\s+|all\s+)*"
    rf"(?:transactional\s+)?(?P<a2>{AREA})\s+(?:over\s+|back\s+|across\s+)?(?:to|onto)\s+(?P<o2>\S.*)$",
    re.IGNORECASE,
)
# "We send email through SendGrid", "we format with Prettier".
DONE_WITH = rx.compile(
    rf"^(?:i|we)\s+{ADVERBS}(?:(?:send|do|take|handle|run|ship|deliver)\s+(?:out\s+)?(?:all\s+)?"
    r"(?:the\s+|our\s+)?"
    rf"(?:transactional\s+)?(?P<a>{AREA})|(?P<w>format|lint|bundle|type-?check|monitor))\s+(?:with"
    r"|through|via|on|using)\s+(?P<o>\S.*)$",
    re.IGNORECASE,
)
BY_VERB = {"format": "formatting", "lint": "linting", "bundle": "bundling", "monitor": "monitoring"}
# "We're a pnpm repo now", "the repo is on GitHub": of these one has one at a time, whatever it is for.
LIVES_ON = rx.compile(
    r"^(?:(?:the|our|my|all)\s+)*(?:code|codebase|source|repos?|repository|repositories)(?:\s+(?:is"
    r"|are)|['’]s|\s+lives?)\s+"
    rf"{ADVERBS}on\s+(?P<o>[\w.+#-]+)(?:\s+(?:now|as of|since|these days|nowadays).*)?$",
    re.IGNORECASE,
)
SHOP = rx.compile(
    r"^(?:we(?:'re| are)|i(?:'m| am)|it's|this is)\s+(?:an?|very much an?|basically an?|still"
    r" an?|all)\s+(?P<o>[\w.+#-]+(?:\s*(?:/|and|&|\+)\s*[\w.+#-]+)?)[\s-]+(?:shop|house|app"
    r"|application|site|backend|frontend|api"
    r"|company|team|codebase|project|monorepo|repo)(?:\s+(?:now|these days|nowadays)(?:\s+by the way)?)?"
    r"(?:,?\s+with\s+(?P<m>.+))?$",
    re.IGNORECASE,
)
DOES = rx.compile(
    r"^(?P<o>[\w.+#-]+)\s+(?:now\s+)?(?:does|handles|runs|takes care of|covers|powers"
    r"|drives)\s+(?:(?:all\s+)?(?:the|our|all)\s+|(?=(?:formatting|linting|bundling|logging|monitoring|tracing"
    r"|payments|billing|auth|search|caching|hosting)\b))"
    r"(?P<a>[\w -]{3,30}?)(?:\s+(?:now|these days"
    r"|today|for us))?$",
    re.IGNORECASE,
)
ALL_NOW = rx.compile(
    r"^(?:(?:it is|it's|we(?:'re| are)|everything's|everything is|everyone's|everyone"
    r" is)\s+)?(?:all|entirely|fully|purely)\s+(?:on\s+|in\s+)?(?P<o>[\w.+#-]+)(?:\s+(?:now"
    r"|these days|nowadays|today|here))?$",
    re.IGNORECASE,
)
SHOPS = (SHOP, DOES, ALL_NOW)
VERSIONED = rx.compile(
    r"(?P<o>[A-Za-z][\w.+#-]*(?:\s[A-Z][a-z]\w+)?)\s+v?(?P<v>\d+(?:\.\d+)*)(?![\w%:/]|\s*(?:%"
    r"|[a-z]+s\b|gb|mb|ms|min|h\b))",
    re.IGNORECASE,
)
NAME_VERSION = rx.compile(
    r"^(?:(?:the|our|my)\s+)?(?P<o>[\w.+#-]+)(?:'s)?\s+version\s+(?:here\s+|in prod\s+|we"
    r" use\s+|we run\s+)?(?:is|=|:)\s+(?:still\s+|now\s+|at\s+)?v?(?P<v>\d+(?:\.\d+)*)\b",
    re.IGNORECASE,
)
VERSION_OF = rx.compile(
    r"^(?:(?:i(?:['’]m| am)|we(?:['’]re| are))\s+)?(?:(?:still|now|currently)\s+)*on\s+(?:version\s+"
    r"|v)(?P<v>\d+(?:\.\d+)*)\s+of\s+"
    r"(?:the\s+|our\s+|my\s+)?(?P<o>[\w.+#-]+(?:\s[A-Z]\w+)?)(?=\s*(?:[,.;!]|$)|\s+(?:now|and|in|on|since|but)\b)",
    re.IGNORECASE,
)
BUMPED = rx.compile(
    rf"^(?:(?:i|we)(?:'ve| have)?\s+)?{ADVERBS}(?:bumped|upgraded|updated"
    r"|moved|downgraded|pinned)\s+(?:(?:the|our)\s+\w+\s+to\s+"
    r"|everything\s+to\s+)?(?P<o>[\w.+#/-]+)"
    r"\s+(?:(?:from\s+\S+\s+)?to\s+|at\s+)?v?(?P<v>\d+(?:\.\d+)*)\b(?!\s*(?:%|[a-z]*b\b|ms|min|s\b))",
    re.IGNORECASE,
)
CALM = words(
    "talk process handle render serve power host manage connect deploy sit live start be have use"
    " run pin target build write ship stay stick need support sit bump go train compile flash develop"
)
TOOL_AREA = rx.compile(
    r"linter|formatter|bundler|editor|ide|shell|terminal|browser|test runner|orm|package"
    r" manager|broker|message broker"
    r"|reverse proxy|cms|crm|framework|language|issue tracker|build tool|load balancer"
    r"|registry|type checker|wiki|vpn",
    re.IGNORECASE,
)
NOT_TOOLS = WEEKDAYS | words(
    "done open closed fine ok good bad down up green red broken slow fast blocked pending ready live gone"
    " new old it that this nothing none everything more less better worse tbd todo yes no manual manually"
    " hand custom mine yours ours same different great nice free paid cheap expensive both all some many"
    " few most now soon later next today tomorrow still work home"
)
UNFIXED = rx.compile(
    r"\b(?:vs|versus|or|instead|not|except|no|todo|tbd|want|wants|plan|planning|fix|add|check"
    r"|remove|try|failing|fails|failed|needs?)\b|\?",
    re.IGNORECASE,
)


def of_stretch(stretch: Stretch) -> Iterator[Claim]:
    """The tools and their versions in one piece."""
    if not stretch.reading.by_user:
        return
    if stretch.negated():
        return
    yield from shop(stretch)
    yield from labelled(stretch)
    yield from served(stretch)
    yield from stated_version(stretch)
    yield from fragments(stretch)


def tools(stretch: Stretch, start: int, end: int, *, loose: bool) -> Iterator[tuple[Thing, list[Word]]]:
    """The programs that a list names, and the words behind each; with `loose` any short name in it counts."""
    groups: list[list[Word]] = [[]]
    for word in stretch.between(start, end):
        if word.text in {",", "+", "&", "/", ";"} or word.lower in {"and", "plus", "with"}:
            groups.append([])
        elif word.lower == "these":
            break  # "these days"
        elif word.lower not in ARTICLES:
            groups[-1].append(word)
    for group in groups:
        named = until_stop([word for word in group if not stretch.dated(word)])
        while len(named) > 1 and re.fullmatch(r"v?\d+(?:\.\d+)*", named[-1].text):
            named = named[:-1]
        thing = tool(stretch, named, loose=loose)
        if thing is None:
            if not loose and not group:
                continue
            return
        yield thing, group[len(named) :]


def until_stop(group: list[Word]) -> list[Word]:
    """The words before a preposition or an adverb of time."""
    found: list[Word] = []
    for word in group:
        if (
            word.pos in {"ADP", "SCONJ", "PUNCT"}
            or word.tag in {"VBN", "VBD"}
            or word.lower in TURN_WORDS | {"since", "everywhere", "because"}
        ):
            break
        found.append(word)
    return found


def tool(stretch: Stretch, named: list[Word], *, loose: bool) -> Thing | None:
    """A few words as the name of a program, or None."""
    if not named or len(named) > 3 or any(word.lower in PRONOUNS | NOT_TOOLS for word in named):
        return None
    if (
        named[0].lower in EMPTY_NOUNS
        or any(
            word.tag in {"VBZ", "VBP", "VBD", "VBG", "MD"} and not word.text[:1].isupper() for word in named
        )
    ) and stretch.reading.ontology.known(named[0].text) not in TOOLS:
        return None
    thing = thing_of(stretch.reading, named)
    if thing.kind in {"person", "place", "event", "organization", "version", "concept"} and not thing.sure:
        thing = thing._replace(kind="")
    if thing.sure and thing.kind in TOOLS:
        return thing
    if family(thing.name) and not thing.sure:
        return thing._replace(kind="technology", named=True, sure=True)
    if thing.sure or not all(re.fullmatch(r"[\w.+#/-]+", word.text) for word in named):
        return None
    plain = (
        len(named) == 1
        and named[0].pos in {"NOUN", "PROPN", "X", "ADJ"}
        and named[0].text.islower()
        and not named[0].text.isdigit()
    )
    capital = any(char.isupper() for char in thing.name) and not thing.name[:1].isdigit()
    if capital or (loose and plain and named[0].lower not in stretch.reading.ontology.heads):
        return thing._replace(kind="technology", named=True)
    return None


def uses(
    stretch: Stretch,
    thing: Thing,
    purpose: str = "",
    *,
    party: Party | None = None,
    mode: ClaimMode = "asserts",
    when: When | None = None,
) -> Claim:
    """A tool that somebody or something works with, or no longer."""
    reading = stretch.reading
    predicate = reading.ontology.predicate("uses")
    who = party or team(stretch)
    kind = thing.kind if thing.kind in predicate.range else "technology"
    text = stated(reading, who, predicate, thing.name, mode=mode, when=when or When(), qualifier=purpose)
    return reading.claim(
        who, "uses", text, thing=thing, kind=kind, mode=mode, when=when, qualifier=purpose, confidence=0.7
    )


def at_version(stretch: Stretch, thing: Thing, number: str, when: When | None = None) -> Claim:
    """The number of a tool."""
    reading = stretch.reading
    kind = thing.kind if thing.kind in reading.ontology.predicate("version_is").domain else "technology"
    party = Party(thing.mention(reading.message.id, reading.sentence, kind), thing.name, thing=thing)
    predicate = reading.ontology.predicate("version_is")
    if when is not None and when.start is not None and when.start > reading.said_at:
        when = None  # "1.6.28" is no date
    text = stated(reading, party, predicate, number, mode="asserts", when=when or When())
    return reading.claim(party, "version_is", text, value=number, when=when, confidence=0.75)


@rx.only_where(LABELLED, FOR_AREA)
def labelled(stretch: Stretch) -> Iterator[Claim]:
    """ "Monitoring's all Prometheus + Grafana", "for search we've got Typesense"."""
    match = LABELLED.match(stretch.text) or FOR_AREA.match(stretch.text)
    if match is None or UNFIXED.search(match["o"]):
        return
    area = match["a"].lower()
    mine = user(stretch) if re.match(r"my\b", stretch.text, re.IGNORECASE) else None
    if (
        match["o"]
        and match.re == LABELLED
        and match["v"].lower().endswith(" with")
        and of_person(stretch, match)
    ):
        return  # "billing is now with Deniz"
    loose = "stack" in area or area in {"tech", "tools", "tooling"} or match.re == FOR_AREA
    purpose = "" if ITSELF.search(area) else area
    firm = (
        match.re == FOR_AREA
        or bool(re.search(r"[:=>→]|\b(?:through|via)\b", match["v"] if match.re == LABELLED else ""))
        or loose
    )
    firm = firm or TOOL_AREA.fullmatch(area) is not None
    for thing, behind in tools(stretch, *match.span("o"), loose=loose):
        if (
            not firm
            and not thing.sure
            and not re.search(r"\b(?:on|in|with|by|all|using|uses?)\b", match["v"], re.IGNORECASE)
        ):
            continue
        numbered = bool(behind) and bool(re.fullmatch(r"v?\d+(?:\.\d+)*", behind[0].text))
        if not (numbered and re.match(r"prod|staging|dev|local", area)):
            yield uses(stretch, thing, purpose, party=mine)
        if numbered:
            yield at_version(stretch, thing, behind[0].text.lstrip("v"))


def of_person(stretch: Stretch, match: re.Match[str]) -> bool:
    """True when what is named may be somebody: one capital, and no tool that is known."""
    first = stretch.between(*match.span("o"))[:1]
    plain = bool(first) and first[0].text[:1].isupper() and first[0].text[1:].islower()
    return plain and not stretch.reading.ontology.known(first[0].text)


@rx.only_where(TURNED, DONE_WITH, LIVES_ON)
def served(stretch: Stretch) -> Iterator[Claim]:
    """ "Tickets moved back to Jira", "we send email through SendGrid", "the repo is on GitHub"."""
    match = TURNED.match(stretch.text) or DONE_WITH.match(stretch.text) or LIVES_ON.match(stretch.text)
    if match is None or UNFIXED.search(match[0]):
        return
    told = match.groupdict()
    area = (told.get("a") or told.get("a2") or BY_VERB.get((told.get("w") or "").lower(), "")).lower()
    when = stretch.reading.when(stretch.clause(tense="past")) if match.re == TURNED else None
    for thing, _ in tools(stretch, *match.span("o" if told["o"] else "o2"), loose=False):
        known = (
            family(thing.name) == "code host" if match.re == LIVES_ON else thing.sure or match.re == DONE_WITH
        )
        if known:
            yield uses(stretch, thing, "" if ITSELF.search(area) else area, when=when)


@rx.only_where(SHOPS)
def shop(stretch: Stretch) -> Iterator[Claim]:
    """ "We're a django shop, with htmx sprinkled on top", "vite does the bundling now", "all zulip now"."""
    for pattern in SHOPS:
        match = pattern.match(stretch.text)
        if match is None:
            continue
        loose = pattern is not DOES
        if pattern is ALL_NOW and not re.search(
            r"\b(?:on|in|now|these days|nowadays)\b", stretch.text, re.IGNORECASE
        ):
            return
        for thing, _ in tools(stretch, *match.span("o"), loose=loose):
            if not thing.sure and pattern is DOES and thing.name.isalpha():
                return
            if not thing.sure and thing.head.pos not in {"PROPN", "NOUN", "X"}:
                return
            yield uses(stretch, thing, match["a"].lower() if pattern is DOES else "")
        if pattern is SHOP and match["m"]:
            for thing, _ in tools(stretch, *match.span("m"), loose=True):
                yield uses(stretch, thing)
        return


@rx.only_where(NAME_VERSION, VERSION_OF, BUMPED)
def stated_version(stretch: Stretch) -> Iterator[Claim]:
    """ "Node version here is 18", "bumped ruby to 3.3.1 everywhere"."""
    match = NAME_VERSION.match(stretch.text) or VERSION_OF.match(stretch.text) or BUMPED.match(stretch.text)
    if match is None:
        return
    dotted = "." in match["v"]
    past = match.re == BUMPED
    if match.re == VERSION_OF:
        inside = stretch.between(*match.span("o"))
        found = stretch.reading.thing(inside[-1]) if inside else None
        for thing in [found] if found is not None else things_of(stretch, inside, most=2)[:1]:
            yield at_version(stretch, thing, match["v"])
        return
    for thing, _ in tools(stretch, *match.span("o"), loose=dotted or not past):
        if thing.sure or dotted or not past:
            when = stretch.reading.when(stretch.clause(tense="past")) if past else None
            yield at_version(stretch, thing, match["v"].rstrip("."), when)


@rx.only_where(VERSIONED)
def fragments(stretch: Stretch) -> Iterator[Claim]:
    """ "Java 21 with Spring Boot 3.2 on the server side": known names and their numbers, where no other verb stands."""
    verbs = {
        word.lemma.lower() for word in stretch.words if word.pos in {"VERB", "AUX"} and word.text.islower()
    }
    if (
        verbs - CALM
        or any(word.tag in {"VBD", "MD"} for word in stretch.words)
        or UNFIXED.search(stretch.text)
    ):
        return
    if re.search(
        r"\b(?:since|until|before|after|from|to|than|at least|minimum|min|newer|older|tutorial"
        r"|book|course|guide|docs|release notes|(?:and|or) (?:up|upwards|above|later|higher))\b",
        stretch.text,
        re.IGNORECASE,
    ):
        return
    for match in VERSIONED.finditer(stretch.text):
        named = stretch.between(*match.span("o"))
        thing = tool(stretch, named, loose=False)
        if thing is None and len(named) > 1:
            thing = tool(stretch, named[-1:], loose=False)
        if (
            thing is not None
            and (thing.sure or ("." in match["v"] and len(named) == 1))
            and thing.kind in {"technology", "package", ""}
        ):
            yield at_version(stretch, thing, match["v"])

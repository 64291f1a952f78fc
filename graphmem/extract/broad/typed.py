"""What stands in notes of engineers, by its shape: amounts, addresses, paths, commands, names of tools."""

from __future__ import annotations

import re

from graphmem.extract import sieve as rx
from graphmem.extract.phrasing import stated
from graphmem.extract.plain.pieces import label_of
from graphmem.extract.plain.places import HOST, subject
from graphmem.extract.plain.shapes import ARTICLES
from graphmem.extract.plain.stacks import NOT_TOOLS
from graphmem.extract.plain.stretch import Stretch
from graphmem.extract.plain.values import EACH, MONEY, SCALE, SPANS, UNITS
from graphmem.extract.reading import Party, When
from graphmem.extract.things import Thing
from graphmem.extract.vocabulary import EMPTY_NOUNS, PRONOUNS, ROLE_HEADS, TURN_WORDS, words
from graphmem.extract.wording import finish
from graphmem.model import Claim, ClaimMode

# Units of hardware, signals, play and learning beside those of `values`.
MORE_UNITS = (
    r"[kmg]?hz|[kmg]bit(?:/s)?|[kmg]bps|baud|m?ah|[mµun]?a|[mk]?v|[mk]?w|db|dbm|ohms?|[kmgt]i|[mc]m|m/s|km/h|deg|°c"
    r"|epochs?|steps?|layers?|heads?|params?|parameters?|samples?|classes|dims?|dimensions|slots|lives"
    r"|players|tiles?|sprites?"
    r"|frames?|ticks?|hits?|points?|projects?|accounts?|devices?|sessions?|characters?|words?|pages?|entries"
    r"|hops?|gpus?|cpus?"
)
NUMBER = r"(?:[~$€£¥≈<>]=?\s?)?(?:0x[0-9a-f]+|x?\d[\d.,]*(?:e-?\d+)?(?:x\d+)?)(?:\s?(?:" + SCALE + r")\b)?"
QUANTITY = (
    rf"(?:{NUMBER}(?:\s?(?:%|percent\b)|(?:\s|-)?(?:{UNITS}|{MORE_UNITS}|{SPANS}|{MONEY})\b)?"
    rf"(?:{EACH}|/[a-z]+)?(?:\s(?:max|min|maximum|minimum|each|total))?)"
)
UNITED = rx.compile(
    rf"^{NUMBER}(?:\s?(?:%|percent\b)|(?:\s|-)?(?:{UNITS}|{MORE_UNITS}|{SPANS}|{MONEY})\b|{EACH}|/[a-z]+)|^0x|^[$€£¥]"
    r"|^x?\d+x\d*|^\d[\d.]*e-?\d",
    re.IGNORECASE,
)
HEDGE = (
    r"(?:(?:about|around|roughly|approx\.?|ca\.?|circa|at most|at least|up to|max\.?|maximum|min\.?|minimum"
    r"|exactly|only|just"
    r"|still|now|currently|always|always at|set to|at|limited to|capped at|fixed at|pinned at|the)\s+)*"
)
# What a number is the value of.
PARAMETERS = words(
    "limit limits cap quota ceiling maximum minimum max min threshold timeout timeouts ttl delay"
    " interval period window cooldown debounce backoff retry retries attempts rate rates ratio size"
    " sizes length depth width height count total budget batch epochs seed dropout momentum temperature"
    " lr vocab vocabulary dimension dimensions dim layers heads context resolution precision scale level"
    " levels speed gravity damage hp health slots tick ticks fps bitrate baud frequency sampling"
    " oversampling gain voltage current capacity stack heap buffer buffers pool workers threads replicas"
    " shards partitions connections concurrency parallelism instances nodes cores memory ram disk"
    " storage bandwidth throughput default defaults latency retention expiry lifetime age duration slo"
    " sla slos uptime availability coverage score target price fee cost costs plan tier trial seats"
    " allowance pagination page offset priority weight port sdk minsdk targetsdk testers users customers"
    " fee discount margin churn version-code buildnumber allowance stop-loss tolerance radius zoom"
    " radius margin padding radius volume salary lr wd warmup patience k topk top-k top_k p beta alpha"
    " gamma lambda epsilon"
)
# What is called by a name that is no word: "bundle id: com.tern.app".
NAMED_BY = words(
    "id ids name table bucket branch domain namespace prefix suffix tag key region zone topic queue"
    " package user username account profile alias project repo repository image channel index schema"
    " database db tenant org organization scheme identifier bundle target board chip mcu soc partition"
    " volume group role slug label handle remote upstream preset flavor flavour variant module target tz"
    " timezone locale"
)
# What a product can fill in a system.
COMPONENTS = words(
    "db database cache queue broker bus store warehouse lake search index cdn dns proxy gateway ingress"
    " mesh firewall vpn auth login sso identity payments billing mail email emails sms push"
    " notifications analytics tracking logs logging metrics monitoring tracing traces alerts alerting"
    " paging crash crashes errors ci cd pipeline pipelines build builds deploys deploy hosting infra iac"
    " orm framework engine language runtime compiler linter formatter bundler editor ide shell os kernel"
    " console router routing state styling css ui frontend backend fe be server client app web site"
    " mobile api rpc wire protocol scheduler cron jobs workers orchestration etl ml training serving"
    " inference embeddings vectors tests test e2e mocks docs wiki tickets issues chat crm cms support"
    " translations i18n strings maps charts fonts icons audio sound physics networking netcode"
    " multiplayer dialogue rendering renderer shaders terrain ai rng rtos hal firmware toolchain"
    " debugger probe programmer bootloader filesystem fs crypto tls radio bus parser lexer serializer"
    " secrets flags feature storage uploads files images video realtime websockets nav navigation di"
    " orchestrator registry artifacts rig stack tooling packages store offline sync rng board display"
    " driver host target"
)
# Behind these a line says no setting: it reports, asks or tells what to do.
NO_LABEL = words(
    "patient preferred favorite favourite favorites favourites tz timezone"
    " note notes todo todos fixme fix hint tip ps question questions example examples error errors"
    " warning warn info debug fatal exception traceback expected actual got output input result results"
    " step steps task tasks goal goals problem problems issue issues bug bugs rule rules lesson lessons"
    " cause reason idea ideas plan plans update updates edit wip summary context background status"
    " request response answer file line title subject description summary message notice caution"
    " important reminder fyi btw tldr tl;dr update news correction option options pros cons usage see"
    " here there who what why how when where first second third then next also done todo's blocker"
    " blockers next expected id est deadline due owner contact refs ref reference references link links"
    " docs ticket jira pr mr commit sha"
)
VERSIONED = words(
    "kernel firmware api os schema sdk driver spec protocol app client server library lib runtime"
    " compiler engine toolchain framework version release image chart agent cli plugin ndk jdk jre jvm"
    " bios loader"
)
# Where a program of some version runs: "staging is pg 16".
PLACES = words("env environment prod production staging dev local ci server laptop machine cluster box")
VERBS = words(
    "set change bump put make try use run rerun add remove increase decrease raise lower scale train"
    " test with show give get try again then and move switch print find replace rename update delete"
    " write create want need should retry start stop"
)
COMMAND_WORDS = (
    r"(?:npx?|npm|pnpm|yarn|bun|deno|node|make|cmake|ninja|meson|bazel|cargo|rustup|go|python3?|pytest|tox"
    r"|nox|uv|pip|pipx"
    r"|poetry|hatch|pdm|just|task|docker|docker-compose|podman|kubectl|helm|terraform|tofu|ansible-playbook"
    r"|ansible|vagrant"
    r"|mvn|\./mvnw|gradle|\./gradlew|sbt|lein|bundle|rake|rails|bin/\w+|mix|iex|composer|php|artisan|dotnet|msbuild"
    r"|flutter|fvm|dart|melos|fastlane|xcodebuild|pod|swift|adb|west|idf\.py|openocd|ceedling|platformio|pio|st-flash"
    r"|jlink|godot|unity|git|gh|ssh|scp|rsync|curl|wget|bash|sh|zsh|\./[\w./-]+|[\w./-]+\.(?:sh|py|js|rb|gd"
    r"|ts)|systemctl"
    r"|invoke|fab|dbt|airflow|dagster|mlflow|jupyter|ruff|mypy|eslint|jest|vitest|playwright|cypress|turbo"
    r"|nx|lerna|wrangler"
    r"|flyctl|fly|vercel|netlify|heroku|serverless|sam|cdk|pulumi|alembic|prisma|drizzle-kit|knex|sqlx"
    r"|diesel|buf|protoc)"
)
COMMAND = (
    rf"(?:`(?P<c1>[^`]+)`|\"(?P<c2>{COMMAND_WORDS}\s[^\"]+)\"|(?P<c3>{COMMAND_WORDS}(?:\s+(?!v?\d+"
    rf"(?:\.\d+)*$)[\w./:@=+*\"'~^-]+){{0,8}}))"
)
ACTIVITY = (
    r"(?:(?:unit|integration|e2e|widget|ui|load|smoke|all|browser|api|db|database|dev|prod|local|the|our)\s+)*"
    r"(?:tests?|test suite|suite|specs?|evals?|benchmarks?|benches|builds?|lint(?:er|ing)?|linter|format(?:ter|ting)?"
    r"|type ?checks?|deploys?|deployments?|release|releases|migrations?|seeds?|seeding|server|dev server|app"
    r"|worker|docs"
    r"|flash|flashing|install|setup|start|run|export|exports|import|codegen|bundle|package|e2e|coverage|training|docs"
    r"|nav ?mesh|emulator|simulator|storybook|backups?|restore|it)"
)
VERSION = r"v?\d+(?:\.\d+)+(?:[-.]?(?:rc|beta|alpha|lts)\.?\d*)?"
TOOL = r"[A-Za-z][\w-]*(?:\+\+|#)|@?[A-Za-z][\w.+#/-]*\w(?:\s(?-i:[A-Z])[\w.+#-]*\w)?|(?-i:[A-Z])"
MACHINE = (
    r"(?:vps|vm|vms|box|boxes|server|servers|cluster|nuc|mac minis?|macs?|raspberry pi|rpi ?\d?|pi \d"
    r"|droplet|droplets|instance"
    r"|instances|laptop|desktop|machine|machines|workstation|node|nodes|pod|pods|gpus?|[avthl]\d{1,3}0?0?s?"
    r"|rack|nas|host|hosts"
    r"|metal|container|containers|lambda|lambdas|ec2|t[234]\.\w+|stm32\w*|esp32\w*|nrf\w+|rp2040|arduino)"
)
# Words that make a name of nothing.
HOLLOW = (
    NOT_TOOLS
    | EMPTY_NOUNS
    | PRONOUNS
    | TURN_WORDS
    | words(
        "the a an our my your his her their its and or but so because since as of in on at to for with"
        " by from if when then there here very too really quite pretty much lots way stuff thing things"
        " something anything today tomorrow yesterday weekly daily monthly up down in out off over back"
        " again always never often sometimes soon later maybe idea mess pain joke hell crap shit garbage"
        " trash enough small big large huge tiny short long high low hard easy important annoying true"
        " false right wrong ready dead alive broken late early missing empty full clean dirty safe"
        " secure private public"
    )
)
CODE = rx.compile(r"(?=.*[\d_.:/@-])[A-Za-z_@./][\w.:/@+-]*\w|[A-Z][A-Z\d_]{2,}")
ADDRESS = rx.compile(rf"(?:{HOST})", re.IGNORECASE)


def thing_at(stretch: Stretch, start: int, end: int, kind: str = "technology") -> Thing | None:
    """The characters of a statement as a thing; its own kind when that is known."""
    inside = stretch.between(start, end)
    while inside and inside[0].lower in ARTICLES:
        inside = inside[1:]
    if not inside or inside[0].start > inside[-1].start:
        return None
    name = stretch.reading.sentence.stretch(inside).strip(" .,;:")
    known = stretch.reading.ontology.known(name)
    head = inside[-1]
    return Thing(
        name, known or kind, inside[0].start, inside[0].start + len(name), True, bool(known), False, head
    )


def tool_at(stretch: Stretch, start: int, end: int, *, loose: bool = False) -> Thing | None:
    """The characters of a statement as the name of a program; with `loose` a small word that nobody knows is one."""
    thing = thing_at(stretch, start, end)
    if thing is None or len(thing.name.split()) > 3:
        return None
    parts = thing.name.lower().split()
    inside = [word for word in stretch.between(start, end) if word.lower not in ARTICLES]
    known = stretch.reading.ontology.known(thing.name)
    if not known and re.fullmatch(r"[A-Z]\d{1,2}", thing.name):
        return None  # a ward, a gate, a room
    if known in {"technology", "package", "service", "product"}:
        return thing._replace(kind=known)
    if known or set(parts) & HOLLOW or parts[-1] in ROLE_HEADS or not re.search(r"[A-Za-z]", thing.name):
        return None
    if any(stretch.dated(word) for word in inside) or any(
        word.tag in {"MD", "VBZ", "VBD"} for word in inside if word.text.islower()
    ):
        return None
    shaped = bool(re.search(r"[A-Z]|\d|[a-z][._+#-]\w|\+\+|#", thing.name))
    if (
        any(word.entity in {"PERSON", "GPE"} for word in inside)
        and not loose
        and not re.search(r"[A-Z].*[A-Z]|\d|[._+#-]", thing.name)
    ):
        return None
    plain = (
        len(parts) < 3
        and inside[-1].pos in {"NOUN", "PROPN", "X", "INTJ", "ADJ", "ADP", "SCONJ"}
        and inside[-1].tag not in {"NNS", "JJR", "JJS"}
    )
    return thing if shaped or (loose and plain and parts[-1] not in stretch.reading.ontology.heads) else None


def word_at(stretch: Stretch, start: int, end: int) -> Thing | None:
    """A tool, or any one word that is no word of speech, where only a name can stand: "cdn: fastly"."""
    thing = tool_at(stretch, start, end, loose=True)
    if thing is not None:
        return thing
    found = thing_at(stretch, start, end)
    plain = found is not None and found.name.isalpha() and found.name.lower() not in HOLLOW
    return found if plain and not any(stretch.dated(word) for word in stretch.between(start, end)) else None


def about(
    stretch: Stretch,
    party: Party,
    predicate: str,
    target: Thing | str,
    *,
    mode: ClaimMode = "asserts",
    when: When | None = None,
    text: str = "",
) -> Claim:
    """A claim about a part of the project; the object is a thing or a literal."""
    reading = stretch.reading
    known = reading.ontology.predicate(predicate)
    shown = target.name if isinstance(target, Thing) else target
    told = finish(text) if text else stated(reading, party, known, shown, mode=mode, when=when or When())
    if isinstance(target, Thing) and target.kind != "value":
        kind = (
            target.kind
            if target.kind in known.range
            else next(
                (kind for kind in ("technology", "host", "service", "file", "url") if kind in known.range), ""
            )
        )
        if kind:
            return reading.claim(
                party, predicate, told, thing=target, kind=kind, mode=mode, when=when, confidence=0.7
            )
    return reading.claim(party, predicate, told, value=shown, mode=mode, when=when, confidence=0.7)


def counted(text: str) -> int:
    """The length of an "all" or "every" in front."""
    match = re.match(r"(?:all|each|every|both)\s+(?:of\s+)?", text, re.IGNORECASE)
    return match.end() if match else 0


def part(stretch: Stretch, span: tuple[int, int], predicate: str) -> Party | None:
    """What a predicate speaks of: a known thing or a part of the project."""
    start = span[0] + counted(stretch.text[span[0] :])
    party = subject(stretch, start, span[1], stretch.reading.ontology.predicate(predicate).domain)
    return None if party is None or party.user else party


def label(stretch: Stretch, span: tuple[int, int], *, most: int = 5) -> str:
    """The words of a label in small letters where only the beginning of a line has made them great."""
    start = span[0] + counted(stretch.text[span[0] :])
    return label_of(stretch, start, span[1], most=most)


def head_of(name: str) -> str:
    """The noun of a label: "stack of the radio task" -> "stack"."""
    front = re.split(r"\s+(?:of|for|in|on|at|per)\s+", name.lower())[0].split()
    return front[-1].strip(".") if front else ""


SHOP = COMPONENTS | words(
    "prod production staging repo repos cluster clusters node nodes pod pods box boxes server servers"
    " vm vms host hosts endpoint endpoints service services microservice microservices codebase monorepo"
    " branch deployment container containers image driver firmware module script scripts migration"
    " migrations schema table tables request requests payload webhook webhooks job worker cli sdk"
    " library package dependency dependencies lockfile config pr prs commit model models dataset"
    " notebook notebooks gpu cpu emulator simulator shader engine plugin extension release backend"
    " frontend replica replicas namespace cert certs domain env vpn bucket topic index deploys flow"
    " screen page form checkout feature module component widget plugin app backend cache queue wal disk"
    " memory heap stack dns ttl timeout port socket thread process daemon cert token request response"
    " buffer register interrupt isr dma i2c spi uart adc gpio packet packets scheduler lock mutex"
    " transaction query column row field label labels loss gradient epoch checkpoint tensor batch"
    " texture shader frame scene asset sprite physics rng save multiplayer webhook spf dkim email emails"
    " login signup deploy spam"
)


def shoptalk(stretch: Stretch) -> bool:
    """True when something in the statement tells of software or hardware."""
    ontology = stretch.reading.ontology
    return any(
        word.technical or word.lower in SHOP or ontology.known(word.text) in {"technology", "package"}
        for word in stretch.words
    )

"""German, as the models de_core_news_* parse it: labels of the TIGER corpus."""

from __future__ import annotations

from graphmem.extract import sieve as rx
from graphmem.extract.languages.dates import DateWords, one_of, pattern
from graphmem.extract.languages.grammar import Kin, Labels, Language, Rule, Says
from graphmem.extract.vocabulary import words

MONTHS = {
    name: number
    for number, names in enumerate(
        ("januar jänner jan", "februar feber feb", "märz mär maerz", "april apr", "mai", "juni jun", "juli jul",
         "august aug", "september sept sep", "oktober okt", "november nov", "dezember dez"), 1)
    for name in names.split()
}  # fmt: skip
WEEKDAYS = {
    name: number
    for number, names in enumerate(
        ("montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag sonnabend", "sonntag")
    )
    for name in names.split()
}
NUMBERS = {
    name: number
    for number, names in enumerate(
        ("ein eine einem einer einen", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf",
         "zwölf"), 1)
    for name in names.split()
} | {"ein paar": 3, "einigen": 3, "wenigen": 3}  # fmt: skip
UNITS = {
    form: name
    for name, found in {
        "hour": "stunde stunden",
        "day": "tag tage tagen",
        "week": "woche wochen",
        "month": "monat monate monaten monats",
        "quarter": "quartal quartale quartalen",
        "year": "jahr jahre jahren jahres",
        "weekend": "wochenende",
    }.items()
    for form in found.split()
}
WHICH = {
    stem + ending: which
    for stem, which in (
        ("letzt", "last"), ("vergangen", "last"), ("vorig", "last"), ("dies", "this"), ("nächst", "next"),
        ("kommend", "next"), ("laufend", "this"),
    )
    for ending in ("e", "en", "em", "er", "es")
}  # fmt: skip
NEAR = {"heute": 0, "gestern": -1, "vorgestern": -2, "morgen": 1, "übermorgen": 2}
SEASONS = {
    "frühling": "spring",
    "frühjahr": "spring",
    "sommer": "summer",
    "herbst": "autumn",
    "winter": "winter",
}


# A number is a year behind one of these; "Port 2020" is none.
YEAR_BEHIND = (
    r"(?<=\bseit )|(?<=\bjahr )|(?<=\bjahre )|(?<=\bbis )|(?<=\bab )|(?<=\bvon )|(?<=\bnach )|(?<=\bvor )|(?<=\bin )"
    r"|(?<=\bende )|(?<=\banfang )|(?<=\bmitte )|(?<=\bschon )|(?<=\berst )|(?<=\bbin )|(?<=\bhabe )|(?<=\bhaben )"
    r"|(?<=\bhat )|(?<=\bist )|(?<=\bsind )|(?<=\bwar )|(?<=\bwaren )|(?<=\bwurde )|(?<=\bwurden )|(?<=\bich )"
    r"|(?<=\bwir )|(?<=\ber )|(?<=\bsie )|(?<=\bes )|(?<=[0-9][-–])|(?<=[0-9] [-–] )"
)


M, U, N = one_of(MONTHS), one_of(UNITS), rf"\d{{1,3}}|{one_of(NUMBERS)}"
W = one_of(WHICH)
Y = r"(?P<year>(?:19|20)\d\d)"
ABOUT = r"(?:etwa |ca\. |ungefähr |rund |circa |fast |über )?"


DATES = DateWords(
    months=MONTHS,
    weekdays=WEEKDAYS,
    numbers=NUMBERS,
    units=UNITS,
    which=WHICH,
    near=NEAR,
    seasons=SEASONS,
    before=(
        (pattern(r"\b(?:seit|ab|von)\s+(?:dem\s+|der\s+|anfang\s+|ende\s+|mitte\s+)?$"), "since"),
        (pattern(r"\bbis\s+(?:zum\s+|zur\s+|anfang\s+|ende\s+|mitte\s+)?$"), "until"),
        (pattern(r"\bvor\s+(?:dem\s+|der\s+)?$"), "before"),
        (pattern(r"\bnach\s+(?:dem\s+|der\s+)?$"), "after"),
    ),
    behind=(),
    joint=pattern(r"\s*(?:–|-|bis(?:\s+zum)?)\s*"),
    patterns=(
        ("day", pattern(r"\b(?P<year>(?:19|20)\d\d)-(?P<month>[01]\d)-(?P<day>[0-3]\d)\b")),
        ("day", pattern(rf"\b(?P<day>[0-3]?\d)\.\s?(?P<month>{M}\b\.?|1[0-2]\.|0?[1-9]\.)\s?{Y}?(?!\d)")),
        ("month", pattern(rf"\b(?P<which>{W})\s+(?P<month>{M})\b")),
        ("month", pattern(rf"\b(?P<month>{M})\b\.?(?:\s+{Y})?\b")),
        ("month", pattern(r"\b(?P<year>(?:19|20)\d\d)-(?P<month>0[1-9]|1[0-2])\b")),
        ("month", pattern(r"(?<![\d.])(?P<month>0[1-9]|1[0-2])[./](?P<year>(?:19|20)\d\d)\b")),
        ("quarter", pattern(rf"\bQ(?P<quarter>[1-4])(?:[ /]{Y})?\b")),
        ("season", pattern(rf"\b(?P<which>{W})\s+(?P<season>{one_of(SEASONS)})\b")),
        ("season", pattern(rf"\b(?:im\s+)(?P<season>{one_of(SEASONS)})(?:\s+{Y})?\b")),
        ("which", pattern(rf"\b(?P<which>{W})\s+(?P<unit>{U})\b")),
        ("ago", pattern(rf"\bvor\s+{ABOUT}(?P<count>{N})\s+(?P<unit>{U})\b")),
        ("ahead", pattern(rf"\bin\s+{ABOUT}(?P<count>{N})\s+(?P<unit>{U})\b")),
        ("duration", pattern(rf"\bseit\s+{ABOUT}(?P<count>{N})\s+(?P<unit>{U})\b")),
        ("near", pattern(rf"\b(?P<near>{one_of(NEAR)})\b(?<!guten morgen)")),
        ("weekday", pattern(rf"\b(?:(?P<which>{W})\s+|am\s+)?(?P<weekday>{one_of(WEEKDAYS)})\b")),
        ("year", pattern(rf"(?:^|{YEAR_BEHIND}){Y}\b(?![.,:/-]?\d)(?!\s*(?:€|%|mb|gb|ms|zeilen|tests?)\b)")),
    ),
)  # fmt: skip


KIN = {
    "frau": Kin("wife", "married_to", "Die Frau des Nutzers"),
    "mann": Kin("husband", "married_to", "Der Mann des Nutzers"),
    "freundin": Kin("girlfriend", "partner_of", "Die Freundin des Nutzers"),
    "partnerin": Kin("partner", "partner_of", "Die Partnerin des Nutzers"),
    "partner": Kin("partner", "partner_of", "Der Partner des Nutzers"),
    "schwester": Kin("sister", "sibling_of", "Die Schwester des Nutzers"),
    "bruder": Kin("brother", "sibling_of", "Der Bruder des Nutzers"),
    "tochter": Kin("daughter", "parent_of", "Die Tochter des Nutzers"),
    "sohn": Kin("son", "parent_of", "Der Sohn des Nutzers"),
    "mutter": Kin("mother", "child_of", "Die Mutter des Nutzers"),
    "vater": Kin("father", "child_of", "Der Vater des Nutzers"),
}
JOBS = (
    r"(?:[\wäöü-]*(?:entwickler|ingenieur|informatiker|lehrer|designer|manager|berater|forscher|leiter|techniker|arzt|ärzt"
    r"|pfleger|schwester|anwalt|anwält|architekt|administrator|analyst|tester|redakteur|student|professor|musiker|koch"
    r"|köch|verkäufer|therapeut|wissenschaftler|mathematiker|physiker|biologe|chemiker|übersetzer|journalist|buchhalter)"
    r"(?:in)?|CTO|CEO|Data Scientist)"
)
IMPERATIVES = (
    r"(?:antworte|schreib|schreibe|benutze|benutz|verwende|nutze|nutz|nimm|gib|mach|mache|frag|frage|halte|halt|füge"
    r"|lass|lasse|erkläre|erklär|zeige|zeig|prüfe|prüf|teste|committe|pushe|formatiere|nenne|vermeide|achte|sprich|rede"
    r"|lies|starte|führe|lösche|ändere|erstelle)"
)
STANDING = r"(?:immer|nie|niemals|stets|grundsätzlich|künftig|in zukunft|ab jetzt|ab sofort|von nun an)"
NAME = r"[A-ZÄÖÜ][\wäöüß'-]+(?: [A-ZÄÖÜ][\wäöüß'-]+)?"
PLACE, FIRM, TOOL = ("place",), ("organization",), ("technology", "package", "product", "service")

LANGUAGE = Language(
    labels=Labels(
        subject=words("sb sp"),
        object=words("oa oa2 og"),
        prepositional=words("mo op mnr sbp cvc"),
        case=frozenset(),
        kernel=words("nk"),
        chain=words("oc"),
        joined=words("cj cd cp re rc rs mo oc"),
        name=words("pnc nk uc"),
        beside=words("nk app"),
        aside=words("rc re cj cd punct app mo cm cc"),
    ),
    me=words("ich"),
    us=words("wir"),
    pleased=words("mir"),
    my=words("mein meine meiner meinem meinen unser unsere unsere"),
    my_forms=frozenset(),
    our_forms=frozenset(),
    negations=words("nicht kein keine keinen keinem keiner nie niemals nichts"),
    no_claim=pattern(
        r"\?|\b(?:wenn|falls|ob|angenommen|vielleicht|möglicherweise|eventuell|angeblich|vermutlich|wahrscheinlich|würde\w*"
        r"|hätte\w*|wäre\w*|könnte\w*|sollte\w*|dürfte\w*|zum beispiel|beispielsweise|etwa so|sagt\w*|sagte\w*|meint\w*"
        r"|meinte\w*|behauptet\w*|laut|gehört|hoffe|hoffentlich|träum\w*|stell dir vor|als ob)\b|\bz\. ?b\."
        r"|^\W*(?:wer|was|wo|wann|warum|wieso|welche\w*|wie|woher|wohin|kannst|könnt|soll|sollen|ist|sind|hast|habt|bist"
        r"|willst|wohnst|magst|muss|müssen|darf)\b"
    ),
    not_yet=words(
        "möchte möchten will wollen werde werden plane planen überlege überlegen soll sollen kann können muss müssen"
        " darf fast beinahe"
    ),
    over=pattern(r"\b(?:nicht mehr|kein\w* [^,.;]*mehr|nie mehr|nie wieder|früher|damals|ehemals)\b"),
    kin=KIN,
    user="Der Nutzer",
    team="Das Team des Nutzers",
    since="seit {d}",
    until="bis {d}",
    says={
        "name": Says("{s} heißt {o}", "{s} heißt nicht {o}", "{s} heißt nicht mehr {o}"),
        "age_is": Says("{s} ist {o} Jahre alt", "{s} ist nicht {o} Jahre alt", "{s} ist nicht mehr {o} Jahre alt"),
        "has_role": Says("{s} arbeitet als {o}", "{s} arbeitet nicht als {o}", "{s} arbeitet nicht mehr als {o}"),
        "lives_in": Says("{s} wohnt in {o}", "{s} wohnt nicht in {o}", "{s} wohnt nicht mehr in {o}"),
        "works_at": Says("{s} arbeitet bei {o}", "{s} arbeitet nicht bei {o}", "{s} arbeitet nicht mehr bei {o}"),
        "likes": Says("{s} mag {o}", "{s} mag {o} nicht", "{s} mag {o} nicht mehr"),
        "dislikes": Says("{s} mag {o} nicht", "{s} hat nichts gegen {o}", "{s} hat nichts mehr gegen {o}"),
        "prefers": Says("{s} bevorzugt {o}", "{s} bevorzugt {o} nicht", "{s} bevorzugt {o} nicht mehr"),
        "uses": Says("{s} benutzt {o}", "{s} benutzt {o} nicht", "{s} benutzt {o} nicht mehr"),
        "chose": Says("{s} hat sich für {o} entschieden", "{s} hat sich nicht für {o} entschieden",
                      "{s} hat sich von {o} abgewandt"),
        "rejected": Says("{s} hat sich gegen {o} entschieden", "{s} hat sich nicht gegen {o} entschieden",
                         "{s} ist nicht mehr gegen {o}"),
        "instructs": Says("{s} weist an: {o}", "{s} weist nicht an: {o}", "{s} weist nicht mehr an: {o}"),
    },
    opposite={"likes": "dislikes"},
    phrases=(
        ("name", rx.compile(rf"\b(?:[Ii]ch heiße|[Ii]ch heisse|[Mm]ein Name ist)\s+(?P<o>{NAME})")),
        ("age_is", pattern(r"\bich bin (?:jetzt |gerade |schon |inzwischen )?"
                           r"(?P<o>\d{1,2})(?= jahre? alt|\s*(?:[.,!;]|$| und\b))")),
        ("has_role", pattern(rf"\bich (?:bin|arbeite (?:\w+ )?als)\s+(?:eine?\s+)?"
                             rf"(?P<o>(?:leitende\w* |freie\w* )?{JOBS})\b")),
    ),
    orders=pattern(
        rf"^\W*(?:(?:und|bitte|ok(?:ay)?|also|ach ja)[\s,]+)*(?:{STANDING}[\s,]+(?:bitte\s+)?{IMPERATIVES}\b"
        rf"|(?:bitte\s+)?{IMPERATIVES}\b[^,;]*?\b{STANDING}\b"
        rf"|(?:bitte\s+)?(?:immer|nie|niemals|stets)\b[^,;.]*\w+(?:en|ern|eln)\s*[.!]*$)"
    ),
    rules=(
        Rule("lives_in", "wohnte wohnten lebte lebten", "prep:in|im", PLACE, "ends"),
        Rule("lives_in", "wohnen wohne wohnt wohnst leben lebe lebt", "prep:in|im", PLACE),
        Rule("lives_in", "ziehen zieht gezogen zog zogen umgezogen umziehen", "prep:nach|in|ins", PLACE),
        Rule("lives_in", "ziehen gezogen zog zogen weggezogen umgezogen", "prep:von|aus", PLACE, "ends"),
        Rule("works_at", "arbeitete arbeiteten", "prep:bei|beim|für", FIRM, "ends"),
        Rule("works_at", "arbeiten arbeite arbeitet angestellt", "prep:bei|beim|für", FIRM),
        Rule("works_at", "angefangen anfangen begonnen gewechselt wechseln", "prep:bei|beim|zu", FIRM),
        Rule("works_at", "verlassen verließ verließen kündigte", "object", FIRM, "ends"),
        Rule("works_at", "gekündigt kündigen", "prep:bei|beim", FIRM, "ends"),
        Rule("name", "heißen heiße heißt heisst", "object", ("person",)),
        Rule("prefers", "bevorzugen bevorzuge bevorzugt", "object"),
        Rule("prefers", "benutzen benutze nutzen nutze verwenden verwende nehmen nehme mag mögen", "object",
             also="lieber"),
        Rule("likes", "mögen mag liebe lieben", "object"),
        Rule("dislikes", "hassen hasse hasst verabscheue", "object"),
        Rule("likes", "gefallen gefällt", "subject"),
        Rule("chose", "benutzen verwenden nutzen nehmen", "object", TOOL, also="beschlossen"),
        Rule("uses", "benutzen benutze benutzt nutzen nutze nutzt verwenden verwende verwendet setzen", "object", TOOL),
        Rule("uses", "setzen setze setzt arbeiten arbeite", "prep:auf|mit", TOOL),
        Rule("uses", "umgestiegen umsteigen gewechselt migriert umgestellt", "prep:auf|zu", TOOL),
        Rule("uses", "umgestiegen umsteigen gewechselt migriert umgestellt", "prep:von", TOOL, "ends"),
        Rule("chose", "entscheiden entschieden", "prep:für", TOOL),
        Rule("rejected", "entscheiden entschieden", "prep:gegen", TOOL),
    ),
    than=words("als gegenüber statt anstatt"),
    leading=words("der die das den dem ein eine einen einem kein keine keinen keinem meine mein unser unsere sehr"),
    spaced=True,
    dates=DATES,
)  # fmt: skip

"""Spanish, as the models es_core_news_* parse it: labels of Universal Dependencies."""

from __future__ import annotations

from graphmem.extract import sieve as rx
from graphmem.extract.languages.dates import DateWords, one_of, pattern
from graphmem.extract.languages.grammar import Kin, Labels, Language, Rule, Says
from graphmem.extract.vocabulary import words

MONTHS = {
    name: number
    for number, names in enumerate(
        ("enero ene", "febrero feb", "marzo", "abril abr", "mayo", "junio jun", "julio jul", "agosto ago",
         "septiembre setiembre sept sep", "octubre oct", "noviembre nov", "diciembre dic"), 1)
    for name in names.split()
}  # fmt: skip
WEEKDAYS = {
    name: number
    for number, names in enumerate(
        ("lunes", "martes", "miércoles miercoles", "jueves", "viernes", "sábado sabado", "domingo")
    )
    for name in names.split()
}
NUMBERS = {
    name: number
    for number, names in enumerate(
        ("un una uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce"), 1)
    for name in names.split()
} | {"un par de": 2, "unos": 3, "unas": 3, "pocos": 3, "pocas": 3, "varios": 3, "varias": 3}  # fmt: skip
UNITS = {
    form: name
    for name, found in {
        "hour": "hora horas", "day": "día días dia dias", "week": "semana semanas", "month": "mes meses",
        "quarter": "trimestre trimestres", "year": "año años",
    }.items()
    for form in found.split()
} | {"fin de semana": "weekend", "finde": "weekend"}  # fmt: skip
WHICH = {
    "pasado": "last", "pasada": "last", "anterior": "last", "último": "last", "última": "last", "este": "this",
    "esta": "this", "próximo": "next", "próxima": "next", "proximo": "next", "proxima": "next", "que viene": "next",
    "siguiente": "next",
}  # fmt: skip
NEAR = {"hoy": 0, "ayer": -1, "anteayer": -2, "antes de ayer": -2, "mañana": 1, "pasado mañana": 2}
SEASONS = {"primavera": "spring", "verano": "summer", "otoño": "autumn", "invierno": "winter"}
M, U, N = one_of(MONTHS), one_of(UNITS), rf"\d{{1,3}}|{one_of(NUMBERS)}"
BEHIND, IN_FRONT = (
    r"pasad[oa]|anterior|que viene|próxim[oa]|siguiente",
    r"est[ea]|próxim[oa]|proxim[oa]|últim[oa]",
)
Y = r"(?P<year>(?:19|20)\d\d)"
ABOUT = r"(?:unos |unas |casi |más de |aproximadamente |como )?"

DATES = DateWords(
    months=MONTHS,
    weekdays=WEEKDAYS,
    numbers=NUMBERS,
    units=UNITS,
    which=WHICH,
    near=NEAR,
    seasons=SEASONS,
    before=(
        (pattern(r"\b(?:desde|a partir de|a partir del)\s+(?:el\s+|la\s+|principios de\s+|finales de\s+)?$"), "since"),
        (pattern(r"\bhasta\s+(?:el\s+|la\s+|principios de\s+|finales de\s+)?$"), "until"),
        (pattern(r"\bantes\s+de(?:l)?\s+(?:la\s+)?$"), "before"),
        (pattern(r"\bdespués\s+de(?:l)?\s+(?:la\s+)?$"), "after"),
        (pattern(r"\bpara\s+(?:el\s+|la\s+)$"), "by"),
        (pattern(r"\b(?:de|entre)\s+(?:el\s+)?$"), ""),
    ),
    behind=(),
    joint=pattern(r"\s*(?:–|-|\ba\b|\bhasta\b|\by\b)\s*(?:el\s+)?"),
    patterns=(
        ("day", pattern(r"\b(?P<year>(?:19|20)\d\d)-(?P<month>[01]\d)-(?P<day>[0-3]\d)\b")),
        ("day", pattern(r"(?<![\d/])(?P<day>[0-3]?\d)/(?P<month>[01]?\d)/(?P<year>(?:19|20)?\d\d)\b(?!/)")),
        ("day", pattern(rf"\b(?:el\s+)?(?P<day>[0-3]?\d|primero|uno)\s+de\s+(?P<month>{M})\b(?:\s+del?\s+{Y})?")),
        ("month", pattern(rf"\b(?P<month>{M})\s+(?P<which>pasado|que viene|próximo)\b")),
        ("month", pattern(rf"\b(?P<month>{M})\b(?:\s+(?:del?\s+)?{Y})?")),
        ("month", pattern(r"\b(?P<year>(?:19|20)\d\d)-(?P<month>0[1-9]|1[0-2])\b")),
        ("quarter", pattern(rf"\b[QT](?P<quarter>[1-4])(?:[ /]{Y})?\b")),
        ("season", pattern(rf"\b(?:el\s+|la\s+)?(?P<season>{one_of(SEASONS)})\s+(?P<which>{BEHIND})\b")),
        ("season", pattern(rf"\b(?:en\s+)?(?P<which>est[ea])\s+(?P<season>{one_of(SEASONS)})\b")),
        ("season", pattern(rf"\b(?P<season>{one_of(SEASONS)})\s+del?\s+{Y}")),
        ("season", pattern(rf"\ben\s+(?:el\s+|la\s+)?(?P<season>{one_of(SEASONS)})\b")),
        ("which", pattern(rf"\b(?:el\s+|la\s+)?(?P<unit>{U})\s+(?P<which>{BEHIND})\b")),
        ("which", pattern(rf"\b(?:el\s+|la\s+)?(?P<which>{IN_FRONT})\s+(?P<unit>{U})\b")),
        ("ago", pattern(rf"(?<!desde )\bhace\s+{ABOUT}(?P<count>{N})\s+(?P<unit>{U})\b(?!\s+que\b)")),
        ("duration", pattern(rf"\bdesde\s+hace\s+{ABOUT}(?P<count>{N})\s+(?P<unit>{U})\b")),
        ("duration", pattern(rf"\b(?:llevo|llevamos|lleva|durante)\s+{ABOUT}(?P<count>{N})\s+(?P<unit>{U})\b")),
        ("duration", pattern(rf"\bhace\s+{ABOUT}(?P<count>{N})\s+(?P<unit>{U})\s+que\b")),
        ("ahead", pattern(rf"\b(?:dentro\s+de|en)\s+{ABOUT}(?P<count>{N})\s+(?P<unit>{U})\b")),
        ("near", pattern(rf"(?<!por la )(?<!de la )(?<!la )\b(?P<near>{one_of(NEAR)})\b")),
        ("weekday", pattern(rf"\b(?:el\s+)?(?P<weekday>{one_of(WEEKDAYS)})\s+(?P<which>{BEHIND})\b")),
        ("weekday", pattern(rf"\b(?:el\s+)?(?:(?P<which>{IN_FRONT})\s+)?(?P<weekday>{one_of(WEEKDAYS)})\b")),
        ("year", pattern(rf"(?:^|(?<=\ben )|(?<=\bdesde )|(?<=\bhasta )|(?<=\baño )|(?<=\bfinales de )"
                         r"|(?<=\bprincipios de )|(?<=\bdel )|(?<=\bde 20\d\d a )|(?<=\bde )|(?<=\d a )|(?<=\d[-–]))"
                         rf"{Y}\b(?![.,:/-]?\d)(?!\s*(?:€|%|mb|gb|ms|líneas|tests?)\b)")),
    ),
)  # fmt: skip


KIN = {
    "mujer": Kin("wife", "married_to", "La mujer del usuario"),
    "esposa": Kin("wife", "married_to", "La esposa del usuario"),
    "marido": Kin("husband", "married_to", "El marido del usuario"),
    "esposo": Kin("husband", "married_to", "El esposo del usuario"),
    "novia": Kin("girlfriend", "partner_of", "La novia del usuario"),
    "novio": Kin("boyfriend", "partner_of", "El novio del usuario"),
    "pareja": Kin("partner", "partner_of", "La pareja del usuario"),
    "hermana": Kin("sister", "sibling_of", "La hermana del usuario"),
    "hermano": Kin("brother", "sibling_of", "El hermano del usuario"),
    "hija": Kin("daughter", "parent_of", "La hija del usuario"),
    "hijo": Kin("son", "parent_of", "El hijo del usuario"),
    "madre": Kin("mother", "child_of", "La madre del usuario"),
    "padre": Kin("father", "child_of", "El padre del usuario"),
}
JOBS = (
    r"(?:ingenier[oa]|desarrollador[a]?|programador[a]?|diseñador[a]?|profesor[a]?|maestr[oa]|médic[oa]|enfermer[oa]"
    r"|abogad[oa]|arquitect[oa]|administrador[a]?|analista|consultor[a]?|científic[oa]|investigador[a]?|estudiante"
    r"|director[a]?|gerente|técnic[oa]|periodista|traductor[a]?|contable|cociner[oa]|músic[oa]|físic[oa]|químic[oa]|CTO|CEO)"
)
IMPERATIVES = (
    r"(?:responde|contesta|escribe|usa|utiliza|haz|pon|pregunta|mantén|añade|agrega|explica|muestra|comprueba|revisa"
    r"|prueba|ejecuta|formatea|evita|habla|lee|llama|borra|cambia|crea|emplea|incluye|responda|escriba|use|utilice)"
)
FORBIDDEN = (
    r"(?:respondas|contestes|escribas|uses|utilices|hagas|pongas|preguntes|añadas|agregues|expliques|muestres|borres"
    r"|cambies|crees|incluyas|emplees|toques|hables|commitees|subas)"
)
STANDING = r"(?:siempre|nunca|jamás|a partir de ahora|de ahora en adelante|en adelante|por defecto)"
NAME = r"[A-ZÁÉÍÓÚÑ][\wáéíóúñü'-]+(?: [A-ZÁÉÍÓÚÑ][\wáéíóúñü'-]+)?"
PLACE, FIRM, TOOL = ("place",), ("organization",), ("technology", "package", "product", "service")

LANGUAGE = Language(
    labels=Labels(
        subject=words("nsubj nsubj:pass"),
        object=words("obj flat iobj appos"),
        prepositional=words("obl nmod obj obl:arg advmod"),
        case=words("case"),
        kernel=frozenset(),
        chain=words("xcomp"),
        joined=words("conj advcl acl acl:relcl ccomp parataxis"),
        name=words("flat compound"),
        beside=words("appos flat nmod"),
        aside=words("acl acl:relcl conj cc punct appos advcl case"),
    ),
    me=words("yo"),
    us=words("nosotros nosotras"),
    pleased=words("me nos"),
    my=words("mi mis nuestra nuestro"),
    my_forms=words(
        "vivo vivía viví resido trabajo trabajaba trabajé dejé mudé trasladé prefiero uso usaba utilizo utilizaba odio"
        " detesto elegí decidí empecé entré cambié pasé migré descarté he había soy tengo amo adoro"
    ),
    our_forms=words(
        "vivimos vivíamos residimos trabajamos trabajábamos dejamos mudamos trasladamos preferimos usamos usábamos"
        " utilizamos odiamos elegimos decidimos empezamos cambiamos pasamos migramos descartamos hemos habíamos"
    ),
    negations=words("no nunca jamás tampoco ni"),
    no_claim=pattern(
        r"[¿?]|^\W*(?:qué|quién|quiénes|cuándo|dónde|cómo|cuál|cuáles)\b"
        r"|\b(?:si|quizás?|tal vez|a lo mejor|ojalá|supongamos|imagina\w*|probablemente|posiblemente|supuestamente"
        r"|como si|por ejemplo|según|dice\w*|dijo|dijeron|cree\w*|opina\w*|espero|sueño|acaso|(?!ingenier)\w+(?:ría"
        r"|rías|ríamos"
        r"|rían|iera|ieras|iéramos|ieran|iese|iesen|ara que))\b"
    ),
    not_yet=words("quiero queremos quisiera voy vamos pienso planeo puedo podemos debo debemos casi tengo"),
    over=pattern(r"\b(?:ya no|nunca más|no [^,.;]* más\b|antes|antiguamente|dejé de|dejamos de|deja de|dejó de)\b"),
    kin=KIN,
    user="El usuario",
    team="El equipo del usuario",
    since="desde {d}",
    until="hasta {d}",
    says={
        "name": Says("{s} se llama {o}", "{s} no se llama {o}", "{s} ya no se llama {o}"),
        "age_is": Says("{s} tiene {o} años", "{s} no tiene {o} años", "{s} ya no tiene {o} años"),
        "has_role": Says("{s} trabaja como {o}", "{s} no trabaja como {o}", "{s} ya no trabaja como {o}"),
        "lives_in": Says("{s} vive en {o}", "{s} no vive en {o}", "{s} ya no vive en {o}"),
        "works_at": Says("{s} trabaja en {o}", "{s} no trabaja en {o}", "{s} ya no trabaja en {o}"),
        "likes": Says("{s} aprecia {o}", "{s} no aprecia {o}", "{s} ya no aprecia {o}"),
        "dislikes": Says("{s} detesta {o}", "{s} no detesta {o}", "{s} ya no detesta {o}"),
        "prefers": Says("{s} prefiere {o}", "{s} no prefiere {o}", "{s} ya no prefiere {o}"),
        "uses": Says("{s} usa {o}", "{s} no usa {o}", "{s} ya no usa {o}"),
        "chose": Says("{s} se ha decidido por {o}", "{s} no se ha decidido por {o}", "{s} ha abandonado {o}"),
        "rejected": Says("{s} ha descartado {o}", "{s} no ha descartado {o}", "{s} ya no descarta {o}"),
        "instructs": Says("{s} indica: {o}", "{s} no indica: {o}", "{s} ya no indica: {o}"),
    },
    opposite={"likes": "dislikes"},
    phrases=(
        ("name", rx.compile(rf"(?<![Nn]o )\b(?:[Mm]e llamo|[Mm]i nombre es)\s+(?P<o>{NAME})")),
        ("age_is", pattern(r"(?<!no )\btengo\s+(?P<o>\d{1,2})\s+años(?=\s*(?:[.,!;]|$| y\b))")),
        ("has_role", pattern(rf"(?<!no )\b(?:soy|trabajo(?: \w+)? como|trabajo de)\s+(?:una?\s+)?"
                             rf"(?P<o>{JOBS}(?: de [a-zñáéíóú]+| senior| jefe| jefa)?)\b")),
    ),
    orders=pattern(
        rf"^\W*(?:(?:y|por favor|ok|vale|pues)[\s,]+)*(?:{STANDING}[\s,]+(?:por favor,?\s+)?"
        rf"(?:{IMPERATIVES}|{FORBIDDEN})\b"
        rf"|(?:no\s+)?(?:{IMPERATIVES}|{FORBIDDEN})\b[^,;]*?\b{STANDING}\b"
        rf"|(?:{STANDING}[\s,]+)no\s+{FORBIDDEN}\b)"
    ),
    rules=(
        Rule("lives_in", "vivía vivíamos viví", "prep:en", PLACE, "ends"),
        Rule("lives_in", "vivir vivo vive vivimos resido reside residimos residir", "prep:en", PLACE),
        Rule("lives_in", "mudar mudé mudó mudamos mudado trasladé trasladó trasladado", "prep:a", PLACE),
        Rule("lives_in", "mudar mudé mudó mudamos mudado trasladé trasladó trasladado", "prep:de|desde", PLACE, "ends"),
        Rule("works_at", "trabajaba trabajábamos trabajé", "prep:en|para", FIRM, "ends"),
        Rule("works_at", "trabajar trabajo trabaja trabajamos", "prep:en|para", FIRM),
        Rule("works_at", "empecé empezó entré entró", "prep:en|a", FIRM),
        Rule("works_at", "dejar dejé dejó dejado", "object", FIRM, "ends"),
        Rule("name", "llamar llama llamo", "object", ("person",)),
        Rule("prefers", "preferir prefiero prefiere preferimos", "object"),
        Rule("likes", "gustar gusta gustan encanta encantan", "subject"),
        Rule("dislikes", "odiar odio odia odiamos detesto detesta detestar", "object"),
        Rule("likes", "amo adoro amar adorar", "object"),
        Rule("chose", "usar utilizar emplear", "object", TOOL, also="decidido decidimos decidí"),
        Rule("uses", "usaba usábamos utilizaba", "object", TOOL, "ends"),
        Rule("uses", "usar uso usa usamos utilizo utiliza utilizamos utilizar", "object", TOOL),
        Rule("chose", "elegir elegí elegimos elegido eligió", "object", TOOL),
        Rule("chose", "decidir decidí decidimos decidido decantamos decanté", "prep:por", TOOL),
        Rule("uses", "pasar pasé pasamos pasado cambié cambiamos migré migramos migrado", "prep:a", TOOL),
        Rule("uses", "pasar pasé pasamos pasado cambié cambiamos migré migramos migrado", "prep:de|desde", TOOL,
             "ends"),
        Rule("rejected", "descartar descarté descartamos descartado", "object", TOOL),
    ),
    than=words("a que sobre antes"),
    leading=words("el la los las un una unos unas mi mis"),
    spaced=True,
    dates=DATES,
)  # fmt: skip

"""The forms of standing orders: regular expressions over the whole sentence."""

from __future__ import annotations

import re

from graphmem.extract import sieve as rx
from graphmem.extract.vocabulary import words

POLITE = (
    r"(?:(?:remember|reminder|note|important|please|pls|plz|also|and|ok|okay|so"
    r"|just|kindly|again|one more thing|btw|oh|hey)[\s,:]+)*"
)
# With one of these an order holds from now on.
LASTING = (
    r"(?:from (?:now|here|today|this point) (?:on(?:wards?)?|forward)|from here on out"
    r"|going forward|moving forward|henceforth"
    r"|in (?:the )?future|for future reference|by default|in general|generally"
    r"|as a (?:general )?rule|every (?:single )?time"
    r"|at all times|for the rest of (?:this|the) project|next time|without exception"
    r"|across the board|always|as a matter of course)"
)
FRONT = rx.compile(rf"^{POLITE}(?P<l>{LASTING})\s*[,:]?\s+(?P<o>.+)$", re.IGNORECASE)
BEHIND = rx.compile(
    rf"^{POLITE}(?P<o>.+?)[\s,]+(?P<l>{LASTING}|(?:ever again|ever)(?= *$))\W*$", re.IGNORECASE
)
# "Write normal paragraphs again": how to answer is asked for good, though no word says so.
AGAIN = rx.compile(
    rf"^{POLITE}(?P<o>(?:answer|reply|respond|write|use|speak|talk|explain|give\s+me|go\s+back\s+to"
    rf"|switch\s+back\s+to)\s+(?:[\w-]+\s+){{0,3}}?"
    r"(?:bullets?|bullet\s+points?|lists?|paragraphs?|prose|tables?|short|brief|concise|long|longer|detailed"
    r"|formal|casual|metric|imperial"
    r"|celsius|fahrenheit|full\s+sentences|british|american)(?:\s+(?:answers?|replies|sentences|style|form"
    r"|units|spelling|english))?)"
    r"\s+(?P<l>again|instead)\W*$",
    re.IGNORECASE,
)
WANT = rx.compile(
    r"^(?:i(?:'d| would)?\s+(?:really\s+)?(?:want|need|like|love|prefer|appreciate it if"
    r"|expect)(?:\s+it if)?\s+(?:for\s+)?you\s+(?:to\s+)?"
    r"|you\s+(?:should|must|need to|have to|can|are to|ought to|may)\s+|(?:can|could|would"
    r"|will) you\s+(?:please\s+)?|let's\s+)(?P<o>.+)$",
    re.IGNORECASE,
)
NEVER_WANT = rx.compile(
    r"^(?:i\s+(?:do\s?n['’]?t|do not|never)\s+(?:ever\s+)?(?:want|need"
    r"|like)\s+(?:you\s+to\s+(?P<v>\w+.*)|(?:to see\s+)?(?P<n>(?:any|more)?\s*[a-z].*))"
    r"|you(?:'re| are)\s+(?:not|never)\s+(?:allowed|supposed|permitted)?\s*to\s+(?P<w>.+)"
    r"|you\s+(?:must|should|may|can)\s+(?:not|never)\s+(?:ever\s+)?(?P<m>.+)"
    r"|(?:under no circumstances|on no account|at no point|in no case"
    r"|never ever)\s*,?\s*(?:(?:should|may|do|must|can|are)\s+you\s+(?:to\s+)?)?(?P<u>\w+.*))$",
    re.IGNORECASE,
)
ONLY_YOU = rx.compile(
    r"^you\s+(?:should|must|have to|need to)\s+(?:always|only ever)\s+(?P<o>.+)$", re.IGNORECASE
)
WHEN = rx.compile(
    rf"^{POLITE}(?P<c>(?:when(?:ever)?|if|before|after|every time|each time|anytime|any time"
    r"|unless|in case|once|as soon as|while|where(?:ver)?)\b[^,]{3,70}?)\s*"
    rf"(?:,\s*(?:then\s+)?|\s(?={POLITE}(?:ask|tell|show|warn|let me|stop and|always|never"
    rf"|don'?t|do not|use|please)\b)){POLITE}(?P<o>[a-z].+)$",
    re.IGNORECASE,
)
# What may stand in a condition of all times.
OPEN_IF = rx.compile(
    r"^(?:if|in case|when(?:ever)?)\s+(?:in doubt|unsure|uncertain|not sure|you(?:'re|’re"
    r"| are)\s+(?:ever\s+|not\s+(?:really\s+|100%\s+|entirely\s+|quite\s+|fully\s+)?|in\s+"
    r"|un)?(?:sure|unsure|doubt|certain|uncertain|stuck|blocked|confused)\b"
    r"|you (?:do ?n['’]?t|do not) (?:know|understand)\b|something(?:'s| is| looks"
    r"| seems) (?:unclear|ambiguous|off|not clear|missing)|(?:anything|requirements?"
    r"|a requirement|things?)\s+(?:is|are|'s)\s+(?:unclear|ambiguous)"
    r"|i ask (?:for|you (?:for|to)|about)\b|i say\b|you(?:'re| are) about to\b|there(?:'s"
    r"| is) (?:ever\s+)?(?:more than one|any doubt|a conflict|ambiguity))",
    re.IGNORECASE,
)
ANY_IF = rx.compile(
    r"^(?:if|in case|once|as soon as|where(?:ver)?)\s+(?:an?|any|some|two|both)\s", re.IGNORECASE
)
MARKED = rx.compile(
    r"\b(?:first|before|never|always|don['’]?t|do not|instead of|rather than|immediately|ask"
    r"|tell me|warn)\b",
    re.IGNORECASE,
)
TIMES = rx.compile(
    r"^(?:whenever|every time|each time|anytime|any time|before (?:every|each|any|you \w+"
    r"|\w+ing)|after (?:every|each|any|you \w+|\w+ing)|when you (?!can\b|are\b|get\b|have\b"
    r"|need\b|want\b|see\b|feel\b|could\b|find\b|finish|wake|go\b|think|look)\w+|when \w+ing\b"
    r"|while \w+ing\b|unless (?:i|told|asked|you))",
    re.IGNORECASE,
)
POINTED = rx.compile(
    r"\b(?:this|that|these|those|the|it|its|he|she|they|him|her|done|finished|ready|back|now"
    r"|today|tomorrow|tonight)\b",
    re.IGNORECASE,
)
NOW = rx.compile(
    r"\b(?:this|these|those|today|tonight|tomorrow|right now|again|just this once|this time"
    r"|for now|above|below|attached|current|currently|latest)\b"
    r"|\b(?:line|step|option) \d+|\b\w+\.(?:py|js|ts|go|rs|java)\b",
    re.IGNORECASE,
)
SCOPE = (
    r"(?:in|for|on|throughout|across|within|inside|under)\s+(?:(?:this|the|our|my|all|any"
    r"|every|new|each)\s+)*(?:[\w./-]+\s+){0,2}?(?:code ?base|repo(?:sitory)?|projects?"
    r"|monorepo|code|docs|documentation"
    r"|tests?|commits?|commit messages?|comments?|prs?|pull requests?|files?|python|typescript"
    r"|javascript|rust|go|java|sql|css|html|yaml|scripts?|configs?|emails?|answers?|replies"
    r"|team|company|apis?|modules?|packages?|migrations?|services?|backend|frontend|notebooks?"
    r"|libs?|libraries|shell scripts|src/?|tests/?)"
)
SCOPED = rx.compile(
    rf"^{POLITE}(?P<c>{SCOPE}),?\s+(?P<we>we\s+(?:always\s+|only\s+)?)?(?P<o>(?!(?:code|tests?"
    r"|files?|modules?|scripts?|repos?|projects?|packages?|docs|comments?|services?|we|you"
    r"|i)\b)(?:never|always|please|do\s?n['’]?t|do not|[a-z]+)\s.+)$",
    re.IGNORECASE,
)
OUR_WAY = rx.compile(
    r"^(?:as a rule,?\s+|by convention,?\s+|as (?:a )?policy,?\s+|here,?\s+|around here,?\s+"
    r"|normally,?\s+|(?P<x>))we\s+(?:(?P<no>do\s?n['’]?t|do not"
    r"|never)\s+(?:ever\s+)?)?(?:(?:always|only|generally"
    r"|usually)\s+)?(?P<v>[a-z-]+)\s+(?P<o>.+?)"
    r"(?P<tail>[\s,;–-]+(?:here|around here|in (?:this|our) (?:code ?base|repo|repository"
    r"|project|team|company|shop|house|org)|(?:so\s+)?(?:please\s+)?(?:stick|keep"
    r"|hold) to (?:it|that)|(?:so\s+)?(?:please\s+)?follow (?:it|that)|by convention|as a rule"
    r"|by policy|please do the same|so do the same))*\W*$",
    re.IGNORECASE,
)
WE_VERBS = words(
    "write name put format test indent sort document squash rebase merge log return raise"
    " prefer avoid keep prefix suffix wrap annotate type tag version"
    " commit push review mock pin order group place declare define import comment quote spell"
    " capitalize capitalise lint deploy release ship branch store"
    " pass handle catch throw validate mark date sign do"
)
LABEL = rx.compile(
    r"^(?:(?:house|team|coding|project|code|new|standing|general|golden|ground|hard|my|our|the"
    r"|a|another|one|naming|commit|repo)\s+)*"
    r"(?P<k>conventions?|rules?(?: of thumb)?|house style|style(?: guide)?|standing orders?"
    r"|policy|guidelines?|preferences?(?: for answers)?|standing instructions?|order"
    r"|instructions?|habit|practice|standard)"
    r"(?:\s+(?:here|for you|around here|of mine|in this (?:repo|project|codebase)|(?:for|on"
    r"|about)\s+[\w -]{2,25}))?\s*(?:[:—–=]|\s-\s|\s(?:is|are)\s+(?:that\s+"
    r"|to\s+)?)\s*(?P<o>\S.+)$",
    re.IGNORECASE,
)
ARTIFACTS = (
    r"(?:prs?|pull requests?|branch(?:es)?|commits?|messages?|tests?|functions?|methods?"
    r"|files?|variables?|names?|endpoints?|migrations?|docs|docstrings?|comments?|errors?"
    r"|exceptions?|logs?|queries|query|components?"
    r"|class(?:es)?|modules?|dates?|timestamps?|times|prices?|money|amounts|currency"
    r"|passwords?|secrets?|tokens?|ids?|keys?|configs?|types?|imports?|headings?|headers?"
    r"|changelogs?|releases?|titles?|descriptions?|constants?|enums?|interfaces?|tables?"
    r"|columns?|routes?|urls?"
    r"|hooks?|scripts?|fixtures?|snapshots?|examples?|answers?|replies|responses?|summaries"
    r"|code|sql|css|html|json|yaml|env vars?|environment variables|settings|flags?|features?"
    r"|bug ?fix(?:es)?|changes?|dependencies|dependency|strings?|lines?|numbers?|units"
    r"|currencies|tickets?|issues?|reviews?|schemas?|models?|views?|services?|packages?"
    r"|libraries|assets|images|icons|links|emails?|reports?|diagrams?|tables|labels?|merges"
    r"|deploys?|deployments?|helpers?|utilities|selectors|credentials|warnings?)"
)
OBLIGED = rx.compile(
    rf"^{POLITE}(?P<s>(?:(?:all|every|each|no|any|new|public|private"
    rf"|our)\s+)*(?:[\w/-]+\s+){{0,3}}?{ARTIFACTS}(?:\s+(?:in|of|for|on|to|with|from"
    r"|under)\s+[\w./-]+(?:\s+[\w-]+)?)?)\s+"
    r"(?P<m>must(?:\s+(?:never|always|not))?|(?:should|shall)\s+(?:never|always|not|only|start"
    r"|live|follow|begin|end|have|contain|go|stay|be (?:in|under|kept|written|named|sorted"
    r"|short|small|at most|no longer|lower|snake|kebab|camel|prefixed))|ha(?:ve|s) to"
    r"|needs? (?:to|an?)|always|never|(?:go|goes|lives?|stays?|belongs?)\s+(?:in|into|next"
    r"|under|to|through)|gets?\s+(?:an?|its|their)|(?:are|is) (?:always|never"
    r"|to be)\s+(?=(?:in|under|with|at|kept|written|named|stored|sorted|lower|upper|snake"
    r"|kebab|camel|prefixed|plural|singular|private|immutable|async|utc|squashed|signed"
    r"|reviewed|pinned)\b))\s*(?P<o>\S.+)$",
    re.IGNORECASE,
)
GENERAL = rx.compile(r"^(?:all|every|each|no|any|new|public|private)\b", re.IGNORECASE)
BAN_NOUN = (
    r"(?:emojis?|emoticons|smileys|comments?|abbreviations|force[- ]push(?:es|ing)?|print(?:s"
    r"|(?: |-)?(?:debugging|statements?))|inline (?:styles|sql|css|imports|comments)"
    r"|semicolons?|mock(?:s|ing)?|todos?|placeholders?|filler|preambles?|intros?|fluff"
    r"|bullet ?points?|bullets"
    r"|markdown|jargon|default exports|globals?|global (?:variables|state)|any(?: types?)?"
    r"|magic numbers|wildcard imports|star imports|one-letter (?:names|variables)"
    r"|single[- ]letter (?:names|variables)|yapping|apologies|exclamation (?:marks|points)"
    r"|em[- ]dashes|tabs|trailing (?:whitespace|summaries|commas)|summaries|disclaimers?"
    r"|small ?talk"
    r"|flattery|compliments|buzzwords|sugar-?coating|new dependencies|third-party (?:libs"
    r"|libraries|dependencies)|external (?:libs|libraries|dependencies)|merge commits"
    r"|squash merges|direct pushes|deploys? on (?:a )?fridays?|friday deploys|type: ignore"
    r"|ts-ignore|eslint-disable|sleeps?|raw sql|orms?|classes|inheritance|lambdas|ternaries"
    r"|nested (?:ternaries|functions)|console\.logs?|dead code|commented-out code"
    r"|hard-?coded (?:strings|values|secrets|urls|paths)|secrets in code|bare excepts?"
    r"|singletons|monkey-?patching|passive voice|contractions|slang|swearing|acronyms|headers"
    r"|headings|tables|code comments|blank lines|docstrings|long (?:answers|explanations"
    r"|intros|paragraphs)|lectures?|moralizing|follow-?up questions|hand-?holding)"
)
BAN = rx.compile(
    rf"^{POLITE}no\s+(?:more\s+|unnecessary\s+|needless\s+)?(?P<o>{BAN_NOUN}(?:(?:,\s*(?:and\s+"
    rf"|or\s+|no\s+)?|\s+(?:and|or)\s+(?:no\s+)?){BAN_NOUN})*)(?P<x>(?:\s+(?:in|on|at|outside"
    r"|without|except|unless|anywhere|inside|for|within"
    r"|between)\b.{0,50})?)(?:[\s,]+(?:please|pls|ever|thanks|thx|thank you|ok|at all"
    r"|from now on|anywhere))*\W*$",
    re.IGNORECASE,
)
SHORT = rx.compile(
    rf"^{POLITE}(?P<o>(?:only\s+)?(?:(?:short(?:er)?|brief|concise|terse|plain|simple|succinct"
    r"|to-the-point|bullet[- ]point|one-line|direct|formal|informal|blunt"
    r"|honest)\s+)+(?:answers?|repl(?:y|ies)|responses?|messages|explanations|summaries"
    r"|sentences|commits?(?: messages)?|english|style|tone)(?:\s+only)?"
    r"|(?:british|american|uk|us|australian|canadian)\s+(?:english\s+)?(?:spelling|english"
    r"|style)|(?:metric|imperial|si)\s+units|24[- ]?h(?:our)?\s+(?:times?|clock|format)"
    r"|iso (?:8601 )?dates|sentence case(?: for [\w ]+)?|oxford commas?"
    r"|(?:variable|function|class|file|branch|test|column|table)\s+names\s+in\s+[\w-]+"
    r"|(?:answers?|repl(?:y|ies)|responses?|comments?|commit messages?|docs|explanations?"
    r"|summaries|everything|messages)\s+(?:only\s+)?(?:in|as|with|without"
    r"|under)\s+[\w][\w -]{1,40}?"
    r"|(?:type hints?|types?|annotations|docstrings?|tests?|unit tests|comments?|logging"
    r"|doc comments)\s+(?:everywhere|required|mandatory|(?:on|for|in|with)\s+(?:every|all|each"
    r"|any)\s+[\w -]{2,30}|always)"
    r"|(?:one|a single|max(?:imum)?(?: of)? \w+"
    r"|at most \w+)\s+[\w-]+(?:\s+[\w-]+)?\s+per\s+[\w-]+|(?:english|german|french|spanish"
    r"|italian|dutch|polish|portuguese|snake_case|camelcase|kebab-case|tabs|spaces"
    r"|single quotes|double quotes|typescript|python|markdown|plain text)\s+only|(?:small"
    r"|atomic|tiny)\s+(?:commits|prs|pull requests|diffs))"
    r"(?P<x>[\s,.]*(?:please|pls|thanks|thx|thank you|from now on|going forward|always|ok"
    r"|i read.*|that'?s (?:how|the way) we.*|tests? first.*)*)\W*$",
    re.IGNORECASE,
)
BOTHER = rx.compile(
    rf"^{POLITE}(?:do\s?n['’]?t|do not|no need to|stop|quit|no)\s+(?:ever\s+"
    r"|even\s+)?(?:bother\s+(?:with\s+|to\s+)?|feel the need to\s+)?(?P<v>explain\w*"
    r"|apologi[sz]\w*|summari[sz]\w*|ask\w*|repeat\w*|restat\w*|thank\w*|lectur\w*|remind\w*"
    r"|add\w*|writ\w*|includ\w*|tell\w*|say\w*|prais\w*|compliment\w*|end\w*"
    r"|start\w*)\s+(?P<o>\S.+)$",
    re.IGNORECASE,
)
HABITUAL = rx.compile(
    r"\b(?:every|each|all|any|basics?|always|to me|me that|\w{4,}s|when(?:ever)?|with"
    r"|at the (?:end|start)|after|before|for permission|what you)\b",
    re.IGNORECASE,
)
KEEP = rx.compile(
    rf"^{POLITE}keep\s+(?:(?:all|your|the|our)\s+)?(?P<n>(?:[\w-]+\s+)?{ARTIFACTS})\s+(?P<o>"
    r"(?:under|below|within|short|small|tiny|focused|to|at|in|out of|sorted|alphabetical"
    r"|consistent|atomic|minimal|simple|pure|free of|up to date|clean|backwards?[- ]compatible"
    r"|flat|private)\b.*)$",
    re.IGNORECASE,
)
EACH = rx.compile(
    rf"^{POLITE}(?P<v>prefix|suffix|tag|label|name|number|document|test|cover|annotate|wrap"
    r"|sort|sign|squash|rebase|lint|format|log|review|type|validate|start|end|begin|put|leave"
    r"|add|write|give)\s+(?P<o>(?:.*\b)?(?:all|every|each|any)\s+(?!of (?:them|these|those"
    r"|the))[\w-].*)$",
    re.IGNORECASE,
)
ONE_OFF_EACH = words("add write give put leave test document log annotate wrap format sort review")
CHECK_FIRST = rx.compile(
    rf"^{POLITE}(?:always\s+)?(?:(?:ask|check with|consult|tell|warn|ping"
    r"|let)\s+me(?:\s+know)?(?:\s+first)?|ask(?:\s+first)?|get my (?:ok|approval|permission"
    r"|sign-?off)|run it by me|check in)\s+"
    r"(?P<o>(?:before|prior to|whenever|every time|if you (?:want|need|plan"
    r"|intend) to)\s+(?:you\s+)?[a-z]+.*)$",
    re.IGNORECASE,
)
EVERY = rx.compile(
    r"^(?:i(?:'d| would)?\s+(?:want|like|prefer|expect|need)\s+(?P<o>(?:all|every|each|any"
    r"|no)\s+[a-z].+?\sto\s+(?:be\s+)?[a-z].+)"
    r"|(?P<p>(?:anything|everything|whatever|nothing)\s.{3,50}?\s(?:needs|requires"
    r"|goes through|gets|must|has to have|should have)"
    r"\s+(?:my|an?)\s+(?:explicit\s+|written\s+)?(?:sign-?off|approval|ok|okay|review"
    r"|permission|go-ahead|second pair of eyes|test|ticket).*)"
    r"|make it (?:a|your) (?:habit|point|rule|practice) (?:to|of)\s+(?P<q>[a-z].+))$",
    re.IGNORECASE,
)
DARE = rx.compile(r"^(?:do\s?n['’]?t|never) you (?:dare|ever)\s+(?P<o>[a-z].+)$", re.IGNORECASE)
NAMING_WAY = rx.compile(
    r"^we\s+(?:name|prefix|squash|rebase|indent|tag|version|sort"
    r"|capitali[sz]e)\s+(?!it\b|them\b|this\b|that\b)[a-z][^?]+$",
    re.IGNORECASE,
)
FORGET = rx.compile(
    rf"^{POLITE}(?:(?:you (?:can|may)\s+|let'?s\s+)?(?:forget|ignore|drop|scrap|lift|cancel"
    r"|disregard|scratch|undo|retire|remove|never ?mind"
    r"|skip))\s+(?:about\s+)?(?:what i (?:said|told you)(?: earlier| before)? about|(?:the|my"
    r"|that|our)\s+(?:old\s+|earlier\s+|previous\s+)?(?:rule|instruction|order|ban|restriction"
    r"|requirement|thing|request|convention|policy)s?\s+(?:about|on|of|to|that|against|for"
    r"|with|regarding))\s+(?P<o>[^,;:.]+)(?P<rest>.*)$",
    re.IGNORECASE,
)


NEVER_FRONT = rx.compile(rf"^{POLITE}(?:do\s?n['’]?t|do not|never)\b", re.IGNORECASE)

"""Orders in words of their own: the forms that hold for good by their verb and what stands behind it."""

from __future__ import annotations

import re

from graphmem.extract import sieve as rx
from graphmem.extract.orders.lexicon import ARTIFACTS, LANGUAGES, MANNERS

# Forms of orders that hold for good by their verb and what stands behind it.
FORMS = tuple(
    rx.compile(pattern, re.IGNORECASE)
    for pattern in (
        # "Explain things like I'm five", "answer in simple words".
        (
            r"^(?:answer|reply|respond|explain|write|speak|talk|phrase|word|address|describe"
            r"|summari[sz]e)\s+(?:(?:to\s+|back to\s+)?me\s+"
            r"|everything\s+|things\s+|all\s+[\w-]+\s+|[\w-]+s\s+)?(?:in|without|with|like|as|using|only|more|less"
            r"|very|really"
            r"|always|simply|briefly|shortly|concisely|slowly|plainly)\b.*$"
        ),
        rf"^(?:speak|talk|write)\s+{LANGUAGES}\b.*$",
        # "Give me only diffs".
        (
            r"^(?:give|show|tell|send|offer)\s+me\s+(?:only\s+|just\s+|all\s+)?(?:[\w-]+s"
            r"|feedback|code|output)\b"
            r"(?!\s+(?:of|from|about)\b)(?:\s+(?:in|as|with|without|values?|instead|not|only|i can|first)\b.*"
            r"|,\s*not\s.*|\s*$)"
        ),
        # "Use camelCase instead of snake_case", "say workspace, not project".
        (
            r"^(?:use|write|prefer|text|email|call|message|give|show|format|say|log|put|store)\s+(?!the\b|that\b"
            r"|this\b|it\b|my\b"
            r"|our\b)[^,;]{2,40}?(?:,?\s+(?:not|never|instead\s+of|rather\s+than)\s+[^,;]{2,40}|\s+instead)$"
        ),
        # "Keep functions under 40 lines", "keep it short".
        (
            rf"^keep\s+(?:(?:all|your|the|our)\s+)?(?:it|things|everything|(?:[\w-]+\s+)?{ARTIFACTS}"
            rf"|[\w-]+s)\s+(?:(?:really|very|more)\s+)?"
            rf"(?:{MANNERS}|under|below|within|focused|to|at|in(?! mind)|out of|sorted|alphabetical|consistent"
            rf"|atomic|pure|free|up to date"
            r"|updated|clean|backwards?[- ]compatible|flat|private|(?:in\s+)?[\w-]+\s+only)\b(?!.*\bmind$).*$"
        ),
        r"^keep\s+(?:my|our|the|all|any)\s+.+?\s+out\s+of\s+(?:any\w*|every\w*|all|your|the\s+\w+s)\b.*$",
        # "Call me Jo", "refer to users as members".
        r"^(?:address|greet)\s+me\s+\w.*$",
        (
            r"^(?:call|name|refer to|address)\s+.+\b(?:in (?:examples|docs|the docs|code|comments|tests|everything)"
            r"|not\s+\w+"
            r"|as\s+\w+)\b.*$"
        ),
        # "Prefix every branch with the ticket number".
        (
            r"^(?:prefix|suffix|tag|label|name|number|cover|annotate|sign|squash|rebase|lint|validate|start|end"
            r"|begin|type"
            r")\s+(?:.*\b)?(?:every|each|any)\s+(?!of (?:them|these|those|the))[\w-].*$"
        ),
        (
            r"^(?:prefix|suffix|tag|label|number|annotate|sign|squash|rebase|lint|validate|start|end|begin"
            r"|type)\s+(?:.*\b)?all\s+"
            r"(?!of (?:them|these|those|the))[\w-].*$"
        ),
        # "Ask Priya before changing the schema".
        (
            r"^(?:cc|ask|tell|check\s+with|check in|consult|ping|copy|warn|call|let me know|get my \w+|run it by me"
            r"|show me)\b(?:\s+[\w ]+?)??"
            r"\s+(?:in\s+|on\s+)?(?:before|prior to|first$|whenever|every time|when you (?!can\b|are\b|have\b)\w+"
            r"|on\s+(?:anything|everything|all)|with\s+anything)\b.*$"
        ),
        # "Be blunt".
        rf"^(?:be|stay|write|talk|speak)\s+(?:really\s+|very\s+|more\s+|brutally\s+)?{MANNERS}\b.*$",
        # "Use type hints everywhere", "use British spelling in the docs".
        (
            rf"^(?:use|write|speak|stick to|follow|favou?r)\s+(?!the\s(?!imperative|present)|an?\s).+\b(?:everything"
            rf"|everywhere|anything|all|every|always"
            rf"|(?:in|for)\s+(?:(?:the|new|our|all|any)\s+)*(?:[\w-]+\s+)?{ARTIFACTS}|not\s+\w+)(?!\w).*$"
        ),
        r"^use\s+(?:metric|imperial|british|american|iso|24)\b.*$",
        r"^(?:switch|change|go)\s+(?:back\s+|over\s+)?to\s+(?:metric|imperial|british|american|uk|us|celsius|fahrenheit|iso|24h?|12h?)\b.*$",
        # "Sort imports alphabetically", "format dates as ISO".
        (
            r"^(?:format|name|sort|indent|wrap|document|prefix|group|separate|quote|cite|sign|spell|return"
            r"|write)\s+(?:all\s+)?"
            r"(?:[\w-]+\s+){0,2}?[a-z]+s\s+(?:out\s+)?(?:in|as|with|by|before|after|alphabetically|like|under|at)\b.*$"
        ),
        r"^(?:reply|answer|respond)\s+(?:only\s+)?with\s+.+$",
        # "Sign off as Bea in letters", "write to my mother in Polish", "write dates the European way".
        r"^sign\s+off\s+(?:as|with)\s+.+$",
        rf"^(?:write|speak|talk|reply)\s+(?:to|with)\s+.+\s+in\s+{LANGUAGES}$",
        r"^(?:write|format|give|show|put)\s+[a-z]+s\s+(?:the\s+[\w-]+\s+way|in\s+[\w-]+\s+style)$",
        r"^use\s+(?:celsius|fahrenheit|kelvin|kilomet(?:re|er)s|miles|utc|24h)\b.*$",
        # "Give me two options, never just one", "explain the why, not just the how".
        r"^(?:give|show|offer|send)\s+me\s+[^,]+,\s*never\s.+$",
        r"^(?:explain|show|give|tell)\s+[^,]+,\s*not\s+(?:just|only)\s.+$",
        # "Remind me of my pills every evening", "treat my health stuff as private".
        (
            r"^remind\s+me\b.*\b(?:every|each|whenever|when\s+(?:we|i|you)|daily|weekly|always|in\s+the\s+(?:mornings|evenings))"
            r"\b.*$"
        ),
        r"^treat\s+(?:my|our)\s+.+\s+as\s+(?:private|confidential|secret|sensitive)$",
        r"^keep\s+(?:my|our)\s+.+?\s+out\s+of\s+(?:it|this|that)$",
        r"^(?:plan|schedule|work)\s+around\s+(?:my|our)\s.+$",
        r"^round\s+(?:all\s+)?[a-z]+s\s+(?:up|down|off|to)\b.*$",
        r"^(?:explain|define|spell\s+out|expand)\s+(?:all\s+|any\s+)?(?:[\w-]+\s+)?(?:words|terms|acronyms|abbreviations|jargon)$",
        (
            r"^(?:skip|drop|cut|omit|leave\s+out|spare\s+me)\s+(?:the|all|any)\s+(?:pleasantries|fluff|preambles?|disclaimers?"
            r"|intros?|introductions?|small\s+talk|apologies|boilerplate|chit-?chat|flattery|praise|emojis?|caveats|warnings"
            r"|lectures?|summar(?:y|ies))$"
        ),
        r"^use\s+[a-z]+s\s+for\s+[a-z]+s$",
        r"^(?:call|address)\s+(?:my|our)\s+.+\s+in\s+(?:letters|mails|e-?mails|messages|writing)$",
    )
)
# "Assume I know the basics", "start with the answer": for good whatever stands behind.
OF_MANNER = rx.compile(
    r"^(?:assume\s+(?:that\s+)?(?:i|we|my)\b.*|(?:treat|regard|count)\s+(?!this|that|it|the)[a-z]+s\s+as\b.*"
    r"|(?:start|begin|lead|open|end|close)\s+with\s+(?:the|a|your)\s+(?:answer|summary|conclusion|result|code|diff"
    r"|reasons?|short version|tl;?dr)\b.*|round\s+to\s+\w+\s+(?:decimals?|digits|places)"
    r"|(?:correct|fix|check|watch|mind)\s+my\s+"
    r"(?:grammar|english|spelling|mistakes)\b.*)",
    re.IGNORECASE,
)
# How to answer is asked for good, though no word says so: "write normal paragraphs again".
AGAIN = rx.compile(
    r"^(?:answer|reply|respond|write|use|speak|talk|explain|give\s+me|(?:go|switch)\s+back\s+to)\s+(?:[\w-]+\s+){0,3}?"
    r"(?:bullets?|bullet\s+points?|lists?|paragraphs?|prose|tables?|short|brief|concise|long|longer|detailed"
    r"|formal|casual"
    r"|metric|imperial|celsius|fahrenheit|full\s+sentences|british|american)(?:\s+(?:answers?|replies|sentences"
    r"|style|form"
    r"|units|spelling|english))?\s+(?:again|instead)$",
    re.IGNORECASE,
)

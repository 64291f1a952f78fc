"""The forms of plans, wishes, deadlines and appointments: regular expressions over the whole sentence."""

from __future__ import annotations

import re

from graphmem.extract import sieve as rx
from graphmem.extract.adverbs import ADVERBS

MEETINGS = (
    r"(?:dentist|doctor'?s?|gp|optometrist|optician|orthodontist|dermatologist|appointments?"
    r"|appt|check-?up|interview|meeting|call|demo|exams?|finals?|midterms?|flight|haircut|vet"
    r"|physio"
    r"|therapy(?: session)?|surgery|operation|scan|mri|x-?ray|colonoscopy|ultrasound|wedding"
    r"|(?:birthday |housewarming |dinner |bachelor |farewell |retirement )?party|concert|gig"
    r"|lunch|dinner|brunch|drinks|barbecue|bbq|match|race|marathon|rehearsal|recital"
    r"|presentation|workshop|conference|retro|1:1|1-1"
    r"|one-on-one|viewing|inspection|delivery|trip|vacation|holiday|class|lesson|lessons"
    r"|launch|kick-?off|offsite|audit|hearing|court date|reunion|funeral|graduation|ceremony"
    r"|performance|show|play date|parents'? evening|driving test|blood test|defen[cs]e|viva"
    r"|move|moving day|visa appointment|standup|sync|webinar|training|tournament|hike|camping"
    r"|picnic|job fair|open day|premiere|exhibition|talk|keynote|release|go-live|deployment"
    r"|migration|code freeze|cutover|maintenance window|town hall|all-hands|board meeting"
    r"|quarterly review|performance review|demo day|sprint review|sprint planning)"
)
CALENDAR = rx.compile(
    r"^(?:(?:i(?:'ve| have)?(?: got)?|we(?:'ve| have)?(?: got)?|got)\s+)?(?:an?\s+|my\s+"
    r"|our\s+|the\s+)?(?P<o>(?:(?!the\b|this\b|that\b|is\b|was\b|if\b"
    rf"|when\b)[\w'’&-]+\s+){{0,3}}?{MEETINGS}(?:\s+(?:with|at|for|to|in)\s+(?:the\s+"
    r"|my\s+)?(?-i:[A-Z][\w&'-]*(?:\s+[A-Z][\w&'-]*){0,2}|(?!the\b|my\b|next\b|this\b"
    r"|tomorrow\b|noon\b|about\b|around\b)[a-z][\w-]{2,}))?)"
    r"\s*(?:[,:–-]\s*|\s(?:is|are|'s)\s+(?:now\s+|set for\s+|scheduled for\s+|booked for\s+"
    r"|on\s+)?|'s\s+(?:on\s+)?|\s(?:set|booked|scheduled|moved|rescheduled)\s+(?:for|to)\s+"
    r"|\s)(?P<d>.+)$",
    re.IGNORECASE,
)
WHOSE = rx.compile(
    r"^(?P<who>(?:my|our)\s+[a-z]+'s|[A-Z][a-z]+'s|(?:mum|mom|dad|grandma"
    rf"|grandpa)'s)\s+(?P<o>(?:[\w-]+\s+){{0,2}}?{MEETINGS})\s+(?:is\s+)?(?P<d>(?:on|at|next"
    r"|this|tomorrow|in)\b.+)$",
    re.IGNORECASE,
)
OFF_TO = rx.compile(
    r"^(?:(?i:i(?:'m| am)|we(?:'re| are))\s+)?(?i:off|heading(?: off| out| down| up| over)?"
    r"|flying(?: out| off)?|driving(?: up| down)?|going|travelling|traveling|taking the train"
    r"|catching a flight)\s+to\s+(?P<o>[A-Z][\w'’-]+(?:\s+[A-Z][\w'’-]+){0,2})\b(?P<d>.*)$",
)
WISH = (
    rx.compile(
        r"^(?:someday|some day|one day|eventually|one of these (?:days|years)|before i die"
        r"|at some point in (?:my|our) (?:life|lives)|in my (?:next )?life(?:time)?),?\s+(?P<s>i"
        r"|we)(?:'d|'ll| would)?\s+(?:really\s+)?(?:want|wanna|like|love|hope|dream of|plan|will"
        r"|am going|gonna)(?:\s+to)?\s+(?P<o>.+)$",
        re.IGNORECASE,
    ),
    rx.compile(
        r"^(?:(?P<s>i|we)(?:'d|'ve| would)?\s+)?(?:really\s+|always\s+)*(?:want(?:ed)? to|wanna"
        r"|would love to|'d love to|love to|would like to|like to|hope to"
        r"|hoping to)\s+(?P<o>.+?),?\s+(?:someday|some day|one day|eventually|one of these days"
        r"|before i die|at some point in my life)\W*$",
        re.IGNORECASE,
    ),
    rx.compile(
        r"^(?P<s>i|we)(?:'ve|’ve| have)?\s+always\s+(?:wanted|dreamed|dreamt|hoped|wished)\s+(?:to"
        r"|of|about)\s+(?P<o>.+)$",
        re.IGNORECASE,
    ),
    rx.compile(r"^(?P<s>i|we)\s+(?:dream|fantasi[sz]e)\s+(?:of|about)\s+(?P<o>\w+ing\s.+)$", re.IGNORECASE),
    rx.compile(
        r"^(?:(?:on|top of|next on|still on|number one on) my (?:bucket|wish|life) ?list"
        r"|(?:my\s+)?(?:bucket|wish) ?list(?: item)?|(?:my|our)\s+(?:big(?:gest)?\s+|ultimate\s+"
        r"|long-?term\s+|secret\s+|life\s+)*(?:dream|ambition|life goal|goal in life|aspiration)"
        r"|(?:life(?:long)?\s+)(?:dream|goal))(?:\s+of mine)?\s*(?:[:=–-]|\sis\s+(?:to\s+)?"
        r"|\sto\s)\s*(?P<o>\S.+)$",
        re.IGNORECASE,
    ),
    rx.compile(
        r"^(?P<o>[^,;:]+?)\s+(?:is|are|has been|'s)\s+(?:still\s+|high\s+|always\s+"
        r"|at the top of\s+|number one\s+)*(?:on\s+)?my (?:bucket|life|wish) ?list\b",
        re.IGNORECASE,
    ),
    rx.compile(
        r"^(?P<o>[^,;:]+?)\s+(?:is|has always been|was always|has been)\s+(?:always\s+)?(?:my|a"
        r"|a big|a childhood|a lifelong)\s+(?:lifelong\s+|childhood\s+"
        r"|big(?:gest)?\s+)?dream(?: of mine)?\W*$",
        re.IGNORECASE,
    ),
)
TODO = rx.compile(
    r"^(?:(?P<l>to-?do|note to self|reminder(?: to self)?|my (?:plan|goal|target|aim"
    r"|resolution)|plans?|goals?|resolution|next up"
    r"|new year's resolution)s?(?P<m>(?:\s+(?:for (?:(?:this|next) \w+|me|us|today|tomorrow|\w+)|this (?:week"
    r"|month|year|quarter|summer|weekend)|next (?:week|month|year|quarter)|in \d{4}|\d{4}"
    r"|today|tomorrow))*)\s*(?:[:=–-]|\sis\s+(?:to\s+)?)\s*(?:i\s+(?:need|have"
    r"|want) to\s+)?)(?P<o>[a-z].+)$",
    re.IGNORECASE,
)
MUST = rx.compile(
    rf"^(?P<s>i|we)?(?:'m|'ve|'re|’m|’ve| am| are| have)?\s*{ADVERBS}(?:supposed to|meant to|got to"
    r"|gotta|need to|needs to|have to|must|ought to"
    r"|aiming to|hoping to|planning to|planning on|intend to|intending to|set to|due to"
    r"|scheduled to|booked to|looking to|going to|gonna|about to|will|'ll|want to"
    r"|committed to)\s+(?P<o>[a-z]+\s.+)$",
    re.IGNORECASE,
)
DUE = (
    rx.compile(
        r"^(?:(?:the|our|my|hard|final)\s+)*(?:deadline|due date|cut-?off(?: date)?|closing date"
        r"|target date|eta|release date|launch date)\s+(?:for|of|on)\s+(?:the\s+|our\s+"
        r"|my\s+)?(?P<o>[^:=,]+?)\s*(?::|=|\s-\s|\s(?:is|was moved to|got moved to|moved to"
        r"|has moved to|has been moved to|remains|stays|falls on)\s|'s\s)\s*(?:on\s+)?(?P<d>.+)$",
        re.IGNORECASE,
    ),
    rx.compile(
        r"^(?:(?:the|our|my)\s+)?(?P<o>[\w][\w /.'-]{1,40}?)\s+(?:deadline|due date"
        r"|cut-?off)\s*(?::|=|\s-\s|\s(?:is|was moved to|got moved to|moved to|has moved to"
        r"|remains)\s|'s\s)\s*(?:on\s+)?(?P<d>.+)$",
        re.IGNORECASE,
    ),
    rx.compile(
        r"^(?:(?:the|our|my)\s+)?(?P<o>[\w][\w /.'-]{1,40}?)(?:'s|’s|\s+is|\s+are)?\s+(?:due"
        r"|to be (?:submitted|handed in|filed|delivered|done|finished"
        r"|ready))\s+(?:in\s+)?(?P<d>(?:by|on|before|next|this|tomorrow|today|at|end of|the|in|mon"
        r"|tue|wed|thu|fri|sat|sun|\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|eo[dwm]).*)$",
        re.IGNORECASE,
    ),
    rx.compile(
        r"^(?:(?:the|our|my)\s+)?(?P<o>[\w][\w /.'-]{1,40}?)\s+(?:has to be|have to be|needs to be"
        r"|need to be|must be|should be)\s+(?:in|done|ready|submitted|finished|delivered|out|sent"
        r"|filed|live|handed in|paid|shipped|complete|completed|over)\s+(?P<d>(?:by|before|on"
        r"|no later than|until)\s.+)$",
        re.IGNORECASE,
    ),
    rx.compile(
        r"^(?P<d>[\w ,]{3,25}?)\s+is\s+(?:the|our|my)\s+(?:hard\s+|final\s+)?(?:deadline|due date"
        r"|cut-?off)\s+for\s+(?:the\s+|our\s+|my\s+)?(?P<o>[^,;:]+?)\W*$",
        re.IGNORECASE,
    ),
    rx.compile(
        r"^(?:(?:the|our|my)\s+)?(?P<o>[\w][\w /.'-]{1,40}?)\s+(?:closes?|close|ends?|expires?"
        r"|runs out|lapses)\s+(?P<d>(?:on|by|at|in|next|this|tomorrow|end)\b.+)$",
        re.IGNORECASE,
    ),
)
CALLED_OFF = rx.compile(
    r"^(?:(?:the|our|my)\s+)?(?P<o>[^,;:]+?)\s+(?:(?:just\s+|has\s+|have\s+|was\s+|were\s+"
    r"|is\s+|are\s+|been\s+|got\s+|'s\s+|sadly\s+|unfortunately\s+)+)?(?P<v>cancell?ed"
    r"|called off|fell through|fallen through|scrapped|postponed indefinitely"
    r"|not happening(?: any ?more| after all)?|is off|are off|'s off|off the table"
    r"|no longer happening)\b(?P<x>.*)$",
    re.IGNORECASE,
)
WE_CALLED_OFF = rx.compile(
    r"^(?:(?P<s>i|we)(?:'ve|’ve| have)?\s+)?(?:just\s+|had to\s+)*(?:cancell?ed|called off"
    r"|cancel|call off|scrapped|bailed on|backed out of|dropped out of|pulled out of)\s+(?:my"
    r"|our|the)\s+(?P<o>[^,;:]+)",
    re.IGNORECASE,
)
# "I gave up on learning Rust" lets a plan go; "I gave up climbing" ends a habit.
GAVE_UP = rx.compile(
    rf"^(?:(?P<s>i|we)(?:'ve|’ve| have)?\s+)?{ADVERBS}"
    r"(?:(?:gave\s+up|given\s+up|dropped|abandoned|shelved|let\s+go\s+of|decided\s+against"
    r"|ditched)\s+(?:on\s+)?"
    r"(?:the|my|our)\s+(?:idea|plan|dream|goal)s?\s+(?:of|to|about)\s+(?P<i>\w+\s.+)"
    r"|(?:gave\s+up\s+on|given\s+up\s+on|abandoned|shelved|decided\s+against)\s+(?P<o>\w+ing\s.+))$",
    re.IGNORECASE,
)
NOT_ANY_MORE = rx.compile(
    r"^(?P<s>i|we)(?:'m|'re|’m|’re| am| are)\s+(?:(?P<a>no longer)\s+(?P<v>\w+ing)"
    r"|not\s+(?:going to\s+(?P<g>\w+)|(?P<w>\w+ing)))\s+(?P<o>.+?)(?P<t>\s+(?:any ?more"
    r"|after all))?\W*$",
    re.IGNORECASE,
)
# What will not be: these end a plan that is known, and say nothing where none is.
LATER = (
    r"(?=\s*$|\s*[,;.!]|\s+(?:after\s+all|any\s?more|this\s+(?:year|month|week|weekend|time|summer|spring"
    r"|autumn|fall|winter)|on|in"
    r"|because|since|due|so|but|and|as|thanks|unfortunately|sadly|now|tomorrow|today|tonight|next|with)\b)"
)
WHOM = (
    r"(?P<o>(?!(?:i|we|you|it|he|she|they|this|that|who|nobody|someone|everyone"
    r"|something)\b)[\w'’-]+(?:\s+(?-i:[A-Z])[\w'’-]+)?)"
)
UNPLANNED = (
    rx.compile(
        r"^(?:(?:i|we)(?:['’]m|['’]re|\s+am|\s+are)?\s+)?(?:probably\s+|so\s+|sadly\s+"
        r"|actually\s+)*(?:wo\s?n['’]?t|will\s+not|['’]ll\s+not"
        r"|(?:am\s+|are\s+)?not\s+(?:going\s+to|gonna)"
        r"|could\s?n['’]?t)\s+(?:be\s+(?:able\s+to\s+)?)?"
        rf"(?P<v>(?!be\b|have\b|get\b|use\b)[a-z]+)\s+(?:to\s+)?(?P<o>[^,;]+?){LATER}",
        re.IGNORECASE,
    ),
    rx.compile(
        r"^(?:(?:i|we)\s+)(?:sadly\s+|actually\s+)*(?:can['’]?t|can\s?not|could\s?n['’]?t)\s+(?P<v>(?!be\b"
        r"|have\b|get\b|use\b)[a-z]+)\s+"
        r"(?:to\s+)?(?P<o>[^,;]+?)(?=\s+(?:after\s+all|this\s+(?:year|month|week|weekend|time|summer|spring"
        r"|autumn|winter)|any\s?more)\b)",
        re.IGNORECASE,
    ),
    rx.compile(
        r"^(?:(?:i|we)(?:['’]m|['’]re|['’]ve|\s+am|\s+are|\s+have)?\s+)?(?:just\s+|sadly\s+|actually\s+"
        r"|decided\s+to\s+|had\s+to\s+)*"
        r"(?:skip(?:ping|ped)?|bail(?:ing|ed)?\s+on|back(?:ing|ed)?\s+out\s+of|calling\s+off|cancell?ing"
        r"|(?:giving|gave)(?=.*\ba\s+miss\b))\s+"
        rf"(?:the\s+|our\s+|my\s+)?(?P<o>(?!subscription|account|membership)[^,;]+?)(?:\s+a\s+miss)?{LATER}",
        re.IGNORECASE,
    ),
    rx.compile(
        rf"^{WHOM}\s+(?:(?:just|has|had|sadly)\s+)*(?:(?:cancell?ed|bailed|flaked|backed\s+out|pulled\s+out"
        rf"|dropped\s+out|stood)(?:\s+up)?"
        r"\s+(?:on\s+)?(?:me|us)\b|(?:can['’]?t|can\s?not|wo\s?n['’]?t|could\s?n['’]?t)\s+(?:make\s+it|come"
        r"|be\s+there|join\s+(?:us|me))\b"
        r"|is\s?n['’]?t\s+coming\b|(?:cancell?ed|called\s+off)\s+(?:our|the)\s+[\w-]+)",
        re.IGNORECASE,
    ),
    rx.compile(
        rf"^(?:so\s+|and\s+)?(?:there['’]s\s+|there\s+is\s+|it['’]s\s+)?no\s+(?P<o>(?:{MEETINGS}|trip|visit"
        rf"|move|holiday)(?:\s+(?:with|to|at)\s+[^,;]+?)?)"
        rf"{LATER}",
        re.IGNORECASE,
    ),
    rx.compile(
        r"^(?P<o>[^,;]+?)\s+(?:is|are)\s?(?:n['’]?t|\s+not)\s+(?:happening|going\s+to\s+happen|on\s+any\s?more)\b",
        re.IGNORECASE,
    ),
)
NO_PLAN = rx.compile(
    r"\b(?:stand|handle|bear|tolerate|stomach|do|afford|believe|using|use|working|work|living|live|doing|seeing"
    r"|eating|drinking|smoking|talking"
    r"|feeling|taking|getting|sure|interested|allowed|able|supporting|wearing|dating|speaking"
    r"|playing|having|being|be)\b",
    re.IGNORECASE,
)
# What one says not to do holds out and plans nothing else: "I won't give up", "we won't hesitate".
HOLDS_OUT = rx.compile(
    r"(?:give(?:\s+(?:up|in))?|quit|stop|rest|forget|lie|hesitate|let|fail|surrender|lose|back|regret|miss|disappoint|bother"
    r"|pretend|judge|complain|argue|deny|doubt|worry|apologi[sz]e|sugarcoat|bore|spoil|blame|waste|leave)",
    re.IGNORECASE,
)
SOFT = rx.compile(
    r"\b(?:it|this|that|these|those|them|him|her|here|there|you|your|admit|say|be honest|see"
    r"|know|check|look|think|mention|note|ask|sure)\b",
    re.IGNORECASE,
)
NOT_DUE = rx.compile(r"\b(?:due to|it|this|that|there|he|she|they|i|we|you|which|what)\b", re.IGNORECASE)
PLAN_NOUNS = rx.compile(
    rf"\b(?:trip|move|wedding|plans?|holiday|vacation|flight|visit|{MEETINGS}|festival|camp"
    r"|course|launch|tour|project|game|event|booking|reservation|relocation|retreat|cruise"
    r"|hackathon|sale|purchase|house|deal|order|upgrade|rewrite|migration|rollout|offer"
    r"|internship)s?\b",
    re.IGNORECASE,
)

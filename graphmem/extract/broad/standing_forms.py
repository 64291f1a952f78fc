"""The forms of standing orders in one line to an agent: regular expressions over a sentence."""

from __future__ import annotations

import re

from graphmem.extract import sieve as rx
from graphmem.extract.plain.order_forms import ARTIFACTS
from graphmem.extract.vocabulary import words

POLITE = (
    r"(?:(?:please|pls|plz|also|and|ok|okay|so|remember|reminder|note|important|rule|btw|hey|oh|kindly|just"
    r"|again|one more thing)[\s,:]+)*"
)
THANKS = rx.compile(
    r"[\s,]+(?:please|pls|plz|thanks|thx|thank you|ok|okay|ty|tyvm|cheers|pretty please)\W*$", re.IGNORECASE
)
# One of these makes of an order one for now.
MOMENT = rx.compile(
    r"\bthen$|\b(?:this|these|those|today|tonight|tomorrow|right now|now|yet|just this once|this time|for now|"
    r"(?:above|below)(?=\s*$|[,.])|attached|current|currently|latest"
    r"|first one|second one|last one|previous|step \d+|line \d+)\b|\b[\w-]+\.(?:py|js|ts|go|rs|java|cpp|c|kt"
    r"|swift|rb|php|gd)\b",
    re.IGNORECASE,
)
LASTING = (
    r"(?:from (?:now|here|today|this point) (?:on(?:wards?)?|forward)|from here on out|going forward|moving"
    r" forward|henceforth|always|every time|each time|at all times|in general|by default|every single time)"
)
TALK = words(
    "answer answers reply replies respond response responses speak talk write explain explanation"
    " explanations comment comments summarize summarise summary summaries message messages output"
    " results result review reviews tone style english diff diffs text"
)
LANGUAGES = (
    r"(?:english|german|spanish|french|italian|portuguese|dutch|polish|czech|russian|ukrainian|chinese"
    r"|mandarin|japanese|korean|turkish|arabic|hindi|swedish|norwegian|danish|finnish|greek|hebrew|romanian"
    r"|hungarian|catalan)"
)
STYLE = (
    r"(?:short|brief|concise|terse|plain|simple|direct|blunt|honest|formal|informal|polite|precise|succinct"
    r"|casual|explicit|small|lean|minimal|tight|low[- ]key|to the point|critical|strict|frank|straight|like"
    r" a human)"
)
STOP = rx.compile(
    rf"^{POLITE}(?:can you\s+|could you\s+|would you\s+)?(?:stop|quit|no more)\s+(?P<v>[a-z]+ing)\s+(?P<o>.+)$",
    re.IGNORECASE,
)
NEVER = rx.compile(
    rf"^{POLITE}(?:(?:whatever you do|under no circumstances|seriously),?\s+)?(?P<n>never(?: ever)?|don['’]?t"
    r"(?: you)? ever|do not ever|don['’]?t|do not|dont|to not|not)\s+(?P<v>[a-z-]+)\s+(?P<o>.+)$",
    re.IGNORECASE,
)
MODAL = rx.compile(
    r"^(?:you\s+(?:must|should|have to|need to|are to|can|may)\s+(?P<n>not\s+|never\s+|always\s+|only\s+)?|i"
    r"(?:['’]d| would)?\s+(?:like|want|love|prefer)\s+(?:that\s+)?you\s+(?:to\s+)?(?P<m>always\s+|never\s+"
    r"|not\s+)?)(?P<o>[a-z]+\s.+)$",
    re.IGNORECASE,
)
ASKED = rx.compile(
    rf"^(?:can|could|would|will)\s+you\s+(?:please\s+)?(?:(?P<a>{LASTING}),?\s+(?P<o>.+?)|(?P<p>.+?),?\s+"
    rf"(?P<b>{LASTING}))\s*\??$",
    re.IGNORECASE,
)
IN_TONGUE = rx.compile(
    rf"^{POLITE}(?:answer|reply|respond|write|speak|talk|explain)\b(?:\s+(?:to\s+)?me)?\s+(?:back\s+)?"
    rf"(?:only\s+)?(?:in|with)\s+(?:simple\s+|plain\s+|easy\s+)?{LANGUAGES}\b.*$",
    re.IGNORECASE,
)
COMMENTS_IN = rx.compile(
    rf"^{POLITE}(?:(?:all|the|every|your|code)\s+)*(?:{ARTIFACTS}|docs|comments)\s+(?:only\s+)?in\s+{LANGUAGES}\b.*$",
    re.IGNORECASE,
)
WHENEVER = rx.compile(
    rf"^{POLITE}(?P<c>(?:when(?:ever)?|once|every time|each time|any ?time|before|after|if|unless|while|as"
    r" soon as)\s+(?:i\s+(?:ask|say|paste|send|give|share|show|type|post|write|mention|report|request|want)"
    r"|you(?:['’]re|\s+are)?\s+[a-z]+|(?:each|every|any|a|an)\s+\w+|\w+ing)\b[^,]*?)\s*(?:,\s*|\s+(?=(?:just"
    r"|please|always|never|don['’]?t|only|run|use|tell|give|show|ask|answer|reply|keep|add|write|update|list"
    rf"|explain)\b)){POLITE}(?P<o>[^,].+)$",
    re.IGNORECASE,
)
AFTER_EACH = rx.compile(
    rf"^{POLITE}(?P<c>(?:after|before|on|at|with|for)\s+(?:each|every|any|all)\s+[\w-]+(?:\s+[\w-]+)??"
    r"|before\s+(?:committing|pushing|merging|deploying|releasing|you\s+\w+))\s*,?\s+(?P<o>[a-z]+\s.+)$",
    re.IGNORECASE,
)
FOR_WORK = rx.compile(
    rf"^{POLITE}for\s+(?P<c>[\w -]{{2,30}}?),?\s+(?:please\s+)?(?P<o>(?:always\s+|only\s+)?(?:use|prefer"
    r"|stick to|stick with|pick|take)\s+[^,]+)$",
    re.IGNORECASE,
)
USE_IN = rx.compile(
    rf"^{POLITE}(?:always\s+)?(?P<v>use|prefer|write|give|show|stick to|speak)\s+(?P<o>(?:me\s+)?.+\b"
    r"(?:everything|everywhere|anything|all|every|always|in (?:examples|docs|comments|commits|commit"
    r" messages|code|new code|tests|answers|replies|sql|logs)|not\s+\w+)\b.*)$",
    re.IGNORECASE,
)
ONLY = rx.compile(
    rf"^{POLITE}(?:(?:reply|answer|respond)\s+(?:only\s+)?with\s+(?P<a>.+?)(?:\s+only)?|(?P<b>(?:(?:{STYLE}"
    r"|one[- ]line|bullet)\s+)+(?:answers?|repl(?:y|ies)|responses?|explanations?|prs?|commits?|diffs?"
    rf"|messages|summaries)\s*(?:only)?(?:\s+when\s.+)?)|(?P<d>[\w+# -]{{2,25}}\s+only)(?:\s+(?:in"
    r"|for)\s.+)?)$",
    re.IGNORECASE,
)
ORDERED = rx.compile(
    r"^(?P<o>(?:tl;?dr|summary|the answer|answer|conclusion|result|code|the code|a table|table|diff|the"
    r" diff)\s+(?:first|at the top|on top|before)\b.*)$",
    re.IGNORECASE,
)
HOW_I = rx.compile(
    r"^(?:how|the way)\s+i\s+(?:want|like|prefer|need)\s+(?:the\s+|your\s+|my\s+)?"
    r"(?P<s>[\w -]+?)\s*[:–—-]+\s*(?P<o>.+)$",
    re.IGNORECASE,
)
NO_IN = rx.compile(
    rf"^{POLITE}(?:no|zero|never any)\s+(?P<o>(?:more\s+)?[\w'’+#-]+(?:\s+[\w'’+#-]+){{0,3}}?)(?P<x>\s+(?:in"
    r"|on|after|before|without|outside|at|for)\s+[\w .'’-]+?)?(?P<z>\s*[,;.]\s*.*)?$",
    re.IGNORECASE,
)
BE = rx.compile(
    rf"^{POLITE}(?:be|stay|keep it|keep things|keep everything|write|talk|speak)\s+(?:really\s+|very\s+"
    rf"|more\s+|brutally\s+)?(?P<o>(?:{STYLE}|plainly|simply|briefly|clearly|directly)\b.*)$",
    re.IGNORECASE,
)
ITS_ALWAYS = rx.compile(r"^it(?:['’]s| is)\s+(?P<o>always\s+.+?,?\s+never\s+.+)$", re.IGNORECASE)
KEEP = rx.compile(
    rf"^{POLITE}keep\s+(?P<o>(?:it|them|(?:the\s+|your\s+|all\s+)?[\w-]+(?:\s[\w-]+)?)\s+(?:in sync|up to"
    r" date|updated|short|small|sorted|simple|consistent|clean|minimal|under\s.+|below\s.+))\s*$",
    re.IGNORECASE,
)
CALL_IT = rx.compile(
    rf"^{POLITE}(?:call|name|refer to|address)\s+(?P<o>.+\b(?:in (?:examples|docs|code|comments|tests"
    r"|everything)|not\s+\w+|as\s+\w+)\b.*)$",
    re.IGNORECASE,
)
LOOSE_NO = words(
    "way problem idea clue need reason doubt worries prob problems rush hurry chance luck thanks one"
    " matter such sense wonder time longer worry offense offence news more issue issues errors error"
    " changes change difference result results output tests users answer response luck point"
)
MATTERS = rx.compile(
    rf"^(?:{ARTIFACTS}|emojis?|emoji|comments?|jokes?|bullet walls?|bullets?|pandas|[\w-]*exports?"
    r"|semicolons?|malloc|allocations?|globals?|mocks?|orms?|classes|any|pushes|pushing|deploys?|releases?"
    r"|abbreviations|jargon|slang|idioms|walls? of text"
    r"|essays?|fluff|preamble|filler|small talk|apologies|summar(?:y|ies)|new \w+|force[- ]push\w*"
    r"|typedef\w*|tabs|spaces|exceptions|recursion|goto|threads|magic numbers|hard-?coded \w+"
    r"|console\.log\w*|print\w*|placeholders?|stubs?|todos?|markdown)\b",
    re.IGNORECASE,
)

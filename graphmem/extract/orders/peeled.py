"""What leads to an order is taken off: politeness, a wish, what says that it holds for good, and its occasion.

"From now on I'd like you to answer in French" asks to answer in French, for good; "when in doubt, please ask" asks to
ask, and when.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from graphmem.extract import sieve as rx
from graphmem.extract.orders.lexicon import SHAPING, UNWANTED
from graphmem.extract.orders.said import lowered
from graphmem.extract.vocabulary import words

POLITE = (
    r"(?:please|pls|plz|kindly|also|and|ok|okay|so|but|just(?=\s+(?!the\b|once\b))|btw|hey|oh|again,"
    r"|one more thing|remember"
    r"|reminder|note|important|seriously|whatever you do)(?:\s+that|\s+to)?[\s,:]+"
)
LASTING = (
    r"(?:from (?:now|here|today|this point) (?:on(?:wards?)?|forward)|from here on out|going forward|moving forward"
    r"|henceforth|in (?:the )?future|for future reference|by default|in general|generally|as a (?:general )?rule"
    r"|(?:every (?:single )?|each )time(?!\s+(?:you|i|we|an?|the)\b)|at all times|for the rest of (?:this"
    r"|the) project|next time|without exception"
    r"|across the board|as a matter of course)"
)
PLEAS = words("please pls plz thanks thx")
YOU_ARE = r"you(?:['’]re|\s+are)"
# What is taken off in front, and what it says: what is asked holds for good, is forbidden, is a wish, is to be seen to.
FRONTS: tuple[tuple[rx.Pattern, str], ...] = tuple(
    (rx.compile(rf"^(?:{pattern})", re.IGNORECASE), mark)
    for pattern, mark in (
        (rf"{LASTING}[\s,:]+(?![\s,:])(?!(?:i|we|he|she|they)\s+(?!want|need|would|expect))", "firm"),
        (r"make it (?:a|your) (?:habit|point|rule|practice) (?:to|of)\s+|make a point of\s+", "firm"),
        ((r"(?:under no circumstances|on no account|at no point|in no case),?\s+(?:(?:should|may|do|must|can|are)\s+you"
         r"\s+(?:to\s+)?)?"), "never"),
        (rf"{YOU_ARE}\s+(?:not|never)\s+(?:allowed|supposed|permitted)?\s*to\s+", "never"),
        (r"you\s+(?:must|should|may|can|are to|have to|need to)\s*(?:not|never|n['’]t)\s+(?:ever\s+)?", "never"),
        (r"i\s+(?:do\s?n['’]?t|do not|never)\s+(?:ever\s+)?(?:want|need|like)\s+you\s+(?:to\s+)?", "unwanted"),
        ((rf"i\s+(?:do\s?n['’]?t|do not|never)\s+(?:ever\s+)?(?:want|need)\s+(?:to see\s+)?(?:any\s+|more\s+)?"
          rf"(?={UNWANTED}\b)|never\s+any\s+"), "no"),
        (r"(?:do\s?n['’]?t|do not|never) (?:you )?(?:dare|ever)\s+|never,? ever\s+", "never"),
        (r"you\s+(?:must|should|have to|need to|are to|ought to)\s+|you\s+(?:can|may)\s+(?=only\b)", "wish"),
        ((r"i(?:['’]d| would)?\s+(?:really\s+)?(?:like|want|need|love|prefer|expect)(?:\s+(?:it if|that|for))?"
          r"\s+you\s+(?:to\s+)?"
         r"|i(?:['’]d| would) appreciate it if you\s+"), "wish"),
        (r"(?:can|could|would|will) you\s+", "question"),
        (r"let['’]s\s+(?=always|never|not)", "wish"),
        (r"(?:make sure|be sure|remember|ensure|see to it)\s+(?:that\s+)?(?:to\s+|you\s+)", "ensured"),
        (r"it(?:['’]s| is)\s+(?=always\b.+\bnever\b)", ""),
        (POLITE, ""),
    )
)  # fmt: skip
BEHIND = rx.compile(
    rf"[\s,]+(?:(?P<always>always|every time|at all times)|{LASTING}|ever again|ever)(?:[\s,]+(?:ok|okay))?$",
    re.IGNORECASE,
)
THANKS = rx.compile(
    r"[\s,]+(?:pretty please|please|pls|plz|thanks|thx|thank you|ok|okay|ty|tyvm|cheers)\W*$", re.IGNORECASE
)
# "When you write tests, use fixtures"; where no comma stands, the order begins with a verb that often does.
VERB = (
    r"(?:please|always|never|just|only|don['’]?t|do not|run|use|tell|give|show|ask|answer|reply|keep|add|write"
    r"|update|list"
    r"|explain|warn|stop|let me|bump|prefer|check with)\b"
)
WHERE = rx.compile(
    r"^(?P<c>(?:when(?:ever)?|if|before|after|every time|each time|any ?time|unless|in case|once|as soon as|while"
    rf"|wherever|(?:on|at|with|for|in)(?=\s(?:each|every|any|all)\s))\s[^,]{{3,70}}?)\s*(?:,\s*(?:then\s+)?"
    rf"|(?<!\byou)(?<!\bI)(?<!\bwe)\s(?={VERB}))(?P<o>[^\s,].*)$",
    re.IGNORECASE,
)
# "In this codebase we write docstrings in Google style", "for SQL always use uppercase keywords".
SCOPE = rx.compile(
    r"^(?P<c>(?:in|for|on|throughout|across|within|inside|under)\s+(?!example\b|instance\b)(?:(?:this|the"
    r"|our|my|all|any|every"
    r"|new|each)\s+)*[\w./#+-]+(?:\s+(?!(?:we|i|you|they|he|she"
    r"|it)\b)[\w./-]+){0,2}?),?\s+(?P<we>we\s+(?:always\s+|only\s+)?)?"
    r"(?P<o>(?:never|always|only|please|do\s?n['’]?t|do not"
    r"|use|prefer|write|keep|avoid|stick|follow|favou?r|name|put|pick|give|run|take|format|add|squash|rebase"
    r"|sort|test)\s.+)$",
    re.IGNORECASE,
)


# "So please stick to it", "that's how we do it": what only says it once more.
STICK = rx.compile(
    r"[\s,;]+(?:(?:so\s+)?(?:please\s+)?(?:stick|keep|hold) to (?:it|that)\b|that['’]?s (?:how|the way) (?:we|i)\b).*$",
    re.IGNORECASE,
)
# Where a reason begins.
WHY = re.compile(r"(?=,\s+(?:i|we|it|that|they|my|our)\b)", re.IGNORECASE)


class Asked(NamedTuple):
    """What is asked for, without what leads to it, and what that said of it."""

    text: str
    marks: frozenset[str] = frozenset()
    where: str = ""

    @property
    def firm(self) -> bool:
        """True when it is said to hold for good."""
        return (
            bool(self.marks & {"firm", "never"})
            or re.match(r"(?:always|never)\b", self.text, re.IGNORECASE) is not None
        )

    @property
    def whole(self) -> str:
        """The order with its occasion."""
        first = re.match(r"(?:when|while|if)", self.where, re.IGNORECASE)
        # "For plots use altair, I can't read matplotlib": why stands behind all of it.
        what, why = (*WHY.split(self.text, maxsplit=1), "")[:2]
        said = f"{what} {lowered(self.where)}".strip() + why
        return f"{self.where}, {self.text}" if first else said


def peeled(text: str) -> Asked:
    """What a text asks for, and how."""
    text, marks = behind(STICK.sub("", text.strip(" .!?")))
    text, found = fronted(text)
    marks |= found
    match = WHERE.match(text) or SCOPE.match(text)
    where = ""
    if match is not None and (
        not match.groupdict().get("we") or match["o"].split()[0].lower() in SHAPING | {"never"}
    ):
        where = re.sub(r"\bthis\b", "the", match["c"])
        text, found = fronted(match["o"])
        marks |= found
    return Asked(led(text, marks), frozenset(marks - {""}), where)


def fronted(text: str) -> tuple[str, set[str]]:
    """The text without what leads to it, and the marks that this leaves."""
    marks: set[str] = set()
    taken = True
    while taken:
        taken = False
        for pattern, mark in FRONTS:
            match = pattern.match(text)
            if match is not None and match.end() < len(text):
                text, taken = text[match.end() :], True
                marks.add(mark)
                break
    return text, marks


def behind(text: str) -> tuple[str, set[str]]:
    """The text without thanks and without what says at its end that it holds for good."""
    marks: set[str] = set()
    for _ in range(3):
        text = THANKS.sub("", text)
        match = BEHIND.search(text)
        if match is not None and match.start():
            text = text[: match.start()]
            marks.add("always" if match["always"] else "firm")
    return text, marks


def led(text: str, marks: set[str]) -> str:
    """The order with the word that what stood around it amounts to."""
    if re.match(r"(?:never|always|do\s?n['’]?t|do not|no\b)", text, re.IGNORECASE):
        return text
    front = "no " if "no" in marks else "never " if marks & {"never", "unwanted"} else ""
    return f"{front or ('always ' if 'always' in marks else '')}{text}"

"""What was said: from a message's text to passages of plain speech, each character of which knows its place.

Fenced and indented code, diffs, logs, stack traces, shell lines, block quotes, tables, tags and what stands between
them are no speech. Headings and list items are passages of their own. Inside a passage, markup is dropped, white
space is one space, and the spelling of chats is straightened ("im" -> "I'm"), so that a parser sees plain English;
`Passage.source` leads back to the characters of the message.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from graphmem.extract.addressed import without_address
from graphmem.extract.small_names import capitalised
from graphmem.extract.spelling import SPELLING

PASSAGE_CHARS = 1200

FENCE = re.compile(r"^[ \t]*(```+|~~~+)[^\n]*\n?.*?(?:^[ \t]*\1[`~]*[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
TAGGED = re.compile(r"<([a-zA-Z][\w:.-]*)(?:\s[^<>]*)?>.*?</\1\s*>|<!--.*?-->", re.DOTALL)
# In "feat/<ticket>" a name stands for what is put there, and no tag.
LONE_TAG = re.compile(r"(?<![/_-])</?[a-zA-Z][\w:.-]*(?:\s[^<>\n]*)?/?>(?![/_-]\w)")
# What stands in a transcript for something that was attached.
ATTACHED = re.compile(
    r"\[(?:image|file|audio|video|media attached|attachment)\b[^\[\]\n]{0,200}\]", re.IGNORECASE
)
LINE = re.compile(r"[^\n]*\n?")
QUOTE_LINE = re.compile(r"\s*>")
TABLE_LINE = re.compile(r"\s*\|.*\|\s*$|\s*[|:+=-]{3,}[\s|:+=-]*$")
# Colours of a terminal, marks that turn the direction of writing, and what could not be decoded: no part of any name.
UNSEEN = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?)?"
    r"|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\ufffd]"
)
HEADING = re.compile(r"\s{0,3}#{1,6}\s+")
ITEM = re.compile(r"\s*(?:[-*+•‣◦]|\d{1,3}[.)]|\(\d{1,2}\)|\[[ xX]\])\s+(?:\[[ xX]\]\s+)?")
# "PASSED MY DRIVING TEST": words of speech in capitals, and no row of short forms.
SHOUT = re.compile(
    r"\b(?=(?:[A-Z']+[\s,]+){0,6}(?:MY|THE|IS|TO|WE|NOT|NEVER|YOU|IT|AND|FOR)\b)(?:[A-Z']+[\s,]+){2,}[A-Z']{2,}\b"
)
# "Role: data engineer" on a line of its own.
NOTE = re.compile(r"\s{0,3}[A-Za-z][\w /&-]{0,28}:[ \t]+\S")
LOG_LINE = re.compile(
    r"""\s*(?:
        \[?\d{4}-\d\d-\d\d[T\s]\d\d:\d\d            # a time stamp first
      | \[?\d\d:\d\d:\d\d
      | \[?(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE|FATAL|CRITICAL)\b[\]:\s]
      | (?:npm|yarn|pnpm|cargo|error|warning|fatal|panic)(?:\s+ERR!|\s+WARN|:\s|\[)
      | Traceback\s\(most
      | File\s"[^"]+",\sline\s\d+
      | at\s+[\w.$<>]+\s?\(.*[:)]                     # a frame of a stack
      | Caused\sby:
      | (?:[A-Z]\w*(?:Error|Exception|Warning)):\s
      | \$\s+\S | [%❯➜]\s+\S | >>>\s | \.\.\.\s | In\s\[\d+\]: | PS\s[A-Z]:
      | (?:GET|POST|PUT|PATCH|DELETE)\s/\S*
      | (?!.*\b(?:the|to|a|an|is|are|it|and|that|always|when|we|I|sure|not|every|all|in|of|for)\b)
        (?:curl|sudo|git|npm|npx|pip|pip3|docker|kubectl|python3?\s-m|make|cd|ls|export|brew)\s+[\w./@-]+
        (?:\s+[-./~$\w"'=:@]+)*\s*$
    )""",
    re.VERBOSE,
)
DIFF_LINE = re.compile(r"(?:diff --git|index [0-9a-f]{6,}|@@ |\+\+\+ |--- [ab/]|[+-](?![\s-])\S*.*[;{}()=])")
CODE_LINE = re.compile(
    r"""\s*(?:
        (?:def|class|function|const|let|var|import|from\s+[\w.]+\s+import|return|public|private|async\s+def|package|func|fn|SELECT|INSERT|UPDATE|CREATE)\b.*[({;:=*,]
      | [\w.\[\]"']+\s*(?:=|\+=|:=)\s*\S.*[;)\]}"'\d]$
      | [{}()\[\];,]+\s*$ | .*[{;]\s*$ | //.* | /\*.* | [\w"'-]+:\s*[{\["']
      | \#!/.* | [\w.]+\([^)]*\);?\s*$ | @\w+(?:\(.*\))?\s*$
    )""",
    re.VERBOSE,
)
QUOTED = re.compile(r"\"[^\"\n]{1,400}\"|“[^”\n]{1,400}”|«[^»\n]{1,400}»|(?<!\w)'[^'\n]{12,400}'(?!\w)")

SPELLED = "|".join(re.escape(word).replace("'", "['’]") for word in sorted(SPELLING, key=len, reverse=True))
PIECE = re.compile(
    r"""
      `+(?P<code>[^`\n]+)`+
    | !?\[(?P<link>[^\]\n]*)\]\((?P<target>[^)\s]+)[^)\n]*\)
    | (?P<mark>(?<!/)\*\*(?!/\*)|~~|(?<!\w)__(?=\w[^_\n]*__(?![\w.(]))|(?<=\w)__(?![\w.(])
        |(?<![\w/])\*(?=\S)(?!\.\w|\*?/)|(?<=[^\s/])\*(?![\w/]|\.\w)|(?<![\w_])_(?=[^\s_])|(?<=[^\s_])_(?![\w_]))
    | (?P<face>\s+(?:(?:[:;=]['’]?-?[()\[\]DP|*]+|<3+|xD+|\^\^)(?!\S)
        |(?:lol|lmao|haha+|hehe)(?=\s+(?:can|could|would|what|how|where|which|when|why|any|is|are|do|should)\b)))
    | (?P<must>(?<=\b(?:I|i)\s)gotta(?=\s)|(?<=\b(?:We|we)\s)gotta(?=\s)|(?<=\bthey\s)gotta(?=\s))
    | (?P<ing>(?<=[a-z]{3})in['’](?=\s+[a-zA-Z]))
    | (?P<filler>\s+(?:tbh|lol|lmao|imo|imho|ngl|fwiw|haha+|hehe)\b(?![-/.]\w))
    | (?P<dash>(?<=[a-z]{3})-{1,2}(?=\s+(?!(?:and|or|to|nor|but|versus|vs)\b)[\w"'(]))
    | (?P<space>\s{2,}|[^\S\ ])
    | (?P<fancy>[’‘`])
    | (?P<word>(?<![\w'’./@-])(?:SPELLED)(?![\w'’/@-]|\.\w))
    | (?P<short>(?:^|(?<=[.,;:!?]\s)|(?<=\n)|(?<=\band\s)|(?<=\bbut\s)|(?<=\bso\s))(?P<letters>id|ill)
        (?=\s(?:also\s|really\s|just\s)?(?:like|love|hate|rather|prefer|say|go|appreciate|want|be|need|have|take)\b))
    """.replace("SPELLED", SPELLED),
    re.VERBOSE | re.IGNORECASE,
)

WRITTEN_OUT = {
    "must": "have to",
    "ing": "ing",
    "dash": " -",
    "fancy": "'",
}  # "we gotta go", "I joined a gym- it is great"

# Half of a character, as damaged transcripts hold it; parsers refuse it.
SURROGATE = re.compile("[\ud800-\udfff]")


class Passage(NamedTuple):
    """A stretch of plain speech; `places[i]` is where character i of `text` stands in the message."""

    text: str
    places: tuple[int, ...]
    kind: str  # prose, item or heading
    codes: tuple[tuple[int, int], ...]  # inline code, characters of `text`
    quotes: tuple[tuple[int, int], ...]  # what stands in quotation marks, characters of `text`

    def source(self, start: int, end: int) -> tuple[int, int]:
        """The characters of the message behind [start, end) of the passage."""
        if end <= start:
            return self.places[start], self.places[start]
        low, high = self.places[start], self.places[end - 1] + 1
        if low < high:
            return low, high
        inside = self.places[start:end]  # words lent from further on
        return min(inside), max(inside) + 1


def silenced(text: str) -> str:
    """The text with all that is no speech replaced by spaces; every offset stays."""
    kept = list(text)

    def silence(start: int, end: int) -> None:
        for place in range(start, end):
            if kept[place] != "\n":
                kept[place] = " "

    for pattern in (FENCE, TAGGED, LONE_TAG, ATTACHED):
        for match in pattern.finditer("".join(kept)):
            silence(match.start(), match.end())
    current = "".join(kept)
    blank, in_code = True, False
    for match in LINE.finditer(current):
        line = match[0].rstrip("\n")
        if not line.strip():
            blank = True
            continue
        indented = line.startswith(("    ", "\t")) and not ITEM.match(line)
        in_code = indented and (in_code or (blank and bool(CODE_LINE.match(line))))
        if in_code or any(
            kind.match(line) for kind in (QUOTE_LINE, TABLE_LINE, LOG_LINE, DIFF_LINE, CODE_LINE)
        ):
            silence(match.start(), match.start() + len(line))
        blank = False
    return "".join(kept)


def read_speech(
    text: str, *, spell: bool = True, others: Collection[str] = (), among_people: bool = False
) -> list[Passage]:
    """The passages of a message, in order, without the names of those to whom it speaks.

    Without `spell` words stay as they are: "im" is a German word, too.
    """
    quiet = silenced(UNSEEN.sub(lambda match: " " * len(match[0]), text))
    if spell:
        quiet = without_address(quiet, others, among_people=among_people)
    passages: list[Passage] = []
    for start, end, kind in blocks(quiet):
        for low, high in cut(quiet, start, end):
            passage = plain(quiet, low, high, kind, spell=spell)
            if passage.text.strip():
                passages.append(passage)
    return passages


def blocks(text: str) -> list[tuple[int, int, str]]:
    """Paragraphs, list items and headings as (start, end, kind)."""
    found: list[tuple[int, int, str]] = []
    start, end, kind = 0, 0, ""
    for match in LINE.finditer(text):
        line = match[0]
        if not line:
            continue
        item, heading = ITEM.match(line), HEADING.match(line)
        noted = NOTE.match(line) is not None
        if kind and (not line.strip() or item or heading or kind == "heading" or (noted and kind != "item")):
            found.append((start, end, kind))
            kind = ""
        if not line.strip():
            continue
        if not kind:
            marker = item or heading
            start = match.start() + (len(marker[0]) if marker else 0)
            kind = "heading" if heading else "item" if item else "prose"
        end = match.end()
    if kind:
        found.append((start, end, kind))
    return found


def cut(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """A long block in pieces, cut behind the end of a sentence or, if there is none, behind a word."""
    pieces: list[tuple[int, int]] = []
    while end - start > PASSAGE_CHARS:
        window = text[start : start + PASSAGE_CHARS]
        stops = [window.rfind(mark) + 1 for mark in (". ", ".\n", "! ", "? ", "\n")]
        stop = max(stops)
        if stop < PASSAGE_CHARS // 4:
            stop = window.rfind(" ") + 1 or PASSAGE_CHARS
        pieces.append((start, start + stop))
        start += stop
    pieces.append((start, end))
    return pieces


def plain(text: str, start: int, end: int, kind: str, *, spell: bool = True) -> Passage:
    """One passage of a text without what is no speech."""
    pieces: list[str] = []
    places: list[int] = []
    codes: list[tuple[int, int]] = []

    def put(words: str, place: int, length: int) -> None:
        pieces.append(words)
        if len(words) == length:
            places.extend(range(place, place + length))
        else:
            places.extend(place + min(offset, max(length - 1, 0)) for offset in range(len(words)))

    position = start
    for match in PIECE.finditer(text, start, end):
        put(text[position : match.start()], position, match.start() - position)
        position = match.end()
        name = match.lastgroup
        if name == "code":
            codes.append((len(places), len(places) + len(match["code"])))
            put(match["code"], match.start("code"), len(match["code"]))
        elif name == "target":
            put(match["link"], match.start("link"), len(match["link"]))
        elif name == "space":
            if places and pieces[-1][-1:] != " ":
                put(" ", match.start(), 1)
        elif name == "face":  # what was said before a smiley is a sentence of its own
            if pieces and pieces[-1][-1:] not in {"", ".", "!", "?", ",", ":"}:
                put(".", match.start(), 1)
        elif name == "short":
            put({"id": "I'd", "ill": "I'll"}[match["letters"].lower()], match.start(), len(match["letters"]))
        elif name in WRITTEN_OUT:
            put(WRITTEN_OUT[name] if spell or name == "fancy" else match[0], match.start(), len(match[0]))
        elif name == "word":
            word = match["word"].replace("’", "'")
            meant = SPELLING.get(word if word == "I" else word.lower(), word) if spell else match["word"]
            put(meant, match.start(), len(word))
    put(text[position:end], position, end - position)
    joined = SHOUT.sub(lambda match: match[0].lower(), "".join(pieces))
    joined = capitalised(joined) if spell else joined
    blank = len(joined) - len(joined.lstrip())
    stripped = SURROGATE.sub("\ufffd", joined.strip())
    return Passage(
        stripped,
        tuple(places[blank : blank + len(stripped)]),
        kind,
        tuple((low - blank, high - blank) for low, high in codes if high - blank <= len(stripped)),
        tuple(match.span() for match in QUOTED.finditer(stripped)),
    )

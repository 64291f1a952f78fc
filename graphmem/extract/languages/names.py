"""Who and what a text names in a language that no model reads: by capitals where they tell, by marks where they do not.

A capital inside a sentence is a name where common nouns have none and names do not change with the case; in German,
Polish or Russian it would give "Rechnung" and "Москве". Chinese and Japanese put names in marks, and end those of
companies and schools in words that say so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.extract import sieve as rx
from graphmem.extract.languages.detect import SENTENCE
from graphmem.extract.languages.small_words import WORDS
from graphmem.extract.vocabulary import words
from graphmem.ontology import Ontology

CAPITAL_IS_NAME = frozenset({"es", "fr", "it", "pt", "nl", "sv", "da"})
CAPITAL = r"[^\W\d_a-zß-öø-ÿа-яёіїєґα-ωά-ώ][\w'’&-]*"
SMALL = r"(?:de|del|de la|de los|da|do|dos|di|della|du|des|van|van der|von|von der|zu|y|e|af|av)"
RUN = rx.compile(rf"{CAPITAL}(?:\s+(?:{SMALL}\s+)?{CAPITAL})*")
LATIN_RUN = rx.compile(r"[A-Za-z][\w.+#-]*[\w+#]")
COMPANY = rx.compile(
    rf"\b(?P<name>{CAPITAL}(?:\s+{CAPITAL}){{0,3}})\s+(?:GmbH|AG|KG|SE|OHG|e\. ?V\.|S\.? ?A\.?|S\.? ?L\.?"
    r"|S\.? ?r\.? ?l\.?|SAS|SARL|Ltda?\.?|B\.V\.|AB|A/S|Oy)(?!\w)"
)
TITLED = rx.compile(rf"\b(?:Frau|Herrn?|Dr\.|Prof\.)\s+(?P<name>{CAPITAL}(?:\s+{CAPITAL})?)")
INNER = rx.compile(r"\b(?:[A-ZÄÖÜ]?[a-zäöüß]+[A-ZÄÖÜ]\w*|[A-ZÄÖÜ]{2,}[a-zäöüß]\w*)\b")  # "GitHub", "BMWs"
IN_MARKS = rx.compile(r"《(?P<work>[^》\n]{1,40})》|『(?P<book>[^』\n]{1,40})』")
ORGANIZATIONS = (
    "有限公司|股份公司|公司|集团|集團|大学|大學|学院|學院|银行|銀行|医院|醫院"
    "|研究所|研究院|株式会社|会社|事務所"
)  # fmt: skip
HAN = "\u4e00-\u9fff\u3041-\u30ffA-Za-z0-9"
OF_KIND = rx.compile(rf"(?P<name>[{HAN}]{{1,14}}?(?:{ORGANIZATIONS}))(?:に|で|の|は|が|を)?")
# What stands before a name and is no part of it, and what makes "公司" name nothing.
BEFORE_NAME = rx.compile(
    r".*(?:我们|他们|她们|我在|在|从|從|到|去|的|是|了|和|与|與|跟|给|給|对|對|把|让|讓|进|進|加入|离开|離開|这|這|那|每|家|个|個"
    r"|は|が|を|に|で|と|も|の|へ)",
    re.DOTALL,
)
NO_NAME = rx.compile(
    rf"(?:(?:我|你|他|她|新|旧|舊|老|大|小|原|前|本|该|該|某|上市|外|总|總|分|子|母)*)(?:{ORGANIZATIONS})"
)
POLITE = words(
    "Ich Sie Ihr Ihre Ihnen Yo Usted Ok OK Hola Gracias Danke Bitte Hallo Merci Bonjour Ciao Grazie"
)


def names_in(text: str, language: str, ontology: Ontology) -> list[tuple[int, int, str]]:
    """The names in a text as (start, end, kind), in order, without overlaps; the kind is one of the ontology."""
    found: list[tuple[int, int, str]] = []
    candidates = [*known_names(text, language, ontology), *companies(text)]
    if language in {"zh", "ja"}:
        candidates += eastern(text)
    elif language == "de":
        candidates += german(text, ontology)
    elif language in CAPITAL_IS_NAME:
        candidates += capitals(text, ontology)
    for start, end, kind in sorted(candidates, key=lambda one: (one[0] - one[1], one[2] == "concept")):
        if not any(start < high and low < end for low, high, _ in found):
            found.append((start, end, kind))
    return sorted(found)


def known_names(text: str, language: str, ontology: Ontology) -> Iterator[tuple[int, int, str]]:
    """Technologies and places that everybody knows, in any script that writes them in Latin letters."""
    for match in LATIN_RUN.finditer(text):
        kind = ontology.known(match[0])
        if match[0].lower() in WORDS.get(language, ()):
            continue  # "llama" is a verb in Spanish
        if kind and (match[0][:1].isupper() or kind == "technology"):
            yield match.start(), match.end(), kind


def companies(text: str) -> Iterator[tuple[int, int, str]]:
    """Names with the form of a company behind them: "Müller GmbH"."""
    for match in COMPANY.finditer(text):
        yield match.start(), match.end(), "organization"


def capitals(text: str, ontology: Ontology) -> Iterator[tuple[int, int, str]]:
    """Runs of words with capitals; the first word of a sentence counts only as the beginning of a longer run."""
    for sentence in SENTENCE.finditer(text):
        first = re.search(r"\w", sentence[0])
        if first is None:
            continue
        for match in RUN.finditer(sentence[0]):
            start, end = match.span()
            parts = match[0].split()
            if start == first.start():
                if len(parts) < 3:  # "Anna García" or "Para Anna": who knows
                    continue
                start, parts = start + len(parts[0]) + 1, parts[1:]
            name = sentence[0][start:end]
            if len(name) > 1 and parts[0] not in POLITE and parts[0][:1].isupper():
                at = sentence.start()
                yield at + start, at + end, ontology.known(name) or "concept"


def german(text: str, ontology: Ontology) -> Iterator[tuple[int, int, str]]:
    """Names that a capital alone does not make: with a title, or with capitals inside."""
    for match in TITLED.finditer(text):
        yield match.start("name"), match.end("name"), "person"
    for match in INNER.finditer(text):
        if not match[0].endswith(("Innen", "In")):  # "EntwicklerInnen"
            yield match.start(), match.end(), ontology.known(match[0]) or "concept"


def eastern(text: str) -> Iterator[tuple[int, int, str]]:
    """Works in their marks, and organisations by the word that ends them."""
    for match in IN_MARKS.finditer(text):
        group = match.lastgroup or "work"
        yield match.start(group), match.end(group), "work"
    for match in OF_KIND.finditer(text):
        before = BEFORE_NAME.match(match["name"])
        start = match.start("name") + (before.end() if before else 0)
        name = text[start : match.end("name")]
        if len(name) > 2 and not NO_NAME.fullmatch(name):
            yield start, match.end("name"), "organization"

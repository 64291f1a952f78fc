"""Which language a text is in: from its script, and for Latin letters from small words, endings and letters.

No library is used. On the 180 short lines of the tests (tests/extract/languages/lines.py) langdetect 1.0.9 is wrong on
39, py3langid 0.4 on 15, lingua 2.1 on 17; this says "I cannot tell" instead. A line costs 0.1 ms or less; langdetect
takes 5 ms and draws lots, lingua takes 39 ms and 1.3 GB, py3langid needs numpy at import.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping

from graphmem.extract.languages.small_words import CYRILLIC, ENDINGS, LETTERS, WORDS

SAMPLE = 4000  # characters that are looked at
# Scripts by their ranges; a script that several languages share is asked further.
SCRIPTS: tuple[tuple[str, str], ...] = (
    ("kana", "\u3041-\u30ff\u31f0-\u31ff"),
    ("han", "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"),
    ("hangul", "\u1100-\u11ff\uac00-\ud7af"),
    ("cyrillic", "\u0400-\u052f"),
    ("el", "\u0370-\u03ff\u1f00-\u1fff"),
    ("arabic", "\u0600-\u06ff\u0750-\u077f"),
    ("he", "\u0590-\u05ff"),
    ("hi", "\u0900-\u097f"),
    ("bn", "\u0980-\u09ff"),
    ("ta", "\u0b80-\u0bff"),
    ("te", "\u0c00-\u0c7f"),
    ("th", "\u0e00-\u0e7f"),
    ("ka", "\u10a0-\u10ff"),
    ("hy", "\u0530-\u058f"),
)
OF_SCRIPT = {name: re.compile(f"[{ranges}]") for name, ranges in SCRIPTS}
ANY_SCRIPT = re.compile("[" + "".join(ranges for _, ranges in SCRIPTS) + "]")
# Letters that make a word, written without spaces between words.
DENSE = {"han": 1.6, "kana": 2.5, "hangul": 2.5, "th": 4.0}
LETTERS_A_WORD = 5.0
# Names of files, addresses, code and signs ("em dashes") say nothing of the language around them.
CODE = re.compile(
    r"`[^`\n]*`|[A-Za-z0-9_]*[./_\\@=:][A-Za-z0-9_./\\@=:-]*[A-Za-z0-9_]"
    r"|\b[EeNn][MmNn][ -](?:dash|quad|space)(?:es|s)?\b"
)
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*['’]?")
ELIDED = re.compile(r"(?:[cdjlmnst]|qu|all|dell|nell|un)['’]", re.IGNORECASE)
SENTENCE = re.compile(r"[^.!?。！？…]*(?:(?:[.!?…]+(?=\s|$)|[。！？]+)[\"”»」』)]*\s*|[.!?…]+|$)")
OPENS = re.compile(r"(?:[.!?:;。！？\n]|^)[\s\"'“„«(¿¡-]*$")


def detect(text: str) -> str:
    """The language of a text; "" when it has no words, too few, or words of several languages."""
    plain = CODE.sub(" ", text[:SAMPLE])
    if plain.isascii():
        return detect_latin(latin_words(plain))
    other = ANY_SCRIPT.findall(plain)
    latin = latin_words(plain)
    if not other:
        return detect_latin(latin)
    by_script = {name: count for name, found in OF_SCRIPT.items() if (count := len(found.findall(plain)))}
    length = sum(count / DENSE.get(name, LETTERS_A_WORD) for name, count in by_script.items())
    in_latin = detect_latin(latin) if len(latin) > length else ""
    # Technical words in Latin letters stand in every language; its small words do not.
    if in_latin and small_words(latin, in_latin) >= 3:
        return in_latin
    if length < 0.15 * len(latin):
        return ""
    return detect_script(plain, by_script)


def small_words(words: list[str], language: str) -> int:
    """How many of the words are small words of the language."""
    return sum(1 for word in words if word in WORDS[language])


def detect_script(text: str, by_script: dict[str, int]) -> str:
    """The language of a text whose letters are not Latin."""
    total = sum(by_script.values())
    eastern = by_script.get("han", 0) + by_script.get("kana", 0)
    if eastern and eastern >= total / 2:
        japanese = by_script.get("kana", 0) >= 0.12 * eastern
        return "ja" if japanese else "zh"
    script = max(by_script, key=lambda name: by_script[name])
    if script == "hangul":
        return "ko"
    if script == "cyrillic":
        return cyrillic(text.lower())
    if script == "arabic":
        return "fa" if re.search("[پچژگ]", text) else "ur" if re.search("[ٹڈڑے]", text) else "ar"
    return script


def cyrillic(text: str) -> str:
    """Russian, Ukrainian or Bulgarian, or ""."""
    if re.search("[іїєґ]", text):
        return "uk"
    if re.search("[ыэё]", text):
        return "ru"
    words = WORD.findall(text)
    scores = {name: sum(1 for word in words if word in known) for name, known in CYRILLIC.items()}
    best, second = sorted(scores.items(), key=lambda one: -one[1])[:2]
    return best[0] if best[1] > second[1] else ""


def latin_words(text: str) -> list[str]:
    """The words in Latin letters, lower case; what is elided before a vowel is a word of its own.

    A capital inside a sentence makes a name ("Mia", "MIT"), which keeps it and so is no small word of any language;
    only the English "I" is one with its capital.
    """
    found: list[str] = []
    shouted = text.isupper()
    for match in WORD.finditer(text):
        raw = match[0].replace("’", "'")
        word = raw.lower()
        if word[0] >= "ɐ":
            continue
        opens = bool(OPENS.search(text[max(0, match.start() - 3) : match.start()]))
        if raw == "I" or (raw[0].isupper() and not shouted and not opens and raw[:2] != "I'"):
            found.append(raw)
            continue
        elided = ELIDED.match(word)
        if elided and len(word) > len(elided[0]) and word not in WORDS["en"]:
            found.append(elided[0])
            word = word[elided.end() :]
        found.append(word.rstrip("'"))
    return found


def detect_latin(words: list[str]) -> str:
    """The language of words in Latin letters."""
    if not words:
        return ""
    scores: defaultdict[str, float] = defaultdict(float)
    hits: Counter[str] = Counter()
    for word in words:
        known = [language for language, small in WORDS.items() if word in small]
        for language in known:
            scores[language] += weight(word, len(known))
            hits[language] += 1
        if not known:
            for language, points in shape(word).items():
                scores[language] += points
    if not scores:
        return ""
    (best, most), *rest = sorted(scores.items(), key=lambda one: -one[1])
    second = rest[0][1] if rest else 0.0
    share = hits[best] / len(words)
    if best != "en" and not (outweighs(words, best, hits) or marked(words, best)):
        return ""  # "Iron Man" is no German, "UNO" no Italian
    if most < 0.8 or most < 1.25 * second or (len(words) > 5 and share < 0.12):
        return ""
    return best


def outweighs(words: list[str], language: str, hits: Mapping[str, int]) -> bool:
    """True when small words speak for another language than English, the more of them the shorter the text."""
    longer = any(len(word) > 3 for word in words if word in WORDS[language])
    needed = 1 if longer and len(words) <= 4 and not hits.get("en") else 2
    return hits[language] >= needed and hits[language] > hits.get("en", 0)


def lean(text: str, languages: Collection[str]) -> str:
    """The one of some languages that has most of the small words of a text, "" when none has, or two as many."""
    found = latin_words(CODE.sub(" ", text[:SAMPLE]))
    counts = sorted(((small_words(found, one), one) for one in languages if one in WORDS), reverse=True)
    if not counts or not counts[0][0] or (len(counts) > 1 and counts[0][0] == counts[1][0]):
        return ""
    return counts[0][1] if counts[0][0] > small_words(found, "en") else ""


def marked(words: list[str], language: str) -> bool:
    """True when words of the text have letters of the language that English has not."""
    return any(language in LETTERS.get(letter, ()) for word in words for letter in word)


def weight(word: str, languages: int) -> float:
    """A word that several languages share tells less, and so does a single letter."""
    return (0.5 if len(word) == 1 else 1.0) / languages


def shape(word: str) -> dict[str, float]:
    """What the letters and the ending of an unknown word point to."""
    points: defaultdict[str, float] = defaultdict(float)
    for letter in set(word) & LETTERS.keys():
        for language in LETTERS[letter]:
            points[language] += 0.9 / len(LETTERS[letter])
    if len(word) > 5:
        ending = [language for language, ends in ENDINGS.items() if word.endswith(ends)]
        for language in ending:
            points[language] += 0.5 / len(ending)
    return dict(points)

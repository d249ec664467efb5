"""Documents whose prose is in another language: refused, saying which, as goals are.

What counts is what people say in words: names of fields, examples, code and what is quoted may be
in any language. Each word is held against lists of small and usual words; a document is in the
language that most of its words are of, if that is not English.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from beliefs.errors import InvalidInput, OtherLanguage
from beliefs.spec import patterns as re
from beliefs.spec.documents.loading import load
from beliefs.spec.documents.markdown.blocks import blocks

_FEWEST = 3  # words that English does not have: of two, a document may only quote them
_SHARE = 1.5  # so many of them for each English word
_LONGEST = 40  # characters of the line that is shown
_SCRIPTS = {
    "CYRILLIC": "a language in Cyrillic letters",
    "GREEK": "Greek",
    "CJK": "Chinese",
    "HIRAGANA": "Japanese",
    "KATAKANA": "Japanese",
    "HANGUL": "Korean",
    "ARABIC": "a language in Arabic letters",
    "HEBREW": "Hebrew",
    "DEVANAGARI": "a language in Devanagari letters",
    "THAI": "Thai",
}
# What is shown, and not said: code, addresses, texts in quotes, names.
_SHOWN = re.compile(
    r"`[^`]*`|\"[^\"\n]*\"|“[^”\n]*”|«[^»\n]*»|„[^“”\n]*[“”]|\{[^{}]*\}|\[[^\[\]]*\]|https?://\S+|/\S+|"
    r"\w*[_/.]\w+\S*|\b[a-z]+[A-Z]\w*"
)
_WORD = re.compile(r"[^\W\d_]+(?=['’]?)")


class Foreign(NamedTuple):
    """The language of a document, and a line that shows it."""

    language: str
    line: int
    shown: str


def in_english(name: str, text: str, kind: str) -> None:
    """Refuse a source that is written in another language.

    >>> in_english("a.md", "# Notizen\\n\\nEine API für Notizen mit Titel und Datum.", "markdown")
    Traceback (most recent call last):
    ...
    beliefs.errors.OtherLanguage: a.md is written in German (line 3: ...
    """
    found = foreign(text, kind)
    if found is not None:
        shown = f'line {found.line}: "{found.shown}"'
        message = f"{name} is written in {found.language} ({shown}); say it in English."
        raise OtherLanguage(message)


def foreign(text: str, kind: str) -> Foreign | None:
    """The language of a source that is not English; None for one that is, or says too little."""
    said = [(line, _words(each), each) for line, each in _said(text, kind)]
    words = [word for _, own, _ in said for word in own]
    script = _script(words)
    if script:
        line, shown = next((at, each) for at, own, each in said if _script(own))
        return Foreign(script, line, _cut(shown))
    known = _languages()
    english = sum(word in known["English"] for word in words)
    counts = {
        name: sum(word in small and word not in known["English"] for word in words)
        for name, small in known.items()
    }
    name = max(counts, key=lambda each: counts[each])
    own = known[name] - known["English"]
    if len(own.intersection(words)) < _FEWEST or counts[name] < _SHARE * english:
        return None
    line, _, shown = max(said, key=lambda each: len(own.intersection(each[1])))
    return Foreign(name, line, _cut(shown))


def _cut(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= _LONGEST else f"{plain[: _LONGEST - 1]}…"


def _words(text: str) -> list[str]:
    """The words that are said, in small letters."""
    return [each.lower() for each in _WORD.findall(_SHOWN.sub(" ", text))]


def _script(words: list[str]) -> str:
    """What is written in the letters of most words, where these are not Latin ones."""
    letters = [each for word in words for each in word]
    others = [each for each in letters if each > "ɏ"]
    if len(others) <= len(letters) / 2:
        return ""
    kinds = Counter(unicodedata.name(each, "").split(" ")[0] for each in others)
    japanese = kinds["HIRAGANA"] + kinds["KATAKANA"]
    kind = "HIRAGANA" if japanese else kinds.most_common(1)[0][0]
    return _SCRIPTS.get(kind, "another script than the Latin one")


def _said(text: str, kind: str) -> Iterator[tuple[int, str]]:
    """What a source says in words, with its line."""
    if kind == "openapi":
        yield from _in_openapi(text)
    elif kind == "markdown":
        for block in blocks(text):
            if block.kind == "table":
                yield from ((block.line, cell) for row in block.rows for cell in row)
            elif block.kind != "code":
                yield block.line, block.text
    else:
        yield from enumerate(text.split("\n"), 1)


def _in_openapi(text: str) -> Iterator[tuple[int, str]]:
    try:
        data = load(text).data
    except InvalidInput:
        return  # whoever reads it says so
    lines = text.split("\n")
    for said in _prose(data):
        first = next(iter(said.strip().split("\n")), "").strip()
        yield next((at for at, line in enumerate(lines, 1) if first and first in line), 1), said


def _prose(data: Any) -> Iterator[str]:
    """What stands under the keys where people say something, wherever they are."""
    if isinstance(data, list):
        for each in data:
            yield from _prose(each)
    for name, each in data.items() if isinstance(data, dict) else ():
        if name in {"example", "examples", "default", "enum", "properties"}:
            # The names of properties may be anything; what is said of each of them counts.
            inside = each.values() if name == "properties" and isinstance(each, dict) else ()
            yield from _prose(list(inside))
        elif name in {"description", "summary", "title"} and isinstance(each, str):
            yield each
        else:
            yield from _prose(each)


@cache
def _languages() -> dict[str, frozenset[str]]:
    """The small and usual words of each language."""
    told = (files(__package__) / "languages.txt").read_text(encoding="utf-8").strip()
    pairs = (line.partition(": ") for line in told.split("\n"))
    return {name: frozenset(words.split()) for name, _, words in pairs}

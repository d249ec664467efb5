"""Phrases as patterns over tokens.

A pattern is elements with spaces between them: `word` (any form of it), `one|other`, `<class>` or
`<name:class>` (what a class of tokens reads), signs as they stand; `?` after an element makes it
optional. Fillers (articles, "also", "just") may stand anywhere between elements.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from beliefs.errors import InvalidInput
from beliefs.spec.understanding.stopwords import GRAMMAR
from beliefs.spec.understanding.tokens import Token

Tokens: TypeAlias = tuple[Token, ...]
# From a place in the tokens: every end it may have, with what it means.
Reader: TypeAlias = Callable[[Tokens, int], Iterator[tuple[int, Any]]]

FILLERS = frozenset(
    """a an the also just simply simple then please very really basic proper own nice small little
    tiny quick quickly clean my our their its his her your them it here there full fully
    fully-featured complete certain given again together""".split()  # noqa: SIM905
)


@dataclass(frozen=True, slots=True)
class Element:
    """One place of a pattern."""

    words: frozenset[str] = frozenset()
    reader: str = ""
    name: str = ""
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Phrase:
    """A pattern with the name of what it says."""

    says: str
    pattern: str
    elements: tuple[Element, ...]

    @property
    def weight(self) -> int:
        """How much of it is words of its own."""
        return sum(
            1
            for each in self.elements
            if not each.optional
            and any(word[0].isalpha() and word not in GRAMMAR for word in each.words)
        )


@dataclass(frozen=True, slots=True)
class Match:
    """A phrase found in a sentence."""

    phrase: Phrase
    start: int
    end: int
    bound: Mapping[str, Any]


def phrase(says: str, pattern: str) -> Phrase:
    """A phrase from its pattern.

    >>> phrase("random", "random <noun>?").elements[1].optional
    True
    """
    return Phrase(says, pattern, tuple(_element(each) for each in pattern.split()))


def _element(text: str) -> Element:
    optional = text.endswith("?") and text != "?"
    text = text[:-1] if optional else text
    reader = re.fullmatch(r"<(?:(\w+):)?(\w+)>", text)
    if reader:
        name = reader[1] or reader[2]
        return Element(reader=reader[2], name=name, optional=optional)
    return Element(words=frozenset(text.lower().split("|")), optional=optional)


def matches(
    wanted: Phrase, tokens: Tokens, start: int, readers: Mapping[str, Reader]
) -> Iterator[Match]:
    """Every way a phrase stands at a place of a sentence."""
    for end, bound in _rest(wanted.elements, tokens, start, readers):
        yield Match(wanted, start, end, bound)


def _rest(
    elements: tuple[Element, ...], tokens: Tokens, at: int, readers: Mapping[str, Reader]
) -> Iterator[tuple[int, dict[str, Any]]]:
    if not elements:
        yield at, {}
        return
    first, rest = elements[0], elements[1:]
    for end, value in _one(first, tokens, at, readers):
        for last, bound in _rest(rest, tokens, end, readers):
            yield last, ({first.name: value, **bound} if first.name else bound)
    if at < len(tokens) and tokens[at].low in FILLERS:
        yield from _rest(elements, tokens, at + 1, readers)
    if first.optional:
        yield from _rest(rest, tokens, at, readers)


def _one(
    element: Element, tokens: Tokens, at: int, readers: Mapping[str, Reader]
) -> Iterator[tuple[int, Any]]:
    if element.reader:
        if element.reader not in readers:
            raise InvalidInput(f"No class of tokens is called {element.reader}.")
        yield from readers[element.reader](tokens, at)
    elif at < len(tokens) and _is(tokens[at], element.words):
        yield at + 1, tokens[at]


def _is(token: Token, words: frozenset[str]) -> bool:
    return token.low in words or not token.forms.isdisjoint(words)

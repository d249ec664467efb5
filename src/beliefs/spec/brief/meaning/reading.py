"""One phrase under its grammar: what it can mean from each place on.

The rules of values, rows and conditions call each other through a `Reading`, which remembers what
it has read at a place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from beliefs.spec.brief.meaning import conditions, rows, values
from beliefs.spec.brief.meaning.rows import Some
from beliefs.spec.brief.meaning.scope import Focus, Scope, Val

Found = TypeVar("Found")
_VARIABLES = ("one", "other", "third", "fourth")


@dataclass(slots=True)
class Reading:
    """The words of a phrase, and what they are about."""

    words: tuple[str, ...]
    scope: Scope
    quotes: tuple[str, ...] = ()
    demanded: bool = False  # the phrase says what must hold, not what must not
    _known: dict[tuple[Any, ...], list[tuple[int, Any]]] = field(default_factory=dict)

    def values(self, at: int, inner: tuple[Focus, ...]) -> list[tuple[int, Val]]:
        """What value the words from a place on are, with where that ends."""
        return self._once(values.values, at, inner)

    def rows(self, at: int, inner: tuple[Focus, ...]) -> list[tuple[int, Some]]:
        """Which rows the words from a place on are."""
        return self._once(rows.rows, at, inner)

    def conditions(self, at: int, inner: tuple[Focus, ...]) -> list[tuple[int, str]]:
        """What the words from a place on say that holds."""
        return self._once(conditions.conditions, at, inner)

    def amounts(self, at: int, inner: tuple[Focus, ...]) -> list[tuple[int, str]]:
        """How many rows the words from a place on say that there are."""
        return self._once(conditions.amounts, at, inner)

    def spans(self, at: int, inner: tuple[Focus, ...]) -> list[tuple[int, str]]:
        """How long a time the words from a place on say, in seconds."""
        return self._once(values.spans, at, inner)

    def sees(self, at: int, *texts: str) -> int:
        """Where words end that stand at a place, any of several texts; 0 where none does."""
        for text in texts:
            parts = tuple(text.split())
            if self.words[at : at + len(parts)] == parts:
                return at + len(parts)
        return 0

    def word(self, at: int) -> str:
        """The word at a place; empty behind the last."""
        return self.words[at] if at < len(self.words) else ""

    def focuses(self, inner: tuple[Focus, ...]) -> tuple[Focus, ...]:
        """The rows that words may be about, nearest first."""
        return (*reversed(inner), *reversed(self.scope.bound))

    def variable(self, inner: tuple[Focus, ...]) -> str:
        """A name for one of some rows."""
        return _VARIABLES[min(len(inner), len(_VARIABLES) - 1)]

    def _once(
        self,
        rule: Callable[[Reading, int, tuple[Focus, ...]], Iterator[tuple[int, Found]]],
        at: int,
        inner: tuple[Focus, ...],
    ) -> list[tuple[int, Found]]:
        key = (rule.__name__, at, tuple((each.kind.name, each.name) for each in inner))
        if key not in self._known:
            self._known[key] = []  # a rule that begins with itself finds nothing there
            self._known[key] = list(dict.fromkeys(rule(self, at, inner)))
        return self._known[key]

"""Values for the inputs of requests: right ones, ones at the bounds, and wrong ones."""

from __future__ import annotations

import math
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from beliefs.judge.patterns import fitting, unfitting
from beliefs.spec.types import Field, Type

_WORDS = [
    "amber",
    "birch",
    "cedar",
    "delta",
    "ember",
    "fjord",
    "grove",
    "heron",
    "inlet",
    "jetty",
    "knoll",
    "larch",
    "mango",
    "north",
]
_EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
_NEAR = 3


@dataclass(frozen=True, slots=True)
class Sampler:
    """Draws values with one source of chance."""

    random: Random

    def right(self, kind: Type) -> Any:
        """A value that fits a type."""
        if kind.choices:
            return self.random.choice(kind.choices)
        match kind.kind:
            case "integer":
                low, high = whole_bounds(kind)
                # Small numbers are soon used up: what is full, empty or over shows with them.
                near = min(high, low + _NEAR) if self.random.random() < 0.6 else high
                return self.random.randint(low, near)
            case "number":
                least, most = bounds(kind)
                most = min(most, least + _NEAR) if self.random.random() < 0.4 else most
                return round(self.random.uniform(least, most), 2)
            case "boolean":
                return self.random.random() < 0.5
            case "list":
                many = self.random.randint(
                    kind.min_length or 0, kind.max_length or (kind.min_length or 0) + 3
                )
                return self._related([self.right(kind.item or Type("string")) for _ in range(many)])
            case "record":
                return self.record(kind.fields)
            case "json":
                return self.random.choice(
                    [{"a": 1}, [1, "x"], "text", 7, {"deep": {"er": [None, True]}}]
                )
        return self._text(kind)

    def record(self, fields: tuple[Field, ...]) -> dict[str, Any]:
        """A record of which the optional fields are sometimes left out."""
        return {
            each.name: self.right(each.type)
            for each in fields
            if each.required or self.random.random() < 0.7
        }

    def _related(self, items: list[Any]) -> list[Any]:
        """Records of one list that name each other, where they have texts to do it with."""
        names = [next(iter(each.values()), None) for each in items if isinstance(each, dict)]
        texts = [each for each in names if isinstance(each, str)]
        if len(texts) < 2 or len(texts) != len(items):
            return items
        for at, item in enumerate(items):
            # Mostly those before, since a circle is rarely what is meant.
            among = texts[:at] if self.random.random() < 0.85 else texts
            for name, value in list(item.items()):
                if isinstance(value, list) and all(isinstance(each, str) for each in value):
                    many = self.random.randint(0, min(2, len(among)))
                    if self.random.random() < 0.9:
                        item[name] = self.random.sample(among, many)
        if self.random.random() < 0.1:
            items[-1][next(iter(items[-1]))] = texts[0]
        return items

    def _text(self, kind: Type) -> str:
        word = self._word()
        moment = _EPOCH + timedelta(seconds=self.random.randrange(10**7))
        match kind.kind:
            case "email":
                return f"{word}@example.org"
            case "url":
                return f"https://example.org/{word}"
            case "date":
                return moment.date().isoformat()
            case "datetime":
                return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
            case "uuid":
                return str(uuid.UUID(int=self.random.getrandbits(128), version=4))
        if kind.pattern:
            return fitting(kind, self.random)
        text = self._words(word)
        low, high = kind.min_length or 0, kind.max_length or math.inf
        text = text if len(text) >= low else text + "x" * (low - len(text))
        return text if len(text) <= high else text[: int(high)].strip().ljust(low, "x")

    def _word(self) -> str:
        """A word that is hardly drawn twice."""
        return f"{self.random.choice(_WORDS)}{self.random.randrange(1000)}"

    def _words(self, word: str) -> str:
        """A text around a word, in any letters."""
        text = f"{word} {self.random.choice(_WORDS)}" if self.random.random() < 0.5 else word
        return self.random.choice((text, text, text.title(), text.upper(), f"{text} Žå"))

    def edges(self, kind: Type) -> Iterator[Any]:
        """Values that only just fit."""
        for bound, step in (
            (kind.minimum, 0),
            (kind.maximum, 0),
            (kind.above, 1),
            (kind.below, -1),
        ):
            if bound is not None:
                nudge = step if kind.kind == "integer" else step * 0.01
                yield _as(kind, bound + nudge)
        yield from self._lengths(kind, over=False)
        if kind.choices:
            yield from kind.choices

    def wrong(self, kind: Type, *, lax: bool) -> Iterator[Any]:
        """Values that do not fit, each in one way."""
        for bound, step in (
            (kind.minimum, -1),
            (kind.maximum, 1),
            (kind.above, 0),
            (kind.below, 0),
        ):
            if bound is not None:
                nudge = step if kind.kind == "integer" else step * 0.01
                yield _as(kind, bound + nudge)
        yield from self._lengths(kind, over=True)
        if kind.kind == "integer" and not kind.choices:
            yield 2**53  # beyond what every reader of JSON keeps exact
        if kind.choices:
            yield "none-of-these"
        if kind.kind == "datetime" and kind.pattern:
            yield "2026-01-31T12:00:00"  # nobody says where
        elif kind.pattern:
            yield from unfitting(kind, self.random)
        if not lax:
            yield from self._other_kinds(kind)
        elif kind.kind in {"integer", "number", "boolean"}:
            yield "abc"
        if kind.kind in {"email", "url", "date", "datetime", "uuid"} and not kind.choices:
            yield "not one"

    def _lengths(self, kind: Type, *, over: bool) -> Iterator[Any]:
        if kind.kind not in {"string", "list"} or kind.pattern:
            return
        low, high = kind.min_length, kind.max_length
        sizes = [low - 1] if over and low else [low] if low is not None and not over else []
        sizes += [high + over] if high is not None else []
        for size in sizes:
            if kind.kind == "list":
                yield [self.right(kind.item or Type("string")) for _ in range(size)]
            else:
                yield "x" * size

    def _other_kinds(self, kind: Type) -> Iterator[Any]:
        if kind.kind == "json":
            return
        if not kind.nullable:
            yield None
        others: dict[str, Any] = {
            "text": "text",
            "number": 7,
            "truth": True,
            "list": ["x"],
            "record": {"a": 1},
        }
        fitting = {
            "integer": {"number"},
            "number": {"number"},
            "boolean": {"truth"},
            "list": {"list"},
            "record": {"record"},
        }.get(kind.kind, {"text"})
        for name, value in others.items():
            if name not in fitting:
                yield value
        if kind.kind == "list" and kind.item and kind.item.kind != "json":
            yield from ([each] for each in self._other_kinds(kind.item))
        if kind.kind == "integer":
            yield 1.5


class PlainSampler(Sampler):
    """Draws texts that somebody might have written, for requests that people read.

    >>> PlainSampler(Random(1)).right(Type("url"))
    'https://example.org/cedar-jetty'
    """

    def _word(self) -> str:
        return "-".join(self.random.sample(_WORDS, 2))

    def _words(self, word: str) -> str:
        return word.replace("-", " ")


def _as(kind: Type, value: float) -> float:
    return int(value) if kind.kind == "integer" else round(value, 6)


def bounds(kind: Type) -> tuple[float, float]:
    """Where numbers of a type lie, as far as a judge goes."""
    low = kind.minimum if kind.minimum is not None else kind.above if kind.above is not None else 0
    high = (
        kind.maximum
        if kind.maximum is not None
        else kind.below
        if kind.below is not None
        else low + 1000
    )
    if kind.above is not None:
        low += 0.01
    if kind.below is not None:
        high -= 0.01
    return low, high


def whole_bounds(kind: Type) -> tuple[int, int]:
    """The same, of whole numbers."""
    low = (
        kind.minimum
        if kind.minimum is not None
        else kind.above + 1
        if kind.above is not None
        else 0
    )
    high = (
        kind.maximum
        if kind.maximum is not None
        else kind.below - 1
        if kind.below is not None
        else low + 20
    )
    return math.ceil(low), math.floor(high)

"""Values as people sketch them: JSON, names in braces, types in place of values.

`{"id": 1, "tags": ["a"], ...}`, `{title, done?: bool, tags[]}` and `[{name: string}]` are all a
`Sketch`: what a value is made of, and what is written in the place of each scalar.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from beliefs.spec import patterns as re
from beliefs.spec.types import Type

Form: TypeAlias = Literal["record", "list", "value"]


@dataclass(frozen=True, slots=True)
class Sketch:
    """A value: a record of named parts, a list of items, or a scalar as it is written."""

    form: Form
    parts: tuple[Part, ...] = ()
    item: Sketch | None = None
    text: str = ""  # of a scalar, quotes and all; of a list of which only a name is told, the name
    more: bool = False  # has an ellipsis: others like these
    type: Type | None = None  # where a schema says it, with its bounds

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its parts."""
        return tuple(each.name for each in self.parts)

    def part(self, name: str) -> Sketch | None:
        """The value under a name."""
        return next((each.value for each in self.parts if each.name == name), None)

    @property
    def rows(self) -> Sketch | None:
        """Of a list of records, one of them."""
        return self.item if self.form == "list" and self.item and self.item.parts else None

    @property
    def listed(self) -> Sketch | None:
        """One of the records of a list, or of the one list that a record has."""
        inner = [each.value.rows for each in self.parts if each.value.rows is not None]
        return self.rows or (inner[0] if len(inner) == 1 else None)


class Part(NamedTuple):
    """A named value."""

    name: str
    value: Sketch
    optional: bool = False
    default: str = ""  # JSON text


SILENT = Sketch("value")

_TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/)
      | (?P<string>"(?:[^"\\]|\\.)*"|“[^”]*”)
      | (?P<dots>\.\.+|…)
      | (?P<sign>[{}\[\],:?])
      | (?P<word>[^\s{}\[\],:?"“]+)""",
    re.VERBOSE | re.DOTALL,
)


class Unsketched(ValueError):
    """A text that is no sketch."""


def sketched(text: str) -> Sketch | None:
    """The sketch that a text is; None when it is none.

    >>> sketched("{title, done?: bool, tags[]}").names
    ('title', 'done', 'tags')
    >>> sketched('[{"rank": 1, "player": "ann"}, ...]').rows.names
    ('rank', 'player')
    """
    try:
        reader = _Reader(text)
        found = reader.value()
    except Unsketched:
        return None
    return found if reader.at == len(reader.tokens) and found.form != "value" else None


def span(text: str, start: int) -> int:
    """Where the bracket at `start` is closed; -1 when it is not.

    >>> span('{"a": "}"} and', 0)
    10
    """
    depth = 0
    for each in _TOKEN.finditer(text, start):
        if each[0] in "{[":
            depth += 1
        elif each[0] in "}]":
            depth -= 1
            if depth == 0:
                return each.end()
    return -1


class _Reader:
    def __init__(self, text: str) -> None:
        self.tokens = [
            (each.lastgroup or "", each[0])
            for each in _TOKEN.finditer(text)
            if each.lastgroup != "space"
        ]
        self.at = 0

    def peek(self) -> tuple[str, str]:
        return self.tokens[self.at] if self.at < len(self.tokens) else ("", "")

    def next(self) -> tuple[str, str]:
        found = self.peek()
        if not found[0]:
            raise Unsketched
        self.at += 1
        return found

    def takes(self, sign: str) -> bool:
        if self.peek() == ("sign", sign):
            self.at += 1
            return True
        return False

    def value(self) -> Sketch:
        if self.takes("{"):
            return self.record()
        if self.takes("["):
            return self.list()
        return self.scalar()

    def record(self) -> Sketch:
        parts: list[Part] = []
        more = False
        while not self.takes("}"):
            if self.peek()[0] == "dots":
                self.next()
                more = True
            elif not self.takes(","):
                parts.append(self.part())
        return Sketch("record", tuple(parts), more=more)

    def part(self) -> Part:
        kind, text = self.next()
        if kind == "sign":
            raise Unsketched
        name = text.strip('"“”')
        optional = self.takes("?") or name.endswith(("?", "*"))
        name = name.rstrip("?*!")
        odd = kind == "string" or re.fullmatch(r"<[\w -]+>|\d[\w-]*", name)
        if not (odd or re.fullmatch(r"[A-Za-z_$][\w.$-]*", name)):
            raise Unsketched
        value = SILENT
        if self.takes("["):
            if not self.takes("]"):
                raise Unsketched
            value = Sketch("list")
        if self.takes(":"):
            value = self.value()
            if self.takes("?"):
                optional = True
        elif self.peek()[0] == "word":  # "title string" or "year optional"
            value = self.scalar()
        return Part(name, value, optional)

    def list(self) -> Sketch:
        items: list[Sketch] = []
        more = False
        while not self.takes("]"):
            if self.peek()[0] == "dots":
                self.next()
                more = True
            elif not self.takes(","):
                items.append(self.value())
        if items and items[0].form == "record":  # what one of them lacks another may show
            items[0] = together(items)
        return Sketch("list", item=items[0] if items else None, more=more)

    def scalar(self) -> Sketch:
        words: list[str] = []
        while True:
            kind, text = self.peek()
            if not kind or (kind == "sign" and text != "?"):
                break
            if kind == "sign" and words:
                break
            words.append(text)
            self.at += 1
        if not words:
            raise Unsketched
        if self.peek() == ("sign", "["):
            self.at += 1
            if not self.takes("]"):
                raise Unsketched
            return Sketch("list", text=" ".join(words))
        return Sketch("value", text=" ".join(words))


def together(sketches: list[Sketch]) -> Sketch:
    """One record with the parts of several."""
    parts: dict[str, Part] = {}
    for each in sketches:
        for one in each.parts:
            parts.setdefault(one.name, one)
    return Sketch("record", tuple(parts.values()))


def scalar_of(sketch: Sketch) -> object:
    """The JSON value that is written in the place of a scalar; None is null or no value."""
    try:
        return json.loads(sketch.text)
    except ValueError:
        return None

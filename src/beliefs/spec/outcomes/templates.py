"""The record that a clause shows, as an expression over the row that a request is about."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.loading import relaxed
from beliefs.spec.documents.places import WRAPS, same_thing
from beliefs.spec.documents.words import plain
from beliefs.spec.effects import Call, Each, Expr, Get, Lit, Make, Var
from beliefs.spec.entities import Entity

_ROW, _ROWS, _DOTS = "\0row", "\0rows", "\0dots"
_COUNTS = {"count", "total", "totalcount", "size"}


class Subject(NamedTuple):
    """What a request is about: its row, or (`many`) all that it lists."""

    entity: Entity
    value: Expr
    many: bool = False


class _UnknownValueError(ValueError):
    pass


def written(text: str, subject: Subject) -> Expr | None:
    """The record with what the row has in the place of samples; None where that is not told."""
    try:
        value = json.loads(_marked(text))
        return _Writer(subject).value("", value)
    except ValueError:
        return None


def _marked(text: str) -> str:
    """JSON text with marks where something is left to be put in."""
    dots = r"(?:\.\.\.|…)"
    text = re.sub(
        rf"\[\s*(?:\{{\s*{dots}\s*\}}|{dots}|<[^<>\"]*>)(?:\s*,\s*{dots})?\s*\]", f'"{_ROWS}"', text
    )
    text = re.sub(rf"\{{\s*{dots}\s*\}}", f'"{_ROW}"', text)
    text = re.sub(r'(?<=[:\[,{])\s*"?<([^<>"]*)>"?', lambda each: f' "{_DOTS}{each[1]}"', text)
    text = re.sub(rf"(?<=:)\s*{dots}", f' "{_DOTS}"', text)
    return relaxed(re.sub(r"([{,]\s*)([A-Za-z_]\w*)(\s*:)", r'\1"\2"\3', text)).replace(
        "\0", "\\u0000"
    )


class _Writer:
    """Puts values into a record."""

    def __init__(self, subject: Subject) -> None:
        self.entity, self.row, self.many = subject
        self.names = {self.entity.key.name, *(e.name for e in self.entity.fields)}

    def value(self, name: str, value: Any) -> Expr:
        match value:
            case dict():
                return self.record(name, value)
            case list():
                return self.listed(value)
            case str() if value.startswith("\0"):
                return self.put_in(name, value)
            case _ if name in self.names and not self.many:
                return Get(self.row, name)
            case int() if self.many and plain(name) in _COUNTS and not isinstance(value, bool):
                return Call("count", (self.row,))
            case _:
                return Lit(value)

    def record(self, name: str, value: dict[str, Any]) -> Expr:
        """A record of its own, or the row as a sample shows it."""
        if name and value and value.keys() <= self.names and not self.many:
            return self._row_of(self.row, value)
        return Make(tuple((each, self.value(each, one)) for each, one in value.items()))

    def listed(self, value: list[Any]) -> Expr:
        """The rows, each as a sample shows it."""
        first = value[0] if value else None
        if not self.many or not isinstance(first, dict) or not first.keys() <= self.names:
            raise _UnknownValueError
        if first.keys() == self.names:
            return self.row
        return Each("one", self.row, self._row_of(Var("one"), first))

    def _row_of(self, row: Expr, value: dict[str, Any]) -> Expr:
        if value.keys() == self.names:
            return row
        return Call("only", (row, *(Lit(each) for each in value)))

    def put_in(self, name: str, mark: str) -> Expr:
        """What stands where dots, or words in angles, are."""
        words = plain(mark.removeprefix(_DOTS))
        if mark in {_ROW, _ROWS}:
            if (mark == _ROWS) == self.many:
                return self.row
        elif self.many:
            if plain(name) in _COUNTS:
                return Call("count", (self.row,))
            if self._names_rows(name):
                return self.row
        elif name in self.names:
            return Get(self.row, name)
        elif self._names_rows(name) or words.endswith(plain(self.entity.name)):
            return self.row
        elif words.endswith("id"):
            return Get(self.row, self.entity.key.name)
        raise _UnknownValueError

    def _names_rows(self, name: str) -> bool:
        return name in WRAPS or same_thing(name, self.entity.name)

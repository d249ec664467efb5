"""What a value may be, as a phrase: "integer from 1 to 5", "list of (string), at least 2"."""

from __future__ import annotations

import json
from typing import Any, cast, get_args

from beliefs.errors import InvalidInput, shown
from beliefs.spec import patterns as re
from beliefs.spec.types import Field, Kind, Type

_BOUNDS = {
    "min": "minimum",
    "max": "maximum",
    "above": "above",
    "below": "below",
    "shortest": "min_length",
    "longest": "max_length",
}


def phrase(type_: Type) -> str:
    """A type as text.

    >>> phrase(Type("list", item=Type("string", max_length=9), min_length=2))
    'list of (string longest 9) shortest 2'
    """
    parts: list[str] = [type_.kind]
    if type_.item is not None:
        parts.append(f"of ({phrase(type_.item)})")
    if type_.fields:
        parts.append(f"{{{'; '.join(field_phrase(each) for each in type_.fields)}}}")
    if type_.choices:
        parts.append(f"one of {_json(list(type_.choices))}")
    for word, name in _BOUNDS.items():
        value = getattr(type_, name)
        if value is not None:
            parts.append(f"{word} {_json(value)}")
    if type_.pattern:
        parts.append(f"pattern {_json(type_.pattern)}")
    if type_.nullable:
        parts.append("or null")
    return " ".join(parts)


def field_phrase(field: Field) -> str:
    """A field as text.

    >>> field_phrase(Field("done", Type("boolean"), required=False, default="false"))
    'done: boolean, default "false", optional'
    """
    parts = [f"{_json(field.name) if not _plain(field.name) else field.name}: {phrase(field.type)}"]
    parts += [f"default {_json(field.default)}"] if field.default else []
    parts += ["unique"] if field.unique else []
    parts += ["hidden"] if field.hidden else []
    parts += ["optional"] if not field.required else []
    return ", ".join(parts)


def _json(value: Any) -> str:
    # A bar would end the cell of a table.
    return json.dumps(value).replace("|", "\\u007c")


def _plain(name: str) -> bool:
    return re.fullmatch(r"[A-Za-z_]\w*", name, re.ASCII) is not None


def read_phrase(text: str) -> Type:
    """The type of a text that `phrase` wrote."""
    reader = _Reader(text)
    found = reader.type()
    reader.end()
    return found


def read_field(text: str) -> Field:
    """The field of a text that `field_phrase` wrote."""
    reader = _Reader(text)
    found = reader.field()
    reader.end()
    return found


class _Reader:
    """A phrase, taken from the left."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def end(self) -> None:
        if self._at != len(self._text):
            raise self._wrong()

    def type(self) -> Type:
        kind = self._word()
        if kind not in get_args(Kind):
            raise self._wrong()
        said: dict[str, Any] = {}
        while True:
            if self._skip(" of ("):
                said["item"] = self.type()
                self._need(")")
            elif self._skip(" {"):
                said["fields"] = self._fields()
            elif self._skip(" one of "):
                said["choices"] = tuple(self._value())
            elif self._skip(" pattern "):
                said["pattern"] = self._value()
            elif self._skip(" or null"):
                said["nullable"] = True
            elif bound := next((each for each in _BOUNDS if self._skip(f" {each} ")), ""):
                said[_BOUNDS[bound]] = self._value()
            else:
                return Type(cast("Kind", kind), **said)

    def _fields(self) -> tuple[Field, ...]:
        found = [self.field()]
        while self._skip("; "):
            found.append(self.field())
        self._need("}")
        return tuple(found)

    def field(self) -> Field:
        quoted = self._text[self._at : self._at + 1] == '"'
        name = str(self._value()) if quoted else self._word()
        self._need(": ")
        type_ = self.type()
        default = str(self._value()) if self._skip(", default ") else ""
        unique, hidden = self._skip(", unique"), self._skip(", hidden")
        return Field(name, type_, not self._skip(", optional"), default, unique, hidden)

    def _word(self) -> str:
        match = re.compile(r"\w+").match(self._text, self._at)
        if match is None:
            raise self._wrong()
        self._at = match.end()
        return match.group()

    def _value(self) -> Any:
        try:
            value, self._at = json.JSONDecoder().raw_decode(self._text, self._at)
        except ValueError:
            raise self._wrong() from None
        return value

    def _skip(self, text: str) -> bool:
        if self._text.startswith(text, self._at):
            self._at += len(text)
            return True
        return False

    def _need(self, text: str) -> None:
        if not self._skip(text):
            raise self._wrong()

    def _wrong(self) -> InvalidInput:
        return InvalidInput(f"{shown(self._text)} says no type at character {self._at + 1}.")

"""What a service is supposed to hold: rows in memory, as effects leave them.

What a service makes up by itself (tokens, codes, UUIDs, signatures) cannot be foretold. The world
puts a placeholder in its place, and learns the true text from the first answer that shows it.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

from beliefs.judge.moments import nearly
from beliefs.spec.entities import Entity
from beliefs.spec.service import Rate, Spec

# Private-use characters, which no answer has by chance.
OPEN, CLOSE = "\ue000", "\ue001"
PLACEHOLDER = re.compile(f"{OPEN}[a-z_]+:\\d+{CLOSE}")


class Row(dict[str, Any]):
    """A row, which knows its entity."""

    entity: Entity
    _told: str = ""

    @property
    def but_for_moments(self) -> str:
        """What it holds, but for moments that are near: worked out once, as a row never changes."""
        self._told = self._told or repr(_still(dict(self)))
        return self._told


@dataclass(slots=True)
class World:
    """The rows of every entity, the last number given, and what placeholders turned out to be.

    A row is never changed: another takes its place. So a copy of the lists is a copy of everything.
    """

    spec: Spec
    rows: dict[str, list[Row]] = field(default_factory=dict)
    last: dict[str, int] = field(default_factory=dict)
    made: int = 0
    # What a signature signs, and until when: by placeholder, then by its true text.
    signed: dict[str, tuple[Any, float]] = field(default_factory=dict)
    # The tag of each value that one was asked of, by the value as text.
    tags: dict[str, str] = field(default_factory=dict)
    # When who asked, by rate and caller.
    asked: dict[tuple[Rate, str], tuple[float, ...]] = field(default_factory=dict)

    def of(self, entity: str) -> list[Row]:
        """The rows of an entity, oldest first."""
        return self.rows.setdefault(entity, [])

    def placeholder(self, kind: str) -> str:
        """A text that stands for one that is not known yet."""
        self.made += 1
        return f"{OPEN}{kind}:{self.made}{CLOSE}"

    def insert(self, name: str, values: dict[str, Any]) -> Row:
        """A new row, filled in."""
        entity = self.spec.entity(name)
        assert entity is not None, f"an effect names {name}, which no entity is"
        row = Row({entity.key.name: self._key(entity, values)})
        row.entity = entity
        for each in entity.fields:
            row[each.name] = values[each.name] if each.name in values else _default(each.default)
        if entity.open:
            row |= {key: value for key, value in values.items() if key not in row}
        self.of(name).append(row)
        return row

    def patch(self, row: Row, values: dict[str, Any]) -> Row:
        """The row with other fields; whoever holds the old one still sees it as it was."""
        entity = row.entity
        known = {each.name for each in entity.fields}
        changed = Row(row)
        changed.entity = entity
        changed |= {name: each for name, each in values.items() if name in known or entity.open}
        rows, key = self.of(entity.name), entity.key.name
        self.rows[entity.name] = [changed if each[key] == row[key] else each for each in rows]
        return changed

    def copied(self) -> World:
        """A world of its own, for trying something out."""
        return World(
            self.spec,
            {name: list(rows) for name, rows in self.rows.items()},
            dict(self.last),
            self.made,
            dict(self.signed),
            dict(self.tags),
            dict(self.asked),
        )

    def but_for_moments(self) -> tuple[object, ...]:
        """What it holds, but for moments that are near: worlds equal in it are as good as one."""
        rows = ((name, *(row.but_for_moments for row in held)) for name, held in self.rows.items())
        return *sorted(rows), *sorted(self.last.items())

    def tag(self, value: Any) -> str:
        """The tag of a value: the same for the same value."""
        text = as_value(value)
        if text not in self.tags:
            self.tags[text] = self.placeholder("etag")
        return self.tags[text]

    def learn(self, placeholder: str, text: str) -> None:
        """Put the true text wherever the placeholder stands."""
        for rows in self.rows.values():
            rows[:] = [_learned(row, placeholder, text) for row in rows]
        self.tags = {
            value.replace(placeholder, text): each.replace(placeholder, text)
            for value, each in self.tags.items()
        }
        if placeholder in self.signed:
            self.signed[text] = self.signed.pop(placeholder)

    def _key(self, entity: Entity, values: dict[str, Any]) -> Any:
        match entity.key.style:
            case "integer":
                self.last[entity.name] = self.last.get(entity.name, 0) + 1
                return self.last[entity.name]
            case "uuid":
                return self.placeholder("uuid")
            case "token":
                return entity.key.prefix + self.placeholder("token")
            case "given":
                return values[entity.key.name]


def as_value(value: Any) -> str:
    """A value as text, the same for the same value."""
    return json.dumps(value, sort_keys=True, default=str, ensure_ascii=False)


def replaced(value: Any, placeholder: str, text: str) -> Any:
    """A value with the true text in the placeholder's place."""
    if isinstance(value, str):
        return value.replace(placeholder, text)
    if isinstance(value, list):
        return [replaced(each, placeholder, text) for each in value]
    if isinstance(value, dict):
        return {name: replaced(each, placeholder, text) for name, each in value.items()}
    return value


def _still(value: Any) -> Any:
    """A value with moments to ten minutes; of bytes, which may be many, what tells them apart."""
    if isinstance(value, str):
        return nearly(value)
    if isinstance(value, bytes):
        return len(value), hash(value)
    if isinstance(value, list):
        return [_still(each) for each in value]
    if isinstance(value, dict):
        return {name: _still(each) for name, each in value.items()}
    return value


def _learned(row: Row, placeholder: str, text: str) -> Row:
    told = replaced(row, placeholder, text)
    if told == row:
        return row
    again = Row(told)
    again.entity = row.entity
    return again


def _default(text: str) -> Any:
    return json.loads(text) if text else None

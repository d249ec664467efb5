"""What requests say: values that mean something to each other and to the rows that are there.

A request at random hardly ever meets another. Here inputs that name rows name rows that belong
together, mostly those of the request before, so that a poll gets votes, an event fills up and a
column has several cards; what is searched for is a part of what is there; a file that is read as
CSV or XML is one; a text for another program has several lines.
"""

from __future__ import annotations

import csv
import io
import itertools
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from beliefs.judge.functions import KEPT
from beliefs.judge.interpreter import shown
from beliefs.judge.markup import written
from beliefs.judge.references import (
    Reference,
    fitting,
    lasting,
    mentions,
    parts,
    references,
    shown_secret,
    telling,
)
from beliefs.judge.sampling import Sampler, bounds
from beliefs.judge.world import Row, World, as_value
from beliefs.spec.effects import Call, Insert, Table
from beliefs.spec.entities import Entity
from beliefs.spec.operations import Input, Operation
from beliefs.spec.service import Spec
from beliefs.spec.types import Field, Type

_ABSENT: dict[str, Any] = {"integer": 987654, "uuid": "00000000-0000-4000-8000-000000000000"}
_OFTEN, _HALF, _SOMETIMES, _RARELY = 0.8, 0.5, 0.35, 0.1
_LINES = 3
_LASTING = (10, 20, 40, 80, 160)  # seconds
_FEW = 3  # rows of a kind that are new
_LOYAL = (0.3, 0.6, 0.95)
_TOGETHER = 2


class _Hints(NamedTuple):
    """What an effect makes of its inputs, as far as that says which values mean something."""

    tabular: bool  # a file or a text is read as CSV
    tagged: bool  # it is read as XML
    searched: bool  # words are looked for in texts of files
    piped: bool  # a program is given lines
    lasting: set[str]  # inputs that say how many seconds something lasts
    record: tuple[Entity, Type] | None
    telling: dict[str, tuple[str, ...]]
    mentions: dict[str, list[str]]


def _hinted(operation: Operation, spec: Spec) -> _Hints:
    called = {it.function for it in parts(operation.effect) if isinstance(it, Call)}
    return _Hints(
        "read_csv" in called,
        "read_xml" in called,
        "occurrences" in called,
        "piped" in called,
        lasting(operation),
        fitting(operation, spec),
        telling(operation),
        mentions(operation),
    )


@dataclass(slots=True)
class Chooser:
    """Chooses values for inputs; it remembers what it said and which rows it meant."""

    spec: Spec
    sampler: Sampler
    acting: Callable[[], list[Row]] = list  # rows of the callers that are known, if rows say so
    used: dict[tuple[str, str], list[Any]] = field(default_factory=dict)
    late: dict[str, Any] = field(default_factory=dict)  # the key of the row last meant, by entity
    # What rows once were asked for by; of some of them nothing is left.
    once: dict[tuple[str, str], list[Any]] = field(default_factory=dict)
    together: dict[str, list[dict[str, Any]]] = field(default_factory=dict)  # named at once
    loyal: float = _LOYAL[-1]  # how often the row last meant is meant again
    sociable: float = _HALF  # how often a caller is meant, where somebody is
    known: dict[str, dict[str, Reference]] = field(init=False)
    _hints: dict[str, _Hints] = field(init=False)
    _people: set[str] = field(init=False)  # entities whose rows may be callers

    def __post_init__(self) -> None:
        """Look up what inputs refer to, and what effects make of them."""
        self.known = {each.name: references(each) for each in self.spec.operations}
        self._hints = {each.name: _hinted(each, self.spec) for each in self.spec.operations}
        who = self.spec.identity.who if self.spec.identity else ()
        self._people = {each.entity for each in parts(who) if isinstance(each, Table)}

    @property
    def _random(self) -> Random:
        return self.sampler.random

    @contextmanager
    def forgetting(self) -> Iterator[None]:
        """Choose, and remember nothing of it afterwards."""
        late, acting, odds = dict(self.late), self.acting, (self.loyal, self.sociable)
        used = {key: list(held) for key, held in self.used.items()}
        once = {key: list(held) for key, held in self.once.items()}
        together = {key: list(held) for key, held in self.together.items()}
        try:
            yield
        finally:
            self.late, self.acting, (self.loyal, self.sociable) = late, acting, odds
            self.used, self.once, self.together = used, once, together

    def values(self, operation: Operation, world: World, *, whole: bool = False) -> dict[str, Any]:
        """A value for each input that must be there, and for most that may, or all."""
        known = self.known[operation.name]
        meant = self._meant(sorted({each.entity for each in known.values()}), world)
        somebody = operation.needs and self._people & meant.keys()
        if somebody and self._random.random() < self.sociable:
            meant |= self._met(meant)
        values: dict[str, Any] = {}
        for each in operation.inputs:
            if not (each.required or whole) and self._random.random() < _SOMETIMES:
                continue
            again = [name for name in values if known.get(name) == known.get(each.name)]
            if again and each.name in known:  # two inputs that name rows of one kind
                values[each.name] = self._value(operation, each, self._any(meant, world), world)
            else:
                values[each.name] = self._value(operation, each, meant, world)
        return self._together(operation, values)

    def _together(self, operation: Operation, values: dict[str, Any]) -> dict[str, Any]:
        """Now and then the rows that were named together before, each in any place it fits.

        What came in can go out again: only who names the same rows once more gets at that.
        """
        known = self.known[operation.name]
        named = [each for each in values if each in known]
        if len(named) < _TOGETHER:
            return values
        before = self.together.setdefault(operation.name, [])
        if before and self._random.random() < _SOMETIMES:
            once = self._random.choice(before)
            for name in named:
                alike = [held for other, held in once.items() if known[other] == known[name]]
                values[name] = self._random.choice(alike) if alike else values[name]
        before.append({name: values[name] for name in named})
        return values

    def secret(self, operation: Operation, world: World) -> str:
        """The secret of the row that was last meant, mostly, where whoever asks must show it."""
        found = shown_secret(operation)
        if found is None or self._random.random() > _OFTEN:
            return ""
        rows = world.of(found.entity)
        late = [row for row in rows if row[row.entity.key.name] == self.late.get(found.entity)]
        return str(late[0].get(found.field) or "") if late else ""

    def _any(self, meant: dict[str, Row], world: World) -> dict[str, Row]:
        return {name: self._random.choice(world.of(name)) for name in meant}

    def _meant(self, entities: list[str], world: World) -> dict[str, Row]:
        """A row of each entity; mostly they belong together, and mostly they are those of late."""
        meant: dict[str, Row] = {}
        for name in entities:
            held = world.of(name)
            if not held:
                continue
            near = held
            if self._random.random() < _OFTEN:
                near = [row for row in held if _agrees(row, meant)] or held
            key = held[0].entity.key.name
            again = [row for row in near if row[key] == self.late.get(name)]
            if self._random.random() < _RARELY / 2:
                self.loyal = self._random.choice(_LOYAL)
            stays = again and self._random.random() < self.loyal
            few = near[-_FEW:] if self._random.random() < _SOMETIMES else near
            meant[name] = again[0] if stays else self._random.choice(few)
            self.late[name] = meant[name][key]
        return meant

    def _met(self, meant: dict[str, Row]) -> dict[str, Row]:
        """A caller, where somebody is meant: whoever is let in somewhere is to ask for it, too."""
        there = [each for each in self.acting() if each.entity.name in meant]
        if not there:
            return {}
        row = self._random.choice(there)
        self.late[row.entity.name] = row[row.entity.key.name]
        return {row.entity.name: row}

    def _value(
        self, operation: Operation, given: Input, meant: dict[str, Row], world: World
    ) -> Any:
        if given.wire.lower() in {"if-match", "if-none-match"}:
            return self._tag(meant, world)
        found = self.known[operation.name].get(given.name)
        often = _SOMETIMES if found is not None and found.free else _OFTEN
        if found is not None and found.entity in meant and self._random.random() < often:
            held = meant[found.entity].get(found.field)
            if found.password:
                return str(held).removeprefix(KEPT)
            if isinstance(held, list):
                held = self._random.choice(held) if held else None
            if held is not None:
                return self._part(str(held)) if found.part else self._again(found, held)
        if given.place == "path" and found is not None and self._random.random() < _OFTEN:
            return absent(given)
        used = self.used.setdefault((operation.name, given.name), [])
        if used and self._random.random() < _SOMETIMES:
            return self._random.choice(used)
        value = self._fresh(operation, given, world)
        used.append(value)
        return value

    def _tag(self, meant: dict[str, Row], world: World) -> str:
        """A tag that the service gave out: mostly that of the row that is meant."""
        held = [as_value(shown(row)) for row in meant.values()]
        known = [world.tags[each] for each in held if each in world.tags]
        if known and self._random.random() < _OFTEN:
            return known[0]
        return self._random.choice([*sorted(world.tags.values()), '"none"'])

    def _fresh(self, operation: Operation, given: Input, world: World) -> Any:
        text = given.place == "file" or (given.place == "body" and given.type.kind == "string")
        hints = self._hints[operation.name]
        if text and hints.tabular:
            return self._lines(operation)
        if text and hints.tagged:
            return self._elements(operation)
        if given.place == "file":
            return f"text of {self._random.randrange(10**6)}{self._repeated()}"
        if hints.searched and given.type.kind == "string" and self._held_words(world):
            return self._searched(world)
        if given.type.kind == "record" and not given.type.fields:
            return self._keyed(world)
        if (
            hints.record is not None
            and given.type.item == Type("json")
            and self._random.random() < _OFTEN
        ):
            return self._records(*hints.record, world)
        telltale = hints.telling.get(given.name)
        if telltale and self._random.random() < _OFTEN:
            return self._random.choice(telltale)
        value = self.sampler.right(given.type)
        if given.name in hints.lasting and isinstance(value, int | float):
            # What lasts no longer than an answer takes may be over or not, whoever looks.
            return self._random.choice([value, *_long(given.type, self._random)])
        if isinstance(value, str) and hints.piped and self._random.random() < _OFTEN:
            return self._lined(value)
        words = hints.mentions.get(given.name)
        if words and isinstance(value, str) and self._random.random() < _OFTEN:
            return f"{value} {self._random.choice(words)}"
        return value

    def _lined(self, text: str) -> str:
        """Lines in no order, some of them twice: what programs that read lines tell apart."""
        others = [str(self.sampler.right(Type("string"))) for _ in range(_LINES)]
        lines = [*others, text, self._random.choice(others)]
        return "".join(f"{each}\n" for each in lines)

    def _records(self, entity: Entity, kind: Type, world: World) -> list[dict[str, Any]]:
        """Records that fit, most of them under the key of a row that is there."""
        rows = world.of(entity.name)
        found: list[dict[str, Any]] = self.sampler.right(Type("list", item=kind, min_length=1))
        for each in found:
            if rows and self._random.random() < _OFTEN:
                each[entity.key.name] = self._random.choice(rows)[entity.key.name]
        return found

    def _again(self, found: Reference, held: Any) -> Any:
        """What a row is asked for by; now and then what one was asked for by before."""
        once = self.once.setdefault((found.entity, found.field), [])
        if held not in once:
            once.append(held)
        return self._random.choice(once) if self._random.random() < _RARELY else held

    def crossed(self, operation: Operation, world: World) -> dict[str, Any]:
        """Inputs that name rows which do not belong together, where there are such."""
        known = self.known[operation.name]
        entities = sorted({each.entity for each in known.values() if not each.password})
        for first, second in itertools.combinations(entities, 2):
            pairs = [
                {first: one, second: other}
                for one in world.of(first)
                for other in world.of(second)
                if not _agrees(one, {second: other})
            ]
            if pairs:
                meant = self._random.choice(pairs)
                return {
                    name: meant[each.entity].get(each.field)
                    for name, each in known.items()
                    if each.entity in meant and not each.part and not each.password
                }
        return {}

    def _part(self, text: str) -> str:
        """A part of a text, in other case now and then."""
        start = self._random.randrange(max(1, len(text) - 2))
        part = text[start : start + self._random.randint(1, 4)].strip() or text
        return self._random.choice((part, part.upper(), part.lower()))

    def _lines(self, operation: Operation) -> str:
        """A CSV text of rows that the operation could keep."""
        names, rows = self._cells(operation)
        text = io.StringIO()
        writer = csv.writer(text)
        writer.writerow(names)
        writer.writerows(rows)
        return text.getvalue()

    def _elements(self, operation: Operation) -> str:
        """An XML text of rows that the operation could keep; now and then a broken one."""
        names, rows = self._cells(operation)
        text = written("row", [dict(zip(names, cells, strict=True)) for cells in rows])
        return text[:-2] if self._random.random() < _RARELY else text

    def _cells(self, operation: Operation) -> tuple[list[str], list[list[str]]]:
        """The fields of rows that the operation could keep, and their values as texts."""
        made = {part.entity for part in parts(operation.effect) if isinstance(part, Insert)}
        entity = next(each for each in self.spec.entities if each.name in made)
        rows = []
        for _ in range(self._random.randint(0, _LINES)):
            values = [self.sampler.right(each.type) for each in entity.fields]
            cells = [";".join(map(str, it)) if isinstance(it, list) else str(it) for it in values]
            if self._random.random() < 0.3 and cells:
                cells[self._random.randrange(len(cells))] = self._random.choice(("", " "))
            rows.append(cells)
        return [each.name for each in entity.fields], rows

    def _repeated(self) -> str:
        """More words of a text, some of them again."""
        words = [str(self.sampler.right(Type("string"))) for _ in range(2)]
        return "".join(f" {self._random.choice(words)}" for _ in range(self._random.randint(0, 4)))

    def _held_words(self, world: World) -> list[str]:
        """The words of the texts that files hold."""
        held = [
            value["content"]
            for rows in world.rows.values()
            for row in rows
            for value in row.values()
            if isinstance(value, dict) and isinstance(value.get("content"), bytes)
        ]
        return [word for each in held for word in each.decode(errors="ignore").split()]

    def _searched(self, world: World) -> str:
        """One word that is there, or two, in other case now and then."""
        known = self._held_words(world)
        words = [self._random.choice(known) for _ in range(self._random.randint(1, 2))]
        text = " ".join(words)
        return self._random.choice((text, text.upper(), text.lower(), f"{text} nowhere"))

    def _keyed(self, world: World) -> dict[str, Any]:
        """A record by the keys of rows: of each, something that is kept of it, or nearly."""
        entities = [name for name in sorted(world.rows) if world.rows[name]]
        if not entities or self._random.random() < 0.1:
            return {}
        record: dict[str, Any] = {}
        secret = [it for it in entities if any(each.hidden for each in _fields(world, it))]
        name = self._random.choice(secret or entities)
        for row in world.of(name):
            if self._random.random() < _OFTEN:
                # What a row hides is what one would have to know.
                hidden = [row[each.name] for each in row.entity.fields if each.hidden]
                among = [row[each.name] for each in row.entity.fields]
                known = hidden if hidden and self._random.random() < 0.7 else among
                record[str(row[row.entity.key.name])] = self._nearly(self._random.choice(known))
        return record

    def _nearly(self, value: Any) -> Any:
        if isinstance(value, str) and self._random.random() < 0.3:
            return f" {value.swapcase()} "
        if isinstance(value, list):
            return self._random.sample(value, len(value))
        return value


def _long(kind: Type, random: Random) -> list[float]:
    """Numbers of seconds that a type takes, each longer than any answer does."""
    low, high = bounds(kind)
    spans = [random.randrange(least, 2 * least) for least in _LASTING]
    return [each for each in spans if low <= each <= high]


def _fields(world: World, entity: str) -> tuple[Field, ...]:
    return world.of(entity)[0].entity.fields


def absent(given: Input) -> Any:
    """A key that nothing has."""
    return _ABSENT.get(given.type.kind, "nobody-has-this")


def _agrees(row: Row, meant: dict[str, Row]) -> bool:
    """Whether a row belongs to the others, as far as it says."""
    return all(_of(row, other) and _of(other, row) for other in meant.values())


def _of(row: Row, owner: Row) -> bool:
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", owner.entity.name).lower()
    link = f"{name}_id"
    return row.get(link) in (None, owner[owner.entity.key.name])

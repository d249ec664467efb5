"""What the words of a phrase can be about: kinds of rows, rows that were read, inputs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.brief.held import named
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.types import TEXTS, Type
from beliefs.spec.understanding.words import plural, singular


class Focus(NamedTuple):
    """A row that words may be about, by the name it has in the program."""

    kind: Kind
    name: str


class Val(NamedTuple):
    """A value: its expression, and what sort of value it is."""

    text: str
    sort: str  # number, moment, day, text, truth, list


@dataclass(frozen=True, slots=True)
class Scope:
    """All that a phrase may speak of."""

    kinds: tuple[Kind, ...]
    bound: tuple[Focus, ...] = ()  # outermost first
    inputs: Mapping[str, Type] = field(default_factory=dict)
    made: Kind | None = None  # of which a row is being made
    about: Kind | None = None  # what "them" are
    derived: Mapping[tuple[str, str], str] = field(default_factory=dict)

    def kinds_at(self, words: tuple[str, ...], at: int) -> Iterator[tuple[int, Kind]]:
        """The kinds that are named at a place, longest names first."""
        found = []
        for kind in self.kinds:
            for spelling in _called(kind):
                end = at + len(spelling)
                if words[at:end] == spelling:
                    found.append((end, kind))
        for end, kind in sorted(found, key=lambda each: -each[0]):
            yield end, kind

    def fields_at(self, words: tuple[str, ...], at: int, kind: Kind) -> Iterator[tuple[int, str]]:
        """The fields of a kind that are named at a place, longest names first."""
        names = [*kind.fields, *(n for k, n in self.derived if k == kind.name), kind.key.name]
        yield from _named_at(words, at, names)

    def inputs_at(self, words: tuple[str, ...], at: int) -> Iterator[tuple[int, str]]:
        """The inputs that are named at a place."""
        yield from _named_at(words, at, list(self.inputs))

    def read(self, focus: Focus, name: str) -> Val:
        """A field of a row."""
        told = self.derived.get((focus.kind.name, name))
        if told is not None:
            return Val(told.replace("$", focus.name), "number")
        return Val(f"{focus.name}.{name}", sort(kept(focus.kind, name)))


def kept(kind: Kind, name: str) -> Type:
    """The type of a field."""
    if name == kind.key.name and name not in kind.fields:
        return Type("integer") if kind.key.style == "integer" else Type("string")
    return kind.fields[name].type or named(name)


def sort(kind: Type) -> str:
    """What sort of value a type has."""
    if kind.kind in {"integer", "number"}:
        return "number"
    named_sort = {"datetime": "moment", "date": "day", "boolean": "truth", "list": "list"}
    return named_sort.get(kind.kind, "text" if kind.kind in TEXTS else "other")


def relation(kind: Kind, row: str, focus: Focus) -> str:
    """The condition that two rows belong together; empty where nothing says so."""
    other = focus.kind
    if kind.parent is other and other is not kind:
        return f"{row}.{kind.within} = {focus.name}.{other.key.name}"
    for name, held in kind.fields.items():
        if held.of == other.name:
            return f"{row}.{name} = {focus.name}.{other.key.name}"
    if other.parent is kind and other is not kind:
        return f"{row}.{kind.key.name} = {focus.name}.{other.within}"
    for name, held in other.fields.items():
        if held.of == kind.name:
            return f"{row}.{kind.key.name} = {focus.name}.{name}"
    return ""


def _called(kind: Kind) -> set[tuple[str, ...]]:
    spoken = kind.spoken.split()
    found = {tuple(spoken), (*spoken[:-1], plural(spoken[-1]))}
    found |= {("_".join(each),) for each in list(found)}
    return found


def _named_at(words: tuple[str, ...], at: int, names: list[str]) -> Iterator[tuple[int, str]]:
    found = []
    for name in names:
        for spelling in spellings(name):
            end = at + len(spelling)
            if words[at:end] == spelling:
                found.append((end, name))
    yield from sorted(found, key=lambda each: -each[0])


def spellings(name: str) -> set[tuple[str, ...]]:
    """How people write the name of a value.

    >>> sorted(spellings("endTime"))
    [('end', 'time'), ('end', 'times'), ('end_time',), ('endtime',)]
    """
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    parts = snake.split("_")
    found = {(name.lower(),), (snake,), tuple(parts)}
    last = parts[-1]
    several = plural(last) if singular(last) == last else last
    found.add((*parts[:-1], several))
    if len(parts) > 1 and parts[-1] in {"at", "on", "id"}:
        found.add(tuple(parts[:-1]))
    return {each for each in found if all(each)}

"""What an answer is made of, as far as its program tells without being run.

A row shows its key and its fields, a record its names, a list what its items show. What only a
request decides (a value of free JSON, names that are themselves values) is not told.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from beliefs.spec import effects as e
from beliefs.spec.entities import Entity
from beliefs.spec.operations import Operation
from beliefs.spec.service import Spec


class Shown(NamedTuple):
    """The names of a record, or (`many`) of each of a list; `open` where it may have more."""

    names: frozenset[str]
    many: bool = False
    open: bool = False


def answers_of(effect: e.Effect) -> Iterator[e.Answer]:
    """Every answer of an effect."""
    for each in effect:
        match each:
            case e.Answer():
                yield each
            case e.If(_, then, otherwise):
                yield from answers_of((*then, *otherwise))
            case e.For(_, _, body):
                yield from answers_of(body)
            case _:
                pass


def shown_by(spec: Spec, operation: Operation) -> list[Shown]:
    """What the answers of an operation show when it succeeds, as far as that can be told.

    >>> from beliefs.spec.parsing import read
    >>> made = Operation("a", "GET", "/a", read("answer 200 {items: [], total: 0}"))
    >>> sorted(shown_by(Spec("a", "A", ""), made)[0].names)
    ['items', 'total']
    """
    looker = _Looker(spec, operation)
    return [each for each in looker.block(operation.effect) if each is not None]


class _Looker:
    """One operation, statement by statement; what variables hold is followed where it is plain."""

    def __init__(self, spec: Spec, operation: Operation) -> None:
        self.spec = spec
        self.bound: dict[str, Shown | None] = {}
        if operation.needs:
            self.bound["me"] = self.row(spec.entity("User"))

    def row(self, entity: Entity | None) -> Shown | None:
        if entity is None:
            return None
        shown = [each.name for each in entity.fields if not each.hidden]
        return Shown(frozenset((entity.key.name, *shown)), open=entity.open)

    def block(self, effect: e.Effect) -> Iterator[Shown | None]:
        for statement in effect:
            match statement:
                case e.Let(name, value):
                    self.bound[name] = self.value(value)
                case e.Insert(entity, _, name):
                    self.bound[name] = self.row(self.spec.entity(entity))
                case e.For(_, _, body):
                    yield from self.block(body)
                case e.If(_, then, otherwise):
                    yield from self.block(then)
                    yield from self.block(otherwise)
                case e.Answer(status, body, "application/json") if 200 <= status < 300:
                    yield self.value(body) if body is not None else Shown(frozenset())
                case _:
                    pass

    def value(self, value: e.Expr) -> Shown | None:
        match value:
            case e.Var(name):
                return self.bound.get(name)
            case e.Make(fields):
                return Shown(frozenset(name for name, _ in fields))
            case e.Table(name):
                return self._listed(self.row(self.spec.entity(name)))
            case e.Pick(source):
                return self.value(source)
            case e.Each(name, source, into):
                before = dict(self.bound)
                held = self.value(source)
                self.bound[name] = held and held._replace(many=False)
                made = self._listed(self.value(into))
                self.bound = before
                return made
            case e.Call(name, arguments):
                return self.called(name, arguments)
        return None

    def called(self, name: str, arguments: tuple[e.Expr, ...]) -> Shown | None:
        """What a function of records gives."""
        if not arguments:
            return None
        first = self.value(arguments[0])
        words = frozenset(str(each.value) for each in arguments[1:] if isinstance(each, e.Lit))
        match name:
            case "first" | "last" | "any_of" if first is not None and first.many:
                return first._replace(many=False)
            case "merge":
                other = self.value(arguments[1])
                if first is None or other is None:
                    return None
                return Shown(first.names | other.names, open=first.open or other.open)
            case "only":
                return Shown(words)
            case "drop" if first is not None:
                return first._replace(names=first.names - words)
            case "or_else" | "backwards":
                return first
        return None

    def _listed(self, item: Shown | None) -> Shown | None:
        return item._replace(many=True) if item is not None and not item.many else None

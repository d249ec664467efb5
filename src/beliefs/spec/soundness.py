"""Faults of a Spec that nobody has to run to see: names that mean nothing where they stand.

Readers of goals put programs together from pieces that may not fit. What does not fit is not built:
the request is named as one that was not understood.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from beliefs.spec import effects as e
from beliefs.spec import patterns as re
from beliefs.spec.entities import Entity
from beliefs.spec.failures import WAYS
from beliefs.spec.operations import Operation
from beliefs.spec.service import Spec, Unknown
from beliefs.spec.types import NUMBERS, TEXTS


def sound(spec: Spec) -> Spec:
    """The Spec, with every operation that means nothing told as not understood."""
    broken = {each.name: found for each in spec.operations if (found := _of(spec, each))}
    broken = broken or _barren(spec)
    if not broken:
        return spec
    unknowns = tuple(
        Unknown("blocking", f"{each.method} {each.path}", "", _why(broken[each.name]))
        for each in spec.operations
        if each.name in broken
    )
    operations = tuple(
        replace(each, effect=()) if each.name in broken else each for each in spec.operations
    )
    return replace(spec, operations=operations, unknowns=(*spec.unknowns, *unknowns))


def _why(found: list[str]) -> str:
    return f"what was read does not fit together ({found[0]}); say in other words what it does"


def faults(spec: Spec) -> list[str]:
    """Every fault, with the operation it is in."""
    found = [f"{each.name}: {fault}" for each in spec.operations for fault in _of(spec, each)]
    found += [f"{name}: {fault}" for name, told in _barren(spec).items() for fault in told]
    names = [each.name for each in spec.operations]
    found += [f"{each} twice" for each in names if names.count(each) > 1]
    found += [f"{each.name} twice" for each in spec.entities if spec.entities.count(each) > 1]
    ways = [(each.method, each.path) for each in spec.operations]
    return found + [f"{each} twice" for each in ways if ways.count(each) > 1]


def _of(spec: Spec, operation: Operation) -> list[str]:
    return [*_Reading(spec, operation).all()]


def _barren(spec: Spec) -> dict[str, list[str]]:
    """By operation, rows that it looks for and no request ever makes: it could never find one.

    A request that was not understood may be the one that makes them.
    """
    if not all(each.effect for each in spec.operations):
        return {}
    programs = {each.name: repr(each.effect) for each in spec.operations}
    made = {name for each in programs.values() for name in _INSERTED.findall(each)}
    lacking = {each.name for each in spec.entities} - made
    looked = {name: lacking & {*_READ.findall(each)} for name, each in programs.items()}
    return {
        name: [f"no request makes a {each}" for each in sorted(found)]
        for name, found in looked.items()
        if found
    }


_READ = re.compile(r"Table\(entity='(\w+)'\)")
_INSERTED = re.compile(r"Insert\(entity='(\w+)'")


# What is made of numbers alone.
_OF_NUMBERS = {"sum", "average", "+", "-", "*", "/", "%", "round"}
_ORDERS = {"<", "<=", ">", ">="}
_COMPARES = {"=", "!=", *_ORDERS}
_NO_NUMBERS = {"json", "record", "boolean", "file"}


class _Reading:
    """One operation, statement by statement; what variables hold is followed where it is plain."""

    def __init__(self, spec: Spec, operation: Operation) -> None:
        self.spec = spec
        self.operation = operation
        self.inputs = {each.name for each in operation.inputs}
        self.bound: dict[str, Entity | None] = {"input": None}
        if operation.needs:
            self.bound["me"] = spec.entity("User")

    def all(self) -> Iterator[str]:
        if not self.operation.effect:
            return
        yield from self.block(self.operation.effect)
        if not isinstance(self.operation.effect[-1], e.Answer):
            yield "it does not end in an answer"
        named = [part[1:-1] for part in self.operation.path.split("/") if part[:1] == "{"]
        yield from (f"the path's {each} is no input" for each in named if each not in self.inputs)
        if len({*named}) < len(named):
            yield "the path has two values of one name"

    def block(self, effect: e.Effect) -> Iterator[str]:
        for statement in effect:
            match statement:
                case e.Let(name, value):
                    yield from self.value(value, None)
                    self.bound[name] = self.row(value)
                case e.Guard(holds, failure, _):
                    yield from self.value(holds, None)
                    if failure not in WAYS:
                        yield f"no way of failing is called {failure}"
                case e.Insert(entity, values, name):
                    yield from self.written(entity, values)
                    yield from self.keyed(entity, values)
                    self.bound[name] = self.spec.entity(entity)
                case e.Patch(entity, name, values):
                    yield from self.written(entity, values)
                    if name not in self.bound:
                        yield f"{name} is not bound"
                case e.Delete(entity, where):
                    if self.entity(entity) is None:
                        yield f"there is no {entity}"
                    yield from self.value(where, self.entity(entity))
                case e.For(name, source, body):
                    yield from self.value(source, None)
                    self.bound[name] = self.rows(source)
                    yield from self.block(body)
                case e.If(holds, then, otherwise):
                    yield from self.value(holds, None)
                    yield from self.block(then)
                    yield from self.block(otherwise)
                case e.Answer(_, body, _, headers):
                    for each in (*([body] if body else []), *(value for _, value in headers)):
                        yield from self.value(each, None)

    def entity(self, name: str) -> Entity | None:
        return self.spec.entity(name)

    def written(self, name: str, values: e.Expr) -> Iterator[str]:
        entity = self.entity(name)
        yield from self.value(values, None)
        if entity is None:
            yield f"there is no {name}"
        elif isinstance(values, e.Make):
            known = {entity.key.name, *(each.name for each in entity.fields)}
            yield from (f"{name} has no {each}" for each, _ in values.fields if each not in known)
            if len({each for each, _ in values.fields}) < len(values.fields):
                yield f"a field of {name} is written twice"

    def keyed(self, name: str, values: e.Expr) -> Iterator[str]:
        entity = self.entity(name)
        if entity is None or entity.key.style != "given" or not isinstance(values, e.Make):
            return
        if entity.key.name not in {each for each, _ in values.fields}:
            yield f"a new {name} is given no {entity.key.name}"

    def value(self, value: e.Expr, row: Entity | None) -> Iterator[str]:
        match value:
            case e.Var(name):
                if name not in self.bound:
                    yield f"{name} is not bound"
            case e.Table(name):
                if self.entity(name) is None:
                    yield f"there is no {name}"
            case e.Get(e.Var("input"), field):
                if field not in self.inputs:
                    yield f"there is no input {field}"
            case e.Get(of, field):
                yield from self.value(of, row)
                holder = row if isinstance(of, e.Row) else self.row(of)
                if holder is not None and field not in self.names(holder):
                    yield f"{holder.name} has no {field}"
            case e.Call(_, arguments) | e.Items(arguments):
                for each in arguments:
                    yield from self.value(each, row)
                if isinstance(value, e.Call) and value.function in _OF_NUMBERS:
                    yield from (fault for each in arguments for fault in self.unlike(each, row))
                if isinstance(value, e.Call) and value.function in _COMPARES:
                    yield from self.compared(value, row)
            case e.Make(fields):
                for _, each in fields:
                    yield from self.value(each, row)
            case e.Pick(source, where, order, skip, limit):
                yield from self.value(source, row)
                inner = self.rows(source)
                held = [each for each in (where, *(one.by for one in order)) if each is not None]
                yield from (fault for each in held for fault in self.value(each, inner))
                cuts = [each for each in (skip, limit) if each is not None]
                yield from (fault for each in cuts for fault in self.value(each, row))
                yield from (fault for each in cuts for fault in self.counted(each))
            case e.Each(name, source, into):
                yield from self.value(source, row)
                before = dict(self.bound)
                self.bound[name] = self.rows(source)
                yield from self.value(into, row)
                self.bound = before
            case _:
                pass

    def unlike(self, value: e.Expr, row: Entity | None) -> Iterator[str]:
        """What is no number where numbers are added up: rows, and values of any kind."""
        kept = self.rows(value)
        if kept is not None:
            yield f"a {kept.name} is no number"
        if not isinstance(value, e.Get):
            return
        holder = row if isinstance(value.of, e.Row) else self.row(value.of)
        given = self.operation.inputs if value.of == e.Var("input") else ()
        kinds = [each.type.kind for each in given if each.name == value.field]
        fields = holder.fields if holder else ()
        kinds += [each.type.kind for each in fields if each.name == value.field]
        yield from (f"{value.field} is no number" for each in kinds if each in _NO_NUMBERS)

    def compared(self, value: e.Call, row: Entity | None) -> Iterator[str]:
        """A truth that is held against a number or a text: such a test never holds, or always."""
        kinds = [self.kind(each, row) for each in value.arguments]
        other = next((each for each in kinds if each and each != "boolean"), "")
        if "boolean" in kinds and (other in (*NUMBERS, *TEXTS) or value.function in _ORDERS):
            named = [each.field for each in value.arguments if isinstance(each, e.Get)]
            what = " and ".join(named) or "a truth"
            yield f"{what}: a truth is compared with a {other or 'value'}"

    def kind(self, value: e.Expr, row: Entity | None) -> str:
        """What kind of value an expression is, where that is plain; else nothing."""
        match value:
            case e.Lit(bool()):
                return "boolean"
            case e.Lit(int() | float()):
                return "number"
            case e.Lit(str()):
                return "string"
            case e.Call(function, _) if function in {*_COMPARES, "not", "in"}:
                return "boolean"
            case e.Get(e.Var("input"), field):
                kinds = [each.type.kind for each in self.operation.inputs if each.name == field]
                return kinds[0] if len(kinds) == 1 else ""
            case e.Get(of, field):
                holder = row if isinstance(of, e.Row) else self.row(of)
                fields = holder.fields if holder is not None else ()
                return next((each.type.kind for each in fields if each.name == field), "")
        return ""

    def counted(self, value: e.Expr) -> Iterator[str]:
        """What is no whole number where rows are counted by it."""
        match value:
            case e.Get(e.Var("input"), field):
                kinds = [each.type.kind for each in self.operation.inputs if each.name == field]
                yield from (f"{field} is no whole number" for each in kinds if each != "integer")
            case e.Call("or_else" | "+" | "-" | "*" | "least" | "most", arguments):
                yield from (fault for each in arguments for fault in self.counted(each))

    def names(self, entity: Entity) -> set[str]:
        return {entity.key.name, *(each.name for each in entity.fields)}

    def row(self, value: e.Expr) -> Entity | None:
        """The kind of row that a value is, where that is plain."""
        match value:
            case e.Var(name):
                return self.bound.get(name)
            case e.Call("first" | "last" | "any_of", (source,)):
                return self.rows(source)
        return None

    def rows(self, value: e.Expr) -> Entity | None:
        match value:
            case e.Table(name):
                return self.entity(name)
            case e.Pick(source):
                return self.rows(source)
        return None

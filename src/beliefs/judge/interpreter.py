"""What a service must answer, worked out from its Spec without any of its code.

`Interpreter.answer` runs an operation's effect over a world and says what must come back. Where
chance decides (`any_of`), `draws` lists every way it could go, and an answer must fit one of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any, NamedTuple

from beliefs.errors import CannotRun
from beliefs.judge import environment
from beliefs.judge.addresses import USUAL
from beliefs.judge.functions import FUNCTIONS, Moment, same, truthy
from beliefs.judge.references import parts
from beliefs.judge.world import Row, World
from beliefs.spec import effects as e
from beliefs.spec.failures import Failure, Way
from beliefs.spec.operations import Operation
from beliefs.spec.types import Type


class Refusal(NamedTuple):
    """A guard, and the operation that it guards: another may have just the same."""

    operation: str
    guard: e.Guard


@dataclass(frozen=True, slots=True)
class Expected:
    """What must come back; a `failure` is the line of a failure table that answers."""

    status: int
    body: Any = None
    media: str = "application/json"
    headers: dict[str, Any] = field(default_factory=dict)
    failure: Failure | None = None
    message: str = ""
    refusal: Refusal | None = None  # by what, where a guard of the effect refuses

    @property
    def way(self) -> Way | None:
        """The way in which the request fails, if it does."""
        return self.failure.way if self.failure else None


class Failed(Exception):
    """A guard that did not hold."""

    def __init__(
        self, way: Way, message: str, wait: float = 0, guard: e.Guard | None = None
    ) -> None:
        super().__init__(message)
        self.way = way
        self.message = message
        self.wait = wait  # seconds until it may be asked again
        self.guard = guard  # of an effect


class _Answered(Exception):
    def __init__(self, expected: Expected) -> None:
        super().__init__()
        self.expected = expected


# What a program does that takes a value for another kind of value; soundness sees most of it.
_BREAKS = (TypeError, ValueError, ArithmeticError, AttributeError, LookupError)


@dataclass(slots=True)
class Interpreter:
    """One request against a world. `draw` says which of so many things chance picks."""

    world: World
    operation: Operation
    inputs: dict[str, Any]
    given: set[str]
    now: Moment
    base: str = ""
    caller: str = USUAL
    me: dict[str, Any] | None = None
    draw: Callable[[int], int] = lambda _: 0

    def answer(self) -> Expected:
        """Run the effect; a failure leaves the world as it was."""
        before = self.world.copied()
        names: dict[str, Any] = {"input": self.inputs, "me": self.me}
        try:
            self._run(self.operation.effect, names)
        except _Answered as answered:
            return answered.expected
        except Failed as failed:
            self.world.rows, self.world.last = before.rows, before.last
            found = self.world.spec.failures.of(failed.way, self.operation.failures)
            refusal = Refusal(self.operation.name, failed.guard) if failed.guard else None
            message = failed.message or found.message
            return Expected(found.status, failure=found, message=message, refusal=refusal)
        except _BREAKS as error:
            way = f"{self.operation.method} {self.operation.path}"
            message = (
                f"{way}: what was read of it breaks ({error}); say in other words what it does."
            )
            raise CannotRun(message) from error
        return Expected(200)

    def _run(self, effect: e.Effect, names: dict[str, Any]) -> None:
        for statement in effect:
            self._step(statement, names)

    def _step(self, statement: e.Stmt, names: dict[str, Any]) -> None:
        match statement:
            case e.Let(name, value):
                names[name] = self._value(value, names)
            case e.Guard(holds, failure, message):
                if not truthy(self._value(holds, names)):
                    raise Failed(failure, message, guard=statement)  # type: ignore[arg-type]
            case e.Insert(entity, values, name):
                names[name] = self.world.insert(entity, dict(self._value(values, names)))
            case e.Patch(_, name, values):
                names[name] = self.world.patch(names[name], dict(self._value(values, names)))
            case e.Delete(entity, where):
                rows = self.world.of(entity)
                kept = [row for row in rows if not truthy(self._value(where, names, row))]
                self.world.rows[entity] = kept
            case e.For(name, source, body):
                self._each(name, list(self._value(source, names) or []), body, names)
            case e.If(holds, then, otherwise):
                self._run(then if truthy(self._value(holds, names)) else otherwise, names)
            case e.Answer(status, body, media, headers):
                told = None if body is None else shown(self._value(body, names))
                extra = {name: self._value(each, names) for name, each in headers}
                raise _Answered(Expected(status, told, media, extra))

    def _each(self, name: str, items: list[Any], body: e.Effect, names: dict[str, Any]) -> None:
        alike = not any(part == e.Var(name) for part in parts(body))
        for item in items:
            names[name] = item
            before, made = dict(names), self.world.made
            rows = {entity: list(held) for entity, held in self.world.rows.items()} if alike else {}
            self._run(body, names)
            # Whoever does not look at the item and changed nothing will change nothing.
            if alike and self.world.made == made and (names, self.world.rows) == (before, rows):
                names[name] = items[-1]
                return

    def _value(self, value: e.Expr, names: dict[str, Any], row: Any = None) -> Any:
        # What there is most of goes first: a queue of tasks is looked through many times over.
        kind = type(value)
        if kind is e.Call:
            return self._called(value.function, value.arguments, names, row)  # type: ignore[union-attr]
        if kind is e.Lit:
            return value.value  # type: ignore[union-attr]
        if kind is e.Get and type(value.of) is e.Row:  # type: ignore[union-attr]
            return row.get(value.field) if isinstance(row, dict) else None  # type: ignore[union-attr]
        return self._rarer(value, names, row)

    def _rarer(self, value: e.Expr, names: dict[str, Any], row: Any) -> Any:
        match value:
            case e.Var("input"):
                paths = {each.name for each in self.operation.inputs if each.place == "path"}
                return {key: each for key, each in self.inputs.items() if key not in paths}
            case e.Var(name):
                return names.get(name)
            case e.Row():
                return row
            case e.Get(e.Var("input"), name):
                return self.inputs.get(name)
            case e.Get(of, name):
                record = self._value(of, names, row)
                return record.get(name) if isinstance(record, dict) else None
            case e.Make(fields):
                return {name: self._value(each, names, row) for name, each in fields}
            case e.Items(parts):
                return [self._value(each, names, row) for each in parts]
            case e.Table(entity):
                return list(self.world.of(entity))
            case e.Pick():
                return self._picked(value, names, row)
            case e.Each(name, source, into):
                items = self._value(source, names, row) or []
                return [self._value(into, names | {name: item}, row) for item in items]
        raise AssertionError(value)

    def _picked(self, pick: e.Pick, names: dict[str, Any], row: Any) -> list[Any]:
        items = self._value(pick.source, names, row)
        if not isinstance(items, list):
            return []
        if pick.where is not None:
            items = self._held(items, pick.where, names)
        for order in reversed(pick.order):
            items = sorted(
                items,
                key=lambda each, by=order.by: sort_key(self._value(by, names, each)),  # type: ignore[misc]
                reverse=order.falling,
            )
        skip = self._value(pick.skip, names, row) if pick.skip is not None else None
        limit = self._value(pick.limit, names, row) if pick.limit is not None else None
        items = items[skip or 0 :]
        return items if limit is None else items[:limit]

    def _fitted(self, value: Any, entity: str, *names: str) -> Any:
        """A record as a request with these fields would bring it; null where it is refused."""
        from beliefs.judge.asking import checked  # which reads requests by what stands here

        kind = self.world.spec.entity(entity)
        assert kind is not None, f"an effect names {entity}, which no entity is"
        fields = [kind.field(name.rstrip("?")) for name in names]
        partial = any(name.endswith("?") for name in names)
        told = tuple(
            replace(each, required=each.required and not partial) for each in fields if each
        )
        try:
            found = checked(value, Type("record", fields=told))
        except Failed:
            return None
        return {name: found[name] for name in found if name in value} if partial else found

    def _held(self, items: list[Any], where: e.Expr, names: dict[str, Any]) -> list[Any]:
        match where:
            # What is the same for all of them is worked out once.
            case e.Call("=", (e.Get(e.Row(), name), other)) if items and _alike(other):
                wanted = self._value(other, names)
                told = (each.get(name) if isinstance(each, dict) else None for each in items)
                return [each for each, it in zip(items, told, strict=True) if same(it, wanted)]
        return [each for each in items if truthy(self._value(where, names, each))]

    def _called(
        self, function: str, arguments: tuple[e.Expr, ...], names: dict[str, Any], row: Any
    ) -> Any:
        if (known := FUNCTIONS.get(function)) is not None:
            return known(*[self._value(each, names, row) for each in arguments])
        if function in {"and", "or", "if"}:
            return self._lazy(function, arguments, names, row)
        if function == "given":
            return {
                each.wire: self.inputs[each.name]
                for each in self.operation.inputs
                if each.place != "path" and each.name in self.given and each.name in self.inputs
            }
        values = [self._value(each, names, row) for each in arguments]
        match function:
            case "fitted":
                return self._fitted(*values)
            case "any_of":
                return values[0][self.draw(len(values[0]))] if values[0] else None
            case "now":
                return self.now.text
            case "today":
                return self.now.text[:10]
            case "token" | "code" | "uuid":
                return self.world.placeholder(function)
            case "sign":
                text = self.world.placeholder("signature")
                self.world.signed[text] = (values[0], self.now.seconds + values[1])
                return text
            case "signed":
                claims, until = self.world.signed.get(str(values[0]), (None, 0.0))
                return claims if until > self.now.seconds else None
            case "url":
                return f"{self.base}{values[0]}"
            case "caller":
                return self.caller
            case "etag":
                return self.world.tag(shown(values[0]))
            case "env":
                return environment.said(values[0])
        raise AssertionError(function)

    def _lazy(self, function: str, arguments: tuple[e.Expr, ...], names: Any, row: Any) -> Any:
        first = self._value(arguments[0], names, row)
        if function == "if":
            return self._value(arguments[1 if truthy(first) else 2], names, row)
        if function == "and":
            return self._value(arguments[1], names, row) if truthy(first) else first
        return first if truthy(first) else self._value(arguments[1], names, row)


def _alike(value: Any) -> bool:
    """Whether an expression is the same whatever row it is asked about."""
    match value:
        case e.Row():
            return False
        case e.Pick(source, _, _, skip, limit):  # its conditions are about rows of its own
            return all(_alike(each) for each in (source, skip, limit))
        case tuple():
            return all(_alike(each) for each in value)
    if is_dataclass(value) and not isinstance(value, type):
        return all(_alike(getattr(value, each.name)) for each in fields(value))
    return True


def sort_key(value: Any) -> tuple[int, Any]:
    """Nulls first, then false and true, numbers, text."""
    if value is None:
        return 0, 0
    if isinstance(value, bool):
        return 1, value
    return (2, value) if isinstance(value, int | float) else (3, str(value))


def shown(value: Any) -> Any:
    """A value as an answer shows it: rows without hidden fields, files by what is said of them."""
    if isinstance(value, Row):
        hidden = {each.name for each in value.entity.fields if each.hidden}
        return {name: shown(each) for name, each in value.items() if name not in hidden}
    if isinstance(value, dict):
        if "content" in value and isinstance(value["content"], bytes):
            return {name: value[name] for name in ("name", "type", "size")}
        return {name: shown(each) for name, each in value.items()}
    return [shown(each) for each in value] if isinstance(value, list) else value

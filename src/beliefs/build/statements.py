"""An effect as the body of a function."""

from __future__ import annotations

import json
from dataclasses import dataclass

from beliefs.build.expressions import Pull, Python, Used, hides, safe
from beliefs.build.outcomes import usual_status
from beliefs.build.shapes import Scope, Shape, item_of, known, row_of, shape
from beliefs.build.targets import target
from beliefs.judge.references import parts
from beliefs.spec.effects import (
    Answer,
    Call,
    Delete,
    Each,
    Effect,
    Expr,
    For,
    Guard,
    If,
    Insert,
    Let,
    Lit,
    Make,
    Patch,
    Pick,
    Stmt,
    Table,
    Var,
)
from beliefs.spec.failures import Failure, Way

_INDENT = "    "


@dataclass(frozen=True, slots=True)
class Body:
    """Writes statements of one scope; each returns its lines and the scope behind it."""

    scope: Scope
    used: Used

    def lines(self, effect: Effect) -> list[str]:
        """A whole program."""
        return self._block(effect)[0]

    def _block(self, effect: Effect) -> tuple[list[str], Scope]:
        body, done = self, []
        for statement in effect:
            lines, scope = body._lines(statement)
            done += lines
            body = Body(scope, self.used)
        return done, body.scope

    @property
    def _python(self) -> Python:
        return Python(self.scope, self.used)

    def _lines(self, statement: Stmt) -> tuple[list[str], Scope]:
        text = self._python.text
        match statement:
            case Let(name, value):
                return [f"{safe(name)} = {text(value)}"], self.scope.bound(
                    name, shape(value, self.scope)
                )
            case Guard():
                return self._guard(statement), known(statement.holds, self.scope)
            case Insert(entity, values, name):
                line = f"{safe(name)} = db.insert({self._table(entity)}, {text(values)})"
                return [line], self.scope.bound(name, row_of(entity))
            case Patch(entity, name, values):
                row = safe(name)
                line = f"{row} = db.update({self._table(entity)}, {row}, {text(values)})"
                return [line], self.scope.bound(name, row_of(entity))
            case Delete(entity, where):
                return self._delete(entity, where), self.scope
            case For(name, source, inside):
                inner = Body(self.scope.bound(name, item_of(shape(source, self.scope))), self.used)
                head = f"for {safe(name)} in {text(source)}:"
                if isinstance(source, Call) and source.function == "range":
                    turn = safe(name) if _depends(name, inside) else "_"
                    head = f"for {turn} in range({text(source.arguments[0])}):"
                return [head, *_indented(inner._turn(name, inside))], self.scope
            case If():
                return self._branches(statement), self._merged(statement)
            case Answer():
                return self._answer(statement), self.scope

    def _turn(self, name: str, inside: Effect) -> list[str]:
        """The inside of a loop; once nothing is found any more, no turn will find anything."""
        match inside:
            case (Let(found, value) as first, If(Call("!=", (Var(held), Lit(None))), then, ())):
                if found == held and not _depends(name, inside) and not _changing(value):
                    lines, scope = self._lines(first)
                    inner = Body(known(Call("!=", (Var(held), Lit(None))), scope), self.used)
                    stop = [f"if {safe(found)} is None:", f"{_INDENT}break"]
                    return [*lines, *stop, *inner.lines(then)]
        return self.lines(inside)

    def _guard(self, guard: Guard) -> list[str]:
        failure = self.scope.spec.failures.of(_way(guard.failure), self.scope.operation.failures)
        message = guard.message or failure.message
        condition = self._python.text(negated(guard.holds))
        return [f"if {condition}:", f"{_INDENT}raise {self._raised(failure, message)}"]

    def _raised(self, failure: Failure, message: str) -> str:
        self.used.names.add("Refusal")
        said = json.dumps(message, ensure_ascii=False)
        return f'Refusal("{failure.way}", {said})'

    def _merged(self, branch: If) -> Scope:
        """Names that both sides of a branch bind, or that were bound before."""
        inside = Body(known(branch.holds, self.scope), self.used)
        _, then = inside._block(branch.then)
        _, otherwise = self._block(branch.otherwise)
        scope = self.scope
        for name, found in then.names.items():
            other = otherwise.names.get(name)
            if other is None:
                scope = scope.bound(name, Shape(found.what, nullable=True, entity=found.entity))
            elif found.what == other.what and found.entity == other.entity:
                scope = scope.bound(
                    name,
                    Shape(found.what, found.nullable or other.nullable, found.entity, found.item),
                )
            else:
                scope = scope.bound(name, Shape())
        return scope

    def _branches(self, branch: If) -> list[str]:
        inside = Body(known(branch.holds, self.scope), self.used)
        lines = [f"if {self._python.text(branch.holds)}:", *_indented(inside.lines(branch.then))]
        if branch.otherwise:
            lines += ["else:", *_indented(self.lines(branch.otherwise))]
        return lines

    def _delete(self, entity: str, where: Expr) -> list[str]:
        table = self._table(entity)
        pull = Pull.of(Pick(Table(entity), where))
        assert pull is not None
        if pull.rest is None and pull.equal:
            equal = [f"{name}={self._python.text(each)}" for name, each in pull.equal]
            return [f"db.delete({', '.join([table, *equal])})"]
        if where == Lit(value=True):
            return [f"db.delete({table})"]
        found = self.scope.spec.entity(entity)
        assert found is not None
        rows = self._python.text(Pick(Table(entity), where))
        return [
            f"for row in {rows}:",
            f'{_INDENT}db.delete({table}, {found.key.name}=row["{found.key.name}"])',
        ]

    def _table(self, entity: str) -> str:
        return self._python._table(entity)  # noqa: SLF001 - one writer in two parts

    def _answer(self, answer: Answer) -> list[str]:
        match answer.body:
            case Call("content" | "inline" as sent, (file,)):
                self.used.names.add("download")
                status = f", {answer.status}" if answer.status != 200 else ""
                shown = ", attached=False" if sent == "inline" else ""
                return [f"return download({self._python.text(file)}{status}{shown})"]
        body = "None" if answer.body is None else self.shown(answer.body)
        headers = [f"{json.dumps(name)}: {self._header(each)}" for name, each in answer.headers]
        told = f"{{{', '.join(headers)}}}" if headers else ""
        return [target(self.scope.spec).returned(answer, body, told, self.status, self.used)]

    def _header(self, value: Expr) -> str:
        found = shape(value, self.scope)
        text = self._python.text(value)
        return text if found.what == "text" and not found.nullable else f"str({text})"

    @property
    def status(self) -> int:
        """The status that the route answers with when nothing else is said."""
        return usual_status(self.scope.operation.effect)

    def shown(self, value: Expr) -> str:
        """A value as an answer shows it: without hidden fields, wherever rows stand in it."""
        found = shape(value, self.scope)
        match value:
            case Make(fields):
                inner = (f"{json.dumps(name)}: {self.shown(each)}" for name, each in fields)
                return f"{{{', '.join(inner)}}}"
            case Call("merge", (Make() | Var() as one, Make() as two)):
                return f"{{**{self.shown(one)}, **{self.shown(two)}}}"
            case Each(name, source, into):
                inner_scope = self.scope.bound(name, item_of(shape(source, self.scope)))
                inside = Body(inner_scope, self.used).shown(into)
                return f"[{inside} for {safe(name)} in {self._python.text(source)}]"
        text = self._python.text(value)
        if found.what == "row":
            hidden = hides(self.scope, found.entity)
            return text if hidden is None else self._hiding(text, hidden)
        if found.what == "list" and (item := item_of(found)).what == "row":
            hidden = hides(self.scope, item.entity)
            return text if hidden is None else f"[{self._hiding('row', hidden)} for row in {text}]"
        return text

    def _hiding(self, row: str, hidden: list[str]) -> str:
        return f"{self.used.helper('shown')}({', '.join([row, *hidden])})"


def _depends(name: str, part: object) -> bool:
    return any(each == Var(name) for each in parts(part))


def _changing(value: Expr) -> bool:
    """Whether it may be another each time, though nothing was written."""
    called = {each.function for each in parts(value) if isinstance(each, Call)}
    return bool(called & {"any_of", "token", "code", "uuid"})


def negated(holds: Expr) -> Expr:
    """The opposite, as a person would say it.

    >>> negated(Call("!=", (Var("a"), Lit(None))))
    Call(function='=', arguments=(Var(name='a'), Lit(value=None)))
    """
    opposite = {"=": "!=", "!=": "="}
    match holds:
        case Call("not", (inner,)):
            return inner
        case Call(sign, arguments) if sign in opposite:
            return Call(opposite[sign], arguments)
        case Call("and", (left, right)) if _short(left) and _short(right):
            return Call("or", (negated(left), negated(right)))
    return Call("not", (holds,))


def _short(value: Expr) -> bool:
    return isinstance(value, Call) and value.function in {"=", "!=", "not"}


def _way(name: str) -> Way:
    return name  # type: ignore[return-value]


def _indented(lines: list[str]) -> list[str]:
    return [f"{_INDENT}{line}" for line in lines] or [f"{_INDENT}pass"]

"""What an expression of an effect is, as far as it can be known before it runs.

A builder that knows that a name is a row of an entity writes `note["title"]`; one that does not
must write code that is ready for anything. Nothing here changes what an effect means.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from beliefs.spec.effects import Call, Each, Expr, Get, Items, Lit, Make, Pick, Row, Table, Var
from beliefs.spec.entities import Entity
from beliefs.spec.operations import Operation
from beliefs.spec.service import Spec
from beliefs.spec.types import Type

What: TypeAlias = Literal["row", "list", "record", "number", "text", "truth", "bytes", "any"]

_KINDS: dict[str, What] = {
    "integer": "number",
    "number": "number",
    "boolean": "truth",
    "json": "any",
    "list": "list",
    "record": "record",
    "file": "record",
}
_RETURNS: dict[str, What] = {
    **dict.fromkeys(("=", "!=", "<", "<=", ">", ">=", "in", "not", "contains", "matches"), "truth"),
    **dict.fromkeys(("starts", "check_password", "same_secret", "tagged"), "truth"),
    **dict.fromkeys(("count", "sum", "length", "percent", "round", "floor", "seconds"), "number"),
    **dict.fromkeys(("*", "%", "occurrences", "kilometres", "streak"), "number"),
    **dict.fromkeys(
        ("lower", "upper", "trim", "text", "replace", "slug", "dashed", "unique_slug"), "text"
    ),
    **dict.fromkeys(
        ("markdown", "escape", "diff", "hash", "now", "today", "later", "date", "month", "query"),
        "text",
    ),
    **dict.fromkeys(("token", "code", "uuid", "hash_password", "sign", "url"), "text"),
    **dict.fromkeys(("base64", "caller", "etag", "csv", "json", "html", "joined"), "text"),
    **dict.fromkeys(("merge", "given", "only", "drop"), "record"),
    **dict.fromkeys(("archive", "sheet", "paper"), "record"),
    **dict.fromkeys(
        ("is_palindrome", "whole_word", "is_json", "is_luhn", "is_isbn", "is_iban"), "truth"
    ),
    **dict.fromkeys(("is_prime", "is_leap"), "truth"),
    **dict.fromkeys(("byte_count", "absolute"), "number"),
    **dict.fromkeys(("titled", "capitalized", "swapped", "cased", "cut_out", "shifted"), "text"),
    **dict.fromkeys(("to_hex", "quoted", "unquoted", "substituted", "masked", "pretty"), "text"),
    "replaced_in": "text",
    "as_csv": "text",
}


@dataclass(frozen=True, slots=True)
class Shape:
    """What a value is; `nullable` unless it is known never to be null."""

    what: What = "any"
    nullable: bool = True
    entity: str = ""
    item: Shape | None = None


ANY = Shape()


@dataclass(frozen=True, slots=True)
class Scope:
    """What is known where an expression stands."""

    spec: Spec
    operation: Operation
    names: dict[str, Shape] = field(default_factory=dict)
    row: Shape = ANY

    def bound(self, name: str, shape: Shape) -> Scope:
        """The scope behind a statement that names a value."""
        return replace(self, names=self.names | {name: shape})

    def looking(self, row: Shape) -> Scope:
        """The scope inside a pick."""
        return replace(self, row=row)


def row_of(entity: str, *, nullable: bool = False) -> Shape:
    """A row of an entity."""
    return Shape("row", nullable, entity)


def shape(value: Expr, scope: Scope) -> Shape:
    """What a value is."""
    match value:
        case Lit(literal):
            return _literal(literal)
        case Var(name):
            return scope.names.get(name, ANY)
        case Row():
            return scope.row
        case Get():
            return _field(value, scope)
        case Make():
            return Shape("record", nullable=False)
        case Table(entity):
            return Shape("list", nullable=False, item=row_of(entity))
        case Pick(source):
            return replace(shape(source, scope), nullable=False)
        case Each(name, source, into):
            inner = scope.bound(name, item_of(shape(source, scope)))
            return Shape("list", nullable=False, item=shape(into, inner))
        case Items(items):
            first = shape(items[0], scope) if items else ANY
            return Shape("list", nullable=False, item=first)
        case Call(function, arguments):
            return _called(function, arguments, scope)


def known(holds: Expr, scope: Scope) -> Scope:
    """What is known where a condition held: the names that it says are not null."""
    match holds:
        case Call("and", (left, right)):
            return known(right, known(left, scope))
        case Call("!=", (Var(name), Lit(None))) | Var(name):
            found = scope.names.get(name)
            if found is not None:
                return scope.bound(name, replace(found, nullable=False))
    return scope


def item_of(listed: Shape) -> Shape:
    """What the items of a list are."""
    return listed.item or ANY


def _literal(value: object) -> Shape:
    if value is None:
        return ANY
    if isinstance(value, bool):
        return Shape("truth", nullable=False)
    return Shape("text" if isinstance(value, str) else "number", nullable=False)


def _field(get: Get, scope: Scope) -> Shape:
    if get.of == Var("input"):
        given = next((each for each in scope.operation.inputs if each.name == get.field), None)
        if given is None:
            return ANY
        return of_type(given.type, nullable=not (given.required or given.default))
    entity = scope.spec.entity(shape(get.of, scope).entity)
    return of_field(entity, get.field) if entity else ANY


def of_field(entity: Entity, name: str) -> Shape:
    """What a field of an entity is."""
    if name == entity.key.name:
        return Shape("number" if entity.key.style == "integer" else "text", nullable=False)
    found = entity.field(name)
    return ANY if found is None else of_type(found.type, nullable=not found.required)


def of_type(kind: Type, *, nullable: bool) -> Shape:
    """What a value of a type is."""
    item = of_type(kind.item, nullable=kind.item.nullable) if kind.item else None
    return Shape(_KINDS.get(kind.kind, "text"), nullable or kind.nullable, item=item)


def _called(function: str, arguments: tuple[Expr, ...], scope: Scope) -> Shape:
    if function in {"first", "last", "any_of"}:
        return replace(item_of(shape(arguments[0], scope)), nullable=True)
    if function in {"least", "most", "average"}:
        return Shape("any" if function != "average" else "number")
    if function == "or_else":
        return replace(shape(arguments[0], scope), nullable=shape(arguments[1], scope).nullable)
    if function == "if":
        then, otherwise = (shape(each, scope) for each in arguments[1:])
        if Lit(None) in arguments[1:]:  # a row or nothing is a row that may be missing
            return replace(otherwise if arguments[1] == Lit(None) else then, nullable=True)
        return (
            replace(then, nullable=then.nullable or otherwise.nullable)
            if then.what == otherwise.what
            else ANY
        )
    if function in {"with", "without", "append", "place", "distinct"}:
        return replace(shape(arguments[0], scope), nullable=False)
    if function in {
        "words_in",
        "terms_in",
        "phrases_in",
        "findings_in",
        "blanks_in",
        "tallied",
        "modes_of",
    }:
        return Shape("list", nullable=False)
    if function in {"split", "lines", "range", "group", "read_csv", "read_xml", "pages"}:
        return Shape("list", nullable=function in {"read_csv", "read_xml", "pages"})
    if function in {"+", "-"}:
        known = [shape(each, scope) for each in arguments]
        return Shape(known[0].what, nullable=any(each.nullable for each in known))
    return Shape(_RETURNS.get(function, "any"), nullable=function not in _RETURNS)

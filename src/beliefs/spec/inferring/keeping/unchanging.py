"""Rows that a document lists once and for all: a table of what there is, which no route adds to.

They are not kept anywhere: wherever an effect speaks of them, it has the rows themselves.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

from beliefs.spec.documents.contract import Contract, Fixed, Shape, field_of
from beliefs.spec.documents.fixing import item_of, listing
from beliefs.spec.documents.places import core, names, steps
from beliefs.spec.documents.words import plain, singular, snaked
from beliefs.spec.effects import Effect, Expr, Items, Let, Lit, Make, Scalar, Table, Var
from beliefs.spec.entities import Key
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.service import Unknown


def place(kept: Kept) -> None:
    """Make holdings of the tables that a document has, where a route lists such rows."""
    for table in kept.contract.fixed:
        route = listing(kept.contract.routes, table)
        item = item_of(route) if route is not None else None
        if route is None or item is None:
            continue
        chain = steps(route.path, kept.base)
        name = core(item.name or chain[-1].name)
        for each in kept.holdings:
            each.places.discard(names(chain))
            each.routes = [one for one in each.routes if one is not route]
        found = Holding(name, snaked(singular(name)), {names(chain)}, [route], item)
        key = item.part(_called(item, table.columns[0]))
        assert key is not None
        found.key, found.key_type = Key(key.name, "given"), key.shape.type
        found.fields = {
            each.name: field_of(each) for each in item.properties if each.name != key.name
        }
        found.fixed = tuple(_row(item, table, row) for row in table.rows)
        found.siblings = kept.contract.routes
        kept.holdings = [found, *(each for each in kept.holdings if each.name != name)]


def unlisted(contract: Contract) -> list[Unknown]:
    """The tables that no route lists: what they say is not built."""
    return [
        Unknown("material", f"the table of {', '.join(each.columns)}", each.source, _UNLISTED)
        for each in contract.fixed
        if listing(contract.routes, each) is None
    ]


_UNLISTED = "no route lists such rows, and nothing built knows them"


def _called(item: Shape, column: str) -> str:
    return next(each for each in item.names if plain(each) == plain(column))


def _row(item: Shape, table: Fixed, row: tuple[str, ...]) -> tuple[tuple[str, Scalar], ...]:
    """A row of a table with the values that its cells say."""
    told = dict(zip(map(plain, table.columns), row, strict=False))
    cells = ((each, told[plain(each.name)]) for each in item.properties)
    return tuple((each.name, _scalar(each.shape, text)) for each, text in cells)


def _scalar(shape: Shape, text: str) -> Scalar:
    match shape.type.kind:
        case "integer":
            return int(text)
        case "number":
            return float(text)
        case "boolean":
            return text.strip().lower() in {"true", "yes"}
    return text


def settle(kept: Kept) -> None:
    """Let rows that name one of them show what it has, without keeping that again."""
    for table in [each for each in kept.holdings if each.fixed]:
        key = table.key.name
        for holding in kept.holdings:
            field = holding.named(key)
            if holding is table or field not in holding.fields or field == holding.key.name:
                continue
            brought = set(holding.made.names) if holding.made is not None else set()
            shared = [each for each in table.fields if each in holding.fields]
            holding.references[field] = table.name
            for name in (each for each in shared if each not in brought):
                value = f"first({table.name}[where .{key} = $.{field}]).{name}"
                del holding.fields[name]
                holding.computed = {
                    each: told.replace(f"$.{name}", f"({value})")
                    for each, told in holding.computed.items()
                }
                holding.computed[name] = value


def written_out(effect: Effect, kept: Kept) -> Effect:
    """An effect that begins with the rows of the tables that it speaks of."""
    for each in kept.holdings:
        name = each.entity.plural
        changed = _replaced(effect, each.name, Var(name)) if each.fixed else effect
        if changed != effect:
            rows = (Make(tuple((name, Lit(value)) for name, value in row)) for row in each.fixed)
            effect = (Let(name, Items(tuple(rows))), *changed)
    return effect


def _replaced(part: Any, entity: str, by: Expr) -> Any:
    if isinstance(part, Table):
        return by if part.entity == entity else part
    if isinstance(part, tuple):
        return tuple(_replaced(each, entity, by) for each in part)
    if is_dataclass(part) and not isinstance(part, type):
        changed = {
            each.name: _replaced(getattr(part, each.name), entity, by) for each in fields(part)
        }
        return replace(part, **changed)
    return part

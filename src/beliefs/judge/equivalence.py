"""Changes of a Spec that no caller could ever notice, by named rules.

- *overwritten*: a field of a record that another of the same name, further on, takes the place of.
- *by key*: rows are kept in the order of their making, and integer keys rise with it; an order by
  such a key is the order that is there without it.
- *as made*: the same of a position that is the number of rows before it when a row is made, and
  later only closes gaps.
- *any order*: an order of items that are only counted or summed up, or each changed by itself.
- *refused anyway*: an input that must be there, where the effect finds nothing in one that is not,
  and refuses that with the same status and in words that nobody stated.
- *by luck*: a guard against a code made up at random being taken already.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from beliefs.judge.references import parts
from beliefs.spec.effects import (
    Call,
    Effect,
    Expr,
    For,
    Get,
    Guard,
    Insert,
    Let,
    Lit,
    Make,
    Patch,
    Pick,
    Row,
    Table,
    Var,
)
from beliefs.spec.operations import Input, Operation
from beliefs.spec.service import Spec

if TYPE_CHECKING:
    from beliefs.spec.failures import Way


def plain(operation: Operation, spec: Spec) -> Operation:
    """The operation without what makes no difference in it."""
    effect: Effect = _plain(operation.effect, spec)
    return replace(operation, effect=effect)


def by_luck(holds: Expr, effect: Effect) -> bool:
    """Whether a guard holds unless a code that was made up happens to be taken."""
    made = {
        each.name
        for each in parts(effect)
        if isinstance(each, Let) and isinstance(each.value, Call)
        if each.value.function in {"code", "token", "uuid"}
    }
    looked = [each for each in parts(holds) if isinstance(each, Pick)]
    return bool(looked) and all(
        any(isinstance(it, Var) and it.name in made for it in parts(each.where)) for each in looked
    )


def refused_anyway(given: Input, operation: Operation, spec: Spec) -> bool:
    """Whether an effect refuses an input that is missing just as the table of failures does."""
    missing = spec.failures.of("missing", operation.failures)
    match operation.effect:
        case (Let(name, value), Guard(Call("!=", (Var(held), Lit(None))), failure), *_):
            told = spec.failures.of(cast("Way", failure), operation.failures)
            same = (told.status, told.body, told.code) == (
                missing.status,
                missing.body,
                missing.code,
            )
            return name == held and same and not missing.message and _read_from(value, given)
    return False


def _read_from(value: Expr, given: Input) -> bool:
    """Whether a value is what stands in an input, and nothing where there is no such input."""
    match value:
        case Call("read_csv" | "decoded", (inner,)):
            return _read_from(inner, given)
        case Get(Var("input"), name):
            return name == given.name
    return False


def _plain(part: Any, spec: Spec) -> Any:
    if isinstance(part, tuple):
        return tuple(_plain(each, spec) for each in part)
    if not is_dataclass(part) or isinstance(part, type):
        return part
    changed: Any = replace(
        part, **{each.name: _plain(getattr(part, each.name), spec) for each in fields(part)}
    )
    match changed:
        case Make(pairs):
            return Make(tuple(dict(pairs).items()))
        case Pick(Table(entity), _, order) if order:
            made = all(not each.falling and _as_made(entity, each.by, spec) for each in order)
            return replace(changed, order=()) if made else changed
        case Call("count" | "sum" | "average" | "least" | "most", (Pick() as items,)):
            return replace(changed, arguments=(_unordered(items),))
        case For(name, Pick() as items, (Patch(_, patched, _),)) if name == patched:
            return replace(changed, source=_unordered(items))
    return changed


def _unordered(items: Expr) -> Expr:
    match items:
        case Pick(source, _, _, None, None):
            return replace(items, source=_unordered(source), order=())
    return items


def _as_made(entity: str, by: Expr, spec: Spec) -> bool:
    held = spec.entity(entity)
    match by:
        case Get(Row(), name) if held is not None:
            if name == held.key.name:
                return held.key.style == "integer"
            return _closes_gaps(entity, name, spec)
    return False


def _closes_gaps(entity: str, name: str, spec: Spec) -> bool:
    every = [each for operation in spec.operations for each in parts(operation.effect)]
    inserts = [each for each in every if isinstance(each, Insert) and each.entity == entity]
    patches = [each for each in every if isinstance(each, Patch) and each.entity == entity]
    counted = [_value(each.values, name) for each in inserts]
    moved = [_value(each.values, name) for each in patches]
    return (
        bool(counted)
        and all(isinstance(each, Call) and each.function == "count" for each in counted)
        and all(_down_by_one(each) for each in moved if each is not _NOTHING)
    )


_NOTHING = Lit(value="nothing")


def _value(values: Expr, name: str) -> Expr:
    match values:
        case Make(pairs):
            return dict(pairs).get(name, _NOTHING)
        case Call("given"):
            return _NOTHING  # an input of that name would be an input of the operation
    return values


def _down_by_one(value: Expr) -> bool:
    match value:
        case Call("-", (Get(), Lit(1))):
            return True
    return False

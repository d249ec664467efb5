"""The value of an expression over inputs alone, for trying what words say on an example."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from beliefs.spec.effects import Call, Each, Expr, Get, Items, Lit, Make, Pick, Row, Var
from beliefs.spec.pure import PURE


class Untold(Exception):
    """What an expression comes to cannot be told here: it looks at rows, the clock or chance."""


_KNOWN: dict[str, Callable[..., Any]] = {
    **PURE,
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "in": lambda item, items: item in items,
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda part, whole: part / whole if whole else None,
    "%": operator.mod,
    "not": operator.not_,
    "count": len,
    "length": len,
    "sum": sum,
    "average": lambda items: sum(items) / len(items) if items else None,
    "least": lambda items: min(items, default=None),
    "most": lambda items: max(items, default=None),
    "first": lambda items: items[0] if items else None,
    "last": lambda items: items[-1] if items else None,
    "distinct": lambda items: list(dict.fromkeys(items)),
    "joined": lambda items, by: by.join(items),
    "lower": str.lower,
    "upper": str.upper,
    "trim": str.strip,
    "replace": str.replace,
    "lines": lambda text: text.split("\n") if text else [],
    "round": lambda value, digits: None if value is None else round(value, digits),
    "or_else": lambda value, default: default if value is None else value,
    "at": lambda of, key: of.get(key) if isinstance(of, dict) else None,
}


def evaluated(value: Expr, names: Mapping[str, Any], row: Any = None) -> Any:
    """What an expression comes to where names stand for these values.

    >>> from beliefs.spec.parsing import read_expression
    >>> evaluated(read_expression("count(words_in(input.text))"), {"input": {"text": "so be it"}})
    3
    """
    match value:
        case Lit(literal):
            return literal
        case Row():
            return row
        case Var(name) if name in names:
            return names[name]
        case Get(of, field):
            found = evaluated(of, names, row)
            return found.get(field) if isinstance(found, dict) else None
        case Make(fields):
            return {name: evaluated(each, names, row) for name, each in fields}
        case Items(items):
            return [evaluated(each, names, row) for each in items]
        case Each(name, source, into):
            return [evaluated(into, {**names, name: it}) for it in evaluated(source, names, row)]
        case Pick():
            return _picked(value, names, row)
        case Call("if", (holds, then, otherwise)):
            return evaluated(then if evaluated(holds, names, row) else otherwise, names, row)
        case Call(("and" | "or") as word, (left, right)):
            first = evaluated(left, names, row)
            return evaluated(right, names, row) if bool(first) == (word == "and") else first
        case Call(function, arguments) if function in _KNOWN:
            return _KNOWN[function](*(evaluated(each, names, row) for each in arguments))
    raise Untold


def _picked(pick: Pick, names: Mapping[str, Any], row: Any) -> list[Any]:
    found = list(evaluated(pick.source, names, row))
    if pick.where is not None:
        found = [each for each in found if evaluated(pick.where, names, each)]
    for order in reversed(pick.order):
        by = order.by
        found.sort(key=lambda each, by=by: evaluated(by, names, each), reverse=order.falling)  # type: ignore[misc]
    skip = int(evaluated(pick.skip, names, row) or 0) if pick.skip is not None else 0
    limit = evaluated(pick.limit, names, row) if pick.limit is not None else None
    return found[skip:] if limit is None else found[skip : skip + int(limit)]

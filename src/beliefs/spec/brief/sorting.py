"""Lists that callers may sort: `?sort=-price`, `?sort_by=name&order=desc`."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.brief.held import Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.said import Said
from beliefs.spec.brief.scene import CREATED, moments
from beliefs.spec.types import Type

SORTS = frozenset({"sort", "sort_by", "order_by", "ordering", "sortby", "orderby"})
TURNS = frozenset({"order", "dir", "direction", "sort_dir", "sort_order", "sort_direction"})
_ENDS = re.compile(
    r"(?i)^(?P<minus>[-+]?)(?P<name>\w+?)(?:[_: -](?P<way>asc|desc|ascending|descending))?$"
)
_SPOKEN = (
    (
        r"(?:the )?(?:field|property|column|name|key|value)s? (?:to (?:sort|order)(?: \w+)? by|by "
        r"which \w+ (?:is|are) (?:sorted|ordered))"
    ),
    (
        r"(?:what to |how to )?(?:sort|order)(?:s|ed|ing)?(?: order| direction| key| field)?(?: "
        r"by| "
        r"of)?(?: (?:this|the|a) (?:field|property|column))?(?: the (?:results?|list))?"
    ),
    (
        r"(?:with )?an? (?:leading|preceding)? ?(?:minus|-|hyphen)(?: sign)?(?: in front)?(?: (?"
        r":sorts|means|is|=|for|gives))*(?: in)?(?: the)? (?:descending|reverse\w*|falling)(?: "
        r"order)?"
    ),
    r"(?:ascending|descending|direction|asc\b|desc\b)(?: order| or)?|highest first|lowest first",
)


def choices(
    name: str, kind: Kind, held: Held, words: Said | None, turn: str = ""
) -> list[str] | None:
    """The clauses that sort rows as a parameter says; None where a value of it means nothing here.

    >>> price = Kind("Part", "/parts", fields={"price": Held("price", Type("number"))})
    >>> choices("sort", price, Held("sort", Type("string", choices=("-price",))), None)
    ['by if(input.sort = "-price", .price, null) down']
    """
    told = held.type.choices if held.type is not None else ()
    clauses: list[str] = []
    for each in told or _fields(kind, words):
        found = _clause(name, each, kind, turn)
        if found is None:
            return None
        clauses += found
    if words is not None and clauses:
        for pattern in _SPOKEN:
            while words.take(rf"\b{pattern}" if pattern[0].isalpha() else pattern):
                pass
    if clauses and not told:
        held.type = Type("string", choices=tuple(_fields(kind, words)))
    return clauses or None


def _fields(kind: Kind, words: Said | None) -> list[str]:
    """The fields that words about a parameter name."""
    if words is None:
        return []
    return [x for x in (kind.key.name, *kind.fields) if words.has(rf"\b{re.escape(x)}\b")]


def _clause(name: str, value: str, kind: Kind, turn: str) -> list[str] | None:
    ends = _ENDS.match(value)
    of = _of(kind, value) or (_of(kind, ends["name"]) if ends is not None else None)
    down = value.lower() in {"newest", "latest", "recent", "most_recent"} or bool(
        ends and (ends["minus"] == "-" or (ends["way"] or "").lower().startswith("desc"))
    )
    if of is None:
        return None
    test = f"input.{name} = {json.dumps(value)}"
    if not turn:
        return [f"by if({test}, .{of}, null){' down' if down else ''}"]
    back = f'input.{turn} = "desc"'
    return [
        f"by if({test} and not({back}), .{of}, null)",
        f"by if({test} and {back}, .{of}, null) down",
    ]


def _of(kind: Kind, word: str) -> str | None:
    if word in kind.fields or word == kind.key.name:
        return word
    low = word.lower()
    if low in {"newest", "latest", "oldest", "recent", "most_recent", "date", "created"}:
        return next((x for x in moments(kind) if CREATED.match(x)), None) or kind.key.name
    return next(
        (x for x in kind.fields if x.lower().startswith(f"{low}_") or x.lower() == low), None
    )


def is_turn(held: Held) -> bool:
    """Whether a parameter says in which direction rows are sorted."""
    told = held.type.choices if held.type is not None else ()
    return {x.lower() for x in told} <= {"asc", "desc"}

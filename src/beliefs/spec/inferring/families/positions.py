"""Rows in an order of their own, which one request gives anew: `PUT /pages/{id}/order`."""

from __future__ import annotations

import json
from functools import partial
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route, Shape, is_list, is_record
from beliefs.spec.documents.places import Step, same_thing, steps
from beliefs.spec.documents.words import plain, plural
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.keeping.values import read_anew
from beliefs.spec.inferring.writing import Scene, Writer
from beliefs.spec.types import Field, Type

_WORDS = {"order", "reorder", "sort", "positions", "sequence", "ordering", "rearrange", "sorting"}
_POSITIONS = ("position", "sort_order", "sortOrder", "sequence", "rank", "order")


class Ordered(NamedTuple):
    """Rows that are brought in order, below which row, and the list that names them."""

    child: Holding
    parent: Holding | None
    link: str
    given: str  # the name of the list in the body; empty when it is the body


def place_rows(kept: Kept) -> None:
    """Give rows a position, where a route brings their order."""
    for route in kept.contract.routes:
        found = _ordered(route, kept)
        if found is None:
            continue
        child = found.child
        child.ordered = next((each for each in _POSITIONS if child.shape.part(each)), "position")
        hidden = child.shape.part(child.ordered) is None
        child.fields[child.ordered] = Field(child.ordered, Type("integer"), hidden=hidden)
        rows = child.name
        if found.parent is not None:
            rows += f"[where .{found.link} = {found.parent.variable}.{found.parent.key.name}]"
        last = f"most(each(one in {rows}: one.{child.ordered}))"
        child.sets[child.ordered] = f"or_else({last}, -1) + 1"


def order_lines(writer: Writer, route: Route, chain: tuple[Step, ...]) -> list[str] | None:
    """An effect that puts rows into the order that a list of their keys has."""
    found = _ordered(route, writer.kept)
    if found is None or not found.child.ordered:
        return None
    child, key = found.child, found.child.key.name
    rows = child.name
    if found.parent is not None:
        rows += f"[where .{found.link} = {found.parent.variable}.{found.parent.key.name}]"
    given = f"input.{writer.name(found.given)}" if found.given else "input.body"
    spoken = plural(child.word).replace("_", " ")
    said = f"The order must name all {spoken} once"
    way = writer.refuse(route, "refused", said, "order missing unknown twice", (400, 422, 409))
    one = child.variable
    sorted_ = (
        f"{rows[:-1]}, by .{child.ordered}]" if "[" in rows else f"{rows}[by .{child.ordered}]"
    )
    keys = f"each({one} in {sorted_}: {one}.{key})"
    scene = Scene(child, rows=sorted_)
    good = route.good
    if good is None or good.shape is None:
        spelled = re.search(r"(?i)\bids?\b", f"{good.words if good else ''} {route.words}")
        body = keys if spelled else writer.value(None, scene)
        status = good.status if good else 200
        answer = f"answer {status}" if status == 204 else f"answer {status} {body}"
        if spelled and status != 204 and found.given and _again(route, found.given):
            answer = f"answer {status} {{{json.dumps(found.given)}: {body}}}"
    else:
        scene.values |= {plain(found.given or "ids"): keys, "ids": keys}
        whole = is_list(good.shape) and not is_record(good.shape.item)
        answer = f"answer {good.status} {keys}" if whole else writer.answer(route, scene)
    return [
        *writer.above(route, chain[:-1]),
        f"guard same_items({given}, each(one in {rows}: one.{key})) else {way}",
        f"for one in {rows}:",
        f"    patch {child.name} one {{{child.ordered}: index({given}, one.{key})}}",
        answer,
    ]


def in_sequence(writer: Writer, route: Route, lines: list[str]) -> list[str]:
    """The lines of a read, and every answer, with rows in the order that they have."""
    for holding in writer.kept.holdings:
        if holding.ordered:
            change = partial(_sorted, name=holding.name, order=f"by .{holding.ordered}")
            lines = [
                read_anew(each, change)
                if route.method == "GET" or (holding.lineup and each.startswith("answer "))
                else each
                for each in lines
            ]
    return lines


def _sorted(line: str, name: str, order: str) -> str:
    def picked(match: re.Match[str]) -> str:
        inner = match[1]
        return match[0] if re.search(r"\bby \.", inner) else f"{match[0][:-1]}, {order}]"

    line = re.sub(rf"\b{name}\[([^\[\]]*)\]", picked, line)
    return re.sub(rf"\b{name}\b(?!\[)", f"{name}[{order}]", line)


def _again(route: Route, name: str) -> bool:
    """Whether the answer is said to be what came."""
    return bool(re.search(rf"(?i)same (?:body|shape)|`{re.escape(name)}`", route.words))


def _ordered(route: Route, kept: Kept) -> Ordered | None:
    chain = steps(route.path, kept.base)
    if route.method not in {"PUT", "POST", "PATCH"} or len(chain) < 2 or chain[-1].param:
        return None
    if plain(chain[-1].name) not in _WORDS or route.body is None:
        return None
    given = _list_in(route.body)
    if given is None:
        return None
    above = kept.at(chain[:-1])
    if above is None:
        return None
    if not chain[-2].param:  # /pages/{id}/links/order, or /links/order
        parent = next((kept.at(chain[:end]) for end in _ends(chain[:-2])), None)
        link = next(
            (each.field for each in above.parents if parent and each.name == parent.name), ""
        )
        return Ordered(above, parent if link else None, link, given)
    children = kept.children(above)
    spoken = [
        each
        for each in children
        if re.search(rf"(?i)\b{re.escape(each[0].word.replace('_', ' '))}s?\b", route.words)
        or same_thing(given.removesuffix("_ids"), each[0].word)
    ]
    several = spoken or children
    return Ordered(several[0][0], above, several[0][1], given) if len(several) == 1 else None


def _ends(chain: tuple[Step, ...]) -> list[int]:
    return [end for end in range(len(chain), 0, -1) if chain[end - 1].param]


def _list_in(body: Shape) -> str | None:
    """The list of keys in a body; empty when it is the whole body, None when there is none."""
    if is_list(body) and not is_record(body.item):
        return ""
    if not is_record(body):
        return None
    lists = [each for each in body.properties if is_list(each.shape)]
    if len(lists) != 1 or len(body.properties) != 1 or is_record(lists[0].shape.item):
        return None
    return lists[0].name

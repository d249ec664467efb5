"""Rows changed or replaced many at once: PATCH and PUT of a collection, with a list as the body.

A list of records with keys changes the rows that they name, all of them or none. A list without
keys is the collection itself, from now on.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TypeGuard

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Contract, Route, Shape, is_list, is_record
from beliefs.spec.documents.places import Step
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Scene, Writer
from beliefs.spec.types import Type

_WHOLE = re.compile(
    r"(?i)\b(?:whole|entire|complete|full) (?:list|collection|set|array|table)\b|"
    r"\breplac\w+ (?:all|every|the (?:list|collection))\b|\ball (?:of them|others) (?:are )?gone\b"
)
_COUNTED = ("updated", "changed", "modified", "count", "replaced", "total", "affected")


def changed_lines(
    writer: Writer, route: Route, holding: Holding, chain: tuple[Step, ...]
) -> list[str] | None:
    """The effect of a request that brings a list of rows; None where it says too little."""
    item = route.body.item if route.body is not None and is_list(route.body) else None
    if item is None or not is_record(item) or holding.inner or _ruled(holding, item):
        return None
    key = _key(holding, item)
    if not key:
        return _replaced(writer, route, holding, chain, item) if route.method == "PUT" else None
    return None if _WHOLE.search(route.words) else _each(writer, route, holding, chain, item)


def _key(holding: Holding, item: Shape) -> str:
    return next((each for each in item.names if holding.named(each) == holding.key.name), "")


def _ruled(holding: Holding, item: Shape) -> bool:
    """Whether a value may not be the same in two rows: that is not looked after here."""
    fields = (holding.fields.get(each) for each in item.names)
    return any(each is not None and each.unique for each in fields)


def freed(contract: Contract) -> Contract:
    """The contract, with lists of records as they come: each is looked at by itself.

    What a record leaves out is then still known, and its values are held to what rows may have.
    """
    routes = tuple(
        replace(each, body=replace(each.body, item=replace(each.body.item, open=True)))
        if each.method in {"PUT", "PATCH"} and _lists_records(each.body) and each.body.item
        else each
        for each in contract.routes
    )
    return replace(contract, routes=routes)


def _lists_records(body: Shape | None) -> TypeGuard[Shape]:
    return body is not None and is_list(body) and is_record(body.item) and bool(body.item)


def _each(
    writer: Writer, route: Route, holding: Holding, chain: tuple[Step, ...], item: Shape
) -> list[str]:
    """Every row that is named is changed, all of them or none."""
    one, key = holding.variable, _key(holding, item)
    names = [each for each in item.names if each != key and each in holding.fields]
    within = [*writer.within(holding, chain[:-1]), *writer.mine(route, holding)]
    holds = " and ".join([f".{holding.key.name} = each_one.{key}", *within])
    return [
        *writer.above(route, chain[:-1]),
        "let changed = []",
        "for each_one in input.body:",
        f"    guard each_one.{key} != null else {_misfit(writer, route)}",
        f"    let {one} = first({holding.name}[where {holds}])",
        f"    guard {one} != null else {writer.absent(route, holding)}",
        f"    let values = {_fitted(holding, names, partial=route.method == 'PATCH')}",
        f"    guard values != null else {_misfit(writer, route)}",
        f"    patch {holding.name} {one} values",
        f"    let changed = append(changed, {one})",
        writer.answer(_listing(writer, route, holding), _scene(holding, "changed"), 200),
    ]


def _replaced(
    writer: Writer, route: Route, holding: Holding, chain: tuple[Step, ...], item: Shape
) -> list[str] | None:
    """What was there goes, and what is brought is there instead."""
    needed = {name for name, each in holding.fields.items() if each.required and not each.default}
    brought = [each for each in item.names if each in holding.fields]
    sets = {name: each for name, each in holding.sets.items() if "input." not in each}
    lacking = needed - {*brought} - {*sets}
    within = writer.within(holding, chain[:-1])
    if holding.key.style == "given" or writer.kept.children(holding) or lacking or within:
        return None
    values = sets | {each: f"values.{each}" for each in brought}
    mine = " and ".join(writer.mine(route, holding)) or "true"
    return [
        f"delete {holding.name} where {mine}",
        "let kept = []",
        "for each_one in input.body:",
        f"    let values = {_fitted(holding, brought)}",
        f"    guard values != null else {_misfit(writer, route)}",
        f"    insert {holding.name} {made(values)} as {holding.variable}",
        f"    let kept = append(kept, {holding.variable})",
        writer.answer(_listing(writer, route, holding), _scene(holding, "kept"), 200),
    ]


def _fitted(holding: Holding, names: list[str], *, partial: bool = False) -> str:
    asked = [f"{each}?" if partial else each for each in names]
    return f"fitted(each_one, {', '.join(map(json.dumps, (holding.name, *asked)))})"


def _misfit(writer: Writer, route: Route) -> str:
    return writer.refuse(route, "out_of_range", "The body does not fit", "invalid", (422, 400))


def _listing(writer: Writer, route: Route, holding: Holding) -> Route:
    """The route, with a list of rows where "the changed seats" were taken for one of them."""
    good = route.good
    if good is None or not is_record(good.shape) or writer.kept.like(good.shape) is not holding:
        return route
    listed = replace(good, shape=Shape(Type("list"), item=good.shape))
    return replace(route, replies=tuple(listed if each is good else each for each in route.replies))


def _scene(holding: Holding, rows: str) -> Scene:
    values = {plain(each): f"count({rows})" for each in _COUNTED}
    return Scene(holding, rows=rows, values=values)

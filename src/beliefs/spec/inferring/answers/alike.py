"""Good answers that look the same: "200 with that item, otherwise 201 with the new one: {…}"."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import (
    JSON,
    Contract,
    Property,
    Reply,
    Route,
    Shape,
    is_record,
)
from beliefs.spec.types import Type

_ROWS = {200, 201}
_SHOWS = re.compile(r"(?i)\b(?:with|and) (?:that|the|it|its|this)\b|\b(?:returned|answered)\b")


def alike(contract: Contract) -> Contract:
    """The contract where answers look as words say: 200 like 201, a new row with its key."""
    routes = tuple(_keyed(_alike(each), contract) for each in contract.routes)
    return replace(contract, routes=routes)


def _keyed(route: Route, contract: Contract) -> Route:
    """A route that makes a row and shows nothing, with the key that the row is asked for by.

    What one row shows may lack it: whoever asks for that row knows it.
    """
    good = route.good
    if route.method != "POST" or good is None or good.shape is not None or good.status > 201:
        return route
    item = next(
        (
            each.good.shape
            for each in contract.routes
            if each.method == "GET"
            and each.path == f"{route.path}/{{id}}"
            and each.good is not None
            and is_record(each.good.shape)
        ),
        None,
    )
    if item is None or not item.properties or item.name or item.part("id") is not None:
        return route
    key = Property("id", Shape(Type("integer")), read_only=True)
    shape = replace(item, properties=(key, *item.properties))
    replies = (replace(each, shape=shape) if each is good else each for each in route.replies)
    return replace(route, replies=tuple(replies))


def _alike(route: Route) -> Route:
    mine = [each for each in route.replies if each.status in _ROWS and each.media in {JSON, ""}]
    shown = [each for each in mine if each.shape is not None]
    if len(mine) != len(_ROWS) or len(shown) != 1:
        return route

    def like(reply: Reply) -> Reply:
        silent = reply in mine and reply.shape is None and _SHOWS.search(reply.words)
        return replace(reply, shape=shown[0].shape, media=JSON) if silent else reply

    return replace(route, replies=tuple(like(each) for each in route.replies))

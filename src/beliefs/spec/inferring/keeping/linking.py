"""Rows that belong to others through those between them: the cards of a board, by its columns."""

from __future__ import annotations

from beliefs.spec.documents.places import steps
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept


def shorten(kept: Kept) -> None:
    """Drop links of rows to others that no request sets, where rows between them tell the same."""
    for holding in kept.holdings:
        made = any(each.method == "POST" for each in holding.routes)
        for parent in list(holding.parents) if made else ():
            above = kept.of(parent.name)
            if above is None or _brought(holding, parent.field) or _set(holding, above, kept):
                continue
            rest = [each for each in holding.parents if each is not parent]
            if _through(holding, above, kept, parent.field):
                holding.parents = rest
                holding.fields.pop(parent.field, None)


def link_through(holding: Holding, above: Holding, kept: Kept) -> str:
    """The condition that a row belongs to a row of which only those between them know."""
    found = _through(holding, above, kept, "")
    if found is None:
        return ""
    field, between, link = found
    rows = f"{between.name}[where .{link} = {above.variable}.{above.key.name}]"
    return f".{field} in each(one in {rows}: one.{between.key.name})"


def _through(
    holding: Holding, above: Holding, kept: Kept, apart: str
) -> tuple[str, Holding, str] | None:
    """The field that names the row between, that row's holding, and its own field."""
    for field, name in _links(holding):
        between = kept.of(name)
        if field == apart or between is None or between in {holding, above}:
            continue
        for link, to in _links(between):
            if to == above.name:
                return field, between, link
    return None


def _links(holding: Holding) -> list[tuple[str, str]]:
    own = [(each.field, each.name) for each in holding.parents]
    return own + [each for each in holding.references.items() if not each[0].endswith("ids")]


def _brought(holding: Holding, field: str) -> bool:
    shown = holding.shape.part(field) is not None
    return shown or (holding.made is not None and holding.made.part(field) is not None)


def _set(holding: Holding, above: Holding, kept: Kept) -> bool:
    """Whether rows are made below the other ones, and so know them."""
    for route in holding.routes:
        chain = steps(route.path, kept.base)
        for end in range(1, len(chain)):
            if chain[end - 1].param and kept.at(chain[:end]) is above and route.method != "GET":
                return True
    return False

"""Tables of all that there is of something: fixed rows that a route lists and none makes."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Fixed, Route, Shape, is_list
from beliefs.spec.documents.places import unwrapped
from beliefs.spec.documents.words import plain

_FIXED = re.compile(
    r"(?i)\b(?:is|are|stays?) (?:always )?(?:fixed|the same|built[- ]in|hard-?coded|predefined)\b|"
    r"\b(?:fixed|predefined|built-in|hard-?coded) (?:list|set|table|catalog(?:ue)?|menu|\w+s)\b|"
    r"\bnever changes?\b|\bcannot be changed\b|\bexactly these\b"
)


def says_fixed(text: str) -> bool:
    """Whether words before a table say that nobody adds to it.

    >>> says_fixed("The assortment is fixed:"), says_fixed("Fields of a book:")
    (True, False)
    """
    return _FIXED.search(text) is not None


def listing(routes: tuple[Route, ...], table: Fixed) -> Route | None:
    """The route that lists what a table has, where no route makes such rows."""
    wanted = {plain(each) for each in table.columns}
    for route in routes:
        item = item_of(route)
        made = any(
            each.path == route.path and each.method != "GET" and each.body is not None
            for each in routes
        )
        if item is not None and not made and wanted == {plain(each) for each in item.names}:
            return route
    return None


def item_of(route: Route) -> Shape | None:
    """What each of those looks like that a route lists; None where it lists none."""
    shape, _ = unwrapped(route.good.shape if route.good else None)
    listed = route.method == "GET" and "{" not in route.path and shape is not None
    return shape.item if listed and shape is not None and is_list(shape) else None

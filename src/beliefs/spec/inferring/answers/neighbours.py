"""Links to the page behind and the page before, beside a page of a list.

`{"next": "http://…/notices?page=3", "previous": null, "results": […]}`: with all that the request
asked for, and null where there is no such page.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Param, Property, Route, Shape, is_record
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.writing import Writer

_FORTH = {"next", "nexturl", "nextlink", "nextpageurl", "nextpage", "nexthref"}
_BACK = {
    *("previous", "prev", "previousurl", "prevurl", "previouslink", "prevlink", "prevpage"),
    *("previouspage", "prevpageurl", "previouspageurl"),
}
_LINK = re.compile(r"(?i)\b(?:urls?|links?|hrefs?|addresses)\b")
_RELATIVE = re.compile(r"(?i)\b(?:relative|path)\b")


_USUAL_SIZE = "20"
_PER_PAGE = re.compile(
    r"(?i)\b(\d+)(?: \w+)? (?:per|on (?:each|every|a|one)|to a|in a) page\b|\bpages of (\d+)\b|"
    r"\b(?:each|every|one|a) page (?:has|holds|shows|contains|is) (?:up to |at most )?(\d+)\b|"
    r"\bpage size (?:is |of |= ?)?(\d+)\b"
)


def page_size(route: Route) -> str:
    """How many rows a page has, where words say so and no parameter does."""
    told = _PER_PAGE.search(f"{route.words}. {route.good.words if route.good else ''}")
    return next(each for each in told.groups() if each) if told else _USUAL_SIZE


def links(
    writer: Writer, route: Route, page: Param | None, start: Param | None, size: str
) -> dict[str, str]:
    """Such links by the plain names that an answer has for them; none where it has none."""
    shape = route.good.shape if route.good else None
    turned = page or start
    named = [each for each in _parts(shape) if plain(each.name) in _FORTH | _BACK]
    asked = [each for each in route.params if each.place == "query"]
    told = [each for each in named if _is_link(each, route)]
    if turned is None or not told or not all(each.name.isidentifier() for each in asked):
        return {}
    at = f"input.{writer.name(turned.name)}"
    first = 0 if start is turned or turned.default == "0" else 1
    at = at if turned.default or turned.required else f"or_else({at}, {first})"
    step = size if turned is start else "1"
    shown = f"({at} - {first}) * {size}" if page is turned else at
    more = f"{shown} + {size} < count(found)"
    back = f"most([{at} - {step}, 0])" if turned is start else f"{at} - {step}"
    found: dict[str, str] = {}
    for each in told:
        forth = plain(each.name) in _FORTH
        to = _link(writer, route, turned, f"{at} + {step}" if forth else back, each)
        found[plain(each.name)] = f"if({more if forth else f'{at} > {first}'}, {to}, null)"
    return found


def _parts(shape: Shape | None) -> Iterator[Property]:
    for part in shape.properties if shape is not None and is_record(shape) else ():
        yield part
        if is_record(part.shape):
            yield from _parts(part.shape)


def _is_link(part: Property, route: Route) -> bool:
    """Whether a neighbour is told by a link, and not by its number."""
    if part.shape.type.kind not in {"string", "json", "url"}:
        return False
    shown = [one.example for one in route.replies if one.example]
    linked = any(re.search(r"\"[^\"]*[/?][^\"]*=[^\"]*\"", each) for each in shown)
    said = f"{part.words} {route.words} {route.good.words if route.good else ''}"
    named = plain(part.name).endswith(("url", "link", "href"))
    return linked or named or part.shape.type.kind == "url" or bool(_LINK.search(said))


def _link(writer: Writer, route: Route, turned: Param, to: str, part: Property) -> str:
    pieces = re.split(r"\{(\w+)\}", route.path)
    path = " + ".join(
        f"text(input.{writer.name(each)})" if at % 2 else json.dumps(each)
        for at, each in enumerate(pieces)
        if each
    )
    asked = [each.name for each in route.params if each.place == "query"]
    values = ", ".join(
        f"{each}: {to if each == turned.name else f'input.{writer.name(each)}'}" for each in asked
    )
    whole = f'{path} + "?" + query({{{values}}})'
    said = f"{part.words} {route.words}"
    shown = " ".join(one.example for one in route.replies)
    relative = _RELATIVE.search(said) or re.search(r"\"(?:next|prev)\w*\": ?\"/", shown)
    return f"({whole})" if relative else f"url({whole})"

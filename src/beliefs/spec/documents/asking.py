"""What lists may be asked for, where only sentences say so: how many rows, which page, which rows.

"`size` says how many (10 by default, 1 to 100)", "page counts from 1 and per_page is 20 if not
given, at most 100", "can be filtered by pilot and by from/to dates". What is said of one name ends
where the next name begins.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Contract, Param, Route, Shape
from beliefs.spec.documents.names import OFFSETS, PAGES, SIZES
from beliefs.spec.documents.places import WRAPS, same_thing
from beliefs.spec.documents.words import is_plural, plain
from beliefs.spec.service import Unknown
from beliefs.spec.types import Type

_COUNTED = (SIZES | OFFSETS | PAGES) - {"p", "from", "start", "first", "max", "count", "top", "num"}
_NAME = r"(?<![\w/{.-])[`?\"]*(?P<name>[A-Za-z_]\w*)(?:=[\w.…<>]*)?[`\"]*(?![\w/}-])"
_USUAL = re.compile(
    r"(?i)\bdefault(?:s|ing)?(?: value)?(?: is| to| of|:|=)? ?(\d+)|\b(\d+) (?:is the |by |as "
    r"the |as )"
    r"default|\b(\d+),? (?:if|when|unless|where) (?:it is |it's |they are |this is )?(?:not |"
    r"nothing |"
    r"none )?(?:is )?(?:given|left out|omitted|missing|absent|unset|set|said|specified|"
    r"provided|named|"
    r"told)\b|\bwithout it,? (\d+)\b"
)
_RANGE = re.compile(r"(?i)\b(?:from |between )?(\d+) ?(?:to|and|\.\.+|-|–|…) ?(\d+)\b(?! \w+ per)")
_MOST = re.compile(
    r"(?i)\b(?:at most|max(?:imum|imal)?(?: is| of|:)?|up to|no more than|not more than|never more "
    r"than|capped at|<=|≤) ?(\d+)\b|\b(\d+) at (?:the )?most\b|\bmore than (\d+)\b"
)
_LEAST = re.compile(
    r"(?i)\b(?:at least|min(?:imum|imal)?(?: is| of|:)?|no less than|>=|≥) ?(\d+)\b"
    r"|\b(?:less than|below) (\d+)\b"
)
_BEGINS = re.compile(
    r"(?i)\b(?:counts?|counted|counting|starts?|starting|begins?|numbered)(?: \w+)? (?:at|from|"
    r"with) "
    r"(\d+)\b|\b(\d)-based\b|\bfirst (?:page|one) is (\d+)\b"
)
_SAYS = re.compile(
    r"(?i)^[`\"]*(?:=[^ ]*)? ?(?:says|is|tells|gives|sets|for|,)? ?(?:the )?how many\b"
)


class Asked(NamedTuple):
    """What is said of a number that a list is asked with."""

    default: str = ""
    low: int | None = None
    high: int | None = None


def asked(contract: Contract) -> Contract:
    """A contract whose lists take what the sentences about them say that they take."""
    known = {plain(name) for each in contract.routes for name in _shown(each)}
    routes = tuple(
        _asked(each, known) if each.method == "GET" else each for each in contract.routes
    )
    lost = tuple(
        Unknown("material", words, each.source, f"{each.path} is not asked for {name}")
        for each in routes
        for name, words in _unheard(each, known)
    )
    return replace(contract, routes=routes, unknowns=(*contract.unknowns, *lost))


def _shown(route: Route) -> Iterator[str]:
    """The names of what a route is brought and answers."""
    shapes = [route.body, *(each.shape for each in route.replies)]
    for shape in shapes:
        for inner in (shape, shape.item if shape else None):
            yield from inner.names if inner is not None else ()
        for part in shape.properties if shape is not None else ():
            yield from part.shape.item.names if part.shape.item is not None else ()


def _asked(route: Route, known: set[str]) -> Route:
    params = {each.name: each for each in route.params}
    said = f"{route.words}. {route.good.words if route.good else ''}"
    for name, told in numbers_told(said, {each.name for each in route.params}).items():
        had = params.get(name)
        if had is None and name not in _path(route):
            low = 0 if plain(name) in OFFSETS else 1
            bare = Param(name, "query", Shape(Type("integer", minimum=low)))
            params[name] = _number(bare, told, said)
        elif had is not None and had.place == "query" and _may_count(had):
            params[name] = _number(had, told, said)
    for name, each in params.items():
        if each.silent and each.shape.type == Type("string") and (told_ := _chosen(name, said)):
            shape = replace(each.shape, type=told_)
            usual = each.default or _usual(told_.choices, said)
            params[name] = replace(each, shape=shape, silent=False, default=usual)
    for name, day in filters_told(said, known):
        if plain(name) not in {plain(each) for each in (*params, *_path(route))}:
            kind = Shape(Type("date")) if day else Shape(Type("string"))
            params[name] = Param(name, "query", kind, silent=True)
    made = tuple(params.values())
    route = replace(route, params=made) if made != route.params else route
    return _listed(route)


# What stands beside the rows of a page.
_BESIDE = (
    OFFSETS
    | PAGES
    | SIZES
    | {
        *("total", "pages", "totalpages", "totalcount", "next", "previous", "prev", "nextpage"),
        *("prevpage", "hasmore", "hasnext", "nextcursor", "cursor", "lastpage", "pagecount"),
    }
)


def _listed(route: Route) -> Route:
    """A route whose answer is jotted down as a page by names alone: `{items, page, total}`."""
    good = route.good
    shape = good.shape if good is not None else None
    if good is None or shape is None or shape.type.kind != "record" or good.example:
        return route
    rows = [each for each in shape.properties if plain(each.name) not in _BESIDE]
    last = route.path.rstrip("/").rpartition("/")[2]
    if len(rows) != 1 or len(shape.properties) < 2 or rows[0].shape.type.kind != "string":
        return route
    if rows[0].name not in WRAPS and not (
        is_plural(rows[0].name) and same_thing(rows[0].name, last)
    ):
        return route
    parts = tuple(
        replace(each, shape=Shape(Type("list"))) if each is rows[0] else each
        for each in shape.properties
    )
    reply = replace(good, shape=replace(shape, properties=parts))
    return replace(route, replies=tuple(reply if e is good else e for e in route.replies))


def _usual(choices: tuple[str, ...], said: str) -> str:
    """The choice that words call the default, as JSON text."""
    for each in choices:
        named = rf"(?i)(?<![\w|=-]){re.escape(each)}[`\"]?"
        if re.search(rf"{named}(?: \((?:the |this is the )?default\)| is the default\b)", said):
            return json.dumps(each)
    return ""


def _chosen(name: str, said: str) -> Type | None:
    """The values that a query is shown with: `order=top|new`."""
    shown = re.search(rf"(?<!\w){re.escape(name)}=(\w[\w-]*(?:\|-?\w[\w-]*)+)", said)
    values = tuple(shown[1].split("|")) if shown else ()
    if not values or set(values) <= {"true", "false", "yes", "no", "0", "1"}:
        return None
    return Type("string", choices=values)


def _path(route: Route) -> list[str]:
    return re.findall(r"\{(\w+)\}", route.path)


def _may_count(param: Param) -> bool:
    kind = param.shape.type.kind
    return kind == "integer" or (kind == "string" and param.silent and not param.shape.type.choices)


def _number(param: Param, told: Asked, said: str) -> Param:
    """A parameter with what is said of it; not with what is said of another one."""
    kind = param.shape.type if param.shape.type.kind == "integer" else Type("integer")
    others = re.findall(r"\d+", said)
    own = {told.default, str(told.low), str(told.high)}
    low, high, default = kind.minimum, kind.maximum, param.default
    if high is not None and str(int(high)) in others and str(int(high)) not in own:
        high = None
    shown = re.search(rf"(?<!\w){re.escape(param.name)}={re.escape(default)}(?!\w)", said)
    if default in others and default not in own and not shown:
        default = ""
    low = told.low if told.low is not None else low
    high = told.high if told.high is not None else high
    shape = replace(param.shape, type=replace(kind, minimum=low, maximum=high))
    return replace(param, shape=shape, default=told.default or default, silent=False)


def numbers_told(said: str, names: set[str]) -> dict[str, Asked]:
    """Numbers that lists are asked with, by name, with what is said of each.

    >>> numbers_told("per_page is 20 if not given, at most 100", set())
    {'per_page': Asked(default='20', low=None, high=100)}
    """
    found: dict[str, Asked] = {}
    for sentence in re.split(r"(?<=[.;!?])\s+", said):
        marks = [
            each
            for each in re.finditer(_NAME, sentence)
            if plain(each["name"]) in _COUNTED or each["name"] in names
        ]
        for at, mark in enumerate(marks):
            end = marks[at + 1].start() if at + 1 < len(marks) else len(sentence)
            told = _told(mark["name"], sentence[mark.end() : end], marked=mark["name"] in names)
            if told is not None and mark["name"] not in found:
                found[mark["name"]] = told
    return found


def _told(name: str, text: str, *, marked: bool) -> Asked | None:
    if plain(name) not in _COUNTED and not _SAYS.search(text):
        return None
    usual, begins = _USUAL.search(text), _BEGINS.search(text)
    span, most, least = _RANGE.search(text), _MOST.search(text), _LEAST.search(text)
    if not (usual or begins or span or (marked and (most or least)) or _SAYS.search(text)):
        return None
    default = next((each for each in usual.groups() if each), "") if usual else ""
    low = high = None
    if begins and plain(name) in PAGES:
        low = int(next(each for each in begins.groups() if each))
        default = default or str(low)
    if span and int(span[1]) < int(span[2]):
        low, high = int(span[1]), int(span[2])
    elif most:
        high = int(next(each for each in most.groups() if each))
    if least and low is None:
        low = int(next(each for each in least.groups() if each))
    return Asked(default, low, high)


_FILTER = re.compile(
    r"(?i)\b(?:filter(?:ed|able|s)?|narrow(?:ed)?(?: down)?|restrict(?:ed)?)(?: the list| it| "
    r"them)?"
    r"(?: optionally| also| too)? (?:by|with|on|using|via|through) (?P<names>[^.;:]+)"
)
_ITEM = re.compile(
    r"(?i)^(?:by |with |and |or |the |an? |optional |query |parameters? |its |their )*[`?\"]*"
    r"(?P<names>[a-z_]\w*(?:/[a-z_]\w*)*)=?[`\"]*(?P<days> dates?)?\s*(?P<said>\([^)]*\))?$"
)
_ENDS = {"from", "to", "since", "until", "after", "before", "q", "search", "query"}


def filters_told(said: str, known: set[str]) -> list[tuple[str, bool]]:
    """What a list is filtered by, as words say, and whether that is a day.

    >>> filters_told("can be filtered by pilot and by from/to dates (inclusive)", {"pilot"})
    [('pilot', False), ('from', True), ('to', True)]
    """
    return [(name, day) for name, day, heard in _filters(said, known) if heard]


def _filters(said: str, known: set[str]) -> Iterator[tuple[str, bool, bool]]:
    for match in _FILTER.finditer(said):
        pieces = re.split(r"(?i),? (?:and|or) (?![^()]*\))|, (?![^()]*\))", match["names"])
        items = [_ITEM.match(each.strip()) for each in pieces if each.strip()]
        days = bool(re.search(r"(?i)\bdates?\b", match["names"]))
        for item in items:
            if item is None:
                break
            for name in item["names"].split("/"):
                bare = re.sub(r"^(?:min|max|from|to)_?|_(?:min|max|from|to)$", "", name)
                heard = plain(name) in known or plain(bare) in known or plain(name) in _ENDS
                yield name, days and plain(name) in _ENDS - {"q", "search", "query"}, heard
                if not heard:
                    return


def _unheard(route: Route, known: set[str]) -> Iterator[tuple[str, str]]:
    """Filters that words tell and a route does not take."""
    taken = {plain(each.name) for each in route.params}
    for name, _, heard in _filters(route.words, known) if route.method == "GET" else ():
        if not heard and plain(name) not in taken and not taken:
            yield name, f"filtered by {name}"

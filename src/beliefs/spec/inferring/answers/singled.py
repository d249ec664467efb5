"""What a list shows of every row, where that is not all of it.

"An array of the names, in alphabetical order", "lists id and title of all notes", "only their ids",
`{"keys": [...]}`: columns that words or the shape of the answer name.
"""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Route, Shape, is_list, is_record
from beliefs.spec.documents.places import same_thing, unwrapped
from beliefs.spec.documents.words import plain, singular
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.types import Type

_EACH = r"(?:just |only |the |all |their |its |an? )*"
_NAMES = r"(?P<names>[\w`]+(?:(?:, and |, | and )(?:the |their |its )?[\w`]+)*?)"
_END = (
    r"(?=\s*(?:$|[.;:(]|,(?! (?:and )?[\w`]+ (?:of|for)\b)|–|—|"
    r"\b(?:as|in|sorted|ordered|by|only|alone)\b))"
)
_ROWS = (
    r"(?: (?:of|for) (?:(?:all|the|every|each|these|its|your|my|those) )*"
    r"(?P<rows>\w+(?: \w+)?)| (?:of|for) (?:each|all|every)(?: one)?)"
)
_LEAD = r"(?:(?:get|lists?|gives?|returns?|answers?|shows?|fetch|200|ok)(?: back| with)?[:,]? )*"
_COLUMNS = tuple(
    re.compile(f"(?i){pattern}")
    for pattern in (
        rf"^{_LEAD}(?:an? )?(?:(?:json )?(?:array|list) of )?{_EACH}{_NAMES}{_ROWS}{_END}",
        rf"\b(?:array|list) of {_EACH}{_NAMES}{_END}",
        rf"\b(?:just|only) (?:the |their |its ){_NAMES}{_END}",
        rf"\beach (?:one )?with (?:just |only |its |their |the )*{_NAMES}{_END}",
        rf"(?:\bwith|[,:(–—])\s*(?:the |their |its )?{_NAMES} only{_END}",
    )
)
_WHOLE = {"items", "results", "data", "rows", "entries", "records", "list", "values"}


def columns_only(route: Route, holding: Holding) -> Route:
    """The route, whose list shows the columns that words name, where these are several."""
    shape = route.good.shape if route.good else None
    if route.good is None or (shape is not None and not (is_list(shape) and _untold(shape.item))):
        return route
    names = next((each for each in _told(route, holding) if len(each) > 1), ())
    if not names:
        return route
    parts = tuple(
        holding.shape.part(each) or Property(each, Shape(_type(holding, each))) for each in names
    )
    made = Shape(Type("list"), item=Shape(Type("record"), properties=parts))
    replies = tuple(
        replace(each, shape=made) if each is route.good else each for each in route.replies
    )
    return replace(route, replies=replies)


def values_only(route: Route, holding: Holding) -> str:
    """The one field that a list shows of every row: "an array of the names, by age"."""
    shape = route.good.shape if route.good else None
    inner, wrapped = unwrapped(shape)
    item = inner.item if inner is not None and is_list(inner) else None
    if shape is not None and (not is_list(inner) or (item is not None and is_record(item))):
        return ""
    if wrapped and (named := _column(wrapped, item, holding)):
        return named
    if wrapped and item is None:
        return ""
    if item is not None and item.type.kind in {"json", "list"} and not wrapped:
        return ""
    told = [each for each in _told(route, holding, several=True) if len(each) == 1]
    return told[0][0] if told else ""


def _untold(item: Shape | None) -> bool:
    return item is None or item.type.kind == "json"


def _type(holding: Holding, name: str) -> Type:
    return holding.key_type if name == holding.key.name else holding.fields[name].type


def _column(wrapped: str, item: Shape | None, holding: Holding) -> str:
    """The field that a list of values is called by: `{"names": ["Ann"]}`, `{"keys": [...]}`."""
    if plain(wrapped) in _WHOLE or wrapped in holding.fields:
        return ""
    if same_thing(wrapped, holding.word):
        given = item is not None and item.type.kind == holding.key_type.kind == "string"
        return holding.key.name if given and holding.key_given else ""
    name = holding.named(singular(wrapped)) if wrapped != singular(wrapped) else ""
    return name if name and name in holding.shown else ""


def _told(route: Route, holding: Holding, *, several: bool = False) -> list[tuple[str, ...]]:
    """The columns that sentences name, all of them fields; of one alone, its plural."""
    found = []
    said = [route.words, route.good.words if route.good else ""]
    for sentence in (each for text in said for each in re.split(r"(?<=[.;])\s+", text)):
        if re.search(r"\?\w+=|(?i:\b(?:if|when|with) [`?])", sentence):
            continue  # of some rows, or only if asked for
        for pattern in _COLUMNS:
            for match in pattern.finditer(sentence):
                words = [each.strip("`") for each in _spoken(match["names"])]
                rows = match.groupdict().get("rows") or holding.word
                of = rows in {"them", "each"} or any(
                    same_thing(each, holding.word) for each in (rows, rows.split()[-1])
                )
                names = [_named(each, holding, one=len(words) == 1) for each in words]
                alone = len(words) == 1 and not several
                if of and all(names) and not alone:
                    found.append(tuple(names))
    return found


def _spoken(text: str) -> list[str]:
    return re.split(r",? and (?:the |their |its )?|, (?:the |their |its )?", text)


def _named(word: str, holding: Holding, *, one: bool) -> str:
    """The field that a word names, in the plural where it is the only one."""
    if one and (word == singular(word) or same_thing(word, holding.word)):
        return ""
    name = holding.named(word) or holding.named(singular(word))
    return name if name in holding.shown else ""

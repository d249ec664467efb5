"""Stock that moves: in, out and from one place to another, and what runs low."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Request
from beliefs.spec.features import stock
from beliefs.spec.features.resources import Resource
from beliefs.spec.operations import Operation
from beliefs.spec.service import Spec
from beliefs.spec.terse.hearing import KEPT, Heard, above, entity_at
from beliefs.spec.terse.writing import added, brought_as, entity, kept, operation
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.words import singular

_PLACES = (
    r"(?:warehouses?|locations?|stores?|depots?|sites?|branch(?:es)?|shops?|shel(?:f|ves)"
    r"|places|bins)"
)
_THINGS = (
    r"(?:products?|items?|parts?|articles?|materials?|goods|components?|ingredients?|supplies"
    r"|tools|"
    r"books|medicines?|skus?)"
)
_LEVEL = re.compile(
    r"(?i)^(?:re-?order_?(?:level|point)|min(?:imum)?(?:_?(?:stock|level|quantity))?|threshold)$"
)
_LOW = (
    r"(?:that are |which are |with )?(?:low(?: on)?(?: in)? stock|low|running low|(?:stock )?"
    r"(?:below|under|less than) "
    r"(?:their|its|the|a) (?:re-?order (?:level|point)|min(?:imum)?(?: stock| level)?|threshold))"
)
_MOVES = re.compile(
    r"(?i)\bmovements?\b|\btransfer|\b(?:in|out) (?:or|and) (?:out|in)\b|\bfrom one \w+ to "
    r"another\b"
)


class _Stock(NamedTuple):
    """Where products, places and movements are, and the requests about stock."""

    product: str
    place: str  # empty where all is in one
    moves: Request
    levels: Request
    low: Request | None
    item: str  # what a movement calls its product, where the goal says


def hear(heard: Heard) -> Callable[[Spec], Spec] | None:
    """Movements of what is kept in one place or several."""
    if not re.search(r"(?i)\bstock|\binventor|\bwarehouse", heard.whole) or not _MOVES.search(
        heard.whole
    ):
        return None
    moves = heard.named("POST", r"(?:stock[-_]?)?(?:movements?|moves|transactions)")
    if moves is None and any(
        re.search(r"/\{\w+\}/", x.path) and x.method == "POST" for x in heard.brief.requests
    ):
        return None  # what moves it has requests of its own
    places = re.search(
        rf"(?i)\b(?:several|multiple|many|different|per|each|between|in|two|a|one) "
        rf"(?P<n>{_PLACES})\b",
        heard.whole,
    )
    things = _things(heard)
    if things is None:
        return None
    product = heard.collection(things)
    place = heard.collection(places["n"]) if places is not None else ""
    base = product.rsplit("/", 1)[0]
    told = _Stock(
        product,
        place,
        moves or heard.suppose("POST", f"{base}/movements", "how stock moves"),
        heard.named("GET", r"stock|levels?|inventory", below=product)
        or heard.suppose(
            "GET", f"{product}/{{{heard.key(product)}}}/stock", "where the stock of one is"
        ),
        _low(heard, product),
        _item(moves, things),
    )
    for each in (told.moves, told.levels, told.low):
        if each is not None:
            heard.claim(each)
    for path in (product, place):
        if path:
            heard.rows(path, KEPT)
    _fields(heard, told)
    _taken(heard)
    return lambda spec: _written(spec, told)


def _things(heard: Heard) -> str | None:
    """What is kept in stock."""
    for each in heard.brief.requests:
        if each.method == "GET" and each.path.endswith("/stock"):
            return above(each.path).rsplit("/", 1)[-1]
    for pattern in (rf"\b(?P<n>{_THINGS}) (?:have|has|with|are|is)\b", rf"\b(?P<n>{_THINGS})\b"):
        if (found := re.search(f"(?i){pattern}", heard.whole)) is not None:
            return str(found["n"]).lower()
    return None


def _low(heard: Heard, product: str) -> Request | None:
    named = heard.named("GET", r"alerts?|low(?:[-_]stock)?|re-?order|shortages?|warnings?")
    if named is not None or not re.search(rf"(?i)\balerts?\b|{_LOW}", heard.whole):
        return named
    return heard.suppose("GET", f"{product}/low-stock", "where what runs low is listed")


def _item(moves: Request | None, things: str) -> str:
    """The name under which a movement brings its product, where it is another than usual."""
    for one in moves.said if moves is not None else ():
        for mark in re.findall(r"⟦\d+⟧", one.text):
            return next((x for x in one.sketch(mark).names if x.startswith(singular(things))), "")
        found = one.has(rf"\b{singular(things)}\b(?:_id|Id)?")
        if found is not None:
            return found[0]
    return ""


def _fields(heard: Heard, told: _Stock) -> None:
    """Names where nothing else is said, and the level below which something is low."""
    noun = told.product.rsplit("/", 1)[-1]
    names = [x for x in heard.told(noun) if x not in {"stock", "stocks"}]
    own = () if set(names) - {"stock"} else ("name",)
    level = not any(_LEVEL.match(x) for x in names) and told.low is not None
    heard.take(r"\b(?:products?|items?|parts?|materials?) have stock (?:per|in|for each|in each) "
               r"\w+|have stock (?:per|in) "
               r"\w+")  # fmt: skip
    if own or level:
        said = _level_said(heard) if level else ""
        heard.fields(noun, (*own, *((said,) if said else ())))
    if told.place and not heard.told(told.place.rsplit("/", 1)[-1]):
        heard.fields(told.place.rsplit("/", 1)[-1], ("name",))


def _level_said(heard: Heard) -> str:
    """What the level below which something is low is called."""
    found = re.search(r"(?i)\b(re-?order[ _](?:level|point)|minimum|threshold)\b", heard.whole)
    return (
        found[1].lower().replace(" ", "_").replace("-", "")
        if found is not None
        else "reorder_level"
    )


def _taken(heard: Heard) -> None:
    kinds = r"(?:in|out|transfers?(?: between (?:\w+ )?\w+)?)"
    heard.take(
        rf"(?:records? (?:an? )?)?(?:stock )?movements?(?: of stock)?:? ?\(?(?:with )?(?:{kinds})"
        rf"(?:(?:,| or|, or| and|, and) "
        rf"?(?:{kinds}))*\)?(?: changes? the stock)?",
        r"\brecords? (?:an? )?(?:stock )?movements?\b|\bmovements?\b|\b(?:changes?|moves?) the "
        r"stock\b",
        rf"with type \((?:{kinds})(?:(?:,| or|, or| and) ?(?:{kinds}))*\),? \w+(?:,| and) (?:an? "
        rf")?quantity",
        r"\bbook (?:\w+ )?in, out or from one \w+ to another\b|\bbook \w+ in\b",
        r"(?:(?:and )?(?:an? |the )?(?:\w+ )?(?:can(?:'t|not| never)|may not|can never) (?:give "
        r"out|go below|have|fall|ship)[^;.()¦]*|"
        r"(?:taking|moving|removing|shipping) more than (?:an? |the )?\w+ (?:has|there is)[^;."
        r"()¦\d]*|"
        r"never (?:below zero|negative)|no negative stock)(?: ?\(?409\)?)?",
        rf"(?:and )?(?:lists?|shows?)? ?(?:the )?{_THINGS}? ?{_LOW}",
        r"(?:stock (?:is|are) kept|are (?:stored|kept)|kept|stored)(?: \w+)? (?:per|in|at|for)(?: "
        r"(?:several|different|multiple|each|many))? "
        rf"{_PLACES}|(?:stock )?(?:per|for each|in each) {_PLACES}|(?:with |in |at )?(?:several"
        rf"|multiple|different|many) {_PLACES}",
        r"(?:shows? )?(?:it|the stock|stock)? ?(?:for each|per) \w+(?: and)?(?: in total)?|(?:and "
        r")?in total|(?<!min )(?<!minimum )\bstock\b",
    )


def _written(spec: Spec, told: _Stock) -> Spec:
    name = entity_at(told.product)
    level = next((x.name for x in entity(spec, name).fields if _LEVEL.match(x.name)), "")
    if level:
        spec = brought_as(
            spec, name, Field(level, Type("integer", minimum=0), required=False, default="0")
        )
    of = entity(spec, name)
    place = entity(spec, entity_at(told.place)) if told.place else None
    movement = stock.movement_of(of, place)
    names = stock.Movements(of, place, movement)
    resource = Resource(of, told.product)
    levels = stock.levels(resource, names, told.levels.path, place.plural if place else "")
    all_of_them = Request("GET", told.moves.path, told.moves.source)
    lines = [f"answer 200 {movement.name}"]
    made = [
        _moved(told, names),
        replace(levels, source=told.levels.source),
        operation(all_of_them, lines, (), "List the movements, oldest first."),
    ]
    if told.low is not None and level:
        made.append(
            replace(stock.alerts(resource, names, told.low.path, level), source=told.low.source)
        )
    return added(kept(spec, movement), *made)


def _moved(told: _Stock, names: stock.Movements) -> Operation:
    one = stock.move(names, told.moves.path)
    inputs = tuple(
        replace(each, named=told.item)
        if each.name == names.item and told.item != names.item and told.item
        else each
        for each in one.inputs
    )
    return replace(one, inputs=inputs, source=told.moves.source)

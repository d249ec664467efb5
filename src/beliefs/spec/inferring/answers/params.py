"""What parameters are, by what they are asked of: numbers, moments, months, places."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Contract, Param, Property, Route, Shape
from beliefs.spec.documents.names import PAGES, SIZES
from beliefs.spec.documents.places import Step, steps
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.answers.filters import figured
from beliefs.spec.inferring.answers.nearby import around
from beliefs.spec.inferring.families.lasting import span_of
from beliefs.spec.inferring.families.trails import asked_state, is_diff
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.types import Type


def typed_params(contract: Contract, kept: Kept) -> Contract:
    """Parameters that only have a name, with the type of the field that they name."""
    routes = []
    for route in contract.routes:
        chain = steps(route.path, contract.base)
        holding = kept.at(chain) if chain else None
        gets = route.method == "GET"
        about = [holding] if holding is not None else _below(chain, kept)
        params = tuple(
            replace(each, shape=Shape(Type("number")))
            if each.silent and holding is not None and figured(each.name, holding)
            else replace(each, shape=replace(each.shape, type=sized))
            if holding is not None and (sized := _sized(each, holding)) is not None
            else replace(each, shape=Shape(_asked(each.name, about, kept), words=each.shape.words))
            if each.silent and each.shape.type == Type("string") and (about or gets)
            else each
            for each in route.params
        )
        above = kept.at(chain[:-1]) if len(chain) > 1 else None
        if near := around(route, above):
            params = tuple(_measured(each, above) if each in near else each for each in params)
        if is_diff(route):
            params = tuple(
                replace(each, shape=Shape(Type("integer")), required=True, silent=False)
                if each.place == "query"
                else each
                for each in params
            )
        if kept.tally is not None:
            params = tuple(
                replace(each, shape=Shape(Type("string")), required=True, default="", silent=False)
                if each.name == kept.tally.name and each.place == "query"
                else each
                for each in params
            )
        if asked := asked_state(route) if holding is not None and holding.trail else "":
            params = tuple(
                replace(each, shape=replace(each.shape, type=Type("integer")))
                if each.name == asked and each.shape.type.kind != "integer"
                else each
                for each in params
            )
        made = replace(route, params=tuple(_counted(each, route) for each in params))
        made = _with_shown(made, holding, contract)
        for each in kept.holdings:
            each.routes = [made if one is route else one for one in each.routes]
        routes.append(made)
    return replace(contract, routes=tuple(routes))


def _sized(param: Param, holding: Holding) -> Type | None:
    """The type of a field that is called as the size of a page is, where it is no number."""
    name = param.name if plain(param.name) in SIZES and not param.default else ""
    field = holding.fields.get(holding.named(name)) if name and param.place == "query" else None
    text = field is not None and field.type.kind == "string"
    return replace(field.type, nullable=False) if field is not None and text else None


def _below(chain: tuple[Step, ...], kept: Kept) -> list[Holding]:
    """What a word behind an item may be about: the item, and what belongs to it."""
    parent = kept.at(chain[:-1]) if len(chain) > 1 and chain[-2].param else None
    return [parent, *(each for each, _ in kept.children(parent))] if parent is not None else []


_SPANS = {"from", "to", "since", "until", "fromdate", "todate", "startdate", "enddate"}


def _day(name: str, holdings: list[Holding]) -> Type | None:
    """The type of one end of a period, by what is kept of time: dates, or moments."""
    kinds = {each.type.kind for one in holdings for each in one.fields.values()}
    if plain(name) not in _SPANS or any(one.named(name) for one in holdings):
        return None
    if any(span_of(each) or _lone_moment(each) for each in holdings):
        return Type("datetime")
    return Type("date") if "date" in kinds and "datetime" not in kinds else None


def _measured(param: Param, holding: Holding | None) -> Param:
    """A place, or how far from it, as the fields of places have it; it has to be told."""
    field = holding.fields.get(holding.named(param.name)) if holding is not None else None
    kind = replace(field.type, nullable=False) if field is not None else Type("number", minimum=0)
    return replace(param, shape=Shape(kind), required=True, silent=False)


def _with_shown(route: Route, holding: Holding | None, contract: Contract) -> Route:
    """A row that is shown with names beside what is kept, where nothing else shows its shape."""
    good = route.good
    item = route.path.endswith("}") and route.method == "GET"
    if holding is None or good is None or good.shape is not None or not item or not route.shows:
        return route
    secret = contract.row_key.name if contract.row_key is not None else ""
    own = tuple(each for each in holding.shape.properties if each.name != secret)
    known = {each.name for each in own}
    more = tuple(Property(each, Shape(Type("json"))) for each in route.shows if each not in known)
    shape = replace(holding.shape, properties=(*own, *more))
    replies = tuple(replace(each, shape=shape) if each is good else each for each in route.replies)
    return replace(route, replies=replies)


def _lone_moment(holding: Holding) -> bool:
    """Whether a moment that requests bring is all that rows know of time."""
    made = holding.made.names if holding.made is not None else ()
    times = [each for each in holding.fields.values() if each.type.kind in {"date", "datetime"}]
    brought = [each for each in times if each.name in made]
    return len(brought) == 1 and brought[0].type.kind == "datetime" and len(times) == 1


def _counted(param: Param, route: Route) -> Param:
    """A page, or its size, where answers say how many pages there are: it is 1 at least."""
    shape = route.good.shape if route.good else None
    names = re.findall(r"Property\(name='(\w+)'", repr(shape)) if shape is not None else []
    paged = any(plain(each) in {"pages", "totalpages", "pagecount", "lastpage"} for each in names)
    kind = param.shape.type
    if not paged or kind.kind != "integer" or kind.minimum is not None or param.default == "0":
        return param
    if plain(param.name) not in SIZES | PAGES:
        return param
    return replace(param, shape=replace(param.shape, type=replace(kind, minimum=1)))


def _asked(name: str, about: list[Holding], kept: Kept) -> Type:
    """The type of a parameter, by what it is asked of."""
    chosen = _chosen_of(name, kept) if len(about) != 1 else Type("string")
    if chosen.choices or not about:
        return chosen
    return _day(name, about) or _kind_of(name, about[0], kept)


def _chosen_of(name: str, kept: Kept) -> Type:
    """The choices of the one field that has a name, where what is asked is no list of rows."""
    found = [
        each.fields[field].type
        for each in kept.holdings
        if (field := each.named(name)) in each.fields and each.fields[field].type.choices
    ]
    return replace(found[0], nullable=False) if len(found) == 1 else Type("string")


def _kind_of(name: str, holding: Holding, kept: Kept) -> Type:
    bare = re.sub(r"(?i)^(min|max)(?=[_A-Z])_?|_(min|max|gte|lte|gt|lt|from|to)$", "", name)
    field = holding.fields.get(holding.named(bare)) if holding.named(bare) else None
    kinds = {"integer", "number", "boolean", "date", "datetime"}
    if field is None and holding.named(bare) == holding.key.name:
        return holding.key_type
    if field is None and bare != name:  # a bound of what belongs to the row, or is worked out
        below = [each.fields.get(each.named(bare)) for each, _ in kept.children(holding)]
        field = next((each for each in below if each is not None), None)
        if field is None and re.match(r"(?:min|max)(?:_|[A-Z])", name):
            return Type("number")
    return (
        Type(field.type.kind) if field is not None and field.type.kind in kinds else Type("string")
    )

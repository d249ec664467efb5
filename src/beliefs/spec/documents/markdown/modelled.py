"""Bodies that hold to what a description says of the things that they make.

Where a table or a list tells the fields of a guest, with the bounds of each, and a request tells
its own body by the same names, both hold: what the request does not say the model does.
"""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.documents.contract import Contract, Property, Route, Shape, is_record
from beliefs.spec.documents.places import same_thing, steps

_BOUNDS = (
    *("minimum", "maximum", "above", "below", "min_length", "max_length", "choices"),
    "pattern",
)


def as_modelled(contract: Contract) -> Contract:
    """The contract whose bodies are held to the bounds of the models of their things."""
    models = [each for each in contract.shapes if each.name and is_record(each)]
    if not models:
        return contract
    routes = tuple(_route(each, models, contract.base) for each in contract.routes)
    return replace(contract, routes=routes)


def _route(route: Route, models: list[Shape], base: str) -> Route:
    body = route.body
    if body is None or not is_record(body) or route.method not in {"POST", "PUT", "PATCH"}:
        return route
    places = [each.name for each in reversed(steps(route.path, base)) if each.name]
    model = next((one for place in places for one in models if same_thing(one.name, place)), None)
    if model is None:
        return route
    parts = tuple(_held(each, model.part(each.name)) for each in body.properties)
    return replace(route, body=replace(body, properties=parts))


def _held(part: Property, known: Property | None) -> Property:
    """A field with the bounds that its model has and it does not tell itself."""
    own = part.shape.type
    if known is None or known.shape.type.kind != own.kind or own.kind in {"record", "list"}:
        return part
    told = {each: getattr(known.shape.type, each) for each in _BOUNDS}
    more = {
        name: value
        for name, value in told.items()
        if value not in {None, (), ""} and getattr(own, name) in {None, (), ""}
    }
    if own.choices or own.pattern:
        return part
    return replace(part, shape=replace(part.shape, type=replace(own, **more))) if more else part

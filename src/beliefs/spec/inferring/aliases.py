"""Routes of verbs as routes of things, and back: /createSurvey, /getSurvey?id=, /add_to_cart.

What a route does is inferred from a path of things: POST /surveys, GET /surveys/{id}. A service of
verbs is read as such a one, and its routes get their own paths and places back at the end. So are a
thing that is made at its singular (POST /click beside GET /clicks/{button}), what is added to one
(POST /add_to_cart), what is done to one that the body names (POST /checkout with a cart_id), and
rows that a path picks by a value which they were brought, and not by their key.
"""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.documents.contract import (
    Alias,
    Contract,
    Param,
    Route,
    Shape,
    is_record,
)
from beliefs.spec.documents.places import lists_records, names, steps
from beliefs.spec.documents.verbs import alias_of, choice_alias, things_of
from beliefs.spec.inferring.access.tokens import token_alias
from beliefs.spec.inferring.families.beats import beat_alias
from beliefs.spec.inferring.routes.forms import form_alias
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Type


def resourced(contract: Contract) -> tuple[Contract, dict[tuple[str, str], tuple[Route, Alias]]]:
    """A contract of things, with the routes that were verbs by their new method and path."""
    things = things_of(contract)
    found: dict[tuple[str, str], tuple[Route, Alias]] = {
        (alias.method, alias.path): (route, alias) for route, alias in contract.calls
    }
    routes = []
    for route in contract.routes:
        alias = form_alias(route, contract) or token_alias(route, contract)
        alias = alias or beat_alias(route, contract)
        alias = alias or alias_of(route, things, contract)
        alias = alias or choice_alias(route, contract) or _only_one(route, contract)
        if alias is None or (alias.method, alias.path) in found:
            routes.append(route)
            continue
        found[(alias.method, alias.path)] = (route, alias)
        routes.append(_moved(route, alias))
    return replace(contract, routes=tuple(routes), calls=tuple(found.values())), found


def restored(operation: Operation, found: dict[tuple[str, str], tuple[Route, Alias]]) -> Operation:
    """An operation with the path and the places that the document says."""
    told = found.get((operation.method, operation.path))
    if told is None:
        return operation
    route, alias = told
    inputs = tuple(_placed(each, alias, route) for each in operation.inputs)
    return replace(operation, method=route.method, path=route.path, inputs=inputs)


def _placed(given: Input, alias: Alias, route: Route) -> Input:
    if given.name != alias.param or given.place != alias.stands:
        if given.place == "query" and route.method != "GET" and route.body is not None:
            return replace(given, place="json")
        return given
    return replace(given, place=alias.place, required=True)


def _only_one(route: Route, contract: Contract) -> Alias | None:
    """The one thing of somebody whom nothing else is known of: /users/{userId}/settings."""
    chain = steps(route.path, contract.base)
    if len(chain) != 2 or not chain[0].param or chain[1].param:
        return None
    chains = {each: steps(each.path, contract.base) for each in contract.routes}
    here = [each for each, at in chains.items() if names(at) == names(chain)]
    owner = [at for at in chains.values() if at and at[0].name == chain[0].name and len(at) == 1]
    below = [at for at in chains.values() if at[:2] == chain and len(at) > 2]
    methods = {each.method for each in here}
    several = any(lists_records(each) or chains[each][-1].param for each in here)
    if owner or below or several or "POST" in methods or not {"GET", "PUT"} <= methods:
        return None
    key = chain[0].param
    return Alias(route.method, f"{contract.base}/{chain[1].name}/{{{key}}}", key, "path")


def _moved(route: Route, alias: Alias) -> Route:
    params = tuple(each for each in route.params if each.name != alias.param)
    body = route.body
    if alias.param:
        told = next((each.shape for each in route.params if each.name == alias.param), None)
        part = body.part(alias.param) if body is not None else None
        shape = told or (part.shape if part is not None else Shape(Type("json")))
        params = (Param(alias.param, alias.stands, shape, required=True), *params)
    if body is not None and is_record(body) and body.properties:
        rest = tuple(each for each in body.properties if each.name != alias.param)
        body = replace(body, properties=rest) if rest else None
    if alias.method == "GET" and body is not None:
        more = tuple(
            Param(each.name, "query", each.shape, each.required) for each in body.properties
        )
        params, body = (*params, *more), None
    return replace(route, method=alias.method, path=alias.path, params=params, body=body)

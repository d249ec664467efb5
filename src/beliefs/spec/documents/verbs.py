"""Paths that are verbs: /createSurvey, /getSurvey?id=, /surveys/delete, as resources have them.

What a route does is inferred from a path of things: POST /surveys, GET /surveys/{id}. A service of
verbs is read as such a one, and its routes get their own paths and places back at the end.
"""

from __future__ import annotations

import re
from dataclasses import replace

from beliefs.spec.documents.contract import Alias, Contract, Param, Route, Shape, is_record
from beliefs.spec.documents.places import steps
from beliefs.spec.documents.words import plain, plural, singular, words
from beliefs.spec.operations import Input, Method, Operation, Place
from beliefs.spec.types import Type

_MAKES = {"create", "add", "new", "make", "insert", "submit", "register", "record", "post"}
_LISTS = {"list", "all", "find", "browse", "query", "search"}
_READS = {"get", "show", "fetch", "read", "view", "load"}
_CHANGES = {"update", "edit", "modify", "change", "set", "patch", "replace"}
_DROPS = {"delete", "remove", "destroy", "drop"}
_KNOWN = _MAKES | _LISTS | _READS | _CHANGES | _DROPS


def resourced(contract: Contract) -> tuple[Contract, dict[tuple[str, str], tuple[Route, Alias]]]:
    """A contract of things, with the routes that were verbs by their new method and path."""
    found: dict[tuple[str, str], tuple[Route, Alias]] = {
        (alias.method, alias.path): (route, alias) for route, alias in contract.calls
    }
    things = things_of(contract)
    if not things:
        return contract, found
    routes = []
    for route in contract.routes:
        alias = alias_of(route, things, contract.base)
        if alias is None or (alias.method, alias.path) in found:
            routes.append(route)
            continue
        found[(alias.method, alias.path)] = (route, alias)
        routes.append(_moved(route, alias))
    return replace(contract, routes=tuple(routes)), found


def restored(operation: Operation, found: dict[tuple[str, str], tuple[Route, Alias]]) -> Operation:
    """An operation with the path and the places that the document says."""
    told = found.get((operation.method, operation.path))
    if told is None:
        return operation
    route, alias = told
    inputs = tuple(_placed(each, alias, route) for each in operation.inputs)
    return replace(operation, method=route.method, path=route.path, inputs=inputs)


def _placed(given: Input, alias: Alias, route: Route) -> Input:
    if given.name != alias.param or given.place != "path":
        if given.place == "query" and route.method != "GET" and route.body is not None:
            return replace(given, place="json")
        return given
    return replace(given, place=alias.place, required=True)


def things_of(contract: Contract) -> dict[str, str]:
    """The nouns that verbs of the paths are about, with the name that tells one from another.

    Only where a verb makes, lists or drops them.
    """
    nouns: dict[str, set[str]] = {}
    keys: dict[str, str] = {}
    for route in contract.routes:
        verb, noun = _parts(route, contract.base)
        if noun:
            nouns.setdefault(noun, set()).add(verb)
            if verb in _READS | _DROPS and (key := _key(route, noun)[0]):
                keys.setdefault(noun, key)
    known = {noun for noun, verbs in nouns.items() if verbs & _MAKES and len(verbs) > 1}
    return {noun: keys.get(noun, "") for noun in nouns if noun in known}


def _parts(route: Route, base: str) -> tuple[str, str]:
    """The verb and the noun of a path; empty when it has none."""
    chain = steps(route.path, base)
    if not chain or any(each.param for each in chain) or len(chain) > 2:
        return "", ""
    parts = words(chain[-1].name)
    if len(chain) == 1 and len(parts) > 1:
        return parts[0], singular("_".join(parts[1:]))
    if len(chain) == 2 and len(parts) == 1 and parts[0] in _KNOWN - {"search", "all", "query"}:
        return parts[0], singular("_".join(words(chain[0].name)))
    return "", ""


def alias_of(route: Route, things: dict[str, str], base: str) -> Alias | None:
    """The path of things that a verb stands for; None where it stands for none."""
    verb, noun = _parts(route, base)
    if not verb or (noun not in things and verb in _KNOWN):
        return None
    if noun not in things:
        return _other(route, verb, noun, things, base)
    many = f"{base}/{plural(noun)}"
    key, place = _key(route, noun)
    if verb in _MAKES:
        return Alias("POST", many)
    if verb in _LISTS or (verb in _READS and not key):
        return Alias("GET", many)
    if not key:
        return None
    item = f"{many}/{{{key}}}"
    if verb in _READS:
        return Alias("GET", item, key, place)
    if verb in _DROPS:
        return Alias("DELETE", item, key, place)
    if verb in _CHANGES:
        method: Method = "PUT" if verb == "replace" else "PATCH"
        return Alias(method, item, key, place)
    return Alias("POST", f"{item}/{verb}", key, place)


def _other(route: Route, verb: str, noun: str, things: dict[str, str], base: str) -> Alias | None:
    """A verb that has another object than the thing it is done to: startAnalysis of a sample."""
    key, place = _key(route, noun)
    of = [thing for thing, name in things.items() if key and name == key]
    if len(of) != 1:
        return None
    item = f"{base}/{plural(of[0])}/{{{key}}}"
    if verb == of[0]:  # sampleHistory: what belongs to it, and nothing that is done
        return Alias("GET", f"{item}/{noun}", key, place)
    return Alias("POST", f"{item}/{steps(route.path, base)[-1].name}", key, place)


def _key(route: Route, noun: str) -> tuple[str, Place]:
    """The name that says which of the things is meant, and where it stands."""
    wanted = {"id", "uuid", plain(f"{noun}_id"), "code", "slug", "key", "barcode", "number"}
    for param in route.params:
        if plain(param.name) in wanted and re.fullmatch(r"\w+", param.name):
            return param.name, param.place
    for name in route.body.names if route.body is not None else ():
        if plain(name) in wanted:
            return name, "json"
    return "", "query"


def _moved(route: Route, alias: Alias) -> Route:
    params = tuple(each for each in route.params if each.name != alias.param)
    body = route.body
    if alias.param:
        told = next((each.shape for each in route.params if each.name == alias.param), None)
        part = body.part(alias.param) if body is not None else None
        shape = told or (part.shape if part is not None else Shape(Type("json")))
        params = (Param(alias.param, "path", shape, required=True), *params)
    if body is not None and is_record(body):
        rest = tuple(each for each in body.properties if each.name != alias.param)
        body = replace(body, properties=rest) if rest else None
    if alias.method == "GET" and body is not None:
        more = tuple(
            Param(each.name, "query", each.shape, each.required) for each in body.properties
        )
        params, body = (*params, *more), None
    return replace(route, method=alias.method, path=alias.path, params=params, body=body)

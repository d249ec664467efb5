"""Paths that are verbs, or name one thing: /createSurvey, /getSurvey?id=, /add_to_cart, /click.

What a route does is inferred from a path of things: POST /surveys, GET /surveys/{id}. A service of
verbs is read as such a one, and its routes get their own paths and places back at the end. So are a
thing that is made at its singular (POST /click beside GET /clicks/{button}), what is added to one
(POST /add_to_cart), what is done to one that the body names (POST /checkout with a cart_id), and
rows that a path picks by a value which they were brought, and not by their key.
"""

from __future__ import annotations

import re
from dataclasses import replace

from beliefs.spec.documents.contract import (
    Alias,
    Contract,
    Param,
    Route,
    Shape,
    is_list,
    is_record,
)
from beliefs.spec.documents.places import lists_records, names, steps
from beliefs.spec.documents.words import plain, plural, singular, words
from beliefs.spec.inferring.access.tokens import token_alias
from beliefs.spec.inferring.families.beats import beat_alias
from beliefs.spec.operations import Input, Method, Operation, Place
from beliefs.spec.types import Type

_MAKES = {"create", "add", "new", "make", "insert", "submit", "register", "record", "post"}
_LISTS = {"list", "all", "find", "browse", "query", "search"}
_READS = {"get", "show", "fetch", "read", "view", "load"}
_CHANGES = {"update", "edit", "modify", "change", "set", "patch", "replace"}
_DROPS = {"delete", "remove", "destroy", "drop"}
_FIGURES = {"count", "total", "clicks", "views", "hits", "votes", "number", "sum", "average"}
_KNOWN = _MAKES | _LISTS | _READS | _CHANGES | _DROPS


def resourced(contract: Contract) -> tuple[Contract, dict[tuple[str, str], tuple[Route, Alias]]]:
    """A contract of things, with the routes that were verbs by their new method and path."""
    things = things_of(contract)
    found: dict[tuple[str, str], tuple[Route, Alias]] = {
        (alias.method, alias.path): (route, alias) for route, alias in contract.calls
    }
    routes = []
    for route in contract.routes:
        alias = token_alias(route, contract) or beat_alias(route, contract)
        alias = alias or alias_of(route, things, contract)
        alias = alias or _only_one(route, contract)
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
    if given.name != alias.param or given.place != alias.stands:
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
        verb, noun = _parts(route, contract)
        if noun:
            nouns.setdefault(noun, set()).add(verb)
            if verb in _READS | _DROPS and (key := _key(route, noun)[0]):
                keys.setdefault(noun, key)
    many = {chain[0].name for each in contract.routes if (chain := steps(each.path, contract.base))}
    return {
        noun: keys.get(noun, "")
        for noun, verbs in nouns.items()
        if verbs & _MAKES and (len(verbs) > 1 or plural(noun) in many)
    }


def _parts(route: Route, contract: Contract) -> tuple[str, str]:
    """The verb and the noun of a path; empty when it has none."""
    chain = steps(route.path, contract.base)
    if not chain or any(each.param for each in chain) or len(chain) > 2:
        return "", ""
    parts = words(chain[-1].name)
    if len(chain) == 1 and len(parts) == 3 and parts[1] in {"to", "into"} and parts[0] in _MAKES:
        return "add_to", singular(parts[2])
    if len(chain) == 1 and len(parts) > 1:
        return parts[0], singular("_".join(parts[1:]))
    if len(chain) == 2 and len(parts) == 1 and parts[0] in _KNOWN - {"search", "all", "query"}:
        return parts[0], singular("_".join(words(chain[0].name)))
    if len(chain) == 1 and len(parts) == 1 and singular(parts[0]) == parts[0]:
        return _at_singular(route, parts[0], contract)
    return "", ""


def _at_singular(route: Route, noun: str, contract: Contract) -> tuple[str, str]:
    """A thing that a path names in the singular: made there, or looked at by its key."""
    if route.method == "GET" and _key(route, noun)[0]:
        return "get", noun
    many = f"{contract.base}/{plural(noun)}"
    beside = any(each.path == many or each.path.startswith(f"{many}/") for each in contract.routes)
    taken = any(each.method == "POST" and each.path == many for each in contract.routes)
    if route.method == "POST" and is_record(route.body) and beside and not taken:
        return "record", noun
    return "", ""


def alias_of(route: Route, things: dict[str, str], contract: Contract) -> Alias | None:
    """The path of things that a verb stands for; None where it stands for none."""
    base = contract.base
    verb, noun = _parts(route, contract)
    if noun not in things:
        picked = _picked(route, set(things), contract) or _done_to(route, set(things), base)
        return picked or (_other(route, verb, noun, things, base) if verb else None)
    many = f"{base}/{plural(noun)}"
    key, place = _key(route, noun)
    if verb in _MAKES:
        return Alias("POST", many)
    if verb in _LISTS or (verb in _READS and not key):
        return Alias("GET", many)
    if not key:
        return None
    item = f"{many}/{{{key}}}"
    if verb == "add_to":
        return Alias("POST", f"{item}/{_inside(noun, contract)}", key, place)
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


def _inside(noun: str, contract: Contract) -> str:
    """What is in a thing, by the list that an answer about it has."""
    for route in contract.routes:
        shape = route.good.shape if route.good and noun in words(route.path) else None
        for part in shape.properties if shape is not None else ():
            if is_list(part.shape) and is_record(part.shape.item):
                return part.name
    return "items"


def _done_to(route: Route, things: set[str], base: str) -> Alias | None:
    """What is done to a thing whose key the body brings: POST /checkout {cart_id}."""
    chain = steps(route.path, base)
    if route.method != "POST" or len(chain) != 1 or chain[0].param:
        return None
    for noun in sorted(things):
        names = route.body.names if route.body is not None else ()
        key = next((each for each in names if plain(each) == plain(f"{noun}_id")), "")
        if key:
            return Alias("POST", f"{base}/{plural(noun)}/{{{key}}}/{chain[0].name}", key, "json")
    return None


def _picked(route: Route, things: set[str], contract: Contract) -> Alias | None:
    """Rows that a path picks by a value that they were brought: GET /clicks/{button}."""
    chain = steps(route.path, contract.base)
    if route.method != "GET" or len(chain) != 1 or not chain[0].param:
        return None
    noun, param = singular("_".join(words(chain[0].name))), chain[0].param
    makers = (each for each in contract.routes if _parts(each, contract)[1] == noun)
    brought = any(each.body is not None and each.body.part(param) for each in makers)
    shape = route.good.shape if route.good else None
    if noun not in things or not brought or shape is None:
        return None
    one = is_record(shape) and not lists_records(route) and not _counts(shape)
    return None if one else Alias("GET", f"{contract.base}/{chain[0].name}", param, "path")


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


def _counts(shape: Shape) -> bool:
    """Whether a record only says how many there are."""
    kinds = {each.shape.type.kind for each in shape.properties if each.name.lower() in _FIGURES}
    return bool(kinds) and kinds <= {"integer", "number"}


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

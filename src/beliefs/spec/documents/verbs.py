"""Paths that are verbs, or name one thing, and what they are about: /createSurvey, /add_to_cart."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Alias, Contract, Route, Shape, is_list, is_record
from beliefs.spec.documents.places import lists_records, steps
from beliefs.spec.documents.words import is_plural, plain, plural, singular, words
from beliefs.spec.operations import Method, Place

_MAKES = {"create", "add", "new", "make", "insert", "submit", "register", "record", "post"}


_LISTS = {"list", "all", "find", "browse", "query", "search"}


_READS = {"get", "show", "fetch", "read", "view", "load"}


_CHANGES = {"update", "edit", "modify", "change", "set", "patch", "replace"}


_DROPS = {"delete", "remove", "destroy", "drop"}


_FIGURES = {"count", "total", "clicks", "views", "hits", "votes", "number", "sum", "average"}


_KNOWN = _MAKES | _LISTS | _READS | _CHANGES | _DROPS


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
        picked = _picked(route, set(things), contract) or _done_to(route, set(things), contract)
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


def _done_to(route: Route, things: set[str], contract: Contract) -> Alias | None:
    """What is done to, or asked of, a thing whose key is brought: POST /checkout {cart_id}."""
    base = contract.base
    chain = steps(route.path, base)
    if len(chain) != 1 or chain[0].param:
        return None
    asked = tuple(each.name for each in route.params if each.place == "query" and each.required)
    for noun in sorted(things):
        names = route.body.names if route.body is not None else ()
        names = names if route.method == "POST" else asked if route.method == "GET" else ()
        key = next((each for each in names if plain(each) == plain(f"{noun}_id")), "")
        if key:
            last = _chosen(route, noun, contract) or chain[0].name
            item = f"{base}/{plural(noun)}/{{{key}}}"
            place: Place = "json" if route.method == "POST" else "query"
            return Alias(route.method, f"{item}/{last}", key, place)
    return None


def choice_alias(route: Route, contract: Contract) -> Alias | None:
    """A choice that is kept, under the name of its deed: POST /polls/{id}/vote {voter, option}."""
    chain = steps(route.path, contract.base)
    if route.method != "POST" or len(chain) != 2 or not chain[0].param or chain[1].param:
        return None
    last = _chosen(route, singular("_".join(words(chain[0].name))), contract)
    return Alias("POST", f"{route.path.rpartition('/')[0]}/{last}") if last else None


def _chosen(route: Route, noun: str, contract: Contract) -> str:
    """What choices among the things that a row was brought are called; empty for other deeds.

    Who chose is brought, too: each of them is a row of its own.
    """
    name = steps(route.path, contract.base)[-1].name
    texts = [
        each.name
        for each in (route.body.properties if route.body is not None else ())
        if each.shape.type.kind == "string" and not each.shape.type.choices
    ]
    if len(texts) < 2 or route.method != "POST" or len(words(name)) > 1 or is_plural(name):
        return ""
    for maker in contract.routes:
        said = _parts(maker, contract)[1] or singular("_".join(words(maker.path)))
        offers = {
            plain(each.name)
            for each in (maker.body.properties if maker.body is not None else ())
            if is_list(each.shape) and each.shape.item and each.shape.item.type.kind == "string"
        }
        if maker.method == "POST" and plain(said) == plain(noun):
            return plural(name) if offers & {plain(plural(each)) for each in texts} else ""
    return ""


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

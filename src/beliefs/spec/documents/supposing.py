"""Answers that an OpenAPI document leaves open: what its schemas and other routes suggest."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import JSON, Contract, Property, Route, Shape, is_record
from beliefs.spec.documents.names import SECRETS
from beliefs.spec.documents.places import core, same_thing, steps
from beliefs.spec.documents.pseudo import jotted
from beliefs.spec.documents.words import plain
from beliefs.spec.types import Type


def supposed(contract: Contract) -> Contract:
    """A contract whose answers without a body have that of the schema of their things."""
    brought = {each.body.name for each in contract.routes if each.body is not None}
    known = {name for each in contract.routes if each.body is not None for name in each.body.names}
    routes = tuple(
        _spoken(_answered(each, contract, brought), {*known, "id"}) for each in contract.routes
    )
    return replace(contract, routes=routes)


def _spoken(route: Route, known: set[str]) -> Route:
    """A route whose answer only words describe: "the guest, with id, room (its number)"."""
    if route.good is not None and (route.good.shape is not None or route.good.status == 204):
        return route
    said = [route.good.words] if route.good is not None else []
    said += [route.words] if route.method == "GET" else []
    found = [name for text in said for name in shown_with(text, known)]
    equal = r"\bwith (?:an? |the |its )?`?([a-z]\w*)`? (?:=|being) "
    found += [each for text in said for each in re.findall(equal, text) if _JOINED.search(each)]
    return replace(route, shows=tuple(dict.fromkeys(found))) if found else route


def shown_with(text: str, known: set[str]) -> list[str]:
    """Names that an answer has, in words without marks; none where it may be mere prose.

    >>> shown_with("the guest, with id, room (its number) and checked_in true", {"id"})
    ['id', 'room', 'checked_in']
    >>> shown_with("the guest, with love and care", {"id"})
    []
    """
    cue = re.search(r"(?i)\bwith ((?:\([^)]*\)|[^.;])*)", text)
    found = []
    for piece in re.split(
        r",\s*(?:and\s+)?|\s+and\s+", re.sub(r"\s+\(", "(", cue[1]) if cue else ""
    ):
        match = re.fullmatch(r"`?([A-Za-z_]\w*)`?(\([^)]*\)?| true| false| null)?", piece.strip())
        if match is None or not (match[1] in known or match[2] or _JOINED.search(match[1])):
            break
        found.append(match[1])
    return found if len(found) > 1 and known & set(found) else []


_JOINED = re.compile(r"_|[a-z][A-Z]")
_ITEM = r"`?[a-z_]\w*`?\??(?: ?\([^)]*\))?"
_BODY = re.compile(
    rf"(?i:\b(?:request )?(?:body|payload|fields|attributes|properties)(?: is| are| has| with|:)+) "
    rf"(?:json )?({_ITEM}(?:(?:, (?:and )?| and ){_ITEM})*)(?=[.;,]|$)"
)


def spoken_body(words: str) -> Shape | None:
    """The body that words list: "Body: name, children (at least 1), note (optional)".

    >>> spoken_body("Register. Body: name, age (optional). 201.").names
    ('name', 'age')
    """
    found = _BODY.search(words)
    if found is None:
        return None
    parts = []
    for item in re.findall(_ITEM, re.sub(r",? and ", ", ", found[1])):
        name = re.match(r"`?(\w+)", item)
        said = re.search(r"\(([^)]*)\)", item)
        if name is None:
            return None
        about = said[1] if said else ""
        bound = r"at (?:least|most)|(?:more|less|greater) than|above|below|min\w*|max\w*|from"
        if re.match(rf"(?i)(?:{bound}|between|up to) ?\d+$", about):
            about = f"integer, {about}"
        if re.fullmatch(r"[a-z][\w-]*(?:, [a-z][\w-]*)*,? or [a-z][\w-]*", about):
            about = f"one of {about}"
        told = jotted(about, name[1])
        if "?" in item.partition("(")[0]:
            told = replace(told, required=False)
        parts.append(told.part(name[1], otherwise=True))
    return Shape(Type("record"), properties=tuple(parts))


def bodied(contract: Contract) -> Contract:
    """A contract whose PUT and PATCH without a body bring what makes such rows."""
    return replace(contract, routes=_bodied(contract.routes))


def _answered(route: Route, contract: Contract, brought: set[str]) -> Route:
    good = route.good
    chain = steps(route.path, contract.base)
    if good is None or good.shape is not None or good.status in {204, 304} or not chain:
        return route
    if good.media and "json" not in good.media:
        return route
    if route.method == "DELETE" or good.status >= 300:
        return route
    last = next((each for each in reversed(chain) if each.name), None)
    acts = chain[-1] is last and not chain[-1].param and len(chain) > 1 and chain[-2].param
    named = [
        each
        for each in contract.shapes
        if is_record(each) and last and same_thing(core(each.name), last.name)
    ]
    if not named and acts and route.method == "POST":
        named = [
            each
            for each in contract.shapes
            if is_record(each) and same_thing(core(each.name), chain[-2].name)
        ]
    named.sort(key=lambda each: (each.name in brought, -len(each.properties)))
    if not named:
        return route
    several = route.method == "GET" and not chain[-1].param
    shape = Shape(Type("list"), item=named[0]) if several else named[0]
    made = replace(good, shape=shape, media=good.media or JSON)
    return replace(route, replies=tuple(made if each is good else each for each in route.replies))


_ENTRIES = {"login", "logins", "signin", "token", "tokens", "session", "sessions", "auth"}


def _entered(route: Route, routes: tuple[Route, ...]) -> Shape | None:
    """The body of a route that lets people in: the name and password that they came with."""
    chain = steps(route.path)
    last = plain(chain[-1].name) if chain and not chain[-1].param else ""
    if route.method != "POST" or route.body is not None or last not in _ENTRIES:
        return None
    for other in routes:
        parts = other.body.properties if other.method == "POST" and other.body else ()
        secret = next((each for each in parts if plain(each.name) in SECRETS), None)
        if secret is None or other is route:
            continue
        rest = [each for each in parts if each is not secret]
        said = [each for each in rest if re.search(rf"(?i)\b{re.escape(each.name)}\b", route.words)]
        name = (said or [each for each in rest if each.required] or rest)[:1]
        return Shape(Type("record"), properties=tuple(_free(each) for each in (*name, secret)))
    return None


def _free(part: Property) -> Property:
    """A value that is only compared: whatever is wrong with it, it is wrong."""
    return Property(part.name, Shape(Type("string")), required=True)


def _bodied(routes: tuple[Route, ...]) -> tuple[Route, ...]:
    """PUT and PATCH without a body bring what POST to the same things does."""
    made = []
    for route in routes:
        if (entry := _entered(route, routes)) is not None:
            made.append(replace(route, body=entry, consumes="application/json"))
            continue
        chain = steps(route.path)
        untyped = is_record(route.body) and route.body is not None and not route.body.properties
        empty = route.body is None or (untyped and route.method == "PATCH")
        if empty and route.method in {"PUT", "PATCH"} and chain and chain[-1].param:
            names = [each.name for each in chain]
            other = next(
                (
                    each
                    for each in routes
                    if each.method == "POST"
                    and is_record(each.body)
                    and [one.name for one in steps(each.path)] == names
                    and not steps(each.path)[-1].param
                ),
                None,
            )
            if other is not None:
                made.append(replace(route, body=other.body, consumes=other.consumes))
                continue
        made.append(route)
    return tuple(made)

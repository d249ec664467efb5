"""The record that routes show of a row, and the one that makes it."""

from __future__ import annotations

import re
from dataclasses import replace

from beliefs.spec.documents.contract import (
    Property,
    Route,
    Shape,
    is_list,
    is_record,
)
from beliefs.spec.documents.places import (
    core,
    steps,
    unwrapped,
)
from beliefs.spec.documents.words import plain, singular, snaked
from beliefs.spec.types import Type


def shown_by(routes: list[Route], base: str) -> Shape | None:
    """The fullest record that routes answer with."""
    found: list[tuple[int, Shape]] = []
    for route in routes:
        if route.good is None or route.good.shape is None:
            continue
        shape, _ = unwrapped(route.good.shape)
        item = bool(steps(route.path, base)[-1].param)
        rank = {("GET", True): 0, ("POST", False): 1, ("PUT", True): 2, ("PATCH", True): 3}.get(
            (route.method, item), 5
        )
        if is_list(shape) and shape is not None and shape.item is not None:
            shape, rank = shape.item, 4
        if shape is not None and (not is_record(shape) or not shape.properties):
            rank += 6
        if shape is not None and rank < 11:
            found.append((rank, shape))
    if not found:
        return None
    found.sort(key=lambda each: each[0])
    best = found[0][1]
    for rank, shape in found[1:]:
        if rank < 5 and is_record(best) and is_record(shape):
            best = wider(best, shape)
    return best


def made_by(routes: list[Route], base: str) -> Shape | None:
    """The body that makes a row: of POST, else of PUT."""
    for method in ("POST", "PUT"):
        for route in routes:
            if route.method == method and route.body is not None:
                body, _ = (route.body, "")
                if is_list(body) and body.item is not None:
                    continue
                if method == "POST" and steps(route.path, base)[-1].param:
                    continue
                return body
    return None


def and_more(made: Shape | None, routes: list[Route]) -> Shape | None:
    """What is brought, with what the words about routes say that is shown beside it."""
    names = dict.fromkeys(name for each in routes for name in each.shows)
    if made is None or not names or not is_record(made):
        return made
    told = " ".join(each.words for each in routes)
    told += "".join(f". {each.good.words}" for each in routes if each.good is not None)
    more = tuple(shown_part(name, told) for name in names if made.part(name) is None)
    return replace(made, name=made.name or "Input", properties=(*made.properties, *more))


def shown_part(name: str, told: str) -> Property:
    """A value that answers show, with the type that its name and the words behind it tell."""
    about = _about(name, told)
    names = re.search(r"\{([^{}]*)\}", about)
    if names:
        parts = tuple(
            Property(each, Shape(Type("json"))) for each in re.findall(r"[A-Za-z_]\w*", names[1])
        )
        kind = Type("record", nullable="null" in about)
        return Property(name, Shape(kind, properties=parts, words=about), read_only=True)
    if about in {"true", "false"}:
        return Property(name, Shape(Type("boolean")), default=about, read_only=True)
    listed = rf"(?i)\b{re.escape(name)}`?,? (?:\(|is |as |in )?(?:an? |the )?(?:array|list)\b"
    if guessed_type(name).kind != "integer" and re.search(listed, told):
        return Property(name, Shape(Type("list"), words=about), read_only=True)
    numbered = re.match(r"(?i)(?:the )?(?:number|id) of\b", about) or name.endswith("_id")
    kind = Type("integer", nullable=True) if numbered else guessed_type(name)
    if re.match(r"(?:last|latest|newest|first|oldest|current)(?:_|[A-Z])", name) and re.match(
        rf"(?i)(?:the|its) {re.sub(r'^[a-z]+_?', '', name)}\b", about
    ):
        kind = Type("json", nullable=True)  # a whole row of what belongs to it
    return Property(name, Shape(kind, words=about), read_only=True)


def _about(name: str, told: str) -> str:
    """What a text says right behind a name."""
    behind = r"(?: \(([^)]*)\)| (true|false)\b| (?:=|being) ([^.;]*))"
    match = re.search(rf"\b{re.escape(name)}\b{behind}", told)
    return (match[1] or match[2] or match[3] or "") if match else ""


def guessed_type(name: str) -> Type:
    """The type of a value that only its name tells."""
    if plain(name) == "id":
        return Type("integer")
    if re.search(r"(?i)count|total|number|left|remaining", name):
        return Type("integer")
    if re.search(r"(?i)average|avg|rating|percent|sum|price", name):
        return Type("number", nullable=True)
    if re.search(r"(_at|At)$", name):
        return Type("datetime")
    return Type("boolean" if re.match(r"is_|is[A-Z]|has_", name) else "string", nullable=True)


def wider(one: Shape, other: Shape) -> Shape:
    """A record with what another one of the same thing has beside it."""
    if one.name and other.name and core(one.name) != core(other.name):
        return one
    more = tuple(each for each in other.properties if one.part(each.name) is None)
    if not more:
        return one
    return replace(one, properties=(*one.properties, *more))


def alike(one: Shape, other: Shape) -> bool:
    """Whether two records share most of their names."""
    shared = set(one.names) & set(other.names)
    return not other.names or len(shared) >= len(set(other.names)) * 0.6


def word_of(routes: list[Route], base: str) -> str:
    """A word for rows that no path names: of the verb that makes them."""
    for route in routes:
        chain = steps(route.path, base)
        if chain and chain[-1].name and route.method == "POST":
            verb = snaked(chain[-1].name)
            return {"shorten": "link", "upload": "file", "paste": "paste"}.get(verb, singular(verb))
    return "item"


def summed(shape: Shape, name: str) -> bool:
    """Whether a record has a list whose items have a value of this name: it is their sum."""
    return any(
        each.shape.item is not None and name in each.shape.item.names for each in shape.properties
    )

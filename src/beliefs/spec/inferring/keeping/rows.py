"""The record that routes show of a row, and the one that makes it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import (
    Property,
    Route,
    Shape,
    is_list,
    is_record,
)
from beliefs.spec.documents.guessing import shown_part
from beliefs.spec.documents.places import (
    core,
    steps,
    unwrapped,
)
from beliefs.spec.documents.uploading import one_of_many, told_facts
from beliefs.spec.documents.words import plain, singular, snaked
from beliefs.spec.inferring.keeping.holdings import file_fact
from beliefs.spec.types import Type

# What a row of files is made of.
FILED = Shape(Type("record"), properties=(Property("file", Shape(Type("file")), required=True),))
FACTS = ("filename", "size", "content_type")  # what is shown of a file where nothing says it


def shown_by(routes: list[Route], base: str) -> Shape | None:
    """The fullest record that routes answer with."""
    found: list[tuple[int, Shape]] = []
    for route in routes:
        if route.good is None or route.good.shape is None:
            continue
        shape, _ = unwrapped(route.good.shape)
        if route.good.media.startswith("text/") and not is_record(shape):
            continue  # the text of a row, and not the row
        if is_list(route.body) and not is_list(shape) and route.method != "POST":
            continue  # how many rows were changed is no row
        item = bool(steps(route.path, base)[-1].param)
        rank = {("GET", True): 0, ("POST", False): 1, ("PUT", True): 2, ("PATCH", True): 3}.get(
            (route.method, item), 5
        )
        if is_list(shape) and shape is not None and shape.item is not None:
            if not is_record(shape.item) and any(is_record(each.body) for each in routes):
                continue  # one value of each row
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
    """The body that makes a row: of POST, else of PUT.

    Where POST makes it of nothing, a row may be without what PUT brings later.
    """
    empty = any(
        each.method == "POST" and each.body is None and not steps(each.path, base)[-1].param
        for each in routes
    )
    for method in ("POST", "PUT"):
        for route in routes:
            if route.method == method and route.body is not None:
                if is_list(route.body) and route.body.item is not None:
                    continue
                if method == "POST" and steps(route.path, base)[-1].param:
                    continue
                brought = one_of_many(route)
                return _perhaps(brought) if method == "PUT" and empty and brought else brought
    return None


def _perhaps(body: Shape) -> Shape:
    parts = tuple(replace(each, required=False) for each in body.properties)
    return replace(body, properties=parts)


def and_more(made: Shape | None, routes: list[Route], beside: str = "") -> Shape | None:
    """What is brought, with what the words about routes say that is shown beside it.

    `beside` is what is said of other routes, which may list the same rows.
    """
    names = dict.fromkeys(name for each in routes for name in each.shows)
    if made is None or not is_record(made):
        return made
    told = " ".join(each.words for each in routes)
    told += "".join(f". {each.good.words}" for each in routes if each.good is not None)
    own = tuple(each for each in made.properties if each.shape.type.kind != "file")
    if len(own) < len(made.properties) and not any(map(file_fact, (*names, *made.names))):
        # What is said of a file, and not the file itself.
        names |= dict.fromkeys(told_facts(told) or told_facts(beside) or FACTS)
    if not names:
        return made
    more = tuple(shown_part(name, told) for name in names if made.part(name) is None)
    return replace(made, name=made.name or "Input", properties=(*own, *more))


def listed_beside(routes: Iterable[Route], word: str) -> str:
    """What routes say that they list of some rows: "with `photos`: list of `{id, size}`"."""
    named = rf"(?i)\b{re.escape(word or '?')}\b`?[:,]? (?:an? )?((?:list|array) of \W*\w.*)"
    found = (re.search(named, each.words) for each in routes)
    return next((each[1] for each in found if each), "")


def wider(one: Shape, other: Shape) -> Shape:
    """A record with what another one of the same thing has beside it, or tells more of."""
    if one.name and other.name and core(one.name) != core(other.name):
        return one
    known = tuple(_fuller(each, other.part(each.name)) for each in one.properties)
    more = tuple(each for each in other.properties if one.part(each.name) is None)
    return replace(one, properties=(*known, *more)) if more or known != one.properties else one


def _fuller(part: Property, other: Property | None) -> Property:
    """A text with the choices that another record of the same thing lists of it."""
    if other is not None and _unsaid(part) and (other.shape.example or not _unsaid(other)):
        return other
    if other is None or not other.shape.type.choices or part.shape.type.kind != "string":
        return part
    return part if part.shape.type.choices else replace(part, shape=other.shape)


def _unsaid(part: Property) -> bool:
    """Whether a key is only guessed to be a number: `{"id": ...}`."""
    guess = part.shape.type == Type("integer") and plain(part.name).endswith("id")
    return guess and not part.shape.example and part.words in {"", "…"}


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

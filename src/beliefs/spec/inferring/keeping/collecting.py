"""What routes and shapes say of the rows behind them: whether they make, hold or count them."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Contract, Route, Shape, is_list, is_record
from beliefs.spec.documents.names import SECRETS
from beliefs.spec.documents.places import (
    Step,
    lists_records,
    names,
    segment_word,
    steps,
    unwrapped,
)
from beliefs.spec.documents.words import is_plural, plain
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.types import Type

# What paths to earlier states of a row end with.
STATES = {"history", "versions", "revisions"}


def adds(path: tuple[str, ...], above: Holding, made: Shape | None) -> bool:
    """Whether rows of their own are added to one that is answered: payments of an invoice."""
    if made is None or not made.names or not is_plural(singular_last(path[-1])):
        return False
    known = {plain(each) for each in above.shape.names}
    return not any(plain(each) in known for each in made.names)


def is_free(shape: Shape | None) -> bool:
    """Whether a record may have any names, and is said to have none of its own."""
    return shape is not None and shape.open and not shape.properties


def is_figures(shape: Shape | None, made: Shape) -> bool:
    """Whether a record only says what all rows come to: an average, a count."""
    figures = r"(average|avg|mean|count|total|sum|min|max)\w*|\w+(count|average|total)"
    return (
        shape is not None
        and is_record(shape)
        and bool(shape.names)
        and all(re.fullmatch(figures, plain(each)) for each in shape.names)
        and not set(shape.names) & set(made.names)
    )


def whole_rows(shape: Shape) -> Shape:
    """What a row looks like from elsewhere, with the rows in it as they look at home."""
    parts = tuple(
        replace(each, shape=replace(each.shape, item=Shape(Type("record"))))
        if is_list(each.shape) and is_record(each.shape.item)
        else each
        for each in shape.properties
    )
    return replace(shape, properties=parts)


def is_below(holding: Holding, above: Holding) -> bool:
    """Whether rows are told by a path below those of another."""
    return any(len(each) > 1 and each[:-1] in above.places for each in holding.places)


def shows_states(contract: Contract, chain: tuple[Step, ...]) -> bool:
    """Whether a path leads to what a row was, which saving it keeps: /pages/{slug}/versions."""
    if len(chain) < 2 or not chain[-2].param or plain(chain[-1].name) not in STATES:
        return False
    mine, above = names(chain), names(chain[:-1])
    at = [(each.method, names(steps(each.path, contract.base))) for each in contract.routes]
    return any(method in {"PUT", "PATCH"} and path == above for method, path in at) and not any(
        method != "GET" and path == mine for method, path in at
    )


def collects(route: Route, chain: tuple[Step, ...]) -> bool:
    """Whether a path without a key at its end is a collection."""
    name = chain[-1].name
    if not name or not is_plural(singular_last(name)):
        return False
    if route.method == "POST":
        good = route.good
        made = good is None or good.status in {200, 201} or route.posting is not None
        return is_record(route.body) and made
    shape, _ = unwrapped(route.good.shape if route.good else None)
    return route.method == "GET" and lists_records(route) and is_record(shape and shape.item)


def makes_rows(route: Route, base: str) -> bool:
    """Whether a route is brought what a new row of its own collection is."""
    chain = steps(route.path, base)
    own = bool(chain) and not chain[-1].param and is_plural(singular_last(chain[-1].name))
    names = route.body.names if route.body is not None else ()
    return route.method == "POST" and own and is_record(route.body) and bool(names)


def singular_last(name: str) -> str:
    """The last word of a name.

    >>> singular_last("blog-posts")
    'posts'
    """
    return re.split(r"[-_]", name)[-1].lower()


def is_key(name: str, wanted: set[str], path: tuple[str, ...]) -> bool:
    """Whether a name is one that a path knows rows by."""
    if name in wanted:
        return True
    word = segment_word(path[-1]) if path[-1] else ""
    return any(plain(each) == plain(name) for each in wanted) or (
        bool(word) and plain(name) == plain(f"{word}_id")
    )


def of_accounts(route: Route) -> bool:
    """Whether a request brings a password: who asks, and not what is made."""
    names_ = route.body.names if route.body is not None else ()
    return any(plain(each) in SECRETS for each in names_)

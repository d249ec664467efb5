"""What rows have beside what they are made of, where no answer shows it.

A list that is filtered by a status has rows with one; a deed that brings the key of another row
leaves it in the row that it is done to.
"""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Contract, Property, Route, Shape, is_record
from beliefs.spec.documents.places import Step, names, same_thing, steps, unwrapped
from beliefs.spec.documents.words import plain, snaked
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.types import Type


def bring(contract: Contract, holdings: list[Holding]) -> None:
    """Give rows the states that lists are filtered by, and the keys that deeds bring."""

    def at(chain: tuple[Step, ...]) -> Holding | None:
        return next((each for each in holdings if names(chain) in each.places), None)

    for route in contract.routes:
        chain = steps(route.path, contract.base)
        holding = at(chain) if chain and not chain[-1].param else None
        for param in route.params if holding is not None and route.method == "GET" else ():
            choices = param.shape.type.choices or _choices_in(param.name, route.words)
            if plain(param.name) in {"status", "state"} and len(choices) > 1:
                kind = Type("string", choices=tuple(choices))
                _more(holding, Property(param.name, Shape(kind), read_only=True))
    for route in contract.routes:
        chain = steps(route.path, contract.base)
        holding = at(chain[:-1]) if len(chain) > 1 and chain[-2].param else None
        if route.method not in {"POST", "PUT"} or not chain or chain[-1].param:
            continue  # a path that is a slash alone names nothing
        if at(chain) is not None:
            continue
        for part in route.body.properties if is_record(route.body) and route.body else ():
            word = snaked(part.name).removesuffix("_id")
            other = any(same_thing(each.word, word) for each in holdings)
            undone = any(
                each.method == "DELETE" and each.path == route.path for each in contract.routes
            )
            alone = undone and route.body is not None and len(route.body.properties) == 1
            if (word != snaked(part.name) and other) or alone:
                kind = replace(part.shape.type, nullable=True)
                _more(
                    holding,
                    Property(part.name, replace(part.shape, type=kind), read_only=True),
                )


def showing(route: Route, holdings: list[Holding]) -> list[Holding]:
    """Rows that a route shows under another name: by what they are made of, and its words."""
    shape, _ = unwrapped(route.good.shape if route.good else None)
    shown = set(shape.names) if is_record(shape) and shape is not None else set()
    if route.good is not None and 300 <= route.good.status < 400:
        shown = {"id", "url"}  # where it leads to
    brought = {each.name: each.made.names if each.made else () for each in holdings}
    return [
        each
        for each in holdings
        if len(shown) > 1
        and shown <= {"id", *each.shape.names, *brought[each.name]}
        and re.search(rf"(?i)\b{re.escape(each.word.replace('_', ' '))}s?\b", route.words)
    ]


def _more(holding: Holding | None, part: Property) -> None:
    if holding is None or holding.shape.part(part.name) is not None:
        return
    shown = [each.good.shape for each in holding.routes if each.good is not None]
    if any(each is not None for each in shown):
        return
    parts = (*holding.shape.properties, part)
    holding.shape = replace(holding.shape, name="Input", properties=parts)


def _choices_in(name: str, words: str) -> tuple[str, ...]:
    """The values that words list for a parameter: `?status=open|taken|done`."""
    found = re.search(rf"\b{re.escape(name)}=(\w+(?:\|\w+)+)", words)
    return tuple(found[1].split("|")) if found else ()

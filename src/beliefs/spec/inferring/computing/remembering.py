"""What was worked out, kept where a route lists it: the last 10 calculations, newest first."""

from __future__ import annotations

import json
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Route, is_list, is_record, typed
from beliefs.spec.documents.names import CREATED
from beliefs.spec.documents.places import steps, unwrapped
from beliefs.spec.documents.words import plain, singular, snaked
from beliefs.spec.entities import Key
from beliefs.spec.inferring.computing.routes import worked
from beliefs.spec.inferring.computing.working import Worked
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.types import NUMBERS, Field, Type

_MOMENTS = CREATED | {"at", "time", "when", "date", "calculatedat", "convertedat", "madeat"}
_DEEDS = {"operation", "op", "type", "kind", "endpoint", "action", "function", "tool", "path"}
_PAST = re.compile(
    r"(?i)\bhistory\b|\blast \d+|\bremember|\brecent|\blog\b|\bprevious|\bpast\b|\bso far\b|"
    r"\blatest\b"
)
_WHOSE = "owner_id"


def place(kept: Kept) -> None:
    """Keep what routes work out, where another one lists it."""
    for route in kept.contract.routes:
        parts = _listed(route, kept)
        deeds = [each for each in kept.contract.routes if each is not route]
        telling = [each for each in deeds if parts and _row(each, kept, parts) is not None]
        if not parts or not telling:
            continue
        word = _noun(route)
        name = "".join(each.capitalize() for each in word.split("_"))
        if kept.of(name) is not None:
            name, word = f"{name}Entry", f"{word}_entry"
        found = Holding(name, word, set(), [route], route.good.shape.item)  # type: ignore[union-attr, arg-type]
        found.key, found.shadow = Key("id", "integer"), True
        for part in parts:
            row = _row(telling[0], kept, parts) or {}
            kind = _kind(part, row.get(part.name, ""), telling[0])
            found.fields[part.name] = Field(part.name, kind, required=False)
        if route.secured:
            found.fields[_WHOSE] = Field(_WHOSE, Type("integer"), hidden=True)
        kept.holdings.append(found)
        kept.remembered = (name, route)


def _listed(route: Route, kept: Kept) -> tuple[Property, ...]:
    """What a route shows of each of the things that were worked out; nothing where it does not."""
    shape, _ = unwrapped(route.good.shape if route.good else None)
    item = shape.item if shape is not None and is_list(shape) else None
    chain = steps(route.path, kept.base)
    said = f"{route.path} {route.words} {route.summary}"
    if route.method != "GET" or not chain or chain[-1].param or not is_record(item) or item is None:
        return ()
    holding = kept.at(chain)
    if not _PAST.search(said) or (holding is not None and len(holding.routes) > 1):
        return ()
    return tuple(each for each in item.properties if each.name != "id")


def _noun(route: Route) -> str:
    """What those are called that a route lists."""
    told = re.search(r"(?i)\blast (?:\d+ )?(?:successful )?([a-z]{4,}s)\b", route.words)
    last = [each for each in route.path.split("/") if each and "{" not in each][-1]
    return snaked(singular(told[1].lower() if told else last))


def _kind(part: Property, value: str, telling: Route) -> Type:
    """The type of what is kept: as it is shown; of a mere name, as what it comes from is."""
    kind = replace(typed(part.shape), nullable=True)
    if kind.kind == "string" and not part.shape.example:
        if value.startswith("round("):
            return Type("number", nullable=True)
        body = telling.body.properties if telling.body is not None else ()
        given = [each.shape.type for each in body if value == f"input.{each.name}"]
        kind = replace(given[0], nullable=True) if given else kind
    if kind.kind in NUMBERS:  # an example that happens to be whole says nothing of the others
        return Type("number", nullable=True)
    if plain(part.name) in _MOMENTS:
        return Type("datetime", nullable=True)
    return Type(kind.kind, nullable=True, item=kind.item)


def _row(route: Route, kept: Kept, parts: tuple[Property, ...]) -> dict[str, str] | None:
    """What is kept of a route's answer, by name; None where it does not say all of it."""
    found = worked(route, kept.contract)
    if found is None:
        return None
    inputs = _inputs(route)
    values: dict[str, str] = {}
    for part in parts:
        bare = plain(part.name)
        sent = inputs.get(bare, "") if _told_sent(part, parts, inputs) else ""
        value = sent or found.values.get(part.name) or inputs.get(bare, "")
        value = value or next((one for own, one in found.values.items() if plain(own) == bare), "")
        if not value and bare in _MOMENTS:
            value = "now()"
        if not value and bare in _DEEDS:
            value = json.dumps(_deed(route, part))
        if not value and bare in {"input", "text", "expression", "query"} and len(inputs) == 1:
            value = next(iter(inputs.values()))
        if not value and bare in {"result", "output", "answer", "value"}:
            rest = [one for one in found.values.values() if not one.startswith("input.")]
            value = rest[0] if len(rest) == 1 else ""
        if not value and bare in {"from", "to"} and (ends := _ends(route)):
            value = json.dumps(ends[bare == "to"])
        if not value:
            return None
        values[part.name] = value
    return values


def _told_sent(part: Property, parts: tuple[Property, ...], inputs: dict[str, str]) -> bool:
    """Whether what goes by the name of an input is that: another one is what was worked out."""
    others = {plain(each.name) for each in parts if each is not part} - {*inputs}
    return bool(others & {"result", "output", "answer", "converted", "outcome"})


def _inputs(route: Route) -> dict[str, str]:
    names = [each.name for each in route.params if each.place in {"path", "query"}]
    names += list(route.body.names) if route.body is not None and is_record(route.body) else []
    return {plain(each): f"input.{each}" for each in names}


def _deed(route: Route, part: Property) -> str:
    last = [each for each in route.path.split("/") if each and "{" not in each][-1]
    return route.path if part.shape.example.startswith('"/') else last


def _ends(route: Route) -> tuple[str, str] | None:
    """Both ends of a path such as /celsius-to-fahrenheit."""
    found = re.search(r"/([a-z]+)[-_]?(?:to|2)[-_]?([a-z]+)(?:$|[/?])", route.path)
    return (found[1], found[2]) if found else None


def remembering(writer: Writer, route: Route, found: Worked, answer: str) -> tuple[list[str], str]:
    """The statement that keeps what a route worked out, and its answer, by what is kept."""
    name, listing = writer.kept.remembered or ("", None)
    holding = writer.kept.of(name) if name else None
    if holding is None or listing is None:
        return [], answer
    row = _row(route, writer.kept, _listed_again(writer, listing))
    if row is None:
        return [], answer
    if _WHOSE in holding.fields:
        if not writer.needs(route):
            return [], answer
        row[_WHOSE] = "me.id"
    one = holding.variable
    kept = {value: f"{one}.{name}" for name, value in row.items() if "(" in value or " " in value}
    values = {name: kept.get(value, value) for name, value in found.values.items()}
    insert = f"insert {holding.name} {made(row)} as {one}"
    return [insert], made(values) if found.values else answer


def _listed_again(writer: Writer, listing: Route) -> tuple[Property, ...]:
    route = next(
        each
        for each in writer.contract.routes
        if (each.method, each.path) == (listing.method, listing.path)
    )
    shape, _ = unwrapped(route.good.shape if route.good else None)
    item = shape.item if shape is not None else None
    return tuple(each for each in (item.properties if item else ()) if each.name != "id")


def history_of(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route that lists what was worked out, or forgets it; None for any other."""
    name, listing = writer.kept.remembered or ("", None)
    if listing is None or route.path != listing.path:
        return None
    holding = writer.kept.of(name)
    assert holding is not None
    mine = f".{_WHOSE} = me.id" if _WHOSE in holding.fields and writer.needs(route) else ""
    status = route.good.status if route.good is not None else 200
    if route.method == "DELETE":
        return [
            f"delete {name} where {mine or 'true'}",
            f"answer {204 if status == 204 else status}",
        ]
    if route.method != "GET":
        return None
    clauses = [f"where {mine}"] if mine else []
    newest = re.search(r"(?i)\b(?:newest|latest|most recent|last)\b[^.]*\bfirst\b", route.words)
    clauses += ["by .id down"] if newest or _many(route) else []
    if many := _many(route):
        clauses.append(f"limit {many}")
    rows = f"{name}[{', '.join(clauses)}]" if clauses else name
    rows = rows if newest or not many else f"backwards({rows})"
    names = [each.name for each in _listed_again(writer, route)]
    shape, under = unwrapped(route.good.shape if route.good else None)
    item = shape.item if shape is not None else None
    shown = {"id": "one.id"} if item is not None and item.part("id") else {}
    shown |= {each: f"one.{each}" for each in names}
    told = f"each(one in {rows}: {made(shown)})"
    return [f"answer {status} {made({under: told}) if under else told}"]


def _many(route: Route) -> str:
    """How many are listed at most, as words or a parameter say; empty where it is all."""
    for each in route.params:
        if plain(each.name) in {"limit", "n", "count", "last"}:
            return (
                f"or_else(input.{each.name}, {each.default})"
                if each.default
                else f"input.{each.name}"
            )
    told = re.search(
        r"(?i)\b(?:last|latest|newest|most recent|at most|up to) (\d+|five|ten|twenty)\b",
        route.words,
    )
    words = {"five": "5", "ten": "10", "twenty": "20"}
    return words.get(told[1].lower(), told[1]) if told else ""

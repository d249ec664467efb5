"""A contract told as sentences, for routes that only the grammar of sentences explains.

Some behaviour is spread over several routes: a bin, versions, states with arrows, things that are
joined many to many. Where a document leaves such a route unexplained, the whole of it is told again
in sentences. What comes of that is taken only if it keeps to everything that the document states:
each route with its body, its status and the names that it shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from beliefs.errors import InvalidInput
from beliefs.spec import patterns as re
from beliefs.spec.answering import answers_of
from beliefs.spec.documents.contract import is_record
from beliefs.spec.documents.words import plural
from beliefs.spec.service import Assumption, blocked

if TYPE_CHECKING:
    from beliefs.spec.documents.contract import Contract, Route, Shape
    from beliefs.spec.operations import Operation
    from beliefs.spec.service import Spec

_USUAL = {200, 201, 204}


def retold(spec: Spec, contract: Contract, read: Callable[[str], Spec]) -> Spec | None:
    """The Spec of a contract told in sentences, where that explains what the contract does not."""
    unexplained = tuple(
        f"{each.method} {each.path}:" for each in spec.operations if not each.effect
    )
    if any(
        each.rank == "blocking" and not each.words.startswith(unexplained) for each in spec.unknowns
    ):
        return None  # what is in the way is not what routes do
    lines = list(_told(contract))
    try:
        heard = read("\n".join(text for _, text in lines))
    except InvalidInput:
        return None
    if blocked(heard) or not all(_kept(each, heard, contract) for each in contract.routes):
        return None
    sources = [source for source, _ in lines]
    holes = {each.source for each in spec.operations if not each.effect}
    left = [replace(each, source=_placed(each.source, sources)) for each in heard.unknowns]
    if any(each.rank == "material" and each.source in holes for each in left):
        return None  # what was not understood before is not understood now either
    routes = {(each.method, f"{contract.base}{each.path}") for each in contract.routes}
    routes |= {(each.method, each.path) for each in contract.routes}
    said = Assumption("what routes do that their words alone do not say", "read as sentences")
    return replace(
        heard,
        name=spec.name,
        title=spec.title,
        summary=spec.summary,
        base=spec.base,
        port=spec.port if spec.port != 8000 else heard.port,
        examples=spec.examples,
        failures=spec.failures if spec.failures.stated else heard.failures,
        operations=tuple(
            replace(_bounded(each, contract), source=_placed(each.source, sources))
            for each in heard.operations
            if (each.method, each.path) in routes or each.path.endswith("/health")
        ),
        assumptions=(
            *contract.assumptions,
            *(each for each in heard.assumptions if each.chosen != "yes"),
            said,
        ),
        unknowns=tuple(left),
    )


def _told(contract: Contract) -> Iterator[tuple[str, str]]:
    """Lines with where each of them stands."""
    for source, text in contract.prose:
        yield source, " ".join(text.split())
    for shape in contract.shapes:
        if fields := _fields(shape):
            yield "", f"{plural(shape.name).capitalize()} have {fields}."
    for route in contract.routes:
        words = re.sub(r"\s+", " ", route.words).strip().rstrip(".")
        query = "&".join(f"{each.name}=" for each in route.params if each.place == "query")
        takes = f" takes {_fields(route.body)}" if is_record(route.body) and route.body else ""
        path = f"{contract.base}{route.path}{'?' * bool(query)}{query}"
        yield route.source, f"{route.method} {path}{takes} {words}."


def _fields(shape: Shape | None) -> str:
    told = []
    for each in shape.properties if shape is not None else ():
        if each.name == "id" or each.read_only:
            continue
        kind = each.shape.type
        more = [", ".join(kind.choices)] if kind.choices else [kind.kind]
        more += ["required"] if each.required else ["optional"]
        plain = kind.kind in {"json", "record", "list", "file"} and not kind.choices
        told.append(each.name if plain else f"{each.name} ({', '.join(more)})")
    return ", ".join(told)


def _kept(route: Route, heard: Spec, contract: Contract) -> bool:
    """Whether a route came back as the document states it."""
    path = f"{contract.base}{route.path}"
    found = next(
        (
            each
            for each in heard.operations
            if each.method == route.method and each.path in {path, route.path}
        ),
        None,
    )
    if found is None or not found.effect or (route.secured and not found.needs):
        return False
    brought = {each.wire for each in found.inputs}
    body = set(route.body.names) if is_record(route.body) and route.body else set()
    if route.method in {"POST", "PUT", "PATCH"} and route.body is None:
        body |= set(re.findall(r"[{,]\s*\"(\w+)\"\s*:", route.words))  # shown, and not read
    if not body <= brought:
        return False
    statuses = {each.status for each in answers_of(found.effect)}
    good = route.good
    if good is not None and good.status not in statuses and good.status not in _USUAL - statuses:
        return False
    if good is not None and good.status not in statuses and _stated(route, good.status):
        return False
    return _shows(good.shape if good else None, found, heard)


_BOUNDS = ("minimum", "maximum", "above", "below", "min_length", "max_length", "choices", "pattern")


def _bounded(operation: Operation, contract: Contract) -> Operation:
    """An operation whose inputs are held to what the document says of them."""
    paths = {operation.path, operation.path.removeprefix(contract.base)}
    bodies = [
        each.body
        for each in contract.routes
        if each.method == operation.method and each.path in paths and each.body is not None
    ]
    told = {part.name: part.shape.type for body in bodies for part in body.properties}
    inputs = []
    for each in operation.inputs:
        kind = told.get(each.wire) if each.place == "json" else None
        if kind is not None and kind.kind == each.type.kind:
            more = {name: value for name in _BOUNDS if (value := getattr(kind, name))}
            inputs.append(replace(each, type=replace(each.type, **more)))
        else:
            inputs.append(each)
    return replace(operation, inputs=tuple(inputs))


def _stated(route: Route, status: int) -> bool:
    """Whether the words of a route, or its shape, name the status."""
    return str(status) in route.words or (route.good is not None and route.good.shape is not None)


def _shows(shape: Shape | None, found: Operation, heard: Spec) -> bool:
    """Whether the names that an answer is said to have are those of rows or of the answer."""
    inner = shape.item if shape is not None and shape.item is not None else shape
    names = set(inner.names) if inner is not None else set()
    known = {"id", "detail", *re.findall(r"'(\w+)'", repr(found.effect))}
    for entity in heard.entities:
        known |= {entity.key.name, *(each.name for each in entity.fields)}
    return names <= known


def _placed(source: str, sources: list[str]) -> str:
    match = re.fullmatch(r"goal:(\d+)", source)
    at = int(match[1]) - 1 if match else -1
    return sources[at] if 0 <= at < len(sources) else source

"""What lists and numbers inside of a body must be, and nothing built holds to."""

from __future__ import annotations

from collections.abc import Iterator

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import ITEMS_ONCE, ONE_OF, STEPS, Route, Shape, is_list
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.operations import Operation
from beliefs.spec.service import Unknown


def unheld_items(writer: Writer, route: Route, made: Operation) -> None:
    """Say which lists may hold an item twice that must not."""
    # A list that must name all rows, and no other, names each once.
    held = bool(re.search(r"function='(?:distinct|same_items)'", repr(made.effect)))
    for name, shape in within(route.body) if made.effect else ():
        if ITEMS_ONCE in shape.words and (not held or shape not in _brought(route)):
            about = f"{name} in the body of {route.method} {route.path}"
            why = "a list may hold an item twice"
            writer.unknown(Unknown("material", about, route.source, why))
    for name, told in _stepped(route.body) if made.effect else ():
        about = f"{name} in the body of {route.method} {route.path}: {told}"
        writer.unknown(Unknown("material", about, route.source, "all between may be there, too"))


def _stepped(shape: Shape | None, depth: int = 0) -> Iterator[tuple[str, str]]:
    """Numbers inside of what is brought that words allow only some of: guards see the outermost."""
    for each in shape.properties if shape is not None else ():
        told = re.search(rf"(?:{ONE_OF}|{STEPS}) [^.]*", each.shape.words)
        if depth and told:
            yield each.name, told[0]
        yield from _stepped(each.shape, depth + 1)
        yield from _stepped(each.shape.item, depth + 1)


def _brought(route: Route) -> list[Shape]:
    return [each.shape for each in (route.body.properties if route.body is not None else ())]


def within(shape: Shape | None, name: str = "") -> Iterator[tuple[str, Shape]]:
    """Every list in a shape, with its name."""
    if shape is None:
        return
    if is_list(shape):
        yield name, shape
        yield from within(shape.item, name)
    for each in shape.properties:
        yield from within(each.shape, each.name)

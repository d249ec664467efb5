"""Many rows of one request: the records of a list, or files that come in parts of one name."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route, is_record
from beliefs.spec.documents.places import Step
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Scene, Writer

# What an answer calls the number of rows that were kept.
_COUNTS = ("created", "count", "imported", "uploaded", "stored", "saved", "added")


def apiece(holding: Holding, files: str, lines: list[str]) -> list[str]:
    """The lines that keep a file, for each of several."""
    own = re.compile(rf"\binput\.{files}\b")
    return [
        "let kept = []",
        f"for part in input.{files}:",
        *(f"    {own.sub('part', each)}" for each in lines),
        f"    let kept = append(kept, {_open(holding)})",
    ]


def _open(holding: Holding) -> str:
    """A row without what it hides: in a list it is no row any more, and hides nothing."""
    hidden = [f'"{each.name}"' for each in holding.fields.values() if each.hidden]
    return f"drop({', '.join([holding.variable, *hidden])})" if hidden else holding.variable


def kept_scene(holding: Holding) -> Scene:
    """An answer with the rows that were kept, or their number."""
    return Scene(holding, rows="kept", values=dict.fromkeys(_COUNTS, "count(kept)"))


def several_lines(
    writer: Writer, route: Route, holding: Holding, chain: tuple[Step, ...]
) -> list[str] | None:
    """Many rows at once."""
    item = route.body.item if route.body else None
    if not is_record(item) or item is None or holding.key.style == "given" or holding.inner:
        return None
    lines = writer.above(route, chain[:-1])
    values = {name: each for name, each in holding.sets.items() if "input." not in each}
    for end in range(len(chain) - 1, 0, -1):
        parent = writer.kept.at(chain[:end]) if chain[end - 1].param else None
        link = next((each for each in holding.parents if parent and each.name == parent.name), None)
        if parent is not None and link is not None:
            values[link.field] = f"{parent.variable}.{parent.key.name}"
            break
    values |= {each: f"each_one.{each}" for each in item.names if each in holding.fields}
    one = holding.variable
    return [
        *lines,
        "let kept = []",
        "for each_one in input.body:",
        f"    insert {holding.name} {made(values)} as {one}",
        f"    let kept = append(kept, {_open(holding)})",
        writer.answer(route, kept_scene(holding), 201),
    ]

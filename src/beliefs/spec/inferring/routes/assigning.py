"""What a new row is given of what is free: the kennel, the locker, the spot that it gets."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.families.slots import slot_lines
from beliefs.spec.inferring.keeping.explaining import naming
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.writing import Writer


def assigned_lines(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str]
) -> tuple[list[str], dict[str, str]]:
    """Statements that find a free one, or refuse, and the values that the new row gets of it."""
    numbered = slot_lines(writer, route, holding)
    if numbered[0]:
        return numbered
    said = " ".join([route.words, *(f"{each.words} {each.message}" for each in route.faults)])
    for part in holding.shape.properties:
        if part.name not in holding.fields or part.name in holding.sets:
            continue
        for other in writer.kept.holdings:
            key = naming(holding, part, other) if other is not holding else ""
            noun = re.escape(other.word.replace("_", " "))
            told = re.search(
                rf"(?i)\bno (?:free |suitable |other )*{noun}\b[^.;]*", said
            ) or re.search(rf"(?i)\b(?:a|the (?:first|next)) free {noun}\b[^.;]*", said)
            if not key or told is None:
                continue
            alike = [
                f".{name} = {value}"
                for name, value in brought.items()
                if name in other.fields and plain(name) in plain(told[0])
            ]
            taken = f"each(one in {holding.name}[where .{part.name} != null]: one.{part.name})"
            test = " and ".join([*alike, f"not(.{key} in {taken})"])
            way = writer.refuse(
                route, "conflict", f"No {other.spoken.lower()} is free", f"no {noun} free"
            )
            one = f"free_{other.word}"
            lines = [
                f"let {one} = first({other.name}[where {test}])",
                f"guard {one} != null else {way}",
            ]
            return lines, {part.name: f"{one}.{key}"}
    return [], {}

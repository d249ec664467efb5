"""Whether there is place left in a row for one that belongs to it, or names it."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route
from beliefs.spec.inferring.families.waiting import waits
from beliefs.spec.inferring.keeping.capacity import active, amount_of, capacity_of, owned
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.routes.amounts import booked_lines
from beliefs.spec.inferring.writing import Writer

_FULL = re.compile(
    r"(?i)\bfull\b|\b(?:never|not|no|at most)\b[^.;]{0,30} (?:more|over|beyond|exceed\w*)\b|\blimit"
)
_SCARCE = r"(?i)\bfewer than\b|\bnot enough\b|\bmore than (?:are|is|there)\b|\benough left\b"


def room_guards(
    writer: Writer, route: Route, holding: Holding, parent: Holding, link: str, one: str = ""
) -> list[str]:
    """A guard that there is place left, where the row above says how much there is."""
    said = " ".join([route.words, *(each.words for each in route.replies)])
    if waits(route):
        return []  # there is always room to wait
    capacity = capacity_of(parent)
    if not capacity and re.search(
        r"(?i)\bno \w+ (?:is |are )?(?:available|left)|copies|out of", said
    ):
        capacity = owned(parent)
    if not capacity and amount_of(holding) and re.search(_SCARCE, said):
        kept = "quantity" in parent.fields and not booked_lines(writer, route, parent)
        capacity = "quantity" if kept else ""
    capacity = capacity or _limit(parent, said)
    if re.search(r"(?i)\boverlap|\bsame time\b|\bdouble[- ]book", said) and not _FULL.search(said):
        return []  # one at a time, however many it holds
    if not capacity or not (
        {409, 400, 422} & route.statuses or re.search(r"(?i)full|capacity", said)
    ):
        return []
    where = f".{link} = {parent.variable}.{parent.key.name}"
    where += f" and .{holding.key.name} != {one}.{holding.key.name}" if one else ""
    way = writer.refuse(
        route, "conflict", f"The {parent.spoken.lower()} is full", "capacity enough"
    )
    most = f"{parent.variable}.{capacity}"
    free = f"{most} = null or " if parent.fields[capacity].type.nullable else ""
    amount = amount_of(holding)
    given = next((each.name for each in writer.inputs(route) if each.wire == amount), "")
    if amount and given:
        taken = active(holding, where, amount)
        return [f"guard {free}{taken} + input.{given} <= {most} else {way}"]
    return [f"guard {free}{active(holding, where)} < {most} else {way}"]


def _limit(parent: Holding, said: str) -> str:
    """The field that limits how many rows there may be, where words speak of a full one."""
    if not _FULL.search(said):
        return ""
    whole = [each for each in parent.fields.values() if each.type.kind == "integer"]
    named = [each.name for each in whole if re.search(rf"\b{re.escape(each.name)}\b", said)]
    usual = [each.name for each in whole if re.search(r"(?i)^max|limit$|max$", each.name)]
    found = [each for each in named if each in usual] or usual
    return found[0] if len(found) == 1 else ""

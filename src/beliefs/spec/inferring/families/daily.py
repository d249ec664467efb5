"""What is done once a day, and how many days in a row it was done: check-ins and streaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Route, is_record
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Writer

if TYPE_CHECKING:
    from beliefs.spec.inferring.keeping.kept import Kept

_ONCE = re.compile(
    r"(?i)\b(?:once|twice|second|again|already|another|more than one|one)\b[^.]*"
    r"\b(?:days?|today|daily|date)\b|\b(?:day|today)\b[^.]*\b(?:already|twice|again)\b"
)
_WHO = {"user", "username", "name", "member", "employee", "person", "email", "student", "player"}
_STREAKS = {"streak", "currentstreak", "current", "streakdays", "dayscurrent", "days"}
_LONGEST = {"longest", "longeststreak", "best", "beststreak", "max", "maxstreak", "record"}


def day_of(holding: Holding, row: str = "") -> str:
    """The day of a row, by a date or a moment that it has; empty where it has none."""
    for kind in ("date", "datetime"):
        found = [each.name for each in holding.fields.values() if each.type.kind == kind]
        if found:
            return f"{row}.{found[0]}" if kind == "date" else f"date({row}.{found[0]})"
    return ""


def daily_guards(
    writer: Writer, route: Route, holding: Holding, values: dict[str, str]
) -> list[str]:
    """That nobody does a second time on one day what is done once a day."""
    told = [each for each in route.faults if each.status in {400, 409, 422, 429}]
    said = [f"{each.words} {each.message}" for each in told]
    said += [each for each in re.split(r"(?<=[.;])\s+", route.words) if "day" in each]
    if not told or not any(_ONCE.search(each) for each in said):
        return []
    day = day_of(holding)
    field = re.sub(r"^date\(|\)$|\.", "", day)
    if not day or field not in values:
        return []
    value = values[field] if day.startswith(".") else f"date({values[field]})"
    links = {each.field for each in holding.parents} | {holding.owner, holding.under[1]}
    links |= {*holding.references, *(each for each in holding.fields if plain(each) in _WHO)}
    alike = [f".{name} = {values[name]}" for name in holding.fields if name in links & {*values}]
    way = writer.refuse(route, "conflict", "It was done on this day already", "already day today")
    holds = " and ".join([*alike, f"{day} = {value}"])
    return [f"guard count({holding.name}[where {holds}]) = 0 else {way}"]


def streaking(part: Property, days: str, said: str) -> str:
    """How many days in a row, now or at most, by the days of rows; empty where it is neither."""
    name = plain(part.name)
    if part.shape.type.kind not in {"integer", "number", "json"}:
        return ""
    if name in _LONGEST:
        return f"or_else(most(each(day in {days}: streak({days}, day))), 0)"
    if name not in _STREAKS:
        return ""
    today = f"streak({days}, today())"
    if re.search(r"(?i)\bend(?:s|ing)? (?:on )?today\b(?! or)", said):
        return today
    return f"most([{today}, streak({days}, date(later(now(), 0 - 86400)))])"


def rows_of_days(kept: Kept, holding: Holding) -> tuple[Holding, str] | None:
    """The rows below a row that are of one day each, and the field that says whose they are."""
    for child, field in kept.children(holding):
        if day_of(child) and re.search(r"check|log|entr|complet|done|visit|workout", child.word):
            return child, field
    return None


def streak_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route that answers with streaks; None when it does not."""
    chain = writer.chain(route)
    shape = route.good.shape if route.good else None
    if route.method != "GET" or len(chain) < 2 or not re.search("streak", chain[-1].name):
        return None
    if shape is None or not is_record(shape):
        return None
    above = writer.kept.at(chain[:-1])
    said = " ".join([route.words, *(text for _, text in writer.contract.prose)])
    lines: list[str] = []
    holds = ""
    rows: Holding | None = None
    if above is not None and (found := rows_of_days(writer.kept, above)):
        lines = writer.above(route, chain[:-1])
        rows, holds = found[0], f".{found[1]} = {above.variable}.{above.key.name}"
    for each in writer.kept.holdings if rows is None else ():
        if each.under[0] == chain[-2].param and each.under[0] and day_of(each):
            rows, holds = each, f".{each.under[1]} = input.{each.under[0]}"
    if rows is None:
        return None
    picked = f"each(one in {rows.name}[where {holds}]: {day_of(rows, 'one')})"
    values = {}
    for part in shape.properties:
        value = streaking(part, "days", said)
        if not value and plain(part.name) in {"total", "count", "totaldays", "checkins"}:
            value = "count(days)"
        if not value and rows.under[0] and plain(part.name) == plain(rows.under[1]):
            value = f"input.{rows.under[0]}"
        if not value and above is not None and above.named(part.name):
            value = f"{above.variable}.{above.named(part.name)}"
        if not value:
            return None
        values[part.name] = value
    status = route.good.status if route.good else 200
    return [*lines, f"let days = distinct({picked})", f"answer {status} {made(values)}"]


def streak_of(holding: Holding, part: Property, kept: Kept) -> str:
    """A streak that a row shows, as a template over `$`; empty where it shows none."""
    found = rows_of_days(kept, holding) if "streak" in plain(part.name) else None
    if found is None:
        return ""
    rows = f"{found[0].name}[where .{found[1]} = $.{holding.key.name}]"
    said = " ".join([part.words, *(text for _, text in kept.contract.prose)])
    return streaking(part, f"each(one in {rows}: {day_of(found[0], 'one')})", said)

"""Figures for each day, of what belongs to a row: `GET /meters/{id}/daily?month=2031-05`."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Route, is_record, unlisted
from beliefs.spec.documents.places import Step, unwrapped
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.numbers import in_digits

_DAYS = {"date", "day"}
_FIGURES = {
    **dict.fromkeys(("min", "minimum", "lowest", "least"), "least"),
    **dict.fromkeys(("max", "maximum", "highest", "most"), "most"),
    **dict.fromkeys(("mean", "average", "avg"), "average"),
    **dict.fromkeys(("sum", "total"), "sum"),
}


def daily_lines(writer: Writer, route: Route, chain: tuple[Step, ...]) -> list[str] | None:
    """The effect of a route that lists days with their figures; None for any other."""
    parent = writer.kept.at(chain[:-1]) if len(chain) > 1 and chain[-2].param else None
    shown, wrap = unwrapped(route.good.shape if route.good else None)
    item = unlisted(shown)
    if route.method != "GET" or parent is None or wrap or item is None or not is_record(item):
        return None
    days = [each.name for each in item.properties if plain(each.name) in _DAYS]
    said = re.search(r"(?i)\b(?:each|every|per|by|one entry for each)\b[^.]*\bday\b", route.words)
    if len(days) != 1 or not said:
        return None
    for child, link in writer.kept.children(parent):
        moments = [each.name for each in child.fields.values() if each.type.kind == "datetime"]
        if len(moments) != 1 or child.shadow:
            continue
        figures = {
            each.name: _figure(each, child, route)
            for each in item.properties
            if each.name not in days
        }
        if not figures or not all(figures.values()):
            continue
        holds = [f".{link} = {parent.variable}.{parent.key.name}"]
        holds += _asked(writer, route, moments[0])
        rows = f"{child.name}[where {' and '.join(holds)}, by .{moments[0]}]"
        told = f"each(one in {rows}: merge(one, {{day: date(one.{moments[0]})}}))"
        values = made({days[0]: "part.key", **figures})
        status = route.good.status if route.good else 200
        return [
            *writer.above(route, chain[:-1]),
            f"let found = {told}",
            f'answer {status} each(part in group(found, "day"): {values})',
        ]
    return None


def _asked(writer: Writer, route: Route, moment: str) -> list[str]:
    """Conditions that the month, or the ends of a period, of a query set."""
    holds = []
    for each in route.params:
        name, given = plain(each.name), f"input.{writer.name(each.name)}"
        test = {
            "month": f"month(.{moment}) = {given}",
            "from": f"date(.{moment}) >= {given}",
            "to": f"date(.{moment}) <= {given}",
        }.get(name, "")
        if each.place == "query" and test:
            holds.append(test if each.required else f"({given} = null or {test})")
    return holds


def _figure(part: Property, child: Holding, route: Route) -> str:
    """A figure over the rows of a day; empty where nothing explains it."""
    name = plain(part.name)
    if name in {"count", "readings", "number", "n", plain(child.entity.plural)}:
        return "count(part.items)"
    numbers = [each for each in child.fields.values() if each.type.kind in {"integer", "number"}]
    own = next((each for each in numbers if plain(each.name) == name), None)
    if own is not None:
        return f"sum(each(one in part.items: or_else(one.{own.name}, 0)))"
    for word, function in _FIGURES.items():
        rest = name.removeprefix(word).removesuffix(word)
        measured = [each for each in numbers if rest and plain(each.name) == rest]
        if name == word:
            measured = [each for each in numbers if each.required]
        if word not in name or len(measured) != 1:
            continue
        value = f"{function}(each(one in part.items: one.{measured[0].name}))"
        told = rf"(?i)\b{re.escape(part.name)}`? is rounded to (\d|one|two|three)\b"
        digits = re.search(told, route.words)
        many = in_digits(digits[1]) if digits else ""
        return f"round({value}, {many})" if digits else value
    return ""

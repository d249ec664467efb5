"""Numbers that a row is given in a series, and dates so many days behind others.

"Gives it its number YYYY-NNNN", "a ticket number like T-0001", "due_date is issue_date plus days".
"""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.writing import Writer

_SERIES = re.compile(
    r"(?<![\w-])(?P<word>(?!YYYY|MM|NN)[A-Z]{1,6}[-/])?(?:(?P<year>YYYY)(?P<by>[-/]))?(?:(?P<month>MM)[-/])?"
    r"(?P<count>N{2,8}|0{1,7}1)(?![\w-])"
)
_LATER = re.compile(
    r"(?i)^`?(?P<field>\w+)`? (?:is|=|becomes|are) (?:the )?`?(?P<from>\w+)`? (?:plus|\+) "
    r"(?:the )?`?(?P<days>\w+)`?(?: days?)?(?:[ ,(].*)?\.?$"
)

_AFTER = re.compile(
    r"(?i)\b`?(?P<field>due|expires|ends|\w+_(?:date|on|until)|\w+(?:Date|On|Until))`? (?:is )?"
    r"(?P<days>\d+|`\w+`) days? (?:after|from) (?:the |its )?`?(?P<from>\w+)`?"
    r"(?: unless `?(?P<given>\w+)`? (?:says|is given|is set|given|tells))?"
)


def issued_lines(
    writer: Writer, route: Route, holding: Holding, row: str
) -> tuple[list[str], dict[str, str]]:
    """Statements that work out a number of a series, and what a row gets of that."""
    lines: list[str] = []
    values: dict[str, str] = {}
    brought = {plain(each.wire): f"input.{each.name}" for each in writer.inputs(route)}
    for sentence in sentences(route.words):
        dated = _LATER.match(sentence)
        if dated and (found := _later(dated, holding, brought, row)):
            values |= found
        after = _AFTER.search(sentence)
        if after and (found := _after(after, holding, brought, row)):
            values |= found
        series = _SERIES.search(sentence)
        field = _numbered(holding, sentence) if series else ""
        if series and field and (series["year"] or series["word"]):
            more, value = _counted(series, holding, field, _day(route, holding, brought, row))
            lines += more
            values[field] = value
    return lines, values


def _later(
    match: re.Match[str], holding: Holding, brought: dict[str, str], row: str
) -> dict[str, str]:
    """A date that is so many days behind another."""
    field = holding.fields.get(holding.named(match["field"]))
    first = brought.get(plain(match["from"]), "") or _own(holding, match["from"], row)
    days = match["days"] if match["days"].isdigit() else brought.get(plain(match["days"]), "")
    days = days or _own(holding, match["days"], row)
    if field is None or field.type.kind != "date" or not first or not days:
        return {}
    return {field.name: f"date(later({first}, {days} * 86400))"}


def _after(
    match: re.Match[str], holding: Holding, brought: dict[str, str], row: str
) -> dict[str, str]:
    """A date so many days after another, or as many as a request says."""
    word = plain(match["field"]).removesuffix("s")
    forms = {plain(match["field"]), *(f"{word}{end}" for end in ("", "s", "date", "on", "at"))}
    field = next(
        (
            each.name
            for each in holding.fields.values()
            if each.type.kind == "date" and plain(each.name) in forms
        ),
        "",
    )
    first = brought.get(plain(match["from"]), "") or _own(holding, match["from"], row)
    told = match["days"].strip("`")
    days = told if told.isdigit() else brought.get(plain(told), "")
    if given := brought.get(plain(match["given"] or "")):
        days = f"or_else({given}, {days})"
    if not field or not first or not days or plain(field) in brought:
        return {}
    return {field: f"date(later({first}, {days} * 86400))"}


def _own(holding: Holding, name: str, row: str) -> str:
    found = holding.named(name)
    return f"{row}.{found}" if row and found in holding.fields else ""


def _numbered(holding: Holding, sentence: str) -> str:
    """The text of a row that a sentence gives a number."""
    made = set(holding.made.names) if holding.made is not None else set()
    spoken = {plain(each) for each in re.findall(r"\w+", sentence)}
    spoken |= {a + b for a in spoken for b in ("number", "no", "code")}
    return next(
        (
            each.name
            for each in holding.fields.values()
            if each.type.kind == "string"
            and each.name not in made
            and re.search(r"(?i)number|no$|code|ref", each.name)
            and plain(each.name) in spoken
        ),
        "",
    )


def _day(route: Route, holding: Holding, brought: dict[str, str], row: str) -> str:
    """The date whose year a number has: as words say, else today."""
    told = re.search(r"(?i)\byear of (?:the |its )?`?(\w+)", route.words)
    if told is None:
        return "today()"
    return brought.get(plain(told[1]), "") or _own(holding, told[1], row) or "today()"


def _counted(
    series: re.Match[str], holding: Holding, field: str, day: str
) -> tuple[list[str], str]:
    digits = len(series["count"])
    first = [json.dumps(series["word"])] if series["word"] else []
    if series["year"]:
        first += [f'at(split({day}, "-"), 0)', json.dumps(series["by"])]
    if series["month"]:
        first += [f'at(split({day}, "-"), 1)', '"-"']
    sign = series["by"] or (series["word"] or "-")[-1]
    rows = f"{holding.name}[where .{field} != null and starts(.{field}, series)]"
    used = f"each(one in {rows}: number(last(split(one.{field}, {json.dumps(sign)}))))"
    value = "text(position)"
    zeros = '""'
    for length in range(digits - 1, 0, -1):
        zeros = f'if(position < {10**length}, "{"0" * (digits - length)}", {zeros})'
    return (
        [f"let series = {' + '.join(first)}", f"let position = or_else(most({used}), 0) + 1"],
        f"series + {zeros} + {value}",
    )

"""Files with rows in them that are brought at once: "Upload an XML file with employees"."""

from __future__ import annotations

import json
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Property, Route, is_list, is_record
from beliefs.spec.documents.uploading import brings, form_of
from beliefs.spec.documents.words import plain, plural
from beliefs.spec.features.exchange import import_lines as imported
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.routes.batches import said_of, side, skips_unfit
from beliefs.spec.inferring.writing import Scene, Writer
from beliefs.spec.types import Field

_COUNTS = ("imported", "count", "created", "inserted", "added", "total", "rows", "records", "saved")
_FAILED = ("failed", "skipped", "rejected", "refused", "invalid", "errorcount")
_WHERE = {"line": 2, "linenumber": 2, "lineno": 2, "row": 1, "rownumber": 1, "index": 0}
_WHY = {"error", "message", "reason", "detail", "msg", "why", "problem"}


def import_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route that keeps the rows of a file; None where it is none."""
    form = form_of(route)
    rows = [each for each in writer.kept.holdings if not each.account]
    holding = next((each for each in rows if _is_of(route, each)), None)
    if holding is None and len(rows) == 1 and _has_columns(route, rows[0]):
        holding = rows[0]
    if not form or holding is None or route.body is None:
        return None
    files = [each.name for each in route.body.properties if each.shape.type.kind == "file"]
    text = f"decoded(input.{writer.name(files[0])})" if files else "input.body"
    refuse = writer.refuse(
        route, "malformed", f"This is no {form.upper()} file", "invalid file", (400, 422, 415)
    )
    fields = tuple(each for each in holding.fields.values() if each.type.kind != "file")
    told = _told_errors(route)
    apart = told is not None or known_lines(route, holding) is not None or _tells_left_out(route)
    if form == "csv" and (apart or exact_header(route)):
        return _line_by_line(writer, route, holding, text, refuse, told)
    lines = imported(form, text, refuse, holding.name, holding.variable, fields)
    scene = Scene(
        values=dict.fromkeys(_COUNTS, "count(lines)"),
        message=f"{plural(holding.spoken)} imported",
    )
    return [*lines, writer.answer(route, scene, 201)]


def _is_of(route: Route, holding: Holding) -> bool:
    return brings(route, holding.word) and all(
        field.type.kind != "file" for field in holding.fields.values()
    )


def _told_errors(route: Route) -> Property | None:
    """The part of an answer that lists the lines that were not kept, each with its number."""
    for each in _shown(route):
        item = each.shape.item
        if item is not None and item.type.kind == "integer" and _NUMBERS.search(each.name):
            return each
        names = {plain(one) for one in item.names} if item is not None else set()
        if is_list(each.shape) and names & set(_WHERE) and names <= set(_WHERE) | _WHY:
            return each
    return None


_NUMBERS = re.compile(r"(?i)lines?$|rows?$|^line_?n|^row_?n|skipped|errors|failed|rejected|invalid")


def _shown(route: Route) -> tuple[Property, ...]:
    shape = route.good.shape if route.good else None
    return shape.properties if shape is not None and is_record(shape) else ()


def _tells_left_out(route: Route) -> bool:
    """Whether an answer counts the lines that were not kept: then they are no failure of all."""
    counts = [each.name for each in _shown(route) if each.shape.type.kind == "integer"]
    return any(side(each) in {"ill", "again"} for each in counts)


def _has_columns(route: Route, holding: Holding) -> bool:
    """Whether words name columns that are fields of a row."""
    said = set(map(plain, re.findall(r"\w+", route.words)))
    known = [each for each in holding.fields.values() if each.required and not each.hidden]
    return bool(known) and all(plain(each.name) in said for each in known)


class Known(NamedTuple):
    """What becomes of a line whose row is there already, by the field that tells."""

    field: str
    changes: bool  # else it is left out


def known_lines(route: Route, holding: Holding) -> Known | None:
    """What words say of lines that are there already: they are skipped, or change the row."""
    for sentence in sentences(said_of(route)):
        if not _THERE.search(sentence):
            continue
        names = [holding.key.name] if holding.key.style == "given" else []
        names += [each.name for each in holding.fields.values()]
        told = [each for each in names if re.search(rf"(?i)\b{re.escape(each)}s?\b", sentence)]
        one = [each.name for each in holding.fields.values() if each.unique]
        field = next(iter([*told, *one, *names[:1]]), "")
        if field and _SKIPS.search(sentence):
            return Known(field, changes=False)
        if field and _CHANGES.search(sentence):
            return Known(field, changes=True)
    return None


_THERE = re.compile(
    r"(?i)\b(?:already|known|existing|exists?|duplicates?|same|there before|is there|are there)\b"
)
_SKIPS = re.compile(r"(?i)\b(?:skipped|ignored|left (?:out|alone|as)|not (?:imported|changed))\b")
_CHANGES = re.compile(
    r"(?i)\b(?:updated?s?|overwritten|overwrites?|replaced?s?|changed|gets? the new|merged)\b"
)


def _line_by_line(
    writer: Writer, route: Route, holding: Holding, text: str, refuse: str, told: Property | None
) -> list[str]:
    """Keep the lines that fit, and say of the others which they are."""
    one, columns = holding.variable, _columns(route, holding)
    cells = [made({"key": json.dumps(each.name), "value": _cell(each)}) for each in columns]
    names = ", ".join(json.dumps(each.name) for each in columns)
    values = {name: value for name, value in holding.sets.items() if "input." not in value}
    values |= {each.name: f"fits.{each.name}" for each in columns}
    for each in columns:
        if re.search(rf"(?i)\b{re.escape(each.name)}\b[^.;]*\b(?:may|can) be empty\b", route.words):
            values[each.name] = f'or_else(fits.{each.name}, "")'  # a file has no word for null
    item = told.shape.item if told is not None else None
    why = f"{', '.join(each.name for each in columns)}: one is missing or not valid"
    first = 2 if re.search(r"(?i)\bheader (?:line |row )?is (?:line|row) 1\b", route.words) else 0
    said = {
        name: f"number + {first or _WHERE[plain(name)]}"
        if plain(name) in _WHERE
        else json.dumps(why)
        for name in (item.names if item is not None else ())
    }
    known = known_lines(route, holding)
    once = [
        f"count({holding.name}[where .{each.name} = fits.{each.name}]) > 0"
        for each in columns
        if each.unique and (known is None or known.field != each.name)
    ]
    key = holding.key.name
    if holding.key.style == "given" and key not in holding.fields:
        named = f'trim(or_else(line.{key}, ""))'
        values = {key: named, **values}
        once.append(f'{named} = ""')
        there = f"count({holding.name}[where .{key} = {named}]) > 0"
        once += [there] if known is None or known.field != key else []
    lines = [
        f"let lines = read_csv({text})",
        f"guard lines != null else {refuse}",
        *_headed(writer, route, columns, text),
        "let errors = []",
        "let created = 0",
        *(["let again = 0"] if known else []),
        "for number in range(count(lines)):",
        "    let line = at(lines, number)",
        f'    let cells = [{", ".join(cells)}][where .value != null and .value != ""]',
        f'    let fits = fitted(keyed(cells), "{holding.name}", {names})',
        f"    if {' or '.join(['fits = null', *once])}:",
        f"        let errors = append(errors, {made(said) if said else _numbered(told, first)})",
        "    else:",
    ]
    insert = [f"insert {holding.name} {made(values)} as {one}", "let created = created + 1"]
    if known is None:
        lines += [f"        {each}" for each in insert]
    else:
        same = f"first({holding.name}[where .{known.field} = {values[known.field]}])"
        changed = {name: value for name, value in values.items() if name != known.field}
        lines += [
            f"        let {one} = {same}",
            f"        if {one} = null:",
            *(f"            {each}" for each in insert),
            "        else:",
            *(
                [f"            patch {holding.name} {one} {made(changed)}"]
                if known.changes and changed
                else []
            ),
            "            let again = again + 1",
        ]
    counts = dict.fromkeys(_COUNTS, "created")
    sides = {plain(each.name): side(each.name) for each in _shown(route)}
    failed = dict.fromkeys(_FAILED, "count(errors)")
    failed |= {name: "count(errors)" for name, which in sides.items() if which in {"ill", "again"}}
    if known is not None:
        names_ = _UPDATED if known.changes else _SKIPPED
        counts |= {"total": "created + again"} | dict.fromkeys(names_, _again(route, known, told))
        failed = {name: value for name, value in failed.items() if name not in names_}
    shown = {plain(told.name): "errors"} if told is not None else {}
    scene = Scene(values={**failed, **counts, **shown})
    return [*lines, writer.answer(route, scene, 200)]


def _numbered(told: Property | None, first: int) -> str:
    """The number of a line, as a list that has nothing else of it shows it."""
    if told is None:
        return "number"
    return f"number + {first or (1 if re.search(r'(?i)rows?', told.name) else 2)}"


def _again(route: Route, known: Known, told: Property | None) -> str:
    """How many lines count as there already; with those that do not fit where both are left out."""
    others = [
        each.name
        for each in _shown(route)
        if each.shape.type.kind == "integer" and side(each.name) == "ill"
    ]
    both = not known.changes and not others and (told is None or skips_unfit(route))
    return "again + count(errors)" if both else "again"


_UPDATED = ("updated", "changed", "replaced", "overwritten", "existing")
_SKIPPED = ("skipped", "duplicates", "ignored", "existing")


def _columns(route: Route, holding: Holding) -> list[Field]:
    """The fields that a file has columns for: those that the words name, else all."""
    said = re.search(r"(?i)\bcolumns?\b:? (?:are )?([\w, `]+)", route.words)
    named = {plain(each) for each in re.findall(r"\w+", said[1])} if said else set()
    known = [
        each
        for each in holding.fields.values()
        if not each.hidden and each.name not in holding.sets and each.type.kind != "file"
    ]
    return [each for each in known if plain(each.name) in named] or known


def _headed(writer: Writer, route: Route, columns: list[Field], text: str) -> list[str]:
    """A guard that every column that is needed is there at all."""
    if exact := exact_header(route):
        way = writer.refuse(
            route,
            "malformed",
            f"The header must be {exact}",
            "header first line exactly",
            (400, 422),
        )
        header = f'first(lines(replace({text}, "\\r", "")))'
        return [f"guard {header} = {json.dumps(exact)} else {way}"]
    needed = [each.name for each in columns if each.required]
    if not needed or not re.search(r"(?i)\b(?:columns?|headers?)\b[^.]*\bmissing\b", route.words):
        return []
    header = f'split(first(split(replace({text}, "\\"", ""), "\\n")), ",")'
    lacking = f"count({json.dumps(needed)}[where not(row in header)]) = 0"
    way = writer.refuse(route, "malformed", "A column is missing", "column missing", (400, 422))
    return [f"let header = or_else({header}, [])", f"guard {lacking} else {way}"]


def exact_header(route: Route) -> str:
    """The first line that a file has to begin with, to the letter; empty where none is told.

    >>> exact_header(Route("POST", "/", words="If the header is not exactly a,b: 400"))
    'a,b'
    """
    match = re.search(
        r"(?i)\b(?:header|first)(?: line| row)?\b[^.;]*?\b(?:exactly|precisely)\b\W*"
        r"(?-i:([\w-]+(?:,[\w-]+)+))",
        route.words,
    )
    return match[1] if match else ""


def _cell(field: Field) -> str:
    """A cell of a line as a JSON body would bring it."""
    cell = f'or_else(line.{field.name}, "")'
    if field.type.kind in {"integer", "number"}:
        return f"or_else(number({cell}), {cell})"
    if field.type.kind == "boolean":
        small = f"lower({cell})"
        return f'if({small} = "true", true, if({small} = "false", false, {cell}))'
    if field.type.kind == "list":
        return f'split({cell}, ";")'
    return f"trim({cell})"

"""Rows numbered in their order without gaps: at the end when made, moved, closed up when one goes.

The numbers count among the rows of the one above ("cards are ordered within their column"), from 0
or 1. Whoever moves a row says where to; what stands behind makes room, and a position behind the
end is the end.
"""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import STATUS, sentences
from beliefs.spec.documents.contract import Property, Route, is_list
from beliefs.spec.documents.numbering import GAPLESS, is_position
from beliefs.spec.documents.places import Step
from beliefs.spec.documents.words import plural
from beliefs.spec.inferring.keeping.holdings import Holding, Lineup
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.rules.rooms import room_guards
from beliefs.spec.inferring.writing import Scene, Writer
from beliefs.spec.types import Field, Type

_FIRST = re.compile(
    r"(?i)\b(?:counts?|counting|counted|starts?|starting|begins?|beginning|numbered) "
    r"(?:up )?(?:from|at|with) (?P<from>0|1|zero|one)\b|\b(?P<based>0|1|zero|one)-based\b|"
    r"\b(?P<is>0|1)`? (?:is|=|means|for) (?:the )?(?:first|top|next)\b|"
    r"\b(?P<to>0|1)(?: ?(?:\.\.+|…|-|–) ?| to )n\b"
)


def line_up(kept: Kept) -> None:
    """Number rows, where words say that their positions have no gaps."""
    for holding in kept.holdings:
        part = next((each for each in holding.shape.properties if is_position(each)), None)
        told = " ".join(_said(holding, part)) if part is not None else ""
        if part is None or not GAPLESS.search(told):
            continue
        scope, value = _scope(holding, kept, told)
        holding.lineup = Lineup(part.name, scope, _first(part, told))
        holding.ordered = part.name
        holding.fields[part.name] = Field(part.name, Type("integer"))
        end = _end(holding, value)
        brought = holding.made is not None and holding.made.part(part.name) is not None
        holding.sets[part.name] = "place" if brought else end


def _said(holding: Holding, part: Property) -> list[str]:
    about = [each for each in holding.siblings if each in holding.routes or _brings(each, part)]
    told = [" ".join([each.words, *(one.words for one in each.replies)]) for each in about]
    return [part.words, *told]


def _brings(route: Route, part: Property) -> bool:
    return route.body is not None and route.body.part(part.name) is not None


def _first(part: Property, told: str) -> int:
    match = _FIRST.search(told)
    if match:
        return 1 if next(each for each in match.groups() if each).lower() in {"1", "one"} else 0
    return 1 if part.shape.type.minimum == 1 else 0


def _scope(holding: Holding, kept: Kept, told: str) -> tuple[str, str]:
    """The field whose rows are numbered together, and its value where a row is made."""
    for link in holding.parents:
        parent = kept.of(link.name)
        if parent is not None:
            return link.field, f"{parent.variable}.{parent.key.name}"
    for name, to in holding.references.items():
        noun = re.escape((kept.of(to) or holding).word.replace("_", " "))
        if re.search(rf"(?i)\b(?:within|in|of|per|inside) (?:its|their|the|a|each) {noun}\b", told):
            return name, f"input.{name}"
    return "", ""


def _rows(holding: Holding, value: str, also: str = "") -> str:
    """The rows that are numbered together."""
    assert holding.lineup is not None
    scope = [f".{holding.lineup.scope} = {value}"] if holding.lineup.scope else []
    holds = " and ".join([*scope, *([also] if also else ())])
    return f"{holding.name}[where {holds}]" if holds else holding.name


def _end(holding: Holding, value: str, also: str = "") -> str:
    """The position behind all rows."""
    assert holding.lineup is not None
    more = f" + {holding.lineup.first}" if holding.lineup.first else ""
    return f"count({_rows(holding, value, also)}){more}"


def opening_lines(writer: Writer, route: Route, holding: Holding) -> list[str]:
    """Statements that make room for a new row, where its position is brought."""
    if holding.lineup is None or holding.sets.get(holding.lineup.position) != "place":
        return []
    _, value = _scope(holding, writer.kept, " ".join([route.words, *_told(writer)]))
    return _opened(writer, route, holding, value, _end(holding, value))


def closing_lines(holding: Holding, one: str) -> list[str]:
    """Statements that move the rows behind one that is gone."""
    if holding.lineup is None:
        return []
    name = holding.lineup.position
    behind = _rows(holding, f"{one}.{holding.lineup.scope}", f".{name} > {one}.{name}")
    return [
        f"for other in {behind}:",
        f"    patch {holding.name} other {{{name}: other.{name} - 1}}",
    ]


def _told(writer: Writer) -> list[str]:
    return [each.words for each in writer.contract.routes]


def _opened(
    writer: Writer, route: Route, holding: Holding, value: str, usual: str, also: str = ""
) -> list[str]:
    assert holding.lineup is not None
    name = holding.lineup.position
    end = _end(holding, value, also)
    given = f"input.{writer.name(name)}" if route.body and route.body.part(name) else ""
    wanted = f"or_else({given}, {usual})" if given else usual
    place = [f"let place = least([{wanted}, {end}])"] if given else [f"let place = {wanted}"]
    if given:
        place = [*_in_range(writer, route, holding, given, end), *place]
    own = f"{also} and " if also else ""
    behind = _rows(holding, value, f"{own}.{name} >= place")
    return [
        *place,
        f"for other in {behind}:",
        f"    patch {holding.name} other {{{name}: other.{name} + 1}}",
    ]


# A position that is none: "position not in 1..n", "no such position", "beyond the end".
_NO_PLACE = re.compile(
    r"(?i)\bposition\b[^.;]*(?:\bnot (?:in|between|within|from|one of)\b|\bdoes(?: not|n't) exist|"
    r"\bout of (?:range|bounds)|\bbeyond\b|\bbehind the (?:end|last)|\btoo (?:large|high|big)|"
    r"\boutside\b)|"
    r"\b(?:no such|unknown|invalid|impossible|bad|wrong) position\b|\bout of (?:range|bounds)\b"
)


def _in_range(writer: Writer, route: Route, holding: Holding, given: str, end: str) -> list[str]:
    """A guard that there is such a position, where words say how a request for another fails."""
    assert holding.lineup is not None
    told = [each for each in route.faults if _NO_PLACE.search(f"{each.words} {each.message}")]
    said = [each for each in sentences(route.words) if _NO_PLACE.search(each)]
    if not told and not any(STATUS.search(each) for each in said):
        return []
    words = "There is no such position"
    way = writer.refuse(route, "out_of_range", words, "position range", (422, 400, 409))
    test = f"({given} >= {holding.lineup.first} and {given} <= {end})"
    return [f"guard {given} = null or {test} else {way}"]


def _shown(writer: Writer, route: Route, holding: Holding, value: str) -> str:
    """The answer: the row that was moved, or all of them in their order where words say so."""
    good, noun = route.good, re.escape(plural(holding.word).replace("_", " "))
    said = f"{good.words if good else ''}. {route.words}"
    listed = is_list(good.shape) if good is not None and good.shape is not None else None
    several = re.search(
        rf"(?i)(?:20\d,?:?|answers?|returns?|shows?|gives?|responds?|→|->)(?: with| back| "
        rf"20\d)*(?: all| the| "
        rf"whole| list of| its| of)* (?:{noun}|{re.escape(holding.word)} list)\b",
        said,
    )
    if listed or (listed is None and several):
        assert holding.lineup is not None
        rows = _rows(holding, value)
        order = f"by .{holding.lineup.position}"
        rows = f"{rows[:-1]}, {order}]" if rows.endswith("]") else f"{rows}[{order}]"
        scene = Scene(holding, rows=rows)
        if listed:
            return writer.answer(route, scene)
        return f"answer {good.status if good else 200} {writer.value(None, scene)}"
    return writer.answer(route, Scene(holding, holding.variable, message=f"{holding.spoken} moved"))


def move_lines(writer: Writer, route: Route, chain: tuple[Step, ...]) -> list[str] | None:
    """An effect that puts a row elsewhere among the others; None where it is no such."""
    deed = bool(chain) and not chain[-1].param
    at = chain[:-1] if deed else chain
    holding = writer.kept.at(at) if at and at[-1].param else None
    if holding is None or holding.lineup is None or route.body is None:
        return None
    names = set(route.body.names)
    where = {holding.lineup.position, holding.lineup.scope}
    if route.method not in {"POST", "PUT", "PATCH"} or not names & where:
        return None
    if deed and not names <= where:
        return None
    one, key = holding.variable, holding.key.name
    lines = writer.above(route, at)
    value, elsewhere = _target(writer, route, holding)
    lines += elsewhere
    rest = [each for each in writer.inputs(route) if each.place == "json"]
    rest = [each for each in rest if each.wire not in where]
    if rest and route.method == "PATCH":
        drop = ", ".join(f'"{each}"' for each in sorted(where & names))
        lines.append(f"patch {holding.name} {one} drop(given(input), {drop})")
    elif rest:
        given = {each.wire: f"input.{each.name}" for each in rest if each.wire in holding.fields}
        lines.append(f"patch {holding.name} {one} {made(given)}")
    also = f".{key} != {one}.{key}"
    scope, name = holding.lineup.scope, holding.lineup.position
    usual = _end(holding, value, also)
    if not deed:
        stays = f"{value} = {one}.{scope}" if scope and value != f"{one}.{scope}" else "true"
        usual = f"{one}.{name}" if stays == "true" else f"if({stays}, {one}.{name}, {usual})"
    moved = {**({scope: value} if scope in names else {}), name: "place"}
    return [
        *lines,
        *closing_lines(holding, one),
        *_opened(writer, route, holding, value, usual, also),
        f"patch {holding.name} {one} {made(moved)}",
        _shown(writer, route, holding, value),
    ]


def _target(writer: Writer, route: Route, holding: Holding) -> tuple[str, list[str]]:
    """Where a row goes, and the guards that it may go there."""
    assert holding.lineup is not None
    one, scope = holding.variable, holding.lineup.scope
    part = route.body.part(scope) if route.body is not None and scope else None
    links = {**holding.references, **{each.field: each.name for each in holding.parents}}
    parent = writer.kept.of(links.get(scope, ""))
    if part is None or parent is None:
        return f"{one}.{scope}", []
    given = f"input.{writer.name(scope)}"
    if not part.required or route.method == "PATCH":
        given = f"or_else({given}, {one}.{scope})"
    row = f"{parent.variable}.{parent.key.name}"
    lines = [
        f"let {parent.variable} = first({parent.name}[where .{parent.key.name} = {given}])",
        f"guard {parent.variable} != null else {writer.absent(route, parent)}",
    ]
    same = re.search(r"(?i)\b(?:of|in|on|within) the same (\w+)", route.words)
    above = writer.kept.called(same[1]) if same else None
    link = next((each.field for each in parent.parents if above and each.name == above.name), "")
    if above is not None and link:
        said = f"It is in another {above.spoken.lower()}"
        way = writer.refuse(route, "conflict", said, f"another other {above.word}", (409, 400, 422))
        now = f"first({parent.name}[where .{parent.key.name} = {one}.{scope}]).{link}"
        lines.append(f"guard {parent.variable}.{link} = {now} else {way}")
    room = room_guards(writer, route, holding, parent, scope)
    lines += [each.replace("guard ", f"guard {one}.{scope} = {row} or ", 1) for each in room]
    return row, lines

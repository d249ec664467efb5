"""Answers that are right or wrong: what they score, what there was to score, and who passed.

Questions know what is right and do not show it. What is handed in is a list of records, each with
the key of a question and what was chosen; the answer says what that comes to.
"""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Route, is_list, is_record
from beliefs.spec.documents.words import plain, words
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.types import Field, Type

_RIGHT = {
    *("answer", "correct", "correctanswer", "correctindex", "correctoption", "correctchoice"),
    *("solution", "rightanswer", "answerindex", "key", "right"),
}
_POINTS = {"points", "score", "weight", "marks", "value"}
_SCORES = {"score", "points", "total", "totalscore", "result", "earned", "pointsearned", "marks"}
_GREATEST = re.compile(r"(?:max|maximum|total|possible|outof)(?:points|score|marks)?|of")
_NEEDED = re.compile(r"(?:pass|passing|passed|required|min|minimum)\w*")
_PASSED = {"passed", "pass", "success", "haspassed", "ispassed"}
_CORRECT = {"correct", "right", "iscorrect", "ok", "isright"}


class Scored(NamedTuple):
    """Where answers are handed in, and what they are held against."""

    sheet: Holding
    listed: str  # its field that has the answers
    key: str  # of the question, in each of them
    chosen: str  # what was answered
    asked: Holding
    link: str  # of a question to what it belongs to
    right: str
    points: str  # of a question; empty where each counts one
    above: Holding  # what the questions belong to


def scored(holding: Holding, kept: Kept) -> Scored | None:
    """How rows of a holding are scored, where they answer questions that know what is right."""
    for name, field in holding.fields.items():
        parts = field.type.item.fields if field.type.item is not None else ()
        for each in parts if len(parts) == 2 else ():
            last = words(each.name)
            asked = kept.called("_".join(last[:-1])) if last[-1:] == ("id",) else None
            link = next(
                (
                    (one.field, one.name)
                    for one in (asked.parents if asked is not None else ())
                    if any(one.name == other.name for other in holding.parents)
                ),
                None,
            )
            above = kept.of(link[1]) if link is not None else None
            if asked is None or link is None or above is None:
                continue
            right = [one for one in asked.fields.values() if plain(one.name) in _RIGHT]
            if len(right) != 1 or not right[0].hidden:
                continue
            points = next((one for one in asked.fields if plain(one) in _POINTS), "")
            other = next(one.name for one in parts if one is not each)
            way = (name, each.name, other, asked, link[0], right[0].name, points, above)
            return Scored(holding, *way)
    return None


def score_rows(kept: Kept) -> None:
    """Let what answers come to be kept with them, as it is when they are handed in."""
    for holding in kept.holdings:
        found = scored(holding, kept)
        for part in holding.shape.properties if found is not None else ():
            value = _worth(found, part) if found is not None else ""
            if part.name in holding.fields or not value:
                continue
            holding.fields[part.name] = Field(part.name, _type(part), required=True)
            holding.sets[part.name] = value


def _type(part: Property) -> Type:
    kind = part.shape.type.kind
    return Type(kind, item=Type("json")) if kind == "list" else Type(kind)


def _worth(found: Scored, part: Property) -> str:
    """The value of a row that is scored, of what `score_lines` names; empty for any other."""
    name, kind = plain(part.name), part.shape.type.kind
    number = kind in {"integer", "number"}
    if number and name in _SCORES:
        return "scored"
    if number and _GREATEST.fullmatch(name):
        return "most_points"
    if number and name in {"percent", "percentage", "share"}:
        return "share"
    least = next((each for each in found.above.fields if _NEEDED.fullmatch(plain(each))), "")
    if kind == "boolean" and name in _PASSED and least:
        whole = re.search(r"percent|share|percentage", plain(least))
        return f"{'share' if whole else 'scored'} >= {found.above.variable}.{least}"
    item = part.shape.item
    if is_list(part.shape) and is_record(item) and item is not None:
        into = {each.name: _told(found, each) for each in item.properties}
        if into and all(into.values()):
            return f"each({found.asked.variable} in asked: {made(into)})"
    return ""


def _told(found: Scored, part: Property) -> str:
    """What is told of the answer to one question."""
    name, one = plain(part.name), found.asked.variable
    if name in {plain(found.key), "id"}:
        return f"{one}.{found.asked.key.name}"
    if name in _CORRECT:
        return f"count({_hits(found)}) > 0"
    if name in _SCORES:
        return f"if(count({_hits(found)}) > 0, {_points(found)}, 0)"
    field = found.asked.named(part.name)
    return f"{one}.{field}" if field and not found.asked.fields[field].hidden else ""


def _hits(found: Scored) -> str:
    one = found.asked.variable
    own = f".{found.key} = {one}.{found.asked.key.name} and .{found.chosen} = {one}.{found.right}"
    return f"input.{found.listed}[where {own}]"


def _points(found: Scored) -> str:
    return f"{found.asked.variable}.{found.points}" if found.points else "1"


def score_lines(writer: Writer, route: Route, holding: Holding) -> list[str]:
    """Guards that answers can be, and what they come to, before a row keeps it."""
    found = scored(holding, writer.kept)
    if found is None or route.method != "POST":
        return []
    one, above = found.asked.variable, found.above
    given = f"input.{found.listed}"
    said = "The answers do not fit the questions"
    way = writer.refuse(route, "out_of_range", said, "answer question choice", (400, 422))
    mine = f".{found.link} = {above.variable}.{above.key.name}"
    lines = [
        f"let asked = {found.asked.name}[where {mine}]",
        f"guard count(distinct(each(one in {given}: one.{found.key}))) = count({given}) else {way}",
    ]
    options = [each.name for each in found.asked.fields.values() if each.type.kind == "list"]
    by_place = found.asked.fields[found.right].type.kind == "integer"
    if len(options) == 1:
        listed = f"first(asked[where .{found.asked.key.name} = one.{found.key}]).{options[0]}"
        told = f"one.{found.chosen}"
        fits = f"{told} >= 0 and {told} < count({listed})" if by_place else f"{told} in {listed}"
        lines.append(f"guard not(false in each(one in {given}: {fits})) else {way}")
    points = f"if(count({_hits(found)}) > 0, {_points(found)}, 0)"
    return [
        *lines,
        f"let scored = sum(each({one} in asked: {points}))",
        f"let most_points = sum(each({one} in asked: {_points(found)}))",
        "let share = or_else(floor(scored * 100 / most_points + 0.5), 0)",
    ]


def totalled(holding: Holding, part: Property, kept: Kept) -> str:
    """What there is to score in all, of what questions belong to."""
    name = plain(part.name)
    if part.shape.type.kind not in {"integer", "number"} or not _GREATEST.fullmatch(name):
        return ""
    for child, link in kept.children(holding):
        points = next((each for each in child.fields if plain(each) in _POINTS), "")
        right = any(plain(each.name) in _RIGHT and each.hidden for each in child.fields.values())
        if points and right and plain(points) in name:
            rows = f"{child.name}[where .{link} = $.{holding.key.name}]"
            return f"sum(each(one in {rows}: one.{points}))"
    return ""


def place_guards(
    child: Holding, item: tuple[Property, ...], route: Route, writer: Writer
) -> list[str]:
    """A number that is said to be a place in a list beside it: "index into options"."""
    lines = []
    for part in item:
        told = re.search(
            r"(?i)\b(?:index|position|place|offset)\b[^.;]*\b(?:in|into|of|within)\b (?:the |its )?"
            r"`?(\w+)",
            part.words,
        )
        near = next((each for each in item if told and plain(each.name) == plain(told[1])), None)
        if part.shape.type.kind != "integer" or near is None or not is_list(near.shape):
            continue
        if part.name not in child.fields:
            continue
        said = f"{part.name} is no place in {near.name}"
        way = writer.refuse(route, "out_of_range", said, "invalid", (422, 400))
        value = f"each_one.{part.name}"
        lines.append(f"    guard {value} >= 0 and {value} < count(each_one.{near.name}) else {way}")
    return lines

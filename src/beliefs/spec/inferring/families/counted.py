"""Numbers that are counted up under names which requests give: visits of a page, uses of a word.

No request makes such a row: the first count does. Whatever else shows a name and its number (by the
path or the query, the highest first, or drops one) is about the same rows.
"""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route, Shape, is_list, is_record
from beliefs.spec.documents.places import steps, unwrapped
from beliefs.spec.documents.words import plain, plural, snaked
from beliefs.spec.entities import Key
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept, Tally
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.numbers import NUMBERS, in_digits
from beliefs.spec.types import Field, Type

_ONE = r"(?:one|1|an?)"
_COUNTS = re.compile(
    rf"(?i)\bcounts? (?:{_ONE}|the|up|another|every|each)\b|\b(?:adds?|records?|registers?) {_ONE} "
    r"(?:\w+ )?(?:to|visit|hit|view|use|click)\b|\bincre(?:ments?|ases?)\b|\bup by (?:one|1)\b|"
    r"\bbumps?\b|\bplus (?:one|1)\b"
)
_DEEDS = {"increment", "inc", "hit", "hits", "visit", "count", "up", "bump", "click", "increase"}
_NEVER = re.compile(r"(?i)\b(?:0|zeros?|nought)\b")
_RESETS = re.compile(r"(?i)\bresets?\b|\bforgets?\b|\bback to (?:0|zero)\b|\bto (?:0|zero)\b")
_MOST = re.compile(
    r"(?i)\b(?:most|highest|top|best|largest|biggest|descending|popular)\b|\bby \w+ down\b"
)
_MANY = re.compile(
    rf"(?i)\b(?:top|most|the|first) (\d+|{'|'.join(NUMBERS[2:])})\b|\b(\d+) \w+ with"
)


def place(kept: Kept) -> None:
    """Keep a row for each name that a request counts, in the place of rows that nothing makes."""
    found = [(each, told) for each in kept.contract.routes if (told := _counted(each, kept))]
    if len(found) != 1:
        return
    route, (name, number) = found[0]
    mine = {id(each) for each in kept.contract.routes if _about(each, name, number)}
    stays = [each for each in kept.holdings if any(id(one) not in mine for one in each.routes)]
    if stays and any(route in each.routes for each in stays):
        return
    kept.holdings[:] = stays
    word = snaked(name) if plain(name) not in {"name", "key", "id"} else _noun(route)
    title = "".join(each.capitalize() for each in word.split("_"))
    if kept.of(title) is not None:
        return
    held = Holding(title, word, set(), [route], Shape(Type("record")))
    held.key, held.key_type, held.key_given = Key(name, "given"), Type("string"), True
    held.fields[number] = Field(number, Type("integer"), required=False, default="0")
    held.shadow = True
    kept.holdings.append(held)
    kept.tally = Tally(title, name, number)


def _noun(route: Route) -> str:
    return snaked(re.sub(r"s$", "", next(each.name for each in steps(route.path) if each.name)))


def _parts(shape: Shape | None) -> tuple[str, str] | None:
    """The name and the number of a record that has no more than these."""
    if shape is None or not is_record(shape) or len(shape.properties) != 2:
        return None
    kinds = {each.shape.type.kind: each.name for each in shape.properties}
    whole = kinds.get("integer") or kinds.get("number")
    return (kinds["string"], whole) if whole and "string" in kinds else None


def _counted(route: Route, kept: Kept) -> tuple[str, str] | None:
    """The name and the number that a request counts; None where it does something else."""
    both = _parts(route.good.shape if route.good else None)
    chain = steps(route.path, kept.base)
    if route.method not in {"POST", "PUT"} or both is None or not chain:
        return None
    if not _COUNTS.search(f"{route.summary}. {route.words}"):
        return None
    given = _given(route)
    makes = {each.path for each in kept.contract.routes if each.method == "POST"} - {route.path}
    rows = route.path.partition("/{")[0]
    if given is None or plain(given) != plain(both[0]) or rows in makes:
        return None
    ends = chain[-1].param or plain(chain[-1].name) in _DEEDS or route.body is not None
    return both if ends else None


def _given(route: Route) -> str | None:
    """What a request names a row by: all that it brings."""
    named = [each.name for each in route.params if each.place in {"path", "query"}]
    named += list(route.body.names) if route.body is not None and is_record(route.body) else []
    return named[0] if len(named) == 1 else None


def _about(route: Route, name: str, number: str) -> bool:
    """Whether a route brings such a name and no more, or lists names with their numbers."""
    inner, _ = unwrapped(route.good.shape if route.good else None)
    item = inner.item if inner is not None and is_list(inner) else inner
    given = _given(route)
    shown = _parts(item)
    if route.method == "GET" and item is None and _lists(route, name, number):
        return True
    if shown is not None:
        return {plain(each) for each in shown} == {plain(name), plain(number)}
    return given is not None and plain(given) == plain(name) and item is None


def _lists(route: Route, name: str, number: str) -> bool:
    """Whether words alone say that a request lists names with their numbers."""
    told = rf"(?i)\b(?:all|list|the|top)\b.*\b{re.escape(plural(name))}\b.*\b{re.escape(number)}\b"
    return "{" not in route.path and bool(re.search(told, route.words))


def counted_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route about counted names; None where it is about something else."""
    tally = writer.kept.tally
    if tally is None or not _about(route, tally.name, tally.number):
        return None
    held, one = tally.holding, "counted"
    # Counting makes nothing that anybody asked for.
    status = route.good.status if route.good and not route.good.usual else 200
    inner, wrap = unwrapped(route.good.shape if route.good else None)
    listed = inner is None and route.method == "GET" and _given(route) != tally.name
    if listed or (inner is not None and is_list(inner)):
        return _listed(writer, route, tally, wrap, status)
    given = f"input.{writer.name(_given(route) or '')}"
    reads = [f"let {one} = first({held}[where .{tally.name} = {given}])"]
    way = writer.refuse(route, "absent", f"{tally.name} not found", "unknown never", (404,))
    there = [f"guard {one} != null else {way}"]
    answer = f"answer {status} {one}"
    if route.method == "GET":
        never = f"answer {status} {made({tally.name: given, tally.number: '0'})}"
        zero = 404 not in route.statuses
        if zero and not _NEVER.search(route.words):
            return None  # nothing says what is told of a name that was never counted
        return [*reads, *([f"if {one} = null:", f"    {never}"] if zero else there), answer]
    drop = f"delete {held} where .{tally.name} = {given}"
    if route.method == "DELETE" or _RESETS.search(f"{route.path} {route.words}"):
        shown = made({tally.name: given, tally.number: "0"})
        told = "answer 204" if status == 204 else f"answer {status} {shown}"
        return [*reads, *(there if 404 in route.statuses else ()), drop, told]
    if not _counted(route, writer.kept):
        return None
    return [
        *reads,
        f"if {one} = null:",
        f"    insert {held} {made({tally.name: given, tally.number: '1'})} as {one}",
        f"    {answer}",
        f"patch {held} {one} {{{tally.number}: {one}.{tally.number} + 1}}",
        answer,
    ]


def _listed(writer: Writer, route: Route, tally: Tally, wrap: str, status: int) -> list[str] | None:
    """Names with their numbers, the highest first where words say so, no more than so many."""
    most = _MOST.search(f"{route.path} {route.words}")
    order = [f"by .{tally.number} down", f"by .{tally.name}"] if most else [f"by .{tally.name}"]
    asked = [each for each in writer.inputs(route) if each.place == "query"]
    if any(plain(each.name) not in {"limit", "n", "top", "count"} for each in asked):
        return None
    told = _MANY.search(route.words)
    many = (told[1] or told[2]) if told else ""
    limit = f"input.{asked[0].name}" if asked else in_digits(many)
    rows = f"{tally.holding}[{', '.join([*order, *([f'limit {limit}'] if limit else [])])}]"
    return [f"answer {status} {made({wrap: rows}) if wrap else rows}"]

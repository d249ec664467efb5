"""One value of a whole service: `GET /credit`, `POST /coins` adds to it, `POST /buy` takes from it.

A request that shows nothing but a number which no rows account for, and others that say of it that
they add to it, take from it or set it, are about one row that is there once. They are taken out of
a contract before what is kept is looked for, and are put back with effects of their own. Where
what they bring is listed too, the value is a sum of rows, and nothing of this is read.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Literal, NamedTuple, TypeAlias

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import bare, sentences
from beliefs.spec.documents.contract import ONE_OF, Contract, Property, Route, is_record
from beliefs.spec.documents.places import steps
from beliefs.spec.documents.words import plain, plural, words
from beliefs.spec.entities import Entity
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.numbers import in_digits
from beliefs.spec.types import Field, Type

Way: TypeAlias = Literal["add", "take", "set"]
_NUMBERS = {"integer", "number"}
_ANY = {"value", "count", "amount", "total", "current", "number", "n", "balance", "level"}
_BEFORE = {"refunded", "returned", "paidout", "payout", "change", "cleared", "previous", "before"}
_ADDS = re.compile(
    r"(?i)\b(?:add(?:s|ed|ing)?|increas\w+|increment\w*|deposit(?:s|ed|ing)|tops? up|raises?|"
    r"goes up|counts? up|puts?\b[^.;]*\b(?:into|in|on))\b"
)
_TAKES = re.compile(
    r"(?i)\b(?:(?:tak(?:es?|en|ing)|removes?|pays?)\b[^.;]*\b(?:from|off|out of|away|with)|"
    r"subtract\w*|deduct\w*|decreas\w+|decrement\w*|withdraw(?:s|ing)|spends?|charges?|lowers?|"
    r"reduces?|goes down|counts? down)\b"
)
_SETS = re.compile(
    r"(?i)\b(?:(?:re)?sets?\b[^.;]*?\b(?:to|at) `?(?P<to>\d+|zero)\b|resets?\b|clears?\b|empties\b|"
    r"(?:becomes|is) `?(?P<then>\d+|zero)`? (?:again|afterwards|then))"
)
_STARTS = re.compile(
    r"(?i)\b(?:starts? (?:out )?(?:at|with|from|as)|begins? (?:at|with|as)|initially|at first"
    r"(?: it is)?) `?(?P<a>\d+|zero)\b|\b(?P<b>\d+|zero)`?,? (?:at first|initially|at the (?:start|"
    r"beginning)|in the beginning|to (?:start|begin) with)\b"
)
_SHORT = re.compile(
    r"(?i)\bnot enough\b|\binsufficient\b|\btoo (?:little|low|small|few|much|high)\b|"
    r"\b(?:less|lower|smaller|fewer) than\b|\bbelow\b|\bnegative\b|\bdoes not (?:cover|suffice)|"
    r"\b(?:more|greater|larger|higher) than\b|\bexceeds?\b"
)
_NONE = re.compile(r"(?i)\b(?:is|at|already|be) (?:already )?(?:0|zero|empty|nothing)\b")
_MOST = re.compile(
    r"(?i)\b(?:more than|over|above|exceeds?|at most|no more than|greater than) `?(\d+)"
)


class Single(NamedTuple):
    """A value that there is once: what it is kept as, the name it is shown by, its routes."""

    entity: Entity
    value: str
    words: frozenset[str]  # that mean it
    start: int
    routes: tuple[tuple[int, Route], ...]  # with their places among all

    @property
    def read(self) -> str:
        """The value as it is kept, over `held`."""
        return f"or_else(held.{self.value}, {self.start})"


def taken_out(contract: Contract) -> tuple[Contract, tuple[Single, ...]]:
    """A contract without the routes of values that there are once; and these values."""
    if contract.caller or any(each.secured for each in contract.routes):
        return contract, ()  # whoever asks may have one each
    found: list[Single] = []
    for route in contract.routes:
        single = _single(route, contract)
        if single is not None:
            found.append(single)
    gone = {at for one in found for at, _ in one.routes}
    rest = tuple(each for at, each in enumerate(contract.routes) if at not in gone)
    return (replace(contract, routes=rest) if found else contract), tuple(found)


def _single(route: Route, contract: Contract) -> Single | None:
    """The value that a route shows and others move; None where it is none."""
    part, chain = _shown(route), steps(route.path, contract.base)
    if part is None or len(chain) != 1 or chain[0].param:
        return None
    noun = chain[0].name
    if plain(part.name) != plain(noun) and plain(part.name) not in _ANY:
        return None
    if any(each.path.startswith(f"{route.path}/{{") for each in contract.routes):
        return None
    means = frozenset({noun.lower(), part.name.lower()} - (_ANY - {noun.lower()}))
    moving = [
        (at, each)
        for at, each in enumerate(contract.routes)
        if each.method != "GET" and _is_about(each, route, part.name, means, contract)
    ]
    moved = [each for each in moving if way_of(each[1]) is not None]
    if not moved or len(moved) < len(moving) or _are_listed(moved, contract):
        return None
    if all(each.method == "PUT" for _, each in moved):
        return None  # it is only set: one of a kind, as settings are
    of_rows = contract.routes if any("{" in each.path for _, each in moved) else ()
    brought = (*(each for _, each in moved), *of_rows)
    numbers = [one.shape.type.kind for each in brought for one in _amounts(each)]
    kind = Type("number" if "number" in (part.shape.type.kind, *numbers) else "integer")
    start = _start(route, contract, means)
    field = Field(part.name, kind, required=False, default=str(start))
    at = contract.routes.index(route)
    entity = Entity("".join(each.capitalize() for each in words(noun)), plural(noun), (field,))
    told = tuple((place, _as_told(each)) for place, each in moved)
    return Single(entity, part.name, means, start, ((at, route), *told))


_OFFERED = re.compile(r"(?i)\b(?:one of|either) (\d+(?:, ?\d+)*(?:,? (?:or|and) \d+)?)(?![\d.])")


def _as_told(route: Route) -> Route:
    """A route whose one amount is what words about it say: "(one of 10, 20, 50)", "default 1"."""
    amounts = _amounts(route)
    if len(amounts) != 1 or route.body is None:
        return route
    part = amounts[0]
    usual = re.search(
        rf"(?i)\b{re.escape(part.name)}\b[^.;]{{0,30}}?\bdefaults?(?: to| is|:)? (\d+)",
        said_of(route),
    )
    if usual and not part.default:
        part = replace(part, required=False, default=usual[1])
    if (offered := _OFFERED.search(said_of(route))) and ONE_OF not in part.words:
        numbers = ", ".join(re.findall(r"\d+", offered[1]))
        said = f"{part.words} {ONE_OF} {numbers}".strip()
        part = replace(part, shape=replace(part.shape, words=said))
    parts = tuple(part if each.name == part.name else each for each in route.body.properties)
    needed = any(each.required for each in parts)
    return replace(
        route,
        body=replace(route.body, properties=parts),
        body_required=route.body_required and needed,
    )


def _shown(route: Route) -> Property | None:
    """The one number that a route shows, and nothing else."""
    shape = route.good.shape if route.good else None
    if route.method != "GET" or shape is None or not is_record(shape) or route.params:
        return None
    parts = shape.properties
    alone = len(parts) == 1 and parts[0].shape.type.kind in _NUMBERS
    return parts[0] if alone else None


def _is_about(
    route: Route, shown: Route, value: str, means: frozenset[str], contract: Contract
) -> bool:
    """Whether a request moves a value: it is below its path, answers it, or its words name it."""
    if route.path == shown.path or route.path.startswith(f"{shown.path}/"):
        return True
    shape = route.good.shape if route.good else None
    answers = shape is not None and is_record(shape) and value in shape.names
    said = {each.lower() for each in re.findall(r"\w+", said_of(route))}
    del contract
    return bool(means & said) and (answers or shape is None or way_of(route) is not None)


def said_of(route: Route) -> str:
    """All that is said of a route, without the failures that it may have."""
    text = bare(f"{route.words}. {route.summary}. {route.good.words if route.good else ''}")
    return re.sub(r"\{[^{}]*\}", "", text)


def _are_listed(moved: list[tuple[int, Route]], contract: Contract) -> bool:
    """Whether what requests bring is shown anywhere: then there are rows of it."""
    paths = {each.path for _, each in moved if _amounts(each)}
    lists = [each for each in contract.routes if each.method == "GET" and _shown(each) is None]
    return any(each.path in paths for each in lists)


def _amounts(route: Route) -> list[Property]:
    parts = route.body.properties if is_record(route.body) and route.body is not None else ()
    return [each for each in parts if each.shape.type.kind in _NUMBERS]


_MEANT: dict[Way, re.Pattern[str]] = {"add": _ADDS, "take": _TAKES, "set": _SETS}
_PATHS: dict[Way, frozenset[str]] = {
    "add": frozenset({"increment", "inc", "add", "deposit", "plus", "up", "topup", "increase"}),
    "take": frozenset({"decrement", "dec", "withdraw", "minus", "down", "decrease", "subtract"}),
    "set": frozenset({"reset", "clear", "zero", "empty", "refund"}),
}


def way_of(route: Route) -> Way | None:
    """What a request does with a value, by its words, else by its path; None where it is unclear.

    >>> way_of(Route("POST", "/coins", words="adds the coin to the credit"))
    'add'
    """
    good = [
        each for each in re.split(r"(?<=[.;])\s+|; ?", said_of(route)) if not _FAILS.search(each)
    ]
    text = ". ".join(good)
    last = plain(route.path.rstrip("/").rpartition("/")[2])
    by_path: list[Way] = [way for way, names in _PATHS.items() if last in names]
    told = [way for way, meant in _MEANT.items() if meant.search(text)]
    if len(told) == 1:
        return told[0]
    if by_path and (not told or by_path[0] in told):
        return by_path[0]
    return "set" if route.method in {"PUT", "DELETE"} and not told else None


_FAILS = re.compile(r"(?i)^\W*(?:4\d\d)\b|\b4\d\d\W*$|\bif\b.*\b4\d\d\b")


def _start(route: Route, contract: Contract, means: frozenset[str]) -> int:
    """What a value is at first: as words say that are about it, else 0."""
    before = ""
    texts = [contract.summary, *(text for _, text in contract.prose), route.words]
    for sentence in (one for each in texts for one in sentences(bare(each))):
        said = (
            f"{before} {sentence}".lower() if re.match(r"(?i)it\b", sentence) else sentence.lower()
        )
        match = _STARTS.search(sentence)
        if match and (means & set(re.findall(r"\w+", said)) or sentence in route.words):
            told = match["a"] or match["b"]
            return 0 if told.lower() == "zero" else int(told)
        before = sentence
    return 0


def value_lines(writer: Writer, route: Route, single: Single) -> list[str] | None:
    """The effect of a route of such a value; None where something of its answer is unclear."""
    entity, value = single.entity.name, single.value
    read = [f"let held = first({entity})"]
    status = route.good.status if route.good else 200
    if route.method == "GET":
        return [*read, f"answer {status} {made({value: single.read})}"]
    chain = writer.chain(route)
    above = writer.above(route, chain)
    amount = _amount(writer, route)
    way = way_of(route)
    if amount is None and way != "set":
        return None
    lines = [*above, *read, f"let before = {single.read}"]
    if way == "set":
        after = amount or _set_to(route, single)
    else:
        after = f"before {'+' if way == 'add' else '-'} {amount}"
    lines += _guards(writer, route, way, amount or "", single)
    lines += [
        f"let after = {after}",
        "if held = null:",
        f"    insert {entity} {{{value}: after}} as held",
        "else:",
        f"    patch {entity} held {{{value}: after}}",
    ]
    if status == 204:
        return [*lines, "answer 204"]
    shown = _answer(writer, route, single)
    return [*lines, f"answer {_status(route)} {shown}"] if shown is not None else None


def _status(route: Route) -> int:
    """The status that is told; nothing is made that could have been created."""
    good = route.good
    return good.status if good is not None and not good.usual else 200


def _amount(writer: Writer, route: Route) -> str | None:
    """By how much a value moves: what is brought, a value of the row above, or a number."""
    amounts = _amounts(route)
    if len(amounts) == 1:
        return f"input.{writer.name(amounts[0].name)}"
    if amounts or (route.body is not None and route.body.properties):
        return None
    chain = writer.chain(route)
    for end in range(len(chain), 0, -1):
        holding = writer.kept.at(chain[:end]) if chain[end - 1].param else None
        if holding is None:
            continue
        text = said_of(route).lower()
        named = [
            each.name
            for each in holding.fields.values()
            if each.type.kind in _NUMBERS and re.search(rf"\b{each.name.lower()}\b", text)
        ]
        return f"{holding.variable}.{named[0]}" if len(named) == 1 else None
    if way_of(route) == "set":
        return None
    told = re.search(
        r"(?i)\b(?:adds?|by|subtracts?|takes?|plus|minus|deducts?|removes?) "
        r"(\d+|one|two|three|five|ten)\b",
        said_of(route),
    )
    return in_digits(told[1].lower()) if told else "1"


def _set_to(route: Route, single: Single) -> str:
    told = _SETS.search(said_of(route))
    number = (told["to"] or told["then"] or "") if told else ""
    return "0" if number.lower() == "zero" else number or str(single.start)


def _guards(
    writer: Writer, route: Route, way: Way | None, amount: str, single: Single
) -> list[str]:
    """What must hold before a value moves, as the failures of a route say."""
    faults = [(each.status, each.words) for each in route.faults]
    faults += [(each.status, each.words) for each in route.replies if each.status >= 400]
    for status, told in dict.fromkeys(faults):
        refuse = _refused(writer, route, status, single)
        if way == "take" and _NONE.search(told) and amount != "1":
            return [f"guard before > 0 else {refuse}"]
        if way == "take" and (_SHORT.search(told) or _NONE.search(told)):
            return [f"guard before >= {amount} else {refuse}"]
        if way == "add" and (most := _MOST.search(told)):
            return [f"guard before + {amount} <= {most[1]} else {refuse}"]
    return []


def _refused(writer: Writer, route: Route, status: int, single: Single) -> str:
    noun = min(single.words) if single.words else single.value
    return writer.refuse(
        route, "conflict", f"Not enough {noun}", "enough insufficient less more", (status,)
    )


def _answer(writer: Writer, route: Route, single: Single) -> str | None:
    """What a request that moved a value answers; None where something in it is unclear."""
    shape = route.good.shape if route.good else None
    if shape is None or not is_record(shape):
        return made({single.value: "after"})
    values: dict[str, str] = {}
    for part in shape.properties:
        value = _part(writer, route, part, single)
        if value is None:
            return None
        values[part.name] = value
    return made(values)


def _part(writer: Writer, route: Route, part: Property, single: Single) -> str | None:
    name = plain(part.name)
    brought = route.body.names if route.body is not None else ()
    if part.shape.type.kind in _NUMBERS:
        if name in _BEFORE:
            return "before"
        if part.name in brought and name != plain(single.value):
            return f"input.{writer.name(part.name)}"
        if name == plain(single.value) or name.removeprefix("new") in _ANY | single.words:
            return "after"
    if part.shape.type.kind == "boolean" and name in {"ok", "success"}:
        return "true"
    chain = writer.chain(route)
    for end in range(len(chain), 0, -1):
        holding = writer.kept.at(chain[:end]) if chain[end - 1].param else None
        if holding is None:
            continue
        if field := holding.named(part.name):
            return f"{holding.variable}.{field}"
        if name == plain(holding.word) and part.shape.type.kind == "record":
            return holding.variable
        if name == plain(holding.word) and (field := holding.named("name")):
            return f"{holding.variable}.{field}"
    if name in {"message", "status"} and part.shape.example:
        return json.dumps(json.loads(part.shape.example))
    return None

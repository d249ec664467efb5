"""Rows that words pick out of many: "the oldest queued job", "a free locker that is big enough"."""

from __future__ import annotations

import json
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.names import CREATED
from beliefs.spec.documents.words import plain, snaked
from beliefs.spec.inferring.answers.ordering import stated_order
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.told.conditions import holds
from beliefs.spec.inferring.told.settings import ARTICLE, Row, Setting
from beliefs.spec.inferring.told.states import state
from beliefs.spec.types import Field

_FIRST = {"first", "next", "oldest", "earliest", "longest waiting", "top", "front"}
_LAST = {"last", "newest", "latest", "youngest", "most recent"}
_LESS = {"smallest", "lowest", "cheapest", "least", "shortest", "lightest", "nearest", "fewest"}
_MORE = {"largest", "biggest", "highest", "greatest", "most expensive", "longest", "heaviest"}
_MORE |= {"best", "most"}
_ORDERS = _FIRST | _LAST | _LESS | _MORE | {"random"}
_SIZES = ("size", "capacity", "seats", "beds", "places", "volume", "price", "number", "priority")
_ORDER = "|".join(sorted(_ORDERS, key=len, reverse=True))
_CHOSEN = re.compile(
    r"(?i)(?P<article>the|an?|any|one|that|some)? ?(?P<before>(?:[\w-]+ )*?)(?P<noun>[\w-]+)"
    r"(?: (?:in|of) (?:the )?(?:line|queue|row|order|list))?"
    r"(?P<after>(?:,? (?:which|that|who|with|whose|where|of|for)\b.*)?)"
)
_AMONG = re.compile(
    rf"(?i),? (?:and |then )?(?:among (?:those|these|them)|of those|of these|then|if several,?) "
    rf"(?:by )?(?:the )?(?:one with the )?(?P<way>{_ORDER})(?: (?P<name>\w+))?(?: first)?"
)
_BY = re.compile(rf"(?i)(?:with|of) the (?P<way>{_ORDER}) (?P<name>\w+)(?: (?:that|which) fits)?")
_FITS = re.compile(
    r"(?i)fits?|(?:is |are )?(?:big|large|long|strong) enough|is suitable|holds it|suffices"
)
_MANY = re.compile(r"(?i)(?P<sign>at least|at most|exactly)? ?(?:that|so|as) many (?P<name>\w+)")


class Pick(NamedTuple):
    """A row that is picked: what must hold for it, and which comes first."""

    holding: Holding
    tests: tuple[str, ...]
    orders: tuple[str, ...]
    random: bool = False

    @property
    def rows(self) -> str:
        """The rows that it may be, best first."""
        parts = [f"where {' and '.join(self.tests)}"] if self.tests else []
        parts += [f"by {each}" for each in self.orders]
        return f"{self.holding.name}[{', '.join(parts)}]" if parts else self.holding.name

    @property
    def line(self) -> str:
        """The statement that reads it."""
        function = "any_of" if self.random else "first"
        return f"let {self.holding.variable} = {function}({self.rows})"


def picked(words: str, setting: Setting) -> Pick | None:
    """The pick that a phrase tells; None where it is none, or not all of it is understood."""
    words, orders_behind = _among(words)
    match = _CHOSEN.fullmatch(words.strip())
    holding = setting.writer.kept.called(snaked(match["noun"])) if match else None
    if match is None or holding is None or not match["article"]:
        return None
    row = Row(holding, "")
    tests: list[str] = []
    orders: list[str] = []
    ways, adjectives = _taken_apart(match["before"].strip())
    for each in adjectives:
        test = state(row, each)
        if not test:
            return None
        tests.append(test)
    for part in _relatives(match["after"]):
        ordered = _BY.fullmatch(part)
        if ordered:
            orders += _order(holding, ordered["way"], ordered["name"], setting)
        elif test := _related(part, row, setting):
            tests.append(test)
        else:
            return None
    definite = match["article"].lower() != "the" or ways or tests or orders
    if not definite or not (ways or tests):
        return None
    for way in ways:
        orders = [*_order(holding, way, "", setting), *orders]
    for way, name in orders_behind:
        orders += _order(holding, way, name, setting)
    named = setting.row(match["noun"])
    if named is not None and named.at and not ways and match["article"].lower() == "the":
        return None  # it is at hand already
    random = "random" in ways
    return Pick(holding, tuple(dict.fromkeys(tests)), tuple(dict.fromkeys(orders)), random)


def _among(words: str) -> tuple[str, list[tuple[str, str]]]:
    """A phrase, and what comes first among rows that are alike."""
    found: list[tuple[str, str]] = []
    match = _AMONG.search(words)
    while match:
        found.append((match["way"], match["name"] or ""))
        words = words[: match.start()] + words[match.end() :]
        match = _AMONG.search(words)
    return words, found


def _taken_apart(before: str) -> tuple[list[str], list[str]]:
    """What comes first, and the states, that stand before a noun."""
    ways = [each.lower() for each in re.findall(rf"(?i)\b(?:{_ORDER})\b", before)]
    rest = re.sub(rf"(?i)\b(?:{_ORDER})\b", "", before)
    left = [each for each in re.split(r",? and |, |\s+", rest.strip()) if each]
    return ways, [each for each in left if each.lower() not in {"suitable", "fitting", "matching"}]


def _relatives(after: str) -> list[str]:
    text = after.strip(" ,")
    parts = re.split(r"(?i),? (?:and )?(?=(?:which|that|who|whose|with the|where)\b)", text)
    return [
        re.sub(r"(?i)^(?:which|that|who|where) ", "", each.strip(" ,")) for each in parts if each
    ]


def _related(part: str, row: Row, setting: Setting) -> str:
    """A condition on the row that is picked."""
    inner = setting.about(row)
    bare = re.sub(r"(?i)^(?:with|whose|of|for) ", "", part)
    if _FITS.fullmatch(bare):
        return _fits(row, setting)
    both = re.fullmatch(r"(?i)(?:is )?(?P<state>[\w-]+) and (?P<rest>.+)", bare)
    if both and _FITS.fullmatch(both["rest"]) and (one := state(row, both["state"])):
        fit = _fits(row, setting)
        return f"{one} and {fit}" if fit else ""
    many = _MANY.fullmatch(bare)
    if many:
        name, brought = row.holding.named(many["name"]), setting.brought(many["name"])
        sign = {"at most": "<=", "exactly": "="}.get((many["sign"] or "").lower(), ">=")
        return f".{name} {sign} input.{brought.name}" if name and brought is not None else ""
    same = re.fullmatch(rf"(?i){ARTICLE}(?P<name>\w+)", bare)
    if same and part != bare:
        name, brought = row.holding.named(same["name"]), setting.brought(same["name"])
        if name and brought is not None:
            return f".{name} = input.{brought.name}"
        above = setting.row(same["name"])
        link = next(
            (each for each in row.holding.parents if above and each.name == above.holding.name),
            None,
        )
        if link is not None and above is not None:
            return f".{link.field} = {above.of(above.holding.key.name)}"
    return holds(bare, inner)


def _measure(holding: Holding, name: str = "") -> Field | None:
    """What rows are large or small by."""
    if name:
        known = holding.named(name)
        return holding.fields.get(known) or (
            Field(known, holding.key_type) if known == holding.key.name else None
        )
    for each in _SIZES:
        for field in holding.fields.values():
            if plain(field.name) in {each, f"{each}kg"} or plain(field.name).endswith(each):
                return field
    return None


def _scale(field: Field, setting: Setting) -> tuple[str, ...]:
    """The choices of a field in the order that words tell."""
    for each in setting.scales:
        if set(map(plain, each)) == set(map(plain, field.type.choices)):
            return each
    return ()


def ranked(value: str, field: Field, setting: Setting) -> str:
    """A value as something that can be compared: a choice by its place in the order of all."""
    if not field.type.choices:
        return value
    scale = _scale(field, setting)
    return f"index({json.dumps(list(scale))}, {value})" if scale else ""


def _fits(row: Row, setting: Setting) -> str:
    """Whether a row is large enough for what the request brings, or small enough for it."""
    numbers = [
        each
        for each in setting.inputs
        if each.place != "path" and (each.type.kind in {"integer", "number"} or each.type.choices)
    ]
    for each in numbers:
        field = _measure(row.holding, each.wire)
        if field is not None:
            left, right = ranked(f".{field.name}", field, setting), f"input.{each.name}"
            right = ranked(right, field, setting)
            return f"{left} >= {right}" if left and right else ""
    for each in numbers:
        field = next(
            (
                one
                for one in row.holding.fields.values()
                if plain(each.wire).endswith(plain(one.name))
            ),
            None,
        )
        if field is not None and field.type.kind in {"integer", "number"}:
            return f".{field.name} <= input.{each.name}"
    return ""


def _order(holding: Holding, way: str, name: str, setting: Setting) -> list[str]:
    """The keys to sort by."""
    small = way.lower()
    if small == "random":
        return []
    if small in _FIRST | _LAST:
        return _in_time(holding, setting, last=small in _LAST)
    field = _measure(holding, name)
    key = ranked(f".{field.name}", field, setting) if field is not None else ""
    down = " down" if small in _MORE else ""
    return [f"{key}{down}"] if key else []


def _in_time(holding: Holding, setting: Setting, *, last: bool) -> list[str]:
    """Rows as they came, or as the list of those that wait has them."""
    down = " down" if last else ""
    lists = [each for each in setting.writer.contract.routes if _lists(each, holding, setting)]
    stated = next((found for each in lists if (found := stated_order(each, holding))), [])
    if not last and stated and all(each[1:].split(" ")[0] in holding.fields for each in stated):
        return stated
    moment = next((each for each in holding.fields if plain(each) in CREATED), "")
    if moment:
        return [f".{moment}{down}"]
    return [f".{holding.key.name} down"] if last and holding.key.style == "integer" else []


def _lists(route: Route, holding: Holding, setting: Setting) -> bool:
    chain = setting.writer.chain(route)
    return route.method == "GET" and bool(chain) and setting.writer.kept.at(chain) is holding

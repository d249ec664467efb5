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
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.told.conditions import holds
from beliefs.spec.inferring.told.settings import ARTICLE, Row, Setting
from beliefs.spec.inferring.told.states import state
from beliefs.spec.operations import Input
from beliefs.spec.types import Field

_FIRST = {"first", "next", "oldest", "earliest", "longest waiting", "top", "front"}
_LAST = {"last", "newest", "latest", "youngest", "most recent"}
_LESS = {"smallest", "lowest", "cheapest", "least", "shortest", "lightest", "nearest", "fewest"}
_MORE = {"largest", "biggest", "highest", "greatest", "most expensive", "longest", "heaviest"}
_MORE |= {"best", "most"}
_ORDERS = _FIRST | _LAST | _LESS | _MORE | {"random"}
_SIZES = ("size", "capacity", "seats", "beds", "places", "volume", "price", "number", "priority")
_ORDER = "|".join(sorted(_ORDERS, key=len, reverse=True))
_ARTICLE = re.compile(r"(?i)(the|an?|any|one|that|some|whichever|whatever) ")
_QUEUED = re.compile(
    r"(?i)(?:(?:that|which|who) (?:is|are) )?(?:still )?(?:in|of|from|on|at the (?:front|head|top) "
    r"of) (?:the |its |that |this )?(?:waiting )?(?:line|queue|row|order|list|stack|pile)"
)
# When rows came, told behind them: "that was drawn first", "who has been waiting longest".
_CAME = re.compile(
    r"(?i)(?:(?:that|which|who) )?(?:(?:was|were|is|are|has|have|had|been|came|comes|got|still) )*"
    r"(?:(?P<verb>\w+) )?(?:in |on |up |there )?(?:for )?(?:the )?"
    r"(?P<way>first|last|longest|earliest|latest|most recently|soonest)"
)
_OF_THOSE = re.compile(
    r"(?i)(?:of|among|from|out of) (?:all |only )?(?:the )?(?:those|these|them|ones)?,? ?"
    r"(?:(?:that|which|who) )?(?=\w)"
)
_AMONG = re.compile(
    rf"(?i),? (?:and |then )?(?:among (?:those|these|them|several|equals?)|of (?:those|these|them|"
    rf"several|equals?)|then|(?:if|when) (?:there are )?several(?: fit)?,?|(?:with|in case of|on) "
    rf"(?:a )?(?:ties?|draws?),?|ties:?|(?=the one (?:with|of) the )) ?(?:by )?(?:the )?(?:one )?"
    rf"(?:(?:with|of) the )?"
    rf"(?P<way>{_ORDER})(?: (?P<name>\w+))?(?: first| wins| goes first)?"
)
_BY = re.compile(
    rf"(?i)(?:(?:with|of|has|have|has had|have had|at) the|whose) (?:(?P<way>{_ORDER}) "
    rf"(?P<name>\w+)|"
    rf"(?P<of>\w+) is (?:the )?(?P<how>{_ORDER}))(?: (?:that|which) fits| of (?:them )?all)?"
)
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
    ranks: bool = False  # words say which comes first

    @property
    def worked(self) -> dict[str, str]:
        """What is worked out of every row, where words ask for it: "with the fewest rides"."""
        asked = " ".join((*self.tests, *self.orders))
        return {
            name: template.replace("$", self.holding.variable)
            for name, template in self.holding.computed.items()
            if re.search(rf"(?<![\w)])\.{re.escape(name)}\b", asked)
        }

    @property
    def rows(self) -> str:
        """The rows that it may be, best first."""
        parts = [f"where {' and '.join(self.tests)}"] if self.tests else []
        parts += [f"by {each}" for each in self.orders]
        one, name = self.holding.variable, self.holding.name
        if self.worked:
            name = f"each({one} in {name}: merge({one}, {made(self.worked)}))"
        return f"{name}[{', '.join(parts)}]" if parts else name

    @property
    def lines(self) -> list[str]:
        """The statements that read it; what is worked out of a row is no part of it."""
        one, key = self.holding.variable, self.holding.key.name
        found = f"{'any_of' if self.random else 'first'}({self.rows})"
        if not self.worked:
            return [f"let {one} = {found}"]
        again = f"let {one} = first({self.holding.name}[where .{key} = best.{key}])"
        return [f"let best = {found}", again]


class Named(NamedTuple):
    """A row that words name: one at hand, with what it must be for that, or one that is picked."""

    row: Row
    needs: str = ""
    pick: Pick | None = None


def whom(words: str, setting: Setting) -> Named | None:
    """The row that words name: "it", "a called ticket", "the oldest ticket that waits"."""
    row = setting.row(words)
    if row is not None:
        return Named(row)
    return of_kind(words, setting) or _chosen(words, setting)


def of_kind(words: str, setting: Setting) -> Named | None:
    """A row at hand, by the state that words say it is in: "an idle or paused chore"."""
    match = re.fullmatch(
        rf"(?i){ARTICLE}(?P<states>[\w-]+(?:(?:,|,? or|/) ?[\w-]+)*) (?P<noun>[\w-]+)",
        words.strip(),
    )
    row = setting.row(match["noun"]) if match else None
    if match is not None and row is not None and row.at:
        tests = [state(row, each) for each in re.split(r",? or |, |/", match["states"])]
        return Named(row, " or ".join(tests)) if all(tests) else None
    match = re.fullmatch(
        rf"(?i)(?P<noun>{ARTICLE}[\w-]+),? (?:that|which|who) (?P<test>(?:is|are|was|has)\b.+)",
        words.strip(),
    )
    row = setting.row(match["noun"]) if match else None
    test = holds(f"it {match['test']}", setting.about(row)) if match and row else ""
    return Named(row, test) if row is not None and row.at and test else None


def _chosen(words: str, setting: Setting) -> Named | None:
    pick = picked(words, setting)
    return Named(Row(pick.holding, pick.holding.variable), pick=pick) if pick else None


def picked(words: str, setting: Setting) -> Pick | None:
    """The pick that a phrase tells; None where it is none, or not all of it is understood."""
    words, orders_behind = _among(re.sub(r" +,", ",", words))
    article = _ARTICLE.match(words.strip())
    parts = words.strip()[article.end() :].split(" ") if article else []
    for at, noun in enumerate(parts):
        holding = setting.writer.kept.called(snaked(noun.strip(",")))
        if article is None or holding is None or not re.match(r"[\w-]+,?$", noun):
            continue
        around = " ".join(parts[:at]), " ".join(parts[at + 1 :])
        found = _picked(holding, around, orders_behind, setting)
        named = setting.row(noun)
        at_hand = named is not None and bool(named.at) and article[1].lower() == "the"
        if found is not None and not (at_hand and not found.ranks):
            return found
    return None


def _picked(
    holding: Holding, around: tuple[str, str], behind: list[tuple[str, str]], setting: Setting
) -> Pick | None:
    """The pick of a noun, what stands before and after it, and what comes first of its like."""
    row = Row(holding, "")
    tests: list[str] = []
    orders: list[str] = []
    ways, adjectives = _taken_apart(around[0].strip(), row)
    for each in adjectives:
        test = state(row, each)
        if not test:
            return None
        tests.append(test)
    for part in _relatives(around[1]):
        ordered = _BY.fullmatch(part)
        if _QUEUED.fullmatch(part):
            tests += [test] if (test := state(row, "waiting")) else []
        elif ordered:
            way, name = ordered["way"] or ordered["how"], ordered["name"] or ordered["of"]
            keys = _order(holding, way, name, setting)
            if keys is None:
                return None
            orders += keys
        elif (came := _came(part, row)) is not None:
            ways.append(came[0])
            tests += came[1]
        elif test := _related(part, row, setting):
            tests.append(test)
        else:
            return None
    if not (ways or tests or orders):
        return None
    first = [_order(holding, way, "", setting) for way in reversed(ways)]
    then = [_order(holding, way, name, setting) for way, name in behind]
    if any(each is None for each in (*first, *then)):
        return None
    orders = [key for keys in (*first, orders, *then) for key in keys or ()]
    random = "random" in ways
    kept, by = tuple(dict.fromkeys(tests)), tuple(dict.fromkeys(orders))
    return Pick(holding, kept, by, random, bool(ways or by))


def _among(words: str) -> tuple[str, list[tuple[str, str]]]:
    """A phrase, and what comes first among rows that are alike."""
    found: list[tuple[str, str]] = []
    match = _AMONG.search(words)
    while match:
        found.append((match["way"], match["name"] or ""))
        words = words[: match.start()] + words[match.end() :]
        match = _AMONG.search(words)
    return words, found


def _taken_apart(before: str, row: Row) -> tuple[list[str], list[str]]:
    """What comes first, and the states, that stand before a noun."""
    before = re.sub(r"(?i)-(?=numbered|waiting)", " ", before)
    ways = [each.lower() for each in re.findall(rf"(?i)\b(?:{_ORDER})\b", before)]
    rest = re.sub(rf"(?i)\b(?:{_ORDER})\b", "", before)
    if "longest waiting" in ways and state(row, "waiting"):
        rest += " waiting"
    left = [each for each in re.split(r",? and |, |\s+", rest.strip(" ,")) if each]
    dull = {"suitable", "fitting", "matching", "numbered", "single", "other"}
    return ways, [each for each in left if each.lower() not in dull]


def _relatives(after: str) -> list[str]:
    text = after.strip(" ,")
    parts = re.split(
        r"(?i)(?<! is)(?<! as),? (?:and )?(?=(?:which|that(?! \w+$)|who|whose|with (?:the|enough)|"
        r"where|"
        r"of (?:those|these|them|the same|that|its)|in the (?:line|queue)|in line)\b)",
        text,
    )
    return [
        re.sub(r"(?i)^(?:which|that|who|where) ", "", each.strip(" ,")) for each in parts if each
    ]


def _came(part: str, row: Row) -> tuple[str, list[str]] | None:
    """When a row came, with the state that words name beside it: "waiting longest"."""
    match = _CAME.fullmatch(part)
    if match is None:
        return None
    verb = (match["verb"] or "").lower()
    test = state(row, verb) if verb else ""
    if not test and verb and re.search(r"(?:ing|s)$", verb):
        return None
    way = {"longest": "first", "most recently": "last", "soonest": "first"}
    return way.get(match["way"].lower(), match["way"].lower()), [test] if test else []


_LATER_ON = re.compile(r"(?i)\b(?:then|afterwards|from then on|any more|from now on|thereafter)$")


def _related(part: str, row: Row, setting: Setting) -> str:
    """A condition on the row that is picked."""
    inner = setting.about(row)
    if _LATER_ON.search(part):
        return ""  # it says what becomes of the row
    if re.match(r"(?i)\w+(?: of)? (?:those|these|them)\b", part):
        part = _OF_THOSE.sub("", part)
    bare = re.sub(r"(?i)^(?:with|whose|of|for) ", "", part)
    if _FITS.fullmatch(bare):
        return _fits(row, setting)
    both = re.fullmatch(r"(?i)(?:is )?(?P<state>[\w-]+) and (?P<rest>.+)", bare)
    if both and _FITS.fullmatch(both["rest"]) and (one := state(row, both["state"])):
        fit = _fits(row, setting)
        return f"{one} and {fit}" if fit else ""
    enough = re.fullmatch(r"(?i)(?:has |have )?enough (?:free )?(?P<name>\w+)(?: left)?", bare)
    if enough and (field := row.holding.fields.get(row.holding.named(enough["name"]))) is not None:
        wants = [
            each for each in setting.inputs if each.place == "json" and each.type.kind == "integer"
        ]
        return f".{field.name} >= input.{wants[0].name}" if len(wants) == 1 else ""
    many = _MANY.fullmatch(bare)
    if many:
        name, brought = row.holding.named(many["name"]), setting.brought(many["name"])
        sign = {"at most": "<=", "exactly": "="}.get((many["sign"] or "").lower(), ">=")
        return f".{name} {sign} input.{brought.name}" if name and brought is not None else ""
    same = re.fullmatch(
        rf"(?i){ARTICLE}(?:same |given |requested |asked )*(?P<name>\w+)"
        r"(?: (?:is|as) (?:that|the one|the same|requested|given|asked for)(?: (?:as|of) .+)?)?",
        bare,
    )
    if same and part != bare:
        name, brought = row.holding.named(same["name"]), setting.brought(same["name"])
        if name and brought is not None:
            return _alike(name, brought)
        above = setting.row(same["name"])
        link = next(
            (each for each in row.holding.parents if above and each.name == above.holding.name),
            None,
        )
        if link is not None and above is not None:
            return f".{link.field} = {above.of(above.holding.key.name)}"
    return holds(bare, inner) or state(row, bare)


def _alike(name: str, given: Input) -> str:
    """That a row has what the request brings; any row has where it may bring nothing."""
    same = f".{name} = input.{given.name}"
    return same if given.required or given.default else f"(input.{given.name} = null or {same})"


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
        if each.place != "path"
        and (
            each.type.kind in {"integer", "number"} or _measure(row.holding, each.wire) is not None
        )
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


def _order(holding: Holding, way: str, name: str, setting: Setting) -> list[str] | None:
    """The keys to sort by; None where nothing says what is meant."""
    from beliefs.spec.inferring.valuing.orders import field_told, superlative

    small = way.lower()
    if small == "random":
        return []
    if small in _FIRST | _LAST:
        return _in_time(holding, setting, last=small in _LAST)
    field = _measure(holding, name)
    key = ranked(f".{field.name}", field, setting) if field is not None else ""
    down = " down" if small in _MORE else ""
    if not key and name and (told := field_told(name, holding)) in holding.computed:
        key = f".{told}"
    if not key and not name and (keys := superlative(small, "", holding)):
        return keys
    return [f"{key}{down}"] if key else None


def _in_time(holding: Holding, setting: Setting, *, last: bool) -> list[str]:
    """Rows as they came, or as the list of those that wait has them."""
    down = " down" if last else ""
    lists = [each for each in setting.writer.contract.routes if _lists(each, holding, setting)]
    stated = next((found for each in lists if (found := stated_order(each, holding))), [])
    if not last and stated and all(each[1:].split(" ")[0] in holding.fields for each in stated):
        return stated
    place = next((each for each in holding.fields if plain(each) in {"position", "place"}), "")
    moment = place or next((each for each in holding.fields if plain(each) in CREATED), "")
    if moment:
        return [f".{moment}{down}"]
    return [f".{holding.key.name} down"] if last and holding.key.style == "integer" else []


def _lists(route: Route, holding: Holding, setting: Setting) -> bool:
    chain = setting.writer.chain(route)
    return route.method == "GET" and bool(chain) and setting.writer.kept.at(chain) is holding

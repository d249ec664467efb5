"""Rows that show when they were last heard of, and what that makes them: unknown, up or down.

`POST /hosts/{name}/ping` keeps no row of its own where a host itself shows `last_ping`: the request
only notes the moment, and the state is worked out of it whenever somebody looks.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Contract, Property, Route, Shape, is_record
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Scene, Writer, said_of
from beliefs.spec.types import Field, Type

BEATS = {"heartbeat", "beat", "ping", "alive", "keepalive", "pulse", "heartbeats", "beats", "pings"}
_CALLS = BEATS | {"checkin", "tick", "callin", "seen", "signal", "touch", "contact"}
_STATES = {"status", "state", "health"}
_WORD = r"[`\"“]?([a-z][\w-]*)[`\"”]?"
_SPAN = r"(?:its |the |their )?`?([a-z_]\w*|\d+)`? (second|minute|hour)s?\b"
_NAMED = r"(?:its |the (?!last\b)|their |that )`?([a-z_]\w*)`?"  # counted in what its own words say
_LATE = rf"(?<!not )(?<!no )(?:more|longer|older) than (?:{_SPAN}|{_NAMED})|over {_SPAN}"
_SOON = rf"(?:within|at most|less than|no(?:t| more| longer| older)[a-z ]* than|the last) {_SPAN}"
_SOON += rf"|(?:within|at most|less than|no(?:t| more| longer| older)[a-z ]* than) {_NAMED}"
_WHEN = r",? (?:when|if|once|while|as long as|as soon as|after) [^.;]*?"
_SILENT = r"\b(?:last|no|not|nothing|never|silent|quiet|missing|without|latest|has ?n't)\b"
_DOWN = re.compile(rf"(?i){_WORD}{_WHEN}{_SILENT}[^.;]*?(?:{_LATE})")
_UP = re.compile(rf"(?i){_WORD}{_WHEN}\b(?:{_SOON})")
_THEN = re.compile(rf"(?i)\b(?:is|are|becomes?) {_WORD},? (?:or|and|else|otherwise)\b")
_ELSE = re.compile(rf"(?i)\b(?:or else|otherwise|else|after that|afterwards)(?: it is)? {_WORD}")
_NEVER = re.compile(
    rf"(?i){_WORD},? (?:until|before|if|while|when) [^.;,]*?\b(?:first|never|no|none|not yet)\b"
)
_HEARD = "heard_at"
_UNITS = {"second": 1, "minute": 60, "hour": 3600}


class Alive(NamedTuple):
    """The moment that a row was last heard of, its state, and what the state is by that."""

    moment: str
    state: str
    never: str
    up: str
    down: str
    lately: str  # for how many seconds: a number, or one out of a field over `$`


def tells_itself(maker: Route, contract: Contract) -> bool:
    """Whether what a request says to be alive shows itself when that was last."""
    above = maker.path.rsplit("/", 1)[0]
    shapes = [
        each.good.shape
        for each in contract.routes
        if (each.method, each.path) in {("GET", above), ("POST", above.rsplit("/", 1)[0])}
        and each.good
        and each.good.shape
    ]
    asked = {(each.method, each.path) for each in contract.routes}
    if not {("POST", above.rsplit("/", 1)[0]), ("PUT", above)} & asked:
        return False  # nothing makes such a row but the first time that it is heard of
    return above.endswith("}") and any(_shows(each) is not None for each in shapes)


def _shows(shape: Shape) -> tuple[Property, Property] | None:
    """The moment and the state that a record shows."""
    if not is_record(shape):
        return None
    last = [
        each
        for each in shape.properties
        if plain(each.name).startswith(("last", "latest"))
        and (each.shape.type.kind == "datetime" or each.shape.example in {"", "null"})
    ]
    state = [
        each
        for each in shape.properties
        if plain(each.name) in _STATES and each.shape.type.kind == "string"
    ]
    return (last[0], state[0]) if len(last) == 1 and len(state) == 1 else None


def hear_rows(kept: Kept) -> None:
    """Keep when rows were last heard of, and work their states out of that."""
    for route in kept.contract.routes:
        heard = _heard(kept, route)
        if heard is None:
            continue
        holding, alive = heard
        kept_as = _HEARD if kept.contract.brief else alive.moment
        at = f"$.{kept_as}"
        up, down, never = (json.dumps(each) for each in (alive.up, alive.down, alive.never))
        recent = f"if(seconds({at}, now()) <= {alive.lately}, {up}, {down})"
        for name in (alive.moment, alive.state):
            holding.fields.pop(name, None)
            holding.sets.pop(name, None)
        moment = Type("datetime", nullable=True)
        hidden = kept_as != alive.moment
        holding.fields[kept_as] = Field(kept_as, moment, required=False, hidden=hidden)
        if hidden:  # shown to the second, and measured as it was
            shown = f'joined([date({at}), "T", time_of_day({at}), "Z"], "")'
            holding.computed[alive.moment] = f"if({at} = null, null, {shown})"
        holding.computed[alive.state] = f"if({at} = null, {never}, {recent})"


def beat_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a request that says that a row is alive; None for any other."""
    heard = _heard(writer.kept, route)
    if heard is None or heard[1].state not in heard[0].computed:
        return None
    holding, alive = heard
    one, noted = holding.variable, _HEARD if _HEARD in holding.fields else alive.moment
    return [
        *writer.above(route, writer.chain(route)[:-1]),
        f"patch {holding.name} {one} {made({noted: 'now()', **_counted(holding)})}",
        writer.answer(route, Scene(holding, one)),
    ]


def _counted(holding: Holding) -> dict[str, str]:
    """The numbers that say how often a row was heard of, each one more than before."""
    found = {}
    for each in holding.fields.values():
        part = holding.shape.part(each.name)
        brought = holding.made is not None and holding.made.part(each.name) is not None
        named = re.sub(r"(?:count|total)$|^(?:total|number_?of)", "", plain(each.name)) in BEATS
        often = part is not None and re.search(
            r"(?i)\bhow (?:often|many)\b|\bnumber of\b", part.words
        )
        if each.type.kind == "integer" and not brought and (named or often):
            found[each.name] = f"{holding.variable}.{each.name} + 1"
    return found


def _heard(kept: Kept, route: Route) -> tuple[Holding, Alive] | None:
    from beliefs.spec.documents.places import steps

    chain = steps(route.path, kept.base)
    if route.method not in {"POST", "PUT"} or len(chain) < 2 or chain[-1].param:
        return None
    holding = kept.at(chain[:-1])
    if plain(chain[-1].name) not in _CALLS or holding is None or kept.at(chain) is not None:
        return None
    parts = _shows(holding.shape)
    if parts is None or not tells_itself(route, kept.contract):
        return None
    own = [each for part in parts for each in sentences(part.words)]
    for said in (" ".join(own), *own, said_of(kept.contract, route)):
        if found := _told(holding, *parts, said):
            return found
    return None


def _unit(name: str, holding: Holding) -> str:
    """The unit that a field is counted in, by its name or by the words about it; else seconds."""
    parts = [one.part(name) for one in (holding.shape, holding.made) if one is not None]
    said = " ".join([name.replace("_", " "), *(each.words for each in parts if each is not None)])
    found = re.search(r"(?i)\b(second|minute|hour)s?\b", said)
    return found[1] if found else "second"


def _told(
    holding: Holding, moment: Property, state: Property, said: str
) -> tuple[Holding, Alive] | None:
    """What the words say that makes a row up or down, if they say it."""
    late, soon, never = _DOWN.search(said), _UP.search(said), _NEVER.search(said)
    found = late or soon
    if found is None:
        return None
    other = _THEN.search(said, max(0, found.start() - 30)) if late else _ELSE.search(said)
    number, *units = [each for each in found.groups()[1:] if each]
    fields = {plain(each): each for each in holding.fields}
    unit = units[0] if units else _unit(fields.get(plain(number), ""), holding)
    known = (units and number.isdigit()) or plain(number) in fields
    choices = state.shape.type.choices
    states = {each[1] for each in (found, other, never) if each is not None}
    if other is None or other[1] == found[1] or not known or (choices and not states <= {*choices}):
        return None
    up, down = (other[1], found[1]) if late else (found[1], other[1])
    times = _UNITS[unit.lower()]
    one = number if number.isdigit() else f"$.{fields[plain(number)]}"
    lately = one if times == 1 else f"{one} * {times}"
    return holding, Alive(moment.name, state.name, never[1] if never else down, up, down, lately)

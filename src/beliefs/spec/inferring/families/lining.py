"""Places in line: whoever does not fit waits, and is let in, in order, when there is room.

"Enough free seats → 201, `status: "confirmed"`; otherwise → 202, `status: "waiting"`". A row takes
as many places as it says; one that does not fit is passed over and keeps its place in the line.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Param, Property, Route, Shape, is_list, is_record
from beliefs.spec.documents.places import unwrapped
from beliefs.spec.documents.words import plain, snaked
from beliefs.spec.entities import Key
from beliefs.spec.inferring.keeping.capacity import amount_of, capacity_of
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.keeping.values import made, projected
from beliefs.spec.inferring.writing import Scene, Writer
from beliefs.spec.types import Field, Type

_WAITS = {"waiting", "waitlisted", "waitlist", "queued", "on_waitlist"}
_GONE = {"cancelled", "canceled", "withdrawn"}
_STATED = re.compile(
    r"(?i)(?P<when>[^.;→]*?)\s*(?:→|->|=>)\s*(?P<status>20[0-2])\b[^.;→]*?"
    r"\b(?:status|state)\b\W*[:=]\W*(?P<state>\w+)"
)
_FULL = re.compile(
    r"(?i)\b(?:is|are|be|it's|once|when|if) (?:already )?(?:full|sold out|booked (?:out|up))\b|"
    r"\bno (?:more |free )?(?:seats?|places?|rooms?|spots?|space|slots?|tickets?|beds?)\b|"
    r"\b(?:seats?|places?|spots?|slots?) (?:is|are) (?:all )?(?:taken|gone|used up)\b"
)
_IN_STATE = re.compile(
    r"(?i)\b(?:status|state)\b(?: (?:is|becomes|then|will be|of|set to|as|being))*\W*"
    r"[\"'`](?P<state>[a-z_]+)[\"'`]"
)
_MOVES_UP = re.compile(
    r"(?i)\b(?:go|goes|given|offered|passed?|handed)\b[^.]*\bto\b[^.]*"
    r"\b(?:waiting|in line|waitlist)|"
    r"\b(?:moves?|moved|moving) up\b|\bpromot\w+|\bnext in line\b|"
    r"\bwaiting\b[^.]*\b(?:confirmed|let in|admitted)\b"
)
_POSITIONS = {"position", "waitingposition", "queueposition", "waitlistposition", "place"}


class Line(NamedTuple):
    """What a row is in when it fits and when it waits, with the status of either answer."""

    inside: str
    fits: int
    waiting: str
    waits: int


def line_of(route: Route) -> Line | None:
    """The line that a request gets into, where its words tell both outcomes.

    >>> told = 'room left → 201, status: "in". otherwise → 202, status: "waiting"'
    >>> line_of(Route("POST", "/", words=told))
    Line(inside='in', fits=201, waiting='waiting', waits=202)
    """
    found = [(each["state"], int(each["status"])) for each in _STATED.finditer(route.words)]
    found = found or _spoken(route)
    waiting = [each for each in found if snaked(each[0]) in _WAITS]
    inside = [each for each in found if snaked(each[0]) not in _WAITS | _GONE]
    if route.method != "POST" or len(waiting) != 1 or len(inside) != 1:
        return None
    return Line(*inside[0], *waiting[0])


def _spoken(route: Route) -> list[tuple[str, int]]:
    """The states that sentences tell, where they say what happens once there is no room."""
    good = route.good
    if good is None or not _FULL.search(route.words):
        return []
    part = good.shape.part("status") if good.shape is not None else None
    first = json.loads(part.shape.example) if part is not None and part.shape.example else ""
    found = [(first, good.status)] if isinstance(first, str) and first else []
    for sentence in sentences(route.words):
        told = _IN_STATE.search(sentence)
        status = re.search(r"(?<![\w.])20[0-2]\b", sentence)
        if told:
            found.append((told["state"], int(status[0]) if status else good.status))
    return list(dict(reversed(found)).items())


class Lined(NamedTuple):
    """Rows in a line for what the row above has room for."""

    rows: Holding
    above: Holding
    link: str
    room: str
    many: str  # the field that says how many places a row takes; empty for one each
    line: Line

    def taken(self, key: str) -> str:
        """How many places are taken of the row with a key."""
        inside = f'.{self.link} = {key} and .status = "{self.line.inside}"'
        rows = f"{self.rows.name}[where {inside}]"
        return f"sum(each(one in {rows}: one.{self.many}))" if self.many else f"count({rows})"

    def asks(self, row: str) -> str:
        """How many places a row takes."""
        return f"{row}.{self.many}" if self.many else "1"


def make_room(kept: Kept) -> None:
    """Let the row above a line have room by what its rows take of it, where both are called so."""
    for holding in kept.holdings:
        if not any(line_of(each) for each in holding.routes) or holding.made is None:
            continue
        for above in (kept.of(each.name) for each in holding.parents):
            brought = above.made if above is not None else None
            same = [
                each.name
                for each in holding.made.properties
                if each.shape.type.kind == "integer" and brought and brought.part(each.name)
            ]
            if above is not None and not above.capacity and len(same) == 1:
                above.capacity = same[0]


def lined(kept: Kept, holding: Holding) -> Lined | None:
    """The line that rows are in, if they are in one."""
    line = next((found for each in holding.routes if (found := line_of(each))), None)
    for each in holding.parents if line is not None else ():
        above = kept.of(each.name)
        room = capacity_of(above) if above is not None else ""
        if above is not None and room and line is not None:
            return Lined(holding, above, each.field, room, amount_of(holding), line)
    return None


def queue_up(kept: Kept) -> None:
    """Let rows that may wait say whether they do, which they are in line, and how many fit."""
    for holding in kept.holdings:
        found = lined(kept, holding)
        if found is None:
            continue
        _counted(holding)
        ends = [each for each in _GONE if any(each in one.words for one in holding.siblings)]
        choices = (found.line.inside, found.line.waiting, *ends[:1])
        name = next((each for each in holding.shape.names if plain(each) == "status"), "status")
        holding.computed.pop(name, None)
        holding.fields[name] = Field(name, Type("string", choices=choices))
        key = f"{found.above.variable}.{found.above.key.name}"
        fits = f"{found.taken(key)} + {found.asks('input')} <= {found.above.variable}.{found.room}"
        states = f"{json.dumps(found.line.inside)}, {json.dumps(found.line.waiting)}"
        holding.sets[name] = f"if({fits}, {states})"
        before = f".{found.link} = $.{found.link} and .status = {json.dumps(found.line.waiting)}"
        rank = f"count({holding.name}[where {before} and .id <= $.id])"
        waits = f"$.status = {json.dumps(found.line.waiting)}"
        for each in [*holding.fields, *holding.shape.names]:
            if plain(each) in _POSITIONS:
                holding.fields.pop(each, None)
                holding.computed[each] = f"if({waits}, {rank}, null)"
        left = f"$.{found.room} - {found.taken(f'$.{found.above.key.name}')}"
        for each, template in found.above.computed.items():
            if f"$.{found.room} - " in template and f"{holding.name}[where" in template:
                found.above.computed[each] = left
        _shown(holding, name)


def _counted(holding: Holding) -> None:
    """Rows with a name of their own are counted all the same: the line has an order."""
    name = holding.key.name
    if holding.key.style == "integer":
        return
    holding.lookup, holding.key, holding.key_given = name, Key("id", "integer"), False
    holding.key_type = Type("integer")
    holding.fields[name] = Field(name, Type("string"), unique=True)
    said = " ".join(each.words for each in holding.siblings)
    holding.sets[name] = made_code(said, name)


def made_code(said: str, name: str) -> str:
    """A code of as many characters, out of those, that words tell.

    >>> made_code("gets a `code`: 5 characters, A–C and 2–3", "code")
    'code(5, "ABC23")'
    """
    told = re.search(
        rf"(?i)\b{re.escape(name)}\b[^.;]*?(\d+) (?:characters|letters|digits)([^.;]*)", said
    )
    if told is None:
        return "code(8)"
    letters = "".join(
        "".join(chr(each) for each in range(ord(first), ord(last) + 1))
        for first, last in re.findall(r"\b([A-Z0-9])`?\s*(?:-|–|to)\s*`?([A-Z0-9])\b", told[2])
    )
    return f"code({told[1]}, {json.dumps(letters)})" if letters else f"code({told[1]})"


def _shown(holding: Holding, status: str) -> None:
    """Show what rows have come to have beside what they are made of."""
    more = [
        status,
        *(each for each in holding.computed),
        *([holding.lookup] if holding.lookup else []),
    ]
    known = {each.name for each in holding.shape.properties}
    parts = tuple(
        Property(each, Shape(Type("string")), read_only=True) for each in more if each not in known
    )
    holding.shape = Shape(Type("record"), holding.shape.name, (*holding.shape.properties, *parts))


def lined_answer(writer: Writer, route: Route, holding: Holding, lines: list[str]) -> list[str]:
    """The same with another status for whoever waits."""
    found = lined(writer.kept, holding) if route.method == "POST" else None
    last = re.match(r"answer (\d+)( .*)$", lines[-1]) if lines else None
    if found is None or last is None or line_of(route) is None:
        return lines
    if found.line.fits == found.line.waits:
        return [*lines[:-1], f"answer {found.line.fits}{last[2]}"]
    inside = f'{holding.variable}.status = "{found.line.inside}"'
    return [
        *lines[:-1],
        f"if {inside}:",
        f"    answer {found.line.fits}{last[2]}",
        f"answer {found.line.waits}{last[2]}",
    ]


def move_up_lines(writer: Writer, route: Route, holding: Holding, row: str) -> list[str]:
    """Statements that let in whoever fits, in order, once a row has made room."""
    found = lined(writer.kept, holding)
    if found is None or not _MOVES_UP.search(route.words):
        return []
    above, key = found.above.variable, found.above.key.name
    waits = f'.{found.link} = {row}.{found.link} and .status = "{found.line.waiting}"'
    fits = f"{found.taken(f'{above}.{key}')} + {found.asks('next_one')} <= {above}.{found.room}"
    return [
        f"let {above} = first({found.above.name}[where .{key} = {row}.{found.link}])",
        f"for next_one in {holding.name}[where {waits}, by .{holding.key.name}]:",
        f"    if {fits}:",
        f'        patch {holding.name} next_one {{status: "{found.line.inside}"}}',
    ]


def cancel_lines(
    writer: Writer, route: Route, holding: Holding, reads: list[str]
) -> list[str] | None:
    """A DELETE that only says of a row that it is cancelled, where its answer shows that."""
    field = holding.fields.get("status")
    told = re.search(r"(?i)\bstatus\b\W*[:=]\W*(\w+)", route.words)
    state = (
        next((each for each in field.type.choices if each == told[1]), "") if field and told else ""
    )
    if route.method != "DELETE" or not state or (route.good and route.good.status == 204):
        return None
    one = holding.variable
    guard: list[str] = []
    if 409 in route.statuses:
        said = f"The {holding.spoken.lower()} is {state} already"
        way = writer.refuse(route, "conflict", said, f"{state} already", (409,))
        guard = [f"guard {one}.status != {json.dumps(state)} else {way}"]
    answer = writer.answer(route, Scene(holding, one))
    change = f"patch {holding.name} {one} {{status: {json.dumps(state)}}}"
    return [*reads, *guard, change, *move_up_lines(writer, route, holding, one), answer]


def below_too_lines(writer: Writer, route: Route, holding: Holding) -> list[str]:
    """Statements that do the same to all rows below: "all its bookings become cancelled"."""
    lines: list[str] = []
    for child, link in writer.kept.children(holding):
        noun = re.escape(child.word.replace("_", " "))
        told = re.search(
            rf"(?i)\b(?:all|every|each)(?: of)?(?: its| the)? {noun}s?\b[^.;]*?"
            r"\b(?:become|becomes|are|is|get|gets)\b(?: also)? [`\"']?(\w+)",
            route.words,
        )
        field = child.fields.get("status")
        if told is None or field is None or told[1] not in field.type.choices:
            continue
        rows = f"{child.name}[where .{link} = {holding.variable}.{holding.key.name}]"
        lines += [
            f"for each_one in {rows}:",
            f"    patch {child.name} each_one {{status: {json.dumps(told[1])}}}",
        ]
    return lines


def roll_lines(writer: Writer, route: Route, above: Holding) -> list[str] | None:
    """Everybody in a line, under the states that they are in, and what they take; else None."""
    shape, _ = unwrapped(route.good.shape if route.good else None)
    found = next(
        (one for each, _ in writer.kept.children(above) if (one := lined(writer.kept, each))), None
    )
    if route.method != "GET" or found is None or shape is None or not is_record(shape):
        return None
    key = f"{above.variable}.{above.key.name}"
    values: dict[str, str] = {}
    for part in shape.properties:
        name = plain(part.name)
        choices = found.rows.fields["status"].type.choices
        state = next((each for each in choices if plain(each) == name), "")
        if state and is_list(part.shape):
            holds = f".{found.link} = {key} and .status = {json.dumps(state)}"
            rows = f"{found.rows.name}[where {holds}, by .{found.rows.key.name}]"
            shown = projected(None, found.rows, "one", writer.kept)
            values[part.name] = f"each(one in {rows}: {shown})" if shown != "one" else rows
        elif re.fullmatch(r"\w*(?:taken|booked|occupied|used)\w*", name):
            values[part.name] = found.taken(key)
        elif part.name in above.computed:
            values[part.name] = above.computed[part.name].replace("$", above.variable)
        elif name in {plain(f"{above.word}id"), "id"}:
            values[part.name] = key
        elif above.named(part.name):
            values[part.name] = f"{above.variable}.{above.named(part.name)}"
        else:
            return None
    status = route.good.status if route.good else 200
    return [*writer.above(route, writer.chain(route)[:-1]), f"answer {status} {made(values)}"]


def available(param: Param, holding: Holding, name: str, kept: Kept) -> str:
    """Rows with room left, by what is worked out of them; empty for other parameters."""
    found = next((one for each, _ in kept.children(holding) if (one := lined(kept, each))), None)
    if found is None or plain(param.name) not in {"available", "free", "hasroom", "open"}:
        return ""
    left = next(
        (each for each, told in holding.computed.items() if f"$.{found.room} - " in told), ""
    )
    field = holding.fields.get("status")
    gone = [each for each in (field.type.choices if field else ()) if snaked(each) in _GONE]
    also = "".join(f' and .status != "{each}"' for each in gone)
    return f"not({name}) or (.{left} > 0{also})" if left else ""

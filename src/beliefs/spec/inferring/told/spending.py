"""Rows that are good for a while, once, or so often: links that expire, secrets that are read once.

What a failure says of a row that is used up is kept in the row where nothing else of it says so:
when something was done to it, or how often. The request that does it notes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Fault, Route
from beliefs.spec.documents.places import Step, steps
from beliefs.spec.documents.words import plain, snaked, states
from beliefs.spec.inferring.keeping.ending import ENDS, life_told
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.told.completing import bound, guarded
from beliefs.spec.inferring.told.conditions import denied, holds
from beliefs.spec.inferring.told.failing import Refusal
from beliefs.spec.inferring.told.settings import Row, whole
from beliefs.spec.inferring.told.states import counted, done_to, most, state
from beliefs.spec.service import Unknown
from beliefs.spec.types import Field, Type

if TYPE_CHECKING:
    from beliefs.spec.inferring.keeping.kept import Kept
    from beliefs.spec.inferring.writing import Writer

_STATUSES = {403, 404, 409, 410}
_READ = {"read", "opened", "viewed", "retrieved", "downloaded", "fetched", "seen", "shown"}
_READ |= {"visited", "followed", "revealed", "accessed", "collected", "consumed", "clicked"}
_USED = {"used", "redeemed", "consumed", "spent", "claimed", "invalidated"}
_DONE = re.compile(
    r"(?i)(?:(?:the|this|that|its|an?|it|any) )*(?:(?P<who>[\w-]+) )?(?:(?:is|was|has|have|been|"
    r"were|that|which|"
    r"got|gets) )*(?:already |once |previously )*(?P<done>[a-z]+)(?: (?:already|before|once|"
    r"earlier))*"
)
_SECOND = re.compile(
    r"(?i)(?:(?:the|an?|any|every) )?(?:second|later|further|other|next|another) (?:\w+|time)(?: "
    r".+)?|"
    r"(?:afterwards|after that|from then on|again|twice)"
)
_ONCE = re.compile(
    r"(?i)\b(?:only|exactly|just|read|used|shown|works|valid) once\b|\bone[- ]time\b|\bsingle[- "
    r"]use\b|"
    r"\bonce only\b|\b(?:destroy|delete|remove|burn|discard|invalidate)s? (?:it|the \w+)\b"
    r"(?! if| when| where| of)|\bfirst (?:read|view|use|access|download|visit)\b|\bself-destruct\w*"
)
_LEADS = re.compile(r"(?i)^(?:if|when|once|because|one after|after|as|since|gone[,:]?|or) +")
_SAYS_NO_MORE = re.compile(r"(?i)gone|not found|no longer (?:there|available)|unavailable")


def spend_rows(kept: Kept) -> None:
    """Give rows what says that they are used up, where failures speak of that and nothing does."""
    for route in kept.contract.routes:
        holding, _ = _item(kept, route)
        if holding is None:
            continue
        for fault in _faults(route):
            for done in _participles(route, fault, holding):
                if not _known(kept, holding, route, done, fault):
                    _note(kept, holding, route, done)
            _ends(kept, holding, route, fault)
            if _often(Row(holding, "row"), fault):
                _count(holding)


def _count(holding: Holding) -> None:
    """Keep how often something was done to a row, and show how often it may be done still."""
    if not counted(holding):
        holding.fields["uses"] = Field(
            "uses", Type("integer"), required=False, default="0", hidden=True
        )
    limit = most(holding)
    for part in holding.shape.properties:
        left = re.search(r"(?i)_?left$|^remaining", part.name) and part.shape.type.kind == "integer"
        if left and (holding.made is None or holding.made.part(part.name) is None):
            holding.fields.pop(part.name, None)
            many = limit if limit.isdigit() else f"$.{limit}"
            holding.computed[part.name] = f"{many} - $.{counted(holding)}"


def _note(kept: Kept, holding: Holding, route: Route, done: str) -> None:
    """Keep when something was done to a row, if there is a request that does it."""
    makes = any(route in each.routes for each in kept.holdings if each is not holding)
    if makes and 410 not in route.statuses:
        return  # it is somebody who did it already, and not to this row
    if any(_does(kept, each, done) for each in (route, *holding.siblings)):
        name = f"{done}_at"
        holding.fields[name] = Field(
            name, Type("datetime", nullable=True), required=False, hidden=True
        )


def _ends(kept: Kept, holding: Holding, route: Route, fault: Fault) -> None:
    """Keep when a row ends that is told to last so long, where no answer shows it."""
    parts = " or ".join(_alternatives(route, fault, holding))
    if not re.search(r"(?i)\bexpire|\btoo old\b|\blapsed\b", parts):
        return
    seconds = life_told(holding, kept.contract)
    if seconds and not any(plain(each) in ENDS for each in holding.fields):
        holding.fields["expires_at"] = Field("expires_at", Type("datetime"), hidden=True)
        holding.sets["expires_at"] = f"later(now(), {seconds})"


def spent(writer: Writer, route: Route, lines: list[str]) -> list[str]:
    """The statements of an effect on a row that may be used up: what holds of it, what is noted."""
    kept = writer.kept
    holding, _ = _item(kept, route)
    if holding is None or not any(_reads(each, holding) for each in lines):
        return lines
    row = Row(holding, holding.variable)
    lines = _burnt(route, row, lines)
    values: dict[str, str] = {}
    for fault in _faults(route):
        lines = _guards(writer, route, row, fault, lines)
        for done in _participles(route, fault, holding):
            if _does(kept, route, done):
                values |= _perhaps(row, _noted(route, row, done))
        if _often(row, fault) and (number := counted(holding)) and route.method in {"GET", "POST"}:
            values[number] = f"{row.of(number)} + 1"
    written = "\n".join(each for each in lines if not each.startswith("guard"))
    values = {k: v for k, v in values.items() if not re.search(rf"\b{k}: ", written)}
    last = next((at for at, each in enumerate(lines) if each.startswith("answer ")), len(lines))
    if not values or re.search(rf"delete {holding.name} where", written):
        return lines
    return [*lines[:last], f"patch {holding.name} {row.at} {made(values)}", *lines[last:]]


def _perhaps(row: Row, values: dict[str, str]) -> dict[str, str]:
    """What is noted only of rows that are to be read once, where each says for itself."""
    truth = _burns(row.holding)
    if not truth:
        return values
    return {name: f"if({row.of(truth)}, {given}, null)" for name, given in values.items()}


_BURNS = re.compile(
    r"burn(?:s|able)?(?:after(?:read(?:ing)?|view(?:ing)?))?|(?:delete|destroy|expire)s?after"
    r"(?:first)?(?:read(?:ing)?|view(?:ing)?|use)|selfdestructs?|onetime|readonce|once|singleuse"
)


def _burnt(route: Route, row: Row, lines: list[str]) -> list[str]:
    """The lines of a request that reads a row, which goes with it where it was made to be."""
    reads = route.method == "GET" or plain(steps(route.path)[-1].name) in {"open", "reveal", "view"}
    truth = _burns(row.holding)
    if not truth or not reads or 410 in route.statuses or not lines[-1].startswith("answer "):
        return lines
    key = row.holding.key.name
    gone = f"    delete {row.holding.name} where .{key} = {row.of(key)}"
    return [*lines[:-1], f"if {row.of(truth)}:", gone, lines[-1]]


def _burns(holding: Holding) -> str:
    """The truth that a row is made with where it is to be read only once."""
    brought = holding.made.names if holding.made is not None else ()
    truths = [each.name for each in holding.fields.values() if each.type.kind == "boolean"]
    return next((each for each in truths if each in brought and _BURNS.fullmatch(plain(each))), "")


def _noted(route: Route, row: Row, done: str) -> dict[str, str]:
    """What says of a row that something was done to it."""
    if f"{done}_at" in row.holding.fields and row.holding.fields[f"{done}_at"].hidden:
        return {f"{done}_at": "now()"}
    last = steps(route.path)[-1]
    found = done_to(row.holding, snaked(last.name)) if not last.param else {}
    return found or done_to(row.holding, done)


def _guards(writer: Writer, route: Route, row: Row, fault: Fault, lines: list[str]) -> list[str]:
    """The lines, with a guard for each way that a row may be used up."""
    setting = bound(writer, route, lines).about(row)
    unread = []
    tests = {}
    for part in _alternatives(route, fault, row.holding):
        test = _test(writer, route, row, part) or holds(part, setting)
        if test:
            tests[part] = test
        elif fault.status == 410 and not _SAYS_NO_MORE.fullmatch(part):
            unread.append(part)
    for part, test in tests.items():
        if not _is_guarded(lines, row, test):
            lines = guarded(
                lines, setting, Refusal(fault.status, denied(test), whole(fault.words or part))
            )
    for part in unread if tests and not row.holding.retired else ():
        told = f"{route.method} {route.path}: {fault.status} {part}"
        why = "nothing built answers with it"
        writer.unknown(Unknown("material", told, route.source, why))
    return lines


def _is_guarded(lines: list[str], row: Row, test: str) -> bool:
    """Whether a guard looks at what a condition is about."""
    names = set(re.findall(rf"\b{row.at}\.(\w+)", test))
    guards = [each for each in lines if each.startswith("guard ")]
    return any(names and names <= set(re.findall(rf"\b{row.at}\.(\w+)", each)) for each in guards)


def _test(writer: Writer, route: Route, row: Row, part: str) -> str:
    """The condition that a row is used up, as one part of a failure tells it."""
    if _too_often(row, part):
        return state(row, "used up")
    for done in _told(route, part):
        if found := state(row, done):
            return found
        if _does(writer.kept, route, done):
            last = steps(route.path)[-1]
            for each in states(snaked(last.name)) if not last.param else ():
                if found := state(row, each):
                    return found
    return ""


# "The first GET answers it, and after that it is gone for good: 404": of a row that is read once.
_FIRST = re.compile(r"(?i)\bfirst\b|\bonce\b|\bone time\b")
_THEN_GONE = re.compile(
    r"(?i)\b(?:after (?:that|this)|afterwards|from then on|then),? (?:it|the \w+|that)"
    r"(?:'s| is| will be) (?:gone|deleted|destroyed|lost)(?: (?:for good|for ever|forever))?$"
)


def _faults(route: Route) -> Iterator[Fault]:
    """The failures that may be those of a row which is used up."""
    for fault in route.faults:
        used = (
            r"(?i)\balready\b|\bonce\b|\bsecond\b|\btwice\b|\bused\b|\bexpire|\btimes\b|\blimit\b"
        )
        gone = fault.status == 404 and _THEN_GONE.search(fault.words.strip(" ."))
        if gone and not _FIRST.search(route.words):
            continue  # after what, nothing says
        used_up = gone or re.search(used, fault.words)
        if fault.status == 410 or (fault.status in _STATUSES and used_up):
            yield fault


def _alternatives(route: Route, fault: Fault, holding: Holding) -> list[str]:
    """What a failure may be for: "expired or used already" is two."""
    said = (fault.words or fault.message).replace("`", "").strip(" .")
    said = "a second time" if _THEN_GONE.search(said) else said
    parts = [
        "expired" if then_ended(holding, each) else _LEADS.sub("", each).strip()
        for each in re.split(r",? or |, (?!and )|; | / ", said)
    ]
    parts = [each for each in parts if each]
    if fault.status == 410 and _ONCE.search(route.words) and not _alike(parts):
        parts.append("a second time")
    return parts


_THEN = re.compile(r"(?i)(?:after (?:that|this|which)|afterwards|then|from then on|later)\b")


def then_ended(holding: Holding, part: str) -> bool:
    """Whether "after that" stands for a row's end: "expires after two hours; after that …"."""
    told = r"(?i)\b(?:expires?|(?:valid|good) for|lives|lasts)\b"
    return _THEN.match(part) is not None and any(
        re.search(told, each.words) for each in holding.siblings
    )


def _alike(parts: list[str]) -> bool:
    return any(_SECOND.fullmatch(each) or _done(each) in _READ | _USED for each in parts)


def _done(part: str, route: Route | None = None) -> str:
    """What was done to the row, where words say that: not to a value that the request brings."""
    match = _DONE.fullmatch(part)
    brought = route.body.names if route is not None and route.body is not None else ()
    if match is None or plain(match["who"] or "") in {plain(each) for each in brought}:
        return ""
    return match["done"].lower()


def _told(route: Route, part: str) -> list[str]:
    """What a part of a failure says that was done to the row."""
    if _SECOND.fullmatch(part):
        return ["used"] if not _reading(route) else ["read"]
    return [done] if (done := _done(part, route)) else []


def _participles(route: Route, fault: Fault, holding: Holding) -> list[str]:
    return [done for part in _alternatives(route, fault, holding) for done in _told(route, part)]


def _reading(route: Route) -> bool:
    return route.method == "GET"


def _does(kept: Kept, route: Route, done: str) -> bool:
    """Whether a request does to its row what a participle says."""
    holding, chain = _item(kept, route)
    if holding is None or route.method in {"PUT", "PATCH"}:
        return False
    verb = snaked(chain[-1].name) if not chain[-1].param else ""
    if route.method == "DELETE":
        return False
    if verb and done in states(verb):
        return True
    if _reading(route):
        deeds = [each for each in holding.siblings if each.method == "POST" and _deed(kept, each)]
        return done in _READ or (done in _USED and not deeds)
    return bool(verb) and done in _USED


def _deed(kept: Kept, route: Route) -> bool:
    holding, chain = _item(kept, route)
    return holding is not None and not chain[-1].param and kept.at(chain) is None


def _known(kept: Kept, holding: Holding, route: Route, done: str, fault: Fault) -> bool:
    """Whether a row says already that something was done to it, or will say how often."""
    row = Row(holding, "row")
    if state(row, done) or _often(row, fault):
        return True
    last = steps(route.path)[-1]
    verbs = states(snaked(last.name)) if not last.param and _does(kept, route, done) else ()
    return any(state(row, each) for each in verbs)


def _often(row: Row, fault: Fault) -> bool:
    return bool(most(row.holding)) and any(
        _too_often(row, each) for each in re.split(r",? or |, ", fault.words.replace("`", ""))
    )


def _too_often(row: Row, part: str) -> bool:
    """Whether words say that something was done as often as it may be."""
    if not most(row.holding):
        return False
    return bool(
        re.search(r"(?i)\b\w+ times\b|\bas often as\b", part)
        or re.search(r"(?i)\b(?:limit|maximum|max\w*)\b.*\b(?:reached|exceeded|used)\b", part)
        or re.search(
            r"(?i)\bno \w+ (?:are |is )?(?:left|remaining)\b|\bused up\b|\btoo many\b", part
        )
        or re.search(r"(?i)\bexhausted\b|\btoo often\b|\breached (?:its|the|`?max\w*)", part)
    )


def _item(kept: Kept, route: Route) -> tuple[Holding | None, tuple[Step, ...]]:
    """The rows one of which a path names, and the path."""
    chain = steps(route.path, kept.base)
    for end in range(len(chain), 0, -1):
        holding = kept.at(chain[:end]) if chain[end - 1].param else None
        if holding is not None:
            return (holding if len(chain) - end < 2 else None), chain
    return None, chain


def _reads(line: str, holding: Holding) -> bool:
    return line.startswith(f"let {holding.variable} = first({holding.name}[")

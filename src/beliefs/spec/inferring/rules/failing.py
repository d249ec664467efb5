"""How requests fail, by the answers that a document shows: statuses, bodies, codes, messages."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import (
    Contract,
    Fault,
    Reply,
    Route,
)
from beliefs.spec.documents.templates import (
    REASON,
    STATUS_TEXT,
    by_field,
    template_of,
    templated,
    with_status,
)
from beliefs.spec.documents.unfitting import INVALID, ways_told
from beliefs.spec.documents.words import plain
from beliefs.spec.failures import DEFAULT_BODY, HOUSE, Failure, Failures, Way
from beliefs.spec.inferring.keeping.spelled import ruled_here
from beliefs.spec.inferring.rules.apart import always_said, told_apart
from beliefs.spec.inferring.rules.lacking import lacking_body
from beliefs.spec.inferring.rules.refusing import WAYS, code_of, message_of, said_always
from beliefs.spec.service import Assumption

# Statuses that say too little of how a request fails to speak for the whole service.
_UNCERTAIN = frozenset({400, 422, 428})


def failures(contract: Contract, said: list[Assumption]) -> Failures:
    """The failure table of a service."""
    replies = [each for route in contract.routes for each in route.replies if each.status >= 400]
    stated: list[Failure] = []
    status = _invalid(contract, said)
    codes = _codes(contract)
    shown = [
        Reply(each.status, example=each.body)
        for route in contract.routes
        for each in route.faults
        if each.body
        and "<" not in each.body
        and not any(each.body == one.example for one in route.replies)
    ]
    unfit = _unfit(replies) if not contract.error and not contract.invalid else ""
    others = [each for each in replies if not unfit or each.status not in {400, 422}]
    body = contract.error or _wordless(contract) or _body([*others, *shown], said)
    words = _fixed(contract, status)
    apart = told_apart(contract.faults, _chosen_from(contract)) or _unreadable(contract)
    names = _fields(contract)
    for way in INVALID:
        if way in apart:
            stated.append(_of_way(way, apart[way], body, contract.invalid, names))
            continue
        own = contract.invalid or unfit
        own = own if own != body else ""
        if way == "missing" and not words:
            own = lacking_body(contract, status, own or body) or own
        if status != 422 or codes.get(status) or words or own:
            usual = "The body is not valid JSON." if way == "malformed" else ""
            stated.append(Failure(way, status, words or usual, codes.get(status, ""), own))
    for number, way in WAYS.items():
        if number in _UNCERTAIN:
            continue
        told = _told(contract, number)
        if codes.get(number) or told:
            house = next(each for each in HOUSE if each.way == way)
            stated.append(Failure(way, number, told or house.message, codes.get(number, "")))
    if "{code}" in body:
        known = {each.way for each in stated}
        for house in HOUSE:
            if house.way not in known:
                code = codes.get(house.status) or _code(house.way, codes)
                stated.append(Failure(house.way, house.status, house.message, code))
        stated = [
            each if each.code else replace(each, code=_code(each.way, codes)) for each in stated
        ]
    if STATUS_TEXT in body or REASON in body:
        known = {each.way for each in stated}
        stated += [each for each in HOUSE if each.way not in known]
        stated = [
            replace(each, body=with_status(each.body or body, each.status)) for each in stated
        ]
        body = body.replace(STATUS_TEXT, "{status}").replace(REASON, "{message}")
    return Failures(tuple(stated), body)


def _of_way(way: Way, fault: Fault, body: str, listing: str, names: set[str]) -> Failure:
    """How one way to bring what does not fit is answered, where it is told apart from others."""
    usual = "The body is not valid JSON." if way == "malformed" else ""
    own = by_field(fault.body) or templated(fault.body) if fault.body else ""
    own = own or (listing if way != "malformed" else "")
    words = always_said(fault, names) if "{errors}" not in own and "{fields}" not in own else ""
    return Failure(way, fault.status, words or usual, code_of(fault), own if own != body else "")


def _unreadable(contract: Contract) -> dict[Way, Fault]:
    """What is said of bodies that are no JSON alone, where routes say how the rest fails."""
    told = [each for each in contract.faults if ways_told(each.words) == {"malformed"}]
    others = any({400, 422} & route.statuses for route in contract.routes)
    return {"malformed": told[0]} if told and told[0].status in {400, 422} and others else {}


def _chosen_from(contract: Contract) -> frozenset[str]:
    """The names of fields with choices."""
    return frozenset(
        plain(part.name)
        for route in contract.routes
        for part in (route.body.properties if route.body is not None else ())
        if part.shape.type.choices
    )


def _fields(contract: Contract) -> set[str]:
    return {
        plain(part.name)
        for route in contract.routes
        if route.body is not None
        for part in route.body.properties
    }


def _unfit(replies: list[Reply]) -> str:
    """The template of inputs that do not fit, where it is another one than that of the rest."""
    mine = [each for each in replies if each.status in {400, 422}]
    found = {each for reply in mine if (each := template_of(reply))}
    rest = {each for reply in replies if reply not in mine and (each := template_of(reply))}
    if len(found) != 1 or rest & found:
        return ""
    unfit = found.pop()
    return unfit if rest or "{fields}" in unfit else ""


def _wordless(contract: Contract) -> str:
    """The body of every failure that is shown, where it is one without words: `{"ok": false}`."""
    bodies = {each.body for route in contract.routes for each in route.faults if each.body}
    if len(bodies) != 1:
        return ""
    try:
        told = json.loads(*bodies)
    except ValueError:
        return ""
    silent = isinstance(told, dict) and told and all(each is False for each in told.values())
    return json.dumps(told) if silent else ""


_RULED = re.compile(r"(?i)must|has to|negative|greater|\bn(?:ot|o) (?:a )?(?:valid )?numbers?\b")


def invalid_here(
    route: Route, table: Failures | None, stated: tuple[Failure, ...]
) -> tuple[Failure, ...]:
    """How an operation answers inputs that do not fit, where it says otherwise than the service."""
    usual = table.of("missing") if table is not None else None
    mine = [each for each in route.faults if each.status in {400, 422}]
    parted = told_apart(mine) if _takes(route) and table is not None else {}
    if parted.get("malformed", parted.get("missing")) != parted.get("out_of_range"):
        return _parted_here(parted, table, stated)
    fits = [
        each
        for each in mine
        if re.search(
            r"(?i)valid|malformed|bad request|missing|required|input|must be|greater", _said(each)
        )
        and not re.search(r"(?i)\bmust be [^.]*\bof (?:that|the|this|its)\b", each.words)
    ]
    statuses = {each.status for each in fits} or {each.status for each in mine}
    taken = {each.way for each in stated}
    if usual is None or len(statuses) != 1 or not _takes(route):
        return ()
    status = statuses.pop()
    always = said_always(route, status)
    if always:
        ways = [each for each in (*INVALID, "refused") if each not in taken]
        return tuple(Failure(way, status, always, usual.code) for way in ways)
    if usual.status == status:
        told = next((message_of(each) for each in fits if message_of(each)), "")
        ruled = [each for each in fits if _RULED.search(each.words)]
        if not told or told == usual.message or not ruled or ruled_here(route):
            return ()
        ways = [each for each in INVALID if each != "malformed" and each not in taken]
        return tuple(Failure(way, status, told, usual.code) for way in ways)
    return tuple(
        Failure(
            way, status, "The body is not valid JSON." if way == "malformed" else "", usual.code
        )
        for way in INVALID
        if way not in taken
    )


def _parted_here(
    parted: dict[Way, Fault], table: Failures | None, stated: tuple[Failure, ...]
) -> tuple[Failure, ...]:
    """The ways that an operation tells apart, where the service answers them otherwise."""
    taken = {each.way for each in stated}
    made = []
    for way, fault in parted.items():
        usual = (table or Failures()).of(way)
        told = replace(usual, status=fault.status, code=code_of(fault) or usual.code)
        made += [told] if told != usual and way not in taken else []
    return tuple(made)


def unknown_here(contract: Contract, route: Route) -> tuple[Failure, ...]:
    """How an operation answers whoever does not show what it needs, where that is no 401."""
    security = contract.security
    stated = [*route.faults, *contract.faults]
    if security is None or not route.secured or any(each.status == 401 for each in stated):
        return ()
    about = [
        each
        for each in route.faults
        if each.status == 403
        and len(security.keys) < 2
        and plain(security.name) in plain(each.words)
    ]
    return tuple(Failure("unauthenticated", each.status, "Forbidden") for each in about[:1])


def _takes(route: Route) -> bool:
    return route.body is not None or any(each.place == "query" for each in route.params)


def _said(fault: Fault) -> str:
    return f"{fault.words} {fault.message} {code_of(fault)}"


def _told(contract: Contract, status: int) -> str:
    """The words for a status wherever it comes from: said of the whole service, or always alike."""
    general = [message_of(each) for each in contract.faults if each.status == status]
    if status in {401, 403, 429}:
        from_routes = {
            message_of(each)
            for route in contract.routes
            if route.secured
            for each in route.faults
            if each.status == status
        }
        general += sorted(from_routes) if len(from_routes) == 1 else []
    return next((each for each in general if each), "") if status != 409 else ""


def _fixed(contract: Contract, status: int) -> str:
    """The words for every input that does not fit, where a document shows the same everywhere."""
    shown = [message_of(each) for each in contract.faults if each.status == status]
    shown += [
        message_of(each)
        for route in contract.routes
        for each in route.faults
        if each.status == status and re.search(r"(?i)valid|malformed|bad request", _said(each))
    ]
    told = {each for each in shown if each}
    if len(told) != 1:
        return ""
    return always_said(Fault(status, message=told.pop()), _fields(contract))


def _invalid(contract: Contract, said: list[Assumption]) -> int:
    """The status of requests that do not fit, by what routes with a body answer."""
    votes: Counter[int] = Counter()
    for route in contract.routes:
        takes = route.body is not None or any(each.place == "query" for each in route.params)
        for status in (422, 400):
            if takes and status in route.statuses:
                reply = route.reply(status)
                about = re.search(
                    r"(?i)valid|malformed|bad request|missing|required|input|body",
                    reply.words if reply else "",
                )
                votes[status] += 2 if about else 1
    unread: Counter[int] = Counter()
    for fault in contract.faults:
        if fault.status in {400, 422} and re.search(
            r"(?i)valid|malformed|missing|bad|input|not fit|required|violat",
            f"{fault.words} {_said(fault)}",
        ):
            alone = ways_told(fault.words) == {"malformed"}
            (unread if alone else votes)[fault.status] += 3
    votes = votes or unread
    if not votes:
        return 422
    status, _ = votes.most_common(1)[0]
    if len(votes) > 1:
        other = 400 if status == 422 else 422
        said.append(Assumption("requests that do not fit", f"status {status}", "", (str(other),)))
    return status


def _codes(contract: Contract) -> dict[int, str]:
    """The usual code of each status: what is said of the whole service, else the commonest."""
    found: dict[int, str] = {}
    for fault in contract.faults:
        if code_of(fault) and ways_told(fault.words) != {"malformed"}:
            found.setdefault(fault.status or _guessed(fault), code_of(fault))
    votes: dict[int, Counter[str]] = {}
    for route in contract.routes:
        for fault in route.faults:
            if code_of(fault):
                votes.setdefault(fault.status, Counter())[code_of(fault)] += 1
    for status, counted in votes.items():
        found.setdefault(status, counted.most_common(1)[0][0])
    return found


def _guessed(fault: Fault) -> int:
    """The status of a failure that is only shown as an example of them all."""
    match = re.search(r"\b([45]\d\d)\b", fault.body)
    if match:
        return int(match[1])
    return 404 if re.search(r"(?i)not.?found", f"{code_of(fault)} {fault.message}") else 0


def _code(way: Way, codes: dict[int, str]) -> str:
    """A code where the document shows none, in the casing of those it does."""
    usual = {
        "absent": "not_found",
        "no_route": "not_found",
        "unauthenticated": "unauthorized",
        "not_allowed": "method_not_allowed",
        "refused": "bad_request",
        "rate": "too_many_requests",
        "not_built": "not_implemented",
    }
    code = usual.get(way, "validation_error" if way in INVALID else way)
    shown = next(iter(codes.values()), "")
    return code if shown and shown.islower() else code.upper()


def _body(replies: list[Reply], said: list[Assumption]) -> str:
    """The template of a failure, by the commonest shape or example."""
    votes: Counter[str] = Counter()
    for reply in replies:
        if template := template_of(reply):
            votes[template] += 1
    if not votes:
        return DEFAULT_BODY
    body, _ = votes.most_common(1)[0]
    if len(votes) > 1:
        others = tuple(each for each in votes if each != body)
        said.append(Assumption("the body of failures", body, "", others))
    return body

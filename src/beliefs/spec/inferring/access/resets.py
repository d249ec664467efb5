"""Passwords that somebody forgot: a code for an account, and a new password for the code.

A code is a row of its own, of whose it is and how long it is good; using it marks it as used.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route, Shape, is_record
from beliefs.spec.documents.names import SECRETS
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.belonging import key_reference
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Scene, Writer
from beliefs.spec.numbers import counted
from beliefs.spec.service import Assumption
from beliefs.spec.types import Field, Type

if TYPE_CHECKING:
    from beliefs.spec.inferring.access.accounts import Accounts
    from beliefs.spec.inferring.keeping.kept import Kept

NAME = "PasswordReset"
_ABOUT = re.compile(r"(?i)forg[eo]t|reset|recover|lost[ -]password|one[- ]time")
_CODES = {"code", "token", "otp", "resettoken", "resetcode", "recoverycode", "recoverytoken"}
_CODES |= {"onetimecode", "onetimetoken", "passwordtoken", "verificationcode", "key"}
_NEW = {f"{start}{each}" for each in SECRETS for start in ("", "new")}
_UNITS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}
_HOUR = 3600
_SPAN = re.compile(
    r"(?i)(?:valid|expires?|good|lives?|usable|lasts?|works?)\b[^.;]{0,40}?"
    r"\b(\d+|one|an?|five|ten)[ -](second|minute|hour|day)s?\b|"
    r"\b(\d+)[ -](second|minute|hour|day)s? (?:later|after|of life)"
)


_ONLY = re.compile(
    r"(?i)\b(?:earlier|previous|older?|prior|former) (?:codes?|tokens?|ones?)|"
    r"\bonly the (?:last|latest|newest)|\breplaces\b"
)


def code_in(route: Route) -> str:
    """The name under which a request brings a code together with a new password; else nothing.

    >>> both = Shape(Type("record"), properties=())
    >>> code_in(Route("POST", "/reset", body=both))
    ''
    """
    if route.method not in {"POST", "PUT", "PATCH"} or not _told(route):
        return ""
    if not _new_in(route.body):
        return ""
    names = [*(route.body.names if route.body else ()), *(each.name for each in route.params)]
    return next((each for each in names if plain(each) in _CODES), "")


def _told(route: Route) -> bool:
    return bool(_ABOUT.search(f"{route.path} {route.words} {route.summary}"))


def _new_in(body: Shape | None) -> str:
    """The property that brings a new password."""
    names = [each for each in (body.names if body else ()) if plain(each) in _NEW]
    return next((each for each in names if plain(each).startswith("new")), *names[:1] or [""])


def place(kept: Kept, accounts: Accounts) -> None:
    """Make codes part of what is kept, where one route gives them out and another takes them."""
    users = accounts.users
    routes = kept.contract.routes
    used = next((each for each in routes if code_in(each)), None)
    given = next((each for each in routes if used and _names(each, accounts)), None)
    if users is None or used is None or given is None or kept.of(NAME) is not None:
        return
    outbox = next((each for each in routes if _lists(each, accounts)), None)
    own = [each for each in (given, used, outbox) if each is not None]
    for holding in [each for each in kept.holdings if all(e in own for e in each.routes)]:
        if holding is not users:
            kept.holdings.remove(holding)
    reset = Holding(NAME, "password_reset", set(), own, Shape(Type("record")))
    reset.fields["code"] = Field("code", Type("string"))
    reset.fields["user_id"] = Field("user_id", key_reference(users))
    reset.fields["expires_at"] = Field("expires_at", Type("datetime"))
    reset.fields["used"] = Field("used", Type("boolean"), required=False, default="false")
    if _tries(" ".join([each.words for each in own] + [text for _, text in kept.contract.prose])):
        reset.fields["wrong"] = Field("wrong", Type("integer"), required=False, default="0")
    kept.holdings.append(reset)


def _lists(route: Route, accounts: Accounts) -> str:
    """The parameter by which a route lists the codes that were sent to an account; else nothing."""
    shape = route.good.shape if route.good else None
    item = shape.item if shape is not None else None
    made = accounts.users.made if accounts.users is not None else None
    if route.method != "GET" or item is None or made is None:
        return ""
    names = [each.name for each in route.params if each.place == "query" and made.part(each.name)]
    known = all(plain(each) in _CODES or each in names for each in item.names)
    return names[0] if names and known and any(plain(e) in _CODES for e in item.names) else ""


def _tries(said: str) -> int:
    """After how many wrong codes the right one is refused too; 0 where nothing says so.

    >>> _tries("After three wrong codes in a row even the right one does not work any more.")
    3
    """
    match = re.search(
        r"(?i)\bafter (\w+) (?:wrong|failed|bad|invalid) (?:codes?|tokens?|attempts?|tries)\b", said
    )
    return counted(match[1], 0) if match else 0


def _names(route: Route, accounts: Accounts) -> str:
    """The name under which a request says whose password was forgotten; else nothing."""
    body = route.body
    if route.method != "POST" or body is None or not is_record(body) or not _told(route):
        return ""
    if any(plain(each) in _NEW | _CODES for each in body.names):
        return ""
    made = accounts.users.made if accounts.users is not None else None
    return next((each for each in body.names if made is not None and made.part(each)), "")


def reset_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route that gives a code out or takes one; None when it does neither."""
    if writer.kept.of(NAME) is None or writer.accounts.users is None:
        return None
    if name := _lists(route, writer.accounts):
        return _listed(writer, route, name)
    if code_in(route):
        return _taken(writer, route)
    name = _names(route, writer.accounts)
    return _given(writer, route, name) if name else None


def _given(writer: Writer, route: Route, name: str) -> list[str]:
    users = writer.accounts.users
    assert users is not None
    one, key = users.variable, users.key.name
    said = _said(writer)
    seconds = _seconds(said)
    if not seconds:
        seconds = _HOUR
        chosen = "an hour"
        writer.said(Assumption("how long a reset code is good", chosen, route.source))
    lines = [f"let {one} = first({users.name}[where .{users.named(name)} = input.{name}])"]
    insert = (
        f"insert {NAME} {{code: {_made(said)}, user_id: {one}.{key}, "
        f"expires_at: later(now(), {seconds})}} as reset"
    )
    earlier = f"delete {NAME} where .user_id = {one}.{key}"
    kept = [earlier, insert] if _ONLY.search(said) and not _all_listed(writer) else [insert]
    values = dict.fromkeys(_CODES, "reset.code")
    values |= {"expiresat": "reset.expires_at", "expires": "reset.expires_at"}
    values |= {"expiresin": str(seconds), "userid": f"{one}.{key}", plain(name): f"input.{name}"}
    scene = Scene(values=values)
    answer = writer.answer(route, scene, 201)
    shown = route.good.shape if route.good else None
    tells = r"(?i)\b(?:answers?|returns?|gives?|responds?|shows?)\b[^.]*\b(?:code|token)\b"
    if shown is None and re.search(tells, route.words):
        answer = f"answer {route.good.status if route.good else 201} {{token: reset.code}}"
    if 404 in route.statuses or "reset." in answer:
        lines.append(f"guard {one} != null else {writer.absent(route, users)}")
        return [*lines, *kept, answer]
    return [*lines, f"if {one} != null:", *(f"    {each}" for each in kept), answer]


def _listed(writer: Writer, route: Route, name: str) -> list[str]:
    """The codes that were sent to an account, the newest first."""
    users = writer.accounts.users
    shape = route.good.shape if route.good else None
    assert users is not None
    assert shape is not None
    assert shape.item is not None
    one = users.variable
    values = ", ".join(
        f"{each}: {'one.code' if plain(each) in _CODES else f'input.{writer.name(each)}'}"
        for each in shape.item.names
    )
    rows = f"{NAME}[where .user_id = {one}.{users.key.name}, by .expires_at down]"
    return [
        _owner(writer, name),
        f"answer {route.good.status if route.good else 200} each(one in {rows}: {{{values}}})",
    ]


def _all_listed(writer: Writer) -> bool:
    """Whether codes are listed, those that work no more too."""
    return any(_lists(each, writer.accounts) for each in writer.contract.routes)


def _owner(writer: Writer, name: str) -> str:
    users = writer.accounts.users
    assert users is not None
    given = f"input.{writer.name(name)}"
    return f"let {users.variable} = first({users.name}[where .{users.named(name)} = {given}])"


def _taken(writer: Writer, route: Route) -> list[str]:
    users = writer.accounts.users
    assert users is not None
    code, new = writer.name(code_in(route)), writer.name(_new_in(route.body))
    one, key = users.variable, users.key.name
    holds = [f".code = input.{code}"]
    lines: list[str] = []
    names = [each for each in (route.body.names if route.body else ()) if users.named(each)]
    whose = next((each for each in names if plain(each) not in _NEW | _CODES), "")
    word = "code" if "code" in plain(code) else "token"
    among = (400, 401, 403, 404, 410, 422)
    wrong = f"Invalid or expired {word}"
    way = writer.refuse(route, "refused", wrong, f"unknown wrong invalid {word}", among)
    if whose:
        owner = f"first({users.name}[where .{users.named(whose)} = input.{whose}])"
        holds.append(f".user_id = {owner}.{key}")
    used = writer.refuse(
        route, "refused", wrong, "used already once", (409, 410, 400, 401, 403, 404, 422)
    )
    late = writer.refuse(
        route, "refused", wrong, "expired late old", (410, 400, 401, 403, 404, 409, 422)
    )
    tries = _tries(_said(writer)) if whose else 0
    if tries:
        lines += _counted(writer, route, whose, code)
        way = used
    else:
        lines.append(f"let reset = first({NAME}[where {' and '.join(holds)}])")
    tests = {"reset != null": way, "not(reset.used)": used, "reset.expires_at > now()": late}
    if not tries and _ONLY.search(_said(writer)) and _all_listed(writer):
        later = ".user_id = reset.user_id and .expires_at > reset.expires_at"
        tests[f"count({NAME}[where {later}]) = 0"] = late
    tests |= {f"reset.wrong < {tries}": used} if tries else {}
    for told in dict.fromkeys(tests.values()):
        alike = [test for test, each in tests.items() if each == told]
        lines.append(f"guard {' and '.join(alike)} else {told}")
    if not tries:
        lines.append(f"let {one} = first({users.name}[where .{key} = reset.user_id])")
    if any(each.method == "DELETE" for each in users.routes):
        lines.append(f"guard {one} != null else {writer.absent(route, users)}")
    lines += [
        f"patch {users.name} {one} {{password_hash: hash_password(input.{new})}}",
        f"patch {NAME} reset {{used: true}}",
    ]
    return [*lines, writer.answer(route, Scene(users, one, message="Password changed"))]


def _counted(writer: Writer, route: Route, whose: str, code: str) -> list[str]:
    """The newest code of an account, with wrong ones counted against it."""
    users = writer.accounts.users
    assert users is not None
    one, key = users.variable, users.key.name
    fault = next((each for each in route.faults if each.status in {400, 401, 403, 422}), None)
    body = fault.body if fault is not None and fault.body else '{"error": "Wrong code"}'
    values = {name: json.dumps(each) for name, each in json.loads(body).items()}
    return [
        _owner(writer, whose),
        f"let reset = first({NAME}[where .user_id = {one}.{key}, by .expires_at down])",
        f"if reset != null and reset.code != input.{code}:",
        f"    patch {NAME} reset {{wrong: reset.wrong + 1}}",
        f"    answer {fault.status if fault is not None else 400} {made(values)}",
    ]


def _said(writer: Writer) -> str:
    told = [each.words for each in writer.contract.routes if _told(each)]
    return ". ".join([*(text for _, text in writer.contract.prose), *told])


def _seconds(said: str) -> int:
    """How long a code is good, by the words about it; 0 where nothing says so.

    >>> _seconds("It is valid for 15 minutes."), _seconds("A token expires after an hour.")
    (900, 3600)
    """
    match = _SPAN.search(said)
    if match is None:
        return 0
    many, unit = (match[1] or match[3]).lower(), (match[2] or match[4]).lower()
    return counted(many, 1) * _UNITS[unit]


def _made(said: str) -> str:
    """The call that makes a code as the words describe it.

    >>> _made("a six-digit one-time code"), _made("a random token")
    ('code(6, "0123456789")', 'token(32)')
    """
    letters = re.search(r"(?i)\b(?:code|token)s? (?:of|with) (\d+) (?:characters|letters)\b", said)
    match = re.search(r"(?i)\b(\w+)[ -]digit\b|\b(\w+) digits\b", said)
    length = counted(match[1] or match[2], 0) if match else 0
    if length:
        return f'code({length}, "0123456789")'
    return f"code({letters[1]})" if letters else "token(32)"

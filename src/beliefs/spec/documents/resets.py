"""Passwords that somebody forgot: a code for an account, and a new password for the code.

A code is a row of its own, of whose it is and how long it is good; using it marks it as used.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from beliefs.spec.documents.contract import Route, Shape, is_record
from beliefs.spec.documents.fields import key_reference
from beliefs.spec.documents.holdings import SECRETS, Holding
from beliefs.spec.documents.words import plain
from beliefs.spec.documents.writing import Scene, Writer
from beliefs.spec.service import Assumption
from beliefs.spec.types import Field, Type

if TYPE_CHECKING:
    from beliefs.spec.documents.accounts import Accounts
    from beliefs.spec.documents.kept import Kept

NAME = "PasswordReset"
_ABOUT = re.compile(r"(?i)forg[eo]t|reset|recover|lost[ -]password|one[- ]time")
_CODES = {"code", "token", "otp", "resettoken", "resetcode", "recoverycode", "recoverytoken"}
_CODES |= {"onetimecode", "onetimetoken", "passwordtoken", "verificationcode", "key"}
_NEW = {f"{start}{each}" for each in SECRETS for start in ("", "new")}
_UNITS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}
_HOUR = 3600
_NUMBERS = {"six": 6, "four": 4, "eight": 8, "five": 5, "ten": 10, "one": 1, "an": 1, "a": 1}
_SPAN = re.compile(
    r"(?i)(?:valid|expires?|good|lives?|usable|lasts?|works?)\b[^.;]{0,40}?"
    r"\b(\d+|one|an?|five|ten)[ -](second|minute|hour|day)s?\b|"
    r"\b(\d+)[ -](second|minute|hour|day)s? (?:later|after|of life)"
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
    made = next((each for each in routes if used and _names(each, accounts)), None)
    if users is None or used is None or made is None or kept.of(NAME) is not None:
        return
    for holding in [each for each in kept.holdings if {*each.routes} <= {used, made}]:
        if holding is not users:
            kept.holdings.remove(holding)
    reset = Holding(NAME, "password_reset", set(), [made, used], Shape(Type("record")))
    reset.fields["code"] = Field("code", Type("string"))
    reset.fields["user_id"] = Field("user_id", key_reference(users))
    reset.fields["expires_at"] = Field("expires_at", Type("datetime"))
    reset.fields["used"] = Field("used", Type("boolean"), required=False, default="false")
    kept.holdings.append(reset)


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
    only = re.search(
        r"(?i)\b(?:earlier|previous|older?|prior|former) (?:codes?|tokens?|ones?)|"
        r"\bonly the (?:last|latest|newest)|\breplaces\b",
        said,
    )
    kept = [earlier, insert] if only else [insert]
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
    lines.append(f"let reset = first({NAME}[where {' and '.join(holds)}])")
    tests = {"reset != null": way, "not(reset.used)": used, "reset.expires_at > now()": late}
    for told in dict.fromkeys(tests.values()):
        alike = [test for test, each in tests.items() if each == told]
        lines.append(f"guard {' and '.join(alike)} else {told}")
    lines.append(f"let {one} = first({users.name}[where .{key} = reset.user_id])")
    if any(each.method == "DELETE" for each in users.routes):
        lines.append(f"guard {one} != null else {writer.absent(route, users)}")
    lines += [
        f"patch {users.name} {one} {{password_hash: hash_password(input.{new})}}",
        f"patch {NAME} reset {{used: true}}",
    ]
    return [*lines, writer.answer(route, Scene(users, one, message="Password changed"))]


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
    return (int(many) if many.isdigit() else _NUMBERS[many]) * _UNITS[unit]


def _made(said: str) -> str:
    """The call that makes a code as the words describe it.

    >>> _made("a six-digit one-time code"), _made("a random token")
    ('code(6, "0123456789")', 'token(32)')
    """
    letters = re.search(r"(?i)\b(?:code|token)s? (?:of|with) (\d+) (?:characters|letters)\b", said)
    match = re.search(r"(?i)\b(\w+)[ -]digit\b|\b(\d+) digits\b", said)
    many = (match[1] or match[2]).lower() if match else ""
    length = int(many) if many.isdigit() else _NUMBERS.get(many, 0)
    if length:
        return f'code({length}, "0123456789")'
    return f"code({letters[1]})" if letters else "token(32)"

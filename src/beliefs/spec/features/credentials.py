"""What says who asks: keys from the environment, tokens that are renewed, sessions in a cookie."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Literal

from beliefs.spec.effects import Expr
from beliefs.spec.features.resources import program
from beliefs.spec.features.tokens import Tokens
from beliefs.spec.operations import Input, Operation
from beliefs.spec.parsing import read_expression
from beliefs.spec.service import Identity
from beliefs.spec.types import Type

_AROUND = "Path=/; HttpOnly; SameSite=Lax"


def by_key(
    place: Literal["header", "query", "bearer", "cookie"],
    name: str,
    *,
    variable: str,
    key: str = "",
) -> Identity:
    """One key for all: that which an environment variable holds, else one that is written out.

    >>> by_key("header", "X-API-Key", variable="API_KEY").place
    'header'
    """
    held = f"env({json.dumps(variable)})" if variable else json.dumps(key)
    held = f"or_else({held}, {json.dumps(key)})" if variable and key else held
    who = f'if(same_secret(credential, {held}), {{name: "key"}}, null)'
    return Identity(place, name, read_expression(who))


def by_password(user: str, *, variable: str, password: str = "") -> Identity:
    """Basic authorization of one user, whose password the environment holds, or is written out.

    >>> by_password("admin", variable="ADMIN_PASSWORD").place
    'basic'
    """
    held = f"env({json.dumps(variable)})" if variable else json.dumps(password)
    held = f"or_else({held}, {json.dumps(password)})" if variable and password else held
    shown = f"base64({json.dumps(f'{user}:')} + {held})"
    known = f"if(same_secret(credential, {shown}), {{name: {json.dumps(user)}}}, null)"
    unset = f"if({held} = null, null, {known})" if variable and not password else known
    return Identity("basic", "Authorization", read_expression(unset))


def by_keys(
    place: Literal["header", "query", "bearer", "cookie"],
    name: str,
    keys: tuple[tuple[str, str, bool], ...],
) -> Identity:
    """Several keys of the environment, each with what it is where its variable is not set.

    Whoever shows one is known by the name of its variable.

    >>> by_keys("header", "X-API-Key", (("STAFF_KEY", "", False),)).name
    'X-API-Key'
    """
    who = "null"
    for variable, default, _ in reversed(keys):
        held = f"env({json.dumps(variable)})"
        held = f"or_else({held}, {json.dumps(default)})" if default else held
        who = f"if(same_secret(credential, {held}), {{name: {json.dumps(variable)}}}, {who})"
    return Identity(place, name, read_expression(who))


def renew(
    path: str,
    tokens: Tokens,
    *,
    key: str = "access_token",
    given: str = "refresh_token",
    again: bool = False,
) -> Operation:
    """A new token for one to renew it with; `again`: a new one of these comes with it."""
    renewed = f"{given}: renewed.token, " if again else ""
    return Operation(
        "refresh",
        "POST",
        path,
        program(
            *tokens.remade(f"input.{given}", again=again),
            f'answer 200 {{{key}: made, {renewed}token_type: "bearer"}}',
        ),
        inputs=(Input(given, "json", Type("string")),),
        summary="Renew a token.",
    )


def in_cookie(who: Expr, name: str = "session") -> Identity:
    """Whoever brings the cookie of a session."""
    return Identity("cookie", name, who)


def sets_cookie(seconds: int, name: str = "session") -> str:
    """The end of an answer that gives out the cookie of the session just made.

    >>> sets_cookie(60)
    'headers {"Set-Cookie": "session=" + session.token + "; Max-Age=60; Path=/; HttpOnly; ...
    """
    made = f'"{name}=" + session.token + "; Max-Age={seconds}; {_AROUND}"'
    return f'headers {{"Set-Cookie": {made}}}'


def drops_cookie(name: str = "session") -> str:
    """The end of an answer that takes the cookie away."""
    return f'headers {{"Set-Cookie": "{name}=; Max-Age=0; {_AROUND}"}}'


def with_cookie(login: Operation, seconds: int, name: str = "session") -> Operation:
    """A login that sets a cookie, and shows who logged in."""
    answer = program(f"answer 200 user {sets_cookie(seconds, name)}")
    kept = tuple(each for each in login.effect[:-1] if getattr(each, "name", "") != "made")
    return replace(login, effect=(*kept, *answer))


def without_cookie(logout: Operation, name: str = "session") -> Operation:
    """A logout that takes the cookie away."""
    answer = program(f"answer 204 {drops_cookie(name)}")
    return replace(logout, effect=(*logout.effect[:-1], *answer))


def for_key(operation: Operation) -> Operation:
    """An operation that only somebody who is known may ask for."""
    return replace(operation, needs="caller")

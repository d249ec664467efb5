"""Making accounts, giving out tokens, and who is asking: as routes of a document want it."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.folding import any_case, folds
from beliefs.spec.documents.names import SECRETS
from beliefs.spec.documents.words import plain
from beliefs.spec.features.credentials import sets_cookie
from beliefs.spec.inferring.access.accounts import SELF, SESSIONS, TOKENS, secret_of
from beliefs.spec.inferring.access.leaving import leaving_lines, renewing_lines
from beliefs.spec.inferring.access.passwords import password_lines
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.routes.creating import inserted_lines
from beliefs.spec.inferring.writing import Scene, Writer
from beliefs.spec.service import Assumption


def account_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route that lets people in; None when it is none of these."""
    found = writer.accounts
    if route == found.login:
        return _login(writer, route)
    if route == found.register:
        return _register(writer, route)
    if (changed := password_lines(writer, route)) is not None:
        return changed
    if route in (found.logout, found.everywhere):
        return leaving_lines(writer, route)
    if route == found.renew and found.users is not None:
        return renewing_lines(writer, route, _tokens(writer, "me"))
    chain = writer.chain(route)
    last = plain(chain[-1].name) if chain and not chain[-1].param else ""
    if last in SELF and writer.needs(route):
        if found.pretended or found.users is None:  # keys are nobody's: it is about something else
            return None
        return _myself(writer, route)
    if last == "refresh" and writer.needs(route) and found.signed:
        return [*_token(writer), writer.answer(route, _tokens(writer, "me"))]
    return None


def _myself(writer: Writer, route: Route) -> list[str] | None:
    users = writer.accounts.users
    assert users is not None
    scene = Scene(users, "me")
    if route.method == "GET" or (route.method == "POST" and route.body is None):
        return [writer.answer(route, scene)]
    one = users.variable
    key = users.key.name
    read = f"let {one} = first({users.name}[where .{key} = me.{key}])"
    scene = Scene(users, one, message="Account deleted")
    if route.method == "DELETE":
        return [f"delete {users.name} where .{key} = me.{key}", writer.answer(route, scene, 204)]
    values = {
        name: f"if(input.{each.name} = null, {one}.{name}, input.{each.name})"
        if route.method == "PATCH"
        else f"input.{each.name}"
        for each in writer.inputs(route)
        if each.place in {"json", "form"} and (name := users.named(each.wire))
    }
    return [read, f"patch {users.name} {one} {made(values)}", writer.answer(route, scene)]


def _register(writer: Writer, route: Route) -> list[str] | None:
    users = writer.accounts.users
    assert users is not None
    name = writer.accounts.name
    way = writer.refuse(route, "conflict", f"This {name} is taken", "exists registered duplicate")
    lines = [f"guard count({users.name}[where {_same(writer, name, name)}]) = 0 else {way}"]
    one = users.variable
    lines += inserted_lines(writer, route, users, [])
    scene = Scene(users, one, message="Account created")
    shape = route.good.shape if route.good else None
    if shape is not None and any(plain(each) in TOKENS for each in shape.names):
        lines += _token(writer, one)
        scene = _tokens(writer, one)
    return [*lines, writer.answer(route, scene, 201)]


def _same(writer: Writer, field: str, given: str) -> str:
    """The condition that an account goes by a name, in whatever case where words say so."""
    register = writer.accounts.register
    said = register is not None and any_case(register.words)
    if said or folds(writer.contract, field):
        return f"lower(.{field}) = lower(input.{given})"
    return f".{field} = input.{given}"


def _login(writer: Writer, route: Route) -> list[str] | None:
    # Nothing is made that could have been created, unless the document says so.
    replies = (
        replace(each, status=200) if each.usual and each.status == 201 else each
        for each in route.replies
    )
    route = replace(route, replies=tuple(replies))
    users = writer.accounts.users
    if users is None:
        return None
    body = route.body
    secret = secret_of(body)
    if not secret or "password_hash" not in users.fields:
        return None
    names = [
        each.name
        for each in writer.inputs(route)
        if each.place in {"json", "form"} and plain(each.name) not in SECRETS and each.required
    ]
    name = next((each for each in names if users.named(each)), "")
    given = name or (names[0] if names else "")
    field = users.named(name) if name else writer.accounts.name
    if not given:
        return None
    one = users.variable
    wrong = f"Wrong {given} or password"
    way = writer.refuse(
        route, "unauthenticated", wrong, "credentials login invalid", (401, 400, 403, 422)
    )
    answer = _with_cookie(writer, writer.answer(route, _tokens(writer, one)))
    answer = _given_out(writer, route) or answer
    return [
        f"let {one} = first({users.name}[where {_same(writer, field, given)}])",
        (
            f"guard {one} != null and "
            f"check_password(input.{writer.name(secret)}, {one}.password_hash) "
            f"else {way}"
        ),
        *_counted(writer, one),
        *(_token(writer, one) if re.search(r"\b(?:made|session)\b", answer) else ()),
        answer,
    ]


def _given_out(writer: Writer, route: Route) -> str:
    """The answer of a login of which nothing is shown, where others must show what it gives out."""
    silent = route.good is None or route.good.shape is None
    shown = any(each.secured for each in writer.contract.routes) and not writer.accounts.cookie
    if not silent or not shown or writer.accounts.key:
        return ""
    status = route.good.status if route.good is not None else 200
    said = " ".join([route.words, *(each.words for each in route.replies)])
    named = re.search(r"[{`\"'](\w*[tT]oken|jwt)[`\"'}:]", said)
    if named:
        return f"answer {status} {{{named[1]}: made}}"
    about = f"what {route.method} {route.path} answers"
    writer.said(Assumption(about, "access_token and token_type", route.source))
    return f'answer {status} {{access_token: made, token_type: "bearer"}}'


def _counted(writer: Writer, one: str) -> list[str]:
    """The line that counts a login, where that is shown."""
    users, name = writer.accounts.users, writer.accounts.logins
    field = users.named(name) if users is not None and name else ""
    if users is None or not field:
        return []
    return [f"patch {users.name} {one} {{{field}: {one}.{field} + 1}}"]


def _with_cookie(writer: Writer, answer: str) -> str:
    """The same, with the cookie of the session where that is what is shown later."""
    name = writer.accounts.cookie
    return f"{answer} {sets_cookie(writer.accounts.tokens.seconds, name)}" if name else answer


def _token(writer: Writer, one: str = "me") -> list[str]:
    users = writer.accounts.users
    assert users is not None
    if writer.accounts.key:
        return [f"let made = {one}.{writer.accounts.key}"]
    return writer.accounts.tokens.made(f"{one}.{writer.accounts.tokens.key}")


def _tokens(writer: Writer, one: str) -> Scene:
    tokens = writer.accounts.tokens
    values = dict.fromkeys(TOKENS | SESSIONS, "made") | {"refreshtoken": "renewal.token"}
    values |= {"tokentype": '"bearer"', "expiresin": str(tokens.seconds), "type": '"bearer"'}
    values["expiresat"] = f"later(now(), {tokens.seconds})"
    return Scene(writer.accounts.users, one, values=values, message="Logged in")

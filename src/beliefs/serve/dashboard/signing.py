"""Signing in: a browser gives a key once, and gets a cookie that may look for an hour.

A browser cannot show a key when it goes to a page or listens for changes. So a form takes the key,
and a token that was made from it, for reading alone, stays with the browser where no script sees
it. Nothing that changes anything goes by the cookie, so no page elsewhere can use it to write; and
`origins` refuses forms of other pages, these two included.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode

from fastapi import FastAPI, Response
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request as Received
from starlette.responses import RedirectResponse

from beliefs.errors import BeliefsError, InvalidInput
from beliefs.serve.dashboard.markup import Html, tag
from beliefs.serve.dashboard.shell import bare
from beliefs.serve.header import COOKIE
from beliefs.serve.problems import PROBLEM, status_of
from beliefs.serve.tokens import LONGEST_SECONDS

if TYPE_CHECKING:
    from beliefs.serve.app import Application
    from beliefs.serve.guard import Guard
    from beliefs.serve.rights import Grant

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""Nothing from elsewhere, and nothing inline."""

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",  # less, and a form would not say where it comes from
    "cache-control": "private, no-cache",
}
_HOME, _SIGN_IN = "/", "/sign-in"
_LONGEST_FORM, _LONGEST_ADDRESS = 8_192, 2_000


def page(made: Html, status: HTTPStatus = HTTPStatus.OK) -> Response:
    """A document as an answer."""
    return Response(made.encode(), status, HEADERS, "text/html; charset=utf-8")


def add_signing(app: FastAPI, application: Application) -> None:
    """Let people sign in and out, where there are keys."""

    async def ask(received: Received) -> Response:
        to = _local(received.query_params.get("to", _HOME))
        return await run_in_threadpool(_asked, application.keys, to)

    async def sign_in(received: Received) -> Response:
        body = await received.body()
        return await run_in_threadpool(_signed, application.keys, received, body)

    async def sign_out(_: Received) -> Response:
        response = _see(_SIGN_IN)
        response.delete_cookie(COOKIE, httponly=True, samesite="strict")
        return response

    app.add_api_route(_SIGN_IN, ask, methods=["GET"], include_in_schema=False)
    app.add_api_route(_SIGN_IN, sign_in, methods=["POST"], include_in_schema=False)
    app.add_api_route("/sign-out", sign_out, methods=["POST"], include_in_schema=False)


def to_sign_in(received: Received) -> Response:
    """Send somebody to sign in, and then back to where they wanted to go."""
    # Not `received.url`, which is made of the Host header too.
    query = received.scope["query_string"].decode("latin-1")
    wanted = received.scope["path"] + (f"?{query}" if query else "")
    there = {} if wanted == _HOME or len(wanted) > _LONGEST_ADDRESS else {"to": wanted}
    return _see(f"{_SIGN_IN}?{urlencode(there)}" if there else _SIGN_IN)


def _asked(keys: Guard | None, to: str) -> Response:
    return _see(_HOME) if keys is None or keys.is_open() else page(_form(to))


def _signed(keys: Guard | None, received: Received, body: bytes) -> Response:
    if keys is None:
        return _see(_HOME)
    to = _HOME
    try:
        key, to = _read(body)
        grant = keys.known(f"Bearer {key}")
        token = keys.issue(grant)
    except BeliefsError as error:
        received.scope[PROBLEM] = error.code
        return page(_form(to, str(error)), status_of(error))
    response = _see(_first(grant) if to == _HOME else to)
    response.set_cookie(
        COOKIE,
        token,
        max_age=LONGEST_SECONDS,
        httponly=True,
        samesite="strict",
        secure=_is_https(received),
    )
    return response


def _read(body: bytes) -> tuple[str, str]:
    """The key in a form, and where to go then."""
    try:
        text = body[: _LONGEST_FORM + 1].decode("ascii")
        said = dict(parse_qsl(text, strict_parsing=True, errors="strict"))
    except ValueError:
        said = {}
    if not said or len(body) > _LONGEST_FORM:
        raise InvalidInput("this is not what the form sends; paste the key alone.")
    return said.get("key", "").strip(), _local(said.get("to", _HOME))


def _local(to: str) -> str:
    """An address on this server, whatever was asked for.

    >>> _local("/trust?namespace=lab"), _local("//evil.example"), _local("https://evil.example")
    ('/trust?namespace=lab', '/', '/')
    """
    plain = to.isascii() and to.isprintable() and "\\" not in to
    local = to.startswith("/") and not to.startswith("//")
    return to if plain and local and len(to) <= _LONGEST_ADDRESS else _HOME


def _first(grant: Grant) -> str:
    """A ledger that a key reaches, where it does not reach the usual one."""
    if grant.namespaces is None or "default" in grant.namespaces:
        return _HOME
    return f"{_HOME}?{urlencode({'namespace': min(grant.namespaces)})}"


def _is_https(received: Received) -> bool:
    """Whether the browser speaks HTTPS, to us or to the proxy before us."""
    origin = received.headers.get("origin", "")
    return received.scope["scheme"] == "https" or origin.startswith("https://")


def _see(address: str) -> Response:
    headers = {"cache-control": "no-store", "referrer-policy": "same-origin"}
    return RedirectResponse(address, HTTPStatus.SEE_OTHER, headers)


def _form(to: str, refusal: str | None = None) -> Html:
    told = None if refusal is None else tag("p", refusal, class_="note", role="alert")
    form = tag(
        "form",
        tag("input", type="hidden", name="to", value=to),
        # For whoever keeps passwords: they go by names.
        tag(
            "input",
            name="name",
            value="beliefs",
            autocomplete="username",
            hidden=True,
            aria_label="Name",
        ),
        tag("label", "Key", for_="key"),
        tag(
            "input",
            id="key",
            name="key",
            type="password",
            required=True,
            autofocus=True,
            autocomplete="current-password",
            spellcheck="false",
        ),
        tag("button", "Sign in"),
        method="post",
        action=_SIGN_IN,
        class_="search",
    )
    about = "The key is not kept: a cookie that no script sees lets this browser read for an hour."
    return bare("Sign in", tag("h1", "Sign in"), told, form, tag("p", about, class_="quiet"))

"""Web pages of others are refused, and those of named origins are let in."""

from __future__ import annotations

import json

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from beliefs.errors import BeliefsError, InvalidInput
from beliefs.serve.guard import Guard
from beliefs.serve.header import only_authorization
from beliefs.serve.keyring import Keyring
from beliefs.serve.origins import Origins
from beliefs.serve.rights import Right
from tests.serve.live import Said, serving
from tests.serve.test_guard import tricks

FRIEND = "https://friend.example"


async def hello(_: Request) -> PlainTextResponse:
    return PlainTextResponse("hello", headers={"etag": '"1"'})


def app() -> Starlette:
    return Starlette(routes=[Route("/", hello, methods=["GET", "POST"])])


def asked(connect, *lines: str, method: str = "GET", host: str = "localhost:80") -> Said:
    request = "\r\n".join([f"{method} / HTTP/1.1", f"Host: {host}", *lines, "", ""])
    said: Said = connect().send(request).read()
    return said


@pytest.fixture(scope="module")
def closed():
    with serving(Origins(app())) as connect:
        yield connect


@pytest.fixture(scope="module")
def friendly():
    with serving(Origins(app(), origins=[FRIEND])) as connect:
        yield connect


@pytest.fixture(scope="module")
def local():
    with serving(Origins(app(), loopback_only=True)) as connect:
        yield connect


def test_programs_and_own_pages_are_let_in_without_cors(closed):
    for lines in ([], ["Origin: http://localhost:80"], ["Origin: https://localhost:80"]):
        said = asked(closed, *lines)
        assert said.status == 200
        assert not [name for name in said.headers if name.startswith("access-control")]


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "null", "", "http://localhost", "http://localhost:80.evil", FRIEND],
)
@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS"])
def test_other_pages_are_refused(closed, origin, method):
    lines = [f"Origin: {origin}", "Access-Control-Request-Method: POST"]
    said = asked(closed, *lines, method=method)
    assert said.status == 403
    assert json.loads(said.body)["code"] == "access/foreign_origin"
    assert not [name for name in said.headers if name.startswith("access-control")]


def test_two_origins_are_refused(closed, friendly):
    own = ["Origin: http://localhost:80", "Origin: https://evil.example"]
    assert asked(closed, *own).status == 403
    assert asked(friendly, f"Origin: {FRIEND}", "Origin: https://evil.example").status == 403


def test_a_named_origin_is_let_in(friendly):
    said = asked(friendly, f"Origin: {FRIEND}")
    assert said.status == 200
    assert said.headers["access-control-allow-origin"] == FRIEND
    assert "access-control-allow-credentials" not in said.headers
    preflight = asked(
        friendly,
        f"Origin: {FRIEND}",
        "Access-Control-Request-Method: POST",
        "Access-Control-Request-Headers: authorization, idempotency-key",
        method="OPTIONS",
    )
    assert preflight.status == 200
    assert asked(friendly, "Origin: https://evil.example").status == 403


@pytest.mark.parametrize(
    "origin", ["*", "friend.example", f"{FRIEND}/", f"{FRIEND}/path", "https://*.example", ""]
)
def test_an_origin_is_named_in_full(origin):
    with pytest.raises(InvalidInput, match="an origin is written"):
        Origins(app(), origins=[origin])


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8000", "127.0.0.1:8000", "[::1]:8000"])
def test_a_server_for_this_machine_has_its_names(local, host):
    assert asked(local, host=host).status == 200


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example:80", "192.0.2.1", ""])
def test_a_name_that_somebody_points_here_is_refused(local, host):
    said = asked(local, f"Origin: http://{host}", host=host)
    assert said.status == 421
    assert json.loads(said.body)["code"] == "access/unknown_host"


# Header tricks, all the way


@pytest.fixture
def guarded(tmp_path):
    with Keyring(tmp_path / "keys.db") as keyring:
        secret = keyring.create(["team"], Right.READ).secret
        guard = Guard(keyring)

        async def check(request: Request) -> PlainTextResponse:
            try:
                shown = only_authorization(request.scope["headers"])
                guard.check(shown, namespace="team", right=Right.READ)
            except BeliefsError as error:
                return PlainTextResponse(f"{error.code}: {error}", 401)
            return PlainTextResponse("welcome")

        with serving(Starlette(routes=[Route("/", check)])) as connect:
            yield connect, secret


def test_header_tricks_are_refused_over_the_wire(guarded, caplog):
    connect, secret = guarded
    caplog.set_level("DEBUG")
    assert asked(connect, f"Authorization: Bearer {secret}").body == "welcome"
    # Whitespace around a header's value is none of it, and "a header" is two of them.
    fine = {"before", "after", "a header", "a line"}
    for trick, value in tricks(secret).items():
        if trick in fine or value is None:
            continue
        raw = value.encode("utf-8", "surrogateescape").decode("latin-1")
        said = asked(connect, f"Authorization: {raw[:100_000]}")
        assert said.status in {400, 401, 431}, trick
        assert secret[16:40] not in said.body
    one = f"Authorization: Bearer {secret}"
    assert asked(connect, one, one).status == 401
    assert asked(connect, "Authorization: Bearer x", one.lower()).status == 401
    assert asked(connect, one.replace("Authorization", "Authorization ")).status == 400
    assert asked(connect, f"Authorization:\r\n {one[14:]}").status in {200, 400}
    assert secret[16:40] not in caplog.text

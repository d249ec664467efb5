"""Namespaces are kept apart: every route is tried with keys that do not reach as far."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, NamedTuple

import httpx
import pytest

from beliefs import Beliefs
from beliefs.errors import Forbidden, Unauthorised
from beliefs.serve.app import create_app
from beliefs.serve.clients import on_one_store
from beliefs.serve.dashboard.pages import SHOWN
from beliefs.serve.guard import Guard
from beliefs.serve.header import COOKIE
from beliefs.serve.keyring import Keyring
from beliefs.serve.rights import Right, right_named
from beliefs.serve.routes import ROUTES, TOKENS
from tests.http_server import HttpServer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ASKED = [
    *((route.verb, f"/v1{route.path}", route.right) for route in ROUTES),
    ("GET", "/v1/events", "read"),
    (TOKENS[0], f"/v1{TOKENS[1]}", TOKENS[2]),
    ("POST", "/mcp", "read"),
]
NOBODY = "bk_000000000000_" + "0" * 64


class Guarded(NamedTuple):
    """A server, and keys to some of it."""

    server: HttpServer
    guard: Guard
    ours: str
    theirs: dict[Right, str]

    def token(self, key: str, seconds: int = 60) -> str:
        return self.guard.issue(self.guard.known(f"Bearer {key}"), seconds=seconds)


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guarded]:
    folder: Path = tmp_path_factory.mktemp("access")
    with Keyring(folder / "keys.db") as keyring, Beliefs(f"sqlite:///{folder}/b.db") as behind:
        ours = keyring.create(["ours"], Right.ADMIN).secret
        theirs = {right: keyring.create(["theirs"], right).secret for right in Right}
        guard = Guard(keyring)
        app = create_app(on_one_store(behind), guard=guard, mcp=True)
        with HttpServer(app) as server:
            yield Guarded(server, guard, ours, theirs)


def ask(server: HttpServer, verb: str, path: str, key: str | None) -> httpx.Response:
    place = path.format(belief="0" * 32, claim="0" * 32)
    headers = {} if key is None else {"authorization": f"Bearer {key}"}
    return httpx.request(
        verb, f"{server.url}{place}", params={"namespace": "theirs"}, headers=headers,
        content=b"{}", trust_env=False,
    )  # fmt: skip


@pytest.mark.parametrize(("verb", "path", "right"), ASKED)
def test_no_key_reaches_another_namespace(guarded: Guarded, verb: str, path: str, right: str):
    server, _, ours, theirs = guarded
    told = ask(server, verb, path, ours)
    assert told.status_code == 403
    assert told.json()["code"] == "access/forbidden"
    assert ours not in told.text
    assert ask(server, verb, path, None).status_code == 401
    assert ask(server, verb, path, NOBODY).status_code == 401
    if right_named(right) > Right.READ:
        assert ask(server, verb, path, theirs[Right(right_named(right) - 1)]).status_code == 403


@pytest.mark.parametrize("path", SHOWN)
def test_no_page_shows_another_namespace(guarded: Guarded, path: str):
    server, _, ours, theirs = guarded
    token = {"cookie": f"{COOKIE}={guarded.token(ours)}"}
    told = httpx.get(
        server.url + path.format(belief="0" * 32), params={"namespace": "theirs"}, headers=token,
        trust_env=False,
    )  # fmt: skip
    assert told.status_code == 403
    assert ask(server, "GET", path, ours).status_code == 403
    assert ask(server, "GET", path, NOBODY).status_code == 401
    assert ask(server, "GET", path, None).status_code == 303
    allowed = ask(server, "GET", path, theirs[Right.READ]).status_code
    assert allowed == (404 if "{" in path else 200)


def test_refusals_are_logged_without_secrets(guarded: Guarded, caplog: pytest.LogCaptureFixture):
    server, _, ours, theirs = guarded
    expired = guarded.token(ours, seconds=1)
    time.sleep(1.1)
    secrets = [ours, theirs[Right.READ], NOBODY, expired]
    form = {"key": NOBODY}
    with caplog.at_level(logging.DEBUG):
        ask(server, "GET", "/v1/count", ours)
        ask(server, "GET", "/v1/count", NOBODY)
        ask(server, "GET", "/v1/count", expired)
        ask(server, "POST", "/v1/reset", theirs[Right.READ])
        ask(server, "POST", "/v1/tokens", expired)
        ask(server, "GET", "/", NOBODY)
        httpx.get(server.url, headers={"cookie": f"{COOKIE}={expired}"}, trust_env=False)
        httpx.post(f"{server.url}/sign-in", data=form, trust_env=False)
        httpx.post(f"{server.url}/sign-in", data={"key": ours}, trust_env=False)
        time.sleep(0.1)  # a line is written when the answer is sent
    lines = [one.getMessage() for one in caplog.records if one.name == "beliefs.serve.requests"]
    assert len(lines) == 9
    assert [line.count('"problem": "access/forbidden"') for line in lines] == [1, 0, 0, 1] + [0] * 5
    assert sum('"problem": "access/unauthorised"' in line for line in lines) == 5
    ours_alone = "\n".join(one.getMessage() for one in caplog.records if "http" not in one.name)
    for secret in secrets:
        assert secret not in ours_alone
        assert secret.rpartition("_")[2] not in ours_alone


def test_a_client_with_a_key_is_let_in_and_another_is_not(guarded: Guarded):
    url, key = guarded.server.url, guarded.theirs[Right.WRITE]
    with Beliefs(url, namespace="theirs", api_key=key) as b:
        b.add("The cache is warm")
        assert b.count() == 1
        with pytest.raises(Forbidden):
            b.reset()
    with Beliefs(url, namespace="ours", api_key=key) as b, pytest.raises(Forbidden):
        b.list()
    with Beliefs(url, namespace="theirs") as b, pytest.raises(Unauthorised):
        b.list()


def test_two_headers_are_refused(guarded: Guarded):
    key = guarded.theirs[Right.READ]
    twice = [("Authorization", f"Bearer {key}"), ("Authorization", "Bearer other")]
    told = httpx.get(
        f"{guarded.server.url}/v1/count", params={"namespace": "theirs"}, headers=twice,
        trust_env=False,
    )  # fmt: skip
    assert told.status_code == 401

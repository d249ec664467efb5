"""Namespaces are kept apart: every route is tried with keys that do not reach as far."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import httpx
import pytest

from beliefs import Beliefs
from beliefs.errors import Forbidden, Unauthorised
from beliefs.serve.app import create_app
from beliefs.serve.clients import on_one_store
from beliefs.serve.guard import Guard
from beliefs.serve.keyring import Keyring
from beliefs.serve.rights import Right, right_named
from beliefs.serve.routes import ROUTES
from tests.http_server import HttpServer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ASKED = [(route.verb, route.path, route.right) for route in ROUTES] + [("GET", "/events", "read")]


class Guarded(NamedTuple):
    """A server, and keys to some of it."""

    server: HttpServer
    ours: str
    theirs: dict[Right, str]


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guarded]:
    folder: Path = tmp_path_factory.mktemp("access")
    with Keyring(folder / "keys.db") as keyring, Beliefs(f"sqlite:///{folder}/b.db") as behind:
        ours = keyring.create(["ours"], Right.ADMIN).secret
        theirs = {right: keyring.create(["theirs"], right).secret for right in Right}
        app = create_app(on_one_store(behind), guard=Guard(keyring))
        with HttpServer(app) as server:
            yield Guarded(server, ours, theirs)


def ask(server: HttpServer, verb: str, path: str, key: str | None) -> httpx.Response:
    place = path.format(belief="0" * 32, claim="0" * 32)
    headers = {} if key is None else {"authorization": f"Bearer {key}"}
    return httpx.request(
        verb, f"{server.url}/v1{place}", params={"namespace": "theirs"}, headers=headers,
        content=b"{}", trust_env=False,
    )  # fmt: skip


@pytest.mark.parametrize(("verb", "path", "right"), ASKED)
def test_no_key_reaches_another_namespace(guarded: Guarded, verb: str, path: str, right: str):
    server, ours, theirs = guarded
    told = ask(server, verb, path, ours)
    assert told.status_code == 403
    assert told.json()["code"] == "access/forbidden"
    assert ours not in told.text
    assert ask(server, verb, path, None).status_code == 401
    assert ask(server, verb, path, "bk_000000000000_" + "0" * 64).status_code == 401
    if right_named(right) > Right.READ:
        assert ask(server, verb, path, theirs[Right(right_named(right) - 1)]).status_code == 403


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

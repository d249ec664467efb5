"""Whoever asks too often is told when to come again, and our client comes again then."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

import httpx
import pytest

from beliefs import Beliefs
from beliefs.errors import StoreUnavailable, TooMany, Unauthorised
from beliefs.serve.app import create_app
from beliefs.serve.clients import on_one_store
from beliefs.serve.guard import Guard
from beliefs.serve.rates import Rate
from beliefs.serve.rights import Right
from tests.http_server import HttpServer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fastapi import FastAPI

    from beliefs.serve.keyring import Keyring

NEVER_AGAIN = 0.001


class Counting:
    """A guard that knows nobody, and counts who tried."""

    def __init__(self) -> None:
        self.asked = 0

    def check(self, authorization: str | None, *, namespace: str | None, right: Right) -> None:
        del authorization, namespace, right
        self.asked += 1
        raise Unauthorised("no key fits; give one that does.")


def counted(app: FastAPI, code: str) -> float:
    """How often a server says it answered with a problem."""
    return (
        app.state.metrics.registry.get_sample_value("beliefs_problems_total", {"code": code}) or 0
    )


def test_guessing_keys_is_slow(behind: Beliefs) -> None:
    guard = Counting()
    app = create_app(on_one_store(behind), guard=guard)
    with HttpServer(app, per_address=Rate(NEVER_AGAIN, 5)) as server:
        answers = [
            httpx.get(
                f"{server.url}/v1/count",
                headers={"authorization": f"Bearer bk_{n:012}_{n:064}"},
                trust_env=False,
            )
            for n in range(8)
        ]
    assert [one.status_code for one in answers] == [401] * 5 + [429] * 3
    assert guard.asked == 5
    assert answers[-1].json()["code"] == TooMany.code
    assert 0 < int(answers[-1].headers["retry-after"]) <= 1 / NEVER_AGAIN
    assert counted(app, TooMany.code) == 3
    assert counted(app, Unauthorised.code) == 5


class Keyed(NamedTuple):
    """A server whose keys may not ask often, and two keys."""

    app: FastAPI
    server: HttpServer
    guard: Guard
    one: str
    other: str


@contextmanager
def keyed(keyring: Keyring, behind: Beliefs, rate: Rate) -> Iterator[Keyed]:
    one, other = (keyring.create(None, Right.WRITE).secret for _ in range(2))
    guard = Guard(keyring)
    app = create_app(on_one_store(behind), guard=guard, per_key=rate)
    with HttpServer(app) as server:
        yield Keyed(app, server, guard, one, other)


def statuses(found: Keyed, key: str, times: int) -> list[int]:
    headers = {"authorization": f"Bearer {key}"}
    asked = (
        httpx.get(f"{found.server.url}/v1/count", headers=headers, trust_env=False)
        for _ in range(times)
    )
    return [one.status_code for one in asked]


def test_each_key_has_its_share_and_its_tokens_use_it_up(keyring: Keyring, behind: Beliefs) -> None:
    with keyed(keyring, behind, Rate(NEVER_AGAIN, 4)) as found:
        token = found.guard.issue(found.guard.known(f"Bearer {found.one}"))
        assert statuses(found, found.one, 2) == [200] * 2
        assert statuses(found, token, 3) == [200, 200, 429]
        assert statuses(found, found.one, 1) == [429]
        assert statuses(found, found.other, 1) == [200]
        assert counted(found.app, TooMany.code) == 2


def test_our_client_waits_as_long_as_it_is_told(keyring: Keyring, behind: Beliefs) -> None:
    with keyed(keyring, behind, Rate(2, 2)) as found, Beliefs(
        found.server.url, api_key=found.one
    ) as b:  # fmt: skip
        begun = time.monotonic()
        b.add("The cache is warm")
        assert [b.count() for _ in range(2)] == [1, 1]  # the second has to wait
        assert list(b.events(since=0, timeout=0))
        assert list(b.events(since=0, timeout=0))  # and this one
        assert time.monotonic() - begun >= 2
        assert counted(found.app, TooMany.code) == 2
    assert behind.count() == 1


def test_our_client_does_not_wait_forever(keyring: Keyring, behind: Beliefs) -> None:
    with keyed(keyring, behind, Rate(NEVER_AGAIN, 1)) as found, Beliefs(
        found.server.url, api_key=found.one
    ) as b:  # fmt: skip
        assert b.count() == 0
        with pytest.raises(StoreUnavailable, match="too many requests"):
            b.count()

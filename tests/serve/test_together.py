"""Many callers at once, on a file: every write is there once, and nothing is mixed up."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import httpx
import pytest

from beliefs import Beliefs
from beliefs.serve.app import create_app
from beliefs.serve.clients import MOST_EACH, MOST_SCOPES, Clients, Scope, on_one_store
from beliefs.serve.replies import Known
from tests.http_server import HttpServer

if TYPE_CHECKING:
    from pathlib import Path


def test_many_callers_write_and_read(tmp_path: Path) -> None:
    callers, each = 8, 12
    with Beliefs(tmp_path / "beliefs.db") as behind:
        app = create_app(on_one_store(behind))
        with HttpServer(app) as server, Beliefs(server.url) as b:

            def call(number: int) -> None:
                own = b.with_thread(f"t{number % 3}")
                for step in range(each):
                    b.add("The cache is warm", agent=f"agent {number}")
                    own.after(f"Host {number} of rack {step} is probably up.", tool="probe")
                    assert own.before(f"rack {step}").prompt
                    assert b.search("cache")[0].contributions >= 1

            with ThreadPoolExecutor(callers) as pool:
                list(pool.map(call, range(callers)))
        (cache,) = behind.list()
        assert cache.contributions == callers * each
        threads = [behind.with_thread(f"t{n}").list(limit=None) for n in range(3)]
        assert sum(len(found) - 1 for found in threads) == callers * each
        assert behind.verify().ok


def test_what_one_agent_was_shown_is_no_echo_for_another(tmp_path: Path) -> None:
    with Beliefs(tmp_path / "beliefs.db") as behind:
        app = create_app(on_one_store(behind))
        with (
            HttpServer(app) as server,
            Beliefs(server.url, agent="scout") as scout,
            Beliefs(server.url, agent="critic") as critic,
            Beliefs(server.url, agent="scout", namespace="lab") as elsewhere,
        ):
            scout.after("The well is safe.", tool="survey")
            elsewhere.after("The well is safe.", tool="survey")
            assert "The well is safe" in scout.before("well").prompt
            assert scout.after("The well is safe.").echoes == ("The well is safe.",)
            assert critic.after("The well is safe.").echoes == ()
            assert elsewhere.after("The well is safe.").echoes == ()


@pytest.mark.parametrize("place", [":memory:", "file"])
def test_a_write_that_is_named_twice_is_written_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    """Also if nobody says that it comes again, and no answer was kept."""
    monkeypatch.setattr("beliefs.serve.replies.OwnReplies.begin", lambda *asked: Known(asked[-1]))
    with Beliefs(place if place == ":memory:" else tmp_path / "beliefs.db") as behind:
        with HttpServer(create_app(on_one_store(behind))) as server:
            for replayed in (False, True):
                told = httpx.post(
                    f"{server.url}/v1/beliefs",
                    json={"claim": "It is up"},
                    headers={"Once": "ab" * 12},
                    trust_env=False,
                )
                assert told.json()["replayed"] is replayed
            wrong = httpx.post(f"{server.url}/v1/reset", headers={"Once": "x"}, trust_env=False)
            assert wrong.status_code == 422
        assert behind.count() == 1
        assert behind.verify().ok


def test_clients_are_kept_within_bounds() -> None:
    with Beliefs(":memory:") as behind:
        clients = Clients(on_one_store(behind))
        with clients.lend(Scope()) as first:
            pass
        with clients.lend(Scope()) as again:
            assert again is first
            with clients.lend(Scope()) as other:
                assert other is not first
        for number in range(MOST_SCOPES + 10):
            with clients.lend(Scope(f"n{number}")):
                pass
        waiting = clients._waiting  # noqa: SLF001
        assert len(waiting) == MOST_SCOPES
        assert max(map(len, waiting.values())) <= MOST_EACH

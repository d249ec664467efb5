"""Several workers on one Postgres store are one server: to a client it makes no difference which.

Which one answers is decided by holding the others still.
"""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from itertools import islice
from typing import TYPE_CHECKING

import httpx
import psycopg
import pytest

from beliefs import Beliefs
from tests.crew import Crew, gone, until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="module")
def crew(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crew]:
    name = "beliefs_workers"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {name} TEMPLATE template0")
    with Crew(_renamed(postgres_url, name), tmp_path_factory.mktemp("home")) as crew:
        for number in (0, 1):
            with crew.only(number):
                until(lambda: _get(crew, "/ready").status_code == 200, "ready")
        yield crew
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def _renamed(url: str, name: str) -> str:
    before, _, query = url.partition("?")
    return f"{before.rpartition('/')[0]}/{name}" + (query and f"?{query}")


def _get(crew: Crew, path: str, **options: object) -> httpx.Response:
    return httpx.get(f"{crew.url}{path}", trust_env=False, timeout=20, **options)  # type: ignore[arg-type]


def _post(crew: Crew, path: str, body: object, **headers: str) -> httpx.Response:
    return httpx.post(
        f"{crew.url}/v1{path}", json=body, headers=headers, trust_env=False, timeout=20
    )


def test_a_write_is_read_by_the_other(crew: Crew) -> None:
    with crew.only(0):
        made = _post(crew, "/beliefs?namespace=reads", {"claim": "It is up"}).json()
    with crew.only(1):
        found = _get(crew, f"/v1/beliefs/{made['changes'][0]['belief_id']}?namespace=reads")
    assert found.json()["claim"] == "It is up"


@pytest.mark.parametrize(
    ("path", "body", "other"),
    [
        ("/beliefs?namespace=once", {"claim": "It is up"}, {"claim": "It is down"}),
        ("/reset?namespace=once", {}, None),
        ("/trust?namespace=once", {"agent": "scout", "confidence": 0.5, "strength": 2}, None),
    ],
)
def test_a_key_is_used_once_whoever_is_asked(
    crew: Crew, path: str, body: dict[str, object], other: object
) -> None:
    verb = "PUT" if "trust" in path else "POST"

    def ask(said: object) -> httpx.Response:
        return httpx.request(
            verb,
            f"{crew.url}/v1{path}",
            json=said,
            headers={"Idempotency-Key": path},
            trust_env=False,
            timeout=20,
        )

    with crew.only(0):
        _post(crew, "/beliefs?namespace=once", {"claim": "There before"})
        first = ask(body)
        assert first.status_code == 200, first.text
        _post(crew, "/beliefs?namespace=once", {"claim": "There after"})
        count = _get(crew, "/v1/count?namespace=once").json()
    with crew.only(1):
        different = ask({**body, "agent": "else"} if other is None else other)
        again = ask(body)
        assert _get(crew, "/v1/count?namespace=once").json() == count
    if "reset" in path:
        assert again.json() == first.json()
        assert first.json()["value"] > 0
    assert different.status_code == 409
    assert different.json()["code"] == "idempotency/conflict"


def test_what_one_has_shown_is_an_echo_to_the_other(crew: Crew) -> None:
    said = "The well is safe. The depth is 12 m. The pump is in Ghent, not in Bruges."
    _post(crew, "/after?namespace=echo", {"text": said, "tool": "survey"})
    _post(crew, "/goals?namespace=echo", {"text": "Drink from the well"})
    with crew.only(0):
        shown = _post(crew, "/before?namespace=echo", {"text": "well depth pump"}).json()
    assert "12" in shown["prompt"]
    assert "Drink" in shown["prompt"]
    with crew.only(1):
        mine = _post(crew, "/after?namespace=echo", {"text": "The well is safe."}).json()
        whole = _post(crew, "/after?namespace=echo", {"text": said}).json()
        new = _post(crew, "/after?namespace=echo", {"text": "The well is not safe."}).json()
        other = _post(crew, "/after?namespace=echo&agent=other", {"text": said}).json()
    assert mine["echoes"] == ["The well is safe."]
    assert len(whole["echoes"]) >= 3
    assert not new["echoes"]
    assert not other["echoes"]


def test_listeners_hear_of_writes_by_the_other(crew: Crew) -> None:
    address = f"{crew.url}/v1/events?namespace=live&heartbeat=0.5"
    made: list[str] = []
    told = ""
    with httpx.Client(trust_env=False, timeout=20) as http:
        with crew.only(0):
            heard = http.send(http.build_request("GET", address), stream=True)
            lines = heard.iter_lines()
            assert next(lines) == ": listening"
        for number in range(3):
            with crew.only(1):
                said = _post(crew, "/beliefs?namespace=live", {"claim": f"Claim {number}"})
            made.append(said.json()["changes"][0]["belief_id"])
        for line in islice(lines, 100):
            told += line
            if all(one in told for one in made):
                break
        heard.close()
    assert all(one in told for one in made)


def test_they_count_together(crew: Crew) -> None:
    def counted(number: int) -> float:
        with crew.only(number):
            text = _get(crew, "/metrics").text
        found = re.search(r'beliefs_requests_total{.*route="/health".*} (\S+)', text)
        return float(found[1]) if found else 0.0

    before = counted(0)
    for number in (0, 1, 1):
        with crew.only(number):
            _get(crew, "/health")
    assert counted(0) == counted(1) == before + 3


def test_one_that_dies_is_replaced_and_nobody_is_refused(crew: Crew) -> None:
    victim = crew.workers()[0]
    counted = _total(_get(crew, "/metrics").text)
    victim.kill()
    with Beliefs(crew.url, namespace="killed") as b:
        for number in range(20):
            b.add(f"Claim {number}")
        assert b.count() == 20
    until(lambda: len(crew.workers()) == 2 and victim not in crew.workers(), "two workers")
    assert any(f'"worker": {victim.pid}' in line for line in crew.log)
    assert _total(_get(crew, "/metrics").text) >= counted + 20


def _total(metrics: str) -> float:
    return sum(map(float, re.findall(r"beliefs_requests_total{.*} (\S+)", metrics)))


def test_keys_are_made_and_revoked_while_they_run(crew: Crew) -> None:
    def keys(*args: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "beliefs.cli", "keys", *args],
            env=crew.environment,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()

    key = keys("create", "--all-namespaces", "--right", "read")
    time.sleep(1)
    shown = {"Authorization": f"Bearer {key}"}
    for number in (0, 1):
        with crew.only(number):
            assert _get(crew, "/v1/count").status_code == 401
            assert _get(crew, "/v1/count", headers=shown).status_code == 200
    keys("revoke", key)
    time.sleep(1)
    for number in (0, 1):
        with crew.only(number):
            assert _get(crew, "/v1/count", headers=shown).status_code == 401


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_none_outlives_it(fresh_postgres: str, tmp_path: Path, how: signal.Signals) -> None:
    with Crew(fresh_postgres, tmp_path) as crew:
        with Beliefs(crew.url) as b, b.subscribe(print):  # whoever listens does not hold it
            b.add("It is up")
            family = crew.family()
            status = crew.end(how)
        until(lambda: gone(family), "all gone")
    assert status == (-how if how == signal.SIGKILL else 0)
    assert "Traceback" not in "".join(crew.log)


@pytest.mark.parametrize("store", [":memory:", "beliefs.db"])
def test_a_file_is_served_by_one(tmp_path: Path, store: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "beliefs.cli", "serve", "--workers", "2", "--store", store],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("Error: one process serves a file or memory; for --workers")
    assert len(done.stderr.splitlines()) == 1
    assert not list(tmp_path.iterdir())

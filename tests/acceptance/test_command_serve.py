"""`belief serve`, as a program."""

from __future__ import annotations

import json
import signal
import subprocess
from typing import TYPE_CHECKING

import httpx
import pytest

from beliefs import Beliefs

if TYPE_CHECKING:
    from tests.acceptance.command import Command


def test_it_serves_until_it_is_told_to_stop(belief: Command) -> None:
    with subprocess.Popen(
        [*belief.program, "serve", "--port", "0", "--json"],
        env=belief.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        url = json.loads(process.stdout.readline())["url"]
        assert url.startswith("http://127.0.0.1:")
        with Beliefs(url) as b:
            b.add("It is up")
            assert httpx.get(f"{url}/ready", trust_env=False).json() == {"status": "ready"}
            with b.subscribe(print):  # whoever listens does not hold it
                process.send_signal(signal.SIGINT)
                _, logged = process.communicate(timeout=20)
    assert process.returncode == 0
    assert b"Traceback" not in logged
    lines = [json.loads(line) for line in logged.splitlines()]
    assert ("POST", "/v1/beliefs", 200) in {(x["method"], x["route"], x["status"]) for x in lines}
    assert list(belief.state()) == ["It is up"]


def test_an_address_that_asks_too_often(belief: Command) -> None:
    with subprocess.Popen(
        [*belief.program, "serve", "--port", "0", "--json", "--address-rate", "0.2"],
        env=belief.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        assert process.stdout is not None
        url = json.loads(process.stdout.readline())["url"]
        with httpx.Client(base_url=url, trust_env=False) as http:
            statuses = [http.get("/health").status_code for _ in range(2)]
        process.send_signal(signal.SIGINT)
    assert statuses == [200, 429]


def test_the_command_is_a_client_too(belief: Command) -> None:
    belief.add("It is up")
    with subprocess.Popen(
        [*belief.program, "serve", "--port", "0", "--json"],
        env=belief.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        assert process.stdout is not None
        url = json.loads(process.stdout.readline())["url"]
        found = belief.json("list", "--store", url)
        process.send_signal(signal.SIGINT)
    assert found == belief.json("list")


def test_the_command_shows_a_key(belief: Command) -> None:
    key = belief.json("keys", "create", "--all-namespaces", "--right", "read")["key"]
    belief.add("It is up")
    with subprocess.Popen(
        [*belief.program, "serve", "--port", "0", "--json"],
        env=belief.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        url = json.loads(process.stdout.readline())["url"]
        at = ("--store", url)
        found = [
            belief.run("list", "--json", *at, BELIEFS_API_KEY=key),
            belief.run("list", "--json", *at, "--api-key", key),
            belief.run("list", "--json", *at),
            belief.run("add", "It is loud", "--json", *at, BELIEFS_API_KEY=key),
        ]
        process.send_signal(signal.SIGINT)
        _, logged = process.communicate(timeout=20)
    assert [one.status for one in found] == [0, 0, 2, 2]
    assert [one.error["code"] for one in found[2:]] == ["access/unauthorised", "access/forbidden"]
    here = belief.run("list", "--json", BELIEFS_API_KEY=key)  # where it is of no use
    assert (here.status, here.out) == (0, found[0].out)
    assert key not in logged.decode() + "".join(one.out + one.err for one in found)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "example.org"])  # noqa: S104
def test_it_is_not_opened_to_others_without_keys(belief: Command, host: str) -> None:
    assert "no key" in belief.fails(2, "serve", "--host", host)


def test_it_serves_a_store_and_no_server(belief: Command) -> None:
    assert "store" in belief.fails(2, "serve", "--store", "http://127.0.0.1:9")


def test_a_port_that_is_taken(belief: Command) -> None:
    from beliefs.serve.running import bound

    with bound("127.0.0.1", 0) as taken:
        taken.listen()
        port = str(taken.getsockname()[1])
        assert "choose another" in belief.fails(5, "serve", "--port", port)

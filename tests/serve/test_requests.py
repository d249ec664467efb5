"""What any program can say to the server over plain HTTP, and what it is told."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from beliefs import Beliefs, InvalidInput, NotFound, ReadOnlyStore, StoreFull, StoreUnavailable
from beliefs.errors import BeliefsError, Unauthorised
from beliefs.mind.calls import CALLS, method_of
from beliefs.mind.twin import AsyncBeliefs
from beliefs.serve.app import create_app
from beliefs.serve.clients import on_one_store
from beliefs.serve.problems import status_of
from beliefs.serve.rights import Right
from tests.http_server import HttpServer

if TYPE_CHECKING:
    from beliefs.serve.clients import Scope


def test_a_belief_is_added_and_read(http: httpx.Client) -> None:
    made = http.post("/v1/beliefs", json={"claim": "The cache is warm", "confidence": 0.8})
    assert made.status_code == 200
    change = made.json()["changes"][0]
    found = http.get(f"/v1/beliefs/{change['belief_id']}").json()
    assert (found["claim"], found["confidence"]) == ("The cache is warm", change["after"])
    assert found["voices"][0]["agent"] == "agent"


def test_many_are_added_at_once(http: httpx.Client) -> None:
    said = ["The cache is warm", {"claim": "Latency, ms", "value": 130, "stdev": 10}]
    assert len(http.post("/v1/beliefs", json={"claim": said}).json()["changes"]) == 2


def test_a_key_in_the_header_is_the_key_of_the_ledger(http: httpx.Client, behind: Beliefs) -> None:
    for replayed in (False, True):
        made = http.post(
            "/v1/beliefs", json={"claim": "It is up"}, headers={"Idempotency-Key": "k"}
        )
        assert made.json()["replayed"] is replayed
    assert behind.add("It is up", idempotency_key="k").replayed
    other = http.post("/v1/beliefs", json={"claim": "Other"}, headers={"Idempotency-Key": "k"})
    assert (other.status_code, other.json()["code"]) == (409, "idempotency/conflict")
    both = http.post(
        "/v1/beliefs",
        json={"claim": "It is up", "idempotency_key": "j"},
        headers={"Idempotency-Key": "k"},
    )
    assert both.status_code == 422


def test_a_call_without_a_key_of_its_own_is_answered_alike(http: httpx.Client) -> None:
    http.post("/v1/beliefs", json={"claim": "It is up"})
    answers = [http.post("/v1/reset", headers={"Idempotency-Key": "k"}).json() for _ in range(2)]
    assert answers == [{"value": 1}, {"value": 1}]
    assert http.post("/v1/reset").json() == {"value": 0}


def test_scopes_are_in_the_query(http: httpx.Client) -> None:
    http.post("/v1/beliefs", params={"namespace": "lab"}, json={"claim": "It is up"})
    thread = {"namespace": "lab", "thread": "42", "write_scope": "thread"}
    http.post("/v1/beliefs", params=thread, json={"claim": "It is loud"})

    def seen(**query: str) -> list[str]:
        return [one["claim"] for one in http.get("/v1/beliefs", params=query).json()["items"]]

    assert seen() == []
    assert seen(namespace="lab") == ["It is up"]
    assert seen(**thread) == ["It is up", "It is loud"]
    assert seen(**thread, layers="thread") == ["It is loud"]
    assert seen(namespace="lab", as_of="2001-01-01T00:00:00Z") == []


def test_the_past_cannot_be_written(http: httpx.Client) -> None:
    said = http.post("/v1/beliefs", params={"as_of": "2001-01-01T00:00:00Z"}, json={"claim": "x"})
    assert (said.status_code, said.json()["code"]) == (409, ReadOnlyStore.code)


def test_pages_hold_each_belief_once(http: httpx.Client, behind: Beliefs) -> None:
    behind.add(f"Host {n} is up" for n in range(25))
    thread = behind.with_thread("t")
    thread.add(f"Host {n} is up" for n in range(20, 30))
    scope = {"thread": "t", "write_scope": "thread"}
    for size in (1, 4, 7, 100):
        found: list[str] = []
        query: dict[str, Any] = {**scope, "limit": size}
        while True:
            page = http.get("/v1/beliefs", params=query).json()
            assert len(page["items"]) <= size
            found += [one["id"] for one in page["items"]]
            if page["next"] is None or len(found) > 30:
                break
            query["cursor"] = page["next"]
        assert found == [belief.id for belief in thread.list(limit=None)]
    assert http.get("/v1/beliefs", params={"limit": 0}).json() == {"items": [], "next": None}


def test_what_is_known_is_not_sent_again(http: httpx.Client, behind: Beliefs) -> None:
    behind.add("It is up")
    first = http.get("/v1/snapshot")
    again = http.get("/v1/snapshot", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    behind.add("It is up")
    changed = http.get("/v1/snapshot", headers={"If-None-Match": first.headers["etag"]})
    assert changed.status_code == 200
    assert changed.headers["etag"] != first.headers["etag"]


def test_a_missing_belief(http: httpx.Client) -> None:
    missing = http.get("/v1/beliefs/" + "0" * 32)
    assert missing.headers["content-type"] == "application/problem+json"
    problem = missing.json()
    assert (problem["status"], problem["code"]) == (404, NotFound.code)
    assert problem["detail"].startswith("there is no belief 0000")


@pytest.mark.parametrize(
    "body",
    [b"{", b"[]", b'"x"', b"\xff", b'{"claim": NaN}', b'{"claim": 1}', b'{"claims": "x"}',
     b"{}", b'{"claim": "x", "confidence": "high"}', b'{"claim": "x", "confidence": 2}',
     b'{"claim": "x", "observed": "yesterday"}', b'{"claim": "x", "observed": "2030-01-01"}',
     b'{"claim": "\\ud800"}', b'{"claim": "a\\u0000b"}', b'{"claim": {"claim": "x", "y": 1}}',
     b'{"claim": ["x", 1]}', b'{"claim": "x", "refutes": 1}', b'{"claim": "x", "among": "eu"}',
     b'{"claim": "x", "supersedes": {"id": "y"}}', b"[" * 100_000,
     b'{"claim": ' + b"9" * 5_000 + b"}",
     b'{"claim": "x", "confidence": 1e999}', b'{"claim": "' + b"x" * 70_000 + b'"}'],
)  # fmt: skip
def test_a_malformed_body_is_told_what_is_wrong(
    http: httpx.Client, behind: Beliefs, body: bytes
) -> None:
    told = http.post("/v1/beliefs", content=body, headers={"content-type": "application/json"})
    assert told.status_code == 422
    assert told.json()["code"].split("/")[0] == "input"
    assert told.json()["detail"].endswith(".")
    assert behind.count() == 0


@pytest.mark.parametrize(
    "query",
    ["limit=x", "limit=-1", "limit=5000", "limit=1&limit=2", "colour=red", "cursor=zz", "stale=1",
     "family=round", "as_of=noon", "namespace=", "write_scope=sky", "layers=a,b", "fields=few",
     "thread=%00", "write_scope=thread"],
)  # fmt: skip
def test_a_query_that_means_nothing(http: httpx.Client, query: str) -> None:
    told = http.get(f"/v1/beliefs?{query}")
    assert told.status_code == 422
    assert told.json()["detail"].endswith(".")


def test_addresses_that_are_not_there(http: httpx.Client) -> None:
    assert http.get("/v1/nothing").json()["code"] == "request/not_found"
    assert http.get("/v1/beliefs/").status_code == 404
    assert http.post("/v1/read").json()["code"] == "request/method"
    assert http.post("/v1/read").headers["allow"] == "GET"


def test_every_error_has_a_status() -> None:
    def every(root: type[BeliefsError]) -> list[type[BeliefsError]]:
        return [root, *(one for child in root.__subclasses__() for one in every(child))]

    statuses = {
        # Not made as their callers make them: one of them takes more than a sentence.
        kind.code: int(status_of(kind.__new__(kind)))
        for kind in every(BeliefsError)
    }
    assert statuses[StoreUnavailable.code] == 503
    assert statuses[StoreFull.code] == 507
    assert {statuses[kind.code] for kind in every(InvalidInput)} == {422}
    assert all(400 <= status < 600 for status in statuses.values())


def test_a_store_that_is_away() -> None:
    def away(_: Scope) -> Beliefs:
        raise StoreUnavailable("the store is away; try again.")

    with HttpServer(create_app(away)) as server:
        told = httpx.get(f"{server.url}/v1/count", trust_env=False)
        assert (told.status_code, told.headers["retry-after"]) == (503, "1")
        assert httpx.get(f"{server.url}/ready", trust_env=False).status_code == 503
        assert httpx.get(f"{server.url}/health", trust_env=False).status_code == 200


def test_health_readiness_and_counts(http: httpx.Client) -> None:
    assert http.get("/health").json()["status"] == "ok"
    assert http.get("/ready").json() == {"status": "ready"}
    http.get("/v1/count")
    counts = http.get("/metrics").text
    assert 'beliefs_requests_total{method="GET",route="/v1/count",status="200"} 1.0' in counts
    assert "beliefs_request_seconds_bucket" in counts


def test_each_request_is_a_line_without_secrets(
    http: httpx.Client, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "beliefs.serve.requests"):
        told = http.get(
            "/v1/beliefs/" + "0" * 32,
            params={"namespace": "lab"},
            headers={"authorization": "Bearer hush", "x-request-id": "r-1"},
        )
        # Once the next one is answered on the same connection, the line is written.
        http.get("/health")
        lines = [json.loads(record.getMessage()) for record in caplog.records]
    assert told.headers["x-request-id"] == "r-1"
    (line,) = [line for line in lines if line["request"] == "r-1"]
    assert (line["route"], line["status"], line["namespace"], line["problem"]) == (
        "/v1/beliefs/{belief}", 404, "lab", "belief/not_found",
    )  # fmt: skip
    assert "hush" not in caplog.text


def test_every_call_of_the_client_is_served() -> None:
    here = {"list", "export", "merge", "events", "subscribe"}  # served each in a way of its own
    parts = {"trust", "settings", "tools", "moves", "forecast"}
    locally = {"at", "with_thread", "close"}
    calls = {call.name for call in CALLS if "." not in call.name}
    public = {name for name in vars(AsyncBeliefs) if not name.startswith("_")}
    assert calls | here == public - locally
    assert {call.name.split(".")[0] for call in CALLS if "." in call.name} == parts
    for call in CALLS:
        assert callable(method_of(call.name))


class Doorkeeper:
    """Lets those in who know the word."""

    def __init__(self) -> None:
        self.asked: list[tuple[str | None, str]] = []

    def check(self, authorization: str | None, *, namespace: str | None, right: Right) -> None:
        self.asked.append((namespace, right.word))
        if authorization != "Bearer sesame":
            raise Unauthorised("no key fits; give one that does.")


def test_the_guard_is_asked_on_every_route(behind: Beliefs) -> None:
    guard = Doorkeeper()
    with HttpServer(create_app(on_one_store(behind), guard=guard)) as server:
        for call in CALLS:
            path = call.path.format(belief="0" * 32, claim="0" * 32)
            told = httpx.request(
                call.verb, f"{server.url}/v1{path}", params={"namespace": "lab"}, trust_env=False
            )
            assert told.status_code == 401, call
            assert told.headers["www-authenticate"] == "Bearer"
            assert guard.asked[-1] == ("lab", call.right)
        for verb, path in (("GET", "events"), ("GET", "export"), ("POST", "merge"),
                           ("GET", "beliefs"), ("POST", "outlook")):  # fmt: skip
            told = httpx.request(verb, f"{server.url}/v1/{path}", trust_env=False)
            assert told.status_code == 401, path
        with Beliefs(server.url, api_key="sesame") as b:
            assert b.count() == 0

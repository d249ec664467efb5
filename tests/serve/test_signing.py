"""Tokens for browsers: a key is given once, and a cookie that may only look stays behind."""

from __future__ import annotations

import base64
import json
import threading
from typing import TYPE_CHECKING, Any, NamedTuple

import httpx
import pytest

from beliefs import Beliefs
from beliefs.errors import Unauthorised
from beliefs.serve.app import create_app
from beliefs.serve.clients import on_one_store
from beliefs.serve.dashboard.pages import SHOWN
from beliefs.serve.guard import Guard
from beliefs.serve.header import COOKIE
from beliefs.serve.rights import Right
from tests.http_server import HttpServer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from beliefs.serve.keyring import Keyring
    from tests.serve.conftest import Clock


class Door(NamedTuple):
    """A server with keys, and a browser before it."""

    http: httpx.Client
    keyring: Keyring
    behind: Beliefs
    clock: Clock

    def key(self, right: Right = Right.ADMIN, *namespaces: str) -> str:
        secret = self.keyring.create(namespaces or None, right).secret
        self.clock.now += 1  # the server looks at the keys again
        return secret

    def revoke(self, key: str) -> None:
        self.keyring.revoke(key)
        self.clock.now += 1

    def sign_in(self, key: str, to: str = "/", **headers: str) -> httpx.Response:
        return self.http.post("/sign-in", data={"key": key, "to": to}, headers=headers)

    def token(self, key: str, namespace: str = "default", **asked: Any) -> httpx.Response:
        return self.http.post(
            "/v1/tokens",
            params={"namespace": namespace},
            json=asked,
            headers={"authorization": f"Bearer {key}"},
        )


ASKED: list[tuple[str, dict[str, Any], int]] = [
    ("lab", {"right": "read"}, 200),
    ("lab", {"right": "write"}, 200),
    ("lab", {"right": "admin"}, 403),
    ("default", {}, 403),
    ("lab", {"seconds": 3600}, 200),
    ("lab", {"seconds": 3601}, 422),
    ("lab", {"seconds": 0}, 422),
    ("lab", {"seconds": "1"}, 422),
    ("lab", {"right": "root"}, 422),
    ("lab", {"namespaces": ["default"]}, 422),
]
WRONG = ("", "x", "bk_000000000000_" + "0" * 64, "bt_x", "é", "a" * 9000)
ELSEWHERE = ("//evil.example", "https://evil.example", "/\\evil.example", "evil", "/a\r\nb: c", "")


@pytest.fixture
def door(tmp_path: Path, keyring: Keyring, clock: Clock) -> Iterator[Door]:
    with Beliefs(f"sqlite:///{tmp_path}/b.db") as behind:
        guard = Guard(keyring, open_while_empty=True)
        with (
            HttpServer(create_app(on_one_store(behind), guard=guard)) as server,
            httpx.Client(base_url=server.url, trust_env=False) as http,
        ):
            yield Door(http, keyring, behind, clock)


# The route


def test_a_token_does_what_was_asked_and_no_more(door: Door) -> None:
    made = door.token(door.key(), "lab", right="write", seconds=60)
    assert made.headers["cache-control"] == "no-store"
    told = made.json()
    token = told.pop("token")
    assert told == {"namespace": "lab", "right": "write", "seconds": 60}
    url = str(door.http.base_url)
    with Beliefs(url, namespace="lab", api_key=token) as b:
        b.add("The cache is warm")
        assert b.count() == 1
    bearer = {"authorization": f"Bearer {token}"}
    lab = {"namespace": "lab"}
    assert door.http.post("/v1/reset", params=lab, headers=bearer).status_code == 403
    assert door.http.get("/v1/count", headers=bearer).status_code == 403


def test_a_token_never_gets_more_than_its_key(door: Door) -> None:
    key = door.key(Right.WRITE, "lab")
    for namespace, asked, status in ASKED:
        assert door.token(key, namespace, **asked).status_code == status, asked


def test_a_token_makes_no_token_and_nobody_makes_one(door: Door) -> None:
    assert door.http.post("/v1/tokens").status_code == 403  # there is no key yet
    token = door.token(door.key()).json()["token"]
    assert door.token(token).status_code == 403
    assert door.http.post("/v1/tokens").status_code == 401


def test_revoking_a_key_ends_its_tokens_and_whoever_listens_with_them(door: Door) -> None:
    key = door.key()
    token = door.token(key).json()["token"]
    url = str(door.http.base_url)
    refused: list[type[BaseException]] = []
    listening = threading.Event()

    def listen() -> None:
        with Beliefs(url, api_key=token) as b:
            try:
                for _ in b.events(since=0, timeout=30):
                    listening.set()
            except Unauthorised as error:
                refused.append(type(error))

    door.behind.add("The cache is warm")
    listener = threading.Thread(target=listen, daemon=True)
    listener.start()
    assert listening.wait(10)
    door.revoke(key)
    listener.join(20)
    assert refused == [Unauthorised]
    assert door.token(key).status_code == 401


# The pages


def test_a_visitor_is_sent_to_sign_in_and_back(door: Door) -> None:
    name = door.behind.add("The cache is warm").changes[0].belief_id
    key = door.key(Right.READ)
    sent = door.http.get(f"/belief/{name}", params={"layers": "space"})
    assert sent.status_code == 303
    form = door.http.get(sent.headers["location"])
    assert f'value="/belief/{name}?layers=space"' in form.text
    assert "The cache is warm" not in form.text
    back = door.sign_in(key, f"/belief/{name}?layers=space")
    assert (back.status_code, back.headers["location"]) == (303, f"/belief/{name}?layers=space")
    assert "The cache is warm" in door.http.get(back.headers["location"]).text
    out = door.http.post("/sign-out")
    assert (out.status_code, out.headers["location"]) == (303, "/sign-in")
    assert door.http.get("/").status_code == 303


def test_the_cookie_is_kept_from_scripts_and_from_other_sites(door: Door) -> None:
    host = door.http.base_url.netloc.decode()
    key = door.key()
    plain = door.sign_in(key, origin=f"http://{host}").headers["set-cookie"]
    behind_tls = door.sign_in(key, origin=f"https://{host}").headers["set-cookie"]
    token, *attributes = plain.split("; ")
    assert token.startswith(f"{COOKIE}=bt_")
    assert {"HttpOnly", "SameSite=strict", "Path=/", "Max-Age=3600"} == set(attributes)
    assert set(behind_tls.split("; ")[1:]) - set(attributes) == {"Secure"}
    assert key not in plain
    payload = token.split("_")[2]
    said = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    assert said["right"] == "read"


def test_the_cookie_looks_and_does_nothing_else(door: Door) -> None:
    door.sign_in(door.key())
    assert COOKIE in door.http.cookies
    for path in SHOWN:
        if "{" not in path:
            assert door.http.get(path).status_code == 200, path
    assert door.http.get("/v1/events", params={"timeout": 0}).status_code == 200
    assert door.http.get("/v1/count").status_code == 401
    assert door.http.post("/v1/beliefs", json={"claim": "x"}).status_code == 401
    assert door.http.post("/v1/tokens").status_code == 401
    assert door.behind.count() == 0


def test_a_cookie_holds_no_key(door: Door) -> None:
    key = door.key()
    door.http.cookies.set(COOKIE, key)
    assert door.http.get("/").status_code == 303


def test_another_namespace_stays_closed(door: Door) -> None:
    door.behind.add("The cache is warm")
    back = door.sign_in(door.key(Right.ADMIN, "lab", "zoo"))
    assert back.headers["location"] == "/?namespace=lab"  # a ledger that it reaches
    assert door.http.get(back.headers["location"]).status_code == 200
    refused = door.http.get("/")
    assert refused.status_code == 403
    assert "The cache is warm" not in refused.text
    assert door.http.get("/v1/events", params={"timeout": 0}).status_code == 403


def test_a_wrong_key_is_not_repeated(door: Door) -> None:
    door.key()
    for key in WRONG:
        told = door.sign_in(key)
        assert told.status_code in (401, 422)
        assert "set-cookie" not in told.headers
        assert 'role="alert"' in told.text
        assert len(key) < 3 or key not in told.text


def test_a_revoked_key_signs_its_browsers_out(door: Door) -> None:
    key = door.key()
    door.sign_in(key)
    assert door.http.get("/").status_code == 200
    door.revoke(key)
    assert door.http.get("/").status_code == 303


def test_nobody_is_sent_elsewhere(door: Door) -> None:
    key = door.key()
    for to in ELSEWHERE:
        assert door.sign_in(key, to).headers["location"] == "/", to


def test_forms_of_other_pages_are_refused(door: Door) -> None:
    key = door.key()
    for origin in ("https://evil.example", "null", "http://127.0.0.1:1"):
        assert door.sign_in(key, origin=origin).status_code == 403
    assert door.http.post("/sign-out", headers={"origin": "null"}).status_code == 403


def test_without_keys_there_is_nothing_to_sign_in_to(door: Door) -> None:
    door.http.cookies.set(COOKIE, "bt_of_another_server")
    assert door.http.get("/").status_code == 200
    assert "Sign out" not in door.http.get("/").text
    assert door.http.get("/sign-in").headers["location"] == "/"
    assert door.http.get("/v1/events", params={"timeout": 0}).status_code == 200

"""A client that tries again where it should, waits as it should, and gives up where it should.

The server that it talks to is the judge's own: it answers by a plan, and remembers each request.
"""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from secrets import randbelow, token_hex
from typing import Any, TypeAlias

from beliefs.judge.command import Command, Ran
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Command] = Suite("api-wrapper", "command")

Reply: TypeAlias = tuple[int, dict[str, str], str]

# The last reply of the plan is given to all requests that follow.
_SERVER = """
import json, sys, time
from http.server import BaseHTTPRequestHandler, HTTPServer

class Planned(BaseHTTPRequestHandler):
    def do_GET(self):
        told = {{"method": self.command, "path": self.path, "at": time.monotonic()}}
        print(json.dumps(told), flush=True)
        status, headers, body = PLAN.pop(0) if len(PLAN) > 1 else PLAN[0]
        self.send_response(status)
        for name, value in {{"content-type": "application/json", **headers}}.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(body.encode())))
        self.end_headers()
        self.wfile.write(body.encode())

    do_POST = do_PUT = do_HEAD = do_GET

    def log_message(self, *said):
        pass

PLAN = json.loads({plan!r})
server = HTTPServer(("127.0.0.1", 0), Planned)
print(server.server_port, flush=True)
server.serve_forever()
"""

_WAITS = (0.2, 0.4, 0.8)


def _document() -> dict[str, Any]:
    return {token_hex(4): [randbelow(10**9), None, {"ż": token_hex(4)}], "ok": True}


def _reply(status: int, body: Any = None, **headers: str) -> Reply:
    return (
        status,
        {name.replace("_", "-"): value for name, value in headers.items()},
        json.dumps(body),
    )


def _get(command: Command, plan: list[Reply], path: str = "/items", base: str = "") -> Ran:
    script = _SERVER.format(plan=json.dumps(plan))
    return command("get", path, env={"BASE_URL": f"http://{{beside}}{base}"}, beside=script)


def _together(command: Command, *plans: list[Reply]) -> list[Ran]:
    """One run for each plan, all at once: most of their time is waiting."""
    with ThreadPoolExecutor(len(plans)) as pool:
        return list(pool.map(lambda plan: _get(command, plan), plans))


def _requests(ran: Ran, wanted: int) -> None:
    if len(ran.heard) != wanted:
        ran.unmet(f"wanted {wanted} requests, and the server got {len(ran.heard)}")


def _gaps(ran: Ran) -> list[float]:
    return [later["at"] - earlier["at"] for earlier, later in pairwise(ran.heard)]


def _waited(ran: Ran, *waits: float) -> None:
    """Held to at least these waits; how much more a busy machine makes of them is its own."""
    gaps = _gaps(ran)
    equal(len(gaps), len(waits), "how often it waited")
    for gap, wait in zip(gaps, waits, strict=True):
        expect(gap > 0.9 * wait, f"waits of {waits} s, not {[round(each, 3) for each in gaps]}")
        expect(gap < wait + 3, f"waits of {waits} s, not {[round(each, 3) for each in gaps]}")


@suite.check("get asks for BASE_URL plus PATH once and prints the JSON")
def fetched(command: Command) -> None:
    for base, path in (("", f"/{token_hex(3)}"), ("/api/v2", f"/items/{token_hex(3)}?limit=3&q=a")):
        wanted = _document()
        ran = _get(command, [_reply(200, wanted)], path, base).succeeds()
        equal(ran.json(), wanted, "what is printed")
        asked = [(each["method"], each["path"]) for each in ran.heard]
        equal(asked, [("GET", base + path)], "what the server was asked")


@suite.check("404 is an error at once, and so is anything else that is the caller's fault")
def refused(command: Command) -> None:
    absent, forbidden, later = _together(
        command,
        [_reply(404, {"no": token_hex(3)})],
        [_reply(403, {"no": token_hex(3)})],
        [_reply(500, {}), _reply(404, {"no": token_hex(3)}), _reply(200, {})],
    )
    for ran, count in ((absent, 1), (forbidden, 1), (later, 2)):
        _requests(ran, count)
        ran.fails()
    said = (absent.out + absent.err).casefold()
    expect("404" in said or "not found" in said, f"the error says what is wrong, not {said!r}")


@suite.check("an answer that is not JSON, nobody there and no BASE_URL are errors in words")
def unreachable(command: Command) -> None:
    _get(command, [(200, {"content-type": "text/html"}, "<p>hello</p>")]).fails()
    command("get", "/items", env={"BASE_URL": "http://127.0.0.1:9"}).fails()
    command("get", "/items").fails()


@suite.check("429 and 5xx are tried again three times at most, after waits that double or are told")
def again(command: Command) -> None:
    wanted = _document()
    late, never, busy, *told = _together(
        command,
        [*(_reply(status, {"wrong": status}) for status in (500, 502, 504)), _reply(200, wanted)],
        [_reply(503, {"wrong": token_hex(4)})],
        [_reply(429, {"wrong": 1}), _reply(200, wanted)],
        [_reply(503, {}, retry_after="1"), _reply(200, wanted)],
        [_reply(429, {}, retry_after="1"), _reply(200, wanted)],
    )
    for ran, count in ((late, 4), (never, 4), (busy, 2), *((each, 2) for each in told)):
        _requests(ran, count)
    never.fails()
    for ran in (late, busy, *told):
        equal(ran.succeeds().json(), wanted, "what is printed in the end")
    _waited(late, *_WAITS)
    _waited(never, *_WAITS)
    _waited(busy, *_WAITS[:1])
    for ran in told:
        _waited(ran, 1.0)
    first = min(_gaps(ran)[0] for ran in (late, never, busy))
    expect(first < _WAITS[-1] - 0.05, f"a first wait of {_WAITS[0]} s, not {first:.3f}")

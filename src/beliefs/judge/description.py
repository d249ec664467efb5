"""Is the description that a service gives of itself true?

schemathesis reads the OpenAPI document that the service serves, and asks what it allows and what it
forbids: values at every bound, of other types, left out, methods that are not there, and chains of
requests that the links between operations suggest. Every answer must be one that is described.
"""

from __future__ import annotations

import time
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, cast

from beliefs.judge.examination import Examination
from beliefs.judge.references import parts
from beliefs.judge.relay import relayed
from beliefs.judge.scratch import scratch
from beliefs.judge.tried import Tried
from beliefs.judge.unmet import shorten
from beliefs.judge.wire import Wire
from beliefs.spec.effects import Call, Get, Guard, Lit, Make, Patch, Row, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from schemathesis.engine.core import EventStream
    from schemathesis.engine.events import EngineEvent

    from beliefs.judge.service import Service
    from beliefs.spec.failures import Way
    from beliefs.spec.operations import Operation
    from beliefs.spec.service import Spec

SECONDS = 2.0
_ANSWER_SECONDS = 10.0
_EXAMPLES, _THOROUGH_EXAMPLES = 5, 20
# A service with one plain request has some ten cases for each seed.
_THOROUGH_CASES, _MOST_SEEDS = 1000, 120
# Statuses that a request may get although the description allows it.
_NO_FAULT = ("2xx", "3xx", "401", "403", "404", "409", "429", "5xx")
_UNSTATED = "a rule of the goal that OpenAPI cannot state refuses some of what it allows"
_SOME_ONLY = "it is about some of what was made, and says of the rest that it is not there"
_BACK = "what was deleted may be back, since a request brings it back"
_OTHERS = "several things that it names may be absent, not only what was made"
_BYTES = "whatever bytes stand in for a file are a file"
_COOKIE = "the cookie that says who asks goes with every request, even one that is to lack it"
_NOT_BUILT = "it was not understood, and answers 501 whatever it is asked"
# Checks of what a request does, where it does something.
_OF_WORK = (
    "not_a_server_error",
    "positive_data_acceptance",
    "negative_data_rejection",
    "missing_required_header",
    "ignored_auth",
)
_ROW = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "minLength": 1, "maxLength": 9, "pattern": "^[a-z]+$"},
        "amount": {"type": "integer", "minimum": 0},
        "kind": {"enum": ["a", "b"]},
        "when": {"anyOf": [{"type": "string", "format": "date-time"}, {"type": "null"}]},
    },
}
_SHOWN = {"content": {"application/json": {"schema": _ROW}}}
_REHEARSED = {
    "openapi": "3.1.0",
    "info": {"title": "A rehearsal", "version": "1"},
    "paths": {
        "/rows": {
            "get": {
                "parameters": [{"name": "q", "in": "query", "schema": {"type": "string"}}],
                "responses": {"200": {"description": "", **_SHOWN}},
            },
            "post": {
                "requestBody": {"required": True, **_SHOWN},
                "responses": {"201": {"description": "", **_SHOWN}},
            },
        },
        "/rows/{id}": {
            "get": {
                "parameters": [
                    {"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}}
                ],
                "responses": {"200": {"description": "", **_SHOWN}},
            }
        },
    },
}


def described(spec: Spec, anew: Callable[[], Service], *, thorough: bool = False) -> Tried:
    """Hold a service, started anew for each seed, to its own description."""
    left_out = _left_out(spec)
    notes = [
        f"{check} is off for {name}: {why}"
        for name, checks in left_out.items()
        for check, why in checks.items()
    ]
    asked = 0
    for seed in range(_MOST_SEEDS if thorough else 1):
        service = anew()
        shown = Examination(spec, Wire(service)).signed_in()
        config = _config(seed, left_out, shown, thorough=thorough)
        came, cut = _run(service, config, None if thorough else SECONDS)
        asked += came.asked
        notes += [f"what was left after {SECONDS:g} s was not tried"] if cut else []
        if came.unmet or asked >= _THOROUGH_CASES:
            return replace(came, asked=asked, notes=tuple(notes))
    return Tried(asked, "", tuple(notes))


def rehearse(tables: Path) -> None:
    """Try a service that does not matter; schemathesis is slow the first time only.

    `tables` keeps what hypothesis works out about Unicode, which takes most of that time, for the
    next process.
    """
    with _kept_in(tables), HTTPServer(("127.0.0.1", 0), _Stand) as stand:
        serving = Thread(target=stand.serve_forever, daemon=True)
        serving.start()
        address = f"http://127.0.0.1:{stand.server_port}"
        config = _config(0, {}, {}, thorough=False)
        try:
            for _ in _events(_REHEARSED, {**config, "base-url": address}):
                pass
        finally:
            stand.shutdown()
            serving.join()


class _Stand(BaseHTTPRequestHandler):
    """Answers everything alike."""

    def _answer(self) -> None:
        self.rfile.read(int(self.headers.get("content-length", 0)))
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    do_GET = do_POST = _answer  # noqa: N815 - named by the library

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


def _left_out(spec: Spec) -> dict[str, dict[str, str]]:
    """Checks that cannot be held against an operation, by its name, with the reason."""
    found: dict[str, dict[str, str]] = {}
    back = {name for each in spec.operations for name in _brought_back(each)}
    for each in spec.operations:
        checks = {}
        guards = [part for part in parts(each.effect) if isinstance(part, Guard)]
        ways = {cast("Way", guard.failure) for guard in guards}
        if any(_at_fault(spec.failures.of(way, each.failures).status) for way in ways):
            checks["positive_data_acceptance"] = _UNSTATED
        if any(given.place == "file" for given in each.inputs):
            checks["negative_data_rejection"] = _BYTES
        if any(_some_only(part, each.method) for part in parts(each.effect)):
            checks["ensure_resource_availability"] = _SOME_ONLY
        if sum(guard.failure == "absent" for guard in guards) > 1:
            checks["ensure_resource_availability"] = _OTHERS
        if any(isinstance(part, Table) and part.entity in back for part in parts(each.effect)):
            checks["use_after_free"] = _BACK
        if each.needs and spec.identity is not None and spec.identity.place == "cookie":
            checks["negative_data_rejection"] = _COOKIE
        if not each.effect:
            checks |= dict.fromkeys(_OF_WORK, _NOT_BUILT)
        if checks:
            found[f"{each.method} {each.path}"] = checks
    return found


def _some_only(part: object, method: str) -> bool:
    """Whether rows are told apart by what they hold: a value that the goal names, or any at all."""
    if _mark(part):
        return True
    match part:
        case Call("=" | "!=", (_, Lit(value)) | (Lit(value), _)):
            return method == "GET" and value is not None
    return False


def _brought_back(operation: Operation) -> Iterator[str]:
    """The entities of which rows that are marked lose their mark."""
    found = list(parts(operation.effect))
    marks = {f for part in found if (f := _mark(part))}
    for part in found:
        match part:
            case Patch(entity, _, Make(fields)) if any(
                (mark, Lit(None)) in fields for mark in marks
            ):
                yield entity


def _mark(part: object) -> str:
    """The field whose holding anything tells rows apart, if one does."""
    match part:
        case Call("!=", (Get(of=Row(), field=field), Lit(None))):
            return field
    return ""


def _at_fault(status: int) -> bool:
    return str(status) not in _NO_FAULT and 400 <= status < 500


def _config(
    seed: int, left_out: dict[str, dict[str, str]], shown: dict[str, str], *, thorough: bool
) -> dict[str, Any]:
    """The settings of schemathesis: all of its checks, its own seed, and nothing kept on disk."""
    return {
        "seed": seed,
        "request-timeout": _ANSWER_SECONDS,
        "cache": {"enabled": False},
        # How long it takes to think of a request says nothing of the service.
        "suppress-health-check": ["too_slow"],
        "headers": shown,
        "generation": {
            "max-examples": _THOROUGH_EXAMPLES if thorough else _EXAMPLES,
            "database": "none",
        },
        # Links from Location headers are followed by a reader that stumbles over odd texts.
        "phases": {"stateful": {"inference": {"algorithms": ["dependency-analysis"]}}},
        "operations": [
            {"include-name": name, "checks": {check: {"enabled": False} for check in checks}}
            for name, checks in left_out.items()
        ],
    }


def _run(service: Service, told: dict[str, Any], seconds: float | None) -> tuple[Tried, bool]:
    """How many cases were tried, what first fell short, and whether time cut it off."""
    with ExitStack() as held:
        held.enter_context(_elsewhere())
        address = held.enter_context(relayed(service.plug))
        document = service.get("/openapi.json").is_(200).json()
        events = _events(document, {**told, "base-url": address})
        came, cut, began = Tried(0), False, time.monotonic()
        for event in events:
            news = heard(event)
            came = replace(news, asked=came.asked + news.asked)
            over = seconds is not None and time.monotonic() - began > seconds
            if came.unmet or (over and came.asked):
                cut = over
                events.stop()
            if came.unmet:
                break
    return came, cut


def _events(document: dict[str, Any], told: dict[str, Any]) -> EventStream:
    from schemathesis import engine, openapi
    from schemathesis.config import SchemathesisConfig

    schema = openapi.from_dict(document, config=SchemathesisConfig.from_dict(told))
    return engine.from_schema(schema).execute()


@contextmanager
def _elsewhere() -> Iterator[None]:
    """Let what is kept between cases be kept in a folder that goes away."""
    with scratch("cases") as folder, _kept_in(folder):
        yield


@contextmanager
def _kept_in(folder: Path) -> Iterator[None]:
    from hypothesis.configuration import set_hypothesis_home_dir

    set_hypothesis_home_dir(folder)
    try:
        yield
    finally:
        set_hypothesis_home_dir(None)


def heard(event: EngineEvent) -> Tried:
    """How many cases an event tells of, and the first of them that fell short."""
    from requests import Timeout
    from schemathesis.engine import Status
    from schemathesis.engine.events import FatalError, NonFatalError, ScenarioFinished

    match event:
        case FatalError(exception=error):
            return Tried(0, f"schemathesis failed: {error!r}")
        case NonFatalError(value=error, label=label):
            return Tried(0, f"{label} → {shorten(repr(error))}", late=isinstance(error, Timeout))
        case ScenarioFinished(recorder=recorder):
            for case, checks in recorder.checks.items():
                for check in checks:
                    if check.status is Status.FAILURE and check.failure_info is not None:
                        asked = shorten(check.failure_info.code_sample)
                        held = recorder.interactions.get(case)
                        got = (
                            held.response.content[:200].decode(errors="replace")
                            if held and held.response
                            else ""
                        )
                        why = f"{shorten(str(check.failure_info.failure))} {got}".strip()
                        return Tried(len(recorder.cases), f"{asked} → {check.name}: {why}")
            return Tried(len(recorder.cases))
    return Tried(0)

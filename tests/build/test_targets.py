"""What is built for one framework answers as what is built for the other."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from beliefs.build import delivery
from beliefs.build.project import project
from beliefs.errors import InvalidInput
from beliefs.judge import program
from beliefs.judge.program import Program
from beliefs.judge.service import Service
from beliefs.judge.serving import serving
from beliefs.spec.operations import Operation
from beliefs.spec.parsing import read
from beliefs.spec.service import Framework
from tests.build.samples import BOOKMARKS

_JSON = {"content-type": "application/json"}
_URL = "https://example.org"
# What conversations with a judge do not go into: methods, HEAD, media, broken bodies.
_ASKED: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("POST", "/bookmarks", {"json": {"url": _URL, "title": "ü", "more": 1}}),
    ("HEAD", "/bookmarks", {}),
    ("DELETE", "/bookmarks", {}),
    ("OPTIONS", "/bookmarks/1", {}),
    ("POST", "/random", {}),
    ("GET", "/nothing", {}),
    ("GET", "/bookmarks/one", {}),
    ("GET", "/health", {}),
    *(
        ("POST", "/bookmarks", {"content": body, "headers": _JSON})
        for body in (b"", b"null", b"[]", b'"a"', b"\xff", b"{", b"[" * 100_000)
    ),
    ("POST", "/bookmarks", {"content": json.dumps({"url": _URL, "title": "a"})}),
    ("PATCH", "/bookmarks/1", {"json": {"url": None, "title": ""}}),
    ("DELETE", "/bookmarks/1", {}),
)


def _told(service: Service) -> list[Any]:
    found = []
    for method, path, given in _ASKED:
        answer = service.ask(method, path, **given)
        told = answer.headers.get("content-type") if answer.body else None
        # Pydantic words some faults of a body by where it came from.
        body = list(answer.json()) if answer.status == 422 else answer.json() if told else None
        found.append((answer.asked, answer.status, answer.headers.get("allow"), told, body))
    return found


def _answers(framework: Framework, folder: Path) -> list[Any]:
    delivery.write(folder, project(replace(BOOKMARKS, framework=framework)))
    run = Program("service", start=("python", "main.py"), port=BOOKMARKS.port)
    program.write(folder, run)
    with serving(folder, run) as stage:
        service = stage.anew()
        documented = service.get("/openapi.json").is_(200).json()["paths"]
        assert set(documented) == {*(each.path for each in BOOKMARKS.operations), "/health"}
        return _told(service)


def test_both_frameworks_answer_alike(tmp_path):
    one, other = _answers("fastapi", tmp_path / "one"), _answers("flask", tmp_path / "other")
    for told, again in zip(one, other, strict=True):
        assert told == again


def test_flask_refuses_a_conversation():
    talk = Operation("talk", "WEBSOCKET", "/ws", read('answer 200 "hello"'))
    spec = replace(BOOKMARKS, framework="flask", operations=(*BOOKMARKS.operations, talk))
    with pytest.raises(InvalidInput, match="Flask speaks no WebSocket, and /ws is one"):
        project(spec)

"""A suite accepts a program written by hand for its goal, and refuses each way of breaking it."""

from __future__ import annotations

import os
import shutil
import tomllib
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from beliefs.judge import program
from beliefs.judge.acceptance import accept
from beliefs.judge.goals import goal, goals
from beliefs.judge.program import Kind, Program

REFERENCES = Path(__file__).parent / "references"
GOALS = [each.name for each in goals() if (REFERENCES / each.name).is_dir()]


@dataclass(frozen=True, slots=True)
class Mutant:
    goal: str
    breaks: str
    was: str
    now: str
    file: str = "main.py"


def mutants() -> list[Mutant]:
    found = []
    for name in GOALS:
        told = tomllib.loads((REFERENCES / name / "mutants.toml").read_text(encoding="utf-8"))
        found += [Mutant(name, **each) for each in told["mutant"]]
    return found


# Programs that do nothing of what was asked, and look alive while they do it.
IDLE: dict[str, tuple[Kind, str | None]] = {
    "prints hello": ("command", "print('hello')"),
    "is silent": ("command", "pass"),
    "says what it is told": ("command", "import sys; print(*sys.argv[1:], sys.stdin.read())"),
    "fails with a word": ("command", "raise SystemExit('no')"),
    "answers 200 to everything": ("service", "200, b'{}'"),
    "answers 201 with an id": ("service", "201, b'{\"id\": 1}'"),
    "answers a list": ("service", "200, b'[]'"),
    "answers 404 to everything": ("service", "404, b'{}'"),
    "ends at once": ("service", None),
    "speaks no protocol": ("mcp", "print('hello')"),
}

_SERVER = """
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

STATUS, BODY = {answer}

class Idle(BaseHTTPRequestHandler):
    def answer(self):
        self.rfile.read(int(self.headers.get("content-length", 0)))
        self.send_response(STATUS)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(BODY)))
        self.end_headers()
        self.wfile.write(BODY)
    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer

ThreadingHTTPServer((os.environ["HOST"], int(os.environ["PORT"])), Idle).serve_forever()
"""


@pytest.mark.parametrize("name", GOALS)
def test_a_program_written_for_the_goal_is_accepted(name):
    report = accept(REFERENCES / name, goal(name))
    assert report.accepted, report.first_unmet


# Every mutant takes a start of its own: a run tries some, other days others. BELIEFS_MUTANTS=all
# tries every one.
ONE_IN = 1 if os.environ.get("BELIEFS_MUTANTS") == "all" else 6


def todays(things: list[Any]) -> list[Any]:
    return things[datetime.now(UTC).toordinal() % ONE_IN :: ONE_IN]


@pytest.mark.parametrize(
    "mutant", todays(mutants()), ids=lambda each: f"{each.goal}: {each.breaks}"
)
def test_a_program_that_breaks_one_promise_is_refused(mutant, tmp_path):
    broken = tmp_path / "broken"
    shutil.copytree(REFERENCES / mutant.goal, broken)
    code = broken / mutant.file
    text = code.read_text(encoding="utf-8")
    assert text.count(mutant.was) == 1, "the mutant no longer fits its reference"
    code.write_text(text.replace(mutant.was, mutant.now), encoding="utf-8")
    assert not accept(broken, goal(mutant.goal), thorough=False).accepted


def idle() -> list[tuple[str, str]]:
    return [(name, way) for name in GOALS for way in IDLE if IDLE[way][0] == goal(name).kind]


@pytest.mark.parametrize(("name", "way"), todays(idle()))
def test_a_program_that_does_nothing_is_refused(name, way, tmp_path):
    kind, code = IDLE[way]
    text = _SERVER.format(answer=code) if kind == "service" and code else code or ""
    (tmp_path / "main.py").write_text(text, encoding="utf-8")
    program.write(tmp_path, Program(kind, start=("python", "main.py")))
    assert not accept(tmp_path, goal(name), thorough=False).accepted

"""What is late, and wrong in nothing else, is tried once more before anything is said of it."""

from __future__ import annotations

import os
import re
import socket
from pathlib import Path

import pytest
from requests import ReadTimeout
from schemathesis.engine.events import NonFatalError

from beliefs.build.builder import write
from beliefs.judge import description, serving, speech
from beliefs.judge.description import described
from beliefs.judge.host import LATE, REFUSED, Host
from beliefs.judge.program import read
from beliefs.judge.serving import serving as on_stage
from beliefs.judge.unmet import TooLate
from beliefs.judge.verdict import judge
from tests.build.samples import BOOKMARKS

PATIENCE = 3.0
# Slow in the copies of its folder that have such a name, on the stage of a judge.
SLOW = """
import re
import time
from pathlib import Path
from typing import Any


@app.middleware("http")
async def slow(request: Any, call_next: Any) -> Any:
    if re.fullmatch(r".*/belief-stage-[^/]+/{copies}", str(Path.cwd())):
        time.sleep({seconds})
    return await call_next(request)
"""


def slow(folder: Path, copies: str) -> Path:
    write(BOOKMARKS, folder)
    main = folder / "app" / "main.py"
    text = main.read_text(encoding="utf-8")
    late = SLOW.replace("{copies}", copies).replace("{seconds}", str(2 * PATIENCE))
    main.write_text(f"{text}{late}", encoding="utf-8")
    return folder


def test_a_service_that_is_slow_once_is_accepted(tmp_path, monkeypatch):
    monkeypatch.setattr(speech, "_ANSWER_SECONDS", PATIENCE)
    verdict = judge(slow(tmp_path, "1"), BOOKMARKS, seeds=(0,))
    assert verdict.word == "accepted", verdict.first_unmet
    first = verdict.stages[0]
    assert not first.late
    assert any(re.match(r"tried twice, .* no answer \(TimeoutError", each) for each in first.notes)


def test_one_that_is_slow_again_timed_out_and_is_not_said_to_be_wrong(tmp_path, monkeypatch):
    monkeypatch.setattr(speech, "_ANSWER_SECONDS", PATIENCE)
    verdict = judge(slow(tmp_path, "[12]"), BOOKMARKS, seeds=(0,))
    assert verdict.word == "timed out"
    assert "no answer (TimeoutError" in verdict.first_unmet
    assert [each.late for each in verdict.stages] == [True]


def test_one_that_is_late_and_then_wrong_is_wrong(tmp_path, monkeypatch):
    monkeypatch.setattr(speech, "_ANSWER_SECONDS", PATIENCE)
    code = slow(tmp_path, "1") / "app/routes/bookmarks.py"
    text = code.read_text(encoding="utf-8")
    code.write_text(text.replace("status_code=201", "status_code=200"), encoding="utf-8")
    verdict = judge(tmp_path, BOOKMARKS, seeds=(0,))
    assert (verdict.word, verdict.stages[0].late) == ("not accepted", False)


def test_one_that_does_not_come_up_in_time_is_late(tmp_path, monkeypatch):
    write(BOOKMARKS, tmp_path)
    monkeypatch.setattr(serving, "_START_SECONDS", 0.01)
    verdict = judge(tmp_path, BOOKMARKS, seeds=(0,))
    assert verdict.word == "timed out"
    assert "did not listen on port" in verdict.first_unmet


def test_one_that_ends_before_it_listens_is_not_late(tmp_path):
    write(BOOKMARKS, tmp_path)
    (tmp_path / "main.py").write_text("raise SystemExit('no')\n", encoding="utf-8")
    verdict = judge(tmp_path, BOOKMARKS, seeds=(0,))
    assert verdict.word == "not accepted"
    assert "before it listened" in verdict.first_unmet


def test_one_that_a_host_does_not_start_in_time_is_late_and_not_dead(tmp_path, monkeypatch):
    write(BOOKMARKS, tmp_path)
    with on_stage(tmp_path, read(tmp_path)) as stage:
        stage.anew(hosted=True)
        monkeypatch.setattr(serving, "_RESTART_SECONDS", 0.0)
        with pytest.raises(TooLate):
            stage.anew(hosted=True)
        assert not stage.dead()


def test_a_host_tells_slow_from_ended(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.mkfifo(".answers")
    reading = os.open(".answers", os.O_RDONLY | os.O_NONBLOCK)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setenv("PORT", str(taken.getsockname()[1]))
    monkeypatch.setenv("HOST", "127.0.0.1")
    monkeypatch.setattr("beliefs.judge.host._START_SECONDS", 0.05)
    host = Host(tmp_path, {}, [])
    host.child, host.wanted = os.getpid(), False  # alive, and nobody listens
    assert host.listens() == LATE
    host.child = 0
    assert host.listens() == REFUSED
    os.close(reading)


def test_a_description_that_nobody_answers_by_in_time_is_late(tmp_path, monkeypatch):
    hung = slow(tmp_path, ".*")
    main = hung / "app" / "main.py"
    text = main.read_text(encoding="utf-8")
    # What it says of itself is there at once.
    asked = 'if request.url.path != "/openapi.json" and re.fullmatch'
    main.write_text(text.replace("if re.fullmatch", asked), encoding="utf-8")
    monkeypatch.setattr(description, "_ANSWER_SECONDS", PATIENCE)
    with on_stage(hung, read(hung)) as stage:
        came = described(BOOKMARKS, stage.anew)
    assert came.late, came
    refused = NonFatalError(error=OSError(), phase=None, label="", related_to_operation=True)
    late = NonFatalError(error=ReadTimeout(), phase=None, label="", related_to_operation=True)
    assert [description.heard(each).late for each in (refused, late)] == [False, True]

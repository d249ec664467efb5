"""Who may ask, how often, and how requests fail: built, examined, and seen when it is broken."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from beliefs.build import delivery
from beliefs.build.project import project
from beliefs.judge.environment import variables
from beliefs.judge.examination import Examination, Finding
from beliefs.judge.program import Program
from beliefs.judge.serving import serving
from beliefs.judge.wire import Wire
from beliefs.spec.service import Spec
from tests.build.access import COOKIE, FAILING, KEYED, LIMITED, RENEWED, TAGGED


def _found(spec: Spec, folder: Path, fault: tuple[str, str, str] | None = None) -> Finding | None:
    delivery.write(folder, project(spec))
    if fault is not None:
        name, was, now = fault
        text = (folder / name).read_text(encoding="utf-8")
        assert was in text
        (folder / name).write_text(text.replace(was, now), encoding="utf-8")
    run = Program("service", start=("python", "main.py"), port=spec.port)
    with serving(folder, run, told=variables(spec)) as stage:
        # One conversation tells that it is right; that it is wrong may take another.
        for seed in range(3 if fault else 1):
            service = stage.anew()
            examination = Examination(spec, Wire(service), seed, walk=10)
            examination.oracle.base = str(service.client.base_url).rstrip("/")
            if found := examination.run():
                return found
    return None


_SERVICES = {
    "failing": FAILING,
    "limited": LIMITED,
    "keyed": KEYED,
    "renewed": RENEWED,
    "cookie": COOKIE,
    "tagged": TAGGED,
}


@pytest.mark.parametrize("framework", ["fastapi", "flask"])
@pytest.mark.parametrize("name", _SERVICES)
def test_a_built_service_keeps_to_it(name, framework, tmp_path):
    assert _found(replace(_SERVICES[name], framework=framework), tmp_path) is None


@pytest.mark.parametrize(
    ("name", "file", "was", "now"),
    [
        (
            "failing",
            "app/failures.py",
            '"create_note.missing": (400',
            '"create_note.missing": (422',
        ),
        ("failing", "app/failures.py", '{"gone": True', '{"gone": False'),
        ("failing", "app/failures.py", '"TYPE"', '"KIND"'),
        ("failing", "app/failures.py", '"Out of range"', '""'),
        ("limited", "app/bounds.py", "8,", "9,"),
        ("limited", "app/bounds.py", "Rate(4,", "Rate(3,"),
        ("limited", "app/bounds.py", "LARGEST = 2000", "LARGEST = 2001"),
        ("limited", "app/rates.py", '"Retry-After": str(max(waits))', '"Retry-After": "0"'),
        ("keyed", "app/values.py", "secrets.compare_digest(one.encode(), other.encode())", "True"),
        ("renewed", "app/routes/auth.py", "db.delete(RENEWALS", "db.all(RENEWALS"),
        ("renewed", "app/values.py", 'claims["exp"] > clock().timestamp()', "claims"),
        ("cookie", "app/routes/login.py", "HttpOnly; ", ""),
        ("cookie", "app/routes/logout.py", "db.delete(SESSIONS", "db.all(SESSIONS"),
        ("cookie", "app/routes/items.py", 'item["owner_id"] != me["id"]', "False"),
        ("tagged", "app/values.py", "header.strip() ==", "True or header =="),
        ("tagged", "app/values.py", "json_.dumps(value, sort_keys=True, default=str)", '"same"'),
        ("tagged", "app/routes/items.py", "204, ", "200, "),
    ],
)
def test_a_service_that_breaks_it_is_seen(name, file, was, now, tmp_path):
    assert _found(_SERVICES[name], tmp_path, (file, was, now)) is not None

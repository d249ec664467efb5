"""Emission is pure: the same Spec, the same bytes; what was not asked for is not there."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from beliefs.build import delivery
from beliefs.build.helpers import excerpt
from beliefs.build.project import project
from beliefs.errors import InvalidInput
from beliefs.spec.entities import Entity
from beliefs.spec.features.crud import crud
from beliefs.spec.features.resources import Resource
from beliefs.spec.parsing import read_expression
from beliefs.spec.service import Identity
from beliefs.spec.types import Field, Type
from tests.build.samples import ALL, BOOKMARKS


@pytest.mark.parametrize("name", ALL)
def test_the_same_spec_gives_the_same_files(name):
    assert project(ALL[name]) == project(ALL[name])


@pytest.mark.parametrize("name", ALL)
def test_code_is_clean_and_never_imports_us(name, tmp_path):
    files = project(ALL[name])
    delivery.write(tmp_path, files)
    words = [
        "check",
        "--isolated",
        "--no-cache",
        "--select=E,F,I,B,UP",
        "--line-length=100",
        "--ignore=E402",
        ".",
    ]
    checked = subprocess.run(
        [sys.executable, "-m", "ruff", *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout
    assert not any("beliefs" in text for path, text in files.items() if path.endswith(".py"))


def test_an_unrelated_entity_leaves_other_files_as_they_were():
    author = Entity("Author", "authors", (Field("name", Type("string")),))
    more = replace(
        BOOKMARKS,
        entities=(*BOOKMARKS.entities, author),
        operations=(*BOOKMARKS.operations, *crud(Resource(author, "/authors"))),
    )
    before, after = project(BOOKMARKS), project(more)
    changed = {path for path in before if before[path] != after[path]}
    assert changed <= {"app/main.py", "README.md", "tests/test_api.py"}


def test_a_file_outside_the_project_is_refused(tmp_path):
    with pytest.raises(InvalidInput, match="outside the project"):
        delivery.write(tmp_path / "in", {"../out.txt": "x"})
    assert not (tmp_path / "out.txt").exists()


def test_a_folder_with_something_in_it_is_refused(tmp_path):
    (tmp_path / "mine.txt").write_text("keep")
    with pytest.raises(InvalidInput, match="not empty"):
        delivery.free(tmp_path)


def test_the_same_files_give_the_same_tree(tmp_path):
    trees = []
    for name in ("one", "two"):
        delivery.write(tmp_path / name, project(BOOKMARKS))
        trees.append(delivery.commit(tmp_path / name, "Build"))
    assert trees[0] == trees[1]


def test_a_project_gets_the_functions_it_calls_and_no_others():
    text = excerpt("values.py", {"percent"})
    assert "def percent" in text
    assert text.count("def ") == 1
    assert "import jwt" not in text


def test_fields_may_have_names_that_mean_something_to_python():
    fields = (Field("from", Type("string")), Field("limit", Type("integer")))
    trip = Entity("Trip", "trips", fields)
    same = 'guard count(Trip[where .from = "x" and .limit = 1]) = 0 else conflict'
    told = crud(Resource(trip, "/trips", checks=(same,)))
    files = project(replace(BOOKMARKS, entities=(trip,), operations=told, examples=()))
    for path, content in files.items():
        if path.endswith(".py"):
            compile(content, path, "exec")
    assert 'from_: str = Field(alias="from")' in files["app/entities/trips.py"]
    assert "limit=1" not in files["app/routes/trips.py"]


def test_what_is_looked_up_in_the_environment_is_told():
    who = read_expression('if(same_secret(credential, env("BELL_KEY")), {id: 1}, null)')
    files = project(replace(BOOKMARKS, identity=Identity("header", "X-Key", who)))
    assert "It needs `BELL_KEY` in its environment." in files["README.md"]
    assert "      BELL_KEY: ${BELL_KEY}\n" in files["compose.yaml"]
    assert "in its environment" not in project(BOOKMARKS)["README.md"]

"""Emission is pure: the same Spec, the same bytes; what was not asked for is not there."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from dataclasses import replace

import pytest

from beliefs.build import delivery
from beliefs.build.helpers import pruned
from beliefs.build.project import project
from beliefs.errors import InvalidInput
from beliefs.judge.goals import goals
from beliefs.spec.entities import Entity
from beliefs.spec.features.crud import crud
from beliefs.spec.features.resources import Resource
from beliefs.spec.parsing import read_expression
from beliefs.spec.service import Identity
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding import understand
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


def _unused(files: dict[str, str]) -> list[tuple[str, str]]:
    """Definitions of a project's modules that stand nowhere but where they are defined."""
    found = []
    for path, text in files.items():
        if not path.startswith("app/") or not path.endswith(".py") or path == "app/main.py":
            continue
        module = path.rsplit("/", 1)[-1].removesuffix(".py")
        lines = text.split("\n")
        for node in ast.parse(text).body:
            targets = (
                node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            )
            names = [each.id for each in targets if isinstance(each, ast.Name)]
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                names = [] if node.decorator_list else [node.name]
            around = "\n".join(lines[: node.lineno - 1] + lines[node.end_lineno :])
            for name in (each for each in names if each != "__all__"):
                here = re.search(rf"(?<![.\w]){name}\b", around)
                other = rf"\b{module}\.{name}\b|from app[\w.]*\.{module} import [^#]*?\b{name}\b"
                there = any(re.search(other, each) for at, each in files.items() if at != path)
                found += [] if here or there else [(path, name)]
    return found


SERVICES = [each for each in goals() if each.kind == "service"]


@pytest.mark.parametrize("goal", SERVICES, ids=[each.name for each in SERVICES])
def test_a_project_of_a_goal_defines_nothing_that_it_does_not_use(goal):
    spec = understand(goal.sentence).spec
    speaks = any(each.method == "WEBSOCKET" for each in spec.operations)
    assert _unused(project(replace(spec, framework="fastapi"))) == []
    assert speaks or _unused(project(replace(spec, framework="flask"))) == []


@pytest.mark.parametrize("name", ALL)
def test_a_project_defines_nothing_that_it_does_not_use(name):
    assert _unused(project(ALL[name])) == []


def test_what_only_the_unused_needs_goes_with_it():
    files = {
        "app/a.py": "import re\n\nfrom app.b import far\n\n\n# Why.\ndef one():\n    far()\n",
        "app/b.py": "def far(): ...\n\n\ndef near(): ...\n",
        "main.py": "from app import b\n\nb.near()\n",
    }
    assert pruned(files) == {"app/b.py": "\n\ndef near(): ...\n", "main.py": files["main.py"]}


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


@pytest.mark.parametrize("framework", ["fastapi", "flask"])
def test_failures_are_sent_as_the_type_that_was_asked_for(framework):
    media = "application/problem+json"
    problems = replace(BOOKMARKS.failures, media=media)
    files = project(replace(BOOKMARKS, framework=framework, failures=problems))
    assert f'headers["Content-Type"] = "{media}"' in files["app/refusals.py"]
    assert media in files["app/http.py" if framework == "fastapi" else "app/openapi.json"]
    assert all(media not in text for text in project(BOOKMARKS).values())


def test_a_kind_of_two_words_is_shown_by_the_model_that_routes_import():
    kind = Entity("FileInfo", "file_infos", (Field("title", Type("string")),))
    made = replace(BOOKMARKS, entities=(kind,), operations=crud(Resource(kind, "/file-infos")))
    files = project(replace(made, examples=()))
    assert "class FileInfo(BaseModel)" in files["app/entities/file_infos.py"]

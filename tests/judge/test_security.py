"""A service with a hole is seen by whoever talks to it in hostile words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from beliefs.build import delivery
from beliefs.build.project import project
from beliefs.judge import program
from beliefs.judge.program import Program, read
from beliefs.judge.security import unsafe
from beliefs.judge.serving import serving
from beliefs.judge.tried import Tried
from beliefs.spec.features import identity
from beliefs.spec.features.tokens import Tokens
from beliefs.spec.service import Identity, Spec
from beliefs.spec.understanding import understand
from tests.build.samples import LINKS, OWNED

_SIGNED = Tokens(signed=True)
SIGNED = replace(
    OWNED,
    operations=tuple(
        identity.login(OWNED.entities[0], "/login", _SIGNED) if each.name == "login" else each
        for each in OWNED.operations
    ),
    identity=Identity("bearer", "Authorization", _SIGNED.who),
)
PAGES = understand(
    "A notes API with FastAPI and SQLite: CRUD for notes with title and content at /notes, and "
    "GET /notes/{id}/html is an HTML page with the content rendered from Markdown."
).spec
FILES = understand(
    "A file vault with FastAPI: upload files at /files, list them, and download one at "
    "/files/{id}/download."
).spec


def _tried(spec: Spec, folder: Path, holes: dict[str, list[tuple[str, str]]]) -> Tried:
    files = project(spec)
    for path, changes in holes.items():
        for was, now in changes:
            assert was in files[path], files[path]
            files[path] = files[path].replace(was, now)
    delivery.write(folder, files)
    program.write(folder, Program("service", start=("python", "main.py"), port=spec.port))
    with serving(folder, read(folder)) as stage:
        return unsafe(spec, stage.anew())


@pytest.mark.parametrize("spec", [SIGNED, PAGES, FILES], ids=["signed", "pages", "files"])
def test_a_service_without_a_hole_passes(spec, tmp_path):
    tried = _tried(spec, tmp_path, {})
    assert not tried.unmet
    assert tried.asked > 20


_STORE, _NOTES, _VALUES = "app/store.py", "app/routes/notes.py", "app/values.py"
HOLES = {
    "injection": (
        LINKS,
        {
            _STORE: [
                (
                    "f'\"{name}\" IS ?' for name in equal",
                    "f'\"{name}\" IS \\'{equal[name]}\\'' for name in equal",
                ),
                ('return f" WHERE {tests}", [', 'return f" WHERE {tests}", [][:0] and ['),
            ]
        },
    ),
    "mass assignment": (
        OWNED,
        {
            _NOTES: [
                ("le=5), WHOLE]\n\n\n", "le=5), WHOLE]\n    owner_id: int = 0\n\n\n"),
                ('"owner_id": me["id"]}', '"owner_id": body.owner_id or me["id"]}'),
            ]
        },
    ),
    "missing authentication": (
        OWNED,
        {"app/identity.py": [('raise Refusal("unauthenticated")', 'return {"id": 1}')]},
    ),
    "other people's data": (OWNED, {_NOTES: [('id=id, owner_id=me["id"]', "id=id")]}),
    "a password in the data": (
        OWNED,
        {
            _VALUES: [
                ('${digest.hex()}"', '${digest.hex()}$" + password'),
                ('kept.split("$")', 'kept.split("$")[:2]'),
            ]
        },
    ),
    "a secret in an answer": (
        SIGNED,
        {
            "app/http.py": [
                ("from app.failures", "from app.settings import SECRET\nfrom app.failures"),
                (
                    "answer = _answer(told(way, operation",
                    'answer = _answer(told("no_route", SECRET)); str(dict(operation',
                ),
            ]
        },
    ),
    "a script on a page": (PAGES, {_VALUES: [('"html": False', '"html": True')]}),
    "a file name that climbs": (FILES, {"app/files.py": [('.rsplit("/", 1)[-1]', "")]}),
}


@pytest.mark.parametrize("hole", HOLES)
def test_a_hole_is_seen(hole, tmp_path):
    spec, holes = HOLES[hole]
    assert _tried(spec, tmp_path, holes).unmet

"""The whole tree of a project, path by path: pure, and the same text for the same Spec."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from beliefs.build import packaging
from beliefs.build.expressions import Python, Used, constant
from beliefs.build.failing import failures_file
from beliefs.build.helpers import excerpt, support
from beliefs.build.models import shown_model, table
from beliefs.build.own_tests import CONFTEST, tests_file
from beliefs.build.routes import collection, routes_file
from beliefs.build.shapes import ANY, Scope
from beliefs.spec.operations import Operation

if TYPE_CHECKING:
    from beliefs.spec.entities import Entity
    from beliefs.spec.failures import Way
    from beliefs.spec.service import Spec

_STORES = {"sqlite": "store_sqlite.py", "json": "store_memory.py", "memory": "store_memory.py"}
_ALWAYS: set[Way] = {"malformed", "missing", "wrong_type", "out_of_range", "unknown_choice"}
_ALWAYS |= {"no_route", "not_allowed"}


def project(spec: Spec) -> dict[str, str]:
    """Every file of the project by its path."""
    files: dict[str, str] = {"app/__init__.py": f'"""{spec.title}."""\n'}
    files |= _entities(spec)
    collections = _collections(spec)
    for name, operations in collections.items():
        title = f"Routes of /{name}." if name != "root" else "Routes at the root."
        files[f"app/routes/{name}.py"] = routes_file(spec, operations, title)
    files["app/main.py"] = _main(spec, sorted(collections))
    files |= _supported(spec, "".join(files.values()))
    files |= {"tests/conftest.py": CONFTEST, "tests/test_api.py": tests_file(spec)}
    files = _formatted(files)
    return files | _around(spec, files)


def _entities(spec: Spec) -> dict[str, str]:
    files = {}
    for entity in spec.entities:
        module = entity.plural.replace("-", "_")
        files[f"app/entities/{module}.py"] = _entity(entity)
    if files:
        files["app/entities/__init__.py"] = '"""What is kept, and how it is shown."""\n'
    return files


def _entity(entity: Entity) -> str:
    used = Used()
    model = shown_model(entity, used)
    names = sorted(used.names & {"Any"})
    lines = [f'"""{entity.plural.capitalize()}: what is kept, and how it is shown."""', ""]
    lines += ["from __future__ import annotations", ""]
    lines += [f"from typing import {', '.join(names)}", ""] if names else []
    lines += ["from pydantic import BaseModel", "", "from app.store import Table", ""]
    return "\n".join([*lines, table(entity), "", "", model, ""])


def _collections(spec: Spec) -> dict[str, list[Operation]]:
    found: dict[str, list[Operation]] = {}
    for operation in _in_order(spec.operations):
        found.setdefault(collection(operation.path, spec.base), []).append(operation)
    return found


def _in_order(operations: tuple[Operation, ...]) -> list[Operation]:
    """Paths with a name before paths with a placeholder in the same position."""
    return sorted(
        operations, key=lambda each: [part.startswith("{") for part in each.path.split("/")]
    )


def _main(spec: Spec, collections: list[str]) -> str:
    # Whatever takes any name at its root comes last.
    ordered = [each for each in collections if each != "root"]
    ordered += ["root"] if "root" in collections else []
    modules = ", ".join(ordered)
    imports = [
        f"from app.entities.{each.plural.replace('-', '_')} import {constant(each.plural)}"
        for each in spec.entities
    ]
    tables = ", ".join(constant(each.plural) for each in spec.entities)
    lines = [
        f'"""{spec.title}: the application."""',
        "",
        "from __future__ import annotations",
        "",
        "from fastapi import FastAPI",
        *(["from fastapi.middleware.cors import CORSMiddleware"] if spec.origins else []),
        "",
        *sorted(imports),
        "from app.http import install",
        f"from app.routes import {modules}",
        *(["from app.store import prepare"] if spec.entities else []),
        "",
        f"app = FastAPI(title={json.dumps(spec.title)}, description={json.dumps(spec.summary)})",
        "install(app)",
    ]
    if spec.origins:
        lines.append(
            f"app.add_middleware(CORSMiddleware, allow_origins={list(spec.origins)!r}, "
            'allow_methods=["*"], allow_headers=["*"])'
        )
    if spec.entities:
        lines.append(f"prepare([{tables}])")
    lines += _health(spec)
    lines += [f"app.include_router({each}.router)" for each in ordered]
    return "\n".join([*lines, ""])


def _health(spec: Spec) -> list[str]:
    stated = {each.path for each in spec.operations if each.method == "GET"}
    paths = [
        each for each in dict.fromkeys(("/health", f"{spec.base}/health")) if each not in stated
    ]
    if not paths:
        return []
    return [
        "",
        "",
        *(f'@app.get("{each}")' for each in paths),
        "def health() -> dict[str, str]:",
        '    """Say that the service is up."""',
        '    return {"status": "ok"}',
        "",
        "",
    ]


def _supported(spec: Spec, code: str) -> dict[str, str]:
    """The support modules that the code imports, cut down to what it calls."""
    files = {
        "app/http.py": support("http.py"),
        "app/routes/__init__.py": '"""Routes, by collection."""\n',
    }
    if spec.entities:
        files["app/store.py"] = support(_STORES[spec.storage])
    ways = set(re.findall(r'Refusal\(\s*"(\w+)"', code))
    ways |= {
        each
        for found in re.findall(r"documented\(([^)]*)\)", code)
        for each in re.findall(r'"(\w+)"', found)
    }
    files["app/failures.py"] = failures_file(spec, {*_ALWAYS, *ways})
    for module in ("inputs", "uploads"):
        names = {
            name
            for found in re.findall(rf"from app\.{module} import ([\w, ]+)", code)
            for name in re.split(r",\s*", found)
        }
        if names:
            files[f"app/{module}.py"] = excerpt(f"{module}.py", names)
    if spec.identity is not None:
        files["app/identity.py"] = _identity(spec)
    every = code + "".join(files.values())
    if "app.settings" in every:
        files["app/settings.py"] = support("settings.py").replace(
            "SECRET_KEY", spec.secret or "SECRET_KEY"
        )
    if called := set(re.findall(r"\bvalues\.(\w+)\(", every)):
        files["app/values.py"] = excerpt("values.py", called)
    return files


def _identity(spec: Spec) -> str:
    identity = spec.identity
    assert identity is not None
    used = Used()
    scope = Scope(spec, Operation("caller", "GET", "/", ())).bound("credential", ANY)
    who = Python(scope, used).text(identity.who)
    tables = [each for each in spec.entities if each.name in used.tables]
    scheme = {
        "bearer": 'HTTPBase(scheme="bearer", auto_error=False)',
        "header": f'APIKeyHeader(name="{identity.name}", auto_error=False)',
        "cookie": f'APIKeyCookie(name="{identity.name}", auto_error=False)',
        "query": f'APIKeyQuery(name="{identity.name}", auto_error=False)',
        "basic": 'HTTPBase(scheme="basic", auto_error=False)',
    }[identity.place]
    named = identity.place in {"header", "cookie", "query"}
    shown = ["    credential = shown"]
    if not named:
        shown = [
            '    credential = ""',
            f'    if shown is not None and shown.scheme.lower() == "{identity.place}":',
            "        credential = shown.credentials.strip()",
        ]
    kind = "str | None" if named else "HTTPAuthorizationCredentials | None"
    return "\n".join(
        [
            '"""Who is asking."""',
            "",
            "from __future__ import annotations",
            "",
            "from typing import Annotated",
            "",
            "from fastapi import Depends, Security",
            f"from fastapi.security import {scheme.partition('(')[0]}"
            if named
            else "from fastapi.security.http import HTTPAuthorizationCredentials, HTTPBase",
            "",
            *(
                f"from app.entities.{each.plural.replace('-', '_')} import {constant(each.plural)}"
                for each in tables
            ),
            "from app.http import Refusal",
            *(["from app.settings import SECRET"] if used.secret else []),
            "from app.store import Row, transaction",
            *(["from app import values"] if used.values or used.now else []),
            "",
            "",
            f"_SHOWN = Security({scheme})",
            "",
            "",
            f"def _caller(shown: Annotated[{kind}, _SHOWN]) -> Row:",
            '    """The row of whoever asks."""',
            *(["    now = values.now()"] if used.now else []),
            *shown,
            "    with transaction() as db:",
            f"        who = {who} if credential else None",
            "    if who is None:",
            '        raise Refusal("unauthenticated")',
            "    return who",
            "",
            "",
            "Caller = Annotated[Row, Depends(_caller)]",
            "",
        ]
    )


def _formatted(files: dict[str, str]) -> dict[str, str]:
    """Python files as ruff writes them, imports sorted and those of no use left out."""
    with tempfile.TemporaryDirectory(prefix="belief-format-") as scratch:
        root = Path(scratch)
        for path, text in files.items():
            file = root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        for words in (["check", "--fix", "--select=I,F401"], ["format", "--line-length=100"]):
            argv = [
                sys.executable,
                "-m",
                "ruff",
                *words,
                "--isolated",
                "--quiet",
                "--no-cache",
                ".",
            ]
            subprocess.run(argv, cwd=root, check=True)  # noqa: S603 - our own formatter
        return {path: (root / path).read_text(encoding="utf-8") for path in files}


def _around(spec: Spec, files: dict[str, str]) -> dict[str, str]:
    code = "".join(files.values())
    packages = {"fastapi", "uvicorn"}
    packages |= {"markdown-it-py"} if "markdown_it" in code else set()
    packages |= {"pyjwt"} if "import jwt" in code else set()
    packages |= {"python-multipart"} if re.search(r"\b(UploadFile|Form)\b", code) else set()
    packages |= {"websockets"} if "websocket" in code else set()
    return {
        "main.py": packaging.entry(spec),
        "start.sh": packaging.START,
        "requirements.txt": packaging.requirements(packages),
        "requirements-dev.txt": "-r requirements.txt\n"
        + packaging.requirements({"httpx", "pytest"}),
        "pyproject.toml": packaging.pyproject(spec, packages),
        "Containerfile": packaging.containerfile(spec),
        "compose.yaml": packaging.compose(spec),
        "README.md": packaging.readme(spec, f"curl http://127.0.0.1:{spec.port}/health"),
        ".gitignore": "__pycache__/\n.venv/\n*.db\n*.db-wal\n*.db-shm\n*.secret\n",
    }

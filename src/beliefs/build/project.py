"""The whole tree of a project, path by path: pure, and the same text for the same Spec."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from beliefs.build import packaging
from beliefs.build.expressions import Python, Used, constant
from beliefs.build.failing import failures_file
from beliefs.build.helpers import pruned, support
from beliefs.build.limits import bounds_file, by_caller, limited
from beliefs.build.models import shown_model, table
from beliefs.build.outcomes import ways
from beliefs.build.own_tests import tests_file
from beliefs.build.routes import collection, routes_file
from beliefs.build.shapes import ANY, Scope
from beliefs.build.targets import target
from beliefs.build.trying import curl
from beliefs.spec.failures import Failures
from beliefs.spec.operations import Operation, in_order

if TYPE_CHECKING:
    from beliefs.spec.entities import Entity
    from beliefs.spec.failures import Way
    from beliefs.spec.service import Spec, Storage

_STORES: dict[Storage, dict[str, str]] = {
    "sqlite": {"app/store.py": "store_sqlite.py"},
    "json": {"app/store.py": "store_json.py", "app/rows.py": "store_memory.py"},
    "memory": {"app/store.py": "store_memory.py"},
    "postgres": {"app/store.py": "store_postgres.py"},
}
_IGNORED: dict[Storage, str] = {"sqlite": "*.db\n*.db-wal\n*.db-shm\n", "json": "data.json*\n"}
_ALWAYS: set[Way] = {"malformed", "missing", "wrong_type", "out_of_range", "unknown_choice"}
_ALWAYS |= {"no_route", "not_allowed"}
# Modules that every framework's projects have alike.
_SHARED = {"refusals", "files", "inputs", "rates"}
# Modules of functions that effects call.
_CALLED = (
    "values",
    "made",
    "archives",
    "markup",
    "programs",
    "crontab",
    "wording",
    "numeric",
    "calendric",
)


def project(spec: Spec) -> dict[str, str]:
    """Every file of the project by its path."""
    files: dict[str, str] = {"app/__init__.py": f'"""{spec.title}."""\n'}
    collections = _collections(spec)
    for name, operations in collections.items():
        files[f"app/routes/{name}.py"] = routes_file(spec, operations, name)
    files |= _entities(spec, "".join(files.values()))
    files["app/main.py"] = _main(spec, sorted(collections))
    files |= _supported(spec, "".join(files.values()))
    files |= {"tests/conftest.py": _conftest(spec), "tests/test_api.py": tests_file(spec)}
    files["main.py"] = target(spec).entry(spec)
    files = _formatted(pruned(files))
    return files | target(spec).documents(spec) | _around(spec, files)


def _conftest(spec: Spec) -> str:
    text = target(spec).CONFTEST
    if spec.storage != "postgres" or not spec.entities:
        return text
    start = text.index("import os\n")
    end = text.index("import pytest\n")
    return f"{text[:start]}{_APART}{text[end:]}"


# Tests on a server keep to a schema of their own, and take it away with them.
_APART = """import atexit
import os
import secrets
from collections.abc import Iterator

import psycopg

_SCHEMA = f"test_{secrets.token_hex(4)}"


def _run(statement: str) -> None:
    with psycopg.connect(os.environ["DATABASE_URL"]) as db:
        db.execute(statement.encode())


_run(f"CREATE SCHEMA {_SCHEMA}")
atexit.register(_run, f"DROP SCHEMA {_SCHEMA} CASCADE")
os.environ["PGOPTIONS"] = f"-c search_path={_SCHEMA}"

"""


def _entities(spec: Spec, routes: str) -> dict[str, str]:
    files = {}
    for entity in spec.entities:
        module = entity.plural.replace("-", "_")
        imported = re.findall(rf"from app\.entities\.{module} import ([\w, ]+)", routes)
        shown = target(spec).SHOWN and any(entity.name in each.split(", ") for each in imported)
        files[f"app/entities/{module}.py"] = _entity(entity, shown=shown)
    if files:
        files["app/entities/__init__.py"] = '"""What is kept."""\n'
    return files


def _entity(entity: Entity, *, shown: bool) -> str:
    used = Used()
    model = shown_model(entity, used) if shown else ""
    names = sorted(used.names & {"Any"})
    also = ", and how it is shown" if model else ""
    lines = [f'"""{entity.plural.capitalize()}: what is kept{also}."""', ""]
    lines += ["from __future__ import annotations", ""]
    lines += [f"from typing import {', '.join(names)}", ""] if names else []
    based = ["BaseModel", *sorted(used.names & {"Field"})]
    lines += [f"from pydantic import {', '.join(based)}", ""] if model else []
    lines += ["from app.store import Table", "", table(entity), ""]
    return "\n".join([*lines, *(["", model, ""] if model else [])])


def _collections(spec: Spec) -> dict[str, list[Operation]]:
    found: dict[str, list[Operation]] = {}
    for operation in in_order(spec.operations):
        found.setdefault(collection(operation.path, spec.base), []).append(operation)
    return found


def _main(spec: Spec, collections: list[str]) -> str:
    # Whatever takes any name at its root comes last.
    ordered = [each for each in collections if each != "root"]
    ordered += ["root"] if "root" in collections else []
    imports = [f"from app.routes import {', '.join(ordered)}"]
    imports += ["from app.store import prepare"] if spec.entities else []
    imports += [
        f"from app.entities.{each.plural.replace('-', '_')} import {constant(each.plural)}"
        for each in spec.entities
    ]
    tables = ", ".join(constant(each.plural) for each in spec.entities)
    return target(spec).main(spec, ordered, sorted(imports), tables and f"prepare([{tables}])")


def _supported(spec: Spec, code: str) -> dict[str, str]:
    """The support modules that the code imports."""
    files = {"app/routes/__init__.py": '"""Routes, by collection."""\n'}
    if spec.entities:
        files |= {path: support(name) for path, name in _STORES[spec.storage].items()}
    if spec.identity is not None:
        files["app/identity.py"] = _identity(spec)
    found = {each for operation in spec.operations for each in ways(operation, spec)}
    files["app/failures.py"] = failures_file(spec, {*_ALWAYS, *found})
    if limited(spec) or by_caller(spec):
        files["app/bounds.py"] = bounds_file(spec)
    files |= _imported(spec, code + "".join(files.values()))
    if spec.failures.media != Failures().media:
        files |= _of_media(files, spec.failures.media)
    every = code + "".join(files.values())
    if "app.settings" in every:
        files["app/settings.py"] = support("settings.py").replace("SECRET_KEY", _secret(spec))
    called = {each for each in _CALLED if re.search(rf"\b{each}\.\w+\(", every)}
    return files | {f"app/{each}.py": support(f"{each}.py") for each in called}


# Where support modules say what failures are sent as, and what that is where it is not JSON alone.
_SENT = {
    "app/refusals.py": (
        "    text = message or usual",
        '    headers["Content-Type"] = "{}"\n    text = message or usual',
    ),
    "app/http.py": ('"model": Any}', '"content": {{"{}": {{}}}}}}'),
}


def _of_media(files: dict[str, str], media: str) -> dict[str, str]:
    """Modules that send failures, with another media type."""
    return {path: files[path].replace(old, new.format(media)) for path, (old, new) in _SENT.items()}


def _imported(spec: Spec, code: str) -> dict[str, str]:
    """Support modules that the code imports, and those that they import."""
    own = target(spec).SUPPORT
    files: dict[str, str] = {}
    waiting = [code]
    while waiting:
        for module in re.findall(r"from app\.(\w+) import ", waiting.pop()):
            path = f"app/{module}.py"
            if path not in files and module in _SHARED | {each[:-3] for each in own}:
                files[path] = support(own.get(f"{module}.py", f"{module}.py"))
                waiting.append(files[path])
    return files


def _identity(spec: Spec) -> str:
    identity = spec.identity
    assert identity is not None
    used = Used()
    scope = Scope(spec, Operation("caller", "GET", "/", ())).bound("credential", ANY)
    who = Python(scope, used).text(identity.who)
    tables = [each for each in spec.entities if each.name in used.tables]
    imports, code = target(spec).identity(spec, who, now=used.now)
    return "\n".join(
        [
            '"""Who is asking."""',
            "",
            "from __future__ import annotations",
            "",
            *imports,
            *(
                f"from app.entities.{each.plural.replace('-', '_')} import {constant(each.plural)}"
                for each in tables
            ),
            "from app.refusals import Refusal",
            *(["from app.settings import SECRET"] if used.secret else []),
            *(["from app import values"] if used.values or used.now else []),
            "",
            "",
            *code,
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


def _secret(spec: Spec) -> str:
    return spec.secret or "SECRET_KEY"


def _around(spec: Spec, files: dict[str, str]) -> dict[str, str]:
    secret = _secret(spec) if "app/settings.py" in files else ""
    code = "".join(files.values())
    packages = target(spec).packages(code)
    packages |= {"markdown-it-py"} if "markdown_it" in code else set()
    packages |= {"tzdata"} if "ZoneInfo" in code else set()
    packages |= {"pyjwt"} if "import jwt" in code else set()
    packages |= {"psycopg[binary]"} if "import psycopg" in code else set()
    packages |= {"openpyxl"} if "from openpyxl" in code else set()
    packages |= {"fpdf2"} if "from fpdf" in code else set()
    packages |= {"pypdf"} if "from pypdf" in code else set()
    packages |= {"pillow"} if "from PIL" in code else set()
    return {
        "start.sh": packaging.start(spec),
        "requirements.txt": packaging.requirements(packages),
        "requirements-dev.txt": packaging.requirements_dev(packages, set(target(spec).TESTED)),
        "pyproject.toml": packaging.pyproject(spec, packages),
        "Containerfile": packaging.containerfile(spec),
        "compose.yaml": packaging.compose(spec, secret),
        "README.md": packaging.readme(spec, curl(spec), secret),
        ".gitignore": "__pycache__/\n.venv/\n*.secret\n" + _IGNORED.get(spec.storage, ""),
    }

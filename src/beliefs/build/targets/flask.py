"""Flask, run by waitress."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from beliefs.build.limits import by_caller, caller_key, limited
from beliefs.build.openapi import openapi
from beliefs.errors import InvalidInput
from beliefs.spec.health import health_paths

if TYPE_CHECKING:
    from beliefs.build.expressions import Used
    from beliefs.spec.effects import Answer
    from beliefs.spec.operations import Operation
    from beliefs.spec.service import Identity, Spec

ADDRESS: Final = "request.remote_addr"
UPLOAD: Final = "FileStorage"
REQUEST: Final = ""
KNOWN: Final = ""
CALLER: Final = "g.me"
SHOWN: Final = False
SUPPORT: Final = {
    "http.py": "flask_http.py",
    "uploads.py": "flask_uploads.py",
    "reading.py": "flask_reading.py",
    "cors.py": "flask_cors.py",
    "limits.py": "flask_limits.py",
}
CLIENT: Final = ("flask.testing", "FlaskClient")
TESTED: Final = frozenset({"pytest"})
ASKED: Final = (
    'client.open(path, "http://testserver", method=method, json=body)',
    "got.get_json()",
)

_JSON = "application/json"
_NO_BODY = (204, 304)
_MARKS = frozenset({"Query", "Header", "Cookie", "Form", "Path", "Body"})
# Blueprints have decorators of these names.
_DECORATED = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE"})

CONFTEST: Final = '''"""A service of its own for each test, on an empty store."""

from __future__ import annotations

import os
import tempfile

os.environ["DATABASE_PATH"] = os.path.join(tempfile.mkdtemp(), "test.db")

import pytest
from flask.testing import FlaskClient

from app.main import app


@pytest.fixture
def client() -> FlaskClient:
    """A client of the service."""
    return app.test_client()
'''


def absolute(path: str) -> str:
    """A path as the caller reaches it, as code."""
    return f"absolute({path})"


def whole_body(*, text: bool) -> str:
    """The mark of an argument that is the whole body."""
    del text
    return "Body()"


def returned(answer: Answer, body: str, headers: str, usual: int, used: Used) -> str:
    """The line that answers."""
    del usual
    if answer.status in _NO_BODY or (answer.body is None and answer.media == _JSON):
        parts = ['""', str(answer.status), headers]
        return f"return {', '.join(filter(None, parts))}"
    if answer.media == _JSON:
        used.names.add("jsonify")
        status = str(answer.status) if answer.status != 200 else ""
        return f"return {', '.join(filter(None, [f'jsonify({body})', status, headers]))}"
    used.names.add("Response")
    media = f"mimetype={json.dumps(answer.media)}"
    parts = [body, str(answer.status), headers, media]
    return f"return Response({', '.join(filter(None, parts))})"


def returns(_lines: list[str], used: Used) -> str:
    """What a route returns, as an annotation."""
    used.names.add("ResponseReturnValue")
    return "ResponseReturnValue"


def router(_spec: Spec, name: str, _used: Used) -> str:
    """The line that a file's routes hang on."""
    return f'router = Blueprint("{name}", __name__)'


def decorators(_spec: Spec, operation: Operation, _shown: str, used: Used) -> list[str]:
    """The route; what it asks for is read by its signature."""
    path = json.dumps(re.sub(r"\{(\w+)\}", r"<\1>", operation.path))
    method = operation.method
    route = (
        f"@router.{method.lower()}({path})"
        if method in _DECORATED
        else f'@router.route({path}, methods=["{method}"])'
    )
    lines = [route]
    if operation.needs:
        if any(each.place in {"json", "body"} for each in operation.inputs):
            used.names.add("readable")
            lines.append("@readable")
        used.names |= {"identified", "g"}
        lines.append("@identified")
    # A request that was not understood asks for nothing, and is given what its path has.
    if operation.inputs or "{" in operation.path:
        used.names.add("taking")
        lines.append("@taking")
    return lines


def conversation(
    operation: Operation, message: str, inside: list[str], told: str, used: Used
) -> list[str]:
    """Refused: Flask answers one request at a time, and a WebSocket is a conversation."""
    del message, inside, told, used
    told = f"Flask speaks no WebSocket, and {operation.path} is one; ask for FastAPI instead."
    raise InvalidInput(told)


def imports(used: Used) -> list[str]:
    """What a file of routes imports."""
    names = used.names
    flask = {"Blueprint"} | (names & {"jsonify", "Response", "g"})
    flask |= {"request"} if used.request else set()
    lines = [f"from flask import {', '.join(sorted(flask))}"]
    if "ResponseReturnValue" in names:
        lines.append("from flask.typing import ResponseReturnValue")
    if "FileStorage" in names:
        lines.append("from werkzeug.datastructures import FileStorage")
    if used.request:
        lines.append("from app.http import absolute")
    if reading := sorted(names & (_MARKS | {"taking", "readable"})):
        lines.append(f"from app.reading import {', '.join(reading)}")
    return lines


def identity(spec: Spec, who: str, *, now: bool) -> tuple[list[str], list[str]]:
    """Who is asking: what the module imports, and its code."""
    shown = spec.identity
    assert shown is not None
    counting = by_caller(spec)
    count = f'BY_CALLER.count((request.endpoint or "").rpartition(".")[2], {caller_key(spec)})'
    code = [
        "View = Callable[..., ResponseReturnValue]",
        "",
        "",
        "def identified(view: View) -> View:",
        '    """Let only those ask who are known; whoever asks is `g.me`."""',
        "",
        "    @wraps(view)",
        "    def known(**path: str) -> ResponseReturnValue:",
        "        g.me = _caller()",
        "        return view(**path)",
        "",
        "    return known",
        "",
        "",
        "def _caller() -> Row:",
        '    """The row of whoever asks."""',
        *(["    now = values.now()"] if now else []),
        *(f"    {line}" for line in _credential(shown)),
        "    with transaction() as db:",
        f"        who = {who} if credential else None",
        "    if who is None:",
        '        raise Refusal("unauthenticated")',
        *([f"    {count}"] if counting else []),
        "    return who",
    ]
    imports = [
        "from collections.abc import Callable",
        "from functools import wraps",
        "",
        "from flask import g, request",
        "from flask.typing import ResponseReturnValue",
        "from app.store import Row, transaction",
        *(["from app.bounds import BY_CALLER"] if counting else []),
    ]
    return imports, code


def _credential(identity: Identity) -> list[str]:
    """What a request shows of who asks, as code."""
    if identity.place in {"bearer", "basic"}:
        return [
            'kind, _, credential = request.headers.get("Authorization", "").partition(" ")',
            f'credential = credential.strip() if kind.lower() == "{identity.place}" else ""',
        ]
    held = {"header": "headers", "cookie": "cookies", "query": "args"}[identity.place]
    return [f'credential = request.{held}.get("{identity.name}", "")']


def main(spec: Spec, collections: list[str], imports: list[str], tables: str) -> str:
    """`app/main.py`: the application, what it documents, and whether it is up."""
    lines = [
        f'"""{spec.title}: the application."""',
        "",
        "from __future__ import annotations",
        "",
        "from flask import Flask, send_from_directory",
        "from flask.typing import ResponseReturnValue",
        "",
        *imports,
        *(["from app.cors import allow"] if spec.origins else []),
        *(["from app.limits import limit"] if limited(spec) else []),
        "from app.http import install",
        "",
        "app = Flask(__name__, static_folder=None)",
        *([f"allow(app, {list(spec.origins)!r})"] if spec.origins else []),
        "install(app)",
        *(["limit(app)"] if limited(spec) else []),
        *([tables] if tables else []),
        *(f"app.register_blueprint({each}.router)" for each in collections),
        *_documented(spec),
        *_health(spec),
    ]
    return "\n".join([*lines, ""])


def _documented(spec: Spec) -> list[str]:
    if any(each.path == "/openapi.json" for each in spec.operations):
        return []
    return [
        "",
        "",
        '@app.get("/openapi.json")',
        "def openapi() -> ResponseReturnValue:",
        '    """Say what the service takes and answers."""',
        '    return send_from_directory(app.root_path, "openapi.json")',
    ]


def _health(spec: Spec) -> list[str]:
    paths = health_paths(spec)
    if not paths:
        return []
    return [
        "",
        "",
        *(f'@app.get("{each}")' for each in paths),
        "def health() -> ResponseReturnValue:",
        '    """Say that the service is up."""',
        '    return {"status": "ok"}',
    ]


def entry(spec: Spec) -> str:
    """`main.py`: starts the service on HOST and PORT."""
    return f'''"""Starts {spec.title} on HOST and PORT."""

import os

from app.main import app
from waitress import serve

if __name__ == "__main__":
    serve(
        app,
        host=os.environ.get("HOST", "127.0.0.1"),
        port=int(os.environ.get("PORT", "{spec.port}")),
        threads=8,
    )
'''


def packages(code: str) -> set[str]:
    """The packages that a project of this code needs."""
    return {"flask", "waitress"} | ({"pydantic"} if "pydantic" in code else set())


def documents(spec: Spec) -> dict[str, str]:
    """The OpenAPI document, which nobody makes at run time."""
    text = json.dumps(openapi(spec), indent=2, ensure_ascii=False)
    return {"app/openapi.json": f"{text}\n"}

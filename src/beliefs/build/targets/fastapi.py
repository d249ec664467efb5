"""FastAPI, run by uvicorn."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from beliefs.build.limits import by_caller, caller_key, limited
from beliefs.build.outcomes import answers, media_of, named_ways, usual, usual_status
from beliefs.spec.health import health_paths

if TYPE_CHECKING:
    from beliefs.build.expressions import Used
    from beliefs.spec.effects import Answer
    from beliefs.spec.operations import Operation
    from beliefs.spec.service import Spec

ADDRESS: Final = "request.client.host"
UPLOAD: Final = "UploadFile"
REQUEST: Final = "request: Request"
# Who asks is known before anything that is brought is looked at, and said in the OpenAPI document.
KNOWN: Final = "me: Caller"
CALLER: Final = ""
SHOWN: Final = True
SUPPORT: Final = {
    "http.py": "fastapi_http.py",
    "uploads.py": "fastapi_uploads.py",
    "limits.py": "fastapi_limits.py",
}
CLIENT: Final = ("fastapi.testclient", "TestClient")
TESTED: Final = frozenset({"httpx", "pytest"})
ASKED: Final = ("client.request(method, path, json=body)", "got.json()")

_JSON = "application/json"
_NO_BODY = (204, 304)
_MARKS = frozenset({"Query", "Header", "Cookie", "Form", "Path", "Body"})
_NAMES = _MARKS | {"WebSocket", "WebSocketDisconnect", "UploadFile"}
_RESPONSES = frozenset({"Response", "JSONResponse"})

CONFTEST: Final = '''"""A service of its own for each test, on an empty store."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator

os.environ["DATABASE_PATH"] = os.path.join(tempfile.mkdtemp(), "test.db")

import pytest
from fastapi.testclient import TestClient

from app.main import app


@pytest.fixture
def client() -> Iterator[TestClient]:
    """A client of the service."""
    with TestClient(app, follow_redirects=False) as made:
        yield made
'''


def absolute(path: str) -> str:
    """A path as the caller reaches it, as code."""
    return f"absolute(request, {path})"


def whole_body(*, text: bool) -> str:
    """The mark of an argument that is the whole body."""
    return 'Body(media_type="text/plain")' if text else "Body()"


def returned(answer: Answer, body: str, headers: str, usual: int, used: Used) -> str:
    """The line that answers; the route itself answers JSON with its usual status."""
    empty = answer.body is None or answer.status in _NO_BODY
    plain = answer.media == _JSON and not headers
    if plain and answer.status == usual:
        return "return None" if empty else f"return {body}"
    told = f", headers={headers}" if headers else ""
    if answer.status in _NO_BODY or (answer.body is None and answer.media == _JSON):
        used.names.add("Response")
        return f"return Response(status_code={answer.status}{told})"
    if answer.media == _JSON:
        used.names.add("JSONResponse")
        return f"return JSONResponse({body}, {answer.status}{told})"
    used.names.add("Response")
    media = json.dumps(answer.media)
    return f"return Response({body}, {answer.status}, media_type={media}{told})"


def returns(lines: list[str], _used: Used) -> str:
    """What a route of these lines returns, as an annotation."""
    told = [line for line in lines if line.strip().startswith("return ")]
    return "None" if all(line.strip() == "return None" for line in told) else "Any"


def router(spec: Spec, _name: str, used: Used) -> str:
    """The line that a file's routes hang on."""
    if not limited(spec):
        return "router = APIRouter(responses=INVALID)"
    used.names.add("Limited")
    return "router = APIRouter(responses=INVALID, route_class=Limited)"


def decorators(spec: Spec, operation: Operation, shown: str, used: Used) -> list[str]:
    """The route, with its status and what it may answer for the OpenAPI document."""
    arguments = [json.dumps(operation.path)]
    answer = usual(operation.effect)
    status = usual_status(operation.effect)
    if status != 200:
        arguments.append(f"status_code={status}")
    if shown:
        arguments.append(f"response_model={shown}")
    elif answer and answer.headers and status in _NO_BODY:
        arguments.append("response_model=None")
    media = media_of(answer) if answer else _JSON
    if media != _JSON or status >= 300:
        used.names.add("Response")
        arguments.append("response_class=Response")
    told = []
    if found := named_ways(operation, spec):
        used.names.add("documented")
        told.append(f"documented({', '.join(json.dumps(each) for each in found)})")
    if media != _JSON:
        used.names.add("answered")
        told.append(f"answered({status}, {json.dumps(media)})")
    others = {(each.status, media_of(each)) for each in answers(operation.effect)}
    for other, kind in sorted(others - {(status, media)}):
        if other != status:
            used.names.add("answered")
            told.append(f"answered({other}, {json.dumps(kind)})")
    if told:
        arguments.append(f"responses={' | '.join(told)}")
    return [f"@router.{operation.method.lower()}({', '.join(arguments)})"]


def conversation(
    operation: Operation, message: str, inside: list[str], told: str, used: Used
) -> list[str]:
    """A WebSocket: the lines of the effect run for each message."""
    used.names |= {"WebSocket", "WebSocketDisconnect", "run_in_threadpool"}
    used.json = True
    return [
        f"def _{operation.name}({message}: str) -> Any:",
        *(f"    {line}" for line in inside),
        "",
        "",
        f"@router.websocket({json.dumps(operation.path)})",
        f"async def {operation.name}(websocket: WebSocket) -> None:",
        f'    """{told}"""',
        "    await websocket.accept()",
        "    try:",
        "        while True:",
        "            message = await websocket.receive_text()",
        f"            told = await run_in_threadpool(_{operation.name}, message)",
        "            text = told if isinstance(told, str) else json.dumps(told)",
        "            await websocket.send_text(text)",
        "    except WebSocketDisconnect:",
        "        return",
    ]


def imports(used: Used) -> list[str]:
    """What a file of routes imports."""
    names = used.names
    wanted = {"APIRouter"} | (names & _NAMES) | ({"Request"} if used.request else set())
    lines = [f"from fastapi import {', '.join(sorted(wanted))}"]
    if responses := sorted(names & _RESPONSES):
        lines.append(f"from fastapi.responses import {', '.join(responses)}")
    if "run_in_threadpool" in names:
        lines.append("from fastapi.concurrency import run_in_threadpool")
    own = (
        {"INVALID"}
        | (names & {"answered", "documented"})
        | ({"absolute"} if used.request else set())
    )
    lines += ["from app.limits import Limited"] if "Limited" in names else []
    return [*lines, f"from app.http import {', '.join(sorted(own))}"]


def identity(spec: Spec, who: str, *, now: bool) -> tuple[list[str], list[str]]:
    """Who is asking: what the module imports, and its code."""
    shown = spec.identity
    assert shown is not None
    counting = by_caller(spec)
    scheme = {
        "bearer": 'HTTPBase(scheme="bearer", auto_error=False)',
        "header": f'APIKeyHeader(name="{shown.name}", auto_error=False)',
        "cookie": f'APIKeyCookie(name="{shown.name}", auto_error=False)',
        "query": f'APIKeyQuery(name="{shown.name}", auto_error=False)',
        "basic": 'HTTPBase(scheme="basic", auto_error=False)',
    }[shown.place]
    named = shown.place in {"header", "cookie", "query"}
    kind = "str | None" if named else "HTTPAuthorizationCredentials | None"
    key = caller_key(spec)
    credential = ["    credential = shown"]
    if not named:
        credential = [
            '    credential = ""',
            f'    if shown is not None and shown.scheme.lower() == "{shown.place}":',
            "        credential = shown.credentials.strip()",
        ]
    imports = [
        "from typing import Annotated",
        "",
        f"from fastapi import Depends, {'Request, ' if counting else ''}Security",
        f"from fastapi.security import {scheme.partition('(')[0]}"
        if named
        else "from fastapi.security.http import HTTPAuthorizationCredentials, HTTPBase",
        "from app.store import Row, transaction",
        *(["from app.bounds import BY_CALLER"] if counting else []),
    ]
    code = [
        f"_SHOWN = Security({scheme})",
        "",
        "",
        f"def _caller({'request: Request, ' * counting}shown: Annotated[{kind}, _SHOWN]) -> Row:",
        '    """The row of whoever asks."""',
        *(["    now = values.now()"] if now else []),
        *credential,
        "    with transaction() as db:",
        f"        who = {who} if credential else None",
        "    if who is None:",
        '        raise Refusal("unauthenticated")',
        *([f'    BY_CALLER.count(request.scope["endpoint"].__name__, {key})'] if counting else []),
        "    return who",
        "",
        "",
        "Caller = Annotated[Row, Depends(_caller)]",
    ]
    return imports, code


_ENDPOINT = "from starlette.middleware.base import RequestResponseEndpoint"
# The middleware for other origins says nothing where a request names none.
_OPEN = [
    "",
    "",
    '@app.middleware("http")',
    "async def open_to_all(request: Request, answered: RequestResponseEndpoint) -> Response:",
    '    """Let pages of every origin read every answer, also where a request names none."""',
    "    answer = await answered(request)",
    '    answer.headers["Access-Control-Allow-Origin"] = "*"',
    "    return answer",
    "",
    "",
]


def main(spec: Spec, collections: list[str], imports: list[str], tables: str) -> str:
    """`app/main.py`: the application, and whether it is up."""
    lines = [
        f'"""{spec.title}: the application."""',
        "",
        "from __future__ import annotations",
        "",
        f"from fastapi import FastAPI{', Request, Response' if '*' in spec.origins else ''}",
        *(["from fastapi.middleware.cors import CORSMiddleware"] if spec.origins else []),
        *([_ENDPOINT] if "*" in spec.origins else []),
        "",
        *imports,
        "from app.http import install",
        "",
        f"app = FastAPI(title={json.dumps(spec.title)}, description={json.dumps(spec.summary)},",
        f"    redirect_slashes=False{_without_pages(spec)})",
        "install(app)",
    ]
    if spec.origins:
        lines.append(
            f"app.add_middleware(CORSMiddleware, allow_origins={list(spec.origins)!r}, "
            'allow_methods=["*"], allow_headers=["*"])'
        )
    lines += [tables] if tables else []
    lines += _OPEN if "*" in spec.origins else []
    lines += _health(spec)
    lines += [f"app.include_router({each}.router)" for each in collections]
    return "\n".join([*lines, ""])


def _without_pages(spec: Spec) -> str:
    """FastAPI's own pages give way to routes of the service at their paths."""
    taken = {f"/{each.path.split('/')[1]}" for each in spec.operations}
    pages = {"docs_url": "/docs", "redoc_url": "/redoc"}
    return "".join(f", {name}=None" for name, path in pages.items() if path in taken)


def _health(spec: Spec) -> list[str]:
    paths = health_paths(spec)
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


def entry(spec: Spec) -> str:
    """`main.py`: starts the service on HOST and PORT."""
    return f'''"""Starts {spec.title} on HOST and PORT."""

import os

import uvicorn

if __name__ == "__main__":
    uvicorn.run(
        "app.main:app",
        host=os.environ.get("HOST", "127.0.0.1"),
        port=int(os.environ.get("PORT", "{spec.port}")),
    )
'''


def packages(code: str) -> set[str]:
    """The packages that a project of this code needs."""
    found = {"fastapi", "uvicorn"}
    found |= {"python-multipart"} if re.search(r"\b(UploadFile|Form)\b", code) else set()
    return found | ({"websockets"} if "websocket" in code else set())


def documents(_spec: Spec) -> dict[str, str]:
    """Nothing: FastAPI makes the OpenAPI document of a project itself."""
    return {}

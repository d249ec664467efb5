"""The line that a README shows as a first thing to try: it works on a service that is empty.

What was asked in a conversation may rest on rows that it made before. So each candidate is put to a
fresh service that is its Spec, now and in years, and the first that is answered well is taken.
"""

from __future__ import annotations

import json
import shlex
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode

from beliefs.build.own_tests import first, recorded
from beliefs.judge.pretender import Pretender

if TYPE_CHECKING:
    from collections.abc import Iterator

    from beliefs.judge.asking import Request
    from beliefs.spec.service import Spec

# Whoever reads a README does so later than anybody wrote it.
_MOMENTS = (1.8e9, 4e9)
# A file that every project has, and what stands for it here.
_FILE = "README.md"
_MEDIA = "text/plain"
_CONTENT = b"# A service\n" * 100
_KNOWN = ("/health", "/openapi.json")


def curl(spec: Spec) -> str:
    """A line that makes something, or shows something; health where there is nothing else."""
    address = f"http://127.0.0.1:{spec.port}"
    found = (each for each in _candidates(spec) if _works(spec, each))
    request = next(found, None)
    return f"curl {address}/health" if request is None else _line(request, address)


def _candidates(spec: Spec) -> Iterator[Request]:
    """What was asked in a conversation and anybody may ask, the most telling first."""
    asked = [request for request, got in recorded(spec, 1e9, first) if got.status < 300]
    plain = [each for each in asked if not (each.headers or each.address)]
    posts = [each for each in plain if each.method == "POST"]
    yield from (each for each in posts if each.json)
    yield from (_with_file(each) for each in posts if each.files)
    yield from (each for each in posts if each.text and each.text.isprintable())
    yield from (each for each in posts if not (each.json or each.files or each.form or each.text))
    yield from (each for each in plain if each.method == "GET" and each.path not in _KNOWN)


def _with_file(request: Request) -> Request:
    fields = dict.fromkeys(field for field, *_ in request.files)
    return replace(request, files=tuple((each, _FILE, _MEDIA, _CONTENT) for each in fields))


def _works(spec: Spec, request: Request) -> bool:
    """Whether it is answered well by a service that has nothing yet, whenever that is."""
    return all(
        Pretender(spec, clock=lambda: moment, choose=first).ask(request).status < 300  # noqa: B023
        for moment in _MOMENTS
    )


def _line(request: Request, address: str) -> str:
    query = f"?{urlencode(request.query)}" if request.query else ""
    words = ["curl", shlex.quote(f"{address}{quote(request.path)}{query}")]
    if request.json:
        body = json.dumps(request.json, ensure_ascii=False).replace("'", "\\u0027")
        words += ["-H 'content-type: application/json'", f"-d '{body}'"]
    elif request.files:
        words += [
            f"-F {shlex.quote(f'{name}=@{_FILE};type={_MEDIA}')}" for name, *_ in request.files
        ]
        words += [f"--form-string {shlex.quote(f'{name}={told}')}" for name, told in request.form]
    elif request.text:
        words += [f"-H 'content-type: {_MEDIA}'", f"--data-raw {shlex.quote(request.text)}"]
    elif request.method == "POST":
        words.append("-X POST")
    return " ".join(words)

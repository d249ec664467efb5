"""Paths with the ending of a file: `/items.csv` is about items, in another form."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Brief

_ENDING = re.compile(r"^(?P<stem>.+)\.(?P<end>csv|xlsx|json|pdf|zip|html|md|txt|xml|png|jpe?g)$")


def with_endings(brief: Brief) -> None:
    """Read such a request as one for the same rows, where there are such rows."""
    paths = {_form(each.path) for each in brief.requests}
    for request in brief.requests:
        found = _ENDING.match(request.path)
        if request.method != "GET" or found is None or request.wire is not None:
            continue
        stem = found["stem"]
        if _form(stem) in paths or any(x.startswith(f"{_form(stem)}/{{}}") for x in paths):
            request.wire = (request.method, request.path)
            request.path = f"{stem}/as.{found['end']}"


def _form(path: str) -> str:
    return re.sub(r"\{\w+\}", "{}", path)

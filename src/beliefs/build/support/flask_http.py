"""Answers that are the same everywhere: failures and methods."""

from __future__ import annotations

from app.reading import Invalid
from app.refusals import Refusal, Told, invalid, refused, told
from flask import Flask, current_app, jsonify, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound


def install(app: Flask) -> None:
    """Let an app answer its failures in one voice, and each path as it stands."""
    # A method that nobody asked for is not allowed, OPTIONS too.
    app.config["PROVIDE_AUTOMATIC_OPTIONS"] = False
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.url_map.merge_slashes = False
    app.before_request(_first_path)
    app.register_error_handler(Refusal, _refused)
    app.register_error_handler(Invalid, _invalid)
    app.register_error_handler(HTTPException, _http)


def _first_path() -> None:
    """Let the first path that fits say which methods there are; one written out goes first."""
    forms: dict[tuple[str | None, ...], set[str]] = {}
    for rule in current_app.url_map.iter_rules():
        parts = tuple(None if part.startswith("<") else part for part in rule.rule.split("/"))
        forms.setdefault(parts, set()).update(rule.methods or ())
    path = request.path.split("/")
    fits = [form for form in forms if len(form) == len(path) and _fits(form, path)]
    first = min(fits, key=lambda form: [part is None for part in form], default=None)
    if first is None:
        raise NotFound  # a slash more or less is another path
    if request.method not in forms[first]:
        raise MethodNotAllowed(valid_methods=sorted(forms[first]))


def _fits(form: tuple[str | None, ...], path: list[str]) -> bool:
    pairs = zip(form, path, strict=True)
    return all(part == given or (part is None and given) for part, given in pairs)


def absolute(path: str) -> str:
    """A path of this service as the caller reaches it."""
    return f"{request.url_root.rstrip('/')}{path}"


def _answer(failed: Told) -> ResponseReturnValue:
    return jsonify(failed.body), failed.status, failed.headers


def _operation() -> str:
    return (request.endpoint or "").rpartition(".")[2]


def _refused(refusal: Refusal) -> ResponseReturnValue:
    return _answer(refused(refusal, _operation()))


def _invalid(error: Invalid) -> ResponseReturnValue:
    return _answer(invalid(error.faults, _operation()))


def _http(error: HTTPException) -> ResponseReturnValue:
    if isinstance(error, MethodNotAllowed):
        failed = told("not_allowed")
        failed.headers["Allow"] = ", ".join(sorted(error.valid_methods or ()))
        return _answer(failed)
    if isinstance(error, NotFound):
        return _answer(told("no_route"))
    if (error.code or 500) >= 500:
        return error
    return _answer(told("malformed", operation=_operation()))

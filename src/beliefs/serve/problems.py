"""Problems: each error as `application/problem+json` (RFC 9457), with its code in Python."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus

from fastapi import Response

from beliefs.errors import (
    BeliefsError,
    BudgetSpent,
    InvalidInput,
    KeyConflict,
    ModelError,
    ModelUnavailable,
    NotFound,
    ReadOnlyStore,
    StoreFull,
    StoreUnavailable,
)
from beliefs.mind.wire import as_json

MEDIA_TYPE = "application/problem+json"
RETRY_SECONDS = "1"

_STATUS: dict[type[BeliefsError], HTTPStatus] = {
    InvalidInput: HTTPStatus.UNPROCESSABLE_ENTITY,
    NotFound: HTTPStatus.NOT_FOUND,
    KeyConflict: HTTPStatus.CONFLICT,
    ReadOnlyStore: HTTPStatus.CONFLICT,
    ModelUnavailable: HTTPStatus.SERVICE_UNAVAILABLE,
    BudgetSpent: HTTPStatus.SERVICE_UNAVAILABLE,
    ModelError: HTTPStatus.BAD_GATEWAY,
    StoreFull: HTTPStatus.INSUFFICIENT_STORAGE,
    StoreUnavailable: HTTPStatus.SERVICE_UNAVAILABLE,
    BeliefsError: HTTPStatus.INTERNAL_SERVER_ERROR,
}
_ACCESS = {"access/unauthorised": HTTPStatus.UNAUTHORIZED, "access/limited": HTTPStatus(429)}


def status_of(error: BeliefsError) -> HTTPStatus:
    """The status that says it best.

    >>> status_of(NotFound("there is no such belief."))
    <HTTPStatus.NOT_FOUND: 404>
    """
    if error.code.startswith("access/"):
        return _ACCESS.get(error.code, HTTPStatus.FORBIDDEN)
    return next(_STATUS[kind] for kind in type(error).__mro__ if kind in _STATUS)


def problem(error: BeliefsError) -> Response:
    """An error as an answer."""
    status, headers = status_of(error), {}
    if isinstance(error, StoreUnavailable):
        headers["retry-after"] = RETRY_SECONDS
    if status == HTTPStatus.UNAUTHORIZED:
        headers["www-authenticate"] = "Bearer"
    return answer(status, error.code, str(error), headers)


def answer(
    status: HTTPStatus, code: str, detail: str, headers: Mapping[str, str] | None = None
) -> Response:
    """A problem as an answer."""
    document = {
        "type": "about:blank",
        "title": status.phrase,
        "status": int(status),
        "code": code,
        "detail": detail,
    }
    return Response(as_json(document), status, headers, MEDIA_TYPE)

"""Problems: each error as `application/problem+json` (RFC 9457), with its code in Python."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from math import ceil

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from beliefs.errors import (
    BeliefsError,
    BudgetSpent,
    Forbidden,
    InvalidInput,
    KeyConflict,
    ModelError,
    ModelUnavailable,
    NotFound,
    ReadOnlyStore,
    StoreFull,
    StoreUnavailable,
    TooMany,
    Unauthorised,
)
from beliefs.mind.wire import as_json

MEDIA_TYPE = "application/problem+json"
RETRY_SECONDS = "1"
PROBLEM = "beliefs.problem"
"""Where a scope holds the code of the problem that it was answered with."""

_STATUS: dict[type[BeliefsError], HTTPStatus] = {
    Unauthorised: HTTPStatus.UNAUTHORIZED,
    Forbidden: HTTPStatus.FORBIDDEN,
    TooMany: HTTPStatus.TOO_MANY_REQUESTS,
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


class Problem(Response):
    """A problem as an answer; whoever watches finds its code in the scope."""

    def __init__(
        self, status: HTTPStatus, code: str, detail: str, headers: Mapping[str, str] | None
    ) -> None:
        document = {
            "type": "about:blank",
            "title": status.phrase,
            "status": int(status),
            "code": code,
            "detail": detail,
        }
        super().__init__(as_json(document), status, headers, MEDIA_TYPE)
        self.code = code

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        scope[PROBLEM] = self.code
        await super().__call__(scope, receive, send)


def status_of(error: BeliefsError) -> HTTPStatus:
    """The status that says it best.

    >>> status_of(NotFound("there is no such belief."))
    <HTTPStatus.NOT_FOUND: 404>
    """
    return next(_STATUS[kind] for kind in type(error).__mro__ if kind in _STATUS)


def problem(error: BeliefsError) -> Response:
    """An error as an answer."""
    status, headers = status_of(error), {}
    if isinstance(error, StoreUnavailable):
        headers["retry-after"] = RETRY_SECONDS
    if isinstance(error, TooMany):
        headers["retry-after"] = str(ceil(error.retry_after))
    if status == HTTPStatus.UNAUTHORIZED:
        headers["www-authenticate"] = "Bearer"
    return answer(status, error.code, str(error), headers)


def answer(
    status: HTTPStatus, code: str, detail: str, headers: Mapping[str, str] | None = None
) -> Response:
    """What went wrong, in a sentence and a code."""
    return Problem(status, code, detail, headers)

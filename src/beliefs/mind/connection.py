"""A connection to a server of beliefs: asks, asks again after a passing fault, and then stops.

    429, 502, 503, 504, connection lost ──► wait 0.25 s, 0.5 s, 1 s, or what Retry-After says
    four times in vain, or told to wait for longer than `LONGEST_PAUSE` ──► StoreUnavailable
    any other answer that is no success ──► the error that the same call would raise here

Whatever is asked again changes nothing the second time: a write has a key, or names its entries.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from beliefs.errors import (
    BeliefsError,
    InvalidInput,
    StoreError,
    StoreUnavailable,
    TooMany,
    shown,
)
from beliefs.mind.wire import as_json, from_json
from beliefs.models.posting import retry_after

if TYPE_CHECKING:
    import httpx

ATTEMPTS = 4
FIRST_PAUSE = 0.25
LONGEST_PAUSE = 30.0
_CONNECT_SECONDS, _ANSWER_SECONDS = 5.0, 120.0
_PASSING = (429, 502, 503, 504)
_LOCAL = ("localhost", "127.0.0.1", "::1")


def _errors(root: type[BeliefsError]) -> dict[str, type[BeliefsError]]:
    found = {root.code: root}
    for child in root.__subclasses__():
        found |= _errors(child)
    return found


class Connection:
    """One server, one key, and the connections that are kept open to it."""

    def __init__(self, url: str, api_key: str | None) -> None:
        self.url = _checked_url(url)
        try:
            import httpx
        except ImportError as error:
            raise StoreUnavailable(
                "a server is asked with an HTTP client: pip install 'beliefs[serve]'."
            ) from error
        local = urlsplit(self.url).hostname in _LOCAL
        self._http = httpx.Client(
            base_url=f"{self.url}/v1",
            headers={} if api_key is None else {"authorization": f"Bearer {_checked_key(api_key)}"},
            timeout=httpx.Timeout(_ANSWER_SECONDS, connect=_CONNECT_SECONDS),
            # A proxy has no business between two programs on one machine.
            trust_env=not local,
        )
        self._faults = httpx.TransportError

    def ask(
        self,
        verb: str,
        path: str,
        query: Mapping[str, Any],
        body: object = None,
        *,
        once: bytes | None = None,
    ) -> Any:
        """Return the document that the server answers with."""
        headers = {"content-type": "application/json"}
        content = None if body is None else as_json(body)
        return from_json(self.send(verb, path, query, content, headers, once).content)

    def send(
        self,
        verb: str,
        path: str,
        query: Mapping[str, Any],
        content: bytes | Iterable[bytes] | None = None,
        headers: Mapping[str, str] | None = None,
        once: bytes | None = None,
    ) -> httpx.Response:
        """Return a successful answer, or raise what the server says is wrong.

        A write is named by bytes that nobody else uses, so that it is done once.
        """
        self._check_open()
        request_headers = {**(headers or {}), **({"once": once.hex()} if once else {})}
        for attempt in range(ATTEMPTS):
            pause = FIRST_PAUSE * 2**attempt
            if attempt:
                request_headers["attempt"] = str(attempt + 1)
            try:
                response = self._http.request(
                    verb, path, params=query, content=content, headers=request_headers
                )
            except self._faults as error:
                fault = (
                    f"{self.url} cannot be reached ({shown(str(error) or type(error).__name__)})"
                )
            else:
                if response.is_success:
                    return response
                raised = self._error(response)
                passes = isinstance(raised, StoreError | TooMany)
                if response.status_code not in _PASSING or not passes:
                    raise raised
                fault, asked = str(raised).rstrip("."), retry_after(response.headers)
                pause = pause if asked is None else asked
            if attempt + 1 == ATTEMPTS or pause > LONGEST_PAUSE:
                break
            time.sleep(pause)
        raise StoreUnavailable(f"{fault}; asked {attempt + 1} times, try again later.")

    @contextmanager
    def stream(self, path: str, query: Mapping[str, Any]) -> Iterator[httpx.Response]:
        """Open an answer that goes on; where it is cut, that is a StoreUnavailable."""
        try:
            with self._http.stream("GET", path, params=query) as response:
                if not response.is_success:
                    response.read()
                    raise self._error(response)
                yield response
        except self._faults as error:
            raise StoreUnavailable(f"the connection to {self.url} was cut; try again.") from error

    def _error(self, response: httpx.Response) -> BeliefsError:
        """The error in an answer: the one with the same code, if the server is one of ours."""
        try:
            problem = from_json(response.content)
            code, detail = problem["code"], str(problem["detail"])
        except (InvalidInput, KeyError, TypeError):
            code, detail = None, f"{self.url} answered {response.status_code}; check the address."
        if code == TooMany.code:
            return TooMany(detail, retry_after(response.headers) or 0.0)
        return _errors(BeliefsError).get(code, StoreError)(detail)

    @property
    def closed(self) -> bool:
        """Whether it was let go of."""
        return self._http.is_closed

    def _check_open(self) -> None:
        if self.closed:
            raise StoreError(f"the client of {self.url} was closed; open it with Beliefs(...).")

    def close(self) -> None:
        """Let go of all connections."""
        self._http.close()


def _checked_url(url: str) -> str:
    try:
        parts = urlsplit(url)
        good = url.isprintable() and parts.hostname and parts.port != 0
    except ValueError:  # a port that is no number, a broken IPv6 address
        good = False
    if not good:
        raise InvalidInput(f"a server's address is http://host:port, not {shown(url)}.")
    if parts.username is not None or parts.query or parts.fragment:
        # Not shown: it may hold a password.
        raise InvalidInput("a server's address has no user, query or fragment: pass api_key=….")
    return parts.geturl().rstrip("/")


def _checked_key(key: object) -> str:
    if not isinstance(key, str) or not key or not key.isascii() or not key.isprintable():
        raise InvalidInput("an api_key is printable ASCII text; check that it was copied whole.")
    return key

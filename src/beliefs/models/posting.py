"""Posting JSON to a model's server: again after a passing fault, and never beyond a time limit.

    429, 5xx, connection lost ──► wait 0.5 s, 1 s, 2 s, or what Retry-After says ──► again
    time limit would be passed ──► ModelUnavailable, at once
    any other status than 200  ──► ModelRefused, with what the server said about it

An HTTP client bounds each wait for bytes, not their sum: a server that sends one byte now and
then would hold its caller for ever. So each attempt runs in a thread of its own, which is left
behind when time is up. It opens its own connection and ends with it.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from email.utils import parsedate_to_datetime
from functools import lru_cache
from threading import Thread
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from beliefs.errors import InvalidInput, ModelGarbled, ModelRefused, ModelUnavailable, shown

if TYPE_CHECKING:
    import ssl

ATTEMPTS = 4
FIRST_PAUSE = 0.5
LONGEST_BODY = 4 * 2**20
"""Bytes; the longest answers of today's models are some hundred thousand."""

_LOOPBACK = re.compile(r"localhost|127\.[\d.]+|::1")
_ADVICE = {
    401: ": check the API key",
    403: ": check the API key",
    404: ": check the URL and the model's name",
}
_SECONDS = re.compile(r"\d{1,9}(\.\d{1,9})?")


class Reply(NamedTuple):
    """One answer of a server, read to its end."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class _Passing(Exception):
    """A fault that may be gone in a moment; `pause` is what the server asked for, if it did."""

    def __init__(self, message: str, pause: float | None = None) -> None:
        super().__init__(message)
        self.pause = pause


class Address:
    """A server that takes JSON: where it is, the headers it wants, and the time it lives in."""

    def __init__(
        self,
        url: str,
        headers: Mapping[str, str],
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        _need_httpx()
        self.url = checked_url(url)
        self.host = urlsplit(self.url).netloc
        self.clock = clock
        # What is compressed could be larger than it looks.
        self._headers = {**headers, "accept-encoding": "identity"}
        self._sleep = sleep

    def post(self, path: str, body: object, time_limit: float) -> dict[str, Any]:
        """Return the JSON object that the server answers with, within `time_limit` seconds."""
        end = self.clock() + time_limit
        content = json.dumps(body).encode()
        for attempt in range(ATTEMPTS):
            try:
                return self._once(self.url + path, content, end)
            except _Passing as fault:
                pause = FIRST_PAUSE * 2**attempt if fault.pause is None else fault.pause
                left = end - self.clock()
                if pause >= left:
                    raise ModelUnavailable(
                        f"{fault}; the next try would be in {pause:.3g} s,"
                        f" and {max(0.0, left):.3g} s are left."
                    ) from None
                last = fault
                if attempt + 1 < ATTEMPTS:
                    self._sleep(pause)
        raise ModelUnavailable(f"{last}; asked {ATTEMPTS} times.")

    def _once(self, url: str, content: bytes, end: float) -> dict[str, Any]:
        left = end - self.clock()
        waiting: Future[Reply] = Future()
        Thread(
            target=_carry,
            args=(waiting, lambda: _posted(url, content, self._headers, left, self.host)),
            daemon=True,
        ).start()
        try:
            reply = waiting.result(max(0.0, left))
        except TimeoutError:
            raise ModelUnavailable(_late(self.host)) from None
        return self._judged(reply)

    def _judged(self, reply: Reply) -> dict[str, Any]:
        status, headers, body = reply
        if status in (408, 429) or status >= 500:
            said = f"the model at {self.host} answered {status}{_said(body)}"
            raise _Passing(said, retry_after(headers))
        if status != 200:
            advice = _ADVICE.get(status, "")
            said = f"the model at {self.host} answered {status}{_said(body)}{advice}."
            raise ModelRefused(said, status)
        value = _json(body)
        if not isinstance(value, dict):
            raise ModelGarbled(
                f"the model at {self.host} sent no JSON object: check that its URL is right."
            )
        return value


def checked_url(url: object) -> str:
    """The base URL of a server without a slash at its end, or one sentence about it.

    >>> checked_url("http://localhost:11434/v1/")
    'http://localhost:11434/v1'
    """
    try:
        parts = urlsplit(url) if isinstance(url, str) and url.isprintable() else None
        good = parts and parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:  # a port that is no number, a broken IPv6 address
        parts = good = None
    if parts is None or not good:
        raise InvalidInput(f"a model's url must be http://… or https://…, not {shown(url)}.")
    if parts.username is not None or parts.query or parts.fragment:
        # Not shown: it may hold a password.
        raise InvalidInput("a model's url has no user, query or fragment: pass the key as api_key.")
    return parts.geturl().rstrip("/")


def checked_key(key: object) -> str:
    """An API key that can stand in a header, or one sentence that does not show it."""
    if not isinstance(key, str) or not key or not key.isascii() or not key.isprintable():
        raise InvalidInput(
            "an api_key must be printable ASCII text; check that it was copied whole."
        )
    return key


def retry_after(headers: Mapping[str, str]) -> float | None:
    """How many seconds the server wants us to wait, if it said so in a way we understand.

    A date is compared with the server's own, so that no two clocks have to agree.

    >>> retry_after({"retry-after": "1.5"})
    1.5
    """
    asked = headers.get("retry-after", "").strip()
    if _SECONDS.fullmatch(asked):
        return float(asked)
    try:
        later = parsedate_to_datetime(asked) - parsedate_to_datetime(headers.get("date", ""))
    except (ValueError, TypeError, OverflowError):
        return None
    return max(0.0, later.total_seconds())


def _late(host: str) -> str:
    return f"the model at {host} did not answer within the time limit."


def _carry(waiting: Future[Reply], call: Callable[[], Reply]) -> None:
    try:
        waiting.set_result(call())
    except BaseException as error:  # noqa: BLE001 - raised again by whoever waits for it
        waiting.set_exception(error)


def _posted(url: str, content: bytes, headers: Mapping[str, str], left: float, host: str) -> Reply:
    """Post once; every fault of the transport is a passing one."""
    import httpx

    end = time.monotonic() + left
    # A proxy has no business between two programs on one machine, and there is nothing to verify.
    local = _LOOPBACK.fullmatch(urlsplit(url).hostname or "") is not None
    try:
        with (
            httpx.Client(
                verify=False if local and url.startswith("http:") else _certificates(),
                trust_env=not local,
                timeout=max(0.001, left),
            ) as client,
            client.stream("POST", url, content=content, headers={
                "content-type": "application/json", **headers
            }) as response,
        ):  # fmt: skip
            body = bytearray()
            for chunk in response.iter_bytes():
                body += chunk
                if len(body) > LONGEST_BODY:
                    raise ModelGarbled(
                        f"the model at {host} sent more than {LONGEST_BODY // 2**20} MB."
                    )
                if time.monotonic() > end:  # nobody is waiting any more
                    raise ModelUnavailable(_late(host))
            return Reply(response.status_code, dict(response.headers), bytes(body))
    except httpx.ConnectError as error:
        raise _Passing(f"no model is to be reached at {host} ({shown(str(error))})") from None
    except httpx.TimeoutException:
        raise ModelUnavailable(_late(host)) from None
    except httpx.HTTPError as error:
        raise _Passing(
            f"the connection to the model at {host} was lost ({type(error).__name__})"
        ) from None


@lru_cache(maxsize=1)
def _certificates() -> ssl.SSLContext:
    """Loaded once: reading all certificates takes longer than a local answer."""
    import httpx

    return httpx.create_ssl_context()


def _need_httpx() -> None:
    try:
        import httpx  # noqa: F401
    except ImportError as error:
        raise ModelUnavailable(
            "asking a model needs an HTTP client: pip install 'beliefs[models]'."
        ) from error


def _said(body: bytes) -> str:
    """The reason a server gives, in parentheses; each has its own place for it."""
    value = _json(body)
    for name in ("error", "detail", "message"):
        if isinstance(value, dict) and name in value:
            value = value[name]
    return f" ({shown(value)})" if isinstance(value, str) and value else ""


def _json(body: bytes) -> object:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None

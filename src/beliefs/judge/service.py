"""Speaking HTTP and WebSocket to a service, with answers that say what was asked.

`service.post("/notes", json={"title": "a"}).is_(201).json()["id"]` reads as what it wants.

Where a goal is silent, several answers are right: `created`, `refused`, `declined`, `done`, `items`
and `update` accept what a reasonable engineer might have chosen, and nothing else.
"""

from __future__ import annotations

import json as json_
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from socket import socket as Plug  # noqa: N812 - a `socket` is a conversation here
from typing import TYPE_CHECKING, Any

import httpx
from websockets.sync.connection import Connection

from beliefs.judge.unmet import TooLate, Unmet, shorten

if TYPE_CHECKING:
    from beliefs.judge.speech import Speech

CREATED = (200, 201)
REFUSED = (400, 422)
DECLINED = (400, 403, 409, 410, 422, 423)
DONE = (200, 202, 204)
_NO_SUCH_METHOD = 405


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer, and the line of the request that it answers."""

    asked: str
    status: int
    headers: httpx.Headers
    body: bytes

    @property
    def text(self) -> str:
        """The body as text; bytes that are none are shown as what they are."""
        return self.body.decode("utf-8", errors="replace")

    def is_(self, *statuses: int) -> Answer:
        """Hold the answer to one of these statuses."""
        if self.status not in statuses:
            wanted = " or ".join(str(each) for each in statuses)
            self.unmet(f"wanted status {wanted}")
        return self

    def created(self) -> Any:
        """The document of what was made."""
        return self.is_(*CREATED).json()

    def refused(self) -> Answer:
        """Refused as malformed, by the caller's fault."""
        return self.is_(*REFUSED)

    def declined(self) -> Answer:
        """Well formed, and not done because of how things stand."""
        return self.is_(*DECLINED)

    def done(self) -> Answer:
        """Carried out, with or without something to say."""
        return self.is_(*DONE)

    def json(self) -> Any:
        """The body as JSON."""
        try:
            return json_.loads(self.body)
        except ValueError:
            self.unmet("wanted a JSON body")

    def items(self, key: str = "") -> list[Any]:
        """What is listed: an array, or of an envelope the array under `key`, or its only one."""
        told = self.is_(200).json()
        if isinstance(told, dict):
            named = [told[key]] if key in told else told.values()
            arrays = [each for each in named if isinstance(each, list)]
            if len(arrays) == 1:
                told = arrays[0]
        if not isinstance(told, list):
            self.unmet("wanted a list")
        return list(told)

    def unmet(self, wanted: str) -> Any:
        """Raise with the request and the answer."""
        message = f"{self.asked} → {self.status} {shorten(self.text)!s}; {wanted}"
        raise Unmet(message)


@dataclass(slots=True)
class Service:
    """A running service; `restart` stops and starts it on the data that it wrote."""

    client: httpx.Client
    speech: Speech
    restart: Callable[[], None]
    socket: Callable[[str], Connection]
    plug: Callable[[], Plug]  # a bare connection, for whoever speaks HTTP with a voice of its own
    folder: Path  # what it runs in
    data: Path  # where its data is: there too, or in a server beside it
    clock: Path  # says how many seconds its clock is shifted by; it can only read it

    def hang_up(self) -> None:
        """Close what is open to it."""
        self.client.close()
        self.speech.close()

    def ask(self, method: str, path: str, **given: Any) -> Answer:
        """Send one request; `given` is what httpx takes (json, params, headers, files, data, …)."""
        asked = f"{method} {path}{_told(given)}"
        try:
            got = self.client.request(method, path, **given)
        except httpx.HTTPError as error:
            message = f"{asked} → no answer ({type(error).__name__}: {error})"
            late = isinstance(error, httpx.TimeoutException)
            raise (TooLate if late else Unmet)(message) from None
        return Answer(asked, got.status_code, got.headers, got.content)

    def get(self, path: str, **given: Any) -> Answer:
        """GET a path."""
        return self.ask("GET", path, **given)

    def post(self, path: str, **given: Any) -> Answer:
        """POST to a path."""
        return self.ask("POST", path, **given)

    def put(self, path: str, **given: Any) -> Answer:
        """PUT to a path."""
        return self.ask("PUT", path, **given)

    def patch(self, path: str, **given: Any) -> Answer:
        """PATCH a path."""
        return self.ask("PATCH", path, **given)

    def delete(self, path: str, **given: Any) -> Answer:
        """DELETE a path."""
        return self.ask("DELETE", path, **given)

    def update(self, path: str, whole: Mapping[str, object]) -> Answer:
        """Change what is at a path, given as a whole: by PUT, or by PATCH where there is no PUT."""
        answer = self.put(path, json=whole)
        return self.patch(path, json=whole) if answer.status == _NO_SUCH_METHOD else answer

    def patched(self, path: str, part: Mapping[str, object]) -> bool:
        """Whether the service takes PATCH at all; if so, the change was carried out."""
        answer = self.patch(path, json=part)
        return answer.status != _NO_SUCH_METHOD and bool(answer.done())

    @contextmanager
    def talk(self, path: str) -> Iterator[Connection]:
        """A WebSocket conversation, over when the block is."""
        try:
            with self.socket(path) as open_:
                yield open_
        except (OSError, EOFError, TimeoutError) as error:
            message = f"WebSocket {path} → {type(error).__name__}: {error}"
            raise (TooLate if isinstance(error, TimeoutError) else Unmet)(message) from None


def _told(given: Mapping[str, Any]) -> str:
    return "".join(f" {name}={shorten(str(value))}" for name, value in given.items())

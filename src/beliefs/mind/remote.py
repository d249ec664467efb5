"""A client of a server: `Beliefs("http://…", api_key=…)`, with the same calls and the same answers.

Each call is sent as `calls.CALLS` says, and its answer read by the type that the call returns. What
the embedded client works out later is worked out later here as well, or asked for.
"""

from __future__ import annotations

import builtins
import os
import threading
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from datetime import datetime
from functools import wraps
from inspect import signature as python_signature
from pathlib import Path
from typing import Any, Self, TextIO, cast

from beliefs.errors import InvalidInput, InvalidText, StoreUnavailable, TooMany, shown
from beliefs.ledger.entries import INSTANCE_BYTES
from beliefs.ledger.merging import Merged
from beliefs.ledger.statements import Statement, id_of
from beliefs.ledger.text import clean_name, datetime_of, moment_of
from beliefs.ledger.writing import Change, Reply
from beliefs.mind.belief import Belief, Delta
from beliefs.mind.beliefs import Beliefs, lines_of
from beliefs.mind.calls import CALLS, Call, asked_as, method_of, signature, wrapping
from beliefs.mind.client import Said, checked_limit, named, options_of, utc_now
from beliefs.mind.connection import FIRST_PAUSE, Connection
from beliefs.mind.events import Event
from beliefs.mind.files import write_file
from beliefs.mind.observation import Observation
from beliefs.mind.outlook import Outlook
from beliefs.mind.planning import Forecasts, Moves
from beliefs.mind.settings import Settings
from beliefs.mind.tools import Tools
from beliefs.mind.trust import Trust
from beliefs.mind.turns import TurnDelta
from beliefs.mind.wire import (
    as_json,
    from_json,
    given,
    read,
    reply_of,
    understood_of,
    written,
)

_PAGE = 1_000
_CALL = {call.name: call for call in CALLS}
_INSTEAD = {call.name: call for call in CALLS if call.verb == "POST"}
_LONGEST_QUERY = 8_000
"""Characters of a text in an address; a longer one goes into the body, where that is possible."""
_KEY = "idempotency_key"
_HEARTBEAT_SECONDS = 0.5
"""How often the server shows that it is there, so that it is seen soon whether to stop."""


def _sent(call: Call) -> Callable[..., Any]:
    """The method that sends a call."""
    method = method_of(call.name)
    takes = python_signature(method)

    @wraps(method)
    def send(self: Any, /, *args: Any, **kwargs: Any) -> Any:
        _, *rest = takes.bind(self, *args, **kwargs).arguments.items()
        answer = signature(call).answer
        document = self._remote.ask(call, dict(rest))
        name = wrapping(answer)
        return read(answer, document if name is None else document[name], call.name)

    return send


def _sending(part: str) -> Callable[[type], type]:
    """Let a class send each call of its part of the client."""

    def decorate(kind: type) -> type:
        for call in CALLS:
            prefix, _, name = call.name.rpartition(".")
            if prefix == part and name not in vars(kind):
                setattr(kind, name, _sent(call))
        return kind

    return decorate


class _Part:
    """A part of the client, such as `trust`."""

    def __init__(self, remote: RemoteBeliefs) -> None:
        self._remote = remote


@_sending("trust")
class _Trust(_Part, Trust):
    """`Trust` on a server."""


@_sending("settings")
class _Settings(_Part, Settings):
    """`Settings` on a server."""


@_sending("tools")
class _Tools(_Part, Tools):
    """`Tools` on a server."""


@_sending("moves")
class _Moves(_Part, Moves):
    """`Moves` on a server."""


@_sending("forecast")
class _Forecasts(_Part, Forecasts):
    """`Forecasts` on a server."""


class RemoteBeliefs(Beliefs):
    """A belief state on a server."""

    def __init__(
        self,
        url: str,
        *,
        namespace: str = "default",
        agent: str = "agent",
        thread: str | None = None,
        write_scope: str = "space",
        context_layers: Sequence[str] | None = None,
        reader: object = None,
        api_key: str | None = None,
        clock: Callable[[], datetime] = utc_now,
        entropy: Callable[[int], bytes] = os.urandom,
    ) -> None:
        if reader is not None or clock is not utc_now:
            raise InvalidInput("a server has its own reader and clock; set them where it starts.")
        self._options = options_of(namespace, agent, thread, write_scope, context_layers)
        self._owner = True
        self._connect(Connection(url, api_key), entropy)

    def _connect(self, connection: Connection, entropy: Callable[[int], bytes]) -> None:
        self._connection = connection
        self._entropy = entropy
        self.trust = _Trust(self)
        self.settings = _Settings(self)

    def _with(self, **options: Any) -> Self:
        clone = object.__new__(type(self))
        clone._options = {**self._options, **options}
        clone._owner = False
        clone._connect(self._connection, self._entropy)
        return clone

    @property
    def _remote(self) -> Self:
        return self

    @property
    def url(self) -> str:
        """Where the server is."""
        return self._connection.url

    def close(self) -> None:
        """Let go of the connections; what was made from this client ends with it."""
        if self._owner:
            self._connection.close()

    # Sending

    def ask(self, call: Call, arguments: dict[str, Any]) -> Any:
        """Send a call and return the document of its answer."""
        about = signature(call)
        ids = {name: id_of(named(arguments.pop(name))).hex() for name in about.path}
        rest = {name: given(value) for name, value in arguments.items()}
        if (
            call.verb == "GET"
            and call.name in _INSTEAD
            and any(len(str(one)) > _LONGEST_QUERY for one in rest.values())
        ):
            call = _INSTEAD[call.name]
        path, query = call.path.format(**ids), self._query()
        if call.verb in ("GET", "DELETE"):
            query |= {asked_as(name): _asked(value) for name, value in rest.items()}
            rest = {}
        once = None
        if call.right != "read" and rest.get(_KEY) is None:
            once = self._entropy(INSTANCE_BYTES)
        sent = None if call.verb in ("GET", "DELETE") else rest
        document = self._connection.ask(call.verb, path, query, sent, once=once)
        if once is not None and "replayed" in document:
            document["replayed"] = False  # it was asked once; that it was sent twice is no matter
        return document

    def _query(self, **more: Any) -> dict[str, str]:
        """What says whose ledger is meant; what is usual is left out."""
        options = self._options
        said = {
            "namespace": options["namespace"],
            "agent": options["agent"],
            "thread": options["thread"],
            "write_scope": options["write_scope"],
            "layers": None
            if options["context_layers"] is None
            else ",".join(options["context_layers"]),
            "as_of": written(options.get("as_of")),
            "fields": "facts",
            **more,
        }
        return {name: _asked(value) for name, value in said.items() if value is not None}

    # What is more than a question and an answer

    add = Beliefs.add  # it says what it was given, and then contributes
    after = Beliefs.after  # it observes

    def _contribute(self, said: tuple[Statement, ...], key: str | None) -> Reply:
        return reply_of(self.ask(_CALL["add"], {"claim": said, _KEY: key}))

    def observe(self, observation: Observation, *, idempotency_key: str | None = None) -> TurnDelta:
        """Read a text whose provenance, reliability, time and origin are given."""
        if not isinstance(observation, Observation):
            raise InvalidInput(
                f"observe() takes an Observation, not {shown(observation)}; use after() for text."
            )
        text = observation.checked().text
        asked = {"observation": observation, _KEY: idempotency_key}
        document = self.ask(_CALL["observe"], asked)

        def look(changes: tuple[Change, ...]) -> Outlook:
            about = {"text": text, "beliefs": [change.belief_id for change in changes]}
            found = self._connection.ask("POST", "/outlook", self._query(), about)
            return cast("Outlook", read(Outlook, found, "outlook"))

        return TurnDelta(reply_of(document), understood_of(document), look, document["fallback"])

    def list(
        self,
        *,
        limit: int | None = 100,
        stale: bool = False,
        family: str | None = None,
        status: str | None = None,
    ) -> builtins.list[Belief]:
        """Return beliefs in the order they were first recorded: the active ones unless asked."""
        left = None if limit is None else checked_limit(limit)
        found: builtins.list[Belief] = []
        cursor = None
        while True:
            size = _PAGE if left is None else min(_PAGE, left - len(found))
            query = self._query(
                limit=size, stale=stale, family=family, status=status, cursor=cursor
            )
            page = self._connection.ask("GET", "/beliefs", query)
            found += read(builtins.list[Belief], page["items"], "list")
            cursor = page["next"]
            if cursor is None or len(found) == left:
                return found

    def fuse(self, deltas: Iterable[Said | Delta]) -> builtins.list[Belief]:
        """Pool statements with current trust and settings; pure, nothing is written."""
        if isinstance(deltas, str) or not isinstance(deltas, Iterable):
            raise InvalidInput(f"fuse must get a list of statements, not {shown(deltas)}.")
        said = [
            one for delta in deltas for one in (delta.said if isinstance(delta, Delta) else [delta])
        ]
        found = self.ask(_CALL["fuse"], {"deltas": said})
        return cast("builtins.list[Belief]", read(builtins.list[Belief], found["items"], "fuse"))

    @property
    def tools(self) -> Tools:
        """How often tools succeed."""
        return _Tools(self)

    @property
    def moves(self) -> Moves:
        """What to find out next."""
        return _Moves(self)

    @property
    def forecast(self) -> Forecasts:
        """What asking would bring."""
        return _Forecasts(self)

    # Scopes and time

    def with_thread(self, thread: str) -> Self:
        """Return a client that writes to a thread and sees agent and space behind it."""
        return self._with(thread=clean_name(thread, "thread"), write_scope="thread")

    def at(self, moment: datetime) -> Self:
        """Return what was recorded by a moment, weighed as of that moment; it is read-only."""
        return self._with(as_of=datetime_of(moment_of(moment, "the moment")))

    # Moving

    def export(self, to: str | os.PathLike[str] | TextIO | None = None) -> str:
        """Write the whole namespace as JSON lines, to a file or as text."""
        text = self._connection.send("GET", "/export", self._query()).content.decode()
        if to is None:
            return text
        if isinstance(to, str | os.PathLike):
            write_file(Path(to), text.splitlines())
        else:
            to.write(text)
        return ""

    def merge(self, other: Beliefs | str | os.PathLike[str] | Iterable[str]) -> Merged:
        """Unite with another ledger: a client, a file, or the lines or text of an export."""
        lines = "".join(f"{line}\n" for line in lines_of(other))
        content = lines.encode(errors="surrogatepass")
        headers = {"content-type": "application/x-ndjson"}
        once = self._entropy(INSTANCE_BYTES)
        found = self._connection.send("POST", "/merge", self._query(), content, headers, once)
        return cast("Merged", read(Merged, from_json(found.content), "merge"))

    # Live changes

    def _follow(
        self,
        *,
        since: int | None = None,
        timeout: float | None = None,
        stop: threading.Event | None = None,
    ) -> Generator[Event]:
        if "as_of" in self._options:
            raise InvalidInput("the past does not change; use the present client instead.")
        if since is not None and type(since) is not int:
            raise InvalidInput(f"since must be the entries of an event, not {shown(since)}.")
        if since is None:
            # Now, not when the first event is asked for: nothing may be lost in between.
            since = self._connection.ask("GET", "/events/last", self._query())["value"]
        return self._followed(since, timeout, stop or threading.Event())

    def _followed(
        self, seen: int, timeout: float | None, stop: threading.Event
    ) -> Generator[Event]:
        quiet_since, connection = time.monotonic(), self._connection
        while not (stop.is_set() or connection.closed):
            left = None if timeout is None else max(0.0, quiet_since + timeout - time.monotonic())
            query = self._query(since=seen, timeout=left, heartbeat=_HEARTBEAT_SECONDS)
            try:
                with connection.stream("/events", query) as response:
                    for name, data in messages(response.iter_lines()):
                        if stop.is_set() or name == "end":
                            return
                        if name in ("changed", "stale"):
                            event: Event = read(Event, from_json(data.encode()), "event")
                            seen = event.entries
                            yield event
                            quiet_since = time.monotonic()
            except StoreUnavailable:
                stop.wait(FIRST_PAUSE)
            except TooMany as error:
                stop.wait(error.retry_after)


_sending("")(RemoteBeliefs)


def _asked(value: Any) -> str:
    """A value as it stands in a query."""
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise InvalidText(
                f"{shown(value)} contains a lone surrogate; decode it properly first."
            ) from None
        return value
    return as_json(value).decode()


def messages(lines: Iterable[str]) -> Generator[tuple[str, str]]:
    """The name and the data of each server-sent event; a comment has neither.

    >>> list(messages(["event: changed", "data: {}", "", ": still here", ""]))
    [('changed', '{}'), ('', '')]
    """
    name = data = ""
    for line in lines:
        if not line:
            yield name, data
            name = data = ""
        elif line.startswith("event:"):
            name = line[6:].strip()
        elif line.startswith("data:"):
            data += line[5:].strip()

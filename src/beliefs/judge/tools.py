"""Speaking MCP to a tool server over its standard streams, one request at a time.

The few messages that a judge needs are written here by hand: a judge built on the library that most
candidates are built on would share its faults.
"""

from __future__ import annotations

import json
import select
from dataclasses import dataclass, field
from typing import IO, Any

from beliefs.judge.unmet import Unmet, shorten

_VERSION = "2025-06-18"
_ANSWER_SECONDS = 15.0


@dataclass(slots=True)
class Tools:
    """A running tool server."""

    writes: IO[bytes]
    reads: IO[bytes]
    _asked: int = field(default=0)
    _rest: bytes = field(default=b"")

    def greet(self) -> None:
        """The handshake."""
        me = {"name": "judge", "version": "1"}
        told = self._ask(
            "initialize", {"protocolVersion": _VERSION, "capabilities": {}, "clientInfo": me}
        )
        if "tools" not in told.get("capabilities", {}):
            message = f"initialize → {shorten(json.dumps(told))}; wanted the capability tools"
            raise Unmet(message)
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def listed(self) -> dict[str, dict[str, Any]]:
        """Its tools by name."""
        return {each["name"]: each for each in self._ask("tools/list", {})["tools"]}

    def call(self, name: str, **given: Any) -> str:
        """The text that a tool answers with."""
        told = self._ask("tools/call", {"name": name, "arguments": given})
        if told.get("isError"):
            message = f"{name}({given}) → error {shorten(json.dumps(told))}; wanted an answer"
            raise Unmet(message)
        return _text(told)

    def refuses(self, name: str, **given: Any) -> None:
        """Hold a tool to an error, told as a tool's result or as the protocol's."""
        try:
            told = self._ask("tools/call", {"name": name, "arguments": given})
        except _Refused:
            return
        if not told.get("isError"):
            message = f"{name}({given}) → {shorten(_text(told))}; wanted a tool error"
            raise Unmet(message)

    def _ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        self._asked += 1
        asked = {"jsonrpc": "2.0", "id": self._asked, "method": method, "params": params}
        self._send(asked)
        while True:
            told = self._next(method)
            if told.get("id") != self._asked:
                continue  # a notification, or a question of the server's own
            if "error" in told:
                message = f"{method} {shorten(json.dumps(params))} → {told['error']}"
                raise _Refused(message)
            result: dict[str, Any] = told["result"]
            return result

    def _send(self, message: dict[str, Any]) -> None:
        try:
            self.writes.write(json.dumps(message).encode() + b"\n")
            self.writes.flush()
        except OSError as error:
            told = f"it takes no more messages ({error})"
            raise Unmet(told) from None

    def _next(self, method: str) -> dict[str, Any]:
        while b"\n" not in self._rest:
            readable, _, _ = select.select([self.reads], [], [], _ANSWER_SECONDS)
            more = self.reads.read1(1 << 16) if readable else b""  # type: ignore[attr-defined]
            if not more:
                message = f"{method} → no answer within {_ANSWER_SECONDS:.0f} s, or an early end"
                raise Unmet(message)
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\n")
        try:
            told: dict[str, Any] = json.loads(line)
        except ValueError:
            message = f"{method} → {shorten(line.decode(errors='replace'))!r}; wanted JSON-RPC only"
            raise Unmet(message) from None
        return told


class _Refused(Unmet):
    pass


def _text(told: dict[str, Any]) -> str:
    return "\n".join(each.get("text", "") for each in told.get("content", []))

"""Servers on loopback that speak the models' protocols, and break in all the ways servers do.

A server is given a script: for each request that it would accept, what it does next; the last
step is repeated. It checks requests as the real ones do (key, version, required fields, the kinds
of structured output it knows), and keeps them for the test to look at.

    with OpenAIServer(status(429, retry_after="0"), says({"a": 1})) as server: ...
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar, NamedTuple, Self

KEY = "sk-loopback-0001"


class Request(NamedTuple):
    path: str
    headers: dict[str, str]
    body: Any


class Exchange(BaseHTTPRequestHandler):
    """One request and the means to answer it, or not."""

    protocol_version = "HTTP/1.1"
    model_server: ModelServer

    def do_POST(self) -> None:
        content = self.rfile.read(int(self.headers["content-length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        server = self.model_server
        request = Request(self.path, headers, json.loads(content))
        server.requests.append(request)
        self.close_connection = True
        rejected = server.rejects(request)
        try:
            (status(*rejected) if rejected else server.next_step())(self)
        except OSError:  # the client has gone
            return

    def send(self, code: int, body: bytes, **headers: str) -> None:
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Tests are quiet."""


Step = Callable[[Exchange], None]


class ModelServer:
    """What both protocols share."""

    paths: ClassVar[tuple[str, ...]]
    base = ""
    fields: ClassVar[tuple[str, ...]]

    def __init__(self, *script: Step, api_key: str | None = None) -> None:
        self.requests: list[Request] = []
        self.closing = threading.Event()
        self._api_key = api_key
        self._script = list(script)
        exchange = type("BoundExchange", (Exchange,), {"model_server": self})
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), exchange)
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.01,), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}{self.base}"

    def next_step(self) -> Step:
        return self._script.pop(0) if len(self._script) > 1 else self._script[0]

    def rejects(self, request: Request) -> tuple[int, str] | None:
        if request.path not in self.paths:
            return 404, f"no such path: {request.path}"
        if self._api_key is not None and self.key_of(request) != self._api_key:
            return 401, "invalid api key"
        absent = [name for name in self.fields if name not in request.body]
        return (400, f"{absent[0]}: field required") if absent else None

    def key_of(self, request: Request) -> str | None:
        raise NotImplementedError

    def error(self, code: int, message: str) -> object:
        raise NotImplementedError

    def answer(self, data: object, text: str | None, stop: str, tokens: tuple[int, int]) -> object:
        raise NotImplementedError


class AnthropicServer(ModelServer):
    """POST /v1/messages."""

    paths = ("/v1/messages",)
    fields = ("model", "max_tokens", "messages")

    def rejects(self, request: Request) -> tuple[int, str] | None:
        if "anthropic-version" not in request.headers:
            return 400, "anthropic-version: header is required"
        return super().rejects(request)

    def key_of(self, request: Request) -> str | None:
        return request.headers.get("x-api-key")

    def error(self, code: int, message: str) -> object:
        kinds = {401: "authentication_error", 404: "not_found_error", 429: "rate_limit_error"}
        kind = kinds.get(code, "api_error" if code >= 500 else "invalid_request_error")
        return {"type": "error", "error": {"type": kind, "message": message}}

    def answer(self, data: object, text: str | None, stop: str, tokens: tuple[int, int]) -> object:
        stops = {"done": "end_turn" if text is not None else "tool_use", "length": "max_tokens"}
        block: dict[str, object] = {"type": "text", "text": text}
        if text is None:
            block = {"type": "tool_use", "id": "toolu_1", "name": "answer", "input": data}
        return {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": "loopback-1",
            "content": [block],
            "stop_reason": stops.get(stop, stop),
            "stop_sequence": None,
            # Reported apart, as by the real server.
            "usage": {
                "input_tokens": tokens[0] - 2,
                "cache_creation_input_tokens": 0,
                "cache_read_input_tokens": 2,
                "output_tokens": tokens[1],
            },
        }


class OpenAIServer(ModelServer):
    """POST /v1/chat/completions."""

    paths = ("/v1/chat/completions",)
    base = "/v1"
    fields = ("model", "messages")

    def __init__(
        self,
        *script: Step,
        api_key: str | None = None,
        formats: tuple[str, ...] = ("json_schema", "json_object"),
    ) -> None:
        super().__init__(*script, api_key=api_key)
        self._formats = formats

    def rejects(self, request: Request) -> tuple[int, str] | None:
        wanted = request.body.get("response_format", {}).get("type")
        if wanted is not None and wanted not in self._formats:
            return 400, f"response_format {wanted} is not supported"
        return super().rejects(request)

    def key_of(self, request: Request) -> str | None:
        return request.headers.get("authorization", "").removeprefix("Bearer ")

    def error(self, code: int, message: str) -> object:
        kind = "server_error" if code >= 500 else "invalid_request_error"
        return {"error": {"message": message, "type": kind, "param": None, "code": None}}

    def answer(self, data: object, text: str | None, stop: str, tokens: tuple[int, int]) -> object:
        message: dict[str, object] = {"role": "assistant", "content": text, "refusal": None}
        if text is None:
            message["content"] = json.dumps(data)
        if stop == "refusal":
            message |= {"content": None, "refusal": "I cannot help with that."}
        return {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": "loopback-1",
            "choices": [
                {
                    "index": 0,
                    "message": message,
                    "finish_reason": "length" if stop == "length" else "stop",
                }
            ],
            "usage": {
                "prompt_tokens": tokens[0],
                "completion_tokens": tokens[1],
                "total_tokens": sum(tokens),
            },
        }


def says(
    data: object = None,
    *,
    text: str | None = None,
    stop: str = "done",
    tokens: tuple[int, int] = (11, 7),
) -> Step:
    """Answer with a value, or with words instead."""

    def step(exchange: Exchange) -> None:
        answer = exchange.model_server.answer(data, text, stop, tokens)
        exchange.send(200, json.dumps(answer).encode())

    return step


def status(code: int, message: str = "try later", **headers: str) -> Step:
    """Answer with an error of the protocol."""

    def step(exchange: Exchange) -> None:
        body = json.dumps(exchange.model_server.error(code, message)).encode()
        exchange.send(code, body, **headers)

    return step


def body(content: bytes, code: int = 200) -> Step:
    """Answer with any bytes."""
    return lambda exchange: exchange.send(code, content)


def raw(content: bytes) -> Step:
    """Write any bytes where HTTP is expected, and hang up."""

    def step(exchange: Exchange) -> None:
        exchange.wfile.write(content)

    return step


def cut(data: object) -> Step:
    """Hang up in the middle of a good answer."""

    def step(exchange: Exchange) -> None:
        whole = json.dumps(exchange.model_server.answer(data, None, "done", (11, 7))).encode()
        exchange.send_response(200)
        exchange.send_header("Content-Length", str(len(whole)))
        exchange.end_headers()
        exchange.wfile.write(whole[: len(whole) // 2])

    return step


def cut_chunks(data: object) -> Step:
    """Hang up in the middle of a stream whose length nobody said."""

    def step(exchange: Exchange) -> None:
        whole = json.dumps(exchange.model_server.answer(data, None, "done", (11, 7))).encode()
        exchange.send_response(200)
        exchange.send_header("Transfer-Encoding", "chunked")
        exchange.end_headers()
        # The whole answer, and no end: only the last, empty chunk says that nothing is missing.
        exchange.wfile.write(b"%x\r\n%s\r\n" % (len(whole), whole))

    return step


def hang_up(exchange: Exchange) -> None:
    """Close the connection without a word."""
    exchange.connection.close()


def silent(exchange: Exchange) -> None:
    """Take the request and say nothing."""
    exchange.model_server.closing.wait(30)


def drip(exchange: Exchange) -> None:
    """Send a byte now and then, for ever: no single wait is long."""
    exchange.send_response(200)
    exchange.send_header("Content-Length", "1000000")
    exchange.end_headers()
    while not exchange.model_server.closing.wait(0.03):
        exchange.wfile.write(b" ")


def drip_headers(exchange: Exchange) -> None:
    """The same before the body has even begun."""
    exchange.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    while not exchange.model_server.closing.wait(0.03):
        exchange.wfile.write(b"x")


def huge(exchange: Exchange) -> None:
    """Send words without end."""
    exchange.send_response(200)
    exchange.end_headers()
    while not exchange.model_server.closing.is_set():
        exchange.wfile.write(b"[" * 65_536)


class Hours:
    """A clock whose sleep takes no time, and says what it was asked for."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds

"""Morse code there and back, metered by the character and braked by the second."""

from __future__ import annotations

import time
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("morse-meter", "service")

_clients = 0


def _client() -> str:
    global _clients  # noqa: PLW0603 - every client starts with a full budget
    _clients += 1
    return f"client-{_clients}"


def _encode(service: Service, client: str, text: Any) -> Answer:
    return service.post("/encode", json={"text": text}, headers={"X-Client": client})


def _decode(service: Service, client: str, morse: Any) -> Answer:
    return service.post("/decode", json={"morse": morse}, headers={"X-Client": client})


def _meter(service: Service, client: str) -> tuple[int, int, int]:
    told = service.get("/meter", headers={"X-Client": client}).is_(200).json()
    return told["used"], told["left"], told["requests"]


@suite.check("text becomes Morse code")
def encoded(service: Service) -> None:
    for text, morse in (
        ("SOS at 5", "... --- ... / .- - / ....."),
        ("e", "."),
        ("  a   b  ", ".- / -..."),
        ("cdfghijklm", "-.-. -.. ..-. --. .... .. .--- -.- .-.. --"),
        ("NOPQRTUVWXYZ", "-. --- .--. --.- .-. - ..- ...- .-- -..- -.-- --.."),
        ("1234567890", ".---- ..--- ...-- ....- ..... -.... --... ---.. ----. -----"),
    ):
        told = _encode(service, _client(), text).is_(200).json()
        equal(told["morse"], morse, f"the code of {text!r}")


@suite.check("Morse code becomes text in capitals")
def decoded(service: Service) -> None:
    for morse, text in (
        ("... --- ... / .- - / .....", "SOS AT 5"),
        (".", "E"),
        ("--.. ----- / --.-", "Z0 Q"),
    ):
        told = _decode(service, _client(), morse).is_(200).json()
        equal(told["text"], text, f"the text of {morse!r}")


@suite.check("what cannot be turned is 422 and not counted")
def invalid(service: Service) -> None:
    client = _client()
    error = {"error": "invalid"}
    for text in ("", "   ", "héllo", "a.b", "x" * 101, 5, None):
        equal(_encode(service, client, text).is_(422).json(), error, f"the error of {text!r}")
    for morse in ("", "......", "... abc", ".-.-.-", ". " * 151, 5):
        equal(_decode(service, client, morse).is_(422).json(), error, f"the error of {morse!r}")
    headers = {"X-Client": client}
    equal(service.post("/encode", json={}, headers=headers).is_(422).json(), error, "the error")
    equal(service.post("/decode", json={}, headers=headers).is_(422).json(), error, "the error")
    equal(_meter(service, client), (0, 300, 0), "the meter")
    _encode(service, client, "still fine").is_(200)


@suite.check("every request names its client, before anything else")
def nameless(service: Service) -> None:
    for headers in ({}, {"X-Client": ""}):
        for answer in (
            service.post("/encode", json={"text": "a"}, headers=headers),
            service.post("/encode", json={"text": ""}, headers=headers),
            service.post("/decode", json={"morse": "."}, headers=headers),
            service.get("/meter", headers=headers),
        ):
            equal(answer.is_(400).json(), {"error": "client"}, "the error")


@suite.check("the meter counts characters as sent, both ways")
def metered(service: Service) -> None:
    client = _client()
    equal(_meter(service, client), (0, 300, 0), "the meter at first")
    _encode(service, client, "  a b ").is_(200)
    equal(_meter(service, client), (6, 294, 1), "the meter after encoding")
    _decode(service, client, ".- / -...").is_(200)
    equal(_meter(service, client), (15, 285, 2), "the meter after decoding")
    equal(_meter(service, _client()), (0, 300, 0), "the meter of another")


@suite.check("nobody uses more than 300 characters")
def budget(service: Service) -> None:
    client = _client()
    for size in (100, 100, 95):
        _encode(service, client, "e" * size).is_(200)
    wanted = {"error": "budget", "left": 5}
    equal(_encode(service, client, "e" * 6).is_(403).json(), wanted, "the error of encoding")
    equal(_decode(service, client, ". . . .").is_(403).json(), wanted, "the error of decoding")
    equal(_meter(service, client), (295, 5, 3), "the meter")
    _encode(service, client, "e" * 5).is_(200)
    equal(_meter(service, client), (300, 0, 4), "the meter in the end")
    equal(
        _encode(service, client, "e").is_(403).json(), {"error": "budget", "left": 0}, "the error"
    )
    _encode(service, _client(), "e").is_(200)


@suite.check("five answers within 3 seconds and no more")
def braked(service: Service) -> None:
    client = _client()
    for _ in range(3):
        _encode(service, client, "e").is_(200)
    for _ in range(2):
        _decode(service, client, ".").is_(200)
    answer = _encode(service, client, "e").is_(429)
    equal(answer.json(), {"error": "slow down"}, "the error")
    wait = answer.headers["retry-after"]
    expect(wait.isdigit() and 1 <= int(wait) <= 3, f"1 to 3 seconds to wait: {wait}")
    _decode(service, client, ".").is_(429)
    _encode(service, client, "").is_(422)
    equal(_meter(service, client), (5, 295, 5), "the meter")
    _encode(service, _client(), "e").is_(200)
    time.sleep(int(wait) + 0.1)
    _encode(service, client, "e").is_(200)
    equal(_meter(service, client), (6, 294, 6), "the meter in the end")


@suite.check("the 3 seconds slide, and the brake comes before the meter")
def slides(service: Service) -> None:
    client = _client()
    _encode(service, client, "e" * 100).is_(200)
    time.sleep(1.6)
    for size in (100, 50, 49, 1):
        _encode(service, client, "e" * size).is_(200)
    _encode(service, client, "e").is_(429)
    time.sleep(1.7)
    equal(_encode(service, client, "e").is_(403).json()["error"], "budget", "the error")


@suite.check("what slid out of the 3 seconds makes room for as many")
def room(service: Service) -> None:
    client = _client()
    _encode(service, client, "e").is_(200)
    time.sleep(1.6)
    for _ in range(4):
        _encode(service, client, "e").is_(200)
    time.sleep(1.7)
    _encode(service, client, "e").is_(200)
    _encode(service, client, "e").is_(429)

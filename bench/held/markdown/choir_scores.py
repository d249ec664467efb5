"""Scores of a choir: PDFs put in, checked, listed, fetched, counted and thrown out."""

from __future__ import annotations

import hashlib
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("choir-scores", "service")

_made = 0


def _pdf(size: int = 60) -> bytes:
    """A PDF like no other, of this many bytes."""
    global _made  # noqa: PLW0603 - each one is to differ
    _made += 1
    start = b"%PDF-1.4\n\x00\xff\r\n" + str(_made).encode() + b"\n"
    return start + b"\x80" * (size - len(start))


def _send(service: Service, body: bytes | None, name: str = "a.pdf", **fields: Any) -> Answer:
    told = {
        key: value
        for key, value in {"title": "Gloria", "voice": "alto", **fields}.items()
        if value is not None
    }
    if body is None:
        return service.post("/scores", data=told, files={"other": ("a.pdf", _pdf())})
    return service.post("/scores", data=told, files={"file": (name, body, "application/pdf")})


def _id(answer: Answer) -> int:
    number: int = answer.is_(201).json()["id"]
    return number


def _refused(answer: Answer, status: int, word: str) -> None:
    equal(answer.is_(status).json(), {"error": word}, "the error")


@suite.check("a score is put in and described", fresh=True)
def put_in(service: Service) -> None:
    equal(service.get("/scores").is_(200).json(), [], "the scores at first")
    body = _pdf(1000)
    told = _send(service, body, "Ave_verum-2.pdf", title="Ave verum ü").is_(201).json()
    wanted = {
        "id": 1,
        "title": "Ave verum ü",
        "voice": "alto",
        "filename": "Ave_verum-2.pdf",
        "size": 1000,
        "sha256": hashlib.sha256(body).hexdigest(),
        "downloads": 0,
    }
    equal({key: told[key] for key in wanted}, wanted, "the score")
    told = service.get("/scores/1").is_(200).json()
    equal({key: told[key] for key in wanted}, wanted, "the score read back")
    equal(_id(_send(service, _pdf(), "B.PDF", title="x" * 100)), 2, "the next id")


@suite.check("the very bytes come back as a PDF to save, and it is counted")
def fetched(service: Service) -> None:
    body = _pdf(5000)
    number = _id(_send(service, body, "kyrie.pdf"))
    for _ in range(2):
        answer = service.get(f"/scores/{number}/file").is_(200)
        expect(answer.body == body, "the bytes that were uploaded")
        kind = answer.headers["content-type"].split(";")[0].strip()
        equal(kind, "application/pdf", "the content type")
        told = answer.headers["content-disposition"]
        expect(told.lower().startswith("attachment"), f"an attachment: {told}")
        expect("kyrie.pdf" in told, f"the file name: {told}")
    equal(service.get(f"/scores/{number}").is_(200).json()["downloads"], 2, "the downloads")
    told = service.get("/scores").is_(200).json()
    equal([each["downloads"] for each in told if each["id"] == number], [2], "those listed")


@suite.check("scores are listed by title, for a voice with those for all", fresh=True)
def listed(service: Service) -> None:
    for title, voice in (
        ("C", "tenor"),
        ("B", "all"),
        ("A", "bass"),
        ("B", "tenor"),
        ("D", "alto"),
    ):
        _id(_send(service, _pdf(), title=title, voice=voice))

    def ids(**params: Any) -> list[int]:
        return [each["id"] for each in service.get("/scores", params=params).is_(200).json()]

    equal(ids(), [3, 2, 4, 1, 5], "all scores")
    equal(ids(voice="tenor"), [2, 4, 1], "those for tenors")
    equal(ids(voice="soprano"), [2], "those for sopranos")
    equal(ids(voice="all"), [2], "those for all")
    _refused(service.get("/scores", params={"voice": "baritone"}), 400, "voice")


@suite.check("title, voice and file are required")
def required(service: Service) -> None:
    for title in (None, "", "x" * 101):
        _refused(_send(service, _pdf(), title=title), 400, "title")
    for voice in (None, "baritone", "Alto"):
        _refused(_send(service, _pdf(), voice=voice), 400, "voice")
    _refused(_send(service, None), 400, "file")
    _refused(_send(service, b""), 400, "file")


@suite.check("more than 200000 bytes are too many")
def large(service: Service) -> None:
    _refused(_send(service, _pdf(200001)), 413, "size")
    told = _send(service, _pdf(200000)).is_(201).json()
    equal(told["size"], 200000, "the size")


@suite.check("only PDFs are taken, by name and by content")
def kinds(service: Service) -> None:
    _refused(_send(service, _pdf(), "a.txt"), 415, "type")
    _refused(_send(service, _pdf(), "pdf"), 415, "type")
    for body in (b"hello, I am text", b"%PDF", b" %PDF-1.4 late"):
        _refused(_send(service, body), 415, "type")
    _id(_send(service, b"%PDF-", "mini.Pdf"))


@suite.check("the same bytes are there once, until they are thrown out")
def duplicate(service: Service) -> None:
    body = _pdf()
    number = _id(_send(service, body))
    _refused(_send(service, body, "other.pdf", title="Other", voice="bass"), 409, "duplicate")
    service.delete(f"/scores/{number}").is_(204)
    again = _id(_send(service, body))
    expect(again > number, "a new id")
    expect(service.get(f"/scores/{again}/file").is_(200).body == body, "the bytes")


@suite.check("the checks come in their order")
def order(service: Service) -> None:
    body = _pdf()
    _id(_send(service, body))
    _refused(_send(service, b"", "a.txt", title="", voice="x"), 400, "title")
    _refused(_send(service, b"x" * 200001, "a.txt", voice="x"), 400, "voice")
    _refused(_send(service, b"", "a.txt"), 400, "file")
    _refused(_send(service, b"x" * 200001, "a.txt"), 413, "size")
    _refused(_send(service, body, "a.txt"), 415, "type")


@suite.check("a score that is not there is 404")
def absent(service: Service) -> None:
    number = _id(_send(service, _pdf()))
    service.delete(f"/scores/{number}").is_(204)
    for each in (number, 9999):
        _refused(service.get(f"/scores/{each}"), 404, "missing")
        _refused(service.get(f"/scores/{each}/file"), 404, "missing")
        _refused(service.delete(f"/scores/{each}"), 404, "missing")
    told = service.get("/scores").is_(200).json()
    expect(number not in [each["id"] for each in told], "it is not listed")

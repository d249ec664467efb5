"""Text files, stored as they are and searched line by line."""

from __future__ import annotations

from secrets import token_hex

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("file-search", "service")

_PLAIN = {"Content-Type": "text/plain; charset=utf-8"}


def _name(start: str = "f") -> str:
    return f"{start}{token_hex(4)}.txt"


def _put(service: Service, name: str, text: str) -> Answer:
    return service.put(f"/files/{name}", content=text.encode(), headers=_PLAIN)


def _found(service: Service, q: str, **params: str) -> list[tuple[str, int, str]]:
    told = service.get("/search", params={"q": q, **params}).is_(200).json()
    found = [(each["file"], each["line"], each["text"]) for each in told["matches"]]
    equal(told["count"], len(found), "the count")
    return found


@suite.check("a file is stored, told with its lines and bytes, and given back as it was")
def stored(service: Service) -> None:
    name, text = _name(), 'Ä first\n\n  third "line"\tend\n'
    told = _put(service, name, text).is_(201).json()
    equal(told, {"name": name, "lines": 3, "bytes": len(text.encode())}, "the answer")
    answer = service.get(f"/files/{name}").is_(200)
    equal(answer.body, text.encode(), "the file")
    expect(answer.headers["content-type"].startswith("text/plain"), "it is plain text")


@suite.check("a newline at the very end begins no other line")
def lines(service: Service) -> None:
    for text, wanted in (("a", 1), ("a\n", 1), ("a\nb", 2), ("a\nb\n", 2), ("a\n\n", 2)):
        told = _put(service, _name(), text).is_(201).json()
        equal(told["lines"], wanted, f"the lines of {text!r}")


@suite.check("a file is replaced with 200, and the old text is not found any more")
def replaced(service: Service) -> None:
    name, old, new = _name(), f"x{token_hex(5)}", f"x{token_hex(5)}"
    _put(service, name, f"{old}\n").is_(201)
    told = _put(service, name, f"one\n{new}\n").is_(200).json()
    equal(told, {"name": name, "lines": 2, "bytes": len(new) + 5}, "the answer")
    equal(_found(service, old), [], "what is found of the old one")
    equal(_found(service, new), [(name, 2, new)], "what is found of the new one")


@suite.check("a search ignores case, and sorts by file and line")
def searched(service: Service) -> None:
    mark = f"q{token_hex(4)}"
    first, second = _name("a"), _name("b")
    _put(service, second, f"x\nsome {mark.upper()}s here\n").is_(201)
    _put(service, first, f"{mark}\nno\nAll you need is {mark} and {mark}").is_(201)
    wanted = [
        (first, 1, mark),
        (first, 3, f"All you need is {mark} and {mark}"),
        (second, 2, f"some {mark.upper()}s here"),
    ]
    equal(_found(service, mark), wanted, "what is found")
    equal(_found(service, f"is {mark.upper()} and"), wanted[1:2], "what is found of a phrase")
    equal(_found(service, f"z{token_hex(6)}"), [], "what is found of nothing")


@suite.check("with whole=true only whole words count")
def whole(service: Service) -> None:
    mark, name = f"q{token_hex(4)}", _name()
    _put(service, name, f"{mark}ly\nmy {mark}, yes\nun{mark}\n{mark.upper()}").is_(201)
    equal([each[1] for each in _found(service, mark)], [1, 2, 3, 4], "the lines")
    told = _found(service, mark, whole="true")
    equal([each[1] for each in told], [2, 4], "the lines with whole words")


@suite.check("with file only that file is searched, and it has to be there")
def in_file(service: Service) -> None:
    mark, one, other = f"q{token_hex(4)}", _name(), _name()
    _put(service, one, mark).is_(201)
    _put(service, other, mark).is_(201)
    equal(_found(service, mark, file=one), [(one, 1, mark)], "what is found")
    service.get("/search", params={"q": mark, "file": _name()}).is_(404)


@suite.check("a missing or empty q and another kind of name are 400")
def malformed(service: Service) -> None:
    service.get("/search").is_(400)
    service.get("/search", params={"q": ""}).is_(400)
    _put(service, f"f{token_hex(4)}.md", "x").is_(400)
    _put(service, f"f{token_hex(4)}", "x").is_(400)


@suite.check("more than 50000 bytes are 413")
def large(service: Service) -> None:
    name = _name()
    _put(service, name, "x" * 50001).is_(413)
    service.get(f"/files/{name}").is_(404)
    _put(service, name, "ä" * 25001).is_(413)
    equal(_put(service, name, "x" * 50000).is_(201).json()["bytes"], 50000, "the bytes")


@suite.check("a deleted file is gone, and not found")
def deleted(service: Service) -> None:
    mark, name = f"q{token_hex(4)}", _name()
    _put(service, name, mark).is_(201)
    service.delete(f"/files/{name}").is_(204)
    service.get(f"/files/{name}").is_(404)
    service.delete(f"/files/{name}").is_(404)
    equal(_found(service, mark), [], "what is found")

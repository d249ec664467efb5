"""Texts are stored, and lines are found in them."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("text-finder", "service")


def _put(service: Service, name: str, text: str) -> Answer:
    return service.put(
        f"/texts/{name}",
        content=text.encode(),
        headers={"Content-Type": "text/plain; charset=utf-8"},
    )


def _found(service: Service, q: str, **more: str) -> list[tuple[Any, ...]]:
    told = service.get("/search", params={"q": q, **more}).is_(200).json()
    equal((told["query"], told["count"]), (q, len(told["matches"])), "query and count")
    return [(each["file"], each["line"], each["text"]) for each in told["matches"]]


@suite.check("a text is stored, replaced and read", fresh=True)
def stored(service: Service) -> None:
    told = _put(service, "report.txt", "one\ntwo\nthrée\n").is_(201).json()
    equal((told["name"], told["lines"], told["bytes"]), ("report.txt", 3, 15), "the file")
    answer = service.get("/texts/report.txt").is_(200)
    equal(answer.text, "one\ntwo\nthrée\n", "the text")
    expect(answer.headers["content-type"].startswith("text/plain"), "plain text")
    told = _put(service, "report.txt", "other").is_(200).json()
    equal((told["lines"], told["bytes"]), (1, 5), "the new file")
    equal(service.get("/texts/report.txt").is_(200).text, "other", "the new text")


@suite.check("lines are found in all files, in order", fresh=True)
def found(service: Service) -> None:
    equal(_found(service, "fox"), [], "nothing yet")
    _put(service, "b.txt", "A Fox.\nno\nfox and fox\n").is_(201)
    _put(service, "a.txt", "\n\nthe quick fox\nfirefox").is_(201)
    _put(service, "c.txt", "dog\n").is_(201)
    wanted = [
        ("a.txt", 3, "the quick fox"),
        ("a.txt", 4, "firefox"),
        ("b.txt", 1, "A Fox."),
        ("b.txt", 3, "fox and fox"),
    ]
    equal(_found(service, "fox"), wanted, "the matches")
    equal(_found(service, "cat"), [], "no matches")


@suite.check("case counts only when asked", fresh=True)
def case(service: Service) -> None:
    _put(service, "a.txt", "Über\nüber\n").is_(201)
    equal([each[1] for each in _found(service, "über")], [1, 2], "the lines")
    equal([each[1] for each in _found(service, "Über", case="true")], [1], "the lines")
    equal([each[1] for each in _found(service, "ÜBER", case="true")], [], "the lines")


@suite.check("a search can be in one file", fresh=True)
def one(service: Service) -> None:
    _put(service, "a.txt", "word").is_(201)
    _put(service, "b.txt", "x\nword").is_(201)
    equal(_found(service, "word", file="b.txt"), [("b.txt", 2, "word")], "the matches")
    service.get("/search", params={"q": "word", "file": "none.txt"}).is_(404)


@suite.check("the query is no pattern", fresh=True)
def plain(service: Service) -> None:
    _put(service, "a.txt", "abc\na.c\n(x)*\n").is_(201)
    equal(_found(service, "a.c"), [("a.txt", 2, "a.c")], "the matches")
    equal(_found(service, "(x)*"), [("a.txt", 3, "(x)*")], "the matches")
    service.get("/search").is_(400)
    service.get("/search", params={"q": ""}).is_(400)


@suite.check("a deleted text is gone and not found")
def deleted(service: Service) -> None:
    _put(service, "gone.txt", "unfindable").is_(201)
    service.delete("/texts/gone.txt").is_(204)
    service.get("/texts/gone.txt").is_(404)
    service.delete("/texts/gone.txt").is_(404)
    equal(_found(service, "unfindable"), [], "the matches")


@suite.check("other names are 400")
def names(service: Service) -> None:
    for name in ("report.pdf", "Report.txt", "a%20b.txt", "noending"):
        _put(service, name, "text").is_(400)
    _put(service, "my-file_2.txt", "text").is_(201)


@suite.check("texts survive a restart")
def files(service: Service) -> None:
    _put(service, "kept.txt", "still here").is_(201, 200)
    service.restart()
    equal(service.get("/texts/kept.txt").is_(200).text, "still here", "the text")
    equal(_found(service, "still here"), [("kept.txt", 1, "still here")], "the matches")

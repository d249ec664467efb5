"""A notice board in HTML: pinned first, a little markup, and nothing obeyed."""

from __future__ import annotations

import re
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("campsite-board", "service")


def _post(service: Service, title: str = "News", body: str = "text", **more: Any) -> int:
    given = {"title": title, "body": body, **more}
    made = service.post("/notices", json=given).is_(201).json()
    wanted = {"pinned": False, **given}
    equal({key: made[key] for key in wanted}, wanted, "the notice")
    number: int = made["id"]
    return number


def _html(answer: Answer) -> str:
    """The page without white space between tags."""
    kind = answer.is_(200).headers["content-type"].lower().replace(" ", "")
    equal(kind, "text/html;charset=utf-8", "the content type")
    return re.sub(r">\s+<", "><", answer.text)


def _made(service: Service, body: str, html: str) -> None:
    page = _html(service.get(f"/notices/{_post(service, body=body)}"))
    expect(html in page, f"{html!r} made of {body!r} in {page!r}")


def _items(service: Service) -> list[str]:
    page = _html(service.get("/"))
    return re.findall(r"<li.*?</li>", page)


@suite.check("an empty board says so", fresh=True)
def empty(service: Service) -> None:
    page = _html(service.get("/"))
    expect("<h1>Campsite board</h1>" in page, "the heading")
    expect("<p>Nothing on the board.</p>" in page, "that there is nothing")
    expect("<ul>" not in page, "no list")


@suite.check("the board lists notices, the newest first", fresh=True)
def board(service: Service) -> None:
    equal([_post(service, "Quiet hours"), _post(service, "Grüße")], [1, 2], "the ids")
    page = _html(service.get("/"))
    wanted = '<ul><li><a href="/notices/2">Grüße</a></li><li><a href="/notices/1">Quiet hours</a></li></ul>'
    expect("<h1>Campsite board</h1>" in page, "the heading")
    expect(wanted in page, f"{wanted} in {page}")
    expect("Nothing on the board" not in page, "nothing about nothing")


@suite.check("pinned ones come first, and can be unpinned", fresh=True)
def pinned(service: Service) -> None:
    for title, pin in (("a", True), ("b", False), ("c", False), ("d", True)):
        _post(service, title, pinned=pin)

    def item(number: int, title: str, *, pin: bool = False) -> str:
        head = '<li class="pinned">' if pin else "<li>"
        return f'{head}<a href="/notices/{number}">{title}</a></li>'

    wanted = [item(4, "d", pin=True), item(1, "a", pin=True), item(3, "c"), item(2, "b")]
    equal(_items(service), wanted, "the board")
    for _ in range(2):
        told = service.put("/notices/2/pin").is_(200).json()
        equal((told["id"], told["title"], told["pinned"]), (2, "b", True), "the pinned notice")
        told = service.delete("/notices/4/pin").is_(200).json()
        equal((told["id"], told["pinned"]), (4, False), "the unpinned notice")
    wanted = [item(2, "b", pin=True), item(1, "a", pin=True), item(4, "d"), item(3, "c")]
    equal(_items(service), wanted, "the board afterwards")


@suite.check("a page has the title and the paragraphs")
def page(service: Service) -> None:
    number = _post(
        service, "Lost _and_ **found**", "A tent.\n\nA dog,\nbrown.\n\n\n\nÄpfel - three"
    )
    told = _html(service.get(f"/notices/{number}"))
    expect("<h1>Lost _and_ **found**</h1>" in told, "the title as it is")
    wanted = "<p>A tent.</p><p>A dog,<br>brown.</p><p>Äpfel - three</p>"
    expect(wanted in told, f"{wanted} in {told}")
    expect(told.index("</h1>") < told.index(wanted), "the title above the body")


@suite.check("headings and lists are blocks of their own kind")
def blocks(service: Service) -> None:
    _made(service, "# Rules\n\nBe kind", "<h2>Rules</h2><p>Be kind</p>")
    _made(service, "- one\n- two - three", "<ul><li>one</li><li>two - three</li></ul>")
    _made(service, "- one", "<ul><li>one</li></ul>")
    _made(service, "- one\n\n- two", "<ul><li>one</li></ul><ul><li>two</li></ul>")
    _made(service, "- one\ntwo", "<p>- one<br>two</p>")
    _made(service, "# one\ntwo", "<p># one<br>two</p>")
    _made(service, "#one", "<p>#one</p>")
    _made(service, "-one", "<p>-one</p>")


@suite.check("strong and em work in every kind of block")
def inline(service: Service) -> None:
    _made(service, "a **b c** d _e f_ g", "<p>a <strong>b c</strong> d <em>e f</em> g</p>")
    _made(service, "**a** and **b**", "<p><strong>a</strong> and <strong>b</strong></p>")
    _made(service, "# a _b_", "<h2>a <em>b</em></h2>")
    _made(service, "- **a**\n- _b_", "<ul><li><strong>a</strong></li><li><em>b</em></li></ul>")


@suite.check("HTML is shown and not obeyed, on both pages")
def escaped(service: Service) -> None:
    text = "<script>alert(1)</script> & <b>"
    safe = "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &lt;b&gt;"
    number = _post(service, text, f"# {text}\n\n- {text}\n\n**{text}**\n{text}")
    told = _html(service.get(f"/notices/{number}"))
    wanted = f"<h2>{safe}</h2><ul><li>{safe}</li></ul><p><strong>{safe}</strong><br>{safe}</p>"
    expect(f"<h1>{safe}</h1>" in told, "the title made safe")
    expect(wanted in told, f"{wanted} in {told}")
    expect("<script>alert(1)" not in told, "no script")
    expect(f'<a href="/notices/{number}">{safe}</a>' in _html(service.get("/")), "the board")


@suite.check("notices are taken off the board, and what is not there is 404")
def removed(service: Service) -> None:
    number = _post(service)
    service.delete(f"/notices/{number}").is_(204)
    expect(f'"/notices/{number}"' not in service.get("/").is_(200).text, "it is off the board")
    for each in (number, 9999):
        service.get(f"/notices/{each}").is_(404)
        service.delete(f"/notices/{each}").is_(404)
        service.put(f"/notices/{each}/pin").is_(404)
        service.delete(f"/notices/{each}/pin").is_(404)


@suite.check("anything wrong is 422", fresh=True)
def wrong(service: Service) -> None:
    right = {"title": "t", "body": "b"}
    for given in (
        {"title": "t"},
        {"body": "b"},
        {**right, "title": ""},
        {**right, "title": "t" * 81},
        {**right, "title": 5},
        {**right, "body": ""},
        {**right, "body": "b" * 5001},
        {**right, "pinned": "high"},
    ):
        service.post("/notices", json=given).is_(422)
    refuses_malformed(service, "/notices")
    equal(_items(service), [], "the board")
    _post(service, "t" * 80, "b" * 5000)

"""A wiki in HTML: pages, links, revisions, and nothing obeyed."""

from __future__ import annotations

import re

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("team-wiki", "service")


def _write(service: Service, name: str, text: str) -> Answer:
    return service.put(f"/wiki/{name}", json={"text": text})


def _html(answer: Answer, status: int = 200) -> str:
    """The page without white space between tags."""
    kind = answer.is_(status).headers["content-type"].lower()
    expect(kind.startswith("text/html"), f"an HTML page, not {kind}")
    return re.sub(r">\s+", ">", re.sub(r"\s+<", "<", answer.text))


@suite.check("a page is written, then written again", fresh=True)
def written(service: Service) -> None:
    for status, revision in ((201, 1), (200, 2), (200, 3)):
        told = _write(service, "Printer", f"version {revision}").is_(status).json()
        equal((told["name"], told["revision"]), ("Printer", revision), "the answer")
    page = _html(service.get("/wiki/Printer"))
    expect("<h1>Printer</h1>" in page and "<p>version 3</p>" in page, f"the last version in {page}")
    expect("version 2" not in page, "no older version")


@suite.check("paragraphs are separated by blank lines")
def paragraphs(service: Service) -> None:
    _write(service, "Rules", "Be kind.\n\nBe on time, ö.").is_(201)
    page = _html(service.get("/wiki/Rules"))
    expect("<p>Be kind.</p><p>Be on time, ö.</p>" in page, f"two paragraphs in {page}")


@suite.check("names in brackets are links")
def links(service: Service) -> None:
    _write(service, "Kitchen", "See [[Coffee]] and [[Tea-2]].").is_(201)
    answer = service.get("/wiki/Kitchen").is_(200)
    wanted = '<p>See <a href="/wiki/Coffee">Coffee</a> and <a href="/wiki/Tea-2">Tea-2</a>.</p>'
    expect(wanted in answer.text, f"{wanted} in {answer.text}")
    service.get("/wiki/Coffee").is_(404)


@suite.check("all pages are listed by name", fresh=True)
def listed(service: Service) -> None:
    expect("<h1>All pages</h1>" in _html(service.get("/wiki")), "the heading")
    for name in ("Zoo", "Admin", "Lunch"):
        _write(service, name, "text").is_(201)
    _write(service, "Zoo", "more").is_(200)
    page = _html(service.get("/wiki"))
    wanted = "".join(
        f'<li><a href="/wiki/{name}">{name}</a></li>' for name in ("Admin", "Lunch", "Zoo")
    )
    expect(f"<ul>{wanted}</ul>" in page, f"{wanted} in {page}")


@suite.check("a page that does not exist says so")
def missing(service: Service) -> None:
    page = _html(service.get("/wiki/Nowhere"), 404)
    expect("There is no page Nowhere yet." in page, f"the sentence in {page}")
    service.get("/wiki/Nowhere/history").is_(404)


@suite.check("the history has every revision, newest first")
def history(service: Service) -> None:
    for text in ("one", "two <b>", "three"):
        _write(service, "Diary", text).is_(200, 201)
    told = service.get("/wiki/Diary/history").is_(200).json()
    got = [(each["revision"], each["text"]) for each in told]
    equal(got, [(3, "three"), (2, "two <b>"), (1, "one")], "the history")


@suite.check("HTML in a text is shown and not run")
def escaped(service: Service) -> None:
    _write(service, "Evil", "<script>alert(1)</script> & [[Coffee]]").is_(201)
    page = service.get("/wiki/Evil").is_(200).text
    expect("<script>alert(1)" not in page, "no script")
    expect("&lt;script&gt;alert(1)&lt;/script&gt; &amp; " in page, f"the escaped text in {page}")
    expect('<a href="/wiki/Coffee">Coffee</a>' in page, "the link")


@suite.check("bad names and texts are 400")
def wrong(service: Service) -> None:
    for name in ("two%20words", "under_score", "x" * 41):
        _write(service, name, "text").is_(400)
    for body in ({}, {"text": ""}, {"text": 5}):
        service.put("/wiki/Empty", json=body).is_(400)
    service.get("/wiki/Empty").is_(404)
    _write(service, "x" * 40, "text").is_(201)


@suite.check("pages survive a restart")
def kept(service: Service) -> None:
    _write(service, "Stay", "here").is_(201)
    service.restart()
    expect("<p>here</p>" in _html(service.get("/wiki/Stay")), "the page")
    equal(_write(service, "Stay", "there").is_(200).json()["revision"], 2, "the revision")

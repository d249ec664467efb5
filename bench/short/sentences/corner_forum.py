"""A forum in HTML with forms: threads, replies, the latest on top."""

from __future__ import annotations

import re

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("corner-forum", "service")


def _start(
    service: Service, title: str = "Slugs!", author: str = "Ida", text: str = "Everywhere."
) -> str:
    form = {"title": title, "author": author, "text": text}
    answer = service.post("/threads", data=form, follow_redirects=False).is_(303)
    place = answer.headers["location"]
    expect(re.search(r"/threads/\d+$", place), f"a thread, not {place}")
    return "/threads/" + place.rpartition("/")[2]


def _reply(service: Service, thread: str, author: str, text: str) -> Answer:
    return service.post(
        f"{thread}/posts", data={"author": author, "text": text}, follow_redirects=False
    )


def _html(answer: Answer) -> str:
    """The page without white space between tags."""
    kind = answer.is_(200).headers["content-type"].lower()
    expect(kind.startswith("text/html"), f"an HTML page, not {kind}")
    return re.sub(r">\s+<", "><", answer.text)


def _posts(service: Service, thread: str) -> list[str]:
    return re.findall(r"<article>.*?</article>", _html(service.get(thread)), re.DOTALL)


@suite.check("threads are numbered from 1", fresh=True)
def numbered(service: Service) -> None:
    equal([_start(service), _start(service)], ["/threads/1", "/threads/2"], "the places")


@suite.check("a thread shows its title, its posts from old to new, and a form")
def shown(service: Service) -> None:
    thread = _start(service, "Würmer", "Ida", "Good or bad?")
    answer = _reply(service, thread, "Jo", "Good.").is_(303)
    expect(
        answer.headers["location"].endswith(thread),
        f"back to {thread}, not {answer.headers['location']}",
    )
    _reply(service, thread, "Ida", "Thanks").is_(303)
    page = _html(service.get(thread))
    expect("<h1>Würmer</h1>" in page, "the title")
    said = (("Ida", "Good or bad?"), ("Jo", "Good."), ("Ida", "Thanks"))
    wanted = [f"<article><b>{author}</b><p>{text}</p></article>" for author, text in said]
    equal(_posts(service, thread), wanted, "the posts")
    expect(page.rindex("<form") > page.rindex("</article>"), "a form below the posts")
    expect("<textarea" in page or "<input" in page, "something to type into")


@suite.check("the front page has the latest on top, with the number of posts", fresh=True)
def front(service: Service) -> None:
    first, second, third = (_start(service, title) for title in ("One", "Two", "Three"))
    _reply(service, first, "Jo", "a").is_(303)
    _reply(service, first, "Jo", "b").is_(303)
    page = _html(service.get("/"))
    wanted = [(first, "One", "3"), (third, "Three", "1"), (second, "Two", "1")]
    got = re.findall(r'<a href="(/threads/\d+)">([^<]*)</a>\s*\((\d+)\)', page)
    equal(got, wanted, "the threads")


@suite.check("what people write is escaped")
def escaped(service: Service) -> None:
    nasty, safe = "<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"
    thread = _start(service, nasty, nasty, nasty)
    _reply(service, thread, "Jo", nasty).is_(303)
    for page in (_html(service.get(thread)), _html(service.get("/"))):
        expect("<script>alert" not in page, "no script")
        expect(safe in page, f"{safe} in {page}")
    expect(f"<article><b>Jo</b><p>{safe}</p></article>" in _html(service.get(thread)), "the reply")


@suite.check("without all fields it is 400", fresh=True)
def wrong(service: Service) -> None:
    right = {"title": "t", "author": "a", "text": "x"}
    for name in right:
        service.post(
            "/threads", data={key: value for key, value in right.items() if key != name}
        ).is_(400)
        service.post("/threads", data={**right, name: ""}).is_(400)
    expect("/threads/1" not in _html(service.get("/")), "no thread")


@suite.check("a thread that does not exist is 404")
def missing(service: Service) -> None:
    service.get("/threads/9999").is_(404)
    _reply(service, "/threads/9999", "Jo", "hello").is_(404)


@suite.check("everything is remembered after a restart")
def kept(service: Service) -> None:
    thread = _start(service, "Stay")
    _reply(service, thread, "Jo", "I do").is_(303)
    service.restart()
    equal(len(_posts(service, thread)), 2, "the posts")
    expect(f'<a href="{thread}">Stay</a>' in _html(service.get("/")), "the link")

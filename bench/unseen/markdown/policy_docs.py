"""Policies in Markdown with every version they ever had, restored, compared and rendered."""

from __future__ import annotations

import re
from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("policy-docs", "service")


def _told(answer: Answer, *names: str) -> Any:
    """A member of an answer, be it a value or a method."""
    for name in names:
        if hasattr(answer, name):
            told = getattr(answer, name)
            return told() if callable(told) else told
    raise AttributeError(f"an answer has none of {names}")


def _text(answer: Answer) -> str:
    told = _told(answer, "text", "content", "body")
    return told.decode() if isinstance(told, bytes) else str(told)


def _header(answer: Answer, name: str) -> str:
    told = {str(key).lower(): str(value) for key, value in dict(_told(answer, "headers")).items()}
    return told.get(name.lower(), "")


def _slug() -> str:
    return f"p-{token_hex(4)}"


def _put(service: Service, slug: str, body: str = "Text", **more: Any) -> Answer:
    headers = more.pop("headers", {})
    given = {"title": "Travel policy", "body": body, "author": "kim", **more}
    return service.put(f"/docs/{slug}", json=given, headers=headers)


def _doc(service: Service, *bodies: str, **more: Any) -> str:
    slug = _slug()
    _put(service, slug, bodies[0] if bodies else "Text", **more).is_(201)
    for each in bodies[1:]:
        _put(service, slug, each, **more).is_(200)
    return slug


def _read(service: Service, path: str) -> dict[str, Any]:
    told: dict[str, Any] = service.get(f"/docs/{path}").is_(200).json()
    return told


def _slugs(service: Service, **params: str) -> list[str]:
    told = service.get("/docs", params=params).is_(200).json()["docs"]
    return [each["slug"] for each in told]


def _page(service: Service, body: str, **more: Any) -> str:
    answer = service.get(f"/docs/{_doc(service, body, **more)}/page").is_(200)
    expect(_header(answer, "content-type").startswith("text/html"), "it is text/html")
    return _text(answer)


@suite.check("a new service has no documents", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/docs").is_(200).json(), {"docs": []}, "the documents")


@suite.check("the first PUT is 201 with version 1, the next 200 with version 2")
def versions(service: Service) -> None:
    slug = _slug()
    made = _put(service, slug, "# One\n\n“Text”").is_(201).json()
    wanted = {"slug": slug, "title": "Travel policy", "body": "# One\n\n“Text”", "author": "kim"}
    wanted["version"] = 1
    equal({name: made[name] for name in wanted}, wanted, "the document")
    told = _put(service, slug, "Two", title="New", author="lee").is_(200).json()
    wanted |= {"body": "Two", "title": "New", "author": "lee", "version": 2}
    for each in (told, _read(service, slug)):
        equal({name: each[name] for name in wanted}, wanted, "the document")
        expect("T" in each["updatedAt"], "updatedAt is a time")


@suite.check("documents are listed by slug in their current version", fresh=True)
def listed(service: Service) -> None:
    for slug in ("travel", "apes", "mail"):
        _put(service, slug).is_(201)
    _put(service, "mail", title="Mail, new").is_(200)
    told = service.get("/docs").is_(200).json()["docs"]
    seen = [(each["slug"], each["title"], each["version"]) for each in told]
    title = "Travel policy"
    equal(seen, [("apes", title, 1), ("mail", "Mail, new", 2), ("travel", title, 1)], "them")


@suite.check("a search is in title and body of the current version, in any case")
def found(service: Service) -> None:
    mark = f"x{token_hex(4)}"
    titled = _doc(service, title=f"The {mark}")
    current = _doc(service, "old", f"new {mark.upper()} text")
    _doc(service, f"old {mark} text", "new")
    for query in (mark, mark.upper()):
        equal(_slugs(service, q=query), sorted([titled, current]), "what is found")
    equal(_slugs(service, q=token_hex(8)), [], "what is found for nothing")


@suite.check("every version stays readable, newest first")
def history(service: Service) -> None:
    slug = _doc(service, "one", "two", "three")
    told = _read(service, f"{slug}/versions")["versions"]
    equal([each["version"] for each in told], [3, 2, 1], "the versions")
    equal({each["author"] for each in told}, {"kim"}, "the authors")
    for number, body in ((1, "one"), (2, "two"), (3, "three")):
        told_ = _read(service, f"{slug}/versions/{number}")
        equal((told_["version"], told_["body"]), (number, body), "the version")
    service.get(f"/docs/{slug}/versions/4").is_(404)
    service.get(f"/docs/{slug}/versions/0").is_(404)


@suite.check("restoring makes a new version of an old text")
def restored(service: Service) -> None:
    slug = _doc(service, "one", title="First")
    _put(service, slug, "two", title="Second").is_(200)
    given = {"version": 1, "author": "lee"}
    told = service.post(f"/docs/{slug}/restore", json=given).is_(200).json()
    for each in (told, _read(service, slug)):
        seen = tuple(each[name] for name in ("version", "title", "body", "author"))
        equal(seen, (3, "First", "one", "lee"), "the document")
    equal(_read(service, f"{slug}/versions/2")["body"], "two", "version 2")
    service.post(f"/docs/{slug}/restore", json={"version": 9, "author": "lee"}).is_(404)
    equal(_read(service, slug)["version"], 3, "the version")


@suite.check("a diff tells the lines that are only in one of two versions")
def diff(service: Service) -> None:
    slug = _doc(service, "a\nb\nc\nd", "a\nx\nc\ny", "a\nx\nc\ny")
    for from_, to, added, removed in (
        (1, 2, ["x", "y"], ["b", "d"]),
        (2, 1, ["b", "d"], ["x", "y"]),
        (2, 3, [], []),
    ):
        params = {"from": from_, "to": to}
        told = service.get(f"/docs/{slug}/diff", params=params).is_(200).json()
        equal(told, {"added": added, "removed": removed}, f"the diff from {from_} to {to}")
    service.get(f"/docs/{slug}/diff", params={"from": 1, "to": 7}).is_(404)


@suite.check("an ETag has the version; an If-Match that is not current is 412")
def matched(service: Service) -> None:
    slug = _doc(service, "one")
    tag = _header(service.get(f"/docs/{slug}").is_(200), "etag")
    equal(tag, '"1"', "the ETag")
    _put(service, slug, "two", headers={"If-Match": tag}).is_(200)
    _put(service, slug, "lost", headers={"If-Match": tag}).is_(412)
    told = _read(service, slug)
    equal((told["version"], told["body"]), (2, "two"), "the document")
    equal(_header(service.get(f"/docs/{slug}").is_(200), "etag"), '"2"', "the ETag")
    _put(service, slug, "three").is_(200)


@suite.check("the page has headings, bold, italic, lists, links and paragraphs")
def rendered(service: Service) -> None:
    body = "# Big\n\n## Mid\n\n### Low\n\nBook **early** and *often*.\n\n"
    body += "Second.\n\n- one\n- two\n\n"
    told = _page(service, body + "See [rules](https://example.org/r).")
    for pattern in (
        r"<title>[^<]*Travel policy[^<]*</title>",
        r"<h1[^>]*>\s*Big\s*</h1>",
        r"<h2[^>]*>\s*Mid\s*</h2>",
        r"<h3[^>]*>\s*Low\s*</h3>",
        r"<p>\s*Book <strong>early</strong> and <em>often</em>\.\s*</p>|<b>early</b>",
        r"<p>\s*Second\.\s*</p>",
        r"<ul>\s*<li>\s*(<p>)?\s*one\s*(</p>)?\s*</li>\s*<li>\s*(<p>)?\s*two",
        r"<a [^>]*href=\"https://example\.org/r\"[^>]*>rules</a>",
    ):
        expect(re.search(pattern, told) is not None, f"the page has {pattern}")


@suite.check("raw HTML is shown as text, in the body and in the title")
def escaped(service: Service) -> None:
    told = _page(service, "Hi <script>alert(1)</script>\n\n<b onclick='x'>y</b>", title="<i>A & B")
    expect("<script>alert" not in told, "no script in the page")
    expect("&lt;script&gt;" in told, "the script is shown as text")
    expect("<b onclick" not in told, "no tag of the body in the page")
    expect("<i>A" not in told, "no tag of the title in the page")


@suite.check("a deleted document is gone with all its versions")
def deleted(service: Service) -> None:
    slug = _doc(service, "one", "two")
    service.delete(f"/docs/{slug}").is_(204)
    for path in (slug, f"{slug}/versions", f"{slug}/versions/1", f"{slug}/page"):
        service.get(f"/docs/{path}").is_(404)
    service.delete(f"/docs/{slug}").is_(404)
    expect(slug not in _slugs(service), "it is not listed")
    equal(_put(service, slug).is_(201).json()["version"], 1, "the version of a new start")


@suite.check("an unknown slug is 404")
def absent(service: Service) -> None:
    slug = _slug()
    for path in (slug, f"{slug}/versions", f"{slug}/versions/1", f"{slug}/page"):
        service.get(f"/docs/{path}").is_(404)
    service.get(f"/docs/{slug}/diff", params={"from": 1, "to": 1}).is_(404)
    service.post(f"/docs/{slug}/restore", json={"version": 1, "author": "x"}).is_(404)


@suite.check("violations are 400 and tell the field")
def malformed(service: Service) -> None:
    slug = _slug()
    for field, value in (("title", ""), ("title", "t" * 101), ("title", None), ("author", None)):
        told = _put(service, slug, **{field: value}).is_(400).json()
        expect(isinstance(told["errors"][field], str), f"a message for {field}")
    for left in ("title", "body", "author"):
        right = {"title": "t", "body": "b", "author": "a"}
        del right[left]
        told = service.put(f"/docs/{slug}", json=right).is_(400).json()
        expect(left in told["errors"], f"a message for {left}")
    for wrong in ("Upper", "under_score", "s" * 51):
        expect("slug" in _put(service, wrong).is_(400).json()["errors"], "a message for slug")
    service.get(f"/docs/{slug}").is_(404)
    _put(service, slug, "", title="t" * 100).is_(201)

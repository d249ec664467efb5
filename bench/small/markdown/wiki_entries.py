"""A wiki that remembers who changed what, with a page to read."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("wiki-entries", "service")


def _slug() -> str:
    return f"entry-{token_hex(4)}"


def _put(
    service: Service, slug: str, text: str, title: str = "Coffee", editor: str = "Anna", **more: Any
) -> Answer:
    given = {"title": title, "text": text, "editor": editor, **more}
    return service.put(f"/entries/{slug}", json=given)


def _get(service: Service, slug: str, **params: int) -> Any:
    return service.get(f"/entries/{slug}", params=params).is_(200).json()


def _is(told: Any, wanted: dict[str, Any]) -> None:
    equal({name: told[name] for name in wanted}, wanted, "the entry")


@suite.check("an entry is created with revision 1, and changed counts one up")
def written(service: Service) -> None:
    slug = _slug()
    wanted = {"slug": slug, "title": "Coffee", "text": "one", "editor": "Anna", "revision": 1}
    _is(_put(service, slug, "one").is_(201).json(), wanted)
    _is(_get(service, slug), wanted)
    wanted |= {"title": "Tea", "text": "", "editor": "Ben", "revision": 2}
    _is(_put(service, slug, "", "Tea", "Ben").is_(200).json(), wanted)
    _is(_get(service, slug), wanted)


@suite.check("the same title and text again change nothing")
def unchanged(service: Service) -> None:
    slug = _slug()
    _put(service, slug, "one").is_(201)
    told = _put(service, slug, "one", editor="Ben").is_(200).json()
    _is(told, {"text": "one", "editor": "Anna", "revision": 1})
    equal(len(service.get(f"/entries/{slug}/history").is_(200).json()), 1, "the revisions")
    told = _put(service, slug, "one", "Other title").is_(200).json()
    _is(told, {"title": "Other title", "revision": 2})


@suite.check("an edit based on another than the current revision is a conflict")
def conflict(service: Service) -> None:
    slug = _slug()
    _put(service, slug, "one").is_(201)
    _put(service, slug, "two", based_on=1).is_(200)
    told = _put(service, slug, "lost", based_on=1).is_(409).json()
    equal(told, {"error": "edit conflict", "current": 2}, "the answer")
    _is(_get(service, slug), {"text": "two", "revision": 2})
    _put(service, slug, "three").is_(200)
    told = _put(service, slug, "lost", based_on=7).is_(409).json()
    equal(told, {"error": "edit conflict", "current": 3}, "the answer")
    _is(_put(service, slug, "four", based_on=3).is_(200).json(), {"text": "four", "revision": 4})


@suite.check("earlier revisions are still there")
def revisions(service: Service) -> None:
    slug, other = _slug(), _slug()
    _put(service, slug, "one").is_(201)
    _put(service, other, "other").is_(201)
    _put(service, slug, "two", "Tea", "Ben").is_(200)
    wanted = {"slug": slug, "title": "Coffee", "text": "one", "editor": "Anna", "revision": 1}
    _is(_get(service, slug, revision=1), wanted)
    _is(_get(service, slug, revision=2), {"title": "Tea", "text": "two", "editor": "Ben"})
    service.get(f"/entries/{slug}", params={"revision": 3}).is_(404)


@suite.check("the history tells revisions and editors, the latest first")
def history(service: Service) -> None:
    slug = _slug()
    _put(service, slug, "one").is_(201)
    _put(service, slug, "two", editor="Ben").is_(200)
    _put(service, slug, "three", editor="Cleo").is_(200)
    wanted = [
        {"revision": 3, "editor": "Cleo"},
        {"revision": 2, "editor": "Ben"},
        {"revision": 1, "editor": "Anna"},
    ]
    equal(service.get(f"/entries/{slug}/history").is_(200).json(), wanted, "the history")


@suite.check("the page shows title, text, revision and editor")
def page(service: Service) -> None:
    slug = _slug()
    _put(service, slug, "one").is_(201)
    _put(service, slug, "Beans are in the drawer.", editor="Ben").is_(200)
    answer = service.get(f"/wiki/{slug}").is_(200)
    expect(answer.headers["content-type"].startswith("text/html"), "the page is HTML")
    expect("<h1>Coffee</h1>" in answer.text, "the title is in an h1")
    expect("<pre>Beans are in the drawer.</pre>" in answer.text, "the text is in a pre")
    expect("Revision 2, last edited by Ben" in answer.text, "it tells revision and editor")


@suite.check("what people typed appears on the page as they typed it")
def escaped(service: Service) -> None:
    slug = _slug()
    given = "if a < b & c: <script>alert(1)</script>"
    _put(service, slug, given, "<b>Bold</b>", "<i>Eve</i>").is_(201)
    text = service.get(f"/wiki/{slug}").is_(200).text
    for raw in ("<script>", "<b>", "<i>Eve"):
        expect(raw not in text, f"{raw} is not a tag of the page")
    expect("if a &lt; b &amp; c: &lt;script&gt;" in text, "the text is escaped")
    expect("&lt;b&gt;Bold" in text, "the title is escaped")
    equal(_get(service, slug)["text"], given, "the text of the entry")


@suite.check("an entry that is not there is 404, on the page too")
def absent(service: Service) -> None:
    slug = _slug()
    service.get(f"/entries/{slug}").is_(404)
    service.get(f"/entries/{slug}/history").is_(404)
    answer = service.get(f"/wiki/{slug}").is_(404)
    expect(answer.headers["content-type"].startswith("text/html"), "the page is HTML")
    expect("No such entry" in answer.text, "the page says so")


@suite.check("whatever else is wrong is 400")
def malformed(service: Service) -> None:
    slug = _slug()
    right = {"title": "t", "text": "x", "editor": "e"}
    for name in right:
        less = {key: value for key, value in right.items() if key != name}
        service.put(f"/entries/{slug}", json=less).is_(400)
    _put(service, slug, "x", title="").is_(400)
    _put(service, slug, "x", editor="").is_(400)
    for wrong in ("Coffee", "a" * 41, "under_score"):
        _put(service, wrong, "x").is_(400)
    service.get(f"/entries/{slug}").is_(404)
    _put(service, token_hex(20), "x").is_(201)

"""A blog: posts under slugs, comments, pages, and drafts that stay at home."""

from __future__ import annotations

from collections.abc import Callable
from html.parser import HTMLParser
from secrets import token_hex
from typing import Any
from urllib.parse import quote, unquote

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.race import at_once
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("blog-engine", "service")


def _document(status: str, *tags: str, title: str = "") -> dict[str, Any]:
    title = title or f"Post {token_hex(4)}"
    return {"title": title, "body": f"**{token_hex(4)}**", "tags": list(tags), "status": status}


def _make(service: Service, given: dict[str, Any]) -> str:
    """The path of a new post."""
    slug = service.post("/posts", json=given).created()["slug"]
    expect(isinstance(slug, str) and slug, "a slug is a text")
    return f"/posts/{quote(slug, safe='')}"


def _published(service: Service, *tags: str) -> tuple[str, dict[str, Any]]:
    given = _document("published", *tags)
    return _make(service, given), given


def _holds(service: Service, post: str, given: dict[str, Any]) -> None:
    told = service.get(post).is_(200).json()
    seen = {name: told[name] for name in given}
    seen["tags"] = sorted(seen["tags"])
    equal(seen, given | {"tags": sorted(given["tags"])}, "the post")


def _titles(service: Service) -> list[str]:
    return [each["title"] for each in service.get("/posts").items("posts")]


def _page(service: Service, path: str) -> str:
    answer = service.get(path).is_(200)
    expect("text/html" in answer.headers.get("content-type", ""), f"{path} is served as HTML")
    return answer.text


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self.found += [value or "" for name, value in attrs if name == "href"]


def _links(page: str) -> list[str]:
    links = _Links()
    links.feed(page)
    return links.found


def _slug(post: str) -> str:
    return unquote(post.rpartition("/")[2])


@suite.check("a new blog has no posts, no tags and a page without links to any", fresh=True)
def empty(service: Service) -> None:
    equal(_titles(service), [], "the posts")
    equal(service.get("/tags").is_(200).json(), {}, "the tags")
    equal([each for each in _links(_page(service, "/")) if "/posts/" in each], [], "the links")


@suite.check("a published post can be read back, and is listed")
def created(service: Service) -> None:
    one, first = _published(service, "a", "b")
    two, second = _published(service)
    _holds(service, one, first)
    _holds(service, two, second)
    equal(sorted(_titles(service)), sorted([first["title"], second["title"]]), "the titles")


@suite.check("a slug is made from the title, and is fit for an address")
def slugs(service: Service) -> None:
    mark = token_hex(3)
    post = _make(service, _document("published", title=f"  Hello, World & {mark}!  "))
    slug = _slug(post)
    words = [each for each in slug.split("-") if each != "and"]
    equal(words, ["hello", "world", mark], "the words of the slug")
    odd = service.post("/posts", json=_document("published", title=f"Über {mark}/..?#%"))
    path = f"/posts/{quote(odd.created()['slug'], safe='')}"
    expect("%" not in path.replace("%C3%BC", ""), f"a slug without signs, not {path}")
    service.get(path).is_(200)
    nothing = service.post("/posts", json=_document("published", title="!!!"))
    if nothing.is_(200, 201, 400, 422).status in {200, 201}:
        slug = nothing.json()["slug"]
        expect(slug, "a title of signs has a slug too")
        service.get(f"/posts/{quote(slug, safe='')}").is_(200)


@suite.check("posts of the same title have slugs of their own, also at the same moment")
def unique(service: Service) -> None:
    title = f"Same {token_hex(4)}"
    given = [_document("published", title=title) for _ in range(3)]
    posts = [_make(service, each) for each in given]
    equal(len(set(posts)), 3, "the number of slugs for three posts of one title")
    for post, each in zip(posts, given, strict=True):
        expect(_slug(post).startswith(_slug(posts[0])), "the slug is made from the title")
        _holds(service, post, each)
    again = _document("published", title=f"Race {token_hex(4)}")
    make: Callable[[], Answer] = lambda: service.post("/posts", json=again)  # noqa: E731
    answers = [each for each in at_once([make] * 5) if each.is_(200, 201, 409).status != 409]
    made = {each.json()["slug"] for each in answers}
    expect(answers and len(made) == len(answers), "each post made at once has its own slug")
    equal(_titles(service).count(again["title"]), len(made), "the number of posts listed")


@suite.check("a draft is not public until it is published, and then again not")
def drafts(service: Service) -> None:
    tag = token_hex(4)
    given = _document("draft", tag)
    post = _make(service, given)
    for status in ("draft", "published", "draft"):
        service.update(post, given | {"status": status}).done()
        public = status == "published"
        equal(given["title"] in _titles(service), public, f"a {status} post is listed")
        equal(given["title"] in _page(service, "/"), public, f"a {status} post is on the page")
        service.get(f"{post}/html").is_(200 if public else 404)
        equal(service.get("/tags").is_(200).json().get(tag, 0), int(public), "its tag counts")


@suite.check("the first page links every published post, and shows titles as text")
def front(service: Service) -> None:
    mark = token_hex(4)
    posts = [
        _make(service, _document("published", title=f"<b>{mark}</b> & {each}")) for each in "xy"
    ]
    page = _page(service, "/")
    for post in posts:
        links = [unquote(each) for each in _links(page)]
        expect(any(_slug(post) in each.split("/") for each in links), f"a link to {post}")
    expect(f"<b>{mark}" not in page, "no markup of a title is let through")
    expect(f"&lt;b&gt;{mark}" in page, "the title is shown as it was written")


@suite.check("the page of a post is its body, rendered, under its title")
def rendered(service: Service) -> None:
    one, two = token_hex(4), token_hex(4)
    body = f"# {one}\n\nsome *{two}* text\n\n1. a\n2. b\n\n`x < y`"
    post = _make(service, _document("published", title=f"About {one}") | {"body": body})
    page = _page(service, f"{post}/html")
    for each in (f"{one}</h1>", f"<em>{two}</em>", "<ol>", "<li>a</li>", "<code>x &lt; y</code>"):
        expect(each in page, f"{each} in the page")
    expect(f"About {one}" in page, "the title is in the page")


@suite.check("tags count published posts, each once, and follow changes")
def tags(service: Service) -> None:
    red, blue = f"r{token_hex(4)}", f"b{token_hex(4)}"

    def counts() -> tuple[int, int]:
        told = service.get("/tags").is_(200).json()
        return told.get(red, 0), told.get(blue, 0)

    first, _ = _published(service, red, blue)
    second, given = _published(service, red)
    _make(service, _document("draft", red, blue))
    equal(counts(), (2, 1), "the counts")
    service.update(second, given | {"tags": [blue]}).done()
    equal(counts(), (1, 2), "the counts after new tags")
    service.delete(first).done()
    equal(counts(), (0, 1), "the counts after a deletion")


@suite.check("comments stand under their post, in the order they were written")
def comments(service: Service) -> None:
    (post, _), (other, _) = _published(service), _published(service)
    said = [{"author": f"a{token_hex(3)}", "text": f"<script>{token_hex(3)}"} for _ in range(3)]
    for each in said:
        service.post(f"{post}/comments", json=each).created()
    told = service.get(f"{post}/comments").items("comments")
    equal([{name: each[name] for name in ("author", "text")} for each in told], said, "comments")
    equal(service.get(f"{other}/comments").items("comments"), [], "comments of another post")
    page = _page(service, f"{post}/html")
    expect("<script>" not in page, "no markup of a comment is let through")
    refuses_malformed(service, f"{post}/comments", {"author": "a"}, {"author": "a", "text": {}})
    equal(len(service.get(f"{post}/comments").items("comments")), 3, "the number of comments")


@suite.check("an update changes that post alone")
def updated(service: Service) -> None:
    (post, given), (other, others) = _published(service, "old"), _published(service, "old")
    new = given | {"body": token_hex(4), "tags": ["new"]}
    service.update(post, new).done()
    _holds(service, post, new)
    _holds(service, other, others)
    expect(new["body"] in _page(service, f"{post}/html"), "the page is new too")
    if service.patched(post, {"tags": ["patched"]}):
        _holds(service, post, new | {"tags": ["patched"]})


@suite.check("a deleted post is gone from everywhere; what is not there is 404")
def deleted(service: Service) -> None:
    (stays, others), (post, given) = _published(service), _published(service)
    service.post(f"{post}/comments", json={"author": "a", "text": "t"}).created()
    service.delete(post).done()
    for path in (post, "/posts/no-such-post"):
        service.get(path).is_(404)
        service.get(f"{path}/html").is_(404)
        service.get(f"{path}/comments").is_(404)
        service.post(f"{path}/comments", json={"author": "a", "text": "t"}).is_(404)
        service.update(path, given).is_(404)
        service.delete(path).is_(404)
    expect(given["title"] not in _page(service, "/"), "it is not on the page")
    _holds(service, stays, others)
    reborn = _make(service, given)
    equal(service.get(f"{reborn}/comments").items("comments"), [], "comments of a new post")


@suite.check("a post without a title, or with another status, is refused and not kept")
def malformed(service: Service) -> None:
    before = len(_titles(service))
    good = _document("published")
    untitled = {name: value for name, value in good.items() if name != "title"}
    wrong: list[dict[str, Any]] = [{"status": "secret"}, {"title": {}}, {"tags": 7}, {"body": []}]
    refuses_malformed(service, "/posts", untitled, *(good | each for each in wrong))
    equal(len(_titles(service)), before, "the number of posts")


@suite.check("posts and comments outlive a restart, and drafts stay drafts")
def kept(service: Service) -> None:
    post, given = _published(service, "kept")
    draft = _make(service, hidden := _document("draft"))
    service.post(f"{post}/comments", json={"author": "a", "text": "t"}).created()
    service.restart()
    _holds(service, post, given)
    equal(len(service.get(f"{post}/comments").items("comments")), 1, "the number of comments")
    service.get(f"{draft}/html").is_(404)
    service.update(draft, hidden | {"status": "published"}).done()
    service.get(f"{draft}/html").is_(200)
    expect(_make(service, given) != post, "a slug in use is not given out again")

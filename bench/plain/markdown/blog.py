"""A blog: posts, newest first, and comments on them."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("blog", "service")


def _new(service: Service, title: str = "Hello") -> dict[str, Any]:
    return service.post("/posts", json={"title": title, "text": "World"}).is_(201).json()


def _comment(service: Service, post: dict[str, Any], **given: Any) -> Answer:
    return service.post(f"/posts/{post['id']}/comments", json=given)


@suite.check("a post is written and read")
def new(service: Service) -> None:
    made = _new(service)
    equal((made["title"], made["text"]), ("Hello", "World"), "the post")
    expect(made["created_at"][:2] == "20" and "T" in made["created_at"], "an ISO 8601 time")
    told = service.get(f"/posts/{made['id']}").is_(200).json()
    equal(
        {name: told[name] for name in ("id", "title", "text", "created_at")},
        {name: made[name] for name in ("id", "title", "text", "created_at")},
        "the post read",
    )
    equal(told["comments"], [], "its comments")


@suite.check("posts are listed newest first, without their text", fresh=True)
def listed(service: Service) -> None:
    for title in ("one", "two", "three"):
        _new(service, title)
    told = service.get("/posts").is_(200).json()
    equal([each["title"] for each in told], ["three", "two", "one"], "the titles")
    expect(all("text" not in each for each in told), "no text in the list")
    equal([each["comment_count"] for each in told], [0, 0, 0], "the comment counts")


@suite.check("comments stand under their post, oldest first")
def comments(service: Service) -> None:
    post, other = _new(service), _new(service)
    first = _comment(service, post, author="Ann", text="Nice").is_(201).json()
    equal((first["author"], first["text"]), ("Ann", "Nice"), "the comment")
    second = _comment(service, post, author="Bob", text="Meh").is_(201).json()
    told = service.get(f"/posts/{post['id']}").is_(200).json()["comments"]
    equal(
        [(e["id"], e["author"], e["text"]) for e in told],
        [(first["id"], "Ann", "Nice"), (second["id"], "Bob", "Meh")],
        "the comments",
    )
    equal(service.get(f"/posts/{other['id']}").is_(200).json()["comments"], [], "the other's")
    counts = {e["id"]: e["comment_count"] for e in service.get("/posts").is_(200).json()}
    equal((counts[post["id"]], counts[other["id"]]), (2, 0), "the comment counts")


@suite.check("who does not say a name is anonymous")
def anonymous(service: Service) -> None:
    post = _new(service)
    equal(_comment(service, post, text="Hi").is_(201).json()["author"], "anonymous", "the author")
    told = service.get(f"/posts/{post['id']}").is_(200).json()["comments"]
    equal(told[0]["author"], "anonymous", "the author read")


@suite.check("missing or empty is 400")
def malformed(service: Service) -> None:
    for wrong in (
        {"title": "a"},
        {"text": "a"},
        {"title": "", "text": "a"},
        {"title": "a", "text": ""},
    ):
        service.post("/posts", json=wrong).is_(400)
    post = _new(service)
    _comment(service, post, author="Ann").is_(400)
    _comment(service, post, author="Ann", text="").is_(400)
    equal(service.get(f"/posts/{post['id']}").is_(200).json()["comments"], [], "the comments")


@suite.check("no such post is 404")
def unknown(service: Service) -> None:
    service.get("/posts/999999").is_(404)
    _comment(service, {"id": 999999}, text="Hi").is_(404)

"""Posts with comments."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("blog", "service")


def _post(service: Service, title: str = "Hello", published: bool = False) -> Any:
    told = service.post("/posts", json={"title": title, "content": "Some text"}).is_(201).json()
    if published:
        service.post(f"/posts/{told['id']}/publish").is_(200)
    return told["id"]


def _read(service: Service, post: object) -> dict[str, Any]:
    return service.get(f"/posts/{post}").is_(200).json()


@suite.check("a post starts as a draft")
def drafted(service: Service) -> None:
    told = service.post("/posts", json={"title": "Hello", "content": ""}).is_(201).json()
    wanted = {"title": "Hello", "content": "", "status": "draft", "commentCount": 0}
    for each in (told, _read(service, told["id"])):
        equal({name: each[name] for name in wanted}, wanted, "the post")


@suite.check("a bad post is 400", fresh=True)
def malformed(service: Service) -> None:
    bad: tuple[dict[str, object], ...] = (
        {"content": "x"},
        {"title": "x"},
        {"title": "", "content": "x"},
        {"title": "t" * 121, "content": "x"},
    )
    for given in bad:
        service.post("/posts", json=given).is_(400)
    equal(service.get("/posts").is_(200).json(), [], "the posts")
    post = _post(service)
    for given in bad:
        service.put(f"/posts/{post}", json=given).is_(400)
    equal(_read(service, post)["title"], "Hello", "the title")


@suite.check("a post is published once")
def published(service: Service) -> None:
    post = _post(service)
    equal(
        service.post(f"/posts/{post}/publish").is_(200).json()["status"],
        "published",
        "the status told",
    )
    equal(_read(service, post)["status"], "published", "the status read")
    service.post(f"/posts/{post}/publish").is_(409)


@suite.check("a post is changed, its status is not")
def changed(service: Service) -> None:
    post = _post(service, published=True)
    told = service.put(f"/posts/{post}", json={"title": "New", "content": "Other"}).is_(200).json()
    for each in (told, _read(service, post)):
        equal(
            (each["title"], each["content"], each["status"]),
            ("New", "Other", "published"),
            "the post",
        )


@suite.check("posts are listed newest first, and by status", fresh=True)
def listed(service: Service) -> None:
    for title, public in (("one", True), ("two", False), ("three", True)):
        _post(service, title, public)
    for params, wanted in (
        ({}, ["three", "two", "one"]),
        ({"status": "published"}, ["three", "one"]),
        ({"status": "draft"}, ["two"]),
    ):
        told = service.get("/posts", params=params).is_(200).json()
        equal([each["title"] for each in told], wanted, f"the posts for {params}")


@suite.check("a published post is commented on")
def commented(service: Service) -> None:
    post, other = _post(service, published=True), _post(service, published=True)
    equal(service.get(f"/posts/{post}/comments").is_(200).json(), [], "no comments")
    for author, text in (("ann", "first"), ("bob", "second")):
        told = (
            service.post(f"/posts/{post}/comments", json={"author": author, "text": text})
            .is_(201)
            .json()
        )
        equal((told["author"], told["text"]), (author, text), "the comment")
    told = service.get(f"/posts/{post}/comments").is_(200).json()
    equal(
        [(each["author"], each["text"]) for each in told],
        [("ann", "first"), ("bob", "second")],
        "they",
    )
    equal(_read(service, post)["commentCount"], 2, "the number of comments")
    equal(_read(service, other)["commentCount"], 0, "the number of comments of the other")
    equal(service.get(f"/posts/{other}/comments").is_(200).json(), [], "the comments of the other")


@suite.check("a draft or a bad comment is refused")
def refused(service: Service) -> None:
    draft, post = _post(service), _post(service, published=True)
    service.post(f"/posts/{draft}/comments", json={"author": "ann", "text": "hi"}).is_(409)
    equal(_read(service, draft)["commentCount"], 0, "the comments of the draft")
    for given in (
        {"author": "ann"},
        {"text": "hi"},
        {"author": "", "text": "hi"},
        {"author": "ann", "text": ""},
    ):
        service.post(f"/posts/{post}/comments", json=given).is_(400)
    equal(_read(service, post)["commentCount"], 0, "the number of comments")


@suite.check("a deleted or unknown post is 404")
def deleted(service: Service) -> None:
    post = _post(service, published=True)
    service.post(f"/posts/{post}/comments", json={"author": "ann", "text": "hi"}).is_(201)
    service.delete(f"/posts/{post}").is_(204)
    for id_ in (post, 987654):
        service.get(f"/posts/{id_}").is_(404)
        service.delete(f"/posts/{id_}").is_(404)
        service.put(f"/posts/{id_}", json={"title": "a", "content": "b"}).is_(404)
        service.post(f"/posts/{id_}/publish").is_(404)
        service.get(f"/posts/{id_}/comments").is_(404)
        service.post(f"/posts/{id_}/comments", json={"author": "a", "text": "b"}).is_(404)

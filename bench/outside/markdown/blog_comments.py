"""Comments of a blog, with replies, likes, and an owner who removes some."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("blog-comments", "service")

_KEY = {"X-Owner-Key": "sesame"}


def _post() -> str:
    return f"/posts/p-{token_hex(5)}/comments"


def _write(service: Service, post: str, text: str = "hm", **more: object) -> int:
    given = {"author": "Mo", "text": text, **more}
    id_: int = service.post(post, json=given).is_(201).json()["id"]
    return id_


def _see(service: Service, post: str, **params: str) -> list[Any]:
    told: list[Any] = service.get(post, params=params).items()
    return told


def _like(service: Service, id_: object, visitor: str) -> Answer:
    return service.post(f"/comments/{id_}/like", json={"visitor": visitor})


def _remove(service: Service, id_: object) -> Answer:
    return service.delete(f"/comments/{id_}", headers=_KEY)


def _comment(id_: int, text: str, *replies: Any, likes: int = 0) -> dict[str, Any]:
    told = {"id": id_, "author": "Mo", "text": text, "likes": likes, "removed": False}
    return told | {"replies": list(replies)}


def _reply(id_: int, text: str, likes: int = 0) -> dict[str, Any]:
    told = _comment(id_, text, likes=likes)
    del told["replies"]
    return told


@suite.check("a post without comments has an empty list")
def empty(service: Service) -> None:
    equal(_see(service, _post()), [], "the comments")


@suite.check("comments and their replies are told oldest first")
def told(service: Service) -> None:
    post, other = _post(), _post()
    a, b = _write(service, post, "a"), _write(service, post, "b")
    c, d = _write(service, post, "c", reply_to=a), _write(service, post, "d", reply_to=a)
    _write(service, other, "x")
    wanted = [_comment(a, "a", _reply(c, "c"), _reply(d, "d")), _comment(b, "b")]
    equal(_see(service, post), wanted, "the comments")


@suite.check("a reply is to a comment of the same post that is there")
def replies(service: Service) -> None:
    post, other = _post(), _post()
    a, b = _write(service, post), _write(service, other)
    reply = _write(service, post, reply_to=a)
    for wrong in (reply, b, unknown(reply)):
        given = {"author": "Mo", "text": "x", "reply_to": wrong}
        service.post(post, json=given).is_(400)
    _remove(service, a).is_(204)
    service.post(post, json={"author": "Mo", "text": "x", "reply_to": a}).is_(400)
    equal(len(_see(service, post)[0]["replies"]), 1, "the number of replies")


@suite.check("a visitor likes a comment once")
def likes(service: Service) -> None:
    post = _post()
    a = _write(service, post)
    b = _write(service, post, reply_to=a)
    for visitor, wanted in (("v1", 1), ("v1", 1), ("v2", 2)):
        equal(_like(service, a, visitor).is_(200).json(), {"likes": wanted}, "the likes")
    equal(_like(service, b, "v1").is_(200).json(), {"likes": 1}, "the likes of a reply")
    wanted_ = [_comment(a, "hm", _reply(b, "hm", 1), likes=2)]
    equal(_see(service, post), wanted_, "the comments")


@suite.check("comments are sorted by likes, replies are not")
def sorted_(service: Service) -> None:
    post = _post()
    a, b, c = (_write(service, post) for _ in range(3))
    d, e = _write(service, post, reply_to=a), _write(service, post, reply_to=a)
    for id_ in (c, e):
        _like(service, id_, "v").is_(200)
    seen = _see(service, post, sort="likes")
    equal([each["id"] for each in seen], [c, a, b], "the comments")
    equal([each["id"] for each in seen[1]["replies"]], [d, e], "the replies")


@suite.check("a comment without replies disappears")
def removed(service: Service) -> None:
    post = _post()
    a, b = _write(service, post, "a"), _write(service, post, "b")
    c, d = _write(service, post, "c", reply_to=a), _write(service, post, "d", reply_to=a)
    for id_ in (b, c):
        _remove(service, id_).is_(204)
        _remove(service, id_).is_(404)
        _like(service, id_, "v").is_(404)
    equal(_see(service, post), [_comment(a, "a", _reply(d, "d"))], "the comments")


@suite.check("a comment with replies leaves a placeholder until they disappear")
def placeholder(service: Service) -> None:
    post = _post()
    a = _write(service, post, "a")
    b, c = _write(service, post, "b", reply_to=a), _write(service, post, "c", reply_to=a)
    _like(service, a, "v").is_(200)
    _remove(service, a).is_(204)
    gone = {"id": a, "author": "", "text": "", "likes": 0, "removed": True}
    equal(_see(service, post), [gone | {"replies": [_reply(b, "b"), _reply(c, "c")]}], "it")
    _remove(service, a).is_(404)
    _like(service, a, "w").is_(404)
    _remove(service, b).is_(204)
    equal(_see(service, post), [gone | {"replies": [_reply(c, "c")]}], "with one reply")
    _remove(service, c).is_(204)
    equal(_see(service, post), [], "without replies")


@suite.check("only the owner removes")
def guarded(service: Service) -> None:
    post = _post()
    a = _write(service, post)
    service.delete(f"/comments/{a}").is_(403)
    service.delete(f"/comments/{a}", headers={"X-Owner-Key": "open"}).is_(403)
    equal(len(_see(service, post)), 1, "the number of comments")


@suite.check("invalid input is 400, and what is unknown 404")
def malformed(service: Service) -> None:
    post = _post()
    right: dict[str, object] = {"author": "Mo", "text": "x"}
    wrong: list[dict[str, object]] = [
        {"author": "Mo"},
        {"text": "x"},
        right | {"author": ""},
        right | {"author": "a" * 51},
        right | {"text": ""},
        right | {"text": "t" * 2001},
    ]
    for each in wrong:
        service.post(post, json=each).is_(400)
    equal(_see(service, post), [], "the comments")
    a = _write(service, post, "t" * 2000)
    service.post(f"/comments/{a}/like", json={}).is_(400)
    _like(service, unknown(a), "v").is_(404)
    _remove(service, unknown(a)).is_(404)

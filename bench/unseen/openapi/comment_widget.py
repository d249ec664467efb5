"""Comments below articles: nested, held, liked, edited by key, deleted but for a trace."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("comment-widget", "service")


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


_MOD = {"X-Moderator": "letmein"}


def _article() -> str:
    return f"a-{token_hex(5)}"


def _ok(answer: Answer, status: int = 200) -> dict[str, Any]:
    told: dict[str, Any] = answer.is_(status).json()
    expect(told["ok"] is True, "it is ok")
    return told


def _err(answer: Answer, *status: int) -> None:
    told = answer.is_(*status).json()
    expect(told["ok"] is False, "it is not ok")
    expect(isinstance(told["err"], str) and told["err"] != "", "the err is a text")


def _post(service: Service, article: str, text: str = "First!", **more: Any) -> Answer:
    given = {"author": "Ida", "text": text, **more}
    return service.post(f"/threads/{article}/comment", json=given)


def _comment(service: Service, article: str, text: str = "First!", **more: Any) -> dict[str, Any]:
    told: dict[str, Any] = _ok(_post(service, article, text, **more), 201)["comment"]
    equal(told["text"], text, "the text")
    return told


def _tree(service: Service, article: str, **params: str) -> dict[str, Any]:
    return _ok(service.get(f"/threads/{article}", params=params))


def _shape(comments: list[dict[str, Any]]) -> list[Any]:
    return [(each["id"], _shape(each["replies"])) for each in comments]


def _act(service: Service, id_: Any, verb: str, **given: Any) -> Answer:
    return service.post(f"/comments/{id_}/{verb}", json=given)


@suite.check("an article nobody commented on has an empty tree")
def empty(service: Service) -> None:
    told = _tree(service, _article())
    seen = (told["locked"], told["count"], told["comments"])
    equal(seen, (False, 0, []), "the tree")


@suite.check("a comment is visible at once and never shows its key")
def visible(service: Service) -> None:
    article = _article()
    made = _comment(service, article, "Größe <b>1</b>")
    wanted = {"author": "Ida", "parent": None, "status": "visible", "likes": 0, "edited": False}
    equal({name: made[name] for name in wanted}, wanted, "the comment")
    expect(isinstance(made["editKey"], str) and made["editKey"] != "", "there is a key")
    answer = service.get(f"/threads/{article}").is_(200)
    told = answer.json()["comments"][0]
    seen = (told["id"], told["author"], told["text"], told["replies"])
    equal(seen, (made["id"], "Ida", "Größe <b>1</b>", []), "the comment in the tree")
    expect("editKey" not in _text(answer), "the key is not shown")
    equal(_tree(service, _article())["count"], 0, "the count of another article")


@suite.check("replies nest three deep, oldest first; deeper is 422")
def nested(service: Service) -> None:
    article = _article()
    a, b = _comment(service, article)["id"], _comment(service, article)["id"]
    a1 = _comment(service, article, parent=a)["id"]
    a2 = _comment(service, article, parent=a)["id"]
    a11 = _comment(service, article, parent=a1)["id"]
    _err(_post(service, article, parent=a11), 422)
    told = _tree(service, article)
    equal(told["count"], 5, "the count")
    equal(_shape(told["comments"]), [(a, [(a1, [(a11, [])]), (a2, [])]), (b, [])], "the tree")
    _err(_post(service, _article(), parent=a), 404)
    _err(_post(service, article, parent=unknown(a11)), 404)


@suite.check("the top level is sorted by age or by likes")
def ordered(service: Service) -> None:
    article = _article()
    a, b, c = (_comment(service, article)["id"] for _ in range(3))
    for id_, who in ((c, "x"), (c, "y"), (b, "x")):
        _ok(_act(service, id_, "like", who=who))
    for params, wanted in (
        ({}, [a, b, c]),
        ({"sort": "old"}, [a, b, c]),
        ({"sort": "new"}, [c, b, a]),
        ({"sort": "top"}, [c, b, a]),
    ):
        told = _tree(service, article, **params)["comments"]
        equal([each["id"] for each in told], wanted, f"the comments by {params}")
    _ok(_act(service, a, "like", who="x"))
    told = _tree(service, article, sort="top")["comments"]
    equal([each["id"] for each in told], [c, a, b], "of the same likes the oldest first")


@suite.check("a comment with a link is held until a moderator approves")
def held(service: Service) -> None:
    article = _article()
    links = [_comment(service, article, f"see {each}://x.org") for each in ("http", "https")]
    equal([each["status"] for each in links], ["pending", "pending"], "the status")
    ids = [each["id"] for each in links]
    equal(_tree(service, article)["count"], 0, "the count")
    _err(_act(service, ids[0], "like", who="x"), 409)
    queue = _ok(service.get("/mod/queue", headers=_MOD))["queue"]
    mine = [each for each in queue if each["article"] == article]
    equal([each["id"] for each in mine], ids, "those in the queue")
    equal(mine[0]["text"], "see http://x.org", "the text")
    shown = _comment(service, article)["id"]
    body = {"ids": [ids[1], shown, unknown(shown)]}
    told = _ok(service.post("/mod/approve", json=body, headers=_MOD))
    equal(told["approved"], 1, "the number of those approved")
    told = _tree(service, article)
    equal([each["id"] for each in told["comments"]], [ids[1], shown], "the tree")
    queue = _ok(service.get("/mod/queue", headers=_MOD))["queue"]
    seen = [each["id"] for each in queue if each["article"] == article]
    equal(seen, [ids[0]], "those in the queue")


@suite.check("moderator calls without the key are 403")
def moderators(service: Service) -> None:
    article = _article()
    made = _comment(service, article, "http://x.org")["id"]
    for headers in ({}, {"X-Moderator": "please"}):
        _err(service.get("/mod/queue", headers=headers), 403)
        _err(service.post("/mod/approve", json={"ids": [made]}, headers=headers), 403)
        body = {"article": article, "locked": True}
        _err(service.post("/mod/lock", json=body, headers=headers), 403)
    told = _tree(service, article)
    equal((told["count"], told["locked"]), (0, False), "the thread")


@suite.check("a locked thread takes no comments (423) until it is unlocked")
def locked(service: Service) -> None:
    article = _article()
    _comment(service, article)
    body: dict[str, Any] = {"article": article, "locked": True}
    _ok(service.post("/mod/lock", json=body, headers=_MOD))
    expect(_tree(service, article)["locked"] is True, "it is locked")
    _err(_post(service, article), 423)
    _comment(service, _article())
    body["locked"] = False
    _ok(service.post("/mod/lock", json=body, headers=_MOD))
    _comment(service, article)
    equal(_tree(service, article)["count"], 2, "the count")


@suite.check("a comment is edited with its key; with a link it is held again")
def edited(service: Service) -> None:
    article = _article()
    made, other = _comment(service, article), _comment(service, article)
    id_, key = made["id"], made["editKey"]
    _err(_act(service, id_, "edit", text="x", editKey=other["editKey"]), 403)
    _err(_act(service, id_, "edit", text="", editKey=key), 422)
    _ok(_act(service, id_, "edit", text="Second thoughts", editKey=key))
    told = _tree(service, article)["comments"][0]
    equal((told["text"], told["edited"]), ("Second thoughts", True), "the comment")
    expect(_tree(service, article)["comments"][1]["edited"] is False, "the other is not")
    _ok(_act(service, id_, "edit", text="https://x.org", editKey=key))
    told_ = [each["id"] for each in _tree(service, article)["comments"]]
    equal(told_, [other["id"]], "the tree")


@suite.check("a like of the same browser is taken back by the next")
def liked(service: Service) -> None:
    article = _article()
    id_ = _comment(service, article)["id"]
    for who, likes, mine in (("x", 1, True), ("y", 2, True), ("x", 1, False), ("x", 2, True)):
        told = _ok(_act(service, id_, "like", who=who))
        equal((told["likes"], told["liked"]), (likes, mine), "the likes")
    equal(_tree(service, article)["comments"][0]["likes"], 2, "the likes in the tree")


@suite.check("a deleted comment is left out, or a trace above its replies")
def deleted(service: Service) -> None:
    article = _article()
    top, alone = _comment(service, article), _comment(service, article)
    reply = _comment(service, article, parent=top["id"])["id"]
    _err(_act(service, top["id"], "delete", editKey="wrong"), 403)
    for each in (top, alone):
        _ok(_act(service, each["id"], "delete", editKey=each["editKey"]))
    told = _tree(service, article)
    equal(_shape(told["comments"]), [(top["id"], [(reply, [])])], "the tree")
    seen = (told["count"], told["comments"][0]["author"], told["comments"][0]["text"])
    equal(seen, (1, None, None), "count, author and text")
    path = f"/comments/{reply}/delete"
    _ok(service.post(path, json={}, headers=_MOD))
    told = _tree(service, article)
    equal((told["count"], told["comments"]), (0, []), "the tree")


@suite.check("what is deleted is 410 to delete, edit and like")
def gone(service: Service) -> None:
    made = _comment(service, _article())
    id_, key = made["id"], made["editKey"]
    _ok(_act(service, id_, "delete", editKey=key))
    _err(_act(service, id_, "delete", editKey=key), 410)
    _err(_act(service, id_, "edit", text="x", editKey=key), 410)
    _err(_act(service, id_, "like", who="x"), 410)


@suite.check("an unknown comment is 404")
def absent(service: Service) -> None:
    made = _comment(service, _article())
    id_ = unknown(made["id"])
    _err(_act(service, id_, "edit", text="x", editKey=made["editKey"]), 404)
    _err(_act(service, id_, "delete", editKey=made["editKey"]), 404)
    _err(_act(service, id_, "like", who="x"), 404)


@suite.check("author has 1 to 40 characters, text 1 to 1000 (422)")
def malformed(service: Service) -> None:
    article = _article()
    for each in ({"author": ""}, {"author": "a" * 41}, {"author": None}, {"author": 7}):
        _err(_post(service, article, **each), 422)
    for text in ("", "t" * 1001):
        _err(_post(service, article, text), 422)
    for given in ({"author": "x"}, {"text": "x"}, {}):
        _err(service.post(f"/threads/{article}/comment", json=given), 422)
    equal(_tree(service, article)["count"], 0, "the count")
    _comment(service, article, "t" * 1000, author="a" * 40)

"""A board of lost pets: comments, replies one level deep, and removed ones."""

from __future__ import annotations

from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("lost-pets", "service")


def _notice(service: Service) -> int:
    made = service.post("/notices", json={"pet": "grey cat", "place": "Mill Lane"}).is_(201).json()
    seen = (made["pet"], made["place"], made["found"], made["comment_count"])
    equal(seen, ("grey cat", "Mill Lane", False, 0), "the notice")
    number: int = made["id"]
    return number


def _say(service: Service, notice: int, text: str, reply_to: int | None = None) -> int:
    given: dict[str, Any] = {"author": "Ida", "text": text}
    if reply_to is not None:
        given["reply_to"] = reply_to
    made = service.post(f"/notices/{notice}/comments", json=given).is_(201).json()
    seen = (made["author"], made["text"], made["reply_to"])
    equal(seen, ("Ida", text, reply_to), "the comment")
    number: int = made["id"]
    return number


def _tree(service: Service, notice: int) -> list[Any]:
    told = service.get(f"/notices/{notice}/comments").is_(200).json()
    return [(each["text"], [reply["text"] for reply in each["replies"]]) for each in told]


def _count(service: Service, notice: int) -> int:
    number: int = service.get(f"/notices/{notice}").is_(200).json()["comment_count"]
    return number


@suite.check("notices and comments count from 1, comments over all notices", fresh=True)
def numbered(service: Service) -> None:
    one, two = _notice(service), _notice(service)
    equal((one, two), (1, 2), "the notices")
    equal([_say(service, n, "hi") for n in (two, one, two)], [1, 2, 3], "the comments")
    told = service.get("/notices/2").is_(200).json()
    wanted = {"id": 2, "pet": "grey cat", "place": "Mill Lane", "found": False, "comment_count": 2}
    equal({key: told[key] for key in wanted}, wanted, "the notice")


@suite.check("comments are listed oldest first with their replies")
def listed(service: Service) -> None:
    notice = _notice(service)
    equal(_tree(service, notice), [], "the comments at first")
    one, two = _say(service, notice, "one"), _say(service, notice, "two")
    _say(service, notice, "to two", two)
    first = _say(service, notice, "to one", one)
    _say(service, notice, "to one too", one)
    _say(service, notice, "three")
    wanted = [("one", ["to one", "to one too"]), ("two", ["to two"]), ("three", [])]
    equal(_tree(service, notice), wanted, "the comments")
    equal(_count(service, notice), 6, "the count")
    told = service.get(f"/notices/{notice}/comments").is_(200).json()[0]
    equal((told["id"], told["author"]), (one, "Ida"), "the first comment")
    reply = told["replies"][0]
    equal((reply["id"], reply["author"]), (first, "Ida"), "the first reply")


@suite.check("replies go one level deep, within a notice, to what is there")
def replies(service: Service) -> None:
    notice, other = _notice(service), _notice(service)
    top = _say(service, notice, "top")
    reply = _say(service, notice, "reply", top)
    foreign = _say(service, other, "elsewhere")
    gone = _say(service, notice, "gone")
    service.delete(f"/notices/{notice}/comments/{gone}").is_(204)
    for to in (reply, foreign, gone, 9999, "top"):
        given = {"author": "a", "text": "t", "reply_to": to}
        service.post(f"/notices/{notice}/comments", json=given).is_(422)
    equal(_tree(service, notice), [("top", ["reply"])], "the comments")


@suite.check("a comment without replies disappears, one with replies stays as removed")
def removed(service: Service) -> None:
    notice = _notice(service)
    one, two = _say(service, notice, "one"), _say(service, notice, "two")
    reply = _say(service, notice, "reply", one)
    _say(service, notice, "reply 2", one)
    path = f"/notices/{notice}/comments"
    service.delete(f"{path}/{two}").is_(204)
    equal(_tree(service, notice), [("one", ["reply", "reply 2"])], "without the second")
    equal(_count(service, notice), 3, "the count")
    service.delete(f"{path}/{one}").is_(204)
    equal(_tree(service, notice), [("[removed]", ["reply", "reply 2"])], "without the first")
    told = service.get(path).is_(200).json()[0]
    equal((told["id"], told["author"]), (one, None), "the removed comment")
    equal(_count(service, notice), 2, "the count")
    service.delete(f"{path}/{reply}").is_(204)
    equal(_tree(service, notice), [("[removed]", ["reply 2"])], "without a reply")
    equal(_count(service, notice), 1, "the count")
    service.post(path, json={"author": "a", "text": "t", "reply_to": one}).is_(422)
    service.delete(f"{path}/{one}").is_(404)
    service.delete(f"{path}/{two}").is_(404)


@suite.check("a found pet takes no comments any more, but they can go")
def found(service: Service) -> None:
    notice = _notice(service)
    comment = _say(service, notice, "seen at the mill")
    for _ in range(2):
        told = service.post(f"/notices/{notice}/found").is_(200).json()
        seen = (told["id"], told["found"], told["comment_count"])
        equal(seen, (notice, True, 1), "the notice")
    path = f"/notices/{notice}/comments"
    service.post(path, json={"author": "a", "text": "t"}).is_(409)
    equal(_tree(service, notice), [("seen at the mill", [])], "the comments")
    service.delete(f"{path}/{comment}").is_(204)
    told = service.get(f"/notices/{notice}").is_(200).json()
    equal((told["found"], told["comment_count"]), (True, 0), "the notice")


@suite.check("what is not there is 404")
def absent(service: Service) -> None:
    notice, other = _notice(service), _notice(service)
    comment = _say(service, notice, "stays")
    service.get("/notices/9999").is_(404)
    service.get("/notices/9999/comments").is_(404)
    service.post("/notices/9999/comments", json={"author": "a", "text": "t"}).is_(404)
    service.post("/notices/9999/found").is_(404)
    service.delete(f"/notices/{notice}/comments/9999").is_(404)
    service.delete(f"/notices/{other}/comments/{comment}").is_(404)
    equal(_tree(service, notice), [("stays", [])], "the comments")


@suite.check("invalid fields are 422")
def wrong(service: Service) -> None:
    for given in (
        {"pet": "x"},
        {"place": "x"},
        {"pet": "", "place": "x"},
        {"pet": 1, "place": "x"},
    ):
        service.post("/notices", json=given).is_(422)
    refuses_malformed(service, "/notices")
    notice = _notice(service)
    for given in (
        {"author": "a"},
        {"text": "t"},
        {"author": "", "text": "t"},
        {"author": "a" * 31, "text": "t"},
        {"author": "a", "text": ""},
        {"author": "a", "text": "t" * 281},
        {"author": "a", "text": 5},
    ):
        service.post(f"/notices/{notice}/comments", json=given).is_(422)
    longest = {"author": "a" * 30, "text": "t" * 280}
    service.post(f"/notices/{notice}/comments", json=longest).is_(201)
    equal(_count(service, notice), 1, "the count")

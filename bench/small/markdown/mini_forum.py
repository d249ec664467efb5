"""A forum: topics with replies, the latest activity first, closed by moderators."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("mini-forum", "service")

_MODERATOR = {"X-Moderator": "banhammer"}


def _topic(service: Service, author: str = "mia") -> Any:
    given = {"author": author, "title": f"t{token_hex(4)}", "text": "What do you think?"}
    return service.post("/topics", json=given).is_(201).json()


def _reply(service: Service, topic: Any, text: str = "I agree", author: str = "tom") -> Answer:
    return service.post(f"/topics/{topic['id']}/replies", json={"author": author, "text": text})


def _read(service: Service, topic: Any) -> Any:
    return service.get(f"/topics/{topic['id']}").is_(200).json()


def _close(service: Service, topic: Any, headers: dict[str, str]) -> Answer:
    return service.post(f"/topics/{topic['id']}/close", headers=headers)


def _ids(service: Service, **params: str) -> list[Any]:
    return [each["id"] for each in service.get("/topics", params=params).is_(200).json()]


@suite.check("a forum without topics lists none", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/topics").is_(200).json(), [], "the topics")


@suite.check("a topic is started and read")
def started(service: Service) -> None:
    given = {"author": "mia", "title": "x" * 100, "text": "Grüße, <b>all</b>"}
    made = service.post("/topics", json=given).is_(201).json()
    wanted = {**given, "id": made["id"], "closed": False, "reply_count": 0}
    equal({name: made[name] for name in wanted}, wanted, "the topic")
    told = _read(service, made)
    equal({name: told[name] for name in wanted}, wanted, "the topic read")
    equal(told["replies"], [], "its replies")


@suite.check("replies are told with their topic, oldest first")
def replies(service: Service) -> None:
    topic, other = _topic(service), _topic(service)
    made = [_reply(service, topic, f"r{n}", f"a{n}").is_(201).json() for n in range(3)]
    wanted = [{"id": each["id"], "author": f"a{n}", "text": f"r{n}"} for n, each in enumerate(made)]
    told = _read(service, topic)
    seen = [{name: each[name] for name in ("id", "author", "text")} for each in told["replies"]]
    equal(seen, wanted, "the replies")
    equal(told["reply_count"], 3, "their number")
    equal(_read(service, other)["replies"], [], "the replies of another")


@suite.check("the topic with the latest activity comes first", fresh=True)
def activity(service: Service) -> None:
    a, b, c = (_topic(service)["id"] for _ in range(3))
    equal(_ids(service), [c, b, a], "the topics")
    _reply(service, {"id": a}).is_(201)
    equal(_ids(service), [a, c, b], "the topics after a reply")
    _reply(service, {"id": b}).is_(201)
    equal(_ids(service), [b, a, c], "the topics after another")
    counts = [each["reply_count"] for each in service.get("/topics").is_(200).json()]
    equal(counts, [1, 1, 0], "the numbers of replies")


@suite.check("topics are found by who started them")
def by_author(service: Service) -> None:
    author = f"u{token_hex(4)}"
    mine = [_topic(service, author)["id"] for _ in range(2)]
    other = _topic(service)
    _reply(service, other, author=author).is_(201)
    equal(_ids(service, author=author), mine[::-1], "the topics of the author")
    equal(_ids(service, author=f"u{token_hex(4)}"), [], "the topics of nobody")


@suite.check("a moderator closes a topic, twice if need be, and it takes no more replies")
def closed(service: Service) -> None:
    topic = _topic(service)
    _reply(service, topic).is_(201)
    for _ in range(2):
        equal(_close(service, topic, _MODERATOR).is_(200).json()["closed"], True, "closed")
    _reply(service, topic).is_(409)
    told = _read(service, topic)
    equal((told["closed"], len(told["replies"])), (True, 1), "closed, and the replies")


@suite.check("nobody else can close a topic")
def guarded(service: Service) -> None:
    topic = _topic(service)
    for headers in ({}, {"X-Moderator": "please"}):
        _close(service, topic, headers).is_(403)
    equal(_read(service, topic)["closed"], False, "closed")
    _reply(service, topic).is_(201)


@suite.check("a topic that is not there is 404")
def absent(service: Service) -> None:
    nowhere = {"id": unknown(_topic(service)["id"])}
    service.get(f"/topics/{nowhere['id']}").is_(404)
    _reply(service, nowhere).is_(404)


@suite.check("what is missing, empty or too long is rejected with 400")
def malformed(service: Service) -> None:
    right = {"author": "mia", "title": "t", "text": "x"}
    before = len(_ids(service))
    for name in right:
        service.post("/topics", json=right | {name: ""}).is_(400)
        less = {key: value for key, value in right.items() if key != name}
        service.post("/topics", json=less).is_(400)
    service.post("/topics", json=right | {"title": "x" * 101}).is_(400)
    equal(len(_ids(service)), before, "the number of topics")
    topic = _topic(service)
    _reply(service, topic, "").is_(400)
    _reply(service, topic, "x", "").is_(400)
    service.post(f"/topics/{topic['id']}/replies", json={"author": "tom"}).is_(400)
    service.post(f"/topics/{topic['id']}/replies", json={"text": "x"}).is_(400)
    equal(_read(service, topic)["replies"], [], "the replies")

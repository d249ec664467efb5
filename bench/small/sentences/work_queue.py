"""A message queue: taken by one worker, done or failed, dead after three failures."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.race import at_once
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("work-queue", "service")


def _queue() -> str:
    return f"/queues/q{token_hex(4)}"


def _put(service: Service, queue: str, body: str) -> Any:
    made = service.post(f"{queue}/messages", json={"body": body}).is_(201).json()
    equal(made, {"id": made["id"], "body": body, "attempts": 0}, "the message")
    return made["id"]


def _take(service: Service, queue: str) -> Any:
    return service.post(f"{queue}/take").is_(200).json()


def _nothing(service: Service, queue: str) -> None:
    equal(service.post(f"{queue}/take").is_(204).body, b"", "the answer when nothing waits")


def _tell(service: Service, queue: str, id_: object, how: str) -> Answer:
    return service.post(f"{queue}/messages/{id_}/{how}")


def _counts(service: Service, queue: str, waiting: int, taken: int, dead: int) -> None:
    told = service.get(queue).is_(200).json()
    equal(told, {"waiting": waiting, "taken": taken, "dead": dead}, "the counts")


@suite.check("a queue that nobody used has nothing")
def unused(service: Service) -> None:
    queue = _queue()
    _counts(service, queue, 0, 0, 0)
    _nothing(service, queue)


@suite.check("messages are taken in the order they came, each once")
def order(service: Service) -> None:
    queue, other = _queue(), _queue()
    ids = [_put(service, queue, f"b{n}") for n in range(3)]
    _put(service, other, "else")
    _counts(service, queue, 3, 0, 0)
    for n, id_ in enumerate(ids):
        wanted = {"id": id_, "body": f"b{n}", "attempts": 1}
        equal(_take(service, queue), wanted, "the message taken")
    _counts(service, queue, 0, 3, 0)
    _nothing(service, queue)
    _counts(service, other, 1, 0, 0)


@suite.check("what is done is gone for good")
def done(service: Service) -> None:
    queue = _queue()
    _put(service, queue, "a")
    _put(service, queue, "b")
    _tell(service, queue, _take(service, queue)["id"], "done").is_(204)
    _counts(service, queue, 1, 0, 0)
    equal(_take(service, queue)["body"], "b", "the next one")


@suite.check("what failed goes to the end, and counts its attempts")
def failed(service: Service) -> None:
    queue = _queue()
    id_ = _put(service, queue, "a")
    _put(service, queue, "b")
    _take(service, queue)
    _tell(service, queue, id_, "fail").is_(204)
    _counts(service, queue, 2, 0, 0)
    equal(_take(service, queue)["body"], "b", "the next one")
    equal(_take(service, queue), {"id": id_, "body": "a", "attempts": 2}, "the failed one")


@suite.check("what failed three times is dead")
def dead(service: Service) -> None:
    queue = _queue()
    id_ = _put(service, queue, "a")
    for attempt in (1, 2, 3):
        equal(_take(service, queue)["attempts"], attempt, "attempts")
        _tell(service, queue, id_, "fail").is_(204)
    _counts(service, queue, 0, 0, 1)
    _nothing(service, queue)


@suite.check("what is not taken is 409, what never was is 404")
def conflicts(service: Service) -> None:
    queue, other = _queue(), _queue()
    id_ = _put(service, queue, "a")
    _put(service, other, "b")
    for how in ("done", "fail"):
        _tell(service, queue, id_, how).is_(409)
        _tell(service, queue, unknown(id_), how).is_(404)
    _counts(service, queue, 1, 0, 0)
    _take(service, queue)
    _tell(service, queue, id_, "fail").is_(204)
    _tell(service, queue, id_, "fail").is_(409)
    _counts(service, queue, 1, 0, 0)


@suite.check("an empty or missing body is 400")
def malformed(service: Service) -> None:
    queue = _queue()
    service.post(f"{queue}/messages", json={"body": ""}).is_(400)
    service.post(f"{queue}/messages", json={}).is_(400)
    _counts(service, queue, 0, 0, 0)


@suite.check("workers at the same moment never get the same message")
def race(service: Service) -> None:
    queue = _queue()
    ids = [_put(service, queue, "x") for _ in range(4)]
    answers = at_once([lambda: service.post(f"{queue}/take")] * 7)
    got = [each.json()["id"] for each in answers if each.is_(200, 204).status == 200]
    equal(sorted(map(str, got)), sorted(map(str, ids)), "what was taken")

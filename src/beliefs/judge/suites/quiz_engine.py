"""Quizzes: asked without answers, graded once and in time, ranked."""

from __future__ import annotations

import time
from collections.abc import Callable
from secrets import token_hex
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.race import at_once
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("quiz-engine", "service")

_REFUSED = (400, 403, 408, 409, 410, 422)


def _question(kind: str, answer: Any, points: int, *options: str) -> dict[str, Any]:
    text = f"q{token_hex(4)}?"
    listed = {"options": list(options)} if options else {}
    return {"text": text, "type": kind, "answer": answer, "points": points, **listed}


def _questions(secret: str = "") -> list[dict[str, Any]]:
    """One of each type, worth 1, 2, 4 and 8, so that a score tells which were right."""
    a, b, c, d = (f"o{token_hex(3)}" for _ in range(4))
    return [
        _question("single", b, 1, a, b, c),
        _question("multiple", [a, c], 2, a, b, c, d),
        _question("true_false", False, 4),  # noqa: FBT003
        _question("text", secret or f"Word {token_hex(4)}", 8),
    ]


def _quiz(service: Service, questions: list[dict[str, Any]], seconds: int = 60) -> str:
    given = {"title": f"t{token_hex(4)}", "time_limit": seconds, "questions": questions}
    return f"/quizzes/{service.post('/quizzes', json=given).created()['id']}"


def _start(service: Service, quiz: str, player: str = "") -> tuple[str, dict[str, Any]]:
    """The path of a new attempt, and the id of each question by its text."""
    told = service.post(f"{quiz}/start", json={"player": player or token_hex(4)}).created()
    return f"/attempts/{told['id']}", {each["text"]: each["id"] for each in told["questions"]}


def _submit(service: Service, attempt: str, answers: dict[str, Any]) -> Answer:
    return service.post(f"{attempt}/submit", json={"answers": answers})


def _attempt(
    service: Service,
    quiz: str,
    questions: list[dict[str, Any]],
    replies: list[Any],
    player: str = "",
) -> tuple[int, int]:
    """The score of an attempt with these replies, one for each question, `None` for no answer."""
    attempt, ids = _start(service, quiz, player)
    given = {
        str(ids[question["text"]]): reply
        for question, reply in zip(questions, replies, strict=True)
        if reply is not None
    }
    told = _submit(service, attempt, given).is_(200, 201).json()
    return told["score"], told["max_score"]


def _board(service: Service, quiz: str) -> list[tuple[str, int]]:
    told = service.get(f"{quiz}/leaderboard").items("leaderboard")
    return [(each["player"], each["score"]) for each in told]


def _leaks(told: Any) -> list[str]:
    """Keys that give an answer away, however deep."""
    if isinstance(told, list):
        return [leak for each in told for leak in _leaks(each)]
    if not isinstance(told, dict):
        return []
    words = ("answer", "correct", "solution")
    mine = [name for name, value in told.items() if value and any(w in name.lower() for w in words)]
    mine += [name for name, value in told.items() if name == "answer" and value is not None]
    return mine + [leak for each in told.values() for leak in _leaks(each)]


@suite.check("an attempt shows the questions as they are, without their answers", fresh=True)
def started(service: Service) -> None:
    secret = f"secret{token_hex(6)}"
    questions = _questions(secret)
    quiz = _quiz(service, questions)
    answer = service.post(f"{quiz}/start", json={"player": "p"})
    told = answer.created()
    names = ("text", "type", "points")
    shown = [{name: each[name] for name in names} for each in told["questions"]]
    wanted = [{name: each[name] for name in names} for each in questions]
    order: Callable[[dict[str, Any]], str] = lambda each: str(each["text"])  # noqa: E731
    equal(sorted(shown, key=order), sorted(wanted, key=order), "the questions")
    for each in told["questions"]:
        mine = next(one for one in questions if one["text"] == each["text"])
        if mine["type"] in {"single", "multiple"}:
            equal(sorted(each["options"]), sorted(mine["options"]), "the options")
        given_away = [name for name, value in each.items() if value and value == mine["answer"]]
        equal(given_away, [], "what shows the answer")
    expect(secret not in answer.text, "the answer to a text question is not shown")
    equal(_leaks(told["questions"]), [], "what gives the answers away")
    again, _ = _start(service, quiz)
    expect(again != f"/attempts/{told['id']}", "each attempt has an id of its own")


@suite.check("all right gets all points, all wrong and no answers none")
def graded(service: Service) -> None:
    questions = _questions()
    quiz = _quiz(service, questions)
    right = [each["answer"] for each in questions]
    wrong = [questions[0]["options"][0], questions[1]["options"][1:3], True, "another word"]
    equal(_attempt(service, quiz, questions, right), (15, 15), "score and max_score, all right")
    equal(_attempt(service, quiz, questions, wrong), (0, 15), "score and max_score, all wrong")
    equal(
        _attempt(service, quiz, questions, [None] * 4), (0, 15), "score and max_score, no answers"
    )


@suite.check("each question counts for itself, by the rules of its type")
def types(service: Service) -> None:
    questions = _questions()
    quiz = _quiz(service, questions)
    right = [each["answer"] for each in questions]
    a, b, c, d = questions[1]["options"]
    replies: list[tuple[list[Any], int, str]] = [
        ([right[0], None, None, None], 1, "the single one"),
        ([None, [c, a], None, None], 2, "the multiple one in another order"),
        ([None, [a], None, right[3]], 8, "a part of the multiple one, and the text"),
        (
            [None, [a, b, c, d], right[2], None],
            4,
            "too much of the multiple one, and the false one",
        ),
        ([right[0], [a, c, b], right[2], right[3].upper()], 13, "text in capitals"),
        ([right[0], right[1], True, right[3].lower()], 11, "all but the false one"),
        ([right[0], [], None, "no"], 1, "an empty list and a wrong text"),
    ]
    for given, score, what in replies:
        equal(_attempt(service, quiz, questions, given), (score, 15), f"the score of {what}")


@suite.check("an answer of another type, or to another quiz, is wrong or refused, never a fault")
def strange(service: Service) -> None:
    questions, others = _questions(), _questions()
    quiz, other = _quiz(service, questions), _quiz(service, others)
    _, ids = _start(service, other)
    attempt, mine = _start(service, quiz)
    given = {str(ids[each["text"]]): each["answer"] for each in others}
    given[str(mine[questions[0]["text"]])] = {"not": "an option"}
    answer = _submit(service, attempt, given).is_(200, 201, *_REFUSED, 404)
    if answer.status < 300:
        equal(answer.json()["score"], 0, "the score of answers to another quiz")


@suite.check("an attempt is submitted once, also at the same moment")
def once(service: Service) -> None:
    questions = _questions()
    quiz = _quiz(service, questions)
    attempt, ids = _start(service, quiz, "first")
    right = {str(ids[each["text"]]): each["answer"] for each in questions}
    _submit(service, attempt, {}).is_(200, 201)
    _submit(service, attempt, right).is_(*_REFUSED)
    equal(_board(service, quiz), [("first", 0)], "the leaderboard")
    attempt, _ = _start(service, quiz, "second")
    send: Callable[[], Answer] = lambda: _submit(service, attempt, right)  # noqa: E731
    statuses = [each.is_(200, 201, *_REFUSED).status for each in at_once([send] * 6)]
    equal(sum(each < 300 for each in statuses), 1, "how many of six submissions at once are taken")


@suite.check("the leaderboard ranks each player's best attempt, of this quiz, best first")
def ranked(service: Service) -> None:
    questions = _questions()
    quiz, other = _quiz(service, questions), _quiz(service, questions)
    right = [each["answer"] for each in questions]
    middle, best, low = (f"p{token_hex(4)}" for _ in range(3))
    equal(_board(service, quiz), [], "the leaderboard at first")
    _start(service, quiz, "never submits")
    for player, replies in (
        (middle, [None, None, None, right[3]]),
        (low, [right[0], None, None, None]),
        (best, [None, right[1], None, None]),
        (best, [None, right[1], right[2], right[3]]),
        (middle, [None, None, right[2], None]),
    ):
        _attempt(service, quiz, questions, replies, player)
    _attempt(service, other, questions, right, low)
    equal(_board(service, quiz), [(best, 14), (middle, 8), (low, 1)], "the leaderboard")
    equal(_board(service, other), [(low, 15)], "the leaderboard of the other quiz")


@suite.check("what is not there is 404")
def absent(service: Service) -> None:
    quiz = _quiz(service, _questions())
    attempt, _ = _start(service, quiz)
    nowhere = f"/quizzes/{unknown(quiz.rpartition('/')[2])}"
    service.post(f"{nowhere}/start", json={"player": "p"}).is_(404)
    service.get(f"{nowhere}/leaderboard").is_(404)
    _submit(service, f"/attempts/{unknown(attempt.rpartition('/')[2])}", {}).is_(404)


@suite.check("what is no quiz, no player or no answers is refused")
def malformed(service: Service) -> None:
    good = {"title": "t", "time_limit": 60, "questions": _questions()}
    untitled = {name: value for name, value in good.items() if name != "title"}
    odd = _question("guess", "x", 1)
    wordless = {name: value for name, value in odd.items() if name != "text"}
    wrong: list[dict[str, Any]] = [{"time_limit": "long"}, {"questions": [odd]}, {"questions": 7}]
    wrong.append({"questions": [wordless | {"type": "text"}]})
    refuses_malformed(service, "/quizzes", untitled, *(good | each for each in wrong))
    quiz = _quiz(service, _questions())
    refuses_malformed(service, f"{quiz}/start", {}, {"player": {}})
    attempt, _ = _start(service, quiz)
    refuses_malformed(service, f"{attempt}/submit", {"answers": 7})
    _submit(service, attempt, {}).is_(200, 201)


@suite.check("late submissions are refused, and all of it outlives a restart")
def kept(service: Service) -> None:
    questions = _questions()
    right = [each["answer"] for each in questions]
    brief, quiz = _quiz(service, questions, seconds=1), _quiz(service, questions)
    began = time.monotonic()
    late, _ = _start(service, brief, "late")
    open_, ids = _start(service, quiz, "slow")
    for _ in range(3):  # a busy machine may use up the second
        attempt, _ = _start(service, brief, "quick")
        taken = _submit(service, attempt, {}).is_(200, 201, *_REFUSED)
        if taken.status < 300:
            break
    expect(taken.status < 300, "a submission within the second is taken")
    _attempt(service, quiz, questions, [right[0], None, None, None], "early")
    service.restart()
    answers = {str(ids[each["text"]]): each["answer"] for each in questions}
    equal(
        _submit(service, open_, answers).is_(200, 201).json()["score"], 15, "the slow one's score"
    )
    equal(_board(service, quiz), [("slow", 15), ("early", 1)], "the leaderboard")
    # A clock of whole seconds may let the limit pass up to a second late.
    time.sleep(max(0.0, began + 2.1 - time.monotonic()))
    _submit(service, late, answers).is_(*_REFUSED)
    equal([player for player, _ in _board(service, brief)], ["quick"], "the brief leaderboard")

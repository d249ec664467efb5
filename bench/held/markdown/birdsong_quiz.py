"""A quiz about birds: hidden solutions, graded attempts, three each, and a ranking."""

from __future__ import annotations

from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("birdsong-quiz", "service")

_DRUMS = {"text": "Who drums?", "options": ["wren", "woodpecker", "robin"], "correct": [1]}
_MOVES = {"text": "Which migrate?", "options": ["swift", "magpie", "cuckoo"], "correct": [2, 0]}
_SINGS = {"text": "Who sings?", "options": ["lark", "stork"], "correct": [0]}


def _quiz(service: Service, *questions: Any, pass_percent: int = 60) -> int:
    asked = list(questions or (_DRUMS, _MOVES, _SINGS))
    given = {"title": "Birds", "pass_percent": pass_percent, "questions": asked}
    number: int = service.post("/quizzes", json=given).is_(201).json()["id"]
    return number


def _try(service: Service, quiz: int, answers: Any, player: str = "Nina") -> Answer:
    given = {"player": player, "answers": answers}
    return service.post(f"/quizzes/{quiz}/attempts", json=given)


@suite.check("a quiz is shown without its solutions", fresh=True)
def shown(service: Service) -> None:
    given = {"title": "Woods", "pass_percent": 60, "questions": [_DRUMS, _MOVES]}
    made = service.post("/quizzes", json=given).is_(201).json()
    questions = [
        {"number": 1, "text": "Who drums?", "options": _DRUMS["options"], "multiple": False},
        {"number": 2, "text": "Which migrate?", "options": _MOVES["options"], "multiple": True},
    ]
    wanted = {"id": 1, "title": "Woods", "pass_percent": 60, "questions": questions}
    equal(made, wanted, "the quiz")
    answer = service.get("/quizzes/1").is_(200)
    equal(answer.json(), wanted, "the quiz read back")
    expect("correct" not in answer.text, "no solution is shown")
    equal(_quiz(service), 2, "the next id")


@suite.check("an attempt is graded, and ids count over all quizzes", fresh=True)
def graded(service: Service) -> None:
    one, two = _quiz(service, _DRUMS, _MOVES), _quiz(service)
    told = _try(service, one, [[1], [0]]).is_(201).json()
    wanted = {
        "id": 1,
        "player": "Nina",
        "score": 1,
        "out_of": 2,
        "percent": 50,
        "passed": False,
        "results": [
            {"number": 1, "right": True, "correct": [1]},
            {"number": 2, "right": False, "correct": [0, 2]},
        ],
    }
    equal(told, wanted, "the attempt")
    equal(_try(service, two, [[1], [0, 2], [0]]).is_(201).json()["id"], 2, "the next id")


@suite.check("right is exactly the right options, in any order")
def exactly(service: Service) -> None:
    quiz = _quiz(service, _MOVES)
    for number, (answer, right) in enumerate(
        (
            ([0, 2], True),
            ([2, 0], True),
            ([0], False),
            ([0, 1, 2], False),
            ([], False),
            ([1], False),
        )
    ):
        told = _try(service, quiz, [answer], f"p{number}").is_(201).json()
        seen = (told["results"][0]["right"], told["score"], told["percent"])
        equal(seen, (right, int(right), 100 * right), f"the grade of {answer}")


@suite.check("percent is rounded down and compared with what is needed")
def percent(service: Service) -> None:
    for needed, passed in ((66, True), (67, False)):
        quiz = _quiz(service, pass_percent=needed)
        told = _try(service, quiz, [[1], [0, 2], [1]]).is_(201).json()
        seen = (told["score"], told["out_of"], told["percent"], told["passed"])
        equal(seen, (2, 3, 66, passed), f"the attempt where {needed} is needed")
    quiz = _quiz(service, pass_percent=0)
    told = _try(service, quiz, [[], [], []]).is_(201).json()
    equal((told["percent"], told["passed"]), (0, True), "nothing right where nothing is needed")


@suite.check("everybody has three attempts at a quiz, invalid ones not counted")
def three(service: Service) -> None:
    quiz, other = _quiz(service, _SINGS), _quiz(service, _SINGS)
    for _ in range(2):
        _try(service, quiz, [[1]]).is_(201)
    _try(service, quiz, [[1], [1]]).is_(422)
    _try(service, quiz, [[0]]).is_(201)
    answer = _try(service, quiz, [[0]]).is_(403)
    equal(answer.json(), {"error": "no attempts left"}, "the error")
    _try(service, quiz, [[0]], "nina").is_(201)
    _try(service, other, [[0]]).is_(201)


@suite.check("the ranking has everybody's best, then fewer attempts, then names")
def ranking(service: Service) -> None:
    quiz = _quiz(service)
    equal(service.get(f"/quizzes/{quiz}/ranking").is_(200).json(), [], "the ranking at first")
    good, fair, poor = [[1], [0, 2], [0]], [[1], [], [0]], [[], [], [0]]
    for player, attempts in (
        ("Zed", [fair]),
        ("Nina", [poor, good, fair]),
        ("Olaf", [good]),
        ("Ben", [fair]),
        ("Ada", [poor, fair]),
    ):
        for answers in attempts:
            _try(service, quiz, answers, player).is_(201)
    wanted = [
        {"player": "Olaf", "score": 3, "attempts": 1},
        {"player": "Nina", "score": 3, "attempts": 3},
        {"player": "Ben", "score": 2, "attempts": 1},
        {"player": "Zed", "score": 2, "attempts": 1},
        {"player": "Ada", "score": 2, "attempts": 2},
    ]
    equal(service.get(f"/quizzes/{quiz}/ranking").is_(200).json(), wanted, "the ranking")


@suite.check("a quiz that does not exist is 404")
def absent(service: Service) -> None:
    service.get("/quizzes/9999").is_(404)
    service.get("/quizzes/9999/ranking").is_(404)
    _try(service, 9999, [[0]]).is_(404)


@suite.check("a quiz that breaks a rule is 422")
def wrong_quiz(service: Service) -> None:
    right = {"title": "t", "pass_percent": 50, "questions": [_DRUMS]}
    for given in (
        {**right, "title": ""},
        {**right, "pass_percent": 101},
        {**right, "pass_percent": -1},
        {**right, "pass_percent": "half"},
        {**right, "questions": []},
        {**right, "questions": [_DRUMS] * 21},
        {"title": "t", "questions": [_DRUMS]},
        {"title": "t", "pass_percent": 50},
    ):
        service.post("/quizzes", json=given).is_(422)
    for change in (
        {"text": ""},
        {"options": ["one"]},
        {"options": list("abcdefg")},
        {"options": ["a", "b", 3]},
        {"correct": []},
        {"correct": [3]},
        {"correct": [-1]},
        {"correct": [1, 1]},
        {"correct": 1},
    ):
        service.post("/quizzes", json={**right, "questions": [{**_DRUMS, **change}]}).is_(422)
    refuses_malformed(service, "/quizzes")
    six = {"text": "?", "options": list("abcdef"), "correct": [5]}
    _quiz(service, *[six] * 20, pass_percent=100)


@suite.check("an attempt that breaks a rule is 422")
def wrong_attempt(service: Service) -> None:
    quiz = _quiz(service)
    for answers in (
        [],
        [[1], [0]],
        [[1], [0], [0], [0]],
        [[3], [0], [0]],
        [[-1], [0], [0]],
        [[1], [0, 0], [0]],
        [1, [0], [0]],
        "none",
    ):
        _try(service, quiz, answers).is_(422)
    _try(service, quiz, [[1], [0], [0]], "").is_(422)
    service.post(f"/quizzes/{quiz}/attempts", json={"player": "x"}).is_(422)
    service.post(f"/quizzes/{quiz}/attempts", json={"answers": [[1], [0], [0]]}).is_(422)
    equal(service.get(f"/quizzes/{quiz}/ranking").is_(200).json(), [], "the ranking")

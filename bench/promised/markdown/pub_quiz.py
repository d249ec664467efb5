"""Quiz night: sheets that are scored, ranks with ties, solutions afterwards."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("pub-quiz", "service")

_MASTER = {"X-Quizmaster": "thirsty-otter"}
_PERU = {"text": "Capital of Peru?", "options": ["Lima", "Quito"], "correct": 0, "points": 3}
_MALI = {"text": "Capital of Mali?", "options": ["Dakar", "Bamako", "Accra"], "correct": 1}
_QUIZ = {"title": "Capitals", "questions": [_PERU, _MALI]}


def _quiz(service: Service) -> Any:
    return service.post("/quizzes", json=_QUIZ, headers=_MASTER).is_(201).json()["id"]


def _sheet(service: Service, quiz: Any, team: str, answers: list[Any]) -> Answer:
    given = {"team": team, "answers": answers}
    return service.post(f"/quizzes/{quiz}/sheets", json=given)


def _close(service: Service, quiz: Any, headers: dict[str, str] = _MASTER) -> Answer:
    return service.post(f"/quizzes/{quiz}/close", headers=headers)


def _error(answer: Answer, status: int) -> None:
    expect(isinstance(answer.is_(status).json()["error"], str), "an error is said in `error`")


@suite.check("a quiz is made and shown without the right answers")
def made(service: Service) -> None:
    answer = service.post("/quizzes", json=_QUIZ, headers=_MASTER).is_(201)
    told = answer.json()
    questions = [
        {"number": 1, "text": _PERU["text"], "options": _PERU["options"], "points": 3},
        {"number": 2, "text": _MALI["text"], "options": _MALI["options"], "points": 1},
    ]
    wanted = {"id": told["id"], "title": "Capitals", "open": True, "max_points": 4}
    equal(told, {**wanted, "questions": questions}, "the quiz")
    answer = service.get(f"/quizzes/{told['id']}").is_(200)
    equal(answer.json(), told, "the quiz read")
    expect("correct" not in answer.text, "the right answers are not told")


@suite.check("only the quiz master makes and closes quizzes")
def master(service: Service) -> None:
    quiz = _quiz(service)
    for headers in ({}, {"X-Quizmaster": "sober-otter"}):
        _error(service.post("/quizzes", json=_QUIZ, headers=headers), 401)
        _error(_close(service, quiz, headers), 401)
    equal(service.get(f"/quizzes/{quiz}").is_(200).json()["open"], True, "open")


@suite.check("a quiz that does not match the rules is 400")
def rules(service: Service) -> None:
    wrong_questions: list[dict[str, Any]] = [
        {**_PERU, "text": ""},
        {**_PERU, "options": ["Lima"]},
        {**_PERU, "options": list("abcdef")},
        {**_PERU, "correct": 2},
        {**_PERU, "correct": -1},
        {**_PERU, "points": 0},
        {**_PERU, "points": 11},
        {"text": "Capital?", "options": ["a", "b"]},
    ]
    wrong: list[dict[str, Any]] = [{**_QUIZ, "questions": [each]} for each in wrong_questions]
    wrong += [{**_QUIZ, "questions": []}, {**_QUIZ, "questions": [_PERU] * 21}]
    wrong += [{**_QUIZ, "title": "Ca"}, {**_QUIZ, "title": "c" * 51}, {"title": "Capitals"}]
    for each in wrong:
        _error(service.post("/quizzes", json=each, headers=_MASTER), 400)


@suite.check("a sheet is scored")
def scored(service: Service) -> None:
    quiz = _quiz(service)
    for team, answers, points, counts in (
        ("Quizzy Rascals", [0, None], 3, (1, 0, 1)),
        ("Agatha", [0, 1], 4, (2, 0, 0)),
        ("Late", [1, 2], 0, (0, 2, 0)),
    ):
        told = _sheet(service, quiz, team, answers).is_(201).json()
        wanted = dict(zip(("right", "wrong", "unanswered"), counts, strict=True))
        equal(told, {"team": team, "points": points, **wanted}, f"score of {team}")


@suite.check("a team hands in once per quiz, whatever the case of its name")
def once(service: Service) -> None:
    quiz, other = _quiz(service), _quiz(service)
    _sheet(service, quiz, "Agatha", [0, 0]).is_(201)
    _error(_sheet(service, quiz, "Agatha", [0, 1]), 409)
    _error(_sheet(service, quiz, "AGATHA", [0, 1]), 409)
    _sheet(service, other, "Agatha", [0, 1]).is_(201)
    told = service.get(f"/quizzes/{quiz}/leaderboard").is_(200).json()
    equal(told, [{"rank": 1, "team": "Agatha", "points": 3}], "the leaderboard")


@suite.check("a sheet that does not fit the quiz is 400")
def wrong_sheets(service: Service) -> None:
    quiz = _quiz(service)
    for answers in ([0], [0, 1, 0], [2, 0], [0, -1], [0, "Bamako"]):
        _error(_sheet(service, quiz, "Agatha", answers), 400)
    _error(_sheet(service, quiz, "", [0, 1]), 400)
    _error(_sheet(service, quiz, "a" * 31, [0, 1]), 400)
    _error(service.post(f"/quizzes/{quiz}/sheets", json={"team": "Agatha"}), 400)
    _sheet(service, quiz, "Agatha", [0, 1]).is_(201)


@suite.check("the leaderboard gives the same rank for the same points")
def ranks(service: Service) -> None:
    quiz = _quiz(service)
    equal(service.get(f"/quizzes/{quiz}/leaderboard").is_(200).json(), [], "at first")
    for team, answers in (
        ("The Late Ones", [1, None]),
        ("Quizzy Rascals", [0, None]),
        ("Agatha Quiztie", [0, 1]),
        ("Les Quizerables", [0, 2]),
    ):
        _sheet(service, quiz, team, answers).is_(201)
    wanted = [(1, "Agatha Quiztie", 4), (2, "Les Quizerables", 3)]
    wanted += [(2, "Quizzy Rascals", 3), (4, "The Late Ones", 0)]
    told = service.get(f"/quizzes/{quiz}/leaderboard").is_(200).json()
    equal([(e["rank"], e["team"], e["points"]) for e in told], wanted, "the leaderboard")


@suite.check("a closed quiz takes no sheets and tells its solutions to everybody")
def closed(service: Service) -> None:
    quiz = _quiz(service)
    path = f"/quizzes/{quiz}/solutions"
    _error(service.get(path), 403)
    none = [
        {"number": 1, "answer": "Lima", "right_percent": 0},
        {"number": 2, "answer": "Bamako", "right_percent": 0},
    ]
    equal(service.get(path, headers=_MASTER).is_(200).json(), none, "solutions without sheets")
    for team, answers in (("A", [0, 1]), ("B", [0, 0]), ("C", [1, None])):
        _sheet(service, quiz, team, answers).is_(201)
    told = _close(service, quiz).is_(200).json()
    equal((told["id"], told["open"]), (quiz, False), "the quiz")
    _error(_close(service, quiz), 409)
    _error(_sheet(service, quiz, "D", [0, 1]), 409)
    told = service.get(path).is_(200).json()
    equal(
        [(e["answer"], e["right_percent"]) for e in told], [("Lima", 66.7), ("Bamako", 33.3)], "it"
    )


@suite.check("a quiz that is not there is 404")
def absent(service: Service) -> None:
    gone = unknown(_quiz(service))
    _error(service.get(f"/quizzes/{gone}"), 404)
    _error(_sheet(service, gone, "Agatha", [0, 1]), 404)
    _error(service.get(f"/quizzes/{gone}/leaderboard"), 404)
    _error(_close(service, gone), 404)

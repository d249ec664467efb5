"""Quizzes in a museum: played without the answers, scored, and ranked."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("museum-quiz", "service")

_QUESTIONS: list[dict[str, Any]] = [
    {"text": "How many legs has a spider?", "choices": ["6", "8", "10"], "correct": 1, "points": 2},
    {"text": "Is a whale a fish?", "choices": ["yes", "no"], "correct": 1},
    {"text": "What did the T. rex eat?", "choices": ["meat", "plants"], "correct": 0, "points": 4},
]
_QUIZ: dict[str, Any] = {"title": "Beasts", "room": "Hall 2", "questions": _QUESTIONS}


def _quiz(service: Service, **other: Any) -> Any:
    return service.post("/quizzes", json={**_QUIZ, **other}).is_(201).json()["id"]


def _try(service: Service, quiz: object, player: str, *answers: int | str | None) -> Answer:
    given = {"player": player, "answers": list(answers)}
    return service.post(f"/quizzes/{quiz}/attempts", json=given)


def _error(answer: Answer, status: int) -> None:
    expect(answer.is_(status).json()["detail"], "an error is said in `detail`")


@suite.check("a quiz is made, with the sum of its points")
def made(service: Service) -> None:
    told = service.post("/quizzes", json=_QUIZ).is_(201).json()
    wanted = {
        "id": told["id"],
        "title": "Beasts",
        "room": "Hall 2",
        "question_count": 3,
        "max_score": 7,
    }
    equal(told, wanted, "the quiz")


@suite.check("quizzes are listed, or those of a room", fresh=True)
def listed(service: Service) -> None:
    beasts = _quiz(service)
    stones = _quiz(service, title="Stones", room="Cellar")
    told = service.get("/quizzes").is_(200).json()["quizzes"]
    equal({each["id"] for each in told}, {beasts, stones}, "all")
    told = service.get("/quizzes", params={"room": "Cellar"}).is_(200).json()["quizzes"]
    equal(
        [(e["id"], e["question_count"], e["max_score"]) for e in told],
        [(stones, 3, 7)],
        "in the cellar",
    )


@suite.check("a quiz is played without seeing the right answers")
def played(service: Service) -> None:
    quiz = _quiz(service)
    answer = service.get(f"/quizzes/{quiz}").is_(200)
    questions = answer.json()["questions"]
    keys = ("number", "text", "choices", "points")
    wanted = [
        (number, each["text"], each["choices"], each.get("points", 1))
        for number, each in enumerate(_QUESTIONS, 1)
    ]
    equal([tuple(each[key] for key in keys) for each in questions], wanted, "the questions")
    expect("correct" not in answer.text, "the right answers are not told")


@suite.check("a random question is one of the quiz")
def random(service: Service) -> None:
    quiz = _quiz(service)
    got = [service.get(f"/quizzes/{quiz}/random-question").is_(200) for _ in range(30)]
    texts = {each.json()["text"] for each in got}
    expect(
        texts <= {each["text"] for each in _QUESTIONS} and len(texts) > 1, "any of its questions"
    )
    expect("correct" not in got[0].text, "the right answer is not told")


@suite.check("an attempt is scored")
def scored(service: Service) -> None:
    quiz = _quiz(service)
    told = _try(service, quiz, "Mia", 1, 0, 0).is_(201).json()
    wanted = {
        "player": "Mia",
        "score": 6,
        "max_score": 7,
        "percent": 85.7,
        "results": [True, False, True],
    }
    equal({key: told[key] for key in wanted}, wanted, "the attempt")
    expect(isinstance(told["attempt_id"], int), "an attempt has an id")
    told = _try(service, quiz, "Mia", None, 1, None).is_(201).json()
    equal(
        (told["score"], told["percent"], told["results"]),
        (1, 14.3, [False, True, False]),
        "skipped",
    )


@suite.check("the leaderboard has every player once, ranked")
def ranked(service: Service) -> None:
    quiz, other = _quiz(service), _quiz(service)
    equal(
        service.get(f"/quizzes/{quiz}/leaderboard").is_(200).json(),
        {"quiz_id": quiz, "entries": []},
        "empty",
    )
    _try(service, quiz, "Tom", 1, None, None).is_(201)
    _try(service, quiz, "Noa", 1, None, 0).is_(201)
    _try(service, quiz, "Ali", 1, None, 0).is_(201)
    _try(service, quiz, "Mia", 1, 1, 0).is_(201)
    _try(service, quiz, "Mia", 0, 0, 1).is_(201)
    _try(service, other, "Eva", 1, 1, 0).is_(201)
    wanted = [
        {"rank": 1, "player": "Mia", "score": 7, "attempts": 2},
        {"rank": 2, "player": "Ali", "score": 6, "attempts": 1},
        {"rank": 2, "player": "Noa", "score": 6, "attempts": 1},
        {"rank": 4, "player": "Tom", "score": 2, "attempts": 1},
    ]
    equal(
        service.get(f"/quizzes/{quiz}/leaderboard").is_(200).json()["entries"],
        wanted,
        "the entries",
    )


@suite.check("the leaderboard has ten entries, or as many as asked for")
def top(service: Service) -> None:
    quiz = _quiz(service)
    for number in range(12):
        _try(service, quiz, f"player {number:02}", 1, 1, 0).is_(201)
    told = service.get(f"/quizzes/{quiz}/leaderboard").is_(200).json()["entries"]
    equal(len(told), 10, "how many entries")
    told = service.get(f"/quizzes/{quiz}/leaderboard", params={"top": 3}).is_(200).json()["entries"]
    equal([e["player"] for e in told], ["player 00", "player 01", "player 02"], "the first three")
    _error(service.get(f"/quizzes/{quiz}/leaderboard", params={"top": 0}), 422)


@suite.check("an invalid attempt is 422 and not counted")
def attempts(service: Service) -> None:
    quiz = _quiz(service)
    for answers in ((1, 1), (1, 1, 0, 0), (3, 1, 0), (-1, 1, 0), ("b", 1, 0)):
        _error(_try(service, quiz, "Mia", *answers), 422)
    _error(_try(service, quiz, "", 1, 1, 0), 422)
    _error(_try(service, quiz, "x" * 21, 1, 1, 0), 422)
    _error(service.post(f"/quizzes/{quiz}/attempts", json={"player": "Mia"}), 422)
    equal(service.get(f"/quizzes/{quiz}/leaderboard").is_(200).json()["entries"], [], "the entries")


@suite.check("an invalid quiz is 422")
def invalid(service: Service) -> None:
    good = _QUESTIONS[0]
    wrong: dict[str, Any]
    for wrong in (
        {"title": "ab"},
        {"title": "x" * 61},
        {"questions": []},
        {"questions": [good] * 21},
        {"questions": [{**good, "choices": ["only"], "correct": 0}]},
        {"questions": [{**good, "choices": list("abcdef")}]},
        {"questions": [{**good, "correct": 3}]},
        {"questions": [{**good, "points": 0}]},
        {"questions": [{**good, "points": 11}]},
        {"questions": [{"choices": ["a", "b"], "correct": 0}]},
    ):
        _error(service.post("/quizzes", json={**_QUIZ, **wrong}), 422)
    _error(service.post("/quizzes", json={"title": "Beasts", "questions": _QUESTIONS}), 422)


@suite.check("a quiz that does not exist is 404")
def absent(service: Service) -> None:
    never = unknown(_quiz(service))
    for path in ("", "/random-question", "/leaderboard"):
        _error(service.get(f"/quizzes/{never}{path}"), 404)
    _error(_try(service, never, "Mia", 1, 1, 0), 404)

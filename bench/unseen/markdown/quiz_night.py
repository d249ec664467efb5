"""A pub quiz: quizzes without their answers, attempts with a score, a wall of the best."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("quiz-night", "service")


def _question(answer: int = 0, **more: Any) -> dict[str, Any]:
    given = {"text": f"q{token_hex(4)}?", "options": ["Oslo", "Bergen", "Bodø"]}
    return {**given, "answer": answer, **more}


def _quiz(service: Service, *questions: dict[str, Any], **more: Any) -> dict[str, Any]:
    given = {"title": f"t{token_hex(4)}", "questions": list(questions), **more}
    made: dict[str, Any] = service.post("/quizzes", json=given).is_(201).json()
    equal(made["title"], given["title"], "the title")
    return made


def _attempt(service: Service, quiz: dict[str, Any], team: str, *choices: int | None) -> Answer:
    ids = [each["id"] for each in quiz["questions"]]
    pairs = zip(ids, choices, strict=False)
    answers = [{"questionId": id_, "choice": each} for id_, each in pairs if each is not None]
    path = f"/quizzes/{quiz['id']}/attempts"
    return service.post(path, json={"team": team, "answers": answers})


def _failed(answer: Answer, status: int) -> None:
    told = answer.is_(status).json()
    expect(isinstance(told.get("message"), str) and told["message"] != "", "a message is told")


@suite.check("a new wall has no quizzes", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/quizzes").is_(200).json(), [], "the quizzes")


@suite.check("players see the questions with points and maximum, but no answers")
def shown(service: Service) -> None:
    first, second = _question(1, points=2), _question(0, options=["yes", "no"])
    made = _quiz(service, first, second)
    for told in (made, service.get(f"/quizzes/{made['id']}").is_(200).json()):
        equal((told["passPercent"], told["maxPoints"]), (50, 3), "passPercent and maxPoints")
        names = ("text", "options")
        for seen, given in zip(told["questions"], (first, second), strict=True):
            equal({n: seen[n] for n in names}, {n: given[n] for n in names}, "the question")
            expect("answer" not in seen, "the answer is not told")
        equal([each["points"] for each in told["questions"]], [2, 1], "the points")
    equal(len({each["id"] for each in made["questions"]}), 2, "different question ids")


@suite.check("quizzes are listed with the number of their questions")
def listed(service: Service) -> None:
    made = _quiz(service, _question(), _question(), _question())
    told = {each["id"]: each for each in service.get("/quizzes").is_(200).json()}
    seen = told[made["id"]]
    equal((seen["title"], seen["questionCount"]), (made["title"], 3), "title and count")
    expect("answer" not in str(seen).replace("answers", ""), "no answers in the list")


@suite.check("an attempt is scored by the points of what is right")
def scored(service: Service) -> None:
    quiz = _quiz(service, _question(0, points=2), _question(2), _question(1, points=3))
    ids = [each["id"] for each in quiz["questions"]]
    made = _attempt(service, quiz, "Owls", 0, 1, 1).is_(201).json()
    wanted = {"quizId": quiz["id"], "team": "Owls", "score": 5, "maxPoints": 6}
    wanted |= {"percent": 83, "passed": True}
    for told in (made, service.get(f"/attempts/{made['id']}").is_(200).json()):
        equal({name: told[name] for name in wanted}, wanted, "the attempt")
        seen = [(each["questionId"], each["correct"]) for each in told["results"]]
        equal(seen, list(zip(ids, [True, False, True], strict=True)), "the results")


@suite.check("results are in quiz order, and what was not answered is wrong")
def unanswered(service: Service) -> None:
    quiz = _quiz(service, _question(0), _question(1), _question(2))
    ids = [each["id"] for each in quiz["questions"]]
    answers = [{"questionId": ids[2], "choice": 2}, {"questionId": ids[0], "choice": 1}]
    given = {"team": "Owls", "answers": answers}
    told = service.post(f"/quizzes/{quiz['id']}/attempts", json=given).is_(201).json()
    seen = [(each["questionId"], each["correct"]) for each in told["results"]]
    equal(seen, list(zip(ids, [False, False, True], strict=True)), "the results")
    equal((told["score"], told["percent"], told["passed"]), (1, 33, False), "the score")
    told = _attempt(service, quiz, "Owls").is_(201).json()
    equal((told["score"], told["percent"], told["passed"]), (0, 0, False), "no answers at all")


@suite.check("passed is at least passPercent")
def passed(service: Service) -> None:
    two = (_question(0), _question(0))
    for percent, wanted in ((50, True), (51, False), (0, True), (100, False)):
        quiz = _quiz(service, *two, passPercent=percent)
        equal(quiz["passPercent"], percent, "passPercent")
        told = _attempt(service, quiz, "Owls", 0, 1).is_(201).json()
        equal((told["percent"], told["passed"]), (50, wanted), f"passed with {percent}")
    quiz = _quiz(service, _question(0), _question(0), _question(0), passPercent=67)
    told = _attempt(service, quiz, "Owls", 0, 0, 1).is_(201).json()
    equal((told["percent"], told["passed"]), (67, True), "67 percent")


@suite.check("answers that cannot be are 400 and no attempt")
def impossible(service: Service) -> None:
    quiz, other = _quiz(service, _question(), _question()), _quiz(service, _question())
    first = quiz["questions"][0]["id"]
    path = f"/quizzes/{quiz['id']}/attempts"
    right = {"questionId": first, "choice": 0}
    for answers in (
        [right, right],
        [{"questionId": other["questions"][0]["id"] + 1000, "choice": 0}],
        [{"questionId": first, "choice": 3}],
        [{"questionId": first, "choice": -1}],
    ):
        _failed(service.post(path, json={"team": "Owls", "answers": answers}), 400)
    equal(service.get(f"/quizzes/{quiz['id']}/leaderboard").is_(200).json(), [], "the wall")


@suite.check("a team has 3 attempts on each quiz, a 4th is 429")
def limited(service: Service) -> None:
    quiz, other = _quiz(service, _question()), _quiz(service, _question())
    for _ in range(3):
        _attempt(service, quiz, "Owls", 0).is_(201)
    _failed(_attempt(service, quiz, "Owls", 0), 429)
    _attempt(service, quiz, "Bats", 0).is_(201)
    _attempt(service, other, "Owls", 0).is_(201)


@suite.check("the leaderboard has the best of each team, with shared ranks")
def leaderboard(service: Service) -> None:
    quiz = _quiz(service, *(_question(0) for _ in range(4)))
    for team, choices in (
        ("Owls", (0, 0, 1, 1)),
        ("Bats", (1, 1, 1, 1)),
        ("Bats", (0, 0, 0, 1)),
        ("Ants", (0, 0, 0, 1)),
        ("Rats", (0, 0, 0, 0)),
        ("Rats", (0, 1, 1, 1)),
    ):
        _attempt(service, quiz, team, *choices).is_(201)
    told = service.get(f"/quizzes/{quiz['id']}/leaderboard").is_(200).json()
    seen = [(each["rank"], each["team"], each["score"]) for each in told]
    wanted = [(1, "Rats", 4), (2, "Ants", 3), (2, "Bats", 3), (4, "Owls", 2)]
    equal(seen, wanted, "the leaderboard")


@suite.check("a deleted quiz goes with its attempts")
def deleted(service: Service) -> None:
    quiz, stays = _quiz(service, _question()), _quiz(service, _question())
    gone = _attempt(service, quiz, "Owls", 0).is_(201).json()["id"]
    kept = _attempt(service, stays, "Owls", 0).is_(201).json()["id"]
    service.delete(f"/quizzes/{quiz['id']}").is_(204)
    _failed(service.get(f"/quizzes/{quiz['id']}"), 404)
    _failed(service.get(f"/attempts/{gone}"), 404)
    service.get(f"/attempts/{kept}").is_(200)


@suite.check("an unknown quiz or attempt is 404")
def absent(service: Service) -> None:
    quiz = _quiz(service, _question())
    made = _attempt(service, quiz, "Owls", 0).is_(201).json()["id"]
    gone = {**quiz, "id": unknown(quiz["id"])}
    _failed(service.get(f"/quizzes/{gone['id']}"), 404)
    _failed(service.get(f"/quizzes/{gone['id']}/leaderboard"), 404)
    _failed(service.delete(f"/quizzes/{gone['id']}"), 404)
    _failed(_attempt(service, gone, "Owls"), 404)
    _failed(service.get(f"/attempts/{unknown(made)}"), 404)


@suite.check("an invalid quiz is 400")
def malformed(service: Service) -> None:
    before = len(service.get("/quizzes").is_(200).json())
    right: dict[str, Any] = {"title": "x", "questions": [_question()]}
    wrong: list[dict[str, Any]] = [{"title": "x"}, {"questions": [_question()]}]
    wrong += [{**right, "title": "   "}, {**right, "questions": []}]
    wrong += [{**right, "passPercent": each} for each in (-1, 101, "half")]
    for each in (
        _question(3),
        _question(-1),
        _question(options=["only"]),
        _question(options=[str(n) for n in range(7)]),
        _question(points=0),
        _question(points=1.5),
        {"options": ["a", "b"], "answer": 0},
        {"text": "x", "options": ["a", "b"]},
    ):
        wrong.append({**right, "questions": [_question(), each]})
    for each in wrong:
        _failed(service.post("/quizzes", json=each), 400)
    equal(len(service.get("/quizzes").is_(200).json()), before, "the number of quizzes")

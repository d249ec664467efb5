"""Surveys: questions of three types, answers that fit them, and results."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("survey-tool", "service")

_SCALE = {"text": "How was it?", "type": "scale"}
_CHOICE = {"text": "What did you have?", "type": "choice", "options": ["soup", "salad"]}
_TEXT = {"text": "Anything else?", "type": "text", "required": False}


def _survey(service: Service, *questions: dict[str, Any]) -> tuple[str, list[int]]:
    """The path of a new survey, and the ids of its questions."""
    given = {"title": f"s{token_hex(4)}", "questions": questions or (_SCALE, _CHOICE, _TEXT)}
    made = service.post("/surveys", json=given).is_(201).json()
    return f"/surveys/{made['id']}", [each["id"] for each in made["questions"]]


def _answer(service: Service, path: str, *answers: tuple[object, object]) -> Answer:
    given = [{"question_id": id_, "value": value} for id_, value in answers]
    return service.post(f"{path}/responses", json={"answers": given})


def _results(service: Service, path: str) -> dict[str, Any]:
    told: dict[str, Any] = service.get(f"{path}/results").is_(200).json()
    return told


@suite.check("without surveys none are listed", fresh=True)
def empty(service: Service) -> None:
    equal(service.get("/surveys").is_(200).json(), [], "the surveys")


@suite.check("a survey is open and has its questions in order, required unless said")
def created(service: Service) -> None:
    given = {"title": "Lunch", "questions": [_SCALE, _CHOICE, _TEXT]}
    made = service.post("/surveys", json=given).is_(201).json()
    equal((made["title"], made["open"]), ("Lunch", True), "title and open")
    read = service.get(f"/surveys/{made['id']}").is_(200).json()
    for seen in (made, read):
        questions = seen["questions"]
        told = [(each["text"], each["type"], each["required"]) for each in questions]
        wanted = [(_SCALE["text"], "scale", True), (_CHOICE["text"], "choice", True)]
        equal(told, [*wanted, (_TEXT["text"], "text", False)], "the questions")
        equal(questions[1]["options"], ["soup", "salad"], "the options")
        equal(len({each["id"] for each in questions}), 3, "the number of question ids")


@suite.check("surveys are listed, and those that are open or closed if wanted")
def listed(service: Service) -> None:
    (open_, _), (closed, _) = _survey(service), _survey(service)
    told = service.post(f"{closed}/close").is_(200).json()
    expect(told["open"] is False, "a closed survey is not open")

    def paths(**params: str) -> set[str]:
        told = service.get("/surveys", params=params).is_(200).json()
        return {f"/surveys/{each['id']}" for each in told}

    expect({open_, closed} <= paths(), "both are listed")
    told = paths(open="true")
    expect(open_ in told, "the open one is among the open")
    expect(closed not in told, "the closed one is not")
    told = paths(open="false")
    expect(closed in told, "the closed one is among the closed")
    expect(open_ not in told, "the open one is not")


@suite.check("a survey without responses has results of nothing")
def no_results(service: Service) -> None:
    path, (scale, choice, text) = _survey(service)
    told = _results(service, path)
    equal(told["responses"], 0, "the responses")
    equal(f"/surveys/{told['survey_id']}", path, "survey_id")
    wanted = [
        {"question_id": scale, "type": "scale", "answered": 0, "average": None},
        {
            "question_id": choice,
            "type": "choice",
            "answered": 0,
            "counts": {"soup": 0, "salad": 0},
        },
        {"question_id": text, "type": "text", "answered": 0, "texts": []},
    ]
    for seen, each in zip(told["questions"], wanted, strict=True):
        equal({name: seen[name] for name in each}, each, "the results")


@suite.check("results have the average, the count of every option, and the texts")
def results(service: Service) -> None:
    path, (scale, choice, text) = _survey(service)
    other, _ = _survey(service)
    made = _answer(service, path, (scale, 5), (choice, "soup"), (text, "more salt")).is_(201).json()
    expect(made["id"] is not None, "a response has an id")
    _answer(service, path, (choice, "soup"), (scale, 4)).is_(201)
    _answer(service, path, (scale, 4), (choice, "soup")).is_(201)
    told = _results(service, path)
    equal(told["responses"], 3, "the responses")
    first, second, third = told["questions"]
    equal((first["answered"], first["average"]), (3, 4.33), "the scale")
    equal((second["answered"], second["counts"]), (3, {"soup": 3, "salad": 0}), "the choice")
    equal((third["answered"], third["texts"]), (1, ["more salt"]), "the text")
    equal(_results(service, other)["responses"], 0, "the responses of another survey")


@suite.check("answers that do not fit their question are 422, and nothing is counted")
def unfit(service: Service) -> None:
    path, (scale, choice, text) = _survey(service)
    for value in (0, 6, 2.5, "good", None):
        _answer(service, path, (scale, value), (choice, "soup")).is_(422)
    for value in ("steak", "Soup", 1):
        _answer(service, path, (scale, 3), (choice, value)).is_(422)
    _answer(service, path, (scale, 3), (choice, "soup"), (text, 7)).is_(422)
    equal(_results(service, path)["responses"], 0, "the responses")
    for value in (1, 5):
        _answer(service, path, (scale, value), (choice, "salad")).is_(201)


@suite.check("required questions are answered, each once, and none of another survey: else 422")
def incomplete(service: Service) -> None:
    path, ids = _survey(service)
    scale, choice, _ = ids
    _, others = _survey(service)
    _answer(service, path, (scale, 3)).is_(422)
    _answer(service, path).is_(422)
    _answer(service, path, (scale, 3), (choice, "soup"), (scale, 4)).is_(422)
    foreign = [each for each in others if each not in ids]  # Ids may be counted in each survey.
    for id_ in (*foreign[2:], unknown(max(*ids, *others))):
        _answer(service, path, (scale, 3), (choice, "soup"), (id_, "x")).is_(422)
    service.post(f"{path}/responses", json={}).is_(422)
    equal(_results(service, path)["responses"], 0, "the responses")


@suite.check("a closed survey takes no responses (409), keeps its results, and is closed once")
def closed(service: Service) -> None:
    path, (scale,) = _survey(service, _SCALE)
    _answer(service, path, (scale, 2)).is_(201)
    service.post(f"{path}/close").is_(200)
    _answer(service, path, (scale, 3)).is_(409)
    service.post(f"{path}/close").is_(409)
    told = _results(service, path)
    equal((told["responses"], told["questions"][0]["average"]), (1, 2), "the results")
    expect(service.get(path).is_(200).json()["open"] is False, "it is not open")


@suite.check("a deleted survey is gone, and no other is")
def deleted(service: Service) -> None:
    (path, (scale,)), (stays, _) = _survey(service, _SCALE), _survey(service)
    _answer(service, path, (scale, 2)).is_(201)
    service.delete(path).is_(204)
    service.get(path).is_(404)
    service.get(f"{path}/results").is_(404)
    service.get(stays).is_(200)


@suite.check("a survey that is not there is 404")
def absent(service: Service) -> None:
    path, (scale,) = _survey(service, _SCALE)
    nowhere = f"/surveys/{unknown(int(path.rpartition('/')[2]))}"
    service.get(nowhere).is_(404)
    service.delete(nowhere).is_(404)
    service.post(f"{nowhere}/close").is_(404)
    service.get(f"{nowhere}/results").is_(404)
    _answer(service, nowhere, (scale, 3)).is_(404)


@suite.check("a survey that breaks a rule is 422")
def malformed(service: Service) -> None:
    before = len(service.get("/surveys").is_(200).json())
    refuses_malformed(service, "/surveys")
    right: dict[str, Any] = {"title": "x", "questions": [_SCALE]}
    for wrong in (
        {"title": "x"},
        {"questions": [_SCALE]},
        right | {"title": ""},
        right | {"title": "t" * 101},
        right | {"questions": []},
        right | {"questions": [{"type": "scale"}]},
        right | {"questions": [{"text": "x"}]},
        right | {"questions": [_SCALE | {"text": ""}]},
        right | {"questions": [_SCALE | {"type": "rank"}]},
        right | {"questions": [{"text": "x", "type": "choice"}]},
        right | {"questions": [_CHOICE | {"options": ["one"]}]},
    ):
        service.post("/surveys", json=wrong).is_(422)
    equal(len(service.get("/surveys").is_(200).json()), before, "the number of surveys")

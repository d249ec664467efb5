"""Recipes that are rated once by each user, and found by what is in them."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("recipe-stars", "service")


def _recipe(service: Service, name: str = "Soup", minutes: int = 20, *ingredients: str) -> Any:
    given = {"name": name, "minutes": minutes, "ingredients": list(ingredients) or ["water"]}
    return service.post("/recipes", json=given).is_(201).json()["id"]


def _rate(service: Service, recipe: object, stars: object, user: str = "", **more: str) -> Answer:
    given = {"user": user or f"u{token_hex(4)}", "stars": stars, **more}
    return service.post(f"/recipes/{recipe}/ratings", json=given)


def _rated(service: Service, recipe: object, *stars: int) -> None:
    for each in stars:
        _rate(service, recipe, each).is_(201)


def _average(service: Service, recipe: object) -> tuple[Any, Any]:
    told = service.get(f"/recipes/{recipe}").is_(200).json()
    return told["average"], told["ratings"]


def _ids(service: Service, **params: Any) -> list[Any]:
    return [each["id"] for each in service.get("/recipes", params=params).is_(200).json()]


def _wrong(answer: Answer, status: int = 400) -> None:
    told = answer.is_(status).json()
    equal(list(told), ["message"], "the names in an error")
    expect(isinstance(told["message"], str), "the message is a text")


@suite.check("a recipe is made without ratings, and read")
def made(service: Service) -> None:
    given = {"name": "Käsespätzle", "minutes": 45, "ingredients": ["flour", "egg", "cheese"]}
    told = service.post("/recipes", json=given).is_(201).json()
    wanted = {"id": told["id"], **given, "average": None, "ratings": 0}
    equal(told, wanted, "the recipe")
    equal(service.get(f"/recipes/{told['id']}").is_(200).json(), wanted, "the recipe read")


@suite.check("the average is rounded to 2 digits, for each recipe its own")
def average(service: Service) -> None:
    recipe, other = _recipe(service), _recipe(service)
    _rated(service, recipe, 5, 4)
    equal(_average(service, recipe), (4.5, 2), "average and ratings")
    _rated(service, recipe, 5)
    equal(_average(service, recipe), (4.67, 3), "average and ratings")
    equal(_average(service, other), (None, 0), "those of another")


@suite.check("a user rates a recipe once")
def once(service: Service) -> None:
    recipe, other = _recipe(service), _recipe(service)
    told = _rate(service, recipe, 4, "ann", comment="yummy").is_(201).json()
    equal(told, {"user": "ann", "stars": 4, "comment": "yummy"}, "the rating")
    _wrong(_rate(service, recipe, 1, "ann"), 409)
    equal(_average(service, recipe), (4, 1), "average and ratings")
    equal(_rate(service, other, 2, "ann").is_(201).json()["comment"], None, "the comment")


@suite.check("ratings are told with the best stars first, and then the older ones")
def ratings(service: Service) -> None:
    recipe = _recipe(service)
    equal(service.get(f"/recipes/{recipe}/ratings").is_(200).json(), [], "the ratings")
    for user, stars in (("d", 3), ("a", 5), ("c", 3), ("b", 5)):
        _rate(service, recipe, stars, user).is_(201)
    told = service.get(f"/recipes/{recipe}/ratings").is_(200).json()
    seen = [(each["user"], each["stars"]) for each in told]
    equal(seen, [("a", 5), ("b", 5), ("d", 3), ("c", 3)], "the ratings")


@suite.check("recipes are listed best first, then by name, those without ratings last", fresh=True)
def ordered(service: Service) -> None:
    equal(_ids(service), [], "the recipes at first")
    none, low = _recipe(service, "Apple pie"), _recipe(service, "Bread")
    soup, fish = _recipe(service, "Soup"), _recipe(service, "Fish")
    _rated(service, low, 2)
    _rated(service, soup, 4)
    _rated(service, fish, 3, 5)
    equal(_ids(service), [fish, soup, low, none], "the recipes")


@suite.check("recipes are found by ingredient, minutes and average, also mixed")
def filtered(service: Service) -> None:
    mark = f"egg{token_hex(3)}"
    a = _recipe(service, "a", 30, "salt", mark.upper())
    b = _recipe(service, "b", 31, mark)
    c = _recipe(service, "c", 5, mark)
    _recipe(service, "d", 5, f"{mark} yolk")
    _rated(service, a, 4)
    _rated(service, b, 5)
    equal(_ids(service, ingredient=mark), [b, a, c], "by ingredient")
    equal(_ids(service, ingredient=mark, max_minutes=30), [a, c], "with minutes")
    equal(_ids(service, ingredient=mark, min_average=4), [b, a], "with average")
    equal(_ids(service, ingredient=mark, min_average=4.5), [b], "with a higher average")
    equal(_ids(service, ingredient=mark, min_average=1, max_minutes=30), [a], "with both")


@suite.check("a recipe that is not there is 404")
def absent(service: Service) -> None:
    nowhere = unknown(_recipe(service))
    _wrong(service.get(f"/recipes/{nowhere}"), 404)
    _wrong(_rate(service, nowhere, 3), 404)


@suite.check("wrong input is 400 with a message")
def malformed(service: Service) -> None:
    right = {"name": "Soup", "minutes": 20, "ingredients": ["water"]}
    wrong: list[dict[str, Any]] = [
        {key: value for key, value in right.items() if key != name} for name in right
    ]
    wrong += [right | {"name": "x" * 61}, right | {"ingredients": []}]
    wrong += [right | {"minutes": each} for each in (0, -5, 2.5, "long")]
    for each in wrong:
        _wrong(service.post("/recipes", json=each))
    service.post("/recipes", json=right | {"name": "x" * 60, "minutes": 1}).is_(201)
    recipe = _recipe(service)
    for stars in (0, 6, 3.5, "five", None):
        _wrong(_rate(service, recipe, stars))
    _wrong(service.post(f"/recipes/{recipe}/ratings", json={"stars": 3}))
    equal(_average(service, recipe), (None, 0), "average and ratings")

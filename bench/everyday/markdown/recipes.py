"""Recipes and their tags."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("recipes", "service")
FIELDS = ("title", "minutes", "tags")


def _add(service: Service, title: str, minutes: int, *tags: str) -> dict[str, Any]:
    given = {"title": title, "minutes": minutes, "tags": list(tags)}
    return service.post("/recipes", json=given).is_(201).json()


def _titles(service: Service, params: Any = None) -> list[str]:
    return [each["title"] for each in service.get("/recipes", params=params or []).is_(200).json()]


def _box(service: Service) -> None:
    _add(service, "Apple pie", 75, "dessert", "baking", "fruit")
    _add(service, "Bread", 180, "baking")
    _add(service, "Fruit salad", 15, "dessert", "fruit")
    _add(service, "Cookies", 40, "dessert", "baking")


@suite.check("a recipe is kept with tidy tags", fresh=True)
def added(service: Service) -> None:
    equal(service.get("/recipes").is_(200).json(), [], "an empty box")
    told = _add(service, "Apple pie", 75, "Dessert", "baking", "dessert")
    wanted = {"title": "Apple pie", "minutes": 75, "tags": ["baking", "dessert"]}
    equal({name: told[name] for name in FIELDS}, wanted, "the answer")
    (told,) = service.get("/recipes").is_(200).json()
    equal({name: told[name] for name in FIELDS}, wanted, "the recipe")


@suite.check("tags may be left out")
def bare(service: Service) -> None:
    told = service.post("/recipes", json={"title": "Toast", "minutes": 5}).is_(201).json()
    equal(told["tags"], [], "the tags")


@suite.check("the quickest come first", fresh=True)
def ordered(service: Service) -> None:
    _box(service)
    equal(_titles(service), ["Fruit salad", "Cookies", "Apple pie", "Bread"], "the titles")


@suite.check("filters by tags and minutes can be combined", fresh=True)
def filtered(service: Service) -> None:
    _box(service)
    equal(_titles(service, [("tag", "dessert")]), ["Fruit salad", "Cookies", "Apple pie"], "desserts")
    equal(_titles(service, [("tag", "dessert"), ("tag", "baking")]), ["Cookies", "Apple pie"], "both tags")
    equal(_titles(service, [("max_minutes", "75")]), ["Fruit salad", "Cookies", "Apple pie"], "up to 75")
    three = [("tag", "dessert"), ("tag", "baking"), ("max_minutes", "60")]
    equal(_titles(service, three), ["Cookies"], "all three")
    equal(_titles(service, [("tag", "soup")]), [], "soups")


@suite.check("tags are replaced", fresh=True)
def replaced(service: Service) -> None:
    made = _add(service, "Pie", 60, "dessert", "baking")
    told = service.put(f"/recipes/{made['id']}/tags", json={"tags": ["Fruit", "easy"]}).is_(200).json()
    equal((told["id"], told["title"], told["tags"]), (made["id"], "Pie", ["easy", "fruit"]), "the recipe")
    equal(_titles(service, [("tag", "fruit")]), ["Pie"], "by a new tag")
    equal(_titles(service, [("tag", "baking")]), [], "by an old tag")


@suite.check("the tags in use are counted", fresh=True)
def counted(service: Service) -> None:
    equal(service.get("/tags").is_(200).json(), [], "no tags")
    _box(service)
    wanted = [("baking", 3), ("dessert", 3), ("fruit", 2)]
    told = service.get("/tags").is_(200).json()
    equal([(each["tag"], each["recipes"]) for each in told], wanted, "the tags")
    (pie,) = [each for each in service.get("/recipes").is_(200).json() if each["title"] == "Apple pie"]
    service.put(f"/recipes/{pie['id']}/tags", json={"tags": ["classic"]}).is_(200)
    told = service.get("/tags").is_(200).json()
    wanted = [("baking", 2), ("classic", 1), ("dessert", 2), ("fruit", 1)]
    equal([(each["tag"], each["recipes"]) for each in told], wanted, "the tags after a change")


@suite.check("bad input is 400 and not kept")
def malformed(service: Service) -> None:
    before = len(_titles(service))
    wrong: list[dict[str, Any]] = [
        {"minutes": 5},
        {"title": "", "minutes": 5},
        {"title": "x"},
        {"title": "x", "minutes": 0},
        {"title": "x", "minutes": "soon"},
        {"title": "x", "minutes": 5, "tags": "dessert"},
    ]
    for each in wrong:
        service.post("/recipes", json=each).is_(400)
    equal(len(_titles(service)), before, "the number of recipes")


@suite.check("a recipe that isn't there is 404")
def absent(service: Service) -> None:
    service.put("/recipes/999999/tags", json={"tags": ["a"]}).is_(404)

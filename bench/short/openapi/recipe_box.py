"""Recipes with stars and comments, the best first."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("recipe-box", "service")

SOUP: dict[str, Any] = {"title": "Soup", "ingredients": ["Leek", "water"], "steps": "Cut, boil."}


def _add(service: Service, *stars: int, **more: Any) -> int:
    number: int = service.post("/recipes", json={**SOUP, **more}).is_(201).json()["id"]
    for each in stars:
        _star(service, number, each)
    return number


def _star(service: Service, number: int, stars: int) -> tuple[Any, Any]:
    told = service.post(f"/recipes/{number}/stars", json={"stars": stars}).is_(200).json()
    return told["average"], told["votes"]


@suite.check("a recipe is added and read")
def added(service: Service) -> None:
    made = service.post("/recipes", json=SOUP).is_(201).json()
    wanted = {**SOUP, "average": None, "votes": 0}
    equal({name: made[name] for name in wanted}, wanted, "the recipe")
    told = service.get(f"/recipes/{made['id']}").is_(200).json()
    wanted |= {"id": made["id"], "comments": []}
    equal({name: told[name] for name in wanted}, wanted, "the recipe with comments")


@suite.check("stars make an average with one decimal")
def stars(service: Service) -> None:
    number = _add(service)
    equal(_star(service, number, 5), (5, 1), "average and votes")
    equal(_star(service, number, 4), (4.5, 2), "average and votes")
    equal(_star(service, number, 4), (4.3, 3), "average and votes")
    told = service.get(f"/recipes/{number}").is_(200).json()
    equal((told["average"], told["votes"]), (4.3, 3), "average and votes")


@suite.check("the best come first, those without stars last", fresh=True)
def order(service: Service) -> None:
    none = _add(service)
    low = _add(service, 2)
    high = _add(service, 5, 4)
    same = _add(service, 2)
    late = _add(service)
    told = service.get("/recipes").is_(200).json()
    equal([each["id"] for each in told], [high, low, same, none, late], "the order")


@suite.check("recipes are found by ingredient", fresh=True)
def ingredient(service: Service) -> None:
    _add(service, title="Salad", ingredients=["Tomato", "oil"])
    _add(service, title="Toast", ingredients=["bread"])
    _add(service, title="Sauce", ingredients=["tomato"])
    for asked, wanted in (("tomato", ["Salad", "Sauce"]), ("BREAD", ["Toast"]), ("sugar", [])):
        told = service.get("/recipes", params={"ingredient": asked}).is_(200).json()
        equal([each["title"] for each in told], wanted, f"recipes with {asked}")


@suite.check("comments are kept from old to new")
def comments(service: Service) -> None:
    number, other = _add(service), _add(service)
    first = {"author": "Oma", "text": "Too salty"}
    second = {"author": "Jo", "text": "Not at all, süß!"}
    for each in (first, second):
        told = service.post(f"/recipes/{number}/comments", json=each).is_(201).json()
        equal({name: told[name] for name in each}, each, "the comment")
    told = service.get(f"/recipes/{number}").is_(200).json()["comments"]
    equal([{name: each[name] for name in first} for each in told], [first, second], "the comments")
    equal(service.get(f"/recipes/{other}").is_(200).json()["comments"], [], "the other comments")


@suite.check("a recipe that is not there is 404")
def missing(service: Service) -> None:
    service.get("/recipes/99999").is_(404)
    service.post("/recipes/99999/stars", json={"stars": 3}).is_(404)
    service.post("/recipes/99999/comments", json={"author": "a", "text": "b"}).is_(404)


@suite.check("what is wrong is 422")
def wrong(service: Service) -> None:
    for name in SOUP:
        service.post(
            "/recipes", json={key: value for key, value in SOUP.items() if key != name}
        ).is_(422)
    for bad in (
        {"title": ""},
        {"title": "t" * 101},
        {"ingredients": []},
        {"ingredients": "leek"},
        {"steps": ""},
    ):
        service.post("/recipes", json={**SOUP, **bad}).is_(422)
    number = _add(service)
    for value in (0, 6, "five", None):
        service.post(f"/recipes/{number}/stars", json={"stars": value}).is_(422)
    for body in (
        {"author": "a"},
        {"text": "b"},
        {"author": "", "text": "b"},
        {"author": "a", "text": ""},
    ):
        service.post(f"/recipes/{number}/comments", json=body).is_(422)
    told = service.get(f"/recipes/{number}").is_(200).json()
    equal((told["votes"], told["comments"]), (0, []), "nothing was kept")

"""Recipes that can be scaled."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("recipes", "service")


def _ingredient(name: str, amount: float = 1, unit: str = "g") -> dict[str, object]:
    return {"name": name, "amount": amount, "unit": unit}


def _recipe(title: str = "Pancakes", **more: object) -> dict[str, Any]:
    return {
        "title": title,
        "servings": 4,
        "minutes": 20,
        "ingredients": [_ingredient("Flour", 250), _ingredient("egg", 3, "")],
        "steps": ["mix", "fry"],
        **more,
    }


def _add(service: Service, given: dict[str, Any]) -> dict[str, Any]:
    return service.post("/recipes", json=given).is_(201).json()


def _titles(service: Service, **params: object) -> list[Any]:
    return [each["title"] for each in service.get("/recipes", params=params).is_(200).json()]


WRONG: list[dict[str, object]] = [
    {"title": ""},
    {"servings": 0},
    {"servings": "four"},
    {"minutes": 0},
    {"ingredients": []},
    {"ingredients": [{"name": "egg", "unit": ""}]},
    {"ingredients": [_ingredient("", 1)]},
    {"ingredients": [_ingredient("egg", 0)]},
    {"steps": "mix and fry"},
]


def _has(told: dict[str, Any], wanted: dict[str, Any], what: str) -> None:
    equal({name: told.get(name) for name in wanted}, wanted, what)


@suite.check("a recipe is stored and read back")
def stored(service: Service) -> None:
    told = _add(service, _recipe())
    wanted = {"id": told["id"], **_recipe()}
    _has(told, wanted, "the recipe")
    _has(service.get(f"/recipes/{told['id']}").is_(200).json(), wanted, "the recipe read")


@suite.check("minutes and steps are optional")
def short(service: Service) -> None:
    given = {key: value for key, value in _recipe().items() if key not in ("minutes", "steps")}
    told = _add(service, given)
    equal((told["minutes"], told["steps"]), (None, []), "minutes and steps")


@suite.check("wrong data is 422", fresh=True)
def malformed(service: Service) -> None:
    for name in ("title", "servings", "ingredients"):
        service.post("/recipes", json={k: v for k, v in _recipe().items() if k != name}).is_(422)
    for wrong in WRONG:
        service.post("/recipes", json=_recipe(**wrong)).is_(422)
    equal(_titles(service), [], "the recipes")


@suite.check("a recipe is replaced")
def replaced(service: Service) -> None:
    path = f"/recipes/{_add(service, _recipe())['id']}"
    given = {"title": "Omelette", "servings": 1, "ingredients": [_ingredient("egg", 2.5, "")]}
    told = service.put(path, json=given).is_(200).json()
    read = service.get(path).is_(200).json()
    for each in (told, read):
        _has(each, {**given, "minutes": None, "steps": []}, "the recipe")
    for wrong in WRONG:
        service.put(path, json=_recipe(**wrong)).is_(422)
    equal(service.get(path).is_(200).json(), read, "the recipe after wrong data")


@suite.check("recipes are sorted by title and filtered", fresh=True)
def listed(service: Service) -> None:
    _add(service, _recipe("Waffles", minutes=31))
    _add(service, _recipe("Apple pie", minutes=None))
    _add(
        service,
        _recipe("Salad", minutes=30, ingredients=[_ingredient("tomato"), _ingredient("oil")]),
    )
    _add(service, _recipe("Bread", minutes=10, ingredients=[_ingredient("rye flour")]))
    equal(_titles(service), ["Apple pie", "Bread", "Salad", "Waffles"], "all")
    equal(_titles(service, ingredient="flour"), ["Apple pie", "Waffles"], "with flour")
    equal(_titles(service, ingredient="OIL"), ["Salad"], "with oil")
    equal(_titles(service, max_minutes=30), ["Bread", "Salad"], "within half an hour")


@suite.check("a recipe is scaled and stays as it is")
def scaled(service: Service) -> None:
    recipe = _add(service, _recipe())
    path = f"/recipes/{recipe['id']}"
    for servings, factor in ((8, 2), (2, 0.5), (4, 1)):
        told = service.get(f"{path}/scaled", params={"servings": servings}).is_(200).json()
        equal((told["title"], told["servings"]), ("Pancakes", servings), "the recipe")
        amounts = [each["amount"] for each in told["ingredients"]]
        equal(amounts, [250 * factor, 3 * factor], "the amounts")
    equal(service.get(path).is_(200).json(), recipe, "the stored recipe")


@suite.check("scaling to nothing is 422")
def unscaled(service: Service) -> None:
    path = f"/recipes/{_add(service, _recipe())['id']}/scaled"
    service.get(path).is_(422)
    for wrong in ("0", "-1", "some", "1.5"):
        service.get(path, params={"servings": wrong}).is_(422)


@suite.check("a deleted recipe is gone")
def deleted(service: Service) -> None:
    path = f"/recipes/{_add(service, _recipe())['id']}"
    service.delete(path).is_(204)
    service.get(path).is_(404)
    service.put(path, json=_recipe()).is_(404)
    service.get(f"{path}/scaled", params={"servings": 2}).is_(404)
    service.delete(path).is_(404)

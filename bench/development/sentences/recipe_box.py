"""Recipes: kept, found by tag, ingredient or title, in pages, and scaled."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.malformed import refuses_malformed
from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("recipe-box", "service")

_PATH = "/api/recipes"


def _document(**more: Any) -> dict[str, Any]:
    given: dict[str, Any] = {"title": f"Soup {token_hex(4)}", "servings": 4}
    given["ingredients"] = [
        {"name": "water", "amount": 1.5, "unit": "l"},
        {"name": "leek", "amount": 2, "unit": "pieces"},
    ]
    return {**given, "steps": ["boil", 'stir "well"'], "tags": ["quick"], **more}


def _ingredient(name: str) -> list[dict[str, Any]]:
    return [{"name": name, "amount": 1, "unit": "g"}]


def _make(service: Service, **more: Any) -> dict[str, Any]:
    given = _document(**more)
    return {**given, "id": service.post(_PATH, json=given).created()["id"]}


def _holds(service: Service, recipe: dict[str, Any]) -> None:
    told = service.get(f"{_PATH}/{recipe['id']}").is_(200).json()
    equal(_seen(told, recipe), recipe, "the recipe")


def _seen(told: dict[str, Any], recipe: dict[str, Any]) -> dict[str, Any]:
    """What was given of it; an ingredient may have an id of its own besides."""
    names = ("name", "amount", "unit")
    ingredients = [{name: each[name] for name in names} for each in told["ingredients"]]
    return {**{name: told[name] for name in recipe}, "ingredients": ingredients}


def _page(service: Service, **params: Any) -> dict[str, Any]:
    told: dict[str, Any] = service.get(_PATH, params=params).is_(200).json()
    return told


def _ids(service: Service, **params: Any) -> list[str]:
    return sorted(str(each["id"]) for each in _page(service, **params)["items"])


@suite.check("an empty box has a page of nothing", fresh=True)
def empty(service: Service) -> None:
    told = _page(service)
    wanted = {"items": [], "total": 0, "page": 1, "per_page": 10}
    equal({name: told[name] for name in wanted}, wanted, "the page")


@suite.check("pages have ten recipes unless said otherwise, and show each recipe once", fresh=True)
def paged(service: Service) -> None:
    made = {str(_make(service)["id"]) for _ in range(12)}
    told = _page(service)
    equal(len(told["items"]), 10, "the recipes on the first page")
    equal((told["total"], told["page"], told["per_page"]), (12, 1, 10), "total, page, per_page")
    equal(len(_page(service, page=2)["items"]), 2, "the recipes on the second page")
    told = _page(service, page=2, per_page=5)
    equal((told["total"], told["page"], told["per_page"]), (12, 2, 5), "total, page, per_page")
    pages = [_ids(service, page=page, per_page=5) for page in (1, 2, 3)]
    equal([len(each) for each in pages], [5, 5, 2], "the recipes on three pages")
    equal({each for page in pages for each in page}, made, "the recipes on three pages")


@suite.check("a recipe is read back to the letter, in the order of its steps")
def created(service: Service) -> None:
    made = _make(service, steps=["z", "a", "m"], tags=["b", "ä"])
    _holds(service, made)
    told = {str(each["id"]): each for each in _page(service, per_page=50)["items"]}
    equal(told[str(made["id"])]["title"], made["title"], "the title in the list")


@suite.check("recipes are found by tag, by ingredient and by a part of the title in any case")
def found(service: Service) -> None:
    mark = f"x{token_hex(4)}"
    tagged = _make(service, tags=["a", mark])
    made_of = _make(service, ingredients=_document()["ingredients"] + _ingredient(mark))
    titled = _make(service, title=f"Old {mark} Pie")
    equal(_ids(service, tag=mark), [str(tagged["id"])], "by tag")
    equal(_ids(service, ingredient=mark), [str(made_of["id"])], "by ingredient")
    for query in (mark, mark.upper(), f"OLD {mark}"):
        equal(_ids(service, q=query), [str(titled["id"])], f"by {query} in the title")
    equal(_page(service, tag=mark)["total"], 1, "the total of what is found")
    equal(_ids(service, q=token_hex(8)), [], "what is found for nothing")


@suite.check("a scaled recipe has all of its amounts multiplied, and is kept as it was")
def scaled(service: Service) -> None:
    made = _make(service)
    for servings, amounts in ((8, [3, 4]), (2, [0.75, 1]), (4, [1.5, 2])):
        params = {"servings": servings}
        told = service.get(f"{_PATH}/{made['id']}/scaled", params=params).is_(200).json()
        equal(told["title"], made["title"], "the title")
        equal([each["name"] for each in told["ingredients"]], ["water", "leek"], "ingredients")
        for each, amount in zip(told["ingredients"], amounts, strict=True):
            expect(abs(each["amount"] - amount) < 1e-6, f"{amount} of it, not {each['amount']}")
    _holds(service, made)


@suite.check("an update changes that recipe alone")
def updated(service: Service) -> None:
    made, other = _make(service), _make(service)
    new = _document(servings=2, tags=[], steps=["rest"], ingredients=_ingredient("salt"))
    service.update(f"{_PATH}/{made['id']}", new).done()
    _holds(service, {**new, "id": made["id"]})
    _holds(service, other)


@suite.check("a deleted recipe is gone from everywhere, and no other is")
def deleted(service: Service) -> None:
    tag = f"x{token_hex(4)}"
    gone, stays = _make(service, tags=[tag]), _make(service, tags=[tag])
    path = f"{_PATH}/{gone['id']}"
    service.delete(path).done()
    service.get(path).is_(404)
    service.delete(path).is_(404)
    equal(_ids(service, tag=tag), [str(stays["id"])], "those with the tag")


@suite.check("what is not there is 404")
def absent(service: Service) -> None:
    path = f"{_PATH}/{unknown(_make(service)['id'])}"
    service.get(path).is_(404)
    service.get(f"{path}/scaled", params={"servings": 8}).is_(404)
    service.update(path, _document()).is_(404)
    service.delete(path).is_(404)


@suite.check("title and servings are required, servings are 1 to 100, one ingredient at least")
def malformed(service: Service) -> None:
    made = _make(service)
    before = _page(service)["total"]
    wrong: list[dict[str, Any]] = [
        {name: value for name, value in _document().items() if name != left}
        for left in ("title", "servings")
    ]
    wrong += [_document(servings=each) for each in (0, 101, "many", 1.5)]
    wrong += [_document(ingredients=each) for each in ([], "salt", [7])]
    wrong += [_document(steps="boil"), _document(tags=3)]
    refuses_malformed(service, _PATH, *wrong)
    service.update(f"{_PATH}/{made['id']}", _document(servings=101)).refused()
    equal(_page(service)["total"], before, "the number of recipes")
    _holds(service, made)
    for servings in (1, 100):
        _make(service, servings=servings)


@suite.check("recipes outlive a restart")
def kept(service: Service) -> None:
    made = _make(service)
    service.restart()
    _holds(service, made)

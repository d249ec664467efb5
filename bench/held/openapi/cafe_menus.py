"""Menus of a café that nobody overwrites by accident: ETags and preconditions."""

from __future__ import annotations

from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("cafe-menus", "service")

_SOUP = {"name": "Soup", "price_cents": 450}
_CAKE = {"name": "Käsekuchen", "price_cents": 390}


def _put(service: Service, day: str, *dishes: Any, **headers: str) -> Answer:
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return service.put(f"/menus/{day}", json={"dishes": list(dishes)}, headers=names)


def _etag(answer: Answer) -> str:
    etag = answer.headers.get("etag", "")
    expect(len(etag) > 2 and etag[0] == etag[-1] == '"', f"a strong ETag: {etag!r}")
    return etag


def _new(service: Service, day: str, *dishes: Any) -> str:
    answer = _put(service, day, *(dishes or (_SOUP,)), If_None_Match="*").is_(201)
    return _etag(answer)


def _dishes(service: Service, day: str) -> Any:
    return service.get(f"/menus/{day}").is_(200).json()["dishes"]


@suite.check("a new menu is written and read with the same ETag", fresh=True)
def created(service: Service) -> None:
    equal(service.get("/menus").is_(200).json(), [], "the menus at first")
    service.get("/menus/monday").is_(404)
    answer = _put(service, "monday", _SOUP, _CAKE, If_None_Match="*").is_(201)
    wanted = {"day": "monday", "dishes": [_SOUP, _CAKE]}
    equal(answer.json(), wanted, "the menu")
    for _ in range(2):
        told = service.get("/menus/monday").is_(200)
        equal(told.json(), wanted, "the menu read back")
        equal(_etag(told), _etag(answer), "the ETag")


@suite.check("a menu that is known already is 304", fresh=True)
def not_modified(service: Service) -> None:
    etag = _new(service, "tuesday")
    for known in (etag, "*", f'"other", {etag}', f'{etag}, "other"'):
        answer = service.get("/menus/tuesday", headers={"If-None-Match": known}).is_(304)
        equal(answer.body, b"", "the body")
        equal(_etag(answer), etag, "the ETag")
    for known in ('"other"', '"other", "another"'):
        answer = service.get("/menus/tuesday", headers={"If-None-Match": known}).is_(200)
        equal(answer.json()["dishes"], [_SOUP], "the dishes")
    service.get("/menus/sunday", headers={"If-None-Match": "*"}).is_(404)


@suite.check("a menu is replaced with its current ETag and gets a new one", fresh=True)
def replaced(service: Service) -> None:
    old = _new(service, "friday")
    answer = _put(service, "friday", _CAKE, _SOUP, If_Match=old).is_(200)
    equal(answer.json(), {"day": "friday", "dishes": [_CAKE, _SOUP]}, "the menu")
    new = _etag(answer)
    expect(new != old, "another ETag")
    equal(_etag(service.get("/menus/friday").is_(200)), new, "the ETag read back")
    service.get("/menus/friday", headers={"If-None-Match": old}).is_(200)
    service.get("/menus/friday", headers={"If-None-Match": new}).is_(304)


@suite.check("with an old ETag, or one of nothing, it is 412", fresh=True)
def failed(service: Service) -> None:
    old = _new(service, "friday")
    new = _etag(_put(service, "friday", _CAKE, If_Match=old).is_(200))
    for etag in (old, '"other"'):
        _put(service, "friday", _SOUP, If_Match=etag).is_(412)
        service.delete("/menus/friday", headers={"If-Match": etag}).is_(412)
    _put(service, "friday", _SOUP, If_None_Match="*").is_(412)
    _put(service, "sunday", _SOUP, If_Match=new).is_(412)
    service.get("/menus/sunday").is_(404)
    equal(_dishes(service, "friday"), [_CAKE], "the dishes")
    equal(_etag(service.get("/menus/friday")), new, "the ETag")


@suite.check("without a precondition nothing is written", fresh=True)
def required(service: Service) -> None:
    _put(service, "monday", _SOUP).is_(428)
    service.delete("/menus/monday").is_(428)
    service.get("/menus/monday").is_(404)
    _new(service, "monday")
    _put(service, "monday", _CAKE).is_(428)
    service.delete("/menus/monday").is_(428)
    equal(_dishes(service, "monday"), [_SOUP], "the dishes")


@suite.check("an ETag never comes back, with the same dishes or after a deletion", fresh=True)
def never_again(service: Service) -> None:
    seen = [_new(service, "monday")]
    for dish in (_SOUP, _CAKE, _SOUP):
        seen.append(_etag(_put(service, "monday", dish, If_Match=seen[-1]).is_(200)))
    service.delete("/menus/monday", headers={"If-Match": seen[-1]}).is_(204)
    seen.append(_new(service, "monday"))
    seen.append(_etag(_put(service, "monday", _SOUP, If_Match=seen[-1]).is_(200)))
    equal(len(set(seen)), 6, "the number of ETags")


@suite.check("a menu is removed with its current ETag", fresh=True)
def removed(service: Service) -> None:
    etag = _new(service, "monday")
    service.delete("/menus/monday", headers={"If-Match": etag}).is_(204)
    service.get("/menus/monday").is_(404)
    service.delete("/menus/monday", headers={"If-Match": etag}).is_(404)
    _put(service, "monday", _SOUP, If_Match=etag).is_(412)
    equal(service.get("/menus").is_(200).json(), [], "the menus")


@suite.check("the overview goes from monday to sunday", fresh=True)
def overview(service: Service) -> None:
    etags = {
        day: _new(service, day, *dishes)
        for day, dishes in (
            ("sunday", [_SOUP]),
            ("monday", [_SOUP, _CAKE, {"name": "Roast", "price_cents": 1250}]),
            ("wednesday", [_CAKE]),
        )
    }
    told = service.get("/menus").is_(200).json()
    names = ("day", "dishes", "cheapest_cents", "etag")
    seen = [tuple(each[name] for name in names) for each in told]
    wanted = [
        ("monday", 3, 390, etags["monday"]),
        ("wednesday", 1, 390, etags["wednesday"]),
        ("sunday", 1, 450, etags["sunday"]),
    ]
    equal(seen, wanted, "the overview")


@suite.check("other days are 404, and so before all else")
def days(service: Service) -> None:
    for day in ("Monday", "someday"):
        service.get(f"/menus/{day}").is_(404)
        _put(service, day, _SOUP, If_None_Match="*").is_(404)
        _put(service, day).is_(404)
        service.delete(f"/menus/{day}").is_(404)


@suite.check("a wrong body is 422, after the precondition", fresh=True)
def wrong(service: Service) -> None:
    bad: list[Any] = [
        [],
        [_SOUP] * 11,
        [{"name": "x"}],
        [{"price_cents": 5}],
        [{**_SOUP, "name": ""}],
        [{**_SOUP, "name": "x" * 61}],
        [{**_SOUP, "price_cents": 0}],
        [{**_SOUP, "price_cents": 10001}],
        [{**_SOUP, "price_cents": "cheap"}],
        [_SOUP, "cake"],
    ]
    for dishes in bad:
        _put(service, "monday", *dishes, If_None_Match="*").is_(422)
        _put(service, "monday", *dishes).is_(428)
        _put(service, "monday", *dishes, If_Match='"other"').is_(412)
    service.put("/menus/monday", json={}, headers={"If-None-Match": "*"}).is_(422)
    service.get("/menus/monday").is_(404)
    etag = _new(service, "monday", *[{"name": "x" * 60, "price_cents": 10000}] * 10)
    _put(service, "monday", If_Match=etag).is_(422)
    equal(_etag(service.get("/menus/monday")), etag, "the ETag")

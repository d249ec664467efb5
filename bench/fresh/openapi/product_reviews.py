"""Reviews of products: one per customer, sorted and paged, with ratings and helpful votes."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("product-reviews", "service")


def _me(name: str | None = None) -> dict[str, str]:
    return {"X-Customer": name or f"c{token_hex(5)}"}


def _sku() -> str:
    return f"SKU-{token_hex(4)}"


def _post(service: Service, sku: str, me: dict[str, str], **more: Any) -> Answer:
    given = {"stars": 4, "title": "fine", **more}
    return service.post(f"/v1/products/{sku}/reviews", json=given, headers=me)


def _review(service: Service, sku: str, me: dict[str, str] | None = None, **more: Any) -> Any:
    return _post(service, sku, me or _me(), **more).is_(201).json()["id"]


def _list(service: Service, sku: str, **params: Any) -> dict[str, Any]:
    answer = service.get(f"/v1/products/{sku}/reviews", params=params)
    told: dict[str, Any] = answer.is_(200).json()
    return told


def _ids(service: Service, sku: str, **params: Any) -> list[Any]:
    return [each["id"] for each in _list(service, sku, **params)["reviews"]]


def _helpful(service: Service, review: Any, me: dict[str, str]) -> Answer:
    return service.post(f"/v1/reviews/{review}/helpful", headers=me)


def _rating(service: Service, sku: str) -> dict[str, Any]:
    told: dict[str, Any] = service.get(f"/v1/products/{sku}/rating").is_(200).json()
    return told


@suite.check("a review is written once per customer and product")
def written(service: Service) -> None:
    sku, me = _sku(), _me("ann")
    told = _post(service, sku, me, stars=5, title="Great", text="ü").is_(201).json()
    wanted = {
        "sku": sku,
        "customer": "ann",
        "stars": 5,
        "title": "Great",
        "text": "ü",
        "helpful_count": 0,
    }
    equal({name: told[name] for name in wanted}, wanted, "the review")
    _post(service, sku, me).is_(409)
    equal(_post(service, _sku(), me).is_(201).json()["text"], "", "the text when left out")
    _review(service, sku, _me())
    equal(_list(service, sku)["total"], 2, "the total")


@suite.check("without a customer nothing is written (401)")
def anonymous(service: Service) -> None:
    sku = _sku()
    review = _review(service, sku)
    _post(service, sku, {}).is_(401)
    service.patch(f"/v1/reviews/{review}", json={"stars": 1}).is_(401)
    service.delete(f"/v1/reviews/{review}").is_(401)
    _helpful(service, review, {}).is_(401)
    told = _list(service, sku)
    equal((told["total"], told["reviews"][0]["stars"]), (1, 4), "the reviews")


@suite.check("reviews are sorted by newest, stars or helpful votes")
def ordered(service: Service) -> None:
    sku = _sku()
    made = [_review(service, sku, stars=stars) for stars in (3, 5, 3, 1, 5)]
    for index in (0, 0, 3):
        _helpful(service, made[index], _me()).is_(200)
    equal(_ids(service, sku), made[::-1], "by default")
    equal(_ids(service, sku, sort="newest"), made[::-1], "newest first")
    wanted = [made[index] for index in (4, 1, 2, 0, 3)]
    equal(_ids(service, sku, sort="stars"), wanted, "best first")
    wanted = [made[index] for index in (0, 3, 4, 2, 1)]
    equal(_ids(service, sku, sort="helpful"), wanted, "most helpful first")


@suite.check("reviews are filtered by stars and come in pages")
def paged(service: Service) -> None:
    sku = _sku()
    equal(_list(service, sku), {"total": 0, "reviews": []}, "those of an unknown product")
    made = [_review(service, sku, stars=1 + number % 5) for number in range(12)][::-1]
    equal(_ids(service, sku), made[:10], "the first page")
    told = _list(service, sku, limit=5, offset=10)
    equal([each["id"] for each in told["reviews"]], made[10:], "the last page")
    equal(told["total"], 12, "the total")
    told = _list(service, sku, min_stars=4, limit=1)
    equal((told["total"], len(told["reviews"])), (4, 1), "those with four stars")
    wrongs: tuple[dict[str, Any], ...] = (
        {"sort": "worst"},
        {"min_stars": 6},
        {"limit": 0},
        {"limit": 51},
        {"offset": -1},
    )
    for wrong in wrongs:
        service.get(f"/v1/products/{sku}/reviews", params=wrong).is_(422)


@suite.check("the rating sums up the stars of a product")
def rated(service: Service) -> None:
    sku = _sku()
    empty = dict.fromkeys("12345", 0)
    told = _rating(service, sku)
    wanted = (0, None, empty)
    equal((told["count"], told["average"], told["histogram"]), wanted, "without reviews")
    for stars in (5, 5, 4):
        last = _post(service, sku, me := _me(), stars=stars).is_(201).json()["id"]
    _review(service, _sku(), stars=1)
    told = _rating(service, sku)
    wanted_now = (3, 4.67, {**empty, "4": 1, "5": 2})
    equal((told["count"], told["average"], told["histogram"]), wanted_now, "the rating")
    service.delete(f"/v1/reviews/{last}", headers=me).is_(204)
    told = _rating(service, sku)
    wanted_now = (2, 5, {**empty, "5": 2})
    equal((told["count"], told["average"], told["histogram"]), wanted_now, "after a deletion")


@suite.check("a customer changes the own review only, and only what is given")
def changed(service: Service) -> None:
    sku, me = _sku(), _me()
    path = f"/v1/reviews/{_review(service, sku, me, text='long')}"
    told = service.patch(path, json={"stars": 2}, headers=me).is_(200).json()
    wanted = {"stars": 2, "title": "fine", "text": "long"}
    equal({name: told[name] for name in wanted}, wanted, "the review")
    service.patch(path, json={"stars": 1}, headers=_me()).is_(403)
    for wrong in ({"stars": 0}, {"stars": 6}, {"title": ""}, {"text": "x" * 2001}):
        service.patch(path, json=wrong, headers=me).is_(422)
    equal(_list(service, sku)["reviews"][0]["stars"], 2, "the stars")


@suite.check("a customer deletes the own review only, and may write another")
def deleted(service: Service) -> None:
    sku, me = _sku(), _me()
    path = f"/v1/reviews/{_review(service, sku, me)}"
    service.delete(path, headers=_me()).is_(403)
    service.delete(path, headers=me).is_(204)
    service.delete(path, headers=me).is_(404)
    equal(_list(service, sku)["total"], 0, "the total")
    again = _review(service, sku, me, stars=1)
    equal(_ids(service, sku), [again], "the reviews")


@suite.check("a review is voted helpful once per customer, not by its author")
def helpful(service: Service) -> None:
    me, other = _me(), _me()
    review = _review(service, _sku(), me)
    equal(_helpful(service, review, other).is_(200).json()["helpful_count"], 1, "the count")
    _helpful(service, review, other).is_(409)
    _helpful(service, review, me).is_(409)
    equal(_helpful(service, review, _me()).is_(200).json()["helpful_count"], 2, "the count")


@suite.check("reviews that break a rule are 422")
def malformed(service: Service) -> None:
    sku, me = _sku(), _me()
    wrongs: tuple[dict[str, Any], ...] = (
        {"stars": 0},
        {"stars": 6},
        {"stars": 4.5},
        {"stars": "many"},
        {"title": ""},
        {"title": "t" * 101},
        {"text": "x" * 2001},
    )
    for wrong in wrongs:
        _post(service, sku, me, **wrong).is_(422)
    path = f"/v1/products/{sku}/reviews"
    service.post(path, json={"title": "t"}, headers=me).is_(422)
    service.post(path, json={"stars": 4}, headers=me).is_(422)
    equal(_list(service, sku)["total"], 0, "the total")


@suite.check("a review that is not there is 404")
def absent(service: Service) -> None:
    me = _me()
    nowhere = unknown(_review(service, _sku(), me))
    service.patch(f"/v1/reviews/{nowhere}", json={"stars": 1}, headers=me).is_(404)
    service.delete(f"/v1/reviews/{nowhere}", headers=me).is_(404)
    _helpful(service, nowhere, me).is_(404)

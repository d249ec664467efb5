"""Invoices of a freelancer: drafts, numbers without gaps, payments, and what is overdue."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("invoicing", "service")


def _told(answer: Answer, *names: str) -> Any:
    """A member of an answer, be it a value or a method."""
    for name in names:
        if hasattr(answer, name):
            told = getattr(answer, name)
            return told() if callable(told) else told
    raise AttributeError(f"an answer has none of {names}")


def _header(answer: Answer, name: str) -> str:
    told = {str(key).lower(): str(value) for key, value in dict(_told(answer, "headers")).items()}
    return told.get(name.lower(), "")


_BASE = "/billing/api"
_PATH = f"{_BASE}/invoices"


def _customer(service: Service, country: str = "DE") -> int:
    given = {"name": f"c{token_hex(4)}", "country": country}
    made = service.post(f"{_BASE}/customers", json=given).is_(201).json()
    equal({name: made[name] for name in given}, given, "the customer")
    told: int = made["id"]
    return told


def _item(quantity: float = 1, cents: int = 10000, text: str = "work") -> dict[str, Any]:
    return {"text": text, "quantity": quantity, "unit_cents": cents}


def _draft(service: Service, customer: int, *items: dict[str, Any], **more: Any) -> dict[str, Any]:
    given = {"customer_id": customer, "items": list(items) or [_item()], **more}
    made: dict[str, Any] = service.post(_PATH, json=given).is_(201).json()
    equal((made["status"], made["number"]), ("draft", None), "status and number of a draft")
    return made


def _issue(service: Service, invoice: int, day: str = "2024-03-01", **more: int) -> Answer:
    return service.post(f"{_PATH}/{invoice}/issue", json={"issue_date": day, **more})


def _open(service: Service, customer: int, day: str = "2024-03-01", **more: int) -> dict[str, Any]:
    id_ = _draft(service, customer)["id"]
    told: dict[str, Any] = _issue(service, id_, day, **more).is_(200).json()
    return told


def _pay(service: Service, invoice: int, cents: Any, day: str = "2024-03-05") -> Answer:
    return service.post(f"{_PATH}/{invoice}/payments", json={"cents": cents, "date": day})


def _fault(answer: Answer, status: int) -> None:
    told = answer.is_(status).json()["fault"]
    equal(told["http"], status, "the status in the fault")
    expect(isinstance(told["reason"], str) and told["reason"] != "", "there is a reason")


def _sums(told: dict[str, Any]) -> tuple[int, int, int]:
    return told["net"], told["vat"], told["gross"]


@suite.check("a new book has no customers, invoices or overdue ones", fresh=True)
def empty(service: Service) -> None:
    equal(service.get(f"{_BASE}/customers").is_(200).json(), [], "the customers")
    equal(service.get(_PATH).is_(200).json(), [], "the invoices")
    told = service.get(f"{_BASE}/overdue", params={"on": "2030-01-01"}).is_(200).json()
    equal(told, {"count": 0, "outstanding": 0, "invoices": []}, "what is overdue")


@suite.check("customers are listed; the country is two capital letters")
def customers(service: Service) -> None:
    made = _customer(service, "FR")
    told = [each["id"] for each in service.get(f"{_BASE}/customers").is_(200).json()]
    expect(made in told, "the customer is listed")
    for given in ({"name": "x"}, {"country": "DE"}, {"name": "", "country": "DE"}):
        _fault(service.post(f"{_BASE}/customers", json=given), 400)
    for country in ("de", "DEU", "", 49):
        given_ = {"name": "x", "country": country}
        _fault(service.post(f"{_BASE}/customers", json=given_), 400)


@suite.check("net, vat and gross of a draft, rounded half up to the cent")
def sums(service: Service) -> None:
    customer = _customer(service)
    for items, more, wanted in (
        ([_item(2, 5000), _item(1.5, 1000)], {}, (11500, 2185, 13685)),
        ([_item(0.5, 101), _item(0.5, 101)], {"vat_percent": 0}, (102, 0, 102)),
        ([_item(1, 50)], {"vat_percent": 19}, (50, 10, 60)),
        ([_item(1, 1000)], {"vat_percent": 7}, (1000, 70, 1070)),
        ([_item(1, 0)], {}, (0, 0, 0)),
    ):
        made = _draft(service, customer, *items, **more)
        equal(_sums(made), wanted, "net, vat and gross")
        told = service.get(f"{_PATH}/{made['id']}").is_(200).json()
        equal(_sums(told), wanted, "net, vat and gross read back")
        equal(told["paid"], 0, "what is paid")


@suite.check("there is no vat for customers of other countries")
def abroad(service: Service) -> None:
    made = _draft(service, _customer(service, "FR"), _item(2, 5000))
    equal(_sums(made), (10000, 0, 10000), "net, vat and gross")


@suite.check("a draft is replaced and deleted, an issued invoice is not (409)")
def drafts(service: Service) -> None:
    customer = _customer(service)
    id_ = _draft(service, customer)["id"]
    given = {"customer_id": customer, "items": [_item(3, 100)], "vat_percent": 0}
    told = service.put(f"{_PATH}/{id_}", json=given).is_(200).json()
    equal(_sums(told), (300, 0, 300), "net, vat and gross")
    service.delete(f"{_PATH}/{id_}").is_(204)
    _fault(service.get(f"{_PATH}/{id_}"), 404)
    issued = _open(service, customer)["id"]
    _fault(service.put(f"{_PATH}/{issued}", json=given), 409)
    _fault(service.delete(f"{_PATH}/{issued}"), 409)
    told = service.get(f"{_PATH}/{issued}").is_(200).json()
    equal(_sums(told), (10000, 1900, 11900), "net, vat and gross")


@suite.check("numbers count within their year, without gaps", fresh=True)
def numbers(service: Service) -> None:
    customer = _customer(service)
    unissued = _draft(service, customer)["id"]
    days = ("2024-05-01", "2023-12-31", "2024-01-01", "2024-06-01")
    told = [_open(service, customer, day)["number"] for day in days]
    equal(told, ["2024-0001", "2023-0001", "2024-0002", "2024-0003"], "the numbers")
    service.delete(f"{_PATH}/{unissued}").is_(204)
    equal(_open(service, customer, "2023-01-01")["number"], "2023-0002", "the number")


@suite.check("issuing opens the invoice, due in 14 days unless said otherwise; once")
def issued(service: Service) -> None:
    customer = _customer(service)
    told = _open(service, customer, "2024-02-20")
    seen = (told["status"], told["issue_date"], told["due_date"])
    equal(seen, ("open", "2024-02-20", "2024-03-05"), "the invoice")
    _fault(_issue(service, told["id"]), 409)
    told = _open(service, customer, "2024-12-31", days_to_pay=1)
    equal(told["due_date"], "2025-01-01", "the due date")
    draft = _draft(service, customer)["id"]
    for given in ({}, {"issue_date": "2024-02-30"}, {"issue_date": "today"}):
        _fault(service.post(f"{_PATH}/{draft}/issue", json=given), 400)
    _fault(_issue(service, draft, days_to_pay=-1), 400)


@suite.check("payments lower what is left, until the invoice is paid")
def paid(service: Service) -> None:
    customer = _customer(service)
    id_ = _open(service, customer)["id"]
    told = _pay(service, id_, 1900).is_(201).json()
    equal((told["paid"], told["status"]), (1900, "open"), "paid and status")
    _fault(_pay(service, id_, 10001), 409)
    for cents in (0, -1, 1.5, "all"):
        _fault(_pay(service, id_, cents), 400)
    told = _pay(service, id_, 10000).is_(201).json()
    equal((told["paid"], told["status"]), (11900, "paid"), "paid and status")
    _fault(_pay(service, id_, 1), 409)
    _fault(_pay(service, _draft(service, customer)["id"], 1), 409)


@suite.check("invoices are listed newest first, filtered, in pages", fresh=True)
def listed(service: Service) -> None:
    one, two = _customer(service), _customer(service)
    a = _draft(service, one)["id"]
    b = _open(service, two)["id"]
    c = _draft(service, two)["id"]
    params: dict[str, Any]
    for params, wanted, total in (
        ({}, [c, b, a], 3),
        ({"status": "draft"}, [c, a], 2),
        ({"customer_id": two}, [c, b], 2),
        ({"customer_id": two, "status": "open"}, [b], 1),
        ({"limit": 1, "offset": 1}, [b], 3),
        ({"offset": 3}, [], 3),
    ):
        answer = service.get(_PATH, params=params).is_(200)
        equal([each["id"] for each in answer.json()], wanted, f"the invoices of {params}")
        equal(_header(answer, "x-total-count"), str(total), "X-Total-Count")
    for params in ({"limit": 0}, {"limit": 101}, {"offset": -1}):
        _fault(service.get(_PATH, params=params), 400)


@suite.check("what is overdue on a day, most overdue first", fresh=True)
def overdue(service: Service) -> None:
    customer = _customer(service)
    late = _open(service, customer, "2024-03-01", days_to_pay=9)["id"]
    later = _open(service, customer, "2024-03-01", days_to_pay=4)["id"]
    _open(service, customer, "2024-03-01", days_to_pay=14)
    done = _open(service, customer, "2024-01-01")["id"]
    _pay(service, done, 11900).is_(201)
    _draft(service, customer)
    _pay(service, late, 900).is_(201)
    told = service.get(f"{_BASE}/overdue", params={"on": "2024-03-15"}).is_(200).json()
    equal((told["count"], told["outstanding"]), (2, 22900), "count and outstanding")
    names = ("id", "days_overdue", "outstanding")
    seen = [tuple(each[name] for name in names) for each in told["invoices"]]
    equal(seen, [(later, 10, 11900), (late, 5, 11000)], "the invoices")
    _fault(service.get(f"{_BASE}/overdue"), 400)


@suite.check("what is unknown is 404 with a fault")
def absent(service: Service) -> None:
    customer = _customer(service)
    id_ = unknown(_draft(service, customer)["id"])
    given = {"customer_id": customer, "items": [_item()]}
    _fault(service.get(f"{_PATH}/{id_}"), 404)
    _fault(service.put(f"{_PATH}/{id_}", json=given), 404)
    _fault(service.delete(f"{_PATH}/{id_}"), 404)
    _fault(_issue(service, id_), 404)
    _fault(_pay(service, id_, 1), 404)
    given = {"customer_id": unknown(customer), "items": [_item()]}
    _fault(service.post(_PATH, json=given), 404)


@suite.check("an invalid invoice is 400 with a fault")
def malformed(service: Service) -> None:
    customer = _customer(service)
    right: dict[str, Any] = {"customer_id": customer, "items": [_item()]}
    wrong: list[dict[str, Any]] = [{"items": []}, {"vat_percent": -1}, {"vat_percent": 101}]
    wrong += [{"items": [_item(), each]} for each in (_item(0), _item(1, -1), _item(text=""))]
    wrong += [{"items": [{"text": "x", "quantity": 1}]}, {"customer_id": "x"}, {"items": 3}]
    for each in wrong:
        _fault(service.post(_PATH, json={**right, **each}), 400)
    for left in right:
        part = {name: right[name] for name in right if name != left}
        _fault(service.post(_PATH, json=part), 400)

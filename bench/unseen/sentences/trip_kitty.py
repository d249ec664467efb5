"""The costs of a group trip: expenses, balances to the cent, and payments that settle them."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("trip-kitty", "service")

_PEOPLE = ["Ann", "Bob", "Cem"]


def _ok(service: Service, verb: str, **given: Any) -> Any:
    told = service.post(f"/{verb}", json=given).is_(200).json()
    expect(told["ok"] is True, "it is ok")
    return told["result"]


def _fails(service: Service, verb: str, status: int, **given: Any) -> None:
    told = service.post(f"/{verb}", json=given).is_(status).json()
    expect(told["ok"] is False, "it is not ok")
    expect(isinstance(told["error"], str) and told["error"] != "", "the error is a text")


def _trip(service: Service, people: list[str] | None = None) -> Any:
    people = people or _PEOPLE
    name = f"t{token_hex(4)}"
    told = _ok(service, "createTrip", name=name, people=people)
    equal((told["name"], told["people"]), (name, people), "the trip")
    return told["tripId"]


def _spend(service: Service, trip: Any, who: str, cents: int, *shared: str) -> Any:
    given: dict[str, Any] = {"tripId": trip, "paidBy": who, "cents": cents, "what": "dinner"}
    if shared:
        given["sharedBy"] = list(shared)
    told = _ok(service, "addExpense", **given)
    equal({name: told[name] for name in given}, given, "the expense")
    return told["expenseId"]


def _balances(service: Service, trip: Any) -> dict[str, int]:
    told: dict[str, int] = _ok(service, "balances", tripId=trip)
    return told


@suite.check("a new trip has no expenses, nothing owed and nothing to pay")
def fresh_trip(service: Service) -> None:
    trip = _trip(service)
    equal(_ok(service, "listExpenses", tripId=trip), [], "the expenses")
    equal(_balances(service, trip), {"Ann": 0, "Bob": 0, "Cem": 0}, "the balances")
    equal(_ok(service, "settle", tripId=trip), [], "the payments")


@suite.check("an expense is shared by everybody unless said otherwise")
def shared(service: Service) -> None:
    trip = _trip(service)
    _spend(service, trip, "Ann", 900)
    equal(_balances(service, trip), {"Ann": 600, "Bob": -300, "Cem": -300}, "the balances")
    _spend(service, trip, "Bob", 400, "Ann", "Cem")
    equal(_balances(service, trip), {"Ann": 400, "Bob": 100, "Cem": -500}, "the balances")
    _spend(service, trip, "Cem", 70, "Cem")
    equal(_balances(service, trip), {"Ann": 400, "Bob": 100, "Cem": -500}, "the balances")


@suite.check("cents that do not divide are carried by the first, one each")
def cents(service: Service) -> None:
    trip = _trip(service)
    _spend(service, trip, "Ann", 100)
    equal(_balances(service, trip), {"Ann": 66, "Bob": -33, "Cem": -33}, "of the trip")
    trip = _trip(service)
    _spend(service, trip, "Ann", 101, "Cem", "Bob", "Ann")
    equal(_balances(service, trip), {"Ann": 68, "Bob": -34, "Cem": -34}, "of sharedBy")
    trip = _trip(service)
    _spend(service, trip, "Bob", 1, "Cem", "Ann")
    equal(_balances(service, trip), {"Ann": 0, "Bob": 1, "Cem": -1}, "of one cent")


@suite.check("expenses are listed in order, of one payer if wanted")
def listed(service: Service) -> None:
    trip, other = _trip(service), _trip(service)
    made = [_spend(service, trip, who, 100) for who in ("Bob", "Ann", "Bob")]
    _spend(service, other, "Bob", 100)
    told = _ok(service, "listExpenses", tripId=trip)
    equal([each["expenseId"] for each in told], made, "the expenses")
    told = _ok(service, "listExpenses", tripId=trip, paidBy="Bob")
    equal([each["expenseId"] for each in told], [made[0], made[2]], "those of Bob")


@suite.check("a removed expense counts no more")
def removed(service: Service) -> None:
    trip = _trip(service)
    gone, stays = _spend(service, trip, "Ann", 900), _spend(service, trip, "Bob", 300)
    told = _ok(service, "removeExpense", tripId=trip, expenseId=gone)
    expect(told is None, "the result is null")
    told = _ok(service, "listExpenses", tripId=trip)
    equal([each["expenseId"] for each in told], [stays], "the expenses")
    equal(_balances(service, trip), {"Ann": -100, "Bob": 200, "Cem": -100}, "the balances")
    _fails(service, "removeExpense", 404, tripId=trip, expenseId=gone)


@suite.check("an expense cannot be removed by way of another trip")
def foreign(service: Service) -> None:
    trip, other = _trip(service), _trip(service, ["Dan", "Eve"])
    made = _spend(service, trip, "Ann", 900)
    _spend(service, other, "Eve", 200)
    own = {each["expenseId"] for each in _ok(service, "listExpenses", tripId=other)}
    if made not in own:
        _fails(service, "removeExpense", 404, tripId=other, expenseId=made)
    equal(len(_ok(service, "listExpenses", tripId=trip)), 1, "the number of expenses")


@suite.check("the payments bring everybody to 0, with fewer payments than people")
def settled(service: Service) -> None:
    people = ["Ann", "Bob", "Cem", "Dan", "Eve"]
    trip = _trip(service, people)
    for who, amount, shares in (
        ("Ann", 10001, ()),
        ("Bob", 777, ("Eve", "Dan")),
        ("Eve", 4999, ("Ann", "Bob", "Cem")),
        ("Dan", 13, ()),
    ):
        _spend(service, trip, who, amount, *shares)
    left = _balances(service, trip)
    equal(sum(left.values()), 0, "the sum of the balances")
    told = _ok(service, "settle", tripId=trip)
    expect(len(told) <= 4, f"4 payments at most, not {len(told)}")
    for each in told:
        expect(each["cents"] > 0, "a payment is of something")
        left[each["from"]] += each["cents"]
        left[each["to"]] -= each["cents"]
    equal(left, dict.fromkeys(people, 0), "what is left")


@suite.check("one who owes pays the one who is owed")
def simple(service: Service) -> None:
    trip = _trip(service, ["Ann", "Bob"])
    _spend(service, trip, "Bob", 500)
    told = _ok(service, "settle", tripId=trip)
    equal(told, [{"from": "Ann", "to": "Bob", "cents": 250}], "the payments")


@suite.check("what does not exist is 404")
def absent(service: Service) -> None:
    trip = _trip(service)
    gone = unknown(trip)
    for verb in ("listExpenses", "balances", "settle"):
        _fails(service, verb, 404, tripId=gone)
    _fails(service, "addExpense", 404, tripId=gone, paidBy="Ann", cents=1, what="x")
    made = _spend(service, trip, "Ann", 100)
    _fails(service, "removeExpense", 404, tripId=trip, expenseId=unknown(made))
    _fails(service, "removeExpense", 404, tripId=gone, expenseId=made)


@suite.check("a trip has 2 to 20 different people")
def malformed_trip(service: Service) -> None:
    many = [f"p{number}" for number in range(21)]
    wrong: list[Any] = [["Ann"], [], ["Ann", "Ann"], many, "Ann", None, [1, 2]]
    for people in wrong:
        _fails(service, "createTrip", 400, name="x", people=people)
    _fails(service, "createTrip", 400, people=_PEOPLE)
    _fails(service, "createTrip", 400, name="x")
    _trip(service, many[:20])


@suite.check("an expense that breaks a rule is 400 and not kept")
def malformed_expense(service: Service) -> None:
    trip = _trip(service)
    right: dict[str, Any] = {"tripId": trip, "paidBy": "Ann", "cents": 10, "what": "x"}
    wrong: list[dict[str, Any]] = [{"cents": each} for each in (0, -5, 1.5, "ten", None)]
    wrong += [{"paidBy": "Zoe"}, {"sharedBy": []}, {"sharedBy": ["Ann", "Zoe"]}]
    for each in wrong:
        _fails(service, "addExpense", 400, **{**right, **each})
    for left in ("paidBy", "cents"):
        part = {name: right[name] for name in right if name != left}
        _fails(service, "addExpense", 400, **part)
    equal(_ok(service, "listExpenses", tripId=trip), [], "the expenses")

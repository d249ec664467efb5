"""A charity auction: members offer lots and outbid each other until a lot is closed."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.race import at_once
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("charity-auction", "service")

_BASE = "/api/v1"
_LOTS = f"{_BASE}/lots"
_PASSWORD = "for a good cause"


class _Member:
    def __init__(self, service: Service) -> None:
        self.service, self.nick = service, f"m{token_hex(5)}"
        given = {"nick": self.nick, "password": _PASSWORD}
        told = service.post(f"{_BASE}/members", json=given).is_(201).json()
        equal(told["nick"], self.nick, "the nick")
        expect("password" not in told, "the password is not told")
        self.headers = {"Authorization": f"Bearer {told['token']}"}

    def lot(self, price: int = 10, **more: Any) -> int:
        given = {"title": f"l{token_hex(4)}", "startPrice": price, **more}
        made = self.service.post(_LOTS, json=given, headers=self.headers).is_(201).json()
        wanted = {**given, "seller": self.nick, "open": True, "bidCount": 0}
        equal({name: made[name] for name in wanted}, wanted, "the lot")
        expect(made["currentBid"] is None and made["winner"] is None, "no bid, no winner")
        told: int = made["id"]
        return told

    def bid(self, lot: int, amount: Any) -> Answer:
        path = f"{_LOTS}/{lot}/bids"
        return self.service.post(path, json={"amount": amount}, headers=self.headers)

    def patch(self, lot: int, **given: Any) -> Answer:
        return self.service.patch(f"{_LOTS}/{lot}", json=given, headers=self.headers)

    def delete(self, lot: int) -> Answer:
        return self.service.delete(f"{_LOTS}/{lot}", headers=self.headers)

    def close(self, lot: int) -> Answer:
        return self.service.post(f"{_LOTS}/{lot}/close", headers=self.headers)


def _fails(answer: Answer, status: int, code: str) -> dict[str, Any]:
    told: dict[str, Any] = answer.is_(status).json()
    equal(told["code"], code, "the code")
    return told


def _read(service: Service, lot: int) -> dict[str, Any]:
    told: dict[str, Any] = service.get(f"{_LOTS}/{lot}").is_(200).json()
    return told


def _ids(service: Service, **params: Any) -> list[int]:
    told = service.get(_LOTS, params=params).is_(200).json()
    return [each["id"] for each in told]


@suite.check("a new auction has no lots and raised nothing", fresh=True)
def empty(service: Service) -> None:
    equal(_ids(service), [], "the lots")
    told = service.get(f"{_BASE}/summary").is_(200).json()
    equal(told, {"raised": 0, "openLots": 0, "closedLots": 0}, "the summary")


@suite.check("a nick is taken once; a new token leaves the old one valid")
def members(service: Service) -> None:
    member = _Member(service)
    given = {"nick": member.nick, "password": _PASSWORD}
    _fails(service.post(f"{_BASE}/members", json=given), 409, "TAKEN")
    told = service.post(f"{_BASE}/tokens", json=given).is_(201).json()["token"]
    headers = {"Authorization": f"Bearer {told}"}
    service.post(_LOTS, json={"title": "x", "startPrice": 1}, headers=headers).is_(201)
    member.lot()
    given["password"] = "for a bad cause"
    _fails(service.post(f"{_BASE}/tokens", json=given), 401, "UNAUTHORIZED")
    for wrong in ({"nick": "a"}, {"nick": "n" * 21}, {"password": "1234567"}):
        body = {"nick": f"n{token_hex(3)}", "password": _PASSWORD, **wrong}
        _fails(service.post(f"{_BASE}/members", json=body), 400, "INVALID")


@suite.check("offering, bidding and closing need a token")
def tokens(service: Service) -> None:
    lot = _Member(service).lot()
    for headers in ({}, {"Authorization": "Bearer nonsense"}):
        body = {"title": "x", "startPrice": 1}
        _fails(service.post(_LOTS, json=body, headers=headers), 401, "UNAUTHORIZED")
        answer = service.post(f"{_LOTS}/{lot}/bids", json={"amount": 99}, headers=headers)
        _fails(answer, 401, "UNAUTHORIZED")
        service.post(f"{_LOTS}/{lot}/close", headers=headers).is_(401)
        service.patch(f"{_LOTS}/{lot}", json={"title": "y"}, headers=headers).is_(401)
        service.delete(f"{_LOTS}/{lot}", headers=headers).is_(401)
    equal(_read(service, lot)["bidCount"], 0, "the number of bids")


@suite.check("the first bid is at least the start price, later ones an increment more")
def bids(service: Service) -> None:
    seller, ida, ole = (_Member(service) for _ in range(3))
    lot = seller.lot(10, increment=5)
    equal(_fails(ida.bid(lot, 9), 409, "BID_TOO_LOW")["minimum"], 10, "the minimum")
    told = ida.bid(lot, 10).is_(201).json()
    equal((told["currentBid"], told["bidCount"]), (10, 1), "the lot")
    equal(_fails(ole.bid(lot, 14), 409, "BID_TOO_LOW")["minimum"], 15, "the minimum")
    ole.bid(lot, 15).is_(201)
    ida.bid(lot, 40).is_(201)
    told = service.get(f"{_LOTS}/{lot}/bids").is_(200).json()
    seen = [(each["bidder"], each["amount"]) for each in told]
    equal(seen, [(ida.nick, 40), (ole.nick, 15), (ida.nick, 10)], "the bids")
    told = _read(service, lot)
    equal((told["currentBid"], told["bidCount"], told["open"]), (40, 3, True), "the lot")


@suite.check("nobody bids on an own lot, nor over the own bid")
def who(service: Service) -> None:
    seller, ida, ole = (_Member(service) for _ in range(3))
    lot = seller.lot()
    _fails(seller.bid(lot, 50), 403, "OWN_LOT")
    ida.bid(lot, 10).is_(201)
    _fails(ida.bid(lot, 20), 409, "ALREADY_LEADING")
    ole.bid(lot, 20).is_(201)
    ida.bid(lot, 21).is_(201)
    for amount in (0, -1, 2.5, "much", None):
        _fails(ole.bid(lot, amount), 400, "INVALID")


@suite.check("many bids of the same amount at once: one counts")
def race(service: Service) -> None:
    seller, many = _Member(service), [_Member(service) for _ in range(5)]
    lot = seller.lot()
    answers = at_once([lambda each=each: each.bid(lot, 10) for each in many])
    equal([each.is_(201, 409).status for each in answers].count(201), 1, "the bids")
    equal(_read(service, lot)["bidCount"], 1, "the number of bids")


@suite.check("a bid of buyNow closes the lot at once")
def buy_now(service: Service) -> None:
    seller, ida, ole = (_Member(service) for _ in range(3))
    lot = seller.lot(10, buyNow=50)
    ida.bid(lot, 49).is_(201)
    told = ole.bid(lot, 50).is_(201).json()
    equal((told["open"], told["winner"], told["currentBid"]), (False, ole.nick, 50), "the lot")
    _fails(ida.bid(lot, 60), 409, "LOT_CLOSED")


@suite.check("the seller closes a lot, once, and the highest bidder wins")
def closed(service: Service) -> None:
    seller, ida, ole = (_Member(service) for _ in range(3))
    lot, unloved = seller.lot(), seller.lot()
    ida.bid(lot, 10).is_(201)
    ole.bid(lot, 12).is_(201)
    _fails(ole.close(lot), 403, "NOT_SELLER")
    told = seller.close(lot).is_(200).json()
    equal((told["open"], told["winner"]), (False, ole.nick), "the lot")
    _fails(seller.close(lot), 409, "ALREADY_CLOSED")
    _fails(ida.bid(lot, 100), 409, "LOT_CLOSED")
    told = seller.close(unloved).is_(200).json()
    expect(told["open"] is False and told["winner"] is None, "closed without a winner")


@suite.check("a lot is changed and deleted by its seller while there are no bids")
def changed(service: Service) -> None:
    seller, ida = _Member(service), _Member(service)
    lot, other = seller.lot(), seller.lot()
    told = seller.patch(lot, title="New", increment=3).is_(200).json()
    seen = (told["title"], told["increment"], told["startPrice"])
    equal(seen, ("New", 3, 10), "the lot")
    _fails(ida.patch(lot, title="Mine"), 403, "NOT_SELLER")
    _fails(ida.delete(lot), 403, "NOT_SELLER")
    _fails(seller.patch(lot, startPrice=0), 400, "INVALID")
    ida.bid(lot, 10).is_(201)
    _fails(seller.patch(lot, title="Newer"), 409, "HAS_BIDS")
    _fails(seller.delete(lot), 409, "HAS_BIDS")
    equal(_read(service, lot)["title"], "New", "the title")
    seller.delete(other).is_(204)
    _fails(service.get(f"{_LOTS}/{other}"), 404, "NOT_FOUND")


@suite.check("lots are listed newest first, filtered, or by price", fresh=True)
def listed(service: Service) -> None:
    one, two = _Member(service), _Member(service)
    a, b, c = one.lot(30), two.lot(20), one.lot(10)
    two.bid(c, 25).is_(201)
    one.close(a).is_(200)
    for params, wanted in (
        ({}, [c, b, a]),
        ({"open": "true"}, [c, b]),
        ({"open": "false"}, [a]),
        ({"seller": one.nick}, [c, a]),
        ({"maxPrice": 25}, [c, b]),
        ({"maxPrice": 24}, [b]),
        ({"sort": "price"}, [b, c, a]),
        ({"sort": "price", "seller": one.nick}, [c, a]),
    ):
        equal(_ids(service, **params), wanted, f"the lots of {params}")


@suite.check("the summary sums the winning bids of closed lots", fresh=True)
def summary(service: Service) -> None:
    seller, ida = _Member(service), _Member(service)
    won, unloved, running, bought = (seller.lot(10, buyNow=80) for _ in range(4))
    ida.bid(won, 40).is_(201)
    ida.bid(running, 70).is_(201)
    ida.bid(bought, 80).is_(201)
    seller.close(won).is_(200)
    seller.close(unloved).is_(200)
    told = service.get(f"{_BASE}/summary").is_(200).json()
    equal(told, {"raised": 120, "openLots": 1, "closedLots": 3}, "the summary")


@suite.check("an unknown lot is 404 NOT_FOUND")
def absent(service: Service) -> None:
    member = _Member(service)
    lot = unknown(member.lot())
    for path in (f"{_LOTS}/{lot}", f"{_LOTS}/{lot}/bids"):
        _fails(service.get(path), 404, "NOT_FOUND")
    _fails(member.bid(lot, 10), 404, "NOT_FOUND")
    _fails(member.patch(lot, title="x"), 404, "NOT_FOUND")
    _fails(member.delete(lot), 404, "NOT_FOUND")
    _fails(member.close(lot), 404, "NOT_FOUND")


@suite.check("a lot that breaks a rule is 400 INVALID")
def malformed(service: Service) -> None:
    member = _Member(service)
    right: dict[str, Any] = {"title": "x", "startPrice": 10}
    wrong: list[dict[str, Any]] = [{"title": "x"}, {"startPrice": 10}]
    for each in (
        {"title": ""},
        {"title": "t" * 81},
        {"startPrice": 0},
        {"startPrice": 1.5},
        {"increment": 0},
        {"buyNow": 9},
    ):
        wrong.append({**right, **each})
    for each in wrong:
        answer = service.post(_LOTS, json=each, headers=member.headers)
        _fails(answer, 400, "INVALID")

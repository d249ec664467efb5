"""Invoices: sums, numbers without gaps, partial payments, and a summary."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal

suite: Suite[Service] = Suite("invoices", "service")


def _line(qty: Any = 1, unit_price: Any = 1000, text: Any = "work") -> dict[str, Any]:
    return {"text": text, "qty": qty, "unit_price": unit_price}


def _post(service: Service, **more: Any) -> Answer:
    given = {"customer": f"c{token_hex(4)}", "lines": [_line()], **more}
    return service.post("/invoices", json=given)


def _draft(service: Service, **more: Any) -> str:
    return f"/invoices/{_post(service, **more).is_(201).json()['id']}"


def _sent(service: Service, **more: Any) -> str:
    path = _draft(service, **more)
    service.post(f"{path}/send").is_(200)
    return path


def _pay(service: Service, path: str, amount: Any) -> Answer:
    return service.post(f"{path}/payments", json={"amount": amount})


def _read(service: Service, path: str) -> dict[str, Any]:
    told: dict[str, Any] = service.get(path).is_(200).json()
    return told


@suite.check("a new invoice is a draft without a number, and its sums are computed")
def created(service: Service) -> None:
    lines = [_line(3, 1999), _line(1, 0, "gift")]
    told = _post(service, customer="Ada & Co", lines=lines).is_(201).json()
    wanted = {
        "number": None,
        "customer": "Ada & Co",
        "vat_percent": 19,
        "net": 5997,
        "vat": 1139,
        "gross": 7136,
        "paid": 0,
        "status": "draft",
    }
    equal({name: told[name] for name in wanted}, wanted, "the answer")
    seen = _read(service, f"/invoices/{told['id']}")
    equal({name: seen[name] for name in wanted}, wanted, "the invoice")
    equal([{name: each[name] for name in lines[0]} for each in seen["lines"]], lines, "the lines")


@suite.check("the tax is rounded half up")
def rounded(service: Service) -> None:
    for net, percent, vat in ((50, 19, 10), (150, 19, 29), (50, 7, 4), (150, 7, 11), (7, 7, 0)):
        told = _post(service, lines=[_line(1, net)], vat_percent=percent).is_(201).json()
        equal((told["vat"], told["gross"]), (vat, net + vat), f"{percent} % of {net}")
    told = _post(service, vat_percent=0).is_(201).json()
    equal((told["vat"], told["gross"]), (0, 1000), "without tax")


@suite.check("numbers are given on sending, without gaps", fresh=True)
def numbered(service: Service) -> None:
    first, second, third, fourth = (_draft(service) for _ in range(4))
    service.post(f"{first}/void").is_(200)
    for path, number in ((third, "INV-0001"), (second, "INV-0002")):
        told = service.post(f"{path}/send").is_(200).json()
        equal((told["number"], told["status"]), (number, "sent"), "the number and status")
    service.post(f"{third}/send").is_(409)
    service.post(f"{first}/send").is_(409)
    service.post(f"{second}/void").is_(200)
    service.post(f"{fourth}/send").is_(200)
    told = [_read(service, path)["number"] for path in (first, second, third, fourth)]
    equal(told, [None, "INV-0002", "INV-0001", "INV-0003"], "the numbers")


@suite.check("payments may be partial, and the last cent makes an invoice paid")
def paid(service: Service) -> None:
    path = _sent(service, vat_percent=0)
    told = _pay(service, path, 400).is_(201).json()
    equal((told["paid"], told["status"]), (400, "sent"), "after a part")
    _pay(service, path, 601).is_(409)
    equal(_read(service, path)["paid"], 400, "paid")
    told = _pay(service, path, 600).is_(201).json()
    equal((told["paid"], told["status"]), (1000, "paid"), "after all")
    _pay(service, path, 1).is_(409)


@suite.check("only a sent invoice takes payments of at least a cent")
def unpayable(service: Service) -> None:
    draft, void, sent = _draft(service), _sent(service), _sent(service)
    service.post(f"{void}/void").is_(200)
    _pay(service, draft, 5).is_(409)
    _pay(service, void, 5).is_(409)
    for wrong in (0, -5, "all", None):
        _pay(service, sent, wrong).is_(422)
    service.post(f"{sent}/payments", json={}).is_(422)
    equal(_read(service, sent)["paid"], 0, "paid")


@suite.check("drafts and sent invoices are voided, unless there is a payment")
def voided(service: Service) -> None:
    for path in (_draft(service), _sent(service)):
        equal(service.post(f"{path}/void").is_(200).json()["status"], "void", "the status")
        service.post(f"{path}/void").is_(409)
        service.post(f"{path}/send").is_(409)
    part, whole = _sent(service, vat_percent=0), _sent(service, vat_percent=0)
    _pay(service, part, 1).is_(201)
    _pay(service, whole, 1000).is_(201)
    service.post(f"{part}/void").is_(409)
    service.post(f"{whole}/void").is_(409)
    equal(_read(service, part)["status"], "sent", "the status")
    equal(_read(service, whole)["status"], "paid", "the status")


@suite.check("invoices are listed by id, by status and by customer", fresh=True)
def listed(service: Service) -> None:
    given = [("draft", "Ada"), ("sent", "Ada"), ("sent", "Bob"), ("draft", "Ada Ltd")]
    make = {"draft": _draft, "sent": _sent}
    paths = [make[status](service, customer=customer) for status, customer in given]

    def found(**params: str) -> list[str]:
        told = service.get("/invoices", params=params).is_(200).json()
        return [f"/invoices/{each['id']}" for each in told]

    equal(found(), paths, "all")
    equal(found(status="sent"), paths[1:3], "the sent ones")
    equal(found(customer="Ada"), paths[:2], "those of Ada")
    equal(found(customer="Ada", status="draft"), paths[:1], "the drafts of Ada")
    equal(found(status="paid"), [], "the paid ones")


@suite.check("the summary tells drafts, outstanding and received", fresh=True)
def summary(service: Service) -> None:
    told = service.get("/summary").is_(200).json()
    names = ("drafts", "outstanding", "received")
    equal([told[name] for name in names], [0, 0, 0], "the summary of nothing")
    _draft(service)
    _draft(service)
    part, whole, void = (_sent(service, vat_percent=0) for _ in range(3))
    _sent(service, vat_percent=19)
    _pay(service, part, 300).is_(201)
    _pay(service, whole, 1000).is_(201)
    service.post(f"{void}/void").is_(200)
    told = service.get("/summary").is_(200).json()
    equal([told[name] for name in names], [2, 700 + 1190, 1300], "the summary")


@suite.check("a body that breaks a rule is 422")
def malformed(service: Service) -> None:
    wrongs: tuple[dict[str, Any], ...] = (
        {"customer": ""},
        {"customer": "c" * 81},
        {"vat_percent": 16},
        {"vat_percent": "much"},
        {"lines": []},
        {"lines": [_line()] * 21},
        {"lines": [_line(0)]},
        {"lines": [_line(1, -1)]},
        {"lines": [_line(text="")]},
        {"lines": [_line(), {"text": "x", "qty": 1}]},
    )
    for wrong in wrongs:
        _post(service, **wrong).is_(422)
    service.post("/invoices", json={"customer": "c"}).is_(422)
    service.post("/invoices", json={"lines": [_line()]}).is_(422)
    _draft(service, customer="c" * 80, lines=[_line()] * 20)


@suite.check("an unknown invoice is 404")
def absent(service: Service) -> None:
    path = f"/invoices/{unknown(_post(service).is_(201).json()['id'])}"
    service.get(path).is_(404)
    service.post(f"{path}/send").is_(404)
    service.post(f"{path}/void").is_(404)
    _pay(service, path, 5).is_(404)

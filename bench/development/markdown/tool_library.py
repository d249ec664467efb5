"""A tool library: two keys, tools by the code on their sticker, loans and soft deletion."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from secrets import randbelow
from typing import Any

from beliefs.judge.race import at_once
from beliefs.judge.service import Answer, Service
from beliefs.judge.suite import Suite
from beliefs.judge.unknown import unknown
from beliefs.judge.unmet import equal, expect

suite: Suite[Service] = Suite("tool-library", "service")

_STAFF = {"X-API-Key": "staff-secret"}
_READ = {"X-API-Key": "read-secret"}


def _code() -> str:
    return "".join(chr(65 + randbelow(26)) for _ in range(2)) + f"-{randbelow(1000):03d}"


def _ask(service: Service, method: str, path: str, **given: Any) -> Answer:
    return service.ask(method, path, headers=_STAFF, **given)


def _tool(service: Service, **more: Any) -> str:
    given = {"code": _code(), "name": "Drill", "category": "power", **more}
    answer = _ask(service, "POST", "/tools", json=given)
    if answer.status == 409:  # A code that another check drew already.
        return _tool(service, **more)
    answer.is_(201)
    return str(given["code"])


def _read(service: Service, code: str) -> dict[str, Any]:
    told: dict[str, Any] = _ask(service, "GET", f"/tools/{code}").is_(200).json()
    return told


def _codes(service: Service, **params: Any) -> list[str]:
    return [each["code"] for each in _ask(service, "GET", "/tools", params=params).items()]


def _lend(service: Service, code: str, **more: Any) -> Answer:
    given = {"tool_code": code, "borrower": "flat 12", **more}
    return _ask(service, "POST", "/loans", json=given)


def _back(service: Service, loan: object) -> Answer:
    return _ask(service, "POST", f"/loans/{loan}/return")


@suite.check("health works without a key, and the statistics of nothing are zeros", fresh=True)
def health(service: Service) -> None:
    equal(service.get("/health").is_(200).json(), {"status": "up"}, "the health")
    told = _ask(service, "GET", "/stats").is_(200).json()
    names = ("tools", "available", "on_loan", "in_repair", "loans_total")
    equal([told[name] for name in names], [0] * 5, "the statistics")


@suite.check("statistics count tools by status and all loans; deleted tools do not count")
def stats(service: Service) -> None:
    tools = [_tool(service) for _ in range(5)]
    _lend(service, tools[0]).is_(201)
    _back(service, _lend(service, tools[1]).is_(201).json()["id"]).is_(200)
    _ask(service, "POST", f"/tools/{tools[2]}/repair").is_(200)
    _ask(service, "DELETE", f"/tools/{tools[3]}").is_(204)
    told = _ask(service, "GET", "/stats").is_(200).json()
    wanted = {"tools": 4, "available": 2, "on_loan": 1, "in_repair": 1, "loans_total": 2}
    equal({name: told[name] for name in wanted}, wanted, "the statistics")


@suite.check("no key or an unknown one is 401; the read key may only GET (403)")
def keys(service: Service) -> None:
    code = _tool(service)
    given = {"code": _code(), "name": "x", "category": "y"}
    for headers in ({}, {"X-API-Key": "guess"}):
        service.get("/tools", headers=headers).is_(401)
        service.get(f"/tools/{code}", headers=headers).is_(401)
        service.get("/stats", headers=headers).is_(401)
        service.post("/tools", json=given, headers=headers).is_(401)
        service.delete(f"/tools/{code}", headers=headers).is_(401)
    for path in ("/tools", f"/tools/{code}", "/loans", "/stats"):
        service.get(path, headers=_READ).is_(200)
    service.post("/tools", json=given, headers=_READ).is_(403)
    service.patch(f"/tools/{code}", json={"name": "x"}, headers=_READ).is_(403)
    service.delete(f"/tools/{code}", headers=_READ).is_(403)
    service.post(f"/tools/{code}/repair", headers=_READ).is_(403)
    service.post("/loans", json={"tool_code": code, "borrower": "x"}, headers=_READ).is_(403)
    equal(
        (_read(service, code)["name"], _read(service, code)["status"]), ("Drill", "available"), "it"
    )


@suite.check("a tool is kept under its code, available and not deleted")
def tools(service: Service) -> None:
    code = _tool(service, deposit=2500)
    told = _read(service, code)
    wanted = {"code": code, "name": "Drill", "category": "power", "deposit": 2500}
    wanted |= {"status": "available", "deleted_at": None}
    equal({name: told[name] for name in wanted}, wanted, "the tool")
    expect(told["created_at"], "created_at is there")
    equal(_read(service, _tool(service))["deposit"], 0, "the deposit when not given")
    expect(code in _codes(service), "it is listed")
    again = {"code": code, "name": "x", "category": "y"}
    _ask(service, "POST", "/tools", json=again).is_(409)


@suite.check("a PATCH changes name, category and deposit")
def patched(service: Service) -> None:
    code, other = _tool(service), _tool(service)
    path = f"/tools/{code}"
    _ask(service, "PATCH", path, json={"name": "Saw", "deposit": 5}).is_(200)
    _ask(service, "PATCH", path, json={"category": "hand"}).is_(200)
    told = _read(service, code)
    equal((told["name"], told["category"], told["deposit"]), ("Saw", "hand", 5), "the tool")
    equal(_read(service, other)["name"], "Drill", "the name of another tool")
    _ask(service, "PATCH", path, json={"deposit": -1}).refused()


@suite.check("a deleted tool is hidden, can be seen on request, and can be restored")
def deleted(service: Service) -> None:
    code = _tool(service)
    path = f"/tools/{code}"
    _ask(service, "POST", f"{path}/restore").is_(409)
    _ask(service, "DELETE", path).is_(204)
    _ask(service, "GET", path).is_(404)
    _ask(service, "DELETE", path).is_(404)
    expect(code not in _codes(service), "it is not listed")
    told = _ask(service, "GET", "/tools", params={"include_deleted": "true"}).items()
    seen = {each["code"]: each for each in told}
    expect(seen[code]["deleted_at"], "it is shown with its deleted_at when asked for")
    _lend(service, code).is_(404, 409)
    again = {"code": code, "name": "x", "category": "y"}
    _ask(service, "POST", "/tools", json=again).is_(409)
    _ask(service, "POST", f"{path}/restore").is_(200)
    equal(_read(service, code)["deleted_at"], None, "deleted_at once restored")
    expect(code in _codes(service), "it is listed again")


@suite.check("repair and repaired go from available to in_repair and back, else 409")
def repaired(service: Service) -> None:
    code = _tool(service)
    path = f"/tools/{code}"
    _ask(service, "POST", f"{path}/repaired").is_(409)
    _ask(service, "POST", f"{path}/repair").is_(200)
    equal(_read(service, code)["status"], "in_repair", "the status")
    _ask(service, "POST", f"{path}/repair").is_(409)
    told = _lend(service, code).is_(409).json()
    equal(told, {"detail": "tool is not available"}, "the answer")
    _ask(service, "POST", f"{path}/repaired").is_(200)
    equal(_read(service, code)["status"], "available", "the status")
    _lend(service, code).is_(201)
    _ask(service, "POST", f"{path}/repair").is_(409)
    _ask(service, "POST", f"{path}/repaired").is_(409)


@suite.check("the list is filtered by category, by status, and by both")
def filtered(service: Service) -> None:
    mark = _code()
    idle, busy = _tool(service, category=mark), _tool(service, category=mark)
    other = _tool(service)
    _lend(service, busy).is_(201)
    equal(sorted(_codes(service, category=mark)), sorted([idle, busy]), "by category")
    told = _codes(service, status="available")
    expect({idle, other} <= set(told), "those available")
    expect(busy not in told, "none that is on loan")
    equal(_codes(service, category=mark, status="on_loan"), [busy], "by both")


@suite.check("a loan takes an available tool until its due date, and gives it back once")
def lent(service: Service) -> None:
    code = _tool(service)
    before = datetime.now(UTC).date()
    loan = _lend(service, code, days=28).is_(201).json()
    after = datetime.now(UTC).date()
    wanted = {"tool_code": code, "borrower": "flat 12", "returned_at": None}
    equal({name: loan[name] for name in wanted}, wanted, "the loan")
    dues = [str(day + timedelta(days=28)) for day in (before, after)]
    expect(loan["due"] in dues, f"due is {dues[0]}, not {loan['due']}")
    equal(_read(service, code)["status"], "on_loan", "the status")
    told = _lend(service, code).is_(409).json()
    equal(told, {"detail": "tool is not available"}, "the answer")
    _ask(service, "DELETE", f"/tools/{code}").is_(409)
    expect(_back(service, loan["id"]).is_(200).json()["returned_at"], "returned_at is set")
    equal(_read(service, code)["status"], "available", "the status")
    _back(service, loan["id"]).is_(409)
    again = _lend(service, code).is_(201).json()
    dues = [str(datetime.now(UTC).date() + timedelta(days=each)) for each in (6, 7)]
    expect(again["due"] in dues, "a loan is due in 7 days unless said")


@suite.check("many who want one tool at the same moment: one has it")
def race(service: Service) -> None:
    code = _tool(service)
    answers = at_once([lambda: _lend(service, code)] * 6)
    equal([each.is_(201, 409).status for each in answers].count(201), 1, "the loans made")


@suite.check("loans are filtered by borrower and by being open")
def loans(service: Service) -> None:
    who = f"flat {_code()}"
    open_ = _lend(service, _tool(service), borrower=who).is_(201).json()["id"]
    closed = _lend(service, _tool(service), borrower=who).is_(201).json()["id"]
    _lend(service, _tool(service)).is_(201)
    _back(service, closed).is_(200)
    for params, wanted in (
        ({}, {open_, closed}),
        ({"open": "true"}, {open_}),
        ({"open": "false"}, {closed}),
    ):
        told = _ask(service, "GET", "/loans", params={"borrower": who, **params}).items()
        equal({each["id"] for each in told}, wanted, f"the loans with {params}")


@suite.check("what is not there is 404")
def absent(service: Service) -> None:
    loan = _lend(service, _tool(service)).is_(201).json()["id"]
    known, code = set(_codes(service, include_deleted="true")), _code()
    while code in known:
        code = _code()
    for method, path in (
        ("GET", f"/tools/{code}"),
        ("DELETE", f"/tools/{code}"),
        ("POST", f"/tools/{code}/restore"),
        ("POST", f"/tools/{code}/repair"),
        ("POST", f"/loans/{unknown(loan)}/return"),
    ):
        _ask(service, method, path).is_(404)
    _ask(service, "PATCH", f"/tools/{code}", json={"name": "x"}).is_(404)
    _lend(service, code).is_(404)


@suite.check("codes, deposits and days that break the rules are refused")
def malformed(service: Service) -> None:
    right = {"code": "QX-014", "name": "x", "category": "y"}
    wrong: list[dict[str, Any]] = [
        right | {"code": code} for code in ("dr-014", "DR014", "DR-14", "DRI-014", "DR-0145")
    ]
    wrong += [right | {"deposit": each} for each in (-1, "much", 1.5)]
    wrong += [{name: right[name] for name in right if name != left} for left in right]
    for each in wrong:
        _ask(service, "POST", "/tools", json=each).refused()
    code = _tool(service)
    for days in (0, 29, "long"):
        _lend(service, code, days=days).refused()
    equal(_read(service, code)["status"], "available", "the status")
    _lend(service, code, days=1).is_(201)


@suite.check("tools and loans outlive a restart")
def kept(service: Service) -> None:
    code, gone = _tool(service), _tool(service)
    loan = _lend(service, code).is_(201).json()["id"]
    _ask(service, "DELETE", f"/tools/{gone}").is_(204)
    service.restart()
    equal(_read(service, code)["status"], "on_loan", "the status")
    _ask(service, "GET", f"/tools/{gone}").is_(404)
    _back(service, loan).is_(200)

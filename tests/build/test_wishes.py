"""Goals that name no request: built, asked by hand what their words say, and examined."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path

import pytest

from beliefs.build import delivery
from beliefs.build.project import project
from beliefs.judge.environment import variables
from beliefs.judge.examination import Examination
from beliefs.judge.program import Program
from beliefs.judge.service import Service
from beliefs.judge.serving import serving
from beliefs.judge.wire import Wire
from beliefs.spec.service import Spec
from beliefs.spec.understanding import understand

LIBRARY = (
    "Library service with books, members and loans. A book that's already on loan can't be "
    "borrowed again until it's returned, and I want to see all overdue loans."
)
WALLET = (
    "Wallet service: create accounts, deposit, withdraw, transfer between accounts, and list "
    "transactions. Balance must never go negative and amounts must be positive."
)
HOTEL = (
    "Hotel booking backend: rooms with number, type and nightly price, bookings with guest name "
    "and check-in/check-out dates. No overlapping bookings for the same room, and an endpoint to "
    "find available rooms for given dates."
)
HABITS = (
    "I want a habit tracker service: create habits, check in once per day, and get the current "
    "streak for each habit."
)
RECIPES = (
    "Build a recipe API where users register and log in with JWT, create recipes with ingredients "
    "and rate others' recipes from 1 to 5."
)
EXPENSES = (
    "Expense tracker API: log expenses with amount, category, date and note, and give me totals "
    "per category for a given month."
)

# Records inside a row that may leave something out.
HIVES = (
    "Beehive log API: hives with name and location, each hive has inspections with a date and "
    "notes."
)


@contextmanager
def _built(goal: str, folder: Path) -> Iterator[tuple[Spec, Service]]:
    spec = understand(goal).spec
    assert {each.rank for each in spec.unknowns} <= {"narrative"}
    delivery.write(folder, project(spec))
    run = Program("service", start=("python", "main.py"), port=spec.port)
    with serving(folder, run, told=variables(spec)) as stage:
        yield spec, stage.anew()


@pytest.mark.parametrize("goal", [LIBRARY, WALLET, HOTEL, HABITS, RECIPES, EXPENSES, HIVES])
def test_what_is_built_answers_as_its_effects_foretell(goal, tmp_path):
    with _built(goal, tmp_path) as (spec, service):
        examination = Examination(spec, Wire(service), 1, walk=20)
        examination.oracle.base = str(service.client.base_url).rstrip("/")
        assert examination.run() is None


def test_a_book_is_lent_once_until_it_is_back(tmp_path):
    with _built(LIBRARY, tmp_path) as (_, service):
        book = service.post("/books", json={"title": "Momo", "author": "Ende", "year": 1973})
        member = service.post("/members", json={"name": "Ann", "email": "ann@example.com"})
        late = (date.today() - timedelta(days=3)).isoformat()  # noqa: DTZ011 - as the service has it
        asked = {"book_id": book.created()["id"], "member_id": member.created()["id"]}
        loan = service.post("/loans", json={**asked, "due_date": late}).created()
        service.post("/loans", json=asked).is_(409)
        assert [each["id"] for each in service.get("/loans?overdue=true").json()] == [loan["id"]]
        service.post(f"/loans/{loan['id']}/return").is_(200)
        service.post(f"/loans/{loan['id']}/return").is_(409)
        assert service.get("/loans?overdue=true").json() == []
        service.post("/loans", json=asked).is_(201)


def test_nobody_gives_more_than_they_have(tmp_path):
    with _built(WALLET, tmp_path) as (_, service):
        one, other = (service.post("/accounts", json={"name": n}).created()["id"] for n in "ab")
        service.post(f"/accounts/{one}/deposit", json={"amount": 10}).is_(200)
        service.post(f"/accounts/{one}/deposit", json={"amount": 0}).is_(422)
        service.post(f"/accounts/{one}/withdraw", json={"amount": 11}).is_(409)
        sent = {"from_id": one, "to_id": other, "amount": 4}
        service.post("/transfers", json=sent).is_(200)
        service.post("/transfers", json={**sent, "amount": 7}).is_(409)
        balances = [service.get(f"/accounts/{each}").json()["balance"] for each in (one, other)]
        assert balances == [6, 4]
        told = service.get(f"/accounts/{one}/transactions").json()
        assert [(each["type"], each["amount"]) for each in told] == [
            ("deposit", 10),
            ("transfer_out", 4),
        ]


def test_a_room_is_free_on_other_days(tmp_path):
    with _built(HOTEL, tmp_path) as (_, service):
        room = service.post(
            "/rooms", json={"number": "7", "type": "double", "nightly_price": 80}
        ).created()["id"]

        def book(first: str, last: str) -> int:
            days = {"check_in_date": first, "check_out_date": last}
            body = {"guest_name": "Ann", "room_id": room, **days}
            return service.post("/bookings", json=body).status

        def free(first: str, last: str) -> bool:
            asked = f"/rooms/available?check_in_date={first}&check_out_date={last}"
            return bool(service.get(asked).json())

        assert book("2030-05-01", "2030-05-04") == 201
        assert book("2030-05-03", "2030-05-05") == 409
        assert book("2030-05-04", "2030-05-05") == 201
        assert not free("2030-05-02", "2030-05-03")
        assert free("2030-05-05", "2030-05-09")

"""Requests sent at once are right in one order or another, and what comes after tells which."""

from __future__ import annotations

import json

from beliefs.judge.asking import Request
from beliefs.judge.functions import Moment
from beliefs.judge.oracle import Got, Oracle
from beliefs.spec.understanding import understand

GOAL = "A shifts API: CRUD for shifts with starts_at (datetime)."
NOW = Moment(1_800_000_000.0)
HEADERS = {"content-type": "application/json"}


def _got(status: int, body: object) -> Got:
    return Got(status, HEADERS, json.dumps(body).encode())


def test_moments_that_requests_bring_tell_two_orders_apart():
    oracle = Oracle(understand(GOAL).spec)
    times = ["2026-02-20T08:00:00.000000Z", "2026-02-18T03:00:00.000000Z"]
    shifts = [{"id": 1, "starts_at": each} for each in times]
    made = Request("POST", "/shifts", json={"starts_at": times[0]})
    oracle.settle(made, _got(201, shifts[0]), NOW)
    puts = [Request("PUT", "/shifts/1", json={"starts_at": each}) for each in times]

    oracle.settle_together(
        [(put, _got(200, shift)) for put, shift in zip(puts, shifts, strict=True)], (NOW,)
    )

    oracle.settle(Request("GET", "/shifts/1"), _got(200, shifts[0]), NOW)  # the first came last

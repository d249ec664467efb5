"""Routes whose sentences alone say which row, what must hold and what is written."""

from __future__ import annotations

from beliefs.spec.documents import Source, read_sources
from beliefs.spec.notation import write

_VOUCHERS = """# Vouchers

## POST /vouchers
Body: `{"code": "SPRING", "min_total": 2000, "expires_on": "2030-01-01"}`. Answers 201 with the
voucher: `{"code": "SPRING", "min_total": 2000, "expires_on": "2030-01-01", "used": false}`.

## POST /vouchers/{code}/redeem
Body: `{"total": 2500}`. Marks the voucher as used and answers 200 with it. Fails with 422 unless
the total is at least `min_total`. 409 if the voucher has been used already, 410 if it has expired.
"""

_DESK = """# Help desk

## POST /tickets
`{"subject": "Printer", "priority": 2}`. 201 with
`{"id": 1, "subject": "Printer", "priority": 2, "state": "open", "agent": null}`.
state is open, assigned or closed.

## POST /agents/{name}/take
Gives the agent the open ticket with the highest priority, among those the oldest. The ticket is
assigned then, with the name as its agent. Answers the ticket; 404 if there is no open ticket. 409
if the agent has an assigned ticket already.

## DELETE /tickets/{id}
Closes the ticket: it stays in the data with state closed. 204. 404 unknown, 409 if it is closed
already.
"""


def _effects(text: str) -> dict[str, str]:
    spec = read_sources((Source("goal.md", text),))
    return {f"{each.method} {each.path}": write(each.effect) for each in spec.operations}


def test_conditions_and_a_mark_are_read_from_sentences() -> None:
    redeemed = _effects(_VOUCHERS)["POST /vouchers/{code}/redeem"]
    assert "guard input.total >= voucher.min_total else out_of_range" in redeemed
    assert "guard not(voucher.used) else conflict" in redeemed
    assert "voucher.expires_on < today()) else gone" in redeemed
    assert "patch Voucher voucher {used: true}" in redeemed


def test_a_row_is_picked_by_its_state_and_the_highest_value() -> None:
    taken = _effects(_DESK)["POST /agents/{name}/take"]
    assert 'first(Ticket[where .state = "open", by .priority down])' in taken
    assert "guard ticket != null else absent" in taken
    assert 'count(Ticket[where .agent = input.name and .state = "assigned"])' in taken
    assert 'patch Ticket ticket {agent: input.name, state: "assigned"}' in taken


def test_what_stays_in_the_data_is_not_dropped() -> None:
    closed = _effects(_DESK)["DELETE /tickets/{id}"]
    assert 'guard ticket.state != "closed" else conflict' in closed
    assert 'patch Ticket ticket {state: "closed"}' in closed
    assert "delete" not in closed


def test_a_sentence_that_is_not_understood_is_named() -> None:
    text = _VOUCHERS.replace("Marks the voucher as used", "Sings to the voucher")
    spec = read_sources((Source("goal.md", text),))
    why = [each.why for each in spec.unknowns if each.rank == "blocking"]
    assert any("is not understood" in each for each in why)

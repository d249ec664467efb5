"""Calls by name: codes for every rule, an envelope, states that deeds need, and their events."""

import pytest

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources
from beliefs.spec.service import Spec

GARAGE = """# Parking garage

All calls are `POST`s with JSON. Every call is answered with 200 if it succeeded.

## Format

On success

    {"success": true, "data": <whatever the call gives>}

On error

    {"success": false, "code": "<code>", "message": "<text>"}

| code | status |
|---|---|
| INVALID | 422 |
| UNKNOWN_TICKET | 404 |
| UNKNOWN_LEVEL | 404 |
| TAKEN | 409 |
| LEVEL_FULL | 409 |
| BAD_STATE | 409 |

## Calls

| call | params | result |
|---|---|---|
| POST /addLevel | label, places (1-500) | the level |
| POST /listLevels | - | list of levels |
| POST /createTicket | number, kind, level? | the ticket |
| POST /getTicket | number | the ticket |
| POST /listTickets | kind?, state? | list of tickets |
| POST /parkTicket | number, level | the ticket |
| POST /payFee | number, amount | the ticket |
| POST /closeTicket | number | the ticket |
| POST /ticketLog | number | list of entries, newest first |

## Rules

- A level is `{"label", "places", "used"}`. Labels are unique (`TAKEN`).
- A ticket is `{"number", "kind", "state", "level", "amount"}`; what is not set yet is null.
- The number has exactly 6 digits and is unique (`TAKEN`).
- `kind` is `car` or `bike`.
- `amount` is a number.
- A level can hold up to `places` tickets (`LEVEL_FULL`).
- State: `open` → `paid`. `payFee` requires `open`. Otherwise `BAD_STATE`.
- `closeTicket` is allowed from any state except `closed` (`level` becomes null).
- A closed ticket cannot be parked or paid (`BAD_STATE`).
- An entry is `{"event", "time"}`, event being one of `created`, `parked`, `fee_paid`, `closed`.
"""


@pytest.fixture(scope="module")
def spec() -> Spec:
    return read_sources((Source("garage.md", GARAGE),))


def written(spec: Spec, path: str) -> str:
    return notation.write(next(each.effect for each in spec.operations if each.path == path))


def codes(spec: Spec, path: str) -> dict[str, str]:
    found = next(each for each in spec.operations if each.path == path)
    return {each.code: each.way for each in (*spec.failures.stated, *found.failures)}


def test_calls_keep_their_names_and_bring_json(spec):
    assert {each.method for each in spec.operations} == {"POST"}
    assert {given.place for each in spec.operations for given in each.inputs} == {"json"}
    assert [each.words for each in spec.unknowns if each.rank != "narrative"] == []
    made = next(each for each in spec.operations if each.path == "/createTicket")
    number, kind, level = made.inputs
    assert (number.type.pattern, kind.type.choices) == ("^[0-9]{6}$", ("car", "bike"))
    assert (number.required, level.required) == (True, False)


def test_answers_are_in_the_envelope_with_one_status(spec):
    wanted = '{"success": false, "code": "{code}", "message": "{message}"}'
    assert spec.failures.body == wanted
    for each in spec.operations:
        assert "answer 200 {success: true, data: " in written(spec, each.path)


def test_a_rule_answers_with_its_own_code(spec):
    made = codes(spec, "/createTicket")
    text = written(spec, "/createTicket")
    places = "count(Ticket[where .level = level.label]) < level.places"
    assert f'{places} else {made["LEVEL_FULL"]} "The level is full"' in text
    assert f'else {made["TAKEN"]} "This number is taken"' in text
    assert "used: count(Ticket[where .level = level.label])" in written(spec, "/listLevels")


def test_deeds_need_the_states_that_sentences_say(spec):
    assert 'guard ticket.state = "open" else' in written(spec, "/payFee")
    assert 'patch Ticket ticket {state: "paid", amount: input.amount}' in written(spec, "/payFee")
    assert 'guard ticket.state != "closed" else' in written(spec, "/parkTicket")
    closed = written(spec, "/closeTicket")
    assert 'guard ticket.state != "closed" else' in closed
    assert 'patch Ticket ticket {state: "closed", level: null}' in closed


def test_what_was_done_is_kept_and_listed(spec):
    for path, event in (("/createTicket", "created"), ("/payFee", "fee_paid")):
        assert f'event: "{event}", time: now()' in written(spec, path)
    assert "by .id down]: {event: event.event, time: event.time}" in written(spec, "/ticketLog")


def test_a_rule_with_a_code_that_nothing_holds_to_is_listed():
    text = GARAGE.replace("can hold up to `places` tickets", "is for short stays only")
    listed = [each.words for each in read_sources((Source("garage.md", text),)).unknowns]
    assert any("LEVEL_FULL" in each for each in listed)

"""One deed in many wordings: what a row is then, under which conditions, and who may not."""

from __future__ import annotations

import pytest

from beliefs.spec.documents import Source, read_sources
from beliefs.spec.notation import write

_LOANS = """# Costume loans

A costume: `id`, `title`, `state` (`ready`, `out`, `torn`), `wearer` (null until somebody takes it),
`outings` (number of times it went out).

- `POST /costumes` with `title` (required) → 201 with the costume, state `ready`.
- `GET /costumes` lists all costumes; `?state=` filters.
- `POST /costumes/{id}/hand-out` with `{"wearer": "Ute"}` → @OUT@
- `POST /costumes/{id}/take-in` with `{"torn": true}` → @IN@
"""
_OUT = (
    "the costume is `out` and has the wearer. Only a ready costume can be handed out, else 409."
    " A wearer can have at most two costumes out, a third is 409."
)
_IN = "it is `ready` again; 409 unless it is out."


def _effects(text: str) -> dict[str, str]:
    spec = read_sources((Source("goal.md", text),))
    return {f"{each.method} {each.path}": write(each.effect) for each in spec.operations}


def _loans(out: str = _OUT, back: str = _IN) -> dict[str, str]:
    return _effects(_LOANS.replace("@OUT@", out).replace("@IN@", back))


@pytest.mark.parametrize(
    "told",
    [
        _OUT,
        "sets `state` to `out` and `wearer` to the given wearer. 409 unless it is ready.",
        "changes the state to out and keeps the wearer; 409 if the costume is not ready.",
        "moves a ready costume to `out` and stores the wearer (409 if it is not ready).",
        "the state becomes out, the wearer is stored. Allowed only while the costume is ready.",
        "makes it out and notes the wearer. A costume that is not ready cannot be handed out: 409.",
    ],
)
def test_a_deed_puts_a_row_into_a_state_and_keeps_what_is_brought(told: str) -> None:
    done = _loans(out=told)["POST /costumes/{id}/hand-out"]
    assert 'guard costume.state = "ready" else conflict' in done
    written = done.partition("patch Costume costume {")[2].partition("}")[0]
    assert set(written.split(", ")) == {'state: "out"', "wearer: input.wearer"}


def test_how_many_somebody_may_have_is_counted_by_their_state() -> None:
    done = _loans()["POST /costumes/{id}/hand-out"]
    mine = '.wearer = input.wearer and .state = "out"'
    assert f"guard count(Costume[where {mine}]) < 2 else conflict" in done


@pytest.mark.parametrize(
    "told",
    [
        "the state becomes `ready`, or `torn` if `torn` is true",
        "the state becomes torn if `torn` is true, otherwise it becomes ready",
        "the state becomes torn if `torn` is true and ready otherwise",
    ],
)
def test_one_deed_or_the_other_is_done(told: str) -> None:
    done = _loans(back=f"{told}. 409 unless it is out.")["POST /costumes/{id}/take-in"]
    assert "if input.torn = true:" in done
    assert 'patch Costume costume {state: "torn"}' in done
    assert 'else:\n    patch Costume costume {state: "ready"}' in done


_THINGS = """# Things to lend

| Method | Path | Body | Success | Errors |
|---|---|---|---|---|
| POST | /things | name | 201 thing | 400 |
| GET | /things | ?available=true | 200 list | |
| POST | /things/{id}/lend | member, days (1-28) | 200 thing | 404, 409 already lent |
| POST | /things/{id}/return | | 200 thing | 404, 409 not lent |
| POST | /things/{id}/reserve | member | 200 thing | 404, 409 already reserved |

thing: {id, name, available, lent_to, due, reserved_by, times_lent}

- Lending sets `available` to false, `lent_to` to the member, `due` to today plus `days` days and
  adds one to `times_lent`. Lending it clears the reservation.
- Lending a reserved thing to anybody but the member who reserved it is 403.
- When a thing is returned, it is available again; `lent_to` and `due` become null.
"""


def test_sentences_outside_of_routes_tell_what_a_verb_does() -> None:
    effects = _effects(_THINGS)
    lent = effects["POST /things/{id}/lend"]
    assert "lent_to: input.member, due: date(later(now(), input.days * 86400))" in lent
    assert "times_lent: thing.times_lent + 1, reserved_by: null" in lent
    other = "thing.reserved_by != null and thing.reserved_by != input.member"
    assert f"guard not({other}) else forbidden" in lent
    assert "{available: true, lent_to: null, due: null}" in effects["POST /things/{id}/return"]
    assert "input.available = null" in effects["GET /things"]


_LINE = """# Walk-in line

## POST /tickets
Body: `{"name": "Ann"}`. Answers 201 with `{"number": 1, "name": "Ann", "state": "waiting"}`.

## POST /next
Calls the waiting ticket with the lowest number: it becomes "called" and is returned with 200. If
nobody is waiting the answer is 404.

## POST /tickets/{number}/skip
Moves a called ticket back to waiting and increases its skips by one. After three skips it is
"dropped" instead.

## POST /tickets/{number}/finish
Marks a called ticket as done (409 if it was not called).
"""


def test_what_is_counted_and_shown_nowhere_is_kept() -> None:
    effects = _effects(_LINE)
    skipped = effects["POST /tickets/{number}/skip"]
    assert 'guard ticket.state = "called" else conflict' in skipped
    assert 'patch Ticket ticket {state: "waiting", skips: ticket.skips + 1}' in skipped
    assert 'if ticket.skips >= 3:\n    patch Ticket ticket {state: "dropped"}' in skipped
    assert 'guard ticket.state = "called"' in effects["POST /tickets/{number}/finish"]
    called = effects["POST /next"]
    assert 'first(Ticket[where .state = "waiting", by .number])' in called


_IDEAS = """# Ideas

## POST /ideas
Body: `title`, `author` (both required). Creates an idea, 201, with id, title, author, votes 0 and
closed false.

## POST /ideas/{id}/vote
Body: `{"voter": "Ann"}`. Adds a vote; each voter once per idea, a second vote is 409. 200 with
`{"votes": 3}`.

## DELETE /ideas/{id}/vote?voter=Ann
Takes the vote back, 204, or 404 if that voter has not voted.

## POST /ideas/{id}/close
Closes the idea; closing it again is 409.
"""


def test_what_was_done_once_is_taken_back_by_whoever_did_it() -> None:
    effects = _effects(_IDEAS)
    mine = ".idea_id = idea.id and .voter = input.voter"
    assert f"delete IdeaVote where {mine}" in effects["DELETE /ideas/{id}/vote"]
    assert f"count(IdeaVote[where {mine}]) > 0 else absent" in effects["DELETE /ideas/{id}/vote"]
    assert "guard idea.closed != true else conflict" in effects["POST /ideas/{id}/close"]


_CARDS = """# Stamp cards

## POST /cards
Body: `{"customer": "Mia"}`. Answers 201 with
`{"id": 1, "customer": "Mia", "stamps": 0, "free_lunches": 0, "frozen": false}`.

## POST /cards/{id}/stamp
@STAMP@ A frozen card cannot be stamped (423).

## POST /cards/{id}/redeem
@REDEEM@

## POST /cards/{id}/freeze
Freezes the card. Freezing a frozen card changes nothing.
"""


def _cards(
    stamp: str = "Adds one stamp.", redeem: str = "Uses up one free lunch."
) -> dict[str, str]:
    return _effects(_CARDS.replace("@STAMP@", stamp).replace("@REDEEM@", redeem))


@pytest.mark.parametrize(
    "told",
    [
        "Adds one stamp. With the eighth stamp stamps is 0 and free_lunches goes up by one.",
        "Adds a stamp. When it has 8 stamps, stamps is reset to 0 and free_lunches goes up by one.",
        "Increases stamps by one. After eight stamps, stamps becomes 0, free_lunches goes up by 1.",
    ],
)
def test_several_deeds_are_done_under_one_condition(told: str) -> None:
    stamped = _cards(stamp=told)["POST /cards/{id}/stamp"]
    assert "patch Card card {stamps: card.stamps + 1}" in stamped
    assert "if card.stamps >= 8:" in stamped
    assert "patch Card card {stamps: 0, free_lunches: card.free_lunches + 1}" in stamped
    assert "guard not(card.frozen) else" in stamped


@pytest.mark.parametrize(
    "told",
    [
        "Uses up one free lunch. 409 if there is none left.",
        "Takes one free lunch, 409 if there is no free lunch left.",
        "Decreases free_lunches by one; 409 if there is nothing left.",
    ],
)
def test_what_a_deed_takes_must_be_there(told: str) -> None:
    redeemed = _cards(redeem=told)["POST /cards/{id}/redeem"]
    assert "guard card.free_lunches >= 1 else conflict" in redeemed
    assert "patch Card card {free_lunches: card.free_lunches - 1}" in redeemed


_COATS = """# Coats

## POST /coats
Body: `{"owner": "Jo"}`. 201 with `{"ticket": 1, "owner": "Jo", "rail": null, "status": "hanging"}`.

## POST /coats/{ticket}/pickup
Hands the coat back: its status becomes "returned" and the rail is free again. 409 if it was picked
up already, 404 for an unknown ticket.

## POST /coats/{ticket}/lost
Reports a hanging coat as lost; a returned coat cannot be lost, 409.
"""


def test_a_deed_goes_by_its_own_word_and_what_it_comes_to() -> None:
    effects = _effects(_COATS)
    picked = effects["POST /coats/{ticket}/pickup"]
    assert 'guard coat.status != "returned" else conflict' in picked
    assert 'patch Coat coat {status: "returned", rail: null}' in picked
    assert 'patch Coat coat {status: "lost"}' in effects["POST /coats/{ticket}/lost"]

"""Rows that wait for their turn, what everybody may do once, and how many one may have."""

from __future__ import annotations

from beliefs.spec import notation
from beliefs.spec.documents.sources import Source, read_sources
from beliefs.spec.understanding import understand

_BAKERY = """Ticket counter for a bakery.
POST /tickets {"customer": "Ana"} -> 201 {"id": 1, "customer": "Ana", "status": "waiting"}; a
customer may have at most 1 ticket waiting (429).
POST /call: the first in line becomes "called" and is returned, whoever was "called" becomes
"served"; 404 when nobody is waiting.
GET /current = who is called, 404 if nobody.
GET /served lists the served ones, most recently served first.
GET /tickets = those that are waiting."""
_IDEAS = """Idea box.
POST /ideas {author, text} -> 201 {id, author, text, cheers: 0, state: "open"}.
POST /ideas/{id}/cheer {name} cheers an open idea: everybody only once (409), nobody for their own
idea (403).
POST /ideas/{id}/close -> state "closed", 409 if it is closed already.
GET /ideas lists the open ones, most cheers first, ?author= for one author.
Names are compared ignoring case."""


def _effects(text: str) -> dict[str, str]:
    goal = Source("goal", text, "sentences")
    spec = read_sources((goal,), lambda told: understand(told).spec)
    assert not [each for each in spec.unknowns if each.rank != "narrative"]
    return {f"{each.method} {each.path}": notation.write(each.effect) for each in spec.operations}


def test_the_next_in_line_is_called_and_the_one_before_is_through() -> None:
    told = _effects(_BAKERY)["POST /call"].split("\n")
    assert told == [
        'let ticket = first(Ticket[where .status = "waiting"])',
        'guard ticket != null else absent "Nobody is waiting"',
        'for before in Ticket[where .status = "called"]:',
        '    patch Ticket before {status: "served", served_at: now()}',
        'patch Ticket ticket {status: "called"}',
        "answer 200 ticket",
    ]


def test_an_empty_line_may_be_no_failure() -> None:
    empty = "204 without a body when nobody is waiting (the called one is served then, too)"
    told = _effects(_BAKERY.replace("404 when nobody is waiting", empty))["POST /call"]
    assert told.startswith(
        'let ticket = first(Ticket[where .status = "waiting"])\nif ticket = null:\n    for before'
    )
    assert "    answer 204\n" in told
    assert told.endswith("answer 200 ticket")


def test_rows_in_a_state_are_shown_by_when_they_got_into_it() -> None:
    told = _effects(_BAKERY)
    assert told["GET /served"].endswith('[where .status = "served", by .served_at down]')
    assert 'first(Ticket[where .status = "called"])' in told["GET /current"]


def test_one_may_have_so_many() -> None:
    told = _effects(_BAKERY)["POST /tickets"]
    same = '.customer = input.customer and .status = "waiting"'
    assert told.startswith(f"guard count(Ticket[where {same}]) < 1 else conflict")


def test_everybody_does_it_once_and_not_to_their_own() -> None:
    told = _effects(_IDEAS)
    cheer = told["POST /ideas/{id}/cheer"]
    assert 'guard idea.state = "open" else conflict' in cheer
    assert "guard not(lower(idea.author) = lower(input.name)) else forbidden" in cheer
    assert "lower(.name) = lower(input.name)]) = 0 else conflict" in cheer
    assert "patch Idea idea {cheers: idea.cheers + 1}" in cheer
    assert "by .cheers down" in told["GET /ideas"]
    assert "lower(.author) = lower(input.author)" in told["GET /ideas"]

"""What sentences say of single requests is in their effects."""

from __future__ import annotations

import pytest

from beliefs.spec.notation import write
from beliefs.spec.service import blocked
from beliefs.spec.understanding import understand

_FILTERS = """
Filters API. Filters have a name and period_days (whole number, at least 1). CRUD under /filters,
POST /filters/{id}/change records that the filter was changed now and answers with the filter, whose
last_changed is null until then. GET /filters/due lists the filters that were never changed or whose
last change is more than period_days days ago.
"""
_COURTS = """
Courts: name and seats. Bookings belong to a court (POST /courts/{court_id}/bookings, GET the same)
and have title, start and end as ISO 8601 date-times; two bookings of one court must not overlap
(409), though one may start at the moment another ends. GET /courts/available?start=...&end=...
lists the courts that have no booking in that time; with min_seats only those with at least so many
seats.
"""
_MEMOS = """
Memos backend: POST /register with username (4-20 characters) and password; POST /login returns
{"token": "..."} or 401; POST /logout makes the token invalid. Memos have text and pinned (false by
default); full CRUD, everyone only sees their own memos. GET /memos puts pinned memos first.
"""
_SWITCHES = """
switch server: PUT /switches/{key} with {"enabled": bool, "regions": ["eu", "us"]} creates (201) or
replaces (200) a switch, GET /switches/{key}, GET /switches. GET /switches/{key}/check?region=eu ->
{"key": "...", "on": true}, on only if the switch is enabled and lists that region; the region
parameter is required. keys are lowercase letters, digits and dashes, anything else is 422.
"""
_RIDES = """
A ride diary. I want to log rides (date like 2024-05-01, kind which is one of road, trail or city,
minutes from 1 to 600, optional distance_km and notes), edit and delete them, and list them by kind
and by date range with ?kind=road&from=2024-05-01&to=2024-05-31, both days included, the latest date
first. GET /rides/stats should give me the number of rides as count, total_minutes, the longest ride
in minutes as longest_minutes, and by_kind with the minutes for each kind that occurs.
"""
_DOCKS = """
A harbour. POST /docks creates a dock with a name and a capacity (positive integer). POST
/docks/{id}/enter with {"boat": "Anna"} lets a boat in: 201, or 409 with {"error": "dock full"} when
every place is taken, or 409 with {"error": "already here"} when that boat is on any dock. POST
/docks/{id}/leave with the boat lets it out again, 404 if that boat is not on the dock. GET /docks
shows every dock with its id, name, capacity, occupied and free.
"""
_MIXES = """
Mix API with CRUD for mixes at /api/mixes: title (required), litres (integer, 1-100, required) and
parts (a list of {"name", "amount"} with at least one entry). GET /api/mixes supports ?part= and
pages with ?page= and ?per_page= (default 10), answering {"items": [...], "total": n, "page": n,
"per_page": n}. GET /api/mixes/{id}/scaled?litres=8 returns the mix with all amounts multiplied
accordingly.
"""
_PETS = """
Pets have a name. POST /pets/{id}/feed logs a feeding. GET /pets/hungry returns the pets that have
not been fed in the last 12 hours.
"""
_SNIPPETS = """
A snippet bin: POST /snippets {code, ttl} gives an id; GET /snippets/{id} returns it as plain text,
expired snippets give 410.
"""
_PARTS = """
Parts with number (unique) and stock. POST /parts/{number}/adjust with {"change": 4} changes the
stock; 400 if it would go below zero. GET /parts/scarce lists parts with less than 5 in stock.
"""
_DEGREES = """
An HTTP service which converts temperatures:
GET /convert?value=20&from=C&to=K gives {"value": 293.15}.
"""
_STAYS = (
    "Stays have start and end dates; end must not be before start. POST /stays with start and end."
)
_RENTALS = (
    "Rentals with city and price. GET /rentals/stats gives sum, average and count per city. "
    "Answers carry an ETag."
)
_SAID = (
    (_RENTALS, "GET /rentals/stats", "count: count(part.items)"),
    (_RENTALS, "GET /rentals", 'tagged(replace(or_else(input.if_none_match, ""), "W/", "")'),
    (_STAYS, "POST /stays", "input.end >= input.start else"),
    (_DEGREES, "GET /convert", "degrees + 273.15"),
    (_PETS, "POST /pets/{id}/feed", "{fed_at: now()}"),
    (_PETS, "GET /pets/hungry", "not(.fed_at != null and .fed_at >= later(now(), -43200))"),
    (_SNIPPETS, "GET /snippets/{id}", 'else gone "Snippet has expired"'),
    (_SNIPPETS, "GET /snippets/{id}", 'answer 200 as "text/plain"'),
    (_PARTS, "POST /parts/{number}/adjust", "guard part.stock + input.change >= 0"),
    (_PARTS, "GET /parts/scarce", "where .stock < 5"),
    (_DOCKS, "POST /docks/{id}/enter", '< dock.capacity else conflict "dock full"'),
    (_DOCKS, "POST /docks/{id}/enter", '.boat = input.boat]) = 0 else conflict "already here"'),
    (_DOCKS, "POST /docks/{id}/leave", "delete Occupant where .id = occupant.id"),
    (_DOCKS, "GET /docks", "free: dock.capacity - count(Occupant[where .dock_id = dock.id])"),
    (_MIXES, "GET /api/mixes", "count(.parts[where .name = input.part]) > 0"),
    (_MIXES, "GET /api/mixes/{id}/scaled", "amount: part.amount * input.litres / mix.litres"),
    (_RIDES, "GET /rides", "by .date down"),
    (_RIDES, "GET /rides/stats", "longest_minutes: most(each(one in found: one.minutes))"),
    (_RIDES, "GET /rides/stats", 'by_kind: keyed(each(part in group(found, "kind")'),
    (
        _SWITCHES,
        "GET /switches/{key}/check",
        "on: switch.enabled and input.region in switch.regions",
    ),
    (_FILTERS, "POST /filters/{id}/change", "patch Filter filter {last_changed: now()}"),
    (_FILTERS, "GET /filters/due", "seconds(.last_changed, now()) > .period_days * 86400"),
    (_COURTS, "GET /courts/{court_id}/bookings", "Booking[where .court_id = input.court_id]"),
    (_COURTS, "POST /courts/{court_id}/bookings", ".start < input.end and .end > input.start"),
    (_COURTS, "GET /courts/available", "input.min_seats = null or .seats >= input.min_seats"),
    (_MEMOS, "GET /memos", "by .pinned down"),
    (_MEMOS, "POST /login", "answer 200 {token: made"),
    (_MEMOS, "POST /logout", "delete Session where .token = last(split(input.authorization"),
)


@pytest.mark.parametrize(("goal", "request_", "part"), _SAID, ids=lambda each: str(each)[-30:])
def test_a_sentence_about_a_request_is_in_its_effect(goal, request_, part):
    spec = understand(" ".join(goal.split())).spec
    assert blocked(spec) == ""
    (found,) = [each for each in spec.operations if f"{each.method} {each.path}" == request_]
    assert part in write(found.effect)


def test_a_key_is_made_of_the_letters_that_a_sentence_names():
    spec = understand(" ".join(_SWITCHES.split())).spec
    (found,) = [each for each in spec.operations if each.method == "PUT"]
    assert found.inputs[0].type.pattern == "^[a-z0-9-]+$"


def test_a_number_that_depends_on_the_request_is_no_fixed_answer():
    spec = understand('GET /tax?amount=100&rate=19 returns {"tax": 19.0}.').spec
    assert "GET /tax" in blocked(spec)


def test_figures_by_something_that_rows_lack_are_not_told_without_it():
    spec = understand(
        "Notes have a title. GET /notes/stats gives the average title per shelf."
    ).spec
    assert "GET /notes/stats" in blocked(spec)


def test_optional_before_two_names_is_about_both():
    spec = understand(" ".join(_RIDES.split())).spec
    (found,) = [each for each in spec.operations if each.method == "POST"]
    assert [each.name for each in found.inputs if each.required] == ["date", "kind", "minutes"]
    assert spec.identity is None  # to log a ride is not to log in


def test_a_default_behind_a_comma_is_of_the_choices_before_it():
    goal = "Fault service: POST /faults (subject, priority low|normal|high, default normal)."
    (entity,) = understand(goal).spec.entities
    assert [each.name for each in entity.fields] == ["subject", "priority"]
    assert entity.fields[1].default == '"normal"'


@pytest.mark.parametrize(
    ("goal", "fields"),
    [
        (
            (
                "Polls: POST /polls takes question and options; POST /polls/{id}/vote takes "
                "option_id and voter, one vote per voter; GET /polls/{id}/results shows votes."
            ),
            ["question"],
        ),
        (
            (
                "Events: POST /events takes title and capacity; POST /events/{id}/register takes "
                "name and email, confirmed until the capacity is reached and waitlisted then."
            ),
            ["title", "capacity"],
        ),
    ],
)
def test_what_a_deed_brings_for_rows_of_its_own_stays_with_them(goal, fields):
    first = understand(goal).spec.entities[0]
    assert [each.name for each in first.fields] == fields


@pytest.mark.parametrize(
    "goal",
    [
        "Pastes with text that expire after an hour; expired ones are 403.",
        "Links: POST /links with url, GET /{code} redirects. They expire after 7 days, then 403.",
        (
            "A file vault: upload at POST /files (field file). POST /files/{id}/share takes "
            "expires_in seconds and answers with url, a link that downloads the file until it "
            "expires, afterwards 403."
        ),
    ],
)
def test_what_has_expired_fails_with_the_status_that_is_stated(goal: str) -> None:
    spec = understand(goal).spec
    assert [each.status for each in spec.failures.stated if each.way == "gone"] == [403]
    assert any("else gone" in write(each.effect) for each in spec.operations)


def test_a_number_said_of_a_field_in_words_nobody_reads_is_no_narrative() -> None:
    spec = understand("Reviews API: reviews have text and stars (1 to 5). No stars means 5.").spec
    assert [each.rank for each in spec.unknowns] == ["material"]
    assert "stars means 5" in spec.unknowns[0].words

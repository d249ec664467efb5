"""Descriptions that only jot things down: routes in columns, fields in braces, keys in a word."""

from beliefs.spec import notation
from beliefs.spec.documents import Source, read_sources
from beliefs.spec.operations import Operation

RADIO = """# radio

base: `/r` . json. no auth.

## hosts

key `handle`: 2-8 lowercase letters, e.g. `ann`

    PUT    /r/hosts/{handle}     {name, level}     201 new / 200 replaced
    GET    /r/hosts/{handle}
    DELETE /r/hosts/{handle}     204, 409 if a show uses it

name: required. level: required, integer 1..5.
host: `{handle, name, level}`

## shows

natural key `code`: e.g. `7` or `A12` (text, max 4 chars)

    PUT    /r/shows/{code}       {title, hosts: [handle, ...]}    201 / 200
    GET    /r/shows

- at least two hosts, no host twice -> 400
- a host that does not exist -> 400 `{"error": "no such host: XYZ"}`
- show: `{code, title, hosts}`; order of hosts matters

## slots

    POST   /r/shows/{code}/slots    {handle, time, day}   201

- time: `HH:MM`, 24h
- day: one of `sat`, `sun`
- handle must be a host of that show, else 400 `{"error": "not a host"}`
- the same show, host, time and day twice: 409
- slot: `{id, show, handle, time, day}`

## plan

    GET /r/hosts/{handle}/plan?day=sat&after=07:30&limit=5

slots of that host on such days at or after that time, earliest first.
day required, after default 00:00, limit default 10, 1..50.

    {"handle": "ann", "slots": [{"time": "07:31", "show": "A1"}, ...]}

## handovers

    GET /r/handovers?first=ann&second=bob

codes of the shows where `second` comes after `first` in the hosts:

    {"first": "ann", "second": "bob", "shows": ["A1"]}

unknown host: 404. first = second: 400.

## errors

everything invalid is 400, everything missing 404, body always `{"error": "..."}`
"""
SPEC = read_sources((Source("radio.md", RADIO),))


def operation(method: str, path: str) -> Operation:
    return next(each for each in SPEC.operations if (each.method, each.path) == (method, path))


def written(method: str, path: str) -> str:
    return notation.write(operation(method, path).effect)


def test_everything_in_it_is_understood():
    assert [each for each in SPEC.unknowns if each.rank != "narrative"] == []
    assert SPEC.base == "/r"


def test_fields_and_keys_keep_to_what_is_jotted_down():
    handle, _, level = operation("PUT", "/r/hosts/{handle}").inputs
    assert handle.type.pattern == "^[a-z]{2,8}$"
    assert (level.type.kind, level.type.minimum, level.type.maximum) == ("integer", 1, 5)
    code = operation("PUT", "/r/shows/{code}").inputs[0]
    assert code.type.max_length == 4


def test_lists_of_keys_are_held_to_what_is_said_of_them():
    effect = written("PUT", "/r/shows/{code}")
    assert "count(input.hosts) >= 2" in effect
    assert "count(distinct(input.hosts)) = count(input.hosts)" in effect
    assert 'answer 400 {error: "no such host: " + text(unknown)}' in effect
    assert "guard count(Show[where host.handle in .hosts]) = 0" in written(
        "DELETE", "/r/hosts/{handle}"
    )
    slots = written("POST", "/r/shows/{code}/slots")
    assert 'guard input.handle in show.hosts else refused "not a host"' in slots
    assert ".handle = input.handle and .time = input.time and .day = input.day" in slots


def test_a_query_keeps_sorts_and_cuts_what_belongs_to_a_row():
    day, after = operation("GET", "/r/hosts/{handle}/plan").inputs[1:3]
    assert (day.required, day.type.choices) == (True, ("sat", "sun"))
    assert (after.default, after.type.pattern[:4]) == ('"00:00"', "^([0")
    plan = written("GET", "/r/hosts/{handle}/plan")
    assert ".day = input.day and .time >= input.after, by .time, limit input.limit]" in plan


def test_one_comes_after_another_in_a_list():
    effect = written("GET", "/r/handovers")
    assert "index(.hosts, input.second) > index(.hosts, input.first)" in effect
    assert "guard input.second != input.first else refused" in effect
    assert "guard count(Host[where .handle = input.first]) > 0 else absent" in effect

"""Tables whose cells are sentences: deeds, failures, and what is answered when."""

from __future__ import annotations

import pytest

from beliefs.spec.documents import Source, read_sources
from beliefs.spec.notation import write
from beliefs.spec.service import Spec

_LENT = """# Lending

## {Thing}

| field | type | rule |
|---|---|---|
| `id` | integer | given by the service |
| `name` | string | required |
| `{state}` | boolean | `false` for a new {thing} |

## Routes

| method and path | does | answers |
|---|---|---|
| `POST /{things}` | adds one | 201, the {thing} |
| `GET /{things}` | all of them | 200 |
| `GET /{things}/{{id}}` | one {thing} | 200 with an `ETag` header |
| `PUT /{things}/{{id}}` | replaces the name | 200 and the {thing} |
| `DELETE /{things}/{{id}}` | removes it | 204; {busy} |
| `POST /{things}/{{id}}/{take}` | no body | 200 and the {thing}; 409 if it already is |
| `POST /{things}/{{id}}/{back}` | no body; {done} | 200 and the {thing}; {free} |

{more}
"""


def _spec(text: str) -> Spec:
    return read_sources((Source("goal.md", text),))


def _effects(spec: Spec) -> dict[str, str]:
    return {f"{each.method} {each.path}": write(each.effect) for each in spec.operations}


def _lent(thing: str, state: str, take: str, back: str, **cells: str) -> Spec:
    told = {
        "busy": "409 while it is out",
        "done": f"the {thing} is back",
        "free": "409 if it was not",
        "more": "",
        **cells,
    }
    names = {"thing": thing, "Thing": thing.capitalize(), "things": f"{thing}s"}
    return _spec(_LENT.format(**names, state=state, take=take, back=back, **told))


@pytest.mark.parametrize(
    ("thing", "state", "take", "back", "busy", "free"),
    [
        ("tool", "on_loan", "borrow", "return", "409 while it is on loan", "409 if it was not"),
        ("key", "lent", "lend", "give_back", "409 as long as it is lent", "409 unless it is lent"),
        ("bike", "rented", "rent", "return", "409 while it is rented", "409 if it is not rented"),
        ("book", "checked_out", "checkout", "checkin", "409 while it is checked out", "409 if not"),
        ("mower", "borrowed", "borrow", "bring_back", "409 while borrowed", "409 if it is back"),
    ],
)
def test_what_was_lent_is_given_back_and_not_deleted_meanwhile(
    thing, state, take, back, busy, free
):
    spec = _lent(thing, state, take, back, busy=busy, free=free)
    made = _effects(spec)
    assert (
        f"patch {thing.capitalize()} {thing} {{{state}: true}}"
        in made[f"POST /{thing}s/{{id}}/{take}"]
    )
    returned = made[f"POST /{thing}s/{{id}}/{back}"]
    assert f"guard {thing}.{state} != false else conflict" in returned
    assert f"patch {thing.capitalize()} {thing} {{{state}: false}}" in returned
    assert f"guard not({thing}.{state}) else conflict" in made[f"DELETE /{thing}s/{{id}}"]
    assert state not in [each.wire for one in spec.operations for each in one.inputs]


@pytest.mark.parametrize(
    ("head", "without", "other"),
    [
        (
            "situation | answer",
            "`PUT` without an `If-Match` header",
            "`PUT` whose `If-Match` is not",
        ),
        ("when | then", "`PUT` with no `If-Match`", "`PUT` with an `If-Match` that is outdated:"),
        ("case | result", "PUT without If-Match", "PUT when If-Match is not"),
    ],
)
def test_a_table_of_situations_is_told_as_sentences(head, without, other):
    rows = f"| {head} |\n|---|---|\n| {without} | 428 |\n| {other} the current `ETag` | 412 |"
    shown = "| `GET /tools/{id}` with `If-None-Match` equal to the `ETag` | 304, no body |"
    made = _effects(_lent("tool", "on_loan", "borrow", "return", more=f"{rows}\n{shown}"))
    changed = made["PUT /tools/{id}"]
    assert "guard input.if_match != null else precondition_required" in changed
    assert "guard tagged(input.if_match, etag(tool)) else precondition" in changed
    assert "answer 304" in made["GET /tools/{id}"]


@pytest.mark.parametrize(
    "said",
    [
        "`sort`, which is `name` or `id`; a minus in front (`sort=-id`) turns the order round.",
        "`sort`, which is `name` or `id`; with a leading minus the list is reversed.",
        "`sort`, which can be `name` or `id`; with a minus in front the order is descending.",
    ],
)
def test_a_minus_turns_an_order_round(said):
    spec = _lent("tool", "on_loan", "borrow", "return", more=f"`GET /tools` takes {said}")
    listed = _effects(spec)["GET /tools"]
    assert 'if(input.sort = "-id", .id, null) down' in listed
    assert 'if(input.sort = "name", .name, null)' in listed
    inputs = [one for one in spec.operations if one.path == "/tools"][1].inputs
    assert [each.wire for each in inputs] == ["sort"]
    assert inputs[0].type.choices == ("name", "id", "-name", "-id")

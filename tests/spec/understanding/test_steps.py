"""States that words lead through, and states that only deeds move."""

from __future__ import annotations

import pytest

from beliefs.spec.notation import write
from beliefs.spec.understanding import understand


@pytest.mark.parametrize(
    ("goal", "states"),
    [
        (
            "CRUD for bugs with title and state. The state moves from new to fixed to closed.",
            ("new", "fixed", "closed"),
        ),
        (
            "Claims have an amount. Claims progress from filed to in review and then to paid.",
            ("filed", "in_review", "paid"),
        ),
    ],
)
def test_states_that_words_lead_through_follow_each_other_only_so(goal, states):
    spec = understand(goal).spec
    assert spec.unknowns == ()
    [kept] = [each.type.choices for each in spec.entities[0].fields if each.type.choices]
    assert kept == states
    changed = next(each for each in spec.operations if each.method == "PATCH")
    assert f'{states[0]}: ["{states[1]}"]' in str(write(changed.effect))


@pytest.mark.parametrize(("said", "status"), [("otherwise 409", 0), ("else 400", 400)])
def test_a_state_that_deeds_move_is_brought_by_no_other_request(said, status):
    goal = (
        "Parcel service: parcels have a label. Parcels are packed, sent or received. POST "
        "/parcels/{id}/send only from packed, POST /parcels/{id}/receive only from sent, " + said
    )
    spec = understand(goal).spec
    assert [each for each in spec.unknowns if each.rank != "narrative"] == []
    brought = {each.name for every in spec.operations for each in every.inputs}
    assert brought == {"id", "label"}
    deeds = [each for each in spec.operations if each.path.endswith(("/send", "/receive"))]
    assert [each.failures[0].status if each.failures else 0 for each in deeds] == [status] * 2

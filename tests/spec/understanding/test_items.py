"""Lists whose items are told in other words, and values that stand behind a field."""

from __future__ import annotations

import pytest

from beliefs.spec.understanding import understand


def _brought(goal: str, path: str) -> dict[str, tuple[str, ...]]:
    """The inputs of a request, each with the fields of its items, or its choices."""
    made = next(each for each in understand(goal).spec.operations if each.path == path)
    return {
        each.name: tuple(one.name for one in (each.type.item or each.type).fields)
        or each.type.choices
        for each in made.inputs
    }


@pytest.mark.parametrize(
    "goal",
    [
        "POST /orders takes customer and lines. A line has sku and quantity. GET /orders/{id}.",
        "POST /orders takes customer and lines. Each line consists of sku and quantity.",
        "POST /orders takes customer and lines, each of which has a sku and a quantity.",
        "POST /orders takes customer and lines, where each line has a sku and a quantity.",
        "POST /orders: customer, lines [sku, quantity]. GET /orders/{id}.",
        "Send customer and lines to POST /orders, where every line consists of sku and quantity.",
    ],
)
def test_what_a_list_is_made_of_may_be_said_apart(goal: str):
    assert _brought(goal, "/orders") == {"customer": (), "lines": ("sku", "quantity")}
    assert all("/lines" not in each.path for each in understand(goal).spec.operations)


def test_what_has_a_place_of_its_own_is_no_item():
    spec = understand("POST /orders takes lines. POST /lines takes sku. A line has a note.").spec
    assert {each.path for each in spec.operations} >= {"/orders", "/lines"}


@pytest.mark.parametrize(
    ("told", "values"),
    [
        ("a channel, which is web, phone or shop, and a note", ("web", "phone", "shop")),
        ("a channel, that is to say in or out, and a note", ("in", "out")),
        ("channel web/phone and note", ("web", "phone")),
        ("a channel, which can be one of web, phone or shop, and a note", ("web", "phone", "shop")),
    ],
)
def test_values_may_stand_behind_a_field(told: str, values: tuple[str, ...]):
    brought = _brought(f"POST /calls takes {told}. GET /calls/{{id}}.", "/calls")
    assert brought == {"channel": values, "note": ()}


def test_a_word_with_an_article_is_no_value():
    assert _brought("POST /rooms with name, size and a type.", "/rooms")["type"] == ()


def test_terse_requests_bring_what_stands_behind_them():
    goal = "POST /goods name, sku, minimum; duplicate sku 409. POST /shelves name. GET /goods/{id}."
    assert [*_brought(goal, "/goods")] == ["name", "sku", "minimum"]
    assert [*_brought(goal, "/shelves")] == ["name"]


def test_actions_that_nobody_knows_are_not_played():
    goal = (
        "A pipeline runner. POST /pipelines takes a name and steps. A step has id, depends_on and "
        "action. The actions are shell and http. POST /pipelines/{id}/run runs the steps in "
        "dependency order. Pipelines with cycles are refused."
    )
    spec = understand(goal).spec
    assert [each.name for each in spec.entities] == ["Pipeline"]
    assert any("dependency order" in each.words for each in spec.unknowns)

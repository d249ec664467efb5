"""Nothing is wrong in silence: what is not done is listed, what is done is what was said."""

from __future__ import annotations

import pytest

from beliefs.spec.notation import write
from beliefs.spec.understanding import understand

TICKETS = (
    "Tickets with title. Tickets can be closed and reopened. Status is open, waiting or closed."
)
ROOMS = (
    "Rooms with name, bookings with start and end. Guests can cancel bookings. A room can't be "
    "booked twice for the same time."
)
RENT = (
    "Landlord backend: apartments, tenants, and rent payments with amount and date. Only one "
    "payment per tenant per month."
)


@pytest.mark.parametrize(
    ("goal", "lost"),
    [
        (
            "Recipes with title and minutes. Show the average minutes of vegetarian recipes.",
            "vegetarian",
        ),
        (
            "Projects with name, and tasks. Show the number of completed tasks per project.",
            "completed",
        ),
        ("Scores with player and score. Get the top 10 players this week.", "week"),
        ("Golf rounds with player and strokes. Get the top 3 lowest strokes.", "lowest"),
        ("Habits with name, check in once per day, show the longest streak.", "longest streak"),
        ("Movies with title and rating from 1 to 10. List movies rated above 8.", "above 8"),
        ("Subjects with name and teacher. Show the average per subject.", "average"),
        ("Tools with name. Only members can delete tools except on Mondays.", "except on Mondays"),
        ("Vouchers with code. Expired vouchers can't be redeemed again.", "Expired"),
        ("Events with title and date. Past events are hidden.", "Past"),
        (
            "Wallet service: create accounts, deposit, withdraw. Amounts must be at most 500.",
            "at most 500",
        ),
        ("Jokes with text. Get a random one that nobody has seen yet.", "nobody has seen"),
    ],
)
def test_what_narrows_a_wish_and_is_not_understood_is_listed(goal, lost):
    listed = [each for each in understand(goal).spec.unknowns if each.rank != "narrative"]
    assert any(lost in each.words for each in listed)


@pytest.mark.parametrize(
    ("goal", "told"),
    [
        (
            TICKETS,
            'guard ticket.status = "closed" else conflict',
        ),
        (
            "Products API with name and stock. Add and remove stock. Stock can't go below 5.",
            "guard product.stock - input.quantity >= 5 else conflict",
        ),
        (
            ROOMS,
            "and not(.cancelled)",
        ),
        (
            RENT,
            ".tenant_id = input.tenant_id and month(.date) = month(input.date)",
        ),
        ("Lessons API: date, price, paid or not. Show unpaid lessons.", ".paid = input.paid"),
        ("Gym classes with name. Mark classes as full.", "{full: true}"),
        ("Notes with title. Pin notes.", "{pinned: true}"),
    ],
)
def test_what_is_said_is_in_an_effect(goal, told):
    spec = understand(goal).spec
    assert {each.rank for each in spec.unknowns} <= {"narrative"}
    assert any(told in write(each.effect) for each in spec.operations)


def test_what_must_be_under_a_number_is_no_more():
    spec = understand("Gym app: plans with name and price. Price must be under 100.").spec
    [made] = [each for each in spec.operations if each.method == "POST"]
    [price] = [each.type for each in made.inputs if each.name == "price"]
    assert (price.below, price.minimum) == (100, 0)


def test_what_people_have_who_log_in_is_theirs_alone():
    spec = understand(
        "Users register and log in. Each user has their own tasks with title. Nobody can see "
        "others' tasks."
    ).spec
    shown = next(each for each in spec.operations if each.path == "/tasks/{id}")
    assert shown.needs == "caller"
    assert ".owner_id = me.id" in write(shown.effect)


@pytest.mark.parametrize(
    "goal",
    [
        "Plan my wedding.",
        "A Chrome extension that blocks ads on news sites.",
        "Make the world a better place with software.",
        "Show the plants that need water.",
    ],
)
def test_what_keeps_nothing_that_anybody_knows_is_refused(goal):
    assert any(each.rank == "blocking" for each in understand(goal).spec.unknowns)

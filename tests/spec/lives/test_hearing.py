"""A life of rows is heard where it is meant, and not where its words mean something else."""

from __future__ import annotations

import pytest

from beliefs.spec.lives.reading import read


@pytest.mark.parametrize(
    "goal",
    [
        "A city API for trash bins with a location and a fill level.",
        "Coffee roaster API: batches have a roast date and a weight.",
        "Staff API: employees have a position and a salary.",
        "A chess API: POST /games/{id}/move makes a move.",
        "Inventory API: move stock between locations.",
        "App store API: apps have versions with a number and a changelog.",
        "Library API: books are available or borrowed.",
        "Support inbox API with message threads.",
        "Rooms API: rooms have a name, seats and a floor.",
        "Shop API: customers have orders, orders are sorted by date.",
        "Shipping API with free shipping and bookings of parcels.",
        "A movie API: list movies, POST /movies/{id}/vote adds a vote.",
    ],
)
def test_words_that_mean_something_else_are_left_to_others(goal: str) -> None:
    spec = read(goal, "goal", "sentences")

    assert spec is None or any(each.rank != "narrative" for each in spec.unknowns)


@pytest.mark.parametrize(
    "goal",
    [
        "Documents API with a trash; only admins may empty it.",
        "Polls API: vote once per user, except on Sundays.",
        "Room booking API: bookings must not overlap unless a manager approves.",
        "Notes with versions, stored at each update; versions older than a year go.",
        "Threaded comments on posts, at most three levels deep.",
        "Kanban API: columns have cards, cards are ordered, at most five cards per column.",
        "Events have a capacity; when full, people go to a waitlist of at most 10.",
        "Items API: POST /items/batch creates many items, at most 100.",
    ],
)
def test_rules_that_nobody_takes_are_listed(goal: str) -> None:
    spec = read(goal, "goal", "sentences")

    assert spec is None or any(each.rank != "narrative" for each in spec.unknowns)

"""Phrases over rows, values and inputs, each with the expression that it means or none."""

from __future__ import annotations

import pytest

from beliefs.spec.brief.held import Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.meaning import condition, rows, value
from beliefs.spec.brief.meaning.scope import Focus, Scope
from beliefs.spec.parsing import read_expression
from beliefs.spec.types import Type


def _kind(called: str, above: Kind | None = None, /, **fields: str) -> Kind:
    made = Kind(called, f"/{called.lower()}s", parent=above)
    if above is not None:
        made.fields[made.within] = Held(made.within, Type("integer"), of=above.name)
    for name, kind in fields.items():
        if kind[0].isupper():  # the key of another kind
            made.fields[name] = Held(name, Type("integer"), of=kind)
        else:
            made.fields[name] = Held(name, Type(kind))  # type: ignore[arg-type]
    return made


ITEM = _kind("Item", starting_price="number", end_time="datetime", sold="boolean")
BID = _kind("Bid", ITEM, amount="number", bidder="string")
BIDDING = Scope(
    (ITEM, BID),
    (Focus(ITEM, "item"),),
    {"amount": Type("number"), "bidder": Type("string")},
    BID,
)
CANDIDATE = _kind("Candidate", name="string")
VOTE = _kind("Vote", candidate_id="Candidate", voter="string")
VOTING = Scope((CANDIDATE, VOTE), (Focus(CANDIDATE, "candidate"),), {"voter": Type("string")}, VOTE)
PLANT = _kind("Plant", days="integer", last_watered="datetime", bought="date")
BIDS = "Bid[where .item_id = item.id"
VOTES = "count(Vote[where .candidate_id = one.id])"

CONDITIONS = {
    "the amount is not more than the highest bid or the starting price": (
        f"input.amount <= most(each(one in {BIDS}]: one.amount)) "
        "or input.amount <= item.starting_price"
    ),
    "the item's end time has passed": "item.end_time < now()",
    "it is already sold": "item.sold",
    "the item isn't sold and has no bids": f"not(item.sold) and count({BIDS}]) = 0",
    "there is a bid of the same bidder": f"count({BIDS} and .bidder = input.bidder]) > 0",
    "the bidder has already bid on this item": f"count({BIDS} and .bidder = input.bidder]) > 0",
    "amount is less than twice the starting price": "input.amount < item.starting_price * 2",
    "the item has more than 3 bids": f"count({BIDS}]) > 3",
    "the amount is blue": None,
    "the amount is more than the highest bid on Sundays": None,
}


@pytest.mark.parametrize("phrase", CONDITIONS)
def test_a_condition_is_what_all_its_words_say(phrase: str) -> None:
    told = condition(phrase, BIDDING)

    assert told == CONDITIONS[phrase]
    if told is not None:
        read_expression(told)


def test_nothing_is_below_the_highest_of_none_where_it_must_not_be() -> None:
    said = "the amount is higher than the highest bid"

    assert condition(said, BIDDING, demanded=True) == (
        f"not(input.amount <= most(each(one in {BIDS}]: one.amount)))"
    )


def test_whoever_votes_once_votes_for_nobody_else() -> None:
    assert condition("the voter has voted already", VOTING) == (
        "count(Vote[where .voter = input.voter]) > 0"
    )
    assert condition("the voter has voted for this candidate", VOTING) == (
        "count(Vote[where .candidate_id = candidate.id and .voter = input.voter]) > 0"
    )


ROWS = {
    "the bid with the highest amount": f"{BIDS}, by .amount down]",
    "the 3 highest bids": f"{BIDS}, by .amount down, limit 3]",
    "its bids, newest first": f"{BIDS}, by .id down]",
    "unsold items whose end time is in the future": (
        "Item[where not(.sold) and .end_time > now()]"
    ),
    "items with more than 2 bids": (
        "flat(each(one in Item: if(count(Bid[where .item_id = one.id]) > 2, [one], [])))"
    ),
    "green items": None,
}


@pytest.mark.parametrize("phrase", ROWS)
def test_rows_are_those_that_all_words_say(phrase: str) -> None:
    told = rows(phrase, BIDDING)

    assert (told.source() if told is not None else None) == ROWS[phrase]


def test_figures_are_shown_with_rows_and_sort_them() -> None:
    told = rows("the candidates with the number of votes each, most votes first", VOTING)

    assert told is not None
    assert (told.shows, told.order) == ((("votes", VOTES),), (f"{VOTES} down",))


def test_time_that_passed_is_counted_in_what_a_row_says() -> None:
    scope = Scope((PLANT,))
    told = rows("plants that were last watered more than days days ago or never", scope)

    assert told is not None
    assert told.source() == (
        "Plant[where .last_watered = null or .last_watered < later(now(), 0 - .days * 86400)]"
    )
    bought = rows("plants bought in the last 7 days", scope)
    assert bought is None or "604800" in bought.source()


VALUES = {
    "the sum of the amounts": f"sum(each(one in {BIDS}]: one.amount))",
    "how many bids there are": f"count({BIDS}])",
    "the highest bid": f"most(each(one in {BIDS}]: one.amount))",
    "starting price plus the average of its bids": (
        f"item.starting_price + average(each(one in {BIDS}]: one.amount))"
    ),
    "the colour of the bids": None,
}


@pytest.mark.parametrize("phrase", VALUES)
def test_a_value_is_what_all_its_words_say(phrase: str) -> None:
    told = value(phrase, BIDDING)

    assert (told.text if told is not None else None) == VALUES[phrase]

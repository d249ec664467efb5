"""A whole phrase as a condition, a value or rows; None where a word of it has no part in it."""

from __future__ import annotations

from typing import TypeVar

from beliefs.spec.brief.meaning.reading import Reading
from beliefs.spec.brief.meaning.rows import Some
from beliefs.spec.brief.meaning.scope import Focus, Scope, Val
from beliefs.spec.brief.meaning.tokens import tokens

Found = TypeVar("Found")


def condition(
    text: str,
    scope: Scope,
    inner: tuple[Focus, ...] = (),
    quotes: tuple[str, ...] = (),
    *,
    demanded: bool = False,
) -> str | None:
    """What a phrase says that holds.

    >>> from beliefs.spec.brief.held import Held
    >>> from beliefs.spec.brief.kinds import Kind
    >>> from beliefs.spec.types import Type
    >>> item = Kind("Item", "/items", fields={"price": Held("price", Type("number"))})
    >>> bid = Kind("Bid", "/bids", fields={"amount": Held("amount", Type("number"))}, parent=item)
    >>> scope = Scope((item, bid), (Focus(item, "item"),), {"amount": Type("number")}, bid)
    >>> condition("the amount is not more than the highest bid", scope)
    'input.amount <= most(each(one in Bid[where .item_id = item.id]: one.amount))'
    >>> condition("the amount is not blue", scope)
    """
    reading = Reading(tokens(text), scope, quotes, demanded)
    return _whole(reading, reading.conditions(0, inner))


def value(
    text: str, scope: Scope, inner: tuple[Focus, ...] = (), quotes: tuple[str, ...] = ()
) -> Val | None:
    """The value that a phrase is."""
    reading = Reading(tokens(text), scope, quotes)
    return _whole(reading, reading.values(0, inner))


def rows(
    text: str, scope: Scope, inner: tuple[Focus, ...] = (), quotes: tuple[str, ...] = ()
) -> Some | None:
    """The rows that a phrase is."""
    reading = Reading(tokens(text), scope, quotes)
    return _whole(reading, reading.rows(0, inner))


def _whole(reading: Reading, found: list[tuple[int, Found]]) -> Found | None:
    ends = [each for end, each in found if _over(reading, end)]
    return ends[0] if ends else None


def _over(reading: Reading, at: int) -> bool:
    """Whether nothing but signs is behind a place."""
    return all(each in {",", ")", "("} for each in reading.words[at:])

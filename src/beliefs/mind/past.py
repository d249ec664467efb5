"""The past of a ledger: how it stood at several moments, in one pass over its entries."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from beliefs.errors import NotFound
from beliefs.ledger.entries import Entry
from beliefs.ledger.ledger import Ledger
from beliefs.ledger.merging import absorb
from beliefs.ledger.stores.memory import MemoryStore
from beliefs.ledger.text import moment_of
from beliefs.mind.belief import Belief
from beliefs.mind.beliefs import Beliefs


class Step(NamedTuple):
    """Where a belief stood at a moment; None while it was not active."""

    moment: datetime
    stood: float | None


def stages(
    client: Beliefs, moments: Iterable[datetime], about: Belief | None = None
) -> Iterator[tuple[datetime, Beliefs]]:
    """Look at a ledger as of each moment, oldest first; a look holds until the next.

    With `about`, only this belief need be there: the rest is not folded again.

    >>> from datetime import UTC
    >>> b = Beliefs(":memory:")
    >>> delta = b.add("The cache is warm")
    >>> moments = [datetime(2020, 1, 1, tzinfo=UTC), b.list()[0].created]
    >>> [then.count() for _, then in stages(b, moments)]
    [0, 1]
    """
    ledger = client._ledger  # noqa: SLF001 - looks at it as `at` does
    wanted = sorted({moment_of(moment, "the moment"): moment for moment in moments}.items())
    if not wanted:
        return
    with ledger.store.read(client.namespace) as snapshot:
        entries = list(snapshot.entries(until=wanted[-1][0]))
        if about is not None:
            entries = _bearing_on(bytes.fromhex(about.id), entries)
        claims = snapshot.claims({entry.subject for entry in entries})
    store = MemoryStore()
    taken = 0
    for until, moment in wanted:
        come = bisect_right(entries, until, lo=taken, key=lambda entry: entry.recorded)
        _take_in(store, client.namespace, entries[taken:come], claims)
        taken = come
        past = Ledger(store, client.namespace, ledger.clock, ledger.entropy, moment=until)
        yield moment, client._clone(past)  # noqa: SLF001


def _bearing_on(claim: bytes, entries: list[Entry]) -> list[Entry]:
    """Leave out claims that cannot bear on another one.

    Those of which nothing is known but contributions, and which nothing else speaks of. An outcome
    grades whoever spoke of its claim, a link or a premise leads to another, a key may be at odds
    with a key elsewhere; all of that is kept.
    """
    bearing = {claim}
    for entry in entries:
        text = entry.text
        # A quotation mark within a text is written \", so these are names and never words.
        contributes = '"kind":"contribution"' in text
        if contributes and '"key":' not in text and '"premises":' not in text:
            continue
        body = entry.body
        named = [body.get(name) for name in ("to", "by")] + body.get("premises", [])
        bearing |= {bytes.fromhex(name) for name in named if name}
        if not contributes or "key" in body:
            bearing.add(entry.subject)
    return [entry for entry in entries if entry.subject in bearing]


def _take_in(
    store: MemoryStore, namespace: str, come: list[Entry], claims: dict[bytes, tuple[str, str]]
) -> None:
    store.write(namespace, lambda transaction: absorb(transaction, come, claims))


def steps(client: Beliefs, belief: Belief, moments: Iterable[datetime]) -> list[Step]:
    """Where a belief stood at each moment, oldest first."""
    return [Step(moment, _stood(then, belief)) for moment, then in stages(client, moments, belief)]


def _stood(client: Beliefs, belief: Belief) -> float | None:
    try:
        return standing(client.get(belief))
    except NotFound:
        return None


def standing(belief: Belief) -> float | None:
    """Where a belief stands, as one number: its confidence, or the mean of a number.

    >>> standing(Beliefs(":memory:").fuse(["The cache is warm"])[0])
    0.6666666666666666
    """
    if belief.status != "active":
        return None
    numeric = belief.family == "numeric"
    return getattr(belief.parameters, "mean", None) if numeric else belief.confidence


def spread(moments: list[datetime], most: int) -> list[datetime]:
    """At most so many of the moments, evenly spread, with the first and the last.

    >>> spread([1, 2, 3, 4, 5], 3)  # anything that has an order
    [1, 3, 5]
    """
    if len(moments) <= most:
        return moments
    if most < 2:
        return moments[len(moments) - most :]
    last = len(moments) - 1
    return [moments[round(place * last / (most - 1))] for place in range(most)]

"""Promise 11 of 13: memory, SQLite and Postgres hold byte-identical state after the same writes.

The same calls, in the same order, with the same clock and the same chance (entry ids are random
unless `entropy=` is given): every answer, every error, the whole export, the digest, and the view
at every moment are equal. Nothing that a store does on its own (collation, the width of numbers,
the order of rows, a column's idea of text) can be seen through it.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from tests import strategies as drawn
from tests.contracts.stores import PATIENCE, START, Clock, Stores, counted
from tests.strategies import THREAD, Write, perform

if TYPE_CHECKING:
    from beliefs import Beliefs


def seen(b: Beliefs, moments: list[timedelta]) -> tuple[object, ...]:
    """All that a caller can see of a ledger."""
    clients = [b, b.with_thread(THREAD)]
    return (
        b.export(),
        b.digest(),
        b.verify(),
        [client.at(START + moment).digest() for client in clients for moment in moments],
        [client.read(limit=None) for client in clients],
        [client.list(limit=limit) for client in clients for limit in (1, 2, 3)],
        [
            client.list(status=status)
            for client in clients
            for status in ("retracted", "superseded")
        ],
        [[one.claim for one in client.search("the cache region")] for client in clients],
        [b.trace(one) for one in b.list()],
        [(one.interval, one.fragility, one.conflict, one.estimate) for one in b.list()],
        b.trust.list(),
        b.settings.get(),
    )


def parity(every_store: list[Stores], calls, look=seen) -> None:
    """Make the same calls on every store, and compare what they answer and what is then seen."""
    results = []
    for stores in every_store:
        clock = Clock()
        b = stores(namespace=next(_names), clock=clock, entropy=counted(1))
        results.append((calls(b, clock), look(b)))
        stores.close()
    memory, *others = results
    for other in others:
        assert other == memory


_names = (f"parity {n // 3}" for n in range(10**9))


def test_histories(every_store: list[Stores]):
    @settings(max_examples=15 * PATIENCE)
    @given(
        history=drawn.histories(least=15, most=40),
        moments=st.lists(st.integers(-1, 10**6).map(lambda s: timedelta(seconds=s)), max_size=3),
    )
    def same(history: list[Write], moments: list[timedelta]) -> None:
        parity(
            every_store,
            lambda b, clock: perform(b, clock, history),
            lambda b: seen(b, moments),
        )

    same()


def test_merged_histories(every_store: list[Stores]):
    @settings(max_examples=10 * PATIENCE)
    @given(histories=st.lists(drawn.histories(least=5, most=15), min_size=2, max_size=3))
    def same(histories: list[list[Write]]) -> None:
        for stores in every_store[:1]:
            exports = []
            for n, history in enumerate(histories):
                clock = Clock(START + timedelta(seconds=n))
                part = stores(clock=clock, entropy=counted(n + 2))
                perform(part, clock, history)
                exports.append(part.export())
        parity(
            every_store,
            lambda b, _: [b.merge(export) for export in exports],
            lambda b: seen(b, [timedelta(0), timedelta(days=9)]),
        )

    same()


# Text from all over, so that collation and normal forms have something to get wrong.
words = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=12
)


def test_any_text_and_any_double(every_store: list[Stores]):
    @settings(max_examples=15 * PATIENCE)
    @given(
        said=st.lists(
            st.tuples(words, drawn.anything_said(), words, words), min_size=1, max_size=6
        ),
        choices=st.lists(words, max_size=5),
    )
    def same(said, choices: list[str]) -> None:
        def calls(b: Beliefs, clock: Clock) -> list[object]:
            history = [
                Write("add", {"claim": [one._replace(claim=claim, agent=agent, source=source)]}, W0)
                for claim, one, agent, source in said
            ]
            history += [Write("add", {"claim": [{"claim": "x", "choice": c}]}, W0) for c in choices]
            return perform(b, clock, history)

        parity(every_store, calls, lambda b: seen(b, [W0]))

    same()


W0 = timedelta(0)


def test_the_largest_and_the_smallest(every_store: list[Stores]):
    extremes = [
        {"claim": "strong", "strength": 2.0**64, "confidence": 1 / 3},
        {"claim": "strong", "strength": 2.0**-64, "confidence": 5e-324},
        {"claim": "far", "value": 1.1e77, "stdev": 2.0**-32},
        {"claim": "far", "value": -1.1e77, "stdev": 2.0**32},
        {"claim": "far", "value": 5e-324, "stdev": 1.0},
        {"claim": "named", "choice": "Ä", "strength": 2.0**64},
        {"claim": "named", "choice": "z", "strength": 2.0**-64},
        {"claim": "old", "observed": START - timedelta(days=300)},
    ]

    def calls(b: Beliefs, _: Clock) -> object:
        answer = b.add(extremes)
        b.settings.set(half_life=timedelta(hours=1))
        return answer

    parity(every_store, calls, lambda b: seen(b, [W0, timedelta(days=10**3)]))


def test_texts_are_read_alike(every_store: list[Stores]):
    said = [
        "The cache is warm. Acme bought Initech.",
        "The cache is cold.",
        "Initech was acquired by Acme. Who pays? We want the queue to be empty.",
        "The API's p99 latency is 120 ms. There is a risk that the disk fails.",
        "The p99 latency of the API is 300 ms.",
        "The cache is no longer warm.",
    ]

    def calls(b: Beliefs, clock: Clock) -> list[object]:
        answers: list[object] = []
        for number, text in enumerate(said):
            clock.now += timedelta(seconds=number % 2)
            client = b.with_thread(THREAD) if number == 4 else b
            answers.append(client.after(text, tool=f"tool {number % 2}").changes)
        answers.append(b.link())
        clock.now += timedelta(seconds=1)
        answers.append(b.split(b.list()[0].id).changes)
        return answers

    parity(every_store, calls, lambda b: (seen(b, [timedelta(0)]), b.before("cache Acme").prompt))

"""Promise 1 of 8: deliver at least once, and it counts once; deliver nothing, and nothing happens.

A queue may repeat, delay and reorder keyed calls, peers may write in between, threads and
processes may race with the same keys: what is left is what one delivery of each would have left.
Exactly one caller per key is told that its call was applied; the others get its answer, marked.

The condition is that a retry is the same call: same key, same scope, same content.
"""

from __future__ import annotations

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from hypothesis import strategies as st

from beliefs import Beliefs, Observation, Statement
from tests import strategies as drawn
from tests.contracts.stores import DAY, START, Clock, Stores, entries_of, for_all

LATER = START + DAY


@for_all(
    calls=st.lists(
        st.lists(drawn.anything_said() | st.just(Statement("")), max_size=3),
        min_size=1,
        max_size=5,
    ),
    data=st.data(),
)
def test_at_least_once_is_once(
    open_beliefs: Stores, calls: list[list[Statement]], data: st.DataObject
):
    clock = Clock()
    b, once = open_beliefs(clock=clock), open_beliefs(clock=clock)
    numbers = range(len(calls))
    deliveries = [*numbers, *data.draw(st.lists(st.sampled_from(numbers), max_size=8))]
    for number in data.draw(st.permutations(deliveries)):
        b.add(calls[number], idempotency_key=f"message {number}")
    for number in numbers:
        once.add(calls[number], idempotency_key=f"message {number}")
    assert b.digest() == once.digest()
    assert b.at(LATER).digest() == once.at(LATER).digest()
    assert len(entries_of(b)) == len(entries_of(once))


@for_all(said=drawn.anything_said(), peers=st.lists(drawn.anything_said(), max_size=4))
def test_a_retry_after_a_peer_has_written_changes_nothing(
    open_beliefs: Stores, said: Statement, peers: list[Statement]
):
    b, undisturbed = open_beliefs(), open_beliefs()
    first = b.add([said], idempotency_key="mine")
    b.add(peers)
    again = b.add([said], idempotency_key="mine")
    undisturbed.add(peers)
    undisturbed.add([said], idempotency_key="mine")
    assert (again.replayed, again.changes) == (True, first.changes)
    assert b.digest() == undisturbed.digest()
    assert b.at(LATER).digest() == undisturbed.at(LATER).digest()


@for_all(said=st.lists(drawn.anything_said(), max_size=3), turns=st.integers(1, 5))
def test_a_call_after_every_turn_costs_nothing(
    open_beliefs: Stores, said: list[Statement], turns: int
):
    clock = Clock()
    b = open_beliefs(clock=clock)
    b.add(said)
    before = b.export()
    for turn in range(turns):
        clock.now += DAY
        for nothing in ("", "  \n", [], [""]):
            assert b.add(nothing).changes == ()
            assert b.add(nothing, idempotency_key=f"turn {turn}").changes == ()
    assert b.export() == before


def test_threads_that_race_with_the_same_keys(open_beliefs: Stores):
    b = open_beliefs()
    keys = [f"key {n}" for n in range(8)]

    def write(worker: int) -> list[tuple[str, bool, object]]:
        answers: list[tuple[str, bool, object]] = []
        for key in keys[worker:] + keys[:worker]:
            delta = b.add(key, strength=3, idempotency_key=key)
            answers.append((key, delta.replayed, delta.changes))
        return answers

    with ThreadPoolExecutor(4) as pool:
        answers = [answer for part in pool.map(write, range(4)) for answer in part]
    _counted_once(b, keys)
    applied = [key for key, replayed, _ in answers if not replayed]
    assert sorted(applied) == sorted(keys)
    for key in keys:
        assert len({repr(changes) for name, _, changes in answers if name == key}) == 1


def test_clients_that_race_with_the_same_keys(open_shared: Stores):
    """Each with a connection of its own, as in another process."""
    first = open_shared()
    clients = [first, *(open_shared(namespace=first.namespace) for _ in range(3))]
    keys = [f"key {n}" for n in range(8)]

    with ThreadPoolExecutor(4) as pool:
        replayed = list(
            pool.map(
                lambda client: [client.add(key, idempotency_key=key).replayed for key in keys],
                clients,
            )
        )
    assert [sum(not one[n] for one in replayed) for n in range(len(keys))] == [1] * len(keys)
    _counted_once(first, keys)


_RACER = """
import json, sys
from beliefs import Beliefs
url, namespace, keys = json.loads(sys.argv[1])
b = Beliefs(url, namespace=namespace)
print("ready", flush=True)
sys.stdin.readline()
print(json.dumps([b.add(key, idempotency_key=key).replayed for key in keys]))
"""


def test_processes_that_race_with_the_same_keys(open_shared: Stores):
    b = open_shared()
    keys = [f"key {n}" for n in range(25)]
    order = [keys, keys[::-1], keys[12:] + keys[:12]]
    racers = [
        subprocess.Popen(
            [sys.executable, "-c", _RACER, json.dumps([open_shared.url, b.namespace, mine])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for mine in order
    ]
    applied: list[str] = []
    for racer in racers:
        assert racer.stdout is not None
        assert racer.stdout.readline() == "ready\n"
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.write("go\n")
        racer.stdin.flush()
    for racer, mine in zip(racers, order, strict=True):
        output, _ = racer.communicate(timeout=60)
        assert racer.returncode == 0
        applied += [key for key, again in zip(mine, json.loads(output), strict=True) if not again]
    assert sorted(applied) == sorted(keys)
    _counted_once(b, keys)


def _counted_once(b: Beliefs, keys: list[str]) -> None:
    assert sorted(belief.claim for belief in b.list()) == sorted(keys)
    assert all(belief.contributions == 1 for belief in b.list())
    assert len([line for line in entries_of(b) if '"entry"' in line]) == len(keys)
    assert b.verify().ok


# Texts


texts = st.lists(
    st.sampled_from(
        [
            "The cache is warm.",
            "The cache is cold. The queue is empty.",
            "We want the queue to be empty. Who pays for it?",
            "The API's p99 latency is 120 ms.",
            "Thanks!",
            "",
        ]
    ),
    min_size=1,
    max_size=4,
)


@for_all(said=texts, data=st.data())
def test_texts_delivered_at_least_once_are_read_once(
    open_beliefs: Stores, said: list[str], data: st.DataObject
):
    clock = Clock()
    b, once = open_beliefs(clock=clock), open_beliefs(clock=clock)
    numbers = range(len(said))
    deliveries = [*numbers, *data.draw(st.lists(st.sampled_from(numbers), max_size=5))]
    for number in data.draw(st.permutations(deliveries)):
        b.after(said[number], tool="probe", idempotency_key=f"message {number}")
    for number in numbers:
        once.after(said[number], tool="probe", idempotency_key=f"message {number}")
    assert b.at(LATER).digest() == once.at(LATER).digest()
    assert [note.text for note in b.goals()] == [note.text for note in once.goals()]
    assert len(entries_of(b)) == len(entries_of(once))


@for_all(said=texts, turns=st.integers(1, 3))
def test_a_text_that_says_nothing_after_every_turn_costs_nothing(
    open_beliefs: Stores, said: list[str], turns: int
):
    clock = Clock()
    b = open_beliefs(clock=clock)
    for text in said:
        b.after(text)
    before = b.export()
    for turn in range(turns):
        clock.now += DAY
        for nothing in ("", "  \n", "Thanks!"):
            for key in (None, f"turn {turn}"):
                assert b.after(nothing, idempotency_key=key).changes == ()
                observation = Observation(nothing, tool="probe", observed=START)
                assert b.observe(observation, idempotency_key=key).changes == ()
    assert b.export() == before


def test_threads_that_race_with_the_same_texts(open_beliefs: Stores):
    b = open_beliefs()
    keys = [f"Host {number} is up" for number in range(6)]

    def say(worker: int) -> list[tuple[str, bool, object]]:
        answers: list[tuple[str, bool, object]] = []
        for key in keys[worker:] + keys[:worker]:
            delta = b.after(f"{key}.", tool="probe", idempotency_key=key)
            answers.append((key, delta.replayed, delta.changes))
        return answers

    with ThreadPoolExecutor(4) as pool:
        answers = [answer for part in pool.map(say, range(4)) for answer in part]
    _counted_once(b, keys)
    assert sorted(key for key, replayed, _ in answers if not replayed) == sorted(keys)
    for key in keys:
        assert len({repr(changes) for name, _, changes in answers if name == key}) == 1

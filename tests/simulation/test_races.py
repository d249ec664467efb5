"""Once: eight processes race for the same thousand keys, and each is applied exactly once."""

from __future__ import annotations

import multiprocessing
from collections import Counter, defaultdict
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from beliefs import Beliefs

if TYPE_CHECKING:
    from pathlib import Path

PROCESSES, KEYS, CLAIMS = 8, 1_000, 50


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_thousand_keys_are_applied_once(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = str(tmp_path / "raced.db")
    if kind == "postgres":
        url = request.getfixturevalue("fresh_postgres")
    forks = multiprocessing.get_context("fork")
    start, answers = forks.Barrier(PROCESSES), forks.SimpleQueue()
    racers = [
        forks.Process(target=race, args=(url, number, start, answers))
        for number in range(PROCESSES)
    ]
    for racer in racers:
        racer.start()
    told = [answers.get() for _ in racers]
    for racer in racers:
        racer.join()
    assert [error for error, _ in told if error] == []

    by_key: dict[int, list[Any]] = defaultdict(list)
    for _, given in told:
        for key, answer in given:
            by_key[key].append(answer)
    assert len(by_key) == KEYS
    applied = Counter(replayed for given in by_key.values() for _, replayed in given)
    assert applied == {False: KEYS, True: KEYS * (PROCESSES - 1)}
    for given in by_key.values():
        assert [replayed for _, replayed in given].count(False) == 1
        assert len({changes for changes, _ in given}) == 1, "a replay gave another answer"

    with Beliefs(url) as client:
        beliefs = client.list(limit=None)
        assert {belief.claim for belief in beliefs} == {f"Claim {n}" for n in range(CLAIMS)}
        assert {belief.evidence for belief in beliefs} == {KEYS / CLAIMS}
        assert sum(belief.contributions for belief in beliefs) == KEYS
        checked = client.verify()
    assert checked.problems == ()
    assert checked.entries == KEYS


def race(url: str, number: int, start: Any, answers: Any) -> None:
    """Go through all keys in an order of one's own, and tell what was answered."""
    keys = list(range(KEYS))
    Random(number).shuffle(keys)
    given = []
    error = ""
    try:
        start.wait()
        with Beliefs(url) as client:
            for key in keys:
                delta = client.add(f"Claim {key % CLAIMS}", idempotency_key=f"key {key}")
                given.append((key, (delta.changes, delta.replayed)))
    except Exception as failure:  # noqa: BLE001 - told to the test, which fails with it
        error = f"{type(failure).__name__}: {failure}"
    answers.put((error, given))

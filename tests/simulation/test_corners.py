"""Corners: the smallest histories in which a law was once broken, on every store."""

from __future__ import annotations

import multiprocessing
import time
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from beliefs import Beliefs
from beliefs.errors import BeliefsError, InvalidInput
from beliefs.ledger.entries import claim_id
from beliefs.ledger.rows import Rows
from beliefs.ledger.stores.sqlite import SqliteStore
from tests.simulation.histories import START, Clock, Seat, seated

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

X = claim_id("binary", "X").hex()
Y = claim_id("binary", "Y").hex()
DAY = timedelta(days=1)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def client(store_url: str, clock: Clock) -> Iterator[Beliefs]:
    with Beliefs(store_url, clock=clock) as opened:
        yield opened


def copy_of(client: Beliefs, clock: Clock) -> Beliefs:
    copy = Beliefs(":memory:", clock=clock)
    copy.merge(client)
    return copy


def sound(client: Beliefs) -> bool:
    checked = client.verify()
    assert checked.problems == ()
    return checked.ok


# A first write that fails


def test_a_refused_first_write_leaves_nothing_behind(client: Beliefs, store_url: str) -> None:
    with pytest.raises(BeliefsError):
        client.retract(X)
    client.add("X")
    assert sound(client)
    if store_url != ":memory:":
        with Beliefs(store_url) as other:
            assert [belief.claim for belief in other.list()] == ["X"]
            assert other.digest() == client.digest()


# Erasing


def test_a_claim_made_again_after_its_erasure_is_seen_in_the_past(
    client: Beliefs, clock: Clock
) -> None:
    client.add("X")
    client.erase(X)
    client.add("X", strength=2)
    assert [belief.evidence for belief in client.at(clock.now).list()] == [2.0]


def test_a_claim_made_again_after_its_erasure_survives_a_merge(
    client: Beliefs, clock: Clock
) -> None:
    client.add("X")
    other = copy_of(client, clock)
    other.erase(X)
    other.add("X", strength=2)
    client.merge(other)
    assert [belief.evidence for belief in client.list()] == [2.0]
    assert client.digest() == other.digest()
    assert sound(client)


def test_erasing_what_was_graded_leaves_no_trace_in_a_record(client: Beliefs) -> None:
    client.trust.set(agent="scout", confidence=0.5)
    client.add("X", agent="scout")
    client.outcome(X, truth=True)
    client.erase(X)
    assert sound(client)


def test_an_erasure_that_arrives_takes_the_newest_entry_with_it(
    client: Beliefs, clock: Clock
) -> None:
    client.add("X")
    other = copy_of(client, clock)
    clock.now += DAY
    other.erase(X)
    clock.now += DAY
    client.add("X")
    client.merge(other)
    assert client.list() == []
    assert sound(client)


def test_an_erasure_and_an_earlier_call_with_the_same_key_arrive_together(
    client: Beliefs, clock: Clock
) -> None:
    other = Beliefs(":memory:", clock=clock)
    other.add("X", idempotency_key="k")
    other.erase(X)
    clock.now += DAY
    client.add("X", idempotency_key="k")
    client.merge(other)
    assert client.digest() == other.digest()
    assert sound(client)


def test_an_earlier_call_with_the_same_key_arrives(client: Beliefs, clock: Clock) -> None:
    other = Beliefs(":memory:", clock=clock)
    other.add("X", idempotency_key="k")
    clock.now += DAY
    client.add("X", idempotency_key="k")
    client.merge(other)
    assert client.digest() == other.digest()
    assert sound(client)


# Keys of rows


@pytest.mark.parametrize("last", [0x00, 0xFF])
def test_an_id_may_end_in_any_byte(client: Beliefs, clock: Clock, last: int) -> None:
    words = next(w for n in range(10**6) if claim_id("binary", w := f"Case {n}")[-1] == last)
    belief = client.add(words, idempotency_key="k").changes[0].belief_id
    client.relate(belief, "supports", belief)
    assert client.relations(belief)
    assert client.dependents(belief) == []
    assert client.find(belief[:12]) == belief
    client.settings.set(half_life=DAY)
    copy_of(client, clock)
    client.merge(copy_of(client, clock))
    assert client.erase(belief) == 2
    assert sound(client)


# Several statements at once


@pytest.mark.parametrize("field", ["depends_on", "supersedes"])
def test_a_statement_may_speak_of_another_one_of_its_batch(client: Beliefs, field: str) -> None:
    client.add(["X", {"claim": "Y", field: [X] if field == "depends_on" else X}])
    if field == "depends_on":
        assert client.get(Y).depends_on == (X,)
    else:
        assert client.get(X).superseded_by == Y
    assert sound(client)


def test_a_client_may_write_where_it_does_not_read(client: Beliefs) -> None:
    blind = seated(client, Seat("scout", "space", None, ("agent",)))
    assert [change.belief_id for change in blind.add("X").changes] == [X]
    assert blind.list() == []
    assert len(client.list()) == 1


# Text


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\u0085", "\x0b", "\x1c"])
def test_words_with_any_line_separator_travel(
    client: Beliefs, clock: Clock, separator: str
) -> None:
    client.add(f"one{separator}two")
    assert copy_of(client, clock).digest() == client.digest()


# Input


@pytest.mark.parametrize("truth", [float("nan"), None, object(), "half a pair \ud83d", []])
def test_a_wrong_truth_is_refused_with_and_without_a_key(client: Beliefs, truth: Any) -> None:
    client.add("X")
    for key in (None, "k"):
        with pytest.raises(InvalidInput):
            client.outcome(X, truth, idempotency_key=key)


def test_a_number_is_the_same_number_in_a_retry(client: Beliefs) -> None:
    belief = client.add("X", value=1, stdev=1).changes[0].belief_id
    client.outcome(belief, 130, idempotency_key="k")
    assert client.outcome(belief, 130.0, idempotency_key="k").replayed


def test_a_reason_is_the_same_reason_in_a_retry(client: Beliefs) -> None:
    client.add("X")
    client.retract(X, "caf\u00e9", idempotency_key="k")
    assert client.retract(X, " cafe\u0301", idempotency_key="k").replayed


@pytest.mark.parametrize(
    "arguments",
    [
        {"claim": 5},
        {"claim": "X", "choice": "eu", "among": 5},
        {"claim": "X", "depends_on": 5},
    ],
    ids=repr,
)
def test_what_is_no_list_is_refused(client: Beliefs, arguments: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        client.add(**arguments)


def test_goals_are_neither_premises_nor_superseded(client: Beliefs) -> None:
    goal = client.goal("Ship it").changes[0].belief_id
    with pytest.raises(BeliefsError):
        client.add("X", supersedes=goal)
    with pytest.raises(BeliefsError):
        client.add("X", depends_on=[goal])


def test_evidence_for_a_belief_by_id_can_be_fused(client: Beliefs) -> None:
    client.add("X")
    delta = client.add(belief=X, confidence=0.0)
    assert [belief.confidence for belief in client.fuse([delta])] == [1 / 3]


# Time


def test_time_does_not_run_backwards_at_the_epoch(client: Beliefs, clock: Clock) -> None:
    clock.now = datetime(1970, 1, 1, tzinfo=UTC)
    client.add("X")
    clock.now -= DAY
    client.add("X")
    assert {entry.recorded for entry in client.trace(X)} == {datetime(1970, 1, 1, tzinfo=UTC)}
    assert sound(client)


def test_what_faded_long_ago_costs_nothing(client: Beliefs) -> None:
    client.settings.set(half_life=timedelta(seconds=1))
    client.add("X", observed=START - timedelta(days=365 * 40))
    client.add("X")
    begun = time.perf_counter()
    assert [belief.evidence for belief in client.list()] == [1.0]
    assert time.perf_counter() - begun < 0.5


def test_fading_costs_as_much_as_there_is_to_fold() -> None:
    def seconds(beliefs: int) -> float:
        client = Beliefs(":memory:")
        client.add([f"Claim {number}" for number in range(beliefs)])
        begun = time.process_time()
        client.settings.set(half_life=DAY)
        return time.process_time() - begun

    # The least of a few: what else the process does, such as collecting garbage, is not meant.
    few, many = (min(seconds(beliefs) for _ in range(5)) for beliefs in (200, 800))
    assert many < 10 * few


# Opening


def test_many_processes_may_open_a_new_file_at_once(tmp_path: Path) -> None:
    forks = multiprocessing.get_context("fork")
    for attempt in range(25):
        path = str(tmp_path / f"{attempt}.db")
        start, answers = forks.Barrier(8), forks.SimpleQueue()
        openers = [forks.Process(target=_open, args=(path, start, answers)) for _ in range(8)]
        for opener in openers:
            opener.start()
        assert [answers.get() for _ in openers] == [""] * len(openers)
        for opener in openers:
            opener.join()


def _open(path: str, start: Any, answers: Any) -> None:
    start.wait()
    try:
        with Beliefs(path) as client:
            client.add("X", idempotency_key="k")
    except BeliefsError as error:
        answers.put(f"{type(error).__name__}: {error}")
    else:
        answers.put("")


# Once, after a merge


def test_a_retry_after_a_merge_names_the_same_belief(client: Beliefs, clock: Clock) -> None:
    other = Beliefs(":memory:", clock=clock)
    other.add("X", idempotency_key="k")
    clock.now += DAY
    first = client.add("X", idempotency_key="k")
    client.merge(other)
    again = client.add("X", idempotency_key="k")
    assert again.replayed
    assert [change.belief_id for change in again.changes] == [
        change.belief_id for change in first.changes
    ]


def test_a_retry_on_another_replica_names_the_same_belief(client: Beliefs, clock: Clock) -> None:
    other = Beliefs(":memory:", clock=clock)
    other.add("X", idempotency_key="k")
    client.merge(other)
    again = client.add("X", idempotency_key="k")
    assert again.replayed
    assert [change.belief_id for change in again.changes] == [X]


# Erasing, cut off


def test_an_erasure_cut_off_before_the_scrub_can_be_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, words = tmp_path / "erased.db", "Nobody may ever read this sentence"

    def cut_off(_: SqliteStore) -> None:
        raise KeyboardInterrupt

    with Beliefs(str(path)) as client:
        belief = client.add(words).changes[0].belief_id
        client.add("X")
        with monkeypatch.context() as patched:
            patched.setattr(SqliteStore, "scrub", cut_off)
            with pytest.raises(KeyboardInterrupt):
                client.erase(belief)
    with Beliefs(str(path)) as client:
        client.erase(belief)  # as one would who got no answer
        left = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert words.encode() not in left


# Answers


def test_an_answer_can_be_looked_at_after_everything_was_folded_again() -> None:
    for number in range(200):
        client = Beliefs(":memory:")
        premise = client.add(f"X {number}").changes[0].belief_id
        client.settings.set(half_life=DAY)
        delta = seated(client, Seat("scout", "thread", "t")).add("Y", depends_on=[premise])
        assert [change.belief_id for change in delta.changes] == [Y]


def test_what_lies_under_a_loaded_prefix_is_never_asked_for_again() -> None:
    class Empty:
        def load(self, keys: Iterable[bytes], prefixes: Iterable[bytes]) -> list[Any]:
            del keys, prefixes
            return []

    rows, claim = Rows(Empty()), bytes(16)
    rows.under(b"c" + claim)
    rows.seal()
    rows.load([b"c" + claim + b"space"])
    assert rows.get(b"c" + claim + b"space") is None

"""What every store promises: kept, apart, in order, and as it was at any moment."""

from __future__ import annotations

import asyncio
import inspect
import random
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import psycopg
import pytest

from beliefs import AsyncBeliefs, Beliefs, BeliefsError, InvalidInput, NotFound, StoreError
from beliefs.ledger.entries import claim_id
from beliefs.ledger.postings import CAP
from beliefs.ledger.stores.postgres.statements import LOAD
from tests.ledger.places import (
    DAY,
    HOUR,
    SECOND,
    START,
    Clock,
    beside,
    fresh,
    id_of,
    refused,
    seen,
    sound,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def claims(beliefs: list[Any]) -> list[str]:
    return [belief.claim for belief in beliefs]


# Kept


def test_migrations_are_recorded_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "beliefs.db"
    for _ in range(2):
        Beliefs(path).close()
        connection = sqlite3.connect(path)
        recorded = connection.execute("SELECT number, name FROM migrations").fetchall()
        version = connection.execute("PRAGMA user_version").fetchone()
        mode = connection.execute("PRAGMA journal_mode").fetchone()
        connection.close()
        assert recorded == [
            (1, "first_tables"),
            (2, "entries_beside_their_subtotals"),
            (3, "tail_of_a_ledger"),
        ]
        assert version == (len(recorded),)
        assert mode == ("wal",)


def test_a_file_of_the_first_tables_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "beliefs.db"
    with Beliefs(path) as b:
        for number in range(20):
            b.add(f"Host {number % 5} is up", agent=f"probe {number % 3}")
        b.trust.set(agent="probe 1", confidence=0.5)
        digest, seen = b.digest(), b.list()
    connection = sqlite3.connect(path)
    connection.executescript(
        """
        CREATE TABLE entries (ledger INTEGER NOT NULL, subject BLOB NOT NULL, id BLOB NOT NULL,
          recorded INTEGER NOT NULL, arrival INTEGER NOT NULL, body TEXT NOT NULL,
          PRIMARY KEY (ledger, subject, id)) WITHOUT ROWID;
        INSERT INTO entries SELECT ledger, substr(key, 2, 16), substr(key, 19), recorded, arrival,
          value FROM rows WHERE recorded IS NOT NULL;
        DELETE FROM rows WHERE recorded IS NOT NULL;
        ALTER TABLE rows DROP COLUMN recorded;
        ALTER TABLE rows DROP COLUMN arrival;
        ALTER TABLE ledgers DROP COLUMN tail;
        DELETE FROM migrations WHERE number > 1;
        PRAGMA user_version = 1;
        """
    )
    connection.close()
    with Beliefs(path) as b:
        assert (b.digest(), b.list()) == (digest, seen)
        assert b.verify().ok
        b.add("Host 5 is up")
        assert b.verify().ok


def test_migrations_are_recorded_on_a_server(fresh_postgres: str) -> None:
    for _ in range(2):
        Beliefs(fresh_postgres).close()
        with psycopg.connect(fresh_postgres) as connection:
            recorded = connection.execute("SELECT number, name FROM beliefs.migrations").fetchall()
        assert recorded == [
            (1, "first_tables"),
            (2, "tail_of_a_ledger"),
            (3, "who_listens"),
        ]


def test_many_clients_may_open_a_new_database_at_once(fresh_postgres: str) -> None:
    def write(number: int) -> bool:
        with Beliefs(fresh_postgres, clock=Clock()) as b:
            return b.add(f"Claim {number}", idempotency_key=f"{number}").replayed

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(write, range(8))) == [False] * 8
    with Beliefs(fresh_postgres, clock=Clock()) as b:
        assert len(b.list()) == 8
        assert sound(b)


def test_reopening_shows_the_same(kept_url: str, clock: Clock) -> None:
    namespace = fresh()
    with Beliefs(kept_url, namespace=namespace, clock=clock) as b:
        live(b, clock, random.Random(1), 60)
        before, past = seen(b), b.at(clock.now).digest()
    with Beliefs(kept_url, namespace=namespace, clock=clock) as b:
        assert seen(b) == before
        assert b.at(clock.now).digest() == past
        assert sound(b)


def test_bulk_is_what_the_same_in_parts_is(store_url: str, clock: Clock) -> None:
    said = [
        {"claim": f"Host {n % 700} is up", "agent": f"probe {n % 3}", "source": 'the "log"\\'}
        for n in range(1_500)
    ] + [{"claim": "All spoke of it", "agent": f"voice {n}"} for n in range(1_100)]
    with (
        Beliefs(store_url, namespace=fresh(), clock=clock) as whole,
        Beliefs(store_url, namespace=fresh(), clock=clock) as parts,
    ):
        for client, size in ((whole, len(said)), (parts, 300)):
            for start in range(0, len(said), size):
                client.add(said[start : start + size])
        assert whole.digest() == parts.digest()
        assert {b.claim: b for b in whole.list()} == {b.claim: b for b in parts.list()}
        assert sound(whole)


def test_bulk_about_one_belief_tells_which(store_url: str, clock: Clock) -> None:
    with Beliefs(store_url, namespace=fresh(), clock=clock) as b:
        known = id_of(b, "All spoke of it")
        b.add({"claim": "All spoke of it", "agent": f"voice {n}"} for n in range(1_100))
        with b._ledger.store.read(b.namespace) as snapshot:  # noqa: SLF001 - no other way to see it
            assert snapshot.tail.since(1) == (bytes.fromhex(known),)


@pytest.mark.parametrize("text", ["a" * 65_536, "é" * 32_768, "word " * 13_107, "🔥" * 16_384])
def test_the_longest_text_is_kept(b: Beliefs, text: str) -> None:
    belief = b.get(id_of(b, text, quote=text))
    assert belief.claim == text.strip()
    assert b.trace(belief)[0].details["quote"] == text.strip()
    assert sound(b)


def test_the_longest_names_are_kept(store_url: str) -> None:
    name, wide = "n" * 1_000, "🔥" * 250
    for long in (name, wide):
        with Beliefs(
            store_url, namespace=fresh() + long[:200], agent=long, thread=long, write_scope="thread"
        ) as b:
            b.add(long * 5, source=long, origin=long, idempotency_key=long)
            b.add("Serving region", choice=long, among=[long, "eu"])
            b.trust.set(source=long, confidence=0.5)
            b.retract(b.list()[0])
            assert b.add(long * 5, source=long, origin=long, idempotency_key=long).replayed
            assert sound(b)


@pytest.mark.parametrize(
    "text",
    [
        "quotes ' \" and `",
        "back\\slash \\' \\\" \\\\",
        "100% %s %(name)s {} {0} $1 ?",
        "; DROP TABLE entries; --",
        "NULL",
        "{}",
        '","',
        "tab\there",
        "line\nbreak",
        "a\u2028b",
        "\x01\x7f\x1b",
        "\ufeffmark",
        "مرحبا",
        "e\u0301",
        "\U0010ffff",
    ],
)
def test_any_text_is_only_text(store_url: str, clock: Clock, text: str) -> None:
    namespace = fresh() + text
    with Beliefs(store_url, namespace=namespace, agent=text, clock=clock) as b:
        b.add(text, quote=text, source=text, origin=text, idempotency_key=text)
        clock.now += SECOND
        b.add("Serving region", choice=text, among=[text, "eu"])
        b.with_thread(text).add(text)
        b.trust.set(source=text, confidence=0.25)
        assert b.add(text, quote=text, source=text, origin=text, idempotency_key=text).replayed
        belief = b.list()[0]
        assert belief.claim == claims(Beliefs(":memory:").fuse([text]))[0]
        assert belief.evidence == 0.25
        assert b.find(belief.id[:8]) == belief.id
        copy = Beliefs(":memory:", clock=clock)
        copy.merge(b)
        assert copy.digest() == b.digest()
        assert sound(b)


# Together

WRITER = """
import sys
from beliefs import Beliefs
path, name = sys.argv[1:]
with Beliefs(path, agent=name) as b:
    print("ready", flush=True)
    sys.stdin.readline()
    for number in range(40):
        b.add("Said by both", idempotency_key=f"{name} {number}")
        b.add(f"Said by {name} {number}")
        b.list(limit=3)
"""


def test_two_processes_write_one_file(tmp_path: Path) -> None:
    path = tmp_path / "beliefs.db"
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, path, name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in ("one", "two")
    ]
    for writer in writers:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
    with Beliefs(path) as b:
        for writer in writers:
            assert writer.stdin is not None
            writer.stdin.write("\n")
            writer.stdin.flush()
        while any(writer.poll() is None for writer in writers):
            assert len(b.list(limit=None)) <= 81
        assert [writer.communicate()[0] for writer in writers] == ["", ""]
        assert [writer.returncode for writer in writers] == [0, 0]
        both = b.search("both")[0]
        assert both.contributions == 80
        assert len(b.list(limit=None)) == 81
        assert sound(b)


def test_many_threads_use_one_client(b: Beliefs) -> None:
    def work(number: int) -> int:
        for n in range(10):
            b.add("Said by all", agent=f"agent {number}", idempotency_key=f"{number} {n}")
            b.add([f"Claim {number} {n}"])
            b.search("claim")
            b.get(b.list(limit=1)[0])
        return sum(
            b.add("Said by all", agent=f"agent {number}", idempotency_key=f"{number} {n}").replayed
            for n in range(10)
        )

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(work, range(8))) == [10] * 8
    assert b.search("said by all")[0].contributions == 80
    assert len(b.list(limit=None)) == 81
    assert sound(b)


def test_two_clients_see_each_other(kept_url: str, clock: Clock) -> None:
    namespace = fresh()
    with (
        Beliefs(kept_url, namespace=namespace, clock=clock) as one,
        Beliefs(kept_url, namespace=namespace, clock=clock) as two,
    ):
        for number in range(5):
            one.add("The cache is warm", agent="one")
            two.add("The cache is warm", agent="two")
            assert one.list()[0].contributions == two.list()[0].contributions == 2 * number + 2
        warm = one.list()[0]
        two.retract(warm)
        one.add("The cache is warm")
        assert two.get(warm).contributions == 1
        two.trust.set(agent="agent", confidence=0.5)
        assert one.get(warm).evidence == 0.5
        assert sound(one)


# Apart: namespaces


def test_namespaces_never_meet(b: Beliefs, clock: Clock) -> None:
    other = beside(b, namespace=fresh())
    empty = seen(other)
    rests_on = id_of(b, "The cache is warm", agent="scout", idempotency_key="k")
    rests = id_of(b, "Requests are fast", depends_on=[rests_on])
    b.relate(rests, "supports", rests_on)
    b.outcome(rests_on, truth=True)
    b.trust.set(agent="scout", confidence=0.1)
    b.settings.set(half_life=DAY)
    b.goal("Ship it")
    b.with_thread("t").add("In a thread")
    assert seen(other) == empty
    reads: list[Callable[[], object]] = [
        lambda: other.search("cache requests thread"),
        lambda: other.with_thread("t").list(),
        lambda: other.snapshot().beliefs,
        other.goals,
        lambda: other.at(clock.now).list(),
        lambda: other.trust.get(agent="scout"),
    ]
    assert [read() for read in reads] == [[], [], [], [], [], None]
    assert other.trust.look(agent="scout").factor == 1.0
    for belief in (rests_on, rests):
        for ask in (other.get, other.find):
            with pytest.raises(NotFound):
                ask(belief)
        for change in (other.retract, other.remove, other.erase):
            with refused(BeliefsError, b):
                change(belief)
    first = other.add("The cache is warm", agent="scout", idempotency_key="k")
    assert not first.replayed
    assert first.changes[0].after == 2 / 3
    assert other.reset() == 1
    assert b.get(rests_on).contributions == 1
    assert sound(b)
    assert sound(other)
    names = b._ledger.store.namespaces()  # noqa: SLF001
    assert {b.namespace, other.namespace} <= set(names)
    assert names == sorted(names)


# Apart: layers


@pytest.fixture
def seats(b: Beliefs) -> dict[str, Beliefs]:
    return {
        "space": b,
        "scout": beside(b, agent="scout", write_scope="agent"),
        "critic": beside(b, agent="critic", write_scope="agent"),
        "one": beside(b, agent="scout", thread="one", write_scope="thread"),
        "two": beside(b, agent="scout", thread="two", write_scope="thread"),
    }


def test_who_sees_what(seats: dict[str, Beliefs]) -> None:
    for name, client in seats.items():
        client.add(f"Said in {name}")
    expected = {
        "space": {"space"},
        "scout": {"scout", "space"},
        "critic": {"critic", "space"},
        "one": {"one", "scout", "space"},
        "two": {"two", "scout", "space"},
    }
    for name, client in seats.items():
        visible = {f"Said in {seat}" for seat in expected[name]}
        assert set(claims(client.list())) == visible
        assert set(claims(client.search("said"))) == visible
        assert set(claims(client.at(START).list())) == visible
        for seat, other in seats.items():
            belief = claim_id("binary", f"Said in {seat}").hex()
            if seat in expected[name]:
                assert client.get(belief).claim == f"Said in {seat}"
                assert client.trace(belief)
            else:
                for ask in (client.get, client.find):
                    with pytest.raises(NotFound):
                        ask(belief)
                assert other.get(belief).id == belief
    assert sound(seats["space"])


def test_evidence_of_several_layers_adds_up(seats: dict[str, Beliefs]) -> None:
    for client in seats.values():
        client.add("The cache is warm", agent="same")
    evidence = {name: client.list()[0].evidence for name, client in seats.items()}
    assert evidence == {"space": 1, "scout": 2, "critic": 2, "one": 3, "two": 3}


def test_what_is_retracted_in_a_thread_is_hidden_only_there(seats: dict[str, Beliefs]) -> None:
    warm = id_of(seats["space"], "The cache is warm")
    seats["one"].retract(warm, "not in this thread")
    assert seats["one"].list() == []
    assert seats["one"].get(warm).status == "retracted"
    assert seats["one"].get(warm).why == "retracted: not in this thread"
    for name in ("space", "scout", "critic", "two"):
        assert claims(seats[name].list()) == ["The cache is warm"]
        assert "retraction" not in [entry.action for entry in seats[name].trace(warm)]
    # Said there again, it is back there, and only what was said since counts there.
    seats["one"].add("The cache is warm", strength=5)
    assert seats["one"].get(warm).evidence == 5
    assert seats["space"].get(warm).evidence == 1
    assert sound(seats["space"])


def test_what_is_superseded_in_a_thread_is_superseded_only_there(
    seats: dict[str, Beliefs],
) -> None:
    old = id_of(seats["space"], "The leader is node 1")
    new = id_of(seats["one"], "The leader is node 2", supersedes=old)
    assert claims(seats["one"].list()) == ["The leader is node 2"]
    assert seats["one"].get(old).superseded_by == new
    for name in ("space", "scout", "two"):
        assert claims(seats[name].list()) == ["The leader is node 1"]


def test_goals_and_gaps_stay_in_their_layer(seats: dict[str, Beliefs]) -> None:
    goal = seats["one"].goal("Ship it").changes[0].belief_id
    seats["space"].gap("Who pays?")
    assert [note.text for note in seats["one"].goals()] == ["Ship it"]
    assert [note.text for note in seats["one"].gaps()] == ["Who pays?"]
    for name in ("space", "scout", "two"):
        assert seats[name].goals() == []
        with pytest.raises(NotFound):
            seats[name].resolve(goal)


def test_relations_stay_in_their_layer(seats: dict[str, Beliefs]) -> None:
    warm, fast = id_of(seats["space"], "Warm"), id_of(seats["space"], "Fast")
    seats["one"].relate(warm, "supports", fast)
    assert seats["one"].relations(warm) == [(warm, "supports", fast)]
    for name in ("space", "critic", "two"):
        assert seats[name].relations(warm) == []
        assert seats[name].relations(fast) == []


def test_dependents_stay_in_their_layer(seats: dict[str, Beliefs]) -> None:
    warm = id_of(seats["space"], "Warm")
    fast = id_of(seats["one"], "Fast", depends_on=[warm])
    assert seats["one"].dependents(warm) == [fast]
    for name in ("space", "critic", "two"):
        assert seats[name].dependents(warm) == []


def test_a_key_is_used_once_in_each_layer(seats: dict[str, Beliefs]) -> None:
    for client in seats.values():
        assert not client.add("The cache is warm", agent="same", idempotency_key="k").replayed
    for client in seats.values():
        assert client.add("The cache is warm", agent="same", idempotency_key="k").replayed
    assert seats["one"].list()[0].evidence == 3


def test_with_thread(b: Beliefs) -> None:
    b.add("In the space")
    thread = b.with_thread("one")
    thread.add("In the thread")
    assert set(claims(thread.list())) == {"In the space", "In the thread"}
    assert claims(b.list()) == ["In the space"]
    assert claims(b.with_thread("two").list()) == ["In the space"]
    assert b.with_thread("two").with_thread(" one ").list() == thread.list()
    assert (thread.agent, thread.namespace, thread.url) == (b.agent, b.namespace, b.url)


def test_context_layers(b: Beliefs) -> None:
    def seat(*layers: str) -> Beliefs:
        return beside(b, agent="scout", thread="one", write_scope="thread", context_layers=layers)

    b.add("In the space")
    beside(b, agent="scout", write_scope="agent").add("Of the scout")
    seat("self").add("In the thread")
    assert claims(seat("self").list()) == ["In the thread"]
    assert claims(seat("thread").list()) == ["In the thread"]
    assert claims(seat("space").list()) == ["In the space"]
    assert set(claims(seat("agent", "self", "self").list())) == {"Of the scout", "In the thread"}
    assert claims(seat().list()) == []
    space = claim_id("binary", "In the space").hex()
    assert seat("self").search("space") == []
    with pytest.raises(NotFound):
        seat("self").get(space)


def test_a_trace_shows_only_the_layers_that_are_read(b: Beliefs) -> None:
    warm = id_of(b, "The cache is warm", quote="said in the space")
    alone = beside(b, thread="one", write_scope="thread", context_layers=("self",))
    alone.add("The cache is warm")
    assert [entry.layer for entry in alone.trace(warm)] == ["thread:one"]


def test_a_reset_counts_and_hides_its_layer(seats: dict[str, Beliefs]) -> None:
    for name, client in seats.items():
        client.add([f"Said in {name}", "Said by all"])
    seats["one"].goal("Ship it")
    seats["one"].retract(claim_id("binary", "Said in one").hex())
    assert seats["one"].reset() == 2
    assert seats["one"].reset() == 0
    assert set(claims(seats["one"].list())) == {"Said in scout", "Said in space", "Said by all"}
    assert seats["one"].search("all")[0].evidence == 2
    assert seats["one"].goals() == []
    assert seats["two"].search("all")[0].evidence == 3
    assert seats["space"].reset() == 2
    assert set(claims(seats["two"].list())) == {"Said in two", "Said in scout", "Said by all"}
    assert seats["space"].list() == []
    hidden = seats["space"].get(claim_id("binary", "Said in space").hex())
    assert (hidden.status, hidden.why) == ("reset", "its scope was reset")
    seats["space"].add("Said in space", strength=4)
    assert [belief.evidence for belief in seats["space"].list()] == [4]
    assert sound(seats["space"])


# Time


def live(b: Beliefs, clock: Clock, chance: random.Random, steps: int, *, each: Any = None) -> None:
    """Do one thing after another, refused or not, and let time pass in between."""
    words = [f"Claim {number}" for number in range(6)]
    agents, sources = ["scout", "critic"], [None, "logs", "docs"]
    truths: list[Any] = [True, False, "eu", 100.0]

    def some() -> str:
        family = chance.choice(["binary", "categorical", "numeric"])
        return claim_id(family, chance.choice(words)).hex()

    def evidence() -> dict[str, Any]:
        family = chance.choice(["binary", "binary", "categorical", "numeric"])
        said: dict[str, Any] = {"agent": chance.choice(agents), "source": chance.choice(sources)}
        if family == "binary":
            said |= {"confidence": chance.random(), "refutes": chance.random() < 0.2}
        elif family == "categorical":
            said |= {"choice": chance.choice(["eu", "us"]), "among": ["eu", "us"]}
        else:
            said |= {"value": chance.gauss(100, 20), "stdev": chance.uniform(1, 10)}
        if chance.random() < 0.2:
            said["origin"] = "one report"
        if chance.random() < 0.2:
            said["observed"] = clock.now - chance.randrange(100) * HOUR
        return said

    actions: list[Callable[[Beliefs], object]] = [
        *[lambda c: c.add(chance.choice(words), **evidence())] * 8,
        lambda c: c.add([{"claim": chance.choice(words), **evidence()} for _ in range(3)]),
        lambda c: c.add(chance.choice(words), **evidence(), supersedes=some()),
        lambda c: c.add(chance.choice(words), **evidence(), depends_on=[some()]),
        lambda c: c.add(chance.choice(words), idempotency_key=f"{chance.randrange(3)}"),
        lambda c: c.retract(some()),
        lambda c: c.remove(some()),
        lambda c: c.outcome(some(), chance.choice(truths)),
        lambda c: c.trust.set(
            agent=chance.choice(agents), confidence=chance.random(), lock=chance.random() < 0.3
        ),
        lambda c: c.trust.set(source="logs", confidence=chance.random()),
        lambda c: c.trust.unset(agent=chance.choice(agents)),
        lambda c: c.settings.set(half_life=chance.choice([None, DAY, 3 * DAY])),
        lambda c: c.relate(some(), "contradicts", some()),
        lambda c: c.goal("Ship it"),
        lambda c: c.reset() if chance.random() < 0.3 else None,
    ]
    for _ in range(steps):
        clock.now += timedelta(microseconds=chance.choice([1, 1_000_000, 3_600_000_000]))
        client = b.with_thread("one") if chance.random() < 0.2 else b
        try:
            chance.choice(actions)(client)
        except BeliefsError:
            continue
        if each is not None:
            each()


@pytest.mark.parametrize("seed", range(2))
def test_the_past_is_what_the_present_was(b: Beliefs, clock: Clock, seed: int) -> None:
    lived: list[Any] = []

    def remember() -> None:
        live_view = [_plain(belief) for belief in b.list(limit=None)]
        in_thread = [_plain(belief) for belief in b.with_thread("one").list(limit=None)]
        lived.append((clock.now, live_view, in_thread))

    live(b, clock, random.Random(seed), 50, each=remember)
    clock.now += 10 * DAY
    for moment, live_view, in_thread in lived:
        past = b.at(moment)
        assert [_plain(belief) for belief in past.list(limit=None)] == live_view
        thread = b.with_thread("one").at(moment)
        assert [_plain(belief) for belief in thread.list(limit=None)] == in_thread
    assert sound(b)


def _plain(belief: Any) -> tuple[Any, ...]:
    return (
        belief.id,
        belief.status,
        belief.parameters,
        belief.evidence,
        belief.voices,
        belief.created,
        belief.why,
    )


def test_the_digest_of_the_past_never_changes(b: Beliefs, clock: Clock) -> None:
    digests: list[Any] = []
    live(
        b, clock, random.Random(7), 30,
        each=lambda: digests.append((clock.now, b.at(clock.now).digest())),
    )  # fmt: skip
    clock.now += DAY
    b.reset()
    copy = Beliefs(":memory:", clock=clock)
    copy.merge(b)
    for moment, digest in digests:
        assert b.at(moment).digest() == digest
        assert copy.at(moment).digest() == digest


def test_a_moment_includes_what_was_recorded_at_it(b: Beliefs, clock: Clock) -> None:
    b.add("At noon")
    clock.now += SECOND
    b.add("A second later")
    assert claims(b.at(START).list()) == ["At noon"]
    assert b.at(START - timedelta(microseconds=1)).list() == []
    assert claims(b.at(START + DAY).list()) == ["At noon", "A second later"]
    assert claims(b.at(START + DAY).at(START).list()) == ["At noon"]


def test_the_past_fades_as_of_its_moment(b: Beliefs, clock: Clock) -> None:
    b.settings.set(half_life=DAY)
    b.add("The cache is warm", strength=8)
    for days in (0, 1, 2):
        assert b.at(START + days * DAY).list()[0].evidence == 8 / 2**days
    clock.now += 3 * DAY
    assert b.list()[0].evidence == 1
    assert b.at(START + DAY).list()[0].evidence == 4


def test_even_the_end_of_time_can_be_asked_about(b: Beliefs) -> None:
    from datetime import UTC, datetime

    b.settings.set(half_life=SECOND)
    b.add("The cache is warm", strength=8)
    for moment in (datetime.max.replace(tzinfo=UTC), datetime(9999, 1, 1, tzinfo=UTC)):
        faded = b.at(moment).list()[0]
        assert faded.evidence == 0.0
        assert faded.freshness == 0.0
    assert b.at(datetime.min.replace(tzinfo=UTC)).list() == []


# Goals, gaps, relations


def test_goals_and_gaps(b: Beliefs, clock: Clock) -> None:
    goal = b.goal("Ship it", idempotency_key="g")
    assert b.goal("Ship it", idempotency_key="g").replayed
    clock.now += SECOND
    gap = b.gap("Who is on call?").changes[0].belief_id
    assert b.goal("  ").changes == ()
    world = b.snapshot()
    assert [note.text for note in world.goals] == ["Ship it"]
    assert [(note.id, note.kind, note.status) for note in world.gaps] == [(gap, "gap", "active")]
    assert world.beliefs == b.list() == []
    b.resolve(world.goals[0], "shipped")
    assert b.goals() == []
    b.resolve(gap)
    assert b.resolve(gap).changes == ()
    assert b.gaps() == []
    assert [entry.action for entry in b.trace(gap)] == ["gap", "resolution"]
    assert b.at(START).goals()[0].id == goal.changes[0].belief_id
    b.gap("Who is on call?")
    assert len(b.gaps()) == 1
    assert sound(b)


def test_relations_both_ways(b: Beliefs) -> None:
    one, two, three = (id_of(b, f"Claim {number}") for number in range(3))
    before = [belief.parameters for belief in b.list()]
    b.relate(one, "supports", two)
    b.relate(one, "supports", two)
    b.relate(two, "contradicts", three)
    b.relate(three, "derived_from", two)
    assert set(b.relations(two)) == {
        (one, "supports", two),
        (two, "contradicts", three),
        (three, "derived_from", two),
    }
    assert len(b.relations(two)) == 3
    assert b.relations(one) == [(one, "supports", two)]
    assert [belief.parameters for belief in b.list()] == before
    assert sound(b)


# Premises


def test_a_premise_goes_away_and_comes_back(b: Beliefs) -> None:
    warm = id_of(b, "The cache is warm")
    fast = id_of(b, "Requests are fast", depends_on=[warm], strength=3)
    happy = id_of(b, "Users are happy", depends_on=[fast])
    b.add("Users are happy", agent="survey", strength=2)
    assert [b.get(belief).evidence for belief in (fast, happy)] == [3, 3]
    b.retract(warm)
    for _ in range(2):
        lost, left = b.get(fast), b.get(happy)
        assert (lost.status, lost.evidence, lost.fallen) == ("unsupported", 0, (warm,))
        assert lost.why == f"all of its evidence rests on {warm}, which no longer stands"
        assert (left.status, left.evidence, left.fallen) == ("active", 2, (fast,))
        assert left.why == f"some of its evidence rests on {fast}, which no longer stands"
        assert lost in b.list()
    b.add("The cache is warm")
    assert [b.get(belief).evidence for belief in (fast, happy)] == [3, 3]
    assert b.get(fast).why is None
    assert b.get(fast).depends_on == (warm,)
    assert sound(b)


@pytest.mark.parametrize("going", ["retract", "remove", "erase", "supersede", "reset"])
def test_every_way_to_go_takes_what_rests_on_it_along(b: Beliefs, going: str) -> None:
    warm = id_of(b, "The cache is warm")
    keeper = b.with_thread("kept") if going == "reset" else b
    fast = id_of(keeper, "Requests are fast", depends_on=[warm])
    if going == "supersede":
        b.add("The cache is cold", supersedes=warm)
    elif going == "reset":
        b.reset()
    else:
        getattr(b, going)(warm)
    belief = keeper.get(fast)
    assert (belief.status, belief.fallen) == ("unsupported", (warm,))
    assert warm in (belief.why or "")
    assert sound(b)


def test_a_premise_that_only_loses_weight_still_stands(b: Beliefs) -> None:
    warm = id_of(b, "The cache is warm", agent="scout")
    fast = id_of(b, "Requests are fast", depends_on=[warm], agent="critic")
    b.add("The cache is warm", refutes=True, strength=100)
    b.trust.set(agent="scout", confidence=0.0)
    assert b.get(fast).status == "active"


def test_long_chains_fall_and_rise_at_once(b: Beliefs) -> None:
    chain = [id_of(b, "Claim 0")]
    for number in range(1, 25):
        chain.append(id_of(b, f"Claim {number}", depends_on=[chain[-1]]))
    assert {belief.status for belief in b.list()} == {"active"}
    b.retract(chain[0])
    statuses = {belief.status for belief in b.list()}
    assert statuses == {"unsupported"}
    assert b.dependents(chain[0]) == [chain[1]]
    b.add("Claim 0")
    assert {belief.status for belief in b.list()} == {"active"}
    assert sound(b)


def test_a_premise_more_costs_no_more_than_the_ones_below_it() -> None:
    def seconds(depth: int) -> float:
        b = Beliefs(":memory:")
        premise = id_of(b, "Claim 0")
        begun = time.process_time()
        for number in range(1, depth):
            premise = id_of(b, f"Claim {number}", depends_on=[premise])
        return time.process_time() - begun

    seconds(5)
    # Each one looks at everything below it, so three times as deep is nine times the work.
    assert seconds(60) < 20 * seconds(20)


def test_a_contribution_with_several_premises_needs_them_all(b: Beliefs) -> None:
    premises = [id_of(b, f"Premise {number}") for number in range(3)]
    b.add("All of it", depends_on=premises)
    b.add("All of it", depends_on=premises[:1], strength=2)
    whole = b.search("all of it")[0]
    assert whole.evidence == 3
    b.retract(premises[2])
    assert b.get(whole).evidence == 2
    assert b.get(whole).fallen == (premises[2],)
    assert set(b.get(whole).depends_on) == set(premises)


# Origins


@pytest.mark.parametrize("copies", [1, 2, 7])
def test_one_report_told_often_weighs_as_the_strongest(b: Beliefs, copies: int) -> None:
    for number in range(copies):
        b.add(
            "The cache is warm",
            strength=4 if number == 0 else 1 + number / 4,
            agent=f"agent {number}",
            origin="one report",
        )
    assert b.list()[0].evidence == pytest.approx(4, rel=1e-15)
    b.add("The cache is warm", agent="agent 0", origin="another report", strength=2)
    b.add("The cache is warm", agent="agent 0", strength=1)
    assert b.list()[0].evidence == pytest.approx(7, rel=1e-15)
    assert b.list()[0].contributions == copies + 2


def test_the_same_voice_repeating_a_report_adds_nothing(b: Beliefs) -> None:
    for _ in range(5):
        b.add("The cache is warm", strength=2, origin="one report")
    assert b.list()[0].evidence == 2


# Asking


def test_trace_tells_the_whole_story(b: Beliefs, clock: Clock) -> None:
    warm = id_of(
        b, "The cache is warm", confidence=0.75, source="logs", quote="hit rate 99%",
        observed=START - DAY,
    )  # fmt: skip
    clock.now += SECOND
    b.outcome(warm, truth=True, note="checked by hand")
    b.retract(warm, "measured again")
    b.add("The cache is warm", agent="critic")
    trace = b.trace(warm)
    actions = ["contribution", "outcome", "retraction", "contribution"]
    assert [entry.action for entry in trace] == actions
    first, outcome, retraction, last = trace
    assert (first.recorded, first.observed) == (START, START - DAY)
    assert (first.source, first.layer) == ("logs", "space")
    assert first.details["quote"] == "hit rate 99%"
    assert (outcome.reason, outcome.details["truth"]) == ("checked by hand", True)
    assert (retraction.reason, last.agent) == ("measured again", "critic")
    assert b.trace(warm, limit=2) == trace[2:]
    assert b.trace(warm, limit=0) == []
    assert b.at(START).trace(warm) == trace[:1]


def test_find_by_the_beginning_of_an_id(b: Beliefs) -> None:
    ids = [id_of(b, f"Claim {number}") for number in range(50)]
    for belief in ids:
        digits = next(n for n in range(4, 33) if sum(i.startswith(belief[:n]) for i in ids) == 1)
        for length in {digits, digits + 1, 32}:
            assert b.find(belief[:length]) == belief
            assert b.find(belief[:length].upper()) == belief
    with pytest.raises(NotFound):
        b.find("f" * 33)
    assert b.with_thread("one").find(ids[0]) == ids[0]


def test_find_does_not_tell_what_others_keep_to_themselves(b: Beliefs) -> None:
    seen_starts: dict[str, str] = {}
    for number in range(2_000):
        words = f"Claim {number}"
        start = claim_id("binary", words).hex()[:4]
        if start in seen_starts:
            break
        seen_starts[start] = words
    mine = id_of(b, seen_starts[start])
    b.with_thread("private").add(words)
    assert b.find(start) == mine
    with pytest.raises(InvalidInput):
        b.with_thread("private").find(start)


def test_search_ranks_by_shared_and_rare_words(b: Beliefs) -> None:
    b.add([f"The server number {number} is up" for number in range(20)])
    b.add(["The cache is warm", "The cache server is up", "A walrus is up"])
    assert claims(b.search("cache server"))[0] == "The cache server is up"
    assert set(claims(b.search("CACHE!"))) == {"The cache is warm", "The cache server is up"}
    assert claims(b.search("walrus up"))[0] == "A walrus is up"
    assert claims(b.search("walrus server"))[0] == "A walrus is up"
    assert b.search("nothing like these") == []
    assert b.search("") == b.search("?!") == []
    assert len(b.search("server", limit=5)) == 5
    assert b.search("server", limit=0) == []
    assert len(b.search("server")) == 20
    assert b.search("cache server") == b.search("server cache")


def test_search_finds_what_is_active_only(b: Beliefs) -> None:
    old = id_of(b, "The leader is node 1")
    b.add("The leader is node 2", supersedes=old)
    b.retract(id_of(b, "The leader is node 3"))
    b.remove(id_of(b, "The leader is node 4"))
    b.goal("Find the leader")
    assert claims(b.search("leader")) == ["The leader is node 2"]
    b.add("The leader is node 3")
    assert set(claims(b.search("leader"))) == {"The leader is node 2", "The leader is node 3"}


@pytest.mark.parametrize(
    ("words", "query"),
    [
        ("Ｆｕｌｌ width", "full"),
        ("Straße", "STRASSE"),
        ("Café au lait", "cafe\u0301"),
        ("x" * 100, "x" * 100),
        ("snake_case_name", "snake_case_name"),
        ("温かい キャッシュ", "キャッシュ"),
    ],
)
def test_search_folds_what_looks_the_same(b: Beliefs, words: str, query: str) -> None:
    b.add(words)
    assert claims(b.search(query)) == [claims(b.list())[0]]


def test_search_is_capped_and_still_finds_the_rare(b: Beliefs) -> None:
    for start in range(0, CAP + 200, 400):
        b.add([f"Common claim {number}" for number in range(start, start + 400)])
    b.add("Common walrus")
    assert claims(b.search("common walrus", limit=1)) == ["Common walrus"]
    found = b.search("common", limit=5_000)
    assert len(found) == CAP
    assert claims(b.search(f"common {CAP + 150}", limit=1)) == [f"Common claim {CAP + 150}"]


def test_list_is_in_the_order_of_first_saying(b: Beliefs, clock: Clock) -> None:
    said = [f"Claim {number}" for number in random.Random(3).sample(range(40), 40)]
    for words in said:
        b.add(words)
        clock.now += SECOND
    b.add(said[5])
    b.add(said[0], strength=50)
    thread = b.with_thread("one")
    thread.add([said[20], "Only here"])
    assert claims(b.list()) == said
    assert claims(thread.list()) == [*said, "Only here"]
    for limit in (0, 1, 7, 40, 100, None):
        assert claims(b.list(limit=limit)) == said[:limit]
    b.retract(claim_id("binary", said[3]).hex())
    assert claims(b.list(limit=5)) == [*said[:3], *said[4:6]]


def test_list_by_family_status_and_staleness(b: Beliefs, clock: Clock) -> None:
    b.settings.set(half_life=DAY)
    b.add("Old")
    clock.now += 2 * DAY
    b.add("Serving region", choice="eu")
    b.add("p99 latency, ms", value=130, stdev=10)
    b.add("Pinned", pinned=True)
    b.retract(id_of(b, "Gone"))
    b.add("Newer", supersedes=id_of(b, "Older"))
    assert claims(b.list(family="categorical")) == ["Serving region"]
    assert claims(b.list(family="numeric", limit=1)) == ["p99 latency, ms"]
    assert claims(b.list(stale=True)) == ["Old"]
    assert claims(b.list(status="retracted")) == ["Gone"]
    assert claims(b.list(status="superseded")) == ["Older"]
    assert "Old" in claims(b.list(status="active"))
    assert b.list(status="unsupported") == []
    b.add("Old")
    assert b.list(stale=True) == []


# The awaitable twin


def public(thing: object) -> set[str]:
    return {name for name in dir(thing) if not name.startswith("_")}


def test_the_twin_has_every_name_and_every_argument() -> None:
    b = Beliefs(":memory:")
    twin = AsyncBeliefs(":memory:")
    for one, other in (
        (b, twin),
        (b.trust, twin.trust),
        (b.settings, twin.settings),
        (b.tools, twin.tools),
        (b.moves, twin.moves),
        (b.forecast, twin.forecast),
    ):
        assert public(other) == public(one)
        for name in public(one):
            method = getattr(one, name)
            if inspect.ismethod(method):
                wanted = list(inspect.signature(method).parameters)
                assert list(inspect.signature(getattr(other, name)).parameters) == wanted
    asyncio.run(twin.close())


def test_the_twin_works(store_url: str, clock: Clock) -> None:
    async def work() -> None:
        namespace = fresh()
        async with AsyncBeliefs(store_url, namespace=namespace, clock=clock) as b:
            assert (b.namespace, b.agent) == (namespace, "agent")
            delta = await b.add("The cache is warm", idempotency_key="k")
            assert (await b.add("The cache is warm", idempotency_key="k")).replayed
            belief = await b.get(delta.changes[0].belief_id)
            await asyncio.gather(*(b.add(f"Claim {number}") for number in range(20)))
            assert len(await b.list()) == 21
            assert await b.search("cache") == [belief]
            assert (await b.find(belief.id[:8])) == belief.id
            await b.trust.set(agent="agent", confidence=0.5)
            assert (await b.trust.list())[0].factor == 0.5
            await b.settings.set(half_life=DAY)
            assert (await b.settings.get()).default == DAY
            thread = b.with_thread("one")
            await thread.add("Only here")
            assert len(await thread.list()) == 22
            await b.goal("Ship it")
            assert len(await b.goals()) == 1
            await b.retract(belief, "measured again")
            assert len(await b.trace(belief)) == 2
            assert (await (await b.at(START)).digest()) is not None
            assert (await b.verify()).ok
            copy = AsyncBeliefs(":memory:", clock=clock)
            await copy.merge(b)
            assert await copy.digest() == await b.digest()
            await copy.close()
            with pytest.raises(NotFound):
                await b.get("0" * 32)
            assert await b.erase(belief) == 2

    asyncio.run(work())


def test_closing_the_past_leaves_the_present_open(store_url: str, clock: Clock) -> None:
    with Beliefs(store_url, namespace=fresh(), clock=clock) as b:
        b.add("The cache is warm")
        with b.at(START) as past:
            assert len(past.list()) == 1
        assert len(b.list()) == 1

    async def work() -> None:
        async with AsyncBeliefs(store_url, namespace=fresh(), clock=clock) as b:
            await b.add("The cache is warm")
            async with await b.at(START) as past:
                assert len(await past.list()) == 1
            assert len(await b.list()) == 1

    asyncio.run(work())


def test_closing_a_thread_leaves_the_space_open(store_url: str, clock: Clock) -> None:
    with Beliefs(store_url, namespace=fresh(), clock=clock) as b:
        b.add("The cache is warm")
        with b.with_thread("one") as thread:
            assert len(thread.list()) == 1
        assert len(b.list()) == 1


def test_a_closed_twin_says_so(store_url: str) -> None:
    async def work() -> None:
        b = AsyncBeliefs(store_url, namespace=fresh())
        await b.close()
        await b.close()
        with pytest.raises(StoreError):
            await b.list()

    asyncio.run(work())


# Going on from the call before


def test_a_reply_that_nobody_looks_at_keeps_nothing() -> None:
    """Only then can the next call go on with the rows of this one, without asking the store."""
    with Beliefs(":memory:") as b:
        b.add("The cache is warm")
        recent = b._ledger._recent  # noqa: SLF001
        assert recent is not None
        assert recent.reply is None or recent.reply() is None
        kept = b.add("The cache is warm")
        assert not b._ledger._recent.holds(recent.head)  # type: ignore[union-attr] # noqa: SLF001
        assert kept.changes[0].before == 2 / 3


def test_a_look_at_one_belief_never_reads_the_whole_ledger(postgres_url: str) -> None:
    """As it is planned for any values, before the server has counted how much there is."""
    with Beliefs(postgres_url, namespace=fresh()) as b:
        b.add(f"Claim {number}" for number in range(500))
    load = LOAD
    for place, name in enumerate(("ledger", "keys", "low", "high", "claims"), 1):
        load = load.replace(f"%({name})s", f"${place}")
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("SET plan_cache_mode = force_generic_plan")
        takes = "bigint, bytea[], bytea[], bytea[], bytea[]"
        connection.execute(f"PREPARE load ({takes}) AS {load}".encode())
        plan = connection.execute("EXPLAIN EXECUTE load(1, '{}', '{}', '{}', '{}')").fetchall()
    ranges = [line for (line,) in plan if "p.low" in line or "low" in line.partition("Cond")[2]]
    assert ranges
    assert all("Index Cond" in line for line in ranges), "\n".join(line for (line,) in plan)

"""Erased is erased: the words are nowhere any more, and nothing brings them back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
import pytest

from beliefs import Beliefs, NotFound, StoreError
from tests.ledger.places import (
    DAY,
    NOBODY,
    SECOND,
    START,
    Clock,
    assert_sentence,
    beside,
    fresh,
    id_of,
    seen,
    sound,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tests.postgres_server import PostgresServer

CLAIM = "Xylophone the password is hunter2"
SECRETS = [
    "xylophone",
    "hunter2",
    "quotedsecret",
    "referencedsecret",
    "reasonedsecret",
    "notedsecret",
    "keyedsecret",
    "sourcedsecret",
    "originalsecret",
    "longsecret",
    "choicesecret",
    "othersecret",
    "removedsecret",
]
LONG = "longsecret " + "word " * 4_000 + "longsecret " + "and more " * 2_000 + "longsecret"


def confide(b: Beliefs, clock: Clock) -> list[str]:
    """Say the secrets in every field that keeps text; returns the ids to erase."""
    clock.now += SECOND
    password = id_of(
        b,
        CLAIM,
        quote="It said: quotedsecret",
        reference="page referencedsecret",
        source="sourcedsecret",
        origin="originalsecret",
        idempotency_key="keyedsecret 1",
    )
    long = id_of(b, LONG, quote=LONG, idempotency_key="keyedsecret 2")
    region = id_of(b, "Where the othersecret is", choice="choicesecret", among=["choicesecret"])
    for number in range(5):
        b.add(CLAIM, confidence=0.5, strength=1 + number, agent=f"agent {number}", quote="hunter2")
        b.with_thread("private").add(CLAIM, quote="quotedsecret again")
    b.outcome(password, truth=True, note="notedsecret", idempotency_key="keyedsecret 3")
    b.retract(password, "reasonedsecret", idempotency_key="keyedsecret 4")
    b.add(CLAIM)
    b.add(belief=password, quote="quotedsecret by id")
    b.remove(region, "removedsecret")
    b.add("Where the othersecret is", choice="choicesecret")
    goal = b.goal("Hide xylophone").changes[0].belief_id
    b.resolve(goal, "reasonedsecret of a goal", idempotency_key="keyedsecret 5")
    return [password, long, region, goal]


def crowd(b: Beliefs, number: int = 300) -> None:
    b.add([f"Claim {n} of many: " + "some words " * 20 for n in range(number)])


def leaks(texts: Iterable[bytes]) -> set[str]:
    """The secrets that are somewhere in these bytes."""
    return {secret for text in texts for secret in SECRETS if secret.encode() in text.lower()}


def files_of(path: Path) -> Iterator[bytes]:
    for file in path.parent.iterdir():
        yield file.read_bytes()


def strings_in(thing: Any, known: set[int]) -> Iterator[bytes]:
    """Every text that can be reached from an object."""
    if id(thing) in known:
        return
    known.add(id(thing))
    if isinstance(thing, str):
        yield thing.encode()
    elif isinstance(thing, bytes):
        yield thing
    elif isinstance(thing, dict):
        for key, value in thing.items():
            yield from strings_in(key, known)
            yield from strings_in(value, known)
    elif isinstance(thing, list | tuple | set | frozenset):
        for item in thing:
            yield from strings_in(item, known)
    else:
        yield from strings_in(getattr(thing, "__dict__", {}), known)
        for name in getattr(type(thing), "__slots__", ()):
            yield from strings_in(getattr(thing, name, None), known)


# Nowhere


def test_the_words_are_in_no_byte_of_the_file(tmp_path: Path) -> None:
    clock = Clock()
    path = tmp_path / "beliefs.db"
    with Beliefs(path, clock=clock) as b:
        crowd(b)
        beliefs = confide(b, clock)
        crowd(beside(b, namespace="another"))
        assert leaks(files_of(path)) == set(SECRETS) - {"keyedsecret"}
        for belief in beliefs:
            assert b.erase(belief) > 0
        # The file is still open: this is what a copy made now would hold.
        assert leaks(files_of(path)) == set()
        assert len(b.list(limit=None)) == 300
        assert sound(b)
    assert leaks(files_of(path)) == set()
    with Beliefs(path, clock=clock) as b:
        assert sound(b)
        crowd(b, 10)
        assert leaks(files_of(path)) == set()


def test_other_connections_do_not_keep_the_words_in_the_file(tmp_path: Path) -> None:
    clock = Clock()
    path = tmp_path / "beliefs.db"
    with Beliefs(path, clock=clock) as b, Beliefs(path, clock=clock) as other:
        beliefs = confide(b, clock)
        assert other.search("xylophone")
        for belief in beliefs:
            b.erase(belief)
        assert leaks(files_of(path)) == set()
        assert other.search("xylophone") == []
        other.add("The cache is warm")
        assert sound(b)
        assert leaks(files_of(path)) == set()


def test_the_words_are_in_no_file_of_the_server(private_postgres: PostgresServer) -> None:
    clock = Clock()
    url = private_postgres.url
    base = private_postgres.data_directory / "base"
    with Beliefs(url, clock=clock) as b:
        crowd(b)
        beliefs = confide(b, clock)
        command(url, "CHECKPOINT")
        assert leaks(tables(base)) >= {"hunter2", "xylophone", "reasonedsecret"}
        # What the server does by itself once a minute: it looks at values to plan with.
        command(url, "ANALYZE beliefs.entries, beliefs.claims, beliefs.rows")
        for belief in beliefs:
            assert b.erase(belief) > 0
        command(url, "CHECKPOINT")
        assert leaks(tables(base)) == set()
        assert len(b.list(limit=None)) == 300
        assert sound(b)


def test_whoever_may_not_rewrite_the_tables_is_told(private_postgres: PostgresServer) -> None:
    """A server only warns such a user that it skips the tables; the words would stay on disk."""
    url = private_postgres.url
    base = private_postgres.data_directory / "base"
    with Beliefs(url, clock=Clock()) as owner:
        crowd(owner, 5)
        for statement in (
            "CREATE ROLE clerk LOGIN",
            "GRANT USAGE ON SCHEMA beliefs TO clerk",
            "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA beliefs TO clerk",
            "GRANT USAGE ON ALL SEQUENCES IN SCHEMA beliefs TO clerk",
        ):
            command(url, statement)
        with Beliefs(url.replace("postgres@", "clerk@"), clock=Clock()) as clerk:
            password = id_of(clerk, CLAIM)
            try:
                clerk.erase(password)
            except StoreError as error:
                assert_sentence(error)
                owner.erase(password)
        command(url, "CHECKPOINT")
        assert leaks(tables(base)) == set()
        assert sound(owner)


def command(url: str, statement: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement.encode())


def tables(base: Path) -> Iterator[bytes]:
    for file in base.rglob("*"):
        if file.is_file():
            yield file.read_bytes()


def test_the_words_are_in_no_object_of_a_memory_store() -> None:
    clock = Clock()
    b = Beliefs(":memory:", clock=clock)
    crowd(b, 10)
    beliefs = confide(b, clock)
    kept = b._ledger  # noqa: SLF001
    assert leaks(strings_in(kept, set())) == set(SECRETS) - {"keyedsecret"}
    for belief in beliefs:
        b.erase(belief)
    assert leaks(strings_in(kept, set())) == set()


def test_the_words_are_in_no_answer(b: Beliefs, clock: Clock) -> None:
    crowd(b, 20)
    beliefs = confide(b, clock)
    thread = b.with_thread("private")
    before = clock.now
    for belief in beliefs:
        b.erase(belief)
    clock.now += DAY
    answers: list[object] = [b.export(), b.read(limit=None), b.verify(), b.trust.list()]
    for client in (b, thread, b.at(before), b.at(clock.now), thread.at(before)):
        answers += [client.list(limit=None), client.goals(), client.search("xylophone hunter2")]
        for status in ("retracted", "superseded", "reset"):
            answers.append(client.list(status=status))
        for belief in beliefs:
            answers.append(client.trace(belief))
            with pytest.raises(NotFound):
                client.get(belief)
    assert leaks([repr(answers).encode()]) == set()
    assert sound(b)


# Not back


def test_a_retry_cannot_bring_it_back(b: Beliefs) -> None:
    def say() -> Any:
        return b.add(CLAIM, quote="quotedsecret", idempotency_key="k")

    password = say().changes[0].belief_id
    b.erase(password)
    before = seen(b)
    again = say()
    assert again.replayed
    assert again.changes == ()
    assert CLAIM not in repr(again)
    assert seen(b) == before
    assert sound(b)


def test_a_retry_of_a_batch_names_only_what_was_not_erased(b: Beliefs) -> None:
    batch = [CLAIM, "The cache is warm"]
    first = b.add(batch, idempotency_key="k")
    b.erase(first.changes[0].belief_id)
    again = b.add(batch, idempotency_key="k")
    assert again.replayed
    assert [change.claim for change in again.changes] in ([], ["The cache is warm"])
    assert [belief.contributions for belief in b.list()] == [1]
    assert sound(b)


def test_retries_of_corrections_cannot_bring_it_back(b: Beliefs) -> None:
    password = id_of(b, CLAIM)
    b.outcome(password, truth=True, note="notedsecret", idempotency_key="outcome")
    b.retract(password, "reasonedsecret", idempotency_key="retract")
    b.erase(password)
    before = seen(b)
    replays = [
        b.outcome(password, truth=True, note="notedsecret", idempotency_key="outcome"),
        b.retract(password, "reasonedsecret", idempotency_key="retract"),
    ]
    assert all(replay.replayed for replay in replays)
    assert leaks([repr(replays).encode()]) == set()
    assert seen(b) == before


def test_a_retry_from_another_process_cannot_bring_it_back(kept_url: str) -> None:
    namespace = fresh()
    with Beliefs(kept_url, namespace=namespace, clock=Clock()) as b:
        password = id_of(b, CLAIM, idempotency_key="k")
        b.erase(password)
    with Beliefs(kept_url, namespace=namespace, clock=Clock()) as b:
        assert b.add(CLAIM, idempotency_key="k").replayed
        assert b.list() == []


def test_an_old_export_cannot_bring_it_back(b: Beliefs, clock: Clock) -> None:
    crowd(b, 5)
    beliefs = confide(b, clock)
    old = b.export()
    replica = Beliefs(":memory:", clock=clock)
    replica.merge(old)
    for belief in beliefs:
        b.erase(belief)
    before = seen(b)
    for _ in range(2):
        merged = b.merge(old)
        assert merged.added == 0
        assert seen(b) == before
        assert leaks([b.export().encode()]) == set()
        assert sound(b)
    replica.merge(b)
    assert replica.digest() == b.digest()
    assert leaks([replica.export().encode()]) == set()
    assert sound(replica)


def test_an_erasure_that_arrives_leaves_nothing_in_the_file(tmp_path: Path) -> None:
    clock = Clock()
    path = tmp_path / "beliefs.db"
    with Beliefs(path, clock=clock) as b:
        crowd(b, 50)
        beliefs = confide(b, clock)
        replica = Beliefs(":memory:", clock=clock)
        replica.merge(b)
        for belief in beliefs:
            replica.erase(belief)
        old = b.export()
        assert b.merge(replica).erased > 0
        assert leaks(files_of(path)) == set()
        b.merge(old)
        assert leaks(files_of(path)) == set()
        assert sound(b)


def test_replicas_meet_in_either_direction(b: Beliefs, clock: Clock) -> None:
    confide(b, clock)
    one, other = (Beliefs(":memory:", clock=clock) for _ in range(2))
    one.merge(b)
    other.merge(b)
    password = b.search("xylophone")[0].id
    one.erase(password)
    clock.now += DAY
    other.add(CLAIM, strength=7, quote="said without knowing")
    other.add(CLAIM, idempotency_key="unseen")
    other.outcome(password, truth=False)
    b.erase(password)
    for _ in range(2):
        for left, right in ((one, other), (other, b), (b, one), (one, b)):
            left.merge(right)
    assert one.digest() == other.digest() == b.digest()
    for client in (one, other, b):
        assert client.search("xylophone") == []
        assert sound(client)
    views = {client.at(clock.now).digest() for client in (one, other, b)}
    assert len(views) == 1


# What stays


def test_a_tombstone_stays(b: Beliefs) -> None:
    password = id_of(b, CLAIM, idempotency_key="k")
    other = id_of(b, "The cache is warm")
    assert b.erase(password) == 1
    trace = b.trace(password)
    assert [entry.action for entry in trace if entry.action != "stub"] == ["erasure"]
    assert [belief.id for belief in b.list()] == [other]
    assert b.verify().ok


def test_erasing_returns_how_much_was_there(b: Beliefs) -> None:
    password = id_of(b, CLAIM)
    b.add(CLAIM, idempotency_key="k")
    b.with_thread("private").add(CLAIM)
    b.retract(password, "reasonedsecret")
    assert b.erase(password) == 4
    assert sound(b)


def test_erasing_twice_changes_nothing_more(b: Beliefs) -> None:
    """Someone who is not sure whether it was finished runs it again."""
    password = id_of(b, CLAIM, idempotency_key="k")
    b.erase(password)
    before = seen(b).beliefs
    assert b.erase(password) == 0
    assert seen(b).beliefs == before
    assert b.add(CLAIM, idempotency_key="k").replayed
    assert sound(b)


def test_what_was_never_there_cannot_be_erased(b: Beliefs) -> None:
    b.add("The cache is warm")
    before = seen(b)
    with pytest.raises(NotFound):
        b.erase(NOBODY)
    assert seen(b) == before


def test_every_layer_forgets(b: Beliefs) -> None:
    thread, own = b.with_thread("private"), beside(b, write_scope="agent")
    for client in (b, thread, own):
        client.add(CLAIM, quote="quotedsecret")
    password = b.search("xylophone")[0].id
    thread.erase(password)
    for client in (b, thread, own):
        assert client.search("xylophone") == []
    assert leaks([b.export().encode()]) == set()
    assert sound(b)


def test_another_namespace_keeps_its_own_words(b: Beliefs) -> None:
    other = beside(b, namespace=fresh())
    password = id_of(b, CLAIM)
    assert id_of(other, CLAIM) == password
    b.erase(password)
    assert other.get(password).claim == CLAIM
    assert sound(b)
    assert sound(other)


def test_a_record_does_not_outlive_what_it_was_earned_with(b: Beliefs) -> None:
    wrong = id_of(b, CLAIM, agent="scout", source="logs")
    right = id_of(b, "The cache is warm", agent="scout")
    b.outcome(wrong, truth=False)
    b.outcome(right, truth=True)
    assert b.trust.look(agent="scout")[5:7] == (1, 2)
    b.erase(wrong)
    assert b.trust.look(agent="scout")[5:7] == (1, 1)
    assert b.trust.look(source="logs").graded == 0
    assert sound(b)


# What rested on it


def test_what_rested_on_it_changes_and_says_why(b: Beliefs) -> None:
    password = id_of(b, CLAIM)
    rests = id_of(b, "The vault is open", depends_on=[password])
    deeper = id_of(b, "The gold is gone", depends_on=[rests])
    b.add("The gold is gone", agent="scout")
    b.erase(password)
    vault, gold = b.get(rests), b.get(deeper)
    assert (vault.status, vault.evidence, vault.fallen) == ("unsupported", 0.0, (password,))
    assert password in (vault.why or "")
    assert (gold.status, gold.evidence, gold.fallen) == ("active", 1.0, (rests,))
    assert rests in (gold.why or "")
    assert leaks([repr([vault, gold, vault.why]).encode()]) == set()
    assert sound(b)


def test_what_it_superseded_and_what_superseded_it(b: Beliefs) -> None:
    older = id_of(b, "The leader is node 1")
    middle = id_of(b, CLAIM, supersedes=older)
    newer = id_of(b, "The leader is node 3", supersedes=middle)
    b.relate(newer, "contradicts", middle)
    b.relate(middle, "supports", newer)
    b.erase(middle)
    assert b.get(newer).status == "active"
    assert b.get(older).status == "superseded"
    assert (middle, "supports", newer) not in b.relations(newer)
    assert leaks([b.export().encode()]) == set()
    assert sound(b)


# Said anew


def test_the_words_can_be_said_anew(b: Beliefs, clock: Clock) -> None:
    password = id_of(b, CLAIM, strength=5)
    b.erase(password)
    clock.now += DAY
    again = b.add(CLAIM, strength=2, idempotency_key="anew")
    assert not again.replayed
    assert again.changes[0].belief_id == password
    belief = b.get(password)
    assert (belief.evidence, belief.created, belief.status) == (2.0, START + DAY, "active")
    assert b.search("xylophone") == [belief]
    assert b.at(clock.now).get(password).evidence == 2.0
    assert sound(b)


def test_words_said_anew_survive_a_replica_that_erased_them_too(b: Beliefs, clock: Clock) -> None:
    old = Beliefs(":memory:", clock=clock)
    password = id_of(b, CLAIM, strength=5, idempotency_key="first")
    old.merge(b)
    replica = Beliefs(":memory:", clock=clock, agent="another")
    replica.merge(b)
    clock.now += DAY
    b.erase(password)
    replica.erase(password)
    clock.now += DAY
    b.add(CLAIM, strength=2)
    for _ in range(2):
        b.merge(replica)
        replica.merge(b)
        b.merge(old)
        old.merge(b)
    assert b.digest() == replica.digest() == old.digest()
    for client in (b, replica, old):
        assert client.get(password).evidence == 2.0
        assert sound(client)


def test_words_said_anew_can_be_erased_anew(b: Beliefs, clock: Clock) -> None:
    exports = []
    for number in range(3):
        password = id_of(b, CLAIM, strength=1 + number, idempotency_key=f"{number}")
        exports.append(b.export())
        clock.now += DAY
        assert b.erase(password) == 1
        for old in exports:
            b.merge(old)
            assert b.list() == []
        clock.now += DAY
    for number in range(3):
        assert b.add(CLAIM, strength=1 + number, idempotency_key=f"{number}").replayed
    assert b.list() == []
    b.add(CLAIM, strength=9)
    assert [belief.evidence for belief in b.list()] == [9.0]
    assert sound(b)

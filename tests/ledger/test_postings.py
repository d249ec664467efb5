"""Postings: a client that remembers what it searched finds what one that begins anew finds."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beliefs import Beliefs
from beliefs.ledger import postings
from beliefs.ledger.postings import CAP
from beliefs.ledger.text import terms
from tests.ledger.places import beside, fresh, id_of

WORDS = ("cache", "queue", "warm", "slow")
QUERIES = ("cache", "slow cache", "warm slow queue", "cold")

texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)
acts = st.tuples(
    st.sampled_from(("add", "many", "note", "retract", "erase", "reset", "merge", "trust")),
    st.sampled_from(("space", "thread")),
    st.booleans(),
    texts,
)


def found(b: Beliefs, query: str) -> list[str]:
    return [belief.id for belief in b.search(query, limit=5 * CAP)]


def act(b: Beliefs, kind: str, text: str) -> None:
    known = b.search(text, limit=1)
    if kind == "add":
        b.add(text)
    elif kind == "many":  # more than a tail can name
        b.add([f"{text} {number}" for number in range(50)])
    elif kind == "note":
        b.after(f"We do not know whether the {text} is up.")
    elif kind == "retract" and known:
        b.retract(known[0])
    elif kind == "erase" and known:
        b.erase(known[0])
    elif kind == "reset":
        b.reset()
    elif kind == "merge":
        other = Beliefs(":memory:", namespace=b.namespace)
        other.add(text)
        b.merge(other.export())
    elif kind == "trust":
        b.trust.set(agent="scout", confidence=0.5)


@given(st.lists(acts, max_size=12))
def test_whatever_happens_a_search_misses_nothing(happens) -> None:
    b = Beliefs(":memory:", namespace=fresh())
    thread = b.with_thread("t")
    for kind, layer, elsewhere, text in happens:
        seat = b if layer == "space" else thread
        act(beside(seat) if elsewhere else seat, kind, text)
        for looking, query in product((b, thread), QUERIES):
            assert found(looking, query) == found(beside(looking), query)


@given(st.sets(texts, min_size=1, max_size=30), texts)
def test_more_words_go_first_then_rarer_ones_then_the_alphabet(said, query) -> None:
    b = Beliefs(":memory:", namespace=fresh())
    b.add(sorted(said))
    wanted = set(query.split())
    spread = {word: sum(word in text.split() for text in said) for word in wanted}

    def rank(text: str) -> tuple[int, float, str]:
        rarities = [1 / (1 + spread[word]) for word in terms(query) if word in text.split()]
        return -len(rarities), -sum(rarities), text

    expected = sorted((text for text in said if wanted & set(text.split())), key=rank)
    assert [belief.claim for belief in b.search(query, limit=CAP)] == expected


def test_a_word_becomes_common_while_it_is_remembered(b: Beliefs) -> None:
    b.add([f"Claim {number}" for number in range(CAP - 2)])
    b.add("Claim of a walrus")
    assert len(found(b, "claim walrus")) == CAP - 1
    for number in range(2):
        b.add(f"Late claim {number}")
        assert found(b, "claim walrus") == found(beside(b), "claim walrus")
    assert len(found(b, "claim walrus")) == 1
    assert len(found(b, "claim")) == CAP


def test_what_was_erased_is_not_found(b: Beliefs) -> None:
    told = id_of(b, "The walrus is asleep")
    assert found(b, "walrus") == [told]
    beside(b).erase(told)
    assert found(b, "walrus") == []
    assert id_of(b, "The walrus is asleep") == told
    assert found(b, "walrus") == [told]


def test_to_begin_anew_with_too_much_in_memory_changes_nothing(
    b: Beliefs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postings, "KEPT", 1_000)
    for number in range(30):
        b.add(f"Claim {number}")
        assert len(found(b, f"claim {number}")) == number + 1

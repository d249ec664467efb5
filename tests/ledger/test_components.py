"""Which claims are one belief is a function of the set of bonds between pairs of them."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from beliefs.ledger.components import Bond, Pair, component, pair_of

CLAIMS = [bytes([letter]) for letter in b"abcdefg"]
PAIRS = [pair_of(one, other) for one, other in combinations(CLAIMS, 2)]

bonds = st.builds(
    Bond,
    linked=st.booleans(),
    denies=st.booleans(),
    score=st.sampled_from((0.8, 0.9, 1.0)),
    hand=st.booleans(),
)
webs = st.dictionaries(st.sampled_from(PAIRS), bonds, max_size=14)
claims = st.sampled_from(CLAIMS)


def parts(web: dict[Pair, Bond]) -> dict[bytes, dict[bytes, bool]]:
    """Return the component of every claim."""
    return {claim: component(claim, web) for claim in CLAIMS}


def test_a_claim_without_bonds_is_a_belief_by_itself() -> None:
    assert component(b"a", {}) == {b"a": False}
    assert component(b"a", {(b"b", b"c"): Bond(linked=True)}) == {b"a": False}


def test_a_pair_has_no_direction() -> None:
    assert pair_of(b"a", b"b") == pair_of(b"b", b"a") == (b"a", b"b")


@given(web=webs, data=st.data())
def test_the_order_of_bonds_does_not_matter(web: dict[Pair, Bond], data: st.DataObject) -> None:
    shuffled = dict(data.draw(st.permutations(list(web.items()))))
    assert parts(shuffled) == parts(web)


@given(web=webs)
def test_all_members_tell_the_same_belief(web: dict[Pair, Bond]) -> None:
    for claim, members in parts(web).items():
        assert claim in members
        for member in members:
            assert component(member, web) == members


@given(web=webs)
def test_the_smallest_claim_denies_nothing(web: dict[Pair, Bond]) -> None:
    for members in parts(web).values():
        assert list(members) == sorted(members)
        assert members[min(members)] is False


@given(web=webs)
def test_what_was_taken_apart_is_never_joined_by_a_chain(web: dict[Pair, Bond]) -> None:
    for members in parts(web).values():
        for one, other in combinations(members, 2):
            assert pair_of(one, other) not in web or web[pair_of(one, other)].linked


@given(web=webs)
def test_a_link_is_passed_over_only_for_what_was_taken_apart(web: dict[Pair, Bond]) -> None:
    found = parts(web)
    for (one, other), bond in web.items():
        if bond.linked and other not in found[one]:
            across = [pair_of(a, b) for a in found[one] for b in found[other]]
            assert any(pair in web and not web[pair].linked for pair in across)


@given(
    denying=st.fixed_dictionaries(dict.fromkeys(CLAIMS, st.booleans())),
    pairs=st.lists(st.sampled_from(PAIRS), max_size=14),
)
def test_signs_are_those_that_the_links_agree_on(
    denying: dict[bytes, bool], pairs: list[Pair]
) -> None:
    web = {
        (one, other): Bond(linked=True, denies=denying[one] ^ denying[other])
        for one, other in pairs
    }
    for members in parts(web).values():
        for one, other in combinations(members, 2):
            assert members[one] ^ members[other] == denying[one] ^ denying[other]


@given(web=webs)
@example(
    {
        (b"a", b"b"): Bond(linked=True, score=0.9),
        (b"b", b"c"): Bond(linked=True, score=0.9),
        (b"a", b"c"): Bond(linked=True, denies=True, hand=True),
    }
)
def test_where_links_disagree_the_firmest_has_its_way(web: dict[Pair, Bond]) -> None:
    linked = {pair: bond for pair, bond in web.items() if bond.linked}
    if linked:
        firmest = min(linked, key=lambda p: (not linked[p].hand, -linked[p].score, p))
        one, other = firmest
        members = component(one, web)
        assert members[one] ^ members[other] == linked[firmest].denies


@given(web=webs, claim=claims)
def test_bonds_out_of_reach_do_not_matter(web: dict[Pair, Bond], claim: bytes) -> None:
    reached, grown = {claim}, True
    while grown:
        more = {c for pair, bond in web.items() if bond.linked and reached & {*pair} for c in pair}
        grown = not more <= reached
        reached |= more
    near: Any = {pair: bond for pair, bond in web.items() if reached & {*pair}}
    assert component(claim, near) == component(claim, web)

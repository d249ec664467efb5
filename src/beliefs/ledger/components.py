"""Components: which claims are one belief, given the links between pairs of them.

A link says that two claims mean the same, or that one denies the other. People may take a pair
apart; then no chain of links may join it again. Links are taken in a fixed order, those made by
hand first and then the surest, so the result is a function of the set of links.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

Pair = tuple[bytes, bytes]
"""Two claims, the smaller first."""


class Bond(NamedTuple):
    """What holds of a pair of claims."""

    linked: bool
    denies: bool = False
    score: float = 1.0
    hand: bool = False


def pair_of(one: bytes, other: bytes) -> Pair:
    """A pair has no direction.

    >>> pair_of(b"b", b"a")
    (b'a', b'b')
    """
    return (one, other) if one < other else (other, one)


def component(claim: bytes, bonds: Mapping[Pair, Bond]) -> dict[bytes, bool]:
    """The claims that are one belief with this one; True for those that deny the smallest.

    >>> component(b"b", {(b"a", b"b"): Bond(True, denies=True), (b"c", b"d"): Bond(True)})
    {b'a': False, b'b': True}
    """
    groups: dict[bytes, dict[bytes, bool]] = {}
    apart = {pair for pair, bond in bonds.items() if not bond.linked}

    def firmest(item: tuple[Pair, Bond]) -> tuple[bool, float, Pair]:
        pair, bond = item
        return not bond.hand, -bond.score, pair

    for (one, other), bond in sorted(bonds.items(), key=firmest):
        if not bond.linked:
            continue
        left = groups.setdefault(one, {one: False})
        right = groups.setdefault(other, {other: False})
        if left is right or any(pair_of(a, b) in apart for a in left for b in right):
            continue
        turned = left[one] ^ right[other] ^ bond.denies
        for member, denies in right.items():
            left[member] = denies ^ turned
            groups[member] = left
    members = groups.get(claim, {claim: False})
    first = members[min(members)]
    return {member: members[member] ^ first for member in sorted(members)}

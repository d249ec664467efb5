"""Components: which claims are one belief, given the links between pairs of them.

A link says that two claims mean the same, or that one denies the other. People may take a pair
apart; then no chain of links may join it again. Links are taken in a fixed order, those made by
hand first and then the surest, so the result is a function of the set of links.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

Pair = tuple[bytes, bytes]
"""Two claims, the smaller first."""


Links = Mapping[str, Mapping[str, list[Any]]]
"""A row of links: for each other claim, what was said of the pair at either end."""


class Bond(NamedTuple):
    """What holds of a pair of claims."""

    linked: bool
    denies: bool = False
    score: float = 1.0
    hand: bool = False


def bond_of(statements: Sequence[list[Any]]) -> Bond:
    """What holds of a pair, of all that was said: (moment, reference, *bond, what it replaces).

    What people decided goes before what was read from the words, and names what it replaces: the
    clock may have stood still.
    """
    by_hand = [one for one in statements if one[5]]
    gone = {ref for one in by_hand for ref in one[6]}
    standing = [one for one in by_hand if one[1] not in gone] or by_hand or statements
    return Bond(*max(standing, key=lambda one: (one[0], one[1]))[2:6])


def bonds_in(links: Iterable[Links]) -> Iterator[tuple[bytes, Bond]]:
    """What holds between a claim and each other one, by its rows of links in some layers."""
    said: dict[str, list[Any]] = {}
    for known in links:
        for other, sides in known.items():
            said.setdefault(other, []).extend(one for side in sides.values() for one in side)
    for other, statements in said.items():
        yield bytes.fromhex(other), bond_of(statements)


def bonds_around(
    claim: bytes,
    near: Callable[[bytes], Iterable[tuple[bytes, Bond]]],
    fetch: Callable[[Sequence[bytes]], object],
) -> dict[Pair, Bond]:
    """Every bond between claims that some chain of links leads to."""
    bonds: dict[Pair, Bond] = {}
    reached, waiting = {claim}, [claim]
    while waiting:
        fetch(waiting)
        found: dict[bytes, None] = {}
        for one in waiting:
            for other, bond in near(one):
                bonds[pair_of(one, other)] = bond
                if bond.linked:
                    found[other] = None
        waiting = [other for other in found if other not in reached]
        reached.update(waiting)
    return bonds


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

"""Linking: claims that say the same in other words, or deny each other, become one belief.

What two claims have to do with each other is decided from their words alone, by a linker that is
passed in. Claims are found by their handles, so a claim is compared with the few that it could be
linked with. Claims that were stated directly get their handles when a text is read next; so every
pair is compared once, whichever came first, and the links are a function of the set of claims.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from beliefs.ledger import rows as row
from beliefs.ledger.entries import Body, claim_id
from beliefs.ledger.fold import NOTES, Claim
from beliefs.ledger.rows import Rows
from beliefs.ledger.stores.protocol import Snapshot
from beliefs.ledger.writing import Writer

AT_ONCE = 1_000
"""So many claims that were stated directly are caught up with in one call."""

MOST_COMPARED = 256
"""So many claims with its handle one claim is compared with."""


class Bonded(Protocol):
    """What a linker finds between two claims."""

    @property
    def denies(self) -> bool:
        """Whether one says that the other is not so."""

    @property
    def score(self) -> float:
        """How sure the words make it."""


class Linker(Protocol):
    """Who tells from their words whether claims belong together."""

    def handles(self, text: str, family: str) -> Sequence[str]:
        """Return keys that claims which belong together share."""

    def compare(self, one: str, other: str, family: str) -> Bonded | None:
        """Return how two claims belong together, or None."""


def connect(writer: Writer, linker: Linker, spoken: Iterable[bytes], agent: str) -> int:
    """Compare what was just said, and what is waiting, with what there is; returns the links."""
    layer = writer.scope.write
    homes = dict.fromkeys(spoken, layer)
    for read in writer.scope.reads:
        homes = {**dict.fromkeys(_waiting(writer, read), read), **homes}
    words = {claim: known for claim, known in writer.words(homes).items() if known[0] not in NOTES}
    handles = {claim: linker.handles(text, family) for claim, (family, text) in words.items()}
    writer.rows.load(
        prefixes=dict.fromkeys(
            row.handle_prefix(read, handle)
            for found in handles.values()
            for handle in found
            for read in writer.scope.reads
        )
    )
    made = 0
    for claim, known in words.items():
        if _is_filed(writer, homes[claim], claim, handles[claim]):
            continue
        for other, home in _candidates(writer, claim, handles[claim]):
            made += _compare(writer, linker, (claim, known), other, agent, homes[claim], home)
        for handle in handles[claim]:
            writer.rows.put(row.handle_prefix(homes[claim], handle) + claim, "")
    return made


def _waiting(writer: Writer, read: str) -> list[bytes]:
    """Claims of a layer that have not been compared from here yet."""
    key, prefix = row.progress_key(writer.scope.write, read), row.places_prefix(read)
    done = writer.rows.get(key)
    after = bytes.fromhex(done) if done else prefix
    page = writer.transaction.page(prefix, after, AT_ONCE)
    if page:
        writer.rows.put(key, page[-1][0].hex())
    return [row.claim_of(place) for place, _ in page]


def _is_filed(writer: Writer, home: str, claim: bytes, handles: Sequence[str]) -> bool:
    """Whether a claim of the own layer has been compared before."""
    return home == writer.scope.write and any(
        writer.rows.get(row.handle_prefix(home, handle) + claim) is not None for handle in handles
    )


def _candidates(
    writer: Writer, claim: bytes, handles: Sequence[str]
) -> Iterator[tuple[bytes, str]]:
    found: dict[bytes, str] = {}
    for handle in handles:
        for read in writer.scope.reads:
            for key, _ in writer.rows.under(row.handle_prefix(read, handle))[:MOST_COMPARED]:
                found.setdefault(row.claim_of(key), read)
    found.pop(claim, None)
    yield from sorted(found.items())


def _compare(
    writer: Writer,
    linker: Linker,
    said: tuple[bytes, Claim],
    other: bytes,
    agent: str,
    *homes: str,
) -> bool:
    claim, (family, text) = said
    known = writer.words([other]).get(other)
    if known is None or known[0] != family or writer.view.is_bonded(claim, other):
        return False
    bond = linker.compare(text, known[1], family)
    if bond is None:
        return False
    # Said where both ends are at home, so that all who see both see the link.
    layer = homes[0] if homes[0] == homes[1] else writer.scope.write
    one, two = sorted((claim, other))
    body: Body = {"kind": "link", "layer": layer, "agent": agent}
    body |= {"claim": one.hex(), "to": two.hex(), "score": round(bond.score, 6)}
    if bond.denies:
        body["denies"] = True
    if mark := writer.mark(one):
        body["mark"] = mark
    writer.append(body)
    return True


def find(
    snapshot: Snapshot, layers: Sequence[str], linker: Linker, text: str, family: str
) -> bytes | None:
    """The claim that a text means: the same words, or the first that says the same."""
    claim = claim_id(family, text)
    rows = Rows(snapshot)
    if any(rows.under(row.subtotals_prefix(claim, layer)) for layer in layers):
        return claim
    for handle in linker.handles(text, family):
        near = {
            row.claim_of(key)
            for layer in layers
            for key, _ in rows.under(row.handle_prefix(layer, handle))
        }
        words = snapshot.claims(near)
        for other in sorted(words):
            kind, said = words[other]
            bond = linker.compare(text, said, family) if kind == family else None
            if bond is not None and not bond.denies:
                return other
    return None

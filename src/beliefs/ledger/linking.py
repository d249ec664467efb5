"""Linking: claims that say the same in other words, or deny each other, become one belief.

What two claims have to do with each other is decided from their words alone, by a linker that is
passed in. Claims are found by their handles, so a claim is compared with the few that it could be
linked with. Claims that were stated directly get their handles when a text is read next; so every
pair is compared once, whichever came first, and the links are a function of the set of claims.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from beliefs.ledger import rows as row
from beliefs.ledger.entries import Body, claim_id, moment_key
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


class Progress(NamedTuple):
    """How far comparing has come."""

    links: int
    """How many links were made."""
    more: bool
    """Whether claims are left that wait to be compared."""


def connect(
    writer: Writer, linker: Linker, spoken: Iterable[bytes], agent: str, *, begin: bool = False
) -> Progress:
    """Compare what was just said, and what is waiting, with what there is.

    Whoever wants to be sure that nothing is left begins with what came at the last moment that
    was looked at, and goes on while there is more.
    """
    layer = writer.scope.write
    homes = dict.fromkeys(spoken, layer)
    more = False
    for read in writer.scope.reads:
        waiting = _waiting(writer, read, begin=begin)
        more |= len(waiting) == AT_ONCE
        homes = {**dict.fromkeys(waiting, read), **homes}
    words = {claim: known for claim, known in writer.words(homes).items() if known[0] not in NOTES}
    handles = {claim: linker.handles(text, family) for claim, (family, text) in words.items()}
    writer.rows.load(
        [b"x" + claim for claim in words],
        dict.fromkeys(
            row.handle_prefix(read, handle)
            for found in handles.values()
            for handle in found
            for read in writer.scope.reads
        ),
    )
    made = 0
    for claim, known in words.items():
        home = homes[claim]
        if home == layer and _is_filed(writer, claim, handles[claim]):
            continue
        for other, there in _candidates(writer, claim, handles[claim]):
            # Said where both ends are at home, so that all who see both see the link.
            where = home if home in there else layer
            made += _compare(writer, linker, (claim, known), other, agent, where)
        _file(writer, home, claim, handles[claim])
    return Progress(made, more)


def _waiting(writer: Writer, read: str, *, begin: bool) -> list[bytes]:
    """Claims of a layer that have not been compared from here yet."""
    key, prefix = row.progress_key(writer.scope.write, read), row.places_prefix(read)
    done = writer.rows.get(key)
    after = bytes.fromhex(done[0]) if done else prefix
    now = prefix + moment_key(writer.recorded)
    if begin:
        after = after[: len(now)]
    page = writer.transaction.page(prefix, after, AT_ONCE)
    if page:
        last = page[-1][0]
        # What is yet to come at this very moment may stand before the last that came.
        last = now if len(page) < AT_ONCE and last.startswith(now) else last
        writer.rows.put(key, [last.hex()])
    return [row.claim_of(place) for place, _ in page]


def _file(writer: Writer, home: str, claim: bytes, handles: Sequence[str]) -> None:
    """Let a claim be found where it is at home.

    It counts as compared only if its own layer did it, and until it is erased: a layer in front
    makes links that those behind it do not see.
    """
    for handle in handles:
        key = row.handle_prefix(home, handle) + claim
        if home == writer.scope.write:
            writer.rows.put(key, _stamp(writer, claim))
        elif writer.rows.get(key) is None:
            writer.rows.put(key, "")


def _is_filed(writer: Writer, claim: bytes, handles: Sequence[str]) -> bool:
    """Whether a claim of the own layer has been compared before."""
    stamp = _stamp(writer, claim)
    keys = [row.handle_prefix(writer.scope.write, handle) + claim for handle in handles]
    return any(writer.rows.get(key) == stamp for key in keys)


def _stamp(writer: Writer, claim: bytes) -> str:
    return f"compared {writer.mark(claim)}"


def _candidates(
    writer: Writer, claim: bytes, handles: Sequence[str]
) -> Iterator[tuple[bytes, set[str]]]:
    """Claims with a handle in common, and the layers where they are at home."""
    found: dict[bytes, set[str]] = {}
    for handle in handles:
        for read in writer.scope.reads:
            for key, _ in writer.rows.under(row.handle_prefix(read, handle))[:MOST_COMPARED]:
                found.setdefault(row.claim_of(key), set()).add(read)
    found.pop(claim, None)
    yield from sorted(found.items())


def _compare(
    writer: Writer,
    linker: Linker,
    said: tuple[bytes, Claim],
    other: bytes,
    agent: str,
    layer: str,
) -> bool:
    claim, (family, text) = said
    known = writer.words([other]).get(other)
    if known is None or known[0] != family or writer.view.is_bonded(claim, other):
        return False
    bond = linker.compare(text, known[1], family)
    if bond is None:
        return False
    one, two = sorted((claim, other))
    body: Body = {"kind": "link", "layer": layer, "agent": agent}
    body |= {"claim": one.hex(), "to": two.hex(), "score": round(float(bond.score), 6)}
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

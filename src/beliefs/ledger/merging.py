"""Merging: the union of two ledgers, whatever they went through apart.

The result is a function of the set of entries, so merging is commutative, associative and
idempotent, and there is nothing it cannot merge:

- an entry known by its id is the same entry;
- the same key with the same content is one call, at the earlier moment;
- the same key with other content: the call with the smaller (moment, content hash) holds, the
  other stays in the ledger, inert and listed as a conflict;
- an erasure wins: what it covers is dropped, and leaves a stub where it had a key;
- supersessions that close a circle: the later ones are inert.

Replaying a ledger, to look at the past or to verify the present, is a merge into an empty one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from beliefs.errors import InvalidInput
from beliefs.ledger.entries import Body, Entry, stub_of
from beliefs.ledger.fold import Claim, Fold
from beliefs.ledger.rows import UNSCRUBBED, Rows
from beliefs.ledger.stores.memory import MemoryStore
from beliefs.ledger.stores.protocol import Head, Snapshot, Transaction

_NOT_WORDS = frozenset({"erasure", "stub"})


class Merged(NamedTuple):
    """What a merge did."""

    added: int = 0
    known: int = 0
    erased: int = 0
    """Entries left out or taken out because an erasure covers them."""
    repeated: int = 0
    """Entries of calls that both sides had made; the earlier one holds."""
    conflicts: tuple[str, ...] = ()
    """Idempotency keys (hashed) that were used with different content."""


class _Arrival(NamedTuple):
    entry: Entry
    body: Body


def absorb(
    transaction: Transaction, entries: Iterable[Entry], claims: Mapping[bytes, Claim]
) -> Merged:
    """Unite a ledger with entries from another one, and save."""
    incoming = {entry.id: entry for entry in entries}
    known = transaction.known(incoming.values())
    fresh = [_Arrival(e, e.body) for e in incoming.values() if e.id not in known]
    merge = _Merge(transaction)
    merge.entomb(fresh)
    merge.settle_keys()
    merge.append(claims)
    merge.finish()
    return Merged(len(merge.arrivals), len(known), merge.erased, merge.repeated, merge.conflicts)


class _Merge:
    def __init__(self, transaction: Transaction) -> None:
        self.transaction = transaction
        self.head = transaction.head
        self.rows = Rows(transaction)
        self.fold = Fold(self.rows, transaction)
        self.arrivals: list[_Arrival] = []
        self.forgotten: list[Entry] = []
        self.stubs: list[Entry] = []
        self.refold: dict[bytes, None] = {}
        self.wordless: set[bytes] = set()
        """Claims of which an erasure has left nothing here."""
        self.erased = self.repeated = 0
        self.conflicts: tuple[str, ...] = ()

    def entomb(self, fresh: list[_Arrival]) -> None:
        """Apply erasures, then let only those entries through that none covers."""
        self.rows.load(b"x" + entry.subject for entry, _ in fresh)
        erasures = [arrival for arrival in fresh if arrival.body["kind"] == "erasure"]
        for entry, body in erasures:
            self.fold.apply(entry, body)
            self.arrivals.append(_Arrival(entry, body))
        for subject in dict.fromkeys(entry.subject for entry, _ in erasures):
            self._purge(subject)
        for entry, body in fresh:
            if body["kind"] == "erasure":
                continue
            if body["kind"] != "stub" and self._is_dead(entry, body):
                self.erased += 1
                stub = stub_of(entry, body)
                if stub is None:
                    continue
                self.arrivals.append(_Arrival(stub, stub.body))
            else:
                self.arrivals.append(_Arrival(entry, body))

    def _is_dead(self, entry: Entry, body: Body) -> bool:
        tomb = self.rows.get(b"x" + entry.subject)
        return bool(tomb) and "claim" in body and body.get("mark", "") in tomb["dead"]

    def _purge(self, subject: bytes) -> None:
        alive = False
        for entry in self.transaction.entries(subject=subject):
            body = entry.body
            if body["kind"] in _NOT_WORDS:
                continue
            if not self._is_dead(entry, body):
                alive = True
                continue
            self.erased += 1
            self.forgotten.append(entry)
            stub = stub_of(entry, body)
            if stub is not None:
                self.stubs.append(stub)
                self.rows.put(b"r" + bytes.fromhex(body["key"]), None)
        self.fold.claims.update(self.transaction.claims([subject]))
        self.refold[subject] = None
        if not alive:
            self.wordless.add(subject)

    def settle_keys(self) -> None:
        """Keep one call per key and content, and find out which of several contents holds."""
        keyed = [arrival for arrival in self.arrivals if "key" in arrival.body]
        self.rows.load(b"k" + bytes.fromhex(body["key"]) for _, body in keyed)
        touched = dict.fromkeys(body["key"] for _, body in keyed)
        held = {key: (self.rows.get(b"k" + bytes.fromhex(key)) or [None])[0] for key in touched}
        for entry, body in keyed:
            self.fold.call(entry, body)
        repeated: set[str] = set()
        overturned: set[str] = set()
        conflicts = []
        for key in touched:
            calls = self.rows.get(b"k" + bytes.fromhex(key))
            earliest = {call: [at, call, instance] for at, call, instance in reversed(calls)}
            kept = sorted(earliest.values())
            repeated |= {made[2] for made in calls if made not in kept}
            if kept != calls:
                self.rows.put(b"k" + bytes.fromhex(key), kept)
            if held[key] is not None and held[key] != kept[0]:
                overturned.add(held[key][2])
                self.rows.put(b"r" + bytes.fromhex(key), None)
            if len(kept) > 1:
                conflicts.append(key)
        self.conflicts = tuple(sorted(conflicts))
        self._undo(repeated, overturned)

    def _undo(self, repeated: set[str], overturned: set[str]) -> None:
        """Drop calls made twice; fold again what an earlier call has overturned."""
        self.stubs = [stub for stub in self.stubs if stub.instance.hex() not in repeated]
        arrivals = [a for a in self.arrivals if a.entry.instance.hex() not in repeated]
        self.repeated = len(self.arrivals) - len(arrivals)
        self.arrivals = arrivals
        if not repeated and not overturned:
            return
        gone = {entry.id for entry in self.forgotten}
        for entry in self.transaction.entries():
            instance = entry.instance.hex()
            if entry.id in gone:
                continue
            if instance in repeated:
                self.repeated += 1
                self.forgotten.append(entry)
                self.refold[entry.subject] = None
            elif instance in overturned:
                self.refold[entry.subject] = None

    def append(self, claims: Mapping[bytes, Claim]) -> None:
        """Take in what is left, folding it in or marking its claim to be folded again."""
        transaction, fold = self.transaction, self.fold
        subjects = {entry.subject for entry, body in self.arrivals if "claim" in body}
        spoken = {
            e.subject for e, b in self.arrivals if "claim" in b and b["kind"] not in _NOT_WORDS
        }
        if not spoken <= claims.keys():
            raise InvalidInput("the export speaks of claims whose words it does not hold.")
        transaction.drop(self.wordless - spoken)
        transaction.keep({claim: claims[claim] for claim in spoken})
        fold.claims.update((claim, claims[claim]) for claim in subjects if claim in claims)
        transaction.forget(self.forgotten)
        transaction.append([*self.stubs, *(entry for entry, _ in self.arrivals)])
        self.rows.load(
            [*(b"o" + claim for claim in subjects), *fold.postings(self.arrivals)],
            (b"s" + claim for claim in subjects),
        )
        # Settings first: what follows is then folded with the half-life that holds in the end.
        for entry, body in sorted(self.arrivals, key=lambda a: a.body["kind"] != "setting"):
            if body["kind"] == "erasure" or entry.subject in self.refold:
                continue
            if not fold.is_inert(entry, body):
                fold.apply(entry, body)
        for claim in self.refold:
            fold.refold(claim)

    def finish(self) -> None:
        """Settle what needs all entries, and save."""
        if self.erased and self.forgotten:
            self.rows.put(UNSCRUBBED, 1)
        for key, _ in self.rows.under(b"f"):  # what came in may be older than what was compared
            self.rows.put(key, None)
        self.fold.settle()
        added = [entry for entry, _ in self.arrivals] + self.stubs
        moments = [entry.recorded for entry in added]
        if self.forgotten:
            # The newest may have gone; time goes on from the newest that is there.
            moments = [entry.recorded for entry in self.transaction.entries()]
        elif self.head.newest is not None:
            moments.append(self.head.newest)
        fingerprint = self.head.fingerprint.plus(added).minus(self.forgotten)
        if moments:
            head = Head(max(moments), fingerprint)
            self.transaction.save(self.rows.changes(), head, self.rows.created)


def replay(snapshot: Snapshot, namespace: str, until: int | None = None) -> MemoryStore:
    """Fold a ledger's entries again, up to a moment, into a store of their own."""
    store = MemoryStore()
    entries = list(snapshot.entries(until=until))
    claims = snapshot.claims({entry.subject for entry in entries})
    store.write(namespace, lambda transaction: absorb(transaction, entries, claims))
    return store

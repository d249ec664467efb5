"""Erasing: the entries and words of a belief go, and a tombstone stays."""

from __future__ import annotations

from beliefs.errors import NotFound
from beliefs.ledger import rows as row
from beliefs.ledger.entries import Body, Entry, stub_of
from beliefs.ledger.stores.protocol import Store
from beliefs.ledger.writing import Writer


def bury(writer: Writer, belief: bytes, agent: str) -> int:
    """Erase all claims of a belief in one go, so that none of its wordings stays behind.

    Returns how many entries that were.
    """
    writer.begin(claims=[belief])
    figure = writer.view.figure(belief)
    claims = list(figure.members) if figure else [belief]
    known = writer.transaction.claims(claims)
    if not known and not writer.rows.get(b"x" + belief):
        raise NotFound(f"there is no belief {belief.hex()} to erase; check its id.")
    writer.fold.claims.update(known)
    doomed = {
        claim: [
            entry
            for entry in writer.transaction.entries(subject=claim)
            if entry.body["kind"] not in ("erasure", "stub")
        ]
        for claim in claims
    }
    doomed = {claim: entries for claim, entries in doomed.items() if entries}
    if doomed:
        _entomb(writer, doomed, agent)
    return sum(map(len, doomed.values()))


def _entomb(writer: Writer, doomed: dict[bytes, list[Entry]], agent: str) -> None:
    """Delete entries and words; leave a tombstone for each claim, and a stub for every key."""
    for claim in doomed:
        erased = writer.rows.get(b"x" + claim)
        marks = ["", *(ref for _, ref in erased["erasures"])] if erased else [""]
        body: Body = {"kind": "erasure", "layer": writer.scope.write, "agent": agent}
        writer.append({**body, "claim": claim.hex(), "marks": sorted(marks)})
    gone = [entry for entries in doomed.values() for entry in entries]
    stubs = [stub for entry in gone if (stub := stub_of(entry, entry.body))]
    writer.entries += stubs
    writer.transaction.forget(gone)
    writer.settle()
    for claim in doomed:
        writer.fold.refold(claim)
    writer.fold.settle()
    for stub in stubs:
        writer.rows.put(b"r" + bytes.fromhex(stub.body["key"]), None)
    writer.transaction.drop(doomed)
    writer.rows.put(row.UNSCRUBBED, 1)
    writer.save(forgotten=gone)


def scrub_after_erasures(store: Store, namespace: str) -> bool:
    """Scrub a store if something was erased since it was done last; returns whether it was."""
    with store.read(namespace) as snapshot:
        if not snapshot.load([row.UNSCRUBBED], []):
            return False
    store.scrub()
    store.write(namespace, lambda t: t.save({row.UNSCRUBBED: None}, t.head))
    return True

"""A plain word: one more contribution of a voice to a claim that the call before left at hand.

Most single writes are of this kind, and all that they change is the voice's subtotal. So they take
the short way, with no fold and no view. Where anything else may have to be looked at they take the
long one; both leave the same bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import NamedTuple
from weakref import ref

from beliefs.ledger import rows as row
from beliefs.ledger.contributing import compare
from beliefs.ledger.entries import Entry, entry_id
from beliefs.ledger.fold import Claim, HalfLives
from beliefs.ledger.rows import Former, Rows
from beliefs.ledger.scopes import Scope
from beliefs.ledger.statements import Draft
from beliefs.ledger.stores.protocol import Head, Transaction
from beliefs.ledger.subtotals import encode, one_more
from beliefs.ledger.view import View
from beliefs.ledger.writing import Change, Recent, Reply, refuse_future


class Added(NamedTuple):
    """The answer, and what the next call may go on with."""

    reply: Reply
    recent: Recent


def add_plainly(
    transaction: Transaction, recent: Recent, scope: Scope, said: Draft, clock: int, instance: bytes
) -> Added | None:
    """Add a contribution the short way; None, and nothing done, if it has to take the long one."""
    claim, known, manner = said
    newest, fingerprint = head = transaction.head
    if known is None or newest is None or not manner.stands_alone or not recent.holds(head):
        return None
    rows = recent.rows.rebase(transaction)
    since = rows.plain.get((scope, claim)) or _plain_since(rows, scope, claim)
    recorded = max(clock, newest)
    if since is None or since >= recorded:  # said at one moment, it may have to be placed anew
        return None
    body = manner.body
    if HalfLives.read(rows).of(body):  # what fades is weighed by when it was said
        return None
    key = row.subtotals_prefix(claim, scope.write) + manner.voice
    before = rows.peek(key)
    if before is None:
        return None
    refuse_future(body, recorded)
    observed, among = body.get("observed", recorded), tuple(body.get("among", ()))
    after = one_more(before, recorded, observed, manner.evidence, among)
    rows.put(key, after)
    rows.plain[scope, claim] = since
    text = f"{manner.opening}{claim.hex()}{manner.ending}"
    entries = (Entry(entry_id(instance, 0), claim, recorded, text),)
    head = Head(recorded, fingerprint.plus(entries))
    transaction.append(entries)
    transaction.save({key: encode(after)}, head)
    reply = Reply(partial(_changes, rows, scope, recorded, claim, known))
    return Added(reply, Recent(head, rows, ref(reply)))


def _plain_since(rows: Rows, scope: Scope, claim: bytes) -> int | None:
    """When a claim was first said here; None if more than its subtotals may have to be seen."""
    if claim not in rows.ready.get(scope, ()) or rows.get(row.LINKS):
        return None
    hiding = [row.layer_key(scope.write), b"o" + claim, b"x" + claim]
    hiding += [row.closings_key(claim, layer) for layer in scope.reads]
    if any(rows.get(key) for key in hiding):
        return None
    said = rows.under(row.subtotals_prefix(claim, scope.write))
    return min((subtotal.first for _, subtotal in said), default=None)


def _changes(
    rows: Rows, scope: Scope, recorded: int, claim: bytes, known: Claim
) -> Iterator[Change]:
    """What it did, worked out from the rows that it left."""
    claims, texts = [claim], {claim: known}
    before, after = (
        View(seen, _wordless, scope.reads, recorded).figures(claims, texts)
        for seen in (Former(rows), rows)
    )
    return compare(claims, before, after, {claim}, texts)


def _wordless(_: Iterable[bytes]) -> dict[bytes, Claim]:
    """The words of the one claim are known, and it is linked with no other."""
    return {}

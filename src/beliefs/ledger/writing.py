"""One write: what it saw, what it says, and the rows that follow from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple
from weakref import ReferenceType, ref

from beliefs.errors import FromTheFuture, KeyConflict, NotFound
from beliefs.kernel.families import Beta, Dirichlet, Gaussian
from beliefs.ledger import rows as row
from beliefs.ledger.entries import (
    Body,
    Entry,
    canonical,
    entry_id,
    reference,
    short_hash,
    subject_of,
)
from beliefs.ledger.figure import Figure
from beliefs.ledger.fold import NOTES, Claim, Fold
from beliefs.ledger.rows import Former, Rows
from beliefs.ledger.scopes import Scope
from beliefs.ledger.statements import Manner
from beliefs.ledger.stores.protocol import Head, Transaction
from beliefs.ledger.subtotals import Subtotal
from beliefs.ledger.text import clean_name
from beliefs.ledger.view import View, open_end, rows_of


class Change(NamedTuple):
    """What one call did to one belief."""

    action: str
    belief_id: str
    claim: str
    before: float | None = None
    """Its confidence, or the mean of a number, before the call; None if it was not active."""
    after: float | None = None
    reason: str | None = None


class Reply:
    """The answer to a write; the same again, marked, when the write is repeated.

    The numbers are worked out when they are asked for, from what the write itself saw.
    """

    __slots__ = ("__weakref__", "_changes", "_work_out", "replayed")

    def __init__(
        self, work_out: Callable[[], Iterable[Change]] = tuple, *, replayed: bool = False
    ) -> None:
        self._work_out = work_out
        self._changes: tuple[Change, ...] | None = None
        self.replayed = replayed

    @property
    def changes(self) -> tuple[Change, ...]:
        """What the call did to each belief."""
        work_out = self._work_out  # first: another thread may be about to let go of it
        if self._changes is None:
            self._changes = tuple(work_out())
            self._work_out = tuple
        return self._changes

    @property
    def is_open(self) -> bool:
        """Whether the numbers have still to be worked out."""
        return self._changes is None


class Recent(NamedTuple):
    """What a call knew at its end, for the next one to go on with."""

    head: Head
    rows: Rows
    reply: ReferenceType[Reply] | None

    def holds(self, head: Head) -> bool:
        """Whether nobody has written since, and no reply has still to look at these rows."""
        reply = self.reply() if self.reply else None
        return self.head == head and (reply is None or not reply.is_open)


class Once(NamedTuple):
    """How a call names its entries that may be sent twice, and whether it was sent before."""

    instance: bytes
    again: bool = False


class Repeated(Exception):
    """A call whose entries are in the ledger already."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        super().__init__()
        self.claims = list(dict.fromkeys(entry.subject for entry in entries))


class Key(NamedTuple):
    """An idempotency key in its scope, and a hash of what was asked under it."""

    key: str
    call: str

    @property
    def rows(self) -> list[bytes]:
        """The keys of the rows that say which calls were made with it, and what was answered."""
        return [first + bytes.fromhex(self.key) for first in (b"k", b"r")]


def key_of(scope: Scope, key: str | None, operation: str, request: Any) -> Key | None:
    """Name a call so that its repetition is recognised in the same scope."""
    if key is None:
        return None
    name = short_hash(f"{scope.write}\0{clean_name(key, 'idempotency_key')}").hex()
    return Key(name, reference(canonical([operation, request])))


def headline(figure: Figure | None) -> float | None:
    """The one number that says where an active belief stands."""
    if figure is None or figure.status != "active":
        return None
    parameters = figure.pooled.parameters
    if isinstance(parameters, Beta | Gaussian):
        return parameters.mean
    assert isinstance(parameters, Dirichlet)
    leading = parameters.leading
    return None if leading is None else parameters.alpha[leading] / parameters.total


def found(figure: Figure | None, claim: bytes) -> Figure:
    """Return what is there, or say that it is not."""
    if figure is None or figure.status == "removed":
        raise NotFound(f"there is no belief {claim.hex()} here; use an id that list shows.")
    return figure


def found_belief(figure: Figure | None, claim: bytes) -> Figure:
    """Return a belief that is there; a goal or a gap is none."""
    if figure is not None and figure.family in NOTES:
        raise NotFound(f"{claim.hex()} is a {figure.family}; use a belief instead.")
    return found(figure, claim)


def refuse_future(body: Body, recorded: int) -> None:
    """Refuse an observation later than the moment it is recorded at."""
    if body.get("observed", recorded) > recorded:
        raise FromTheFuture("observed lies in the future; nothing can be seen before it happens.")


def _words(
    introduced: dict[bytes, Claim], transaction: Transaction, claims: Iterable[bytes]
) -> dict[bytes, Claim]:
    """The words of claims, those that a call introduced included."""
    claims = list(claims)
    said = {claim: introduced[claim] for claim in claims if claim in introduced}
    missing = [claim for claim in claims if claim not in said]
    return {**said, **transaction.claims(missing)} if missing else said


class Writer:
    """Builds one call's entries against a consistent picture, then saves them together."""

    def __init__(
        self,
        transaction: Transaction,
        scope: Scope,
        clock: int,
        instance: bytes,
        key: Key | None,
        recent: Recent | None,
        *,
        again: bool = False,
    ) -> None:
        self.transaction = transaction
        self._again = again
        self.scope = scope
        self.entries: list[Entry] = []
        self._clock = clock
        self._instance = instance
        self._key = key
        self._recent = recent
        # Weakly: a reply that nobody looks at must go at once, and free the rows it would need.
        self._reply: ReferenceType[Reply] | None = None
        self._is_ready = False
        self._fresh: dict[bytes, Claim] = {}
        self._seen: dict[bytes, dict[str, str]] = {}
        self._epoch: str | None = None
        # By identity: the statements of a call keep their manners alive.
        self._spoken: dict[int, Subtotal] = {}

    def begin(self, keys: Iterable[bytes] = (), claims: Sequence[bytes] = ()) -> None:
        """Load what the call needs, in one round trip, and fix the moment it is recorded at."""
        self.rows = self._picture()
        ready = self.rows.ready.get(self.scope)
        self._is_ready = ready is not None and self._key is None and ready.issuperset(claims)
        self.rows.load(*((keys,) if self._is_ready else self._needs(keys, claims)))
        self.head = self.transaction.head
        # Time never runs backwards in a ledger, whatever the clock does.
        newest = self.head.newest
        self.recorded = self._clock if newest is None else max(self._clock, newest)
        self.fold = Fold(self.rows, self.transaction, self._instance)
        # Not a method: a writer must go as soon as nobody needs it, and free what it holds.
        self.words = partial(_words, self.fold.claims, self.transaction)
        self.view = View(self.rows, self.words, self.scope.reads, self.recorded)
        if self.rows.get(row.LINKS):
            self.view.load(claims)

    def _picture(self) -> Rows:
        """The rows of the call before, if nobody wrote since; else fresh ones."""
        if self._recent is not None and self._recent.holds(self.transaction.head):
            rows = self._recent.rows.rebase(self.transaction)
            rows.plain.clear()  # what is said now may change more than subtotals
            return rows
        return Rows(self.transaction)

    def _needs(
        self, keys: Iterable[bytes], claims: Sequence[bytes]
    ) -> tuple[list[bytes], list[bytes]]:
        """The keys and prefixes of what a call about these claims looks at."""
        wanted, prefixes = rows_of(claims, self.scope.reads)
        wanted += [row.SETTINGS, row.TAUGHT, row.layer_key(self.scope.write), *keys]
        if self.scope.write not in self.scope.reads:
            prefixes += [row.subtotals_prefix(claim, self.scope.write) for claim in claims]
        for claim in claims:
            wanted += (b"o" + claim, b"x" + claim)
        if self._key:
            wanted += self._key.rows
        return wanted, prefixes

    def prepare(self, claims: Sequence[bytes]) -> bool:
        """See to it that the figures of claims can be worked out after the call; False if not."""
        if self._is_ready:
            return not self.rows.get(row.LINKS)
        prepared = self.view.prepare(claims)
        if prepared:
            self.rows.ready.setdefault(self.scope, set()).update(claims)
        return prepared

    @property
    def former(self) -> View:
        """What the scope saw before this call."""
        return View(Former(self.rows), self.words, self.scope.reads, self.recorded)

    def replay(self, action: str, claims: Iterable[bytes]) -> Reply | None:
        """The first answer, if this call was made before; an error if the key was not for it.

        A call that came here by a merge has no stored answer; then the beliefs are named alone.
        """
        if self._key is None:
            return None
        calls = self.rows.get(b"k" + bytes.fromhex(self._key.key))
        if not calls:
            return None
        if min(calls)[1] != self._key.call:
            raise KeyConflict(
                "this idempotency key was used before with other content; "
                "use a new key for a new write."
            )
        stored = self.rows.get(b"r" + bytes.fromhex(self._key.key))
        if stored is None:
            stored = [[action, claim.hex()] for claim in dict.fromkeys(claims)]
        words = self.transaction.claims(bytes.fromhex(belief_id) for _, belief_id, *_ in stored)
        changes = [
            Change(action, belief_id, words[bytes.fromhex(belief_id)][1], *numbers)
            for action, belief_id, *numbers in stored
            if bytes.fromhex(belief_id) in words
        ]
        return Reply(lambda: changes, replayed=True)

    def introduce(self, claim: bytes, known: Claim) -> None:
        """Make the words of a claim known, if this layer has not heard them."""
        if claim not in self.fold.claims:
            self.fold.claims[claim] = known
            if not self.rows.under(row.subtotals_prefix(claim, self.scope.write)):
                self._fresh[claim] = known

    def mark(self, claim: bytes) -> str:
        """The last erasure of a claim, which everything said after it carries."""
        known = self.rows.get(b"x" + claim)
        return open_end(known["erasures"], known["dead"]) if known else ""

    def seen(self, claim: bytes) -> dict[str, str]:
        """What is said now has seen: the last reset, the last closing, the last erasure."""
        seen = self._seen.get(claim)
        if seen is None:
            if self._epoch is None:
                self._epoch = self.view.epoch(self.scope.write)
            seen = self._seen[claim] = {"epoch": self._epoch} if self._epoch else {}
            if generation := self.view.generation(claim):
                seen["generation"] = generation
            if mark := self.mark(claim):
                seen["mark"] = mark
        return seen

    def say(self, claim: bytes, manner: Manner) -> None:
        """Add a contribution and fold it in."""
        seen = self.seen(claim)
        if seen or manner.premises or self._key:
            body = {**manner.body, "claim": claim.hex(), **seen}
            if manner.premises:
                body["premises"] = [premise.hex() for premise in manner.premises]
            if self._key:
                body["key"], body["call"] = self._key
            said = self.fold.spoken(body, self.recorded, manner.evidence)
            text = canonical(body)
        else:
            text = f"{manner.opening}{claim.hex()}{manner.ending}"
            known = self._spoken.get(id(manner))
            if known is None:
                known = self.fold.spoken(manner.body, self.recorded, manner.evidence)
                self._spoken[id(manner)] = known
            said = known
        number = len(self.entries)
        entry = Entry(entry_id(self._instance, number), claim, self.recorded, text)
        self.entries.append(entry)
        self.fold.add(entry, manner.body, said)

    def append(self, body: Body) -> None:
        """Add another entry and fold it in."""
        if self._key:
            body["key"], body["call"] = self._key
        number = len(self.entries)
        entry = Entry(
            entry_id(self._instance, number), subject_of(body), self.recorded, canonical(body)
        )
        self.entries.append(entry)
        self.fold.apply(entry, body)
        # It may have been a closing, or a reset.
        self._seen.clear()
        self._epoch = None
        self.view.relinked()

    def settle(self) -> None:
        """Hand the entries over, so that what depends on all of them can be worked out."""
        if self._again and self._is_known():
            raise Repeated(self.entries)
        if self._fresh:
            self.transaction.keep(self._fresh)
        self.transaction.append(self.entries)
        if self.fold.settle():
            self.view.regraded()

    def _is_known(self) -> bool:
        """Whether entries of this call are there, be it in another order."""
        return any(
            known.instance == self._instance
            for subject in dict.fromkeys(entry.subject for entry in self.entries)
            for known in self.transaction.entries(subject=subject)
        )

    def save(
        self, changes: Callable[[], Iterable[Change]] = tuple, forgotten: Sequence[Entry] = ()
    ) -> Reply:
        """Write the rows; what is acknowledged after this is durable."""
        reply = Reply(changes)
        self._reply = ref(reply)
        if self._key:
            self.fold.call(self.entries[0], {"key": self._key.key, "call": self._key.call})
            key = bytes.fromhex(self._key.key)
            # Without the words: a stored answer must not outlive an erasure.
            self.rows.put(b"r" + key, [[c[0], c[1], *c[3:]] for c in reply.changes])
        fingerprint = self.head.fingerprint.plus(self.entries)
        if forgotten:
            fingerprint = fingerprint.minus(forgotten)
        self.head = Head(self.recorded if self.entries else self.head.newest, fingerprint)
        self.transaction.save(self.rows.changes(), self.head, self.rows.created)
        return reply

    def recent(self) -> Recent:
        """What the next call may go on with."""
        if self._key:
            # The next call has a key of its own; kept, these would grow with every call.
            self.rows.forget(self._key.rows)
        self.rows.seal()
        return Recent(self.head, self.rows, self._reply)

"""The ledger: every way to write, and the views to read.

One write travels: check → open a transaction → look → append entries → fold → save. One read
travels: open a snapshot → load the rows of some claims → add up. Nothing else touches a store.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from typing import cast

from beliefs.errors import (
    InvalidEvidence,
    InvalidInput,
    ReadOnlyStore,
    StoreError,
    shown,
)
from beliefs.kernel.evidence import MOST_VALUE, STRENGTHS, checked
from beliefs.kernel.trust import Override
from beliefs.ledger import rows as row
from beliefs.ledger.contributing import Heard, contribute, headlines, note_down, request_of
from beliefs.ledger.entries import INSTANCE_BYTES, Body, claim_id
from beliefs.ledger.erasing import bury, scrub_after_erasures
from beliefs.ledger.figure import Figure
from beliefs.ledger.fold import NOTES, current
from beliefs.ledger.learned import NOTHING, Taught
from beliefs.ledger.linking import Linker, Progress, connect
from beliefs.ledger.paging import pages
from beliefs.ledger.plain import Added, add_plainly
from beliefs.ledger.postings import Postings
from beliefs.ledger.rows import Rows
from beliefs.ledger.scopes import Scope
from beliefs.ledger.shapes import RELATIONS
from beliefs.ledger.statements import Draft, Statement, draft
from beliefs.ledger.stores.protocol import Snapshot, Store, T, Transaction
from beliefs.ledger.text import clean, clean_name, moment_of
from beliefs.ledger.view import View
from beliefs.ledger.writing import (
    Change,
    Key,
    Once,
    Recent,
    Repeated,
    Reply,
    Writer,
    found,
    found_belief,
    headline,
    key_of,
    refuse_future,
)

_DONE = {"retraction": "retracted", "removal": "removed", "resolution": "resolved"}
_MOST_RECENT = 50_000
_SPACE = Scope("space", ("space",))

Clock = Callable[[], datetime]
Entropy = Callable[[int], bytes]


class Ledger:
    """One namespace of a store, with the clock and the chance that writing needs."""

    def __init__(
        self,
        store: Store,
        namespace: str,
        clock: Clock,
        entropy: Entropy,
        *,
        moment: int | None = None,
    ) -> None:
        self.store = store
        self.namespace = namespace
        self.clock = clock
        self.entropy = entropy
        self.moment = moment
        """Set for the past: a ledger as of a moment can only be read."""
        self._recent: Recent | None = None
        """What the last write knew; it holds for as long as the head is the same."""
        self._taught = NOTHING
        """What outcomes and agreement had taught when somebody last asked."""
        self.postings = Postings()
        self.once: Once | None = None
        """Set for the next write, if whoever asks for it may have to ask again."""

    # Reading

    @contextmanager
    def view(self, scope: Scope) -> Iterator[View]:
        """Open what a scope sees now, or as of this ledger's moment."""
        with self.store.read(self.namespace) as snapshot:
            yield self.view_of(snapshot, scope)

    def view_of(self, snapshot: Snapshot, scope: Scope) -> View:
        """What a scope sees in a snapshot."""
        view = View(Rows(snapshot), snapshot.claims, scope.reads, 0, self.taught)
        view.now = self.moment if self.moment is not None else self._now(snapshot)
        return view

    def _now(self, snapshot: Snapshot) -> int:
        clock = moment_of(self.clock(), "the clock's time")
        newest = snapshot.head.newest
        return clock if newest is None else max(clock, newest)

    def taught(self, mark: int | None = None) -> Taught:
        """What outcomes and agreement have taught; without the mark of a view, as of now."""
        if mark is None or self._taught.mark != mark:
            from beliefs.ledger.answers import study

            with self.store.read(self.namespace) as snapshot:
                self._taught = study(snapshot, self._taught)
        return self._taught

    # Writing

    def refuse_the_past(self) -> None:
        """Say that a ledger as of a moment can only be read."""
        if self.moment is not None:
            raise ReadOnlyStore("the past cannot be changed; write through the present client.")

    def _write(
        self,
        scope: Scope,
        work: Callable[[Writer], T],
        call: Key | None = None,
        *,
        plain: Draft | None = None,
        otherwise: T | None = None,
    ) -> T:
        """Do work with a writer, durably; it may be done twice, so it only changes the writer.

        If this very call was written before, it is not written again; then `otherwise`, or what
        is believed now of the claims that it spoke of, is returned.
        """
        self.refuse_the_past()
        once, self.once = self.once, None
        instance, again = once or (self.entropy(INSTANCE_BYTES), False)
        writer: Writer | None = None
        added: Added | None = None

        def attempt(transaction: Transaction) -> T:
            nonlocal writer, added
            added = None
            recent, self._recent = self._recent, None
            clock = moment_of(self.clock(), "the clock's time")
            if plain is not None and recent is not None and not again:
                added = add_plainly(transaction, recent, scope, plain, clock, instance)
                if added is not None:
                    return cast("T", added.reply)
            writer = Writer(transaction, scope, clock, instance, call, recent, again=again)
            return work(writer)

        try:
            done = self.store.write(self.namespace, attempt)
        except Repeated as repeated:
            return (
                cast("T", self._standing(scope, repeated.claims))
                if otherwise is None
                else otherwise
            )
        except StoreError:
            if once is None or again:
                raise
            # Its entries may be there already, though nobody said that it was sent before.
            self.once = Once(instance, again=True)
            return self._write(scope, work, call, plain=plain, otherwise=otherwise)
        # Only now is it durable, and true for the next call.
        if added is not None:
            self._recent = added.recent
            added.recent.rows.seal()
        elif writer is not None and len(writer.rows) <= _MOST_RECENT:
            self._recent = writer.recent()
        return done

    def _standing(self, scope: Scope, claims: Sequence[bytes]) -> Reply:
        """What is believed of claims, as the answer to a call that was made before."""
        with self.view(scope) as view:
            view.load(claims)
            figures = {figure.claim: figure for figure in view.figures(claims).values()}
        changes = [
            Change("updated", claim.hex(), figure.text, None, headline(figure))
            for claim, figure in figures.items()
        ]
        return Reply(partial(tuple, changes), replayed=True)

    def contribute(
        self, scope: Scope, statements: Sequence[Statement], agent: str, key: str | None = None
    ) -> Reply:
        """Add what was said, all of it or nothing."""
        drafts = [d for said in statements if (d := draft(said, scope.write, agent)) is not None]
        if not drafts:
            return Reply()
        request = [request_of(d) for d in drafts] if key is not None else None
        call = key_of(scope, key, "add", request)
        plain = drafts[0] if len(drafts) == 1 and key is None else None
        return self._write(scope, lambda writer: contribute(writer, drafts), call, plain=plain)

    def hear(
        self,
        scope: Scope,
        statements: Sequence[Statement],
        heard: Heard,
        call: Key | None = None,
    ) -> Reply:
        """Add what a text said: its claims linked, its goals and gaps beside them."""
        drafts = [
            d for said in statements if (d := draft(said, scope.write, heard.agent)) is not None
        ]
        if not drafts and not heard.notes:
            return Reply()
        return self._write(scope, lambda writer: contribute(writer, drafts, heard), call)

    def heard(self, scope: Scope, call: Key) -> Reply | None:
        """The answer to a text that was heard before under the same key."""
        with self.store.read(self.namespace) as snapshot:
            if not snapshot.load([b"k" + bytes.fromhex(call.key)], []):
                return None

        def look(writer: Writer) -> Reply | None:
            writer.begin()
            return writer.replay("updated", ())

        return self._write(scope, look, call)

    def link(self, scope: Scope, linker: Linker, agent: str) -> int:
        """Compare all claims that have not been compared; returns the links that were made."""

        def catch_up(writer: Writer, *, begin: bool) -> Progress:
            writer.begin()
            progress = connect(writer, linker, (), agent, begin=begin)
            if writer.rows.changes():
                writer.settle()
                writer.save()
            return progress

        made, more = self._write(
            scope, partial(catch_up, begin=True), otherwise=Progress(0, more=False)
        )
        while more:
            links, more = self._write(scope, partial(catch_up, begin=False))
            made += links
        return made

    def outcome(
        self,
        scope: Scope,
        belief: bytes,
        truth: object,
        agent: str,
        *,
        observed: datetime | None = None,
        note: str | None = None,
        key: str | None = None,
    ) -> Reply:
        """Record what turned out to be true; it adds no evidence and grades those who spoke."""
        body: Body = {
            "kind": "outcome",
            "layer": scope.write,
            "agent": agent,
            "claim": belief.hex(),
        }
        if observed is not None:
            body["observed"] = moment_of(observed, "observed")
        if note is not None:
            body["note"] = clean(note, "note")
        stated = _stated_truth(truth)
        call = key_of(scope, key, "outcome", [body, stated])

        def record(writer: Writer) -> Reply:
            figure = self._begin_with(writer, belief)
            if (replay := writer.replay("outcome", [belief])) is not None:
                return replay
            figure = found(figure, belief)
            _check_truth(figure.family, stated)
            refuse_future(body, writer.recorded)
            signs = writer.view.members(belief)
            asked = signs[belief] ^ signs[figure.claim]
            for claim, denies in figure.members.items():
                truth = not stated if isinstance(stated, bool) and denies != asked else stated
                said = {**body, "claim": claim.hex(), "truth": truth}
                known = writer.rows.get(b"o" + claim)
                if known and known["set"]:
                    said["replaces"] = [one[1] for one in known["set"]]
                self._mark(writer, said, claim)
                writer.append(said)
            writer.settle()
            after = writer.view.figure(belief)
            name = figure.claim.hex()
            change = Change("outcome", name, figure.text, headline(figure), headline(after))
            return writer.save(lambda: [change])

        return self._write(scope, record, call)

    def retract(
        self, scope: Scope, belief: bytes, agent: str, reason: str | None, key: str | None = None
    ) -> Reply:
        """Hide a belief; it stays in the ledger and can be asserted again."""
        return self._close(scope, "retraction", belief, agent, reason, key)

    def remove(
        self, scope: Scope, belief: bytes, agent: str, reason: str | None, key: str | None = None
    ) -> Reply:
        """Take a belief out of the state; its history stays in the ledger."""
        return self._close(scope, "removal", belief, agent, reason, key)

    def resolve(
        self, scope: Scope, note: bytes, agent: str, reason: str | None, key: str | None = None
    ) -> Reply:
        """Close a goal or a gap."""
        return self._close(scope, "resolution", note, agent, reason, key)

    def _close(
        self, scope: Scope, kind: str, claim: bytes, agent: str, reason: str | None, key: str | None
    ) -> Reply:
        body: Body = {"kind": kind, "layer": scope.write, "agent": agent, "claim": claim.hex()}
        if reason is not None:
            body["reason"] = clean(reason, "reason")
        call = key_of(scope, key, kind, body)

        def close(writer: Writer) -> Reply:
            figure = self._begin_with(writer, claim)
            if (replay := writer.replay(_DONE[kind], [claim])) is not None:
                return replay
            figure = found(figure, claim)
            if (figure.family in NOTES) != (kind == "resolution"):
                use = "resolve" if figure.family in NOTES else "retract or remove"
                raise InvalidInput(f"{claim.hex()} is a {figure.family}; use {use} instead.")
            if figure.closed is not None and kind != "removal":
                return Reply()
            for member in figure.members:
                closes = writer.view.open_generations(member)
                said = {**body, "claim": member.hex(), "closes": closes}
                self._mark(writer, said, member)
                writer.append(said)
            writer.settle()
            was, name = headline(figure), figure.claim.hex()
            change = Change(_DONE[kind], name, figure.text, was, None, body.get("reason"))
            return writer.save(lambda: [change])

        return self._write(scope, close, call)

    def _begin_with(self, writer: Writer, claim: bytes) -> Figure | None:
        writer.begin(claims=[claim])
        return writer.view.figure(claim)

    def _mark(self, writer: Writer, body: Body, claim: bytes) -> None:
        if mark := writer.mark(claim):
            body["mark"] = mark

    def reset(self, scope: Scope, agent: str) -> int:
        """Hide everything in the layer that is written to; returns how much that was."""
        layer = scope.write
        own = Scope(layer, (layer,))

        def hide(writer: Writer) -> int:
            writer.begin()
            hidden = sum(
                figure.status in ("active", "unsupported")
                for notes in (False, True)
                for figures in pages(writer.transaction, writer.view, notes=notes)
                for figure in figures
            )
            if hidden:
                known = writer.rows.get(row.layer_key(layer)) or {"resets": [], "closed": []}
                ends = {"", *(ref for _, ref in known["resets"])} - set(known["closed"])
                body = {"kind": "reset", "layer": layer, "agent": agent, "epochs": sorted(ends)}
                writer.append(body)
                writer.settle()
                writer.save()
            return hidden

        return self._write(own, hide, otherwise=0)

    def erase(self, scope: Scope, belief: bytes, agent: str) -> int:
        """Delete a belief with every entry about its claims; a tombstone stays. Returns how many.

        A claim that only other layers know is erased by its own id, and alone.
        """
        deleted = self._write(scope, partial(bury, belief=belief, agent=agent), otherwise=0)
        self.finish_erasures()
        return deleted

    def finish_erasures(self) -> None:
        """Scrub the store if something was erased, also by a call that was cut off before this."""
        if scrub_after_erasures(self.store, self.namespace):
            self._recent = None

    def set_trust(self, kind: str, name: str, override: Override | None, agent: str) -> None:
        """Decide about a voice, or take the decision back; the same again is no write."""
        name = clean_name(name, kind)
        key = row.target_key(kind, name)

        def decide(writer: Writer) -> None:
            writer.begin([key])
            known = writer.rows.get(key) or {}
            standing = known.get("set", [])
            stated = None if override is None else list(override)
            if current(known) == stated and len(standing) <= 1:
                return
            body: Body = {"kind": "trust", "layer": "space", "agent": agent, "target": [kind, name]}
            if stated is not None:
                body["override"] = stated
            if standing:
                body["replaces"] = [one[1] for one in standing]
            writer.append(body)
            writer.settle()
            writer.save()

        self._write(_SPACE, decide)

    def set_lessons(self, lessons: list[Body], learned_from: Body, agent: str) -> bool:
        """Record what agreement taught, in place of what it taught before; the same is no write."""

        def decide(writer: Writer) -> bool:
            writer.begin([row.LESSONS, row.TAUGHT])
            known = writer.rows.get(row.LESSONS) or {}
            standing = known.get("set", [])
            if current(known) == lessons and len(standing) <= 1:
                return False
            body: Body = {"kind": "learned", "layer": "space", "agent": agent}
            body |= {"lessons": lessons, "from": learned_from}
            if standing:
                body["replaces"] = [one[1] for one in standing]
            writer.append(body)
            writer.settle()
            writer.save()
            return True

        return self._write(_SPACE, decide, otherwise=False)

    def set_half_lives(self, default: int | None, by_type: dict[str, int], agent: str) -> None:
        """Let evidence decay; refolds the namespace once."""
        for evidence_type in by_type:
            if evidence_type not in STRENGTHS:
                raise InvalidInput(
                    f"unknown evidence type {shown(evidence_type)}; use one of "
                    f"{', '.join(STRENGTHS)}."
                )

        def decide(writer: Writer) -> None:
            writer.begin()
            known = writer.rows.get(row.SETTINGS) or {}
            standing = known.get("set", [])
            value: Body = {}
            if default is not None:
                value["half_life"] = default
            if by_type:
                value["half_lives"] = by_type
            if (current(known) or {}) == value and len(standing) <= 1:
                return
            body: Body = {"kind": "setting", "layer": "space", "agent": agent, **value}
            if standing:
                body["replaces"] = [one[1] for one in standing]
            writer.append(body)
            writer.settle()
            writer.save()

        self._write(_SPACE, decide)

    def relate(
        self, scope: Scope, belief: bytes, relation: str, to: bytes, agent: str, key: str | None
    ) -> Reply:
        """Say how two beliefs hang together; a relation is no evidence."""
        if relation not in RELATIONS:
            raise InvalidInput(
                f"a relation must be one of {', '.join(RELATIONS)}, not {shown(relation)}."
            )
        body: Body = {
            "kind": "relation",
            "layer": scope.write,
            "agent": agent,
            "claim": belief.hex(),
            "relation": relation,
            "to": to.hex(),
        }
        call = key_of(scope, key, "relate", body)

        def connect(writer: Writer) -> Reply:
            writer.begin(claims=[belief, to])
            if (replay := writer.replay("related", [belief])) is not None:
                return replay
            figures = writer.view.figures([belief, to])
            for end in (belief, to):
                found(figures.get(end), end)
            said = dict(body)
            self._mark(writer, said, belief)
            writer.append(said)
            writer.settle()
            reason = f"{relation} {to.hex()}"
            change = Change("related", belief.hex(), figures[belief].text, reason=reason)
            return writer.save(lambda: [change])

        return self._write(scope, connect, call)

    def bind(
        self, scope: Scope, one: bytes, other: bytes, agent: str, *, denies: bool = False
    ) -> Reply:
        """Say that two claims are one belief, or that one denies the other."""
        body: Body = {"kind": "link", "hand": True}
        if denies:
            body["denies"] = True
        return self._bond(scope, one, [other], agent, body)

    def part(self, scope: Scope, one: bytes, agent: str) -> Reply:
        """Say that a claim is none of the others that it was linked with."""
        with self.view(scope) as view:
            figure = found_belief(view.figure(one), one)
        others = [claim for claim in figure.members if claim != one]
        return self._bond(scope, one, others, agent, {"kind": "unlink"})

    def _bond(
        self, scope: Scope, one: bytes, others: Sequence[bytes], agent: str, body: Body
    ) -> Reply:
        if not others:
            return Reply()

        def connect(writer: Writer) -> Reply:
            writer.begin(claims=[one, *others])
            words = {claim: found_belief(writer.view.figure(claim), claim) for claim in others}
            figure = found_belief(writer.view.figure(one), one)
            if one in others or any(known.family != figure.family for known in words.values()):
                raise InvalidInput("only two claims of one family can be one; name two of them.")
            if body.get("denies") and figure.family != "binary":
                raise InvalidInput(
                    "only what is true or false can be denied; drop denies for a number or choice."
                )
            who = {"layer": scope.write, "agent": agent}
            pairs = [(one, other, body) for other in others]
            if body["kind"] == "link":
                pairs += _reunited(writer.view, *pairs[0])
            for claim, other, bond in pairs:
                said: Body = {**bond, **who, "claim": claim.hex(), "to": other.hex()}
                if before := writer.view.decided(claim, other):
                    said["replaces"] = before
                self._mark(writer, said, claim)
                writer.append(said)
            writer.settle()
            after = writer.view.figure(one)
            action = "joined" if body["kind"] == "link" else "split"
            name = (after or figure).claim.hex()
            text = (after or figure).text
            change = Change(action, name, text, *headlines(figure, after))
            return writer.save(lambda: [change])

        return self._write(scope, connect)

    def note(self, scope: Scope, kind: str, text: str, agent: str, key: str | None) -> Reply:
        """Write down a goal or a gap; neither ever moves a confidence."""
        words = clean(text, f"a {kind}")
        if not words:
            return Reply()
        claim = claim_id(kind, words)
        call = key_of(scope, key, kind, words)

        def write_down(writer: Writer) -> Reply:
            writer.begin(claims=[claim])
            if (replay := writer.replay("created", [claim])) is not None:
                return replay
            change = note_down(writer, claim, (kind, words), agent)
            writer.settle()
            return writer.save(lambda: [change])

        return self._write(scope, write_down, call)


def _reunited(
    view: View, left: bytes, right: bytes, body: Body
) -> Iterator[tuple[bytes, bytes, Body]]:
    """The other pairs of two beliefs that somebody took apart, which would keep these apart."""
    hand = {name: value for name, value in body.items() if name != "denies"}
    one, other = view.members(left), view.members(right)
    turned = one[left] ^ other[right] ^ body.get("denies", False)
    for claim, denies in one.items():
        for fellow, too in other.items():
            if (claim, fellow) != (left, right) and view.is_apart(claim, fellow):
                signed = {"denies": True} if denies ^ too ^ turned else {}
                yield claim, fellow, {**hand, **signed}


def _stated_truth(truth: object) -> bool | str | float:
    """An outcome as it is written down; whether it fits the belief is seen when that is known."""
    if isinstance(truth, bool):
        return truth
    if isinstance(truth, str):
        return clean_name(truth, "the outcome of a choice")
    return checked("the outcome of a number", truth, -MOST_VALUE, MOST_VALUE)


def _check_truth(family: str, truth: bool | str | float) -> None:
    wanted = {"binary": bool, "categorical": str, "numeric": float}.get(family)
    if wanted is None:
        raise InvalidInput(f"a {family} has no outcome; resolve it instead.")
    if not isinstance(truth, wanted):
        says = {bool: "True or False", str: "the name of a category", float: "a number"}[wanted]
        raise InvalidEvidence(
            f"the outcome of a {family} belief must be {says}, not {shown(truth)}."
        )

"""Contributing: one statement after another, each seeing what the ones before it have said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from beliefs.errors import Cycle, FamilyMismatch
from beliefs.ledger import rows as row
from beliefs.ledger.entries import Body, claim_id
from beliefs.ledger.figure import Figure
from beliefs.ledger.fold import Claim
from beliefs.ledger.linking import Linker, connect
from beliefs.ledger.statements import Draft, Manner
from beliefs.ledger.writing import Change, Reply, Writer, found_belief, headline, refuse_future


class Heard(NamedTuple):
    """What a text said, beside its statements."""

    agent: str
    linker: Linker
    notes: tuple[Claim, ...] = ()
    """Goals and gaps."""
    renewed: frozenset[bytes] = frozenset()
    """Claims whose past no longer counts."""


def contribute(writer: Writer, drafts: Sequence[Draft], heard: Heard | None = None) -> Reply:
    """Add what was said, all of it or nothing."""
    manners = list({id(said.manner): said.manner for said in drafts}.values())
    claims = list({said.claim: None for said in drafts})
    if any(manner.supersedes for manner in manners):
        claims = list(dict.fromkeys(claim for said in drafts for claim in touched_by(said)))
    noted = {claim_id(*note): note for note in heard.notes} if heard else {}
    keys = [key for manner in manners for key in voices_of(manner)]
    writer.begin(keys, [*claims, *noted])
    replay = writer.replay("updated", chain((said.claim for said in drafts), noted))
    if replay is not None:
        return replay
    texts = {said.claim: said.known for said in drafts if said.known is not None}
    # Most statements stand alone, and most callers never ask what they changed. What hangs
    # together with other claims is looked at now, while the store can still be asked.
    alone = heard is None and not any(manner.premises for manner in manners)
    if alone and len(texts) == len(claims) and writer.prepare(claims):
        for said in drafts:
            _say(writer, said, None)
        writer.settle()
        return writer.save(lambda: _changes(writer, claims, texts))
    writer.rows.ready.clear()  # what is said now may rest on something
    before = writer.view.figures(claims, texts)
    notes: list[Change] = []
    if heard:
        for claim in sorted(heard.renewed):
            _renew(writer, before.get(claim), heard.agent)
    for said in drafts:
        _say(writer, said, heard)
    if heard:
        notes = [note_down(writer, claim, note, heard.agent) for claim, note in noted.items()]
        connect(writer, heard.linker, [said.claim for said in drafts], heard.agent)
    writer.settle()
    texts |= {figure.claim: (figure.family, figure.text) for figure in before.values()}
    if unnamed := [claim for claim in claims if claim not in texts]:
        texts |= writer.transaction.claims(unnamed)
    linked = not alone or any(
        len(figure.members) > 1 or figure.rests_on for figure in before.values()
    )
    after = writer.view.figures(claims, texts) if linked else None
    return writer.save(lambda: [*_changes(writer, claims, texts, before, after), *notes])


def _changes(
    writer: Writer,
    claims: Sequence[bytes],
    texts: dict[bytes, Claim],
    before: dict[bytes, Figure] | None = None,
    after: dict[bytes, Figure] | None = None,
) -> Iterator[Change]:
    """What a call did; what was not looked at before is worked out from the rows it left."""
    before = writer.former.figures(claims, texts) if before is None else before
    after = writer.view.figures(claims, texts) if after is None else after
    spoken = {entry.subject for entry in writer.entries}
    return compare(claims, before, after, spoken, texts)


def note_down(writer: Writer, claim: bytes, note: Claim, agent: str) -> Change:
    """Append a goal or a gap."""
    kind, words = note
    writer.introduce(claim, note)
    body: Body = {
        "kind": kind,
        "layer": writer.scope.write,
        "agent": agent,
        "claim": claim.hex(),
        **writer.seen(claim),
    }
    writer.append(body)
    return Change("created", claim.hex(), words)


def _renew(writer: Writer, figure: Figure | None, agent: str) -> None:
    """Close what was said of a belief so far: the world has changed."""
    if figure is None or figure.closed is not None:
        return
    for claim in figure.members:
        body: Body = {
            "kind": "retraction",
            "layer": writer.scope.write,
            "agent": agent,
            "claim": claim.hex(),
            "closes": writer.view.open_generations(claim),
            "reason": "no longer so",
        }
        if mark := writer.mark(claim):
            body["mark"] = mark
        writer.append(body)


def _say(writer: Writer, said: Draft, heard: Heard | None) -> None:
    """Append one contribution, and the supersession it brings."""
    claim, known, manner = said
    if known is None:
        family = found_belief(writer.view.figure(claim), claim).family
        if family != manner.evidence.family:
            raise FamilyMismatch(
                f"belief {claim.hex()} is {family} and cannot take {manner.evidence.family} "
                "evidence; state the claim in words to start another belief."
            )
    else:
        writer.introduce(claim, known)
    refuse_future(manner.body, writer.recorded)
    if manner.premises:
        _check_premises(writer, claim, manner.premises)
    if manner.supersedes is not None:
        if heard is None:
            _supersede(writer, manner.supersedes, said)
        else:
            _outdate(writer, manner.supersedes, said, heard.agent)
    writer.say(claim, manner)


def _outdate(writer: Writer, old: bytes, said: Draft, agent: str) -> None:
    """Supersede what a text says is over, as far as there is something left to supersede."""
    figure = writer.view.figure(old)
    if figure is None or figure.closed is not None:
        return
    if said.claim in figure.members:  # one belief, whose other side holds now
        _renew(writer, figure, agent)
    else:
        _supersede(writer, old, said)


def _supersede(writer: Writer, old: bytes, said: Draft) -> None:
    new, layer = said.claim, said.manner.body["layer"]
    figure = found_belief(writer.view.figure(old), old)
    if old == new or new in figure.members:
        raise Cycle("a belief cannot supersede itself; retract it instead.")
    if figure.closed is not None:
        return
    for claim in figure.members:
        body: Body = {
            "kind": "supersession",
            "layer": layer,
            "agent": said.manner.body["agent"],
            "claim": claim.hex(),
            "by": new.hex(),
            "heir": [layer, writer.seen(new).get("generation", "")],
            "closes": writer.view.open_generations(claim),
        }
        if mark := writer.mark(claim):
            body["mark"] = mark
        writer.append(body)


def _check_premises(writer: Writer, claim: bytes, premises: Sequence[bytes]) -> None:
    """Premises must exist, and none may rest on what is being said."""
    figures = writer.view.figures(premises)
    for premise in premises:
        found_belief(figures.get(premise), premise)
    resting = {*premises, *writer.view.foundations(premises)}
    if not resting.isdisjoint(writer.view.members(claim)):
        raise Cycle(f"belief {claim.hex()} would rest on itself; remove that premise.")


def voices_of(manner: Manner) -> tuple[bytes, ...]:
    """The rows of the voices that speak in a statement."""
    body = manner.body
    agent = row.target_key("agent", body["agent"])
    return (agent, row.target_key("source", body["source"])) if "source" in body else (agent,)


def touched_by(said: Draft) -> tuple[bytes, ...]:
    """The claims that a statement changes."""
    old = said.manner.supersedes
    return (said.claim,) if old is None else (said.claim, old)


def request_of(said: Draft) -> Any:
    """What was asked, for recognising it when it is asked again."""
    return [
        said.body,
        None if said.manner.supersedes is None else said.manner.supersedes.hex(),
        [premise.hex() for premise in said.manner.premises],
    ]


def compare(
    claims: Sequence[bytes],
    before: dict[bytes, Figure],
    after: dict[bytes, Figure],
    spoken: set[bytes],
    texts: dict[bytes, Claim],
) -> Iterator[Change]:
    """What a call did to each belief it spoke of."""
    told: set[bytes] = set()
    for claim in claims:
        if claim not in spoken:
            continue
        known, figure = before.get(claim), after.get(claim)
        if figure is not None and figure.closed is not None:
            action: str = figure.status
        elif known is None or known.closed is not None:
            action = "created"
        else:
            action = "updated"
        name, text = (figure.claim, figure.text) if figure else (claim, texts[claim][1])
        if name not in told:
            told.add(name)
            yield Change(action, name.hex(), text, *headlines(known, figure))


def headlines(before: Figure | None, after: Figure | None) -> tuple[float | None, float | None]:
    """Where a belief stood and stands, both as the wording has it that names it now."""
    was, stands = headline(before), headline(after)
    if was is not None and before and after:
        shared = next((claim for claim in before.members if claim in after.members), None)
        if shared is not None and before.members[shared] != after.members[shared]:
            was = 1.0 - was
    return was, stands

"""A view: what counts, for one set of layers, at one moment.

What hides a contribution is decided here and nowhere else: a closed generation, a reset epoch,
a premise that does not stand. What is left is added up by the figure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from beliefs.errors import CorruptStore
from beliefs.kernel.trust import Override
from beliefs.ledger import rows as row
from beliefs.ledger.components import Bond, bonds_around, bonds_in, component
from beliefs.ledger.figure import Closed, Figure, Status
from beliefs.ledger.fold import Claim
from beliefs.ledger.rows import Rows
from beliefs.ledger.subtotals import Subtotal, turned
from beliefs.ledger.trust import Study, Trust

_CLOSED: dict[str, Status] = {
    "retraction": "retracted",
    "supersession": "superseded",
    "removal": "removed",
    "resolution": "resolved",
}


Words = Callable[[Iterable[bytes]], dict[bytes, Claim]]
"""Where the family and the words of claims are found."""


def rows_of(claims: Iterable[bytes], layers: Sequence[str]) -> tuple[list[bytes], list[bytes]]:
    """The rows that reading these claims needs: keys and prefixes."""
    keys = [row.LINKS, *(row.layer_key(layer) for layer in layers)]
    prefixes = []
    for claim in claims:
        for layer in layers:
            keys.append(row.closings_key(claim, layer))
            prefixes.append(row.subtotals_prefix(claim, layer))
    return keys, prefixes


class _Standing(NamedTuple):
    """What of a belief no closing hides, before its premises are looked at."""

    claim: bytes
    """The smallest of its claims, which names it."""
    lead: bytes
    """The claim that was said first, where it stands in stored order."""
    open: list[Subtotal]
    created: int
    closed: Closed | None
    members: dict[bytes, bool]
    """Its claims, and whether they deny the one that names it."""


class View:
    """What a reader of some layers sees at a moment."""

    def __init__(
        self,
        rows: Rows,
        words: Words,
        layers: Sequence[str],
        now: int,
        study: Study | None = None,
    ) -> None:
        self.rows = rows
        self._words = words
        self.layers = tuple(layers)
        self.now = now
        self._study = study
        self._trust = Trust(rows, study)
        self._beliefs: dict[bytes, dict[bytes, bool]] = {}

    # Loading

    def load(self, claims: Iterable[bytes]) -> None:
        """Fetch the rows of claims in one round trip."""
        claims = list(claims)
        self.rows.load(*rows_of(claims, self.layers))
        if self.rows.get(row.LINKS):
            self.rows.load([row.links_key(one, layer) for one in claims for layer in self.layers])

    def prepare(self, claims: Iterable[bytes]) -> bool:
        """Fetch what the figures of loaded claims will need when the store is out of reach.

        Returns whether that is all of it: not if they may hang together with other claims.
        """
        if self.rows.get(row.LINKS):
            return False
        agents, sources = set(), set()
        for claim in claims:
            for layer in self.layers:
                for _, subtotal in self.rows.under(row.subtotals_prefix(claim, layer)):
                    voice = subtotal.voice
                    if voice.premises:
                        return False
                    agents.add(voice.agent)
                    sources.add(voice.source)
        keys = [row.target_key("agent", agent) for agent in agents]
        keys += [row.target_key("source", source) for source in sources if source]
        self.rows.load(keys)
        return True

    # Figures

    def figure(self, claim: bytes) -> Figure | None:
        """The belief that a claim belongs to, or None if nothing was ever said about it here."""
        self.load([claim])
        return self.figures([claim]).get(claim)

    def figures(
        self, claims: Sequence[bytes], known: dict[bytes, Claim] | None = None
    ) -> dict[bytes, Figure]:
        """The beliefs of claims that exist here; `load` them first if they are many."""
        standings = self._with_premises(claims)
        # Most beliefs rest on nothing else; then all that was found is alive.
        resting = any(s.voice.premises for one in standings.values() for s in one.open)
        alive = _alive(standings) if resting else None
        wanted = {claim: standings[claim] for claim in claims if claim in standings}
        texts = known or {}
        missing = {one.claim for one in wanted.values()} - texts.keys()
        if missing:
            texts = {**texts, **self._words(missing)}
        if any(one.claim not in texts for one in wanted.values()):
            raise CorruptStore("the words of a belief are missing; restore a backup.")
        self._trust.load(s for one in wanted.values() for s in one.open)
        return {
            claim: self._figure(texts[standing.claim], standing, alive)
            for claim, standing in wanted.items()
        }

    def _figure(self, known: Claim, standing: _Standing, alive: set[bytes] | None) -> Figure:
        stands = standing.open
        rests_on: tuple[str, ...] = ()
        fallen: tuple[str, ...] = ()
        if alive is not None:
            stands = [s for s in stands if _stands(s, alive)]
            rests_on = tuple(sorted({p for s in standing.open for p in s.voice.premises}))
            fallen = tuple(p for p in rests_on if bytes.fromhex(p) not in alive)
        return Figure(
            standing.claim, known, stands, self._trust, self.now, standing.created,
            standing.closed, rests_on, fallen, standing.lead, standing.members,
        )  # fmt: skip

    def foundations(self, claims: Iterable[bytes]) -> set[bytes]:
        """Claims and everything that they rest on, however deep."""
        return set(self._with_premises(claims))

    # Beliefs: claims that are linked

    def members(self, claim: bytes) -> dict[bytes, bool]:
        """The claims that are one belief with this one, and whether they deny the smallest."""
        if not self.rows.get(row.LINKS):
            return {claim: False}
        known = self._beliefs.get(claim)
        if known is None:
            bonds = bonds_around(claim, self._bonds_of, self.load)
            known = component(claim, bonds) if bonds else {claim: False}
            for member in known:
                self._beliefs[member] = known
        return known

    def _bonds_of(self, claim: bytes) -> Iterator[tuple[bytes, Bond]]:
        found = (self.rows.get(row.links_key(claim, layer)) for layer in self.layers)
        return bonds_in(links for links in found if links)

    def decided(self, one: bytes, other: bytes) -> list[str]:
        """What people have said so far about whether two claims belong together."""
        found = []
        for layer in self.layers:
            known = self.rows.get(row.links_key(one, layer)) or {}
            for side in known.get(other.hex(), {}).values():
                found += [statement[1] for statement in side if statement[5]]
        return sorted({*found})

    def is_bonded(self, one: bytes, other: bytes) -> bool:
        """Whether it has been said whether two claims belong together."""
        return any(
            other.hex() in (self.rows.get(row.links_key(one, layer)) or ()) for layer in self.layers
        )

    def is_apart(self, one: bytes, other: bytes) -> bool:
        """Whether somebody said last that two claims do not belong together."""
        self.load([one])
        return any(not bond.linked for claim, bond in self._bonds_of(one) if claim == other)

    def relinked(self) -> None:
        """Work out anew which claims belong together."""
        self._beliefs = {}

    def _with_premises(self, claims: Iterable[bytes]) -> dict[bytes, _Standing]:
        """The standing of claims that exist here, and of everything they rest on."""
        standings: dict[bytes, _Standing] = {}
        waiting = list(claims)
        epochs = {layer: self.closed_epochs(layer) for layer in self.layers}
        while waiting:
            premises: set[str] = set()
            for claim in waiting:
                standing = standings.get(claim) or self._standing(claim, epochs)
                if standing is not None:
                    for member in standing.members:
                        standings[member] = standing
                    standings[claim] = standing
                    for subtotal in standing.open:
                        premises.update(subtotal.voice.premises)
            waiting = [p for p in map(bytes.fromhex, sorted(premises)) if p not in standings]
            if waiting:
                self.load(waiting)
                waiting = [claim for claim in waiting if self._standing(claim, epochs)]
        return standings

    def _standing(self, claim: bytes, epochs: dict[str, Sequence[str]]) -> _Standing | None:
        members = self.members(claim)
        said = {member: found for member in members if (found := self._said(member))}
        if not said:
            return None
        if len(said) > 1:
            # A link that came from outside may lead to a claim of another family; it is none.
            family = _family(said[claim if claim in said else min(said)])
            said = {member: found for member, found in said.items() if _family(found) == family}
            if family != "binary":
                members = dict.fromkeys(members, False)
        name = min(said)
        present = {member: members[member] ^ members[name] for member in said}
        visible: list[Subtotal] = []
        endings: list[dict[str, Any]] = []
        reset = False
        for member, denies in present.items():
            closings = self.closings(member)
            closed = _closed(closings)
            endings += closings
            for layer, subtotal in said[member]:
                if subtotal.voice.epoch in epochs[layer]:
                    reset = True
                elif not closed or (layer, subtotal.voice.generation) not in closed:
                    visible.append(turned(subtotal) if denies else subtotal)
        created, lead = min(
            (min([subtotal.first for _, subtotal in found]), member)
            for member, found in said.items()
        )
        why: Closed | None = None
        if not visible:
            if endings:
                last = _last(sorted(endings, key=_moment), _closed(endings))
                why = Closed(_CLOSED[last["kind"]], last.get("by"), last.get("reason"))
            elif reset:
                why = Closed("reset")
        return _Standing(name, lead, visible, created, why, present)

    def _said(self, claim: bytes) -> list[tuple[str, Subtotal]]:
        """The subtotals of one claim, with their layers."""
        return [
            (layer, subtotal)
            for layer in self.layers
            for _, subtotal in self.rows.under(row.subtotals_prefix(claim, layer))
        ]

    def closings(self, claim: bytes) -> list[dict[str, Any]]:
        """What closed a claim, as seen from these layers, oldest first."""
        found = []
        for layer in self.layers:
            known = self.rows.get(row.closings_key(claim, layer))
            if known:
                found += [closing for closing in known if not closing.get("inert")]
        return sorted(found, key=_moment) if found else found

    def untouched(self, claims: Iterable[bytes]) -> set[bytes]:
        """The claims that nothing can have hidden, no closing and no reset; they are not loaded."""
        if any(self.closed_epochs(layer) for layer in self.layers):
            return set()
        claims = list(claims)
        self.rows.load([row.closings_key(one, layer) for one in claims for layer in self.layers])
        return {claim for claim in claims if not self.closings(claim)}

    def closed_epochs(self, layer: str) -> Sequence[str]:
        """The epochs of a layer that a reset has ended."""
        known = self.rows.get(row.layer_key(layer))
        return known["closed"] if known else ()

    def generation(self, claim: bytes) -> str:
        """The last closing of a claim that a new contribution has seen."""
        closings = self.closings(claim)
        return _last(closings, _closed(closings))["ref"] if closings else ""

    def epoch(self, layer: str) -> str:
        """The last reset of a layer."""
        known = self.rows.get(row.layer_key(layer))
        return open_end(known["resets"], known["closed"]) if known else ""

    def open_generations(self, claim: bytes) -> list[list[str]]:
        """The (layer, generation) pairs that a closing written now hides.

        The generation that begins with the last closing is among them, though nothing may have
        been said in it: so each closing closes the one before, and the last is the open one,
        also where moments are equal.
        """
        closed = _closed(self.closings(claim))
        found = {
            place
            for layer, subtotal in self._said(claim)
            if subtotal.voice.epoch not in self.closed_epochs(layer)
            and (place := (layer, subtotal.voice.generation)) not in closed
        }
        if begun := self.generation(claim):
            found |= {(layer, begun) for layer in self.layers}
        return [list(pair) for pair in sorted(found)]

    def said_here(self, prefix: bytes) -> list[bytes]:
        """The keys under a prefix whose row names a layer of this view."""
        found = self.rows.under(prefix)
        return [key for key, layers in found if not set(self.layers).isdisjoint(layers)]

    # Trust

    def override(self, kind: str, name: str) -> Override | None:
        """What somebody decided about a voice."""
        return self._trust.override(kind, name)

    def record(self, kind: str, name: str) -> tuple[int, int]:
        """How often a voice was right, of how many beliefs with an outcome."""
        return self._trust.record(kind, name)

    def factor(self, kind: str, name: str) -> float:
        """What the contributions of an agent or a source are multiplied by."""
        return self._trust.factor(kind, name)

    def regraded(self) -> None:
        """Look trust up again from here on; figures made before keep what they saw."""
        self._trust = Trust(self.rows, self._study)


def _family(said: list[tuple[str, Subtotal]]) -> str:
    """The family of a claim, as what was said of it shows."""
    _, subtotal = said[0]
    if subtotal.labels:
        return "categorical"
    return {0: "note", 2: "binary"}.get(len(subtotal.amounts), "numeric")


def _moment(closing: dict[str, Any]) -> tuple[int, str]:
    return closing["at"], closing["ref"]


def _closed(closings: list[dict[str, Any]]) -> set[tuple[str, str]]:
    """The (layer, generation) pairs that closings hide."""
    return {(layer, begun) for closing in closings for layer, begun in closing["closes"]}


def _last(closings: list[dict[str, Any]], closed: set[tuple[str, str]]) -> dict[str, Any]:
    """The closing that no other has closed; of several that did not know of each other, one."""
    ended = {begun for _, begun in closed}
    return next((c for c in reversed(closings) if c["ref"] not in ended), closings[-1])


def open_end(statements: list[Any], closed: Sequence[str]) -> str:
    """The reference of the last (moment, reference) that no other has closed."""
    found = [ref for _, ref in statements if ref not in closed]
    return str(found[-1] if found else statements[-1][1])


def _stands(subtotal: Subtotal, alive: set[bytes]) -> bool:
    premises = subtotal.voice.premises
    return not premises or all(bytes.fromhex(premise) in alive for premise in premises)


def _alive(standings: dict[bytes, _Standing]) -> set[bytes]:
    """The claims with something that stands: the least fixed point, so circles hold up nothing."""
    alive: set[bytes] = set()
    ready: list[bytes] = []
    waiting: dict[bytes, list[tuple[bytes, set[bytes]]]] = {}
    for claim, standing in standings.items():
        for subtotal in standing.open:
            missing = set(map(bytes.fromhex, subtotal.voice.premises))
            if not missing:
                ready.append(claim)
            for premise in missing:
                waiting.setdefault(premise, []).append((claim, missing))
    while ready:
        claim = ready.pop()
        if claim not in alive:
            alive.add(claim)
            for dependent, missing in waiting.get(claim, ()):
                missing.discard(claim)
                if not missing:
                    ready.append(dependent)
    return alive

"""A view: what counts, for one set of layers, at one moment.

What hides a contribution is decided here and nowhere else: a closed generation, a reset epoch,
a premise that does not stand. What is left is added up by the figure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from beliefs.errors import CorruptStore
from beliefs.kernel.trust import Override, earned_factor, override_factor
from beliefs.ledger import rows as row
from beliefs.ledger.figure import Closed, Figure, Status
from beliefs.ledger.fold import Claim, current
from beliefs.ledger.rows import Rows
from beliefs.ledger.subtotals import Subtotal

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
    keys = [row.layer_key(layer) for layer in layers]
    prefixes = []
    for claim in claims:
        for layer in layers:
            keys.append(row.closings_key(claim, layer))
            prefixes.append(row.subtotals_prefix(claim, layer))
    return keys, prefixes


class _Standing(NamedTuple):
    """The subtotals of a claim that no closing hides, before its premises are looked at."""

    open: list[tuple[str, Subtotal]]
    created: int
    closed: Closed | None


class View:
    """What a reader of some layers sees at a moment."""

    def __init__(self, rows: Rows, words: Words, layers: Sequence[str], now: int) -> None:
        self.rows = rows
        self._words = words
        self.layers = tuple(layers)
        self.now = now
        self._trust = _Trust(rows)

    # Loading

    def load(self, claims: Iterable[bytes]) -> None:
        """Fetch the rows of claims in one round trip."""
        self.rows.load(*rows_of(claims, self.layers))

    # Figures

    def figure(self, claim: bytes) -> Figure | None:
        """One claim, or None if nothing was ever said about it here."""
        self.load([claim])
        return self.figures([claim]).get(claim)

    def figures(
        self, claims: Sequence[bytes], known: dict[bytes, Claim] | None = None
    ) -> dict[bytes, Figure]:
        """The claims that exist in this view; `load` them first if they are many."""
        standings = self._with_premises(claims)
        # Most beliefs rest on nothing else; then all that was found is alive.
        resting = any(s.voice.premises for one in standings.values() for _, s in one.open)
        alive = _alive(standings) if resting else None
        wanted = [claim for claim in claims if claim in standings]
        texts = known or {}
        missing = [claim for claim in wanted if claim not in texts]
        if missing:
            texts = {**texts, **self._words(missing)}
        if any(claim not in texts for claim in wanted):
            raise CorruptStore("the words of a belief are missing; restore a backup.")
        self._trust.load(standings[claim] for claim in wanted)
        return {
            claim: self._figure(claim, texts[claim], standings[claim], alive) for claim in wanted
        }

    def _figure(
        self, claim: bytes, known: Claim, standing: _Standing, alive: set[bytes] | None
    ) -> Figure:
        stands = [s for _, s in standing.open]
        rests_on: tuple[str, ...] = ()
        fallen: tuple[str, ...] = ()
        if alive is not None:
            stands = [s for s in stands if _stands(s, alive)]
            premises = {premise for _, s in standing.open for premise in s.voice.premises}
            rests_on = tuple(sorted(premises))
            fallen = tuple(p for p in rests_on if bytes.fromhex(p) not in alive)
        return Figure(
            claim, known, stands, self._trust.factor, self.now, standing.created,
            standing.closed, rests_on, fallen,
        )  # fmt: skip

    def foundations(self, claims: Iterable[bytes]) -> set[bytes]:
        """Claims and everything that they rest on, however deep."""
        return set(self._with_premises(claims))

    def _with_premises(self, claims: Iterable[bytes]) -> dict[bytes, _Standing]:
        """The standing of claims that exist here, and of everything they rest on."""
        standings: dict[bytes, _Standing] = {}
        waiting = list(claims)
        epochs = {layer: self.closed_epochs(layer) for layer in self.layers}
        while waiting:
            premises: set[str] = set()
            for claim in waiting:
                standing = self._standing(claim, epochs)
                if standing is not None:
                    standings[claim] = standing
                    for _, subtotal in standing.open:
                        premises.update(subtotal.voice.premises)
            waiting = [p for p in map(bytes.fromhex, sorted(premises)) if p not in standings]
            if waiting:
                self.load(waiting)
                waiting = [claim for claim in waiting if self._standing(claim, epochs)]
        return standings

    def _standing(self, claim: bytes, epochs: dict[str, Sequence[str]]) -> _Standing | None:
        said = []
        for layer in self.layers:
            for _, subtotal in self.rows.under(row.subtotals_prefix(claim, layer)):
                said.append((layer, subtotal))
        if not said:
            return None
        created = min([subtotal.first for _, subtotal in said])
        closings = self.closings(claim)
        closed = _closed(closings)
        visible, reset = [], False
        for layer, subtotal in said:
            if subtotal.voice.epoch in epochs[layer]:
                reset = True
            elif not closed or (layer, subtotal.voice.generation) not in closed:
                visible.append((layer, subtotal))
        why: Closed | None = None
        if not visible:
            if closings:
                last = _last(closings, closed)
                why = Closed(_CLOSED[last["kind"]], last.get("by"), last.get("reason"))
            elif reset:
                why = Closed("reset")
        return _Standing(visible, created, why)

    def closings(self, claim: bytes) -> list[dict[str, Any]]:
        """What closed a claim, as seen from these layers, oldest first."""
        found = []
        for layer in self.layers:
            known = self.rows.get(row.closings_key(claim, layer))
            if known:
                found += [closing for closing in known if not closing.get("inert")]
        return sorted(found, key=_moment) if found else found

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
        standing = self._with_premises([claim]).get(claim)
        opened = standing.open if standing else []
        found = {(layer, subtotal.voice.generation) for layer, subtotal in opened}
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
        self._trust = _Trust(self.rows)


class _Trust:
    """The factors of voices, each worked out once; what has been worked out never changes."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._factors: dict[tuple[str, str], float] = {}

    def load(self, standings: Iterable[_Standing]) -> None:
        """Fetch, in one round trip, and work out the factors that figures will ask for."""
        targets = {
            target
            for standing in standings
            for _, subtotal in standing.open
            for target in (("agent", subtotal.voice.agent), ("source", subtotal.voice.source))
            if target not in self._factors and target[1]
        }
        if targets:
            self._rows.load([row.target_key(*target) for target in targets])
            for target in targets:
                self.factor(*target)

    def override(self, kind: str, name: str) -> Override | None:
        stated = current(self._rows.get(row.target_key(kind, name)))
        return Override(*stated) if stated else None

    def record(self, kind: str, name: str) -> tuple[int, int]:
        known = self._rows.get(row.target_key(kind, name)) or {}
        return known.get("right", 0), known.get("graded", 0)

    def factor(self, kind: str, name: str) -> float:
        factor = self._factors.get((kind, name))
        if factor is None:
            factor = 1.0
            if self._rows.get(row.target_key(kind, name)):
                override, record = self.override(kind, name), self.record(kind, name)
                if override is not None:
                    factor = override_factor(override, *record)
                elif kind == "agent":
                    factor = earned_factor(*record)
            self._factors[kind, name] = factor
        return factor


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
        for _, subtotal in standing.open:
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

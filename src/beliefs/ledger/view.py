"""A view: what the rows amount to, for one set of layers, at one moment.

Reading multiplies each subtotal by its weight and adds. What hides a contribution is decided
here and nowhere else: a closed generation, a reset epoch, a premise that does not stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from beliefs.kernel import pooling
from beliefs.kernel.exact import Sum, divide, product
from beliefs.kernel.freshness import fade, freshness
from beliefs.kernel.pooling import Pooled
from beliefs.kernel.trust import Override, earned_factor, override_factor
from beliefs.ledger import rows as row
from beliefs.ledger.fold import Claim, Library, current
from beliefs.ledger.rows import Rows
from beliefs.ledger.subtotals import Subtotal, Voice

Status = Literal["active", "unsupported", "retracted", "superseded", "removed", "reset", "resolved"]
_CLOSED: dict[str, Status] = {
    "retraction": "retracted",
    "supersession": "superseded",
    "removal": "removed",
    "resolution": "resolved",
}


class Closed(NamedTuple):
    """Why a belief is not active: what happened, who took over, what was said about it."""

    status: Status
    by: str | None = None
    reason: str | None = None


class Heard(NamedTuple):
    """One voice in a view: what it adds after every weight."""

    voice: Voice
    weight: float
    freshness: float
    amounts: tuple[float, ...]
    labels: tuple[str, ...]
    count: int
    last: int


class Figure(NamedTuple):
    """One claim, added up."""

    claim: bytes
    family: str
    text: str
    status: Status
    pooled: Pooled
    heard: tuple[Heard, ...]
    count: int
    last: int | None
    """The latest moment observed among what stands."""
    freshness: float
    created: int
    rests_on: tuple[str, ...]
    fallen: tuple[str, ...]
    """Premises that no longer stand, if that is why something here does not count."""
    closed: Closed | None


class _Standing(NamedTuple):
    """The subtotals of a claim that no closing hides, before its premises are looked at."""

    open: tuple[tuple[str, Subtotal], ...]
    created: int | None
    closed: Closed | None


class View:
    """What a reader of some layers sees at a moment."""

    def __init__(self, rows: Rows, library: Library, layers: Sequence[str], now: int) -> None:
        self.rows = rows
        self.library = library
        self.layers = tuple(layers)
        self.now = now

    # Loading

    def keys_of(self, claims: Iterable[bytes]) -> tuple[list[bytes], list[bytes]]:
        """The rows that reading these claims needs: keys and prefixes."""
        claims = list(claims)
        keys = [row.layer_key(layer) for layer in self.layers]
        keys += [row.claim_key(claim, layer) for claim in claims for layer in self.layers]
        prefixes = [row.subtotals_prefix(claim, layer) for claim in claims for layer in self.layers]
        return keys, prefixes

    def load(self, claims: Iterable[bytes]) -> None:
        """Fetch the rows of claims in one round trip."""
        self.rows.load(*self.keys_of(claims))

    # Figures

    def figure(self, claim: bytes) -> Figure | None:
        """One claim, or None if nothing was ever said about it here."""
        return self.figures([claim]).get(claim)

    def figures(
        self, claims: Sequence[bytes], known: dict[bytes, Claim] | None = None
    ) -> dict[bytes, Figure]:
        """The claims that exist in this view, added up."""
        self.load(claims)
        standings = self._with_premises(claims)
        alive = _alive(standings)
        wanted = [claim for claim in claims if standings[claim].created is not None]
        texts = dict(known or {})
        missing = [claim for claim in wanted if claim not in texts]
        if missing:
            texts.update(self.library.claims(missing))
        self._load_trust(standings[claim] for claim in wanted)
        return {
            claim: self._add_up(claim, texts[claim], standings[claim], alive) for claim in wanted
        }

    def _with_premises(self, claims: Sequence[bytes]) -> dict[bytes, _Standing]:
        standings = {claim: self._standing(claim) for claim in claims}
        waiting = list(standings)
        while waiting:
            premises = {
                bytes.fromhex(premise)
                for claim in waiting
                for _, subtotal in standings[claim].open
                for premise in subtotal.voice.premises
            }
            waiting = [premise for premise in premises if premise not in standings]
            if waiting:
                self.load(waiting)
                standings.update((premise, self._standing(premise)) for premise in waiting)
        return standings

    def _standing(self, claim: bytes) -> _Standing:
        closings = self.closings(claim)
        closed = {tuple(pair) for closing in closings for pair in closing["closes"]}
        created: int | None = None
        visible = []
        reset = False
        for layer in self.layers:
            known = self.rows.get(row.claim_key(claim, layer))
            if not known or known.get("created") is None:
                continue
            created = known["created"] if created is None else min(created, known["created"])
            epochs = self.closed_epochs(layer)
            for _, subtotal in self.rows.under(row.subtotals_prefix(claim, layer)):
                if subtotal.voice.epoch in epochs:
                    reset = True
                elif (layer, subtotal.voice.generation) not in closed:
                    visible.append((layer, subtotal))
        why: Closed | None = None
        if not visible:
            if closings:
                last = closings[-1]
                why = Closed(_CLOSED[last["kind"]], last.get("by"), last.get("reason"))
            elif reset:
                why = Closed("reset")
        return _Standing(tuple(visible), created, why)

    def closings(self, claim: bytes) -> list[dict[str, Any]]:
        """What closed a claim, as seen from these layers, oldest first."""
        found = []
        for layer in self.layers:
            known = self.rows.get(row.claim_key(claim, layer))
            if known:
                found += [closing for closing in known["closings"] if not closing.get("inert")]
        return sorted(found, key=_moment)

    def closed_epochs(self, layer: str) -> list[str]:
        """The epochs of a layer that a reset has ended."""
        known = self.rows.get(row.layer_key(layer))
        return known["closed"] if known else []

    def generation(self, claim: bytes) -> str:
        """The last closing of a claim that a new contribution has seen."""
        closings = self.closings(claim)
        return closings[-1]["ref"] if closings else ""

    def epoch(self, layer: str) -> str:
        """The last reset of a layer."""
        known = self.rows.get(row.layer_key(layer))
        return str(known["resets"][-1][1]) if known else ""

    def open_generations(self, claim: bytes) -> list[list[str]]:
        """The (layer, generation) pairs that a closing written now would hide."""
        standing = self._standing(claim)
        found = {(layer, subtotal.voice.generation) for layer, subtotal in standing.open}
        return [list(pair) for pair in sorted(found)]

    # Trust

    def _load_trust(self, standings: Iterable[_Standing]) -> None:
        voices = {subtotal.voice for standing in standings for _, subtotal in standing.open}
        targets = {row.target_key("agent", voice.agent) for voice in voices}
        targets |= {row.target_key("source", voice.source) for voice in voices if voice.source}
        self.rows.load(targets)

    def override(self, kind: str, name: str) -> Override | None:
        """What somebody decided about a voice."""
        stated = current(self.rows.get(row.target_key(kind, name)))
        return Override(*stated) if stated else None

    def record(self, kind: str, name: str) -> tuple[int, int]:
        """How often a voice was right, of how many beliefs with an outcome."""
        known = self.rows.get(row.target_key(kind, name)) or {}
        return known.get("right", 0), known.get("graded", 0)

    def factor(self, kind: str, name: str) -> float:
        """What the contributions of an agent or a source are multiplied by."""
        override = self.override(kind, name)
        if override is not None:
            return override_factor(override, *self.record(kind, name))
        return earned_factor(*self.record(kind, name)) if kind == "agent" else 1.0

    # Adding up

    def _add_up(self, claim: bytes, known: Claim, standing: _Standing, alive: set[bytes]) -> Figure:
        family, text = known
        open_ = [subtotal for _, subtotal in standing.open]
        stands = [s for s in open_ if _stands(s, alive)]
        rests_on = sorted({premise for s in open_ for premise in s.voice.premises})
        status: Status = "active" if stands else "unsupported"
        if standing.closed:
            status = standing.closed.status
        labels = sorted({label for s in stands for label in s.labels}, key=str.encode)
        width = {"numeric": 3, "categorical": len(labels)}.get(family, 2)
        total, heard = Sum(width), []
        shares = self._shares(stands)
        for subtotal in stands:
            heard.append(
                self._hear(subtotal, shares.get(subtotal.voice.origin, 1.0), labels, total)
            )
        declared = frozenset(name for s in stands for name in s.among)
        return Figure(
            claim=claim,
            family=family,
            text=text,
            status=status,
            pooled=_pool(family, total, labels, declared),
            heard=tuple(heard),
            count=sum(s.count for s in stands),
            last=max((s.last for s in stands), default=None),
            freshness=max((h.freshness for h in heard), default=0.0),
            created=standing.created or 0,
            rests_on=tuple(rests_on),
            fallen=tuple(p for p in rests_on if bytes.fromhex(p) not in alive),
            closed=standing.closed,
        )

    def _hear(self, subtotal: Subtotal, share: float, labels: list[str], total: Sum) -> Heard:
        """Weigh one subtotal and add it to the total."""
        voice = subtotal.voice
        factors = [share, self.factor("agent", voice.agent)]
        if voice.source:
            factors.append(self.factor("source", voice.source))
        scale = product(factors)
        denominator, shift = self._fade(voice)
        amounts: Sequence[int] = [a * scale.mantissa for a in subtotal.amounts]
        if subtotal.labels:
            by_label = dict(zip(subtotal.labels, amounts, strict=True))
            amounts = [by_label.get(label, 0) for label in labels]
        exponent = subtotal.exponent + scale.exponent - shift
        if amounts:
            total.add(amounts, exponent, denominator)
        unit = denominator << max(0, -exponent)
        return Heard(
            voice,
            divide(scale.mantissa, 1 << -scale.exponent),
            freshness(subtotal.last, self.now, voice.half_life),
            tuple([divide(a << max(0, exponent), unit) for a in amounts]),
            tuple(labels) if subtotal.labels else (),
            subtotal.count,
            subtotal.last,
        )

    def _fade(self, voice: Voice) -> tuple[int, int]:
        if not voice.half_life:
            return 1, 0
        return fade(self.now, voice.half_life, voice.window)

    def _shares(self, stands: list[Subtotal]) -> dict[str, float]:
        """For each origin, the strongest report over the sum of all: one report, told often."""
        groups: dict[str, list[Subtotal]] = {}
        for subtotal in stands:
            if subtotal.voice.origin:
                groups.setdefault(subtotal.voice.origin, []).append(subtotal)
        shares = {}
        for origin, members in groups.items():
            if sum(member.count for member in members) > 1:
                strongest = max(self._faded(member, member.peak) for member in members)
                together = sum(self._faded(member, member.strength) for member in members)
                shares[origin] = float(strongest / together) if together else 1.0
        return shares

    def _faded(self, subtotal: Subtotal, amount: int) -> Fraction:
        denominator, shift = self._fade(subtotal.voice)
        return Fraction(amount) * Fraction(2) ** (subtotal.exponent - shift) / denominator


def _moment(closing: dict[str, Any]) -> tuple[int, str]:
    return closing["at"], closing["ref"]


def _stands(subtotal: Subtotal, alive: set[bytes]) -> bool:
    return all(bytes.fromhex(premise) in alive for premise in subtotal.voice.premises)


def _alive(standings: dict[bytes, _Standing]) -> set[bytes]:
    """The claims with something that stands: the least fixed point, so circles hold up nothing."""
    alive: set[bytes] = set()
    while True:
        more = {
            claim
            for claim, standing in standings.items()
            if claim not in alive and any(_stands(s, alive) for _, s in standing.open)
        }
        if not more:
            return alive
        alive |= more


def _pool(family: str, total: Sum, labels: list[str], declared: frozenset[str]) -> Pooled:
    if family == "numeric":
        return pooling.gaussian_of(total)
    if family == "categorical":
        return pooling.dirichlet_of(total, labels, declared)
    return pooling.beta_of(total)

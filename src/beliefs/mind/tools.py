"""Tools: how often each succeeds, in which context. Each outcome is evidence like any other."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from beliefs.errors import InvalidInput, shown
from beliefs.kernel.intervals import Interval
from beliefs.ledger.entries import canonical
from beliefs.ledger.ledger import Ledger
from beliefs.ledger.paging import pages
from beliefs.ledger.scopes import TOOLS, Scope
from beliefs.ledger.statements import Statement
from beliefs.ledger.text import clean, clean_name
from beliefs.mind.belief import Belief
from beliefs.mind.moves import THIN_BELOW

SURE_FROM = 20.0
"""With this many outcomes a rate is known with high confidence; with `THIN_BELOW`, medium."""

_SCOPE = Scope(TOOLS, (TOOLS,))


class ToolPrior(NamedTuple):
    """How a tool does in a context."""

    tool: str
    context: str
    """Empty if none was given."""
    rate: float
    """The mean of the success rate, from a uniform prior."""
    evidence: float
    interval: Interval
    confidence: str
    """How well the rate is known: low, medium or high."""


class Tools:
    """Success per tool and context."""

    def __init__(self, ledger: Ledger, agent: str) -> None:
        self._ledger = ledger
        self._agent = agent

    def observe(
        self,
        tool: str,
        success: bool,
        *,
        context: str = "",
        weight: float = 1.0,
        observed: datetime | None = None,
        idempotency_key: str | None = None,
    ) -> ToolPrior:
        """Note whether a tool did what it should; returns what is known of it now."""
        if not isinstance(success, bool):
            raise InvalidInput(f"success must be True or False, not {shown(success)}.")
        words = _claim(tool, context)
        said = Statement(words, refutes=not success, strength=weight, observed=observed)
        self._ledger.contribute(_SCOPE, [said], self._agent, idempotency_key)
        (prior,) = self.priors(tool=tool, context=context)
        return prior

    def priors(
        self, *, tool: str | None = None, context: str | None = None, limit: int = 100
    ) -> list[ToolPrior]:
        """Return what is known of tools, by name."""
        if type(limit) is not int or limit < 0:
            raise InvalidInput(f"limit must be a whole number, 0 or more, not {shown(limit)}.")
        name = None if tool is None else clean_name(tool, "tool")
        place = None if context is None else clean(context, "context")
        found = (
            prior
            for prior in map(_prior, self._all())
            if name in (None, prior.tool) and place in (None, prior.context)
        )
        return sorted(found, key=lambda prior: (prior.tool, prior.context))[:limit]

    def _all(self) -> Iterable[Belief]:
        with self._ledger.store.read(self._ledger.namespace) as snapshot:
            view = self._ledger.view_of(snapshot, _SCOPE)
            return [Belief(f) for page in pages(snapshot, view) for f in page if f.closed is None]


def _claim(tool: str, context: str) -> str:
    return canonical([clean_name(tool, "tool"), clean(context, "context")])


def _prior(belief: Belief) -> ToolPrior:
    tool, context = json.loads(belief.claim)
    amount = belief.evidence
    known = "high" if amount >= SURE_FROM else "medium" if amount >= THIN_BELOW else "low"
    rate = belief.confidence
    assert rate is not None
    return ToolPrior(tool, context, rate, amount, belief.interval, known)

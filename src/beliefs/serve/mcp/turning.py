"""Tools for a turn: read before acting, write after."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from beliefs.mind.beliefs import Beliefs
from beliefs.mind.observation import Observation
from beliefs.serve.mcp.arguments import (
    Agent,
    EvidenceType,
    Key,
    Moment,
    Origin,
    Reference,
    Reliability,
    Source,
)
from beliefs.serve.mcp.tool import reads, writes
from beliefs.serve.mcp.turn_answers import ContextAnswer, TurnAnswer

MOST_MOVES = 5
"""Questions that a turn is shown."""


def before(
    beliefs: Beliefs,
    text: Annotated[
        str,
        Field(description="What the turn is about: the task or question. Empty for everything."),
    ] = "",
    budget: Annotated[int, Field(ge=0, description="How many tokens the prompt may have.")] = 1000,
) -> ContextAnswer:
    """Look up what matters before you act.

    Returns what is believed about the text, with confidence and evidence, open goals and gaps,
    contradictions, how clear the matter is, and what to find out next. Writes nothing; what it
    shows is remembered while the server runs, so that `after` does not take it for evidence when
    you repeat it.
    """
    answer = ContextAnswer.of(beliefs.before(text, budget=budget))
    return answer.model_copy(update={"moves": answer.moves[:MOST_MOVES]})


def after(
    beliefs: Beliefs,
    text: Annotated[str, Field(description="What you concluded, or what a tool returned.")],
    tool: Annotated[str | None, Field(description="The tool whose output it is.")] = None,
    source: Source = None,
    idempotency_key: Key = None,
) -> TurnAnswer:
    """Write down what a text says, after you acted.

    Reads plain sentences: claims, hedges, denials, numbers, goals and open questions. Adds
    evidence to beliefs and creates new ones; sentences that were not understood are listed and
    change nothing. Without tool or source the words are your own, and however often you say
    them they count as one report.
    """
    return _told(beliefs.after(text, tool=tool, source=source, idempotency_key=idempotency_key))


def observe(
    beliefs: Beliefs,
    text: Annotated[str, Field(description="What was said or found, in plain sentences.")],
    agent: Agent = None,
    tool: Annotated[str | None, Field(description="The tool whose output it is.")] = None,
    source: Source = None,
    origin: Origin = None,
    reliability: Reliability = None,
    evidence_type: EvidenceType = None,
    observed: Moment | None = None,
    reference: Reference = None,
    idempotency_key: Key = None,
) -> TurnAnswer:
    """Write down what a text says, with full control of where it comes from.

    Like `after`, for what somebody else said: who, from what source, of which origin, how
    reliable, and when. Adds evidence to beliefs and creates new ones.
    """
    observation = Observation(
        text, agent, tool, source, origin, reliability, evidence_type, observed, reference
    )
    return _told(beliefs.observe(observation, idempotency_key=idempotency_key))


def _told(delta: object) -> TurnAnswer:
    answer = TurnAnswer.of(delta)
    return answer.model_copy(update={"moves": answer.moves[:MOST_MOVES]})


TURNS = (
    reads("before", "What matters now", before),
    writes("after", "Write down what a text says", after),
    writes("observe", "Write down what somebody said", observe),
)

"""Resources: the world, and each belief, as JSON to read; and a prompt to begin a turn with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, NamedTuple

from pydantic import BaseModel, Field

from beliefs.mind.beliefs import Beliefs
from beliefs.serve.mcp.answers import Answer
from beliefs.serve.mcp.looking import get
from beliefs.serve.mcp.tool import signature_of, told_by
from beliefs.serve.mcp.turn_answers import WorldAnswer
from beliefs.serve.mcp.turning import before

WORLD_URI = "beliefs://world"
BELIEF_URI = "beliefs://belief/{id}"
MOST_BELIEFS = 100
"""Beliefs in the world as a resource; the rest is for `list` and `search`."""


class Resource(NamedTuple):
    """Something to read, at one address or at many."""

    uri: str
    """An address, or a template of addresses: RFC 6570."""
    name: str
    title: str
    description: str
    read: Callable[..., Answer]

    @property
    def is_template(self) -> bool:
        """Whether it stands for many."""
        return "{" in self.uri


class Prompt(NamedTuple):
    """A text to begin with."""

    name: str
    title: str
    description: str
    arguments: type[BaseModel]
    write: Callable[..., str]


def world(beliefs: Beliefs) -> WorldAnswer:
    """What is believed, wanted and not known, how clear that is, and what to find out next."""
    seen = beliefs.read(limit=MOST_BELIEFS)
    return WorldAnswer.of(
        {
            "beliefs": seen.beliefs,
            "more": len(beliefs.list(limit=MOST_BELIEFS + 1)) > MOST_BELIEFS,
            "goals": seen.goals,
            "gaps": seen.gaps,
            "clarity": seen.clarity.value,
            "channels": seen.clarity.channels,
            "readiness": seen.clarity.readiness,
            "moves": seen.moves,
        }
    )


def belief(beliefs: Beliefs, id: str) -> Answer:  # noqa: A002  the template's word
    """One belief: where it stands, who said what with which weight, and what rests on it."""
    return get(beliefs, id)


def start_turn(
    beliefs: Beliefs,
    text: Annotated[str, Field(description="What the turn is about: the task or question.")],
) -> str:
    """Begin a turn: the task, after everything that is believed about it."""
    return f"{before(beliefs, text).told()}\n\n{text}"


def prompt(name: str, title: str, write: Callable[..., str]) -> Prompt:
    """Make a prompt of a function.

    >>> prompt("start_turn", "Begin a turn", start_turn).arguments.model_fields.keys()
    dict_keys(['text'])
    """
    return Prompt(name, title, told_by(write), signature_of(write)[0], write)


RESOURCES = (
    Resource(WORLD_URI, "world", "The world as it is believed to be", told_by(world), world),
    Resource(BELIEF_URI, "belief", "One belief", told_by(belief), belief),
)
PROMPTS = (prompt("start_turn", "Begin a turn", start_turn),)

"""From a draft to operations: every family in turn, first what rows need, then what routes do."""

from __future__ import annotations

from beliefs.spec.understanding.draft import Draft
from beliefs.spec.understanding.families import (
    collections,
    exchange,
    figures,
    lists,
    pages,
    rules,
    settings,
    small,
    things,
)
from beliefs.spec.understanding.plans import World
from beliefs.spec.understanding.reading import Choose


def assembled(draft: Draft, choose: Choose) -> World:
    """The world that a draft asks for."""
    world = World(draft, choose)
    for shape in (settings.shape, things.shape, rules.shape, pages.shape, lists.shape):
        shape(world)
    for write in (small.write, lists.write, exchange.write, pages.write, figures.write):
        write(world)
    collections.write(world)
    small.health(world)
    return world

"""From a draft to operations: every family in turn, first what rows need, then what routes do."""

from __future__ import annotations

from beliefs.spec.understanding.draft import Draft
from beliefs.spec.understanding.families import (
    amounts,
    capacity,
    collections,
    exchange,
    figures,
    files,
    history,
    identity,
    links,
    lists,
    machines,
    ordering,
    pages,
    queues,
    quizzes,
    relations,
    rules,
    settings,
    small,
    states,
    stock,
    things,
    verbs,
    voting,
    workflows,
)
from beliefs.spec.understanding.plans import World
from beliefs.spec.understanding.reading import Choose

_SHAPES = (
    *(
        settings.shape,
        relations.find,
        things.shape,
        links.shape,
        files.shape,
        voting.shape,
        capacity.shape,
    ),
    *(
        stock.shape,
        quizzes.shape,
        queues.shape,
        workflows.shape,
        machines.shape,
        states.shape,
        identity.shape,
    ),
    *(rules.shape, amounts.shape, history.shape, pages.shape, lists.shape, things.settle),
)
_WRITERS = (
    *(
        small.write,
        relations.write,
        links.write,
        files.write,
        voting.write,
        capacity.write,
        stock.write,
    ),
    *(quizzes.write, queues.write, workflows.write, identity.write, history.write),
    *(ordering.write, lists.write, exchange.write, pages.write, figures.write),
    *(machines.write, states.write, amounts.write, verbs.write, collections.write, identity.guard),
)


def assembled(draft: Draft, choose: Choose) -> World:
    """The world that a draft asks for."""
    world = World(draft, choose)
    for shape in _SHAPES:
        shape(world)
    for write in _WRITERS:
        write(world)
    small.health(world)
    return world

"""From a draft to operations: every family in turn, first what rows need, then what routes do."""

from __future__ import annotations

from beliefs.spec.understanding.draft import Draft
from beliefs.spec.understanding.families import (
    access,
    amounts,
    budgets,
    capacity,
    clocks,
    collections,
    conversions,
    deleting,
    documents,
    due,
    exchange,
    expiry,
    figures,
    files,
    forms,
    history,
    identity,
    keys,
    keywords,
    letters,
    links,
    lists,
    machines,
    occupancy,
    ordering,
    outcomes,
    pages,
    picks,
    programs,
    queues,
    quizzes,
    recordings,
    refusals,
    relations,
    rules,
    scaling,
    searching,
    settings,
    small,
    states,
    stock,
    things,
    threads,
    tools,
    unsafe,
    verbs,
    verdicts,
    views,
    voting,
    workflows,
)
from beliefs.spec.understanding.plans import World
from beliefs.spec.understanding.reading import Choose

_SHAPES = (
    *(
        settings.shape,
        relations.find,
        keys.find,
        recordings.find,
        threads.find,
        forms.find,
        clocks.find,
        things.shape,
    ),
    *(keys.shape, threads.shape, keywords.shape),
    *(
        links.shape,
        files.shape,
        documents.shape,
        expiry.shape,
        recordings.shape,
        voting.shape,
        occupancy.shape,
        capacity.shape,
        stock.shape,
        quizzes.shape,
        clocks.shape,
    ),
    *(queues.shape, workflows.shape, machines.shape, states.shape, access.shape),
    *(identity.shape, access.shared),
    *(
        rules.shape,
        letters.shape,
        refusals.shape,
        amounts.shape,
        history.shape,
        pages.shape,
        lists.shape,
        budgets.shape,
        picks.shape,
        figures.shape,
        things.settle,
        threads.settle,
    ),
)
_WRITERS = (
    *(
        programs.write,
        tools.write,
        conversions.write,
        small.write,
        relations.write,
        recordings.write,
        keys.write,
        threads.write,
        links.write,
        forms.write,
        files.write,
        files.write_texts,
        documents.write,
        voting.write,
    ),
    *(
        occupancy.write,
        capacity.write,
        stock.write,
        quizzes.write,
        clocks.write,
        queues.write,
        workflows.write,
    ),
    *(
        identity.write,
        access.share,
        history.write,
        ordering.write,
        searching.write,
        lists.write,
        exchange.write,
    ),
    *(
        pages.write,
        budgets.write,
        figures.write,
        deleting.write,
        due.write,
        picks.write,
        verdicts.write,
        scaling.write,
        views.write,
        machines.write,
        states.write,
    ),
    *(amounts.write, verbs.write, collections.write),
    *(expiry.write, letters.write, refusals.write, outcomes.write, identity.guard),
    access.write,
)


def assembled(draft: Draft, choose: Choose) -> World:
    """The world that a draft asks for."""
    world = World(draft, choose)
    for shape in _SHAPES:
        shape(world)
    for write in _WRITERS:
        write(world)
    unsafe.write(world)
    small.health(world)
    return world

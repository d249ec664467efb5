"""From the text of a terse goal to a Spec, by what becomes of the rows that it speaks of."""

from __future__ import annotations

from collections.abc import Callable

from beliefs.spec import patterns as re
from beliefs.spec.brief.reading import with_base
from beliefs.spec.brief.requests import brief
from beliefs.spec.failures import Failures
from beliefs.spec.lives import batches, boards, bookings, places, polls, threads, trash, versions
from beliefs.spec.lives.ending import left, plain_requests
from beliefs.spec.lives.fields import told_fields, usual_fields
from beliefs.spec.lives.goal import Goal, heard
from beliefs.spec.lives.opening import opened
from beliefs.spec.lives.within import cascade
from beliefs.spec.service import Spec
from beliefs.spec.soundness import sound
from beliefs.spec.understanding.families import collections

# Each hears its part of a goal; what it gives back writes the requests, once fields are known.
Write = Callable[[], None]
_LIVES: tuple[Callable[[Goal], Write | None], ...] = (
    trash.hear,
    boards.hear,
    threads.hear,
    versions.hear,
    polls.hear,
    places.hear,
    bookings.hear,
    batches.hear,
)


def read(text: str, name: str, kind: str) -> Spec | None:
    """The Spec of a goal that speaks of a life of rows; None where it speaks of none.

    >>> spec = read("Recipes API with a trash and restore.", "goal", "sentences")
    >>> [each.path for each in spec.operations if "trash" in each.path or "restore" in each.path]
    ['/recipes/{id}/restore', '/trash', '/trash']
    """
    told = brief(text, "goal" if kind == "sentences" else name)
    goal = heard(text, told, with_base(told, text))
    opened(goal)
    writers = [made for life in _LIVES if (made := life(goal)) is not None]
    if not writers:
        return None
    told_fields(goal)
    for plan in goal.world.plans.values():
        if plan.wants_fields and plan.fixed is None:
            usual_fields(goal, plan)
    cascade(goal)
    for write in writers:
        write()
    plain_requests(goal)
    collections.write(goal.world)
    return sound(_spec(goal))


def _spec(goal: Goal) -> Spec:
    world = goal.world
    title = goal.title or "Service"
    entities = (*(each.entity for each in world.plans.values()), *world.entities)
    named = {x.way: at for at, x in enumerate(world.draft.routes)}
    operations = sorted(world.operations, key=lambda x: named.get((x.method, x.path), len(named)))
    return Spec(
        name="-".join(re.findall(r"[a-z0-9]+", title.lower())) or "service",
        title=title,
        summary=f"{title}.",
        entities=entities,
        operations=tuple(operations),
        failures=Failures(tuple(dict.fromkeys(world.failures)), world.body),
        assumptions=tuple(world.assumptions),
        unknowns=(*world.unknowns, *left(goal)),
    )

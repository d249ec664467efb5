"""What is done to a row and can be read back: "POST /pills/{id}/take logs an intake"."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.features.crud import create
from beliefs.spec.features.resources import an, snake
from beliefs.spec.understanding.draft import Cue, Route
from beliefs.spec.understanding.families.rules import created
from beliefs.spec.understanding.plans import World
from beliefs.spec.understanding.words import lemmas, singular

_FAMILY = "recordings"


def find(world: World) -> None:
    """A deed whose rows the goal lists is a row each time; without a list, a row says when."""
    found: list[tuple[str, Route]] = []
    for route in world.draft.routes:
        cue = route.said("happens")
        listed = _listed(world, route, cue) if cue is not None and route.method == "POST" else None
        if listed is None:
            continue
        name = singular(snake(listed.segments[-1]))
        thing = world.draft.thing(name)
        thing.path, thing.stated = listed.path, True
        thing.fields += [each for each in route.takes if each not in thing.fields]
        thing.verbs |= {"list"}
        route.crosses = (name,)
        found.append((name, route))
    if found:
        world.kept[_FAMILY] = tuple(found)


def _listed(world: World, route: Route, cue: Cue) -> Route | None:
    """The route that lists what another one records: its path ends in the word for it."""
    words = {str(cue.bound.get("doing", ""))} | cue.words
    words |= {form for each in tuple(words) for form in lemmas(each)}
    above = route.path.rsplit("/", 1)[0]
    for other in world.draft.routes:
        start, _, last = other.path.rpartition("/")
        if other.method == "GET" and last and start == above and singular(last.lower()) in words:
            return other
    return None


def shape(world: World) -> None:
    """Rows of what was done have what requests bring, and when it was."""
    for name, _ in world.kept.get(_FAMILY, ()):
        plan = world.plans.get(name)
        if plan is None:
            continue
        if not plan.thing.fields:
            plan.fields = []
            said = f"the fields of {an(name)}"
            world.assumptions = [each for each in world.assumptions if each.about != said]
        plan.implicit = True
        created(plan)


def write(world: World) -> None:
    """Write what records a deed."""
    for name, route in world.kept.get(_FAMILY, ()):
        plan = world.plans.get(name)
        if plan is None or route.done:
            continue
        others = [each for each in world.plans.values() if each is not plan]
        made = create(replace(plan.resource(others), path=route.path))
        said = f"Record {an(name.replace('_', ' '))}."
        world.add(replace(made, summary=said), route, route.source)
        for cue in route.cues:
            if cue.says in {"happens", "takes", "with", "shows", "answers"}:
                cue.used = cue.used or _FAMILY

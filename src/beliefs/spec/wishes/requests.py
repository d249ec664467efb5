"""Where a wish is asked for: as the goal names it, else as the house does, which is stated."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.features.resources import Resource
from beliefs.spec.operations import Operation
from beliefs.spec.understanding.classes import Named
from beliefs.spec.understanding.draft import Cue, Route
from beliefs.spec.understanding.plans import Plan, World, item_path


def add(world: World, cue: Cue, made: Operation, about: str) -> None:
    """Add what a wish asks for, at the request that stands before it or at the house's."""
    named: tuple[Named, ...] = cue.bound.get("route", ())
    if named:
        method = named[0].methods[0] if named[0].methods else made.method
        route = Route(method, f"{world.base}{named[0].path}")  # type: ignore[arg-type]
        world.draft.routes.append(route)
        route.cues.append(cue)
        world.add(replace(made, method=route.method, path=route.path), route, cue.source)
    else:
        world.add(made, None, cue.source)
        world.assume(about, f"{made.method} {made.path}")


def path(world: World, cue: Cue, usual: str) -> str:
    """The path of a wish."""
    named: tuple[Named, ...] = cue.bound.get("route", ())
    return f"{world.base}{named[0].path}" if named else usual


def below(plan: Plan, word: str) -> str:
    """A path below one row."""
    return f"{item_path(plan)}/{word.replace('_', '-')}"


def at(plan: Plan, path: str) -> Resource:
    """The rows of a plan, one of which is at another path."""
    return replace(plan.resource(), item=path)


def flat(world: World, plan: Plan) -> str:
    """A path of rows that names no row above them."""
    return f"{world.base}/{plan.entity.plural}" if "{" in plan.path else plan.path

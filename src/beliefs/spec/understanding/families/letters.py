"""Names and keys that are made of certain letters only: others are refused."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.failures import Failure
from beliefs.spec.types import Type
from beliefs.spec.understanding.draft import Cue
from beliefs.spec.understanding.plans import World
from beliefs.spec.understanding.words import singular


def shape(world: World) -> None:
    """Fields take such texts alone."""
    for cue in world.draft.all_said("charset"):
        name = singular(str(cue.bound["name"]).lower())
        for plan in world.plans.values():
            told = plan.field(name)
            if told is not None and told.type.kind == "string" and not plan.fixed:
                kind = replace(told.type, pattern=_pattern(cue))
                plan.changes_field(replace(told, type=kind))
                _used(world, cue)


def write(world: World) -> None:
    """Keys that a request chooses are such texts, or nothing is kept under them."""
    for cue in world.draft.all_said("charset"):
        name = singular(str(cue.bound["name"]).lower())
        for plan in world.plans.values():
            if plan.key.style != "given" or plan.key.name != name:
                continue
            for place, made in enumerate(world.operations):
                if made.method != "PUT" or made.name != f"put_{plan.entity.name.lower()}":
                    continue
                kind = Type("string", min_length=1, pattern=_pattern(cue))
                inputs = tuple(
                    replace(each, type=kind) if each.place == "path" else each
                    for each in made.inputs
                )
                status = _used(world, cue)
                failures = made.failures
                if status not in {0, 422}:
                    failures = (*failures, Failure("out_of_range", status))
                world.operations[place] = replace(made, inputs=inputs, failures=failures)


def _pattern(cue: Cue) -> str:
    return f"^[{cue.bound['letters']}]+$"


def _used(world: World, cue: Cue) -> int:
    """The status that others answer, where the sentence says it; both are understood."""
    cue.used = "letters"
    for other in world.draft.all_said("bad_move", "invalid_refused"):
        if other.sentence == cue.sentence and other.bound.get("status") in {400, 422}:
            other.used = other.used or "letters"
            return int(other.bound["status"])
    return 0

"""Rows below others: "boards have columns and columns have cards"."""

from __future__ import annotations

from itertools import pairwise

from beliefs.spec import patterns as re
from beliefs.spec.features.resources import an
from beliefs.spec.lives.goal import Goal
from beliefs.spec.lives.nouns import NO_ROWS
from beliefs.spec.lives.saying import piece
from beliefs.spec.understanding.plans import Plan
from beliefs.spec.understanding.words import is_plural, singular
from beliefs.spec.wishes import relations

_HAVE = re.compile(piece("within", "HAVE"), re.IGNORECASE)
_BELONG = re.compile(piece("within", "BELONG"), re.IGNORECASE)
_SEVERAL = re.compile(piece("within", "SEVERAL"), re.IGNORECASE)
_LABELS = frozenset({"tag", "tags", "label", "labels", "category", "categories"})


def chained(goal: Goal) -> list[Plan]:
    """The kinds of rows that the goal puts one below the other, the highest first."""
    pairs: list[tuple[str, str]] = []
    for pattern in (_HAVE, _BELONG):
        for one in goal.said:
            at = 0
            while (found := pattern.search(one.text, at)) is not None:
                above, below = (singular(found[x].lower()) for x in ("above", "below"))
                if above == below or not (_rows(goal, above) and _rows(goal, below)):
                    at = found.start() + 1
                    continue
                pairs.append((above, below))
                # What stands above one may be below another: that word is still needed.
                one.text = f"{one.text[: found.start()]}¦ {one.text[found.start('below') :]}"
                at = found.start() + 2
    pairs += _by_paths(goal) + _usual(goal)
    for above, below in pairs:
        goal.below(goal.plan(below), goal.plan(above))
    return [goal.plan(each) for each in dict.fromkeys(x for pair in pairs for x in pair)]


def _rows(goal: Goal, noun: str) -> bool:
    in_paths = any(singular(x) == noun for each in goal.routes for x in each.segments)
    return (
        (in_paths or relations.knows(noun))
        and noun not in NO_ROWS - {"list", "option"}
        and noun not in _LABELS
    )


def _by_paths(goal: Goal) -> list[tuple[str, str]]:
    """As in `/boards/{id}/columns`."""
    found = []
    for route in goal.routes:
        names = [x for x in route.segments if "{" not in x]
        keyed = len(route.segments) >= 3 and route.segments[-2].startswith("{")
        if (
            keyed
            and is_plural(names[-1])
            and _rows(goal, singular(names[-1]))
            and route.method in {"GET", "POST"}
        ):
            found.append((singular(names[-2]), singular(names[-1])))
    return found


def _usual(goal: Goal) -> list[tuple[str, str]]:
    """Kinds side by side of which everybody knows which is below which."""
    found = []
    for one in goal.said:
        for match in _SEVERAL.finditer(one.text):
            names = [singular(x.lower()) for x in match.groups() if x]
            found += [
                (a, b) for a, b in pairwise(names) if a in relations.below(b) and _rows(goal, a)
            ]
    return found


def cascade(goal: Goal) -> None:
    """Dropping a row drops what is below it, however deep; what is only buried keeps it."""
    for plan in goal.world.plans.values():
        below = [
            each for each in goal.world.plans.values() if each.parent is plan and each.fixed is None
        ]
        if not below or plan.buried:
            continue
        one = f"{plan.resource().one}.{plan.key.name}"
        lines = [
            line for each in below for line in _gone(goal, each, f".{each.parent_field} = {one}")
        ]
        plan.removal = [*lines, *plan.removal]
        names = " and ".join(each.thing.plural.replace("_", " ") for each in below)
        goal.world.assume(f"deleting {an(plan.thing.name.replace('_', ' '))}", f"drops its {names}")


def _gone(goal: Goal, plan: Plan, holds: str) -> list[str]:
    keys = f"each(gone in {plan.name}[where {holds}]: gone.{plan.key.name})"
    deeper = [
        line
        for each in goal.world.plans.values()
        if each.parent is plan and each.fixed is None
        for line in _gone(goal, each, f".{each.parent_field} in {keys}")
    ]
    return [*deeper, f"delete {plan.name} where {holds}"]

"""Comments that answer comments: flat rows that name what they answer to, shown as a tree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from beliefs.spec import patterns as re
from beliefs.spec.features import threads
from beliefs.spec.features.resources import an, key_type
from beliefs.spec.lives import fields, within
from beliefs.spec.lives.goal import Goal, failing
from beliefs.spec.lives.saying import phrases, piece
from beliefs.spec.types import Field
from beliefs.spec.understanding.plans import Plan, item_path
from beliefs.spec.understanding.words import singular
from beliefs.spec.wishes import relations

_NOUNS = ("comment", "message", "note", "answer", "remark")


def hear(goal: Goal) -> Callable[[], None] | None:
    """Replies below replies are spoken of."""
    if not goal.spoke(piece("threads", "SPEAKS")):
        return None
    noun = next(
        (x for x in _NOUNS if goal.spoke(rf"\b{x}s?\b") or goal.spoke(rf"/{x}s\b")), "comment"
    )
    within.chained(goal)
    plan = goal.plan(noun)
    above = _above(goal, noun) if plan.parent is None else ""
    if above:
        goal.below(plan, goal.plan(above))
    _words(goal, plan)
    foreign = goal.fault(piece("threads", "FOREIGN"))
    return partial(_write, goal, plan, foreign)


def _above(goal: Goal, noun: str) -> str:
    """What is commented on: as a path or words say it."""
    for route in goal.routes:
        for at, segment in enumerate(route.segments[2:], 2):
            if singular(segment) == noun and "{" not in route.segments[at - 2]:
                return singular(route.segments[at - 2])
    found = goal.has(piece("threads", "ON", K=rf"{noun}s?"))
    if found is not None and relations.knows(singular(found["n"].lower())):
        return singular(found["n"].lower())
    other = goal.main_noun()
    return other if other not in {noun, "reply", "thread", ""} and relations.knows(other) else ""


def _words(goal: Goal, plan: Plan) -> None:
    """Take what is said of replies and trees."""
    k = fields.spoken(plan)
    above = fields.spoken(plan.parent) if plan.parent is not None else "(?!)"
    goal.take(*phrases("threads", K=k, ABOVE=above))


def _write(goal: Goal, plan: Plan, foreign: int) -> None:
    plan.fields = [each for each in plan.fields if each.name not in {"parent_id", "replies"}]
    kind = replace(key_type(plan.entity), nullable=True)
    plan.fields.append(Field("parent_id", kind, required=False))
    plan.once.append("parent_id")
    about = an(plan.thing.name)
    goal.world.assume(f"what {about} answers to", "parent_id, null at the top of a thread")
    goal.world.assume(f"deleting {about}", "drops its replies, too")
    resource = plan.resource()
    plan.checks += threads.above(resource, "parent_id")
    plan.removal += threads.below(resource, "parent_id")
    resource = plan.resource()
    named = goal.open("GET", _form(plan.path))
    goal.add(threads.thread(resource, named.path if named else plan.path, "parent_id"), named)
    plan.handled.add("list")
    for tail in ("tree", "thread", "threads"):
        more = goal.open("GET", rf"{_form(plan.path)}/{tail}") or (
            goal.below_one(plan.parent, "GET", tail) if plan.parent is not None else None
        )
        if more is not None:
            goal.add(threads.thread(resource, more.path, "parent_id"), more)
    brought = tuple(each for each in plan.fields if each.name != "parent_id")
    answered = goal.below_one(plan, "POST", r"repl(?:y|ies)|answers?|comments?|children")
    path = answered.path if answered is not None else f"{item_path(plan)}/replies"
    made = failing(threads.reply(resource, path, "parent_id", brought), "absent", 0)
    goal.add(made, answered, f"how {about} is answered")
    below = goal.below_one(plan, "GET", r"repl(?:y|ies)|answers|children")
    if below is not None:
        goal.add(threads.replies(resource, below.path, "parent_id"), below)
    if foreign:
        plan.failures += failing(made, "absent", foreign, 404).failures


def _form(path: str) -> str:
    return re.sub(r"\\\{\w+\\\}|\{\w+\}", r"\\{\\}", path)

"""Rows that have an order among their like, and move: cards of a board, tracks of a playlist."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import form
from beliefs.spec.features import ordering
from beliefs.spec.lives import fields, within
from beliefs.spec.lives.bodies import names_in
from beliefs.spec.lives.goal import Goal
from beliefs.spec.lives.saying import phrases, piece
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.draft import Route
from beliefs.spec.understanding.plans import Plan, item_path

_MOVES = r"move|position|reorder|order|rearrange"
_KANBAN = ("board", "column", "card")


def hear(goal: Goal) -> Callable[[], None] | None:
    """An order, or moving, is spoken of."""
    if not goal.spoke(piece("boards", "SPEAKS")):
        return None
    if goal.spoke(
        r"\b(?:by|newest|oldest|latest|descending|ascending) [\w ]*order|order(?:ed)? by\b"
    ):
        return None
    chain = within.chained(goal)
    if not chain and goal.spoke(r"\bkanban\b"):
        plans = [goal.plan(each) for each in _KANBAN]
        goal.below(plans[1], plans[0])
        goal.below(plans[2], plans[1])
        chain = plans
    main = chain[-1] if chain else goal.main("task", "item")
    if main is None:
        return None
    moved = _moved(goal) or (main if goal.spoke(r"\bkanban\b|\bre-?order") else None)
    if moved is None:
        return None
    ordered = [x for x in goal.world.plans.values() if x is moved or _is_ordered(goal, x)]
    between = moved.parent is not None and goal.spoke(
        piece("boards", "BETWEEN", PARENT=fields.spoken(moved.parent))
    )
    _words(goal, moved, ordered)
    for plan in ordered:
        plan.fields = [each for each in plan.fields if each.name != "position"]
        if plan.parent is not None:
            end = ordering.at_end(plan.entity, plan.parent_field, f"input.{plan.parent_field}")
        else:
            end = f"count({plan.name})"
        plan.adds(Field("position", Type("integer")), end)
        plan.order.append(".position")
    return partial(_write, goal, moved, ordered, between)


def _moved(goal: Goal) -> Plan | None:
    """The rows that a request moves, or of which it is said that they move or have an order."""
    for route in goal.routes:
        at = goal.world.at(route.path)
        if at is not None and re.fullmatch(rf"\{{\}}/(?:{_MOVES})", at[1]):
            return at[0]
    for plan in reversed(goal.world.plans.values()):
        if goal.has(piece("boards", "MOVED", K=fields.spoken(plan))):
            return plan
    for plan in goal.world.plans.values():
        if _is_ordered(goal, plan):
            return plan
    return None


def _is_ordered(goal: Goal, plan: Plan) -> bool:
    return goal.spoke(piece("boards", "ORDERED", K=fields.spoken(plan)))


def _words(goal: Goal, moved: Plan, ordered: list[Plan]) -> None:
    """Take what is said of order and moving."""
    k = fields.spoken(moved)
    parent = fields.spoken(moved.parent) if moved.parent is not None else "(?!)"
    any_k = "|".join(fields.spoken(each) for each in ordered)
    goal.take(*phrases("boards", K=k, PARENT=parent, ANY_K=any_k))


def _write(goal: Goal, moved: Plan, ordered: list[Plan], between: bool) -> None:
    for plan in ordered:
        if plan.parent is not None and not plan.buried:
            plan.removal += ordering.closing(plan.entity, plan.parent_field, plan.resource().one)
        named = goal.below_one(plan, "POST|PUT|PATCH", _MOVES)
        _row(goal, plan, named, between=between and plan is moved)
        _list(goal, plan)
    goal.world.assume("positions", "counted from 0; new rows stand at the end")


def _row(goal: Goal, plan: Plan, named: Route | None, *, between: bool) -> None:
    path = named.path if named is not None else f"{item_path(plan)}/move"
    body = names_in(goal, named)
    position = next(
        (x for x in body if re.search(r"(?i)pos|index|order|place|rank", x)), "position"
    )
    above = next((x for x in body if x != position), plan.parent_field)
    resource = plan.resource()
    if between and plan.parent is not None:
        made = ordering.move(
            resource, path, plan.parent.entity, plan.parent_field, above, position, within=True
        )
    else:
        made = ordering.reorder(resource, path, position, plan.parent_field)
    goal.add(made, named, f"how {plan.thing.plural.replace('_', ' ')} are moved")


def _list(goal: Goal, plan: Plan) -> None:
    """A request that puts all rows in an order at once."""
    named = goal.open("POST|PUT|PATCH", rf"{re.escape(form(plan.path))}/(?:re)?order")
    if named is not None:
        name = next(iter(names_in(goal, named)), "ids")
        made = ordering.put_in_order(plan.resource(), named.path, name, plan.parent_field)
        for one in goal.told_of.get(named.way, []):
            one.take(piece("boards", "IDS"))
        goal.add(made, named)

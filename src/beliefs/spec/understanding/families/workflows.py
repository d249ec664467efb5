"""Workflows: steps that depend on each other, runs of them."""

from __future__ import annotations

from beliefs.spec.features import workflows
from beliefs.spec.understanding.draft import Thing
from beliefs.spec.understanding.plans import Plan, World, item_path

_DEPENDING = ("in_order", "cycles", "unknown_deps", "skip_rest")


def shape(world: World) -> None:
    """A workflow is something with steps that depend on steps, and is run."""
    plan = next((each for each in world.plans.values() if each.field("steps")), None)
    running = any(each.last in {"run", "runs", "execute"} for each in world.draft.routes)
    if plan is None or not running or world.draft.said(*_DEPENDING) is None:
        return
    actions = _actions(world, plan)
    if not set(actions) <= set(workflows.ACTIONS):
        return  # what steps do is not known
    world.families.add("workflows")
    plan.fixed = workflows.workflow(plan.name, plan.entity.plural, actions)
    plan.fields = list(plan.fixed.fields)
    plan.handled |= {"create", "replace", "change"}
    plan.verbs -= {"replace", "change"}
    kept = world.plans.get("run")
    if kept is None:
        thing = Thing("run", stated=True)
        kept = Plan(thing, f"{world.base}/runs")
        world.plans["run"] = kept
    kept.parent, kept.parent_field = plan, f"{plan.thing.name}_id"
    for route in world.draft.routes:
        found = world.at(route.path)
        if route.method == "GET" and found == (plan, f"{{}}/{kept.thing.plural}"):
            kept.item, kept.path = item_path(kept), route.path  # those of one workflow
    kept.fixed = workflows.run_of(plan.entity)
    kept.fields, kept.handled = [], {"create", "replace", "change", "remove"}
    kept.verbs -= kept.handled
    world.kept["workflows"] = (plan, kept)
    world.assumptions = [each for each in world.assumptions if each.about != "the fields of a run"]


def _actions(world: World, plan: Plan) -> tuple[str, ...]:
    """The actions that the goal names, else those that are known."""
    told = plan.field("steps")
    inner = told.type.item.fields if told is not None and told.type.item is not None else ()
    action = next((each for each in inner if each.name == "action"), plan.field("action"))
    if action is not None and action.type.choices:
        return action.type.choices
    for cue in world.draft.all_said("actions"):
        pair = tuple(str(cue.bound[each]) for each in ("one", "other") if each in cue.bound)
        return tuple(cue.bound.get("values", pair))
    return workflows.ACTIONS


def write(world: World) -> None:
    """Define and run."""
    if "workflows" not in world.families:
        return
    plan, kept = world.kept["workflows"]
    resource = plan.resource()
    for route in world.draft.open_routes():
        found = world.at(route.path)
        if route.method == "POST" and route.path == plan.path:
            made = workflows.define(resource)
        elif (
            route.method == "POST"
            and found is not None
            and (found[0] in {plan, kept})
            and route.last in {"run", "runs", "execute"}
        ):
            made = workflows.run(resource, route.path, kept.fixed)
        else:
            continue
        world.add(made, route, route.source)
        for cue in route.cues:
            cue.used = cue.used or "workflows"
    world.draft.use("workflows", "workflow", "cycles", "unknown_deps", "execute", "in_order")
    world.draft.use("workflows", "skip_rest", "actions", "fails_first", "status_of", "handled")
    world.draft.use("workflows", "attempts", "attempt", "states_in", "retry", "history", "refused")

"""Questions about one row that are answered with yes or no: "active only if it is enabled"."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.features.resources import found, key_param, path_inputs, program, snake, variable
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.draft import Cue, Route
from beliefs.spec.understanding.plans import Plan, World
from beliefs.spec.understanding.words import plural


def write(world: World) -> None:
    """Routes below a row whose answer is written out, with a name that a condition decides."""
    for route, plan, cue in world.asked_of_one("on_for"):
        rolled = _rolled(world, plan, route)
        if rolled is not None:
            world.add(rolled, route, route.source)
            for each in (*route.cues, *world.draft.all_said("on_same")):
                each.used = each.used or "verdicts"
            cue.used = "verdicts"
            _needed(world, route)
    for route, plan, cue in world.asked_of_one("yes_if"):
        made = _decided(plan, route, cue)
        if made is not None:
            world.add(made, route, route.source)
            for each in route.cues:
                each.used = each.used or "verdicts"
            _needed(world, route)


_ON = ("enabled", "active", "on", "is_enabled", "is_active", "visible")


def _rolled(world: World, plan: Plan, route: Route) -> Operation | None:
    """Whether something is on for somebody: it is on at all, and they are among so many percent."""
    one = variable(plan.entity)
    flag = next((each for each in _ON if (told := plan.field(each)) and _is(told, "boolean")), "")
    part = next((each.name for each in plan.fields if _is_part(each)), "")
    asked = [*route.query, *(each.field.name for each in route.takes)]
    if len(asked) != 1 or not (flag or part):
        return None
    who = asked[0]
    text = f'text({one}.{plan.key.name}) + ":" + input.{who}'
    holds = [f"{one}.{flag}"] if flag else []
    holds += [f"bucket({text}, 100) < {one}.{part}"] if part else []
    named = [each.field.name for each in route.answers]
    name = next((each for each in named if each not in {who, plan.key.name}), flag or "enabled")
    if not set(named) <= {name, who, plan.key.name}:
        return None
    if not named:
        world.assume(f"what {route.path} answers", f"{name}: true or false", "on: true or false")
    given = {who: f"input.{who}", plan.key.name: f"{one}.{plan.key.name}"}
    shown = [f"{each}: {given[each]}" for each in named if each in given]
    shown.append(f"{name}: {' and '.join(holds)}")
    somebody = (Input(who, "query", Type("string", min_length=1)),)
    return _told(plan, route, shown, somebody, "on for somebody")


def _told(
    plan: Plan, route: Route, shown: list[str], asked: tuple[Input, ...], verdict: str
) -> Operation:
    """What is said of one row, by what was asked."""
    resource = replace(plan.resource(), item=route.path)
    return Operation(
        f"{snake(route.last)}_{snake(plan.entity.name)}",
        "GET",
        route.path,
        program(
            *found(plan.entity, key_param(route.path), plan.visible),
            f"answer 200 {{{', '.join(shown)}}}",
        ),
        inputs=(*path_inputs(resource, route.path), *asked),
        summary=f"Say whether one {plan.entity.name.lower()} is {verdict}.",
        needs="caller" if plan.needs else "",
    )


def _is(field: Field, kind: str) -> bool:
    return field.type.kind == kind


def _is_part(field: Field) -> bool:
    """Whether a field says how many of a hundred."""
    words = {"percentage", "percent", "rollout", "pct"} & set(field.name.split("_"))
    return bool(words) and field.type.kind in {"number", "integer"}


def _decided(plan: Plan, route: Route, cue: Cue) -> Operation | None:
    one, verdict = variable(plan.entity), str(cue.bound["name"])
    holds = _holds(plan, route, cue)
    shown: list[str] = []
    for each in route.answers:
        name = each.field.name
        if name == verdict and holds:
            shown.append(f"{name}: {holds}")
        elif name == plan.key.name or plan.field(name) is not None:
            shown.append(f"{name}: {one}.{name}")
        else:
            return None
    if not any(each.startswith(f"{verdict}:") for each in shown):
        return None
    asked = tuple(Input(each, "query", Type("string")) for each in route.query)
    return _told(plan, route, shown, asked, verdict)


def _holds(plan: Plan, route: Route, cue: Cue) -> str:
    """The condition over a row and what the query names; empty when it is not known."""
    one, parts = variable(plan.entity), []
    flag = plan.field(str(cue.bound["flag"]))
    if flag is None or flag.type.kind != "boolean":
        return ""
    parts.append(f"{one}.{flag.name}")
    read = set()
    if "of" in cue.bound:
        name = str(cue.bound["of"])
        told = plan.field(plural(name)) or plan.field(name)
        if name not in route.query or told is None:
            return ""
        sign = "in" if told.type.kind == "list" else "="
        parts.append(f"input.{name} {sign} {one}.{told.name}")
        read.add(name)
    return " and ".join(parts) if read == set(route.query) else ""


def _needed(world: World, route: Route) -> None:
    """What the query must name."""
    for cue in world.draft.all_said("param_required"):
        if str(cue.bound["name"]) in route.query:
            cue.used = "verdicts"

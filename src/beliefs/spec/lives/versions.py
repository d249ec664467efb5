"""Rows of which every state is kept: versions with numbers, their differences, and going back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from beliefs.spec import patterns as re
from beliefs.spec.entities import Entity, Key
from beliefs.spec.features import history
from beliefs.spec.features.crud import crud
from beliefs.spec.features.resources import (
    an,
    found,
    key_param,
    key_params,
    path_inputs,
    program,
    record,
    snake,
    spoken,
)
from beliefs.spec.lives import fields
from beliefs.spec.lives.bodies import names_in
from beliefs.spec.lives.goal import Goal
from beliefs.spec.lives.saying import phrases, piece
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.draft import Route
from beliefs.spec.understanding.plans import Plan, item_path

_MANY = "versions?|history|revisions?"
_DIFF = "diff|compare|changes|comparison|difference"
_BACK = "revert|restore|rollback|roll-back|undo"
_LONG = ("body", "content", "text", "markdown", "description", "instructions", "code", "value")


def hear(goal: Goal) -> Callable[[], None] | None:
    """Versions of rows are spoken of."""
    if not goal.spoke(piece("versions", "SPEAKS")):
        return None
    if goal.spoke(piece("versions", "APART")):
        return None  # versions are rows of their own, with what they have
    plan = goal.main("page", "document", "article", "note")
    if plan is None:
        return None
    words = {"K": fields.spoken(plan)}
    differs = goal.spoke(piece("versions", "DIFFERS"))
    reverts = goal.spoke(piece("versions", "REVERTS"))
    missing = goal.fault(piece("versions", "UNKNOWN", **words))
    goal.take(*phrases("versions", **words))
    if missing not in {0, 404}:
        return None
    return partial(_write, goal, plan, differs=differs, reverts=reverts)


def _write(goal: Goal, plan: Plan, *, differs: bool, reverts: bool) -> None:
    param = key_param(item_path(plan)) if "{" in item_path(plan) else "id"
    plan.fields = [x for x in plan.fields if x.name not in {"version", "versions", "history"}]
    if param not in {"id", f"{plan.thing.name}_id"}:
        _named_key(goal, plan, param)
    kept = history.version_of(plan.entity, tuple(plan.fields))
    goal.world.entities.append(kept)
    plan.adds(Field("version", Type("integer"), required=False, default="1"))
    one = plan.resource().one
    plan.touches.append(("version", f"{one}.version + 1"))
    of = kept.fields[0].name
    plan.removal.insert(0, f"delete {kept.name} where .{of} = {one}.{plan.key.name}")
    _changing(goal, plan, kept)
    listed = goal.below_one(plan, "GET", _MANY)
    where = listed.path if listed is not None else f"{item_path(plan)}/versions"
    goal.add(_versions(plan, kept, where), listed, f"where versions of {an(plan.thing.name)} are")
    goal.world.assume("versions", "counted from 1, the present one is the last")
    single = goal.open("GET", rf"{_form(where)}/\{{\}}") or goal.below_one(
        plan, "GET", rf"(?:{_MANY})/\{{\}}"
    )
    if listed is None or single is not None or not goal.routes:
        path = single.path if single is not None else f"{where}/{{version}}"
        goal.add(_version(plan, kept, path), single, "where one version is")
    named = goal.below_one(
        plan, "GET", rf"(?:{_DIFF})(?:/\{{\}}/\{{\}})?|(?:{_MANY})/(?:{_DIFF})(?:/\{{\}}/\{{\}})?"
    )
    if differs or named is not None:
        _diff(goal, plan, kept, named)
    _back(goal, plan, kept, reverts=reverts)


def _form(path: str) -> str:
    return re.escape(re.sub(r"\{\w+\}", "{}", path))


def _named_key(goal: Goal, plan: Plan, param: str) -> None:
    """Rows whose key is a name: given with a new row, or made from what it is called by."""
    plan.key = Key(param, "given")
    plan.fields = [each for each in plan.fields if each.name != param]
    called = next((x.name for x in plan.fields if x.name in {"title", "name"}), "")
    others = f"each(other in {plan.name}: other.{param})"
    made = (
        f"or_else(input.{param}, unique_slug(input.{called}, {others}))"
        if called
        else f"input.{param}"
    )
    said = f"{an(spoken(plan.entity).lower()).capitalize()} with this {param} already exists"
    silent = f"input.{param} = null or " if called else ""
    plan.checks.append(
        f"guard {silent}count({plan.name}[where .{param} = input.{param}]) = 0 "
        f'else conflict "{said}"'
    )
    plan.sets.append((param, made))
    kind = Type("string", min_length=1, pattern=r"[A-Za-z0-9_-]+")
    plan.beside.append(Input(param, "json", kind, required=not called))
    if called:
        goal.world.assume(
            f"the {param} of {an(plan.thing.name)}", f"as given, else made from its {called}"
        )


def _kept(plan: Plan, kept: Entity, number: str) -> tuple[str, ...]:
    """Statements that keep a row as it is now under its number."""
    one, of = plan.resource().one, kept.fields[0].name
    old = [(each.name, f"{one}.{each.name}") for each in kept.fields[2:-1]]
    values = [(of, f"{one}.{plan.key.name}"), ("version", number), *old, ("created_at", "now()")]
    return (f"insert {kept.name} {record(values)} as kept",)


def _changing(goal: Goal, plan: Plan, kept: Entity) -> None:
    """What makes and changes rows keeps the state that comes of it."""
    for route in [*goal.world.draft.open_routes()]:
        at = goal.world.at(route.path)
        if (
            at is not None
            and at[0] is plan
            and (way := _WAYS.get((route.method, at[1]))) is not None
        ):
            goal.add(_keeping(plan, kept, way), route)
    made = any(x.method == "POST" and x.path == plan.path for x in goal.routes)
    changes = [
        x
        for x in goal.routes
        if x.method in {"PUT", "PATCH"} and goal.world.at(x.path) == (plan, "{}")
    ]
    for way in ("create", "replace", "change"):
        if (way == "create" and not made) or (way != "create" and not changes):
            goal.world.add(_keeping(plan, kept, way))
    plan.handled |= {"create", "replace", "change"}
    if not made:
        plan.verbs |= {"list", "show", "remove"}
        goal.world.assume(
            f"what can be done with {plan.thing.plural}",
            "create, list, show, replace, change, delete",
        )


_WAYS = {("POST", ""): "create", ("PUT", "{}"): "replace", ("PATCH", "{}"): "change"}


def _keeping(plan: Plan, kept: Entity, way: str) -> Operation:
    [made] = crud(plan.resource(), (way,))  # type: ignore[arg-type]
    number = "1" if way == "create" else f"{plan.resource().one}.version"
    return replace(
        made, effect=(*made.effect[:-1], *program(*_kept(plan, kept, number)), made.effect[-1])
    )


def _shown(kept: Entity) -> str:
    return f'"{kept.key.name}", "{kept.fields[0].name}"'


def _versions(plan: Plan, kept: Entity, path: str) -> Operation:
    resource = plan.resource()
    rows = f"{kept.name}[where .{kept.fields[0].name} = {resource.one}.{plan.key.name}]"
    return Operation(
        f"list_{snake(plan.entity.name)}_versions",
        "GET",
        path,
        program(
            *found(plan.entity, key_param(path), plan.visible),
            f"answer 200 each(kept in {rows}: drop(kept, {_shown(kept)}))",
        ),
        inputs=path_inputs(resource, path),
        summary=f"The versions of {an(spoken(plan.entity).lower())}, oldest first.",
    )


def _wanted(plan: Plan, kept: Entity, number: str, name: str) -> tuple[str, ...]:
    """Statements that read a version by its number, or fail."""
    mine = f".{kept.fields[0].name} = {plan.resource().one}.{plan.key.name}"
    return (
        f"let {name} = first({kept.name}[where {mine} and .version = input.{number}])",
        f'guard {name} != null else absent "Version not found"',
    )


def _version(plan: Plan, kept: Entity, path: str) -> Operation:
    which, number = key_params(path, 2)[:2]
    return Operation(
        f"get_{snake(plan.entity.name)}_version",
        "GET",
        path,
        program(
            *found(plan.entity, which, plan.visible),
            *_wanted(plan, kept, number, "kept"),
            f"answer 200 drop(kept, {_shown(kept)})",
        ),
        inputs=_path(plan, path, number),
        summary=f"One version of {an(spoken(plan.entity).lower())}.",
    )


def _path(plan: Plan, path: str, number: str) -> tuple[Input, ...]:
    made = path_inputs(plan.resource(), path)
    return tuple(replace(x, type=Type("integer")) if x.name == number else x for x in made)


def _diff(goal: Goal, plan: Plan, kept: Entity, named: Route | None) -> None:
    """What changed in the text of rows between two versions."""
    texts = [x.name for x in plan.fields if x.type.kind == "string"]
    text = next((x for x in _LONG if x in texts), texts[-1] if texts else "")
    if not text:
        return
    path = named.path if named is not None else f"{item_path(plan)}/diff"
    inside = key_params(path, 1)[1:]
    asked = list(named.query) if named is not None else []
    start, end = (*inside, *asked, "from", "to")[:2] if inside or len(asked) > 1 else ("from", "to")
    which = key_params(path, 1)[0]
    place = "path" if inside else "query"
    lines = (
        *found(plan.entity, which, plan.visible),
        *_wanted(plan, kept, start, "earlier"),
        *_wanted(plan, kept, end, "later_one"),
    )
    diff = f"diff(earlier.{text}, later_one.{text})"
    made = Operation(
        f"diff_{snake(plan.entity.name)}",
        "GET",
        path,
        program(*lines, f"answer 200 {{{start}: input.{start}, {end}: input.{end}, diff: {diff}}}"),
        inputs=(
            *(x for x in path_inputs(plan.resource(), path) if x.name == which),
            *(Input(each, place, Type("integer")) for each in (start, end)),  # type: ignore[arg-type]
        ),
        summary=f"What changed in the {text} between two versions.",
    )
    goal.add(made, named, "where two versions are compared")


def _back(goal: Goal, plan: Plan, kept: Entity, *, reverts: bool) -> None:
    """Making a row what it was, as a new version."""
    ways = rf"(?:{_BACK})(?:/\{{\}})?|(?:{_MANY})/\{{\}}/(?:{_BACK})"
    named = goal.below_one(plan, "POST|PUT", ways)
    if named is None and not reverts:
        return
    path = named.path if named is not None else f"{item_path(plan)}/revert/{{version}}"
    inside = key_params(path, 1)[1:]
    number = inside[0] if inside else next(iter(names_in(goal, named)), "version")
    one = plan.resource().one
    back = [(each.name, f"wanted.{each.name}") for each in kept.fields[2:-1]]
    made = Operation(
        f"revert_{snake(plan.entity.name)}",
        "POST",
        path,
        program(
            *found(plan.entity, key_params(path, 1)[0], plan.visible),
            *_wanted(plan, kept, number, "wanted"),
            f"patch {plan.name} {one} {record([*back, ('version', f'{one}.version + 1')])}",
            *_kept(plan, kept, f"{one}.version"),
            f"answer 200 {one}",
        ),
        inputs=(
            *_path(plan, path, number),
            *(() if inside else (Input(number, "json", Type("integer")),)),
        ),
        summary=f"Bring back a version of {an(spoken(plan.entity).lower())}, as a new one.",
    )
    goal.add(made, named, "how an earlier version is brought back")

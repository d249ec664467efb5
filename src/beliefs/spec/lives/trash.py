"""Rows that are deleted and kept: listed in a trash, brought back, and dropped for good."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from beliefs.spec import patterns as re
from beliefs.spec.features.resources import (
    found,
    key_param,
    path_inputs,
    program,
    shown,
    snake,
    spoken,
)
from beliefs.spec.lives import fields
from beliefs.spec.lives.goal import Goal, failing
from beliefs.spec.lives.saying import phrases, piece
from beliefs.spec.operations import Operation
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.plans import Plan, item_path

_PURGE = r"purge|permanent(?:ly)?|force|hard|destroy|permanent-delete|hard-delete|forever"


def hear(goal: Goal) -> Callable[[], None] | None:
    """A trash is spoken of: what is deleted is kept."""
    if not goal.spoke(piece("trash", "SPEAKS")):
        return None
    if goal.spoke(piece("versions", "SPEAKS")) and not goal.spoke(piece("trash", "SURELY")):
        return None  # what is restored are versions
    plan = goal.main("document", "note", "item")
    if plan is None:
        return None
    there = goal.fault(piece("trash", "NOT_DELETED", K=fields.spoken(plan)))
    goal.fault(piece("trash", "GONE", K=fields.spoken(plan)))
    emptied = goal.spoke(rf"\bempt|\b{piece('trash', 'BIN')}\b|/trash")
    purging = _words(goal, plan)
    plan.buried = "deleted_at"
    plan.adds(Field("deleted_at", Type("datetime", nullable=True), required=False, hidden=True))
    plan.visible = ".deleted_at = null"
    return partial(_write, goal, plan, purging, emptied, there)


def _words(goal: Goal, plan: Plan) -> bool:
    """Take what is said of the trash; whether rows may be dropped for good."""
    k = fields.spoken(plan)
    purging = goal.take(piece("trash", "DROPPED", K=k))
    goal.take(*phrases("trash", K=k))
    return purging is not None


def _write(goal: Goal, plan: Plan, purging: bool, empties: bool, status: int) -> None:
    many, base = plan.thing.plural.replace("_", " "), goal.world.base
    restore = goal.below_one(
        plan, "POST|PUT|PATCH", r"restore|undelete|recover|untrash|undo-delete|undo"
    )
    path = restore.path if restore is not None else f"{item_path(plan)}/restore"
    made = failing(_restore(plan, path), "conflict", status)
    goal.add(made, restore, f"how a deleted {plan.thing.name.replace('_', ' ')} is brought back")
    last = re.escape(plan.path.rsplit("/", 1)[-1])
    names = "trash|bin|deleted|trashed|recycle-bin"
    places = rf"(?:{re.escape(plan.path)})?/(?:{names})|/(?:trash|bin|recycle-bin)/{last}"
    listed = goal.open("GET", places)
    other = goal.open("DELETE|POST", rf"(?:{places})(?:/empty)?")
    usual = other.path.removesuffix("/empty") if other is not None else f"{base}/trash"
    where = listed.path if listed is not None else usual
    goal.add(_listed(plan, where), listed, f"where deleted {many} are listed")
    emptied = other.path if other is not None else where
    gone = _emptied(plan, emptied, other.method if other is not None else "DELETE")
    if empties:
        goal.add(gone, other, "how the trash is emptied")
    _one_for_good(goal, plan, where, purging)
    back = goal.open("POST|PUT", rf"(?:{places})/\{{\}}/(?:restore|recover)")
    if back is not None:
        goal.add(_restore(plan, back.path), back)


def _one_for_good(goal: Goal, plan: Plan, where: str, purging: bool) -> None:
    """Dropping one of what is in the trash, where that is spoken of."""
    named = goal.open("DELETE", rf"{re.escape(where)}/\{{\}}") or goal.below_one(
        plan, "DELETE|POST", rf"{_PURGE}|trash"
    )
    if named is None and not purging:
        return
    path = named.path if named is not None else f"{where}/{{{plan.key.name}}}"
    made = _dropped(plan, path)
    goal.add(
        made,
        named,
        f"how one of the deleted {plan.thing.plural.replace('_', ' ')} is dropped for good",
    )


def _gone(plan: Plan, path: str) -> list[str]:
    """Statements that read a row that is in the trash."""
    return found(plan.entity, key_param(path), ".deleted_at != null")


def _restore(plan: Plan, path: str) -> Operation:
    resource = plan.resource()
    one, entity = resource.one, plan.entity
    return Operation(
        f"restore_{snake(entity.name)}",
        "POST",
        path,
        program(
            *found(entity, key_param(path)),
            f'guard {one}.deleted_at != null else conflict "{spoken(entity)} is not deleted"',
            f"patch {entity.name} {one} {{deleted_at: null}}",
            f"answer 200 {shown(resource.shows, one)}",
        ),
        inputs=path_inputs(resource, path),
        summary=f"Bring back a deleted {spoken(entity).lower()}.",
    )


def _listed(plan: Plan, path: str) -> Operation:
    name = plan.entity.plural
    return Operation(
        f"list_deleted_{name}",
        "GET",
        path,
        program(f"answer 200 {plan.name}[where .deleted_at != null, by .deleted_at down]"),
        summary=f"The deleted {name.replace('_', ' ')}, those that were deleted last first.",
    )


def _emptied(plan: Plan, path: str, method: str) -> Operation:
    name = plan.entity.plural
    return Operation(
        "empty_trash",
        "POST" if method == "POST" else "DELETE",
        path,
        program(f"delete {plan.name} where .deleted_at != null", "answer 204"),
        summary=f"Drop all deleted {name.replace('_', ' ')} for good.",
    )


def _dropped(plan: Plan, path: str) -> Operation:
    resource, entity = plan.resource(), plan.entity
    one, key = resource.one, plan.key.name
    return Operation(
        f"drop_{snake(entity.name)}",
        "DELETE",
        path,
        program(
            *_gone(plan, path),
            f"delete {entity.name} where .{key} = {one}.{key}",
            "answer 204",
        ),
        inputs=path_inputs(resource, path),
        summary=f"Drop one deleted {spoken(entity).lower()} for good.",
    )

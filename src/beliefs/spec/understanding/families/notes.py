"""What sentences of their own say about fields: optional ones, how texts begin, which are kept."""

from __future__ import annotations

import json
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.failures import Failure
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.asked import Asked, chosen, optional
from beliefs.spec.understanding.brackets import noted
from beliefs.spec.understanding.draft import Cue, Route
from beliefs.spec.understanding.families.things import settled
from beliefs.spec.understanding.patterns import Tokens
from beliefs.spec.understanding.plans import Plan, World
from beliefs.spec.understanding.values import pieces

_WEB = frozenset({"http://", "https://"})
_INVALID = (400, 422)


def shape(world: World) -> None:
    """Change the fields that sentences speak of."""
    for cue in world.draft.all_said(
        "optional", "kind_is", "choices_are", "begins_with", "reserved"
    ):
        name = str(cue.bound.get("name", ""))
        for plan in world.plans.values():
            told = plan.field(name)
            if told is None or plan.fixed is not None:
                continue
            if _RULES[cue.says](world, plan, told, cue):
                cue.used = "notes"
    for cue in world.draft.all_said("status_of"):
        for plan in world.plans.values() if "values" in cue.bound and not cue.used else ():
            told = plan.field("status")
            if told is not None and plan.fixed is None and _choices(world, plan, told, cue):
                cue.used = "notes"
    for route in world.draft.routes:
        at, said = world.at(route.path), route.said("changed_only")
        if said is None or at is None or at[1] != "{}":
            continue
        if _changeable(at[0], route, said):
            said.used = "notes"
    for cue in world.draft.all_said("likewise"):
        if any(each.field(str(cue.bound["name"])) is not None for each in world.plans.values()):
            cue.used = "notes"


def _changeable(plan: Plan, route: Route, cue: Cue) -> bool:
    """As in "PATCH …: url and active can be changed": no other fields can."""
    names = [each.field.name for each in cue.bound["fields"]]
    if route.method != "PATCH" or any(plan.field(each) is None for each in names):
        return False
    plan.once += [each.name for each in plan.fields if each.name not in names]
    return True


def _optional(_: World, plan: Plan, told: Field, cue: Cue) -> bool:
    note: Tokens = cue.bound.get("note", ())
    asked: Asked | None = Asked(told, known=True)
    if note:
        asked = noted(note, Asked(told, known=True))
        for piece in pieces(note) if asked is None else ():
            asked = noted(piece, asked or Asked(told, known=True))
            if asked is None:
                break
    if asked is None:
        return False
    plan.changes_field(optional(asked.field))
    return True


def _begins_with(world: World, plan: Plan, told: Field, cue: Cue) -> bool:
    """A text begins with one of those that are named; addresses of the web always do."""
    starts = [cue.bound[each].text for each in ("string", "other") if each in cue.bound]
    if not _refused(world, cue):
        return False
    if told.type.kind == "url" and set(starts) == _WEB:
        return True
    if told.type.kind not in {"string", "url"} or told.type.pattern:
        return False
    pattern = f"^(?:{'|'.join(map(re.escape, starts))})"
    kind = replace(told.type, kind="string", pattern=f"{pattern}.*$")
    plan.changes_field(replace(told, type=kind))
    return True


def _reserved(world: World, plan: Plan, told: Field, cue: Cue) -> bool:
    """A word that no row may have there."""
    if told.type.kind != "string" or not _refused(world, cue):
        return False
    word = json.dumps(cue.bound["string"].text)
    why = json.dumps(f"{told.name}: {cue.bound['string'].text} is reserved")
    guard = f"guard input.{told.name} != {word} else out_of_range {why}"
    plan.checks.append(guard)
    plan.changes.append(guard)
    return True


def _refused(world: World, cue: Cue) -> bool:
    """Whether a rule is refused as what is invalid is; another status of that kind is kept."""
    status = cue.bound.get("status", 422)
    if status == _INVALID[0]:
        world.failures.append(Failure("out_of_range", status))
    return status in _INVALID


def _kind(_: World, plan: Plan, told: Field, cue: Cue) -> bool:
    """As in "cents is a positive whole number"."""
    plain = Field(told.name, Type("string"), told.required)
    asked = noted(cue.bound["kind"], Asked(plain, known=True))
    if asked is None:
        return False
    plan.changes_field(asked.field)
    return True


def _choices(_: World, plan: Plan, told: Field, cue: Cue) -> bool:
    """As in "The status is draft or published"."""
    if told.type.kind != "string" or told.type.choices:
        return set(told.type.choices) == set(cue.bound["values"])
    plan.changes_field(settled(Asked(chosen(told, cue.bound["values"]), known=True)))
    return True


_RULES = {
    "choices_are": _choices,
    "optional": _optional,
    "kind_is": _kind,
    "begins_with": _begins_with,
    "reserved": _reserved,
}

"""What holds for all operations of a thing: unique values, slugs, times, order."""

from __future__ import annotations

import json
from dataclasses import replace

from beliefs.spec.entities import Key
from beliefs.spec.failures import Failure
from beliefs.spec.features import ordering
from beliefs.spec.features.resources import variable
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.asked import Asked
from beliefs.spec.understanding.bounds import bounded
from beliefs.spec.understanding.draft import Cue
from beliefs.spec.understanding.families import cascades
from beliefs.spec.understanding.families.messages import message, status_behind
from beliefs.spec.understanding.families.things import natural, text_field
from beliefs.spec.understanding.plans import Plan, World, item_path
from beliefs.spec.understanding.words import singular


def shape(world: World) -> None:
    """Apply every rule about rows."""
    for rule in (
        _unique,
        _twice,
        _slugs,
        _times,
        _bounds,
        _bad_bounds,
        _tags,
        _order,
        cascades.dropped,
        cascades.buried,
        _apart,
        _once,
    ):
        rule(world)


def _with_field(world: World, cue: Cue, name: str) -> list[Plan]:
    """The plans that a cue about a field is about."""
    near = [each for each in world.plans.values() if cue in each.thing.cues and each.field(name)]
    return near or [each for each in world.plans.values() if each.field(name)]


def _unique(world: World) -> None:
    for plan in world.plans.values():
        for asked in (*plan.thing.fields, *_taken(world, plan)):
            if asked.status is not None and asked.status != 409:
                world.failures.append(Failure("conflict", asked.status, "Conflict"))
    for cue in world.draft.all_said("unique"):
        named: tuple[Asked, ...] = cue.bound.get("fields", ())
        for each in named:
            for plan in _with_field(world, cue, each.field.name)[:1]:
                told = plan.field(each.field.name)
                assert told is not None
                plan.changes_field(replace(told, unique=True))
                cue.used = "rules"


def _taken(world: World, plan: Plan) -> list[Asked]:
    return [each for route in world.draft.routes if route.path == plan.path for each in route.takes]


def _once(world: World) -> None:
    """As in "one per habit and day": what is made within something, once for each value."""
    for cue in world.draft.all_said("once_per", "second"):
        for plan in _made_once(world, cue):
            if plan.fixed:
                continue
            keys = _once_keys(plan, cue)
            param = plan.resource().parent
            if cue.says == "once_per" and keys:
                held = [f".{each} = input.{each}" for each in keys]
                if param is not None:
                    held.insert(0, f".{plan.parent_field} = input.{param.param}")
                why = f"There is one for this {' and '.join(keys)} already"
                rows = f"{plan.name}[where {' and '.join(held)}]"
                status = status_behind(world.draft, cue)
                way = "conflict" if status == 409 else "refused"
                plan.checks.append(f'guard count({rows}) = 0 else {way} "{why}"')
                if status != 409:
                    plan.failures.append(Failure("refused", status, "Bad request"))
                cue.used = "rules"
            elif cue.says == "second" and plan.checks and cue.bound.get("status", 409) == 409:
                cue.used = "rules"
    if world.plans.keys() & {"checkin", "check_in"}:
        world.draft.use("rules", "check_in")


def _made_once(world: World, cue: Cue) -> list[Plan]:
    """Whose rows are made once: those of the route that it is said of, else those it names."""
    plans = list(world.plans.values())
    paths = {each.path for each in world.draft.routes if cue in each.cues}
    near = [each for each in plans if each.path in paths]
    noun = cue.bound.get("noun") or cue.bound.get("verb")
    name = getattr(noun, "name", noun)
    named = [each for each in plans if each.thing.name == name]
    return near or named or [each for each in plans if cue in each.thing.cues]


def _once_keys(plan: Plan, cue: Cue) -> list[str]:
    """The fields that say for whom, or for when."""
    nouns = {each.name for each in cue.bound.get("nouns", ())}
    nouns |= {cue.bound["who"].name} if "who" in cue.bound else set()
    names = {each for noun in nouns for each in (noun, f"{noun}_id", f"{noun}_name")}
    names |= {"username", "user_id", "email"} if "user" in nouns else set()
    named = [each.name for each in plan.fields if each.name in names]
    dates = [each.name for each in plan.fields if each.type.kind in {"date", "datetime"}]
    return named or (dates[:1] if nouns & {"day", "date"} else [])


def _twice(world: World) -> None:
    """As in "the same email twice is 409": unique, unless that is about what happens."""
    for cue in world.draft.all_said("twice"):
        name = str(cue.bound.get("name", ""))
        if not name or world.families & {"capacity"}:
            continue
        if not _with_field(world, cue, name):
            name = name.lower()
        for plan in _with_field(world, cue, name)[:1]:
            told = plan.field(name)
            assert told is not None
            plan.changes_field(replace(told, unique=True))
            cue.used = "rules"
            if (status := cue.bound.get("status", 409)) != 409:
                world.failures.append(Failure("conflict", status, "Conflict"))


def _slugs(world: World) -> None:
    """Rows addressed by a slug made from their title."""
    cue = world.draft.said("key_slug")
    for plan in world.plans.values():
        if not item_path(plan).endswith("{slug}") and (cue is None or cue not in plan.thing.cues):
            continue
        if any(name == "slug" for name, _ in plan.sets):
            continue
        if cue is None and plan.field("slug") and not (plan.field("title") or plan.field("name")):
            natural(plan, "slug")  # there is nothing that it could be made of
            continue
        source = (cue.bound.get("name") if cue else None) or text_field(plan, "title", "name")
        if plan.field(source) is None:
            source = text_field(plan, "title", "name")
        plan.key = Key("slug", "given")
        plan.fields = [each for each in plan.fields if each.name != "slug"]
        taken = f"each(other in {plan.name}: other.slug)"
        if _slug_once(world):
            plan.sets.insert(0, ("slug", f"slug(input.{source})"))
            free = f"not(slug(input.{source}) in {taken})"
            plan.checks.append(f'guard {free} else conflict "This slug is taken"')
        else:
            plan.sets.insert(0, ("slug", f"unique_slug(input.{source}, {taken})"))
        world.draft.use("rules", "key_slug", "slug_unique", "unique")


def _slug_once(world: World) -> bool:
    """Whether a slug that another row has is refused: "409 if the slug exists"."""
    for cue in world.draft.all_said("exists", "twice"):
        named = getattr(cue.bound.get("noun"), "name", cue.bound.get("name", ""))
        if named == "slug" and cue.bound.get("status", 409) == 409:
            cue.used = "rules"
            return True
    return False


def _times(world: World) -> None:
    """When a row was made and changed, where the goal asks for it."""
    for cue in world.draft.all_said("timestamps"):
        near = [each for each in world.plans.values() if cue in each.thing.cues]
        for plan in near or list(world.plans.values()):
            created(plan)
            if "updated_at" in cue.text or cue.words & {"timestamp", "timestamps"}:
                plan.adds(Field("updated_at", Type("datetime")), "now()")
                plan.touches.append(("updated_at", "now()"))
        cue.used = "rules"
    for cue in world.draft.all_said("stamped"):
        for route in world.draft.routes:
            found = world.at(route.path)
            if cue in route.cues and found is not None:
                found[0].adds(Field("timestamp", Type("datetime")), "now()")
                cue.used = "rules"
    for plan in world.plans.values():
        for name in ("created_at", "updated_at"):
            if any(each.name == name for each in plan.fields):
                plan.fields = [each for each in plan.fields if each.name != name]
                plan.adds(Field(name, Type("datetime")), "now()")
                if name == "updated_at":
                    plan.touches.append((name, "now()"))


def created(plan: Plan) -> None:
    """Keep when a row was made."""
    plan.adds(Field("created_at", Type("datetime")), "now()")


SPANS = (
    ("start", "end"),
    ("starts_at", "ends_at"),
    ("start_time", "end_time"),
    ("start_date", "end_date"),
    ("from", "to"),
    ("check_in", "check_out"),
    ("check_in_date", "check_out_date"),
    ("pickup_date", "return_date"),
)


def _apart(world: World) -> None:
    """Spans of time that may not overlap, within what they refer to."""
    for cue in world.draft.all_said("overlap"):
        for plan in world.plans.values():
            span = next(
                (each for each in SPANS if plan.field(each[0]) and plan.field(each[1])), None
            )
            if span is None:
                continue
            start, end = span
            keys = _same(plan, cue)
            param = plan.resource().parent
            same = "".join(
                f" and .{key} = input.{param.param if param and key == plan.parent_field else key}"
                for key in dict.fromkeys(keys)
            )
            one = variable(plan.entity)
            clash = f".{start} < {{end}} and .{end} > {{start}}"
            new = clash.format(start=f"input.{start}", end=f"input.{end}")
            status = int(cue.bound.get("status") or status_behind(world.draft, cue))
            way = "conflict" if status == 409 else "refused"
            if status != 409:
                plan.failures.append(Failure("refused", status, "Bad request"))
            said = message(cue) or f"It overlaps another {plan.thing.name.replace('_', ' ')}"
            why = f"else {way} {json.dumps(said)}"
            plan.checks.append(f"guard count({plan.name}[where {new}{same}]) = 0 {why}")
            kept = {name: f"or_else(input.{name}, {one}.{name})" for name in (start, end, *keys)}
            others = clash.format(start=kept[start], end=kept[end])
            others += "".join(
                f" and .{key} = {one}.{key}"
                if param and key == plan.parent_field
                else f" and .{key} = {kept[key]}"
                for key in dict.fromkeys(keys)
            )
            plan.changes.append(
                f"guard count({plan.name}[where {others} and .id != {one}.id]) = 0 {why}"
            )
            cue.used = "rules"
            world.draft.use("rules", "touching")


def _same(plan: Plan, cue: Cue) -> list[str]:
    """The fields that two spans must share to be in each other's way: the room, the dentist."""
    noun = cue.bound.get("noun")
    name = noun.name if noun is not None else ""
    named = [each.name for each in plan.fields if each.name in {name, f"{name}_id"}]
    if named:
        return named
    if plan.parent is not None:
        return [plan.parent_field]
    keys = [each.name for each in plan.fields if each.name.endswith("_id")]
    return [each for each in keys if each not in _PEOPLE] or keys


_PEOPLE = frozenset(
    f"{each}_id" for each in ("guest", "customer", "user", "patient", "client", "member", "person")
)


def _bounds(world: World) -> None:
    for cue in world.draft.all_said("bounds"):
        asked: tuple[Asked, ...] = cue.bound["field"]
        for each in (one for some in asked for one in (some, _single(some))):
            for plan in _with_field(world, cue, each.field.name)[:1]:
                told = plan.field(each.field.name)
                assert told is not None
                if told.type.kind == "number" and cue.words & {"integer", "int"}:
                    told = replace(told, type=replace(told.type, kind="integer"))
                plan.changes_field(bounded(told, cue.bound["bounds"]))
                cue.used = "rules"


_NOT = {"min": "below", "max": "above", "above": "max", "below": "min"}


def _bad_bounds(world: World) -> None:
    """As in "422 if amount ≤ 0": what is out of bounds, of what the requests near it bring."""
    for cue in world.draft.all_said("bad_bounds"):
        how, low, high = cue.bound["bounds"]
        names = {each.field.name for each in cue.bound["field"]}
        status = cue.bound["status"]
        if how not in _NOT or status not in {400, 422}:
            continue
        near = {
            id(route)
            for route in world.draft.routes
            for other in route.cues
            if other.sentence == cue.sentence
        }
        for route in world.draft.routes:
            if id(route) in near and names & {each.field.name for each in route.takes}:
                route.takes = [
                    replace(each, field=bounded(each.field, (_NOT[how], low, high)))
                    if each.field.name in names
                    else each
                    for each in route.takes
                ]
                cue.used = "rules"
        for plan in world.plans.values():
            for each in plan.fields:
                if each.name in names:
                    plan.changes_field(bounded(each, (_NOT[how], low, high)))
                    cue.used = "rules"
        if cue.used and status != 422:
            world.failures.append(Failure("out_of_range", status))


def _single(asked: Asked) -> Asked:
    return replace(asked, field=replace(asked.field, name=singular(asked.field.name)))


def _tags(world: World) -> None:
    """Things with tags; as a word of its own it means that the main thing has some."""
    for cue in world.draft.all_said("tagged"):
        plan = next((each for each in world.plans.values() if cue in each.thing.cues), None)
        plan = plan or world.main()
        if plan is not None and plan.fixed is None:
            if plan.field("tags") is None:
                tags = Type("list", item=Type("string"))
                plan.fields.append(Field("tags", tags, required=False, default="[]"))
            cue.used = "rules"


def _order(world: World) -> None:
    """Rows that keep a position within their parent."""
    if world.draft.said("ordering", "move", "position_after") is None:
        return
    for plan in world.plans.values():
        moved = any(
            route.last in {"move", "reorder", "position"}
            and (found := world.at(route.path)) is not None
            and found[0] is plan
            for route in world.draft.routes
        )
        cue = world.draft.said("ordering")
        if plan.fixed is not None or not (moved or (cue is not None and plan.parent is not None)):
            continue
        plan.fields = [each for each in plan.fields if each.name != "position"]
        position = Field("position", Type("integer"))
        one = variable(plan.entity)
        if plan.parent is None:
            plan.adds(position, f"count({plan.name})")
            plan.removal += [
                f"for other in {plan.name}[where .position > {one}.position]:",
                f"    patch {plan.name} other {{position: other.position - 1}}",
            ]
        else:
            param = plan.resource().parent
            key = f"input.{param.param}" if param else f"input.{plan.parent_field}"
            plan.adds(position, ordering.at_end(plan.entity, plan.parent_field, key))
            plan.removal += ordering.closing(plan.entity, plan.parent_field, one)
        plan.order.append(".position")
        world.draft.use("rules", "ordering")

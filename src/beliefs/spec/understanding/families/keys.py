"""How rows are told apart, and what requests do under a key: prefixes, upserts, counters, sets."""

from __future__ import annotations

from beliefs.spec.entities import Key
from beliefs.spec.features import keys
from beliefs.spec.features.resources import an, params, snake
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.asked import Asked
from beliefs.spec.understanding.draft import Route
from beliefs.spec.understanding.families.things import natural
from beliefs.spec.understanding.plans import Plan, World, item_path
from beliefs.spec.understanding.words import plural, singular

_UP = frozenset({"increment", "increase", "hit", "add", "inc", "incr", "bump", "up"})
_DOWN = frozenset({"decrement", "decrease", "dec", "decr", "down", "subtract"})
_STEPS = ("by", "amount", "delta", "step", "value", "n", "count")
_STARTS = frozenset({"prefix", "starts_with", "startswith"})
_CUES = frozenset(
    {"keys_listed", "increment", "decrement", "takes", "with", "answers", "shows", "verbs", "thing"}
)


def find(world: World) -> None:
    """Routes that add to a set of a row: /bookmarks/{id}/tags/{tag}, where tags are only words."""
    draft = world.draft
    found: dict[tuple[str, str], list[Route]] = {}
    for route in draft.routes:
        parts = route.segments
        keyed = len(parts) >= 4 and "{" in parts[-1] and "{" in parts[-3] and "{" not in parts[-2]
        if not keyed or route.method not in {"PUT", "POST", "DELETE"} or route.crosses:
            continue
        name = parts[-1].strip("{}")
        there = draft.things.get(singular(parts[-2].lower()))
        rooted = any(
            singular(each.segments[0].lower()) == singular(parts[-2].lower())
            for each in draft.routes
            if each.segments
        )
        alone = there is None or not (there.fields or rooted)
        if alone and name in {singular(parts[-2].lower()), "name", "label", "value", "item"}:
            found.setdefault((singular(snake(parts[-4])), snake(parts[-2])), []).append(route)
    sets = {
        pair for pair, routes in found.items() if any(each.method != "DELETE" for each in routes)
    }
    for here, field in sets:
        thing = draft.thing(here)
        thing.stated = True
        listed = Field(field, Type("list", item=Type("string")), required=False, default="[]")
        if field not in {each.field.name for each in thing.fields}:
            thing.fields.append(Asked(listed, known=True, typed=True))
        draft.things.pop(singular(field), None)
        for route in draft.routes:
            if _set_of(route) == (here, field):
                route.crosses = (here, field)
    if sets:
        world.kept["sets"] = tuple(sorted(sets))


def _set_of(route: Route) -> tuple[str, str]:
    parts = [each for each in route.segments if "{" not in each]
    return (singular(snake(parts[-2])), snake(parts[-1])) if len(parts) > 1 else ("", "")


def shape(world: World) -> None:
    """Keys with a prefix, values that may be anything, rows that begin with their first use."""
    _prefixed(world)
    for cue in world.draft.all_said("any_json"):
        for route in world.draft.routes:
            found = world.at(route.path)
            if cue in route.cues and found is not None and found[1] in {"", "{}"}:
                plan = found[0]
                if not plan.thing.fields and not route.takes and plan.fixed is None:
                    plan.fields = [Field("value", Type("json"))]
                    said = f"the fields of {an(plan.thing.name)}"
                    world.assumptions = [each for each in world.assumptions if each.about != said]
                    world.assume(f"how the value of {an(plan.thing.name)} is sent", '{"value": …}')
                    cue.used = "keys"
    for plan in world.plans.values():
        if any(_steps(world, plan, route) for route in world.draft.routes):
            _counts(world, plan)


def _prefixed(world: World) -> None:
    for cue in world.draft.all_said("key_prefix", "key_token"):
        near = [each for each in world.plans.values() if cue in each.thing.cues]
        for plan in near[:1] or list(world.plans.values()):
            if plan.key.style == "integer" and item_path(plan).endswith("{id}"):
                plan.key = Key("id", "token", prefix=str(cue.bound.get("prefix", "")))
                cue.used = "keys"
    for cue in world.draft.all_said("natural_key"):
        name = str(cue.bound["name"]).lower()
        for plan in world.plans.values():
            told = plan.field(name)
            if plan.key.name == name:
                cue.used = "keys"
            elif told is not None and told.type.kind == "string" and cue in plan.thing.cues:
                natural(plan, name)
                plan.item = f"{plan.path}/{{{name}}}"
                cue.used = "keys"


def _steps(world: World, plan: Plan, route: Route) -> bool:
    found = world.at(route.path)
    return (
        found is not None
        and found[0] is plan
        and route.method == "POST"
        and found[1].removeprefix("{}/") in _UP | _DOWN
        and found[1].startswith("{}/")
    )


def _counts(world: World, plan: Plan) -> None:
    """A row that nothing makes begins when it is first counted."""
    name = params(item_path(plan))[-1]
    made = world.draft.route("POST", plan.path) or world.draft.route("PUT", item_path(plan))
    if made or plan.verbs or name == "id" or plan.thing.fields:
        return
    plan.key, plan.fields, plan.implicit = Key(name, "given"), [], True
    plan.adds(Field(_counter(world, plan), Type("integer"), required=False, default="0"))
    said = f"the fields of {an(plan.thing.name)}"
    world.assumptions = [each for each in world.assumptions if each.about != said]
    world.assume(f"{an(plan.thing.name)} that is not there yet", "begins at 0 when it is counted")


def _counter(world: World, plan: Plan) -> str:
    """What the count is called: as the one number that an answer shows beside the key."""
    shown: set[str] = set()
    for route in world.draft.routes:
        found = world.at(route.path)
        if found is not None and found[0] is plan and route.method == "GET":
            told = [cue.bound["json"] for cue in route.cues if "json" in cue.bound]
            told += [route.example] if route.example is not None else []
            shown |= {key for each in told for key in each.keys}
            shown |= {each.field.name for each in route.answers}
    rest = sorted(shown - {plan.key.name})
    return rest[0] if len(rest) == 1 else "value"


def write(world: World) -> None:
    """Routes that count, that work on sets, or that list keys."""
    for route in world.draft.open_routes():
        found = world.at(route.path)
        if found is None:
            continue
        plan, rest = found
        if plan.implicit and _steps(world, plan, route):
            _count(world, plan, route)
        elif rest == "" and route.method == "GET" and _lists_keys(plan, route):
            start = next((each for each in route.query if each in _STARTS), "")
            world.add(keys.names(plan.resource(), route.path, start), route, route.source)
            _use(route)
    _upserts(world)
    for here, field in world.kept.get("sets", ()):
        plan_ = world.plans.get(here)
        if plan_ is not None:
            _set(world, plan_, field)


def _set(world: World, plan: Plan, field: str) -> None:
    resource = plan.resource()
    for route in world.draft.open_routes():
        if route.crosses != (plan.thing.name, field):
            continue
        if route.of_item and route.method in {"PUT", "POST"}:
            made = keys.include(resource, route.path, field, route.method)
        elif route.of_item and route.method == "DELETE":
            made = keys.exclude(resource, route.path, field)
        elif not route.of_item and route.method == "GET":
            made = keys.members(resource, route.path, field)
        elif not route.of_item and route.method == "POST":
            named = next((each.field.name for each in route.takes), singular(field))
            made = keys.include(resource, route.path, field, route.method, named)
        else:
            continue
        world.add(made, route, route.source)
        for cue in route.cues:
            if cue.says in _CUES | {"tagged", "lists", "increment", "crud"}:
                cue.used = cue.used or "keys"


def _count(world: World, plan: Plan, route: Route) -> None:
    told = [each.field.name for each in route.takes]
    told += [key for cue in route.cues if "json" in cue.bound for key in cue.bound["json"].keys]
    named = next((each for each in told if each in _STEPS), "")
    down = route.last in _DOWN
    made = keys.accumulate(plan.resource(), route.path, _counter(world, plan), named, down=down)
    world.add(made, route, route.source)
    _use(route)


def _lists_keys(plan: Plan, route: Route) -> bool:
    if route.said("keys_listed"):
        return plan.key.style == "given"
    asked = [each.field.name for cue in route.cues for each in cue.bound.get("fields", ())]
    return plan.key.style == "given" and asked == [plural(plan.key.name)]


def _upserts(world: World) -> None:
    """Creating or updating is what PUT under a given key does."""
    for cue in world.draft.all_said("upsert"):
        for route in world.draft.routes:
            found = world.at(route.path)
            if cue in route.cues and found is not None and found[0].key.style == "given":
                cue.used = cue.used or "keys"


def _use(route: Route) -> None:
    for cue in route.cues:
        if cue.says in _CUES | {"lists"}:
            cue.used = cue.used or "keys"

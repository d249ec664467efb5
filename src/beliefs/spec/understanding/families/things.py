"""Which things are kept, where they are, what they have and what they belong to."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from beliefs.spec import patterns as re
from beliefs.spec.entities import Key
from beliefs.spec.features.crud import ALL
from beliefs.spec.features.resources import an, params, snake
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding import lexicon
from beliefs.spec.understanding.asked import Asked
from beliefs.spec.understanding.draft import Route, Thing
from beliefs.spec.understanding.families.verbs import named_only, spoken
from beliefs.spec.understanding.plans import Plan, World, item_path
from beliefs.spec.understanding.words import is_plural, singular

# Parts of paths that are no collections.
NO_THINGS = frozenset(
    """api v1 v2 v3 stats statistics search export import download shared share s r random html
    health echo time hello greet auth login register users me summary analytics count counts
    reports report status ws calculate results alerts batch bulk shorten evaluate average total sum
    top low min max leaderboard convert month months year years""".split()  # noqa: SIM905
)


# What is done to a row at its path, though a thing may be called so.
_ACTS = frozenset({"book", "register", "reserve", "enroll", "join", "attend", "borrow", "rent"})


def shape(world: World) -> None:
    """Plan every thing that the goal keeps."""
    draft = world.draft
    _aliases(world)
    for route in draft.routes:
        _placed(world, route)
    _spoken(world)
    _named_twice(world)
    for thing in list(draft.things.values()):
        if thing.stated and thing.name not in world.plans:
            _children(world, thing)
            path = thing.path or f"{world.base}/{snake(thing.plural)}"
            world.plans[thing.name] = Plan(thing, path, thing.item)
    _chained(world)
    for plan in list(world.plans.values()):
        _related(world, plan)
    for plan in world.plans.values():
        _within(world, plan)
        _dependent(world, plan)
    for plan in world.plans.values():
        _fields(world, plan)
    _verbs(world)
    draft.use("things", "about", "title_of", "thing", "shows", "belongs", "many")


def _aliases(world: World) -> None:
    """Paths where rows of another name are: /moderation of entries, /p/{slug} of pastes."""
    draft = world.draft
    made = {
        singular(snake(each.last)): each.path
        for each in draft.routes
        if each.method == "POST" and each.takes and not each.of_item and not params(each.path)
    }
    for head in dict.fromkeys(_head(world, each) for each in draft.routes):
        name = singular(snake(head.rpartition("/")[2]))
        under = [each for each in draft.routes if _head(world, each) == head]
        own = draft.things.get(name)
        below = any(f"}}{head}" in f"{each.path}/" for each in draft.routes)
        known = name in made or lexicon.knows_thing(name) or below
        known = known or (own is not None and bool(own.fields))
        if not head or known or any(each.path == head and each.method != "GET" for each in under):
            continue
        keyed = [each for each in under if params(each.path)]
        words = {word for each in under for cue in each.cues for word in cue.words}
        others = [each for each in made if each in words]
        if keyed and len(others) == 1 and head.rpartition("/")[2].lower() not in NO_THINGS:
            world.also[head] = others[0]
            whole = next((each.path for each in keyed if each.of_item), "")
            thing = draft.thing(others[0])
            thing.item = thing.item or whole
            draft.things.pop(name, None)


def _head(world: World, route: Route) -> str:
    """The first part of a path, behind the base."""
    first = route.path.removeprefix(world.base).strip("/").partition("/")[0]
    return f"{world.base}/{first}" if first and "{" not in first else ""


def _placed(world: World, route: Route) -> None:
    """Things that stand in a path: /boards/{id}/columns has boards and columns."""
    parts = route.segments
    if route.crosses or _head(world, route) in world.also:
        return
    said = spoken(route)
    if said is not None:
        thing = world.draft.thing(said.noun)
        thing.stated = True
        if said.crud == "create":
            names = {each.field.name for each in thing.fields}
            thing.fields += [each for each in route.takes if each.field.name not in names]
        return
    for place, part in enumerate(parts):
        if not re.fullmatch(r"[A-Za-z][\w-]*", part, re.ASCII) or part.lower() in NO_THINGS:
            continue
        path = "/" + "/".join(parts[: place + 1])
        followed = place + 1 < len(parts) and re.fullmatch(r"\{\w+\}", parts[place + 1])
        last = place + 1 == len(parts)
        if last and part.lower() in _ACTS:
            continue
        nested = place > 0 and "{" in parts[place - 1]
        if followed:
            thing = world.draft.thing(snake(part))
            thing.stated = True
            thing.path = thing.path or path
            thing.item = thing.item or f"{path}/{parts[place + 1]}"
        elif last and _collects(world, route) and (route.method == "POST" or nested):
            name = singular(snake(part))
            if nested and route.method == "GET" and name not in world.draft.things:
                continue
            if nested and route.method == "GET" and _owned(world, name, route):
                continue
            thing = world.draft.thing(name)
            if not thing.stated or not thing.path or nested:
                thing.path = path
            thing.stated = True


def _owned(world: World, name: str, route: Route) -> bool:
    """Whether a thing has a place of its own, and a path below its owner only lists it."""
    if world.draft.route("POST", route.path) is not None:
        return False
    made = world.draft.route("POST", f"{world.base}/{route.last}")
    return (made is not None and bool(made.takes)) or any(
        cue.words & {"belong"} and cue.bound["child"].name == name
        for cue in world.draft.all_said("belongs")
        if "child" in cue.bound
    )


def _collects(world: World, route: Route) -> bool:
    """Whether a path names a collection: several, a thing that is known, or posted and listed."""
    name = singular(route.last)
    return (
        is_plural(route.last)
        or lexicon.knows_thing(name)
        or (bool(route.takes) and world.draft.route("GET", route.path) is not None)
    )


# Routes that say who asks, and nothing of what is kept.
_ACCOUNTS = frozenset(
    """register signup sign-up login signin sign-in logout refresh token me whoami health
    auth""".split()  # noqa: SIM905
)


def _spoken(world: World) -> None:
    """Things that are only spoken of: the title's, where nothing else is kept."""
    draft = world.draft
    if draft.title is None:
        return
    kept = [each for each in draft.things.values() if each.stated]
    for noun in draft.title.nouns:
        thing = draft.things.get(noun.name)
        if thing is not None and (thing.fields or thing.verbs):
            thing.stated = True
    alone = not kept and all(each.last in _ACCOUNTS for each in draft.routes)
    if (alone or draft.crud_of_all) and draft.title.nouns:
        noun = draft.title.nouns[-1]
        if noun.known or draft.crud_of_all or noun.name in draft.things:
            thing = draft.thing(noun.name)
            thing.stated = True
            if draft.crud_of_all:
                thing.verbs |= set(ALL)
    for cue in draft.all_said("thing"):
        thing = draft.things.get(cue.bound["known"].name)
        if thing is not None and thing.fields:
            thing.stated = True


def _named_twice(world: World) -> None:
    """What is only named in passing is what is told of later: "houseplants: each plant has …"."""
    told = [each for each in world.draft.things.values() if each.fields or each.path]
    for thing in world.draft.things.values():
        passing = {each.says for each in thing.cues} <= {"about", "title", "thing"}
        if passing and not (thing.fields or thing.path or thing.verbs):
            same = [each for each in told if thing.name.endswith(each.name)]
            thing.stated = thing.stated and not same


def _children(world: World, thing: Thing) -> None:
    """Fields that are rows of their own: "boards have columns"."""
    for asked in list(thing.fields):
        name = singular(asked.field.name)
        period, _, rest = name.partition("_")
        if period == "monthly" and lexicon.knows_thing(rest) and is_plural(asked.field.name):
            thing.fields.remove(asked)  # "with monthly budgets"
            beside = _beside(world, rest)
            beside.cues += [each for each in thing.cues if period in each.words]
            continue
        several = is_plural(asked.field.name) and not asked.typed
        if several and _looked_up(world, thing, asked, name):
            continue
        known = world.draft.things.get(name)
        if not several or not (lexicon.knows_thing(name) or (known is not None and known.stated)):
            continue
        if lexicon.knows_field(asked.field.name) and (known is None or not known.stated):
            continue
        child = world.draft.thing(name)
        child.fields += [each for each in asked.inner if each not in child.fields]
        child.stated = True
        thing.fields = [each for each in thing.fields if each is not asked]
        if name not in world.plans:
            _children(world, child)
            path = child.path or f"{world.base}/{snake(child.plural)}"
            world.plans[name] = Plan(child, path, child.item)
        _nested(world, world.plans[name], thing)
        world.plans[name].thing.cues += [each for each in thing.cues if each.says == "has"]


def _looked_up(world: World, thing: Thing, asked: Asked, name: str) -> bool:
    """What a row has one of is beside it, not below it: "with categories", and a category each."""
    if name not in {each.field.name for each in thing.fields}:
        return False
    thing.fields.remove(asked)
    _beside(world, name)
    return True


def _beside(world: World, name: str) -> Thing:
    """A thing of its own that another one speaks of."""
    thing = world.draft.thing(name)
    thing.stated = True
    if name not in world.plans:
        path = thing.path or f"{world.base}/{snake(thing.plural)}"
        world.plans[name] = Plan(thing, path, thing.item)
    return thing


def _nested(world: World, plan: Plan, owner: Thing) -> None:
    """A thing that has routes already, made and listed under what it belongs to."""
    named = any(each.path == plan.path for each in world.draft.routes)
    named = named or plan.thing.said("at_path") is not None
    named = named or f"{snake(owner.name)}_id" in {each.field.name for each in plan.thing.fields}
    if named or "{" in plan.path:
        return
    plan.item = item_path(plan)
    above = f"{world.base}/{snake(owner.plural)}/{{{snake(owner.name)}_id}}"
    plan.path = f"{above}/{snake(plan.thing.plural)}"
    world.assume(f"where {plan.thing.plural} are", f"made and listed at {plan.path}")


def _chained(world: World) -> None:
    """Things in a row with nested routes: each belongs to the one before it."""
    nested = world.draft.said("nested_routes")
    for cue in world.draft.cues if nested is not None else ():
        if cue.used != "things" or cue.says not in {"side_by_side", "has", "with"}:
            continue
        named = [each for each in world.draft.things.values() if cue in each.cues]
        plans = [world.plans[each.name] for each in named if each.name in world.plans]
        for owner, plan in pairwise(plans):
            _nested(world, plan, owner.thing)
        world.draft.use("things", "nested_routes")


def _related(world: World, plan: Plan) -> None:
    """The parent of a nested collection."""
    parts = plan.path.strip("/").split("/")
    for place in range(len(parts) - 2, 0, -1):
        if "{" in parts[place]:
            parent = world.plans.get(singular(snake(parts[place - 1])))
            if parent is not None and _above(parent, plan):
                continue
            if parent is None:
                thing = world.draft.thing(snake(parts[place - 1]))
                thing.stated = True
                path = "/" + "/".join(parts[:place])
                parent = Plan(thing, path, f"{path}/{parts[place]}")
                world.plans[thing.name] = parent
            plan.parent, plan.parent_field = parent, f"{snake(parent.thing.name)}_id"
            if f"{{{plan.key.name}}}" in plan.path and not plan.item:
                plan.item = f"{world.base}/{snake(plan.thing.plural)}/{{{plan.key.name}}}"
            return
    for cue in world.draft.all_said("belongs"):
        owner = cue.bound["owner"].name
        mine = cue in plan.thing.cues and (
            "child" not in cue.bound or cue.bound["child"].name == plan.thing.name
        )
        above = world.plans.get(owner)
        while above is not None and above is not plan:
            above = above.parent
        if mine and plan.parent is not None and plan.parent.thing.name == owner:
            cue.used = "things"
        if mine and owner in world.plans and plan.parent is None and above is None:
            plan.parent = world.plans[owner]
            plan.parent_field = f"{owner}_id"
            cue.used = "things"
            named = world.draft.route("POST", plan.path) or world.draft.route("GET", plan.path)
            if cue.words & {"belong"} or named or plan.thing.path:
                continue
            nested = f"{item_path(plan.parent).replace('{id}', f'{{{owner}_id}}')}"
            plan.item = plan.item or f"{plan.path}/{{{plan.key.name}}}"
            plan.path = f"{nested}/{snake(plan.thing.plural)}"


def _within(world: World, plan: Plan) -> None:
    """What a rule speaks of belongs to what it names: "bookings of the same room"."""
    names = {each.field.name for each in plan.thing.fields}
    for cue in world.draft.all_said("overlap"):
        noun, nouns = cue.bound.get("noun"), cue.bound.get("nouns", ())
        owner = world.plans.get(noun.name) if noun is not None else None
        mine = plan.thing.name in {each.name for each in nouns}
        if owner is None or not mine or plan.parent is not None or _above(owner, plan):
            continue
        key = f"{snake(owner.thing.name)}_id"
        if not names & {owner.thing.name, key}:
            plan.parent, plan.parent_field = owner, key


# What there is only of something else, which is named before it: "posts and comments".
_OF_OTHERS = frozenset({"comment", "review", "reply", "rating", "attachment", "feedback"})


def _dependent(world: World, plan: Plan) -> None:
    """Comments and their like belong to what the same phrase names before them."""
    thing = plan.thing
    placed = any(each.path == plan.path for each in world.draft.routes) or thing.path
    referring = any(each.field.name.endswith("_id") for each in thing.fields)
    if thing.name not in _OF_OTHERS or plan.parent is not None or placed or referring:
        return
    before = list(world.draft.things)[: list(world.draft.things).index(thing.name)]
    owners = [world.plans[each] for each in before if each in world.plans]
    owners = [each for each in owners if each.thing.name not in _OF_OTHERS]
    owners = [each for each in owners if set(map(id, each.thing.cues)) & set(map(id, thing.cues))]
    if len(owners) == 1:
        plan.parent, plan.parent_field = owners[0], f"{snake(owners[0].thing.name)}_id"
        _nested(world, plan, owners[0].thing)


def _above(plan: Plan, wanted: Plan) -> bool:
    """Whether something belongs to another, however far up."""
    return plan is wanted or (plan.parent is not None and _above(plan.parent, wanted))


def _fields(world: World, plan: Plan) -> None:
    """The fields of a thing: those named, those its creation takes, else the usual ones."""
    asked = list(plan.thing.fields)
    for route in world.draft.routes:
        at = route.path == plan.path and route.method in {"POST", "PUT"}
        if at or (route.path == item_path(plan) and route.method in {"PUT", "PATCH"}):
            asked += [each for each in route.takes if each.field.name not in _names(asked)]
    taken = {
        each.field.name
        for route in world.draft.routes
        if route.path == plan.path and route.method == "POST"
        for each in route.takes
    }
    asked = [each for each in asked if not _twice(each, taken)]
    named = [each for each in asked if not _is_key(plan, each)]
    above = plan.parent.thing.name if plan.parent is not None else ""
    usual = tuple(each for each in lexicon.usual_fields(plan.thing.name) if each.name != above)
    told = [_referring(world, plan, each) for each in named]
    told = [each for each in told if not _is_key(plan, each)]
    plan.fields = [_as_usual(settled(each), each, usual) for each in told]
    names = {each.field.name for each in named}
    if lexicon.knows_thing(plan.thing.name) and not names & {each.name for each in usual}:
        if all(not each.field.required for each in named) and plan.wants_fields:
            plan.fields = [*usual, *plan.fields]
            said = ", ".join(each.name for each in usual)
            world.assume(f"the fields of {an(_said(plan))}", said)
    elif not named and plan.wants_fields:
        plan.fields = list(usual)
        world.assume(f"the fields of {an(_said(plan))}", ", ".join(each.name for each in usual))
    plan.fields = list({each.name: each for each in plan.fields}.values())
    names_in_path = params(item_path(plan))
    key = names_in_path[-1] if names_in_path else "id"
    put = world.draft.route("PUT", item_path(plan)) is not None
    if (
        put
        and key != "id"
        and world.draft.route("POST", plan.path) is None
        and not plan.thing.verbs
    ):
        plan.key = Key(key, "given")
        plan.fields = [each for each in plan.fields if each.name != key]
    elif key in {each.name for each in plan.fields} and key != "id":
        natural(plan, key)
    _begun(world, plan)
    if cue := world.draft.said("key_uuid"):
        plan.key, cue.used = Key("id", "uuid"), "things"


def _begun(world: World, plan: Plan) -> None:
    """What every new row begins with, and no request brings: "with balance 0"."""
    for cue in world.draft.all_said("starts_with"):
        at = any(cue in each.cues and each.path == plan.path for each in world.draft.routes)
        name = str(cue.bound["name"])
        if at or cue in plan.thing.cues:
            told = lexicon.field(name)
            kept = told if told.type.kind in {"number", "integer", "boolean"} else None
            value = str(cue.bound["value"])
            if kept is None and value.lstrip("-").isdigit():
                kept = Field(name, Type("integer"))
            if kept is not None:
                plan.fields = [each for each in plan.fields if each.name != name]
                plan.adds(replace(kept, required=False, default=value))
                cue.used = "things"


def natural(plan: Plan, name: str) -> None:
    """A field that tells rows apart: no two have it alike, and it never changes."""
    told = plan.field(name)
    if told is not None:
        plan.changes_field(replace(told, unique=True))
        plan.once.append(name)
    plan.key = Key(name, "given")


def _referring(world: World, plan: Plan, asked: Asked) -> Asked:
    """A field that is called like another thing holds its key: "bookings with room"."""
    other = world.plans.get(asked.field.name)
    told = other is not None and (other.thing.fields or other.thing.verbs)
    if other is None or not told or asked.typed or asked.field.type != Type("string"):
        return asked
    brought = [each for route in world.draft.routes for each in route.takes]
    if other is plan or asked in brought:  # a request that is spelled out is as it is
        return asked
    name = f"{snake(other.thing.name)}_id"
    kind = Type({"uuid": "uuid"}.get(other.key.style, "integer"))  # type: ignore[arg-type]
    world.assume(f"the {other.thing.name} of {an(_said(plan))}", f"{name}, its key", "its name")
    return replace(asked, field=replace(asked.field, name=name, type=kind))


def _said(plan: Plan) -> str:
    return plan.thing.name.replace("_", " ")


def _names(asked: list[Asked]) -> set[str]:
    return {each.field.name for each in asked}


def _is_key(plan: Plan, asked: Asked) -> bool:
    name = asked.field.name
    return name == "id" or (plan.parent is not None and name == plan.parent_field)


def settled(asked: Asked) -> Field:
    """A field with the defaults of its kind: a state begins with its first choice."""
    told = asked.field
    if told.type.choices and not told.default:
        first = told.type.choices[0]
        if told.name in {"status", "state", "stage"}:
            return replace(told, required=False, default=f'"{first}"')
        if told.name == "priority":
            usual = next(
                (each for each in ("medium", "normal") if each in told.type.choices), first
            )
            return replace(told, required=False, default=f'"{usual}"')
    if asked.only_for:
        return replace(told, required=False, type=replace(told.type, nullable=True))
    return told


def _twice(asked: Asked, taken: set[str]) -> bool:
    """Whether a request brings one of what a sentence names several of."""
    name = asked.field.name
    return name not in taken and is_plural(name) and singular(name) in taken


def _as_usual(told: Field, asked: Asked, usual: tuple[Field, ...]) -> Field:
    """A field whose name says nothing, as things of this kind have it."""
    same = next((each for each in usual if each.name == told.name), None)
    return replace(told, type=same.type) if same is not None and asked.guessed else told


def _verbs(world: World) -> None:
    """Which operations collections have."""
    draft = world.draft
    for plan in world.plans.values():
        plan.verbs |= plan.thing.verbs
        if named_only(plan, world):
            plan.verbs = set()
            continue
        named = [route for route in draft.routes if route.path in {plan.path, item_path(plan)}]
        makes = any(
            route.method in {"POST", "PUT"} and route.path in {plan.path, item_path(plan)}
            for route in draft.routes
        )
        if not plan.verbs and plan.thing.stated and not makes and (not named or plan.thing.fields):
            within = [
                route
                for route in draft.routes
                if (found := world.at(route.path)) is not None and found[0] is plan
            ]
            if not within or plan.thing.fields:
                plan.verbs |= set(ALL)
                world.assume(
                    f"what can be done with {plan.thing.plural}",
                    "create, list, show, replace, change, delete",
                )


def settle(world: World) -> None:
    """Things that nothing makes: those that services keep are made as usual, others are none."""
    for name, plan in list(world.plans.items()):
        if plan.fixed is not None or _makeable(world, plan):
            continue
        if lexicon.knows_thing(name) or plan.thing.fields:
            plan.verbs |= set(ALL) - plan.handled
            about = f"what can be done with {plan.thing.plural}"
            world.assume(about, "create, list, show, replace, change, delete")
        else:
            del world.plans[name]
    while lost := [each for each in world.plans.values() if _orphaned(world, each)]:
        for each in lost:
            del world.plans[each.thing.name]
    for family, found in list(world.kept.items()):
        several = found if isinstance(found, tuple) else (found,)
        if any(isinstance(each, Plan) and each not in world.plans.values() for each in several):
            world.families.discard(family)
            del world.kept[family]


def _orphaned(world: World, plan: Plan) -> bool:
    return plan.parent is not None and plan.parent not in world.plans.values()


def _makeable(world: World, plan: Plan) -> bool:
    draft = world.draft
    said = [spoken(each) for each in draft.routes]
    return (
        plan.implicit
        or "create" in plan.verbs
        or draft.route("POST", plan.path) is not None
        or draft.route("PUT", item_path(plan)) is not None
        or any(each and each.crud == "create" and each.noun == plan.thing.name for each in said)
    )


def text_field(plan: Plan, *preferred: str) -> str:
    """The field that says what a row is called, or one of those preferred."""
    texts = [each.name for each in plan.fields if each.type.kind == "string"]
    for name in (*preferred, "title", "name", "label", "subject"):
        if name in texts:
            return name
    return texts[0] if texts else plan.key.name

"""Many to many: students and courses, products and categories, joined and parted."""

from __future__ import annotations

from dataclasses import dataclass

from beliefs.spec.features import relations
from beliefs.spec.features.relations import Side
from beliefs.spec.features.resources import params, snake, variable
from beliefs.spec.understanding import lexicon
from beliefs.spec.understanding.draft import Cue, Draft, Route
from beliefs.spec.understanding.plans import Plan, World, item_path
from beliefs.spec.understanding.words import is_plural, singular

# Who does one of these to many is one of many there; who only has many, owns them.
_JOINING = frozenset({"enroll", "enrol", "join", "take", "attend", "belong", "follow", "be", "in"})
_PLACES = ("capacity", "seats", "max_students", "max_participants", "max_members", "places")
_CUES = frozenset(
    """attach verbs thing shows lists crud answers success becomes about belongs many_many
    cancel register capacity""".split()  # noqa: SIM905
)


@dataclass(frozen=True, slots=True)
class _Crossing:
    """A route between two kinds: the one it starts from, and the one it leads to."""

    here: str
    there: str
    keyed: bool  # whether the path names a row of both


def find(world: World) -> None:
    """Which things are joined, before any of them is taken for a part of the other."""
    draft = world.draft
    pairs = _told(draft)
    crossings = {route: each for route in draft.routes if (each := _crossing(route)) is not None}
    ways = {(each.here, each.there) for each in crossings.values()}
    for route, each in crossings.items():
        pair = (each.here, each.there)
        mirrored = pair[::-1] in ways and pair[0] != pair[1]
        bare = each.keyed and route.method in {"POST", "PUT"} and not route.takes
        own = _own(draft, each.there) and _own(draft, each.here)
        if (mirrored or (bare and own)) and pair[::-1] not in pairs:
            pairs[pair] = None
    for route, each in crossings.items():
        if {(each.here, each.there), (each.there, each.here)} & pairs.keys():
            route.crosses = (each.here, each.there)
    for one, other in pairs:
        for name in (one, other):
            draft.thing(name).stated = True
            fields = draft.thing(name).fields
            lists = {f"many_{_plural(each)}" for each in (one, other)} | {_plural(one)}
            lists |= {_plural(other)}
            draft.thing(name).fields = [each for each in fields if each.field.name not in lists]
            _unowned(draft, {one, other})
    if pairs:
        world.kept["relations"] = tuple(pairs)


def _unowned(draft: Draft, pair: set[str]) -> None:
    """Do not take "the students of a course" for parts of it."""
    for cue in draft.all_said("belongs"):
        child = cue.bound.get("child")
        if child is not None and {child.name, cue.bound["owner"].name} == pair:
            cue.used = "relations"
            for thing in draft.things.values():
                thing.cues = [each for each in thing.cues if each is not cue]


def _plural(name: str) -> str:
    return Draft().thing(name).plural


def _told(draft: Draft) -> dict[tuple[str, str], None]:
    """Pairs that are said to be many on either side."""
    pairs: dict[tuple[str, str], None] = {}
    ways: dict[tuple[str, str], Cue] = {}
    for cue in draft.all_said("many_many"):
        nouns = [each.name for each in cue.bound.get("nouns", ())]
        if len(nouns) != 2:
            near = [each.name for each in draft.things.values() if cue in each.cues]
            nouns = near if len(near) == 2 else list(draft.things)[:2]
        if len(nouns) == 2:
            pairs[nouns[0], nouns[1]] = None
            cue.used = "relations"
    for cue in draft.all_said("has_many"):
        one, other = cue.bound["one"].name, cue.bound["other"].name
        if one != other and is_plural(cue.tokens[-1].low):
            ways[one, other] = cue
    for (one, other), cue in ways.items():
        if (other, one) in pairs or (one, other) in pairs:
            cue.used = "relations"
        elif (other, one) in ways or cue.words & _JOINING:
            pairs[one, other] = None
            cue.used = "relations"
        else:
            draft.thing(other).cues.append(_owned(draft, cue, one, other))
    return pairs


def _owned(draft: Draft, cue: Cue, owner: str, child: str) -> Cue:
    """As if it had been said that the one belongs to the other."""
    bound = {"child": cue.bound["other"], "owner": cue.bound["one"]}
    told = Cue("belongs", bound, cue.tokens, cue.sentence, cue.line)
    draft.cues.append(told)
    draft.thing(owner).stated = draft.thing(child).stated = True
    return told


def _crossing(route: Route) -> _Crossing | None:
    parts = route.segments
    keyed = bool(parts) and "{" in parts[-1]
    parts = parts[:-1] if keyed else parts
    if len(parts) < 3 or "{" not in parts[-2]:
        return None
    here, there = (singular(snake(each)) for each in (parts[-3], parts[-1]))
    if keyed and route.segments[-1].strip("{}") in {there, "name", "label", "value"}:
        return None  # a word in a set, not a row
    return _Crossing(here, there, keyed) if is_plural(parts[-1].lower()) else None


def _own(draft: Draft, name: str) -> bool:
    """Whether a thing is kept by itself: it has fields, verbs, or routes of its own."""
    thing = draft.things.get(name)
    told = thing is not None and bool(thing.fields or thing.verbs)
    alone = any(
        singular(each.segments[0].lower()) == name for each in draft.routes if each.segments
    )
    return told or (alone and name != "tag" and lexicon.knows_thing(name))


def write(world: World) -> None:
    """The routes between things that are joined; the usual ones where the goal names none."""
    for one, other in world.kept.get("relations", ()):
        here, there = world.plans.get(one), world.plans.get(other)
        if here is None or there is None:
            continue
        kept = relations.link(here.entity, there.entity)
        world.entities.append(kept)
        for plan in (here, there):
            if not plan.buried:
                mine = f"{variable(plan.entity)}.{plan.key.name}"
                line = f"delete {kept.name} where .{Side(plan.entity).field} = {mine}"
                plan.removal.insert(0, line)
        routes = [each for each in world.draft.open_routes() if set(each.crosses) == {one, other}]
        for route in routes:
            _write(world, route, kept_by=(here, there))
        _usual(world, here, there, named=bool(routes))
        for cue in world.draft.all_said("attach"):
            cue.used = cue.used or "relations"


def _sides(world: World, first: Plan, second: Plan, start: str) -> tuple[Side, Side]:
    del world
    here, there = (first, second) if first.thing.name == start else (second, first)
    return Side(here.entity, here.visible), Side(there.entity, there.visible)


def _write(world: World, route: Route, kept_by: tuple[Plan, Plan]) -> None:
    here, there = _sides(world, *kept_by, route.crosses[0])
    kept = relations.link(kept_by[0].entity, kept_by[1].entity)
    keyed = route.of_item
    if route.method == "GET" and not keyed:
        made = relations.joined(route.path, here, there, kept)
    elif route.method == "DELETE" and keyed:
        made = relations.part(route.path, here, there, kept)
    elif route.method in {"POST", "PUT"}:
        told = {each.field.name for each in route.takes}
        told |= {key for cue in route.cues if "json" in cue.bound for key in cue.bound["json"].keys}
        if told - {there.field}:
            return  # more is said of what joins them than is kept
        made = relations.join(
            route.path, here, there, kept, again=route.method == "PUT", full=_full(world, kept_by)
        )
    else:
        return
    world.add(made, route, route.source)
    for cue in route.cues:
        if cue.says in _CUES:
            cue.used = cue.used or "relations"


def _full(world: World, plans: tuple[Plan, Plan]) -> str:
    """The field that says how many fit, where the goal speaks of running full."""
    if not world.draft.said("capacity", "full"):
        return ""
    world.draft.use("relations", "capacity", "full")
    return next((name for plan in plans for name in _PLACES if plan.field(name)), "")


def _usual(world: World, here: Plan, there: Plan, *, named: bool) -> None:
    """Where the goal names no route: joined and parted at the first, listed at both."""
    sides = Side(here.entity, here.visible), Side(there.entity, there.visible)
    kept = relations.link(here.entity, there.entity)
    below = f"{item_path(here)}/{snake(there.thing.plural)}"
    above = f"{item_path(there)}/{snake(here.thing.plural)}"
    both = f"{below}/{{{sides[1].field}}}"
    ways = {(each.method, each.path) for each in world.operations}
    if named or len(params(both)) < 2:
        return
    for made in (
        relations.join(both, *sides, kept, full=_full(world, (here, there))),
        relations.part(both, *sides, kept),
        relations.joined(below, *sides, kept),
        relations.joined(above, sides[1], sides[0], kept),
    ):
        if (made.method, made.path) not in ways:
            world.add(made)
    world.assume(
        f"how {here.thing.plural} and {there.thing.plural} are joined", f"POST and DELETE {both}"
    )

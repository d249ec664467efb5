"""Places that run out: registering, a waitlist, cancelling, checking in."""

from __future__ import annotations

from beliefs.spec.features import capacity
from beliefs.spec.features.resources import an
from beliefs.spec.types import Field
from beliefs.spec.understanding import lexicon
from beliefs.spec.understanding.draft import Route, Thing
from beliefs.spec.understanding.plans import Plan, World, item_path

_ACTS = {
    "register": "registration",
    "registrations": "registration",
    "rsvp": "rsvp",
    "book": "booking",
    "bookings": "booking",
    "enroll": "enrollment",
    "enrol": "enrolment",
    "enrollments": "enrollment",
    "join": "participant",
    "reserve": "reservation",
    "reservations": "reservation",
    "signup": "signup",
    "sign-up": "signup",
    "attend": "attendance",
}
_PLACES = ("capacity", "seats", "places", "spots", "max_participants", "max_attendees", "slots")
_FIGURES = frozenset({"analytics", "stats", "statistics", "occupancy", "availability", "summary"})


def shape(world: World) -> None:
    """Whoever registers is a row of the thing that has places."""
    _usual(world)
    for route in world.draft.routes:
        found = world.at(route.path)
        if route.method != "POST" or route.last not in _ACTS or found is None:
            continue
        plan = found[0] if found[1].startswith("{}") else found[0].parent
        places = next((each for each in _PLACES if plan and plan.field(each)), "")
        spans = {each.field.name for each in route.takes} & {"start", "end", "start_time", "from"}
        if plan is None or not places or spans or world.draft.said("overlap"):
            continue
        _planned(world, plan, route, places)
        return


def _usual(world: World) -> None:
    """Where the goal speaks of places that run out and names no route for taking one."""
    draft = world.draft
    owner = next((each for each in world.plans.values() if _places(each)), None)
    said = draft.said("waitlist", "capacity", "promote", "check_in", "register")
    acts = any(route.method == "POST" and route.last in _ACTS for route in draft.routes)
    known = "relations" in world.kept or "occupancy" in world.kept
    if owner is None or said is None or acts or known:
        return
    if not draft.said("waitlist", "capacity", "full"):
        return
    taking = Route("POST", f"{item_path(owner)}/register", crosses=("register",))
    taken = f"{world.base}/registrations/{{id}}"
    draft.routes.append(taking)
    if draft.said("cancel", "promote"):
        draft.routes.append(Route("POST", f"{taken}/cancel"))
        world.assume("where a place is given back", f"POST {taken}/cancel")
    if draft.said("check_in"):
        draft.routes.append(Route("POST", f"{taken}/check-in"))
    named = " and ".join(each.name for each in _person(world)) or "name and email"
    world.assume("where a place is taken", f"POST {taking.path} with {named}")


def _given_back(world: World) -> bool:
    """Whether a place can be given back, which is then free for the next."""
    return any(each.path.endswith("/cancel") for each in world.operations)


def _places(plan: Plan) -> str:
    return next((each for each in _PLACES if plan.field(each)), "")


def _planned(world: World, plan: Plan, route: Route, places: str) -> None:
    world.families.add("capacity")
    name = _ACTS[route.last]
    waits = world.draft.said("waitlist") is not None
    person = tuple(each.field for each in route.takes) or _person(world)
    person = person or (
        lexicon.field("name"),
        lexicon.field("email"),
    )
    kept = world.plans.get(name)
    if kept is None:
        thing = Thing(name, stated=True)
        world.draft.things[name] = thing
        kept = Plan(thing, f"{world.base}/{thing.plural}")
        world.plans[name] = kept
    kept.fixed = capacity.registration_of(
        plan.entity, person, kept.name, kept.thing.plural, waits=waits
    )
    kept.fields, kept.handled = [], {"create", "replace", "change"}
    kept.verbs -= {"create", "replace", "change"}
    if not item_path(kept).count("{") > 1:
        kept.verbs |= {"show"}
    key = f"{plan.resource().one}.{plan.key.name}"
    plan.removal.append(f"delete {kept.name} where .{kept.fixed.fields[0].name} = {key}")
    world.kept["capacity"] = (plan, kept, route, places, waits)
    world.assumptions = [
        each for each in world.assumptions if each.about != f"the fields of {an(name)}"
    ]


def _person(world: World) -> tuple[Field, ...]:
    """What somebody brings who registers: "people register with name and email"."""
    told = [each for each in world.draft.all_said("register") if "fields" in each.bound]
    return tuple(asked.field for each in told[:1] for asked in each.bound["fields"])


def write(world: World) -> None:
    """Register, cancel, check in, count."""
    if "capacity" not in world.families:
        return
    plan, kept, first, places, waits = world.kept["capacity"]
    resource, taken = plan.resource(), kept.resource()
    once = _once(world, kept.fixed.fields)
    for route in world.draft.open_routes():
        found = world.at(route.path)
        of_kept = found is not None and found[0] is kept
        if route is first:
            made = capacity.register(
                resource, route.path, kept.fixed, once=once, capacity=places, waits=waits
            )
        elif of_kept and (route.last == "cancel" or route.method == "DELETE"):
            made = capacity.cancel(taken, route.path, method=route.method, waits=waits)
        elif of_kept and route.last in {"check-in", "checkin", "check_in"}:
            made = capacity.check_in(taken, route.path)
        elif route.method == "GET" and route.last in _FIGURES and found and found[0] is plan:
            made = capacity.occupancy(
                resource, route.path, kept.fixed, _figures(route, waits), places
            )
        else:
            continue
        world.add(made, route, route.source)
        for cue in route.cues:
            cue.used = cue.used or "capacity"
    if world.draft.said("cancel") and not any(
        each.name.startswith("cancel_") for each in world.operations
    ):
        path = f"{item_path(kept)}/cancel"
        world.add(capacity.cancel(taken, path, waits=waits))
        world.assume("where a place is given back", f"POST {path}")
    world.draft.use("capacity", "capacity", "confirm", "waitlist", "promote", "cancel", "once")
    world.draft.use("capacity", *(("frees",) if _given_back(world) else ()))
    world.draft.use("capacity", "check_in", "analytics", "included", "divided", "twice", "register")
    world.draft.use("capacity", "states_in", "only_if", "once_per", "second", "places", "attendee")
    for cue in world.draft.all_said("full", "again"):
        if cue.bound.get("status", 409) == 409:
            cue.used = "capacity"


def _once(world: World, fields: tuple[Field, ...]) -> str:
    """The field that nobody registers twice with."""
    for cue in world.draft.all_said("twice", "once_per", "second", "again"):
        names = [str(cue.bound.get("name", ""))]
        names += [each.name for each in cue.bound.get("nouns", ())]
        names += [cue.bound[each].name for each in ("noun", "who") if each in cue.bound]
        for name in names:
            if any(each.name == name for each in fields):
                return name
        if cue.says not in {"second", "again"}:
            return "email" if any(each.name == "email" for each in fields) else ""
    return ""


def _figures(route: Route, waits: bool) -> tuple[str, ...]:
    named = tuple(each.field.name for each in route.answers)
    usual = ("confirmed", "waitlisted", "checked_in", "capacity", "available", "fill_rate")
    return named or tuple(each for each in usual if waits or each != "waitlisted")

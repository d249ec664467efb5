"""Polls: choices, one vote each, results."""

from __future__ import annotations

from beliefs.spec.entities import Entity
from beliefs.spec.failures import Failure
from beliefs.spec.features import voting
from beliefs.spec.features.resources import an, snake
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.asked import Asked
from beliefs.spec.understanding.draft import Route
from beliefs.spec.understanding.families.states import opened
from beliefs.spec.understanding.plans import Plan, World, item_path
from beliefs.spec.understanding.words import singular

_ONCE = ("once_per", "voted_once", "voted_twice", "second", "twice", "again")
_VOTES = frozenset({"vote", "votes", "ballot"})


def _poll(world: World) -> tuple[Plan, Field, Route] | None:
    """What is voted on, its list of choices, and the route that takes votes."""
    for route in world.draft.routes:
        found = world.at(route.path)
        if route.method == "POST" and route.last in _VOTES and found is not None:
            plan = found[0].parent if found[0].thing.name == "vote" else found[0]
            listed = [each for each in plan.fields if each.type.kind == "list"] if plan else []
            if plan is not None and listed:
                return plan, listed[0], route
    return None


_CHOICES = frozenset({"options", "choices", "answers", "candidates"})


def _usual(world: World) -> None:
    """Where the goal speaks of voting for a choice and names no route for it."""
    draft = world.draft
    cue = draft.said("vote")
    if cue is None or any(each.last in _VOTES for each in draft.routes):
        return
    for plan in world.plans.values():
        if plan.fixed is not None or not any(_is_choices(each) for each in plan.fields):
            continue
        once = draft.said("once_per")
        named = [each.name for each in once.bound.get("nouns", ())] if once is not None else []
        who = next((each for each in named if each not in world.plans), "voter")
        listed = next(each for each in plan.fields if _is_choices(each))
        takes = [
            Asked(Field(f"{singular(listed.name)}_id", Type("integer")), known=True),
            Asked(Field(who, Type("string", min_length=1)), known=True),
        ]
        path = f"{item_path(plan)}/vote"
        draft.routes.append(Route("POST", path, takes=takes, cues=[cue], crosses=("vote",)))
        names = " and ".join(each.field.name for each in takes)
        world.assume(
            f"how a vote for one of the {listed.name} is given", f"POST {path} with {names}"
        )
        if (told := draft.said("results")) is not None:
            more = [each for each in (told, draft.said("percent")) if each is not None]
            draft.routes.append(Route("GET", f"{item_path(plan)}/results", cues=more))
            world.assume("where results are", f"GET {item_path(plan)}/results")
        return


def _is_choices(field: Field) -> bool:
    return field.type.kind == "list" and field.name in _CHOICES


def shape(world: World) -> None:
    """Choices are rows of their own; rows that are voted for count their votes."""
    _usual(world)
    found = _poll(world)
    if found is None:
        _rows(world)
        return
    plan, listed, route = found
    world.families.add("voting")
    world.plans.pop("vote", None)
    _told_apart(world, singular(listed.name))
    plan.fields = [each for each in plan.fields if each is not listed]
    plan.shows = voting.with_choices(plan.entity, _choice(plan, listed), listed.name)
    world.kept["voting"] = (plan, listed, route)
    plan.handled |= {"create", "replace", "change"}
    plan.lists = ""


def _told_apart(world: World, choice: str) -> None:
    """What a sentence of its own says a choice has is no thing beside it."""
    alone = world.plans.get(choice)
    if alone is not None and {each.name for each in alone.fields} <= {"id", "text"}:
        world.plans.pop(choice)
        about = f"what can be done with {alone.thing.plural}"
        world.assumptions = [each for each in world.assumptions if each.about != about]


def _rows(world: World) -> None:
    """Rows that everybody votes for once."""
    draft = world.draft
    cue = draft.said("voted_once")
    routes = [each for each in draft.routes if each.last in _VOTES and each.method == "POST"]
    told = ("once_per", "once", "voted_twice", "second")
    cue = cue or draft.said("once_by_address")
    once = cue or next((found for each in routes if (found := each.said(*told))), None)
    if once is None or not (cue or routes):
        return
    nouns = [once.bound["known"].name] if "known" in once.bound else []
    nouns += [each.name for each in once.bound.get("nouns", ())]
    at = world.at(routes[0].path) if routes else None
    plan = at[0] if at else next((world.plans[each] for each in nouns if each in world.plans), None)
    plan = plan or world.main()
    if plan is None or plan.fixed is not None:
        return
    world.plans.pop("vote", None)
    plan.adds(Field("votes", Type("integer"), required=False, default="0"))
    for each in routes:
        each.crosses = ("vote",)
    if not routes:
        draft.routes.append(Route("POST", f"{item_path(plan)}/vote", crosses=("vote",)))
        world.assume(f"how {an(plan.thing.name)} is voted for", f"POST {item_path(plan)}/vote")
    if draft.said("by_votes"):
        plan.order.append(".votes down")
        draft.use("voting", "by_votes")
    world.kept["ballots"] = plan


def _ballots(world: World) -> None:
    plan = world.kept.get("ballots")
    if not isinstance(plan, Plan):
        return
    by_address = world.draft.said("once_by_address") is not None
    who = "me.id" if world.identity is not None else voting.ADDRESS if by_address else ""
    taken = [
        each.field for route in world.draft.routes if route.last in _VOTES for each in route.takes
    ]
    named = next(iter(taken), Field("voter", Type("string", min_length=1)))
    voter = Field("voter", Type("integer")) if who == "me.id" else named
    voter = Field("address", Type("string")) if who == voting.ADDRESS else voter
    kept = voting.ballot_of(plan.entity, voter)
    world.entities.append(kept)
    one = f"{plan.resource().one}.{plan.key.name}"
    if not plan.buried:
        plan.removal.insert(0, f"delete {kept.name} where .{kept.fields[0].name} = {one}")
    for route in world.draft.open_routes():
        found = world.at(route.path)
        if found is None or found[0] is not plan or route.last not in _VOTES:
            continue
        if route.method == "POST":
            world.add(voting.vote_for(plan.resource(), route.path, kept, who), route, route.source)
        elif route.method == "DELETE":
            world.add(voting.take_back(plan.resource(), route.path, kept, who), route, route.source)
        _use(route)
    _statuses(world)
    world.draft.use("voting", "voted_once", "voted_twice", "once_per", "second", "twice", "vote")
    if who == voting.ADDRESS:
        world.draft.use("voting", "once_by_address")


def _choice(plan: Plan, listed: Field) -> Entity:
    item = listed.type.item
    text = next((each.name for each in item.fields if each.name != "id"), "") if item else ""
    return voting.choice_of(plan.entity, singular(listed.name).capitalize(), text or "text")


def write(world: World) -> None:
    """Ask, vote, count."""
    if "voting" not in world.families:
        _ballots(world)
        return
    plan, listed, route = world.kept["voting"]
    choice = _choice(plan, listed)
    named = {snake(choice.name), "option", "choice", "candidate"}
    ids = [each.field.name for each in route.takes if each.field.name.endswith("_id")]
    ids = [each for each in ids if each != "voter_id"]
    words = [each.field.name for each in route.takes if each.field.name in named]
    chosen = next(iter((*ids, *words)), f"{snake(choice.name)}_id")
    whose = [each.field for each in route.takes if each.field.name != chosen]
    by_address = world.draft.said("once_by_address") is not None and not whose
    whose = [Field("address", Type("string"))] if by_address else whose
    voter = (
        whose[0] if whose else Field("" if route.takes else "voter", Type("string", min_length=1))
    )
    kind = voter.type if voter.name.endswith("_id") else Type("string", min_length=1)
    vote = voting.vote_of(plan.entity, voter.name, chosen, kind)
    world.entities += [choice, vote]
    key = f"{plan.resource().one}.{plan.key.name}"
    plan.removal += [
        f"delete {vote.name} where .{vote.fields[0].name} = {key}",
        f"delete {choice.name} where .{choice.fields[0].name} = {key}",
    ]
    resource = plan.resource()
    least, most = listed.type.min_length or 2, listed.type.max_length
    for each in world.draft.open_routes():
        if each.method == "POST" and each.path == plan.path:
            made = voting.ask(resource, choice, listed.name, least, most)
            world.add(made, each, each.source)
        elif each is route:
            once = by_address or world.draft.said(*_ONCE) is not None
            who = voting.ADDRESS if by_address else ""
            made = voting.vote(
                resource, each.path, choice, vote, open_=opened(world, plan), once=once, who=who
            )
            world.add(made, each, each.source)
        elif each.method == "GET" and each.last in {"results", "result", "tally"}:
            made = voting.results(
                resource, each.path, choice, vote, listed.name, share=_share(each)
            )
            world.add(made, each, each.source)
        else:
            continue
        _use(each)
    if not any(each.path == plan.path for each in world.operations if each.method == "POST"):
        world.add(voting.ask(resource, choice, listed.name, least, most))
    _statuses(world)
    if by_address:
        world.draft.use("voting", "once_by_address")
    for cue in world.draft.all_said("again"):
        if cue.bound["status"] == 409 and cue.bound.get("doing") == "vote":
            cue.used = "voting"
    world.draft.use("voting", "vote", "votes_share", "percent", "results", *_ONCE[:4])
    world.draft.use(
        "voting", "refuse_when", "refuse_after", "twice", "per", "once", "close", "status_else"
    )


def _share(route: Route) -> str:
    """The name under which the share of a choice is asked for."""
    words = {form for cue in route.cues for form in cue.words}
    return "percentage" if "percentage" in words else "percent"


def _use(route: Route) -> None:
    for cue in route.cues:
        if cue.says != "close":
            cue.used = cue.used or "voting"


def _statuses(world: World) -> None:
    second = world.draft.said("second", "twice", "voted_twice")
    status = second.bound.get("status", 409) if second is not None else 409
    if status != 409:
        world.failures.append(Failure("conflict", status, "Conflict"))

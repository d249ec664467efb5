"""Questions that people vote on: a list of options, one vote for each voter, and results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from beliefs.spec import patterns as re
from beliefs.spec.failures import Failure
from beliefs.spec.features import voting
from beliefs.spec.features.crud import reading
from beliefs.spec.features.resources import an, path_inputs, program, shown
from beliefs.spec.lives import fields
from beliefs.spec.lives.bodies import names_in
from beliefs.spec.lives.goal import Goal
from beliefs.spec.lives.saying import phrases, piece
from beliefs.spec.operations import Operation
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.draft import Route
from beliefs.spec.understanding.plans import Plan, item_path
from beliefs.spec.understanding.words import singular

_VOTES = "votes?|ballots?"
_RESULTS = "results?|tally|stats|summary|counts?"
_TEXT = Type("string", min_length=1)


@dataclass(frozen=True, slots=True)
class _Told:
    """What is said of voting: words of failures, and how it ends."""

    asks: str  # the field that says what is voted on
    listed: str  # the name of the list of options
    again: int  # the status of a second vote; 0 where none is stated
    unknown: int
    once: bool
    closes: bool
    closed: int
    share: str


def hear(goal: Goal) -> Callable[[], None] | None:
    """Voting for one of several options is spoken of."""
    listed = goal.has(r"\b(?P<n>options|choices|answers|candidates)\b")
    if not goal.spoke(r"\bvot(?:e[sd]?|ing|ers?)\b") or not (listed or goal.spoke(r"\bpolls?\b")):
        return None
    noun = next((x for x in ("poll", "survey", "ballot") if goal.spoke(rf"\b{x}s?\b")), "")
    plan = goal.plan(noun) if noun else goal.main("question", "proposal", "decision")
    if plan is None:
        return None
    name = listed["n"].lower() if listed is not None else "options"
    k, option = fields.spoken(plan), rf"(?:{singular(name)}s?|options?|choices?)"
    words = {"K": k, "OPTION": option}
    again = goal.fault(piece("polls", "AGAIN", **words))
    unknown = goal.fault(piece("polls", "UNKNOWN", **words))
    closed = goal.fault(piece("polls", "CLOSED", **words))
    once = bool(again) or goal.spoke(piece("polls", "ONCE", **words))
    closes = goal.spoke(piece("polls", "CLOSES", **words))
    share = "percentage" if goal.spoke(r"\bpercentages?\b") else "percent"
    goal.take(*phrases("polls", **words))
    told = _Told(_asks(goal), name, again, unknown, once, closes, closed, share)
    plan.wants_fields = False
    return partial(_write, goal, plan, told)


def _write(goal: Goal, plan: Plan, told: _Told) -> None:
    plan.fields = [x for x in plan.fields if x.name not in {told.listed, "votes", "results"}]
    if not plan.fields:
        plan.fields = [Field(told.asks, _TEXT)]
        goal.world.assume(f"the fields of {an(plan.thing.name)}", f"{told.asks}, {told.listed}")
    route = goal.below_one(plan, "POST|PUT", _VOTES)
    option, voter = _brought(goal, route, told.listed)
    choice = voting.choice_of(plan.entity, singular(told.listed).capitalize())
    kind = _TEXT if voter is None or not voter.endswith("_id") else Type("integer")
    vote = voting.vote_of(plan.entity, voter or "voter", option, kind)
    goal.world.entities += [choice, vote]
    open_ = _closing(goal, plan, told)
    plan.shows = voting.with_choices(plan.entity, choice, told.listed)
    key = f"{plan.resource().one}.{plan.key.name}"
    plan.removal += [
        f"delete {vote.name} where .{vote.fields[0].name} = {key}",
        f"delete {choice.name} where .{choice.fields[0].name} = {key}",
    ]
    resource = plan.resource()
    made = voting.ask(resource, choice, told.listed)
    goal.add(made, goal.open("POST", re.escape(plan.path)))
    plan.handled |= {"create", "replace", "change"}
    path = route.path if route is not None else f"{item_path(plan)}/vote"
    cast = voting.vote(resource, path, choice, vote, open_=open_, once=told.once)
    cast = replace(cast, failures=_failures(told))
    brought = f"{option} and {voter or 'voter'}"
    goal.add(cast, route, f"how somebody votes, with {brought},")
    if not told.once:
        goal.world.assume("votes", "as many as somebody likes")
    named = goal.below_one(plan, "GET", _RESULTS)
    where = named.path if named is not None else f"{item_path(plan)}/results"
    counted = voting.results(resource, where, choice, vote, told.listed, told.share)
    goal.add(counted, named, "where results are")
    if "create" not in plan.verbs and goal.open("GET", re.escape(plan.path)) is None:
        plan.verbs |= {"list", "show", "remove"}
        about = f"what can be done with {plan.thing.plural}"
        goal.world.assume(about, "create, list, show, vote, see results, delete")


def _asks(goal: Goal) -> str:
    named = ("title", "topic", "name")
    other = next((x for x in named if goal.spoke(rf"\b{x}\b")), "question")
    return "question" if goal.spoke(r"\bquestion\b") else other


def _failures(told: _Told) -> tuple[Failure, ...]:
    found = []
    if told.again not in {0, 409} or told.closed not in {0, 409}:
        found.append(Failure("conflict", told.again or told.closed, "Conflict"))
    if told.unknown not in {0, 404}:
        found.append(Failure("absent", told.unknown, "Not found"))
    return tuple(found)


def _brought(goal: Goal, route: Route | None, listed: str) -> tuple[str, str | None]:
    """The names under which a vote brings its option and its voter."""
    one = singular(listed)
    names = names_in(goal, route)
    options = rf"(?i){one}(?:_?id|_index)?|option(?:_?id)?|choice(?:_?id)?"
    option = next((x for x in names if re.fullmatch(options, x)), f"{one}_id")
    voter = next((x for x in names if x != option), None)
    return option, voter


def _closing(goal: Goal, plan: Plan, told: _Told) -> str:
    """The condition for votes to be taken, by a moment or by a request that closes."""
    when = next((x for x in plan.fields if re.search(r"clos|end|expire|deadline", x.name)), None)
    close = goal.below_one(plan, "POST|PUT|PATCH", "close|end|finish")
    if when is not None and when.type.kind in {"datetime", "date"}:
        plan.changes_field(
            replace(when, required=False, type=replace(when.type, nullable=True, kind="datetime"))
        )
        return f"$.{when.name} = null or now() < $.{when.name}"
    if close is None and not told.closes:
        return ""
    plan.adds(Field("closed", Type("boolean"), required=False, default="false"))
    path = close.path if close is not None else f"{item_path(plan)}/close"
    goal.add(_close(plan, path), close, f"how {an(plan.thing.name)} is closed")
    return "not($.closed)"


def _close(plan: Plan, path: str) -> Operation:
    resource = replace(plan.resource(), item=path)
    one, said = resource.one, plan.thing.name.replace("_", " ")
    return Operation(
        f"close_{plan.thing.name}",
        "POST",
        path,
        program(
            *reading(resource),
            f'guard not({one}.closed) else conflict "The {said} is closed"',
            f"patch {plan.name} {one} {{closed: true}}",
            f"answer 200 {shown(resource.shows, one)}",
        ),
        inputs=path_inputs(resource, path),
        summary=f"Take no more votes on {an(said)}.",
    )

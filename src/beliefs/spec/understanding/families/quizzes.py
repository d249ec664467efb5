"""Quizzes: questions, attempts against the clock, grades, a leaderboard."""

from __future__ import annotations

from beliefs.spec.features import quizzes
from beliefs.spec.features.resources import an
from beliefs.spec.understanding.draft import Route, Thing
from beliefs.spec.understanding.plans import Plan, World

_LIMITS = ("time_limit", "time_limit_seconds", "duration", "duration_seconds", "seconds", "limit")


def shape(world: World) -> None:
    """A quiz is something with questions that is started and submitted."""
    plan = world.plans.get("quiz") or world.plans.get("exam") or world.plans.get("test")
    started = any(each.last == "start" for each in world.draft.routes)
    submitted = any(each.last == "submit" for each in world.draft.routes)
    if plan is None or not (started and submitted):
        return
    world.families.add("quizzes")
    world.plans.pop("question", None)
    questions = plan.field("questions")
    kinds = _kinds(world, plan)
    plan.fields = [each for each in plan.fields if each.name not in {"questions", "type", "points"}]
    plan.fields = [each for each in plan.fields if each.name not in {"options", "answer"}]
    del questions
    limit = world.draft.said("time_limit")
    if limit is not None and not any(plan.field(each) for each in _LIMITS):
        from beliefs.spec.understanding.lexicon import field

        plan.fields.append(field("time_limit"))
    question = quizzes.question_of(plan.entity, kinds)
    plan.shows = quizzes.with_questions(question)
    plan.handled |= {"create", "replace", "change"}
    plan.verbs -= {"replace", "change"}
    kept = world.plans.get("attempt")
    if kept is None:
        thing = Thing("attempt", stated=True)
        kept = Plan(thing, f"{world.base}/attempts")
        world.plans["attempt"] = kept
    kept.fixed = quizzes.attempt_of(plan.entity, _player(world))
    kept.fields, kept.handled = [], {"create", "replace", "change", "remove", "list"}
    kept.verbs -= kept.handled
    world.kept["quizzes"] = (plan, question, kept)
    world.entities.append(question)
    world.assumptions = [
        each for each in world.assumptions if each.about != "the fields of a attempt"
    ]
    for cue in world.draft.all_said("questions", "time_limit"):
        cue.used = "quizzes"


def _kinds(world: World, plan: Plan) -> tuple[str, ...]:
    told = plan.field("questions")
    inner = told.type.item.fields if told is not None and told.type.item is not None else ()
    kind = next((each for each in inner if each.name == "type"), plan.field("type"))
    if kind is not None and kind.type.choices:
        return kind.type.choices
    cue = world.draft.said("questions")
    return tuple(cue.bound["values"]) if cue is not None else quizzes.KINDS


def _player(world: World) -> str:
    start = next(each for each in world.draft.routes if each.last == "start")
    return next((each.field.name for each in start.takes), "player")


def write(world: World) -> None:
    """Make, start, submit, rank."""
    if "quizzes" not in world.families:
        return
    plan, question, kept = world.kept["quizzes"]
    resource, attempt = plan.resource(), kept.fixed
    limit = next((each for each in _LIMITS if plan.field(each)), "")
    for route in world.draft.open_routes():
        if route.method == "POST" and route.path == plan.path:
            made = quizzes.create_quiz(resource, question)
        elif route.method == "POST" and route.last == "start":
            made = quizzes.start(resource, route.path, question, attempt)
        elif route.method == "POST" and route.last == "submit":
            made = quizzes.submit(plan.entity, question, attempt, route.path, limit)
        elif route.method == "GET" and route.last in {"leaderboard", "ranking", "scores"}:
            made = quizzes.leaderboard(resource, route.path, attempt)
        else:
            continue
        world.add(made, route, route.source)
        _use(route)
    if not any((each.method, each.path) == ("POST", plan.path) for each in world.operations):
        world.add(quizzes.create_quiz(resource, question))
        world.assume(f"how {an(plan.thing.name)} is made", f"POST {plan.path} with its questions")
    world.draft.use("quizzes", "quiz", "attempt", "without_answers", "grade", "late", "submit")
    world.draft.use("quizzes", "submitted_once", "full_points", "right", "leaderboard", "second")
    world.draft.use("quizzes", "refused", "highest", "their_ids", "by_id", "takes", "once", "has")


def _use(route: Route) -> None:
    for cue in route.cues:
        cue.used = cue.used or "quizzes"

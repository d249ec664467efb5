"""One quiz for everybody: "POST /quiz/submit with answers returns the score"."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.features import trivia
from beliefs.spec.features.resources import an, params
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding.draft import Route
from beliefs.spec.understanding.plans import Plan, World

_RIGHT = ("correct_answer", "answer", "correct", "right_answer", "solution", "correct_option")
_TEXTS = ("text", "question", "title", "prompt", "body")
_SUBMITS = frozenset({"submit", "submission", "submissions", "answers", "answer", "attempts"})
_PLAYERS = ("player", "name", "username", "user", "nickname", "player_name")
_LEADERS = frozenset({"leaderboard", "ranking", "rankings", "highscores", "scores"})
_CUES = frozenset(
    """submit grade answers takes with shows right quiz top leaderboard highest by_id has thing
    once""".split()  # noqa: SIM905
)


def shape(world: World) -> None:
    """Questions with a right answer, and a request that hands in answers to all of them."""
    plan = world.plans.get("question")
    route = next((each for each in world.draft.routes if _submits(each)), None)
    if plan is None or route is None or plan.fixed is not None or "quizzes" in world.families:
        return
    name = next((each for each in _RIGHT if plan.field(each) is not None), "")
    told = plan.field(name) if name else None
    if told is None:
        return
    plan.changes_field(replace(told, type=Type("json"), hidden=True, required=True, default=""))
    if not any(plan.field(each) for each in _TEXTS):
        plan.fields.insert(0, Field("text", Type("string", min_length=1)))
        world.assume("what a question asks", "in its field text")
    for other in [each for each in world.plans.values() if each.path == route.path]:
        del world.plans[other.thing.name]  # what is handed in is no thing
        about = f"the fields of {an(other.thing.name)}"
        world.assumptions = [each for each in world.assumptions if each.about != about]
    world.kept["trivia"] = (plan, name, route)


def _submits(route: Route) -> bool:
    taken = {each.field.name for each in route.takes}
    return (
        route.method == "POST"
        and route.last in _SUBMITS
        and not params(route.path)
        and (not taken or "answers" in taken or bool(taken & {*_PLAYERS}))
    )


def write(world: World) -> None:
    """Score, keep, rank."""
    if "trivia" not in world.kept:
        return
    plan, right, route = world.kept["trivia"]
    named = [each.field.name for each in route.takes if each.field.name != "answers"]
    ranked = world.draft.said("leaderboard") or any(
        each.last in _LEADERS for each in world.draft.routes
    )
    player = named[0] if named else "player"
    if len(named) > 1 or player not in _PLAYERS:
        return
    kept = trivia.submission(player, named=bool(named)) if ranked or named else None
    shown = tuple(each.field.name for each in route.answers) or ("score",)
    if not set(shown) <= {"score", "total", *([player] if kept else [])}:
        return
    made = trivia.submit(plan.resource(), route.path, right, shown, kept)
    world.add(made, route, route.source)
    world.assume("how answers are sent", 'answers: {"1": "…"}, by the id of the question')
    _use(world, plan, route)
    if kept is None:
        return
    world.entities.append(kept)
    if not named:
        world.assume(
            "who hands in answers", f"{player}, beside the answers; else they are anonymous"
        )
    _leaders(world, plan)


def _leaders(world: World, plan: Plan) -> None:
    """The leaderboard at the path that the goal names, else at the usual one."""
    kept = world.entities[-1]
    cue = world.draft.said("leaderboard")
    near = [
        each
        for each in world.draft.all_said("top")
        if "number" in each.bound and cue is not None and each.sentence == cue.sentence
    ]
    route = next((each for each in world.draft.open_routes() if each.last in _LEADERS), None)
    top = route.said("top") if route is not None else None
    told = top or (near[0] if near else None)
    most = int(told.bound["number"]) if told is not None and "number" in told.bound else None
    if route is not None and not params(route.path):
        world.add(trivia.leaders(route.path, kept, most), route, route.source)
        _use(world, plan, route)
    elif cue is not None:
        path = f"{world.base}/leaderboard"
        world.add(trivia.leaders(path, kept, most), None, cue.source)
        world.assume("where the leaderboard is", f"GET {path}")
    for each in (*world.draft.all_said("leaderboard", "highest"), *near):
        each.used = each.used or "trivia"


def _use(world: World, plan: Plan, route: Route) -> None:
    del plan
    for cue in route.cues:
        if cue.says in _CUES:
            cue.used = cue.used or "trivia"
    world.draft.use("trivia", "quiz", "grade", "right")

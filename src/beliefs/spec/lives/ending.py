"""What is left when all have taken theirs: plain requests for rows, and words that nobody took."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import form
from beliefs.spec.brief.said import Said
from beliefs.spec.features.crud import ALL
from beliefs.spec.lives.fields import spoken
from beliefs.spec.lives.goal import Goal
from beliefs.spec.lives.saying import phrases, piece
from beliefs.spec.service import Unknown
from beliefs.spec.understanding.plans import Plan, item_path
from beliefs.spec.understanding.turning import DENYING

_MORE = re.compile(
    r"(?i)\b(?:no|not|n't|cannot|can't|must|only|unless|except|until|never|without)\b"
)


def plain_requests(goal: Goal) -> None:
    """The usual requests for rows: those that are named, or all where none makes a row."""
    kinds = "|".join(spoken(each) for each in goal.world.plans.values()) or "(?!)"
    goal.take(*phrases("ending", KINDS=kinds))
    for plan in goal.world.plans.values():
        if plan.fixed is not None:
            continue
        named = [x for x in goal.routes if x.method == "POST" and form(x.path) == form(plan.path)]
        for one in (
            s for x in goal.routes if _plain(x.path, plan) for s in goal.told_of.get(x.way, [])
        ):
            one.take(piece("ending", "PLAIN", KINDS=kinds))
        if not named and "create" not in plan.handled:
            plan.verbs |= set(ALL) - plan.handled
            about = f"what can be done with {plan.thing.plural.replace('_', ' ')}"
            said = {"remove": "delete"}
            goal.world.assume(about, ", ".join(said.get(x, x) for x in ALL if x in plan.verbs))


def _plain(path: str, plan: Plan) -> bool:
    return form(path) in {form(plan.path), form(item_path(plan))}


def left(goal: Goal) -> tuple[Unknown, ...]:
    """The sentences of which something is left; and the requests that nobody made."""
    world = goal.world
    kinds = {x for each in world.plans.values() for x in _spoken_words(each)}
    told = [
        Unknown("material", _whole(one), one.source, f"not understood: {' '.join(words)}")
        for one in goal.said
        if (words := _left(one, kinds))
    ]
    lost = [
        Unknown(
            "blocking",
            f"{each.method} {each.path}",
            each.source or "goal:1",
            "nothing says what it does",
        )
        for each in world.draft.open_routes()
    ]
    queries = [
        Unknown("blocking", f"{each.method} {each.path}?{name}=", "goal:1", f"nothing reads {name}")
        for each in world.draft.routes
        if each.done
        for name in each.query
        if not any(
            form(x.path) == form(each.path)
            and x.method == each.method
            and name in {i.name for i in x.inputs}
            for x in world.operations
        )
    ]
    return (*lost, *queries, *{each.words: each for each in told}.values())


def _spoken_words(plan: Plan) -> set[str]:
    return {
        *plan.thing.name.split("_"),
        *plan.thing.plural.split("_"),
        *plan.thing.plural.replace("_", " ").split(),
    }


def _left(one: Said, kinds: set[str]) -> list[str]:
    words = [each for each in one.left if each.strip("'") not in kinds]
    turned = [
        each for each in re.findall(r"[a-z']+", one.text.lower()) if each in DENYING
    ] + _MORE.findall(one.text)
    return words or list(dict.fromkeys(turned))


def _whole(one: Said) -> str:
    return " ".join(one.whole.split()).strip(" .") or one.text

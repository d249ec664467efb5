"""Many rows in one request: all or none of them, or each by itself with what became of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import form
from beliefs.spec.features import batch
from beliefs.spec.lives import fields
from beliefs.spec.lives.bodies import names_in
from beliefs.spec.lives.goal import Goal
from beliefs.spec.lives.saying import phrases, piece
from beliefs.spec.operations import Operation
from beliefs.spec.understanding.draft import Route
from beliefs.spec.understanding.plans import Plan

_TAIL = piece("batches", "TAIL")
_VERBS = (
    ("create", r"creat|add|insert|import|post|new"),
    ("update", r"updat|chang|edit|modif|patch"),
    ("delete", r"delet|remov"),
)
_METHODS = {"create": "POST", "update": "PATCH", "delete": "DELETE"}


def hear(goal: Goal) -> Callable[[], None] | None:
    """Requests for many rows are spoken of."""
    if not goal.spoke(piece("batches", "SPEAKS")) or goal.spoke(piece("batches", "NOUN")):
        return None
    plan = goal.main("item", "task", "product", "contact")
    if plan is None:
        return None
    each = goal.spoke(piece("batches", "EACH"))
    whole = goal.spoke(piece("batches", "ALL"))
    if each and whole:
        return None
    named = [x for x in goal.world.draft.routes if _for_many(plan, x)]
    wished = _wished(goal) if not named else []
    status = _words(goal, plan)
    return partial(_write, goal, plan, named, wished, each, status)


def _for_many(plan: Plan, route: Route) -> bool:
    path = re.escape(form(plan.path))
    return route.method != "GET" and bool(
        re.fullmatch(rf"(?i){path}[/:](?:{_TAIL})|/(?:batch|bulk){path}", form(route.path))
    )


def _wished(goal: Goal) -> list[str]:
    """What is to be done with many, where no request is named for it."""
    found = []
    for one in goal.said:
        for clause in re.split(r"[.;]", one.text):
            if re.search(rf"(?i){piece('batches', 'SPEAKS')}", clause):
                found += [
                    verb for verb, stems in _VERBS if re.search(rf"(?i)\b(?:{stems})", clause)
                ]
    return list(dict.fromkeys(found)) or ["create"]


def _words(goal: Goal, plan: Plan) -> int:
    """Take what is said of many at once; the status that it states for the whole, if any."""
    k = fields.spoken(plan)
    status = (
        goal.take(r"\b(?:with |answers? |returns? |as )?(?:an? )?207(?: multi-?status)?\b")
        is not None
    )
    goal.take(*phrases("batches", K=k))
    return 207 if status else 0


def _write(
    goal: Goal, plan: Plan, named: list[Route], wished: list[str], each: bool, status: int
) -> None:
    for route in named:
        verb = _verb(goal, route)
        goal.add(_made(goal, plan, route.path, verb, each, status, route), route)
    for verb in wished:
        path = f"{plan.path}/batch"
        made = replace(_made(goal, plan, path, verb, each, status, None), method=_METHODS[verb])  # type: ignore[arg-type]
        goal.add(
            made,
            None,
            f"how many {plan.thing.plural.replace('_', ' ')} are {verb.rstrip('e')}ed at once",
        )
    if not each:
        goal.world.assume("many at once", "all of them or none")


def _verb(goal: Goal, route: Route) -> str:
    said = (
        f"{route.path} {' '.join(x.whole for x in goal.told_of.get(route.way, []))}"
        if route.method == "POST"
        else ""
    )
    tail = next(
        (
            verb
            for verb, stems in _VERBS
            if re.search(rf"(?i)[-_/](?:{stems})\w*$|/(?:{stems})\w*[-_]", route.path)
        ),
        "",
    )
    by_method = {"DELETE": "delete", "PUT": "update", "PATCH": "update"}.get(route.method, "")
    words = next(
        (v for v, stems in (*_VERBS[1:],) if re.search(rf"(?i)\b(?:{stems})", said)), "create"
    )
    return tail or by_method or (words if not re.search(r"(?i)\bcreat|\badd", said) else "create")


def _made(
    goal: Goal, plan: Plan, path: str, verb: str, each: bool, status: int, route: Route | None
) -> Operation:
    resource, names = plan.resource(), names_in(goal, route)
    bare = goal.spoke(piece("batches", "BARE"))
    named = next(iter(names), "" if bare and verb != "delete" else "items")
    if verb == "delete":
        named = next(iter(names), "ids")
        return (
            batch.delete_each(resource, path, named, status or 207)
            if each
            else batch.delete_many(resource, path, named)
        )
    if verb == "update":
        return batch.change_each(resource, path, named, status or 207)
    if each:
        return batch.create_each(resource, path, named, status or 207)
    return batch.create_many(resource, path, named)

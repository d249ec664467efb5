"""What rows have: as the goal tells it, else what such rows usually have."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.brief.answers import read_answers
from beliefs.spec.brief.brief import Request, form
from beliefs.spec.brief.held import Held, describe, typed
from beliefs.spec.brief.names import row_of
from beliefs.spec.brief.said import GAP, Said
from beliefs.spec.features.resources import an
from beliefs.spec.lives.goal import Goal
from beliefs.spec.lives.nouns import NO_ROWS
from beliefs.spec.lives.saying import piece
from beliefs.spec.types import Field
from beliefs.spec.understanding import lexicon
from beliefs.spec.understanding.plans import Plan
from beliefs.spec.understanding.words import plural
from beliefs.spec.wishes import relations

_NO_FIELDS = NO_ROWS - {
    *(
        "title",
        "name",
        "status",
        "start",
        "end",
        "question",
        "position",
        "capacity",
        "date",
        "state",
    ),
    *(
        "options",
        "choices",
        "option",
        "choice",
        "number",
        "time",
        "place",
        "start_date",
        "end_date",
        "body",
    ),
}


_NAMES = frozenset({"body", "status", "description"})  # that hold sentences together elsewhere


def spoken(plan: Plan) -> str:
    """A pattern for how rows are called, one or several."""
    words = plan.thing.name.replace("_", "[ _-]")
    many = plural(plan.thing.name.replace("_", " ")).replace(" ", "[ _-]")
    return rf"(?:{many}|{words})"


def told_fields(goal: Goal) -> None:
    """Give every plan the fields that the goal tells; what is told by a sketch goes first."""
    for plan in goal.world.plans.values():
        for each in (*_sketched(goal, plan), *_lines(goal, plan), *_listed(goal, plan)):
            if plan.field(each.name) is None and each.name != plan.key.name:
                plan.fields.append(each)


def usual_fields(goal: Goal, plan: Plan, *instead: str) -> None:
    """The fields that such rows have, where the goal tells none."""
    name = plan.thing.name
    if plan.fields:
        return
    own = {each.name for each in plan.own} | {plan.key.name, plan.parent_field}
    usual = tuple(map(lexicon.field, instead)) or relations.usual(name)
    plan.fields = [each for each in usual if each.name not in own]
    goal.world.assume(
        f"the fields of {an(name.replace('_', ' '))}", ", ".join(each.name for each in plan.fields)
    )


def _sketched(goal: Goal, plan: Plan) -> list[Field]:
    """Fields as a body in braces behind the request that makes a row shows them."""
    found: list[Field] = []
    for route in goal.routes:
        of_rows = form(route.path) == form(plan.path) or form(route.path) == form(plan.item)
        if not of_rows or route.method not in {"POST", "PUT"}:
            continue
        request = Request(route.method, route.path, "goal", said=goal.told_of.get(route.way, []))
        marked = next((x for x in request.said if x.has(r"⟦\d+⟧")), None)
        if marked is None:
            continue
        told = read_answers(Request(request.method, request.path, "goal", said=[replace(marked)]))
        if told.body is None or found:
            continue
        marked.take(r"(?:with |body:? |takes )?⟦\d+⟧")
        for part in told.body.parts:
            kind = typed(part.value, part.name)
            usual = lexicon.field(part.name)
            required = not part.optional and part.name not in told.spare
            of = usual.type if kind is None or kind.kind == usual.type.kind else kind
            found.append(_optional(replace(usual, type=of), required=required))
    return found


def _optional(field: Field, *, required: bool) -> Field:
    if required or not field.required:
        return field
    return replace(field, required=False, type=replace(field.type, nullable=True))


def _lines(goal: Goal, plan: Plan) -> list[Field]:
    """Fields in a list or a table below the name of the rows."""
    found = []
    for topic in goal.brief.topics:
        if re.fullmatch(
            rf"(?i)(?:the |an? )?{spoken(plan)}(?: fields| model| object| resource)?:?",
            topic.name.strip(),
        ):
            found += [_described(line.name, line.said, line.optional) for line in topic.lines]
    return [each for each in found if each.name != "id"]


def _listed(goal: Goal, plan: Plan) -> list[Field]:
    found: list[Field] = []
    titled = rf"|^[\s{GAP}]*(?=\()" if plan is next(iter(goal.world.plans.values())) else ""
    lead = re.compile(piece("fields", "LEADS", K=rf"\b{spoken(plan)}") + titled, re.IGNORECASE)
    kinds = {
        x
        for p in goal.world.plans.values()
        if p is not plan
        for x in (p.thing.name, p.thing.plural)
    }
    for one in goal.said:
        at = 0
        while (start := lead.search(one.text, at)) is not None:
            at = max(start.end(), at + 1)  # a lead may be no more than where a bracket opens
            begin = start.end() + (one.text[start.end() : start.end() + 1] == "(")
            named, end = row_of(one.text, begin, frozenset(), one.codes | _NAMES)
            names = [each for each in named if each.name not in kinds | {"id"}]
            odd = [
                x
                for x in names
                if not re.fullmatch(r"[A-Za-z_]\w*", x.name) or x.name in _NO_FIELDS
            ]
            if not names or odd or any(x.name == "id" for x in names):
                continue
            end += one.text[end : end + 1] == ")"
            for each in names:
                told = Said(
                    each.words.strip("() "), one.source, one.sketches, one.quotes, each.words
                )
                found.append(_described(each.name, told, each.optional))
            one.text = f"{one.text[: start.start()]} {GAP} {one.text[end:]}"
            at = start.start()
    return found


def _described(name: str, told: Said, optional: bool) -> Field:
    held = Held(name)
    describe(held, told)
    usual = lexicon.field(name)
    of = usual if held.type is None else held.field()
    if held.unique:
        of = replace(of, unique=True)
    if held.default is not None and of.default != held.default:
        of = replace(of, default=held.default, required=False)
    return _optional(of, required=not optional and held.required is not False)

"""Figures over rows: totals per category and month, averages, counts, the best of each."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from beliefs.spec import patterns as re
from beliefs.spec.features import figures
from beliefs.spec.features.figures import Column, Figure
from beliefs.spec.features.listing import Filter, bounded
from beliefs.spec.operations import Input
from beliefs.spec.types import NUMBERS, Field
from beliefs.spec.understanding.draft import Cue
from beliefs.spec.understanding.families.figures import MONTH
from beliefs.spec.understanding.families.rules import created
from beliefs.spec.understanding.plans import Plan, World
from beliefs.spec.understanding.words import singular
from beliefs.spec.wishes import lists, requests
from beliefs.spec.wishes.keeping import key_of

_FAMILY = "figures"
_FIGURES: dict[str, Figure] = {
    **dict.fromkeys(("total", "totals", "sum", "sums", "report", "spending", "overall"), "sum"),
    **dict.fromkeys(("average", "averages", "mean", "avg"), "average"),
    **dict.fromkeys(("min", "minimum", "lowest", "cheapest", "shortest"), "least"),
    **dict.fromkeys(("max", "maximum", "highest", "best", "record", "longest", "heaviest"), "most"),
    **dict.fromkeys(("count", "counts", "number", "many", "amount"), "count"),
}
_SPANS = frozenset({"month", "monthly", "week", "weekly", "day", "daily", "year", "yearly"})
_WORTH = ("amount", "total", "price", "cost", "value", "hours", "minutes", "weight", "score")


def shape(world: World) -> None:
    """Rows know when they were made where figures are of a month and nothing else says it."""
    for plan in world.plans.values():
        for cue in plan.thing.cues:
            if cue.says == "figure" and _span(cue) and lists.dates(plan) is None:
                created(plan)


def write(world: World) -> None:
    """Requests for figures, and figures beside rows."""
    for plan in list(world.plans.values()):
        for cue in plan.thing.cues:
            if cue.says != "figure" or cue.used or not _is_figure(cue):
                continue
            if _by_time(world, plan, cue):
                continue
            told = _beside(world, cue) or _grouped(world, plan, cue)
            if not told and "by" not in cue.bound:
                _overall(world, plan, cue)


_ASKED = frozenset({"show", "see", "get", "give", "tell", "view", "stats", "statistics", "summary"})


def _is_figure(cue: Cue) -> bool:
    """Whether a figure is named or asked for: "times per day" is none."""
    told = {form for each in cue.tokens for form in (each.low, *each.forms)}
    return bool(_named(cue)) or bool(told & _ASKED) or "route" in cue.bound


def _span(cue: Cue) -> str:
    said = {each.low for each in cue.tokens} & _SPANS
    return min(said).removesuffix("ly").replace("dai", "day") if said else ""


def _named(cue: Cue) -> list[Figure]:
    found = [_FIGURES[each.low] for each in cue.tokens if each.low in _FIGURES]
    return list(dict.fromkeys(found))


def _words(cue: Cue) -> tuple[str, ...]:
    told = (*cue.bound.get("what", ()), *cue.bound.get("more", ()))
    return tuple(each for each in told if each not in _FIGURES and each not in _SPANS)


# Words beside a figure that say no more than it does.
_EMPTY = frozenset(
    """personal overall all-time current given spent spending earned running grand report summary
    breakdown figure figures stats statistics time""".split()  # noqa: SIM905
)


def _meant(plan: Plan, words: tuple[str, ...], *others: str) -> bool:
    """Whether every word beside a figure is of something that is kept."""
    told = {part for each in (*plan.fields, *plan.own) for part in each.name.split("_")}
    told |= {plan.thing.name, plan.thing.plural, *others, *_EMPTY, *_FIGURES, *_SPANS}
    return all(each in told or singular(each) in told for each in words)


def _number(plan: Plan, words: tuple[str, ...]) -> Field | None:
    """The field that a figure is of: the one that is named, else one that is worth something."""
    fields = [each for each in (*plan.fields, *plan.own) if each.type.kind in NUMBERS]
    fields = [each for each in fields if not each.name.endswith("_id")]
    for word in words:
        for each in fields:
            if {word, singular(word)} & {each.name, *each.name.split("_")}:
                return each
    worth = [each for name in _WORTH for each in fields if name in each.name.split("_")]
    return next(iter((*worth, *fields)), None)


def _beside(world: World, cue: Cue) -> bool:
    """A figure of the rows below one, shown with it: "the average rating of each book"."""
    by = str(cue.bound["by"].name) if "by" in cue.bound else ""
    owner = world.plans.get(by) if not _span(cue) else None
    named, words = _named(cue), _words(cue)
    for child in world.plans.values():
        key = key_of(child, owner) if owner is not None and child is not owner else ""
        if owner is None or not key or owner.fixed is not None:
            continue
        counts = [each for each in words if singular(each) == child.thing.name]
        field = _number(child, words)
        said = field is not None and {field.name, *field.name.split("_")} & {
            *words,
            *(singular(each) for each in words),
        }
        if not counts and not said:
            continue
        if not _meant(child, words, owner.thing.name, owner.thing.plural):
            return False
        for figure in named or ["count"]:
            what: Figure = "count" if counts and figure in {"count", "sum"} else figure
            if what != "count" and (field is None or not said):
                return False
            name = child.thing.plural if what == "count" else field.name if field else ""
            label = f"{name}_count" if what == "count" else f"{_LABELS[what]}_{name}"
            rows = f"{child.name}[where .{key} = $.{owner.key.name}]"
            column = Column(label, what, field.name if field and what != "count" else "")
            owner.shows = f"merge({owner.shows}, {{{label}: {figures.figure(column, rows)}}})"
            world.assume(f"where the {label.replace('_', ' ')} is", f"in each {by}, as {label}")
        cue.used = _FAMILY
        return True
    return False


_LABELS: dict[Figure, str] = {
    "sum": "total",
    "average": "average",
    "least": "lowest",
    "most": "highest",
    "count": "number_of",
}


def _grouped(world: World, plan: Plan, cue: Cue) -> bool:
    """A figure for each value of a field: "totals per category for a given month"."""
    if "by" not in cue.bound:
        return False
    name = str(cue.bound["by"].name)
    by = lists.field(plan, name)
    if name == plan.thing.name:  # "the best per exercise": of those that are called alike
        by = next((each for each in plan.fields if each.name in {"name", "title"}), None)
    if by is None:
        return False
    named, words = _named(cue) or ["count"], _words(cue)
    if not _meant(plan, words):
        return False
    number = _number(plan, words)
    counted = bool(words) and all(singular(each) == plan.thing.name for each in words)
    columns = []
    if number is None and set(named) - {"count"} and not counted:
        return False
    for figure in named:
        what: Figure = "count" if counted and figure in {"count", "sum"} else figure
        what = "sum" if what == "count" and not counted and number is not None and words else what
        column = Column(_LABELS[what], what, number.name if number and what != "count" else "")
        columns.append(column)
    path = requests.path(world, cue, f"{requests.flat(world, plan)}/summary")
    filters = _within(plan, cue)
    everywhere = replace(plan.resource(), parent=None)
    made = figures.grouped(everywhere, path, by, tuple(columns), filters)
    about = f"where {' and '.join(named)} per {by.name.replace('_', ' ')} are"
    requests.add(world, cue, made, about)
    cue.used = _FAMILY
    return True


def _by_time(world: World, plan: Plan, cue: Cue) -> bool:
    """A figure for each month or day: "the average mood per month"."""
    span: Literal["month", "date"] | None = None
    if cue.says == "figure" and "each" in cue.bound:
        span = "month" if "month" in cue.bound["each"].forms else "date"
    dated = lists.dates(plan)
    if span is None or dated is None or not _meant(plan, words := _words(cue)):
        return False
    named = _named(cue)
    number = _number(plan, words)
    counted = bool(words) and all(singular(each) == plan.thing.name for each in words)
    what: Figure = named[0] if named else "count"
    what = "count" if counted and what == "sum" else what
    if what != "count" and number is None:
        return False
    column = Column(_LABELS[what], what, number.name if number and what != "count" else "")
    path = requests.path(
        world, cue, f"{requests.flat(world, plan)}/per-{'month' if span == 'month' else 'day'}"
    )
    everywhere = replace(plan.resource(), parent=None)
    made = figures.grouped(everywhere, path, dated, (column,), span=span)
    requests.add(world, cue, made, f"where figures per {span} are")
    cue.used = _FAMILY
    return True


def _within(plan: Plan, cue: Cue) -> tuple[Filter, ...]:
    """The month that figures are of, or the days between which."""
    dated = lists.dates(plan)
    if dated is None:
        return ()
    if _span(cue) == "month":
        kind = Input("month", "query", MONTH, required=False)
        return (Filter(kind, f"input.month = null or month(.{dated.name}) = input.month"),)
    if _span(cue) or any(each.low in {"range", "between"} for each in cue.tokens):
        return (bounded(dated, "from", ">="), bounded(dated, "to", "<="))
    return ()


def _overall(world: World, plan: Plan, cue: Cue) -> None:
    """Figures over all rows: "min, max and average", "the total spent", "stats"."""
    words, named = _words(cue), _named(cue)
    if not _meant(plan, words):
        return
    number = _number(plan, words)
    said = {part for each in cue.tokens for part in re.findall(r"[a-z]+", each.low)}
    stats = bool(said & {"stats", "statistics", "summary"})
    if stats:
        columns = [Column("count", "count")]
        if number is not None:
            columns += [
                Column(f"{_LABELS[each]}_{number.name}", each, number.name)
                for each in ("sum", "average")
            ]
    elif named == ["count"]:
        columns = [Column("count", "count")]
    elif named and number is not None:
        fields = [each for each in plan.fields if each.type.kind in NUMBERS] if not words else []
        told = fields if len(named) > 1 and len(fields) > 1 else [number]
        columns = [
            Column(f"{_LABELS[each]}_{one.name}", each, one.name)
            for one in told
            if not one.name.endswith("_id")
            for each in named
        ]
    else:
        return
    path = requests.path(world, cue, f"{requests.flat(world, plan)}/stats")
    filters = (*_within(plan, cue), *(each for each in plan.filters))
    made = figures.totals(replace(plan.resource(), parent=None), path, tuple(columns), filters)
    requests.add(world, cue, made, f"where figures of {plan.thing.plural} are")
    cue.used = _FAMILY

"""Which rows are listed, and in what order: filters, search, sorting, pages, rows at random."""

from __future__ import annotations

from typing import Literal

from beliefs.spec.features import figures
from beliefs.spec.features.listing import Filter, Paging, bounded, equals, searched, tagged
from beliefs.spec.features.resources import found, key_type, params
from beliefs.spec.operations import Input
from beliefs.spec.types import NUMBERS, Field, Type
from beliefs.spec.understanding.draft import Cue
from beliefs.spec.understanding.plans import Plan, World
from beliefs.spec.understanding.words import plural, singular
from beliefs.spec.wishes import requests

_FAMILY = "lists"
_DUE = ("due_date", "deadline", "due", "due_at", "due_on", "return_date", "expires_at", "end_date")
_BOUNDS: dict[str, Literal["<=", ">="]] = {"max": "<=", "min": ">="}
_OVER = ("done", "completed", "returned", "finished", "paid", "closed", "returned_at", "resolved")


def shape(world: World) -> None:
    """What lists can do: those of what was named last, else of what has such fields."""
    for plan in world.plans.values():
        for cue in plan.thing.cues:
            _asked(world, plan, cue)
    for cue in world.draft.cues:
        for plan in world.plans.values() if cue.bound.get("names") or cue.says == "those" else ():
            _asked(world, plan, cue)


def _asked(world: World, plan: Plan, cue: Cue) -> None:
    if cue.used:
        return
    if cue.says in {"filter", "overdue_filter", "range"}:
        _filter(world, plan, cue)
    elif cue.says == "search":
        _search(plan, cue)
    elif cue.says == "those":
        _those(world, plan, cue)
    elif cue.says in {"sort", "newest", "alphabetical"}:
        _sort(plan, cue)
    elif cue.says == "pages":
        size = int(cue.bound.get("number", 20))
        plan.paging = Paging("page", "per_page", "page", usual=size)
        world.assume(f"how {plan.thing.plural} are paged", "?page= and ?per_page=")
        cue.used = _FAMILY


def field(plan: Plan, name: str) -> Field | None:
    """A field of rows by the words for it."""
    name = name.removeprefix("number_of_")
    for each in (name, singular(name), plural(name), f"{name}_id", f"{singular(name)}_id"):
        if (told := plan.field(each)) is not None:
            return told
    fields = (*plan.fields, *plan.own)
    last = name.rsplit("_", 1)[-1]
    return next((each for each in fields if each.name.rsplit("_", 1)[-1] == last), None)


def _filter(world: World, plan: Plan, cue: Cue) -> None:
    asked: tuple[str, ...] = cue.bound.get("names", ())
    kept: list[Filter] = []
    for name in asked:
        if (span := _range(plan, name)) is not None:
            kept += [
                bounded(span, f"min_{span.name}", ">="),
                bounded(span, f"max_{span.name}", "<="),
            ]
            continue
        bound, _, rest = name.partition("_")
        rest = rest.removeprefix("number_of_")
        told = field(plan, rest if bound in _BOUNDS else name)
        if told is None:
            return
        kept.append(bounded(told, name, _BOUNDS[bound]) if bound in _BOUNDS else _equal(told))
    if cue.says == "overdue_filter" or any(each.low == "overdue" for each in cue.tokens):
        if (late := overdue(plan)) == "":
            return
        kind = Input("overdue", "query", Type("boolean"), required=False)
        kept.append(Filter(kind, f"input.overdue = null or input.overdue = ({late})"))
        world.assume(f"when {plan.thing.plural} are overdue", "once their date is past")
    if cue.says == "range" or any(each.low == "range" for each in cue.tokens):
        dated = dates(plan)
        if dated is None:
            return
        kept += [bounded(dated, "from", ">="), bounded(dated, "to", "<=")]
    names = {each.input.name for each in plan.filters}
    plan.filters += [each for each in kept if each.input.name not in names]
    cue.used = _FAMILY


def _those(world: World, plan: Plan, cue: Cue) -> None:
    """Rows that are in a state: "show unpaid lessons", "list the free topics"."""
    word = str(cue.bound["adjective"])
    told = (*plan.fields, *plan.own)
    flag = next((each for each in told if each.type.kind == "boolean" and _says(each, word)), None)
    chosen = next((each for each in told if word in each.type.choices), None)
    kept = flag or chosen
    if kept is None:
        return
    value = word if flag is None else "true" if flag.name == word else "false"
    if kept.name not in {each.input.name for each in plan.filters}:
        plan.filters.append(equals(kept))
    about = f"where {word.replace('_', ' ')} {plan.thing.plural} are"
    world.assume(about, f"GET {plan.path}?{kept.name}={value}")
    cue.used = _FAMILY


def _says(flag: Field, word: str) -> bool:
    """Whether a word says that something holds, or that it does not: "paid", "unpaid"."""
    return word in {flag.name, f"un{flag.name}", f"not_{flag.name}"}


def _range(plan: Plan, name: str) -> Field | None:
    """The number that a filter is from and to: "price range"."""
    told = field(plan, name.removesuffix("_range")) if name.endswith("_range") else None
    return told if told is not None and told.type.kind in NUMBERS else None


def _equal(told: Field) -> Filter:
    if told.type.kind == "list":
        return tagged(told.name, singular(told.name))
    return equals(told)


def dates(plan: Plan) -> Field | None:
    """The field that says when a row is of."""
    told = (*plan.fields, *plan.own)
    return next((each for each in told if each.type.kind in {"date", "datetime"}), None)


def overdue(plan: Plan) -> str:
    """When a row is late, over `.`; empty where nothing says until when it has time."""
    told = {each.name: each for each in (*plan.fields, *plan.own)}
    due = next((told[each] for each in _DUE if each in told), None)
    if due is None:
        return ""
    now = "today()" if due.type.kind == "date" else "now()"
    over = [told[each] for each in _OVER if each in told]
    ended = [
        f"not(.{each.name})" if each.type.kind == "boolean" else f".{each.name} = null"
        for each in over
    ]
    return " and ".join([f".{due.name} != null", f".{due.name} < {now}", *ended])


def _search(plan: Plan, cue: Cue) -> None:
    asked: tuple[str, ...] = cue.bound.get("names", ())
    fields = [field(plan, each) for each in asked]
    named = tuple(each for each in fields if each is not None)
    if len(named) < len(asked):
        return
    texts = named or tuple(
        each for each in plan.fields if each.type.kind == "string" and not each.type.choices
    )
    if not texts:
        return
    alone = len(named) == 1 and named[0].type.kind == "list"
    plan.filters.append(searched(texts, singular(named[0].name)) if alone else searched(texts, "q"))
    cue.used = _FAMILY


_DOWN = frozenset(
    {"descending", "desc", "highest", "best", "newest", "largest", "most", "slowest", "longest"}
)
_UP = frozenset({"fastest", "shortest", "lowest", "cheapest", "fewest", "oldest", "earliest"})


def _sort(plan: Plan, cue: Cue) -> None:
    if cue.says == "newest":
        told = dates(plan)
        oldest = any(each.low == "oldest" for each in cue.tokens)
        order = f".{told.name}" if told is not None else f".{plan.key.name}"
        plan.order.append(order if oldest else f"{order} down")
        cue.used = _FAMILY
        return
    if "flag" in cue.bound:  # "pinned ones come first"
        told = plan.field(str(cue.bound["flag"]))
        if told is not None and told.type.kind == "boolean":
            plan.order.insert(0, f".{told.name} down")
            cue.used = _FAMILY
        return
    asked: tuple[str, ...] = cue.bound.get("names", ())
    if cue.says == "alphabetical" and not asked:
        asked = tuple(each.name for each in plan.fields if each.name in {"name", "title", "label"})[
            :1
        ]
    ranked = [each for each in asked if each.partition("_")[0] in _DOWN | _UP]
    asked = tuple(each.partition("_")[2] if each in ranked else each for each in asked)
    fields = [field(plan, each) for each in asked]
    if not fields or any(each is None for each in fields):
        return
    down = any(each.low in _DOWN for each in cue.tokens)
    named = [each.name for each in fields if each is not None]
    always = any(each.low in {"sorted", "ordered", "first"} for each in cue.tokens)
    if cue.says == "alphabetical" or always or ranked:
        plan.order += [f".{each}{' down' if down else ''}" for each in named]
    else:
        plan.sorts += [each for each in named if each not in plan.sorts]
    cue.used = _FAMILY


def write(world: World) -> None:
    """Lists at paths of their own: any one of the rows, those that are late."""
    for plan in world.plans.values():
        for cue in plan.thing.cues:
            if not cue.used and cue.says == "random":
                _random(world, plan, cue)
            elif not cue.used and cue.says == "late":
                _late(world, plan, cue)
            elif not cue.used and cue.says == "latest":
                _latest(world, plan, cue)


def _random(world: World, plan: Plan, cue: Cue) -> None:
    resource = plan.resource()
    path = requests.path(world, cue, f"{plan.path}/random")
    if plan.parent is not None and params(path):
        made = figures.random(resource, path, _below(plan, path))
        requests.add(world, cue, made, f"where a random {plan.thing.name} is")
        cue.used = _FAMILY
        return
    asked: tuple[str, ...] = cue.bound.get("names", ())
    fields = [field(plan, each) for each in asked]
    if any(each is None for each in fields) or "{" in plan.path:
        return
    known = next((each for each in world.operations if each.path == path), None)
    filters = tuple(_equal(each) for each in fields if each is not None)
    if filters:
        within = figures.Within(
            " and ".join(f"({each.holds})" for each in filters),
            (),
            tuple(each.input for each in filters),
        )
        made = figures.random(resource, path, within)
        world.operations[:] = [each for each in world.operations if each is not known]
    else:
        made = figures.random(resource, path)
    requests.add(world, cue, made, f"where a random {plan.thing.name} is")
    cue.used = _FAMILY


def _latest(world: World, plan: Plan, cue: Cue) -> None:
    """One row: the last that was made, or the first."""
    if "{" in plan.path:
        return
    dated = dates(plan)
    order = f".{dated.name}" if dated is not None else f".{plan.key.name}"
    down = not any(each.low in {"oldest", "first"} for each in cue.tokens)
    name = "latest" if down else "oldest"
    path = requests.path(world, cue, f"{plan.path}/{name}")
    made = figures.extreme(plan.resource(), path, f"{order}{' down' if down else ''}", name)
    requests.add(world, cue, made, f"where the {name} {plan.thing.name} is")
    cue.used = _FAMILY


def _below(plan: Plan, path: str) -> figures.Within:
    """The rows below the one that a path names."""
    assert plan.parent is not None
    owner, named = plan.parent.entity, params(path)[-1]
    return figures.Within(
        f".{plan.parent_field} = input.{named}",
        tuple(found(owner, named, plan.parent.visible)),
        (Input(named, "path", key_type(owner)),),
    )


def _late(world: World, plan: Plan, cue: Cue) -> None:
    """Rows whose time is over, as a filter of their list."""
    late = overdue(plan)
    if not late:
        return
    kind = Input("overdue", "query", Type("boolean"), required=False)
    if "overdue" not in {each.input.name for each in plan.filters}:
        holds = f"input.overdue = null or input.overdue = ({late})"
        plan.filters.append(Filter(kind, holds))
    world.assume(f"where overdue {plan.thing.plural} are", f"GET {plan.path}?overdue=true")
    cue.used = _FAMILY

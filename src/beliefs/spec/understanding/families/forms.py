"""Pages with forms: a list of rows, a form beside it or on a page of its own, and what it posts."""

from __future__ import annotations

from beliefs.spec.features import pages
from beliefs.spec.understanding.draft import Route
from beliefs.spec.understanding.families.figures import about
from beliefs.spec.understanding.plans import Plan, World

_CUES = frozenset(
    """html form shows answers lists thing verbs with has redirect at_path increment links takes
    crud success""".split()  # noqa: SIM905
)


def find(world: World) -> None:
    """A form is no field of what it is for."""
    draft = world.draft
    if draft.said("form") is None:
        return
    for thing in draft.things.values():
        thing.fields = [each for each in thing.fields if each.field.name != "form"]
    for route in draft.routes:
        route.takes = [each for each in route.takes if each.field.name != "form"]
        route.answers = [each for each in route.answers if each.field.name != "form"]


def write(world: World) -> None:
    """Pages that show a form, and the request that it makes."""
    draft = world.draft
    shown = [each for each in draft.open_routes() if each.method == "GET" and each.said("form")]
    for route in shown:
        plan = _plan(world, route)
        if plan is None or plan.fixed is not None:
            continue
        listing = route.said("html", "lists", "list_with", "links") is not None
        target = world.draft.route("POST", plan.path)
        if target is None:
            continue
        resource = plan.resource()
        if listing:
            fields = tuple(each.name for each in plan.fields)
            link = next((each.name for each in plan.fields if each.type.kind == "url"), "")
            heading = plan.thing.plural.replace("_", " ").capitalize()
            made = pages.listed(resource, route.path, heading, fields, link=link, form=plan.path)
        else:
            made = pages.form_page(resource, route.path, plan.path)
        world.add(made, route, route.source)
        _use(route)
        if not target.done:
            back = _back(world, target, route)
            world.add(pages.posted(resource, target.path, back), target, target.source)
            plan.handled.add("create")
            _use(target)
    if shown:
        world.draft.use("forms", "form")


def _plan(world: World, route: Route) -> Plan | None:
    plan = about(world, route)
    posts = [each for each in world.plans.values() if world.draft.route("POST", each.path)]
    return plan if plan in posts else next(iter(posts), None)


def _back(world: World, target: Route, page: Route) -> str:
    """Where a form leads: to the path that the goal names, else to the page with the list."""
    for cue in target.cues:
        if cue.says == "at_path" and "{" not in cue.bound["path"][0].path:
            return str(cue.bound["path"][0].path)
    lists = [
        each.path
        for each in world.draft.routes
        if each.method == "GET" and each.said("html") and "{" not in each.path
    ]
    return next(iter(lists), page.path)


def _use(route: Route) -> None:
    for cue in route.cues:
        if cue.says in _CUES:
            cue.used = cue.used or "forms"

"""HTML: one row rendered from Markdown, lists with links; drafts that nobody sees."""

from __future__ import annotations

from beliefs.spec.features import pages
from beliefs.spec.types import Field
from beliefs.spec.understanding.draft import Cue, Route
from beliefs.spec.understanding.families.deleting import called
from beliefs.spec.understanding.families.figures import about
from beliefs.spec.understanding.families.things import text_field
from beliefs.spec.understanding.plans import Plan, World, item_path

_PUBLIC = ("published", "public")


def shape(world: World) -> None:
    """Drafts are missing from lists and pages where the goal says so."""
    for cue in world.draft.all_said("only_listed"):
        _only(world, cue)
    if world.draft.said("draft_hidden", "draft_only") is None:
        return
    for plan in world.plans.values():
        if holds := published(plan):
            plan.listed = holds
            world.draft.use("pages", "draft_hidden", "draft_only", "draft_html")


def _only(world: World, cue: Cue) -> None:
    """Lists show the rows of one state alone: "only active offers are listed"."""
    said = str(cue.bound["state"])
    named = {each.name for each in cue.bound.get("nouns", ())}
    for plan in world.plans.values():
        near = cue in plan.thing.cues or any(
            cue in each.cues and each.path == plan.path for each in world.draft.routes
        )
        if (named and plan.thing.name not in named) or plan.fixed is not None:
            continue
        if holds := called(plan, said):
            plan.listed = holds
            cue.used = "pages"
            if near or named:
                return


def published(plan: Plan) -> str:
    """The condition for a row to be public, if it has such a state."""
    for name in ("status", "state"):
        told: Field | None = plan.field(name)
        state = next((each for each in _PUBLIC if told and each in told.type.choices), "")
        if state:
            return f'.{name} = "{state}"'
    told = plan.field("published")
    return ".published = true" if told is not None else ""


def write(world: World) -> None:
    """Routes that answer with a page."""
    for route in world.draft.open_routes():
        plan = about(world, route)
        if plan is None or route.method != "GET":
            continue
        html = route.last == "html" or route.said("html", "markdown")
        if not html:
            continue
        if "{" in route.path:
            _one(world, plan, route)
        else:
            _all(world, plan, route)


def _one(world: World, plan: Plan, route: Route) -> None:
    body = text_field(plan, *_named(route, plan), "body", "content", "text", "description")
    title = text_field(plan, "title", "name")
    made = pages.rendered(
        plan.resource(), route.path, body, title if title != body else "", where=plan.listed
    )
    world.add(made, route, route.source)
    _use(route)


def _named(route: Route, plan: Plan) -> list[str]:
    """Fields that the goal says are rendered."""
    cue = route.said("html", "markdown")
    asked = cue.bound.get("fields", ()) if cue is not None else ()
    return [each.field.name for each in asked if plan.field(each.field.name) is not None]


def _all(world: World, plan: Plan, route: Route) -> None:
    target = next(
        (
            each.path
            for each in world.draft.routes
            if each.last == "html" and each.path.startswith(plan.path)
        ),
        item_path(plan),
    )
    label = text_field(plan, "title", "name")
    heading = plan.thing.plural.replace("_", " ").capitalize()
    only = plan.listed if route.said("draft_only") or plan.listed else ""
    made = pages.linked(plan.resource(), route.path, heading, label, target, where=only)
    world.add(made, route, route.source)
    _use(route)


def _use(route: Route) -> None:
    for cue in route.cues:
        if cue.says in {
            "html",
            "escaped",
            "markdown",
            "links",
            "shows",
            "answers",
            "lists",
            "draft_only",
        }:
            cue.used = cue.used or "pages"
        if cue.says in {"thing", "verbs", "has", "success"}:
            cue.used = cue.used or "pages"

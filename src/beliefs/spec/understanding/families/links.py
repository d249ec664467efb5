"""Short links: a code for an address, a redirect, a count."""

from __future__ import annotations

from beliefs.spec.features import links
from beliefs.spec.features.resources import params
from beliefs.spec.understanding.draft import Route
from beliefs.spec.understanding.plans import World

_CUSTOM = frozenset({"custom_code", "alias", "custom_alias", "slug", "custom_slug", "code"})
_COUNTS = frozenset({"clicks", "visits", "hits", "count", "click_count", "views", "visit_count"})


def shape(world: World) -> None:
    """Short links are there where something redirects by a code."""
    follow = _follow(world)
    if follow is None:
        return
    world.families.add("links")
    for name in ("link", "url", "code"):
        plan = world.plans.pop(name, None)
        if plan is not None and plan.path != follow.path:
            world.draft.things[name].stated = False


def _follow(world: World) -> Route | None:
    """The route that redirects: it says so, and its path ends in a code."""
    for route in world.draft.routes:
        if route.method == "GET" and route.of_item and route.said("redirect"):
            return route
    return None


def write(world: World) -> None:
    """Shorten, follow, count."""
    if "links" not in world.families:
        return
    follow = _follow(world)
    assert follow is not None
    code = params(follow.path)[-1]
    counter = next(
        (
            each.field.name
            for route in world.draft.routes
            for each in route.answers
            if each.field.name in _COUNTS
        ),
        "clicks",
    )
    kept = links.link(code=code, clicks=counter)
    world.entities.append(kept)
    for route in world.draft.open_routes():
        if route is follow:
            made = links.follow(kept, route.path, _status(route))
        elif route.method == "POST" and not params(route.path):
            made = links.shorten(
                kept,
                route.path,
                follow.path,
                _shown(route, code),
                custom=_custom(route),
                given=_given(route),
            )
        elif route.method == "GET" and params(route.path):
            shows = tuple(each.field.name for each in route.answers)
            made = links.clicked(kept, route.path, shows or ("url", counter))
        else:
            continue
        world.add(made, route, route.source)
        for cue in route.cues:
            cue.used = cue.used or "links"
    world.draft.use(
        "links", "shorten", "redirect", "click", "custom_code", "title", "twice", "increment"
    )


def _status(route: Route) -> int:
    cue = route.said("success", "default_status")
    status = int(cue.bound["status"]) if cue is not None else links.FOUND
    return status if status in {301, 302, 303, 307, 308} else links.FOUND


def _shown(route: Route, code: str) -> tuple[str, ...]:
    named = tuple(each.field.name for each in route.answers)
    return named or (code, "short_url", "url")


def _given(route: Route) -> str:
    """The name that the address has in the request."""
    names = [each.field.name for each in route.takes]
    return next((each for each in names if each not in _CUSTOM), "url")


def _custom(route: Route) -> str:
    names = [each.field.name for each in route.takes]
    said = route.said("custom_code")
    usual = "alias" if said is not None and said.words & {"alias"} else "custom_code"
    return next((each for each in names if each in _CUSTOM), usual if said is not None else "")

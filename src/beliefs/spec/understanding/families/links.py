"""Short links: a code for an address, a redirect, a count."""

from __future__ import annotations

import json

from beliefs.spec.entities import Entity
from beliefs.spec.features import links
from beliefs.spec.features.resources import key_param, params
from beliefs.spec.understanding.draft import Cue, Route
from beliefs.spec.understanding.families.expiry import gone_way
from beliefs.spec.understanding.families.messages import message
from beliefs.spec.understanding.families.refusals import failure
from beliefs.spec.understanding.plans import Plan, World, item_path

_CUSTOM = frozenset({"custom_code", "alias", "custom_alias", "slug", "custom_slug", "code"})
_ON = frozenset({"active", "enabled", "on", "is_active", "live"})
_COUNTS = frozenset({"clicks", "visits", "hits", "count", "click_count", "views", "visit_count"})


def shape(world: World) -> None:
    """Short links are there where something redirects by a code."""
    follow = _follow(world)
    if follow is None:
        return
    world.families.add("links")
    if _kept(world) is not None:
        return
    for name in ("link", "url", "code"):
        plan = world.plans.pop(name, None)
        if plan is not None and plan.path != follow.path:
            world.draft.things[name].stated = False


def _kept(world: World) -> Plan | None:
    """Links that are more than made and counted: listed, changed or deleted, like other rows."""
    for plan in world.plans.values():
        ways: set[str] = {
            each.method for each in world.draft.routes if each.path == item_path(plan)
        }
        ways |= {"list"} if world.draft.route("GET", plan.path) is not None else set()
        made = world.draft.route("POST", plan.path) is not None and plan.fixed is None
        address = any(each.type.kind == "url" for each in plan.fields)
        if made and address and ways & {"list", "PUT", "PATCH", "DELETE"}:
            return plan
    return None


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
    if (plan := _kept(world)) is not None:
        _write_kept(world, plan, follow)
        return
    code = key_param(follow.path)
    counter = next(
        (
            each.field.name
            for route in world.draft.routes
            for each in route.answers
            if each.field.name in _COUNTS
        ),
        "clicks",
    )
    lasts, checks = _lasting(world)
    kept = links.link(code=code, clicks=counter, ends=bool(lasts))
    world.entities.append(kept)
    for route in world.draft.open_routes():
        if route is follow:
            made = links.follow(kept, route.path, _status(route), counter, checks)
        elif route.method == "POST" and not params(route.path):
            made = links.shorten(
                kept,
                route.path,
                follow.path,
                _shown(route, code),
                custom=_custom(route),
                given=_given(route),
                lasts=lasts,
            )
        elif route.method == "GET" and params(route.path):
            shows = tuple(each.field.name for each in route.answers)
            made = links.clicked(kept, route.path, shows or ("url", counter))
        else:
            continue
        world.add(made, route, route.source)
        for cue in route.cues:
            if cue.says != "stats" or route is not follow:
                cue.used = cue.used or "links"
    if not any(each.name.startswith("shorten") for each in world.operations):
        _shortened(world, kept, follow, lasts)
    for cue in follow.cues:
        if cue.says == "stats" and not cue.used:  # "…, and a stats endpoint with the click count"
            path = f"{world.base}/stats/{{{code}}}"
            world.add(links.clicked(kept, path, ("url", counter)), None, cue.source)
            world.assume("where clicks are told", f"GET {path}")
            cue.used = "links"
    world.draft.use(
        "links", "shorten", "redirect", "click", "custom_code", "title", "twice", "increment"
    )


def _lasting(world: World) -> tuple[int, tuple[str, ...]]:
    """For how many seconds links are followed, and what is checked then; 0 where it never ends."""
    told = [each for each in world.draft.all_said("expiry", "life") if not each.used]
    cue = next((each for each in told if each.bound.get("span")), None)
    if cue is None:
        return 0, ()
    for each in (cue, *world.draft.all_said("links")):
        each.used = each.used or ("links" if each.sentence == cue.sentence else "")
    gone = world.draft.said("gone")
    way = gone_way(world, gone) if gone is not None else "absent"
    if gone is None:
        world.assume("how links that have expired are answered", "404")
    else:
        gone.used = "links"
    return cue.bound["span"], (f'guard link.expires_at > now() else {way} "Link has expired"',)


def _shortened(world: World, kept: Entity, follow: Route, lasts: int) -> None:
    """The request that makes links, where the goal names only those that follow them."""
    path = f"/{kept.plural}"
    said = world.draft.said("custom_code")
    custom = "" if said is None else _usual(said)
    shown = (kept.key.name, "short_url", "url")
    world.add(links.shorten(kept, path, follow.path, shown, custom=custom, lasts=lasts))
    world.assume("how links are made", f"POST {path} with url{f', {custom}?' if custom else ''}")


def _write_kept(world: World, plan: Plan, follow: Route) -> None:
    """The redirect of rows that are kept like others."""
    if params(follow.path) != [plan.key.name]:
        return
    counter = next((each.name for each in plan.own if each.name in _COUNTS), "")
    off = follow.said("switched_off")
    flag = next((each.name for each in plan.own if each.name in _ON), "")
    checks: tuple[str, ...] = ()
    if off is not None and flag:
        way, failures = failure(off)
        why = json.dumps(message(off) or f"The {plan.thing.name} is switched off")
        checks = (f"guard link.{flag} else {way} {why}",)
        world.failures += failures
        off.used = "links"
    made = links.follow(plan.entity, follow.path, _status(follow), counter, checks)
    world.add(made, follow, follow.source)
    for cue in follow.cues:
        counts = cue.says in {"increment", "click"} and counter
        if cue.says in {"redirect", "success", "answers", "shows", "thing"} or counts:
            cue.used = cue.used or "links"
    world.draft.use("links", "shorten", "redirect", *(["click"] if counter else []))


def _status(route: Route) -> int:
    said = [
        cue.bound for cue in route.cues if cue.says in {"redirect", "success", "default_status"}
    ]
    told = [int(each[name]) for each in said for name in ("moved", "status") if name in each]
    return next((each for each in told if each in {301, 302, 303, 307, 308}), links.FOUND)


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
    usual = _usual(said) if said is not None else ""
    return next((each for each in names if each in _CUSTOM), usual)


def _usual(said: Cue) -> str:
    return "alias" if said.words & {"alias"} else "custom_code"

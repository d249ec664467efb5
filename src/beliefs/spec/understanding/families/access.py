"""Who may ask, and how: keys, cookies, renewed tokens, sharing, tags, Location, OPTIONS."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.effects import Guard
from beliefs.spec.failures import Failure
from beliefs.spec.features import conditional, credentials, membership
from beliefs.spec.features.resources import params, program, snake, variable
from beliefs.spec.operations import Operation
from beliefs.spec.parsing import read_expression
from beliefs.spec.understanding.draft import Cue
from beliefs.spec.understanding.families import shared_keys
from beliefs.spec.understanding.families.messages import message
from beliefs.spec.understanding.numbers import SECONDS
from beliefs.spec.understanding.plans import Plan, World, item_path

_BY_CALLER = frozenset({"user", "key", "token", "caller", "account"})
_CHANGES = frozenset({"PUT", "PATCH", "DELETE"})
_MUST = frozenset({"need", "require", "must"})


def shape(world: World) -> None:
    """A key that everybody shows, and bounds on what is brought."""
    draft = world.draft
    for cue in draft.all_said("body_limit"):
        world.largest = int(cue.bound["bytes"])
        if cue.bound.get("status", 413) != 413:
            world.failures.append(Failure("too_large", cue.bound["status"], "Too large"))
        cue.used = "access"
    for cue in draft.all_said("rate_then"):
        if words := message(cue):
            world.failures.append(Failure("rate", 429, words))
        cue.used = "access"
    if (basic := draft.said("basic")) is not None:
        shared_keys.one_password(world, basic)
        return
    accounts = draft.said("login", "jwt", "register", "password", "cookie", "refresh")
    shown = draft.said("key_query", "api_key") or shared_keys.shown(world)
    if accounts is None and (shown is not None or draft.said("key_env")):
        shared_keys.one_key(world)


def lives(world: World) -> tuple[int, int]:
    """How long access and refresh tokens are good for, in seconds; 0 where nothing is said."""
    found = [0, 0]
    named = sorted(
        (token.start, any("refresh" in each.low for each in cue.tokens))
        for cue in world.draft.cues
        for token in cue.tokens
        if "refresh" in token.low or "access" in token.low or token.low in {"token", "tokens"}
    )
    for cue in world.draft.all_said("life", "expiry"):
        seconds = cue.bound.get("span") or _seconds(cue)
        if not seconds:
            continue
        before = [late for start, late in named if start < cue.tokens[0].start]
        after = [late for start, late in named if start > cue.tokens[0].start]
        found[bool(before[-1] if before else after and after[0])] = int(seconds)
        cue.used = "access"
    return found[0], found[1]


_TOKENS = frozenset({"token", "tokens", "session", "sessions", "cookie", "cookies", "jwt", "jwts"})
_NEAR = 12  # letters: "tokens are valid for 2 hours"


def of_tokens(world: World, cue: Cue) -> bool:
    """Whether words about how long something lasts stand right behind a token."""
    start = cue.tokens[0].start
    ends = (
        each.start + len(each.text)
        for told in world.draft.cues
        for each in told.tokens
        if each.low in _TOKENS
    )
    return any(0 <= start - end <= _NEAR for end in ends)


def _seconds(cue: Cue) -> float:
    units = [SECONDS[form] for token in cue.tokens for form in token.forms if form in SECONDS]
    return float(cue.bound.get("number", 0)) * (units[0] if units else 0)


def shared(world: World) -> None:
    """Rows that several people see: those who were let in."""
    draft = world.draft
    cues = draft.all_said("members", "shared", "add_member")
    if "identity" not in world.families or not cues:
        return
    named = [noun.name for cue in cues for noun in cue.bound.get("nouns", ())]
    plan = next((world.plans[each] for each in named if each in world.plans), world.main())
    if plan is None or plan.thing.name == "member":
        return
    world.plans.pop("member", None)
    users = world.kept["identity"][0]
    also = plan.visible.partition(" or ")[2]
    plan.visible = membership.shared(plan.entity) + (f" or {also}" if also else "")
    plan.touchable = plan.touchable or "$.owner_id = me.id"
    world.entities.append(membership.membership(plan.entity, users))
    by = next(
        (
            each.field.name
            for cue in cues
            for each in cue.bound.get("fields", ())
            if users.field(each.field.name) or each.field.name == "user_id"
        ),
        "",
    )
    world.kept["shared"] = (plan, by)
    for cue in cues:
        cue.used = "access"


def share(world: World) -> None:
    """The routes that let people in."""
    if "shared" not in world.kept:
        return
    plan, by = world.kept["shared"]
    users = world.kept["identity"][0]
    for made in membership.sharing(plan.resource(), users, f"{item_path(plan)}/members", by):
        route = next(
            (
                each
                for each in world.draft.open_routes()
                if each.method == made.method and _form(each.path) == _form(made.path)
            ),
            None,
        )
        if route is not None:
            for cue in route.cues:
                cue.used = cue.used or "access"
            renamed = dict(zip(params(made.path), params(route.path), strict=True))
            if any(one != other for one, other in renamed.items()):
                continue
        world.add(made, route, route.source if route else "")


def _form(path: str) -> str:
    return "/".join("{}" if "{" in each else each for each in path.strip("/").split("/"))


def write(world: World) -> None:
    """What holds for operations, once all of them are there."""
    if "key" in world.families:
        world.operations[:] = [
            credentials.for_key(each) if shared_keys.keyed(world, each) else each
            for each in world.operations
        ]
    for route in world.draft.routes:
        cue = route.said("open_to_all")
        made = [each for each in world.operations if (each.method, each.path) == route.way]
        if cue is not None and made and not made[0].needs:
            cue.used = "access"
    _rates(world)
    for plan in world.plans.values():
        _apart(world, plan)
        _conditional(world, plan)
    _methods(world)
    _statuses(world)


def _statuses(world: World) -> None:
    """Statuses that say only what happens anyway."""
    draft = world.draft
    tags = draft.said(*_TAGS)
    usual = {429} if world.rates else set()
    usual |= {413} if world.largest else set()
    usual |= {304, 412, 428} if tags else set()
    usual |= {401} if world.identity else set()
    for cue in draft.cues:
        if cue.bound.get("status") in usual:
            cue.used = cue.used or "access"


def _rates(world: World) -> None:
    """By whom requests are counted, and of which route."""
    by = world.draft.all_said("per_client")
    caller = world.identity is not None and any(_BY_CALLER & each.words for each in by)
    cues = world.draft.all_said("rate")
    for at, cue in enumerate(cues[: len(world.rates)]):
        route = next((each for each in world.draft.routes if cue in each.cues), None)
        rate = world.rates[at]
        if route is not None:
            rate = replace(rate, path=route.path.partition("{")[0], method=route.method)
        world.rates[at] = replace(rate, by="caller") if caller else rate


def _apart(world: World, plan: Plan) -> None:
    """Other people's rows are there, and not for others."""
    if plan.thing.name not in world.kept.get("apart", ()):
        return
    one = variable(plan.entity)
    guard = program(f"guard {one}.owner_id = me.id else forbidden")
    for at, each in enumerate(world.operations):
        found = next(
            (
                place
                for place, step in enumerate(each.effect)
                if isinstance(step, Guard)
                and step.failure == "absent"
                and step.holds == read_expression(f"{one} != null")
            ),
            None,
        )
        if found is not None and guard[0] not in each.effect:
            effect = (*each.effect[: found + 1], *guard, *each.effect[found + 1 :])
            world.operations[at] = replace(each, effect=effect, needs="caller")


def _conditional(world: World, plan: Plan) -> None:
    draft = world.draft
    tags = draft.said(*_TAGS)
    seen = draft.all_said("if_match", "stale", "without_match")
    methods = {
        token.text for cue in seen for token in cue.tokens if token.text in _CHANGES
    } or _CHANGES
    must = draft.said("without_match") is not None or any(_MUST & cue.words for cue in seen)
    resource = plan.resource()
    name = snake(plan.name)
    for at, each in enumerate(world.operations):
        if tags is not None and each.name in {f"{verb}_{name}" for verb in _ON_ONE}:
            checks = bool(seen) and each.method in methods
            world.operations[at] = conditional.tagged(each, resource.one, must=must, checks=checks)
        listed = each.method == "GET" and each.path == plan.path
        if listed and draft.said("etag_all"):
            world.operations[at] = conditional.tagged_list(each)
        if draft.said("location") and each.name == f"create_{name}":
            absolute = draft.said("absolute") is not None
            made = world.operations[at]
            world.operations[at] = conditional.located(made, resource, absolute=absolute)
    if world.plans:
        draft.use("access", *_TAGS)
        draft.use("access", "location", "absolute")


_TAGS = ("etag", "etag_all", "if_match", "if_none", "stale", "without_match")
_ON_ONE = ("create", "get", "replace", "update", "delete")


def _methods(world: World) -> None:
    """OPTIONS says which methods there are; HEAD answers as GET everywhere."""
    for route in list(world.draft.open_routes()):
        others = [each for each in world.operations if each.path == route.path]
        if route.method == "HEAD" and any(each.method == "GET" for each in others):
            route.done = True
        elif route.method == "OPTIONS" and others:
            world.add(_options(route.path, others), route, route.source)
        else:
            continue
        for cue in route.cues:
            cue.used = cue.used or "access"


def _options(path: str, others: list[Operation]) -> Operation:
    inputs = tuple(each for each in others[0].inputs if each.place == "path")
    return conditional.options(path, [each.method for each in others], inputs)

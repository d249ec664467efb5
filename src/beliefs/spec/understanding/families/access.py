"""Who may ask, and how: keys, cookies, renewed tokens, sharing, tags, Location, OPTIONS."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, TypeAlias

from beliefs.spec.effects import Guard
from beliefs.spec.failures import Failure
from beliefs.spec.features import conditional, credentials, membership
from beliefs.spec.features.resources import params, program, snake, variable
from beliefs.spec.operations import Operation
from beliefs.spec.parsing import read_expression
from beliefs.spec.understanding.draft import Cue, Route
from beliefs.spec.understanding.families.messages import message
from beliefs.spec.understanding.numbers import SECONDS
from beliefs.spec.understanding.patterns import FILLERS, Tokens
from beliefs.spec.understanding.plans import Plan, World, item_path
from beliefs.spec.understanding.words import lemmas

Shown: TypeAlias = Literal["header", "query", "bearer", "cookie"]
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
    accounts = draft.said("login", "jwt", "register", "password", "cookie", "refresh")
    shown = draft.said("key_query", "api_key") or _shown(world)
    if accounts is None and (shown is not None or draft.said("key_env")):
        _key(world)


def _shown(world: World) -> Cue | None:
    """The header that shows a key: it is called so, or words near it speak of one."""
    for cue in world.draft.all_said("key_in"):
        if cue.used:
            continue  # a key of one row
        name = str(cue.bound.get("header", "")).lower()
        called = any(each in name for each in ("key", "token", "auth", "secret", "password"))
        if called or not cue.words.isdisjoint({"key", "token", "secret"}):
            return cue
    return None


def _key(world: World) -> None:
    draft = world.draft
    world.families.add("key")
    place, name = _shown(world), draft.said("key_query")
    held, text = draft.said("key_env"), draft.said("key_text")
    variable_ = str(held.bound["constant"]) if held else ""
    key = text.bound["string"].text if text and not held else _default(world)
    if key and not held:
        world.warnings.append("The key stands in the code, as the goal has it.")
    if not variable_ and not key:
        variable_ = "API_KEY"
        world.assume("where the key comes from", "the environment variable API_KEY")
    if name is not None and "keyname" in name.bound:
        shown: tuple[Shown, str] = ("query", name.bound["keyname"])
    elif place is None and draft.said("bearer"):
        shown = ("bearer", "Authorization")
    else:
        shown = ("header", place.bound["header"] if place else "X-API-Key")
        if place is None:
            world.assume("where a request shows its key", "the header X-API-Key")
    world.identity = credentials.by_key(*shown, variable=variable_, key=key)
    for cue in (*draft.all_said("denied", "no_token"), *_denied(world)):
        words = message(cue) or "Not authenticated"
        status = int(cue.bound.get("denial", cue.bound.get("status", 401)))
        world.failures.append(Failure("unauthenticated", status, words))
        cue.used = "access"
    for cue in draft.all_said("key_in"):
        if "excepted" not in cue.bound or _meant(world, cue.bound["excepted"]):
            cue.used = cue.used or "access"
    draft.use("access", "key_query", "key_env", "api_key", "bearer", "auth", "with_key")
    draft.use("access", "token_answer", *(["key_text"] if not held else []))


_GOING = frozenset({"follow", "redirect", "open", "visit"})
_READING = frozenset({"read", "view", "look", "get", "fetch", "GET"})


def _meant(world: World, words: Tokens) -> list[Route]:
    """The requests that words speak of: a route, a verb of one, all that read."""
    forms = {form for each in words for form in each.forms} | {each.text for each in words}
    ways = {each.text for each in words if each.sort == "method"}
    routes = world.draft.routes
    named = [each for each in routes if each.path in forms and each.method in (ways or {"GET"})]
    if any(each.sort == "path" for each in words):
        return named
    moved = [each for each in routes if each.said("redirect")] if forms & _GOING else []
    if moved or forms & _READING:
        return moved or [each for each in routes if each.method == "GET"]
    return [each for each in routes if lemmas(each.last) & forms & set(_verbs(words))]


def _verbs(words: Tokens) -> list[str]:
    """The first word that is no article: "logging in", "the list"."""
    return [form for each in words if each.low not in FILLERS for form in each.forms][:3]


def _default(world: World) -> str:
    """The key where the environment says nothing."""
    for cue in world.draft.all_said("key_env", "key_default"):
        if "default" in cue.bound:
            cue.used = "access"
            return str(getattr(cue.bound["default"], "text", cue.bound["default"]))
    return ""


def _denied(world: World) -> list[Cue]:
    """Statuses that stand behind a key, in its own sentence."""
    keys = {each.sentence for each in world.draft.all_said("key_in", "key_query", "key_env")}
    found = world.draft.all_said("status_else", "default_status", "success")
    return [each for each in found if each.sentence in keys and each.bound.get("status") == 401]


def lives(world: World) -> tuple[int, int]:
    """How long access and refresh tokens are good for, in seconds; 0 where nothing is said."""
    found = [0, 0]
    named = sorted(
        (token.start, "refresh" in token.low)
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
            credentials.for_key(each) if _keyed(world, each) else each for each in world.operations
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


def _keyed(world: World, operation: Operation) -> bool:
    """Whether an operation wants the key: all do, unless it is said of some routes alone."""
    if operation.path.endswith("/health"):
        return False
    said = world.draft.all_said("key_in", "api_key", "with_key")
    free = [each for cue in said for each in _meant(world, cue.bound.get("excepted", ()))]
    if any(each.way == (operation.method, operation.path) for each in free):
        return False
    reads = operation.method in {"GET", "HEAD"}
    if reads and (_open_reads(world) or any(_of_writes(cue) for cue in said)):
        return False
    some = [route for route in world.draft.routes if any(cue in route.cues for cue in said)]
    ways = {(each.method, each.path) for each in world.draft.routes}
    if some and (operation.method, operation.path) not in ways:
        return operation.method in {each.method for each in some}
    if not some:
        return True
    return any((each.method, each.path) == (operation.method, operation.path) for each in some)


def _of_writes(cue: Cue) -> bool:
    """Whether a key is said to be for what changes something."""
    verbs = set(cue.bound.get("crud", ()))
    return "writing" in cue.bound or (bool(verbs) and not verbs & {"list", "show"})


def _open_reads(world: World) -> bool:
    """Whether the goal says that everybody may read."""
    cues = [
        cue
        for cue in world.draft.all_said("public_read")
        if set(cue.bound.get("crud", ())) <= {"list", "show"}
    ]
    for cue in cues:
        cue.used = "access"
    return bool(cues)


def _statuses(world: World) -> None:
    """Statuses that say only what happens anyway."""
    draft = world.draft
    tags = draft.said("etag", "if_match", "if_none", "stale", "without_match")
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
    tags = draft.said("etag", "if_match", "if_none", "stale", "without_match")
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
        if draft.said("location") and each.name == f"create_{name}":
            absolute = draft.said("absolute") is not None
            made = world.operations[at]
            world.operations[at] = conditional.located(made, resource, absolute=absolute)
    if world.plans:
        draft.use("access", "etag", "if_match", "if_none", "stale", "without_match")
        draft.use("access", "location", "absolute")


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

"""Accounts, tokens, and what is whose."""

from __future__ import annotations

from beliefs.spec.features import identity
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding import lexicon
from beliefs.spec.understanding.draft import Route
from beliefs.spec.understanding.plans import Plan, World

_REGISTER = frozenset({"register", "signup", "sign-up", "registration"})
_LOGIN = frozenset({"login", "signin", "sign-in", "token", "sessions", "log-in"})
_ME = frozenset({"me", "profile", "whoami"})
_CUES = ("auth", "login", "jwt", "bearer", "password", "owner_private")


def shape(world: World) -> None:
    """Whoever asks is known where the goal speaks of logging in."""
    draft = world.draft
    named = any(each.last in _LOGIN for each in draft.routes)
    if draft.said(*_CUES) is None and not named:
        return
    if draft.said("api_key") and not draft.said("login", "jwt"):
        return
    world.families.add("identity")
    world.plans.pop("user", None)
    signed = draft.said("jwt") is not None
    if not signed:
        kind = world.decide(
            "what tokens are", ("signed (JWT)", 0.55), ("opaque, kept by the service", 0.45)
        )
        signed = kind == "signed (JWT)"
    world.identity = identity.identity(signed=signed)
    if signed:
        world.secret = world.secret or "SECRET_KEY"
    roles = ("user", "admin") if draft.said("admin", "admin_only", "admin_any") else ()
    users = identity.user(*_account(world), roles=roles)
    world.entities.append(users)
    if not signed:
        world.entities.append(identity.session())
    world.kept["identity"] = (users, signed, roles)
    _owned(world, roles)


def _account(world: World) -> tuple[str, tuple[Field, ...]]:
    """The name that somebody logs in with, and what else an account has."""
    takes = [
        each.field
        for route in world.draft.routes
        if route.last in _REGISTER | _LOGIN
        for each in route.takes
        if each.field.name != "password"
    ]
    cue = world.draft.said("register", "login")
    if cue is not None and not takes:
        takes = [
            each.field for each in cue.bound.get("fields", ()) if each.field.name != "password"
        ]
    names = dict.fromkeys(each.name for each in takes)
    login = next((each for each in ("email", "username", "name") if each in names), "")
    if not login:
        login = next(iter(names), "")
    if not login:
        login = world.decide("what people log in with", ("email", 0.55), ("username", 0.45))
    more = tuple(lexicon.field(each) for each in names if each != login)
    return login, more


def _owned(world: World, roles: tuple[str, ...]) -> None:
    """Rows belong to whoever made them."""
    draft = world.draft
    public = draft.said("owner") is not None and draft.said("owner_private") is None
    plans = [each for each in world.plans.values() if each.fixed is None]
    also = ' or me.role = "admin"' if roles and draft.said("admin_any") else ""
    if not plans:
        return
    if not public and draft.said("owner_private") is None:
        chosen = world.decide(
            "who sees what somebody made",
            ("only whoever made it", 0.6),
            ("everybody who is logged in", 0.3),
            ("everybody", 0.1),
        )
        if chosen != "only whoever made it":
            for plan in plans:
                plan.needs, plan.writers = chosen != "everybody", True
            return
    for plan in plans:
        _owner(plan, also, public=public)


def _owner(plan: Plan, also: str, *, public: bool) -> None:
    plan.needs, plan.writers = not public, True
    if plan.parent is not None and not public:
        return
    plan.adds(Field("owner_id", Type("integer")), "me.id")
    if public:
        plan.touchable = f"$.owner_id = me.id{also}"
    else:
        plan.visible = f".owner_id = me.id{also}"


def write(world: World) -> None:
    """Register, log in, log out, who am I."""
    if "identity" not in world.families:
        return
    users, signed, roles = world.kept["identity"]
    first = "admin" if roles else ""
    for route in world.draft.open_routes():
        if route.method == "POST" and route.last in _REGISTER:
            made = identity.register(users, route.path, first_is=first)
        elif route.method == "POST" and route.last in _LOGIN:
            made = identity.login(users, route.path, signed=signed)
        elif route.method == "POST" and route.last in {"logout", "log-out"} and not signed:
            made = identity.logout(route.path)
        elif route.method == "GET" and route.last in _ME:
            made = identity.me(route.path)
        else:
            continue
        world.add(made, route, route.source)
        _use(route)
    names = {each.name for each in world.operations}
    auth = f"{world.base}/auth" if any("/auth/" in each.path for each in world.draft.routes) else ""
    auth = auth or world.base
    if "register" not in names:
        world.add(identity.register(users, f"{auth}/register", first_is=first))
        world.assume("where accounts are made", f"POST {auth}/register")
    if "login" not in names:
        world.add(identity.login(users, f"{auth}/login", signed=signed))
        world.assume("where people log in", f"POST {auth}/login")
    if first:
        world.assume("who is an admin", "the first account that is made")
    world.draft.use("identity", *_CUES, "register", "logout", "token_answer", "owner", "me")
    world.draft.use("identity", "admin_any")


def _use(route: Route) -> None:
    for cue in route.cues:
        cue.used = cue.used or "identity"


def guard(world: World) -> None:
    """Put what only some may do behind their role, once all operations are there."""
    if "identity" not in world.families:
        return
    for cue in world.draft.all_said("admin_only"):
        nouns = {each.name for each in cue.bound.get("nouns", ())}
        wanted = [
            f"{verb}_{name}"
            for name in (nouns or world.plans)
            for each in cue.bound["crud"]
            for verb in _NAMES[each]
        ]
        found = [each for each in world.operations if each.name in wanted]
        for each in found:
            at = world.operations.index(each)
            world.operations[at] = identity.only_for(each, "admin")
        if found:
            cue.used = "identity"
    if world.draft.said("admin_only", "admin_any"):
        world.draft.use("identity", "admin")


_NAMES = {
    "create": ("create",),
    "list": ("list",),
    "show": ("get",),
    "replace": ("replace",),
    "change": ("update",),
    "remove": ("delete",),
}

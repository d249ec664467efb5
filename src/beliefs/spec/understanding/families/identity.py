"""Accounts, tokens, and what is whose."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import notation
from beliefs.spec.entities import Entity
from beliefs.spec.failures import Failure
from beliefs.spec.features import credentials, identity
from beliefs.spec.features.resources import program
from beliefs.spec.features.tokens import DAY, HOUR, Tokens
from beliefs.spec.operations import Operation
from beliefs.spec.service import Identity
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding import lexicon
from beliefs.spec.understanding.draft import Cue, Route
from beliefs.spec.understanding.families.access import lives
from beliefs.spec.understanding.plans import Plan, World

_REGISTER = frozenset({"register", "signup", "sign-up", "registration"})
_LOGIN = frozenset({"login", "signin", "sign-in", "token", "sessions", "log-in"})
_ME = frozenset({"me", "profile", "whoami"})
_CUES = ("auth", "login", "jwt", "bearer", "password", "owner_private", "cookie", "refresh")
_REFRESH = frozenset({"refresh", "renew", "refresh-token"})
_TOKENS = ("opaque", "token_query", "token_header")
# What shows who somebody is once they are in: "log in with JWT" names no field.
_SHOWN = frozenset({"jwt", "token", "tokens", "session", "cookie", "bearer", "oauth", "key"})
_ANYBODYS = ' or me.role = "admin"'


def shape(world: World) -> None:
    """Whoever asks is known where the goal speaks of logging in."""
    draft = world.draft
    named = any(each.last in _LOGIN for each in draft.routes)
    if "key" in world.families or (draft.said(*_CUES) is None and not named):
        return
    if draft.said("api_key") and not draft.said("login", "jwt"):
        return
    world.families.add("identity")
    world.plans.pop("user", None)
    signed = _signed(world)
    cookie = draft.said("cookie") is not None
    if not signed and _opaque(world):
        draft.use("identity", "opaque")
    elif not signed and not cookie and any(_leaving(each) for each in draft.routes):
        world.assume("what tokens are", "opaque, kept by the service")  # so that they can end
    elif not signed and not cookie:
        kind = world.decide(
            "what tokens are", ("signed (JWT)", 0.55), ("opaque, kept by the service", 0.45)
        )
        signed = kind == "signed (JWT)"
    signed = signed and not cookie
    tokens = _tokens(world, signed=signed)
    world.identity = _shown(world, Identity("bearer", "Authorization", tokens.who))
    if cookie:
        called = draft.said("cookie_name")
        world.identity = credentials.in_cookie(
            tokens.who, str(called.bound["param"]) if called else "session"
        )
        if called is None:
            world.assume("what the cookie is called", "session")
        draft.use("identity", "cookie_name")
    if signed:
        world.secret = world.secret or "SECRET_KEY"
    roles = ("user", "admin") if draft.said("admin", "admin_only", "admin_any") else ()
    users = identity.user(*_account(world), roles=roles)
    users = _within(world, users)
    world.entities.append(users)
    world.entities += tokens.entities(Type("integer"))
    world.kept["identity"] = (users, tokens, roles)
    _owned(world, roles)


def _tokens(world: World, *, signed: bool) -> Tokens:
    """What tokens are, and how long they are good for."""
    renewed = world.draft.said("refresh") or any(e.last in _REFRESH for e in world.draft.routes)
    short, long = lives(world)
    return Tokens(
        signed,
        seconds=short or (HOUR // 4 if renewed else DAY),
        renewed=(long or 7 * DAY) if renewed else 0,
        ends=_leaves(world),
    )


def _signed(world: World) -> bool:
    """Whether the goal says that tokens are signed, or what they are signed with."""
    told = world.draft.all_said(*_CUES)
    return world.draft.said("jwt", "secret") is not None or any("jwt" in e.words for e in told)


def _opaque(world: World) -> bool:
    """Whether the goal says that tokens are opaque."""
    said = world.draft.all_said(*_TOKENS)
    return any(each.words & {"opaque", "unsigned", "random"} for each in said)


def _shown(world: World, told: Identity) -> Identity:
    """Whoever asks, with the place where the goal wants the token to be shown."""
    query, header = world.draft.said("token_query"), world.draft.said("token_header")
    if query is not None:
        query.used = "identity"
        return Identity("query", str(query.bound.get("param") or "token"), told.who)
    if header is not None and str(header.bound["header"]).lower() != "authorization":
        header.used = "identity"
        return Identity("header", str(header.bound["header"]), told.who)
    world.draft.use("identity", "token_header")
    return told


def _account(world: World) -> tuple[str, tuple[Field, ...]]:
    """The name that somebody logs in with, and what else an account has."""
    takes = [
        each.field
        for route in world.draft.routes
        if route.last in _REGISTER | _LOGIN
        for each in route.takes
        if each.field.name != "password"
    ]
    for cue in world.draft.all_said("register", "login") if not takes else ():
        takes += [
            each.field
            for each in cue.bound.get("fields", ())
            if each.field.name != "password" and each.field.name not in _SHOWN
        ]
    names = dict.fromkeys(each.name for each in takes)
    login = next((each for each in ("email", "username", "name") if each in names), "")
    if not login:
        login = next(iter(names), "")
    if not login:
        login = world.decide("what people log in with", ("email", 0.55), ("username", 0.45))
    more = tuple(lexicon.field(each) for each in names if each != login)
    return login, more


def _within(world: World, users: Entity) -> Entity:
    """Accounts whose name is as long as the goal says."""
    login = users.fields[0]
    told = _told(world, login.name)
    if told is None or login.type.kind != "string" or told.kind != "string":
        return users
    least, most = told.min_length, told.max_length
    if (least or 1) == 1 and most is None:
        return users
    type_ = replace(login.type, min_length=least or 1, max_length=most or login.type.max_length)
    return replace(users, fields=(replace(login, type=type_), *users.fields[1:]))


def _told(world: World, name: str) -> Type | None:
    """What somebody who registers brings under a name, as the goal says it."""
    asked = (
        each.field.type
        for route in world.draft.routes
        if route.last in _REGISTER
        for each in route.takes
        if each.field.name == name
    )
    return next(asked, None)


def _registering(world: World, path: str, first: str) -> Operation:
    """Making an account, with a password as long as the goal says."""
    made = identity.register(world.kept["identity"][0], path, first_is=first)
    told = _told(world, "password")
    if told is None or ((told.min_length or 1) == 1 and told.max_length is None):
        return made
    kind = replace(identity.PASSWORD, min_length=told.min_length or 1)
    kind = replace(kind, max_length=told.max_length or identity.PASSWORD.max_length)
    inputs = tuple(
        replace(each, type=kind) if each.name == "password" else each for each in made.inputs
    )
    return replace(made, inputs=inputs)


def _owned(world: World, roles: tuple[str, ...]) -> None:
    """Rows belong to whoever made them."""
    draft = world.draft
    public = draft.said("owner") is not None and draft.said("owner_private") is None
    plans = [each for each in world.plans.values() if each.fixed is None]
    also = _ANYBODYS if roles and draft.said("admin_any") else ""
    if not plans:
        return
    if draft.said("public_read") and draft.said("owner", "owner_private") is None:
        for plan in plans:
            plan.needs, plan.writers = False, True
        draft.use("identity", "public_read")
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
    apart = [each for each in draft.all_said("other_owner") if each.bound["owner_status"] == 403]
    for plan in plans:
        _owner(plan, also, public=public)
        if apart and not public and plan.visible:
            plan.listed, plan.visible = plan.visible, ""
            world.kept.setdefault("apart", set()).add(plan.thing.name)
    draft.use("identity", "other_owner")


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
    users, tokens, roles = world.kept["identity"]
    first = "admin" if roles else ""
    known: dict[str, str] = {}  # where accounts are made and let in: of one kind only
    for route in world.draft.open_routes():
        kind = next((each for each in (_REGISTER, _LOGIN) if route.last in each), frozenset())
        first_one = known.setdefault(str(sorted(kind)), route.path) if kind else route.path
        if route.method == "POST" and first_one != route.path:
            continue  # that other people come in there cannot be built, and is not made up
        if route.method == "POST" and route.last in _REGISTER:
            made = _registering(world, route.path, first)
        elif route.method == "POST" and route.last in _LOGIN:
            made = _login(world, route.path)
        elif _leaving(route):
            made = _logout(world, route.path)
        elif route.method == "POST" and route.last in _REFRESH:
            made = _refresh(world, route.path)
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
        world.add(_login(world, f"{auth}/login"))
        world.assume("where people log in", f"POST {auth}/login")
    if "logout" not in names and tokens.ends:
        world.add(_logout(world, f"{auth}/logout"))
        world.assume("where people log out", f"POST {auth}/logout")
    if "refresh" not in names and tokens.renewed:
        world.add(_refresh(world, f"{auth}/refresh"))
        world.assume("where tokens are renewed", f"POST {auth}/refresh")
    if first:
        world.assume("who is an admin", "the first account that is made")
    world.draft.use("identity", *_CUES, "register", "logout", "token_answer", "owner", "me")
    world.draft.use("identity", "admin_any", "rotate")
    for cue in world.draft.all_said("no_token"):
        if cue.bound["status"] != 401:
            world.failures.append(Failure("unauthenticated", cue.bound["status"], "Unauthorized"))
        cue.used = "identity"


def _leaving(route: Route) -> bool:
    """Whether a route ends a session."""
    return route.method == "POST" and route.last in {"logout", "log-out"}


def _leaves(world: World) -> bool:
    """Whether a session can be ended."""
    leaving = any(_leaving(each) for each in world.draft.routes)
    return leaving or world.draft.said("logout", "cookie") is not None


def _login(world: World, path: str) -> Operation:
    users, tokens, _ = world.kept["identity"]
    made = identity.login(users, path, tokens, _token(world))
    if world.draft.said("cookie"):
        assert world.identity is not None
        return credentials.with_cookie(made, tokens.seconds, world.identity.name)
    return made


def _logout(world: World, path: str) -> Operation:
    tokens = world.kept["identity"][1]
    assert world.identity is not None
    if world.draft.said("everywhere"):
        made = identity.logout_everywhere(path, tokens)
    else:
        made = identity.logout(path, tokens, world.identity)
    world.draft.use("identity", "one_session", "everywhere")
    cookie = world.draft.said("cookie") is not None
    return credentials.without_cookie(made, world.identity.name) if cookie else made


def _refresh(world: World, path: str) -> Operation:
    tokens = world.kept["identity"][1]
    again = world.draft.said("rotate") is not None
    if not again:
        chosen = world.decide(
            "whether a refresh token is used once",
            ("no, it stays good until it expires", 0.6),
            ("yes, and a new one comes with the token", 0.4),
        )
        again = chosen.startswith("yes")
    return credentials.renew(path, tokens, key=_token(world), again=again)


def _token(world: World) -> str:
    """The name under which a token is answered."""
    for cue in world.draft.all_said("answers"):
        for each in cue.bound.get("fields", ()):
            if each.field.name in {"token", "access_token", "jwt"}:
                cue.used = "identity"
                return str(each.field.name)
        written = cue.bound["json"].keys if "json" in cue.bound else ()
        for name in ("token", "access_token", "jwt"):
            if name in written and any(each.last in _LOGIN for each in _about(world, cue)):
                cue.used = "identity"
                return name
    return "access_token"


def _about(world: World, cue: Cue) -> list[Route]:
    return [each for each in world.draft.routes if cue in each.cues]


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
    _for_admins(world)
    if world.draft.said("admin_only", "admin_any"):
        world.draft.use("identity", "admin")


def _for_admins(world: World) -> None:
    """Leave to admins of what is anybody's only what is said that they may do."""
    said = [set(each.bound.get("crud", ())) for each in world.draft.all_said("admin_any")]
    if not said or not all(said):
        return
    verbs = {verb for each in set().union(*said) for verb in _NAMES[each]}
    for at, made in enumerate(world.operations):
        told = notation.write(made.effect)
        if made.name.partition("_")[0] not in verbs and _ANYBODYS in told:
            less = program(*told.replace(_ANYBODYS, "").split("\n"))
            world.operations[at] = replace(made, effect=less)


_NAMES = {
    "create": ("create",),
    "list": ("list",),
    "show": ("get",),
    "replace": ("replace",),
    "change": ("update",),
    "remove": ("delete",),
}

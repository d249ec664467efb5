"""One key or password for all who ask, and which requests want it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from beliefs.spec.failures import Failure
from beliefs.spec.features import credentials
from beliefs.spec.operations import Operation
from beliefs.spec.understanding.draft import Cue, Route
from beliefs.spec.understanding.families.messages import message
from beliefs.spec.understanding.patterns import FILLERS, Tokens
from beliefs.spec.understanding.plans import World
from beliefs.spec.understanding.words import lemmas

Shown: TypeAlias = Literal["header", "query", "bearer", "cookie"]
_GOING = frozenset({"follow", "redirect", "open", "visit"})
_READING = frozenset({"read", "view", "look", "get", "fetch", "GET"})


def shown(world: World) -> Cue | None:
    """The header that shows a key: it is called so, or words near it speak of one."""
    for cue in world.draft.all_said("key_in"):
        if cue.used:
            continue  # a key of one row
        name = str(cue.bound.get("header", "")).lower()
        called = any(each in name for each in ("key", "token", "auth", "secret", "password"))
        if called or not cue.words.isdisjoint({"key", "token", "secret"}):
            return cue
    return None


def one_password(world: World, cue: Cue) -> None:
    """One user with a password, as browsers ask for it."""
    draft = world.draft
    world.families.add("key")
    told = {**cue.bound}
    for each in draft.all_said("basic", "key_env"):
        told |= each.bound
    user, said = str(told.get("user", "")), told.get("password")
    variable_ = str(told.get("constant", ""))
    password = str(said.text) if said is not None else _default(world)
    if not user:
        user = "admin"
        world.assume("the user of basic authorization", user)
    if not variable_ and not password:
        variable_ = "ADMIN_PASSWORD"
        world.assume("where the password comes from", f"the environment variable {variable_}")
    if password and not variable_:
        world.warnings.append("The password stands in the code, as the goal has it.")
    world.identity = credentials.by_password(user, variable=variable_, password=password)
    for each in (*draft.all_said("denied", "no_token"), *_denied(world)):
        status = int(each.bound.get("denial", each.bound.get("status", 401)))
        words = message(each) or "Not authenticated"
        world.failures.append(Failure("unauthenticated", status, words))
        each.used = "access"
    draft.use("access", "basic", "key_env", "key_default", "auth", "admin", "public_part")
    if draft.use("access", "guarded_part"):
        draft.use("access", "basic_for")


def one_key(world: World) -> None:
    """One key that requests show in a header, a query or as a bearer token."""
    draft = world.draft
    world.families.add("key")
    place, name = shown(world), draft.said("key_query")
    held, text = draft.said("key_env"), draft.said("key_text")
    variable_ = str(held.bound["constant"]) if held else ""
    key = text.bound["string"].text if text and not held else _default(world)
    if key and not held:
        world.warnings.append("The key stands in the code, as the goal has it.")
    if not variable_ and not key:
        variable_ = "API_KEY"
        world.assume("where the key comes from", "the environment variable API_KEY")
    if name is not None and "keyname" in name.bound:
        shows: tuple[Shown, str] = ("query", name.bound["keyname"])
    elif place is None and draft.said("bearer"):
        shows = ("bearer", "Authorization")
    else:
        shows = ("header", place.bound["header"] if place else "X-API-Key")
        if place is None:
            world.assume("where a request shows its key", "the header X-API-Key")
    world.identity = credentials.by_key(*shows, variable=variable_, key=key)
    for cue in (*draft.all_said("denied", "no_token"), *_denied(world)):
        words = message(cue) or "Not authenticated"
        status = int(cue.bound.get("denial", cue.bound.get("status", 401)))
        world.failures.append(Failure("unauthenticated", status, words))
        cue.used = "access"
    for cue in draft.all_said("key_in"):
        if "excepted" not in cue.bound or _meant(world, cue.bound["excepted"]):
            cue.used = cue.used or "access"
    draft.use("access", "public_part", "guarded_part")
    draft.use("access", "key_query", "key_env", "api_key", "bearer", "auth", "with_key")
    draft.use("access", "token_answer", *(["key_text"] if not held else []))


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
    for cue in world.draft.all_said("key_env", "key_default", "basic"):
        if "default" in cue.bound:
            cue.used = "access"
            return str(getattr(cue.bound["default"], "text", cue.bound["default"]))
    return ""


def _denied(world: World) -> list[Cue]:
    """Statuses that stand behind a key, in its own sentence."""
    keys = {
        each.sentence for each in world.draft.all_said("key_in", "key_query", "key_env", "basic")
    }
    found = world.draft.all_said("status_else", "default_status", "success")
    return [each for each in found if each.sentence in keys and each.bound.get("status") == 401]


def keyed(world: World, operation: Operation) -> bool:
    """Whether an operation wants the key: all do, unless it is said of some routes alone."""
    if operation.path.endswith("/health"):
        return False
    said = world.draft.all_said("key_in", "api_key", "with_key")
    free = [each for cue in said for each in _meant(world, cue.bound.get("excepted", ()))]
    if any(each.way == (operation.method, operation.path) for each in free):
        return False
    parts = {each.way: each.said("public_part", "guarded_part") for each in world.draft.routes}
    part = parts.get((operation.method, operation.path))
    if any(parts.values()):
        told = [each.says for each in parts.values() if each is not None]
        return (part.says if part is not None else "") == "guarded_part" or (
            part is None and "guarded_part" not in told
        )
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

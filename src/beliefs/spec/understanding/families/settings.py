"""How it runs: framework, storage, port, base path, error bodies, limits."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, cast

from beliefs.spec import patterns as re
from beliefs.spec.failures import Failure, Way
from beliefs.spec.service import TWO_THINGS, Framework, Rate, Storage
from beliefs.spec.understanding.classes import FRAMEWORKS
from beliefs.spec.understanding.draft import Cue
from beliefs.spec.understanding.families.messages import message
from beliefs.spec.understanding.fields import ZONE_WORDS
from beliefs.spec.understanding.plans import World

# The oldest Python that projects are made for is 3.11.
OLDEST = 11
_NEWER = frozenset({"newer", "later", "above", "up"})
_MESSAGES = frozenset({"error", "message", "detail", "msg", "description", "reason", "title"})
INPUT: tuple[Way, ...] = ("malformed", "missing", "wrong_type", "out_of_range", "unknown_choice")


_LEAST_PORT = 80
# That somebody is asked who they are.
_WHO = (
    "auth",
    "login",
    "register",
    "jwt",
    "bearer",
    "api_key",
    "key_in",
    "key_env",
    "cookie",
    "basic",
)


def shape(world: World) -> None:
    """Take every setting that the goal states."""
    draft = world.draft
    # "A Flask service": the name of the whole may say what it is made with.
    for word in _title_words(world):
        world.framework = cast("Framework", FRAMEWORKS.get(word.lower()) or world.framework)
    for cue in draft.all_said("framework"):
        name, said = cue.bound["framework"]
        if name:
            world.framework = cast("Framework", name)
        else:
            world.assume(f"the framework {said}", "FastAPI takes its place")
    for cue in draft.all_said("storage"):
        name, said = cue.bound["storage"]
        if name:
            world.storage = cast("Storage", name)
        else:
            world.assume(f"the database {said}", "SQLite takes its place")
    if draft.said("storage_json"):
        world.storage = "json"
    if draft.said("no_storage"):
        world.storage = "memory"
    _house(world)
    for cue in draft.all_said("port"):
        number = int(cue.bound["number"])
        world.port = number if number >= _LEAST_PORT else world.port  # "runs two at a time"
    for cue in draft.all_said("python"):
        _python(world, cue)
    for cue in draft.all_said("base"):
        if "{" in cue.bound["path"][0].path:
            continue
        world.base = cue.bound["path"][0].path.rstrip("/")
        _prefixed(world)
    for cue in draft.all_said("error_body"):
        error_body(world, cue)
    for cue in draft.all_said("rate"):
        world.rates.append(Rate(int(cue.bound["number"]), cue.bound["span"]))
    if cors := draft.said("cors"):
        world.origins = (cors.bound["string"].text,) if "string" in cors.bound else ("*",)
    for cue in draft.all_said("secret"):
        world.secret = str(cue.bound["constant"])
    _contrary(world)
    draft.use("settings", "framework", "storage", "storage_json", "no_storage", "port", "base")
    if draft.said(*_WHO) is None:  # else it is about some of the requests
        draft.use("settings", "no_auth")
    draft.use("settings", "error_body", "rate", "cors", "secret", "kept", "delivered")
    if world.rates:
        draft.use("settings", "per_client")
    draft.use("settings", "aside")
    _statuses(world)


def _title_words(world: World) -> list[str]:
    """Every word of what the goal calls the whole."""
    titles = [each for each in world.draft.all_said("title") if each.used]
    return [word for each in titles for word in each.bound["title"].words]


def _python(world: World, cue: Cue) -> None:
    """The version of Python, where one is named that projects are made for."""
    said = next(each.text for each in cue.tokens if each.text[:1].isdigit())
    minor = re.fullmatch(r"3\.(\d+)", said)
    newer = any(each.text == "+" or each.low in _NEWER for each in cue.tokens)
    if minor and int(minor[1]) == OLDEST and newer:
        pass  # as every project is
    elif minor and int(minor[1]) >= OLDEST:
        world.python = said
    elif said != "3":
        world.assume(f"the version {said} of Python", f"3.{OLDEST} takes its place")
    cue.used = "settings"


def _house(world: World) -> None:
    """What the goal does not say, and what it is made with all the same."""
    draft = world.draft
    named = {word.lower() for word in _title_words(world)}
    if not draft.said("framework") and named.isdisjoint(FRAMEWORKS):
        chosen = world.prefer("the framework", ("fastapi", 0.9), ("flask", 0.1))
        world.framework = cast("Framework", chosen)
    if not draft.said("storage", "storage_json", "no_storage"):
        chosen = world.prefer("the storage", ("sqlite", 0.9), ("json", 0.1))
        world.storage = cast("Storage", chosen)


def _contrary(world: World) -> None:
    """What the goal states in two ways: one is taken, and that is said."""
    draft = world.draft
    chosen = {"framework": world.framework, "storage": world.storage, "port": str(world.port)}
    for name, taken in chosen.items():
        said = [cue.bound.get(name, cue.bound.get("number")) for cue in draft.all_said(name)]
        told = [str(each[0] if isinstance(each, tuple) else int(each or 0)) for each in said]
        others = [each for each in dict.fromkeys(told) if each not in {"", taken}]
        if others and taken in told:
            world.assume(f"the {name}, {TWO_THINGS}", taken, *others)
    for about, first, later in draft.contrary:
        world.assume(f"{about}, {TWO_THINGS}", first, later)


def _prefixed(world: World) -> None:
    """Paths that leave the base out are under it all the same."""
    for route in world.draft.routes:
        if not f"{route.path}/".startswith(f"{world.base}/"):
            route.path = f"{world.base}{route.path}"
    for thing in world.draft.things.values():
        if thing.path and not f"{thing.path}/".startswith(f"{world.base}/"):
            thing.path = f"{world.base}{thing.path}"
        if thing.item and not thing.item.startswith(f"{world.base}/"):
            thing.item = f"{world.base}{thing.item}"


def slashed(world: World) -> None:
    """Paths that nobody named end with a slash, where the goal says that paths do."""
    world.draft.use("settings", "no_slashes")
    if not world.draft.use("settings", "slashes"):
        return
    named = {each.way for each in world.draft.routes}
    world.operations = [
        each
        if (each.method, each.path) in named or each.path.endswith(("/", "/health"))
        else replace(each, path=f"{each.path}/")
        for each in world.operations
    ]


def error_body(world: World, cue: Cue) -> None:
    """A template from an example: the value of a key that says what went wrong is the message."""
    try:
        told = json.loads(cue.bound["json"].text)
    except ValueError:
        told = dict.fromkeys(cue.bound["json"].keys, "...")
    world.body = json.dumps(_template(told))


def _template(told: Any) -> Any:
    if isinstance(told, dict):
        return {
            name: "{code}"
            if name == "code" and isinstance(each, str)
            else "{status}"
            if name in {"status", "code", "status_code"} and isinstance(each, int)
            else "{message}"
            if name in _MESSAGES and isinstance(each, str)
            else _template(each)
            for name, each in told.items()
        }
    return told


def _statuses(world: World) -> None:
    """Statuses that hold for the whole service."""
    for cue in world.draft.all_said("unknown_404"):
        status = cue.bound["status"]
        if status not in {400, 404, 410} or (status == 400 and "nouns" not in cue.bound):
            continue  # "the header (400 if missing)" is about no row
        if cue.words & ZONE_WORDS:
            continue  # neither is a zone that is none
        token = cue.bound.get("message")
        if status != 404 or token is not None:
            words = message(cue) or "Not found"
            world.failures.append(Failure("absent", status, words))
            world.kept["absent"] = words if token is not None else ""
        cue.used = "failures"
    for cue in world.draft.all_said("missing_field"):
        world.failures.append(Failure("missing", cue.bound["status"], message(cue)))
        cue.used = "failures"
    for cue in world.draft.all_said("invalid_refused"):
        if "status" in cue.bound:
            world.failures += [
                Failure(
                    way,
                    cue.bound["status"],
                    message(cue) or "The body is not valid JSON." * (way == INPUT[0]),
                )
                for way in INPUT
                if cue.bound["status"] != 422 or message(cue)
            ]
        cue.used = "failures"

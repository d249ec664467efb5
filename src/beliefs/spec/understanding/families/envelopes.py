"""What every answer looks like, where the goal says it: {"ok": true, "result": …}."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from beliefs.spec import patterns as re
from beliefs.spec.effects import Answer, Effect, For, If, Lit, Make, Stmt
from beliefs.spec.failures import Failure
from beliefs.spec.understanding.draft import Cue
from beliefs.spec.understanding.families.settings import INPUT, error_body
from beliefs.spec.understanding.plans import World

_HELD = "\0"
_DOTS = re.compile(r""":\s*(?:\[\s*)?(?:\.\.\.|…|<[^<>"]*>)(?:\s*\])?\s*(?=[,}])""")
_FINE = range(200, 300)


def shape(world: World) -> None:
    """How answers that fail look, and their status."""
    for cue in world.draft.all_said("fails_as"):
        error_body(world, cue)
        status = int(cue.bound.get("status", 422))
        if status != 422:
            said = {INPUT[0]: "The body is not valid JSON."}
            world.failures += [Failure(way, status, said.get(way, "")) for way in INPUT]
        cue.used = "envelopes"
    if world.draft.said("all_post") and all(each.method == "POST" for each in world.draft.routes):
        world.draft.use("envelopes", "all_post", "rpc")


def write(world: World) -> None:
    """Put every answer that succeeds into what the goal says answers are."""
    for cue in world.draft.all_said("envelope_of")[:1]:
        around = _around(cue)
        if around is None:
            continue
        status = int(cue.bound.get("status", 0))
        cue.used = "envelopes"
        world.operations = [
            each
            if each.path.endswith("/health")
            else replace(each, effect=_wrapped(each.effect, around, status))
            for each in world.operations
        ]


def _around(cue: Cue) -> dict[str, Any] | None:
    """What stands around an answer, which one of the names holds."""
    text, found = _DOTS.subn(': "\\\\u0000"', cue.bound["json"].text)
    try:
        told = json.loads(text)
    except ValueError:
        return None
    plain = all(each is None or isinstance(each, str | int | float) for each in told.values())
    return told if found == 1 and plain and _HELD in told.values() else None


def _wrapped(effect: Effect, around: dict[str, Any], status: int) -> Effect:
    return tuple(_one(each, around, status) for each in effect)


def _one(statement: Stmt, around: dict[str, Any], status: int) -> Stmt:
    match statement:
        case Answer(had, body, "application/json") if had in _FINE:
            held = body if body is not None else Lit(None)
            whole = Make(
                tuple((name, held if each == _HELD else Lit(each)) for name, each in around.items())
            )
            fine = status or (200 if had == 204 else had)
            return replace(statement, status=fine, body=whole)
        case If(then=then, otherwise=otherwise):
            return replace(
                statement,
                then=_wrapped(then, around, status),
                otherwise=_wrapped(otherwise, around, status),
            )
        case For(body=body):
            return replace(statement, body=_wrapped(body, around, status))
        case _:
            return statement

"""The second of two credentials: what the environment holds, shown to some routes and no others.

Who asks is known by one thing. Where a service has another beside it (client keys, and the token of
an admin), routes for that one have it as an input, and begin with whether it is right.
"""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route, Security
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.operations import Input, Place
from beliefs.spec.types import Type


def warded_input(warden: Security) -> Input:
    """The input that holds what is shown."""
    place: Place = "query" if warden.place == "query" else "header"
    name = re.sub(r"\W", "_", warden.name).lower()
    named = warden.name if warden.name != name else ""
    return Input(name, place, Type("string"), required=False, named=named)


def warded_lines(writer: Writer, route: Route, warden: Security, lines: list[str]) -> list[str]:
    """An effect that begins with whether what is shown is what the environment holds."""
    given = f"input.{warded_input(warden).name}"
    if warden.place in {"bearer", "basic"}:
        given = f'last(split({given}, " "))'
    held = f"env({json.dumps(warden.variable)})"
    if warden.keys and warden.keys[0].default:
        held = f"or_else({held}, {json.dumps(warden.keys[0].default)})"
    if warden.place == "basic":
        held = f"base64({json.dumps(f'{warden.user}:')} + {held})"
    way = writer.refuse(
        route, "unauthenticated", "Not allowed", "missing wrong token header", (401, 403)
    )
    kept = [each.replace("given(input)", f'drop(given(input), "{warden.name}")') for each in lines]
    return [f"guard same_secret({given}, {held}) else {way}", *kept]

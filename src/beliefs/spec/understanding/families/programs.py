"""Routes that hand a text to another program: "POST /sorted runs the body through `sort -u`"."""

from __future__ import annotations

import shlex

from beliefs.spec import patterns as re
from beliefs.spec.features import programs
from beliefs.spec.features.resources import snake
from beliefs.spec.understanding.draft import Cue, Route
from beliefs.spec.understanding.plans import World

_SECONDS = 10
_NAME = re.compile(r"[a-z0-9][\w.+-]*")
_CUES = {"runs_program", "takes", "answers", "plain_text", "with", "raw_body", "markdown"}
_CUES |= {"program_output"}


def write(world: World) -> None:
    """Each route that says which program it runs."""
    for route in world.draft.open_routes():
        cue = route.said("runs_program")
        arguments = _arguments(cue) if cue is not None else ()
        if not arguments or route.method == "GET" or len(route.takes) > 1:
            continue
        path = re.sub(r"[{}]", "", "_".join(route.segments)) or "root"
        name = f"{route.method.lower()}_{snake(path)}"
        seconds = int(cue.bound.get("span") or _SECONDS) if cue is not None else _SECONDS
        given = next((each.field.name for each in route.takes), "")
        answer = next((each.field.name for each in route.answers), "")
        made = programs.piped(name, (route.method, route.path), arguments, seconds, given, answer)
        world.add(made, route, route.source)
        if cue is not None and not cue.bound.get("span"):
            world.assume(f"how long {arguments[0]} may take", f"{_SECONDS} seconds")
        _use(route)


def _arguments(cue: Cue) -> tuple[str, ...]:
    """The words of a command line; none where a shell would have to read it."""
    told = str(cue.bound["command"].text).strip("`\"'“”")
    if re.search(r"[|<>;&$*?`\n]", told):
        return ()
    try:
        words = tuple(shlex.split(told))
    except ValueError:
        return ()
    return words if words and _NAME.fullmatch(words[0]) else ()


def _use(route: Route) -> None:
    for cue in route.cues:
        if cue.says in _CUES:
            cue.used = cue.used or "programs"

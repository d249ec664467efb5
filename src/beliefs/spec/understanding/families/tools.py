"""Requests that work on files: PDFs joined, pictures converted, frames of videos."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.features.resources import program, snake
from beliefs.spec.features.tools import WHOLE, assumed, complaint, fitted, made
from beliefs.spec.operations import Operation
from beliefs.spec.understanding.plans import World
from beliefs.spec.understanding.working import Clause


def write(world: World) -> None:
    """Each route whose clause speaks of a tool."""
    for route in world.draft.open_routes():
        cue = route.said("tool")
        if cue is None:
            continue
        clause: Clause = cue.bound["clause"]
        tool = clause.tool
        lines, name = made(tool, f'{clause.refuses} "{complaint(tool.deed)}"')
        if tool.deed == "text":
            sent = clause.answer or f'as "text/plain" {WHOLE}'
            lines.append(f"answer 200 {sent}")
        else:
            lines.append(f"answer 200 content({name})")
        path = re.sub(r"[{}]", "", "_".join(route.segments)) or "root"
        operation = Operation(
            f"{route.method.lower()}_{snake(path)}",
            route.method,
            route.path,
            program(*lines),
            inputs=tuple(fitted(tool, each) for each in clause.inputs),
            summary=_SUMMARIES[tool.deed],
            consumes="multipart/form-data",
        )
        world.add(operation, route, route.source)
        for about, chosen in assumed(tool):
            world.assume(about, chosen)
        cue.used = "tools"


_SUMMARIES = {
    "combine": "Join PDF files into one.",
    "text": "The text of a PDF file.",
    "convert": "A picture in another format or size.",
    "thumbnail": "A small version of a picture.",
    "animate": "An animated GIF of pictures.",
    "archive": "Files as one ZIP file.",
    "frame": "One frame of a video.",
    "sound": "The sound of a video.",
}

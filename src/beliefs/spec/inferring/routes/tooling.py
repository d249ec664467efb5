"""Routes that work on the files that they are brought: `POST /merge` with PDFs, one PDF back."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route, is_list, is_record
from beliefs.spec.features.tools import (
    WHOLE,
    Tool,
    assumed,
    complaint,
    fitted,
    made,
    part_of_text,
    tool_of,
)
from beliefs.spec.inferring.keeping.values import made as record
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.operations import Input
from beliefs.spec.service import Assumption, Unknown


def tool_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route that works on files; None where it does something else."""
    tool = worked(writer, route)
    if tool is None:
        return None
    good = route.good
    refuse = writer.refuse(
        route, "refused", complaint(tool.deed), "not invalid file pdf image", (400, 415, 422)
    )
    lines, name = made(tool, refuse)
    status = good.status if good else 200
    if good is None or not good.media:
        status = 200  # nothing is kept that could have been created
    if tool.deed == "text":
        body = _told(route, tool)
        if body is None:
            return None
        lines.append(f"answer {status}{body}")
    else:
        lines.append(f"answer {status} content({name})")
    for about, chosen in assumed(tool):
        writer.said(Assumption(about, chosen, route.source))
    for each in writer.inputs(route):
        if each.name not in tool.used and each.place != "path":
            why = "nothing is done with it"
            told = f"{each.wire} of {route.method} {route.path}"
            writer.unknown(Unknown("material", told, route.source, why))
    return lines


def worked(writer: Writer, route: Route) -> Tool | None:
    """The tool that a route is, if it is one: it is brought files, and keeps nothing."""
    inputs = writer.inputs(route)
    if route.method not in {"POST", "PUT"} or not any(each.place == "file" for each in inputs):
        return None
    media = route.good.media if route.good else ""
    path = re.sub(r"\{\w+\}|[/_-]", " ", route.path)
    about = route.good.words if route.good else ""
    tool = tool_of(f"{route.words}. {path}. {about}", inputs, media)
    if tool is None or tool.deed == "text":
        return tool
    shape = route.good.shape if route.good else None
    if "json" in media or is_record(shape) or is_list(shape):
        return None  # something is said of the file, which is kept then
    chain = writer.chain(route)
    holding = writer.kept.at(chain) if chain else None
    return None if holding is not None and len(holding.routes) > 1 and not media else tool


def tool_inputs(writer: Writer, route: Route, inputs: tuple[Input, ...]) -> tuple[Input, ...]:
    """The inputs of a route as its tool needs them; as they are where it is none."""
    tool = worked(writer, route)
    return inputs if tool is None else tuple(fitted(tool, each) for each in inputs)


def _told(route: Route, tool: Tool) -> str | None:
    """What is answered of a text: itself, or a record with what is asked for of it."""
    shape = route.good.shape if route.good else None
    if not is_record(shape) or shape is None or not shape.properties:
        json = route.good is not None and "json" in route.good.media
        return f" {{text: {WHOLE}}}" if json else f' as "text/plain" {WHOLE}'
    values = {
        each.name: part_of_text(tool, each.name, each.shape.type.kind) for each in shape.properties
    }
    return f" {record(values)}" if all(values.values()) else None

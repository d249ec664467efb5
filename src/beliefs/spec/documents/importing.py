"""Files with rows in them that are brought at once: "Upload an XML file with employees"."""

from __future__ import annotations

from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.holdings import Holding
from beliefs.spec.documents.uploading import brings, form_of
from beliefs.spec.documents.words import plural
from beliefs.spec.documents.writing import Scene, Writer
from beliefs.spec.features.exchange import import_lines as imported

_COUNTS = ("imported", "count", "created", "inserted", "added", "total", "rows", "records", "saved")


def import_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route that keeps the rows of a file; None where it is none."""
    form = form_of(route)
    holding = next((each for each in writer.kept.holdings if _is_of(route, each)), None)
    if not form or holding is None or route.body is None:
        return None
    file = next(each.name for each in route.body.properties if each.shape.type.kind == "file")
    refuse = writer.refuse(
        route, "malformed", f"This is no {form.upper()} file", "invalid file", (400, 422, 415)
    )
    fields = tuple(each for each in holding.fields.values() if each.type.kind != "file")
    lines = imported(
        form, f"decoded(input.{writer.name(file)})", refuse, holding.name, holding.variable, fields
    )
    scene = Scene(
        values=dict.fromkeys(_COUNTS, "count(lines)"),
        message=f"{plural(holding.spoken)} imported",
    )
    return [*lines, writer.answer(route, scene, 201)]


def _is_of(route: Route, holding: Holding) -> bool:
    return brings(route, holding.word) and all(
        field.type.kind != "file" for field in holding.fields.values()
    )

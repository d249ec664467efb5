"""One row that a query names: `GET /lookup?number=`, `GET /members/find?email=`."""

from __future__ import annotations

from beliefs.spec.documents.contract import Route, is_record
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.writing import Scene, Writer


def find_lines(writer: Writer, route: Route) -> list[str] | None:
    """The row whose value, or that of something below it, is as the query says."""
    shape = route.good.shape if route.good else None
    holding = writer.kept.like(shape) if is_record(shape) else None
    asked = [each for each in route.params if each.place == "query"]
    if route.method != "GET" or holding is None or len(asked) != 1 or "{" in route.path:
        return None
    given = writer.name(asked[0].name)
    holds = _holds(writer, holding, asked[0].name, given)
    if not holds:
        return None
    one = holding.variable
    wanted = f'guard input.{given} != null else missing "{asked[0].name}: is required"'
    return [
        *([] if asked[0].required else [wanted]),
        f"let {one} = first({holding.name}[where {holds}])",
        f"guard {one} != null else {writer.absent(route, holding)}",
        writer.answer(route, Scene(holding, one)),
    ]


def _holds(writer: Writer, holding: Holding, name: str, given: str) -> str:
    if field := holding.named(name):
        return f".{field} = input.{given}"
    for child, link in writer.kept.children(holding):
        if field := child.named(name):
            rows = f"{child.name}[where .{field} = input.{given}]"
            return f".{holding.key.name} in each(one in {rows}: one.{link})"
    return ""

"""Files that come as base64 among the values of a body, and go out as the bytes that they are."""

from __future__ import annotations

from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.uploading import coded_part
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.filed import DIGESTS
from beliefs.spec.inferring.keeping.holdings import Holding, file_fact
from beliefs.spec.inferring.writing import Writer


def coded_lines(writer: Writer, route: Route) -> list[str]:
    """Statements that read a file in base64, and refuse what is none; none where nothing is."""
    name = coded_part(route)
    if not name or route.body is None:
        return []
    way = writer.refuse(route, "refused", f"{name}: is no base64", "base64 valid", (400, 422))
    file = _file(f"input.{writer.name(name)}", "input", list(route.body.names))
    return [f"let came = {file}", f"guard came != null else {way}"]


def coded_facts(holding: Holding, route: Route) -> dict[str, str]:
    """What such a file says of itself that the body does not say."""
    said = route.body.names if route.body is not None and coded_part(route) else ()
    facts = {
        name: "hash(came)" if plain(name) in DIGESTS else f"came.{file_fact(name)}"
        for name in holding.fields
        if plain(name) in DIGESTS or file_fact(name)
    }
    return {name: fact for name, fact in facts.items() if said and name not in said}


def coded_file(holding: Holding) -> str:
    """The file of a row that keeps it in base64; empty where it keeps none."""
    name = next((found for each in holding.routes if (found := coded_part(each))), "")
    kept = name and name in holding.fields
    return (
        _file(f"{holding.variable}.{name}", holding.variable, list(holding.fields)) if kept else ""
    )


def _file(text: str, row: str, names: list[str]) -> str:
    """A text as a file, with the name and the type that stand beside it."""
    name = next((f"{row}.{each}" for each in names if file_fact(each) == "name"), '"file"')
    kind = next((f"{row}.{each}" for each in names if file_fact(each) == "type"), "")
    return f"from_base64({text}, {name}, {kind or chr(34) + 'application/octet-stream' + chr(34)})"

"""The text of a file that a row keeps: `GET /documents/{id}/text`, of a PDF that of its pages."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route, is_list, is_record
from beliefs.spec.documents.words import plain
from beliefs.spec.features.tools import WHOLE, Tool, part_of_text
from beliefs.spec.inferring.answers.packing import file_of
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Writer

_NAMES = {"text", "plaintext", "fulltext", "transcript"}
_PDF = re.compile(r"(?i)\bpdfs?\b")


def text_lines(writer: Writer, route: Route) -> list[str] | None:
    """An effect that answers the text of a row's file; None where a route is about another."""
    chain = writer.chain(route)
    if route.method != "GET" or len(chain) < 2 or not chain[-2].param or chain[-1].param:
        return None
    holding = writer.kept.at(chain[:-1])
    name = file_of(holding) if holding is not None else ""
    if holding is None or not name or plain(chain[-1].name) not in _NAMES:
        return None
    shape = route.good.shape if route.good else None
    if is_list(shape) or writer.kept.at(chain) is not None:
        return None
    about = [route, *holding.routes]
    said = " ".join(f"{each.words} {each.good.media if each.good else ''}" for each in about)
    said += " ".join(fault.words for each in about for fault in each.faults)
    file = f"{holding.variable}.{name}"
    pdf = _PDF.search(said)
    read = f"pages({file})" if pdf else f"[decoded({file})][where row != null]"
    wrong = "texts != null" if pdf else "count(texts) > 0"
    way = writer.refuse(route, "unsupported_type", "The file has no text", "no text", (415, 422))
    way = way if way.split(" ")[0] != "absent" else 'unsupported_type "The file has no text"'
    lines = [
        *writer.above(route, chain[:-1]),
        f"let texts = {read}",
        f"guard {wrong} else {way}",
    ]
    status = route.good.status if route.good else 200
    if not is_record(shape) or shape is None or not shape.properties:
        return [*lines, f'answer {status} as "text/plain" {WHOLE}']
    values = {}
    for each in shape.properties:
        own = holding.named(each.name)
        told = part_of_text(Tool("text", name, several=False), each.name, each.shape.type.kind)
        values[each.name] = f"{holding.variable}.{own}" if own else told
    return [*lines, f"answer {status} {made(values)}"] if all(values.values()) else None

"""Pictures that rows keep, sent in another size or form: `GET /photos/{id}/thumbnail`."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Param, Route, is_list, is_record
from beliefs.spec.documents.words import plain
from beliefs.spec.features.tools import FORMATS, PIXELS
from beliefs.spec.inferring.answers.packing import file_of
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.routes.coded import coded_file
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.service import Assumption

_SMALL = {"thumbnail", "thumb", "preview", "small", "mini", "icon", "tn"}
_SAYS = re.compile(
    r"(?i)\bthumb(?:nail)?s?\b|\bpreviews?\b|\b(?:made )?small(?:er)?\b|\bscaled down\b"
)
_BOX = re.compile(
    r"(?i)\b(\d{1,4}) ?(?:px|pixels?)? ?(?:x|×|by|\*) ?(\d{1,4})\b|"
    r"\b(\d{1,4}) ?-?(?:px|pixels?)\b|"
    r"\b(?:at most|up to|max(?:imum)?(?: of)?|longer than|within) (\d{1,4})\b"
)
_SIDES = {"size", "px", "pixels", "max", "side", "maxsize", "s", "edge", "length"}


def pictured_lines(writer: Writer, route: Route) -> list[str] | None:
    """An effect that answers a picture of a row in another size; None where a route is no such."""
    chain = writer.chain(route)
    shape = route.good.shape if route.good else None
    if route.method != "GET" or len(chain) < 2 or chain[-1].param:
        return None
    holding = writer.kept.at(chain[:-1]) if chain[-2].param else None
    if holding is None or is_record(shape) or is_list(shape) or writer.kept.at(chain) is not None:
        return None
    file = _picture(holding)
    if not file:
        return None
    made = _small(writer, route, chain[-1].name, file) or _formed(route, chain[-1].name, file)
    if not made:
        return None
    lines = writer.above(route, chain[:-1])
    name = file_of(holding)
    if name and not holding.fields[name].required:
        none = f"The {holding.spoken.lower()} has no {name.replace('_', ' ')}"
        way = writer.refuse(route, "absent", none, f"no {name} none", (404,))
        lines.append(f"guard {file} != null else {way}")
    way = writer.refuse(
        route, "unsupported_type", "The file is no picture", "no picture image", (415, 422, 400)
    )
    way = way if way.split(" ")[0] != "absent" else 'unsupported_type "The file is no picture"'
    status = route.good.status if route.good else 200
    return [
        *lines,
        f"let picture = {made}",
        f"guard picture != null else {way}",
        f"answer {status} inline(picture)",
    ]


def _picture(holding: Holding) -> str:
    name = file_of(holding)
    if name and holding.fields[name].type.kind == "file":
        return f"{holding.variable}.{name}"
    return coded_file(holding)


def _small(writer: Writer, route: Route, last: str, file: str) -> str:
    """A picture that fits a square, as PNG; empty where nothing asks for one."""
    if plain(last) not in _SMALL and not _SAYS.search(route.words):
        return ""
    asked = next((each for each in route.params if _is_side(each)), None)
    if asked is not None:
        given = f"input.{writer.name(asked.name)}"
        if asked.required or asked.default:
            return f"thumbnail({file}, {given})"
        return f"thumbnail({file}, or_else({given}, {PIXELS}))"
    box = _BOX.search(route.words)
    sides = [int(each) for each in (box.groups() if box else ()) if each]
    if len(sides) == 2 and sides[0] != sides[1]:
        return ""
    if not sides:
        writer.said(Assumption("how large a thumbnail may be", f"{PIXELS} pixels", route.source))
    return f"thumbnail({file}, {sides[0] if sides else PIXELS})"


def _is_side(param: Param) -> bool:
    whole = param.shape.type.kind in {"integer", "number", "json", "string"}
    return param.place == "query" and whole and plain(param.name) in _SIDES


def _formed(route: Route, last: str, file: str) -> str:
    """The picture in another form: `GET /drawings/{id}/png`; empty where nothing asks for one."""
    form = plain(last)
    if form not in FORMATS:
        return ""
    del route
    return f'pictured({file}, "{form}", null, null)'

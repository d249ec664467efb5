"""Parameters that say from where to where: bounds, days, boxes on a map."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Param, Route
from beliefs.spec.documents.names import CREATED
from beliefs.spec.documents.words import plain, words
from beliefs.spec.inferring.answers.grades import ranked
from beliefs.spec.inferring.keeping.holdings import Holding, is_clock

LOWS = ("min", "from", "start", "after", "since", "gte", "gt", "begin", "atleast", "greaterthan")
HIGHS = ("max", "to", "end", "before", "until", "lte", "lt", "till", "atmost", "lessthan")
LONGITUDES = {"lon", "lng", "long", "longitude", "x"}
LATITUDES = {"lat", "latitude", "y"}


def boxed(param: Param, holding: Holding, name: str) -> tuple[str, str] | None:
    """Rows within a box of four numbers: that it is one, and what then holds of a row."""
    said = plain(param.shape.words)
    if plain(param.name) not in {"bbox", "box", "bounds", "boundingbox"}:
        return None
    lon = next((each for each in holding.fields if plain(each) in LONGITUDES), "")
    lat = next((each for each in holding.fields if plain(each) in LATITUDES), "")
    if not lon or not lat:
        return None
    pieces = f'split({name}, ",")'
    first = [lat, lon] if re.match(r"(?:min|south|sw)?lat|south", said) else [lon, lat]
    inside = [
        f".{field} {sign} number(at({pieces}, {at}))"
        for at, (field, sign) in enumerate((each, sign) for sign in (">=", "<=") for each in first)
    ]
    numbers = f"each(one in {pieces}: number(one))"
    is_one = f"(count({pieces}) = 4 and count({numbers}[where row = null]) = 0)"
    return is_one, f"({' and '.join(inside)})"


def spoken_bound(param: Param, holding: Holding, name: str) -> str:
    """A bound that the words about a parameter spell out: "whose salary_max is at least this"."""
    match = re.search(
        r"(?i)\b(?:whose|where|with) (?:the |a )?`?(\w+)`? (?:is |are )?(at least|at most|above"
        r"|below|more "
        r"than|less than|over|under|after|before|no more than|no less than|from|up to)",
        param.shape.words,
    )
    field = holding.named(match[1]) if match else ""
    if not match or not field:
        return ""
    signs = {"at least": ">=", "from": ">=", "no less than": ">=", "at most": "<=", "up to": "<="}
    signs |= {"no more than": "<=", "above": ">", "more than": ">", "over": ">", "after": ">"}
    return f".{field} {signs.get(match[2].lower(), '<')} {name}"


def ends_said(param: Param, route: Route) -> str:
    """Whether an end of a period belongs to it, as the words about a route say of a parameter."""
    told = rf"(?i)(?<!\w){re.escape(param.name)}`?(?: is| are)? (inclusive|exclusive)\b"
    found = re.search(told, route.words)
    return found[1].lower() if found else ""


_GIVEN = re.compile(
    r"(?i)\b(?:whose|where|with) (?:the |a )?`?(?P<field>\w+)`? (?:is |are |lies |was )?"
    r"(?P<way>on or before|on or after|before|after|until|since|on) (?:the |that |this |a )?"
    r"(?:given|named|asked|requested|queried|said|chosen) (?:day|date|time|moment)"
)


def given_day(param: Param, route: Route, holding: Holding, name: str) -> str:
    """What the one day that a query gives says of rows, by the words about the route."""
    days = [each for each in route.params if each.shape.type.kind in {"date", "datetime"}]
    match = _GIVEN.search(route.words)
    field = holding.named(match["field"]) if match else ""
    if match is None or not field or days != [param]:
        return ""
    signs = {"on or before": "<=", "until": "<=", "on or after": ">=", "since": ">=", "after": ">"}
    sign = signs.get(match["way"].lower(), "=" if match["way"].lower() == "on" else "<")
    return f".{field} {sign} {name}"


_STRICT = r"\b(?:earlier|later|before|after|strictly)\b"
_THAN = r"(?i)\b(?:older|newer|earlier|later) than\b"


def bounded_by(param: Param, holding: Holding, name: str, said: str, about: str = "") -> str:
    """The condition of a parameter that is a bound by its name: `min_price`, `until`."""
    parts = list(words(param.name))
    for marks, sign in ((LOWS, ">="), (HIGHS, "<=")):
        for mark in marks:
            if mark not in parts:
                continue
            strict = (
                mark in {"gt", "lt", "greaterthan", "lessthan"}
                or "exclusive" in said
                or (
                    mark in {"before", "after"}
                    and (re.search(_STRICT, said) or re.search(_THAN, about))
                    and not re.search(
                        r"\b(?:inclusive|included|including|on or|or on|or equal)\b", said
                    )
                )
            )
            sign_ = sign[0] if strict else sign
            rest = plain("_".join(each for each in parts if each != mark))
            field = next((each for each in holding.fields if plain(each) == rest), "")
            field = field or next(
                (
                    each
                    for each in holding.fields
                    if rest
                    and rest not in {"date", "time", "at"}
                    and (plain(each).startswith(rest) or plain(each).endswith(rest))
                ),
                "",
            )
            if not field and (rest in {"", "date", "time", "at", "datetime"}):
                field = moment_of(holding, said)
            if not field:
                continue
            if steps := ranked(holding, field, sign_, name):
                return steps
            kept = holding.fields[field].type.kind
            if kept == "datetime" and param.shape.type.kind == "date":
                return f"date(.{field}) {sign_} {name}"
            return f".{field} {sign_} {name}"
    return ""


def moment_of(holding: Holding, said: str) -> str:
    """The one moment of rows that a bound can be about."""
    moments = [
        each.name for each in holding.fields.values() if each.type.kind in {"date", "datetime"}
    ]
    clocks = [each.name for each in holding.fields.values() if is_clock(each.type)]
    if len(clocks) == 1 and not [each for each in moments if plain(each) not in CREATED]:
        return clocks[0]
    named = [each for each in moments if plain(each) in plain(said)]
    brought = [each for each in moments if plain(each) not in CREATED | {"updatedat"}]
    return (named or brought or moments or [""])[0]

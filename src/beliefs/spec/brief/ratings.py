"""Ratings of rows: each is kept, and rows show their average.

"POST /recipes/{id}/rate 1-5, average shown", "POST /films/{id}/ratings {stars}, GET /films shows
each film's average rating".
"""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Brief, Line, Request
from beliefs.spec.brief.families.heard import sentences
from beliefs.spec.brief.held import named
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.said import GAP, Said
from beliefs.spec.brief.scene import Scene, Service, is_number
from beliefs.spec.brief.sketch import Sketch
from beliefs.spec.service import Assumption

_TAILS = {"rate": "ratings", "rating": "ratings", "review": "reviews", "score": "scores"}
_MEAN = re.compile(r"(?i)\b(?:average|avg|mean)\b|(?:\b|_)(?:average|avg|mean)(?:_|[A-Z]|\b)")
_NAME = re.compile(r"^(?:(?:average|avg|mean)(?:_?[a-zA-Z]+)?|[a-z]+_(?:average|avg|mean))$")
_RANGE = re.compile(
    r"(?i)[:(]?\s*\b(?:with )?(?:an? )?(?P<what>ratings?|stars?|scores?|values?|numbers?|integers?|"
    r"whole numbers?)?,? ?(?:from |of |between )?(?P<a>\d{1,2}) ?(?:-|to|and|\.\.+) ?(?P<b>\d{1,3})"
    r"(?: (?P<unit>stars?|points?))?\)?(?! ?(?:minutes|characters|chars))"
)


def as_ratings(brief: Brief) -> None:
    """Read `/rate` as what makes a rating, where averages are shown."""
    for request in () if brief.complete else brief.requests:
        tail = request.tail
        if request.method != "POST" or not request.params or tail not in _TAILS:
            continue
        if _averaged(brief, request) and not any(x.has(_SETS) for x in request.said):
            request.wire = request.on_wire
            request.path = f"{request.path[: -len(tail)]}{_TAILS[tail]}"
            _brought(request)


_SETS = r"\b(?:sets?|overwrites?|replaces?|changes?|updates?) "


def _averaged(brief: Brief, rating: Request) -> bool:
    """Whether an average is shown with the rows that are rated."""
    rows = rating.path.split("/{")[0]
    about = [x for x in brief.requests if re.sub(r"/\{\w+\}.*", "", x.path) == rows]
    spoken = [*brief.said, *(x for each in about for x in each.said)]
    shown = [*(x.whole for x in spoken), *(s for x in spoken for k in x.sketches for s in k.names)]
    return any(_MEAN.search(each) for each in shown)


def _brought(request: Request) -> None:
    """A rating is a number, of the range that is said right behind the request."""
    bodies = [s for x in request.said for s in x.sketches if s.form == "record" and s.parts]
    for one in request.said:
        found = _RANGE.search(one.text, one.text.find(GAP) + 1)
        if found is None or GAP in one.text[: max(0, found.start() - 60)] + one.text[found.end() :]:
            continue
        name = _number(bodies[0]) if bodies else _called(request, found)
        if not name:
            continue
        one.text = f"{one.text[: found.start()]} {GAP} {one.text[found.end() :]}"
        told = Said(f"integer from {found['a']} to {found['b']}", one.source, whole=one.whole)
        request.lines.append(Line(name, told, "body"))
        return


def _called(request: Request, found: re.Match[str]) -> str:
    what = (found["what"] or found["unit"] or "").lower()
    return "stars" if what.startswith("star") else "score" if "score" in request.path else "rating"


def _number(body: Sketch) -> str:
    """The one number of a body."""
    many = [
        x.name
        for x in body.parts
        if named(x.name).kind in {"integer", "number"} or "mark" in x.name
    ]
    return many[0] if len(many) == 1 else ""


_SHOWN = (
    r"(?:(?:and|with|including|include|plus|also|shows?|showing|shown|returns?|gives?|along with|"
    r"each|"
    r"lists?|the|an?|its|their|his|of|on|in|as well as|together with)\s+)*(?:{rows}(?:'s|s')? )?"
    r"(?:the |its |their )?(?:average|avg\.?|mean)"
    r"(?:[_ ](?:{what}s?|ratings?|scores?|stars|value))?"
    r"(?: (?:of|over) (?:all |its |the |their )*(?:{what}s?|ratings?|scores?|reviews?|stars))?"
    r"(?: (?:so far|shown|included|is shown|is included|too|as well|rounded to (?P<n>one|two|\d) "
    r"(?:decimals?|digits?|decimal places?)))*"
    r"(?: (?:in|on|with|for) (?:the |each |every )?(?:{rows}|lists?|detail\w*)s?)*"
)


def learn_ratings(service: Service, scenes: list[Scene]) -> None:
    """Show the average of the ratings of a row with it."""
    for making in scenes:
        kind = making.kind
        if kind is None or kind.parent is None or making.request.wire is None:
            continue
        if kind.path.rsplit("/", 1)[-1] not in _TAILS.values():
            continue
        numbers = [n for n, g in making.given.items() if g.place == "json" and is_number(g.held)]
        if len(numbers) == 1:
            _shows(service, scenes, making, kind, numbers[0])
        if making.told.answer is None:
            making.shows, making.told.status = kind.parent, making.told.status or 200


def _shows(service: Service, scenes: list[Scene], making: Scene, kind: Kind, number: str) -> None:
    above = kind.parent
    assert above is not None  # as it was found
    name = _name(scenes, above)
    if (above.name, name) in service.derived:
        return
    mine = f"{kind.name}[where .{kind.within} = $.{above.key.name}]"
    value = f"average(each(one in {mine}: one.{number}))"
    pattern = _SHOWN.format(
        rows=f"(?:{above.spoken}|{above.plural})", what=re.escape(number.replace("_", " "))
    )
    heard = False
    for one in sentences(service, scenes):
        while (found := one.take(pattern)) is not None:
            heard = True
            digits = {"one": "1", "two": "2"}.get(found["n"] or "", found["n"])
            value = f"round({value}, {digits})" if digits and "round" not in value else value
    stated = any(name in x.told.answer.names for x in scenes if x.told.answer is not None)
    if not heard and not stated:
        return
    service.derived[above.name, name] = value
    above.fields.pop(name, None)
    if not stated:
        where = f"`{name}` of each {above.spoken}"
        told = Assumption("where the average is", where, making.request.source)
        service.assumptions.append(told)


def _name(scenes: list[Scene], above: Kind) -> str:
    """What answers call the average."""
    shown = [
        name
        for x in scenes
        if (x.kind or x.row) is above or x.row is above
        for sketch in [x.told.answer]
        if sketch is not None
        for name in (sketch.listed or sketch).names
    ]
    told = [n for x in scenes for one in x.told.said for n in re.findall(r"\b\w+_\w+\b", one.whole)]
    return next((x for x in (*shown, *told) if _NAME.match(x)), "average_rating")

"""Lines for months, days or years of rows, shares of all, and figures that are only named."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.names import row_of
from beliefs.spec.brief.scene import Scene, moments, numbers
from beliefs.spec.brief.sketch import SILENT, Part, Sketch

_SPANS = {
    "month": "month(x.{0})",
    "year": "cut_out(text(x.{0}), 0, 4)",
    "day": "cut_out(text(x.{0}), 0, 10)",
    "weekday": "weekday(x.{0})",
}
_GROUPED = (
    r"(?:is |are |comes? )?(?:grouped|groups?|totals?|sums?|summed|the same|figures)(?: "
    r"(?:them|it|the \w+))?"
    r"(?: up)?(?: by| per| for (?:each|every))(?: calendar)? {name}"
    r"|(?:one |an? )?(?:line|entry|row|object|item)s? (?:per|for (?:each|every)) {name}(?: "
    r"\(YYYY-MM\))?"
    r"|(?:per|by|for (?:each|every)) (?:calendar )?{name}|\bmonthly\b|\bdaily\b|\byearly\b"
)
_ORDERS = (
    (
        (
            r"(?:the )?(?:oldest|earliest)(?: {name})?(?: comes?)? first|in order|"
            r"chronological(?:ly)?"
        ),
        "",
    ),
    (r"(?:the )?(?:newest|latest|most recent)(?: {name})?(?: comes?)? first", " down"),
)


def spanned(scene: Scene, kind: Kind, sketch: Sketch | None, source: str) -> tuple[str, str] | None:
    """What lines are for that no field is, and the rows with it: `{"month": …}` of a date."""
    name = next((x for x in (sketch.names if sketch else ()) if x in _SPANS), "")
    times = moments(kind)
    if not name or name in kind.fields or not times:
        return None
    time = next((x for x in times if x in kind.brought), times[0])
    for one in scene.told.said:
        one.take(_GROUPED.format(name=name))
    return name, f"each(x in {source}: merge(x, {{{name}: {_SPANS[name].format(time)}}}))"


def span_order(scene: Scene, name: str) -> str:
    """In which order such lines come; by time where nothing is said."""
    for one in scene.told.said:
        for pattern, down in _ORDERS:
            if one.take(pattern.format(name=name)) is not None:
                return f"by .{name}{down}"
    return (
        ""
        if any(one.has(r"\bfirst\b|\bsorted\b|\border") for one in scene.told.said)
        else f"by .{name}"
    )


_SHARE = re.compile(r"(?i)^(?:share|percent(?:age)?|pct|percent_of_total|portion)$")
_SHARE_SAID = (
    r"(?:the |its |their )?(?:share|percent(?:age)?|portion)(?: \(?in percent\)?)?(?: of "
    r"(?:the )?(?:overall |grand |whole )?"
    r"(?:total|sum|all|everything|whole|amount|\w+))?|in percent|of the overall total"
)


def share(
    scene: Scene, name: str, kind: Kind, group: str, every: str, names: tuple[str, ...]
) -> str | None:
    """How much of all a group has, in percent: of the number that is summed, else of rows."""
    if not _SHARE.match(name):
        return None
    amounts = [x for x in numbers(kind) if x in kind.brought]
    counts = not amounts or {*names} <= {"count", "number", kind.plural, name, *kind.fields} - {
        *amounts
    }
    for line in scene.request.lines:
        if line.name == name:
            line.said.take(_SHARE_SAID)
    for one in scene.told.said:
        one.take(_SHARE_SAID)
    if counts and not any(x in {"total", "sum", *amounts} for x in names):
        return f"percent(count({group}), count({every}))"
    amount = next((x for x in names if x in amounts), amounts[0])
    return f"percent(sum(each(x in {group}: x.{amount})), sum(each(x in {every}: x.{amount})))"


_NAMED = re.compile(
    r"(?i)(?:\bwith|\bgives?|\banswers?(?: with)?|\breturns?|\bshows?|\btells?|->|:)(?: the| "
    r"back| me)*(?: figures| "
    r"fields| statistics)?:? (?=[a-z])"
)
_FIGURE = re.compile(
    r"(?i)^(?:total|sum|average|avg|mean|longest|shortest|highest|lowest|min|max|minimum|"
    r"maximum|count|best|largest|"
    r"smallest|number|median)(?:_\w+)?$|^\w+_(?:total|sum|average|avg|count|min|max|mean)$"
)


def figures_named(scene: Scene, kind: Kind) -> Sketch | None:
    """An answer of figures that are only named: "with total_km, average_km and runs"."""
    for one in scene.told.said:
        for lead in _NAMED.finditer(one.text):
            row, end = row_of(one.text, lead.end(), frozenset(kind.fields), one.codes)
            names = [x.name for x in row]
            known = [x for x in names if _FIGURE.match(x) or x in {kind.plural, "count", "total"}]
            if (
                len(names) > 1
                and len(known) == len(names)
                and any("_" in x or x == "count" for x in names)
            ):
                one.text = f"{one.text[: lead.start()]} ¦ {one.text[end:]}"
                return Sketch("record", tuple(Part(x, SILENT) for x in names))
    return None

"""Lists whose order matters: rows in which one thing comes after another, items told once."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route, is_list, is_record
from beliefs.spec.documents.words import plain, singular
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.numbers import MANY, counted

_COMES = re.compile(
    r"(?i)(?:(?P<field>\w+) of )?(?:the |all )?(?P<rows>\w+) (?:where|in which|on which|whose) "
    r"(?P<one>\w+) (?:comes|is|stands|lies|stops) (?:somewhere |anywhere )?"
    r"(?P<way>after|behind|before) (?P<other>\w+) in (?:the |their |its )?(?P<list>\w+)"
)


def passing_lines(writer: Writer, route: Route) -> list[str] | None:
    """Rows in whose list one value of the query comes after another; None where it is no such."""
    match = _COMES.search(route.words)
    holding = writer.kept.called(match["rows"]) if match else None
    shape = route.good.shape if route.good else None
    if match is None or holding is None or route.method != "GET" or shape is None:
        return None
    listed = holding.fields.get(holding.named(match["list"]))
    asked = {plain(each.name): f"input.{writer.name(each.name)}" for each in route.params}
    one, other = (asked.get(plain(match[each])) for each in ("one", "other"))
    if listed is None or listed.type.kind != "list" or not one or not other:
        return None
    sign = "<" if match["way"].lower() == "before" else ">"
    name = f".{listed.name}"
    rows = f"{holding.name}[where index({name}, {one}) {sign} index({name}, {other})]"
    field = holding.named(match["field"] or "") or holding.named(singular(match["field"] or ""))
    found = f"each(one in {rows}: one.{field or holding.key.name})" if match["field"] else rows
    lines = [*_named(writer, route, holding, listed.name, (one, other))]
    status = route.good.status if route.good else 200
    if is_list(shape):
        return [*lines, f"answer {status} {found}"]
    if not is_record(shape):
        return None
    values = {
        each.name: found if is_list(each.shape) else asked.get(plain(each.name), "null")
        for each in shape.properties
    }
    return [*lines, f"answer {status} {made(values)}"]


def _named(
    writer: Writer, route: Route, holding: Holding, listed: str, given: tuple[str, str]
) -> list[str]:
    """Guards that both values are given, differ where they must, and name rows that are there."""
    lines = [
        f'guard {each} != null else missing "{each.removeprefix("input.")} is required"'
        for each in given
    ]
    names = [re.escape(each.removeprefix("input.")) for each in given]
    for fault in route.faults:
        same = "|".join(
            (rf"{names[0]} ?={{1,2}} ?{names[1]}", rf"{names[1]} ?={{1,2}} ?{names[0]}")
        )
        if re.search(rf"(?i)\b(?:{same})\b|\bsame\b|\bequal\b|\bidentical\b", fault.words):
            said = f"{names[1]} and {names[0]} are the same"
            way = writer.refuse(route, "refused", said, fault.words, (fault.status,))
            lines.append(f"guard {given[0]} != {given[1]} else {way}")
            break
    to = writer.kept.of(holding.references.get(listed, ""))
    for each in reversed(given) if to is not None else ():
        assert to is not None
        there = f"count({to.name}[where .{to.key.name} = {each}]) > 0"
        lines.append(f"guard {there} else {writer.absent(route, to)}")
    return lines


def list_guards(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str]
) -> list[str]:
    """How many items a list that is brought must have, and that none of them comes twice."""
    lines = []
    for name, given in brought.items():
        field = holding.fields.get(name)
        part = route.body.part(name) if route.body is not None else None
        inner = name in holding.inner and part is not None
        if not inner and (field is None or field.type.kind != "list"):
            continue
        one, many = re.escape(singular(name)), re.escape(name)
        spaced = rf"(?:{one}|{many})".replace("_", "[ _]")
        least = re.search(rf"(?i)\bat least ({MANY}) {spaced}\b", route.words)
        required = field.required if field is not None else bool(part and part.required)
        silent = "" if required else f"{given} = null or "
        if least and field is not None and field.type.min_length is None:
            number = counted(least[1])
            said = f"{name} must have at least {number} items"
            way = writer.refuse(route, "out_of_range", said, f"least {name}", (400, 422))
            free = re.search(_FREE, f"{part.words if part is not None else ''} {field.default}")
            some = f"{silent}count({given})" if free else f"{given} != null and count({given})"
            some = f"count({given})" if required else some
            lines.append(f"guard {some} >= {number} else {way}")
        own = part.words if part is not None else ""
        apart = _APART.search(own) or (part is not None and _APART.search(part.shape.words))
        if _once(spaced).search(route.words) or _once(r"\w+").search(own) or apart:
            said = f"{name} must not repeat"
            way = writer.refuse(route, "out_of_range", said, f"twice duplicate {name}", (400, 422))
            lines.append(f"guard {silent}count(distinct({given})) = count({given}) else {way}")
    return lines


# What is jotted down of a list: "2 to 10 different names", "distinct", "all different".
_APART = re.compile(
    r"(?i)\b(?:different|distinct|non-repeating|unique (?:names|values|items|strings))\b"
)
_FREE = r"(?i)\b(?:optional|if given|left out|leave it out|omitted|may be missing|without it)\b"


def _once(noun: str) -> re.Pattern[str]:
    """That items are told once: of a noun in words about a route, of any in words about a list."""
    return re.compile(
        rf"(?i)\bno {noun} (?:twice|more than once|may (?:repeat|occur twice))"
        rf"|\b(?:each|every) {noun} (?:only|at most) once"
        rf"|\b(?:no|without) (?:duplicates?|repeated|repetitions?)(?: {noun})?\b"
    )

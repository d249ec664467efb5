"""Things that one has at a time: taken by name, given back, free while nobody has them."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Param, Route, is_record
from beliefs.spec.documents.limits import most_in
from beliefs.spec.documents.places import steps
from beliefs.spec.documents.words import plain, snaked, states
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.routes.deeds import Change
from beliefs.spec.inferring.writing import Writer

GIVES_BACK = {"return", "give_back", "checkin", "check_in", "hand_back", "bring_back", "take_back"}
_BACK = {*GIVES_BACK, "release", "vacate", "free"}
_FREE = {"free", "available", "isfree", "isavailable", "unassigned", "vacant"}
_HAD = r"(?i)\b(?:somebody|someone|anybody) has\b|\bnobody has\b"


def holder(holding: Holding) -> str:
    """The field that says who has a thing: `borrowed_by`, or what the deed that takes it brings."""
    for route in holding.siblings:
        chain = steps(route.path)
        if route.method not in {"POST", "PUT"} or len(chain) < 2 or not chain[-2].param:
            continue
        body = route.body
        if chain[-1].param or not is_record(body) or body is None or len(body.properties) != 1:
            continue
        if body.properties[0].shape.type.kind != "string" or body.properties[0].shape.type.choices:
            continue
        wanted = {plain(f"{each}_by") for each in states(snaked(chain[-1].name))}
        for name, field in holding.fields.items():
            empty = field.type.nullable or not field.required
            same = plain(name) in wanted or (name == body.names[0] and _given_back(route, holding))
            if same and empty and field.type.kind == "string" and not field.default:
                return name
    return ""


def _given_back(route: Route, holding: Holding) -> bool:
    """Whether another route undoes what this one does."""
    row = route.path.rpartition("/")[0]
    return any(
        (each.method == "DELETE" and each.path == route.path)
        or (each.path.rpartition("/")[0] == row and snaked(steps(each.path)[-1].name) in _BACK)
        for each in holding.siblings
    )


def lent(writer: Writer, route: Route, holding: Holding, verb: str) -> Change | None:
    """A thing is taken by whom the request names, or given back."""
    name = holder(holding)
    if not name:
        return None
    one = f"{holding.variable}.{name}"
    state = states(verb)[0].replace("_", " ")
    if route.method == "DELETE" or verb in _BACK:
        said = f"Nobody has the {holding.spoken.lower()}"
        way = writer.refuse(route, "conflict", said, f"not {state}", (409, 400, 422))
        return Change({name: "null"}, [f"guard {one} != null else {way}"])
    given = [each for each in writer.inputs(route) if each.place in {"json", "form"}]
    if len(given) != 1 or given[0].type.kind != "string":
        return None
    said = f"The {holding.spoken.lower()} is {state} already"
    way = writer.refuse(route, "conflict", said, f"already {state}", (409, 400, 422))
    guards = [f"guard {one} = null else {way}"]
    value = f"input.{given[0].name}"
    for sentence in sentences(route.words):
        if most := most_in(sentence, holding.word):
            said = f"Nobody may have more than {most} {holding.entity.plural.replace('_', ' ')}"
            way = writer.refuse(route, "conflict", said, "at most", (409, 400, 422))
            mine = f"count({holding.name}[where .{name} = {value}])"
            guards.append(f"guard {mine} < {most} else {way}")
    return Change({name: value}, guards)


def free_filter(param: Param, holding: Holding, name: str) -> str:
    """The condition that nobody has a row, where a parameter asks for that."""
    held = holder(holding)
    asked = plain(param.name) in _FREE or re.search(_HAD, param.shape.words)
    if not held or not asked or param.shape.type.kind != "boolean":
        return ""
    return f"(.{held} = null) = {name}"


def had_guards(writer: Writer, route: Route, holding: Holding) -> list[str]:
    """A guard that nobody has a row which is to go, where that is what a conflict is about."""
    held = holder(holding)
    faults = [each for each in route.faults if each.status == 409]
    told = " ".join([route.words, *(each.words for each in faults)])
    verbs = [snaked(steps(each.path)[-1].name) for each in holding.siblings if steps(each.path)]
    spoken = {state.replace("_", " ") for verb in verbs for state in states(verb)[:1]}
    about = re.search(_HAD, told) or any(re.search(rf"(?i)\b{each}\b", told) for each in spoken)
    if not held or not about or 409 not in route.statuses:
        return []
    named = {plain(f"{each}_{end}") for each in _spoken(told) for end in ("by", "to")}
    if any(plain(each) in named - {plain(held)} for each in holding.fields):
        return []  # another field says who has it in the state that is told
    said = f"Somebody has the {holding.spoken.lower()}"
    way = writer.refuse(route, "conflict", said, "somebody has it", (409,))
    return [f"guard {holding.variable}.{held} = null else {way}"]


def _spoken(text: str) -> set[str]:
    return {snaked(each) for each in re.findall(r"[a-z]+", text.lower())}

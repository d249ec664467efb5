"""Routes that work something out: what they take inputs for, and what they answer."""

from __future__ import annotations

import json
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Contract, Param, Reply, Route
from beliefs.spec.documents.places import steps
from beliefs.spec.inferring.computing.bounding import bounded
from beliefs.spec.inferring.computing.converting import Line, placed
from beliefs.spec.inferring.computing.units import groups_of
from beliefs.spec.inferring.computing.working import Worked, Working
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.keeping.values import literal
from beliefs.spec.inferring.rules.refusing import chosen, message_of
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.service import Unknown


def settled(contract: Contract) -> Contract:
    """The contract with routes that work something out: their inputs are what is taken for it."""
    routes = tuple(_settled(each, contract) for each in contract.routes)
    return replace(contract, routes=routes)


def _settled(route: Route, contract: Contract) -> Route:
    found = worked(route, contract)
    if found is None:
        return route
    params = tuple(_taken(each, found, route, contract) for each in route.params)
    replies = tuple(_stated(each, route) for each in route.replies)
    names = {name: "" for line in found.lines for name, _ in line.named}
    faults = tuple(placed(each, names, found.units) if names else each for each in route.faults)
    return replace(route, params=params, replies=replies, faults=faults)


def _taken(param: Param, found: Worked, route: Route, contract: Contract) -> Param:
    kind = found.types.get(param.name)
    if kind is None:
        return param
    kind = bounded(kind, param.name, route, contract)
    asked = param.required or (param.silent and not param.default)
    if re.search(rf"(?i)\b{re.escape(param.name)}\b`? (?:is |\()?optional", route.words):
        asked = False
    shape = replace(param.shape, type=kind)
    return replace(param, shape=shape, required=asked, silent=param.silent and not asked)


def _stated(reply: Reply, route: Route) -> Reply:
    """Nothing is kept that could have been created."""
    if reply.usual and reply.status == 201 and route.method == "POST":
        return replace(reply, status=200)
    return reply


def worked(route: Route, contract: Contract) -> Worked | None:
    """What a route works out; None where it does something else."""
    if route.method not in {"GET", "POST", "PUT"}:
        return None
    if others(route, contract) or _creates(route) or _behind_row(route, contract):
        return None
    if _keeps_file(route, contract):
        return None
    said = " ".join([contract.title, contract.summary, *(text for _, text in contract.prose)])
    return Working(route, said).answer()


def _behind_row(route: Route, contract: Contract) -> bool:
    """Whether a path goes on behind a row that another request makes: it is about that row."""
    above = re.match(r"(.*)/\{\w+\}/", route.path)
    posted = {each.path for each in contract.routes if each.method == "POST" and each.body}
    return route.method == "GET" and above is not None and above[1] in posted


_FILED = re.compile(
    r"(?i)\b(?:files?|uploads?|documents?|images?|pictures?|photos?|attachments?)\b"
)


def _keeps_file(route: Route, contract: Contract) -> bool:
    """Whether a file is brought that other requests list, give back or drop."""
    parts = route.body.properties if route.body is not None else ()
    if not any(each.shape.type.kind == "file" for each in parts):
        return False
    rest = [each for each in contract.routes if each.method in {"GET", "DELETE"}]
    return any(
        "{" in each.path or _FILED.search(f"{re.sub('[/_-]', ' ', each.path)} {each.words}")
        for each in rest
    )


def _creates(route: Route) -> bool:
    """Whether something is made that has a key of its own."""
    good = route.good
    if good is None or (good.status == 201 and not good.usual):
        return True
    brought = {each.name for each in route.params}
    brought |= set(route.body.names) if route.body is not None else set()
    names = set(good.shape.names if good.shape is not None else ()) - brought
    return any(re.search(r"(?:^|_)(?i:id)$|[a-z]Id$", each) for each in names)


def others(route: Route, contract: Contract) -> bool:
    """Whether other routes are about the same path or lead to it: something is kept there."""
    mine = [each.name for each in steps(route.path, contract.base)]
    if not mine:
        return True
    form = re.sub(r"\{\w+\}", "{}", route.path)
    above = {form[: each.start()] for each in re.finditer(r"/\{\}", form)}
    if any(each.method == "POST" and each.path in above for each in contract.routes):
        return True  # the path names a row that was made
    for each in contract.routes:
        path = re.sub(r"\{\w+\}", "{}", each.path)
        mine_ = (each.method, each.path) == (route.method, route.path)
        if not mine_ and (path == form or path.startswith(f"{form}/{{}}")):
            return True
        rows = path.endswith("{}") and each.method in {"DELETE", "PUT", "PATCH"}
        if rows and form.startswith(f"{path}/"):
            return True
    return False


def compute_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route that works something out; None where it does something else."""
    found = worked(route, writer.contract)
    if found is None:
        return _always(writer, route)
    if _kept(writer.kept, writer, route):
        return None
    _unused(writer, route, found)
    lines: list[str] = []
    for each in found.lines:
        lines += [each.statement] if each.statement else []
        lines += _held(writer, route, each) if each.holds else []
    status = route.good.status if route.good is not None else 200
    media = f' as "{found.media}"' if found.media else ""
    from beliefs.spec.inferring.computing.remembering import remembering

    kept, answer = remembering(writer, route, found, found.value)
    return [*lines, *kept, f"answer {status}{media} {answer}"]


def _unused(writer: Writer, route: Route, found: Worked) -> None:
    """Say which inputs nothing is done with."""
    for each in writer.inputs(route):
        looked = " ".join(
            [found.value, *(f"{line.statement} {line.holds}" for line in found.lines)]
        )
        if each.wire not in found.used and f"input.{each.name}" not in looked:
            told = f"{each.wire} of {route.method} {route.path}"
            writer.unknown(Unknown("material", told, route.source, "nothing is done with it"))


def _always(writer: Writer, route: Route) -> list[str] | None:
    """What is told always alike, beside routes that only work something out: the units there are.

    Texts alone are; a figure in an example is one of something.
    """
    rest = [
        each for each in writer.contract.routes if each is not route and each.path != route.path
    ]
    good = route.good
    if route.method != "GET" or route.params or good is None or route.body is not None:
        return None
    if not rest or writer.kept.at(writer.chain(route)):
        return None
    if not any(worked(each, writer.contract) for each in rest):
        return None
    if (units := _units_told(writer, route, rest)) is not None:
        return [f"answer {good.status} {units}"]
    listed = re.search(r"\[\s*\"[^\[\]{}]*\"\s*\]", route.words)
    try:
        told = json.loads(good.example or (listed[0] if listed else "null"))
    except ValueError:
        return None
    return [f"answer {good.status} {literal(told)}"] if told and _only_texts(told) else None


def _units_told(writer: Writer, route: Route, rest: list[Route]) -> str | None:
    """The units that there are, by what they are of, as the words about converting list them."""
    del writer
    if not re.search(r"(?i)\bunits?\b", f"{route.path} {route.words}"):
        return None
    for other in rest:
        groups = dict(groups_of(other.words))
        if not groups:
            continue
        if all(re.search(rf"(?i)\b{each}s?\b", route.words) for each in groups):
            return literal(groups)
        if re.search(
            r"(?i)\b(?:list|array|all) (?:of )?(?:the )?(?:names|units|all)\b", route.words
        ):
            return literal([one for names in groups.values() for one in names])
    return None


def _only_texts(value: object) -> bool:
    if isinstance(value, dict):
        return all(_only_texts(each) for each in value.values())
    if isinstance(value, list):
        return all(_only_texts(each) for each in value)
    return isinstance(value, str)


def _held(writer: Writer, route: Route, line: Line) -> list[str]:
    """The guard of a line; its words have values in them where the document's have."""
    words = line.fails
    said = words.split(",")[0] if words else "this cannot be worked out"
    said = said[:1].upper() + said[1:]
    fault = chosen(writer.contract, route, (400, 404, 422), words)
    message = message_of(fault) if fault is not None else ""
    names = re.findall(r"\{(\w+)\}", message)
    told = dict(line.named)
    if fault is None or not names or not told:
        way = writer.refuse(route, "refused", said, f"{words} invalid", (400, 404, 422))
        return [f"guard {line.holds} else {way}"]
    first = next(iter(told.values()))
    parts = re.split(r"(\{\w+\})", message)
    shown = [
        told.get(each[1:-1], first)
        if each.startswith("{")
        else json.dumps(each, ensure_ascii=False)
        for each in parts
        if each
    ]
    body = writer.failed(fault, " + ".join(shown))
    return [f"if not({line.holds}):", f"    answer {fault.status} {body}"]


def _kept(kept: Kept, writer: Writer, route: Route) -> bool:
    holding = kept.at(writer.chain(route)) if writer.chain(route) else None
    return holding is not None and len(holding.routes) > 1

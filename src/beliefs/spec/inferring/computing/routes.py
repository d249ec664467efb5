"""Routes that work something out: what they take inputs for, and what they answer."""

from __future__ import annotations

import re
from dataclasses import replace

from beliefs.spec.documents.contract import Contract, Param, Reply, Route
from beliefs.spec.documents.places import steps
from beliefs.spec.inferring.computing.bounding import bounded
from beliefs.spec.inferring.computing.working import Worked, Working
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.inferring.writing import Writer


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
    return replace(route, params=params, replies=replies)


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
    if route.method not in {"GET", "POST", "PUT"} or route.secured:
        return None
    if others(route, contract):
        return None
    said = " ".join([contract.title, contract.summary, *(text for _, text in contract.prose)])
    return Working(route, said).answer()


def others(route: Route, contract: Contract) -> bool:
    """Whether other routes are about the same path, so that something is kept there."""
    mine = [each.name for each in steps(route.path, contract.base)]
    if not mine:
        return True
    form = re.sub(r"\{\w+\}", "{}", route.path)
    for each in contract.routes:
        path = re.sub(r"\{\w+\}", "{}", each.path)
        if each is not route and (path == form or path.startswith(f"{form}/{{}}")):
            return True
    return False


def compute_lines(writer: Writer, route: Route) -> list[str] | None:
    """The effect of a route that works something out; None where it does something else."""
    found = worked(route, writer.contract)
    if found is None or _kept(writer.kept, writer, route):
        return None
    lines: list[str] = []
    for statement, holds, words in found.lines:
        lines += [statement] if statement else []
        if holds:
            lines.append(f"guard {holds} else {refused(writer, route, words)}")
    status = route.good.status if route.good is not None else 200
    media = f' as "{found.media}"' if found.media else ""
    return [*lines, f"answer {status}{media} {found.value}"]


def refused(writer: Writer, route: Route, words: str) -> str:
    """How a value that there is none of is refused."""
    said = words[:1].upper() + words[1:] if words else "This cannot be worked out"
    return writer.refuse(route, "refused", said.split(",")[0], f"{words} invalid", (400, 422))


def _kept(kept: Kept, writer: Writer, route: Route) -> bool:
    holding = kept.at(writer.chain(route)) if writer.chain(route) else None
    return holding is not None and len(holding.routes) > 1

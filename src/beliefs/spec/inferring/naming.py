"""What operations are called, and what they do in a line."""

from __future__ import annotations

import builtins
import keyword

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.places import steps
from beliefs.spec.documents.words import singular, snaked
from beliefs.spec.inferring.writing import Writer

_VERBS = {
    "GET": "get",
    "POST": "create",
    "PUT": "replace",
    "PATCH": "update",
    "DELETE": "delete",
    "HEAD": "head",
    "OPTIONS": "options",
    "WEBSOCKET": "talk",
}


def summary_of(route: Route) -> str:
    """The first sentence about a route."""
    first = re.split(r"(?<=[.!?])\s|\n", route.words.strip())[0]
    return first[:100]


def name_of(route: Route, writer: Writer, taken: set[str]) -> str:
    """What the operation of a route is called; no other one is."""
    chain = steps(route.path, writer.contract.base)
    last = chain[-1] if chain else None
    if route.name:
        name = route.name
    elif last is None:
        name = f"{_VERBS[route.method]}_root"
    elif last.param:
        name = f"{_VERBS[route.method]}_{singular(snaked(last.name or last.param))}"
    elif route.method == "GET":
        verb = "list" if writer.kept.at(chain) else "get"
        above = [singular(snaked(each.name)) for each in chain[:-1] if each.param and each.name]
        name = "_".join([verb, *above, snaked(last.name)])
    elif writer.kept.at(chain):
        verb = "delete_all" if route.method == "DELETE" else _VERBS[route.method]
        name = f"{verb}_{singular(snaked(last.name))}"
    else:
        before = singular(snaked(chain[-2].name)) if len(chain) > 1 else ""
        name = "_".join(each for each in (snaked(last.name), before) if each)
        name = f"{name}_undone" if route.method == "DELETE" else name
    entities = {each.word for each in writer.kept.holdings}
    if keyword.iskeyword(name) or hasattr(builtins, name) or name in entities or name in _OWN:
        name = f"{_VERBS[route.method]}_{name}"
    base, number = name, 2
    while name in taken:
        before = "_".join(singular(snaked(each.name)) for each in chain[:-1] if each.name)
        name = (
            f"{base}_of_{before}"
            if before and f"{base}_of_{before}" not in taken
            else f"{base}_{number}"
        )
        number += 1
    return name


# Names that the modules of a project have already.
_OWN = frozenset(
    {
        "router",
        "values",
        "transaction",
        "caller",
        "body",
        "request",
        "db",
        "me",
        "json",
        "documented",
        "made",
        "markup",
        "programs",
        "absolute",
        "uploaded",
        "download",
        "now",
    }
)

"""The calls of a client that go over a wire: one line each, for the server and for its client.

What a call takes and returns is said by its own signature: what stands in the path is an id; a
GET or a DELETE takes the rest from the query, a POST or a PUT from a JSON object. A query parameter
that a scope has as well gets `of_` in front: `of_agent` is whom the call is about.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, Literal, NamedTuple, get_origin, get_type_hints

from beliefs.mind.belief import Belief, Delta
from beliefs.mind.beliefs import Beliefs
from beliefs.mind.calibration import Calibration
from beliefs.mind.contradictions import Contradiction
from beliefs.mind.outlook import Outlook
from beliefs.mind.planning import Forecasts, Moves
from beliefs.mind.settings import Settings
from beliefs.mind.tools import Tools
from beliefs.mind.trust import Trust
from beliefs.mind.turns import Context, TurnDelta

Right = Literal["read", "write", "admin"]
Verb = Literal["GET", "POST", "PUT", "DELETE"]

SCOPE = ("namespace", "agent", "thread", "write_scope", "layers", "as_of")
"""What says which ledger is meant, as whom, from where, and as of when."""


class Call(NamedTuple):
    """One call: its name on the client, how it is asked for, and who may."""

    name: str
    verb: Verb
    path: str
    right: Right


CALLS = (
    # The loop
    Call("before", "POST", "/before", "read"),
    Call("after", "POST", "/after", "write"),
    Call("observe", "POST", "/observe", "write"),
    Call("read", "GET", "/read", "read"),
    Call("snapshot", "GET", "/snapshot", "read"),
    # Stating
    Call("add", "POST", "/beliefs", "write"),
    Call("outcome", "POST", "/beliefs/{belief}/outcome", "write"),
    Call("retract", "POST", "/beliefs/{belief}/retract", "write"),
    Call("remove", "POST", "/beliefs/{belief}/remove", "write"),
    Call("erase", "DELETE", "/beliefs/{belief}", "admin"),
    Call("relate", "POST", "/beliefs/{belief}/relate", "write"),
    Call("split", "POST", "/beliefs/{claim}/split", "write"),
    Call("join", "POST", "/join", "write"),
    Call("link", "POST", "/link", "write"),
    Call("goal", "POST", "/goals", "write"),
    Call("gap", "POST", "/gaps", "write"),
    Call("resolve", "POST", "/resolve", "write"),
    Call("reset", "POST", "/reset", "admin"),
    # Asking
    Call("get", "GET", "/beliefs/{belief}", "read"),
    Call("trace", "GET", "/beliefs/{belief}/trace", "read"),
    Call("evidence", "GET", "/beliefs/{belief}/evidence", "read"),
    Call("relations", "GET", "/beliefs/{belief}/relations", "read"),
    Call("dependents", "GET", "/beliefs/{belief}/dependents", "read"),
    Call("find", "GET", "/find", "read"),
    Call("search", "GET", "/search", "read"),
    Call("search", "POST", "/search", "read"),  # for a text that no address can hold
    Call("goals", "GET", "/goals", "read"),
    Call("gaps", "GET", "/gaps", "read"),
    Call("decisions", "GET", "/decisions", "read"),
    Call("risks", "GET", "/risks", "read"),
    Call("insights", "GET", "/insights", "read"),
    Call("assumptions", "GET", "/assumptions", "read"),
    Call("contradictions", "GET", "/contradictions", "read"),
    Call("calibration", "GET", "/calibration", "read"),
    Call("fuse", "POST", "/fuse", "read"),
    # Planning
    Call("moves.list", "GET", "/moves", "read"),
    Call("moves.list", "POST", "/moves", "read"),  # likewise
    Call("moves.generate", "GET", "/beliefs/{belief}/move", "read"),
    Call("moves.act", "POST", "/moves/act", "write"),
    Call("moves.forecast", "POST", "/moves/forecast", "read"),
    Call("moves.cascade", "POST", "/moves/cascade", "read"),
    Call("forecast.predict", "POST", "/forecast", "read"),
    Call("tools.observe", "POST", "/tools", "write"),
    Call("tools.priors", "GET", "/tools", "read"),
    # Trust and settings
    Call("trust.set", "PUT", "/trust", "admin"),
    Call("trust.unset", "DELETE", "/trust", "admin"),
    Call("trust.list", "GET", "/trust", "read"),
    Call("trust.look", "GET", "/trust/voice", "read"),
    Call("trust.get", "GET", "/trust/decision", "read"),
    Call("trust.learn", "POST", "/trust/learn", "admin"),
    Call("settings.get", "GET", "/settings", "read"),
    Call("settings.set", "PUT", "/settings", "admin"),
    # Checking
    Call("count", "GET", "/count", "read"),
    Call("digest", "GET", "/digest", "read"),
    Call("verify", "GET", "/verify", "read"),
)
"""All of them; `list`, `export`, `merge` and `events` are more than a question and an answer."""

_PARTS: dict[str, type] = {
    "trust": Trust,
    "settings": Settings,
    "tools": Tools,
    "moves": Moves,
    "forecast": Forecasts,
}
_NAMES = {
    found.__name__: found for found in (Calibration, Context, Contradiction, Outlook, TurnDelta)
}


class Signature(NamedTuple):
    """What a call takes and returns."""

    parameters: Mapping[str, inspect.Parameter]
    hints: Mapping[str, Any]
    answer: Any
    path: tuple[str, ...]
    """The parameters that stand in the path; they are ids."""
    named: tuple[str, ...]
    """The parameters that do not stand in the path."""
    doc: str


def method_of(name: str) -> Callable[..., Any]:
    """The method of the client that a call stands for.

    >>> method_of("trust.look") is Trust.look
    True
    """
    part, _, method = name.rpartition(".")
    found: Callable[..., Any] = getattr(_PARTS[part] if part else Beliefs, method)
    return found


def bound(client: Beliefs, name: str) -> Callable[..., Any]:
    """The same, of one client."""
    found: Callable[..., Any] = attrgetter(name)(client)
    return found


@cache
def signature(call: Call) -> Signature:
    """Read what a call takes and returns."""
    method = method_of(call.name)
    _, *parameters = inspect.signature(method).parameters.values()
    hints = get_type_hints(method, localns=_NAMES)
    answer = hints.pop("return")
    path = tuple(re.findall(r"\{(\w+)\}", call.path))
    known = {parameter.name: parameter for parameter in parameters}
    named = tuple(name for name in known if name not in path)
    return Signature(known, hints, answer, path, named, inspect.getdoc(method) or "")


def asked_as(name: str) -> str:
    """The name of a parameter in a query.

    >>> asked_as("limit"), asked_as("agent")
    ('limit', 'of_agent')
    """
    return f"of_{name}" if name in SCOPE else name


def wrapping(answer: Any) -> str | None:
    """The name under which an answer stands that is no object by itself.

    >>> wrapping(list[Belief]), wrapping(int), wrapping(Delta)
    ('items', 'value', None)
    """
    origin = get_origin(answer)
    if isinstance(origin, type) and issubclass(origin, Sequence):
        return "items"
    is_object = isinstance(answer, type) and (
        issubclass(answer, Belief | Delta) or hasattr(answer, "_fields")
    )
    return None if is_object else "value"

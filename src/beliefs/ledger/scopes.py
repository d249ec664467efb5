"""Scopes: where something is said, and which layers a reader sees.

A ledger is a namespace; namespaces never meet. Inside, a layer is the shared space, one agent's
own notes, or one thread. A layer is named by one string: "space", "agent:scout", "thread:42".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from beliefs.errors import InvalidInput, UnboundThread, shown

Layer = Literal["thread", "agent", "space"]
LAYERS: tuple[Layer, ...] = ("thread", "agent", "space")

_SEEN_FROM: dict[str, tuple[str, ...]] = {
    "thread": ("self", "agent", "space"),
    "agent": ("self", "space"),
    "space": ("self",),
}


TOOLS, MOVES = "tools", "moves"
"""Layers of their own for how tools did and what became of moves; no client's beliefs."""


class Scope(NamedTuple):
    """Where a client writes and what it reads."""

    write: str
    reads: tuple[str, ...]


def scope_of(
    write_scope: str, agent: str, thread: str | None, context_layers: Sequence[str] | None
) -> Scope:
    """Name the layers of a client.

    >>> scope_of("thread", "scout", "42", None).reads
    ('thread:42', 'agent:scout', 'space')
    """
    if write_scope not in LAYERS:
        raise InvalidInput(f"write_scope must be thread, agent or space, not {shown(write_scope)}.")

    def named(layer: str) -> str:
        if layer == "self":
            layer = write_scope
        if layer == "space":
            return "space"
        if layer == "agent":
            return f"agent:{agent}"
        if layer != "thread":
            raise InvalidInput(
                f"a context layer must be self, thread, agent or space, not {shown(layer)}."
            )
        if thread is None:
            raise UnboundThread(
                "this scope needs a thread: pass thread=..., call with_thread(...), "
                "or use write_scope='space'."
            )
        return f"thread:{thread}"

    if context_layers is not None and not isinstance(context_layers, list | tuple):
        raise InvalidInput(f"context_layers must be a list, not {shown(context_layers)}.")
    layers = _SEEN_FROM[write_scope] if context_layers is None else tuple(context_layers)
    return Scope(named(write_scope), tuple(dict.fromkeys(named(layer) for layer in layers)))

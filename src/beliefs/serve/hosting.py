"""Hosting: everything one process needs to serve a store, opened together and closed together."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from typing import NamedTuple

from beliefs.mind.beliefs import Beliefs
from beliefs.serve.app import create_app
from beliefs.serve.cabinets import PostgresCabinet
from beliefs.serve.clients import on_one_store
from beliefs.serve.guard import Guard
from beliefs.serve.keyring import is_postgres, open_keyring
from beliefs.serve.prompts import INDEX, Prompts
from beliefs.serve.prompts import TABLE as PROMPTS
from beliefs.serve.rates import at_most
from beliefs.serve.replies import TABLE as REPLIES
from beliefs.serve.replies import SharedReplies
from beliefs.serve.running import Server
from beliefs.serve.watching import Metrics, Shared


class Setup(NamedTuple):
    """What is to be served, and to whom."""

    store: str | None
    """A path or a URL; None for the file in BELIEFS_HOME."""
    open_while_empty: bool
    """Whether everybody is let in as long as no key was ever made."""
    loopback_only: bool
    """Whether only this machine's own names are answered to."""
    per_address: float = 0.0
    """Requests a second from one address, in one process; 0 for any number."""
    per_key: float = 0.0
    """Requests a second with one key, in one process; 0 for any number."""


@contextmanager
def hosted(setup: Setup, counts: Shared | None = None) -> Iterator[Server]:
    """Open what a server needs; what several processes must know of each other is in the store."""
    with ExitStack() as stack:
        keyring = stack.enter_context(open_keyring(setup.store))
        client = stack.enter_context(Beliefs(setup.store))
        boards = replies = None
        if is_postgres(setup.store):
            tables = (PROMPTS, INDEX, REPLIES)
            desk = stack.enter_context(closing(PostgresCabinet(setup.store, tables, "replies")))
            boards, replies = Prompts(desk).board, SharedReplies(desk)
        app = create_app(
            on_one_store(client, boards),
            guard=Guard(keyring, open_while_empty=setup.open_while_empty),
            per_key=at_most(setup.per_key),
            mcp=True,
            replies=replies,
            metrics=Metrics(counts),
        )
        per_address = at_most(setup.per_address)
        yield Server(app, loopback_only=setup.loopback_only, per_address=per_address)

"""`belief mcp`: the belief state for agents that speak MCP."""

from __future__ import annotations

import click

from beliefs.cli.options import Command
from beliefs.cli.session import Session, pass_session
from beliefs.errors import StoreError


@click.command("mcp", cls=Command)
@pass_session
def mcp_command(session: Session) -> None:
    r"""Serve agents over MCP, on stdin and stdout.

    For the configuration of an MCP client, which starts it and ends it by closing stdin. Tools
    for the loop, for reading and for writing; resources beliefs://world and
    beliefs://belief/{id}; the prompt start_turn. Logs go to stderr.

    \b
    belief mcp --store beliefs.db --namespace team --agent scout
    """
    try:
        from beliefs.serve.mcp.server import mcp_server
        from beliefs.serve.mcp.stdio import serve_stdio
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "beliefs":
            raise
        raise StoreError("MCP needs its SDK: pip install 'beliefs[serve]'.") from error
    import logging
    import signal

    # As SIGTERM does: the thread that waits for stdin cannot be called off, and nothing that was
    # acknowledged can be lost.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    with session.client(writes=True) as client:
        serve_stdio(mcp_server(client))

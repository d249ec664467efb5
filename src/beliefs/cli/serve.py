"""`belief serve`: the ledgers of a store over HTTP."""

from __future__ import annotations

import click

from beliefs.cli.options import Command
from beliefs.cli.session import Session, pass_session
from beliefs.errors import StoreUnavailable


@click.command("serve", cls=Command)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    default=8000,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="0 takes a free one.",
)
@pass_session
def serve_command(session: Session, host: str, port: int) -> None:
    r"""Serve the ledgers of a store over HTTP.

    Every call of the client is there under /v1, described at /openapi.json; /health, /ready and
    /metrics are for those who look after it. Requests are logged to stderr, a line of JSON each.
    Ctrl-C stops it in good order.

    \b
    belief serve --port 8000
    python -c "from beliefs import Beliefs; print(Beliefs('http://127.0.0.1:8000').count())"
    """
    try:
        from beliefs.serve.app import create_app
        from beliefs.serve.running import Server, bound, log_lines, refuse_open
    except ImportError as error:
        raise StoreUnavailable("a server needs more: pip install 'beliefs[serve]'.") from error
    from beliefs.mind.beliefs import Beliefs
    from beliefs.serve.clients import on_one_store

    refuse_open(host, guarded=False)
    with Beliefs(session.store) as client, bound(host, port) as address:
        log_lines()
        name = f"[{host}]" if ":" in host else host
        url = f"http://{name}:{address.getsockname()[1]}"
        if session.json:
            session.print_json({"url": url, "store": client.url})
        else:
            click.echo(f"Serving {client.url} at {url}")
        Server(create_app(on_one_store(client))).run(sockets=[address])

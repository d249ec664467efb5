"""`belief serve`: the ledgers of a store over HTTP."""

from __future__ import annotations

from contextlib import suppress

import click

from beliefs.cli.options import Command
from beliefs.cli.session import Session, pass_session
from beliefs.errors import InvalidInput, StoreUnavailable


@click.command("serve", cls=Command)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    default=8000,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="0 takes a free one.",
)
@click.option(
    "--address-rate",
    type=click.FloatRange(min=0),
    metavar="N",
    help="Requests a second from one address; 0: any number. Default: 500 once there are keys.",
)
@click.option(
    "--key-rate",
    type=click.FloatRange(min=0),
    metavar="N",
    help="Requests a second with one key; 0: any number. Default: 500.",
)
@pass_session
def serve_command(
    session: Session, host: str, port: int, address_rate: float | None, key_rate: float | None
) -> None:
    """Serve the ledgers of a store over HTTP.

    Every call of the client is there under /v1, described at /openapi.json; agents find MCP at
    /mcp, and people the dashboard at /; /health, /ready and /metrics are for those who look after
    it. Requests are logged to stderr, a line of JSON each. Ctrl-C stops it in good order. On this
    machine's own address it is open until the first key is made with `belief keys create`; on any
    other it does not start without one. Whoever asks too often gets a 429 that says when to ask
    again; five seconds' worth may come at once.

    \b
    belief serve --port 8000
    python -c "from beliefs import Beliefs; print(Beliefs('http://127.0.0.1:8000').count())"
    """
    try:
        from beliefs.serve.app import create_app
        from beliefs.serve.running import Server, bound, log_lines
    except ImportError as error:
        raise StoreUnavailable("a server needs more: pip install 'beliefs[serve]'.") from error
    from beliefs.mind.beliefs import Beliefs
    from beliefs.serve.binding import is_loopback, may_start
    from beliefs.serve.clients import on_one_store
    from beliefs.serve.guard import Guard
    from beliefs.serve.keyring import open_keyring
    from beliefs.serve.rates import USUAL, at_most

    if session.url.startswith(("http://", "https://")):
        raise InvalidInput("a server serves a store; give --store a file or postgresql://….")
    here = is_loopback(host)
    with open_keyring(session.store) as keyring:
        guard = Guard(keyring, open_while_empty=here)
        may_start(host, guard)
        with Beliefs(session.store) as client, bound(host, port) as address:
            # As long as no key is asked for, only this machine's own names are answered to.
            closed = guard.has_key()
            per_address = (USUAL if closed else 0) if address_rate is None else address_rate
            per_key = USUAL if key_rate is None else key_rate
            app = create_app(on_one_store(client), guard=guard, per_key=at_most(per_key), mcp=True)
            server = Server(
                app, loopback_only=here and not closed, per_address=at_most(per_address)
            )
            log_lines()
            address.listen()  # whoever reads the next line may come at once, and waits
            name = f"[{host}]" if ":" in host else host
            url = f"http://{name}:{address.getsockname()[1]}"
            if session.json:
                session.print_json({"url": url, "store": client.url})
            else:
                click.echo(f"Serving {client.url} at {url}")
            with suppress(KeyboardInterrupt):  # which it raises again when all is done
                server.run(sockets=[address])

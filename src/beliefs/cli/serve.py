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
    "--workers",
    default=1,
    show_default=True,
    type=click.IntRange(1, 256),
    metavar="N",
    help="So many processes, for a Postgres store.",
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
    session: Session,
    host: str,
    port: int,
    workers: int,
    address_rate: float | None,
    key_rate: float | None,
) -> None:
    """Serve the ledgers of a store over HTTP.

    Every call of the client is there under /v1, described at /openapi.json; agents find MCP at
    /mcp, and people the dashboard at /; /health, /ready and /metrics are for those who look after
    it. Requests are logged to stderr, a line of JSON each. Ctrl-C stops it in good order. On this
    machine's own address it is open until the first key is made with `belief keys create`; on any
    other it does not start without one. Whoever asks too often gets a 429 that says when to ask
    again; five seconds' worth may come at once.

    With --workers several processes answer on the one address; one that ends is started again.

    \b
    belief serve --port 8000
    python -c "from beliefs import Beliefs; print(Beliefs('http://127.0.0.1:8000').count())"
    """
    try:
        from beliefs.serve.hosting import Setup, hosted
        from beliefs.serve.running import bound, log_lines
    except ImportError as error:
        raise StoreUnavailable("a server needs more: pip install 'beliefs[serve]'.") from error
    from beliefs.mind.beliefs import Beliefs
    from beliefs.serve.binding import is_loopback, may_start
    from beliefs.serve.guard import Guard
    from beliefs.serve.keyring import open_keyring
    from beliefs.serve.rates import USUAL
    from beliefs.serve.workers import may_have, supervise

    if session.url.startswith(("http://", "https://")):
        raise InvalidInput("a server serves a store; give --store a file or postgresql://….")
    may_have(workers, session.store)
    here = is_loopback(host)
    with open_keyring(session.store) as keyring:
        guard = Guard(keyring, open_while_empty=here)
        may_start(host, guard)
        # As long as no key is asked for, only this machine's own names are answered to.
        closed = guard.has_key()
        setup = Setup(
            session.store,
            here,
            loopback_only=here and not closed,
            per_address=(USUAL if closed else 0) if address_rate is None else address_rate,
            per_key=USUAL if key_rate is None else key_rate,
        )
    with Beliefs(session.store) as client:  # what is wrong with the store is said here, once
        store = client.url
    with bound(host, port) as address:
        log_lines()
        address.listen()  # whoever reads the next line may come at once, and waits
        name = f"[{host}]" if ":" in host else host
        url = f"http://{name}:{address.getsockname()[1]}"
        if session.json:
            session.print_json({"url": url, "store": store})
        else:
            click.echo(f"Serving {store} at {url}")
        if workers > 1:
            supervise(setup, workers, address)
            return
        with hosted(setup) as server, suppress(KeyboardInterrupt):  # raised when all is done
            server.run(sockets=[address])

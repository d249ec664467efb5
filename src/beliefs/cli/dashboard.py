"""`belief dashboard`: the beliefs of a store in a browser."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import click

from beliefs.cli.options import Command
from beliefs.cli.session import Session, pass_session
from beliefs.errors import StoreUnavailable

if TYPE_CHECKING:
    from beliefs.serve.running import Server

HOST = "127.0.0.1"


@click.command("dashboard", cls=Command)
@click.option(
    "--port",
    default=8000,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="0 takes a free one.",
)
@click.option("--no-open", is_flag=True, help="Print the address, and open no browser.")
@pass_session
def dashboard_command(session: Session, port: int, *, no_open: bool) -> None:
    """Look at beliefs in a browser.

    A server that runs on the port already is used as it is, with the store it serves; otherwise
    one is started for this machine alone, until Ctrl-C. Nothing can be changed from the pages.

    \b
    belief dashboard
    belief dashboard --no-open --port 0
    """
    if port and runs(port):
        session.note("a server runs there already; it shows the store that it serves.")
        _tell(session, _address(session, port), no_open=no_open)
        return
    try:
        from beliefs.serve.app import create_app
        from beliefs.serve.running import Server, bound
    except ImportError as error:
        raise StoreUnavailable("a dashboard needs more: pip install 'beliefs[serve]'.") from error
    from beliefs.mind.beliefs import Beliefs
    from beliefs.serve.clients import on_one_store
    from beliefs.serve.guard import LookOnly

    with Beliefs(session.store) as client, bound(HOST, port) as taken:
        app = create_app(on_one_store(client), guard=LookOnly())
        server = Server(app, loopback_only=True)
        address = _address(session, taken.getsockname()[1])
        opening = threading.Thread(
            target=_once_started, args=(server, session, address, no_open), daemon=True
        )
        opening.start()
        server.run(sockets=[taken])


def runs(port: int) -> bool:
    """Whether a server of beliefs answers on a port of this machine."""
    import http.client
    import json

    connection = http.client.HTTPConnection(HOST, port, timeout=2)
    try:
        connection.request("GET", "/health")
        said = json.loads(connection.getresponse().read(1000))
    except (OSError, http.client.HTTPException, ValueError):
        return False
    finally:
        connection.close()
    return isinstance(said, dict) and said.get("status") == "ok" and "version" in said


def _address(session: Session, port: int) -> str:
    said = {"namespace": session.namespace, "agent": session.agent, "thread": session.thread}
    usual = {"namespace": "default", "agent": "agent", "thread": None}
    query = {name: value for name, value in said.items() if value != usual[name]}
    return f"http://{HOST}:{port}/" + (f"?{urlencode(query)}" if query else "")


def _once_started(server: Server, session: Session, address: str, no_open: bool) -> None:
    while not server.started:
        time.sleep(0.01)
    _tell(session, address, no_open=no_open)


def _tell(session: Session, address: str, *, no_open: bool) -> None:
    if session.json:
        session.print_json({"url": address})
    else:
        click.echo(f"The dashboard is at {address}")
    if not no_open:
        import webbrowser

        webbrowser.open(address)

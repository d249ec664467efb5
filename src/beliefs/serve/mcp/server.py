"""The server, and the app that puts it on HTTP."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mcp.server.lowlevel.server import Server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette

from beliefs import __version__
from beliefs.mind.beliefs import Beliefs
from beliefs.serve.mcp.desk import ClientFor, Desk
from beliefs.serve.mcp.following import Following
from beliefs.serve.mcp.looking import LOOKS
from beliefs.serve.mcp.resources import PROMPTS, RESOURCES, Prompt, Resource
from beliefs.serve.mcp.saying import STATEMENTS
from beliefs.serve.mcp.tool import Tool
from beliefs.serve.mcp.turning import TURNS

TOOLS = (*TURNS, *STATEMENTS, *LOOKS)

INSTRUCTIONS = """\
A memory for what is believed and how surely. Evidence adds up: every claim keeps who said it, how
much that counts, and what speaks against it. Each turn: call `before` with the task, act, then call
`after` with what you found out, and with each tool's result. Confidence is how true, evidence is
how much of it there is; look at both. When the world has answered, call `outcome`, so that voices
are weighed by how often they were right. Ids may be shortened to any unique beginning."""

_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def mcp_server(
    beliefs: Beliefs | ClientFor,
    *,
    tools: Sequence[Tool] = TOOLS,
    resources: Sequence[Resource] = RESOURCES,
    prompts: Sequence[Prompt] = PROMPTS,
) -> Server[Any]:
    """Make a server over one client, or over a function that names the client for each request.

    Over one client, resources can be subscribed to. A function serves many ledgers, and none of
    them may hear of the others, so there it offers no subscriptions.

    >>> server = mcp_server(Beliefs(":memory:"))
    >>> server.name, len(TOOLS)
    ('beliefs', 21)
    """
    following = Following(beliefs) if isinstance(beliefs, Beliefs) else None
    client_for = _always(beliefs) if isinstance(beliefs, Beliefs) else beliefs
    desk = Desk(client_for, tools, resources, prompts)
    more: dict[str, Any] = {}
    if following is not None:
        more = {
            "lifespan": following.lifespan,
            "on_subscribe_resource": following.subscribe,
            "on_unsubscribe_resource": following.unsubscribe,
            "on_subscriptions_listen": following.listen,
        }
    return Server(
        "beliefs",
        version=__version__,
        title="Beliefs",
        description="Beliefs for AI agents: evidence that adds up.",
        instructions=INSTRUCTIONS,
        on_list_tools=desk.list_tools,
        on_call_tool=desk.call_tool,
        on_list_resources=desk.list_resources,
        on_list_resource_templates=desk.list_templates,
        on_read_resource=desk.read_resource,
        on_list_prompts=desk.list_prompts,
        on_get_prompt=desk.get_prompt,
        on_completion=desk.complete,
        **more,
    )


def _always(beliefs: Beliefs) -> ClientFor:
    return lambda _request, _writes: beliefs


def http_app(
    server: Server[Any],
    *,
    path: str = "/mcp",
    hosts: Sequence[str] | None = (),
    stateless: bool = False,
) -> Starlette:
    """Return an app that speaks MCP over streamable HTTP at a path.

    It stands alone, or beside other routes: add `app.routes` to those of the host, and enter
    `app.router.lifespan_context(app)` while the host runs. Requests must be addressed to this
    machine, or to one of `hosts`: a web page elsewhere cannot talk to it through a browser that
    was tricked about names. With None for `hosts` nobody looks, as when the host app has looked.
    Several worker processes need `stateless`, for no session is shared;
    clients of the handshake years then hear of no changes.

    >>> [route.path for route in http_app(mcp_server(Beliefs(":memory:"))).routes]
    ['/mcp']
    """
    return server.streamable_http_app(
        streamable_http_path=path, stateless_http=stateless, transport_security=_addressed_to(hosts)
    )


def _addressed_to(hosts: Sequence[str] | None) -> TransportSecuritySettings:
    if hosts is None:
        return TransportSecuritySettings(enable_dns_rebinding_protection=False)
    named = [host for one in (*_LOOPBACK, *hosts) for host in (one, f"{one}:*")]
    return TransportSecuritySettings(
        allowed_hosts=named,
        allowed_origins=[f"{scheme}://{host}" for host in named for scheme in ("http", "https")],
    )

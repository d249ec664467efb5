"""Asking an MCP server through the SDK's client, and what every answer must be like."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mcp_types import CallToolResult, TextContent, TextResourceContents

if TYPE_CHECKING:
    from mcp.client.client import Client


def text_of(result: CallToolResult) -> str:
    """What a tool says to a reader."""
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


async def ask(client: Client, tool: str, /, **arguments: Any) -> dict[str, Any]:
    """Call a tool; returns the document it answers with."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, text_of(result)
    assert text_of(result)
    return dict(result.structured_content)


async def refused(client: Client, tool: str, /, **arguments: Any) -> tuple[str, str]:
    """Call a tool in vain; returns the code and the sentence."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    assert result.structured_content is None
    assert result.meta is not None
    sentence, code = text_of(result), result.meta["beliefs/code"]
    assert sentence.endswith(f" [{code}]")
    assert "Traceback" not in sentence
    assert "\n" not in sentence
    return code, sentence


async def read(client: Client, uri: str) -> dict[str, Any]:
    """Read a resource; returns the document at its address."""
    (contents,) = (await client.read_resource(uri)).contents
    assert isinstance(contents, TextResourceContents)
    assert (contents.uri, contents.mime_type) == (uri, "application/json")
    found: dict[str, Any] = json.loads(contents.text)
    return found


async def prompt_text(client: Client, name: str, arguments: dict[str, str]) -> str:
    """Get a prompt of one message; returns its words."""
    (message,) = (await client.get_prompt(name, arguments)).messages
    assert isinstance(message.content, TextContent)
    return message.content.text

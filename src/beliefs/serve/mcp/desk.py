"""The desk: answers the requests of the protocol by asking a client, a thread for each call.

Calls of one client never overtake each other, as with `AsyncBeliefs`; different clients do not wait
for each other. What goes wrong is answered with the sentence and the code of our errors.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from anyio import CapacityLimiter, to_thread
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp.shared.uri_template import UriTemplate
from mcp_types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    CompleteRequestParams,
    CompleteResult,
    Completion,
    GetPromptRequestParams,
    GetPromptResult,
    ListPromptsResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListToolsResult,
    PaginatedRequestParams,
    PromptArgument,
    PromptMessage,
    ReadResourceRequestParams,
    ReadResourceResult,
    ResourceTemplateReference,
    TextContent,
    TextResourceContents,
)
from mcp_types import Prompt as ListedPrompt
from mcp_types import Resource as ListedResource
from mcp_types import ResourceTemplate as ListedTemplate
from starlette.requests import Request

from beliefs.errors import BeliefsError
from beliefs.serve.mcp.resources import BELIEF_URI, Prompt, Resource
from beliefs.serve.mcp.tool import Tool, arguments_of
from beliefs.serve.problems import PROBLEM

if TYPE_CHECKING:
    from beliefs.mind.beliefs import Beliefs

R = TypeVar("R")
Context = ServerRequestContext[Any, Any]

ClientFor = Callable[[Request | None, bool], "Beliefs"]
"""The client to ask for a request, which is None over stdio; and whether it is going to write.

It must not block, and may raise any of our errors, which then is the answer.
"""

CODE = "beliefs/code"
"""Where the code of an error stands beside its sentence."""

JSON = "application/json"
MOST_COMPLETIONS = 100
"""As many as the protocol allows."""

_log = logging.getLogger("beliefs.mcp")


class Refusal(NamedTuple):
    """Why there is no answer."""

    code: str
    sentence: str
    protocol: int
    """The code that the protocol has for it."""


class Desk:
    """What is offered, and to whom questions are passed."""

    def __init__(
        self,
        client_for: ClientFor,
        tools: Sequence[Tool],
        resources: Sequence[Resource],
        prompts: Sequence[Prompt],
    ) -> None:
        self._client_for = client_for
        self._tools = {tool.name: tool for tool in tools}
        self._listed_tools = [tool.listed for tool in tools]
        self._listed_reads = [tool.listed for tool in tools if not tool.writes]
        self._resources = resources
        self._prompts = {prompt.name: prompt for prompt in prompts}
        self._lanes: WeakKeyDictionary[Beliefs, CapacityLimiter] = WeakKeyDictionary()

    # Tools

    async def list_tools(
        self, context: Context, _: PaginatedRequestParams | None
    ) -> ListToolsResult:
        """Say which tools there are for whoever asks."""
        try:
            self._client_for(context.request, True)  # noqa: FBT003 - whether it writes
        except BeliefsError:
            return ListToolsResult(tools=self._listed_reads)
        return ListToolsResult(tools=self._listed_tools)

    async def call_tool(self, context: Context, params: CallToolRequestParams) -> CallToolResult:
        """Call a tool; what goes wrong is an answer for the model to read."""
        tool = self._tools.get(params.name)
        if tool is None:
            raise MCPError(INVALID_PARAMS, f"there is no tool {params.name!r}; tools/list has all.")
        try:
            given = arguments_of(tool.arguments, params.arguments)
            answer = await self._ask(context, partial(tool.run, **given), writes=tool.writes)
            return CallToolResult(
                content=[TextContent(text=answer.told())],
                structured_content=answer.model_dump(mode="json"),
            )
        except Exception as error:  # noqa: BLE001 - every one of them is told
            refusal = refused(error)
            _note(context, refusal)
            return CallToolResult(
                content=[TextContent(text=f"{refusal.sentence} [{refusal.code}]")],
                is_error=True,
                _meta={CODE: refusal.code},
            )

    # Resources

    async def list_resources(
        self, _: Context, __: PaginatedRequestParams | None
    ) -> ListResourcesResult:
        """Say what can be read at one address."""
        listed = [
            ListedResource(
                uri=one.uri, name=one.name, title=one.title, description=one.description,
                mime_type=JSON,
            )
            for one in self._resources
            if not one.is_template
        ]  # fmt: skip
        return ListResourcesResult(resources=listed)

    async def list_templates(
        self, _: Context, __: PaginatedRequestParams | None
    ) -> ListResourceTemplatesResult:
        """Say what can be read at many addresses."""
        listed = [
            ListedTemplate(
                uri_template=one.uri, name=one.name, title=one.title, description=one.description,
                mime_type=JSON,
            )
            for one in self._resources
            if one.is_template
        ]  # fmt: skip
        return ListResourceTemplatesResult(resource_templates=listed)

    async def read_resource(
        self, context: Context, params: ReadResourceRequestParams
    ) -> ReadResourceResult:
        """Read what stands at an address."""
        for resource in self._resources:
            found = UriTemplate.parse(resource.uri).match(params.uri)
            if found is not None:
                answer = await self._answer(context, partial(resource.read, **found))
                text = answer.model_dump_json(indent=2)
                contents = TextResourceContents(uri=params.uri, mime_type=JSON, text=text)
                return ReadResourceResult(contents=[contents])
        raise MCPError(
            INVALID_PARAMS, f"there is nothing at {params.uri}.", {"uri": str(params.uri)}
        )

    # Prompts

    async def list_prompts(
        self, _: Context, __: PaginatedRequestParams | None
    ) -> ListPromptsResult:
        """Say which prompts there are."""
        listed = [
            ListedPrompt(
                name=one.name,
                title=one.title,
                description=one.description,
                arguments=[
                    PromptArgument(
                        name=name, description=field.description, required=field.is_required()
                    )
                    for name, field in one.arguments.model_fields.items()
                ],
            )
            for one in self._prompts.values()
        ]
        return ListPromptsResult(prompts=listed)

    async def get_prompt(self, context: Context, params: GetPromptRequestParams) -> GetPromptResult:
        """Write a prompt."""
        prompt = self._prompts.get(params.name)
        if prompt is None:
            raise MCPError(
                INVALID_PARAMS, f"there is no prompt {params.name!r}; prompts/list has all."
            )

        def write(beliefs: Beliefs) -> str:
            return prompt.write(beliefs, **arguments_of(prompt.arguments, params.arguments))

        text = await self._answer(context, write)
        message = PromptMessage(role="user", content=TextContent(text=text))
        return GetPromptResult(description=prompt.description, messages=[message])

    async def complete(self, context: Context, params: CompleteRequestParams) -> CompleteResult:
        """Complete the id of a belief, from its beginning or from words of its claim."""
        meant = params.ref
        if not isinstance(meant, ResourceTemplateReference) or meant.uri != BELIEF_URI:
            return CompleteResult(completion=Completion(values=[], total=0, has_more=False))
        typed = params.argument.value.lower()

        def look(beliefs: Beliefs) -> list[str]:
            known = [one.id for one in beliefs.list(limit=MOST_COMPLETIONS * 10)]
            fits = [found for found in known if found.startswith(typed)]
            return fits or [one.id for one in beliefs.search(typed, limit=MOST_COMPLETIONS)]

        fits = await self._answer(context, look)
        values = fits[:MOST_COMPLETIONS]
        return CompleteResult(
            completion=Completion(values=values, has_more=len(fits) > len(values))
        )

    # Asking

    async def _answer(self, context: Context, question: Callable[[Beliefs], R]) -> R:
        """Ask; what goes wrong is an error of the protocol."""
        try:
            return await self._ask(context, question)
        except Exception as error:  # noqa: BLE001 - every one of them is told
            refusal = refused(error)
            _note(context, refusal)
            raise MCPError(refusal.protocol, refusal.sentence, {"code": refusal.code}) from None

    async def _ask(
        self, context: Context, question: Callable[[Beliefs], R], *, writes: bool = False
    ) -> R:
        client = self._client_for(context.request, writes)
        lane = self._lanes.setdefault(client, CapacityLimiter(1))
        return await to_thread.run_sync(question, client, limiter=lane)


def _note(context: Context, refusal: Refusal) -> None:
    """Let whoever watches the requests of a server know: to HTTP it is an answer like any other."""
    if context.request is not None:
        context.request.scope[PROBLEM] = refusal.code


def refused(error: Exception) -> Refusal:
    """What to say of an error; what we did not expect is for the log alone.

    >>> from beliefs import NotFound
    >>> refused(NotFound("there is no such belief."))[:2]
    ('belief/not_found', 'there is no such belief.')
    """
    if isinstance(error, BeliefsError):
        ours = error.code.partition("/")[0] not in ("store", "internal")
        return Refusal(error.code, str(error), INVALID_PARAMS if ours else INTERNAL_ERROR)
    _log.error("a request failed: %s", error, exc_info=error)
    return Refusal(
        "internal/error", "the server failed at this; its log says more.", INTERNAL_ERROR
    )

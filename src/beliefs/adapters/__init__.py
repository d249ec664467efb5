"""Beliefs beside the agent frameworks people use: context in, observations out, never in the way.

    ClaudeMemory      hooks for the Claude Agent SDK
    LangChainMemory   a node for LangGraph, a runnable and a callback for LangChain
    OpenAIMemory      hooks and an input filter for the OpenAI Agents SDK
    PydanticMemory    a capability for Pydantic AI

Each is fetched when it is first used, and brings nothing but the framework that you have anyway.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from beliefs.adapters.health import Health
from beliefs.adapters.memory import Memory

if TYPE_CHECKING:
    from beliefs.adapters.claude import ClaudeMemory as ClaudeMemory
    from beliefs.adapters.langchain import LangChainMemory as LangChainMemory
    from beliefs.adapters.openai_agents import OpenAIMemory as OpenAIMemory
    from beliefs.adapters.pydantic_ai import PydanticMemory as PydanticMemory

_LAZY = {
    "ClaudeMemory": "beliefs.adapters.claude",
    "LangChainMemory": "beliefs.adapters.langchain",
    "OpenAIMemory": "beliefs.adapters.openai_agents",
    "PydanticMemory": "beliefs.adapters.pydantic_ai",
}


def __getattr__(name: str) -> Any:
    """Import an adapter when it is asked for."""
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "ClaudeMemory",
    "Health",
    "LangChainMemory",
    "Memory",
    "OpenAIMemory",
    "PydanticMemory",
]

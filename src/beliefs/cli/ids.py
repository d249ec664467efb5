"""Ids as people type them: the whole, or any unique beginning."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from beliefs.mind.beliefs import Beliefs

_LENGTH = 32


def full_id(client: Beliefs, typed: str) -> str:
    """Complete an id. A whole one is passed on as it is: it may be about to come into being."""
    return typed.lower() if len(typed) == _LENGTH else client.find(typed)

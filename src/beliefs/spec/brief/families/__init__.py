"""Families of behaviour: each a module that hears what a goal says of it.

A family is called with the service and its requests once kinds, bodies and accounts are known. It
takes out of the sentences what it understands, and leaves behind fields, checks, or the deed of a
request.
"""

from __future__ import annotations

from collections.abc import Callable

from beliefs.spec.brief.families import (
    batches,
    files,
    lasting,
    locations,
    membership,
    moves,
    nested,
    origins,
    owners,
    places,
    quotas,
    roles,
    secrets,
    sheets,
    sorts,
    stamps,
    threads,
    transfers,
    trash,
    turned,
    votes,
    waiting,
    worked,
)
from beliefs.spec.brief.scene import Scene, Service

FAMILIES: tuple[Callable[[Service, list[Scene]], None], ...] = (
    turned.read,
    roles.read,
    membership.read,
    quotas.read,
    owners.read,
    stamps.read,
    locations.read,
    sorts.read,
    trash.read,
    nested.read,
    threads.read,
    moves.read,
    transfers.read,
    places.read,
    batches.read,
    origins.read,
    secrets.read,
    files.read,
    sheets.read,
    lasting.read,
    waiting.read,
    votes.read,
    worked.read,
)

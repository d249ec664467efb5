"""Families of behaviour: each a module that hears what a goal says of it.

A family is called with the service and its requests once kinds, bodies and accounts are known. It
takes out of the sentences what it understands, and leaves behind fields, checks, or the deed of a
request.
"""

from __future__ import annotations

from collections.abc import Callable

from beliefs.spec.brief.families import (
    addresses,
    batches,
    bodiless,
    callers,
    files,
    keyed,
    labels,
    lasting,
    links,
    locations,
    media,
    membership,
    methods,
    moves,
    nested,
    origins,
    own,
    owners,
    places,
    quotas,
    resets,
    roles,
    secrets,
    sheets,
    sorts,
    stamps,
    tagged,
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
    methods.read,
    links.read,
    labels.read,
    tagged.read,
    turned.read,
    roles.read,
    membership.read,
    quotas.read,
    own.read,
    resets.read,
    callers.read,
    owners.read,
    stamps.read,
    locations.read,
    addresses.read,
    bodiless.read,
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
    keyed.read,
    media.read,
)

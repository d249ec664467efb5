"""Moments that an answer names and that nothing brings: "each with id, text and created_at"."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.held import Held
from beliefs.spec.brief.scene import CREATED, UPDATED, Scene, Service
from beliefs.spec.types import Type

_NAMED = re.compile(r"\b(?:[a-z]+_at|[a-z]+At|timestamp)\b")


def read(service: Service, scenes: list[Scene]) -> None:
    """Keep when rows were made or changed, where what is shown of them says so."""
    del service
    for scene in scenes:
        kind = scene.kind or scene.row
        if kind is None:
            continue
        for one in scene.told.said:
            for found in list(_NAMED.finditer(one.text)):
                name = found[0]
                if (
                    name not in kind.fields
                    and name not in scene.given
                    and (CREATED.match(name) or UPDATED.match(name))
                ):
                    kind.fields[name] = Held(name, Type("datetime"), server=True)

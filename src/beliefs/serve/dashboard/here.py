"""Where a page stands: which ledger, as of when. Every link on it leads on from there."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple
from urllib.parse import urlencode

from beliefs.serve.asked import Asked


class Here(NamedTuple):
    """What a page was asked for."""

    question: Asked
    signed_in: bool = False
    """Whether a cookie let it in."""

    @property
    def as_of(self) -> datetime | None:
        """The moment whose state is shown; None for now."""
        return self.question.as_of

    @property
    def rest(self) -> Mapping[str, str]:
        """What only this page takes."""
        return self.question.rest

    @property
    def kept(self) -> dict[str, str]:
        """What every link carries on: the scope and the moment."""
        scope = self.question.scope
        said = scope._asdict() | {"as_of": self.as_of and self.as_of.isoformat()}
        layers = said.pop("context_layers")
        said["layers"] = ",".join(layers) if layers is not None else None
        usual = {"namespace": "default", "agent": "agent", "write_scope": "space"}
        return {
            name: str(value)
            for name, value in said.items()
            if value is not None and usual.get(name) != value
        }

    def link(self, path: str, **query: str | int | None) -> str:
        """An address from here, in the same ledger at the same moment."""
        given = self.kept | {name: str(value) for name, value in query.items() if value is not None}
        return f"{path}?{urlencode(given)}" if given else path

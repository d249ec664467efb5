"""One request: where its inputs stand, what it does, how it fails."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from beliefs.spec.effects import Effect
from beliefs.spec.failures import Failure
from beliefs.spec.types import Type

# WEBSOCKET: a conversation at the path; the effect runs for each text message that comes.
Method: TypeAlias = Literal["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "WEBSOCKET"]
# json: a field of a JSON body; body: the whole body, as JSON or (for a string) as text.
Place: TypeAlias = Literal["path", "query", "header", "cookie", "json", "form", "file", "body"]


@dataclass(frozen=True, slots=True)
class Input:
    """A value that a request brings. `named` is its name on the wire where that is another."""

    name: str
    place: Place
    type: Type
    required: bool = True
    default: str = ""  # JSON text; empty means there is none
    named: str = ""

    @property
    def wire(self) -> str:
        """Its name in the request."""
        return self.named or self.name


@dataclass(frozen=True, slots=True)
class Operation:
    """What happens on one method and path.

    In `effect`, `input` is the record of its inputs and `me` whoever asks, once the operation needs
    somebody. An empty effect is a hole: nobody understood what is to happen, and the built service
    says so with `not_built`.
    """

    name: str  # snake_case, unique in its service
    method: Method
    path: str
    effect: Effect
    inputs: tuple[Input, ...] = ()
    summary: str = ""
    needs: Literal["", "caller"] = ""
    failures: tuple[Failure, ...] = ()
    # Form posts and uploads are read as such; everything else is JSON.
    consumes: Literal["", "application/json", "multipart/form-data", "text/plain"] = ""
    source: str = ""  # where the goal says it: "goal:1", "api.md:14"; the house, when it is empty
    closed: bool = False  # a JSON body with a field that no input names is refused


def in_order(operations: tuple[Operation, ...]) -> list[Operation]:
    """Paths with a name before paths with a placeholder in the same position."""
    return sorted(
        operations, key=lambda each: [part.startswith("{") for part in each.path.split("/")]
    )

"""Where a service says that it is up."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from beliefs.spec.service import Spec


def health_paths(spec: Spec) -> list[str]:
    """`/health` and `<base>/health`, but for what the goal has a route of its own for."""
    stated = {each.path for each in spec.operations if each.method == "GET"}
    paths = dict.fromkeys(("/health", f"{spec.base}/health"))
    return [each for each in paths if each not in stated]

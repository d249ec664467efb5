"""Where a service says that it is up."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from beliefs.spec.service import Spec


def health_paths(spec: Spec) -> list[str]:
    """`/health` and `<base>/health`, but for what the goal has a route of its own for."""
    stated = {each.path for each in spec.operations if each.method == "GET"}
    paths = dict.fromkeys(("/health", f"{spec.base}/health"))
    return [each for each in paths if each not in stated]


def everywhere(spec: Spec) -> Spec:
    """The Spec that answers at both paths what the goal says of one of them."""
    silent = health_paths(spec)
    stated = [each for each in (f"{spec.base}/health", "/health") if each not in silent]
    if not spec.base or len(stated) != 1 or len(silent) != 1:
        return spec
    told = next(x for x in spec.operations if x.method == "GET" and x.path == stated[0])
    names = {each.name for each in spec.operations}
    name = next(x for x in ("health", "is_up", "up_and_running") if x not in names)
    return replace(spec, operations=(*spec.operations, replace(told, name=name, path=silent[0])))

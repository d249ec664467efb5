"""Values that answers show and that nothing ever says: they would be the same in every row for ever."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.scene import CREATED, UPDATED, Scene, Service
from beliefs.spec.service import Unknown


def never_set(service: Service, scenes: list[Scene]) -> list[Unknown]:
    """What is listed of fields that no request brings, that start as nobody said, and that no deed changes."""
    lines = [(scene, line) for scene in scenes for line in scene.lines if not scene.open]
    found: list[Unknown] = []
    for kind in service.kinds:
        for name in _doubtful(kind):
            made = [scene for scene, line in lines if re.search(rf"\binsert {kind.name} \{{.*\b{name}: (?:null|0|\[\]|false|\"[^\"]*\")(?=[,}}])", line)]
            if made and not any(_changes(scene, line, kind, name) for scene, line in lines):
                found.append(Unknown("material", f"{name} of {kind.spoken}", made[0].request.source, "nothing says where it comes from"))
    return found


def _doubtful(kind: Kind) -> list[str]:
    return [
        name
        for name, held in kind.fields.items()
        if not held.hidden and name not in {*kind.brought, kind.within, kind.key.name}
        and held.default is None and (not held.start or held.start.startswith("?"))
        and not CREATED.match(name) and not UPDATED.match(name)
    ]  # fmt: skip


def _changes(scene: Scene, line: str, kind: Kind, name: str) -> bool:
    if f"patch {kind.name} " not in line:
        return False
    return re.search(rf"\b{name}: ", line) is not None or ("given(input)" in line and name in scene.given)

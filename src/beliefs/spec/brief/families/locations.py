"""Where a new row is: a Location header, and absolute addresses in answers."""

from __future__ import annotations

from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.scene import Scene, Service

_HEADER = (
    r"(?:(?:together )?with |and |sets? |plus |in )*(?:an? |the )?Location(?:[- ]header)?(?"
    r": header)?(?: (?:that )?(?:point(?:s|ing)?|leads?|leading|refer(?:s|ring)?) to (?:it|"
    r"the (?:new )?\w+)| of (?:the )?(?:new )?\w+)?"
)


def read(service: Service, scenes: list[Scene]) -> None:
    """Add the header where requests that make rows are said to have it."""
    general = None
    for one in service.brief.said:
        general = general or one.take(_HEADER)
    for scene in scenes:
        kind = scene.kind
        said = [one for one in scene.told.said if one.take(_HEADER)]
        if kind is not None and scene.request.method == "POST" and kind.makes and (said or general):
            scene.after.append(_located)


def address(kind: Kind, path: str) -> str:
    """The path of one row, as an expression.

    >>> address(Kind("Note", "/notes"), "/notes")
    '"/notes/" + text(note.id)'
    """
    return f'"{path}/" + text({kind.one}.{kind.key.name})'


def _located(scene: Scene) -> None:
    kind, path = scene.kind, scene.request.path
    if kind is None or "{" in path:
        return
    scene.lines[-1] += f" headers {{Location: {address(kind, path)}}}"

"""Answers that say all that they say by their status and their headers."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.scene import Scene, Service

_EMPTY = (
    r"(?:and |with |but )*(?:(?:an? )?empty (?:response )?body|no (?:response )?body|no content in "
    r"the body|without (?:an?|any) (?:response )?body|(?:the )?body (?:is|stays|being) empty|"
    r"nothing in the body|bodyless)\b"
)


def read(service: Service, scenes: list[Scene]) -> None:
    """Leave out the body of answers that are said to have none."""
    del service
    for scene in scenes:
        if scene.request.method in {"GET", "HEAD", "OPTIONS"} or scene.told.answer is not None:
            continue
        found = [one for one in scene.told.said if one.take(_EMPTY)]
        if found:
            scene.after.append(_emptied)


def _emptied(scene: Scene) -> None:
    last = scene.lines[-1]
    told = re.match(r"answer (\d+)(?: .*?)?( headers \{.*\})?$", last)
    if told is not None:
        scene.lines[-1] = f"answer {told[1]}{told[2] or ''}"

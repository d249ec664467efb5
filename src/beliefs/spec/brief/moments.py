"""Moments that nobody names and that sentences ask for: "a message in the last 24 hours"."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.held import Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.meaning.rows import made_at
from beliefs.spec.brief.scene import Scene, Service, moments
from beliefs.spec.service import Assumption
from beliefs.spec.types import Type
from beliefs.spec.understanding.words import plural

_SINCE = re.compile(
    r"(?i)\b(?:since (?:it|they|the \w+) (?:was|were|is) (?:created|posted|made|sent|added)|"
    r"older than \w+ (?:second|minute|hour|day|week)s?)"
)


def learn_moments(service: Service, scenes: list[Scene]) -> None:
    """Note when rows are made, where sentences ask for it and no field says so."""
    for kind in service.kinds:
        if not kind.makes or moments(kind) or made_at(kind):
            continue
        if _asked(service, scenes, kind):
            kind.fields["created_at"] = Held("created_at", Type("datetime"), server=True)
            told = f"`created_at` of each {kind.spoken}"
            source = service.brief.requests[0].source
            service.assumptions.append(Assumption("when one was made", told, source))


def _asked(service: Service, scenes: list[Scene], kind: Kind) -> bool:
    names = "|".join(re.escape(each) for each in {kind.spoken, plural(kind.spoken)})
    lately = re.compile(
        rf"(?i)\b(?:{names}) (?:of|in|from|within|during) the last (?:\d+ )?"
        r"(?:second|minute|hour|day|week)s?"
    )
    if any(lately.search(one.whole) for one in service.brief.said):
        return True
    for scene in scenes:
        causes = [fault.cause.whole for fault in scene.told.faults]
        spoken = [*causes, *(one.whole for one in scene.told.said)]
        own = kind in (scene.row, scene.kind)
        if any(lately.search(each) or (own and _SINCE.search(each)) for each in spoken):
            return True
    return False

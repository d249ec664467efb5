"""How requests are answered for paths where nothing is: "any unknown path is 404 {...}"."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.failures import Failure

_PATHS = r"\b(?:paths?|routes?|urls?|endpoints?|pages?|addresses)\b"
_STRAY = (
    rf"\b(?:any|every|all|an|a|the)?(?: \w+)?\s*(?:unknown|other|undefined|unmatched|unsupported|"
    rf"non-?existent|wrong)\b[^.;]*{_PATHS}|\bno such {_PATHS}|{_PATHS}[^.;]*\b(?:not (?:exist|"
    r"listed|defined|known|there)|unknown)\b|n't exist\b"
)
_ABSENT = 404


def read(service: Service, scenes: list[Scene]) -> None:
    """Hear what whoever asks for a path that nothing answers is told."""
    for each in heard.faults(service, scenes, _STRAY):
        fault = each.fault
        left = heard.rest(fault.cause.text, _STRAY, _PATHS)
        if fault.status != _ABSENT or left or not re.search(f"(?i){_PATHS}", fault.cause.text):
            heard.put_back(service, each)
            continue
        if fault.message:
            service.failures.append(Failure("no_route", _ABSENT, fault.message))

"""What HEAD and OPTIONS answer, and which methods a path says that it has."""

from __future__ import annotations

from collections.abc import Callable

from beliefs.spec.brief.brief import form
from beliefs.spec.brief.families import covering
from beliefs.spec.brief.scene import Scene, Service

_AS_GET = """
    head same status headers header get but empty no body bodies without answer answers works like
    check checks whether exists exist there is found 200 404 not if unknown missing just only
    existence see test tests cheap cheaply content response as first
    """
_LISTED = """
    options option head 200 204 allow allowed header headers methods method verbs listing lists list
    names naming tells saying says which can be used possible available supported supports path that
    the this url resource for of has answer answers
    """
_OTHERS = """
    any other another else every wrong unsupported unlisted method methods verb verbs path paths url
    resource that not does have has know known unknown is are with correct proper right valid
    allow allowed header headers listing naming 405 gets get answered fails
    """


def read(service: Service, scenes: list[Scene]) -> None:
    """Answer HEAD as GET where there is one, and OPTIONS with the methods of its path."""
    for scene in scenes:
        request = scene.request
        if request.method == "HEAD":
            scene.answered = any(
                x.request.method == "GET" and form(x.request.path) == form(request.path)
                for x in scenes
            )
            _told(service, scene, _AS_GET, r"\w")
            scene.told.faults = [x for x in scene.told.faults if x.status != 404 or x.cause.left]
        elif request.method == "OPTIONS":
            scene.deed = _allowing(scenes)
            _told(service, scene, _LISTED, r"\w")
    covering.take(service, scenes, r"(?i)\b405\b|\bHEAD\b|\bOPTIONS\b", f"{_OTHERS} {_AS_GET}")
    covering.fails(service, scenes, r"\bmethods?\b|\bverbs?\b", _OTHERS)


def _told(service: Service, scene: Scene, words: str, evidence: str) -> None:
    covering.clauses(scene.told.said, evidence, words, covering.names_of(service, [scene]))


def _allowing(scenes: list[Scene]) -> Callable[[Scene, list[str]], None]:
    """The deed of a request for the methods of a path."""

    def told(scene: Scene, guards: list[str]) -> None:
        path = form(scene.request.path)
        there = {x.request.method for x in scenes if form(x.request.path) == path}
        there |= {"HEAD"} if "GET" in there else set()
        status = scene.told.status or 204
        body = "" if status == 204 else " {}"
        scene.lines += guards
        scene.lines.append(f'answer {status}{body} headers {{Allow: "{", ".join(sorted(there))}"}}')

    return told

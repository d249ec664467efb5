"""What is said of one thing, wherever it is said: of one request, of several, of all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.brief.answers import read_answers
from beliefs.spec.brief.brief import Fault, Request
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.said import GAP, Said
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.brief.vocabulary import JOINING


class Heard(NamedTuple):
    """A failure that fits, with the requests that it is said of; none where it is said of all."""

    fault: Fault
    found: re.Match[str]
    scenes: tuple[Scene, ...]


def sentences(service: Service, scenes: list[Scene]) -> Iterator[Said]:
    """Every sentence that is left, those about all first."""
    yield from service.brief.said
    for scene in scenes:
        yield from scene.told.said


def about(scene: Scene, kind: Kind) -> bool:
    """Whether a request is about rows of a kind, or about one of them."""
    return scene.kind is kind or scene.row is kind


def words(service: Service, scenes: list[Scene]) -> str:
    """All that is said, as it stood."""
    causes = (fault.cause.whole for scene in scenes for fault in scene.told.faults)
    return " ".join([*(one.whole for one in sentences(service, scenes)), *causes])


def take(service: Service, scenes: list[Scene], pattern: str) -> re.Match[str] | None:
    """The first place that fits; it is taken wherever it stands."""
    first = None
    for one in sentences(service, scenes):
        found = one.take(pattern)
        first = first or found
    return first


def forget(scene: Scene, known: str) -> None:
    """Take the words out of all that is said of a request that a family tells its deeds with."""
    pattern = re.compile(rf"(?<![\w/])(?:{known})(?![\w/])", re.IGNORECASE)
    for one in scene.told.said:
        head, mark, rest = one.text.partition(GAP)
        if not mark:
            head, rest = "", head
        one.text = f"{pattern.sub(' ', head)}{mark}{pattern.sub(f' {GAP} ', rest)}"


def faults(service: Service, scenes: list[Scene], pattern: str) -> list[Heard]:
    """The failures whose causes fit, each once; they are gone from the requests."""
    compiled = re.compile(pattern, re.IGNORECASE)
    found: dict[str, Heard] = {}
    for scene in scenes:
        for fault in list(scene.told.faults):
            match = compiled.search(fault.cause.text)
            if match is None:
                continue
            scene.told.faults.remove(fault)
            known = found.get(fault.cause.whole)
            told = (*known.scenes, scene) if known is not None else (scene,)
            found[fault.cause.whole] = Heard(fault, match, told)
    for one in service.brief.said:
        for each in _general(one, compiled):
            found[one.whole] = each
    return list(found.values())


def _general(one: Said, pattern: re.Pattern[str]) -> Iterator[Heard]:
    """The failures of a sentence about all that fit; what else it says stays."""
    if not one.has(r"\b4\d\d\b") or not pattern.search(one.text):
        return
    told = read_answers(Request("GET", "", one.source, said=[replace(one)]))
    left = [part.text for part in told.said]
    hit = False
    for fault in told.faults:
        match = pattern.search(fault.cause.text)
        if match is not None:
            hit = True
            yield Heard(fault, match, ())
        else:
            left.append(
                f"{fault.cause.text}, otherwise {fault.status}"
                if fault.otherwise
                else f"{fault.cause.text} {fault.status}"
            )
    if hit:
        one.text = "; ".join(left)


def put_back(service: Service, heard: Heard) -> None:
    """Give a failure back to the requests that it was said of."""
    for scene in heard.scenes:
        scene.told.faults.append(heard.fault)
    if not heard.scenes:
        cause = heard.fault.cause
        service.brief.said.append(replace(cause, text=f"{cause.text} {heard.fault.status}"))


def rest(text: str, *patterns: str) -> list[str]:
    """The words of a text that are left without what fits, and that mean something."""
    for pattern in patterns:
        text = re.sub(f"(?i){pattern}", " ", text)
    text = re.sub(r"[⟦⟪]\d+[⟧⟫]", " sketch ", text)
    return [
        each for each in re.findall(r"[a-z][\w'-]*|\d[\w.]*", text.lower()) if each not in JOINING
    ]

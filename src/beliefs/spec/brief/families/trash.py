"""Rows that are deleted and kept: not listed, not found, shown in the trash, and brought back."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.held import Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.types import Type

_BACK = re.compile(r"(?i)^(?:restore|undelete|recover|undo-delete|unarchive)$")
_TRASH = re.compile(r"(?i)^(?:trash|bin|recycle-bin|deleted|trashed)$")
_KEPT = (
    r"(?:only )?(?:moves?|puts?) (?:it|the \w+|an? \w+) (?:in)?to (?:the )?(?:trash|bin)",
    (
        r"(?:it |they |deleted \w+ |the \w+ )?(?:are|is) (?:only )?(?"
        r":kept|hidden|marked as deleted|soft[- ]deleted|not really "
        r"deleted)(?: but hidden)?(?: as deleted)?"
    ),
    (
        r"(?:it |they )?(?:no longer|not|never|don't|doesn't|does not|do not) (?:appears?|shows?|"
        r"listed|shown|included)(?: up)?(?: in (?:the )?(?:list|GET \S+))?"
    ),
    r"(?:they |it )?(?:are|is) not listed(?: any more| anymore)?",
    r"\b(?:with )?(?:a )?(?:soft[- ]delet\w+|trash|recycle bin)\b",
    (
        r"\bdeleted\b|\bundeletes?\b|\brestores?\b|\bback\b|\bbrings? (?:one|it|a \w+)\b|\bbut "
        r"hidden\b"
    ),
)
_HIDDEN = r"\b(?:deleted|GET on (?:them|it|one)|it no longer|trash)\b"
_NOT = r"(?:not|n't|never) (?:been )?(?:deleted|in the trash|trashed)"


def read(service: Service, scenes: list[Scene]) -> None:
    """Keep what is deleted, where something brings it back."""
    for back in scenes:
        kind = back.row
        if kind is None or not _BACK.match(back.request.tail) or back.request.method == "GET":
            continue
        removing = next(
            (
                x
                for x in scenes
                if x.request.method == "DELETE" and x.row is kind and not x.request.tail
            ),
            None,
        )
        if removing is None or kind.buried:
            continue
        kind.buried = "deleted_at"
        kind.fields["deleted_at"] = Held(
            "deleted_at",
            Type("datetime", nullable=True),
            required=False,
            server=True,
            hidden="deleted_at" not in heard.words(service, scenes),
            start="null",
        )
        removing.deed = _removed
        back.deed = _restored
        for scene in scenes:
            if (
                scene.request.method == "GET"
                and _TRASH.match(scene.request.tail)
                and scene.row is not kind
            ):
                scene.kind, scene.deed = kind, _listed
        _words(service, scenes, back, kind)


def _words(service: Service, scenes: list[Scene], back: Scene, kind: Kind) -> None:
    for each in heard.faults(service, [back], _NOT):
        if not heard.rest(
            each.fault.cause.text,
            _NOT,
            *_KEPT,
            r"\b(?:it|one|note|is|was|that|brings)\b",
            rf"\b{kind.spoken}\b",
        ):
            way = {409: "conflict", 404: "absent"}.get(each.fault.status, "refused")
            back.checks.append(way)
            if way == "refused":
                back.fails("refused", each.fault.status)
        else:
            heard.put_back(service, each)
    about = rf"\b(?:{kind.spoken}|{re.escape(kind.plural)}|they|them|on|it|in|the|are|is)\b"
    for each in heard.faults(service, scenes, _HIDDEN):
        if each.fault.status not in {404, 410} or heard.rest(
            each.fault.cause.text, *_KEPT, about, r"\bGET(?: on)?\b(?: /\S+)?"
        ):
            heard.put_back(service, each)
    for pattern in _KEPT:
        heard.take(service, [x for x in scenes if heard.about(x, kind)], pattern)


def _removed(scene: Scene, guards: list[str]) -> None:
    from beliefs.spec.brief import deeds

    kind = scene.row
    assert kind is not None  # its path names one
    deeds.read_rows(scene)
    scene.lines += guards
    scene.lines.append(f"patch {kind.name} {kind.one} {{{kind.buried}: now()}}")
    deeds.done(scene, kind.one if scene.told.status == 200 else None, 204)


def _restored(scene: Scene, guards: list[str]) -> None:
    from beliefs.spec.brief import deeds
    from beliefs.spec.brief.showing import shown

    kind = scene.row
    assert kind is not None  # its path names one
    way, scene.checks = (scene.checks or ["conflict"])[0], []
    buried, kind.buried = kind.buried, ""
    deeds.read_rows(scene)
    kind.buried = buried
    scene.lines += guards
    scene.lines.append(f'guard {kind.one}.{buried} != null else {way} "It is not deleted"')
    scene.lines.append(f"patch {kind.name} {kind.one} {{{buried}: null}}")
    deeds.done(scene, shown(scene, kind, kind.one), 200)


def _listed(scene: Scene, guards: list[str]) -> None:
    from beliefs.spec.brief import deeds

    del guards
    assert scene.kind is not None  # what is in the trash
    deeds.listing(scene, scene.kind, also=(f".{scene.kind.buried} != null",))

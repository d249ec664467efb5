"""Changes only of what was seen: ETag, If-Match and If-None-Match."""

from __future__ import annotations

from functools import partial

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import covering, heard
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.failures import Way
from beliefs.spec.features import conditional
from beliefs.spec.operations import Operation

_ABOUT = re.compile(r"(?i)\betags?\b|\bif-(?:none-)?match\b")
_SEEN = re.compile(r"(?i)\bif-match\b|\b412\b|\b428\b")
_CHANGES = frozenset({"PUT", "PATCH", "DELETE"})
_EVIDENCE = (
    r"\betags?\b|\bif-(?:none-)?match\b|\bpreconditions?\b|\b(?:4(?:12|28)|304)\b|\bconditional\b|"
    r"\boptimistic\b|\bconcurren\w+\b|\blost updates?\b|\bstale\b"
)
_WORDS = """
    etag etags if match matches matching matched none header headers tag tags version versions
    current currently latest actual stale old older outdated out date different differs differ wrong
    changed changes change meanwhile since missing absent without send sends sent carry carries
    carried bring brings must needs need required requires require requiring precondition
    preconditions failed fail fails weak strong value same as equal equals unchanged modified not
    answer answers response responses every each get put patch delete post head read reading
    update updates updating updated edit edits editing edited replace replaces replacing delete
    deletes deleting deleted remove removing removed write writes writing save saving
    conditional concurrency concurrent safe optimistic locking lock lost prevent prevents avoid
    avoided protect protects against overwrite overwriting 304 412 428 new fresh its their
    otherwise return returned returning single one alone any longer more along together only
    second first comes back again hash revision supports support both on for if-match it them
    somebody someone else they client clients caller callers provide provided given include
    includes included supply supplied contain contains up accepted allowed refused rejected
    """


def read(service: Service, scenes: list[Scene]) -> None:
    """Show the tag of a row wherever it is shown, and look at the tags that changes bring."""
    whole = heard.words(service, scenes)
    if not _ABOUT.search(whole):
        return
    for kind in service.kinds:
        own = [x for x in scenes if _alone(x, kind)]
        if not own or not _meant(service, own, kind):
            continue
        checking = _checking(service, own)
        must = _must(service, own) & {id(x) for x in checking}
        for scene in own:
            scene.finish.append(
                partial(_tag, kind=kind, checks=scene in checking, must=id(scene) in must)
            )
        for scene in checking:
            _statuses(scene, covering.names_of(service, [scene]))
        _general(service, checking)
        covering.take(service, own, _EVIDENCE, _WORDS, turned=True)


def _alone(scene: Scene, kind: Kind) -> bool:
    """Whether a request makes, shows, changes or deletes one row."""
    if scene.request.tail and scene.request.method != "POST":
        return False
    made = scene.request.method == "POST" and scene.kind is kind
    return made or (scene.row is kind and scene.kind is None and not scene.request.tail)


def _meant(service: Service, own: list[Scene], kind: Kind) -> bool:
    said = [*service.brief.said, *(x for each in own for x in each.told.said)]
    causes = [x.cause for each in own for x in each.told.faults]
    return any(_ABOUT.search(x.whole) for x in [*said, *causes]) or len(service.kinds) == 1


def _checking(service: Service, own: list[Scene]) -> list[Scene]:
    """The requests that look at If-Match: those of which it is said, else all that change."""
    changing = [x for x in own if x.request.method in _CHANGES]
    told = [x for x in changing if _SEEN.search(_told(x))]
    same = [
        x for x in changing if re.search(r"(?i)\bsame\b[^.;]*\b(?:pre)?conditions?\b", _told(x))
    ]
    if told:
        return [x for x in changing if x in told or x in same]
    about = " ".join(x.whole for x in service.brief.said if _SEEN.search(x.whole))
    if not about:
        return []
    named = {x for x in _CHANGES if re.search(rf"\b{x}\b", about)}
    named |= {"DELETE"} if re.search(r"(?i)\b(?:delet|remov)\w+", about) else set()
    named |= (
        {"PUT", "PATCH"}
        if re.search(r"(?i)\b(?:updat|edit|replac|chang(?:e|es|ing)\b|writ)\w*", about)
        else set()
    )
    return [x for x in changing if not named or x.request.method in named]


def _told(scene: Scene) -> str:
    return " ".join(
        [*(x.whole for x in scene.request.said), *(x.cause.whole for x in scene.told.faults)]
    )


_NEEDED = re.compile(
    r"(?i)\b428\b|\b(?:must|needs?|requires?|required|have to|has to|mandatory)\b[^.;]*"
    r"\bif-match\b|"
    r"\bif-match\b[^.;]*\b(?:required|mandatory|must|is needed|missing|absent)\b|"
    r"\b(?:no|without|missing)\b[^.;]{0,12}\bif-match\b"
)


def _must(service: Service, own: list[Scene]) -> set[int]:
    """The requests that are refused without the tag."""
    general = any(_NEEDED.search(x.whole) for x in service.brief.said)
    return {
        id(x)
        for x in own
        if general
        or _NEEDED.search(_told(x))
        or re.search(r"(?i)\bsame\b[^.;]*\b(?:pre)?conditions?\b", _told(x))
    }


_WITHOUT = re.compile(r"(?i)\b(?:no|without|missing|absent|isn't|not (?:there|sent|given))\b")


def _statuses(scene: Scene, names: set[str]) -> None:
    """State how a change fails that brings no tag, or an old one."""
    for fault in list(scene.told.faults):
        cause, status = fault.cause.text, fault.status
        if status not in {412, 428} and not re.search(f"(?i){_EVIDENCE}", cause):
            continue
        if not covering.covered(cause, _WORDS, names, turned=True):
            continue
        scene.told.faults.remove(fault)
        missing = status == 428 or (status not in {409, 412} and bool(_WITHOUT.search(cause)))
        scene.fails("precondition_required" if missing else "precondition", status, fault.message)


def _general(service: Service, checking: list[Scene]) -> None:
    """State how changes fail where it is said of all of them."""
    for each in covering.fails(service, checking, r"\w", _WORDS):
        if each.fault.status not in {412, 428}:
            heard.put_back(service, each)
            continue
        way: Way = "precondition_required" if each.fault.status == 428 else "precondition"
        for scene in each.scenes or checking:
            scene.fails(way, each.fault.status, each.fault.message)


def _tag(operation: Operation, *, kind: Kind, checks: bool, must: bool) -> Operation:
    return conditional.tagged(operation, kind.one, must=must, checks=checks)

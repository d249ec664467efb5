"""Places that run out, and a list of those who wait for one."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.held import Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.types import Type

_LIMIT = re.compile(r"(?i)^(?:capacity|seats|places|spots|slots|limit|size|max_\w+|max)$")
_WAITS = re.compile(r"(?i)\bwait(?:ing)?[- _]?list(?:ed)?\b|\bwaiting\b|\bqueued\b")
_STATES = re.compile(
    r"[\"'`“]?(?P<s>waitlisted|waitlist|waiting_list|waiting|queued|wait_list|wait-listed)[\"'`”]?",
    re.IGNORECASE,
)
_SURE = re.compile(
    r"(?i)\b(?P<s>confirmed|registered|booked|going|accepted|attending|reserved|signed_up)\b"
)
_TOLD = (
    (
        r"(?:when|if|once) (?:the|an?) \w+ is full,?(?: the| their| its)? ?(?:status|state)?(?: "
        r"is| "
        r"becomes)? ?(?:⟪\d+⟫|\w+)?"
    ),
    (
        r"(?:and )?(?:then )?the (?:first|next|person|one)(?: one| "
        r"person)? (?:on|in|of|who|that) (?:the )?(?:waiting list|"
        r"waitlist|has waited longest|waited longest|waits longest)(?"
        r": (?:is|gets|moves|becomes|takes)[\w ]*?)?(?: and becomes)?"
        r"(?: (?:promoted|moved)(?: up)?)?(?: to| as)? ?(?:⟪\d+⟫|"
        r"confirmed|the (?:free )?(?:place|spot|seat))?"
    ),
    (
        r"(?:while|as long as|if) there are (?:free )?(?:places|seats|spots)(?: left| free)?,? (?"
        r":they|people|one|somebody) (?:are|is) (?:⟪\d+⟫|\w+)"
    ),
    (
        r"(?:after that|afterwards|then|otherwise|later ones|later),? "
        r"(?:they )?(?:are|is|get) (?:⟪\d+⟫|\w+)"
    ),
    r"(?:the answer )?says which in \w+|\bin status\b",
    (
        r"(?:when|if) an? (?:confirmed )?(?:\w+ )?(?:is )?cancell?ed(?"
        r": with)?"
    ),
    (
        r"\b(?:signs?|sign) (?:somebody|people|someone|one)? ?up\b(?: with)?|\bcancels? (?:an? )?"
        r"\w+\b|\bmoves up\b|\bis promoted\b|\bwith limited (?:places|seats)\b|\band becomes\b|"
        r"\bpeople\b|\bwaiting list\b|\bwaitlist(?:ed)?\b|\bconfirmed\b|\bpromoted\b|\bbecomes?\b|"
        r"\bcancell?ed\b"
    ),
)


def read(service: Service, scenes: list[Scene]) -> None:
    """Let those wait who come when all places are taken, and let them move up."""
    whole = heard.words(service, scenes)
    if not _WAITS.search(whole):
        return
    for kind in service.kinds:
        above = kind.parent
        limit = next((n for n in above.fields if _LIMIT.match(n)), "") if above is not None else ""
        making = next((x for x in scenes if x.kind is kind and x.request.method == "POST"), None)
        if above is None or not limit or making is None:
            continue
        _waits(service, scenes, kind, above, limit, making, whole)


def _waits(
    service: Service,
    scenes: list[Scene],
    kind: Kind,
    above: Kind,
    limit: str,
    making: Scene,
    whole: str,
) -> None:
    later = _STATES.search(whole)
    first = _SURE.search(whole)
    state = next(
        (n for n in ("status", "state") if n in kind.fields),
        "state"
        if re.search(r"(?i)\bstate\b", whole) and not re.search(r"(?i)\bstatus\b", whole)
        else "status",
    )
    sure, waits = (
        (first["s"].lower() if first else "confirmed"),
        (later["s"].lower() if later else "waitlisted"),
    )
    kind.fields[state] = Held(state, Type("string", choices=(sure, waits)), server=True)
    kind.brought = [x for x in kind.brought if x != state]
    making.given.pop(state, None)
    held = above.fields[limit]
    held.type = held.type or Type("integer", minimum=1)
    rows = (
        f"{kind.name}[where .{kind.within} = {above.one}.{above.key.name} and .{state} = "
        f"{json.dumps(sure)}]"
    )
    kind.fields[
        state
    ].start = f"if(count({rows}) < {above.one}.{limit}, {json.dumps(sure)}, {json.dumps(waits)})"
    for scene in scenes:
        ends = scene.row is kind and (
            (scene.request.method == "DELETE" and not scene.request.tail)
            or bool(re.match(r"(?i)^cancel", scene.request.tail))
        )
        if ends and scene.request.method == "DELETE":
            scene.after.append(lambda one: _moved_up(one, kind, above, state, sure, waits))
    about = [x for x in scenes if heard.about(x, kind) or heard.about(x, above)]
    for pattern in _TOLD:
        for one in [*service.brief.said, *(x for s in about for x in s.told.said)]:
            one.take(pattern)


def _moved_up(scene: Scene, kind: Kind, above: Kind, state: str, sure: str, waits: str) -> None:
    last = scene.lines.pop()
    scene.lines += [
        f"if {kind.one}.{state} = {json.dumps(sure)}:",
        (
            f"    let next = first({kind.name}[where .{kind.within} = {kind.one}.{kind.within} and "
            f".{state} = {json.dumps(waits)}, by .{kind.key.name}])"
        ),
        "    if next != null:",
        f"        patch {kind.name} next {{{state}: {json.dumps(sure)}}}",
        last,
    ]

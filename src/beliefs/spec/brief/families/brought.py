"""Texts and files that requests are brought: as a value in JSON, as the body, as an upload."""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.held import STRING, Held
from beliefs.spec.brief.rules import STATUS_WAYS
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.numbers import MANY, counted
from beliefs.spec.service import Assumption
from beliefs.spec.types import Type


class Text(NamedTuple):
    """A text that is brought: its value, how it is had, and whether it is all."""

    value: str
    lines: tuple[str, ...]
    raw: bool


_RAW = (
    r"(?i)\braw\b|\brequest body\b|\bin the body\b|\bas (?:the |its )?body\b|\bbody is\b|"
    r"text/(?:markdown|plain)|\bplain text\b"
)
_UPLOAD = r"(?i)\bupload\w*|\bmultipart\b|\bfiles?\b"
_NAMED = (
    r"(?i)\b(?:field|key|property|name)(?: (?:called|named))? [\"'`]?(?P<n>[a-z_]\w*)[\"'`]?|"
    r"[{(]\s*[\"'`]?(?P<m>[a-z_]\w*)[\"'`]?\s*(?::[^{},]*)?[})]"
)


def text_of(scene: Scene, text: str, usual: str) -> Text:
    """Bring the text that a request works on; where nothing says how, it is a value in JSON."""
    names = scene.told.body.names if scene.told.body is not None else ()
    if not names and re.search(_RAW, text):
        scene.bring("text", "body", Held("text", STRING, required=True))
        scene.consumes = "text/plain"
        return Text("input.text", (), raw=True)
    if not names and re.search(_UPLOAD, text):
        named = named_file(scene)
        scene.bring(named, "file", Held(named, Type("file"), required=True))
        scene.consumes = "multipart/form-data"
        lines = (
            f"let text = decoded(input.{named})",
            f'guard text != null else refused "{named}: is no text"',
        )
        return Text("text", lines, raw=True)
    told = re.search(_NAMED, text)
    name = names[0] if names else (told["n"] or told["m"]) if told else ""
    if not name:
        name = usual
        scene.service.assumptions.append(
            Assumption(
                f"what {scene.request.method} {scene.request.path} is brought",
                f'{{"{name}": "…"}}',
                scene.request.source,
            )
        )
    scene.bring(name, "json", Held(name, STRING, required=True))
    return Text(f"input.{name}", (), raw=False)


def named_file(scene: Scene, otherwise: str = "file") -> str:
    """What the part of a form is called that has the file."""
    for said in scene.request.said:
        found = re.search(
            r"(?i)\bfield,?(?: is)?(?: called| named)? [\"'`]?(?P<f>(?!is\b|the\b)[a-z_]\w*)",
            said.whole,
        )
        if found is not None:
            return str(found["f"])
    return otherwise


_LARGE = (
    r"(?:files?|uploads?|it|anything|pictures?|one)? ?(?:that (?:is|are) |which (?:is|are) |"
    r"is |are )?(?:above|larger than|over|bigger than|more than|exceed(?:s|ing)?|of more "
    rf"than) (?P<n>{MANY}) ?(?P<u>kb|mb|kib|mib|gb|bytes?|kilobytes?|megabytes?)"
)
_BYTES = {"b": 1, "k": 1024, "m": 1024 * 1024, "g": 1024**3}


def large(service: Service, scenes: list[Scene], scene: Scene, named: str) -> None:
    """Refuse files that are larger than they may be."""
    for each in heard.faults(service, scenes, _LARGE):
        left = heard.rest(
            each.fault.cause.text,
            _LARGE,
            r"\b(?:an?|are|is|rejected|refused|not allowed|too large|files?)\b",
        )
        if left or each.fault.status not in {400, 413, 422}:
            heard.put_back(service, each)
            continue
        most = counted(each.found["n"]) * _BYTES[each.found["u"][0].lower()]
        way = STATUS_WAYS.get(each.fault.status, "refused")
        if way == "refused":
            scene.fails("refused", each.fault.status)
        held = scene.given[named].held if named in scene.given else None
        several = held is not None and held.type is not None and held.type.kind == "list"
        fits = (
            f"count(input.{named}[where .size > {most}]) = 0"
            if several
            else f"input.{named}.size <= {most}"
        )
        scene.checks.append(f'guard {fits} else {way} "The file is larger than {most} bytes"')

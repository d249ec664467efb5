"""Texts and files that requests are brought: as a value in JSON, as the body, as an upload."""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.held import STRING, Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.names import row_of
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


def unassumed(service: Service, scenes: list[Scene], kind: Kind) -> None:
    """Forget fields that nothing said but custom, once somebody hears what there is."""
    assumed = f"the fields of {kind.spoken}"
    guessed = [x for x in service.assumptions if x.about == assumed]
    if not guessed:
        return
    service.assumptions[:] = [x for x in service.assumptions if x.about != assumed]
    for name in guessed[0].chosen.split(", "):
        kind.fields.pop(name, None)
        for scene in scenes:
            if scene.kind is kind:
                scene.given.pop(name, None)
    kind.brought = []


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
            r"(?i)\bmultipart(?:/form-data)?(?: form| upload)*,? ?[(:]? "
            r"?[`\"'](?P<f>[a-z_]\w*)[`\"']",
            said.whole,
        ) or re.search(
            r"(?i)\bfield,?(?: is)?(?: called| named)? [\"'`]?(?P<f>(?!is\b|the\b)[a-z_]\w*)",
            said.whole,
        )
        if found is not None:
            return str(found["f"])
    return otherwise


_BESIDE = re.compile(
    r"(?i)\bfield,?(?: is)?(?: called| named)? [\"'`]?\w+[\"'`]?\)?,? (?:and|plus|with|as well as) "
    r"(?:also )?"
)


def beside(scene: Scene, kind: Kind, named: str) -> None:
    """Fields of a form beside its file: "the field file and an optional caption"."""
    for one in scene.told.said:
        found = one.has(_BESIDE)
        if found is None:
            continue
        row, end = row_of(one.text, found.end(), frozenset(kind.fields), one.codes)
        names = [x for x in row if re.fullmatch(r"[a-z_]\w*", x.name) and x.name != named]
        for each in names:
            held = kind.held(each.name)
            held.required = False if each.optional else held.required
            scene.bring(each.name, "form", held)
        if names:
            one.text = f"{one.text[: found.start()]} ¦ {one.text[end:]}"


_EMPTY = r"\b(?:empty(?: files?| uploads?| ones?)?|(?:files? )?(?:of |with )?(?:0|zero|no) bytes)\b"


def filled(service: Service, scenes: list[Scene], scene: Scene, named: str) -> None:
    """Refuse files in which nothing is."""
    for each in heard.faults(service, scenes, _EMPTY):
        left = heard.rest(
            each.fault.cause.text,
            _EMPTY,
            r"\b(?:files?|uploads?|is|are|refused|rejected|not accepted)\b",
        )
        if left or each.fault.status not in {400, 422}:
            heard.put_back(service, each)
            continue
        scene.fails("refused", each.fault.status)
        scene.checks.append(f'guard input.{named}.size > 0 else refused "The file is empty"')


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

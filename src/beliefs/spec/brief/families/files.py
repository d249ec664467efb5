"""Files that are kept: brought as uploads, several at once, or as base64 in JSON."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import giving, heard
from beliefs.spec.brief.families.brought import large, named_file
from beliefs.spec.brief.held import STRING, Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.operations import Place
from beliefs.spec.types import Type

FILE = (
    r"(?:files?|images?|pictures?|photos?|photographs?|documents?|attachments?|pdfs?|avatars?|"
    r"resumes?|cvs?|videos?|recordings?)"
)
_UPLOAD = re.compile(
    rf"(?i)\bmultipart\b|\bform[- ]?(?:field|data)\b|\bupload\w*\b|\b(?:takes?|accepts?|stores?|"
    rf"receives?) (?:an? |the |some |several |multiple |one or more )*{FILE}\b"
)
_SEVERAL = re.compile(
    rf"(?i)\b(?:several|multiple|many|some|one or more|two or more) {FILE}\b|"
    rf"\b{FILE} at once\b|\bfield,?(?: called| named)? [\"'`]?files\b"
)
_NAMES = {
    "name": "name",
    "filename": "name",
    "file_name": "name",
    "original_name": "name",
    "original_filename": "name",
    "size": "size",
    "bytes": "size",
    "size_bytes": "size",
    "type": "type",
    "content_type": "type",
    "mime_type": "type",
    "mimetype": "type",
    "media_type": "type",
    "contentType": "type",
}
_OF_FILE = re.compile(rf"(?i)(?:\w+_)?(?:{FILE}|upload|content|id)(?:_\w+)?")
_USUAL = {"name": "name", "size": "size", "content_type": "type"}
_DATA = ("data", "content", "base64", "image", "file", "body", "payload", "picture", "photo")
WORDS = (
    rf"{FILE}|uploads?|uploaded|uploading|multipart|form|field|data|base64|encoded|bytes|"
    r"downloads?|downloaded|downloading|original|itself|attachments?|inline|metadata|info|"
    r"filename|file name|names?|size|types?|content types?|mime types?|right|correct|proper|"
    r"several|"
    r"multiple|at once|together|storage|store|server|albums?|ids"
)


def read(service: Service, scenes: list[Scene]) -> None:
    """Hear which requests keep files, and which give them back."""
    for scene in scenes:
        kind = scene.kind
        if scene.request.method != "POST" or scene.deed is not None or kind is None:
            continue
        told = " ".join(one.whole for one in scene.request.said)
        if re.search(r"(?i)\bbase64\b", told):
            _encoded(service, scenes, scene, kind)
        elif (
            scene.told.body is None
            and _UPLOAD.search(told)
            and re.search(rf"(?i)\b{FILE}", told)
            and not re.search(r"(?i)\bcsv\b|\bexcel\b|\bxlsx\b", told)
        ):
            _uploaded(service, scenes, scene, kind, several=bool(_SEVERAL.search(told)))
    giving.pictures_of_rows(service, scenes)


def _facts(service: Service, scenes: list[Scene], kind: Kind) -> dict[str, str]:
    """What is kept of a file beside its content: as answers show it, or as words name it."""
    shown = [
        n
        for s in scenes
        if heard.about(s, kind) and s.told.answer is not None
        for n in (s.told.answer.rows or s.told.answer).names
    ]
    assumed = f"the fields of {kind.spoken}"
    guessed = [x for x in service.assumptions if x.about == assumed]
    if guessed:  # nothing said that it has a name
        service.assumptions[:] = [x for x in service.assumptions if x.about != assumed]
        for name in guessed[0].chosen.split(", "):
            kind.fields.pop(name, None)
            for scene in scenes:
                if scene.kind is kind:
                    scene.given.pop(name, None)
        kind.brought = []
    told = [
        one.whole.lower().replace("content type", "content_type").replace("file name", "filename")
        for s in scenes
        if heard.about(s, kind) and not giving.gives(s)
        for one in s.request.said
        if not one.has(r"\bdownload")
    ]
    for row in re.findall(r"\b(?:\w+(?:, and |, | and ))+(?:its |the )?\w+", " ; ".join(told)):
        names = [x for x in re.findall(r"\w+", row) if x in _NAMES or x == "id"]
        shown += names if len(names) > 1 else []
    shown += [n for n in kind.brought if n in _NAMES]
    found = {n: _NAMES[n] for n in dict.fromkeys(shown) if n in _NAMES} or _USUAL
    for name, what in found.items():
        kind.fields[name] = Held(name, Type("integer") if what == "size" else STRING, server=True)
    return found


def _uploaded(
    service: Service, scenes: list[Scene], scene: Scene, kind: Kind, *, several: bool
) -> None:
    named = _part(scene, several=several)
    for name in [n for n, g in scene.given.items() if g.place == "json"]:
        given = scene.given.pop(name)
        if name in _NAMES or _OF_FILE.fullmatch(name):
            kind.fields.pop(name, None)
        else:
            scene.bring(name, "form", given.held)
    facts = _facts(service, scenes, kind)
    kind.brought = [n for n, g in scene.given.items() if g.place == "form"]
    for name in [n for n in kind.fields if n not in facts and n not in kind.brought]:
        if name in {named, "file", "upload", "original"} or name.endswith("file"):
            kind.fields.pop(name)
    place: Place = "file"
    one = "part" if several else f"input.{named}"
    type_ = Type("list", item=Type("file"), min_length=1) if several else Type("file")
    scene.bring(named, place, Held(named, type_, required=True))
    for name, what in facts.items():
        kind.fields[name].start = f"{one}.{what}"
    kind.fields["content"] = Held(
        "content", Type("file"), server=True, hidden=True, start=f"({one})"
    )
    scene.consumes = "multipart/form-data"
    large(service, scenes, scene, named)
    giving.only(service, scenes, scene, named)
    if several:
        scene.deed = _each_kept
    giving.given_back(service, scenes, kind, named)
    for other in [x for x in scenes if heard.about(x, kind)]:
        heard.forget(other, WORDS)


def _part(scene: Scene, *, several: bool) -> str:
    """What the part of the form is called that has the file."""
    told = named_file(scene, "")
    own = next((n for n in scene.given if re.fullmatch(rf"(?i)\w+_{FILE}", n)), "")
    own = own or next((n for n in scene.given if re.fullmatch(rf"(?i){FILE}", n)), "")
    return told or re.sub(r"(?i)_files?$", "", own) or ("files" if several else "file")


def _each_kept(scene: Scene, guards: list[str]) -> None:
    """Keep every file that came, all or none."""
    from beliefs.spec.brief import deeds

    inner = Scene(scene.service, scene.request, scene.told, scene.rows, scene.kind, scene.given)
    inner.needs = scene.needs
    kind = scene.kind
    assert kind is not None  # files are kept as rows of it
    deeds.create(inner, [])
    inserts = [x for x in inner.lines if x.startswith("insert ")]
    rows = [x for x in inner.lines if x.startswith(("let ", "guard ")) and scene.rows]
    part = next(n for n, g in scene.given.items() if g.place == "file")
    told = " ".join(one.whole for one in scene.request.said)
    ids = re.search(r"(?i)\b(?:their|the|all|list of) (?:new )?ids\b", told)
    scene.lines += [
        *rows,
        *scene.checks,
        *guards,
        "let kept = []",
        f"for part in input.{part}:",
        *(f"    {x}" for x in inserts),
        f"    let kept = append(kept, {kind.one}{f'.{kind.key.name}' if ids else ''})",
        f"answer {scene.told.status or 201} kept",
    ]


def _encoded(service: Service, scenes: list[Scene], scene: Scene, kind: Kind) -> None:
    """A file that comes as text in JSON."""
    data = next((n for n in scene.given if n in _DATA), "")
    name = next((n for n in scene.given if _NAMES.get(n) == "name"), "")
    media = next((n for n in scene.given if _NAMES.get(n) == "type"), "")
    if not data:
        return
    facts = _facts(service, scenes, kind)
    for same in [n for n in scene.given if n not in {name, media} and _OF_FILE.fullmatch(n)]:
        kind.fields.pop(same, None)
        if same != data:
            scene.given.pop(same)
    kind.fields.pop(data, None)
    scene.given[data].held = Held(data, STRING, required=True)
    kind.brought = [n for n in kind.brought if n not in {data, name, media}]
    way = "out_of_range"
    for each in heard.faults(service, scenes, r"(?i)\bbase64\b"):
        way = "refused"
        scene.fails("refused", each.fault.status)
    called = f"input.{name}" if name else '"file"'
    type_ = f"input.{media}" if media else '"application/octet-stream"'
    scene.checks += [
        f"let file = from_base64(input.{data}, {called}, {type_})",
        f'guard file != null else {way} "{data} is no base64"',
    ]
    for fact, what in facts.items():
        kind.fields[fact].start = f"file.{what}"
    kind.fields["content"] = Held("content", Type("file"), server=True, hidden=True, start="(file)")
    for brought in (name, media):
        if brought:
            scene.given[brought].held = Held(brought, STRING, required=True)
    giving.given_back(service, scenes, kind, data)
    for other in [x for x in scenes if heard.about(x, kind)]:
        heard.forget(other, WORDS)

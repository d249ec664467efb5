"""Files that are kept: brought as uploads, several at once, or as base64 in JSON."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import giving, heard
from beliefs.spec.brief.families.brought import beside, filled, large, named_file, unassumed
from beliefs.spec.brief.held import STRING, Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.scene import Given, Scene, Service
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
    "mime": "type",
    "file_name": "name",
    "file_size": "size",
    "file_type": "type",
    "sha256": "sha256",
    "checksum": "sha256",
    "hash": "sha256",
    "file_hash": "sha256",
    "sha256_hash": "sha256",
}
_OF_FILE = re.compile(rf"(?i)(?:\w+_)?(?:{FILE}|upload|content|id)(?:_\w+)?")
_USUAL = {"name": "name", "size": "size", "content_type": "type"}
_DATA = ("data", "content", "base64", "image", "file", "body", "payload", "picture", "photo")
WORDS = (
    rf"{FILE}|uploads?|uploaded|uploading|multipart|form|field|data|base64|encoded|bytes|"
    r"downloads?|downloaded|downloading|original|itself|attachments?|inline|metadata|info|"
    r"filename|file name|names?|size|types?|content types?|mime types?|right|correct|proper|"
    r"several|"
    r"multiple|at once|together|storage|store|server|albums?|ids|under|own|again|sha-?256|"
    r"hash|checksum|digest|of the content|pillow|pil|uploaded with|they were|accepted"
)


def read(service: Service, scenes: list[Scene]) -> None:
    """Hear which requests keep files, and which give them back."""
    for scene in scenes:
        kind = scene.kind
        if scene.request.method != "POST" or scene.deed is not None or kind is None:
            continue
        told = " ".join(one.whole for one in scene.request.said)
        part = stated_file(scene)
        if re.search(r"(?i)\bbase64\b", told) or _in_base64(scene):
            _encoded(service, scenes, scene, kind)
        elif part is not None:
            _uploaded(
                service,
                scenes,
                scene,
                kind,
                several=part.held.type is not None and part.held.type.kind == "list",
            )
        elif (
            scene.told.body is None
            and _UPLOAD.search(told)
            and re.search(rf"(?i)\b{FILE}|\bmultipart\b", told)
            and not re.search(r"(?i)\bcsv\b|\bexcel\b|\bxlsx\b", told)
        ):
            _uploaded(service, scenes, scene, kind, several=bool(_SEVERAL.search(told)))
    giving.pictures_of_rows(service, scenes)


def stated_file(scene: Scene) -> Given | None:
    """The part of a form of which a document says that it is a file."""
    found = [
        given
        for given in scene.given.values()
        if scene.request.form
        and given.held.type is not None
        and (given.held.type.kind == "file" or _of_files(given.held.type))
    ]
    return found[0] if len(found) == 1 else None


def _of_files(kind: Type) -> bool:
    return kind.item is not None and kind.item.kind == "file"


def _in_base64(scene: Scene) -> bool:
    """Whether a document says of a value that it is in base64."""
    return any(
        x.role == "body" and x.name in _DATA and x.said.has(r"\bbase64\b")
        for x in scene.request.lines
    )


def _fact(name: str) -> str:
    """What of a file a name says: its `name`, its `size` or its `type`; empty for all others."""
    return _NAMES.get(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower(), "")


def _facts(service: Service, scenes: list[Scene], kind: Kind, making: Scene) -> dict[str, str]:
    """What is kept of a file beside its content: as answers show it, or as words name it."""
    shown = [
        n
        for s in scenes
        if heard.about(s, kind) and s.told.answer is not None
        for n in (s.told.answer.rows or s.told.answer).names
    ]
    unassumed(service, scenes, kind)  # nothing said that it has a name
    told = [
        one.whole.lower().replace("content type", "content_type").replace("file name", "filename")
        for s in scenes
        if heard.about(s, kind) and not giving.gives(s)
        for one in s.request.said
        if not one.has(r"\bdownload")
    ]
    for row in re.findall(r"\b(?:\w+(?:, and |, | and ))+(?:its |the )?\w+", " ; ".join(told)):
        names = [x for x in re.findall(r"\w+", row) if _fact(x) or x == "id"]
        shown += names if len(names) > 1 else []
    shown += [n for n in kind.brought if _fact(n)]
    own = {n for n, g in making.given.items() if g.place == "form"}
    found = {n: _fact(n) for n in dict.fromkeys(shown) if _fact(n) and n not in own} or _USUAL
    for name, what in found.items():
        kind.fields[name] = Held(name, Type("integer") if what == "size" else STRING, server=True)
    return found


def _uploaded(
    service: Service, scenes: list[Scene], scene: Scene, kind: Kind, *, several: bool
) -> None:
    stated = stated_file(scene)
    named = stated.held.name if stated is not None else _part(scene, several=several)
    for name in [n for n, g in scene.given.items() if g.place == "json"]:
        given = scene.given.pop(name)
        apart = stated is None and (_fact(name) or _OF_FILE.fullmatch(name))
        if apart or name == named:
            kind.fields.pop(name, None)
        else:
            scene.bring(name, "form", given.held)
    facts = _facts(service, scenes, kind, scene)
    beside(scene, kind, named)
    kind.brought = [n for n, g in scene.given.items() if g.place == "form"]
    for name in [n for n in kind.fields if n not in facts and n not in kind.brought]:
        if name in {named, "file", "upload", "original"} or name.endswith("file"):
            kind.fields.pop(name)
    place: Place = "file"
    one = "part" if several else f"input.{named}"
    type_ = Type("list", item=Type("file"), min_length=1) if several else Type("file")
    scene.bring(named, place, Held(named, type_, required=True))
    for name, what in facts.items():
        kind.fields[name].start = f"(hash({one}))" if what == "sha256" else f"{one}.{what}"
    kind.fields["content"] = Held(
        "content", Type("file"), server=True, hidden=True, start=f"({one})"
    )
    scene.consumes = "multipart/form-data"
    large(service, scenes, scene, named)
    filled(service, scenes, scene, named)
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
    name = next((n for n in scene.given if _fact(n) == "name"), "")
    media = next((n for n in scene.given if _fact(n) == "type"), "")
    if not data:
        return
    facts = _facts(service, scenes, kind, scene)
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
        kind.fields[fact].start = "(hash(file))" if what == "sha256" else f"file.{what}"
    kind.fields["content"] = Held("content", Type("file"), server=True, hidden=True, start="(file)")
    for brought in (name, media):
        if brought:
            scene.given[brought].held = Held(brought, STRING, required=True)
    giving.given_back(service, scenes, kind, data)
    for line in [x for x in scene.request.lines if x.name in {data, name, media}]:
        while line.said.take(rf"\b(?:{WORDS}|in|as|of|the|its)\b"):
            pass
    for other in [x for x in scenes if heard.about(x, kind)]:
        heard.forget(other, WORDS)

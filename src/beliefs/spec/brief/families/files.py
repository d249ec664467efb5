"""Files: brought as uploads or as base64, kept, downloaded, packed."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.families.brought import large, named_file
from beliefs.spec.brief.held import STRING, Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.types import Type

_UPLOAD = re.compile(r"(?i)\bmultipart\b|\bform[- ]?(?:field|data)\b|\bupload\w*\b")
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
_TOLD = (
    (
        r"\(?(?:in |as )?(?:a |the )?multipart(?:/form-data)?(?: form| upload)?(?:[- ]data)?,? ?(?"
        r":(?"
        r":in |with )?(?:the |a )?(?:form )?field(?: called| named)? (?:⟪\d+⟫|\w+))?\)?"
    ),
    (
        r"(?:in |with )?(?:the |a )?form[- ]field(?: called| named)? "
        r"(?:⟪\d+⟫|\w+)"
    ),
    (
        r"(?:an? |the )?(?:file )?uploads?(?:ed)?(?: of)?(?: (?:an? |the )?(?:file|picture|image|"
        r"photo)s?)?(?: with)?"
    ),
    (
        r"(?:,? ?)?downloads? (?:it|the file|one|the picture|a file)?"
        r"(?: with its (?:original )?(?:file ?)?name and (?:content )?"
        r"type)?"
    ),
    (
        r"(?:the )?download has the (?:original )?(?:file ?)?name and "
        r"(?:the )?(?:content )?type"
    ),
    (
        r"with (?:its |the |an? )?(?:id|name|size|type)(?:(?:, | and |, and )(?:its )?(?:id|name|"
        r"size|"
        r"type|content_type)(?: in bytes)?)*"
    ),
    (
        r"(?:the )?file content in base64(?: in \w+)?|whose "
        r"content "
        r"is (?:in )?base64(?: in \w+)?|base64(?:[- ]encoded)?|in "
        r"bytes"
    ),
    (
        r"(?:stores? )?a file\b|returns? the bytes|the bytes|\bfile "
        r"storage\b|\bfile store\b|,? ?\bdownload with\b|\bdownloads?"
        r"\b|\bsize\b|\bas JSON\b"
    ),
)


def read(service: Service, scenes: list[Scene]) -> None:
    """Hear what is done with files."""
    for scene in scenes:
        whole = " ".join(one.whole for one in scene.request.said)
        if scene.request.method not in {"POST", "PUT"} or scene.deed is not None:
            continue
        if scene.kind is not None and re.search(r"(?i)\bbase64\b", whole):
            _encoded(service, scenes, scene, scene.kind)
        elif (
            scene.kind is not None
            and scene.told.body is None
            and _UPLOAD.search(whole)
            and re.search(r"(?i)\bfile|\bupload|picture|photo|image", whole)
        ):
            _uploaded(service, scenes, scene, scene.kind, whole)


def _kept(service: Service, scenes: list[Scene], kind: Kind, scene: Scene) -> dict[str, str]:
    """The fields of a kept file: what answers show of it, each with what it is."""
    shown = [
        n
        for s in scenes
        if heard.about(s, kind) and s.told.answer is not None
        for n in (s.told.answer.rows or s.told.answer).names
    ]
    shown += [n for n in kind.fields if n in _NAMES]
    text = " ".join(one.whole for s in scenes if heard.about(s, kind) for one in s.request.said)
    shown += [
        n
        for n in ("name", "filename", "size", "content_type")
        if re.search(rf"(?i)\bid\b[^.;]*\b{n}\b", text)
    ]
    found = {n: _NAMES[n] for n in dict.fromkeys(shown) if n in _NAMES}
    found = found or {"name": "name", "size": "size", "content_type": "type"}
    for name, what in found.items():
        kind.fields[name] = Held(name, Type("integer") if what == "size" else STRING, server=True)
    return found


def _uploaded(service: Service, scenes: list[Scene], scene: Scene, kind: Kind, whole: str) -> None:
    named = named_file(scene)
    for name in [n for n, g in scene.given.items() if g.place == "json"]:
        scene.given.pop(name)
        if name not in _NAMES:
            kind.fields.pop(name, None)
    told = _kept(service, scenes, kind, scene)
    kind.brought = []
    for name in [
        n
        for n in kind.fields
        if n not in told and (n in {named, "file", "upload", "original"} or n.endswith("file"))
    ]:
        kind.fields.pop(name)
    kind.fields["content"] = Held("content", Type("file"), server=True, hidden=True)
    scene.bring(named, "file", Held(named, Type("file"), required=True))
    scene.consumes = "multipart/form-data"
    large(service, scenes, scene, named)
    values = [
        *(f"{n}: input.{named}.{what}" for n, what in told.items()),
        f"content: input.{named}",
    ]
    scene.deed = lambda one, guards: _insert(one, guards, kind, values, [])
    _downloads(service, scenes, kind)


def _encoded(service: Service, scenes: list[Scene], scene: Scene, kind: Kind) -> None:
    """A file that comes as text in JSON."""
    data = next(
        (
            n
            for n in scene.given
            if n in {"data", "content", "base64", "image", "file", "body", "payload", "picture"}
        ),
        "",
    )
    name = next((n for n in scene.given if _NAMES.get(n) == "name"), "")
    if not data:
        return
    given = dict(scene.given.items())
    told = _kept(service, scenes, kind, scene)
    kind.fields.pop(data, None)
    kind.fields["content"] = Held("content", Type("file"), server=True, hidden=True)
    scene.given.clear()
    for brought in (name, data):
        if brought:
            given[brought].held.server = False
            scene.bring(brought, "json", given[brought].held)
    way = "out_of_range"
    for each in heard.faults(service, scenes, r"(?i)\bbase64\b"):
        way = "refused"
        scene.fails("refused", each.fault.status)
    lines = [
        (
            f"let file = from_base64(input.{data}, "
            f'{f"input.{name}" if name else chr(34) + "file" + chr(34)}, "application/octet-stream'
            '")'
        ),
        f'guard file != null else {way} "{data} is no base64"',
    ]
    values = [*(f"{n}: file.{what}" for n, what in told.items()), "content: file"]
    scene.deed = lambda one, guards: _insert(one, guards, kind, values, lines)
    _downloads(service, scenes, kind)


def _insert(
    scene: Scene, guards: list[str], kind: Kind, values: list[str], before: list[str]
) -> None:
    from beliefs.spec.brief import deeds
    from beliefs.spec.brief.showing import shown

    deeds.read_rows(scene)
    if kind.parent is not None and kind.parent in scene.rows:
        values = [f"{kind.within}: {kind.parent.one}.{kind.parent.key.name}", *values]
    values = [*values, *(["owner_id: me.id"] if kind.owner else [])]
    scene.lines += [*guards, *before, f"insert {kind.name} {{{', '.join(values)}}} as {kind.one}"]
    sketch = (
        scene.told.answer
        if scene.told.answer is not None and scene.told.answer.form == "record"
        else None
    )
    deeds.done(scene, shown(scene, kind, kind.one, sketch), 201)


def _downloads(service: Service, scenes: list[Scene], kind: Kind) -> None:
    """Requests that give a file back, and those that give all of them."""
    mine = [x for x in scenes if heard.about(x, kind)]
    gets = [x for x in scenes if x.request.method == "GET" and x.row is kind and x.kind is None]
    apart = next(
        (x for x in gets if re.match(r"(?i)^(?:download|content|raw|file|data)$", x.request.tail)),
        None,
    )
    for scene in gets:
        whole = " ".join(one.whole for one in scene.request.said)
        asked = (
            re.search(
                r"(?i)\bdownload|\bbytes\b|\bthe file\b|\bcontent\b|original (?:file )?name", whole
            )
            and scene.told.answer is None
        )
        if scene is apart or (apart is None and not scene.request.tail and asked):
            scene.deed = _given_back
    for scene in scenes:
        whole = " ".join(one.whole for one in scene.request.said)
        if (
            scene.request.method == "GET"
            and not scene.rows
            and re.search(r"\b(?:ZIP|zip)\b", whole)
        ):
            name = re.search(r"\b(?P<n>[\w-]+\.zip)\b", whole)
            file = name["n"] if name else f"{kind.plural}.zip"
            scene.deed = lambda one, _, file=file: one.lines.append(
                f'answer 200 content(archive("{file}", each(one in {kind.name}: one.content)))'
            )
            for one in scene.told.said:
                one.take(
                    r"(?:answers?|downloads?|returns?|gives?)? ?(?:all |the )*(?:uploaded )?(?"
                    rf":{kind.plural})? ?(?:as |in )?(?:one |an? )?zip(?: file| archive)?(?: (?"
                    r":named|called) [\w.-]+)?(?: (?:with|of) (?:all |the )*(?:uploaded )?(?"
                    rf":{kind.plural}))?"
                )
    for pattern in _TOLD:
        heard.take(service, mine, pattern)


def _given_back(scene: Scene, guards: list[str]) -> None:
    from beliefs.spec.brief import deeds

    kind = scene.row
    assert kind is not None  # its path names one
    deeds.read_rows(scene)
    scene.lines += [*guards, f"answer 200 content({kind.one}.content)"]

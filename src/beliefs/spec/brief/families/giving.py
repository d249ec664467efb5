"""Files that are given back: as they came, made smaller, or packed; and pictures of rows."""

from __future__ import annotations

from collections.abc import Callable

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.held import Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.rules import STATUS_WAYS
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.brief.turning import PICTURE
from beliefs.spec.entities import Key
from beliefs.spec.service import Assumption
from beliefs.spec.types import Type

_APART = r"(?i)^(?:download|content|raw|file|data|original|bytes)$"
_BACK = (
    r"(?i)\bdownload|\bbytes\b|\bcontents?\b|original (?:file )?name|\bitself\b|\bserves?\b|"
    r"\b(?:sends?|gives?|returns?|answers?|gets?|fetch(?:es)?|streams?)(?: back)? (?:the |it\b|"
    r"an? )"
    r"(?:file|image|picture|photo|document|back\b|again\b)|\bthe (?:file|image|picture|photo)\W*$|"
    r"\bsends? it\b"
)
_ABOUT = r"(?i)\bmetadata\b|\binfo|\bdetails\b|\bJSON\b|\bname\b[^.;]*\bsize\b"
_SHOWN = r"(?i)\bitself\b|\bshows? it\b|\bdisplay|\binline\b|\b(?:sends?|serves?) (?:the|it)\b"
_SMALL = (
    r"(?i)\bthumb(?:nail)?s?\b|\bsmall(?:er)?\b|\bre(?:sized?|scaled?)\b|\bscaled\b|\bpreview\b|"
    r"\bpixels wide\b"
)
_WORDS = (
    r"thumbnails?|resized?|scaled?|smaller|version|previews?|pictures?|images?|photos?|png|jpe?g|"
    r"pixels?|px|wide|high|tall|width|height|size|most|up|within|zip|archive|one"
)


def given_back(service: Service, scenes: list[Scene], kind: Kind, named: str) -> None:
    """The requests that give the file of a row back, in whatever form, or the files of all."""
    gets = [x for x in scenes if x.request.method == "GET" and x.row is kind and x.kind is None]
    apart = [x for x in gets if re.match(_APART, x.request.tail) or x.request.tail == named]
    for scene in gets:
        told = _told(scene)
        if scene.deed is not None or scene.told.answer is not None:
            continue
        if re.search(_SMALL, f"{told} {scene.request.tail}"):
            _smaller(service, scene, kind, told)
        elif scene in apart or (not apart and not scene.request.tail and gives(scene)):
            scene.deed = _back
    _packed(scenes, kind)


def gives(scene: Scene) -> bool:
    """Whether words say that a request gives a file back, and not what is known of it."""
    told = _told(scene)
    return bool(
        scene.request.method == "GET"
        and scene.row is not None
        and re.search(_BACK, told)
        and not re.search(_ABOUT, told)
    )


def _told(scene: Scene) -> str:
    return " ".join(one.whole for one in scene.request.said)


def _back(scene: Scene, guards: list[str]) -> None:
    from beliefs.spec.brief import deeds

    kind = scene.row
    assert kind is not None  # its path names one
    deeds.read_rows(scene)
    how = "inline" if re.search(_SHOWN, _told(scene)) else "content"
    scene.lines += [*guards, f"answer 200 {how}({kind.one}.content)"]


# ---- smaller pictures ----------------------------------------------------------------------------


def _smaller(service: Service, scene: Scene, kind: Kind, told: str) -> None:
    before, value = _sized(service, scene, f"{kind.one}.content", told)

    def deed(one: Scene, guards: list[str]) -> None:
        from beliefs.spec.brief import deeds

        deeds.read_rows(one)
        one.lines += [*guards, *before, *_picture(value)]

    scene.deed = deed
    heard.forget(scene, rf"{_WORDS}|\d+x\d+|(?<=most )\d+|\d+(?= pixels| px)")


def _picture(value: str) -> list[str]:
    return [
        f"let picture = {value}",
        'guard picture != null else refused "The file is no picture"',
        "answer 200 inline(picture)",
    ]


def _sized(service: Service, scene: Scene, content: str, told: str) -> tuple[list[str], str]:
    """What is done first, and the picture in the size that words or callers say."""
    form = re.search(r"(?i)\b(?P<f>png|jpe?g|webp|gif)\b", told)
    as_ = f'"{form["f"].lower().replace("jpg", "jpeg")}"' if form else "null"
    query = {x: y for x, y in scene.request.query.items() if x in {"width", "height", "size", "w"}}
    sides = {x: y for x, y in query.items() if x != "size"} or query
    if not sides and (named := re.search(r"(?i)\bgiven (width|height|size)\b", told)):
        sides = {named[1].lower(): ""}
    for name, sample in sides.items():
        whole = Type("integer", minimum=1, maximum=10000)
        usual = sample if sample.isdigit() else ""
        plain = len(scene.told.said) > 1  # it is asked for without a size, too
        default = None if plain or not usual else usual
        scene.bring(
            name, "query", Held(name, whole, required=not (plain or usual), default=default)
        )
        if default:
            about = f"the {name} of {scene.request.path} where none is given"
            service.assumptions.append(Assumption(about, usual, scene.request.source))
    if sides:
        width, height = (f"input.{x}" if x in sides else "null" for x in ("width", "height"))
        if "size" in sides:
            width = height = "input.size"
        width = "input.w" if "w" in sides else width
        given = " and ".join(f"input.{x} = null" for x in sides)
        before = [f"if {given}:", f"    answer 200 inline({content})"]
        free = all(scene.given[x].held.default is None for x in sides) and len(scene.told.said) > 1
        return before if free else [], f"pictured({content}, {as_}, {width}, {height})"
    box = re.search(r"(?i)\b(\d{1,5}) ?(?:x|×|by) ?(\d{1,5})\b", told)
    wide = re.search(r"(?i)\b(\d{1,5}) ?(?:px|pixels?) wide", told)
    most = re.search(r"(?i)\b(\d{1,4}) ?-?(?:px|pixels?)\b", told)
    if wide:
        return [], f"pictured({content}, {as_}, {wide[1]}, null)"
    if box and box[1] != box[2]:
        return [], f"pictured({content}, {as_}, {box[1]}, {box[2]})"
    if not (box or most):
        about = f"how large a picture of {scene.request.path} may be"
        service.assumptions.append(Assumption(about, "128 pixels", scene.request.source))
    return [], f"thumbnail({content}, {box[1] if box else most[1] if most else 128})"


# ---- all of them in one --------------------------------------------------------------------------


def _packed(scenes: list[Scene], kind: Kind) -> None:
    """Requests for all files in one: of the collection, or of those below one row."""
    for scene in scenes:
        told = _told(scene)
        if scene.request.method != "GET" or scene.deed is not None:
            continue
        if not re.search(r"(?i)\bzips?\b|\bzipped\b", f"{told} {scene.request.tail}"):
            continue
        above = scene.row if scene.row is not None and scene.row is kind.parent else None
        if scene.rows and above is None:
            continue
        where = f"[where .{kind.within} = {above.one}.{above.key.name}]" if above else ""
        name = re.search(r"\b(?P<n>[\w-]+\.zip)\b", told)
        file = name["n"] if name else f"{kind.plural}.zip"
        rows = f"{kind.name}{where}"
        answer = f'answer 200 content(archive("{file}", each(one in {rows}: one.content)))'

        def deed(one: Scene, guards: list[str], answer: str = answer) -> None:
            from beliefs.spec.brief import deeds

            deeds.read_rows(one)
            one.lines += [*guards, answer]

        scene.deed, scene.kind = deed, None
        names = rf"{re.escape(kind.plural)}|{re.escape(kind.spoken)}|{re.escape(file)}"
        heard.forget(scene, rf"{_WORDS}|{names}|downloads?|uploaded|files?|documents?|named")


# ---- which files may come ------------------------------------------------------------------------


_TYPES = {
    "pdf": "application/pdf",
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "gif": "image/gif",
    "webp": "image/webp",
    "csv": "text/csv",
    "txt": "text/plain",
    "zip": "application/zip",
}
_KINDS = "|".join(_TYPES)
_ONLY = (
    rf"\b(?:only (?:accepts? |takes? )?(?P<a>(?:{_KINDS})s?(?:(?:,? (?:and|or) |, ?|"
    rf"/)(?:{_KINDS})s?)*)|"
    rf"(?P<b>(?:{_KINDS})s?(?:(?:,? (?:and|or) |, ?|/)(?:{_KINDS})s?)*)(?: \w+)? only)\b"
)
_NONE = (
    r"(?:\banything(?: else)?\b|\bother(?: files?| types?)?\b|\b(?:not|no|isn't|aren't|non-?)\b.*"
    rf"(?:{PICTURE})|\bother\b)"
)


def only(service: Service, scenes: list[Scene], scene: Scene, named: str) -> None:
    """Refuse files of another type than those that may come."""
    types: list[str] = []
    for one in heard.sentences(service, [scene]):
        found = one.has(_ONLY)
        if found is not None:
            told = re.findall(rf"(?i){_KINDS}", found["a"] or found["b"])
            types = list(dict.fromkeys(_TYPES[x.lower()] for x in told))
            one.take(rf"{_ONLY}(?: files?| images?| \w+)?")
    picture = f"pictured(input.{named}, null, null, null) != null"
    holds = f"input.{named}.type in [{', '.join(f'{chr(34)}{x}{chr(34)}' for x in types)}]"
    way = "unsupported_type"
    stated = False
    for each in heard.faults(service, scenes, rf"{_NONE}|^[\W¦]*$|{_ONLY}"):
        if each.fault.status not in {400, 415, 422} or (each.scenes and scene not in each.scenes):
            heard.put_back(service, each)
            continue
        if (found := re.search(f"(?i){_ONLY}", each.fault.cause.text)) is not None and not types:
            told = re.findall(rf"(?i){_KINDS}", found["a"] or found["b"])
            types = list(dict.fromkeys(_TYPES[x.lower()] for x in told))
            holds = f"input.{named}.type in [{', '.join(f'{chr(34)}{x}{chr(34)}' for x in types)}]"
        way = STATUS_WAYS.get(each.fault.status, "refused")
        if way == "refused":
            scene.fails("refused", each.fault.status)
        stated = True
    if types or stated:
        complaint = "The file is of another type" if types else "The file is no picture"
        scene.checks.append(f'guard {holds if types else picture} else {way} "{complaint}"')


# ---- one picture of a row ------------------------------------------------------------------------


_OF_ROW = r"(?i)^(?:avatar|photo|picture|image|logo|cover|portrait|icon|file|resume|attachment)$"


def pictures_of_rows(service: Service, scenes: list[Scene]) -> None:
    """`PUT /users/{name}/avatar`: one file for each row, or for each name."""
    for scene in scenes:
        row, tail = scene.row, scene.request.tail
        if scene.request.method not in {"PUT", "POST"} or scene.deed is not None or row is None:
            continue
        told = _told(scene)
        if scene.kind is not None or not re.match(_OF_ROW, tail):
            continue
        if not re.search(r"(?i)\bupload|\bmultipart|\bsets?\b|\bstores?\b|\breplac", told):
            continue
        scene.given = {n: g for n, g in scene.given.items() if g.place == "path"}
        scene.bring("file", "file", Held("file", Type("file"), required=True))
        scene.consumes = "multipart/form-data"
        only(service, scenes, scene, "file")
        kind = row if row.makes else Kind(tail.capitalize(), f"/{tail}s", key=Key("id", "integer"))
        if kind is not row:
            service.kinds.append(kind)
            kind.fields["of"] = Held("of", scene.given[row.param].held.type, server=True)
        held = tail if kind is row else "content"
        kind.fields[held] = Held(
            held, Type("file", nullable=kind is row), server=True, hidden=True, start="null"
        )
        scene.deed = _put(kind, row, held)
        for other in scenes:
            if other.request.path != scene.request.path or other is scene:
                continue
            _of_row(service, other, kind, row, held)
            heard.forget(other, rf"{_WORDS}|\d+x\d+|{tail}|sends?|it|back|uploads?")
        heard.forget(scene, rf"{_WORDS}|{tail}|uploads?|files?|multipart|form")


def _put(kind: Kind, row: Kind, held: str) -> Callable[[Scene, list[str]], None]:
    def deed(scene: Scene, guards: list[str]) -> None:
        from beliefs.spec.brief import deeds

        shown = "{name: input.file.name, size: input.file.size, content_type: input.file.type}"
        if kind is row:
            deeds.read_rows(scene)
            change = [f"patch {row.name} {row.one} {{{held}: input.file}}"]
        else:
            scene.lines += scene.checks
            change = [
                f"delete {kind.name} where .of = input.{row.param}",
                f"insert {kind.name} {{of: input.{row.param}, content: input.file}} as {kind.one}",
            ]
        scene.lines += [*guards, *change, f"answer {scene.told.status or 200} {shown}"]

    return deed


def _of_row(service: Service, scene: Scene, kind: Kind, row: Kind, held: str) -> None:
    before: list[str] = []
    value = ""
    if scene.request.method == "GET" and re.search(_SMALL, _told(scene)):
        before, value = _sized(service, scene, f"{kind.one}.{held}", _told(scene))

    def deed(one: Scene, guards: list[str]) -> None:
        from beliefs.spec.brief import deeds

        missing = f'guard {kind.one} != null else absent "{kind.spoken.capitalize()} not found"'
        if kind is row:
            deeds.read_rows(one)
            missing = f'guard {kind.one}.{held} != null else absent "There is no {held}"'
            reads = []
        else:
            reads = [f"let {kind.one} = first({kind.name}[where .of = input.{row.param}])"]
        one.lines += [*reads, missing, *guards, *before]
        if one.request.method == "DELETE":
            gone = (
                f"patch {kind.name} {kind.one} {{{held}: null}}"
                if kind is row
                else f"delete {kind.name} where .of = input.{row.param}"
            )
            one.lines += [gone, "answer 204"]
        elif value:
            one.lines += _picture(value)
        else:
            one.lines.append(f"answer 200 inline({kind.one}.{held})")

    if scene.request.method in {"GET", "DELETE"}:
        scene.deed = deed

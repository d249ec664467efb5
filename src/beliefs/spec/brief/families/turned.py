"""What requests make that keep nothing: HTML of Markdown, one file of several, counts of texts."""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Turning
from beliefs.spec.brief.families import heard, programs
from beliefs.spec.brief.families.brought import Text, large, named_file, text_of
from beliefs.spec.brief.held import Held
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.brief.turning import words
from beliefs.spec.features.tools import FORMATS, WHOLE, Deed, Tool, complaint, made
from beliefs.spec.numbers import MANY, counted
from beliefs.spec.operations import Place
from beliefs.spec.service import Assumption
from beliefs.spec.types import Type


class Sort(NamedTuple):
    """The words that a turning is told with, what its file is, and what it is not."""

    words: str
    complaint: str = ""
    invalid: str = ""


_FILE = (
    r"uploads?|uploaded|uploading|files?|multipart|form|data|documents?|at once|together|them|"
    r"takes?|goes|containing|contains?|whole"
)
_ZIP = Sort(
    rf"{_FILE}|zips?|zipped|unzips?|archives?|archived|several|multiple|many|some|one or more|"
    rf"names?|"
    r"inside|contents?|sizes?|inspects?|entry|\w+\.zip|images?|pictures?|photos?|bytes",
    "This is no ZIP file",
    r"\bzip\b|\barchive\b",
)
_PDF = Sort(
    rf"{_FILE}|pdfs?|merge[sd]?|merging|combine[sd]?|joins?|joined|several|multiple|many|one "
    rf"or more|"
    r"pages?|page|number|counts?|counted|extracts?|extracted|order|two or more|(?:at least )?two",
    "This is no PDF file",
    r"\bpdfs?\b",
)
_PICTURE = Sort(
    rf"{_FILE}|images?|pictures?|photos?|resize[sd]?|resizing|scale[sd]?|thumbnails?|width|height|"
    r"size|pixels?|px|converts?|converted|conversion|formats?|png|jpe?g|gif|webp|bmp|keeping|"
    r"proportions?|aspect|ratio|version|new|version|by",
    "The file is no picture",
    r"\bimages?\b|\bpictures?\b|\bphotos?\b",
)
_SORTS: dict[Turning, Sort] = {
    "html": Sort(
        r"markdown|md|html|renders?|rendered|rendering|converts?|converted|turns?|turned|raw|text|"
        r"page|document|web|preview|text/markdown|text/html|plain|uploads?|uploaded|files?|source"
    ),
    "count": Sort(
        r"plain|raw|texts?|strings?|words?|lines?|characters?|chars|sentences?|counts?|counted|"
        r"number|"
        r"text/plain|how many|statistics|stats|document|analy[sz]es?"
    ),
    "zip": _ZIP,
    "unzip": _ZIP,
    "combine": _PDF,
    "pages": _PDF,
    "text": _PDF,
    "resize": _PICTURE,
    "convert": _PICTURE,
}


def read(service: Service, scenes: list[Scene]) -> None:
    """Write what each request makes of what it is brought."""
    for scene in scenes:
        sort = scene.request.turning
        if not sort or scene.deed is not None:
            continue
        text = words(scene.request)
        scene.kind, scene.rows = None, []
        if sort == "program":
            programs.converted(service, scene, text)
            continue
        told = _SORTS[sort]
        if told.invalid:
            _invalid(service, scenes, scene, told.invalid)
        scene.given.clear()
        if sort in {"html", "count"}:
            _of_text(scene, text, sort)
        elif sort == "unzip":
            _listed(scene, text)
        else:
            _tool(service, scenes, scene, text, sort)
        heard.forget(scene, told.words)


# ---- texts -------------------------------------------------------------------------------------


_PAGE = r"(?i)text/html|\bhtml page\b|\bas html\b|\bpage\b|\bhtml document\b|\brendered html as\b"


def _of_text(scene: Scene, text: str, sort: Turning) -> None:
    brought = text_of(scene, text, "markdown" if sort == "html" else "text")
    if sort == "count":
        _count(scene, brought, text)
        return
    shown = scene.told.answer.names if scene.told.answer is not None else ()
    page = not shown and (brought.raw or bool(re.search(_PAGE, text)))
    status = scene.told.status or 200
    html = f"markdown({brought.value})"
    answer = (
        f'answer {status} as "text/html" {html}'
        if page
        else (f"answer {status} {{{shown[0] if len(shown) == 1 else 'html'}: {html}}}")
    )
    scene.deed = lambda one, guards: one.lines.extend([*guards, *brought.lines, answer])
    if not page and not shown:
        _assume(scene, "what it answers", '{"html": "…"}')


_FIGURES = {
    "lines": "count(lines({}))",
    "words": "count(words_in({}))",
    "characters": "length({})",
    "sentences": "count(phrases_in({}))",
}


def _count(scene: Scene, brought: Text, text: str) -> None:
    plain = re.sub(r"(?i)\bchars\b", "characters", text)
    named = [x for x in _FIGURES if re.search(rf"(?i)\b{x[:-1]}(?:s|\b)", plain)]
    order = sorted(named, key=lambda each: plain.lower().find(each[:-1]))
    shown = scene.told.answer.names if scene.told.answer is not None else ()
    names = {each: next((n for n in shown if each[:-1] in n.lower()), each) for each in order}
    told = ", ".join(f"{names[each]}: {_FIGURES[each].format(brought.value)}" for each in order)
    answer = f"answer {scene.told.status or 200} {{{told}}}"
    scene.deed = lambda one, guards: one.lines.extend([*guards, *brought.lines, answer])


# ---- files -------------------------------------------------------------------------------------


def _invalid(service: Service, scenes: list[Scene], scene: Scene, pattern: str) -> None:
    """How a file is answered that is none of its sort, wherever that is said."""
    none = rf"(?:\b(?:not|no|isn't|aren't|invalid|broken|anything else|other)\b.*)?(?:{pattern})"
    for each in heard.faults(service, scenes, none):
        alike = [x for x in scenes if (sort := _sort(x)) is not None and sort.invalid == pattern]
        for one in alike or [scene]:
            one.fails("refused", each.fault.status)


def _sort(scene: Scene) -> Sort | None:
    return _SORTS.get(scene.request.turning) if scene.request.turning else None


def _listed(scene: Scene, text: str) -> None:
    """What is in an archive."""
    named = named_file(scene)
    scene.bring(named, "file", Held(named, Type("file"), required=True))
    scene.consumes = "multipart/form-data"
    sketch = scene.told.answer
    record = sketch.listed if sketch is not None else None
    facts = record.names if record is not None else ()
    if not facts and re.search(r"(?i)\bsizes?\b", text):
        facts = ("name", "size")
    known = {"name": "path", "path": "path", "filename": "path", "size": "size", "bytes": "size"}
    if any(each not in known for each in facts):
        scene.open.append(f"what {', '.join(facts)} are of what is in an archive")
        return
    items = (
        "each(one in entries: {" + ", ".join(f"{n}: one.{known[n]}" for n in facts) + "})"
        if facts
        else "each(one in entries: one.path)"
    )
    if sketch is not None and sketch.form == "record" and len(sketch.parts) == 1:
        items = f"{{{sketch.parts[0].name}: {items}}}"
    scene.deed = lambda one, guards: one.lines.extend(
        [
            *guards,
            f"let entries = zip_entries(input.{named})",
            'guard entries != null else refused "This is no ZIP file"',
            f"answer {one.told.status or 200} {items}",
        ]
    )


_DEEDS: dict[Turning, Deed] = {
    "zip": "archive",
    "combine": "combine",
    "pages": "text",
    "text": "text",
    "resize": "convert",
    "convert": "convert",
}
_AT_LEAST = rf"(?i)\b(?P<n>{MANY}) or more\b|\bat least (?P<m>{MANY})\b"
_SIDES = ("width", "height")


def _tool(service: Service, scenes: list[Scene], scene: Scene, text: str, sort: Turning) -> None:
    several = sort in {"zip", "combine"}
    named = named_file(scene, "files" if several else "file")
    least = re.search(_AT_LEAST, text)
    kind = Type("file")
    if several:
        most = counted(least["n"] or least["m"]) if least else 1
        kind = Type("list", item=Type("file"), min_length=int(most))
    scene.bring(named, "file", Held(named, kind, required=True))
    scene.consumes = "multipart/form-data"
    large(service, scenes, scene, named)
    told = _told(scene, text, sort)
    called = re.search(r"(?<![\w/.{-])[\w-]+\.(?:zip|pdf)\b", text)
    form = _form(text) if "format" not in told else ""
    tool = Tool(_DEEDS[sort], named, several, told, {}, form, called[0] if called else "")
    lines, name = made(tool, f'refused "{complaint(tool.deed)}"')
    match sort:
        case "pages":
            pages = _only(scene, "pages")
            answer = f"answer {scene.told.status or 200} {{{pages}: count({name})}}"
        case "text":
            answer = f"answer {scene.told.status or 200} {{{_only(scene, 'text')}: {WHOLE}}}"
        case _:
            answer = f"answer {scene.told.status or 200} content({name})"
    scene.deed = lambda one, guards: one.lines.extend([*guards, *one.checks, *lines, answer])


def _only(scene: Scene, otherwise: str) -> str:
    """The one name that an answer is shown with."""
    shown = scene.told.answer.names if scene.told.answer is not None else ()
    return shown[0] if len(shown) == 1 else otherwise


def _told(scene: Scene, text: str, sort: Turning) -> dict[str, str]:
    """What callers say of a picture that they want, as it is brought."""
    if sort not in {"resize", "convert"}:
        return {}
    in_query = bool(scene.request.query) or re.search(r"(?i)\bquery\b", text) is not None
    place: Place = "query" if in_query else "form"
    found: dict[str, str] = {}
    sides = [x for x in _SIDES if x in scene.request.query or re.search(rf"(?i)\b{x}\b", text)]
    square = next((x for x in ("size", "max", "pixels") if x in scene.request.query), "")
    free = bool(re.search(r"(?i)\bwidth (?:and/or|or) height\b|\boptional", text))
    whole = Type("integer", minimum=1, maximum=10000)
    for each in sides or ([square] if square else []):
        scene.bring(each, place, Held(each, whole, required=not free))
        found |= {each: f"input.{each}"} if sides else dict.fromkeys(_SIDES, f"input.{each}")
    box = re.search(r"(?i)\b(\d{1,5}) ?(?:x|×|by) ?(\d{1,5})\b", text)
    if box and not found:
        found = {"width": box[1], "height": box[2]}
    asked = next((x for x in ("format", "to", "type", "target") if x in scene.request.query), "")
    if asked or (sort == "convert" and not _form(text)):
        name = asked or "format"
        choices = tuple(dict.fromkeys(re.findall(rf"\b(?:{'|'.join(FORMATS)})\b", text.lower())))
        sampled = {scene.request.query.get(name, "").lower()}
        kind = Type("string", choices=choices if {*choices} - sampled else FORMATS)
        scene.bring(name, place, Held(name, kind, required=True))
        found["format"] = f"input.{name}"
    return found


def _form(text: str) -> str:
    """The format that pictures get, where it is always the same."""
    found = re.findall(r"(?i)\b(?:as|to|in|into|an?) (?:an? )?(png|jpe?g|gif|webp|bmp)\b", text)
    return found[0].lower().replace("jpg", "jpeg") if len(found) == 1 else ""


def _assume(scene: Scene, about: str, chosen: str) -> None:
    where = f"{scene.request.method} {scene.request.path}"
    scene.service.assumptions.append(Assumption(f"{about} ({where})", chosen, scene.request.source))

"""What is done to files that come in, and sent back: PDFs joined, pictures converted, archives.

A `Tool` is read from the words about a request and from what it takes; `lines` are its effect. The
words say it in many ways (merge, combine, concatenate); what they ask for besides (a watermark, a
filter) is nothing that is built here, and then there is no tool.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from beliefs.spec import patterns as re
from beliefs.spec.features.form_parts import told_parts
from beliefs.spec.operations import Input
from beliefs.spec.types import Type

Deed: TypeAlias = Literal[
    "combine", "text", "convert", "thumbnail", "animate", "archive", "frame", "sound"
]

FORMATS = ("png", "jpeg", "jpg", "gif", "webp", "bmp")
PIXELS, MILLISECONDS, SECONDS = 128, 100, 60
_USUAL = {"size": PIXELS, "delay": MILLISECONDS, "time": 0}
MOMENT = r"((\d{1,2}:)?[0-5]?\d:[0-5]\d|\d{1,6})(\.\d{1,3})?"
_PICTURE = (
    r"\b(?:images?|pictures?|photos?|photographs?|pngs?|jpe?gs?|gifs?|webps?|bmps?|frames?)\b"
)
_VIDEO = r"\b(?:videos?|movies?|films?|clips?|mp4s?)\b"
_JOINS = (
    r"\b(?:concat\w*|merg\w*|combin\w*|join\w*|append\w*|stitch\w*|unit(?:e|es|ed|ing)|bind\w*)"
)
_CONVERTS = r"\b(?:convert\w*|conversion|transcod\w*|chang\w*|turn\w*|transform\w*|re-?encod\w*)"
_RESIZES = r"\b(?:resiz\w*|scal(?:e|es|ed|ing)\b|rescal\w*|shrink\w*|enlarg\w*|downsiz\w*)"
# What else people want done to such files; none of it is built.
_BESIDE = re.compile(
    r"(?i)\b(?:gr[ae]yscale|black and white|rotat\w*|flip\w*|mirror\w*|crop\w*|blur\w*|sharpen\w*|"
    r"watermark\w*|sepia|overlay\w*|annotat\w*|caption\w*|filter\w*|ocr|scanned|split\w*|encrypt\w*|"
    r"decrypt\w*|compress\w*|optimi[sz]\w*|bookmarks?|subtitl\w*|trim\w*|quality|exif|metadata|"
    r"remov\w* (?:the )?background|page ranges?|selected pages?|shuffl\w*|revers\w*|landscape)\b"
)
_NAMES: dict[str, tuple[str, ...]] = {
    "format": (
        *("format", "to", "target", "targetformat", "outputformat", "toformat"),
        *("output", "type", "extension", "ext", "into"),
    ),
    "width": ("width", "w", "maxwidth", "newwidth", "targetwidth"),
    "height": ("height", "h", "maxheight", "newheight", "targetheight"),
    "size": (
        *("size", "pixels", "maxsize", "dimension"),
        *("maxdimension", "max", "maxpixels", "px"),
    ),
    "delay": (
        *("delay", "duration", "frameduration", "framedelay"),
        *("interval", "milliseconds", "ms"),
    ),
    "time": (
        *("timestamp", "time", "at", "position", "offset"),
        *("second", "seconds", "moment", "timecode"),
    ),
}


@dataclass(frozen=True, slots=True)
class Tool:
    """A deed, the input with the file or files, and what else it is told: by input, or a value."""

    deed: Deed
    files: str
    several: bool
    told: dict[str, str] = field(default_factory=dict)  # expressions by what they mean
    named: dict[str, str] = field(default_factory=dict)  # inputs by what they mean
    form: str = ""  # of a picture, where the words say it
    called: str = ""  # what is made, where the words say it

    @property
    def used(self) -> frozenset[str]:
        """The inputs that it looks at."""
        return frozenset({self.files, *self.named.values()})


def tool_of(words: str, inputs: Iterable[Input], media: str = "") -> Tool | None:
    """The tool that words and inputs speak of, if any.

    >>> given = (Input("files", "file", Type("list", item=Type("file"))),)
    >>> tool_of("Merges the uploaded PDF files", given).deed
    'combine'
    >>> tool_of("Adds a watermark to the PDF files it combines", given) is None
    True
    """
    given = tuple(inputs)
    files = [each for each in given if each.place == "file"]
    if len(files) != 1 or _BESIDE.search(words):
        return None
    several = files[0].type.kind == "list"
    deed = _deed(f"{words} {files[0].name}", several, media, given)
    if deed is None:
        return None
    told, named = _stated(deed, words), {}
    for meaning in _MEANINGS[deed]:
        each = next((each for each in given if _means(each, meaning)), None)
        if each is not None:
            free = not each.required and not each.default and meaning in _USUAL
            value = f"input.{each.name}"
            told[meaning] = f"or_else({value}, {_USUAL[meaning]})" if free else value
            named[meaning] = each.name
    form = _form(words, media) if deed == "convert" and "format" not in told else ""
    if deed == "convert" and not form and not told:
        return None
    called = re.search(r"(?<![\w/.{-])[\w-]+\.(?:zip|pdf|gif)\b", words)
    return Tool(deed, files[0].name, several, told, named, form, called[0] if called else "")


_MEANINGS: dict[Deed, tuple[str, ...]] = {
    "combine": (),
    "text": (),
    "archive": (),
    "convert": ("format", "width", "height"),
    "thumbnail": ("size",),
    "animate": ("delay",),
    "frame": ("time",),
    "sound": (),
}


def _deed(words: str, several: bool, media: str, given: tuple[Input, ...]) -> Deed | None:
    def said(*patterns: str) -> bool:
        return all(re.search(f"(?i){each}", words) for each in patterns)

    sized = any(_means(each, name) for each in given for name in ("format", "width", "height"))
    if several:
        if said(r"\bpdfs?\b", _JOINS) or (said(r"\bpdfs?\b", r"\b(?:in|as|to) (?:one|a single)\b")):
            return "combine"
        if said(r"\bgifs?\b") and said(r"\banimat|\bgif\b.*\b(?:from|of|out of)\b|\bmake|\bcreat"):
            return "animate"
        return "archive" if said(r"\b(?:zip\w*|archive\w*)\b") else None
    if said(_VIDEO):
        if said(r"\b(?:frame|still|screenshot|snapshot|thumbnail|image|picture)\b"):
            return "frame"
        return "sound" if said(r"\b(?:audio|sound|mp3|soundtrack)\b") else None
    if said(r"\bpdfs?\b") and said(r"\b(?:text|words|pages|page count|content)\b"):
        return "text" if "pdf" not in media and not said(_PICTURE) else None
    if said(_PICTURE) or media.startswith("image/"):
        if said(r"\b(?:thumbnails?|previews?)\b") and not said(_CONVERTS):
            return "thumbnail"
        if said(_CONVERTS) or said(_RESIZES) or (sized and media.startswith("image/")):
            return "convert"
    return None


def _means(given: Input, meaning: str) -> bool:
    plain = re.sub(r"[^a-z]", "", given.name.lower())
    kinds = {"format": {"string"}, "time": {"string", "number", "integer"}}
    fits = given.type.kind in kinds.get(meaning, {"integer", "number"})
    return given.place in {"form", "query", "json", "path"} and fits and plain in _NAMES[meaning]


def _stated(deed: Deed, words: str) -> dict[str, str]:
    """What words say in numbers: 800x600, at most 64 pixels, every 200 ms, at 00:00:05."""
    if deed == "convert":
        box = re.search(r"(?i)\b(\d{1,5}) ?(?:x|×|by) ?(\d{1,5})\b", words)
        wide = re.search(r"(?i)\b(\d{1,5}) ?(?:px|pixels?) wide|width of (\d{1,5})\b", words)
        high = re.search(
            r"(?i)\b(\d{1,5}) ?(?:px|pixels?) (?:high|tall)|height of (\d{1,5})", words
        )
        if box:
            return {"width": box[1], "height": box[2]}
        found = {"width": wide[1] or wide[2]} if wide else {}
        return found | ({"height": high[1] or high[2]} if high else {})
    if deed == "thumbnail":
        size = re.search(
            r"(?i)\b(\d{1,4}) ?(?:x|×|by) ?\1\b|\b(\d{1,4}) ?-?(?:px|pixels?)\b", words
        )
        return {"size": size[1] or size[2]} if size else {}
    if deed == "animate":
        delay = re.search(r"(?i)\b(\d{1,6}) ?(?:ms|milliseconds?)\b", words)
        return {"delay": delay[1]} if delay else {}
    if deed == "frame" and re.search(r"(?i)\bfirst (?:frame|image|picture)\b", words):
        return {"time": '"0"'}
    return {}


def _form(words: str, media: str) -> str:
    """The format that pictures are converted to, where it is always the same."""
    found = re.search(r"(?i)\b(?:to|into|as) (?:an? )?(png|jpe?g|gif|webp|bmp)\b", words)
    named = found[1].lower() if found else media.removeprefix("image/")
    return named if named in FORMATS else ""


_PART = r"(?:an? )?(?:optional )?[`\"']?\w+[`\"']?(?: ?\([^).]*\)?)?"
_LISTED = re.compile(
    r"(?i)\b(?:(?:form[- ])?(?:fields?|parts?):? (?:named |called )?|"
    r"multipart(?:[ /-]form(?:-data)?)?(?: body)?: (?:fields? )?)"
    rf"({_PART}(?:(?:,| and|, and| or) {_PART})*)"
)
_SEVERAL = re.compile(
    r"(?i)\b(?:several|multiple|many|two|one or more|a (?:list|set|number|series) of|all)\b"
    r"[^.;]{0,30}\b(?:files|uploads|pdfs|images|pictures|photos|documents)\b"
    r"|\b(?:uploaded|given|these|the) (?:pdf |image |zip )?(?:files|pdfs|images|pictures|photos)\b"
)
_COUNTED = re.compile(
    r"(?i)\bmultipart\b[^.;]{0,20}?(?:\bwith|\bof|:) "
    r"(?:one or (?:more|several)|several|multiple|many) [`\"']?([a-z_]\w*s)\b"
)
_FILES = {"file", "upload", "image", "picture", "photo", "pdf", "document", "video", "attachment"}
_FILES |= {"audio", "csv", "xml", "data", "content", "input", "source"}
_NUMBERS = {"width", "height", "size", "delay", "duration", "pixels", "quality", "count", "limit"}
_SMALL = {"and", "or", "a", "an", "the", "optional", "is", "are"}


def brought(said: str) -> tuple[Input, ...]:
    """What a request brings whose words speak of an upload: a file or files, and form fields.

    >>> [each.name for each in brought("multipart, fields `photo`, `width` and `height`")]
    ['photo', 'width', 'height']
    """
    if parts := told_parts(said):
        return parts
    listed = _LISTED.search(said)
    told = re.findall(
        r"(optional )?[`\"']?(\w+)[`\"']?(?: ?\(([^).]*)\)?)?", listed[1] if listed else ""
    )
    named = [(name, f"{free}{why}") for free, name, why in told if name.lower() not in _SMALL]
    names = [name for name, _ in named]
    file = next((each for each in names if each.lower().removesuffix("s") in _FILES), "")
    file = file or (names[0] if len(names) == 1 else "")
    counted = _COUNTED.search(said)
    file = file or (counted[1] if counted else "")
    several = bool(_SEVERAL.search(said)) or file.endswith("s")
    file = file or ("files" if several else "file")
    one = Type("file")
    found = [Input(file, "file", Type("list", item=one) if several else one)]
    for name, why in named:
        if name != file:
            whole = name.lower() in _NUMBERS or "integer" in why
            kind = Type("integer", minimum=1) if whole else Type("string")
            free = re.search(r"(?i)optional|default|may be left out", why)
            found.append(Input(name, "form", kind, required=not free))
    return tuple(found)


def fitted(tool: Tool, given: Input) -> Input:
    """An input of a tool as it has to be: there, where it is the file; one of what it may be."""
    kind = given.type
    if given.name == tool.files:
        kind = replace(kind, min_length=kind.min_length or 1) if tool.several else kind
        return replace(given, required=True, default="", type=kind)
    meaning = next((each for each, name in tool.named.items() if name == given.name), "")
    if meaning == "format" and not kind.choices:
        return replace(given, type=replace(kind, choices=FORMATS))
    if meaning in {"width", "height", "size"} and kind.minimum is None and kind.above is None:
        return replace(given, type=replace(kind, minimum=1))
    if meaning == "time" and kind.kind == "string" and not kind.pattern:
        return replace(given, type=replace(kind, pattern=MOMENT))
    return given


def made(tool: Tool, refuse: str) -> tuple[list[str], str]:
    """Statements that make what a tool makes, and the name of it; `refuse` ends their guards."""
    file = f"input.{tool.files}"
    told = tool.told
    match tool.deed:
        case "combine":
            value = f'combined("{tool.called or "combined.pdf"}", {file})'
        case "text":
            value = f"pages({file})"
        case "archive":
            return [], f'archive("{tool.called or "files.zip"}", {file})'
        case "convert":
            form = told.get("format") or (json.dumps(tool.form) if tool.form else "null")
            size = f"{told.get('width', 'null')}, {told.get('height', 'null')}"
            value = f"pictured({file}, {form}, {size})"
        case "thumbnail":
            value = f"thumbnail({file}, {told.get('size', PIXELS)})"
        case "animate":
            value = f'animated("animation.gif", {file}, {told.get("delay", MILLISECONDS)})'
        case "frame":
            at = told.get("time", '"0"')
            at = at if at.startswith('"') else f"text({at})"
            value = _ffmpeg(file, "frame.jpg", "image/jpeg", '"-frames:v", "1"', at)
        case "sound":
            value = _ffmpeg(file, "audio.mp3", "audio/mpeg", '"-vn"')
    name = "texts" if tool.deed == "text" else "made"
    return [f"let {name} = {value}", f"guard {name} != null else {refuse}"], name


def _ffmpeg(file: str, name: str, kind: str, how: str, at: str = "") -> str:
    """What ffmpeg makes of a file; it reads that file and nothing that the file may point to."""
    start = f'"-ss", {at}, ' if at else ""
    told = '"ffmpeg", "-nostdin", "-loglevel", "error", "-protocol_whitelist", "file"'
    return (
        f'processed({file}, "{name}", "{kind}", {SECONDS}, {told}, {start}"-i", "{{in}}", {how}, '
        '"-y", "{out}")'
    )


def complaint(deed: Deed) -> str:
    """What is said of files that a tool cannot work on."""
    match deed:
        case "combine":
            return "One of the files is no PDF"
        case "text":
            return "The file is no PDF"
        case "animate":
            return "One of the files is no picture"
        case "frame" | "sound":
            return "There is no such part of the file"
        case _:
            return "The file is no picture"


def assumed(tool: Tool) -> list[tuple[str, str]]:
    """What nobody said: what it is about, and what is taken."""
    if tool.deed == "thumbnail" and "size" not in tool.told:
        return [("how large a thumbnail may be", f"{PIXELS} pixels")]
    if tool.deed == "animate" and "delay" not in tool.told:
        return [("how long each picture of a GIF is shown", f"{MILLISECONDS} milliseconds")]
    if tool.deed == "frame" and "time" not in tool.told:
        return [("which frame of a video is taken", "the first")]
    if tool.deed in {"frame", "sound"}:
        return [("how long ffmpeg may take", f"{SECONDS} seconds")]
    return []


WHOLE = 'joined(texts, "\\n")'
_PAGES = {"pages", "pagecount", "numpages", "numberofpages", "count", "totalpages", "npages"}
_LENGTHS = {"length", "characters", "chars", "charactercount", "textlength", "charcount"}
_WORDS = {"words", "wordcount", "numwords", "numberofwords"}
_TEXTS = {"text", "content", "contents", "extractedtext", "fulltext", "result", "body"}


def part_of_text(tool: Tool, name: str, kind: str = "json") -> str:
    """What a name in an answer about a text means; empty where it means nothing of it."""
    plain = re.sub(r"[^a-z]", "", name.lower())
    if kind == "list":
        return "texts" if plain in _PAGES | {"texts", "text"} else ""
    if plain in _PAGES and kind in {"integer", "number", "json"}:
        return "count(texts)"
    if plain in _LENGTHS and kind in {"integer", "number", "json"}:
        return f"length({WHOLE})"
    if plain in _WORDS and kind in {"integer", "number", "json"}:
        return 'count(split(joined(texts, " "), " "))'
    if plain in {"filename", "name", "file", "originalname"}:
        return f"input.{tool.files}.name"
    return WHOLE if plain in _TEXTS or kind == "string" else ""

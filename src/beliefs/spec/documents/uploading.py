"""The parts of an upload that only words describe: "multipart, fields `file` and `width`"."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, TypeAlias

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Route, Shape, is_list, is_record
from beliefs.spec.documents.places import same_thing, unwrapped
from beliefs.spec.documents.words import singular
from beliefs.spec.features.form_parts import told_parts
from beliefs.spec.features.tools import brought, tool_of
from beliefs.spec.types import Type

Form: TypeAlias = Literal["", "csv", "xml"]
ZIP = re.compile(r"(?i)\b(?:un)?zip(?:ped|s)?\b|\barchives?\b")
UNPACKS = re.compile(
    r"(?i)\b(?:unpack|extract|unzip|expand|stores? (?:every|each|all)|takes? apart)"
)
_BRINGS = r"(?i)\b(?:import\w*|load\w*|ingest\w*|upload\w*|bulk|add\w*|insert\w*|sav\w*|stor\w*)\b"


def brings_file(said: str, path: str) -> bool:
    """Whether words without a body speak of a file that is brought: an upload, or a tool's.

    >>> brings_file("Takes a PDF and answers its text", "/words"), brings_file("Adds it", "/sum")
    (True, False)
    """
    if re.search(r"(?i)multipart|upload|\b(?:an?|one|the) zip(?: file| archive)?\b", said):
        return True
    return tool_of(f"{said}. {re.sub('[/_-]', ' ', path)}", brought(said)) is not None


def brings_text(said: str) -> bool:
    """Whether the body is the text of a file itself: "takes `text/csv` with a header line".

    >>> brings_text("Takes text/csv with a header line"), brings_text("Sends a CSV file")
    (True, False)
    """
    raw = r"(?i)\b(?:takes?|accepts?|expects?|reads?|body|sen[dt]|content[- ]type)\b[^.;]*"
    plain = r"\b(?:takes?|accepts?|expects?|body|content[- ]type)\b[^.;→>]{0,40}"
    plain += (
        r"\b(?:text/plain|text/markdown|(?:plain|raw) text)\b|\braw (?:request )?(?:body|text)\b"
    )
    plain += (
        r"|\b(?:has|takes|sends|with) the (?:plain |raw |whole )?(?:text|markdown) as (?:the )?"
    )
    plain += r"(?:request )?body\b"
    whole = r"\bbody (?:is|has|holds|contains|must be) (?:an? |the )?(?:csv|xml)\b"
    whole += r"|\b(?:csv|xml)(?: text| data)? (?:as|in) (?:the|its) (?:request )?body\b"
    raw = rf"{raw}\btext/(?:csv|xml)\b|\braw (?:csv|xml)\b|{whole}"
    return bool(re.search(f"{raw}|{plain}", said))


def is_text(body: Shape | None) -> bool:
    """Whether a body is none, or only a word about the text that it is: "takes plain text"."""
    names = {each.lower() for each in body.names} if body is not None else set()
    return body is None or (bool(names) and names <= {"text", "plain", "raw", "body", "markdown"})


def uploaded(said: str) -> Shape:
    """What a request brings whose words speak of an upload.

    >>> uploaded("merges several PDF files").properties[0].shape.type.kind
    'list'
    """
    parts = tuple(
        Property(each.name, _shape(each.type), each.required, each.default)
        for each in brought(said)
    )
    return Shape(Type("record"), properties=parts)


def filed(body: Shape, said: str) -> Shape:
    """A body of form fields that only have names, with the file, or files, and numbers in it.

    Where words call the parts by their names, words that only say what a part is ("a text", "the
    file") are no parts themselves.
    """
    told = {each.name: each for each in uploaded(said).properties}
    if (named := {each.name for each in told_parts(said)}) and is_record(body):
        known = tuple(each for each in body.properties if not _only_says(each, named))
        more = tuple(each for each in told.values() if each.name not in body.names)
        body = replace(body, properties=(*known, *more))
    parts = tuple(
        told[each.name] if each.name in told and each.shape.type == Type("string") else each
        for each in body.properties
    )
    return replace(body, properties=parts)


_SAYS = {"file", "files", "text", "which", "form", "field", "part", "upload", "image", "picture"}
_SAYS |= {"multipart", "photo", "pictures", "photos", "images", "document", "optional", "string"}


def _only_says(part: Property, named: set[str]) -> bool:
    """Whether a part is none, but a word about others."""
    said = part.name.lower() in _SAYS and part.shape.type.kind in {"string", "file", "json", "list"}
    return said and part.name not in named


def _shape(kind: Type) -> Shape:
    return Shape(kind, item=_shape(kind.item)) if kind.item is not None else Shape(kind)


def many_files(route: Route) -> str:
    """The name under which a request brings files that become a row each; empty where none does.

    Files that come with more than themselves, and are not answered one by one, are a part of one
    row: the pictures of a recipe that is posted with them.
    """
    body = route.body
    if route.method != "POST" or body is None or not is_record(body):
        return ""
    files = [each for each in body.properties if holds_files(each.shape)]
    shape = route.good.shape if route.good else None
    answered = unwrapped(shape)[0] if shape is not None else None
    alone = len(body.properties) == 1 or is_list(answered)
    if is_record(shape) and shape is not None and len(shape.properties) > 1:
        alone = alone and not any(is_facts(each.shape) for each in shape.properties)
    return files[0].name if len(files) == 1 and alone else ""


def is_facts(shape: Shape) -> bool:
    """Whether a value is a list of what files say of themselves: their names, sizes, digests."""
    item = shape.item
    names = item.names if is_list(shape) and item is not None else ()
    return bool(names) and all(re.fullmatch(_OF_FILE, each) for each in names)


def holds_files(shape: Shape) -> bool:
    """Whether a value is a list of files."""
    return is_list(shape) and shape.item is not None and shape.item.type.kind == "file"


def one_of_many(route: Route) -> Shape | None:
    """What one row of several is made of: one file, and what comes with all of them."""
    body, name = route.body, many_files(route)
    if body is None or not name:
        return body
    return replace(body, properties=tuple(_one(each, name) for each in body.properties))


def _one(part: Property, files: str) -> Property:
    if part.name != files or part.shape.item is None:
        return part
    return replace(part, name=singular(files), shape=part.shape.item, required=True)


_OF_FILE = (
    r"(?i)(?:original_?)?(?:file_?)?name|(?:file_?)?size(?:_?bytes)?|bytes|"
    r"(?:content|mime|media)_?type|type|sha_?256|checksum|digest|hash"
)
_FACT = r"(?:id|(?:original )?(?:file ?|file_)?name|size|(?:content|mime|media)[ _-]?type|sha-?256)"
_ANSWERED = re.compile(
    r"(?i)\b(?:answers?|returns?|responds?|replies|gives?|shows?|lists?|with|metadata)\b"
    r"[^.;]*?\b(?:its|their|the|each|with|of)?[ :(`{\"]*"
    rf"((?:(?:the )?`?{_FACT}`?(?:, (?:and )?| and )?){{2,}})"
)


def told_facts(said: str) -> tuple[str, ...]:
    """What words say that is shown of a file that came in, by the names that it is shown under.

    >>> told_facts("answers 201 with their id, file name and content type")
    ('id', 'filename', 'content_type')
    """
    found = _ANSWERED.search(said)
    if found is None:
        return ()
    named = (
        re.sub(r"`|\bthe ", "", each).strip() for each in re.split(r",(?: and)?| and ", found[1])
    )
    told = (re.sub(r"(?i)^(?:original )?file ?name$", "filename", each) for each in named)
    return tuple(
        re.sub(r"[ -]", "_", each.lower()).replace("sha_256", "sha256") for each in told if each
    )


def form_of(route: Route) -> Form:
    """The form of the rows in a file that a route is brought; empty where it is none."""
    parts = route.body.properties if route.body is not None else ()
    files = [each for each in parts if each.shape.type.kind == "file"]
    words = f"{route.words} {' '.join(each.words for each in files)}"
    text = route.consumes == "text/plain" and not is_record(route.body)
    if route.method != "POST" or (len(files) != 1 and not text):
        return ""
    if not re.search(_BRINGS, f"{words} {re.sub('[/_-]', ' ', route.path)}"):
        return ""
    told: tuple[Form, ...] = ("xml", "csv")
    return next((each for each in told if re.search(rf"(?i)\b{each}\b", words)), "")


_CODED = re.compile(r"(?i)\bbase[- ]?64\b")
_CONTENTS = {"content", "data", "file", "image", "bytes", "body", "picture", "photo", "attachment"}


def coded_part(route: Route) -> str:
    """The text of a body that is a file in base64; empty where there is none."""
    parts = route.body.properties if route.body is not None else ()
    texts = [each for each in parts if each.shape.type.kind == "string"]
    own = [each.name for each in texts if _CODED.search(f"{each.words} {each.shape.example}")]
    named = [each.name for each in texts if each.name.lower() in _CONTENTS]
    found = own or (named if _CODED.search(route.words) else [])
    return found[0] if len(found) == 1 and route.method in {"POST", "PUT"} else ""


def unpacks(route: Route, word: str) -> bool:
    """Whether a route keeps the files of an archive, each as one of what a word names.

    >>> unpacks(Route("POST", "/files/extract", words="Stores every entry"), "files")
    False
    """
    parts = route.body.properties if route.body is not None else ()
    files = [each for each in parts if each.shape.type.kind == "file"]
    said = f"{route.words} {route.path}"
    if route.method != "POST" or len(files) != 1 or not ZIP.search(said):
        return False
    named = (each for each in re.findall(r"[A-Za-z]+", said))
    return bool(UNPACKS.search(said)) and any(same_thing(each, word) for each in named)


def brings(route: Route, word: str) -> bool:
    """Whether a route is brought a file with rows of what a word names.

    >>> brings(Route("POST", "/upload", words="Import employees"), "employee")
    False
    """
    if not form_of(route):
        return False
    parts = route.body.properties if route.body is not None else ()
    said = f"{route.words} {route.path} {' '.join(each.words for each in parts)}"
    return any(same_thing(each, word) for each in re.findall(r"[A-Za-z]+", said))

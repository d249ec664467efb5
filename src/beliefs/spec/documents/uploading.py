"""The parts of an upload that only words describe: "multipart, fields `file` and `width`"."""

from __future__ import annotations

import re

from beliefs.spec.documents.contract import Property, Shape
from beliefs.spec.documents.words import plain, singular
from beliefs.spec.types import Type

_LISTED = re.compile(
    r"(?i)\b(?:form[- ])?(?:fields?|parts?) (?:named |called )?"
    r"([`\"']?\w+[`\"']?(?:(?:,| and|, and| or) (?:an? )?(?:optional )?[`\"']?\w+[`\"']?"
    r"(?: ?\([^)]*\))?)*)"
)
_SEVERAL = re.compile(
    r"(?i)\b(?:several|multiple|many|two or more|one or more|a (?:list|set|number|series) of|all)\b"
    r"[^.;]{0,30}\b(?:files|uploads|pdfs|images|pictures|photos|documents)\b"
    r"|\buploaded (?:files|pdfs?(?: files)|images|pictures|photos)\b"
)
_FILES = {"file", "upload", "image", "picture", "photo", "pdf", "document", "video", "attachment"}
_FILES |= {"audio", "csv", "xml", "data", "content", "input", "source"}
_NUMBERS = {"width", "height", "size", "delay", "duration", "pixels", "quality", "count", "limit"}


def uploaded(said: str) -> Shape:
    """What a request brings whose words speak of an upload.

    >>> [
    ...     each.name
    ...     for each in uploaded("multipart, fields `photo`, `width` and `height`").properties
    ... ]
    ['photo', 'width', 'height']
    >>> uploaded("merges several PDF files").properties[0].shape.type.kind
    'list'
    """
    listed = _LISTED.search(said)
    told = (
        re.findall(r"(optional )?[`\"']?(\w+)[`\"']?(?: ?\(([^)]*)\))?", listed[1])
        if listed
        else []
    )
    named = [(name, f"{free}{why}") for free, name, why in told if name.lower() not in _SMALL]
    names = [name for name, _ in named]
    file = next((each for each in names if singular(plain(each)) in _FILES), "")
    file = file or (names[0] if len(names) == 1 else "")
    several = bool(_SEVERAL.search(said)) or (file != "" and singular(file) != file)
    file = file or ("files" if several else "file")
    one = Shape(Type("file"))
    parts = [Property(file, Shape(Type("list"), item=one) if several else one, required=True)]
    for name, why in named:
        if name != file:
            kind = Type("integer", minimum=1) if plain(name) in _NUMBERS else Type("string")
            free = re.search(r"(?i)optional|default|may be left out", why)
            parts.append(Property(name, Shape(kind), required=not free))
    return Shape(Type("record"), properties=tuple(parts))


_SMALL = {"and", "or", "a", "an", "the", "optional", "is", "are"}

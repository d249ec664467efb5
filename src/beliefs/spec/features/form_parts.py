"""The parts of a multipart form that only words tell: "one or more files in the field `scans`".

What a part is called stands behind "field" or "part", or in quotes behind what it is (a file, a
text, an image); what it is, and whether it may be left out, is said around its name.
"""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.operations import Input
from beliefs.spec.types import Type

_FILES = {"file", "upload", "image", "picture", "photo", "pdf", "document", "video", "attachment"}
_FILES |= {"audio", "csv", "xml", "data", "content", "input", "source", "scan", "zip", "archive"}
_TEXTS = {"text", "string", "word", "note", "name", "title", "label", "comment"}
_NUMBERS = {"width", "height", "size", "delay", "duration", "pixels", "quality", "count", "limit"}
_SMALL = {"and", "or", "a", "an", "the", "optional", "is", "are", "which", "that", "may", "can"}
_SMALL |= {"with", "of", "in", "to", "for", "has", "have", "must", "be", "it", "called", "named"}
_SMALL |= {"named", "then", "it", "they", "as", "one", "several", "all", "each", "every", "below"}
_SMALL |= {"empty", "missing", "left", "not", "contains", "holds", "carries", "from", "at", "on"}

_NOUN = rf"(?:{'|'.join(sorted({*_FILES, *_TEXTS, 'number', 'integer', 'date'}))})s?"
_QUOTED = r"[`\"']\w+[`\"']"
_NAME = rf"(?:{_QUOTED}|(?!(?:{'|'.join(sorted(_SMALL))})\b)[a-z]\w*)"
_WHY = r"(?: ?\([^)]*\))?"
_MORE = rf"(?:,? and|,| or|, or|,? plus) (?:an? |the )?(?:optional(?:ly)? )?{_QUOTED}{_WHY}"
_NO_NAME = r"(?:form|body|upload|request|order|base64|json|csv|zip|bytes|parts|one|raw)\b"
# "a zip archive" is one thing, "a file photo" a thing and its name.
_NO_APPOSED = (
    rf"(?:{'|'.join(sorted(_SMALL))}|archives?|files?|contents?|data|documents?|inputs?|sources?|"
    r"name|fields?|parts?|type|size|itself|upload\w*)\b"
)
_PART = re.compile(
    rf"(?i)\b(?:form[- ]?)?(?:fields?|parts?)(?: is| are)?(?: named| called|:)* "
    rf"(?P<bare>{_NAME}{_WHY}(?:(?:,? and|,| or|, or) {_NAME}{_WHY}(?=[\s,.;):]|$))*)"
    rf"|\b(?:{_NOUN}|multipart(?:/form-data)?(?: form| body| upload| request)?)"
    rf"(?: (?:in|as|under|named|called|from|with))?:? (?P<quoted>{_QUOTED}{_WHY}(?:{_MORE})*)"
    rf"|\b(?:{_NOUN} (?:in|as|under)|multipart) (?-i:(?P<last>(?!{_NO_NAME})[a-z]\w*))"
    r"(?=\s*(?:[.,;:)]|->|→|$|and (?:an?|the|optional)\b))"
    rf"|\b(?:an?|the|optional) {_NOUN} "
    rf"(?-i:(?P<apposed>(?!{_NO_NAME}|{_NO_APPOSED})[a-z]\w*{_WHY}))"
    r"(?=\s*(?:[.,;:)]|->|→|$|and\b))"
)
_SINGLE = re.compile(
    r"(?P<free>optional(?:ly)? )?[`\"']?(?P<name>\w+)[`\"']?(?: ?\((?P<why>[^)]*)\))?"
)
_ANSWER = re.compile(
    r"(?i)(?:→|->|=>)|\b(?:answers?|returns?|responds?|replies|gives back|response|20[0-4])\b"
)
_FREE = re.compile(r"(?i)\boptional(?:ly)?\b|\bmay\b|\bcan\b|\bmight\b|left out|\bdefault\b|if any")
_SEVERAL = re.compile(
    r"(?i)\bone or (?:more|several|many)\b|\bseveral\b|\bmultiple\b|\bany number\b|\bmany\b|"
    r"\bmore than (?:one|once)\b|\brepeat\w*|\ba (?:list|set|number|series) of\b|\btwo\b|\bfiles\b"
)


def told_parts(said: str) -> tuple[Input, ...]:
    """The parts of a form that words call by their names, the file first; none without a file.

    >>> [
    ...     (each.name, each.place)
    ...     for each in told_parts(
    ...         "a multipart form with the file in the field scan and an optional text field note"
    ...     )
    ... ]
    [('scan', 'file'), ('note', 'form')]
    >>> told_parts("multipart, one or more files in `pages`")[0].type.kind
    'list'
    """
    found: dict[str, Input] = {}
    files: list[str] = []
    for sentence in re.split(r"(?<=[.;!?])\s+", said):
        asked = _ANSWER.split(sentence)[0]
        end = 0
        for match in _PART.finditer(asked):
            told = next(filter(None, match.groups()))
            before = asked[end : match.start(match.lastgroup or 0)]
            before = before.rpartition(", ")[2] if found else before
            behind = re.split(r"[.;]", asked[match.end() :])[0]
            near = re.split(r",| and ", behind)[0]
            for one in _SINGLE.finditer(told):
                name = one["name"]
                if name.lower() in _SMALL or (name in found and found[name].place == "file"):
                    continue
                why = f"{one['free'] or ''}{one['why'] or ''}"
                if _is_file(name, before, f"{why} {near}", alone=not files):
                    files.append(name)
                    free = re.search(
                        r"(?i)\boptional(?:ly)?\b", f"{before} {match[0]} {why} {near}"
                    )
                    found[name] = _file(name, f"{before} {why} {behind}", free=bool(free))
                else:
                    found[name] = _value(name, f"{before} {why} {near}", why)
                before = ""
            end = match.end()
    if len(files) != 1:
        return ()
    return (found[files[0]], *(each for each in found.values() if each.name != files[0]))


def _is_file(name: str, before: str, why: str, *, alone: bool) -> bool:
    noun = rf"(?i)\b(?:{'|'.join(sorted(_FILES))})s?\b(?! name)"
    last = re.findall(rf"(?i)\b{_NOUN}\b", before)
    if last and last[-1].lower().removesuffix("s") in _TEXTS:
        return False
    if last and re.search(noun, last[-1]):
        return True
    if re.search(r"(?i)\b(?:text|string|integer|number|default)\b", why):
        return False
    return bool(
        re.search(noun, why)
        or name.lower().removesuffix("s") in _FILES
        or (alone and re.search(r"(?i)\bmultipart\b", before))
    )


def _file(name: str, around: str, *, free: bool) -> Input:
    several = _SEVERAL.search(around) or re.search(r"(?i)\btimes\b", around) or name.endswith("s")
    single = re.search(r"(?i)\b(?:an?|one|the|single|exactly one) (?:\w+ )?file\b", around)
    one = Type("file")
    many = several and not (single and not re.search(r"(?i)\bone or\b", around))
    return Input(name, "file", Type("list", item=one) if many else one, required=not free)


def _value(name: str, before: str, why: str) -> Input:
    whole = name.lower() in _NUMBERS or re.search(r"(?i)\b(?:integer|whole number)\b", why)
    kind = Type("integer", minimum=1) if whole else Type("string")
    free = _FREE.search(before) or re.search(r"(?i)if (?:left out|missing|absent|not given)", why)
    empty = re.search(r"(?i)\bempty(?: text| string)? (?:if|when|unless|by default)", why)
    usual = re.search(r"(?i)\bdefault(?:s to)?:? [`\"']?([\w.-]+)[`\"']?", why)
    default = '""' if empty else ""
    if usual and not default:
        default = usual[1] if whole else json.dumps(usual[1])
    return Input(name, "form", kind, required=not (free or default), default=default)

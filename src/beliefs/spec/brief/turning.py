"""Requests that keep nothing and turn what they are brought into something else.

`POST /render` that takes Markdown and answers HTML, files that become one ZIP, a picture in another
size. What is meant is told by the two sorts of things that words speak of, whatever their order; so
it is known before anybody asks which rows there are.
"""

from __future__ import annotations

from typing import Literal

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Brief, Request, Turning, form
from beliefs.spec.brief.said import GAP

PICTURE = r"\b(?:images?|pictures?|photos?|photographs?|pngs?|jpe?gs?)\b"
FILES = r"\b(?:files|documents|uploads|images|pictures|photos|pdfs)\b"
MARKED = r"\b(?:markdown|md)\b"
PANDOC = r"\bpandoc\b"
# Each sort of turning with all that words must speak of, and what they must not.
_SORTS: tuple[tuple[Turning, tuple[str, ...], str], ...] = (
    ("program", (PANDOC,), ""),
    (
        "unzip",
        (
            r"\b(?:zip|zip files?|archive|unzip)\b",
            (
                r"\bunzip|\bnames?\b|\bentries\b|\bcontents?\b|\binspect|\blists?\b|"
                r"\bfiles (?:in|inside|of) (?:it|an?|the)\b"
            ),
            (
                r"\bunzip\b|upload\w*(?: \w+){0,3} (?:zip|archive)\b|\b(?:zip|archive)(?: file)? "
                r"(?:goes|"
                r"is (?:uploaded|sent|posted|given)|in\b|upload)|\b(?:takes?|accepts?|gets?|given|"
                r"reads?|of|"
                r"in|inside|opens?) (?:an? |the )?(?:uploaded )?(?:zip|archive)\b"
            ),
        ),
        r"\b(?:several|multiple|some|one or more|many) files\b|\bextract|\bunpack",
    ),
    ("zip", (r"(?:\b|\.)zips?\b|\bzipped\b|\barchive\b", FILES), r"\b(?:unzip|extract|unpack)"),
    ("combine", (r"\bpdfs?\b", r"\bmerg|\bcombin|\bjoin|\bconcat|\b(?:one|single) pdf\b"), ""),
    (
        "pages",
        (r"\bpdf\b", r"\b(?:how many|number of|count(?:s|ing)?(?: the)?) pages\b|page count"),
        "",
    ),
    ("text", (r"\bpdf\b", r"\bextract|\bits text\b|\btext (?:of|from|in|inside)\b"), ""),
    (
        "resize",
        (PICTURE, r"\bresiz|\bscal(?:e|ed|es|ing)\b|\bthumbnail|\bwidth\b|\bheight\b|\bsmaller\b"),
        "",
    ),
    (
        "convert",
        (
            PICTURE,
            r"\bconver[ts]|\bformat\b|\b(?:as|to|into) (?:an? )?(?:png|jpe?g|webp|gif|bmp)\b",
        ),
        "",
    ),
    ("html", (MARKED, r"\bhtml\b|\brender"), ""),
    (
        "count",
        (
            r"\btext\b|\bstring\b|\bdocument\b",
            (
                r"\b(?:words?|lines?|characters?|chars|sentences)\b[^.;]*\b(?:words?|lines?|"
                r"characters?|"
                r"chars|sentences|counts?)\b|\bword count|\bnumber of (?:words|lines|characters)"
            ),
        ),
        r"\bthrough\b|\bruns?\b|\bwc\b",
    ),
)
# What is kept is no turning, however it is shown later.
_KEEPS = r"(?i)\b(?:stor(?:es?|ed|ing)|sav(?:es?|ed|ing)|keeps?|database|adds?|link|share)\b"


def turnings(brief: Brief) -> None:
    """Note of each request what it turns what it is brought into, where it does nothing else."""
    keeps = any(_collection(brief, each) for each in brief.requests)
    for request in brief.requests:
        if request.method != "POST" or request.params or _collection(brief, request):
            continue
        told = words(request)
        request.turning = turning_of(told, request.tail)
        if not request.turning and not keeps:
            request.turning = turning_of(f"{_about(brief)} {told}", request.tail)


def words(request: Request) -> str:
    """What is said of a request, without what its goal is called."""
    told = [_untitled(one.whole) for one in request.said]
    return " ".join([*told, *request.query])


_TITLE = re.compile(rf"^[^{GAP}]*:\s*{GAP}")


def _untitled(text: str) -> str:
    rest = _TITLE.sub("", text)
    return rest if re.search(r"[a-z]{2,}", rest) else text


def _about(brief: Brief) -> str:
    return " ".join([brief.title, *(one.whole for one in brief.said[:1])])


def turning_of(text: str, tail: str = "") -> Turning | Literal[""]:
    """What words say that is made of what.

    >>> turning_of("takes Markdown and returns HTML"), turning_of("adds a note in Markdown")
    ('html', '')
    """
    if re.search(_KEEPS, text):
        return ""
    told = f"{text} {tail.replace('-', ' ')}"
    for sort, needed, without in _SORTS:
        if all(re.search(f"(?i){each}", told) for each in needed) and not (
            without and re.search(f"(?i){without}", told)
        ):
            return sort
    return ""


def _collection(brief: Brief, request: Request) -> bool:
    """Whether other requests speak of rows at that path."""
    path = form(request.path)
    return any(
        other is not request
        and (form(other.path) == path or form(other.path).startswith(f"{path}/"))
        for other in brief.requests
    )

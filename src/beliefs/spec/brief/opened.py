"""Links that only a sample shows: `{"url": "/shared/..."}` asks for a request that opens it.

What is said of whoever opens it is said of that request, and not of the one that makes the link.
"""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Brief, Request
from beliefs.spec.brief.said import GAP, Said
from beliefs.spec.brief.sketch import scalar_of

_MADE = re.compile(
    r"(?i)^(?:share|shares|share-?links?|links?|public-?links?|invites?|invitations?)$"
)
_URL = re.compile(
    r"^(?:https?://[^/]+)?(?P<p>(?:/[\w-]+)+)/(?:\.\.\.|…|<\w+>|\{\w+\}|[\w.-]*\.\.\.|"
    r"[A-Za-z0-9_-]{4,}|)$"
)
_OPENS = re.compile(
    r"(?i)\b(?:any(?:one|body)|whoever|everyone|everybody|people|who|opening|opens?|visiting|"
    r"visits?|"
    r"following|GET)\b[^.;]*\b(?:it|that|the|this)?\s*(?:url|link|address)?\b|\blinks?\b"
)


def opened(brief: Brief) -> None:
    """Add the requests that open links which are given out."""
    for request in list(brief.requests):
        if request.method != "POST" or not _MADE.match(request.tail):
            continue
        path = next((x for one in request.said for x in _paths(one)), "")
        shown = f"{path}/{{token}}"
        if not path or any(x.path.startswith(f"{path}/{{") for x in brief.requests):
            continue
        made = Request("GET", shown, request.source)
        brief.requests.append(made)
        for one in list(request.said):
            _divided(request, made, one)


def _paths(one: Said) -> list[str]:
    found = []
    for sketch in one.sketches:
        for part in sketch.parts:
            value = scalar_of(part.value)
            if part.name in {"url", "link", "share_url", "path", "href"} and isinstance(value, str):
                match = _URL.match(value)
                found += [match["p"]] if match is not None else []
    return found


def _divided(making: Request, made: Request, one: Said) -> None:
    """Give what is said of opening a link to the request that does."""
    head, mark, rest = one.text.partition(GAP) if GAP in one.text else ("", "", one.text)
    pieces = re.split(r"(;\s+|\.\s+)", rest)
    kept: list[str] = []
    moved: list[str] = []
    for at in range(0, len(pieces), 2):
        piece = pieces[at]
        mine = kept if "⟦" in piece or (moved == [] and not _OPENS.search(piece)) else moved
        mine.append(piece)
    if not moved:
        return
    one.text = f"{head}{mark}{'; '.join(kept)}"
    made.said.append(replace(one, text="; ".join(moved)))
    if not one.text.strip(f" {GAP}.;"):
        making.said.remove(one)

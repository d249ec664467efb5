"""Rows that stand beside each other, as many on either side as one likes: playlists and songs.

Two collections have rows of their own, and paths name one below the other: what is put there joins
two rows, and is no row of its own. So these requests are apart before anybody asks what is kept.
"""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Brief, Link, Request
from beliefs.spec.understanding.words import is_plural, singular


def learn_links(brief: Brief) -> None:
    """Find the requests that join, part or list rows of two collections."""
    made = {x.path.rsplit("/", 1)[-1]: x.path for x in brief.requests if _makes(x)}
    found = [each for x in brief.requests if (each := _link(x, made)) is not None]
    joined = {frozenset((x.above, x.below)) for r, x in found if r.method in {"PUT", "POST"}}
    for request, link in found:
        if frozenset((link.above, link.below)) in joined:
            request.link = link


def _makes(request: Request) -> bool:
    return request.method == "POST" and "{" not in request.path and bool(request.tail)


_PATH = re.compile(r"(?P<above>/[^{}]*[^{}/])/\{(?P<a>\w+)\}/(?P<below>[\w-]+)(?:/\{(?P<b>\w+)\})?")


def _link(request: Request, made: dict[str, str]) -> tuple[Request, Link] | None:
    """The link that a request is about, where its path names two collections that have rows."""
    found = _PATH.fullmatch(request.path)
    if found is None:
        return None
    above, below = found["above"], made.get(found["below"])
    if above not in made.values() or below is None or below == above:
        return None
    if not is_plural(re.split(r"[-_]", found["below"])[-1]):
        return None
    link = Link(above, below, found["a"], found["b"] or "")
    if link.b:
        return (request, link) if request.method in {"PUT", "POST", "DELETE", "GET"} else None
    if request.method == "GET":
        return request, link
    name = _named(request, singular(found["below"].replace("-", "_")))
    return (request, link._replace(b=name, brought=True)) if name else None


def _named(request: Request, spoken: str) -> str:
    """The name under which a body brings the key of the row that is joined; empty for none."""
    if request.method != "POST":
        return ""
    names = (f"{spoken}_id", f"{spoken}Id", f"{spoken}ID", spoken)
    shown = {n for one in request.said for x in one.sketches for n in x.names}
    shown |= {*(request.told.body.names if request.told.body is not None else ())}
    shown |= {x.name for x in request.lines if x.role in {"", "body"}}
    for one in request.said:
        shown |= {x for x in names if re.search(rf"(?<![\w]){x}(?!\w)", one.whole)} - {spoken}
    return next((x for x in names if x in shown), "")

"""Labels of rows: a list of words that each row has, put on and taken off below its path.

`/posts/{id}/tags` keeps no rows of its own, and `/tags` only counts. So these requests are apart
before anybody asks what is kept.
"""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Brief, Labels, Request
from beliefs.spec.understanding.words import singular

_USUAL = frozenset("tags labels keywords topics".split())  # noqa: SIM905
_LISTS = _USUAL | frozenset("genres categories skills ingredients hobbies interests".split())  # noqa: SIM905
_PATH = re.compile(r"(?P<above>/[^{}]*[^{}/])/\{(?P<a>\w+)\}/(?P<name>\w+)(?:/\{(?P<one>\w+)\})?")


def learn_labels(brief: Brief) -> None:
    """Find the requests that are about the labels of rows."""
    for name in sorted(_LISTS):
        above = _labelled(brief, name)
        if above is None:
            continue
        for request in brief.requests:
            found = _PATH.fullmatch(request.path)
            if found is not None and found["above"] == above and found["name"] == name:
                request.labels = Labels(above, name, found["a"], found["one"] or "")
            elif request.method == "GET" and request.path in {
                f"{above}/{name}",
                f"{above.rsplit('/', 1)[0]}/{name}",
            }:
                request.labels = Labels(above, name)


def _labelled(brief: Brief, name: str) -> str | None:
    """The collection whose rows have such labels; None where these are rows of their own."""
    own = [x for x in brief.requests if x.path.split("/")[-1] == name and "{" not in x.path]
    if any(x.method == "POST" for x in own):
        return None
    if any(re.search(rf"(?<!\}})/{name}/\{{", x.path) for x in brief.requests):
        return None
    makers = [x for x in brief.requests if x.method == "POST" and "{" not in x.path]
    told = [x for x in makers if _has(x, name)]
    below = {
        found["above"]
        for x in brief.requests
        if (found := _PATH.fullmatch(x.path)) is not None and found["name"] == name
        if not (found["one"] or "").endswith("id")
    }
    if len(told) == 1:
        return told[0].path
    if name in _USUAL and len(below) == 1 and any(x.path in below for x in makers):
        return next(iter(below))
    whole = " ".join(x.whole for x in brief.said)
    said = re.search(rf"(?i)\b{name}\b", whole) and len(makers) == 1 and name in _USUAL
    return makers[0].path if said and own else None


def _has(request: Request, name: str) -> bool:
    """Whether what makes a row brings these labels."""
    sketches = [s for one in request.said for s in one.sketches]
    if request.told.body is not None:
        sketches.append(request.told.body)
    if any(name in x.names for x in sketches) or any(x.name == name for x in request.lines):
        return True
    return any(re.search(rf"(?i)\b{name}\b", one.whole) for one in request.said)


def one_of(name: str) -> str:
    """What a single label is called: a tag of `tags`."""
    return singular(name)

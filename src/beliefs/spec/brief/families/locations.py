"""Where a new row is: a Location header, and absolute addresses in answers."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.scene import Scene, Service

_HEADER = (
    r"(?:(?:together )?with |and |sets? |plus |in )*(?:an? |"
    r"the )?(?:header )?Location(?:[- ]header)?(?"
    r": header)?(?: (?:that )?(?:point(?:s|ing)?|leads?|leading|refer(?:s|ring)?) to (?:it|"
    r"the (?:new )?\w+)| of (?:the )?(?:new )?\w+)?"
)
_PATH = re.compile(r"(?<![\w<:/.])(?P<p>/(?:[\w{}.~-]+(?:/[\w{}.~-]+)*)?/?)(?![\w>])")
_BACK = re.compile(r"(?i)\bback\b|\bpage\b|\blist\b|\bindex\b|\bhome\b|\bstart\b")
_TOLD = (
    r"(?:and )?(?:goes|redirects?|leads?|sends?|see|returns?)(?: back)? (?:to )?(?:the )?"
    r"(?:browser |them )?(?:back )?(?:to )?(?:the )?(?:page|list|home ?page|index|start|form)?|"
    r"redirects?|see other|back|page"
)


def read(service: Service, scenes: list[Scene]) -> None:
    """Add the header where requests that make rows are said to have it."""
    general = None
    for one in service.brief.said:
        general = general or one.take(_HEADER)
    for scene in scenes:
        kind = scene.kind
        said = [one for one in scene.told.said if one.take(_HEADER)]
        stated = "Location" in scene.request.headers
        if kind is None or scene.request.method != "POST" or not kind.makes:
            continue
        if stated and 300 <= scene.told.status < 400:
            _led_back(scenes, scene)
        elif said or general or stated:
            scene.after.append(_located)


def address(kind: Kind, path: str) -> str:
    """The path of one row, as an expression.

    >>> address(Kind("Note", "/notes"), "/notes")
    '"/notes/" + text(note.id)'
    """
    return f'"{path}/" + text({kind.one}.{kind.key.name})'


def _located(scene: Scene) -> None:
    kind, path = scene.kind, scene.request.path
    if kind is None:
        return
    told = _PATH.search(scene.request.headers.get("Location", ""))
    if "{" in path and told is None:
        return
    where = _template(scene, kind, told["p"]) if told is not None else address(kind, path)
    if where is None:
        scene.open.append("what Location holds")
        return
    if re.search(r"(?i)\babsolute\b|\bfull url\b", scene.request.headers.get("Location", "")):
        where = f"url({where})"
    scene.lines[-1] += f" headers {{Location: {where}}}"


def _template(scene: Scene, kind: Kind, path: str) -> str | None:
    """The path that words show, with the values of the new row in its braces.

    The last part of an example is the key: `/notes/42`.
    """
    if "{" not in path:
        above = path.rstrip("/").rpartition("/")[0]
        return address(kind, above)
    parts = []
    for piece in re.split(r"(\{\w+\})", path):
        name = piece.strip("{}")
        if not piece.startswith("{"):
            parts += [json.dumps(piece)] if piece else []
        elif name in scene.request.params:
            parts.append(f"text(input.{name})")
        elif name in {kind.key.name, kind.param, "id"}:
            parts.append(f"text({kind.one}.{kind.key.name})")
        elif name in kind.fields:
            parts.append(f"text({kind.one}.{name})")
        else:
            return None
    return " + ".join(parts)


def _led_back(scenes: list[Scene], scene: Scene) -> None:
    """Lead whoever sends a form to the path that words say, or to the page there is."""
    words = f"{scene.request.headers['Location']} {' '.join(x.whole for x in scene.request.said)}"
    told = _PATH.search(words)
    pages = [x.request.path for x in scenes if "html" in x.request.media and not x.request.params]
    path = told["p"] if told is not None else pages[0] if _BACK.search(words) and pages else ""

    def led(one: Scene) -> None:
        kind = one.kind
        assert kind is not None  # it makes rows
        where = _template(one, kind, path) if "{" in path else json.dumps(path)
        if not path or where is None:
            one.open.append("where it leads")
            return
        one.lines[-1] = f"answer {one.told.status} headers {{Location: {where}}}"

    scene.after.append(led)
    heard.forget(scene, _TOLD)

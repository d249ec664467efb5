"""Where a new row is: a Location header, and absolute addresses in answers."""

from __future__ import annotations

import json
from functools import partial

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import covering, heard
from beliefs.spec.brief.families.addresses import ABSOLUTE, described, place
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.scene import Scene, Service

_HEADER = r"\blocation\b(?=[- ]headers?\b)|\bheaders?:? location\b|(?-i:\bLocation\b)|`Location`"
_WORDS = """
    location header headers with path url uri link address of point points pointing to lead leads
    leading refer refers referring new it created resource absolute full complete relative its put
    puts also into in same set sets setting response carry carries include includes including which
    where found lives located plus together and has have a for made row 201 scheme host server from
    built canonical contains containing holds holding post get answers answer
"""
_PATH = re.compile(r"(?<![\w<:/.])(?P<p>/(?:[\w{}.~-]+(?:/[\w{}.~-]+)*)?/?)(?![\w>])")
_BACK = re.compile(r"(?i)\bback\b|\bpage\b|\blist\b|\bindex\b|\bhome\b|\bstart\b")
_TOLD = (
    r"(?:and )?(?:goes|redirects?|leads?|sends?|see|returns?)(?: back)? (?:to )?(?:the )?"
    r"(?:browser |them )?(?:back )?(?:to )?(?:the )?(?:page|list|home ?page|index|start|form)?|"
    r"redirects?|see other|back|page"
)


def read(service: Service, scenes: list[Scene]) -> None:
    """Add the header where requests that make rows are said to have it."""
    absolute = bool(ABSOLUTE.search(heard.words(service, scenes) + described(scenes)))
    general = any(x.has(_HEADER) for x in service.brief.said)
    for scene in scenes:
        kind = scene.kind
        said = any(one.has(_HEADER) for one in scene.told.said)
        stated = "Location" in scene.request.headers
        if kind is None or scene.request.method != "POST" or not kind.makes:
            continue
        if stated and 300 <= scene.told.status < 400:
            _led_back(scenes, scene)
        elif said or general or stated:
            scene.after.append(partial(_located, scenes=scenes, absolute=absolute))
    for one in heard.sentences(service, scenes):
        if one.has(_HEADER):
            names = covering.names_of(service, scenes)
            covering.clauses([one], _HEADER, _WORDS, names, turned=True)


def address(kind: Kind, path: str) -> str:
    """The path of one row, as an expression.

    >>> address(Kind("Note", "/notes"), "/notes")
    '"/notes/" + text(note.id)'
    """
    return f'"{path}/" + text({kind.one}.{kind.key.name})'


def _located(scene: Scene, *, scenes: list[Scene], absolute: bool) -> None:
    kind = scene.kind
    if kind is None or not scene.lines[-1].startswith("answer "):
        return
    stated = scene.request.headers.get("Location", "")
    told = _PATH.search(stated)
    where = (
        _template(scene, kind, told["p"])
        if told is not None
        else place(scenes, kind, kind.one, absolute=False)
    )
    if where is None:
        scene.open.append("what Location holds")
        return
    if absolute or re.search(r"(?i)\babsolute\b|\bfull url\b", stated):
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

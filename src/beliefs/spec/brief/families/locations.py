"""Where a row is: a Location header, and addresses of rows in answers."""

from __future__ import annotations

<<<<<<< HEAD
import json

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
=======
from functools import partial

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import covering, heard
>>>>>>> c3282725 (Read labels, addresses of rows and what is elsewhere request by request, and list headers that nothing sends)
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
_ABSOLUTE = re.compile(
    r"(?i)\b(?:absolute|full|complete|fully[- ]qualified)\b[^.;]{0,24}\b(?:urls?|uris?|links?|"
    r"address(?:es)?)\b|\b(?:urls?|uris?|links?|address(?:es)?)\b[^.;]{0,16}\babsolute\b|"
    r"\bscheme and host\b|\bhost of the request\b|\bhttps?://(?:localhost|[a-z.]*host|\{|<)"
)
<<<<<<< HEAD
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
=======
_NAMES = r"self|url|href|link|uri|self_url|self_link|permalink|resource_url|canonical_url|\w+_url"
_FULL = (
    r"(?:its|the|an?|their)? ?(?:own |full |absolute |complete |canonical |fully[- ]qualified )*"
    r"(?:URL|link|address|URI)(?: (?:of|to) (?:the |that |this |each |its )?(?:\w+|row|resource))?"
    r"(?: itself)?"
)
_SHOWN = re.compile(
    r"(?i)\b(?:with|has|have|includes?|carr(?:y|ies)|contains?|plus|and|gets?|field|add)"
    rf" (?:an? |its |the |also )*(?:⟪\d+⟫|(?P<f>{_NAMES}))"
    r"(?: (?:field|link|attribute|property|key|value|member))?(?: that| which)?"
    r"(?: (?:holding|holds|with|containing|contains|is|being|has|pointing|points|leads|leading|to|"
    rf"of|giving|gives|says|=))*:? (?:to )?{_FULL}|"
    rf"(?:\bwhere )?\b(?P<g>{_NAMES}) (?:is|holds|contains|=|being|must be) {_FULL}"
)
_OF_IT = re.compile(
    r"(?i)\b(?:absolute|full|complete|canonical|own)?\s*(?:url|uri|link|address|path)\b"
    r"(?: of| to| for)? (?:this|the|that|its|each|itself)\b|"
    r"\b(?:absolute|full|canonical) (?:url|uri|link)\b"
)
_ABOUT_URLS = """
    all every each links link urls url addresses absolute full complete are is be built from the
    host of request incoming scheme and made with derived current must should always not hard-coded
    hard coded in answers responses relative base holding self field whatever service runs at under
    which that returned include includes including contain contains their own its rows
"""


def read(service: Service, scenes: list[Scene]) -> None:
    """Add the header where requests that make rows have it, and addresses where rows show them."""
    absolute = bool(_ABSOLUTE.search(heard.words(service, scenes) + _described(scenes)))
    for kind in service.kinds:
        _addresses(service, scenes, kind, absolute=absolute)
    makers = [x for x in scenes if x.request.method == "POST" and x.kind and x.kind.makes]
    general = any(x.has(_HEADER) for x in service.brief.said)
    for scene in makers:
        if general or any(one.has(_HEADER) for one in scene.told.said):
            scene.after.append(partial(_located, scenes=scenes, absolute=absolute))
    for one in [*service.brief.said, *(x for s in scenes for x in s.told.said)]:
        if one.has(_HEADER):
            names = covering.names_of(service, scenes)
            covering.clauses([one], _HEADER, _WORDS, names, turned=True)
    if absolute:
        covering.take(service, scenes, r"\babsolute\b|\bhost\b", _ABOUT_URLS)


def _described(scenes: list[Scene]) -> str:
    return " ".join(x.said.whole for s in scenes for x in s.request.lines)


def _addresses(service: Service, scenes: list[Scene], kind: Kind, *, absolute: bool) -> None:
    """Values of rows that are where the row is."""
    about = [x for x in scenes if heard.about(x, kind)]
    for one in [*service.brief.said, *(x for s in about for x in s.told.said)]:
        found = one.has(_SHOWN)
        of = kind.spoken in one.text.lower() or kind.plural in one.text.lower()
        if found is None or not (of or len(service.kinds) == 1 or one not in service.brief.said):
            continue
        name = found["f"] or found["g"] or one.quote(re.findall(r"⟪\d+⟫", found[0])[0])
        if name not in kind.brought:
            service.derived[kind.name, name] = _place(scenes, kind, "$", absolute=absolute)
            kind.fields.pop(name, None)
            one.drop(found)
    lines = [x for s in about for x in s.request.lines if x.role == "answer"]
    for name in {x.name for x in lines if re.fullmatch(_NAMES, x.name)} - {*kind.brought}:
        said = [x.said for x in lines if x.name == name]
        if any(_OF_IT.search(x.whole) for x in said) and name in {*kind.fields, name}:
            service.derived[kind.name, name] = _place(scenes, kind, "$", absolute=absolute)
            kind.fields.pop(name, None)
            for one in said:
                one.text = ""


def _place(scenes: list[Scene], kind: Kind, row: str, *, absolute: bool) -> str:
    """The address of a row, as an expression.

    >>> _place([], Kind("Note", "/notes"), "note", absolute=False)
    '"/notes/" + text(note.id)'
    """
    path = next(
        (
            x.request.path
            for x in scenes
            if x.row is kind and x.request.method == "GET" and not x.request.tail
        ),
        f"{kind.path}/{{{kind.param}}}",
    )
    *above, _ = re.findall(r"\{(\w+)\}", path)
    pieces, last = re.split(r"\{\w+\}", path), len(above)
    told = []
    for at, piece in enumerate(pieces):
        if piece:
            told.append(f'"{piece}"')
        if at <= last:
            told.append(f"text({row}.{kind.key.name if at == last else kind.within})")
    where = " + ".join(told)
    return f"url({where})" if absolute else where


def _located(scene: Scene, *, scenes: list[Scene], absolute: bool) -> None:
    kind = scene.kind
    if kind is None or not scene.lines[-1].startswith("answer "):
        return
    where = _place(scenes, kind, kind.one, absolute=absolute)
    scene.lines[-1] += f" headers {{Location: {where}}}"
>>>>>>> c3282725 (Read labels, addresses of rows and what is elsewhere request by request, and list headers that nothing sends)


def address(kind: Kind, path: str) -> str:
    """The path of one row, as an expression."""
    return f'"{path}/" + text({kind.one}.{kind.key.name})'
<<<<<<< HEAD


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
=======
>>>>>>> c3282725 (Read labels, addresses of rows and what is elsewhere request by request, and list headers that nothing sends)

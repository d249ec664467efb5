"""Values of rows that say where the row is: `self`, `url`, `href`."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import covering, heard
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.scene import Scene, Service

ABSOLUTE = re.compile(
    r"(?i)\b(?:absolute|full|complete|fully[- ]qualified)\b[^.;]{0,24}\b(?:urls?|uris?|links?|"
    r"address(?:es)?)\b|\b(?:urls?|uris?|links?|address(?:es)?)\b[^.;]{0,16}\babsolute\b|"
    r"\bscheme and host\b|\bhost of the request\b|\bhttps?://(?:localhost|[a-z.]*host|\{|<)"
)
_NAMES = r"self|url|href|link|uri|self_url|self_link|permalink|resource_url|canonical_url|\w+_url"
_FULL = (
    r"(?:its|the|an?|their)? ?(?:own |full |absolute |complete |canonical |fully[- ]qualified )*"
    r"(?:URL|link|address|URI)(?: (?:of|to) (?:the |that |this |each |its )?(?:\w+|row|resource))?"
    r"(?: itself)?"
)
_SHOWN = re.compile(
    r"(?i)\b(?:with|has|have|includes?|carr(?:y|ies)|contains?|plus|and|gets?|field|add)"
    r" (?:an? |its |the |also )*(?:(?:link|field|property|attribute|value|key)s? )?"
    rf"(?:⟪\d+⟫|(?P<f>{_NAMES})\b)"
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
    """Work out the addresses that rows show."""
    absolute = bool(ABSOLUTE.search(heard.words(service, scenes) + described(scenes)))
    for kind in service.kinds:
        _addresses(service, scenes, kind, absolute=absolute)
    if absolute:
        covering.take(service, scenes, r"\babsolute\b|\bhost\b", _ABOUT_URLS)


def described(scenes: list[Scene]) -> str:
    """What is said of values where a document describes them."""
    return " ".join(x.said.whole for s in scenes for x in s.request.lines)


def _addresses(service: Service, scenes: list[Scene], kind: Kind, *, absolute: bool) -> None:
    """Values of rows that are where the row is."""
    about = [x for x in scenes if heard.about(x, kind)]
    for one in [*service.brief.said, *(x for s in about for x in s.told.said)]:
        found = one.has(_SHOWN) or _SHOWN.search(one.whole)
        of = kind.spoken in one.text.lower() or kind.plural in one.text.lower()
        if found is None or not (of or len(service.kinds) == 1 or one not in service.brief.said):
            continue
        name = found["f"] or found["g"] or one.quote(re.findall(r"⟪\d+⟫", found[0])[0])
        if name not in kind.brought:
            service.derived[kind.name, name] = place(scenes, kind, "$", absolute=absolute)
            kind.fields.pop(name, None)
            kind.fields.pop(f"link_{name}", None)  # "a link href", taken for one name
            one.take(_SHOWN)
    lines = [x for s in about for x in s.request.lines if x.role == "answer"]
    for name in {x.name for x in lines if re.fullmatch(_NAMES, x.name)} - {*kind.brought}:
        said = [x.said for x in lines if x.name == name]
        if any(_OF_IT.search(x.whole) for x in said) and name in {*kind.fields, name}:
            service.derived[kind.name, name] = place(scenes, kind, "$", absolute=absolute)
            kind.fields.pop(name, None)
            for one in said:
                one.text = ""


def place(scenes: list[Scene], kind: Kind, row: str, *, absolute: bool) -> str:
    """The address of a row, as an expression.

    >>> place([], Kind("Note", "/notes"), "note", absolute=False)
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

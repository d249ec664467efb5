"""Lists that callers sort: `?sort=title`, `?sort=-year`, `sort=year&order=desc`."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.held import Held
from beliefs.spec.brief.lists import parameters
from beliefs.spec.brief.rules import INVALID
from beliefs.spec.brief.said import Said
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.types import Type

_NAME = r"(?:sort(?:_?by)?|order_?by)"
_SORT = re.compile(
    rf"(?i)(?:[?&¤]|\bparam\w* (?:\w+ and )?)(?P<a>{_NAME})\b|\b(?P<b>{_NAME})=|\b(?P<c>{_NAME}) "
    rf"(?=\()|\b(?:by|with|and|takes|via) (?P<d>{_NAME})\b(?! by)"
)
_WAY = re.compile(
    r"(?i)(?:[?&¤]|\b)(?P<w>order|direction|dir|sort_order)(?==|\b ?(?:\(|says|is|of))"
)
_TOLD = (
    rf"[?&¤]?\b{_NAME}(?:=-?(?:<?\w+>?)(?:[|/]\w+)*)?(?: ?\([^)]*\))?",
    (
        r"[?&¤]?\b(?:order|direction|dir|sort_order)(?:=\w+(?:[|/]\w+)"
        r"*)?(?: ?\([^)]*\))?(?=[ ,.;]|$)"
    ),
    r"(?:to |which )?\bsort(?:s|ed|able|ing)?\b(?: it| them)?(?: in)?(?: by)?",
    (
        r"(?:a |with a )?(?:leading |preceding )?minus(?: sign)?(?: "
        r"in front| before| prefix)?(?: of it)?"
    ),
    r"a leading - ?",
    r"\b(?:can|may) be sorted(?: with| by)?\b",
    r"\bsorts\b",
    (
        r"(?:for |in )?(?:the )?(?:other|opposite|reverse|which|descending|ascending|falling|"
        r"rising) "
        r"(?:direction|order|way)?"
    ),
    r"\bdirection\b|\bin reverse\b",
    (
        r"(?:ascending|asc|descending|desc) (?:is |as )?(?:by default|"
        r"the default|default)|default(?:s to|:)? (?:asc|desc)(?"
        r":ending)?"
    ),
    r"\b(?:asc|desc)(?:ending)?\b",
    (
        r"(?:says?|tells?|by what|in which|any (?:other )?field|they "
        r"are)\b"
    ),
    r"(?:the )?list (?:can|may) be",
    r"\bfield\b",
)


def read(service: Service, scenes: list[Scene]) -> None:
    """Hear by what lists may be sorted, and put it before the order that they have."""
    for scene in scenes:
        if scene.request.method != "GET" or scene.kind is None:
            continue
        asked = next((x for x in scene.request.query if re.fullmatch(rf"(?i){_NAME}", x)), "")
        about = [
            one
            for one in scene.told.said
            if _SORT.search(one.text) or (asked and one.has(r"\bsort"))
        ]
        found = next((m for one in about if (m := _SORT.search(one.text)) is not None), None)
        name = asked or (next((x for x in found.groups() if x), "") if found else "")
        if name:
            _sorted(service, scenes, scene, name, about or [])


def _sorted(
    service: Service, scenes: list[Scene], scene: Scene, name: str, about: list[Said]
) -> None:
    kind = scene.kind
    assert kind is not None  # its list is sorted
    text = " ".join(one.text for one in about)
    every = [
        kind.key.name,
        *(
            n
            for n, h in kind.fields.items()
            if not h.hidden
            and (h.type is None or h.type.kind not in {"list", "json", "record", "file"})
        ),
    ]
    named = [
        x
        for x in every
        if re.search(rf"(?i)\b(?:{re.escape(x)}|{re.escape(x.replace('_', ' '))})\b", text)
    ]
    way = _WAY.search(text)
    minus = bool(re.search(r"(?i)=-|\bminus\b|leading -", text))
    fields = named or every
    choices = tuple(x for each in fields for x in ((each, f"-{each}") if minus else (each,)))
    scene.bring(name, "query", Held(name, Type("string", choices=choices), required=False))
    value = "null"
    for each in reversed(fields):
        value = (
            f"if(input.{name} = "
            f'"{each}"{f" or input.{name} = {chr(34)}-{each}{chr(34)}" if minus else ""}, '
            f".{each}, {value})"
        )
    down = f'starts(or_else(input.{name}, ""), "-")' if minus else ""
    if way is not None:
        other = way["w"].lower()
        scene.bring(
            other,
            "query",
            Held(other, Type("string", choices=("asc", "desc")), default='"asc"', required=False),
        )
        down = f'input.{other} = "desc"'
    elif (
        not minus
        and re.search(r"(?i)\bdescending\b", text)
        and not re.search(r"(?i)\bascending\b", text)
    ):
        down = "true"
    scene.sorting = (
        [f"by if({down}, null, {value})", f"by if({down}, {value}, null) down"]
        if down
        else [f"by {value}"]
    )
    _taken(service, scenes, scene, name, about, fields)


def _taken(
    service: Service,
    scenes: list[Scene],
    scene: Scene,
    name: str,
    about: list[Said],
    fields: list[str],
) -> None:
    """Take the words, and the parameters out of those that narrow."""
    parameters(scene)
    asked = scene.asked if scene.asked is not None else {}
    for other in [
        x for x in asked if x == name or x.lower() in {"order", "direction", "dir", "sort_order"}
    ]:
        asked.pop(other)
        scene.request.query.pop(other, None)
    names = "|".join(map(re.escape, sorted(fields, key=len, reverse=True)))
    for one in about:
        for pattern in _TOLD:
            while one.take(pattern):
                pass
        one.take(
            rf"(?:[¦ ,(]|\bby\b|\bor\b|\band\b)*(?:{names})(?:(?:, | or |, or | and |¦|\s)+(?"
            rf":{names}))*"
        )
    for each in heard.faults(service, scenes, rf"\b{re.escape(name)}\b"):
        left = heard.rest(
            each.fault.cause.text,
            rf"\b{re.escape(name)}\b",
            r"\b(?:other|unknown|invalid|any|value|values|field|fields|else|not|one|of|them|these)"
            r"\b",
        )
        if left or each.fault.status not in {400, 422}:
            heard.put_back(service, each)
            continue
        for way in INVALID:
            scene.fails(way, each.fault.status)

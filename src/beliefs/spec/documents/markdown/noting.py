"""What single sentences and records add to the draft of a route."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import bare, records
from beliefs.spec.documents.contract import (
    Param,
    Property,
    Shape,
    is_record,
)
from beliefs.spec.documents.facts import Fact, values_in
from beliefs.spec.documents.markdown.drafts import Draft
from beliefs.spec.documents.pseudo import jotted
from beliefs.spec.documents.samples import loosened, sample
from beliefs.spec.documents.spelling import CLOCK
from beliefs.spec.documents.tightening import fact_told, tightened
from beliefs.spec.documents.words import plural
from beliefs.spec.types import Type


def chosen_in(text: str) -> list[tuple[str, str]]:
    """The names in a text, with their choices where it says "`sort` is one of `title`, `year`"."""
    named = values_in(text)
    taken: set[str] = set()
    made: list[tuple[str, str]] = []
    for match in re.finditer(
        r"`(\w+)`(?:,? (?:which|that))? (?:is|are|can be|may be|must be)(?: either| one of)? "
        r"((?:`[\w-]+`(?: \(default\))?(?:, | or |, or )?){2,})",
        text,
    ):
        choices = re.findall(r"`([\w-]+)`", match[2])
        choices += [f"-{each}" for each in choices if _MINUS.search(text)]
        usual = re.search(r"`([\w-]+)` \(default\)", match[2])
        default = f", default {usual[1]}" if usual else ""
        made.append((match[1], f"one of {', '.join(choices)}{default}"))
        taken |= {match[1], *choices}
    return [*made, *(each for each in named if each[0] not in taken)]


# "a minus in front turns the order round": each choice has one that falls.
_MINUS = re.compile(
    r"(?i)\b(?:a |an? leading |with a )(?:`-` |- |minus|hyphen|dash)"
    r"[^.;]*\b(?:turns?|revers\w+|invert\w*|flips?|descend\w*|desc|the other way|backwards|"
    r"falling)\b"
    r"|\b(?:prefix\w*|preceded|leading) (?:with |by )?(?:a )?(?:`-`|-|minus|hyphen|dash)"
)
_NO_NAME = (
    "an?|the|it|its|that|this|same|all|any|one|status|body|json|credentials|auth|no|nothing|as|to|"
    "code"
)
_NAME = rf"(?:optional(?:ly)? )?(?!(?:{_NO_NAME})\b)[a-z_]\w*\??(?: \([^()]*\))?"
_TAKEN = re.compile(
    r"^(?P<lead>[\s`*:–—-]*(?:with|takes?|accepts?|needs?|wants?|expects?|body|json|fields?)\b[: ]+"
    r"(?:(?:a |the )?(?:json |JSON )?(?:body|fields?)(?: of| with)?[: ]+)?)"
    rf"(?P<names>{_NAME}(?:(?:, and |, | and | \+ ){_NAME})*)"
    r"(?=\s*(?:->|→|=>|[.;]|$|,\s+\w+\s+(?:is|are)\b|\s[–—-]\s))"
)


def marked(text: str) -> str:
    """What stands behind a route, with the names of what it is brought in backticks.

    >>> marked(" with user and stars (1..5) -> 201")
    ' with `user` and `stars` (1..5) -> 201'
    >>> marked(" with the same body")
    ' with the same body'
    """
    match = _TAKEN.match(text)
    if match is None:
        return text
    names = re.sub(
        r"\([^()]*\)|\b(?:and|optional|optionally)\b|([a-z_]\w*\??)",
        lambda each: f"`{each[1]}`" if each[1] else each[0],
        match["names"],
    )
    return f"{match['lead']}{names}{text[match.end() :]}"


def strict_example(body: str) -> str:
    """A record as JSON text; empty where it only says what may stand there."""
    made = sample(body, brought=False) if body else None
    if made is not None and not made.example and re.search(r":\s*\"<[^<>]+>\"", body):
        return body  # with the place of what only the service knows
    return made.example if made is not None else ""


def placed_example(body: str) -> str:
    """A record as JSON text, with texts in it that only say what stands there.

    >>> placed_example('{"error": "taken", id: <the other one>}')
    '{"error": "taken", "id": "<the other one>"}'
    """
    for attempt in (body, loosened(body)) if body else ():
        with suppress(ValueError):
            return json.dumps(json.loads(attempt), ensure_ascii=False)
    return ""


def first_record(text: str) -> tuple[str]:
    """The first record that a text shows."""
    spans = records(text)
    return (text[slice(*spans[0])] if spans else "",)


def behind(text: str) -> str:
    """What stands behind the verb of an answer: "returns the Plant"."""
    match = re.search(r"(?i)(?:returns?|responds? with|answers? with|→|->|=>)\s+(.*)$", bare(text))
    return match[1] if match else bare(text).strip()


def with_part(outer: Property, part: Property) -> Property:
    """A list of records, or a record, with one more part."""
    shape = outer.shape
    if shape.type.kind == "list":
        item = shape.item if is_record(shape.item) else None
        item = item or Shape(Type("record"))
        item = replace(item, properties=(*item.properties, part), open=False)
        return replace(outer, shape=replace(shape, item=item))
    made = Shape(replace(shape.type, kind="record"), shape.name, words=shape.words)
    made = made if shape.type.kind == "json" else shape
    return replace(outer, shape=replace(made, properties=(*made.properties, part), open=False))


def _of_items(body: Shape, name: str, jotting: str) -> Shape | None:
    """A record in which a value of the items of its lists holds to what is said of it."""
    for at, part in enumerate(body.properties):
        item = part.shape.item
        if item is None or not is_record(item) or item.part(name) is None:
            continue
        parts = tuple(
            tightened(each, jotting) if each.name == name else each for each in item.properties
        )
        made = replace(part, shape=replace(part.shape, item=replace(item, properties=parts)))
        whole = (*body.properties[:at], made, *body.properties[at + 1 :])
        return replace(body, properties=whole)
    return None


def _key_of(draft: Draft, name: str, said: str) -> None:
    """Let a key in the path of a route that makes such rows be as words have it."""
    told = jotted(f"string, {said}", name)
    if draft.method == "PUT" and (told.shape.type.pattern or told.shape.type.max_length):
        draft.params[name] = Param(name, "path", told.shape, required=True)


def apply_fact(draft: Draft, fact: Fact, sentence: str) -> bool:
    """Let a route's body hold to what is said of its fields; whether it has one of them."""
    known = [*draft.told, *(draft.body.names if draft.body and is_record(draft.body) else ())]
    names = fact.names
    if draft.method == "GET":
        known = [each for each, param in draft.params.items() if param.place == "query"]
    if {each.lower() for each in names} & {"both", "fields", "they", "them"} or (
        "all" in sentence.lower().split(" ")[:1] and "field" in sentence.lower()
    ):
        spoken = set(re.findall(r"\w+", sentence))
        names = tuple(each for each in known if each in spoken) or tuple(known)
    if len(names) == 2 and names[1].endswith(f"_{names[0]}") and names[1] in known:
        names = names[1:]
    hit = False
    keys = {each: each for each in re.findall(r"\{(\w+)\}", draft.path)}
    keys |= {plural(each): each for each in keys}
    for name in names:
        if name.lower() in keys and name not in known:
            _key_of(draft, keys[name.lower()], fact.jotting)
            hit = True
        elif draft.method == "GET" and name in draft.params:
            param = draft.params[name]
            part = tightened(Property(name, param.shape, param.required), fact.jotting)
            default = part.default or param.default  # a path only shows one
            if param.silent and re.fullmatch(r'"-?\d+"', default):
                default = default.strip('"')
                part = replace(part, shape=replace(part.shape, type=Type("integer")))
            draft.params[name] = replace(
                param, shape=part.shape, required=part.required, default=default
            )
            hit = True
        elif name in draft.told:
            draft.told[name] = fact_told(draft.told[name], name, fact.jotting)
            hit = True
        elif name in known and draft.body is not None:
            parts = tuple(
                tightened(each, fact.jotting) if each.name == name else each
                for each in draft.body.properties
            )
            draft.body = replace(draft.body, properties=parts)
            hit = True
        elif draft.body is not None and (inner := _of_items(draft.body, name, fact.jotting)):
            draft.body = inner
            hit = True
        else:
            draft.facts.append(Fact((name,), fact.jotting))
    return hit


def spoken_params(draft: Draft, sentence: str) -> list[tuple[str, str]]:
    """Parameters with a jotting each: "days required, after default 00:00, limit default 10".

    >>> from beliefs.spec.documents.markdown.drafts import queried
    >>> draft = Draft("GET", "/a", 1, params={"x": queried("x", ""), "y": queried("y", "")})
    >>> spoken_params(draft, "x required, y default 10, 1..50.")
    [('x', 'required'), ('y', 'default 10, 1..50')]
    """
    names = "|".join(re.escape(each) for each in draft.params)
    if not names:
        return []
    inside = re.findall(rf"\(({names}):? ([^()]*\d[^()]*)\)", bare(sentence))
    inside = inside or re.findall(
        rf"(?<![\w-])({names})(?: (?!and|or|with|if)\w+)?,? "
        r"\(([^()]*\b(?:default|between|from|to)\b[^()]*)\)",
        bare(sentence),
    )
    if inside:
        return inside
    found = []
    for piece in re.split(rf"[,;]\s*(?=(?:{names})\b)", bare(sentence).rstrip(".")):
        match = re.match(
            rf"({names})\b:?\s+((?:required|optional|default|integer|one of|max|min|\d).*)$", piece
        )
        if match is None:
            return []
        found.append((match[1], match[2]))
    return found


def apply_params(draft: Draft, sentence: str) -> None:
    """Note what a sentence jots down of the parameters of a route."""
    for name, said in spoken_params(draft, sentence):
        told = jotted(said, name)
        known = draft.params[name]
        shape = told.shape if told.typed else known.shape
        if told.default and re.fullmatch(CLOCK, told.default.strip('"')):
            shape = Shape(Type("string", pattern=CLOCK))
        elif shape.type.kind == "integer":
            shape = tightened(Property(name, shape), said).shape
        draft.params[name] = Param(
            name,
            known.place,
            shape,
            known.required or bool(told.required),
            told.default or known.default,
            silent=known.silent and not told.typed and shape == known.shape,
        )


_ARRAY = re.compile(
    r"(?i)\b(?:body|payload|request)\b[^.;:]*\b(?:is|may (?:also )?be|can (?:also )?be) "
    r"(?:also )?an? (?:JSON )?(?:array|list)\b"
)


def brings_either(sentence: str) -> bool:
    """Whether a sentence says that a body may be a list too.

    >>> brings_either("A body that is a JSON array of readings stores all of them.")
    True
    """
    return _ARRAY.search(re.sub(r"[*`]", "", sentence)) is not None

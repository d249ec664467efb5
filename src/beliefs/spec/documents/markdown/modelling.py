"""Shapes of examples, with what a model says of their parts."""

from __future__ import annotations

import json
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import (
    Fault,
    Property,
    Shape,
    is_list,
    is_record,
)
from beliefs.spec.documents.guessing import shown_part
from beliefs.spec.documents.kinds import guessed
from beliefs.spec.documents.markdown.drafts import Draft
from beliefs.spec.documents.markdown.noted import Noted
from beliefs.spec.documents.markdown.talk import Talk
from beliefs.spec.documents.places import core, same_thing, steps
from beliefs.spec.documents.pseudo import jotted
from beliefs.spec.documents.tightening import tightened
from beliefs.spec.documents.words import is_plural, plain, singular, snaked, words
from beliefs.spec.service import Unknown
from beliefs.spec.types import Type


def own_loose(notes: Noted, drafts: list[Draft]) -> None:
    """Give fields that stand below no thing to the one that is made and that none is said of."""
    made = [
        chain[-1].name
        for draft in drafts
        if draft.method == "POST"
        and (chain := steps(draft.path))
        and not chain[-1].param
        and not (draft.body or draft.told or draft.brings[0])
        and not any(same_thing(each, chain[-1].name) for each in notes.shapes)
    ]
    titled = core(notes.title.replace(" ", "_"))
    paths = [each.name for draft in drafts for each in steps(draft.path) if each.name]
    alone = len(made) == 1 and is_plural(made[0])  # and no deed
    if titled in notes.shapes and alone and not any(same_thing(titled, each) for each in paths):
        # The title of a description is the name of the service, and of no thing in it.
        parts = notes.shapes.pop(titled).properties
        notes.loose += [(part, notes.name) for part in parts]
    for part, source in notes.loose:
        if len(made) == 1:
            notes.model_part(core(made[0]), part)
        else:
            why = "nothing says what it is a field of"
            notes.unknowns.append(Unknown("material", part.name, source, why))


def told_keys(drafts: list[Draft]) -> dict[tuple[str, str], str]:
    """The names of values that examples of things have, by the thing and the value."""
    found: dict[tuple[str, str], str] = {}
    for draft in drafts:
        chain = steps(draft.path)
        examples = [draft.body_example, *(each.example for each in draft.replies.values())]
        for text in examples if chain and chain[-1].name else ():
            shown = json.loads(text) if text else None
            for name, value in shown.items() if isinstance(shown, dict) else ():
                if isinstance(value, str) and (
                    re.search(r"[A-Z0-9]", value) or _brings_key(draft, name, text)
                ):
                    found.setdefault((chain[-1].name, value), name)
        if (own := _own_key(draft)) is not None:
            # Whatever else a request shows of this row has its key in the path, too.
            found.update({(draft.path.split("/")[-2], own[1]): own[0], ("", own[1]): own[0]})
    return found


_CARRIED = {"authorization", "content-type", "accept", "host", "cookie", "user-agent"}


def told_people(talks: list[Talk]) -> dict[tuple[str, str], str]:
    """Those whom headers of shown requests name: what a path ends with may be one of them, too."""
    return {
        ("", value): "name"
        for talk in talks
        for name, value in talk.headers
        if name not in _CARRIED and re.fullmatch(r"[A-Za-z][\w.-]*", value)
    }


_KEYS = {"id", "name", "slug", "key", "code", "username", "handle", "sku", "number", "token"}


def _own_key(draft: Draft) -> tuple[str, str] | None:
    """The name of what a shown path ends with, where the answer has it under a name of keys."""
    last = draft.path.split("/")[-1]
    if not draft.shown or not re.fullmatch(r"[\w.-]*[A-Za-z][\w.-]*", last):
        return None
    for reply in draft.replies.values():
        shown = json.loads(reply.example) if reply.example and reply.status < 400 else None
        for name, value in shown.items() if isinstance(shown, dict) else ():
            if value == last and plain(name) in _KEYS:
                return name, last
    return None


def _brings_key(draft: Draft, name: str, text: str) -> bool:
    """Whether a shown request makes a row by this name, so that paths may say it."""
    makes = draft.shown and draft.method == "POST" and text == draft.body_example
    return makes and plain(name) in {"name", "slug", "key", "code", "username"}


def general(path: str, keys: dict[tuple[str, str], str], *, shown: bool) -> str:
    """A path with real keys in it, with names in their place.

    >>> general("/books/7/pages", {}, shown=True)
    '/books/{id}/pages'
    >>> general("/parts/AX-9", {("parts", "AX-9"): "number"}, shown=False)
    '/parts/{number}'
    """
    parts = path.split("/")
    for at, each in enumerate(parts):
        name = keys.get((parts[at - 1], each)) if at else ""
        name = name or (keys.get(("", each), "") if at > 1 and shown else "")
        if name:
            parts[at] = f"{{{name}}}"
        elif at and re.fullmatch(r"\d{4}-\d\d(?:-\d\d)?", each):
            parts[at] = f"{{{singular(snaked(parts[at - 1]))}}}"  # a day, a month
    if not shown:
        return "/".join(parts)
    made: list[str] = []
    for at, each in enumerate(parts):
        real = re.fullmatch(r"\d+|[0-9a-f]{8}-[0-9a-f-]{27}", each)
        if real and at and not parts[at - 1].startswith("{"):
            own = "id" if "{id}" not in made else f"{singular(snaked(parts[at - 1]))}_id"
            made.append(f"{{{own}}}")
        else:
            made.append(each)
    return "/".join(made)


# What words say of a value that rows come to, and that nobody brings.
_FIGURE = re.compile(
    r"(?i)(?:\W|(?:integer|int|number|float|decimal|or|null|nullable|boolean|bool|the|its)\b)*"
    r"(?:how many|how much|(?:number|sum|total|count|mean|average|percentage|share) of\b|"
    r"(?:whole |full )?(?:days|hours|minutes|seconds) since\b|computed\b|calculated\b|derived\b|"
    r"(?:highest|lowest|largest|latest|newest) (?:of|\w+ of)\b|whether\b|1 (?:=|is) (?:the )?"
    r"(?:best|first|highest|most))"
)


def made_by_service(part: Property, path: str) -> bool:
    """Whether a value is made by the service, or by the path that leads to the row."""
    from beliefs.spec.documents.names import CREATED, UPDATED

    name = plain(part.name)
    if name == "id" or name in CREATED | UPDATED or name in {"clicks", "views", "deletedat"}:
        return True
    worked_out = r"\w+(left|remaining|count)|(total|average|avg|num(?!ber$))\w+"
    if not part.required and (re.fullmatch(worked_out, name) or _FIGURE.match(part.words)):
        return True
    return any(
        plain(each.name).startswith(name.removesuffix("id")[:-1] or "\0")
        and words(part.name)[-1:] == ("id",)
        and each.param
        for each in steps(path)[:-1]
    )


def is_guess(part: Property) -> bool:
    """Whether nothing but its name is known of a value."""
    return part.shape == Shape(Type(guessed(part.name)))


def _of_kind(part: Property, known: Property) -> Property:
    """A property whose words name no type, with that of the value which the model shows."""
    kind, own = known.shape.type.kind, part.shape.type
    told = jotted(part.shape.words, part.name)
    scalars = {"integer", "number", "boolean", "string"}
    if told.typed or own.kind != "string" or kind not in scalars or own != told.shape.type:
        return part
    again = jotted(f"{kind}, {part.shape.words}", part.name).shape
    return replace(part, shape=replace(part.shape, type=again.type))


def as_shown(part: Property, answer: Shape) -> Property:
    """A property of which only the name is said, with the type that the answer's example shows."""
    shown = answer.part(part.name)
    if shown is None or not is_guess(part) or not (shown.shape.example or shown.shape.item):
        return part
    kind = shown.shape.type
    if kind.kind in {part.shape.type.kind, "string", "json"} or kind.nullable:
        return part
    return replace(part, shape=replace(shown.shape, example=""))


def finer(part: Property, model: Shape) -> Property:
    """A property of an example with what the model says of it."""
    known = model.part(part.name)
    if known is not None and known.shape.example and part.shape.words:
        return _of_kind(part, known)
    if known is not None and part.shape.words and not part.required:
        usual = part.default or known.default  # which a jotting of types has no room for
        return replace(part, default=usual, unique=part.unique or known.unique)
    if known is None or part.shape.words or is_guess(known):
        return part
    if known.shape.type.nullable and replace(known.shape.type, nullable=False) == part.shape.type:
        known = replace(known, shape=part.shape)  # null at first: what is brought is not
    default = part.default if part.default and not known.required else known.default
    required = known.required or (part.required and not known.default and not free(known))
    if known.default:
        default, required = known.default, False
    return Property(
        part.name,
        known.shape,
        required,
        default,
        unique=known.unique or part.unique,
        write_only=known.write_only,
    )


def named_rows(shape: Shape, model: Shape) -> Shape:
    """An example's record under the model's name, where it is one of its rows."""
    if is_record(shape) and shape.names and any(each.words == "…" for each in shape.properties):
        known = [each for each in shape.names if model.part(each) is not None]
        if len(known) == len(shape.names):
            return model  # only begun: the rest is as the model says

    def fits(one: Shape) -> bool:
        names = set(one.names)
        return is_record(one) and bool(names) and len(names & set(model.names)) >= len(names) * 0.6

    if fits(shape):
        parts = tuple(typed_part(each, model) for each in shape.properties)
        return replace(shape, name=model.name, properties=parts)
    if is_list(shape) and shape.item is not None:
        return replace(shape, item=named_rows(shape.item, model))
    if is_record(shape):
        parts = tuple(
            replace(each, shape=named_rows(each.shape, model)) for each in shape.properties
        )
        return replace(shape, properties=parts)
    return shape


def typed_part(part: Property, model: Shape) -> Property:
    """A shown value with the type that the model says."""
    known = model.part(part.name)
    return replace(part, shape=known.shape, default=known.default) if known is not None else part


def must(key: Property) -> bool:
    """Whether a key has to come with a new row: its form is said, and nobody who makes it."""
    made = r"(?i)optional|generat|server|derived|made by|default|assigned|random|if (?:not|none)"
    told = key.shape.type.pattern or key.shape.type.min_length or key.unique
    return bool(told) and not re.search(made, key.words)


def free(part: Property) -> bool:
    """Whether words say that a value may be left out."""
    return bool(re.search(r"(?i)\boptional|not required|may be (?:left out|missing)", part.words))


def needed(part: Property) -> bool:
    """Whether a value of a model that says of none whether it is required has to come."""
    kind = part.shape.type
    return not (part.default or kind.nullable or kind.kind in {"boolean", "list", "json"})


def and_shown(shape: Shape | None, draft: Draft, model: Shape) -> Shape | None:
    """An answer that is a model, with what the words about it say that is shown beside it."""
    if shape is None or shape.name != model.name or not shape.properties:
        return shape
    said = " ".join(draft.words)
    more = tuple(
        shown_part(each, said)
        for each in dict.fromkeys(draft.shows)
        if shape.part(each) is None and each not in draft.params
    )
    return replace(shape, properties=(*shape.properties, *more))


def uncoded(fault: Fault, shapes: dict[str, Shape], drafts: list[Draft]) -> Fault:
    """A failure whose code is one: a name in backticks may be that of a field."""
    names = {name for shape in shapes.values() for name in shape.names}
    names |= {name for draft in drafts for name in (*draft.told, *draft.params)}
    if fault.code not in names and not fault.words and "_" in fault.code:
        # A code alone says what goes wrong: `already_closed`.
        return replace(fault, words=fault.code.replace("_", " ").lower())
    if fault.code not in names:
        return fault
    return replace(fault, code="", words=f"{fault.words} {fault.code}".strip())


def named_by_key(drafts: list[Draft], shapes: dict[str, Shape], exact: set[str]) -> None:
    """Let values that only a name tells, and that name a thing without an id, be texts."""

    def text(name: str, shape: Shape) -> Shape:
        told = shape.words or shape.example or shape.type.kind != "integer"
        if told or not any(same_thing(name, each) for each in exact):
            return shape
        return replace(shape, type=replace(shape.type, kind="string"))

    for draft in drafts:
        for name, each in draft.told.items():
            draft.told[name] = replace(each, shape=text(name, each.shape))
    for model, shape in shapes.items():
        parts = tuple(replace(each, shape=text(each.name, each.shape)) for each in shape.properties)
        shapes[model] = replace(shape, properties=parts)


def as_told(part: Property, draft: Draft) -> Property:
    """A part of a body as words tell of it; what they leave open is as its example has it."""
    known, told = draft.fields.get(part.name), draft.told.get(part.name)
    if known is None or told is None or told.typed or not part.shape.example:
        return known or part
    made = tightened(part, told.shape.words)
    usual = made.required or known.required
    return replace(made, required=told.required if told.required is not None else usual)

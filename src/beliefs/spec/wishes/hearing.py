"""From phrases to kinds of rows: which there are, what is said of each, and what they belong to.

A phrase that names no kind of rows is about the one that was named last.
"""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.types import Field, Type
from beliefs.spec.understanding import lexicon
from beliefs.spec.understanding.acting import ROWS
from beliefs.spec.understanding.asked import Asked
from beliefs.spec.understanding.classes import Noun, Title
from beliefs.spec.understanding.draft import Cue, Draft, Thing
from beliefs.spec.understanding.words import is_plural, singular
from beliefs.spec.wishes import relations

_FAMILY = "keeping"


def drafted(cues: list[Cue]) -> Draft:
    """The draft that cues make: which kinds of rows there are, and what is said of each."""
    draft = Draft(cues=cues)
    focus: list[Thing] = []
    spoken: set[str] = set()  # words before kinds of rows that only say which are meant
    for before, cue in zip(["", *(each.says for each in cues)], cues, strict=False):
        if {"asking", "fields"} <= cue.bound.keys():
            continue  # "show the plants that need water"
        focus = _named(draft, cue, focus, before)
        if cue.says not in _NAMING:
            if _narrowed(cue, spoken):
                continue  # "the average of vegetarian recipes" is not that of all
            about = _about(draft, cue, focus)
            if about is None:
                continue  # of something that is not kept
            focus = about
        spoken |= {word for each in _nouns(cue) for word in each.beside}
        for each in focus:
            each.cues.append(cue)
    _settled(draft)
    return draft


def _named(draft: Draft, cue: Cue, focus: list[Thing], before: str) -> list[Thing]:
    """The kinds of rows that a cue names, and what it says they have; else those named last."""
    match cue.says:
        case "title":
            return _titled(draft, cue) or focus
        case "keep" | "below" | "setting":
            return _kept(draft, cue, focus)
        case "more":
            comma = cue.tokens[0].text in {",", "-", "–"}
            beside = comma and before != "title"  # else "shopping list api, item and quantity"
            return _beside(draft, cue, focus) if beside else _more(draft, cue, focus)
        case "titled":
            return _within(draft, cue, focus)
        case "acts":
            return _acted(draft, cue, focus)
        case "reports":
            return _reported(draft, cue)
        case "many":
            return _joined(draft, cue)
        case "states":
            return _moving(draft, focus)
        case _:
            return focus


def _about(draft: Draft, cue: Cue, focus: list[Thing]) -> list[Thing] | None:
    """The kind of rows that a wish is about; none, where it is not kept."""
    named = cue.bound.get("thing")
    if not isinstance(named, Noun):
        return focus
    found = _same(draft, named.name)
    kept = [each for each in draft.things.values() if each.stated]
    if not found and cue.says in _OF_ALL and len(kept) == 1:
        found = kept
    return found or (focus if named.name in _ANY else None)


# What has a status, where several kinds of rows could.
_MOVING = frozenset(
    """invoice order ticket task issue application booking appointment shipment request project post
    article job reservation lead deal bug claim""".split()  # noqa: SIM905
)


def _moving(draft: Draft, focus: list[Thing]) -> list[Thing]:
    """Which kind of rows states are of: the one named last, or the only one that goes through."""
    known = [each for each in draft.things.values() if each.stated and each.name in _MOVING]
    near = bool(focus) and (focus[-1].name in _MOVING or not known)
    return focus if near or len(known) != 1 else known


_ANY = frozenset({"item", "entry", "record", "thing", "row", "one", "element"})
# Wishes that are of the only kind of rows there is, whatever it is called.
_OF_ALL = frozenset({"latest", "random", "late", "exports"})
_NAMING = frozenset({"keep", "below", "setting", "title", "acts", "many", "reports"})


def _nouns(cue: Cue) -> list[Noun]:
    return [each for each in cue.bound.values() if isinstance(each, Noun)]


def _narrowed(cue: Cue, spoken: set[str]) -> bool:
    """Whether a wish is about some rows only, by a word that nothing knows; it is made unheard."""
    narrowed = any(not spoken.issuperset(each.beside) for each in _nouns(cue))
    if narrowed:
        cue.says = f"{cue.says} of some"
    return narrowed


def _stated(draft: Draft, name: str) -> Thing:
    thing = next(iter(_same(draft, name)), None) or draft.thing(name)
    thing.stated = True
    return thing


def _joined(draft: Draft, cue: Cue) -> list[Thing]:
    """Two kinds that are many on either side; what is only added to another is below it."""
    thing, holder = cue.bound["thing"].name, cue.bound["holder"].name
    known = next(iter(_same(draft, thing)), None)
    if cue.tokens[0].low in {"add", "put"} and (known is None or not known.stated):
        owner, rows = _stated(draft, holder), _stated(draft, thing)
        rows.cues.append(_belonging(cue, owner))
        cue.says, cue.used = "below", _FAMILY
        return [rows]
    return [_stated(draft, thing), _stated(draft, holder)]


def _acted(draft: Draft, cue: Cue, focus: list[Thing]) -> list[Thing]:
    """As in "guests RSVP with name and email": a row each time, below what it is for."""
    verbs = [each.low for each in cue.tokens if each.low in ROWS]
    if not verbs and not any(each.low == "sign" for each in cue.tokens):
        return focus  # "books" are rows
    kind, usual = ROWS[verbs[0] if verbs else "register"]  # "sign up"
    named: Noun | None = cue.bound.get("thing")
    owner = _same(draft, named.name) if named is not None else []
    others = [each for each in draft.things.values() if each.name != kind]
    owner = owner or [each for each in focus if each.name != kind] or others[:1]
    if not owner:
        return focus
    owner[0].stated = True
    thing = _stated(draft, kind)
    thing.cues.append(_belonging(cue, owner[0]))
    _has(draft, thing, cue)
    if not thing.fields:
        thing.fields += [Asked(lexicon.field(each), known=True) for each in usual]
    cue.used = _FAMILY
    return [thing]


def _reported(draft: Draft, cue: Cue) -> list[Thing]:
    """As in "stations post temperature and pressure readings": what they send, and whose it is."""
    told: tuple[Asked, ...] = cue.bound["loose"]
    by: Noun = cue.bound["by"]
    source, rows = _stated(draft, by.name), _stated(draft, "reading")
    source.cues.append(cue)
    numbers = [
        replace(each, field=replace(each.field, type=Type("number"))) if each.guessed else each
        for each in told
    ]
    rows.fields += [each for each in numbers if each.field.name != source.name]
    rows.fields.append(Asked(Field(f"{source.name}_id", Type("integer")), known=True))
    rows.fields.append(
        Asked(replace(lexicon.field("timestamp"), required=False, default=""), known=True)
    )
    cue.used = _FAMILY
    return [rows]


def _titled(draft: Draft, cue: Cue) -> list[Thing]:
    title: Title = cue.bound["title"]
    if draft.title is not None and draft.title.nouns:
        return _same(draft, *(each.name for each in title.nouns))
    draft.title, cue.used = title, "title"
    return [draft.thing(each.name) for each in title.nouns][-1:]


def _same(draft: Draft, *names: str) -> list[Thing]:
    """The kinds of rows that names mean: by the whole name, or its last word."""
    found = [
        thing
        for name in names
        for thing in draft.things.values()
        if thing.name == name or thing.name.endswith(f"_{name}") or name.endswith(f"_{thing.name}")
    ]
    return found[:1]


def _kept(draft: Draft, cue: Cue, focus: list[Thing]) -> list[Thing]:
    noun: Noun | None = cue.bound.get("thing")
    if noun is None:  # "tasks …, grouped in sprints": what was named last
        if not focus:
            return focus
        noun = Noun(focus[-1].name, known=True, several=True)
    known = _same(draft, noun.name)
    bracket = any(each.text == "(" for each in cue.tokens)
    if bracket and not known and lexicon.knows_field(noun.name):
        return focus  # "type (breast, bottle)" is no kind of rows
    thing = known[0] if known else draft.thing(noun.name)
    if cue.says == "setting":
        cue.used = _FAMILY
        return [] if not thing.stated else [thing]
    thing.stated = True
    cue.used = _FAMILY
    asked: tuple[Asked, ...] = cue.bound.get("fields", ())
    colon = any(each.text == ":" for each in cue.tokens)
    loose = colon or not relations.knows(noun.name)
    if loose and asked and _all_rows(asked) and not known:
        del draft.things[thing.name]  # "a vet clinic: owners, pets and appointments"
        return _siblings(draft, cue, asked)
    owner: Noun | None = cue.bound.get("owner")
    above = (_same(draft, owner.name) or [draft.thing(owner.name)]) if owner else []
    their = any(each.low in {"their", "its"} for each in cue.tokens)
    their = their or cue.tokens[0].low == "append"
    if not above and their and focus:
        above = focus[-1:]
    for each in above:
        each.stated = True
        each.cues.append(cue)
        if each is not thing:
            thing.cues.append(_belonging(cue, each))
    _has(draft, thing, cue)
    return [thing]


def _belonging(cue: Cue, owner: Thing) -> Cue:
    bound = {"owner": Noun(owner.name, known=True, several=False)}
    return Cue("belongs", bound, cue.tokens, cue.sentence, cue.line, used=_FAMILY)


def _within(draft: Draft, cue: Cue, focus: list[Thing]) -> list[Thing]:
    """As in "purchase requests for our office: item, amount": of what the whole is called after."""
    noun: Noun = cue.bound["setting"]
    colon = any(each.text == ":" for each in cue.tokens)
    if not focus or (noun.several and not colon):
        bound = {"thing": noun, "fields": cue.bound["fields"]}
        cue.says, cue.bound = "keep", bound
        return _kept(draft, cue, focus)
    return _more(draft, cue, focus)


def _more(draft: Draft, cue: Cue, focus: list[Thing]) -> list[Thing]:
    """As in "API with books and loans", "notes. Fields: title, text": of what was named last."""
    asked: tuple[Asked, ...] = cue.bound.get("fields", ())
    alone = not any(each.stated for each in focus)
    if alone and _all_rows(asked):
        cue.used = _FAMILY
        return _siblings(draft, cue, asked)
    if not focus:
        return focus
    focus[-1].stated = True
    cue.used = _FAMILY
    _has(draft, focus[-1], cue)
    return focus


def _beside(draft: Draft, cue: Cue, focus: list[Thing]) -> list[Thing]:
    """What goes on behind a comma: kinds of rows with fields of their own, and more fields."""
    asked: tuple[Asked, ...] = cue.bound["fields"]
    kinds = tuple(each for each in asked if each.inner)
    rest = tuple(each for each in asked if not each.inner)
    stated = [each for each in focus if each.stated]
    if rest and not stated:
        return focus
    for each in rest:
        stated[-1].fields.append(_one(each))
    cue.used = _FAMILY
    return _siblings(draft, cue, kinds) if kinds else focus


def _siblings(draft: Draft, cue: Cue, asked: tuple[Asked, ...]) -> list[Thing]:
    """Kinds of rows beside each other; tags are of the first."""
    found: list[Thing] = []
    for each in asked:
        if found and singular(each.field.name) in {"tag", "label"} and not each.inner:
            found[0].fields.append(each)
            continue
        thing = draft.thing(each.field.name)
        thing.stated = True
        thing.fields += [_one(inner) for inner in each.inner]
        bound = {"thing": Noun(thing.name, known=True, several=True)}
        thing.cues.append(Cue("keep", bound, cue.tokens, cue.sentence, cue.line, used=_FAMILY))
        found.append(thing)
    return found[-1:]


def _all_rows(asked: tuple[Asked, ...]) -> bool:
    """Whether all that stands in a list are kinds of rows, one of them for certain."""
    several = all(
        is_plural(each.field.name) and not each.typed and not lexicon.knows_field(each.field.name)
        for each in asked
    )
    sure = any(each.inner or _could_be_rows(each) for each in asked)
    return all(_could_be_rows(each) for each in asked) or (several and sure)


def _could_be_rows(asked: Asked) -> bool:
    """Whether what stands in a list may be a kind of rows, where nothing has fields yet."""
    name = asked.field.name
    return is_plural(name) and not asked.typed and relations.knows(singular(name))


def _rows(asked: Asked) -> bool:
    """Whether a field is rows of their own."""
    name = asked.field.name
    known = relations.knows(singular(name)) and not lexicon.knows_field(name)
    known = known and not lexicon.knows_field(singular(name))
    return is_plural(name) and not asked.typed and (known or bool(asked.inner))


def _has(draft: Draft, thing: Thing, cue: Cue) -> None:
    """Fields of a kind of rows; several of something known are rows below it."""
    # "With due dates" is one each; beside a name, "languages" are several.
    mixed = any(not is_plural(each.field.name) for each in cue.bound.get("fields", ()))
    for asked in cue.bound.get("fields", ()):
        if singular(asked.field.name) == thing.name and asked.inner:
            thing.fields += [_one(each) for each in asked.inner]
        elif _rows(asked) and singular(asked.field.name) != thing.name:
            child = draft.thing(asked.field.name)
            child.stated = True
            child.fields += [_one(each) for each in asked.inner]
            child.cues += [cue, _belonging(cue, thing)]
        elif all(each.field.name != asked.field.name for each in thing.fields):
            thing.fields.append(_one(asked, mixed=mixed))


def _one(asked: Asked, *, mixed: bool = False) -> Asked:
    """A field that each row has one of, though several rows have several: "with due dates"."""
    name = asked.field.name
    alone = singular(name)
    if asked.typed or asked.inner or lexicon.knows_field(name):
        return asked
    if name == "value":
        return replace(asked, field=Field(name, Type("number")), typed=True)
    if _COUNTS & {*name.split("_")}:
        return replace(asked, field=Field(name, Type("integer", minimum=0)), typed=True)
    if not is_plural(name):
        return asked
    known = lexicon.knows_field(alone) or lexicon.field(alone).type.kind != "string"
    if known and not (mixed and lexicon.field(alone).type.kind == "string"):
        return replace(asked, field=lexicon.field(alone))
    return asked


# Several of these are a number of them.
_COUNTS = frozenset(
    """points goals pieces bottles packets wins losses laps rooms bedrooms bathrooms players eggs
    boxes strokes kilometers kilometres kills assists beds floors doors plots""".split()  # noqa: SIM905
)


def _settled(draft: Draft) -> None:
    """Where nothing is kept by itself, it is what the goal is called after."""
    if any(each.stated for each in draft.things.values()):
        return
    for each in list(draft.things.values())[-1:]:
        each.stated = True

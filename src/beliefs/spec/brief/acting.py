"""Deeds on one row: what they set, count and note, and what takes that back."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.changes import changes, touched
from beliefs.spec.brief.deeds import _referred, _shown, done, nonzero, noted, read_rows
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.scene import Scene
from beliefs.spec.brief.states import state
from beliefs.spec.brief.tallies import tallied
from beliefs.spec.brief.verbs import entering, verb_of
from beliefs.spec.understanding.words import participle


def acted(scene: Scene, guards: list[str]) -> None:
    """A deed on one row: what it sets, what it enters, what it counts."""
    kind = scene.row
    assert kind is not None  # its path names one
    values = changes(scene, kind)
    row = kind
    read_rows(scene)
    _referred(scene)
    scene.rows = [x for x in scene.rows if x is row or x.param in scene.request.params]
    scene.lines += guards
    nonzero(scene)
    if not values:
        scene.open.append("what it changes")
    used = " ".join([*scene.lines, *values.values()])
    for name, given in scene.given.items():
        if (
            given.place == "json"
            and not re.search(rf"\binput\.{re.escape(name)}\b", used)
            and not scene.service.logs.get(row.name)
        ):
            scene.open.append(f"what {name} is for")
    values |= touched(row)
    scene.lines.append(
        f"patch {row.name} {row.one} {{{', '.join(f'{n}: {v}' for n, v in values.items())}}}"
    )
    noted(scene, row)
    done(scene, _shown(scene, row), 200)


def lifted(scene: Scene, guards: list[str]) -> None:
    """`DELETE /notes/{id}/pin`: what the end of the path says is so no longer."""
    kind = scene.row
    assert kind is not None  # its path names one
    values = ended(kind, scene.request.tail)
    for one in scene.told.said:
        if values:
            one.take(_LIFTED)
    values = values or changes(scene, kind)
    tallied(scene.service, kind, values)
    if not values:
        scene.open.append("what it does")
        return
    read_rows(scene)
    scene.lines += guards
    told = ", ".join(f"{n}: {v}" for n, v in (values | touched(kind)).items())
    scene.lines.append(f"patch {kind.name} {kind.one} {{{told}}}")
    done(scene, _shown(scene, kind) if scene.told.status == 200 else None, 204)


_LIFTED = (
    r"^\W*(?:and )?(?:un[a-z]+s?|clears?|removes?|unsets?|takes?|turns?|switch(?:es)?|lifts?|"
    r"ends?|resets?)(?: (?:it|that|the|its|this|an?|[a-z]+)){0,2}"
    r"(?: (?:off|away|back|again|from it))*(?= *(?:[,;.¦]|$))"
)


def ended(kind: Kind, tail: str) -> dict[str, str]:
    """The values that a row has when it is no longer what a word says.

    >>> from beliefs.spec.brief.held import Held
    >>> from beliefs.spec.types import Type
    >>> note = Kind("Note", "/notes", fields={"pinned": Held("pinned", Type("boolean"))})
    >>> ended(note, "pin")
    {'pinned': 'false'}
    """
    verb = verb_of(tail)
    for word in (verb, verb.replace("-", "_"), participle(verb.split("-")[0])):
        held = state(kind, word, "$")
        values = entering(kind, held) if held is not None else {}
        plain = {"true": "false", "now()": "null", "today()": "null"}
        if values and {*values.values()} <= {*plain}:
            return {name: plain[value] for name, value in values.items()}
        if word in kind.fields:
            own = kind.fields[word]
            free = own.start.removeprefix("?") == "null" or (own.type and own.type.nullable)
            if free or (own.required is False and own.default is None):
                return {word: "null"}
    return {}

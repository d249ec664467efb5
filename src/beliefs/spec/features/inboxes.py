"""Boxes by name: what is posted to one is kept with its time, listed, and cleared."""

from __future__ import annotations

from dataclasses import dataclass

from beliefs.spec.entities import Entity
from beliefs.spec.features.resources import body_inputs, program, record, spoken, variable
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Field, Type

BODY = Field("body", Type("json", nullable=True))


@dataclass(frozen=True, slots=True)
class Inbox:
    """What is kept of each message: the name of its box first, what came, and when."""

    entity: Entity
    path: str
    when: str = ""  # the field that says when it came

    @property
    def box(self) -> str:
        """The field, and the part of the path, that names the box."""
        return self.entity.fields[0].name

    @property
    def came(self) -> tuple[Field, ...]:
        """The fields that a message brings."""
        return tuple(each for each in self.entity.fields[1:] if each.name != self.when)


def inbox(name: str, plural: str, path: str, came: tuple[Field, ...], when: str = "") -> Inbox:
    """A box at a path that ends in its name.

    >>> inbox("Hook", "hooks", "/hooks/{name}", (BODY,), "received_at").box
    'name'
    """
    box = Field(path.rsplit("{", 1)[-1].rstrip("}"), Type("string", min_length=1))
    time = (Field(when, Type("datetime")),) if when else ()
    return Inbox(Entity(name, plural, (box, *came, *time)), path, when)


def put_in(kept: Inbox) -> Operation:
    """Keep a message."""
    entity, one = kept.entity, variable(kept.entity)
    values = [(each.name, f"input.{each.name}") for each in (entity.fields[0], *kept.came)]
    values += [(kept.when, "now()")] if kept.when else []
    whole = kept.came == (BODY,)
    brought = (Input("body", "body", BODY.type),) if whole else body_inputs(kept.came)
    return Operation(
        f"receive_{one}",
        "POST",
        kept.path,
        program(f"insert {entity.name} {record(values)} as {one}", f"answer 201 {one}"),
        inputs=(*_named(kept), *brought),
        summary=f"Keep what comes for one {spoken(entity).lower()}.",
    )


def look_in(kept: Inbox, most: int | None = None, *, newest: bool = False) -> Operation:
    """What is in a box; of the last `most`, the newest first."""
    entity = kept.entity
    clauses = [f"where .{kept.box} = input.{kept.box}"]
    clauses += [f"by .{entity.key.name} down"] if newest or most else []
    clauses += [f"limit {most}"] if most else []
    return Operation(
        f"list_received_{entity.plural}",
        "GET",
        kept.path,
        program(f"answer 200 {entity.name}[{', '.join(clauses)}]"),
        inputs=_named(kept),
        summary=f"What came for one {spoken(entity).lower()}.",
    )


def clear(kept: Inbox) -> Operation:
    """Empty a box."""
    entity = kept.entity
    return Operation(
        f"clear_{variable(entity)}",
        "DELETE",
        kept.path,
        program(f"delete {entity.name} where .{kept.box} = input.{kept.box}", "answer 204"),
        inputs=_named(kept),
        summary=f"Drop what came for one {spoken(entity).lower()}.",
    )


def _named(kept: Inbox) -> tuple[Input, ...]:
    return (Input(kept.box, "path", Type("string")),)

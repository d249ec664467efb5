"""What is unsafe and asked for in so many words: built as asked, with a warning."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import notation
from beliefs.spec import patterns as re
from beliefs.spec.entities import Entity
from beliefs.spec.operations import Operation
from beliefs.spec.parsing import read
from beliefs.spec.understanding.plans import World

_PLAIN = (
    "Passwords are kept as they were typed, as the goal asks: "
    "whoever sees the data, or a copy of it, can use them."
)


def write(world: World) -> None:
    """Keep passwords as they were typed, where the goal says so and there are any."""
    if world.draft.said("plain_passwords") is None or "identity" not in world.families:
        return
    world.draft.use("unsafe", "plain_passwords")
    world.entities = [_entity(each) for each in world.entities]
    world.operations = [_operation(each) for each in world.operations]
    world.warnings.append(_PLAIN)


def _entity(entity: Entity) -> Entity:
    fields = tuple(
        replace(each, name="password") if each.name == "password_hash" else each
        for each in entity.fields
    )
    return replace(entity, fields=fields)


def _operation(operation: Operation) -> Operation:
    """The same effect, with the password itself where its hash was."""
    if not operation.effect:
        return operation
    text = notation.write(operation.effect)
    told = re.sub(r"\bhash_password\(([\w.$]+)\)", r"\1", text)
    told = re.sub(r"\bcheck_password\(([\w.$]+), ([\w.$]+)\)", r"\1 = \2", told)
    told = told.replace("password_hash", "password")
    return operation if told == text else replace(operation, effect=read(told))

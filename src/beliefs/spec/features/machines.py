"""State machines: which state may follow which, and a request that moves a row along."""

from __future__ import annotations

import json
from dataclasses import dataclass

from beliefs.spec.features.crud import reading
from beliefs.spec.features.resources import Resource, path_inputs, program, shown, snake
from beliefs.spec.operations import Input, Operation
from beliefs.spec.types import Field, Type


@dataclass(frozen=True, slots=True)
class Machine:
    """States in order, the first one to begin with, and the moves between them.

    >>> Machine(("draft", "done"), (("draft", "done"),)).after()
    '{draft: ["done"], done: []}'
    """

    states: tuple[str, ...]
    moves: tuple[tuple[str, str], ...]
    field: str = "status"

    def kept(self) -> Field:
        """The field that holds the state."""
        choices = Type("string", choices=self.states)
        return Field(self.field, choices, required=False, default=json.dumps(self.states[0]))

    def after(self) -> str:
        """What may follow each state, as a record of the notation."""
        follows = {
            state: [to for start, to in self.moves if start == state] for state in self.states
        }
        parts = (f"{_name(state)}: {json.dumps(next_)}" for state, next_ in follows.items())
        return f"{{{', '.join(parts)}}}"

    def reaches(self, to: str) -> str:
        """The condition over `$` for a move to a state."""
        before = [start for start, end in self.moves if end == to]
        return f"$.{self.field} in {json.dumps(before)}"

    def why(self, to: str) -> str:
        """What is said when the condition does not hold."""
        before = [start for start, end in self.moves if end == to]
        return f"Only {' or '.join(before)} can become {to}" if before else f"Nothing becomes {to}"


CANNOT = "This {} cannot follow the present one"


def _name(state: str) -> str:
    return state if state.isidentifier() else json.dumps(state)


def guard(machine: Machine, one: str, wanted: str = "") -> str:
    """The statement that refuses every other move."""
    wanted = wanted or f"input.{machine.field}"
    allowed = f"{wanted} in at({machine.after()}, {one}.{machine.field})"
    return f'guard {allowed} else conflict "{CANNOT.format(machine.field)}"'


def changing(machine: Machine, one: str) -> str:
    """The same where a change may leave the state as it is."""
    silent = f"input.{machine.field} = null or input.{machine.field} = {one}.{machine.field}"
    return guard(machine, one).replace("guard ", f"guard {silent} or ", 1)


def move(resource: Resource, path: str, machine: Machine, method: str, name: str = "") -> Operation:
    """A request that names the next state of a row."""
    one, wanted = resource.one, name or machine.field
    at = Resource(
        resource.entity,
        resource.path,
        item=path,
        visible=resource.visible,
        parent=resource.parent,
        needs=resource.needs,
    )
    return Operation(
        f"move_{snake(resource.entity.name)}",
        "PATCH" if method == "PATCH" else "PUT" if method == "PUT" else "POST",
        path,
        program(
            *reading(at),
            *(
                [f"guard {shown(resource.touchable, one)} else forbidden"]
                * bool(resource.touchable)
            ),
            guard(machine, one, f"input.{wanted}"),
            f"patch {resource.entity.name} {one} {{{machine.field}: input.{wanted}}}",
            f"answer 200 {shown(resource.shows, one)}",
        ),
        inputs=(
            *path_inputs(at, path),
            Input(wanted, "json", Type("string", choices=machine.states)),
        ),
        summary=f"Move one {snake(resource.entity.name).replace('_', ' ')} to its next state.",
        needs="caller" if resource.needs or resource.writers else "",
    )

"""Rows on paper: one as a PDF of its fields, all as a PDF with a line each."""

from __future__ import annotations

from beliefs.spec.features.figures import rows_of
from beliefs.spec.features.resources import Resource, found, key_param, path_inputs, program, snake
from beliefs.spec.operations import Operation


def paper(resource: Resource, path: str, columns: tuple[str, ...]) -> Operation:
    """One row: its name as the heading, then a line for each field."""
    entity, one = resource.entity, resource.one
    key = f"text({one}.{entity.key.name})"
    heading = f'"{_words(entity.name)} " + {key}'
    lines = [
        f'"{_words(each)}: " + {_told(f"{one}.{each}")}'
        for each in columns
        if each != entity.key.name
    ]
    return Operation(
        f"print_{one}",
        "GET",
        path,
        program(
            *found(entity, key_param(path), resource.visible),
            f'answer 200 content(paper("{snake(entity.name)}-" + {key} + ".pdf", '
            f"[{', '.join([heading, *lines])}]))",
        ),
        inputs=path_inputs(resource, path),
        summary=f"Show one {_words(entity.name).lower()} as a PDF.",
        needs="caller" if resource.needs else "",
    )


def papers(resource: Resource, path: str, columns: tuple[str, ...]) -> Operation:
    """Every row, a line each, under the name of them all."""
    entity, one = resource.entity, resource.one
    plural = snake(entity.plural)
    line = ' + ", " + '.join(_told(f"{one}.{each}") for each in columns)
    return Operation(
        f"print_{plural}",
        "GET",
        path,
        program(
            f'answer 200 content(paper("{plural}.pdf", '
            f'flat([["{_words(entity.plural)}"], '
            f"each({one} in {rows_of(resource)}: {line})])))"
        ),
        summary=f"Show all {_words(entity.plural).lower()} as a PDF.",
        needs="caller" if resource.needs else "",
    )


def _told(value: str) -> str:
    return f'text(or_else({value}, ""))'


def _words(name: str) -> str:
    """A name as it is printed.

    >>> _words("line_items"), _words("LeaveRequest")
    ('Line items', 'Leave request')
    """
    return snake(name).replace("_", " ").capitalize()

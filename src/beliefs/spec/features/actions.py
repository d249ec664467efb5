"""What can be done to one row: transitions, counters, switches, sets, bringing back."""

from __future__ import annotations

from beliefs.spec.features.crud import reading
from beliefs.spec.features.resources import Resource, path_inputs, program, shown, snake
from beliefs.spec.operations import Input, Operation


def transition(
    resource: Resource,
    path: str,
    verb: str,
    values: tuple[tuple[str, str], ...],
    *,
    holds: str = "",
    why: str = "",
    inputs: tuple[Input, ...] = (),
    method: str = "POST",
) -> Operation:
    """Change fields of a row, if a condition over `$` holds; else a conflict.

    >>> from beliefs.spec.entities import Entity
    >>> from beliefs.spec.notation import write
    >>> order = Resource(Entity("Order", "orders", ()), "/orders")
    >>> done = transition(
    ...     order,
    ...     "/orders/{id}/pay",
    ...     "pay",
    ...     (("status", '"paid"'),),
    ...     holds='$.status = "open"',
    ...     why="The order is not open",
    ... )
    >>> write(done.effect).split("\\n")[2]
    'guard order.status = "open" else conflict "The order is not open"'
    """
    at = _at(resource, path)
    one = resource.one
    guard = [f'guard {shown(holds, one)} else conflict "{why}"'] if holds else []
    changed = ", ".join(f"{name}: {shown(value, one)}" for name, value in values)
    return Operation(
        f"{snake(verb)}_{snake(resource.entity.name)}",
        "PATCH" if method == "PATCH" else "PUT" if method == "PUT" else "POST",
        path,
        program(
            *reading(at),
            *(
                [f"guard {shown(resource.touchable, one)} else forbidden"]
                * bool(resource.touchable)
            ),
            *guard,
            f"patch {resource.entity.name} {one} {{{changed}}}",
            f"answer 200 {shown(resource.shows, one)}",
        ),
        inputs=(*path_inputs(at, path), *inputs),
        summary=f"{verb.capitalize()} one {resource.entity.name.lower()}.",
        needs="caller" if resource.needs or resource.writers else "",
    )


def restored(resource: Resource, path: str) -> Operation:
    """Bring back a row that was marked as deleted."""
    entity, one, field = resource.entity, resource.one, resource.buried
    buried = Resource(
        entity, resource.path, item=path, visible=f".{field} != null", needs=resource.needs
    )
    return Operation(
        f"restore_{snake(entity.name)}",
        "POST",
        path,
        program(
            *reading(buried),
            f"patch {entity.name} {one} {{{field}: null}}",
            f"answer 200 {shown(resource.shows, one)}",
        ),
        inputs=path_inputs(buried, path),
        summary=f"Restore one {entity.name.lower()}.",
        needs="caller" if resource.needs or resource.writers else "",
    )


def _at(resource: Resource, path: str) -> Resource:
    """The resource as seen from another path of one row."""
    return Resource(
        resource.entity,
        resource.path,
        item=path,
        visible=resource.visible,
        parent=resource.parent,
        needs=resource.needs,
    )

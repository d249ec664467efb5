"""What a goal was read as, in a few lines: kinds of rows, filters of lists, other requests."""

from __future__ import annotations

from beliefs.spec.service import Spec
from beliefs.spec.types import Field
from tests.spec.understanding.told import operation

_USUAL = ("create_", "get_", "replace_", "update_", "delete_", "list_")


def told(spec: Spec) -> list[str]:
    """Kinds of rows with their fields, then lists with their queries, then what is not usual."""
    lines = [f"{each.name}: {', '.join(map(_field, each.fields))}" for each in spec.entities]
    usual = {
        f"{verb}{name}"
        for each in spec.entities
        for verb in _USUAL
        for name in (_snake(each.name), each.plural)
    }
    for each in spec.operations:
        query = [f"?{told.wire}" for told in each.inputs if told.place == "query"]
        if each.name in usual and query:
            lines.append(f"{each.method} {each.path} {' '.join(query)}")
        elif each.name not in usual and not each.path.endswith("/health"):
            lines.append(operation(spec, each))
    return lines


def _field(field: Field) -> str:
    kind = "|".join(field.type.choices) or field.type.kind
    return f"{field.name}{'' if field.required else '?'}{'!' if field.unique else ''} {kind}"


def _snake(name: str) -> str:
    return "".join(f"_{each.lower()}" if each.isupper() else each for each in name).lstrip("_")

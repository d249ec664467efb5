"""What requests bring, as Pydantic fields; what is kept, as tables; what is shown, as models."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from beliefs.build.expressions import attribute, constant
from beliefs.spec.operations import Input

if TYPE_CHECKING:
    from beliefs.build.expressions import Used
    from beliefs.spec.entities import Entity
    from beliefs.spec.types import Field, Type

_COLUMNS = {"integer": "INTEGER", "number": "REAL", "boolean": "BOOLEAN", "file": "FILE"}
_JSON = ("json", "list", "record")
_STRICT = {"integer": "StrictWhole", "number": "StrictNumber", "boolean": "StrictTruth"}
_LAX = {"integer": "Whole", "number": "Number", "boolean": "bool"}
_NAMED = {
    "email": "Email",
    "url": "Url",
    "date": "Day",
    "datetime": "Moment",
    "uuid": "Uuid",
    "json": "Json",
}


def camel(name: str) -> str:
    """A name as a class has it.

    >>> camel("create_note")
    'CreateNote'
    """
    return "".join(part.capitalize() for part in name.replace("-", "_").split("_"))


def table(entity: Entity) -> str:
    """The table of an entity, as code."""
    columns = ", ".join(f'"{each.name}": "{column(each.type)}"' for each in _beside(entity))
    parts = [f'"{entity.plural.replace("-", "_")}"', f"{{{columns}}}"]
    if entity.key.name != "id":
        parts.append(f'key="{entity.key.name}"')
    if entity.key.style != "integer":
        parts.append(f'style="{entity.key.style}"')
    if entity.key.prefix:
        parts.append(f'prefix="{entity.key.prefix}"')
    defaults = {each.name: json.loads(each.default) for each in entity.fields if each.default}
    if defaults:
        parts.append(f"defaults={defaults!r}")
    return f"{constant(entity.plural)} = Table({', '.join(parts)})"


def _beside(entity: Entity) -> list[Field]:
    """The fields of an entity without its key, which a natural one is as well."""
    return [each for each in entity.fields if each.name != entity.key.name]


def column(kind: Type) -> str:
    """The SQL type of a field; files are kept alike, one or a list of them."""
    if kind.kind == "list" and kind.item is not None and kind.item.kind == "file":
        return "FILE"
    return "JSON" if kind.kind in _JSON else _COLUMNS.get(kind.kind, "TEXT")


def annotation(kind: Type, used: Used, *, strict: bool, model: str = "") -> str:
    """A type as an annotation, bounds included; `model` names the class of a record's fields."""
    if kind.choices:
        text = f"Literal[{', '.join(json.dumps(each) for each in kind.choices)}]"
        used.names.add("Literal")
    elif kind.kind == "list":
        inner = annotation(kind.item, used, strict=strict, model=model) if kind.item else "Json"
        if inner == "Json":
            used.names.add("Json")
        text = f"list[{inner}]"
    elif kind.fields and model:
        text = model
    elif kind.kind == "record":
        used.names.add("Json")
        text = "dict[str, Json]"
    else:
        names = _STRICT if strict else _LAX
        text = names.get(kind.kind) or _NAMED.get(kind.kind, "str")
        if text == "Moment" and kind.pattern:
            text, kind = "ZonedMoment", replace(kind, pattern="")
        used.names.add(text)
    arguments = bounds(kind)
    if arguments and text == "StrictWhole":
        used.names |= {"Annotated", "Field", "LARGEST", "WHOLE"}
        arguments += [] if {"le", "lt"} & _names(arguments) else ["le=LARGEST"]
        arguments += [] if {"ge", "gt"} & _names(arguments) else ["ge=-LARGEST"]
        text = f"Annotated[int, Field({', '.join(arguments)}), WHOLE]"
    elif arguments:
        used.names |= {"Annotated", "Field"}
        text = f"Annotated[{text}, Field({', '.join(arguments)})]"
    return f"{text} | None" if kind.nullable else text


def _names(arguments: list[str]) -> set[str]:
    return {each.partition("=")[0] for each in arguments}


def bounds(kind: Type) -> list[str]:
    """The bounds of a type as arguments of Pydantic's Field."""
    whole = kind.kind == "integer"
    told = {"ge": kind.minimum, "le": kind.maximum, "gt": kind.above, "lt": kind.below}
    arguments = [
        f"{name}={int(bound) if whole or bound == int(bound) else bound}"
        for name, bound in told.items()
        if bound is not None
    ]
    lengths = {"min_length": kind.min_length, "max_length": kind.max_length}
    arguments += [f"{name}={bound}" for name, bound in lengths.items() if bound is not None]
    return [*arguments, f"pattern={kind.pattern!r}"] if kind.pattern else arguments


def inner_models(given: Input | Field, used: Used, parent: str) -> list[tuple[str, str]]:
    """The classes of the records inside a field, innermost first, by name."""
    record = _record(given.type)
    if record is None:
        return []
    name = f"{parent}{camel(given.name)}"
    found: list[tuple[str, str]] = []
    lines = [f"class {name}(BaseModel):", f'    """One of `{given.name}`."""', ""]
    for each in record.fields:
        found += inner_models(each, used, name)
        as_input = Input(each.name, "json", each.type, each.required, each.default)
        lines.append(f"    {request_field(as_input, used, name)}")
    return [*found, (name, "\n".join(lines))]


def _record(kind: Type) -> Type | None:
    if kind.fields:
        return kind
    return _record(kind.item) if kind.item else None


def request_field(given: Input, used: Used, parent: str = "") -> str:
    """One field of a request's model."""
    name = attribute(given.name)
    kind = annotation(given.type, used, strict=True, model=f"{parent}{camel(given.name)}")
    alias = f"alias={json.dumps(given.wire)}" if given.wire != name else ""
    if given.required:
        if alias:
            used.names.add("Field")
        return f"{name}: {kind} = Field({alias})" if alias else f"{name}: {kind}"
    default = repr(json.loads(given.default)) if given.default else "None"
    if default == "None" and not given.type.nullable:
        # Left out is fine, null is not: the annotation stays as strict as it was.
        used.names.add("Field")
        return f"{name}: {kind} = Field({', '.join(filter(None, ['default=None', alias]))})"
    if alias or default[0] in "[{":
        used.names.add("Field")
        made = f"default_factory=lambda: {default}" if default[0] in "[{" else f"default={default}"
        return f"{name}: {kind} = Field({', '.join(filter(None, [made, alias]))})"
    return f"{name}: {kind} = {default}"


def shown_model(entity: Entity, used: Used) -> str:
    """The model of a row as answers show it."""
    key = "int" if entity.key.style == "integer" else "str"
    lines = [
        f"class {entity.name}(BaseModel):",
        f'    """A {words(entity.name)} as it is shown."""',
        "",
    ]
    lines.append(f"    {_shown_field(entity.key.name, key, used)}")
    lines += [
        f"    {_shown_field(each.name, _shown_type(each, used), used)}"
        for each in _beside(entity)
        if not each.hidden
    ]
    return "\n".join(lines)


def _shown_field(name: str, kind: str, used: Used) -> str:
    """A field under its own name, or as near to it as Python lets it be."""
    own = attribute(name)
    if own == name:
        return f"{own}: {kind}"
    used.names.add("Field")
    return f"{own}: {kind} = Field(alias={json.dumps(name)})"


def _shown_type(field: Field, used: Used) -> str:
    plain = {
        "file": "dict[str, Any]",
        "integer": "int",
        "number": "float",
        "boolean": "bool",
        "json": "Any",
        "record": "dict[str, Any]",
    }
    if field.type.kind == "list":
        item = plain.get(field.type.item.kind, "str") if field.type.item else "Any"
        text = f"list[{item}]"
    else:
        text = plain.get(field.type.kind, "str")
    if "Any" in text:
        used.names.add("Any")
    optional = field.type.nullable or not (field.required or field.default)
    return f"{text} | None" if optional and text != "Any" else text


def words(name: str) -> str:
    """A class's name as people say it.

    >>> words("QuizAttempt")
    'quiz attempt'
    """
    return "".join(f" {each.lower()}" if each.isupper() else each for each in name).strip()

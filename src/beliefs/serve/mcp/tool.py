"""A tool: a function of a client, with the schemas of what it takes and of what it answers.

The function's docstring is what the calling model reads, its parameters are the input schema, and
its return type is the output schema; so there is one place to change.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from mcp_types import Tool as Listed
from mcp_types import ToolAnnotations
from pydantic import BaseModel, ConfigDict, ValidationError, create_model
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue

from beliefs.errors import InvalidInput, shown
from beliefs.serve.mcp.answers import Answer


class Tool(NamedTuple):
    """Something that a client may call."""

    name: str
    title: str
    description: str
    arguments: type[BaseModel]
    answer: type[Answer]
    run: Callable[..., Answer]
    writes: bool = False
    destructive: bool = False
    """Whether it hides or outweighs what was believed; nothing here deletes."""
    idempotent: bool = True
    """Whether the same call again adds nothing at all, also without a key."""

    @property
    def listed(self) -> Listed:
        """What `tools/list` says of it."""
        return Listed(
            name=self.name,
            title=self.title,
            description=self.description,
            input_schema=schema_of(self.arguments),
            output_schema=schema_of(self.answer, mode="serialization"),
            annotations=ToolAnnotations(
                title=self.title,
                read_only_hint=not self.writes,
                destructive_hint=self.destructive,
                idempotent_hint=self.idempotent,
                open_world_hint=False,
            ),
        )


def reads(name: str, title: str, run: Callable[..., Answer]) -> Tool:
    """Make a tool that changes nothing.

    >>> def count(beliefs, at_least: int = 0) -> Answer:
    ...     '''Count what is believed.'''
    ...     return Answer()
    >>> reads("count", "Count beliefs", count).listed.input_schema["properties"]
    {'at_least': {'default': 0, 'type': 'integer'}}
    """
    arguments, answer = signature_of(run)
    return Tool(name, title, told_by(run), arguments, answer, run)


def writes(
    name: str,
    title: str,
    run: Callable[..., Answer],
    *,
    destructive: bool = False,
    idempotent: bool = False,
) -> Tool:
    """Make a tool that writes to the ledger."""
    return reads(name, title, run)._replace(
        writes=True, destructive=destructive, idempotent=idempotent
    )


def told_by(run: Callable[..., object]) -> str:
    """What a function says of itself, a paragraph a line: for models, not for a terminal."""
    paragraphs = (inspect.getdoc(run) or "").split("\n\n")
    return "\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


def signature_of(run: Callable[..., Any]) -> tuple[type[BaseModel], Any]:
    """What a function takes after the client, as a model, and what it returns.

    What is not in the signature is refused: a misspelt argument must not be lost.
    """
    signature = inspect.signature(run, eval_str=True)
    _, *parameters = signature.parameters.values()
    fields: dict[str, Any] = {
        one.name: (one.annotation, ... if one.default is one.empty else one.default)
        for one in parameters
    }
    config = ConfigDict(extra="forbid", strict=True)
    model = create_model(run.__name__, __config__=config, **fields)
    return model, signature.return_annotation


def arguments_of(model: type[BaseModel], given: Mapping[str, Any] | None) -> dict[str, Any]:
    """Check arguments against a model, or say in one sentence what is wrong with them."""
    try:
        checked = model.model_validate(dict(given or {}))
    except ValidationError as error:
        faults = [_fault(one["loc"], one["type"], one["msg"]) for one in error.errors()]
        if any(one["type"] == "extra_forbidden" for one in error.errors()):
            faults.append(f"it takes {', '.join(model.model_fields) or 'nothing'}")
        raise InvalidInput(f"{model.__name__}: {'; '.join(faults)}.") from None
    return {name: getattr(checked, name) for name in model.model_fields}


def _fault(place: tuple[int | str, ...], kind: str, message: str) -> str:
    name = shown(".".join(map(str, place)))
    if kind == "missing":
        return f"{name} is missing"
    if kind == "extra_forbidden":
        return f"{name} is no argument of it"
    return f"{name} is not right, {message[:1].lower()}{message[1:]}"


class _Untitled(GenerateJsonSchema):
    """Schemas without titles that only repeat names."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        del schema
        return False


def schema_of(model: type[BaseModel], mode: Any = "validation") -> JsonSchemaValue:
    """The JSON schema of a model."""
    schema = model.model_json_schema(mode=mode, schema_generator=_Untitled)
    for one in (schema, *schema.get("$defs", {}).values()):
        one.pop("title", None)
    # What a model's docstring says is for readers of the code, except on the parts.
    schema.pop("description", None)
    if mode == "validation":
        properties = schema.get("properties", {})
        schema["properties"] = {name: _plain(one) for name, one in properties.items()}
    return schema


def _plain(schema: JsonSchemaValue) -> JsonSchemaValue:
    """What may be left out need not be said to be null, too: models read every word of this."""
    match schema:
        case {"anyOf": [dict(kind), {"type": "null"}], "default": None, **rest}:
            return {**kind, **rest}
    return schema

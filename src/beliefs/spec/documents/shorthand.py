"""Schemas that only look like JSON Schema: jottings, and names with jottings in braces.

`schema: "string (required, 3-20 characters)"`, `name: string!`, `schema: {title: string}`: what
stands there is said the way that Markdown says it, and becomes the schema that was meant. What is
neither is left to whoever reads schemas.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.pseudo import Told, jotted
from beliefs.spec.documents.samples import is_jotting
from beliefs.spec.documents.words import singular
from beliefs.spec.types import Kind

REFERENCE = "#/components/schemas/"
# What says of a value what it is made of: nobody jots that down in one word.
_BUILT = frozenset(
    {"$ref", "properties", "allOf", "oneOf", "anyOf", "not", "const", "additionalProperties"}
)
_STRUCTURE: dict[str, Any] = {
    "type": str,
    "properties": dict,
    "required": list,
    "items": (dict, str),
    "format": str,
    "enum": list,
    "minimum": (int, float),
    "maximum": (int, float),
    "minLength": int,
    "maxLength": int,
    "description": str,
    "default": (str, int, float, bool),
}
_KEYWORDS = _BUILT | frozenset(_STRUCTURE)
_KEYWORDS |= frozenset(
    {"title", "example", "examples", "pattern", "exclusiveMinimum", "exclusiveMaximum", "nullable"}
    | {"multipleOf", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties"}
    | {"readOnly", "writeOnly", "deprecated", "discriminator", "xml", "externalDocs", "if", "then"}
    | {"else", "dependentRequired", "dependentSchemas", "dependencies", "patternProperties"}
    | {"propertyNames", "contains", "minContains", "maxContains", "prefixItems", "definitions"}
    | {"additionalItems", "unevaluatedItems", "unevaluatedProperties", "contentSchema", "optional"}
    | {"contentEncoding", "contentMediaType", "collectionFormat", "unique", "primaryKey"}
)
_ALIKE = 0.8  # of a keyword and what was written for it
_FORMAT: dict[Kind, dict[str, str]] = {
    "string": {"type": "string"},
    "integer": {"type": "integer"},
    "number": {"type": "number"},
    "boolean": {"type": "boolean"},
    "date": {"type": "string", "format": "date"},
    "datetime": {"type": "string", "format": "date-time"},
    "email": {"type": "string", "format": "email"},
    "url": {"type": "string", "format": "uri"},
    "uuid": {"type": "string", "format": "uuid"},
    "file": {"type": "string", "format": "binary"},
    "list": {"type": "array"},
    "record": {"type": "object"},
    "json": {},
}
_MANY = re.compile(
    r"(?i)(?:an? )?(?:array|list)s?(?: of |<|\[)\s*([\w./#-]+)[>\]]?|([\w./#-]+)\[\]|"
    r"\[\s*([\w./#-]+)\s*\]"
)


class Noted(NamedTuple):
    """The schema that a jotting means, and whether its value has to be given, if that is said."""

    schema: dict[str, Any]
    required: bool | None = None
    read_only: bool = False


def noted(text: str, names: Iterable[str], key: str = "") -> Noted | None:
    """The schema of a jotting; None for what is none. `names` are those of schemas.

    >>> noted("string (required, 3-20 characters)", ()).schema["maxLength"]
    20
    >>> noted("name!", ()), noted("string!", ()).required, noted("Pets[]", ["Pet"]).schema
    (None, True, {'type': 'array', 'items': {'$ref': '#/components/schemas/Pet'}})
    """
    plain, required = text.strip(), None
    if marked := re.match(r"([\w.\[\]|-]+) ?([?!])(?=$|[\s,;(])", plain):
        plain, required = f"{marked[1]}{plain[marked.end() :]}", marked[2] == "!"
    if many := _MANY.fullmatch(plain):
        item = next(each for each in many.groups() if each)
        inner = noted(item, names)
        if inner is not None or item[0].isupper():  # a schema that is nowhere is said to be
            schema = inner.schema if inner is not None else {"$ref": item}
            return Noted({"type": "array", "items": schema}, required)
    named = _named(plain, names)
    if named:
        return Noted({"$ref": f"{REFERENCE}{named}"}, required)
    told = jotted(re.sub(r"(?<![<>!=])\s*(?<![<>!=])=\s*(?=[\w\"'.-]+$)", ", default ", plain), key)
    says = told.typed or told.required is not None or told.unique or bool(told.default)
    bounds = (told.shape.type.min_length, told.shape.type.max_length, told.shape.type.minimum)
    if not (says or is_jotting(plain) or bounds != (None, None, None)):
        return None
    required = told.required if told.required is not None else required
    return Noted(schema_of(told), required, told.read_only)


def names_schema(text: str, names: Iterable[str]) -> bool:
    """Whether a text is nothing but the name of a schema, or of a list of them.

    >>> names_schema("Note[]", ["Note"]), names_schema("All notes", ["Note"])
    (True, False)
    """
    many = _MANY.fullmatch(text.strip())
    one = next(each for each in many.groups() if each) if many else text.strip()
    return bool(_named(one, names))


def _named(text: str, names: Iterable[str]) -> str:
    """The schema that a word names, in whatever number and case."""
    if not re.fullmatch(r"[\w./#-]+", text) or text.lower() in _PLAIN:
        return ""
    bare = text.rsplit("/", 1)[-1]
    forms = {bare.lower(), singular(bare.lower())}
    return next((each for each in names if each == bare), "") or next(
        (each for each in names if {each.lower(), singular(each.lower())} & forms), ""
    )


# Words for types: a schema of that name has to be asked for by its reference.
_PLAIN = frozenset(
    {"string", "integer", "number", "boolean", "array", "object", "date", "text", "list", "file"}
)


def schema_of(told: Told) -> dict[str, Any]:
    """What a jotting says as JSON Schema.

    >>> schema_of(jotted("integer, 1-5, default 3"))["default"]
    3
    """
    kind, item = told.shape.type, told.shape.item
    several = kind.kind == "list"
    made: dict[str, Any] = {
        **_FORMAT[kind.kind],
        "minimum": kind.minimum,
        "maximum": kind.maximum,
        "exclusiveMinimum": kind.above,
        "exclusiveMaximum": kind.below,
        "minItems" if several else "minLength": kind.min_length,
        "maxItems" if several else "maxLength": kind.max_length,
        "pattern": kind.pattern or None,
        "enum": list(kind.choices) or None,
        "nullable": kind.nullable or None,
        "items": _FORMAT[item.type.kind] if several and item is not None else None,
        "default": json.loads(told.default) if told.default else None,
        "readOnly": told.read_only or None,
        "writeOnly": told.write_only or None,
        "x-unique": told.unique or None,
        "description": told.shape.words,
    }
    return {name: each for name, each in made.items() if each is not None}


def described(schema: dict[str, Any]) -> str:
    """What a schema says, in a few words, for whoever is told what a jotting was read as.

    >>> described({"type": "string", "maxLength": 20, "description": "at most 20"})
    'string, maxLength 20'
    """
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    kind = str(schema.get("format") or schema.get("type") or "anything")
    if schema.get("type") == "array" and schema.get("items"):
        kind = f"array of {described(schema['items'])}"
    passed = {"type", "format", "items", "description", "x-unique"}
    told = [kind, *(f"{key} {_told(each)}" for key, each in schema.items() if key not in passed)]
    return ", ".join([*told, *(["unique"] if schema.get("x-unique") else [])])


def _told(value: Any) -> str:
    return "|".join(map(str, value)) if isinstance(value, list) else json.dumps(value)


def fields_in(schema: dict[str, Any], names: Iterable[str]) -> dict[str, Any] | None:
    """The properties that a schema names without saying that they are such; None for others.

    >>> fields_in({"title": "string", "done": "boolean (default false)"}, ())
    {'title': 'string', 'done': 'boolean (default false)'}
    >>> fields_in({"type": "object", "name": {"type": "string"}}, ())
    {'name': {'type': 'string'}}
    >>> fields_in({"title": "Note", "type": "object"}, ())
    """
    built = any(schema.get(key) not in (None, {}) for key in _BUILT)
    if not schema or built or isinstance(schema.get("enum"), list):
        return None
    own = {key: each for key, each in schema.items() if not _is_keyword(key)}
    kind = schema.get("type")
    if "type" in schema and not isinstance(kind, str):
        return None
    if kind and kind.lower() in _OBJECTS:
        # "title" may be a property as well; what it says of a schema is a text.
        inside = {
            key: each
            for key, each in schema.items()
            if key in own or (key in _TEXTS and isinstance(each, dict))
        }
        found = bool(inside) and all(_is_schema(each, names) for each in inside.values())
        return inside if found else None
    likely = {
        key: each
        for key, each in schema.items()
        if _is_keyword(key) and isinstance(each, str) and _begins_with_type(each, names)
    }
    if "type" in schema and not (own and "type" in likely):
        return None
    if "items" in schema and "items" not in likely and not isinstance(schema["items"], list):
        return None
    if not own:
        texts = [each for each in schema.values() if isinstance(each, str)]
        whole = len(likely) == len(schema) == len(texts)
        return dict(schema) if whole else None
    if not all(_is_schema(each, names) or _is_value(each) for each in own.values()):
        return None
    if "type" in schema and not all(_is_schema(each, names) for each in own.values()):
        return None
    return {key: each for key, each in schema.items() if key in own or key in likely}


_OBJECTS = frozenset({"object", "record", "dict", "map"})
_TEXTS = frozenset({"title", "description", "format", "pattern", "example", "default"})


def _is_keyword(key: Any) -> bool:
    return str(key) in _KEYWORDS or str(key).startswith(("x-", "$"))


def _begins_with_type(text: str, names: Iterable[str]) -> bool:
    """Whether a text is a jotting of a type, and no words that speak of one.

    >>> _begins_with_type("string, optional", ()), _begins_with_type("text of the note", ())
    (True, False)
    """
    head = re.match(r"[\w-]+(?:\[\])?", text.strip())
    rest = text.strip()[head.end() :] if head else ""
    known = head and (jotted(head[0]).typed or _named(head[0], names))
    return bool(known and re.match(r"\s*(?:$|[,(!?|<>=;:\[]|-?\d)", rest))


def _is_schema(value: Any, names: Iterable[str]) -> bool:
    """Whether a value says what may stand there, and is none itself."""
    if isinstance(value, str):
        return noted(value, names) is not None
    if isinstance(value, list):
        return bool(value) and _is_schema(value[0], names)
    if not isinstance(value, dict):
        return False
    return any(map(_is_keyword, value)) or fields_in(value, names) is not None


def _is_value(value: Any) -> bool:
    return value is None or isinstance(value, str | int | float | bool | list)


def respelled(schema: dict[str, Any]) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    """A schema with its keywords spelled right, and which were not.

    >>> respelled({"tpye": "string", "maxLenght": 5})
    ({'type': 'string', 'maxLength': 5}, [('tpye', 'type'), ('maxLenght', 'maxLength')])
    """
    slips: list[tuple[str, str]] = []
    made: dict[str, Any] = {}
    for key, each in schema.items():
        meant = _meant(str(key), each, schema)
        if meant:
            slips.append((str(key), meant))
        made[meant or str(key)] = each
    return made, slips


def _meant(key: str, value: Any, schema: dict[str, Any]) -> str:
    """The keyword that a slip is of; empty where it is none."""
    if _is_keyword(key):
        return ""
    if key in {"ref", "_ref", "@ref"} and isinstance(value, str) and "/" in value:
        return "$ref"
    if sorted(key) == sorted("type") and "type" not in schema:
        return "type" if isinstance(value, str) and jotted(value).typed else ""
    near = difflib.get_close_matches(key, [each for each in _STRUCTURE if len(each) > 3], 1, _ALIKE)
    if not near or near[0] in schema or key == f"{near[0]}s" or f"{key}s" == near[0]:
        return ""
    return near[0] if isinstance(value, _STRUCTURE[near[0]]) else ""

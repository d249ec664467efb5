"""JSON Schema, as people write it, into shapes.

What is not valid but clear (`type: int`, `required: true` at a property, a reference with a typo)
is read as meant, and said. What a type cannot hold (`oneOf` of records, `multipleOf`) becomes
wider, and is said too.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from beliefs.spec import patterns as re
from beliefs.spec.documents.amiss import fitted
from beliefs.spec.documents.combining import either, together
from beliefs.spec.documents.contract import Property, Shape
from beliefs.spec.documents.keywords import (
    BESIDE,
    FORMS,
    alternatives,
    overlaid,
    said_unique,
    unread,
    worded,
)
from beliefs.spec.documents.kinds import guessed
from beliefs.spec.documents.shorthand import Noted, described, fields_in, noted, respelled
from beliefs.spec.types import Kind, Type

_KINDS: dict[str, Kind] = {
    "string": "string",
    "integer": "integer",
    "number": "number",
    "boolean": "boolean",
    "array": "list",
    "object": "record",
    "file": "file",
}
# Types that JSON Schema does not have, and what is meant by them.
_MEANT: dict[str, tuple[str, str]] = {
    "int": ("integer", ""),
    "int32": ("integer", ""),
    "int64": ("integer", ""),
    "long": ("integer", ""),
    "serial": ("integer", ""),
    "str": ("string", ""),
    "text": ("string", ""),
    "varchar": ("string", ""),
    "char": ("string", ""),
    "bool": ("boolean", ""),
    "float": ("number", ""),
    "double": ("number", ""),
    "decimal": ("number", ""),
    "money": ("number", ""),
    "numeric": ("number", ""),
    "date": ("string", "date"),
    "datetime": ("string", "date-time"),
    "date-time": ("string", "date-time"),
    "timestamp": ("string", "date-time"),
    "time": ("string", ""),
    "uuid": ("string", "uuid"),
    "guid": ("string", "uuid"),
    "email": ("string", "email"),
    "url": ("string", "uri"),
    "uri": ("string", "uri"),
    "list": ("array", ""),
    "dict": ("object", ""),
    "map": ("object", ""),
    "json": ("", ""),
    "any": ("", ""),
    "binary": ("string", "binary"),
}
_FORMATS: dict[str, Kind] = {
    "date": "date",
    "date-time": "datetime",
    "datetime": "datetime",
    "timestamp": "datetime",
    "email": "email",
    "uri": "url",
    "url": "url",
    "uuid": "uuid",
    "guid": "uuid",
    "binary": "file",
}
_DEPTH = 8


@dataclass(slots=True)
class Reader:
    """Reads schemas of one document; `said` hears of each mend, `unmet` of what is not held to."""

    schemas: dict[str, Any]
    said: Callable[[str], None]
    unmet: Callable[[str, str], None]
    # The names on the way to what is read now, those of schemas after a #.
    trail: list[str] = field(default_factory=list)
    _parts: int = 0  # of how many schemas what is read now is only a part

    def known(self, name: str) -> Shape:
        """The shape of a schema that has a name."""
        self.trail.append(f"#{name}")
        try:
            return self.shape(self.schemas[name], name)
        finally:
            self.trail.pop()

    def shape(self, schema: Any, name: str = "") -> Shape:
        """The shape that a schema says."""
        if isinstance(schema, str):
            meant = self.as_meant(schema.strip())[0]
            lost = isinstance(meant, str)
            return self._referred({"$ref": meant}) if lost else self.shape(meant, name)
        if isinstance(schema, list):
            schema = self._listed(schema)
        if not isinstance(schema, dict):
            return Shape(Type("json"), name)
        schema = self._whole(self.as_meant(schema)[0], name)
        if "$ref" in schema and not BESIDE & set(schema):
            return self._referred(schema)
        if "$ref" in schema:
            beside = {key: each for key, each in schema.items() if key != "$ref"}
            return self.shape({**beside, "allOf": [{"$ref": schema["$ref"]}]}, name)
        for several in ("allOf", "oneOf", "anyOf"):
            listed = isinstance(schema.get(several), list) and schema[several]
            if listed and not alternatives(schema, several):
                return self._combined(several, schema, name)
        return self._plain(schema, name or _titled(schema))

    def as_meant(self, schema: Any, key: str = "") -> tuple[Any, bool | None]:
        """A schema that is only jotted down, and whether its value has to be given, if it says."""
        at = f" at {key}" if key else ""
        if isinstance(schema, dict):
            text = schema.get("type")
            if not isinstance(text, str) or _known(text) or {"$ref", "allOf"} & set(schema):
                return schema, None
            found = noted(text, self.schemas, key)
            if found is None:
                return schema, None
            self.said(f"`type: {text}`{at} was read as {told_of(found)}")
            rest = {name: each for name, each in schema.items() if name != "type"}
            return {**found.schema, **rest}, found.required
        if isinstance(schema, str):
            if (plain := _typed(schema)) is not None and schema not in self.schemas:
                kind = plain.get("format") or plain.get("type") or "anything"
                self.said(f"the schema `{schema}`{at} was read as `type: {kind}`")
                return plain, None
            found = noted(schema, self.schemas, key)
            if found is not None:
                if "$ref" in found.schema and found.required is None:
                    return {"$ref": schema}, None
                self.said(f"`{schema}`{at} was read as {told_of(found)}")
                return found.schema, found.required
            if key and " " in schema.strip() and "/" not in schema:
                self.said(f"`{schema}`{at} was read as words about it")
                return {"description": schema, "type": _KIND_OF.get(guessed(key), "string")}, None
            return schema, None
        if key and (schema is None or isinstance(schema, bool | int | float)):
            kind = _silent({"example": schema}) or "string"
            self.said(f"`{json.dumps(schema)}`{at} was read as an example: {kind}")
            return {"type": kind, "example": schema, "nullable": schema is None}, None
        return schema, None

    def _listed(self, schema: list[Any]) -> dict[str, Any]:
        """A list in the place of a schema: of what it has, or one of several words."""
        words = [each for each in schema if isinstance(each, str)]
        if len(words) == len(schema) > 1 and not any(noted(each, self.schemas) for each in words):
            self.said(f"the list {', '.join(words)} was read as an enum")
            return {"type": "string", "enum": words}
        self.said("a list in the place of a schema was read as an array of what it has")
        return {"type": "array", "items": schema[0] if schema else {}}

    def _whole(self, schema: dict[str, Any], name: str) -> dict[str, Any]:
        """A schema with its keywords spelled right and its properties where they belong."""
        schema, slips = respelled(schema)
        for slip, keyword in slips:
            self.said(f"`{slip}` was read as {keyword}")
        fields = fields_in(schema, self.schemas)
        if fields is None:
            return schema
        rest = {key: each for key, each in schema.items() if key not in fields}
        told = ", ".join(map(str, fields))
        plain = {
            key: {"type": each} if isinstance(each, str) and each in _KINDS else each
            for key, each in fields.items()
        }
        made = {**rest, "type": "object", "properties": plain}
        if schema.get("type") == "object":
            self.said(
                f"{told} of {name or 'a record'} stood beside properties: they were put there"
            )
            return made
        needed = _needed(fields, self.schemas) if "required" not in rest else []
        more = f", with {', '.join(needed)} required" if needed else ""
        self.said(f"{{{told}}} was read as an object with these properties{more}")
        return {**made, "required": needed} if needed else made

    def _referred(self, schema: dict[str, Any]) -> Shape:
        wanted = str(schema["$ref"])
        name = wanted.rsplit("/", 1)[-1].removesuffix("[]")
        if name not in self.schemas:
            near = difflib.get_close_matches(name, self.schemas, 1, 0.6)
            folded = [each for each in self.schemas if each.lower() == name.lower()]
            if not near and not folded:
                self.said(f"{wanted} is nowhere: anything is allowed there")
                return Shape(Type("json"), name)
            self.said(f"{wanted} was read as {(folded or near)[0]}")
            name = (folded or near)[0]
        elif not wanted.startswith(("#/components/schemas/", "#/definitions/")):
            self.said(f"the reference {wanted} was read as #/components/schemas/{name}")
        opened = [each for each in self.trail if each.startswith("#")]
        if f"#{name}" in opened or len(opened) > _DEPTH:
            return Shape(Type("record"), name, open=True)
        found = replace(self.known(name), name=name)
        if wanted.endswith("[]"):
            return Shape(Type("list"), item=found)
        if schema.get("nullable") is True:
            found = replace(found, type=replace(found.type, nullable=True))
        words = str(schema.get("description") or "")
        kept = worded(words, [self.schemas[name]], found.type.kind) if words else found.words
        return replace(found, words=kept)

    def _combined(self, several: str, schema: dict[str, Any], name: str) -> Shape:
        rest = {key: each for key, each in schema.items() if key != several}
        parts = [each for each in schema[several] if not _is_null(each)]
        nullable = len(parts) < len(schema[several])
        whole = several == "allOf" or len(parts) == 1
        if whole and (len(parts) > 1 or BESIDE & set(rest)):
            flat = overlaid([*map(self._resolved, parts), rest])
            if flat is not None:
                flat |= {"nullable": True} if nullable else {}
                return self._plain(flat, name or self._first_name(parts))
        self._parts += 1
        shapes = [self.shape(each) for each in parts]
        if whole and (rest.get("properties") or rest.get("required")):
            shapes.append(self._plain({**rest, "type": "object"}, ""))
        self._parts -= 1
        if whole:
            merged = together(shapes, rest.get("required"))
            told = [each.get("required") for each in (*parts, rest) if isinstance(each, dict)]
            self._absent([name for each in told for name in _names(each)], merged.names)
            made = replace(merged, name=name or merged.name)
            if several == "allOf" and not name and len(shapes) > 1:
                made = replace(made, name=shapes[0].name)
        elif all(each.type.kind == "record" for each in shapes):
            made = replace(either(shapes), name=name)
            self.unmet(several, f"one of {len(shapes)} records: fields of all are allowed")
        else:
            kinds = {each.type.kind for each in shapes}
            kind: Kind = "number" if kinds == {"integer", "number"} else "json"
            made = Shape(Type(kind), name)
            if kind == "json":
                self.unmet(several, f"one of {', '.join(sorted(kinds))}: any JSON is allowed")
        type_ = replace(made.type, nullable=made.type.nullable or nullable or _nullable(rest))
        words = str(rest.get("description") or made.words)
        inline = [each for each in parts if isinstance(each, dict)] if whole else []
        words = worded(words, [*inline, rest], made.type.kind)
        return replace(made, type=type_, words=words)

    def _resolved(self, schema: Any) -> Any:
        """What a reference names, as it stands there."""
        wanted = str(schema.get("$ref", "")) if isinstance(schema, dict) else ""
        return self.schemas.get(wanted.rsplit("/", 1)[-1], schema) if wanted else schema

    def _with_named(self, schema: Any) -> dict[str, Any]:
        """A schema with the default and the access of the one that it refers to."""
        inner = schema if isinstance(schema, dict) else {}
        named = self._resolved(inner)
        if not isinstance(named, dict):
            return inner
        return {**{key: each for key, each in named.items() if key in _CARRIED}, **inner}

    def _first_name(self, parts: list[Any]) -> str:
        names = (str(each.get("$ref", "")) for each in parts if isinstance(each, dict))
        return next((each.rsplit("/", 1)[-1] for each in names if each), "")

    def _plain(self, schema: dict[str, Any], name: str) -> Shape:
        schema = fitted(schema, self.said)
        pattern = schema.get("pattern")
        if pattern is not None and not _compiles(pattern):
            self.unmet(f"pattern: {pattern}", "it is no regular expression: any text is taken")
            schema = {key: each for key, each in schema.items() if key != "pattern"}
        kind, form, nullable = self._kind(schema)
        if kind == "array":
            item = self.shape(schema["items"]) if schema.get("items") else None
            if item is None and "items" not in schema:
                self.said("an array without items was read as one of anything")
            made = Shape(self._bounded("list", schema), name, item=item)
        elif kind == "object":
            made = self._record(schema, name)
        elif kind == "":
            made = Shape(Type("json"), name)
        else:
            plain: Kind = _KINDS[kind]
            if kind == "string":
                plain = _FORMATS.get(form, "string")
                schema = {"pattern": FORMS[form], **schema} if form in FORMS else schema
            made = Shape(self._bounded(plain, schema), name)
        if nullable or _nullable(schema):
            made = replace(made, type=replace(made.type, nullable=True))
        words = str(schema.get("description") or "")
        words = worded(words, [schema], made.type.kind)
        for keyword, why in unread(schema):
            self.unmet(keyword, why)
        return replace(made, words=words, example=_example(schema))

    def _kind(self, schema: dict[str, Any]) -> tuple[str, str, bool]:
        told, form = schema.get("type"), str(schema.get("format") or "").lower()
        nullable = False
        if isinstance(told, list):
            nullable = "null" in told or None in told
            rest = [str(each) for each in told if each not in ("null", None)]
            told = rest[0] if len(rest) == 1 else "number" if set(rest) <= _NUMERIC else ""
        if told is None:
            told = _silent(schema)
        word = str(told).strip()
        if word.endswith("?"):
            word, nullable = word[:-1], True
        small = word.lower()
        if small in {*_KINDS, ""}:
            if small != word:
                self.said(f"`type: {word}` was read as {small}")
            return small, form, nullable
        if word.endswith("[]") or small.startswith(("array of ", "list of ", "array<", "list[")):
            inner = re.sub(r"(?i)^(array|list)( of |<|\[)|[>\]\[]+$", "", word)
            self.said(f"`type: {word}` was read as an array of {inner}")
            schema.setdefault("items", inner)
            return "array", form, nullable
        if small in _MEANT:
            kind, meant = _MEANT[small]
            self.said(f"`type: {word}` was read as {kind or 'anything'}")
            return kind, form or meant, nullable
        self.said(f"`type: {word}` is no type: a string was taken")
        return "string", form, nullable

    def _record(self, schema: dict[str, Any], name: str) -> Shape:
        told = schema.get("properties")
        if isinstance(told, list):
            self.said(f"the properties of {name or 'a record'} were a list")
            told = {str(each.get("name")): each for each in told if isinstance(each, dict)}
        elif told is not None and not isinstance(told, dict):
            self.said(f"the properties of {name or 'a record'} were no mapping: they were left out")
            told = None
        required = schema.get("required")
        names = _names(required)
        self._absent(names, [str(each) for each in told or {}])
        made = []
        for key, each in (told or {}).items():
            if not str(key).strip():
                self.said("a property without a name was left out")
                continue
            self.trail.append(str(key))
            meant, wanted = self.as_meant(each, str(key))
            self.trail.pop()
            shape = self._inside(str(key), meant)
            inner = self._with_named(meant)
            needed = str(key) in names or required is True or wanted is True
            if inner.get("required") in (True, "true", "yes"):
                self.said(f"`required: true` at {key} was read as one of the required names")
                needed = True
            default = _default_of(inner)
            made.append(
                Property(
                    str(key),
                    shape,
                    needed,
                    default,
                    read_only=inner.get("readOnly") is True,
                    write_only=inner.get("writeOnly") is True,
                    unique=inner.get("x-unique") is True or said_unique(shape.words),
                )
            )
        more = schema.get("additionalProperties", schema.get("unevaluatedProperties"))
        values = self.shape(more) if isinstance(more, dict) and more else None
        free = not made and more is not False
        return Shape(
            Type("record"),
            name,
            tuple(made),
            open=more is True or free,
            closed=more is False,
            values=values,
        )

    def _inside(self, key: str, schema: Any) -> Shape:
        self.trail.append(key)
        try:
            return self.shape(schema)
        finally:
            self.trail.pop()

    def _absent(self, required: list[str], names: Iterable[str]) -> None:
        """Say which required properties there are none of, where they can be nowhere else."""
        for each in dict.fromkeys(required) if not self._parts else ():
            if each not in names:
                self.said(f"{each} is required and no property: it was left out")

    def _bounded(self, kind: Kind, schema: dict[str, Any]) -> Type:
        low, high = _number(schema.get("minimum")), _number(schema.get("maximum"))
        above, below = schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")
        if above is True:
            above, low = low, None
        if below is True:
            below, high = high, None
        choices: tuple[str, ...] = ()
        told = schema.get("enum") if "enum" in schema else None
        if "const" in schema:
            told = [schema["const"]]
        if isinstance(told, str):
            self.said(f"the enum {told!r} was read as a list")
            told = [each.strip() for each in re.split(r"[,|]", told)]
        if isinstance(told, list) and told:
            values = [each for each in told if each is not None]
            if kind in _NUMERIC and all(isinstance(each, int | float) for each in values):
                low, high = float(min(values)), float(max(values))
            elif kind != "boolean":
                choices = tuple(_texted(each) for each in values)
        several = kind == "list"
        return Type(
            kind,
            nullable=isinstance(told, list) and None in told,
            choices=choices,
            minimum=low,
            maximum=high,
            above=_number(above) if above is not False else None,
            below=_number(below) if below is not False else None,
            min_length=_whole(schema.get("minItems" if several else "minLength")),
            max_length=_whole(schema.get("maxItems" if several else "maxLength")),
            pattern=str(schema.get("pattern") or ""),
        )


_NUMERIC = {"integer", "number"}
_KIND_OF = {"integer": "integer", "number": "number", "boolean": "boolean"}
_MADE = {"id", "uuid", "created_at", "updated_at", "createdAt", "updatedAt"}


def _known(text: str) -> bool:
    """Whether a type is one that a schema may have, or that is read as one of these."""
    small = text.strip().lower()
    if small.removesuffix("?") in {*_KINDS, *_MEANT, ""}:
        return True
    inner = re.sub(r"^(?:array|list)(?: of |<|\[)|[>\]\[]+$", "", small)
    return inner != small and inner in {*_KINDS, *_MEANT}


def _compiles(pattern: Any) -> bool:
    try:
        re.compile(str(pattern))
    except re.error:
        return False
    return isinstance(pattern, str)


def _default_of(schema: dict[str, Any]) -> str:
    """The default of a property, as JSON text, if it may be one."""
    told = fitted(schema, lambda _: None).get("default")
    return json.dumps(told) if told is not None else ""


def _typed(text: str) -> dict[str, Any] | None:
    """The schema of a word that is a type, or is read as one."""
    small = text.strip().lower()
    if small in _KINDS:
        return {"type": small}
    kind, form = _MEANT.get(small, ("", "")) if small in _MEANT else (None, "")
    if kind is None:
        return None
    return {**({"type": kind} if kind else {}), **({"format": form} if form else {})}


def told_of(found: Noted) -> str:
    """What a jotting was read as."""
    needed = {True: ", required", False: ", optional", None: ""}[found.required]
    return f"{described(found.schema)}{needed}"


def _needed(fields: dict[str, Any], names: Iterable[str]) -> list[str]:
    """The names that have to be given, where only some say so, or none does, as in descriptions."""
    told = {
        str(key): noted(each, names, str(key)) if isinstance(each, str) else None
        for key, each in fields.items()
    }
    marked = [key for key, each in told.items() if each is not None and each.required]
    if marked:
        return marked
    return [
        key
        for key, each in told.items()
        if key not in _MADE
        and isinstance(fields[key], str | int | float | dict)
        and not isinstance(fields[key], bool)
        and not (each and (each.required is False or each.read_only or "default" in each.schema))
    ]


_CARRIED = {"default", "readOnly", "writeOnly"}  # what a reference brings along, besides the type


def _names(required: Any) -> list[str]:
    """The names in `required`, which may be one, or no list at all."""
    listed = [required] if isinstance(required, str) else required
    return [str(each) for each in listed] if isinstance(listed, list) else []


def _titled(schema: dict[str, Any]) -> str:
    title = schema.get("title")
    return title if isinstance(title, str) and re.fullmatch(r"[A-Z]\w+", title) else ""


def _silent(schema: dict[str, Any]) -> str:
    """The type of a schema that does not say it."""
    if "properties" in schema or "additionalProperties" in schema:
        return "object"
    if "items" in schema:
        return "array"
    values = schema.get("enum")
    if isinstance(values, str | list):
        return "string"
    if {"minimum", "maximum"} & set(schema):
        return "number"
    if {"format", "minLength", "maxLength", "pattern"} & set(schema):
        return "string"
    if "example" in schema or "const" in schema:
        value = schema.get("example", schema.get("const"))
        return {bool: "boolean", int: "integer", float: "number", str: "string"}.get(
            type(value), ""
        )
    return ""


def _is_null(schema: Any) -> bool:
    return schema is None or (
        isinstance(schema, dict)
        and schema.get("type") in {"null", None}
        and set(schema) <= {"type"}
    )


def _nullable(schema: dict[str, Any]) -> bool:
    return schema.get("nullable") in {True, "true"} or schema.get("x-nullable") is True


def _example(schema: dict[str, Any]) -> str:
    told = schema.get("example")
    several = schema.get("examples")
    if told is None and isinstance(several, list) and several:
        told = several[0]
    return json.dumps(told, ensure_ascii=False) if told is not None else ""


def _texted(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _number(value: Any) -> float | None:
    if isinstance(value, bool) or value is None:
        return None
    try:
        number = float(value)
    except (TypeError, ValueError):
        return None
    return int(number) if number == int(number) else number


def _whole(value: Any) -> int | None:
    number = _number(value)
    return int(number) if number is not None else None

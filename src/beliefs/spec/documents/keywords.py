"""What keywords of a schema say that a type cannot hold: told in words, as a person would.

Readers of sentences make of them what they make of the same words in a description. Keywords
that nobody reads are listed by their names.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import ITEMS_ONCE, ONE_OF, STEPS

# Formats that are the form of a text, as a regular expression.
FORMS = {
    "time": r"^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?([zZ]|[+-]\d\d:\d\d)?$",
    "ipv4": r"^((25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(25[0-5]|2[0-4]\d|1?\d?\d)$",
    "hostname": r"^(?!-)[A-Za-z0-9-]+(?<!-)(\.(?!-)[A-Za-z0-9-]+(?<!-))*$",
}
# Formats of the standard that nothing built looks at.
_UNREAD_FORMS = {
    *("duration", "ipv6", "idn-email", "idn-hostname", "iri", "iri-reference"),
    *("uri-template", "json-pointer", "relative-json-pointer", "regex"),
}
_UNREAD = (
    *("not", "if", "dependentSchemas", "dependencies", "patternProperties", "propertyNames"),
    *("contains", "minContains", "maxContains", "prefixItems", "additionalItems"),
    *("maxProperties", "unevaluatedItems", "contentSchema"),
)
_COMPOSED = {"$ref", "properties", "items", "allOf", "anyOf", "oneOf", "additionalProperties"}
# Keywords that say more of what a reference names, where they stand beside it.
BESIDE = {
    *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "enum", "const"),
    *("minLength", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems", "minProperties"),
    *("format", "properties", "required", "dependentRequired"),
}


def told(schema: dict[str, Any], kind: str) -> Iterator[str]:
    """What a schema of a kind says beyond its type, sentence by sentence.

    >>> list(told({"minProperties": 1}, "record"))
    ['At least 1 field must be given']
    >>> list(told({"dependentRequired": {"from": ["to"]}}, "record"))
    ['`to` is required when `from` is given']
    """
    if kind == "list" and schema.get("uniqueItems") is True:
        yield ITEMS_ONCE
    if kind in {"integer", "number"}:
        yield from gaps(schema)
    if kind == "boolean" and len(set(_values(schema))) == 1:
        yield f"Must be {str(_values(schema)[0]).lower()}"
    if kind == "record":
        yield from _together(schema)


def _together(schema: dict[str, Any]) -> Iterator[str]:
    least = schema.get("minProperties")
    if isinstance(least, int) and least > 0:
        yield f"At least {least} field{'s' if least > 1 else ''} must be given"
    needed = schema.get("dependentRequired")
    for name, others in needed.items() if isinstance(needed, dict) else ():
        for each in others if isinstance(others, list) else ():
            yield f"`{each}` is required when `{name}` is given"
    if len(apart := excluded(schema)) > 1:
        yield f"Only one of {', '.join(f'`{each}`' for each in apart)} may be given"
    if demand := conditional(schema):
        yield demand
    for keyword, many in (("anyOf", "At least"), ("oneOf", "Exactly")):
        names = alternatives(schema, keyword)
        if names:
            yield f"{many} one of {', '.join(f'`{each}`' for each in names)} must be given"


def alternatives(schema: dict[str, Any], keyword: str) -> list[str]:
    """The names of which one is wanted, where that is all that several schemas say.

    >>> parts = [{"required": ["email"]}, {"required": ["phone"]}]
    >>> alternatives({"properties": {}, "anyOf": parts}, "anyOf")
    ['email', 'phone']
    """
    parts = schema.get(keyword)
    if not isinstance(parts, list) or not isinstance(schema.get("properties"), dict):
        return []
    names = []
    for each in parts:
        wanted = each.get("required") if isinstance(each, dict) else None
        if not isinstance(wanted, list) or set(each) - {"required", "type"} or len(wanted) != 1:
            return []
        names.append(str(wanted[0]))
    return names


def excluded(schema: dict[str, Any]) -> list[str]:
    """The names that must not all be there, where that is all that `not` says.

    >>> excluded({"not": {"required": ["email", "phone"]}})
    ['email', 'phone']
    """
    wanted = schema.get("not")
    names = wanted.get("required") if isinstance(wanted, dict) and len(wanted) == 1 else None
    return [str(each) for each in names] if isinstance(names, list) and len(names) == 2 else []


def conditional(schema: dict[str, Any]) -> str:
    """What is required when a field has a value, where that is all that `if` and `then` say.

    >>> when = {"properties": {"kind": {"const": "gift"}}, "required": ["kind"]}
    >>> conditional({"if": when, "then": {"required": ["to", "note"]}})
    '`to` and `note` are required when `kind` is gift'
    """
    when, then = schema.get("if"), schema.get("then")
    if not isinstance(when, dict) or not isinstance(then, dict) or "else" in schema:
        return ""
    tested = when.get("properties")
    names = then.get("required")
    if set(then) != {"required"} or set(when) - {"properties", "required"} or not names:
        return ""
    if not isinstance(tested, dict) or len(tested) != 1:
        return ""
    [(name, test)] = tested.items()
    values = _values(test) if isinstance(test, dict) and len(test) == 1 else []
    if len(values) != 1:
        return ""
    value = str(values[0]).lower() if isinstance(values[0], bool) else values[0]
    listed = " and ".join(f"`{each}`" for each in names)
    return f"{listed} {'are' if len(names) > 1 else 'is'} required when `{name}` is {value}"


def gaps(schema: dict[str, Any]) -> Iterator[str]:
    """Which numbers between its bounds a schema leaves out, in words.

    >>> list(gaps({"enum": [30, 60, 90]})), list(gaps({"multipleOf": 0.5}))
    (['One of the numbers 30, 60, 90'], ['In steps of 0.5'])
    """
    values = [each for each in _values(schema) if isinstance(each, int | float)]
    whole = all(isinstance(each, int) for each in values)
    if values and not (whole and len(set(values)) == max(values) - min(values) + 1):
        yield f"{ONE_OF} {', '.join(map(str, sorted(set(values))))}"
    step = schema.get("multipleOf")
    if not isinstance(step, int | float) or isinstance(step, bool) or step <= 0:
        return
    if step != 1 or schema.get("type") == "number":
        yield f"{STEPS} {step}"


def worded(words: str, schemas: list[dict[str, Any]], kind: str) -> str:
    """What is said of a value, with what schemas of it say beyond its type."""
    for sentence in (one for each in schemas for one in told(each, kind)):
        if sentence not in words:
            words = f"{words.rstrip('. ')}. {sentence}".removeprefix(". ")
    return words


def overlaid(schemas: list[Any]) -> dict[str, Any] | None:
    """Schemas that all hold as one, where none of them is of a record or a list; else None.

    >>> overlaid([{"type": "string", "minLength": 2}, {"minLength": 1, "maxLength": 9}])
    {'type': 'string', 'minLength': 2, 'maxLength': 9}
    """
    made: dict[str, Any] = {}
    for schema in schemas:
        if not isinstance(schema, dict) or _COMPOSED & set(schema):
            return None
        for key, each in schema.items():
            before = made.get(key)
            if before is not None and key in {"minimum", "minLength", "exclusiveMinimum"}:
                made[key] = max(before, each)
            elif before is not None and key in {"maximum", "maxLength", "exclusiveMaximum"}:
                made[key] = min(before, each)
            else:
                made[key] = each
    return made if made.get("type") not in {"object", "array"} else None


def unread(schema: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Keywords of a schema that nothing built holds to, each with why."""
    read = {"not"} if excluded(schema) else set()
    read |= {"if"} if conditional(schema) else set()
    for each in _UNREAD:
        if each in schema and each not in read and schema[each] not in (True, {}):
            yield each, "this keyword is not read: nothing built holds to it"
    if schema.get("type") == "array" and isinstance(schema.get("items"), list):
        yield "items", "a list of several schemas is not read: nothing built holds to it"
    form = str(schema.get("format") or "").lower()
    if form in _UNREAD_FORMS and not schema.get("pattern"):
        yield f"format: {form}", "any text is taken"


def _values(schema: dict[str, Any]) -> list[Any]:
    """The values that a schema names one by one."""
    if "const" in schema:
        return [schema["const"]]
    listed = schema.get("enum")
    return [each for each in listed if each is not None] if isinstance(listed, list) else []


def said_unique(text: str) -> bool:
    """Whether words say that no two rows share a value."""
    unique = (
        r"(?i)\b(?:must be unique|unique|(?:only |at most )?one \w+ (?:per|a|each|for each) \w+ "
    )
    unique += r"at most|(?:only|at most) one \w+ (?:per|a|each|for each) \w+)\b"
    return bool(re.search(unique, text)) and not re.search(
        r"(?i)\bunique (id|identifier)\b|\bnot (be )?unique\b", text
    )

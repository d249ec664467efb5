"""A JSON Schema validator, by hand: what the suite of the same name must accept."""

import argparse
import json
import re
import sys


def is_number(value):
    return isinstance(value, int | float) and not isinstance(value, bool)


TYPES = {
    "string": lambda value: isinstance(value, str),
    "number": is_number,
    "integer": lambda value: is_number(value) and value == int(value),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}


def resolve(root, ref):
    """The part of a schema that a local reference points to."""
    if not ref.startswith("#"):
        raise ValueError(f"{ref} is not a local reference")
    found = root
    for part in ref[1:].split("/")[1:]:
        part = part.replace("~1", "/").replace("~0", "~")
        try:
            found = found[int(part)] if isinstance(found, list) else found[part]
        except (KeyError, IndexError, ValueError):
            raise ValueError(f"{ref} points to nothing") from None
    return found


def below(path, name):
    return f"{path}.{name}" if re.fullmatch(r"[A-Za-z_]\w*", name) else f"{path}[{name!r}]"


def errors(root, schema, value, path="$"):
    """Every fault of a value, as its path and what is wrong."""
    if "$ref" in schema:
        yield from errors(root, resolve(root, schema["$ref"]), value, path)
    if "type" in schema:
        names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        if not any(TYPES[name](value) for name in names):
            yield path, f"is not of type {' or '.join(names)}"
    if "enum" in schema:
        wanted = [json.dumps(each, sort_keys=True) for each in schema["enum"]]
        if json.dumps(value, sort_keys=True) not in wanted:
            yield path, f"is none of {', '.join(wanted)}"
    if is_number(value):
        if "minimum" in schema and value < schema["minimum"]:
            yield path, f"is less than {schema['minimum']}"
        if "maximum" in schema and value > schema["maximum"]:
            yield path, f"is more than {schema['maximum']}"
    if isinstance(value, str):
        yield from text_errors(schema, value, path)
    if isinstance(value, dict):
        for name in schema.get("required", []):
            if name not in value:
                yield path, f"lacks the property {name}"
        for name, inner in schema.get("properties", {}).items():
            if name in value:
                yield from errors(root, inner, value[name], below(path, name))
    if isinstance(value, list) and "items" in schema:
        for place, each in enumerate(value):
            yield from errors(root, schema["items"], each, f"{path}[{place}]")


def text_errors(schema, value, path):
    if len(value) < schema.get("minLength", 0):
        yield path, f"is shorter than {schema['minLength']}"
    if "maxLength" in schema and len(value) > schema["maxLength"]:
        yield path, f"is longer than {schema['maxLength']}"
    if "pattern" in schema and not re.search(schema["pattern"], value):
        yield path, f"does not match {schema['pattern']}"


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def main():
    parser = argparse.ArgumentParser(description="Hold a JSON document to a JSON Schema.")
    parser.add_argument("schema")
    parser.add_argument("document")
    given = parser.parse_args()
    try:
        schema, document = read(given.schema), read(given.document)
        found = list(errors(schema, schema, document))
    except (OSError, ValueError) as error:
        print(f"Error: {error}", file=sys.stderr)
        return 2
    for path, fault in found:
        print(f"{path}: {fault}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

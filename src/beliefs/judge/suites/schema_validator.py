"""Documents held to a JSON Schema: every fault at its place, and no fault where there is none."""

from __future__ import annotations

import json
import re
from secrets import randbelow, token_hex
from typing import Any

from beliefs.judge.command import Command, Ran
from beliefs.judge.suite import Suite
from beliefs.judge.unmet import equal

suite: Suite[Command] = Suite("schema-validator", "command")

_QUOTED = re.compile(r"""\[['"]([^'"\]]+)['"]\]""")
_PATH = re.compile(r"\$(?:\.\w+|\[\d+\])*")


def _run(command: Command, schema: Any, document: Any) -> Ran:
    command.write("schema.json", json.dumps(schema))
    command.write("document.json", json.dumps(document))
    return command("schema.json", "document.json").calm()


def _valid(command: Command, schema: Any, document: Any) -> None:
    ran = _run(command, schema, document)
    if ran.exit != 0:
        ran.unmet(f"wanted exit 0 for {document} by {schema}")


def _invalid(command: Command, schema: Any, document: Any, *paths: str, fine: str = "") -> None:
    """Held to exit 1 and a fault at each of these places; `$['a']` is as good as `$.a`."""
    ran = _run(command, schema, document)
    if ran.exit != 1:
        ran.unmet(f"wanted exit 1 for {document} by {schema}")
    told = set(_PATH.findall(_QUOTED.sub(r".\1", ran.out + ran.err)))
    if missing := [path for path in paths if path not in told]:
        ran.unmet(f"wanted errors at {', '.join(missing)}")
    if fine and fine in told:
        ran.unmet(f"wanted no error at {fine}")


def _object(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


@suite.check("types are told apart, true is no number and 1.5 is not whole")
def types(command: Command) -> None:
    names = ("string", "integer", "number", "boolean", "null", "array", "object")
    schema = _object(**{name: {"type": name} for name in names})
    right: dict[str, Any] = {
        "string": token_hex(2),
        "integer": randbelow(100),
        "number": 0.5 + randbelow(100),
        "boolean": False,
        "null": None,
        "array": [],
        "object": {},
    }
    _valid(command, schema, right)
    _valid(command, schema, {"number": 3, "other": token_hex(2)})
    wrong = right | {
        "string": 1,
        "integer": 1.5,
        "number": "1",
        "null": 0,
        "array": {},
        "object": [],
    }
    faults = [f"$.{name}" for name in names if name != "boolean"]
    _invalid(command, schema, wrong, *faults, fine="$.boolean")
    _invalid(
        command,
        schema,
        {"integer": True, "number": True, "boolean": 0},
        *_at("integer", "number", "boolean"),
    )
    either = {"items": {"type": ["string", "null"]}}
    _invalid(command, either, [token_hex(2), None, 3, None], "$[2]", fine="$[1]")
    _invalid(command, {"type": "array"}, {"a": 1}, "$")


def _at(*names: str) -> list[str]:
    return [f"$.{name}" for name in names]


@suite.check("required properties are missed where they are missing")
def required(command: Command) -> None:
    one, two = f"k{token_hex(2)}", f"k{token_hex(2)}"
    schema = {"type": "object", "required": [one, two], "properties": {one: {"type": "integer"}}}
    outer = _object(inner=schema)
    _valid(command, outer, {"inner": {one: 1, two: None}})
    _valid(command, outer, {})
    ran = _run(command, outer, {"inner": {one: 1}})
    said = _QUOTED.sub(r".\1", ran.out + ran.err)
    if ran.exit != 1 or "$.inner" not in said or two not in said:
        ran.unmet(f"wanted exit 1 and an error at $.inner that names {two}")
    equal(sum("$" in line for line in said.splitlines()), 1, "how many errors there are")


@suite.check("bounds belong to what is allowed, and one step beyond is told at its place")
def bounds(command: Command) -> None:
    low, size = randbelow(50), 2 + randbelow(5)
    high = low + 10
    schema = _object(
        low={"minimum": low},
        high={"maximum": high},
        short={"minLength": size},
        long={"maxLength": size},
        kind={"enum": ["red", 7, None]},
        code={"type": "string", "pattern": "[0-9]{3}"},
        head={"pattern": "^ab+$"},
    )
    text = "ż" * size
    edge = {"low": low, "high": high, "short": text, "long": text, "kind": None}
    _valid(command, schema, edge | {"code": "no 123.", "head": "abbb"})
    _valid(command, schema, edge | {"kind": 7, "low": "text", "long": 10**9, "head": 5})
    wrong = {"low": low - 1, "high": high + 0.5, "short": text[1:], "long": text + "x", "kind": "7"}
    wrong |= {"code": "12a3", "head": "xabb"}
    _invalid(command, schema, wrong, *_at(*wrong))


@suite.check("items and properties are followed to any depth, and every fault is told")
def nested(command: Command) -> None:
    person = _object(name={"type": "string"}, tags={"type": "array", "items": {"type": "string"}})
    schema = _object(people={"type": "array", "items": person | {"required": ["name"]}})
    ada = {"name": token_hex(2), "tags": ["a", "b"]}
    _valid(command, schema, {"people": [ada, ada]})
    faulty = [ada, {"name": 7, "tags": ["a", 1, "c", 2]}, ada, {"name": "x", "tags": "a"}]
    faults = ["$.people[1].name", "$.people[1].tags[1]", "$.people[1].tags[3]", "$.people[3].tags"]
    _invalid(command, schema, {"people": faulty}, *faults, fine="$.people[1].tags[0]")
    _invalid(command, {"items": {"minimum": 0}}, [3, 0, -1], "$[2]", fine="$[1]")


@suite.check("a local $ref is what it refers to, also where it refers to itself")
def referred(command: Command) -> None:
    node = _object(value={"type": "integer"}, next={"$ref": "#/$defs/node"}) | {
        "required": ["value"]
    }
    schema = {"$ref": "#/$defs/node", "$defs": {"node": node}}
    _valid(command, schema, {"value": 1, "next": {"value": 2, "next": {"value": 3}}})
    deep = {"value": 1, "next": {"value": 2, "next": {"value": token_hex(2)}}}
    _invalid(command, schema, deep, "$.next.next.value", fine="$.next.value")
    many = _object(all={"items": {"$ref": "#/definitions/size"}})
    many["definitions"] = {"size": {"enum": ["s", "m"]}}
    _valid(command, many, {"all": ["s", "m", "s"]})
    _invalid(command, many, {"all": ["s", "xl"]}, "$.all[1]", fine="$.all[0]")
    _invalid(command, _object(a={"type": "string"}, b={"$ref": "#/properties/a"}), {"b": 1}, "$.b")


@suite.check("files that are missing or not JSON are errors, and not taken for valid")
def unreadable(command: Command) -> None:
    command.write("fine.json", "{}")
    command.write("broken.json", '{"a": ')
    command("fine.json", f"{token_hex(4)}.json").fails()
    command("fine.json", "broken.json").fails()
    command("broken.json", "fine.json").fails()

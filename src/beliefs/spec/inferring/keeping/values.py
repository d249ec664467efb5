"""A row, a list or a figure in the shape that an answer has."""

from __future__ import annotations

import json
from collections.abc import Callable

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Shape, is_record
from beliefs.spec.documents.names import SECRETS
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept

_KEY = re.compile(r"[A-Za-z_]\w*")


def projected(shape: Shape | None, holding: Holding, row: str, kept: Kept) -> str:
    """A row as a shape shows it, in the notation of effects."""
    wanted = [
        each for each in (shape.properties if shape else ()) if plain(each.name) not in SECRETS
    ]
    wanted = [each for each in wanted if not each.write_only]
    if not wanted:
        wanted = [
            each
            for each in holding.shape.properties
            if not each.write_only
            and plain(each.name) not in SECRETS
            and not (each.name in holding.sets and holding.fields[each.name].hidden)
        ]
    values: dict[str, str] = {}
    for part in wanted:
        values[part.name] = _value(part, holding, row, kept)
    if not values:
        return row
    as_is = {name for name, value in values.items() if value == f"{row}.{name}"}
    rest = {name: value for name, value in values.items() if name not in as_is}
    if as_is | (rest.keys() & set(holding.shown)) == set(holding.shown) and as_is:
        return f"merge({row}, {made(rest)})" if rest else row
    if not rest and len(as_is) > 2:
        return f"only({row}, {', '.join(json.dumps(name) for name in values)})"
    return made(values)


def _value(part: Property, holding: Holding, row: str, kept: Kept) -> str:
    name = part.name
    if name in holding.computed:
        return computed(part, holding, kept).replace("$", row)
    if name in holding.fields or name == holding.key.name:
        return kept_value(holding, name, row, kept)
    from beliefs.spec.inferring.keeping.explaining import worked_out

    template = worked_out(holding, part, kept)
    if template:
        return template.replace("$", row)
    near = holding.named(name)
    if near:
        return f"{row}.{near}"
    if is_record(part.shape) and kept.like(part.shape) is holding:
        return projected(part.shape, holding, row, kept)
    if plain(name) in {"id", f"{plain(holding.word)}id"}:
        return f"{row}.{holding.key.name}"
    return constant(part)


def kept_value(holding: Holding, name: str, row: str, kept: Kept) -> str:
    """A value that a row keeps, as answers show it."""
    field, value = holding.fields.get(name), f"{row}.{name}"
    brought = holding.made is not None and holding.made.part(name) is not None
    if not kept.contract.brief or field is None or not brought or field.type.kind != "datetime":
        return value
    short = f'replace({value}, ".000000Z", "Z")'
    return short if field.required else f"if({value} = null, null, {short})"


def brief(moment: str, part: Property) -> str:
    """A moment as an example shows it: without a fraction of a second, where it has none."""
    if not re.search(r":\d\dZ\"?$", part.shape.example):
        return moment
    return f'replace({moment}, ".000000Z", "Z")'


_ROWS = re.compile(r"(?:each\(\w+ in )?[A-Z]\w*\[[^\[\]]*\](?::|$)")


def counted(part: Property, value: str) -> str:
    """A value, or how many rows it is where an answer shows a number under their name.

    >>> from beliefs.spec.types import Type
    >>> part = Property("songs", Shape(Type("integer")))
    >>> counted(part, "Song[where .tape_id = tape.id]"), counted(part, "tape.songs")
    ('count(Song[where .tape_id = tape.id])', 'tape.songs')
    """
    rows = part.shape.type.kind == "integer" and _ROWS.match(value)
    return f"count({value})" if rows else value


def computed(part: Property, holding: Holding, kept: Kept) -> str:
    """The template of a value that is worked out, with rows in it as this answer shows them."""
    known, item = holding.shape.part(part.name), part.shape.item
    template = holding.computed[part.name]
    if (many := counted(part, template)) != template:
        return many
    usual = known.shape.item if known is not None else None
    if item is not None and item.properties and usual is not None and not usual.properties:
        from beliefs.spec.inferring.keeping.explaining import worked_out

        return worked_out(holding, part, kept) or holding.computed[part.name]
    return holding.computed[part.name]


def constant(part: Property, otherwise: str = "") -> str:
    """A value that is always the same: the only choice, the default, else by its type."""
    kind = part.shape.type
    if len(kind.choices) == 1:
        return json.dumps(kind.choices[0])
    if part.default:
        return literal(json.loads(part.default))
    if otherwise:
        return json.dumps(otherwise)
    if part.shape.example:
        return literal(json.loads(part.shape.example))
    return {"boolean": "true", "list": "[]"}.get(kind.kind, "null")


def literal(value: object) -> str:
    """A JSON value in the notation.

    >>> literal({"a": [1, None]})
    '{a: [1, null]}'
    """
    if isinstance(value, dict):
        return made({str(name): literal(each) for name, each in value.items()})
    if isinstance(value, list):
        return f"[{', '.join(literal(each) for each in value)}]"
    return json.dumps(value, ensure_ascii=False)


def made(values: dict[str, str]) -> str:
    """A record in the notation.

    >>> made({"a": "1", "b-c": "two"})
    '{a: 1, "b-c": two}'
    """
    inner = ", ".join(
        f"{name if _KEY.fullmatch(name) else json.dumps(name)}: {value}"
        for name, value in values.items()
    )
    return f"{{{inner}}}"


def reached(line: str, names: set[str]) -> str:
    """A line in which fields whose names are no words of the notation are reached by their names.

    >>> reached('guard .tree-no = 1 else conflict "not a.tree-no"', {"tree-no"})
    'guard at(row, "tree-no") = 1 else conflict "not a.tree-no"'
    """
    odd = sorted((each for each in names if not _KEY.fullmatch(each)), key=len, reverse=True)
    if not odd:
        return line
    pattern = re.compile(rf"(\w*)\.({'|'.join(re.escape(each) for each in odd)})(?![\w-])")
    pieces = re.split(r'("(?:[^"\\]|\\.)*")', line)
    pieces[::2] = [
        pattern.sub(lambda each: f"at({each[1] or 'row'}, {json.dumps(each[2])})", piece)
        for piece in pieces[::2]
    ]
    return "".join(pieces)


def read_anew(line: str, change: Callable[[str], str]) -> str:
    """A line that only reads, changed outside of what is quoted in it; others as they are."""
    if not line.startswith(("let ", "answer ")) or re.match(r"let \w+ = first\(", line):
        return line
    pieces = re.split(r'("(?:[^"\\]|\\.)*")', line)
    pieces[::2] = [change(each) for each in pieces[::2]]
    return "".join(pieces)


def listed(rows: str, holding: Holding, item: Shape | None, kept: Kept) -> str:
    """Rows, each as a shape shows it."""
    one = holding.variable
    into = projected(item, holding, one, kept)
    return rows if into == one else f"each({one} in {rows}: {into})"

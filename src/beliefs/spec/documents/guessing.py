"""Values that only their names and a few words tell, with the types that these suggest."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Shape
from beliefs.spec.documents.words import plain
from beliefs.spec.types import Type


def shown_part(name: str, told: str) -> Property:
    """A value that answers show, with the type that its name and the words behind it tell."""
    about = _about(name, told)
    names = re.search(r"\{([^{}]*)\}", about)
    if names:
        parts = tuple(
            Property(each, Shape(Type("json"))) for each in re.findall(r"[A-Za-z_]\w*", names[1])
        )
        kind = Type("record", nullable="null" in about)
        return Property(name, Shape(kind, properties=parts, words=about), read_only=True)
    if about in {"true", "false"}:
        return Property(name, Shape(Type("boolean")), default=about, read_only=True)
    listed = rf"(?i)\b{re.escape(name)}`?[,:]? (?:\(|is |as |in )?(?:an? |the )?(?:array|list)\b"
    if guessed_type(name).kind != "integer" and re.search(listed, told):
        return Property(name, Shape(Type("list"), words=about), read_only=True)
    numbered = re.match(r"(?i)(?:the )?(?:number|id) of\b", about) or name.endswith("_id")
    kind = Type("integer", nullable=True) if numbered else guessed_type(name)
    if re.match(r"(?:last|latest|newest|first|oldest|current)(?:_|[A-Z])", name) and re.match(
        rf"(?i)(?:the|its) {re.sub(r'^[a-z]+_?', '', name)}\b", about
    ):
        kind = Type("json", nullable=True)  # a whole row of what belongs to it
    return Property(name, Shape(kind, words=about), read_only=True)


def _about(name: str, told: str) -> str:
    """What a text says right behind a name."""
    behind = r"(?: \(([^)]*)\)| (true|false)\b| (?:=|being) ([^.;]*))"
    match = re.search(rf"\b{re.escape(name)}\b{behind}", told)
    return (match[1] or match[2] or match[3] or "") if match else ""


def guessed_type(name: str) -> Type:
    """The type of a value that only its name tells."""
    if plain(name) == "id":
        return Type("integer")
    if re.search(r"(?i)count|total|number|left|remaining", name):
        return Type("integer")
    if re.search(r"(?i)average|avg|rating|percent|sum|price", name):
        return Type("number", nullable=True)
    if re.search(r"(_at|At)$", name):
        return Type("datetime")
    return Type("boolean" if re.match(r"is_|is[A-Z]|has_", name) else "string", nullable=True)

"""The first or the last of what belongs to a row, shown with it: `last_reading`, `next_due`."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, is_list, is_record
from beliefs.spec.documents.names import CREATED
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept

_ENDS = {"last": "last", "latest": "last", "newest": "last", "mostrecent": "last"}
_ENDS |= {"current": "last", "first": "first", "earliest": "first", "oldest": "first"}


def latest(holding: Holding, part: Property, kept: Kept) -> str:
    """A template over `$` for the row at one end of those below; null while there is none."""
    match = re.fullmatch(rf"({'|'.join(_ENDS)})(\w*)", plain(part.name))
    if match is None or is_list(part.shape):
        return ""
    children = [each for each in kept.children(holding) if not each[0].shadow]
    alone = len(children) == 1 and part.shape.type.kind in {"json", "record"}
    for child, link in children:
        if plain(child.word) != match[2] and not (alone and not match[2]):
            continue
        moments = [
            each.name for each in child.fields.values() if each.type.kind in {"date", "datetime"}
        ]
        told = [each for each in moments if plain(each) not in CREATED]
        order = (told or moments or [child.key.name])[0]
        rows = f"{child.name}[where .{link} = $.{holding.key.name}, by .{order}]"
        from beliefs.spec.inferring.keeping.values import projected

        if is_record(part.shape) or part.shape.type.kind == "json":
            shown = projected(part.shape, child, child.variable, kept)
            return f"{_ENDS[match[1]]}(each({child.variable} in {rows}: {shown}))"
        kinds = (
            {"integer", "number"}
            if part.shape.type.kind in {"integer", "number"}
            else {part.shape.type.kind}
        )
        links = {link, child.owner, *child.references, *(each.field for each in child.parents)}
        alike = [
            each.name
            for each in child.fields.values()
            if each.type.kind in kinds and each.name not in links
        ]
        return f"{_ENDS[match[1]]}({rows}).{alike[0]}" if len(alike) == 1 else ""
    return ""

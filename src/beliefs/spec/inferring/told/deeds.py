"""What one clause does to rows, and the fields that its words name."""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.words import plural
from beliefs.spec.inferring.told.choosing import Named, Pick
from beliefs.spec.inferring.told.settings import ARTICLE, Row, Setting
from beliefs.spec.types import Field


class Deed(NamedTuple):
    """What one clause does: a row that it picks, values that it writes, rows that it drops."""

    pick: Pick | None = None
    row: Row | None = None
    values: tuple[tuple[str, str], ...] = ()
    lines: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()  # what must hold of the row by what it is called: "a called ticket"


def wrote(row: Row, values: dict[str, str], pick: Pick | None = None) -> Deed | None:
    """The deed that writes values into a row; None without any."""
    return Deed(pick, row, tuple(values.items())) if values else None


def wrote_to(named: Named, values: dict[str, str]) -> Deed | None:
    """The same into a row that words name, which must be in the state that they say."""
    found = wrote(named.row, values, named.pick)
    return found._replace(needs=(named.needs,)) if found and named.needs else found


def field_named(words: str, setting: Setting) -> tuple[Row, Field] | None:
    """The field that words name, of a row at hand: "its status", "the stock of the product"."""
    match = re.fullmatch(rf"(?i){ARTICLE}(?P<name>[\w ]+?) of (?P<row>{ARTICLE}[\w-]+)", words)
    match = match or re.fullmatch(rf"(?i){ARTICLE}(?P<row>[\w-]+)'s (?P<name>[\w ]+)", words)
    named = setting.row(match["row"]) if match else None
    bare = match["name"] if match and named else re.sub(rf"(?i)^{ARTICLE}", "", words)
    for row in (named,) if named is not None else setting.rows:
        for name in (bare, f"{bare}s", plural(bare.replace(" ", "_"))):
            found = row.holding.fields.get(row.holding.named(name.strip().replace(" ", "_")))
            if found is not None and row.at:
                return row, found
    return _by_stem(bare, setting)


_ENDING = re.compile(r"(?i)(?:ations?|ments?|ings?|ions?|als?|ers?|ors?|date|day|time)$")


def _by_stem(word: str, setting: Setting) -> tuple[Row, Field] | None:
    """The one field that says who, to whom or when: `reserved_by` of "the reservation"."""
    stem = _ENDING.sub("", word.strip().replace(" ", "_")).rstrip("_e")
    found = [
        (row, field)
        for row in setting.rows
        for name, field in row.holding.fields.items()
        if row.at
        and len(stem) > 2
        and re.fullmatch(rf"(?i){re.escape(stem)}e?(?:e?d)?(?:_(?:by|to|at|on|for|until))?", name)
    ]
    return found[0] if len(found) == 1 and stem != word else None

"""When rows were made, where a list has the newest first and nothing else says which that is.

Rows that are known by a name or a code are not counted, so their keys say nothing of their age.
"""

from __future__ import annotations

from beliefs.spec.documents.places import lists_records
from beliefs.spec.inferring.answers.ordering import newest_asked
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.types import Field, Type

_MADE = "created_at"


def date_rows(kept: Kept) -> None:
    """Let rows remember when they were made, out of sight."""
    for holding in kept.holdings:
        lists = [each for each in holding.routes if each.method == "GET" and lists_records(each)]
        made = any(each.method == "POST" for each in holding.routes)
        if made and any(newest_asked(each, holding) for each in lists):
            holding.fields[_MADE] = Field(_MADE, Type("datetime"), hidden=True)
            holding.sets[_MADE] = "now()"

"""Conditions on who asks, and on whether a day or a moment is still to come."""

from __future__ import annotations

from collections.abc import Callable

from beliefs.spec import patterns as re
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.told.settings import ARTICLE, Setting

_TURNED = {">": "<=", "<": ">="}
_TIMED = re.compile(
    rf"(?i){ARTICLE}(?P<name>[\w ]+?)(?: of {ARTICLE}\w+)? (?:(?:is|lies|are)(?P<no> not)?"
    r"(?: still| already| yet)* in the (?P<when>future|past)|(?P<passed>(?:has|have) "
    r"(?:already )?passed|is over))"
)


def timed(text: str, setting: Setting) -> str:
    """Whether a day or a moment of a row is still to come: "its start is in the past"."""
    match = _TIMED.fullmatch(text)
    for row in setting.rows if match else ():
        name = row.holding.named(match["name"].strip().replace(" ", "_")) if match else ""
        field = row.holding.fields.get(name)
        if match is None or field is None or field.type.kind not in {"date", "datetime"}:
            continue
        now = "today()" if field.type.kind == "date" else "now()"
        sign = ">" if (match["when"] or "").lower() == "future" else "<"
        return f"{row.of(name)} {_TURNED[sign] if match['no'] else sign} {now}"
    return ""


_OTHER = re.compile(
    r"(?i)(?:(?:[\w-]+ing )?(?:(?P<kind>an? [\w-]+ [\w-]+|an? [\w-]+|it) )?(?:by|for|to|from|as) )?"
    r"(?:any(?:body|one)|some(?:body|one)|every(?:body|one)|others?|another \w+|whoever|people|"
    r"callers)(?: else)?(?: (?:but|except|other than|than|who (?:is|are) not|apart from) "
    r"(?:the )?(?P<who>\w+)(?: (?:who|that|which) (?P<verb>\w+) .+)?)"
)


def other_than(text: str, setting: Setting, of_a_kind: Callable[[str, Setting], str]) -> str:
    """That somebody else asks than who a row says: "to anybody but the member who reserved it"."""
    match = _OTHER.fullmatch(text)
    given = setting.brought(match["who"]) if match else None
    for row in setting.rows if match and given is not None else ():
        if match is None or given is None:
            break
        wanted = {plain(f"{match['verb']}_{end}") for end in ("by", "for", "to")}
        names = [each for each in row.holding.fields if match["verb"] and plain(each) in wanted]
        named = row.holding.named(match["who"])
        names += [named] if named and not match["verb"] else []
        said = match["kind"] or ""
        kind = of_a_kind(said, setting) if len(said.split()) > 2 else ""
        if names:
            other = f"{row.of(names[0])} != input.{given.name}"
            taken = kind or f"{row.of(names[0])} != null"
            return f"{taken} and {other}"
    return ""

"""How many rows of a kind somebody may have: "a member can have at most two open loans"."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.words import singular, snaked
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.told.settings import ARTICLE, Row, Setting
from beliefs.spec.inferring.told.states import state
from beliefs.spec.numbers import in_digits

_MOST = re.compile(
    r"(?i)(?:an?|each|every|one|the|any|the same|no) (?P<who>[\w]+) (?:can|may|must|is allowed to|"
    r"cannot)(?: not)?(?: only)?(?: ever)? (?:have|hold|be|take|borrow|own|keep|make|book|get|"
    r"reserve)(?: (?P<more>at most|no more than|more than|up to|only|a maximum of|not more than))? "
    r"(?P<many>\w+) (?P<rows>[\w -]+?)(?: at (?:a|the same|any) time| at once| together)?"
    r"(?:,? (?:and )?(?:an?|the|one|any) (?:second|third|fourth|fifth|sixth|\w+th|more|"
    r"further|next)"
    r"(?: (?:one|\w+))?)?"
)
_SAME = re.compile(
    r"(?i)(?:on|for|per|in|of|at|within|with) (?:one|the same|an?|each|any|that|this|the) "
    r"(?P<name>\w+)"
)


def rows_told(words: str, setting: Setting) -> tuple[Holding, list[str]] | None:
    """The rows that a phrase names, and what must hold for each: "open loans of the same book"."""
    text = words.strip()
    parts = text.split(" ")
    for at, word in enumerate(parts):
        holding = setting.writer.kept.called(singular(snaked(word)))
        if holding is None:
            continue
        before, after = parts[:at], " ".join(parts[at + 1 :])
        row = Row(holding, "")
        tests = [state(row, each) for each in before if each.lower() not in {"the", "its", "their"}]
        if after:
            tests.append(_behind(after, row, setting))
        return (holding, tests) if all(tests) else None
    return None


def _behind(after: str, row: Row, setting: Setting) -> str:
    """What stands behind a noun: "in progress", "on one date", "that are open"."""
    bare = re.sub(r"(?i)^(?:which|that|who)? ?(?:is|are|were|was)? ?", "", after)
    if found := state(row, bare) or state(row, after):
        return found
    same = _SAME.fullmatch(after)
    given = setting.brought(same["name"]) if same else None
    name = row.holding.named(same["name"]) if same else ""
    return f".{name} = input.{given.name}" if given is not None and name else ""


def at_most(text: str, setting: Setting) -> str:
    """The condition that somebody has not as many yet as they may have; empty for other texts."""
    match = _MOST.fullmatch(text)
    many = match["many"].lower() if match else ""
    many = in_digits(many)
    found = rows_told(match["rows"], setting) if match else None
    if match is None or found is None or not many.isdigit():
        return ""
    holding, tests = found
    who = re.sub(rf"(?i)^{ARTICLE}", "", match["who"])
    given, name = setting.brought(who), holding.named(who)
    if given is None or not name:
        return ""
    where = " and ".join([f".{name} = input.{given.name}", *tests])
    return f"count({holding.name}[where {where}]) < {many}"

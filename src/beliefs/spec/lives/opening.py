"""How a goal begins, and what it is built with: its name, and words that settings are read from."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.said import GAP
from beliefs.spec.lives.goal import Goal
from beliefs.spec.lives.saying import piece

_TITLE = re.compile(piece("opening", "TITLE"), re.IGNORECASE)
_BARE = re.compile(piece("opening", "BARE"), re.IGNORECASE)
_BUILT = re.compile(piece("opening", "BUILT"), re.IGNORECASE)
_PLAIN = frozenset(
    [
        "simple",
        "small",
        "tiny",
        "basic",
        "little",
        "minimal",
        "rest",
        "restful",
        "http",
        "json",
        "new",
        "plain",
        "web",
    ]
)
_MADE_WITH = piece("opening", "MADE_WITH")
# Whoever may do something where nobody is told apart.
_ANYBODY = piece("opening", "ANYBODY")


def opened(goal: Goal) -> None:
    """Take the name of the whole and what it is built with."""
    for topic in goal.brief.topics[:1]:
        goal.title = topic.name
    for one in goal.said:
        one.take(r"^\s*#+\s*")
    first = goal.said[0] if goal.said else None
    ordered = sorted(goal.said, key=lambda each: _place(goal, each.whole))
    first = ordered[0] if ordered else first
    for one in ordered[:2]:
        found = next((x for p in (_TITLE, _BARE, _BUILT) if (x := one.has(p)) is not None), None)
        if found is None or (one is not first and goal.title):
            continue
        words = [x for x in f"{found['t']}{found['for']}".split() if x.lower() not in _PLAIN]
        goal.title = goal.title or " ".join(words)
        one.text = f"{GAP} {one.text[found.end() :].lstrip(' :-–')}"
        break
    goal.take(_MADE_WITH, _ANYBODY)


def _place(goal: Goal, whole: str) -> int:
    return goal.text.find(whole[:40]) % (1 << 30)

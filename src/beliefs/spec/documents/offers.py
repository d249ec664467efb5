"""Sentences about offers that outdo each other, by what they rule."""

from __future__ import annotations

from beliefs.spec import patterns as re

_MUST = r"(?:is |are |must be |has to be |have to be )?at least"


RAISED = re.compile(
    rf"(?i)\bfirst (?P<noun>\w+) {_MUST} (?:the )?`?(?P<first>\w+)`?,? (?:and )?(?:each|every|any) "
    rf"(?:later|further|other|following|next) (?:one|\w+) {_MUST} (?:the )?(?P<later>[\w`+ ]+)"
)


LEADS = re.compile(
    r"(?i)\b(?:who|whoever) (?:has|made|holds|leads with) the (?:highest|leading|current) "
    r"(?P<noun>\w+) (?:may not|cannot|can't|must not) \w+ again"
)


ENDS = re.compile(
    r"(?i)\b(?P<noun>\w+) of (?:at least )?(?:the )?`?(?P<field>\w+)`?(?: or more)?(?: \([^)]*\))? "
    r"(?:closes|ends|sells) the (?P<thing>\w+)"
)


WINS = re.compile(
    r"(?i)\bwinner`? is (?:the one|whoever|the \w+) (?:with|who has|of|that has) the highest "
    r"(?P<noun>\w+)"
)

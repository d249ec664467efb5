"""Sentences without the bodies of failures, which are not fields of anything that is kept."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.sketch import span

_LEADS = re.compile(
    r"(?<![\w.])4\d\d(?P<between>(?: (?:with|and|saying|that says|the|a|an|body|json|message|bad "
    r"request|not found|conflict|unauthorized|forbidden))*:? ?)(?P<at>\{)"
)


def without_bodies(text: str) -> str:
    """A text in which failures are stated by their status alone, from the second body on.

    The first shows what all of them look like, and stays.

    >>> without_bodies('No name: 400 {"error": "name?"}. Twice: 409 {"error": "taken"}. End.')
    'No name: 400 {"error": "name?"}. Twice: 409. End.'
    """
    found = list(_LEADS.finditer(text))
    for each in reversed(found[1:]):
        end = span(text, each.start("at"))
        if end > 0 and not re.search(r"\{\w+\}", text[each.start("at") : end]):
            text = text[: each.start("between")] + text[end:]
    return text

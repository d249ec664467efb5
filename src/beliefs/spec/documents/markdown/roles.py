"""The roles that people have, where a line lists them: "Roles: `viewer`, `editor`, `admin`"."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import bare, sentences
from beliefs.spec.documents.markdown.noted import Noted

_NAME = r"[`\"'*]*[A-Za-z][\w-]*[`\"'*]*(?: \([^)]*\))?"
_NAMES = rf"(?P<names>{_NAME}(?:(?:, and |, or |, | and | or | ?[/|] ?){_NAME})+)"
_ROLES = (
    re.compile(rf"(?i)^(?:user |account )?roles?(?: are| is one of)?\s*[:=–—-]?\s*{_NAMES}\.?$"),
    re.compile(rf"(?i)^there are (?:\w+ )?roles?\s*[:=–—,-]?\s*{_NAMES}\.?$"),
    re.compile(
        rf"(?i)^(?:all |every |each |an? )?(?:users?|accounts?|persons?|people|everybody|everyone) "
        rf"(?:has|have|is|are)(?: given)? (?:one of )?(?:an? |the )?(?:\w+ )?roles?,?\s*"
        rf"(?:which is |is |are )?(?:one of |either )?[:=(–—-]*\s*{_NAMES}\)?\.?$"
    ),
    re.compile(rf"(?i)^(?:an? |every |each )(?:user|account) is either (?:an? )?{_NAMES}\.?$"),
)


def take_roles(notes: Noted, line: str, at: int) -> bool:
    """Read a line that lists roles; whether it does. What it says besides is noted as prose."""
    told = sentences(line)
    for sentence in told:
        found = next((match for each in _ROLES if (match := each.match(bare(sentence)))), None)
        if found is None:
            continue
        notes.roles = listed_roles(found["names"])
        for other in told:
            if other is not sentence:
                notes.narrate(other, at)
        return True
    return False


def listed_roles(text: str) -> tuple[str, ...]:
    """The names of roles in a list of them; what stands in brackets behind one is about it.

    >>> listed_roles("`viewer` (default), `editor` or an `admin`")
    ('viewer', 'editor', 'admin')
    """
    plainly = re.sub(r"\([^)]*\)", "", text)
    parts = re.split(r",\s*(?:and |or )?|\s+(?:and|or)\s+|\s*[/|]\s*", plainly)
    names = (re.sub(r"(?i)^an? ", "", each.strip(" `\"'*")).strip(" `\"'*") for each in parts)
    return tuple(dict.fromkeys(each for each in names if each))

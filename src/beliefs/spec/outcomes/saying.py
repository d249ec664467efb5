"""Clauses that say what a kind of deed answers, wherever it is done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias, get_args

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import records

Deed: TypeAlias = Literal["create", "update", "delete", "list", "show"]
DEEDS: tuple[Deed, ...] = get_args(Deed)

_VERBS: dict[Deed, str] = {
    "create": r"creat(?:e|es|ed|ing|ion|ions)|add(?:s|ing)|insert(?:s|ing|ion|ions)?|posting|"
    r"(?-i:POST)",
    "update": r"updat(?:e|es|ed|ing)|chang(?:e|es|ing)|edit(?:s|ing)?|modify(?:ing)?|"
    r"replac(?:e|es|ing)|(?-i:PUT and PATCH|PUT/PATCH|PUT|PATCH)",
    "delete": r"delet(?:e|es|ed|ing|ion|ions)|remov(?:e|es|ed|ing|al|als)|(?-i:DELETEs?)",
    "list": r"list(?:s|ing|ings)?|collections?",
    "show": r"get(?:s|ting)? (?:one|a single (?:one|item|record))|show(?:s|ing)?(?: one)?|"
    r"read(?:s|ing)? one|fetch(?:es|ing)? one|single (?:items?|records?|resources?)",
}
_DEED = "|".join(f"(?P<{deed}>{verbs})" for deed, verbs in _VERBS.items())
_CALLS = r"requests?|calls?|operations?|endpoints?|routes?"
_ALL = r"(?:(?:an?|the|all|every|each|any|successful|a successful|both) )*"
_THING = (
    r"(?: (?:of )?(?:an?|the|any|one|new|existing|every|each|all)"
    r"(?: (?:new|existing|single))? (?P<thing>[a-z][\w-]*))?"
)
_SUBJECT = rf"{_ALL}(?:{_DEED})(?! /|\w| `?/){_THING}(?: (?:{_CALLS}))?"
_WHEN = r"(?:(?:on|upon|after|for|when|once|in case of) )"
_SAYS = (
    r"(?:(?:it |they |we |the (?:api|service|server) |should |must |will |always |simply |just )*"
    r"(?:answers?|returns?|responds?|gives?(?: back)?|repl(?:y|ies)|yields?|sends?(?: back)?|"
    r"is answered|are answered|(?:is|are)(?= `?2\d\d))|:|->|→|=>|=)"
)
_STATUS = (
    r"(?:(?:an? |the )?(?:http )?(?:status )?(?:code )?`?(?P<status>20[0-6])`?"
    r"(?: (?:OK|Created|Accepted|No Content)\b)?(?: \((?:OK|Created|Accepted|No Content)\))?)"
)
_NOTHING = (
    r"(?:(?:and |with |, )*(?:without (?:an? |any )?|no |an? empty |empty )"
    r"(?:response |answer )?(?:body|content|payload))"
)
_WITH = re.compile(
    r"(?:[\s,]*(?:and|with|plus|:|->|→)?[\s,]*(?:(?:an?|the|just|only) )*(?:json )?"
    r"(?:body|object|payload)?[\s:]*)`?"
)
_ROW = (
    r"(?:(?:and |with |, )*(?:only |just )?(?:the|its) (?:new )?(?P<key>id)\b(?: (?:only|alone))?"
    r"|(?:and |with |, |back )*the (?:whole |full |complete )?(?:new|newly created|created|updated|"
    r"changed|deleted|removed|stored|saved|resulting|old)(?: (?P<row>[a-z][\w-]*))?)"
)
_AFTER = re.compile(
    r"(?i)`?,?(?: and)? (?:with )?(?:the )?(?:http )?(?:status )(?:code )?`?(20[0-6])`?"
)
_CLAUSE = re.compile(
    rf"(?i)(?P<when>{_WHEN})?{_SUBJECT}(?:,? ?(?P<says>{_SAYS})|,)?\s*(?:with )?{_STATUS}?"
    rf"(?P<nothing>\s*{_NOTHING})?(?P<kept>\s*{_ROW})?"
)
_BEGINS = re.compile(
    r"(?:\A|(?<=[.;!?\n(])|(?<=, )|(?<=: )|(?<=\band )|(?<=\bwhile )|(?<=\bbut ))\s*[-*•]?\s*"
)
_ENDS = re.compile(r"\s*`?\s*(?:\Z|[.;)\n]|,\s|\s+(?:and|while|but)\s+)")


_LINKS_BEFORE = re.compile(r"(?:[,;]|\b(?:and|while|but))?[ \t]*(?:[-*•][ \t]*)?\Z")
_LINKS_AFTER = re.compile(r"\A[ \t]*(?:[.;,](?=\s|\Z)|(?:and|while|but)\b)?[ \t]*")
_ROUTE = re.compile(r"\b(?:GET|POST|PUT|PATCH|DELETE)\b[`*]*\s+[`*]*/")


class Outcome(NamedTuple):
    """What a kind of deed answers: `body` as it stands, the `whole` row, or its `key` alone."""

    deed: Deed
    words: str
    status: int = 0
    body: str = ""
    nothing: bool = False
    whole: bool = False
    key: bool = False
    thing: str = ""  # of these rows alone


class _Found(NamedTuple):
    outcome: Outcome
    start: int
    end: int


def outcomes_in(text: str) -> list[Outcome]:
    """What a text says that kinds of deeds answer.

    >>> [(each.deed, each.status, each.body) for each in outcomes_in("Deletes answer 200 with {}.")]
    [('delete', 200, '{}')]
    >>> outcomes_in("Deleting a note twice answers 404. POST /a answers 200.")
    []
    """
    return [each.outcome for each in _found(text)]


def taken_out(text: str) -> str:
    """A text without these clauses; its lines stay as they are.

    >>> taken_out("CRUD for notes. Create answers 200, delete returns {}. SQLite.")
    'CRUD for notes. SQLite.'
    """
    for each in reversed(list(_found(text))):
        before = _LINKS_BEFORE.sub("", text[: each.start])
        after = _LINKS_AFTER.sub("", text[each.end :])
        stop = "" if not before or before[-1] in ".;!?\n:" else "."
        apart = " " if before[-1:].strip() and after[:1].strip() else ""
        text = f"{before}{stop}{apart}{after}"
    return text


def _found(text: str) -> Iterator[_Found]:
    spans = records(text)
    at = 0
    for begin in _BEGINS.finditer(text):
        start = begin.end()
        if start < at or any(a <= start < b for a, b in spans):
            continue
        made = _clause(text, start, spans)
        if made is not None:
            at = made.end
            yield made


def _clause(text: str, start: int, spans: list[tuple[int, int]]) -> _Found | None:
    match = _CLAUSE.match(text, start)
    if match is None:
        return None
    body, end = "", match.end()
    lead = _WITH.match(text, end)
    record = next((each for each in spans if lead and each[0] == lead.end()), None)
    if record is not None and not match["nothing"]:
        body, end = text[slice(*record)], record[1]
        end += text[end : end + 1] == "`"
    after = _AFTER.match(text, end) if not match["status"] else None
    end = after.end() if after else end
    said = body or match["status"] or match["nothing"] or match["kept"]
    sign = match["says"] or ""
    leads = match["when"] or (sign[-1:].isalpha() or (sign and match["status"]))
    if not said or not leads or not _ENDS.match(text, end) or _of_a_route(text, start):
        return None
    deed = next(each for each in DEEDS if match[each])
    outcome = Outcome(
        deed,
        text[start:end].strip(),
        int(match["status"] or (after[1] if after else 0)),
        body,
        bool(match["nothing"]),
        bool(match["kept"]) and not match["key"],
        bool(match["key"]),
        match["thing"] or "",
    )
    return _Found(outcome, start, end)


def _of_a_route(text: str, at: int) -> bool:
    """Whether a clause stands beside one route, in its section, or below its bullet."""
    lines = text[:at].split("\n")
    beside = re.split(r"(?<=[.!?])\s", lines[-1])[-1]
    if _ROUTE.search(beside) or lines[-1].lstrip().startswith("|"):
        return True
    heading = next((each for each in reversed(lines) if re.match(r"#{1,6} ", each)), "")
    indent = len(lines[-1]) - len(lines[-1].lstrip())
    above = next(
        (each for each in reversed(lines[:-1]) if len(each) - len(each.lstrip()) < indent), ""
    )
    return any(_ROUTE.search(each) for each in (heading, above if indent else ""))

"""A brief laid out for behaviours: clauses apart, without what only leads to them."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Brief, Request
from beliefs.spec.brief.said import GAP, Said

_KINDS = (
    r"(?:APIs?|services?|servers?|backends?|back ends?|apps?|applications?|trackers?|registr(?:y|"
    r"ies)|systems?|desks?|inbox(?:es)?|tools?|boards?|logs?|queues?|generators?|converters?|"
    r"calculators?|schedulers?|evaluators?|utilit(?:y|ies)|scoreboards?|leaderboards?"
    r"|microservices?|"
    r"endpoints?|journals?|desk|tools?|utils?|streaks|helpers?)"
)
_MADE_OF = r"(?: (?:in|with|using|on|built with|for) (?:python|flask|fastapi|sqlite)[\w ,+]*)*"
_PLEASE = (
    r"(?:(?:please |can you |i (?:need|want|would like) |we (?:need|want) |let'?s )*(?:build"
    r"|create|"
    r"make|write|implement|develop|design)?(?: me)?\s*)"
)
# "Task queue API:", "I need a small calculator.", "Reminder API with" before the first request.
_TITLE = re.compile(
    rf"(?i)^\W*{_PLEASE}(?:an?|the|my|our|this)? ?(?:[\w/-]+ ){{0,5}}?{_KINDS}\b{_MADE_OF}"
    r"\s*(?:[:.]\s*|-\s+|(?:with|that has|which has|where|offering|having)?\s*:?\s*$|"
    r"\s+(?=(?:with|for|of|that|where|to) ))"
)
# "Parts inventory:" before what is said of it.
_HEADING = re.compile(r"^\W*(?:[\w'-]+ ){0,3}[\w'-]+:\s+(?=\w)")
# What only says that something is kept.
_KEPT = re.compile(
    r"(?i)^\W*(?:we |i |it |to )?(?:keeps? track of|keeping track of|tracks?|tracking|manages?"
    r"|managing|for|of) "
    r"(?:the |my |our |all )?[\w-]+(?: [\w-]+)?\W*$"
)
_KEEPS = re.compile(
    r"(?i)^\W*(?:we |i |it )?(?:keeps?|stores?|manages?|tracks?|saves?|there are|has|holds?) "
    r"(?:track of )?(?=(?:the |my |our )?[a-z]+ (?:with|have|\())"
)
# A field that is called as what requests bring is: "a subject and body".
_NAMED_BODY = re.compile(r"(?i)(?<=\w)(?:,| and|, and) (?:an? )?body\b(?! (?:of|with)\b)")
_SISTER = re.compile(rf"{GAP}\s*(?:,|and|or|/|&)+\s*(?P<path>/[a-z][\w-]*)(?!\w)")


def laid(brief: Brief) -> Brief:
    """The brief with one clause a sentence, said of a request or of all.

    >>> from beliefs.spec.brief.requests import brief
    >>> told = laid(brief("Job API: jobs have a name; POST /jobs/{id}/a and /b; b is odd.", "goal"))
    >>> [each.path for each in told.requests], [each.text for each in told.said]
    (['/jobs/{id}/a', '/jobs/{id}/b'], ['jobs have a name', 'b is odd.'])
    """
    general = list(brief.said)
    for one in [*general, *(x for each in brief.requests for x in each.said)]:
        one.whole = _NAMED_BODY.sub(lambda it: it[0].replace("body", "`body`"), one.whole)
    brief.said = []
    for request in list(brief.requests):
        for one in list(request.said):
            _sisters(brief, request, one)
        own, more = _parted(request)
        request.said = own
        general += more
    for at, one in enumerate(general):
        brief.said += _clauses(one, first=not at)
    brief.said = list({each.text: each for each in brief.said if each.text.strip(" .:")}.values())
    return brief


def _sisters(brief: Brief, request: Request, one: Said) -> None:
    """Requests beside one, of which only the end of the path is named: "…/complete and /fail"."""
    while (found := one.has(_SISTER)) is not None:
        path = f"{request.path.rsplit('/', 1)[0]}{found['path']}"
        one.text = f"{one.text[: found.start()]}{GAP}{one.text[found.end() :]}"
        if brief.request(request.method, path) is None:
            at = brief.requests.index(request) + 1
            said = replace(one, text=one.text)
            brief.requests.insert(at, Request(request.method, path, request.source, said=[said]))


def _parted(request: Request) -> tuple[list[Said], list[Said]]:
    """What is said of a request, and what only stands in the same sentence."""
    own: list[Said] = []
    more: list[Said] = []
    for one in request.said:
        before, mark, after = one.text.partition(GAP)
        if not mark:
            before, after = "", one.text
        lead, _, last = before.rpartition(";")
        if re.search(r"(?i)[:;,]\s*(?:and|while|but)?\s*$", before) or _TITLE.search(before):
            lead, last = before, ""
        if lead.strip():
            more.append(replace(one, text=re.sub(r"(?i)[,;]?\s*(?:and|while|but)?\s*$", "", lead)))
        first, *rest = re.split(r";\s+", after)
        own.append(replace(one, text=f"{last} {GAP} {first}".strip() if mark else first))
        more += [replace(one, text=each) for each in rest]
    return own, more


def _clauses(one: Said, *, first: bool) -> list[Said]:
    """The clauses of a sentence, without what only names the service."""
    text = _TITLE.sub("", one.text, count=1)
    text = _HEADING.sub("", text, count=1) if first else text
    pieces = [_KEEPS.sub("", each) for each in re.split(r";\s+", text)]
    return [replace(one, text=each, whole=_told(one, each)) for each in pieces if each.strip(" .")]


def only_keeps(one: Said) -> bool:
    """Whether what is left of a sentence only says that something is kept.

    >>> only_keeps(Said("Keep track of materials ¦.", "goal:1"))
    True
    """
    return bool(_KEPT.match(one.text.replace(GAP, "").rstrip()))


def _told(one: Said, text: str) -> str:
    """A clause as it stood, where nothing is left out of it."""
    return one.spelled(text) if "⟦" not in text and GAP not in text else one.whole

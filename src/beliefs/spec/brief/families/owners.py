"""Whose rows are whose: others do not find them, whatever words say so."""

from __future__ import annotations

from beliefs.spec.brief.families import heard
from beliefs.spec.brief.scene import Scene, Service

_ANOTHER = (
    r"(?:(?:somebody|someone|anybody|anyone) else(?:'s)?|(?:an?other|other|different|"
    r"foreign) (?:people|users?|accounts?|person|owner)(?:'s|s'|')?|others?'?|somebody|"
    r"someone|(?:not|isn't) (?:mine|yours|theirs|their own|his own|my own|your own)|"
    r"belongs? to)"
)
_THEIRS = r"\b(?:their|his|her|my|our|your) own\b|\b(?:mine|theirs|yours)\b|\bown\b"


def read(service: Service, scenes: list[Scene]) -> None:
    """Take what says that rows are somebody's, where they are."""
    rows = [x for x in service.kinds if x.owner]
    if not rows:
        return
    names = "|".join(x for kind in rows for x in (kind.plural.replace("_", " "), kind.spoken))
    about = (
        (
            r"\b(?:an?|the|any|of|that|which|is|are|from|one|ones|those|it|belongs?|to)\b|\b(?"
            rf":{names})\b"
        ),
        _ANOTHER,
    )
    for each in heard.faults(service, scenes, _ANOTHER):
        wanted = {"hidden": {404}, "told": {403}}
        if heard.rest(each.fault.cause.text, *about) or any(
            each.fault.status not in wanted[x.owner] for x in rows
        ):
            heard.put_back(service, each)
    for pattern in (
        (
            r"(?:each|every|an?|the|all|logged[- ]in)? ?(?:users?|people|callers?|one|everybody|"
            r"everyone|they|i)? ?(?:can |may )?(?:only )?(?:ever )?(?:sees?|has|have|manages?|"
            r"gets?|"
            rf"works? with|access(?:es)?|reads?|owns?|keeps?|lists?)? ?(?:only )?(?:{_THEIRS})(?: "
            r"(?"
            rf":{names}))?(?: only)?"
        ),
        (
            rf"(?:the )?(?:{_ANOTHER}) ?(?:{names})? (?:is|are|be|looks? like|count as|appear(?:s)"
            r"?) "
            r"(?:not found|not there|hidden|invisible|unknown|missing|as missing|as if they were "
            r"not "
            r"there)"
        ),
        (
            rf"(?:the )?(?:{names}) (?:of|from) (?:{_ANOTHER}) (?:is|are|be|looks? like|count as|"
            r"appears?) (?:not found|not there|hidden|invisible|unknown|missing)"
        ),
        (
            rf"(?:the )?(?:caller|user|logged[- ]in user)'s (?={names})|\bof (?:the|each) (?"
            r":caller|"
            r"user)\b"
        ),
    ):
        heard.take(service, scenes, pattern)

"""What a request brings, as running words behind its route tell: "takes a name and a size"."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.facts import jot_of, series
from beliefs.spec.documents.markdown.drafts import ROUTE
from beliefs.spec.documents.markdown.enumerating import Item, enumerated

# "adds an entry with a date and an amount": what is made says nothing of what is brought for it.
_MAKES = re.compile(
    r"(?i)^[\s,:]*(?:(?:which|that|and|it) )*(?:adds?|creates?|makes?|records?|books?|logs?|saves?|"
    r"stores?|registers?|enters?|opens?|starts?|keeps?|submits?|reports?|announces?|sets? up|"
    r"puts? up) (?:(?:an?|one|the) (?:new )?[a-z]+(?: [a-z]+)?|one|[a-z]+s)"
    r"(?=\s*(?:\(|(?:with|from|by|given|out of|having) ))"
)
_MATTER = r"(?:body|object|payload|document|fields?|keys?|properties|values|data|input)"
_BRINGS = re.compile(
    r"(?i)^[\s,:]*(?:(?:which|that|and|clients?|you|they|people|users?|callers?|the \w+) )*"
    r"(?:by (?=\w+ing ))?"
    r"(?:with|by|from|sending|sends?|takes?|taking|gets|getting|accepts?|accepting|expects?|"
    r"expecting|wants|"
    r"needs|requires?|requiring|giving|given|carrying|containing|contains|receives?|passing|"
    r"providing|provides?|posting|supplying|specifying|naming|stating|body:?|payload:?|"
    r"and(?! the\b))\s*:?\s+"
    rf"(?:(?:an?|the|its|in the|in its|in a)\s+(?=(?:json|request|{_MATTER})\b))?"
    rf"(?:(?:json|JSON|request)\s+)?(?:{_MATTER}\b\s*(?:(?:of|with|"
    r"containing|contains|having|has|like|"
    r"that (?:has|contains|have)|which (?:has|contains)|is|are|called|named|:)\s+)*:?\s*|"
    r"(?:json|JSON)\s*:\s*)?"
)
# "; the body holds a name", "stores a reading: sensor (text) and value (number)"
_BODY = re.compile(
    r"(?i)(?:^|[:;,])\s*(?:where |and )*(?:the |its )?(?:json )?(?:request )?(?:body|"
    r"payload)(?: of "
    r"the request)? (?:(?:must|has to|should|may) )?(?:holds?|has|have|contains?|consists? of|is|"
    r"needs?|includes?|carries|carry|gives?|names?|with):? (?:the (?:fields?|keys?):? )?"
)
_COLON = re.compile(
    r"(?i)^(?P<made>[\s,:]*(?:(?:which|that|and|it|i|we|you|one|clients?) )*(?:adds?|creates?|"
    r"makes?|"
    r"records?|books?|logs?|saves?|stores?|registers?|enters?|submits?|reports?|sends?|hands? in) "
    r"(?:an?|one|the|some)(?: new)?(?: [a-z]+){0,2}): (?!the (?:body|answer|response)\b)"
)
_COUNTED = re.compile(r"(?:the )?(?:two|three|four|five|following) (?:fields?|values?|keys),? ")
_LISTED = re.compile(
    r"^\s*\((?:(?:json )?(?:body|fields|with|takes)[:\s]\s*)?(?P<inner>[^()]*(?:\([^()]*\)[^()]*)"
    r"*)\)"
)


def _in_series(text: str) -> tuple[list[Item], int] | None:
    """Fields with a jotting each, up to the end of the sentence: "`a` 1 to 9, `b` a date"."""
    end = re.search(r"[.;](?=\s|$)|\s*(?:->|→|=>)|$", text)
    parts = [jot_of(each) for each in series(text[: end.start()])] if end else []
    told = [each for each in parts if each is not None]
    if end is None or not told or len(told) < len(parts):
        return None
    if re.match(r"(?i)(?:all|both|each)\b", told[-1][1]):
        return None  # it is said of the others too
    return [Item(*each) for each in told], end.start()


def brought(text: str, path: str = "") -> tuple[list[Item], str]:
    """What a request brings, as the words behind its route tell, and the words that are left.

    What the path is about already is not brought: "POST /jobs/{id}/done takes the job off".

    >>> brought(" with email and password (8 characters or more) creates an account")
    ([Item(name='email', jotting=''), Item(name='password', jotting='at least 8 characters')], \
' creates an account')
    >>> brought(" (owner, weight in grams); 201")
    ([Item(name='owner', jotting=''), Item(name='weight', jotting='in grams')], '; 201')
    >>> brought(" adds an entry with a day and an optional note, 201")
    ([Item(name='day', jotting=''), Item(name='note', jotting='optional')], ' adds an entry, 201')
    >>> brought(" with the same two fields answers 200")
    ([], ' with the same two fields answers 200')
    """
    made = _MAKES.match(text)
    if made:
        items, rest = brought(text[made.end() :], path)
        sure = len(items) > 1 or re.match(r"\s*\((?:json )?(?:body|with)\b", text[made.end() :])
        return (items, f"{made[0]}{rest}") if sure and items else ([], text)
    listed = _LISTED.match(text)
    if listed:
        items, end = enumerated(listed["inner"])
        if len(items) > 1 or (items and not end < len(listed["inner"])):
            left = listed["inner"][end:].strip(" ,;")
            rest = text[listed.end() :]
            return items, f"{f' {left};' if left else ''}{rest}"
    told = _BODY.search(text)
    if told is not None:
        items, end = enumerated(text[told.end() :])
        if items and not ROUTE.search(text[: told.start()]):
            return items, f"{text[: told.start()]}{text[told.end() + end :]}"
    noted = _COLON.match(text)
    if noted is not None:
        items, end = enumerated(text[noted.end() :])
        if len(items) > 1:
            return items, f"{noted['made']}{text[noted.end() + end :]}"
    lead = _BRINGS.match(text)
    if lead is None or (
        lead[0].strip(" ,:").lower() == "and"
        and not re.match(r"(?:an?|their|the|its|his) ", text[lead.end() :])
    ):
        return [], text
    start = lead.end()
    if found := _in_series(text[start:]):
        return found[0], text[start + found[1] :]
    if counted := _COUNTED.match(text, start):
        start = counted.end()
    items, end = enumerated(text[start:])
    if len(items) == 1 and re.match(r"(?i)[\s,:]*(?:by|from)\b", lead[0]):
        return [], text  # "by id" says how, and not what
    if len(items) == 1 and re.search(rf"/{items[0].name}(?:s|es)?/", path):
        return [], text
    return (items, text[start + end :]) if items else ([], text)

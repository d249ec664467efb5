"""What is wrong with requests at large, in one wording: "400 on bad input", "if a value is wrong".

People say in many ways what answers invalid input, and what answers a thing that is not there. A
sentence that says nothing else is brought into the two forms that every reader knows: "Invalid
input is 400." and "Unknown games are 404.". Any other sentence stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from beliefs.spec import patterns as re
from beliefs.spec.documents.words import plural, singular

_WRONG = (
    r"(?:wrong|bad|invalid|malformed|missing|broken|incomplete|faulty|incorrect|illegal|absent|"
    r"unusable|improper|erroneous|unacceptable|incoming invalid|not valid|out of range|empty)"
)
_MATTER = (
    r"(?:inputs?|data|values?|fields?|bod(?:y|ies)|requests?|parameters?|params|payloads?|json|"
    r"arguments?|contents?|properties|property)"
)
_OFF = (
    rf"(?:(?:is|are|was|were|has been) (?:somehow |otherwise )?(?:{_WRONG}|not (?:ok(?:ay)?|right|"
    r"valid|correct|allowed|acceptable|as described|fine|good|well-formed)|violated|"
    rf"unacceptable)(?:,? (?:or|and) (?:is )?(?:{_WRONG}|not (?:valid|allowed)))*|"
    r"(?:isn't|aren't) (?:ok(?:ay)?|right|valid|correct|allowed|acceptable)|"
    r"(?:does not|doesn't|do not|don't) (?:make sense|fit|match|validate|pass(?: validation)?|"
    r"conform|follow (?:the|these) rules)|"
    r"(?:breaks?|violates?)(?: (?:one|any) of)? (?:these|the|those|any)(?: above)? rules?"
    r"(?: above)?|fails? validation|(?:it|we|the \w+) (?:cannot|can't|does not|doesn't) "
    r"(?:accept|understand|like|parse|use))"
)
_SOMETHING = (
    rf"(?:(?:an?|any|the|some|one of the|any of the) (?:(?:request|json|single|input|of the) )*"
    rf"(?:{_MATTER}|rules?(?: above)?)|"
    r"(?:something|anything)(?: (?:in|about|with|of) (?:the|its|a) (?:\w+ )?\w+)?)"
)
_INVALID = (
    rf"(?:(?:an? |any |all |every |other |otherwise )*(?:{_WRONG}(?:,? (?:or|and|/) ?(?:otherwise "
    rf")?{_WRONG})* (?:{_MATTER})(?:(?: or | and |/){_MATTER})*(?: in (?:the|a) body)?|"
    rf"requests? with {_WRONG}(?: (?:or|and) {_WRONG})* {_MATTER}|"
    r"(?:input|validation|client|user) (?:errors?|problems?|failures?|mistakes?))|"
    rf"(?:everything|anything|whatever|all|input|{_SOMETHING}|requests?|bodies|values?|"
    rf"data)(?: else)?"
    rf"(?: (?:that|which))? {_OFF}|"
    rf"(?:everything|anything|all)(?: else)? {_WRONG}(?: (?:in|with|about) the \w+)?|{_WRONG})"
)
_NO_NOUN = (
    r"(?!(?:with|in|of|to|for|is|are|was|gives?|gets?|should|must|will|that|which|who|returns?|"
    r"means?|yields?|leads?|results?|answers?|causes?|an?|nobody|does|doesn't|do|isn't|cannot|"
    r"can't)\b)"
)
_THING = r"(?P<{0}>(?!(?:input|body|data|value|field|request|json)s?\b)[a-z]+(?: {1}[a-z]+)?)"
_ABSENT_NOUN = (
    rf"(?:(?:an? |any |all |every )?(?:unknown|nonexistent|non-existent|non-existing|nonexisting) "
    rf"{_THING.format('unknown', _NO_NOUN)}|(?:an? |any |the "
    rf")?{_THING.format('gone', _NO_NOUN)} (?:that|which|who) "
    r"(?:(?:does|do)(?: not|n't) exist|(?:is|are)(?: not|n't) (?:there|known|found)|nobody knows|"
    r"can(?:not|'t) be found|(?:is|are) unknown)|(?P<nobody>[a-z]+s) nobody knows|"
    r"what(?:ever)? (?:is not there|isn't there|does not exist|doesn't exist|cannot be found))"
)
_ABSENT_CASE = (
    rf"(?:(?:an?|the|that|any) {_THING.format('case', _NO_NOUN)} (?:does not exist|doesn't exist|"
    r"(?:is|was) (?:not there|unknown|not found|not known|missing)|isn't there|cannot be found|"
    rf"can't be found)|there is no such {_THING.format('such', _NO_NOUN)})"
)
_IS = (
    r"(?:\s*(?:→|->|=>|=|:)\s*|,? (?:it |they |that |this |which )?(?:is|are|gives?|gets?|"
    r"means?|yields?|"
    r"returns?|causes?|produces?|answers?|results? in|leads? to|should (?:be|give|get|return)|"
    r"must (?:be|give|return)|will (?:be|get|give)) (?:always )?(?:(?:answered|rejected|refused|"
    r"reported|replied to|met) (?:with|by|as) )?| )"
)
_STATUS = (
    r"(?:(?:an?|the|with|always|http|status|code|error|response|of) )*(?P<status>4\d\d)s?"
    r"(?: (?:bad request|not found|unprocessable entity|unprocessable content|errors?|response))?"
    r"(?: (?:too|everywhere|throughout|always|as well|in all cases|each time|error)|, "
    r"(?:everywhere|"
    r"always|throughout|as usual|as well))*"
)
_SAYS = (
    r"(?:(?:please |(?:all|each|every one|both)(?: of (?:these|them|those|the above))?(?: "
    r"requests?| "
    r"routes?| calls?)? |then |always |the (?:service|server|api) |it |you |we )*(?:use|uses|"
    r"answers?|responds?|"
    r"returns?|repl(?:y|ies)|gives?|gets?|sends?|(?:the )?(?:answer|response|status) is|it is|it's|"
    r"that is|that's)(?: with)? )?"
)
_BODY = (
    r"(?:,? (?:and |both |each |all )*(?:has|have|with|carr(?:y|ies)|(?<=and )(?=\{))(?: "
    r"the| a| an)?(?: (?:json|error))*(?: body)?:? ?(?P<body>\{.*\}))?"
)
_FORMS = tuple(
    re.compile(f"(?i)(?:and |but )?{form}{_BODY}")
    for form in (
        rf"(?P<invalid>{_INVALID}){_IS}{_STATUS}",
        (
            rf"{_SAYS}{_STATUS} (?:for|on|to|with|in case of|when there is|when there are) "
            rf"(?P<invalid>{_INVALID})"
        ),
        (
            rf"{_SAYS}{_STATUS} (?:if|when|whenever|in case|as soon as) (?P<invalid>{_SOMETHING} "
            rf"{_OFF})"
        ),
        (
            rf"(?:if|when|whenever|in case|as soon as) (?P<invalid>{_SOMETHING} {_OFF})"
            rf"(?:[,:])? ?(?:then )?{_SAYS}{_STATUS}"
        ),
        rf"in case of (?P<invalid>{_INVALID}),? ?{_SAYS}{_STATUS}",
        rf"{_ABSENT_NOUN}{_IS}{_STATUS}",
        rf"{_SAYS}{_STATUS} (?:for|on|with) {_ABSENT_NOUN}",
        rf"(?:for|with) {_ABSENT_NOUN},? {_SAYS}{_STATUS}",
        rf"{_SAYS}{_STATUS} (?:if|when|whenever) {_ABSENT_CASE}",
        rf"(?:if|when|whenever) {_ABSENT_CASE}(?:[,:])? ?(?:then )?{_SAYS}{_STATUS}",
    )
)
_SENTENCE = re.compile(
    r"(?:^|(?<=[.!?;])\s+|(?<=\n)[-*] "
    r")(?P<said>[^\s|#>`][^|#`\n]*?(?:\n(?![-*|#>\n\d])[^|#`\n]+?)*)(?=[.!?;](?:\s|$)|\n\n|\n[-*#|]|\n*$)",
    re.MULTILINE,
)
_LINE = re.compile(r"^(?P<said>[A-Za-z4][^|#`\n]*[^\s|#`.])$", re.MULTILINE)
_PARTS = re.compile(r"(?:,|;)? (?:and|but) (?=.*\b4\d\d)|, (?=.*\b4\d\d)")


def plain_faults(text: str) -> str:
    """A text in which sentences about requests that fail at large are in one wording.

    >>> plain_faults("GET /a lists all. Wrong input is 400, and unknown cats are 404.")
    'GET /a lists all. Invalid input is 400. Unknown cats are 404.'
    >>> plain_faults("If a value is not okay the answer is 422.")
    'Invalid input is 422.'
    >>> plain_faults("Missing or empty fields are 400.")
    'Invalid input is 400. Empty texts are 400.'
    >>> plain_faults("A wrong code is 403.")
    'A wrong code is 403.'
    """

    def told(match: re.Match[str]) -> str:
        said = re.sub(r"\s+", " ", match["said"]).strip()
        found = list(_read(said)) if re.search(r"\b4\d\d", said) else []
        if not found:
            return match[0]
        statuses.update(re.findall(r"^Invalid input is (\d+)", "\n".join(found), re.MULTILINE))
        lead = match[0][: match.start("said") - match.start()]
        return lead + ". ".join(found) + "\n" * match["said"].count("\n")

    statuses: set[str] = set()
    made = _SENTENCE.sub(told, _LINE.sub(told, text))
    statuses |= {each for found in _APART.finditer(text) for each in found.groups() if each}
    return made if len(statuses) < 2 else text  # ways to be invalid that differ stay apart


def _read(said: str) -> Iterator[str]:
    """A sentence in plain sentences; nothing where no part of it speaks of requests at large."""
    whole = _plain(said)
    if whole:
        yield from whole
        return
    parts = _PARTS.split(said)
    told = [_plain(each) for each in parts]
    if len(parts) > 1 and not told[0] and all(told[1:]) and not re.search(r" /\w", parts[0]):
        if not re.match(r"(?i)(?:if|when|whenever|unless)\b", parts[0]) and not any(
            re.match("[45]", each) for each in parts
        ):
            yield f"{parts[0][:1].upper()}{parts[0][1:]}"
            for each in told[1:]:
                yield from each
        return
    if not any(told) or any(len(re.findall(r"\b4\d\d", each)) != 1 for each in parts):
        return
    if any(not each and not _STANDS.search(part) for each, part in zip(told, parts, strict=True)):
        return
    for each, part in zip(told, parts, strict=True):
        yield from each or [f"{part[:1].upper()}{part[1:]}"]


# A part that is left as it is must be a sentence by itself.
_STANDS = re.compile(
    r"(?i)^(?:an?|the|any|every|no|two|\w+s) .*\b(?:is|are|gives?|gets?|answers?)\b"
)


def _plain(said: str) -> list[str]:
    """A part of a sentence in plain words; nothing where it speaks of anything else."""
    found = next(filter(None, (each.fullmatch(said.strip(" ,")) for each in _FORMS)), None)
    if found is None:
        return []
    names = found.groupdict()
    if found["status"] not in ({"400", "422"} if names.get("invalid") else {"404"}):
        return []
    if _ONE_WAY.fullmatch(names.get("invalid") or ""):
        return []
    body = names.get("body") or ""
    every = body and re.search(r"\b(?:both|each|all)\b[^{]*$", said[: said.index(body)])
    behind = f" with {body}" if body and not every else ""
    thing = next((names[each] for each in _NOUNS if names.get(each)), "")
    absent = f"Unknown {plural(singular(thing))} are" if thing else "What does not exist is"
    subject = "Invalid input is" if names.get("invalid") else absent
    made = [f"{subject} {found['status']}{behind}"]
    if re.search(r"(?i)\bempty\b", names.get("invalid") or "") and not body:
        made.append(f"Empty texts are {found['status']}")
    return [*made, f"Errors are always {body}"] if every else made


# One way among others in which input does not fit has a status of its own.
_ONE_WAY = re.compile(
    r"(?i).*\bjson|(?:an? |any |all )?(?:malformed|missing|empty|absent|out of range|incomplete) "
    r"[a-z]+|.*\b(?:is|are) (?:missing|empty|absent|malformed|out of range)"
)
_APART = re.compile(
    r"(?i)\bjson\b[^.;{|]{0,50}?\b(400|422)\b|\bmissing\b(?! or)[^.;{|]{0,40}?\b(400|422)\b"
)
_NOUNS = ("unknown", "gone", "nobody", "case", "such")

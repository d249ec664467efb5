"""Rows that a goal describes and that no request makes: the usual requests for them are meant."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Brief, Request
from beliefs.spec.brief.kinds import closing, row_name
from beliefs.spec.brief.names import row_of
from beliefs.spec.brief.said import Said
from beliefs.spec.service import Assumption
from beliefs.spec.understanding.words import is_noun, is_plural, plural, singular

# "recipes with title and minutes", "Books: title, isbn", "each plant has a name and a price".
_WITH = re.compile(
    r"(?i)(?:^|[:;,.¦(] |\b(?:of|for|with|and|keeps?|stores?|tracks?|manages?|has|have|lists?) )"
    r"(?:(?:an?|each|every|all|the|my|our) )?(?P<noun>[a-z][a-z-]+(?: [a-z]+)?)"
    r"(?: (?:that |which )?(?:with|have|has|having|consists? of|is made of)(?: an?| the| its)?|:|"
    r" =) "
    r"(?:the fields |fields )?(?=[a-z_]\w*)"
)
_BRACKETS = re.compile(r"(?i)(?:^|[\s(])(?P<noun>[a-z][a-z-]+) (?=\([a-z_]\w*[,? (])")
_NO_ROWS = frozenset(
    """body bodies error errors answer answers response responses request requests header headers
    query field fields list lists object objects record records result results status json api
    service endpoint endpoints page pages input output parameter parameters storage token tokens
    filter filters paging pagination params""".split()  # noqa: SIM905
)
_USUAL = (("POST", ""), ("GET", ""), ("GET", "/{id}"), ("PUT", "/{id}"), ("PATCH", "/{id}"))


def with_things(brief: Brief) -> list[Assumption]:
    """Add the usual requests for rows that are described and that requests only look for.

    >>> from beliefs.spec.brief.requests import brief
    >>> told = brief("Recipes with title and minutes. GET /recipes?max_minutes=30.", "goal")
    >>> with_things(told)[0].chosen, len(told.requests)
    ('create, list, show, replace, change, delete', 6)
    """
    if brief.complete or not brief.requests:
        return []
    found: list[Assumption] = []
    spoken = [*brief.said, *(x for each in brief.requests for x in each.said)]
    for one in spoken:
        for noun in _described(one):
            path = _place(brief, noun)
            if path and not _made(brief, path, noun):
                _add(brief, path, one)
                found.append(Assumption(f"what can be done with {plural(noun)}", _ALL, one.source))
    for one in spoken if found else ():
        for told in _MANY.finditer(one.text):
            noun = singular(told["noun"].lower())
            path = _place(brief, noun)
            if path and not _made(brief, path, noun):
                _add(brief, path, one)
                found.append(Assumption(f"what can be done with {plural(noun)}", _ALL, one.source))
            one.take(_MANY)
    if found:
        _of_lists(brief)
    return found


_OF_LIST = re.compile(
    r"(?i)^\W*(?:search|filter|sort|order|list|paginate)\w* (?:the |all )?(?P<k>[a-z]+)\b"
)


def _of_lists(brief: Brief) -> None:
    """What is said of searching rows is said of the list of all, wherever it stands."""
    for request in brief.requests:
        for one in [x for x in request.said if not x.text.startswith("¦")]:
            told = one.has(_OF_LIST)
            other = brief.request("GET", f"/{told['k'].lower()}") if told is not None else None
            if other is not None and other is not request:
                request.said.remove(one)
                other.said.append(one)


_ALL = "create, list, show, replace, change, delete"
_MANY = re.compile(
    r"(?i)(?:^|\b)(?:an?|each|every) (?P<noun>[a-z]+) (?:has|have|can have|may have|owns?|"
    r"contains?|holds?) (?:many|several|any number of|multiple|(?:zero|one) or more) [a-z]+\b"
)


def _described(one: Said) -> list[str]:
    """The rows that a sentence gives two fields or more."""
    found = []
    for pattern in (_WITH, _BRACKETS):
        at = 0
        while (told := pattern.search(one.text, at)) is not None:
            at = told.start("noun") + 1
            noun = singular(told["noun"].lower().split()[-1])
            if not is_noun(noun) or {told["noun"].lower(), noun} & _NO_ROWS:
                continue
            start, text = told.end(), one.text
            if pattern is _BRACKETS:
                text = one.text[start + 1 : closing(one.text, start)]
                start = 0
            named, _ = row_of(text, start, frozenset(), one.codes)
            if len(named) > 1 and all(re.fullmatch(r"[A-Za-z_]\w*", x.name) for x in named):
                found.append(noun)
    return found


def _place(brief: Brief, noun: str) -> str:
    """The path of the collection that requests look into; empty where none does."""
    for each in brief.requests:
        parts = each.segments
        for at, part in enumerate(parts):
            if part.startswith("{") or row_name(part).lower() != noun or not is_plural(part):
                continue
            base = [x for x in parts[:at] if not x.startswith("{")]
            return "/" + "/".join([*(base if len(base) == at else []), part])
    return ""


def _made(brief: Brief, path: str, noun: str) -> bool:
    """Whether a request makes such rows, wherever that is."""
    tails = {plural(noun), plural(noun).replace("_", "-"), noun}
    return any(
        (each.method in {"POST", "PUT"} and each.tail in tails)
        or (each.method == "PUT" and each.path.startswith(f"{path}/{{"))
        or re.search(rf"(?i)\b(?:add|create|new|register|upload|make)[-_]?{noun}", each.path)
        for each in brief.requests
    )


def _add(brief: Brief, path: str, one: Said) -> None:
    keyed = next(
        (x.path for x in brief.requests if re.fullmatch(rf"{re.escape(path)}/\{{\w+\}}", x.path)),
        next(
            (
                found[0]
                for x in brief.requests
                if (found := re.match(rf"{re.escape(path)}/\{{\w+\}}", x.path)) is not None
            ),
            f"{path}/{{id}}",
        ),
    )
    for method, item in (*_USUAL, ("DELETE", "/{id}")):
        where = keyed if item else path
        if brief.request(method, where) is None:
            brief.requests.append(Request(method, where, one.source))

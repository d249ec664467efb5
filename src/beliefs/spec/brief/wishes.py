"""Requests that a goal asks for by their verbs: "create, list, get, update and delete contacts"."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Brief, Request
from beliefs.spec.brief.said import GAP, Said
from beliefs.spec.understanding.words import is_noun, plural, singular

_VERBS: tuple[tuple[str, str, bool], ...] = (
    (
        (
            r"creat(?:e|es|ed|ing)|add(?:s|ed|ing)?|new|post(?:s|ed|ing)?|mak(?:e|ing)|adding|"
            r"insert(?"
            r":ed|ing)?|register(?:ed|ing)?"
        ),
        "POST",
        False,
    ),
    (
        r"list(?:s|ed|ing)?|all|browse|see(?:ing)? (?:them )?all|see them|view all|list all",
        "GET",
        False,
    ),
    (
        (
            r"read(?:ing)?(?: one by one)?|get(?:ting)?(?: one)?|show(?:n|ing)?|view(?:ed|ing)?|"
            r"look(?"
            r":ing)? at(?: one)?|fetch(?:ed|ing)?|retriev(?:e|ed|ing)|see one|asking for|details?"
        ),
        "GET",
        True,
    ),
    (
        (
            r"(?:updat|chang|edit|replac|modif)(?:e|es|ed|ing|y|ied|ying)?(?: one)? \(PUT\)|"
            r"replac(?:e|"
            r"es|ed|ing)(?: \(PUT\))?|put"
        ),
        "PUT",
        True,
    ),
    (
        (
            r"(?:updat|chang|edit|modif)(?:e|es|ed|ing|y|ied|ying)?(?: one)?(?: \(PATCH\))?|"
            r"patch(?:ed|"
            r"ing)?"
        ),
        "PATCH",
        True,
    ),
    (
        r"delet(?:e|es|ed|ing)|remov(?:e|es|ed|ing)|throw(?:ing)?(?: one)? out|drop(?:ped|ping)?",
        "DELETE",
        True,
    ),
)
_CRUD = re.compile(
    r"(?i)\b(?:full |basic |simple |standard |usual |normal |plain )*(?:CRUD|REST (?:collection|"
    r"resource))\b(?: (?:operations?|endpoints?|routes?|api))?"
)
_PATH = re.compile(r"(?<![\w/.])(/[a-z][\w/-]*)")


def with_wishes(brief: Brief) -> None:
    """Add the requests that sentences ask for by verbs, and what is said of these."""
    for one in () if brief.complete else brief.said:
        crud = one.has(_CRUD)
        verbs = (
            _asked(one)
            if crud or not one.has(r"\b[1-5]\d\d\b|\banswers?\b|\breturns?\b|\bmust\b")
            else []
        )
        if crud is None and len(verbs) < 3:
            continue
        where = _place(brief, one)
        if where is None:
            continue
        _make(brief, one, where, verbs if len(verbs) >= 3 else _ALL)
        if crud is not None:
            one.take(_CRUD)
        _forget(one, where)
    if brief.requests:
        _share(brief)


_ALL = [
    ("POST", False),
    ("GET", False),
    ("GET", True),
    ("PUT", True),
    ("PATCH", True),
    ("DELETE", True),
]


def _asked(one: Said) -> list[tuple[str, bool]]:
    found = []
    for pattern, method, item in _VERBS:
        if one.has(rf"\b(?:{pattern})(?!\w)"):
            found.append((method, item))
    if (
        ("PUT", True) in found
        and ("PATCH", True) in found
        and not one.has(r"PATCH|\bchang|\bmodif|\bedit")
    ):
        found.remove(("PATCH", True))
    return found


def _place(brief: Brief, one: Said) -> str | None:
    """The path of the collection that a sentence is about."""
    named = [
        each[1]
        for text in [one, *brief.said]
        for each in _PATH.finditer(text.whole)
        if "." not in each[1]
    ]
    own = [each[1] for each in _PATH.finditer(one.whole)]
    if own:
        return own[0].rstrip("/")
    noun = _noun(one)
    if noun is not None:
        path = next((x for x in named if x.rstrip("/").split("/")[-1] == plural(noun)), None)
        return (path or f"/{plural(noun).replace(' ', '-')}").rstrip("/")
    if len(set(named)) == 1:
        return named[0].rstrip("/")
    for other in brief.said:
        noun = _noun(other)
        if noun is not None:
            return f"/{plural(noun)}"
    return None


_NOUNS = (
    r"CRUD(?: \w+)? (?:for|of|on|over) (?:the |all |my |our )?(?P<n>[a-z]+)",
    r"^(?P<n>[a-z]+) can be (?:created|added|listed)",
    (
        r"(?:create|add|manage|list|delete|update|edit)(?:,|/| and| /)? (?:(?:and )?(?:create|list|"
        r"get|read|update|edit|delete|remove|see|change|show|view)(?:,|/| and| /)? ?)*(?"
        r"P<n>[a-z]+s)\b"
    ),
    (
        r"\b(?:for|of|with|about|track|tracks|tracking|manage|manages|managing|keep|keeps|store|"
        r"stores) (?:my |our |the |all )?(?P<n>[a-z]+s)\b"
    ),
    r"^an? (?P<n>[a-z]+) (?:=|has|is)\b|^every (?P<n2>[a-z]+) has\b",
)


def _noun(one: Said) -> str | None:
    for pattern in _NOUNS:
        found = one.has(pattern)
        noun = (found.groupdict().get("n") or found.groupdict().get("n2")) if found else None
        if noun and is_noun(singular(noun.lower())) and noun.lower() not in _NO_ROWS:
            return singular(noun.lower())
    return None


_NO_ROWS = frozenset(
    [
        "fields",
        "operations",
        "requests",
        "users",
        "endpoints",
        "things",
        "ones",
        "items_",
        "tags",
        "restarts",
        "rows",
        "tests",
        "errors",
        "bodies",
        "dates",
        "words",
        "others",
        "sentences",
    ]
)


def _make(brief: Brief, one: Said, path: str, verbs: list[tuple[str, bool]]) -> None:
    for method, item in verbs:
        where = f"{path}/{{id}}" if item else path
        keyed = next(
            (
                x.path
                for x in brief.requests
                if re.fullmatch(rf"{re.escape(path)}/\{{\w+\}}", x.path)
            ),
            None,
        )
        where = keyed if item and keyed else where
        if brief.request(method, where) is None:
            brief.requests.append(Request(method, where, one.source))


def _forget(one: Said, path: str) -> None:
    for pattern, _, _ in _VERBS:
        one.take(rf"\b(?:{pattern})(?!\w)")
    one.take(re.escape(path))
    one.take(
        r"(?:can|may) be ¦|\bone by one\b|in the (?:usual|normal) (?:REST|\w+) way|\b(?:REST|"
        r"usual|normal)\b"
    )


def _share(brief: Brief) -> None:
    """Sentences that begin with what one does are about the requests that do it."""
    verbs = "|".join(pattern for pattern, _, _ in _VERBS)
    lead = re.compile(
        rf"^\W*(?:the )?(?P<verbs>(?:{verbs})(?:(?:, | and | or |/|, and |, or )(?:{verbs}))*)(?: "
        r"(?:one|them|it|an? \w+))?\b(?:\s*(?:->|:|=)|(?= (?:answers?|returns?|gives?|takes|"
        r"responds?|is|are|works|needs|goes|yields|with)\b))",
        re.IGNORECASE,
    )
    kept: list[Said] = []
    for one in brief.said:
        pieces = re.split(
            r"(?<=[^,]), (?=(?:and )?(?:"
            + verbs
            + r")(?: (?:and|or) \w+)? (?:answers?|returns?|gives?))",
            one.text,
        )
        rest: list[str] = []
        for piece in pieces:
            found = lead.match(piece)
            targets = _of(brief, found["verbs"]) if found is not None else []
            if found is None or not targets:
                rest.append(piece)
                continue
            text = f"{GAP} {piece[found.end() :]}"
            for request in targets:
                request.said.append(Said(text, one.source, one.sketches, one.quotes, one.whole))
        if len(rest) < len(pieces):
            one.text = "; ".join(rest)
        if not _of_list(brief, one):
            kept.append(one)
    brief.said = [each for each in kept if each.text.strip()]


def _of(brief: Brief, text: str) -> list[Request]:
    found: list[Request] = []
    for word in re.split(r", and |, or |, | and | or |/", text):
        for pattern, method, item in _VERBS:
            if re.fullmatch(pattern, word.strip(), re.IGNORECASE):
                of = [
                    x
                    for x in brief.requests
                    if (
                        x.method == method
                        or (method in {"PUT", "PATCH"} and x.method in {"PUT", "PATCH"})
                    )
                    and x.path.endswith("}") is item
                ]
                if len({x.path for x in of}) == 1:
                    found += [x for x in of if x not in found]
    return found


def _of_list(brief: Brief, one: Said) -> bool:
    """Whether a sentence is about the one list that there is: then it is said of that."""
    lists = [
        x
        for x in brief.requests
        if x.method == "GET" and not x.path.endswith("}") and brief.request("POST", x.path)
    ]
    if len(lists) != 1 or one.has(r"\b4\d\d\b"):
        return False
    about = one.has(
        r"^\W*(?:and )?(?:the |when )?list(?:ing)?\b|\?\w+=|^\W*(?:it|they) (?:can be|is|are) (?"
        r":filtered|sorted|searched|paged|paginated)|\bi (?:can|could) (?:list|filter|search)|^(?"
        r":filter|sort|search|paginat|paging)\w*\b|list only"
    )
    if about is None:
        return False
    one.take(r"^\W*(?:and )?(?:the |when )?list(?:ing)?\b")
    lists[0].said.append(one)
    return True

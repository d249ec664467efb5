"""Requests as sentences speak of them, written as routes: "by sending a POST to /x", "post /x"."""

from __future__ import annotations

from beliefs.spec import patterns as re

_METHODS = "GET|POST|PUT|PATCH|DELETE"
_PATH = r"`?(?P<path>/[\w/{}.:<>?&=|-]*[\w}>=/])`?"
# "get /notes": a method in small letters, right before a path.
_SMALL = re.compile(r"(?<![\w/])(get|post|put|patch|delete)(?= `?/[\w{])")
_TO = re.compile(
    rf"(?i:(?:\b(?:sending|sends?|making|makes?|doing|issuing|using|with|via|by) )*)(?:\b[Aa]n? )?"
    rf"`?\b(?P<method>{_METHODS})\b`?(?: requests?)? (?:to|on|at|against|from) {_PATH}"
)
# "by posting a name to /people", "posts to /people a name and a mood"
_POSTED = re.compile(
    rf"(?i)\b(?:posting|posts?) (?P<what>(?:an?|the|their|its|his|her|your) [^.;:/]{{1,80}}?) "
    rf"(?:to|at) {_PATH}"
)
_POSTS = re.compile(
    rf"(?i)\b(?:posting|posts?) (?:to|at) {_PATH}(?P<what>,? (?:with )?(?=(?:an?|the|their|its|"
    rf"his|her|your) ))?"
)
_BRACKETED = re.compile(
    rf"\((?P<route>(?:{_METHODS}) /[^\s(),]*)(?P<more>[^()]*(?:\([^()]*\)[^()]*)*)\)"
    r"(?P<next>[,;]?(?: and)?(?= ))?"
)


def as_routes(text: str) -> str:
    """A text in which requests that are spoken of stand as routes.

    >>> as_routes("A cat is added by posting a name to /cats, which answers 201.")
    'A cat is added by POST /cats with a name, which answers 201.'
    >>> as_routes("Clients join by sending a POST to /members with their name; get /members lists.")
    'Clients join by POST /members with their name; GET /members lists.'
    >>> as_routes("It can add cats (POST /cats) and list them (GET /cats, newest first).")
    'It can add cats with POST /cats and list them with GET /cats, newest first.'
    >>> as_routes(
    ...     "People join (POST /join with a name, 201; twice is 409) and leave (DELETE /join)."
    ... )
    'People join with POST /join with a name, 201; twice is 409; leave with DELETE /join.'
    """
    text = _SMALL.sub(lambda each: each[1].upper(), text)
    text = _TO.sub(_routed, text)
    text = _SAME.sub(_same, text)
    text = _POSTED.sub(lambda each: f"POST {each['path']} with {each['what']}", text)
    text = _POSTS.sub(
        lambda each: f"POST {each['path']}{' with ' if each['what'] is not None else ''}", text
    )
    return _BRACKETED.sub(_unbracketed, text)


def _routed(found: re.Match[str]) -> str:
    """A method and the path that it goes to; what is sent there stands behind it."""
    told = f"{_by(found[0])}{found['method']} {found['path']}"
    sent = re.match(r" (?:an?|your|their|his|her) [a-z]", found.string[found.end() :])
    return f"{told} with" if sent and found["method"] in {"POST", "PUT", "PATCH"} else told


_SAME = re.compile(
    rf"`?\b(?P<method>{_METHODS})`? (?:on|at|to|of|for) (?:that|the same|this) "
    r"(?P<what>path|url|uri|address|route|endpoint|link)\b",
)


def _same(found: re.Match[str]) -> str:
    """A request on a path that was named before: "and DELETE on that path removes it".

    An address that is told by what it is made of is that path: "url is /s/ followed by the token".
    """
    before = found.string[: found.start()]
    made = list(re.finditer(r"(/[\w/-]*/) followed by (?:the|its) (\w+)", before))
    if made and found["what"] in {"url", "uri", "address", "link"}:
        return f"{found['method']} {made[-1][1]}{{{made[-1][2]}}}"
    named = list(re.finditer(rf"\b(?:{_METHODS}) `?(/[\w/{{}}.-]*[\w}}])", before))
    return f"{found['method']} {named[-1][1]}" if named else found[0]


def _unbracketed(found: re.Match[str]) -> str:
    """A route that stood in brackets; what several clauses said of it there ends with them."""
    told = f"with {found['route']}{found['more']}"
    behind = found["next"] or ""
    return f"{told};" if behind and ";" in found["more"] else f"{told}{behind}"


def _by(text: str) -> str:
    """What leads up to a method, where it is more than the deed of asking."""
    found = re.match(r"(?i)(?:with|via|by|using) ", text)
    return found[0] if found else ""

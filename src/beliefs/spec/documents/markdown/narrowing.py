"""What running sentences say that a list may be narrowed by: "can be filtered by genre"."""

from __future__ import annotations

from collections.abc import Iterator

from beliefs.spec import patterns as re

_FILTERED = re.compile(
    r"(?i)[\s,]*(?:and |which |it |they |the list |or )*(?:(?:can|may|could|should) (?:also |"
    r"optionally )?be )?"
    r"(?:optionally )?(?:filtered|filterable|filters|narrowed(?: down)?|restricted|limited)"
    r"(?: optionally)?(?: to [\w ]+?)? (?:by|with) (?P<names>[a-z]\w*(?: \(exact(?:ly)?(?: match| "
    r"that \w+)?\))?(?:(?:, and |, or |, | and | or |/)"
    r"(?:by )?[a-z]\w*(?: \(exact(?:ly)?(?: match| that \w+)?\))?)*)(?P<dates> \((?:both "
    r")?dates?[^()]*\))?"
    r"(?=$|[,.;])"
)


# "It accepts an optional author parameter", "takes status as an optional filter"
_ASKED = re.compile(
    r"(?i)[\s,]*\b(?:and )?(?:it )?(?:(?:with|given|takes?|using|accepts?|supports?|has|knows) )"
    r"(?:(?:an?|the) )?(?:optional )?(?:query )?`?(?P<names>[a-z]\w*)`? (?:as (?:an? "
    r")?(?:optional )?"
    r"(?:query )?(?:filter|parameter)|(?:query )?(?:parameter|filter))\b"
    r"(?: (?:to|which|that) (?:only )?(?:shows?|lists?|gives?|returns?|sees?|narrows?|"
    r"filters?)[^,.;()]*"
    r"|,? \((?P<choices>[\w, -]+?)(?:,? (?:anything|everything|any "
    r"other)[^()]*?(?P<else>4\d\d))?\))?"
)
# "the query parameter genre restricts the list to that genre"
_RESTRICTS = re.compile(
    r"(?i)[\s,]*\b(?:and )?(?:the|an?) (?:optional )?(?:query )?parameter `?(?P<names>[a-z]\w*)`? "
    r"(?:restricts|filters|narrows|limits|reduces) (?:the list|it|them|this|the result)"
    r"(?: down)?(?: (?:to|by) (?:that|this|the|its|those)[^,.;()]*)?(?=$|[,.;])"
)
# "with the query parameters from and to, both dates and both optional, only those between them"
_QUERIED = re.compile(
    r"(?i)[\s,]*\b(?:with|by|given|takes?|using|accepts?) (?:the |an? |two |three |these |its )?"
    r"(?:optional )?(?:query )?(?:parameters?|params?)(?: named| called)? "
    r"(?P<names>[a-z]\w*(?:(?:, and |, | and | or )(?!both\b|only\b|the\b|each\b)[a-z]\w*)*)"
    r"(?=$|[,.;]| (?:only|lists?|gives?|shows?)\b)"
    r"(?:,? (?:and )?(?:both |all )?(?:dates?|optional)\b)*"
)


def asked(text: str, way: str) -> Iterator[str]:
    """A saying, with what a list may be filtered by as a query of its own."""
    found = _FILTERED.search(text) if way.startswith("GET ") else None
    found = found or (_QUERIED.search(text) if way.startswith("GET ") else None)
    found = found or (_ASKED.search(text) if way.startswith("GET ") else None)
    found = found or (_RESTRICTS.search(text) if way.startswith("GET ") else None)
    if found is None:
        yield _marked(text, way)
        return
    more = found.groupdict()
    plain = re.sub(r"\([^()]*\)", "", found["names"])
    names = [each for each in re.findall(r"\w+", plain) if each not in _LITTLE]
    rest = f"{text[: found.start()]}{text[found.end() :]}".strip(" ,")
    if rest:
        yield _marked(rest, way)
    kind = " (date)" if re.search(r"(?i)\bdates?\b", found[0]) else ""
    if more.get("choices") and " or " in more["choices"]:
        kind = f" (one of {more['choices']})"
    yield f"Query: {', '.join(f'`{each}`{kind}' for each in names)}"
    if more.get("else"):
        yield f"{more['else']} for any other `{names[0]}`"


_LITTLE = {"and", "or", "by", "the", "both"}


def _marked(text: str, way: str) -> str:
    """A saying with names that can be nothing else in backticks: `free_seats`."""
    hidden = re.sub(r"\"[^\"]*\"|`[^`]*`|\{[^{}]*\}|\S*[/?=&]\S*", lambda e: "\0" * len(e[0]), text)
    spans = [each.span() for each in re.finditer(r"(?<![\w/])[a-z]+(?:_[a-z0-9]+)+\b", hidden)]
    for start, end in reversed(spans):
        if text[start:end] not in way:
            text = f"{text[:start]}`{text[start:end]}`{text[end:]}"
    return text

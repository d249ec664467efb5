"""Tables: which column says what of a request, or of a value."""

from __future__ import annotations

from beliefs.spec import patterns as re

FIELDLIKE = re.compile(
    r"^(?:(?:body |json |request |response |answer )?(?:field|name|property|key|column|"
    r"attribute|argument|member|variable)s?(?: name)?|"
    r"(?:query |path |body )?param(?:eter)?s?(?: name)?)$"
)
_METHOD = re.compile(r"^(?:http )?(?:method|verb)$")
_PATH = re.compile(r"^(?:path|endpoint|url|route|uri|resource)$")
_NUMBER = re.compile(r"^(?:#|no\.?|nr\.?|number|id)?$")
_PLACE = re.compile(r"^(?:in|location|where|place|part|source)$")
_NEEDED = re.compile(r"^(?:required|req\.?|mandatory|needed|req'd|must)\??$")
_SPARE = re.compile(r"^optional\??$")
_DEFAULT = re.compile(r"^defaults?(?: value)?$")
_EXAMPLE = re.compile(r"^(?:examples?|samples?|e\.g\.?)(?: values?)?$")
_YES = re.compile(r"(?i)^\W*(?:yes|y|x|✓|✔|✅|true|required|always|mandatory|must)\W*$|^[✓✔✅]$")
_NO = re.compile(r"(?i)^\W*(?:no|n|false|optional|never|✗|✘|❌)?\W*$|^[✗✘❌]$")
_ROLES = {
    "response": "answer",
    "answer": "answer",
    "request": "body",
    "body": "body",
    "json": "body",
    "query": "query",
    "path": "path",
    "url": "path",
}
# What a column says that a request has to show, or not.
_CREDENTIAL = re.compile(r"(?i)\b(?:api[ -]key|key|token|login|auth\w*|secret)\b")


def request_cells(row: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """The cells of a row by their headers, with the method before its path.

    >>> request_cells((("#", "1"), ("verb", "GET"), ("url", "/a"), ("does", "lists all")))
    {'url': 'GET /a', 'does': 'lists all'}
    """
    cells: dict[str, str] = {}
    for k, v in row:
        if not (_NUMBER.match(k) and v.strip("`*. ").isdigit()):
            cells[k if k not in cells else f"{k} {len(cells)}".strip()] = v
    named = next((k for k in cells if _METHOD.match(k)), "")
    where = next((k for k in cells if _PATH.match(k)), "")
    if not named or not where:
        return cells
    told = f"{cells[named].strip('`* ')} {cells[where].strip('`* ')}"
    return {where: told, **{k: v for k, v in cells.items() if k not in {named, where}}}


def field_cells(cells: dict[str, str], named: str) -> tuple[str, str, str]:
    """The name of a value, what a row says of it, and where it is brought.

    >>> row = {"name": "n", "in": "query", "type": "integer", "required": "no", "default": "5"}
    >>> field_cells(row, "name")
    ('n', 'integer, optional, default 5', 'query')
    """
    said = list[str]()
    role = next((_ROLES[x] for x in named.split() if x in _ROLES), "")
    for header, cell in cells.items():
        text = cell.strip()
        if header == named:
            continue
        if _PLACE.match(header) and text.strip("`* ").lower() in _ROLES:
            role = _ROLES[text.strip("`* ").lower()]
        elif _NEEDED.match(header) and _YES.match(text):
            said.append("required")
        elif (_NEEDED.match(header) and _NO.match(text)) or (
            _SPARE.match(header) and _YES.match(text)
        ):
            said.append("optional")
        elif _SPARE.match(header) and _NO.match(text):
            said.append("required")
        elif not text.strip("- –—`"):
            continue
        elif _DEFAULT.match(header):
            said.append(f"default {text}")
        elif _EXAMPLE.match(header):
            said.append(f"e.g. {text}")
        else:
            said.append(text)
    return cells[named], ", ".join(said), role


def labelled(header: str, text: str) -> str:
    """What a cell says of a request, with the header where that says what it is.

    >>> labelled("returns", "the note"), labelled("errors", "404, 409")
    ('-> the note', '404; 409')
    """
    if re.search(r"body|request|input|payload|takes", header):
        return f"Body: {text}"
    if re.search(r"success|status|result|answer|response|returns|output", header):
        return f"-> {text}"
    if re.search(r"error|fail", header):
        return "; ".join(re.split(r",\s*(?=\d{3})", text))
    if (shown := _CREDENTIAL.search(header)) is not None:
        if re.fullmatch(r"(?i)\W*(?:yes|y|x|✓|✔|✅|needed|required|must|true)\W*", text):
            return f"needs the {shown[0]}"
        if re.fullmatch(r"(?i)\W*(?:no|n|none|not needed|optional|false|✗|✘|❌)\W*", text):
            return f"needs no {shown[0]}"
    return text

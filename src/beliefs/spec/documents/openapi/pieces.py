"""Pieces of OpenAPI documents: statuses, paths, examples, what stands where a mapping should."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlsplit

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import said_in
from beliefs.spec.documents.contract import (
    Fault,
    Reply,
)
from beliefs.spec.documents.words import snaked
from beliefs.spec.operations import Place

FORM = "application/x-www-form-urlencoded"


PLACES: dict[str, Place] = {
    "path": "path",
    "query": "query",
    "header": "header",
    "headers": "header",
    "cookie": "cookie",
    "url": "path",
    "querystring": "query",
}


def faults_of(reply: Reply, source: str) -> list[Fault]:
    """What an answer says of how a request fails: one for each example."""
    if reply.status < 400:
        return []
    told = [each for each in (reply.examples or (reply.example,)) if each] or [""]
    if told == [""] and (codes := codes_in(reply.words)):
        return [Fault(reply.status, code, words, source) for code, words in codes]
    if told == [""] and (code := _code_of(reply.status, reply.words)):
        return [Fault(reply.status, code, "", source)]
    return [Fault(reply.status, "", reply.words, source, said_in(each), each) for each in told]


_CODE = r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[A-Z]{4,}"


def codes_in(words: str) -> list[tuple[str, str]]:
    """The codes that the words of an answer are, each with what is said of it.

    >>> codes_in("TAKEN (the name)"), codes_in("TOO_LOW or CLOSED"), codes_in("HTTP is needed")
    ([('TAKEN', 'taken: the name')], [('TOO_LOW', 'too low'), ('CLOSED', 'closed')], [])
    """
    item = rf"(?:{_CODE})(?: \([^()]*\))?"
    if not re.fullmatch(rf"{item}(?:(?:, or |, | or | / |/){item})*\.?", words.strip()):
        return []
    found = []
    for match in re.finditer(rf"({_CODE})(?: \(([^()]*)\))?", words):
        spoken = match[1].lower().replace("_", " ")
        found.append((match[1], f"{spoken}: {match[2]}" if match[2] else spoken))
    return found


def _code_of(status: int, words: str) -> str:
    """The code of a status, where the words of an answer say which each has.

    >>> _code_of(404, "What went wrong: 401 `unknown`, 404 `not_found`."), _code_of(409, "`full`")
    ('not_found', 'full')
    """
    code = r"[`'\"]([a-z]+(?:[_-][a-z]+)*)[`'\"]"
    alone = re.fullmatch(rf"{code}\.?", words.strip())
    said = alone or re.search(rf"\b{status}\b:? \(?{code}|{code} \(?{status}\b", words)
    return next((each for each in said.groups() if each), "") if said else ""


def status_of(text: str) -> int:
    """A status, or the first of those like it: "4XX" is 400; 0 for none."""
    if text.isdigit():
        return int(text)
    if re.fullmatch(r"[1-5][xX]{2}", text):
        return int(text[0]) * 100
    return 0


def path_of(path: str) -> str:
    """A path whose names effects can say."""
    return re.sub(r"\{([^}]+)\}", lambda each: f"{{{snaked_param(each[1])}}}", path)


def snaked_param(name: str) -> str:
    """A name of a path, as a word that effects can say; others stay as they are."""
    return name if re.fullmatch(r"[A-Za-z_]\w*", name) else snaked(name)


def example_of(told: dict[str, Any]) -> str:
    """The first example of a body, as JSON text."""
    example = told.get("example")
    several = told.get("examples")
    if example is None and isinstance(several, dict) and several:
        first = next(iter(several.values()))
        example = first.get("value") if isinstance(first, dict) and "value" in first else first
    elif example is None and isinstance(several, list) and several:
        example = several[0]
    return json.dumps(example, ensure_ascii=False) if example is not None else ""


def examples_of(told: dict[str, Any]) -> list[str]:
    """Every named example of a body, as JSON text."""
    several = told.get("examples")
    if not isinstance(several, dict):
        return []
    values = [
        each.get("value") if isinstance(each, dict) and "value" in each else each
        for each in several.values()
    ]
    return [json.dumps(each, ensure_ascii=False) for each in values if each is not None]


def commented(example: str, lines: list[str], start: int) -> str:
    """An example with the comments that stand behind its values in the document."""
    data = json.loads(example)
    if not isinstance(data, dict):
        return example
    made = []
    for name, value in data.items():
        said = ""
        for line in lines[start : start + 60]:
            match = re.match(rf"\s*[\"']?{re.escape(str(name))}[\"']?:.*?\s#\s*(.*)$", line)
            if match and not said:
                said = f" // {match[1]}"
        made.append(f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)},{said}")
    last = re.sub(r",(\s//|$)", r"\1", made[-1], count=1) if made else ""
    return "\n".join(["{", *made[:-1], last, "}"])


def flowing(text: str) -> str:
    r"""A text without the breaks inside of its paragraphs; lists, tables and code keep theirs.

    >>> flowing("It has to begin\nwith a letter.\n\n- one\n- two")
    'It has to begin with a letter.\n\n- one\n- two'
    """
    return re.sub(r"(?<!\n)\n(?!\s*(?:[-*|#>`\n]|\d+[.)]))[ \t]*", " ", text)


def mapping(value: Any) -> dict[str, Any]:
    """A mapping, an empty one for anything else."""
    return value if isinstance(value, dict) else {}


def listed(value: Any) -> list[Any]:
    """A list, an empty one for anything else."""
    return value if isinstance(value, list) else []


def server_of(data: dict[str, Any]) -> tuple[str, int]:
    """The base path and the port that a document names."""
    servers = data.get("servers")
    url = ""
    if isinstance(servers, list) and servers:
        url = str(mapping(servers[0]).get("url") or "") or str(servers[0] or "")
    elif isinstance(servers, str):
        url = servers
    url = re.sub(r"\{\w+\}", "", url) if "{" in url else url
    if re.match(r"[\w.-]+:\d+", url):
        url = f"http://{url}"
    if not url and data.get("host"):
        url = f"http://{data['host']}"
    parts = urlsplit(url)
    base = parts.path.rstrip("/")
    base = base or str(data.get("basePath") or "").rstrip("/")
    try:
        port = parts.port or 0
    except ValueError:
        port = 0
    local = parts.hostname in {"localhost", "127.0.0.1", "0.0.0.0"}  # noqa: S104
    return (f"/{base.strip('/')}" if base.strip("/") else ""), port if local else 0


def headers_in(words: str) -> list[str]:
    """The headers of an answer that words name.

    >>> headers_in("array; the header X-Total-Count has the number of all that match")
    ['X-Total-Count']
    >>> headers_in("Created. The Location header is the path of the new one.")
    ['Location']
    """
    name = r"`?([A-Z]\w*(?:-[A-Z]\w*)+|Location)`?"
    found = re.findall(rf"\b[Hh]eader `?{name}|{name} (?:response )?header\b", words)
    return [one or other for one, other in found]

"""Requests and answers as descriptions show them: curl lines, HTTP messages, arrows."""

from __future__ import annotations

from dataclasses import dataclass, replace

from beliefs.spec import patterns as re
from beliefs.spec.curl import command, is_command

_METHODS = "GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS"
_REQUEST = re.compile(
    rf"^\s*(?:>\s*)?({_METHODS})\s+(?:https?://[^/\s]+)?(/\S*)(?:\s+HTTP/[\d.]+)?\s*$"
)
_ANSWER = re.compile(
    r"^\s*(?:(?:<\s*|#\s*)?(?:=>|→|->|HTTP/[\d.]+|Response:?|Status:?)\s*|#\s*(?=\d{3}\b)|"
    r"(?=[1-5]\d\d(?: [A-Z][A-Za-z' -]*)?:?\s*$))"
    r"`?(\d{3})\b(.*)$"
)


@dataclass(frozen=True, slots=True)
class Talk:
    """One request and what came back; no method means that only the answer is shown."""

    method: str
    path: str
    line: int
    body: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    status: int = 0
    answer: str = ""


def talks(text: str, line: int = 1) -> list[Talk]:
    """The requests in a fence.

    >>> answer = 'HTTP/1.1 201 Created\\n\\n{"id": 1}'
    >>> found = talks('POST /books\\n\\n{"title": "x"}\\n\\n' + answer)
    >>> found[0].body, found[0].status, found[0].answer
    ('{"title": "x"}', 201, '{"id": 1}')
    >>> talks("curl -X DELETE http://localhost:8000/books/1  # 204")[0].status
    204
    """
    lines = _joined(text.split("\n"))
    found: list[Talk] = []
    part: list[str] = []
    answering = False
    spoken = any(_REQUEST.match(each) or "curl " in each or _ANSWER.match(each) for each in lines)
    if not spoken or not _is_talk(lines):
        return []
    for at, each in enumerate(lines):
        curl = is_command(each)
        request, answer = _REQUEST.match(each), _ANSWER.match(each)
        if curl or request:
            _end(found, part, answering=answering)
            part, answering = [], False
            if curl:
                found.append(_curl(each, line + at))
                answering = True
            elif request:
                found.append(Talk(request[1], request[2], line + at))
        elif answer:
            _end(found, part, answering=answering)
            part, answering = [], True
            if not found or (found[-1].status and found[-1].method == ""):
                found.append(Talk("", "", line + at))
            found[-1] = replace(found[-1], status=int(answer[1]))
            rest = re.search(r"[{\[].*$", answer[2])
            part = [rest[0]] if rest else []
        else:
            part.append(re.sub(r"^\s*[#<]\s?", "", each) if answering else each)
    _end(found, part, answering=answering)
    return found


def _is_talk(lines: list[str]) -> bool:
    """Whether a fence shows requests, and is no list of routes with words behind them."""
    leads = [each for each in lines if re.match(rf"\s*(?:{_METHODS})\s+/\S*", each)]
    shown = [each for each in lines if re.match(r"\s*(?:[{\[<]|HTTP/|curl|\$)", each)]
    if len(leads) > 1 and not shown:
        return False
    requests = [each for each in lines if _REQUEST.match(each)]
    others = [each for each in lines if each.strip() and not _REQUEST.match(each)]
    if len(requests) == 1 and not others and re.search(r"[{?]", requests[0]):
        return False  # a route, and what it may be asked
    return bool(others) or len(requests) == 1 or any("curl" in each for each in lines)


def _joined(lines: list[str]) -> list[str]:
    """Lines with a backslash at their end, and bodies in quotes over several lines, as one."""
    made: list[str] = []
    open_ = False
    for each in lines:
        if open_ and made:
            made[-1] = f"{made[-1]} {each.strip()}"
            made.append("")
            made[-2], made[-1] = made[-1], made[-2]
        else:
            made.append(each)
        whole = made[-1]
        open_ = False
        if "curl" in whole:
            if whole.rstrip().endswith("\\"):
                made[-1] = whole.rstrip()[:-1]
                open_ = True
            elif whole.count("'") % 2:
                open_ = True
    return made


def _curl(text: str, line: int) -> Talk:
    asked = command(text)
    status = re.search(r"\b([1-5]\d\d)\b", asked.rest)
    headers = tuple((name.lower(), value) for name, value in asked.headers)
    return Talk(
        asked.method, asked.path, line, asked.body, headers, int(status[1]) if status else 0
    )


def _end(found: list[Talk], part: list[str], *, answering: bool) -> None:
    """Give the lines gathered so far to the request that they belong to."""
    text = "\n".join(part).strip()
    if not found or not text:
        return
    begin = re.search(r"(?m)^\s*[{\[\"]", text)
    body = text[begin.start() :].strip() if begin else ""
    last = found[-1]
    if answering:
        silent = last.method == "GET" and not last.status and bool(body)
        if silent and not re.match(r"\{\s*\"(?:error|message|detail)\"", body):
            last = replace(last, status=200)  # curl says none unless it is asked to
        found[-1] = replace(last, answer=body or ("" if re.search(r"(?m)^[\w-]+:", text) else text))
        return
    headers = tuple(
        (name.lower(), value)
        for name, value in re.findall(
            r"(?m)^([A-Za-z][\w-]*):[ \t]*(.*)$", text[: begin.start()] if begin else text
        )
        if name.lower() not in {"content-type", "accept", "host"}
    )
    found[-1] = replace(last, body=body, headers=headers)

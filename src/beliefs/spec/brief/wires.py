"""Requests as they go over the wire: commands of curl, and HTTP with its answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Brief

_METHODS = r"(?:GET|POST|PUT|PATCH|DELETE)"
# The first line of a request, the first line of an answer, and headers that say nothing which
# JSON services do not do anyhow.
_ASKED = re.compile(
    rf"^[>$] ?({_METHODS}) (?:https?://[^/\s]+)?(/\S*)(?: HTTP/[\d.]+)?$|"
    rf"^({_METHODS}) (?:https?://[^/\s]+)?(/\S*)(?: HTTP/[\d.]+)?$"
)
_STATED = re.compile(
    r"^(?:[<>] ?)?(?:HTTP/[\d.]+ )?([1-5]\d\d) (?:OK|Created|Accepted|No Content|Found|Bad Request|"
    r"Unauthorized|Forbidden|Not Found|Conflict|Gone|Unprocessable \w+|Too Many Requests)$|"
    r"^(?:[<>] ?)?HTTP/[\d.]+ ([1-5]\d\d)\b.*$|^([1-5]\d\d)$"
)
_HEADER = re.compile(r"^(?:[<>] ?)?(?P<name>[A-Z][A-Za-z-]+): +(?P<value>\S.*)$")
_IDLE = re.compile(
    r"(?i)^(?:content-type: application/(?:problem\+)?json.*|accept: .*|host: .*|"
    r"content-length: .*|"
    r"date: .*|user-agent: .*|connection: .*|server: .*)$"
)
_CURL = re.compile(r"(?m)^[^\w\n]*curl\b")
_DATA = re.compile(
    r"(?:-d|--data(?:-raw|-binary)?|--json)[ =]*(?:'(?P<a>[^']*)'|\"(?P<b>(?:[^\"\\]|\\.)*)\")"
)
_GIVEN = re.compile(r"(?:-H|--header)[ =]*(?:'(?P<a>[^']*)'|\"(?P<b>[^\"]*)\")")
_PLACE = re.compile(r"(?:https?://)?(?:[\w.$]+|\$\{\w+\})(?::\d+)?(/[^\s'\"]*)")
_REMARK = re.compile(r"\s(?:#|//|→|->|=>)+\s*(?P<words>.*)$")
_STATUS = re.compile(r"\b[1-5]\d\d\b")


@dataclass(slots=True)
class Call:
    """A request and its answer, or one of them, as they go over the wire."""

    line: int  # within the code
    method: str = ""  # empty where the request stands elsewhere
    path: str = ""
    body: str = ""
    headers: list[tuple[str, str]] = field(default_factory=list)  # that the request brings
    status: int = 0
    answer: str = ""
    remark: str = ""
    answered: list[tuple[str, str]] = field(default_factory=list)  # headers of the answer

    def told(self, samples: dict[str, str]) -> Iterator[str]:
        """What it says of its request, as sentences."""
        if self.body:
            yield f"Body: {self.body}"
        for name, value in self.headers:
            yield f"needs the header {name}: {_masked(value)}"
        answer = self.answer
        if answer and not answer.startswith(("{", "[")) and answer in samples:
            yield f"-> {self.status or 200}"
            yield f"Answers the {samples[answer]} as plain text"
            answer = ""
        words = " ".join(x for x in (str(self.status or ""), answer) if x)
        if words and words != "200":
            yield f"-> {words}"
        for name, _ in self.answered:
            yield f"with the header {name}"
        if self.remark:
            yield f"-> {self.remark}" if self.remark[0] in "{[" else self.remark


def _masked(value: str) -> str:
    return re.sub(r"(?i)^bearer .*$", "Bearer <token>", value)


def is_transcript(text: str) -> bool:
    """Whether code is commands of curl."""
    return _CURL.search(text) is not None


def is_exchange(text: str) -> bool:
    """Whether code is a request as it goes over the wire, or an answer."""
    lines = [each.strip() for each in text.strip().split("\n")]
    asked = _ASKED.match(lines[0])
    if asked is not None:
        plain = len(lines) == 1 or any(_ASKED.match(x) for x in lines[1:2])
        return "HTTP/" in lines[0] or not plain
    return _STATED.match(lines[0]) is not None


def exchanges(text: str) -> list[Call]:
    """Requests with their answers: a line, headers, an empty line, a body.

    >>> [found] = exchanges("POST /a\\n\\n{}\\n\\nHTTP/1.1 201 Created\\nLocation: /a/1")
    >>> found.method, found.body, found.status, found.answered
    ('POST', '{}', 201, [('Location', '/a/1')])
    """
    calls: list[Call] = []
    headed = False
    for at, line in enumerate(text.split("\n")):
        text = line.strip()
        if (asked := _ASKED.match(text)) is not None:
            calls.append(Call(at, asked[1] or asked[3], asked[2] or asked[4]))
            headed = True
        elif (stated := _STATED.match(text)) is not None:
            if not calls or calls[-1].status:
                calls.append(Call(at))
            calls[-1].status = _code(stated)
            headed = True
        elif not text or not calls:
            headed = False
        elif headed and _IDLE.match(text.lstrip("<> ")):
            continue
        elif headed and (header := _HEADER.match(text)) is not None:
            where = calls[-1].answered if calls[-1].status else calls[-1].headers
            where.append((header["name"], header["value"]))
        elif calls[-1].status:
            headed = False
            calls[-1].answer = f"{calls[-1].answer} {text}".strip()
        else:
            headed = False
            calls[-1].body = f"{calls[-1].body} {text}".strip()
    return calls


def _code(stated: re.Match[str]) -> int:
    return int(stated[1] or stated[2] or stated[3])


def commands(text: str) -> list[Call]:
    """Commands of curl with what they print.

    >>> [found] = commands("curl -d '{}' localhost/a # 201\\n{\\"id\\": 1}")
    >>> found.method, found.path, found.status, found.answer
    ('POST', '/a', 201, '{"id": 1}')
    """
    joined = re.sub(r"\\\n\s*", " ", text)
    calls, line = list[Call](), 0
    for piece in re.split(r"(?m)^(?=[^\w\n]*curl\b)", joined):
        head, _, rest = piece.partition("\n")
        found = re.match(r"[^\w\n]*curl\b(.*)", head)
        call = _command(found[1], line) if found is not None else None
        if call is not None:
            _printed(call, rest)
            calls.append(call)
        line += piece.count("\n")
    return calls


def _command(words: str, line: int) -> Call | None:
    words, _, remark = words.partition(" # ")
    method = re.search(rf"(?:-X|--request)[ =]*['\"]?({_METHODS})", words)
    data = _DATA.search(words)
    plain = re.sub(r"-[uow] +\S+", " ", _GIVEN.sub(" ", _DATA.sub(" ", words)))
    place = _PLACE.search(plain)
    if place is None:
        return None
    body = (data["a"] or data["b"] or "").replace('\\"', '"') if data is not None else ""
    named = method[1] if method is not None else ("POST" if data is not None else "GET")
    call = Call(line, named, place[1], body)
    for each in _GIVEN.finditer(words):
        told = each["a"] or each["b"] or ""
        if not _IDLE.match(told) and ":" in told:
            name, _, value = told.partition(":")
            call.headers.append((name.strip(), value.strip()))
    if remark.strip():
        _remarked(call, remark)
    return call


def _remarked(call: Call, words: str) -> None:
    """What a comment says: the status, or the answer, or more."""
    words = re.sub(r"^(?:->|→|=>|HTTP/[\d.]+)\s*", "", words.strip())
    found = re.match(r"(?:HTTP/[\d.]+ )?([1-5]\d\d)\b(?: [A-Z][\w ]*)?$", words)
    if found is not None:
        call.status = int(found[1])
    elif words.startswith(("{", "[")):
        call.answer = words
    else:
        call.remark = f"-> {words}" if _STATUS.match(words) else words


def _printed(call: Call, text: str) -> None:
    """What a command prints, with the remarks in it."""
    kept, headed = list[str](), False
    for line in text.split("\n"):
        plain = re.sub(r"^\s*(?:<|>|->|→|=>)+ ?", "", line).strip()
        if (stated := _STATED.match(plain)) is not None:
            call.status, headed = _code(stated), True
            continue
        if headed and (header := _HEADER.match(plain)) is not None:
            if not _IDLE.match(plain):
                call.answered.append((header["name"], header["value"]))
            continue
        headed = headed and bool(plain)
        if (remark := re.match(r"^(?:#|//)+\s*(?P<words>.+)$", plain)) is not None:
            _remarked(call, remark["words"])
            continue
        if (remark := _REMARK.search(plain)) is not None and plain.count('"') % 2 == 0:
            plain = plain[: remark.start()]
            _remarked(call, remark["words"])
        if plain:
            kept.append(plain)
    words = " ".join(kept)
    if (
        found := re.match(r"(?:HTTP/[\d.]+ )?([1-5]\d\d)(?: [A-Z][A-Za-z ]*)?(?=$| [{\[])", words)
    ) is not None:
        call.status, words = int(found[1]), words[found.end() :].strip()
    call.answer = words or call.answer


_NAMED = re.compile(r"\"(?P<name>[A-Za-z_]\w*)\"\s*:\s*\"(?P<value>[^\"\n]{1,80})\"")


def values_in(text: str) -> dict[str, str]:
    """The names under which texts stand in samples, by the text.

    >>> values_in('{"slug": "k3x9", "language": "python"}')
    {'k3x9': 'slug', 'python': 'language'}
    """
    found: dict[str, str] = {}
    for each in _NAMED.finditer(text):
        found.setdefault(each["value"], each["name"])
    return found


def templated(path: str, brief: Brief, samples: dict[str, str], *, failed: bool = False) -> str:
    """A path of an example with names in place of its values."""
    path, _, query = path.partition("?")
    parts = path.split("/")
    for known in brief.requests:
        told = known.path.split("/")
        if len(told) != len(parts) or "{" not in known.path:
            continue
        same = all(a == b or a.startswith("{") for a, b in zip(told, parts, strict=True))
        exact = any(x.path == path for x in brief.requests)
        if same and not exact and (failed or _values(told, parts, samples)):
            parts = told
            break
    out = [_place(each, samples) for each in parts]
    return "/".join(out) + (f"?{query}" if query else "")


def _values(told: list[str], parts: list[str], samples: dict[str, str]) -> bool:
    """Whether what stands where a template has names may be values."""
    return all(
        b.startswith("{") or _place(b, samples) != b or not re.fullmatch(r"[a-z]+(?:-[a-z]+)*", b)
        for a, b in zip(told, parts, strict=True)
        if a.startswith("{")
    )


def _place(part: str, samples: dict[str, str]) -> str:
    if re.fullmatch(
        r"\d+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\$\{?[A-Za-z_]*ID\}?|\$\{?id\}?", part
    ):
        return "{id}"
    if re.fullmatch(r"\d{4}-\d\d-\d\d", part):
        return "{date}"
    name = samples.get(part, "")
    told = re.search(r"(?i)(?:id|slug|code|key|token|sku|name|uuid|hash|ref)$", name)
    return f"{{{name}}}" if told is not None else part

"""Tables of a description: routes, fields, errors."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import STATUS, bare, code_in, records, said_in, sentences
from beliefs.spec.documents.contract import Fault, Fixed
from beliefs.spec.documents.fixing import says_fixed
from beliefs.spec.documents.markdown.blocks import Block
from beliefs.spec.documents.markdown.drafts import METHODS, ROUTE, column, default_of, shown_beside
from beliefs.spec.documents.markdown.general import take_error, take_general
from beliefs.spec.documents.markdown.lines import take_text
from beliefs.spec.documents.markdown.notes import Notes
from beliefs.spec.documents.markdown.presenting import HEADER, take_credential
from beliefs.spec.documents.pseudo import jotted
from beliefs.spec.documents.samples import sample
from beliefs.spec.documents.words import plain

_METHOD = ("method", "verb", "httpmethod", "http", "action")
_PATH = ("path", "endpoint", "route", "url", "uri", "endpoints", "resource")
_BODY = ("body", "requestbody", "request", "payload", "input", "bodyfields", "jsonbody")
_ANSWER = (
    *("response", "returns", "success", "responses", "result", "status", "output", "answer"),
    *("successresponse", "onsuccess", "ok", "successcode", "responsebody", "code"),
)
_AUTH = ("auth", "authentication", "authrequired", "access", "secured", "requiresauth", "token")
_ERRORS = ("errors", "error", "failures", "errorcodes", "fails", "onerror", "errorresponses")
_QUERY = ("query", "queryparams", "params", "parameters", "queryparameters", "querystring")
_STATUS = ("status", "code", "statuscode", "httpstatus", "http", "httpcode", "httpstatuscode")
_NAME = (
    *("name", "field", "parameter", "param", "key", "property", "attribute", "column"),
    *("parameters", "fields", "queryparameter", "queryparam", "header", "member", "element"),
)
# What stands behind a method, or a route, in a cell that says when something is answered.
_SPOKEN = re.compile(
    rf"(?i)(?-i:\b(?:{METHODS})\b)[`*]*(?: [`*]*/\S+)?[`*]* "
    r"(?:without|whose|with|when|if|while|of|for)\b"
)
_NO = {"", "no", "none", "-", "—", "–", "public", "false", "✗", "❌", "n", "open", "anyone"}
_YES = {"yes", "y", "true", "required", "✓", "✔", "x", "✅", "always", "mandatory", "✔️", "*"}


def take_table(notes: Notes, block: Block) -> None:
    """Read a table, by its head."""
    if _fixed(notes, block):
        return
    head = [plain(bare(each)) for each in block.rows[0]]
    rows = [tuple(bare(cell) for cell in row) for row in block.rows[1:]]
    raw = block.rows[1:]
    method, path = column(head, _METHOD), column(head, _PATH)
    if path is None:
        path = next((at for at in range(len(head)) if _has_routes(raw, at)), None)
    if method is None and column(head, _PATH) is None and _situations(notes, block):
        return
    if path is not None and (method not in {None, path} or _has_routes(raw, path)):
        _routes(notes, block, head, method if method != path else None, path)
        return
    status = next(
        (
            at
            for at, each in enumerate(head)
            if each in _STATUS
            and any(at < len(row) and STATUS.fullmatch(row[at].split(" ")[0]) for row in rows)
        ),
        None,
    )
    name = column(head, _NAME)
    if status is not None:
        _faults(notes, block, head, status)
    elif name is not None:
        _fields(notes, block, head, name)
    else:
        pairs = len(head) == 2 and not notes.here
        for row in rows:
            told = f"{row[0]}: {row[1]}" if pairs and len(row) == 2 else " / ".join(row)
            if not pairs or not take_general(notes, told, block.line):
                notes.narrate(told, block.line)


def _situations(notes: Notes, block: Block) -> bool:
    """Whether a table says what is answered when: "PUT without `If-Match` | 428". Told as text."""
    rows = block.rows[1:]
    answers = all(len(each) == 2 and STATUS.match(bare(each[1])) for each in rows)
    if notes.here or not rows or not answers or not any(_SPOKEN.search(each[0]) for each in rows):
        return False
    for number, (when, then) in enumerate(rows):
        # A line about a route starts none: the next row may be about all of them.
        take_text(notes, Block("text", block.line + 2 + number, f"{when}: {then}."))
        notes.leave()
    return True


def _fixed(notes: Notes, block: Block) -> bool:
    """Whether a table has all that there is of something, as the words before it say."""
    before = f"{notes.heading}. {notes.label}. {notes.prose[-1][1] if notes.prose else ''}"
    columns, *rows = [tuple(bare(cell) for cell in row) for row in block.rows]
    whole = bool(rows) and all(len(each) == len(columns) for each in rows)
    if not whole or not says_fixed(before):
        return False
    notes.tables.append(Fixed(columns, tuple(rows), notes.at(block.line)))
    return True


def _has_routes(rows: tuple[tuple[str, ...], ...], at: int) -> bool:
    return any(ROUTE.search(f" {row[at]}") for row in rows if at < len(row))


def _routes(notes: Notes, block: Block, head: list[str], method: int | None, path: int) -> None:
    body, auth = column(head, _BODY, path), column(head, _AUTH)
    query = next((at for at, each in enumerate(head) if each in _QUERY or _is_either(each)), None)
    answer, errors = column(head, _ANSWER, path), column(head, _ERRORS)
    used = {method, path, body, answer, auth, errors, query}
    for number, row in enumerate(block.rows[1:]):
        cells = [*row, *[""] * (len(head) - len(row))]
        at = block.line + 2 + number
        text = f"{cells[method]} {cells[path]}" if method is not None else cells[path]
        for verb in re.findall(METHODS, bare(text).split("/")[0]):
            found = re.search(r"(/[^\s`*|]*)", cells[path])
            if not found:
                continue
            notes.here = [notes.draft(verb, found[1], at)]
            for spot, cell in enumerate(cells):
                if spot not in used and cell:
                    notes.say(bare(cell), summary=True)
                    notes.here[0].shows += shown_beside(cell) if verb == "GET" else []
                    cell = _without_body(notes, cell, alone=body is None)  # noqa: PLW2901
                    notes.asked(cell)
                    notes.outcome(cell, at)
            brought = cells[body] if body is not None else ""
            if verb in {"GET", "DELETE"} and re.match(r"[`*]*\?\w", brought):
                notes.say(bare(brought))
                notes.asked(brought)
            elif "{" not in brought and _FILES.search(brought):
                notes.say(f"multipart, {brought}")
            elif bare(brought).lower() not in _NO and not notes.inline(brought, "request"):
                notes.inline_fields(brought, "request")
            elif (shown := records(brought)) and bare(brought[shown[0][1] :]):
                notes.say(bare(brought))  # what is said of the fields that it shows
            if query is not None and bare(cells[query]).lower() not in _NO:
                brings = verb in {"POST", "PUT", "PATCH"} and "query" not in head[query]
                notes.inline_fields(cells[query], "request" if brings else "query")
            if answer is not None and cells[answer]:
                _answered(notes, cells[answer])
                _told_of(notes, cells[answer])
                if beside := shown_beside(cells[answer]):
                    notes.here[0].shows += beside
                    notes.say(bare(cells[answer]))
                notes.outcome(cells[answer], at, loud=True)
            if errors is not None:
                notes.outcome(cells[errors], at)
            if auth is not None:
                notes.here[0].secured = bare(cells[auth]).lower() not in _NO
    notes.here = []


def _is_either(head: str) -> bool:
    """Whether a column has what a request brings, in its body or behind its path.

    >>> _is_either("bodyorparameters"), _is_either("body"), _is_either("query")
    (True, False, False)
    """
    return "body" in head and bool(re.search("param|query", head))


def _without_body(notes: Notes, cell: str, *, alone: bool) -> str:
    """The words of a cell without the body that it shows: "Body `{title, text}`. Answers it.".

    Where no column has bodies, a record that nothing says is answered is one: "create it `{name}`".
    """
    rest = []
    brings = alone and all(each.method in {"POST", "PUT", "PATCH"} for each in notes.here)
    for sentence in sentences(cell):
        shown = re.match(r"(?i)(?:request )?(?:body|payload|json|input)\b[:\s`*]*\{", sentence)
        span = next(iter(records(sentence)), None)
        if span and brings and not shown and not _ANSWERED.search(sentence[: span[0]]):
            notes.inline(sentence[: span[1]], "request")
            rest.append(sentence[span[1] :].strip("` "))
        elif not shown or not notes.inline(sentence, "request"):
            rest.append(sentence)
    return " ".join(rest)


_ANSWERED = re.compile(
    r"(?i)→|->|=>|\b(?:\d{3}|answers?|returns?|responds?|response|replies|gives?|shows?|error)\b"
)
_FILES = re.compile(
    r"(?i)\bmultipart\b|\b(?:one or (?:more|several)|several|multiple|many|an?) (?:\w+ )?files?\b|"
    r"\b(?:file )?(?:field|part) (?:named |called )?`"
)


def _told_of(notes: Notes, cell: str) -> None:
    """The words of an answer that say more than its status and what it is: "with `open: true`"."""
    behind = re.match(r"`?\d{3}`?[\s,:–—-]*(?=\w|`)", cell)
    told = cell[behind.end() :] if behind else ""
    if told and not records(told) and re.search(r"(?i)\b(?:with|now|then|location|header)\b", told):
        notes.say(bare(told))


def _answered(notes: Notes, cell: str) -> None:
    """The thing, or the things, that a cell says are answered: "the rack", "array of racks"."""
    match = re.match(
        r"(?i)(?:the |an? )?(?:(?:list|array) of (?P<many>\w+)|"
        r"(?:the|an?) (?:new |changed )?(?P<one>\w+))",
        bare(cell),
    )
    for draft in notes.here if match else ():
        name = (match["many"] or match["one"]) if match else ""
        draft.named.setdefault(0, (name, bool(match and match["many"])))
        draft.words.append(bare(cell))


def _faults(notes: Notes, block: Block, head: list[str], status: int) -> None:
    code = column(head, ("code", "errorcode", "error", "type", "errortype", "identifier"), status)
    message = column(head, ("message", "errormessage", "text", "detail"), status)
    body = column(head, ("body", "responsebody", "response", "payload", "json", "example"), status)
    for number, row in enumerate(block.rows[1:]):
        cells = [*row, *[""] * (len(head) - len(row))]
        match = STATUS.search(bare(cells[status]))
        if not match:
            continue
        told = [
            bare(each)
            for at, each in enumerate(cells)
            if at not in {status, code, message, body} and each
        ]
        tags = re.findall(r"[A-Za-z][\w.-]+", bare(cells[code])) if code is not None else []
        if code is not None and (" " in bare(cells[code]).replace(", ", ",")):
            told.append(bare(cells[code]))
            tags = []
        said = ". ".join(told)
        words = cells[message].strip("`\"'* ") if message is not None else ""
        shown = _shown(notes, cells[body]) if body is not None else ""
        said += "" if shown or body is None else f". {bare(cells[body])}"
        where = block.line + 2 + number
        if int(match[1]) in {401, 403} and HEADER.search(said) and notes.security is None:
            take_credential(notes, f"Requests: {said}", where)
        for tag in tags or ([""] if shown else [code_in(" ".join(cells))]):
            message_ = words or said_in(shown)
            fault = Fault(int(match[1]), tag, said, notes.at(where), message_, shown)
            if notes.here:
                notes.fail(fault)
            else:
                notes.faults.append(fault)


def _shown(notes: Notes, cell: str) -> str:
    """The body of a failure that a cell shows, as JSON text."""
    span = next(iter(records(cell)), None)
    made = sample(cell[slice(*span)], brought=False) if span else None
    if made is None or not made.example:
        return ""
    take_error(notes, made.example, generic=False)
    return made.example


def _fields(notes: Notes, block: Block, head: list[str], name: int) -> None:
    place = column(head, ("in", "location", "place", "where", "kind"))
    if (
        place is not None
        and head[place] == "kind"
        and not any(
            plain(row[place]) in {"query", "path", "body", "header", "form"}
            for row in block.rows[1:]
            if place < len(row)
        )
    ):
        place = None
    required = column(head, ("required", "mandatory", "req", "requiredness", "optional"))
    default = column(head, ("default", "defaultvalue"))
    if head[name] == "header" and not notes.label:
        notes.label = "headers"
    for row in block.rows[1:]:
        cells = [bare(each) for each in [*row, *[""] * (len(head) - len(row))]]
        if not re.match(r"[A-Za-z_]", cells[name]):
            continue
        said = ", ".join(
            each
            for at, each in enumerate(row)
            if at not in {name, place, required, default} and each and each not in {"-", "—"}
        )
        told = jotted(said, cells[name])
        if required is not None:
            yes = cells[required].lower().strip(" .") in _YES
            yes = yes != (head[required] == "optional")
            if cells[required] or not told.read_only:
                told = replace(told, required=yes)
        if default is not None and cells[default].lower() not in {"", "-", "—", "none", "null"}:
            told = replace(told, default=default_of(cells[default], told), required=False)
        where = plain(cells[place]) if place is not None else ""
        for each in re.split(r",\s*", cells[name]):
            notes.field_of(each.removesuffix("?").split(" ")[0], told, where)

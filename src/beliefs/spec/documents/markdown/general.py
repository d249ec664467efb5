"""What a description says of the whole service: where it is, who may ask, how it fails."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import bare, clauses, records, sentences
from beliefs.spec.documents.contract import (
    EnvKey,
    Fault,
    Param,
    Property,
    Shape,
    is_record,
)
from beliefs.spec.documents.markdown.drafts import queried
from beliefs.spec.documents.markdown.notes import Notes
from beliefs.spec.documents.markdown.presenting import AUTH, take_credential, take_key, who
from beliefs.spec.documents.names import PAGES, SIZES
from beliefs.spec.documents.pseudo import jotted
from beliefs.spec.documents.samples import sample
from beliefs.spec.documents.templates import by_field, shape_template, templated
from beliefs.spec.documents.unfitting import ways_told
from beliefs.spec.documents.words import plain
from beliefs.spec.types import Type

_URL = re.compile(
    r"(?i)(?:base (?:url|path|uri)|\bbase(?=\s*[:=])|prefix(?:ed)?(?: with| by)?|"
    r"served (?:at|under|from)|root url|"
    r"(?:all|every|everything)\b(?: (?:paths?|routes?|endpoints?|urls?|is|are|lives?|sits?))*[^/]*"
    r"(?:under|start(?:s)? with|begin(?:s)? with|relative to)|mounted (?:at|under)|available at|"
    r"runs? (?:at|on)|host(?:ed)? (?:at|on)|(?:talks?|speaks?) to)[^/\w]*(?:is |are )?(https?://[^\s/]+)?(/[\w/.-]*)?"
)
_PORT = re.compile(
    r"(?i)\b(?:on |at )?port\b[:=]?(?: is| number)? (\d{2,5})\b|(?:localhost|127\.0\.0\.1"
    r"|0\.0\.0\.0):"
    r"(\d{2,5})\b|-p (\d{2,5}):"
)
FINE = re.compile(
    r"(?i)\b(?:all|every|each)\b[^.]*\b(?:answers?|responses?|calls?|requests?)\b[^.]*\b(200)\b"
    r"[^.]*\b(?:work\w*|succe\w+|well|fine|ok)\b"
)
_WHOLE = re.compile(
    r"(?i)(?:(?:all|every|any|other|each|remaining|json)\W+){0,2}(?:errors?|failures?|problems?|"
    r"(?:every|any|what)(?:thing|ever)? (?:(?:that|which) is |that's |is )?"
    r"(?:invalid|wrong|else|missing|not \w+|(?:that |which )?(?:cannot|can't|could not|can not|"
    r"does not|doesn't|fails?|goes wrong)\b(?:(?! is | are )[^.;:→])*)|"
    r"(?:an? |the )?(?:input|bod(?:y|ies)|requests?|payloads?|json|values?) (?:that|which)|"
    r"validation \w+|(?:an? )?invalid(?: \w+|(?=\s*(?:→|->|=>|[:=])))|bad \w+|"
    r"unknown \w+|missing \w+|an? missing (?:required )?(?:field|value|propert|parameter)\w*|"
    r"unexpected \w+|"
    r"not found|malformed \w+|the error|error (?:responses?|bod(?:y|ies)|format))(?!\w)"
)

_CODED = re.compile(
    r"(?i)\berrors?\b[^.:]*\b(?:have|has|carry|carries|with|contain) an? `?code`?\b"
)

_VALUED = re.compile(
    r"(?i)(?:the|its|this) (?:\w+[- ])?(?:token|key|secret|password)(?: itself| value)? "
    r"(?:is|comes|stands)\b[^.;]*?(?:\benv\w*\b[^.;]*?)?"
    r"(?P<variable>(?-i:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+))"
    r"[^.;]*?\bdefaults?(?: to| is|:)? ?[\"']?(?P<usual>[^\s\"'),.;]+)[\"')]*\.?$"
)

# "Everything except /login without a valid token is 401"
_UNKNOWN = re.compile(
    r"(?i)(?:all|every(?:thing)?|any(?:thing)?|the rest|other)\b"
    r"[^.;]*?\b(?:without|with no|lacking) "
    r"(?:an? |the |their )?(?:(?:valid|right|correct|good|proper|known) )?(?:bearer )?"
    r"(?:tokens?|log-?in|keys?|sessions?|cookies?|credentials?|auth\w*)\b"
    r"[^.;,]*?\b(?P<status>401|403)\b"
)

# What is missing in a section about a route is what this route asks for.
_ONE = re.compile(r"(?i)(?:unknown|missing) \w+|not found")


def signing(line: str) -> str:
    """The environment variable that a line says tokens are signed with; else nothing.

    >>> signing("Tokens are signed with the secret in APP_SECRET.")
    'APP_SECRET'
    """
    marked = re.search(r"`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`", line)
    if marked and re.search(r"(?i)secret|sign|jwt|token", line):
        return marked[1]
    named = re.search(r"\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b", line)
    return named[1] if named and re.search(r"(?i)\bsign(?:ed|ing|s)?\b|\bjwts?\b", line) else ""


def take_general(notes: Notes, line: str, at: int) -> bool:
    """Read a line about the whole service; whether it is nothing but that."""
    plainly = bare(line)
    take_port(notes, plainly)
    if not notes.scoped and any((_paged(notes, line), _beside(notes, line))):
        return True
    wrapped = re.search(
        r"(?i)\b(?:wrap\w*|nested|enclosed|inside|under|returned|envelope)\b[^`\"]*[`\"](data|result|payload|response|"
        r"items)[`\"]",
        line,
    )
    if not notes.scoped and _enveloped(notes, line):
        return True
    about = re.search(r"(?i)respon|answer|payload|success|result", plainly)
    if wrapped and about and not notes.scoped and notes.envelope is None:
        part = Property(wrapped[1], Shape(Type("json")), required=True)
        notes.envelope = Shape(Type("record"), properties=(part,))
        notes.wrapped = wrapped[1]
        return True
    fine = FINE.search(plainly)
    if fine and not notes.scoped:
        notes.fine = int(fine[1])
        return len(sentences(line)) == 1
    if _address(notes, plainly, at):
        return True
    if not notes.scoped and take_key(notes, line):
        return True
    if named := signing(line):
        notes.secret = named
    if AUTH.search(plainly) and not notes.scoped:
        return take_credential(notes, line, at)
    if _valued(notes, line):
        return True
    demand = (
        r"(?i)\b(all|every(?:thing)?|any(?:thing)?|the rest)\b.*\b(require|need)s?\b.*"
        r"\b(auth\w*|token|login|key|logged|sign|cookie|session)"
    )
    if re.search(demand, plainly) and not notes.scoped:
        who(notes, plainly)
        return True
    unknown = _UNKNOWN.match(plainly)
    if unknown and not notes.scoped:
        who(notes, unknown[0])
        notes.faults.append(Fault(int(unknown["status"]), "", "no valid token", notes.at(at)))
        rest = re.sub(r"(?i)^[\s,;.]*(?:and )?(?:an? )?", "", plainly[unknown.end() :])
        if rest and not _failing(notes, rest, at):
            notes.narrate(rest, at)
        return True
    return _failing(notes, line, at)


def _paged(notes: Notes, line: str) -> bool:
    """How all lists are cut into pages: `?page=` (default 1) and `?limit=` (default 20)."""
    about = r"(?i)\b(?:lists?|collections?)\b.*\b(?:paged|paginat\w+|pages)\b"
    first = next((each for each in sentences(line) if re.search(about, bare(each))), "")
    if not first:
        return False
    named = re.findall(r"`\??(\w+)=?`(?:\s*\(([^)]*)\))?", first)
    for name, said in named:
        told = jotted(said, name)
        shape = told.shape if told.shape.type.kind == "integer" else queried(name, "").shape
        param = Param(name, "query", shape, required=False, default=told.default)
        if shape.type.minimum is None and plain(name) in PAGES | SIZES:
            param = replace(param, shape=replace(shape, type=replace(shape.type, minimum=1)))
        notes.paging.append(param)
    return bool(named)


def _beside(notes: Notes, line: str) -> bool:
    """What lists have next to their rows: "They also carry `"meta": {…}` next to `data`"."""
    match = re.search(r"[`\"]\"?(\w+)\"?:\s*(\{[^`]*\})`", line)
    if (
        not match
        or not notes.wrapped
        or not re.search(r"(?i)next to|beside|in addition|additional|also", line)
    ):
        return False
    made = sample(match[2], brought=False)
    outer = notes.envelope
    if made is None or outer is None:
        return False
    more = Property(match[1], made.shape, required=True)
    notes.envelope_of_lists = replace(outer, properties=(*outer.properties, more))
    return True


def _enveloped(notes: Notes, line: str) -> bool:
    """Envelopes that a sentence shows: `{"data": …}` for one thing, `{"data": […]}` for many."""
    for sentence in sentences(line):
        if re.search(r"(?i)error|fail", bare(sentence)[:40]) or not re.search(
            r"(?i)wrap|envelope|(?:all|every|successful)\b.*(?:answer|respon|success)", sentence
        ):
            continue
        for start, end in records(sentence):
            made = sample(sentence[start:end], brought=False)
            if made is None or not is_record(made.shape):
                continue
            free = [
                each.name
                for each in made.shape.properties
                if each.name
                in {"data", "result", "payload", "response", "body", "content", "items"}
            ]
            if len(free) != 1:
                continue
            part = made.shape.part(free[0])
            if part is not None and part.shape.type.kind == "list":
                notes.envelope_of_lists = made.shape
            else:
                notes.envelope = made.shape
            notes.wrapped = free[0]
            notes.envelope = notes.envelope or made.shape
    return notes.wrapped != "" and bool(records(line)) and not re.search(r"(?i)\berrors?\b", line)


def take_port(notes: Notes, text: str) -> None:
    """Note the port that a text names."""
    port = _PORT.search(text)
    if port and not notes.port:
        notes.port = int(port[1] or port[2] or port[3])


def _address(notes: Notes, plainly: str, at: int) -> bool:
    url = _URL.search(plainly)
    if not url or not (url[1] or url[2]):
        return False
    path = (url[2] or "").rstrip("/.")
    if not url[1] and _GUARDED.match(plainly[url.end() :]):
        return False  # who may ask for what is there
    notes.base = notes.base or path
    port = re.search(r":(\d{2,5})", url[1] or "")
    notes.port = notes.port or (int(port[1]) if port else 0)
    for each in sentences(plainly):
        if len(plainly.split()) < 25 and not _URL.search(each) and len(each) > 1:
            notes.narrate(each, at)
    return len(plainly.split()) < 25


_GUARDED = re.compile(
    r"(?i)[/*`]*,? (?:requires?|needs?|wants?|expects?|must|"
    r"(?:is|are) (?:protected|guarded|only|for|private))\b"
)


def _valued(notes: Notes, line: str) -> bool:
    """What callers must show, apart from where: "the token is in `TOKEN` (default `letmein`)"."""
    match = _VALUED.match(bare(line))
    if match is None:
        return False
    made = (EnvKey(match["variable"], match["usual"]),)
    if notes.security is None:
        notes.pending = made
    elif not notes.security.keys:
        notes.security = replace(notes.security, variable=match["variable"], keys=made)
    return True


def _failing(notes: Notes, line: str, at: int) -> bool:
    """Errors of the whole service: their form, and what each status says."""
    plainly = bare(line)
    headed = re.search(r"(?i)error|fail|status code", f"{notes.heading} {notes.label}")
    headed = headed or _VIOLATED.match(plainly) or _IN_ALL.search(plainly)
    if notes.scoped and (not _WHOLE.match(plainly) or _ONE.match(plainly)):
        return False
    used, others = False, []
    for sentence in map(_coded_first, sentences(line)):
        if not headed and not _WHOLE.match(bare(sentence)) and not _unfitting(sentence):
            others.append(sentence)
            continue
        found = [each for each in clauses(sentence) if each.status >= 400]
        for each in found:
            notes.faults.append(
                Fault(each.status, each.code, each.words, notes.at(at), each.message, each.body)
            )
        fine = re.search(r"(?i)[;,] (?:and )?(?:every|each|all|any|an?)? ?success.*$", sentence)
        if fine and records(fine[0]):
            notes.narrate(fine[0].lstrip(";, "), at)  # what goes well is no failure
            sentence = sentence[: fine.start()]  # noqa: PLW2901
        shown = [sentence[start:end] for start, end in records(sentence)]
        if not shown and not notes.error and _CODED.search(sentence):
            notes.error = '{"code": "{code}"}'
            used = True
        if shown and (not found or found[0].status < 500):
            several = len(found) > 1 and len(shown) == len(found)
            for each_ in shown if several else shown[-1:]:
                take_error(notes, each_, generic=not found)
        used = used or bool(found or shown)
    for sentence in others if used else ():
        notes.narrate(sentence, at)
    return used


# "Wrong type: 400. Missing: 422. `{"error": "…"}` in all cases."
_IN_ALL = re.compile(
    r"(?i)\}\W*(?:in (?:all|both|any|each|every|either) (?:of (?:these|them)|cases?)|(?:each|"
    r"every) time|always|as (?:the )?(?:body|answer))\W*$"
)
_VIOLATED = re.compile(
    r"(?i)(?:all |any )?(?:violations?|invalid (?:input|requests?|values?|bodies)|"
    r"invalid(?=\s*(?:→|->|=>|[:=]))|"
    r"validation (?:errors?|failures?|problems?))(?!\w)"
)


def _coded_first(line: str) -> str:
    """A list of codes with the status behind each: "Codes: `bad_json` (400), `gone` (410)".

    >>> _coded_first("Codes: `bad` (400) when it is no JSON")
    'Errors: 400 code `bad` when it is no JSON'
    """
    led = re.match(r"(?i)(?:the )?(?:error )?codes?(?: are)?\s*[:=]\s*", line)
    if led is None:
        return line
    rest = re.sub(r"`(\w+)`:? \((\d{3})\)", r"\2 code `\1`", line[led.end() :])
    return f"Errors: {rest}" if rest != line[led.end() :] else line


def _unfitting(sentence: str) -> bool:
    """Whether a sentence says nothing but how input is answered that does not fit."""
    found = clauses(sentence)
    led = re.match(
        r"(?i)(?:if|when|where|wrong|out of|missing|broken|no|not|too|values?)\b", bare(sentence)
    )
    return bool(led and found) and all(
        each.status in {400, 422} and ways_told(each.words) for each in found
    )


def _worded(text: str) -> str:
    """An example of a failure with words where it only has dots, or a name in brackets."""
    return re.sub(r'"(?:\.{2,}|…|<[^"<>]*>|string)"', '"words"', text)


def take_error(notes: Notes, text: str, *, generic: bool = True) -> None:
    """Note what the body of a failure looks like."""
    made = sample(text, brought=False)
    if made is None or not is_record(made.shape):
        return
    found = by_field(text) or templated(_worded(text))
    found = found or (templated(made.example) if made.example else "")
    found = found or shape_template(made.shape)
    if not found:
        return
    listed = any(each in found for each in ("{errors}", "{field}", "{fields}"))
    if listed and not generic:
        notes.error_listed = notes.error_listed or found
    elif generic or not notes.error:
        if not notes.error or (generic and not notes.error_sure):
            notes.error = found
        notes.error_sure = notes.error_sure or generic

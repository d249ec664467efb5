"""Fenced text of a description: requests with answers, lists of routes, JSON, fields."""

from __future__ import annotations

import json
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import STATUS, bare, clauses, said_in
from beliefs.spec.documents.contract import JSON, Fault, Reply, is_record
from beliefs.spec.documents.loading import relaxed
from beliefs.spec.documents.markdown.annotated import take_pieces
from beliefs.spec.documents.markdown.blocks import Block
from beliefs.spec.documents.markdown.drafts import FIELD, LEAD, ROUTE, Draft, matches
from beliefs.spec.documents.markdown.general import take_error, take_port
from beliefs.spec.documents.markdown.lifecycles import lifecycle
from beliefs.spec.documents.markdown.notes import Notes
from beliefs.spec.documents.markdown.talk import Talk, talks
from beliefs.spec.documents.places import core
from beliefs.spec.documents.pseudo import jotted
from beliefs.spec.documents.samples import Sample, sample
from beliefs.spec.documents.together import together

# Things in a fence, `type User {` or a name alone, and their fields in columns below it.
_HEAD = re.compile(r"\s*(?:interface|type|class|struct|table|entity)?\s*([A-Z]\w+)\s*[{:(=]")
_BRACED = re.compile(
    r"\s*(?:interface |type |class |struct |table |entity )?(?P<name>[A-Z]\w+)\s*[:=]?\s*"
    r"(?P<record>\{.*\})[;,]?$"
)
_TITLE = re.compile(r"([A-Z]\w+)\s*$")
_COLUMNS = re.compile(r"\s+([A-Za-z_]\w*)(\??)\s{2,}(\S.*)$")
_LONGEST = re.compile(r"\s+([A-Za-z_]\w*)(\??)\s(\S.*)$")
_SHELLS = {"bash", "sh", "shell", "console", "http", "curl"}


def take_fence(notes: Notes, block: Block) -> None:
    """Read a fence."""
    language = block.rows[0][0].lower() if block.rows else ""
    if take_pieces(notes, block.text, block.line):
        return
    found = talks(block.text, block.line)
    if found or language in _SHELLS:
        take_port(notes, block.text)
    for talk in found:
        _talk(notes, talk)
    if found or language in _SHELLS or _routes(notes, block):
        return
    if _continued(notes, block.text):
        return
    if stages := lifecycle(block.text):
        notes.stages.append((notes.at(block.line), stages))
        return
    failing = re.search(r"(?i)error|fail|invalid|wrong", notes.label)
    if failing and _is_error(block.text):
        if notes.here and not _whole(notes):
            _wrong(notes, block.text)
        else:
            _general_error(notes, block.text)
        return
    if _envelope(notes, block.text):
        return
    made = sample(block.text, brought=False)
    shown = notes.model_shown() if notes.here else ""
    if notes.here and not shown:
        _json(notes, block)
        return
    model = shown or notes.model or notes.model_by_label() or notes.model_by_heading()
    if made is not None and is_record(made.shape) and model:
        for part in made.shape.properties:
            notes.model_part(model, part)
    elif re.search(r"(?i)error|fail|auth|unauthori", f"{notes.heading} {notes.label}"):
        _general_error(notes, block.text)
    elif made is None and not _faults(notes, block) and not _fields(notes, block) and not language:
        for line in block.text.split("\n"):
            notes.narrate(line.strip(), block.line)


def _continued(notes: Notes, text: str) -> bool:
    """The body of a failure whose sentence ends with its status: "…: 409 and", "`409` with"."""
    if not re.search(r"\b4\d\d\b[^.]*\b(?:and|with|body)$", notes.label):
        return False
    made = sample(text, brought=False)
    body = (made.example or relaxed(text).strip()) if made is not None else ""
    if not body:
        return False
    if notes.here:
        _wrong(notes, text)
    elif notes.faults and f"{notes.faults[-1].status}" in notes.label and not notes.faults[-1].body:
        told = said_in(body)
        notes.faults[-1] = replace(notes.faults[-1], message=told, body=body)
        take_error(notes, text)
    elif notes.prose:
        source, said = notes.prose[-1]
        notes.prose[-1] = (source, f"{said} `{body}`")
    notes.label = ""
    return True


def _whole(notes: Notes) -> bool:
    """Whether the label speaks of all errors, wherever it stands."""
    return bool(re.match(r"(?i)(?:all|every|each|any)\b.*\berror", notes.label))


def _general_error(notes: Notes, text: str) -> None:
    statuses = [int(each) for each in STATUS.findall(f"{notes.label}")]
    made = sample(text, brought=False)
    if made is None:
        return
    invalid = bool({400, 422} & set(statuses)) or "alid" in notes.label
    take_error(notes, text, generic=not invalid)
    told = said_in(made.example)
    for status in statuses:
        if told:
            where = notes.at(notes.line)
            notes.faults.append(Fault(status, "", notes.label, where, told, made.example))
    if not statuses and told and made.example:
        # One failure as an example of them all: its code and words go together.
        notes.faults.append(Fault(0, "", "", notes.at(notes.line), told, made.example))


def _talk(notes: Notes, talk: Talk) -> None:
    if not talk.method:
        if notes.talks and talk.status:
            last, source = notes.talks[-1]
            joined = replace(last, status=talk.status, answer=talk.answer)
            if not last.status:
                notes.talks[-1] = (joined, source)  # else another answer, to what is not shown
            _heard(notes, joined, notes.draft(last.method, last.path, last.line))
        return
    fresh = len(notes.drafts)
    draft = notes.draft(talk.method, talk.path, talk.line)
    draft.shown = draft.shown or len(notes.drafts) > fresh
    _heard(notes, talk, draft)
    notes.talks.append((talk, notes.at(talk.line)))
    spoken = any(
        each is draft or (each.method == draft.method and matches(each.path, draft.path))
        for each in notes.here
    )
    new = draft.shown and notes.by == "topic"  # the section is about this one, and no other
    if not spoken and (new or notes.by in {"", "talk"}):
        notes.here, notes.by = [draft], "talk"
        notes.level = notes.heads[-1][0] if notes.heads else 1


def _is_error(text: str) -> bool:
    return bool(re.search(r"(?i)\b(error|message|detail|code)\b", text))


def _wrong(notes: Notes, text: str) -> None:
    status = next((int(each) for each in STATUS.findall(notes.label)), 0)
    made = sample(text, brought=False)
    if status and made is not None:
        _failed(notes, status, made)


def _failed(notes: Notes, status: int, made: Sample) -> None:
    told = Fault(status, "", "", notes.at(notes.line), said_in(made.example), made.example)
    notes.fail(told)
    for draft in notes.here:
        known = draft.replies.get(status, Reply(status, media=JSON))
        draft.replies[status] = replace(known, example=made.example, shape=made.shape)


def _routes(notes: Notes, block: Block) -> bool:
    """A plain list of routes in a fence."""
    lines = block.text.split("\n")
    found = [(at, ROUTE.search(f" {line}")) for at, line in enumerate(lines)]
    good = [(at, each) for at, each in found if each and each.start() < 4]
    if not good or any(line.strip().startswith(("{", "curl", "$")) for line in lines):
        return False
    for at, match in good:
        notes.here = [notes.draft(match[1], match[2], block.line + at)]
        rest = f" {lines[at]}"[match.end() :]
        words = re.sub(r"\s{2,}", "; ", bare(rest)).strip(" -–—:#/>→;")
        notes.say(words, summary=True)
        notes.both(rest, block.line + at)
        for more in lines[at + 1 : next((end for end, _ in good if end > at), len(lines))]:
            if more.strip():
                notes.said(more.strip(), block.line + at)
    notes.by, notes.level = "line", notes.heads[-1][0] if notes.heads else notes.level
    if len(good) > 1:
        notes.leave()
    return True


def _envelope(notes: Notes, text: str) -> bool:
    """What good answers are wrapped in, as a section about that shows it."""
    if notes.here or not re.search(
        r"(?i)envelope|wrap|success|response format|all responses|format",
        f"{notes.heading} {notes.label}",
    ):
        return False
    if re.search(r"(?i)error|fail", notes.label):
        return False
    made = sample(text, brought=False)
    if made is None or not is_record(made.shape):
        return False
    free = [
        each
        for each in made.shape.properties
        if each.name in {"data", "result", "payload", "response", "body", "content"}
    ]
    if len(free) != 1:
        return False
    notes.envelope, notes.wrapped = made.shape, free[0].name
    return True


def _faults(notes: Notes, block: Block) -> bool:
    """A plain list of failures: a status at the beginning of each line."""
    lines = [(at, line.strip()) for at, line in enumerate(block.text.split("\n")) if line.strip()]
    leads = [LEAD.match(line) for _, line in lines]
    if not lines or not all(each and int(each[1]) in range(400, 600) for each in leads):
        return False
    for at, line in lines:
        where = notes.at(block.line + at)
        notes.faults += [
            Fault(each.status, each.code, each.words, where, each.message, each.body)
            for each in clauses(re.sub(r"\s{2,}", ": ", line))
        ]
    return True


def _fields(notes: Notes, block: Block) -> bool:
    model = notes.model or notes.model_by_label() or notes.model_by_heading()
    used = False
    columns = {each.start(3) for each in map(_COLUMNS.match, block.text.split("\n")) if each}
    for line in block.text.split("\n"):
        braced = _BRACED.match(line)
        made = sample(braced["record"], brought=False) if braced else None
        if braced and made is not None and is_record(made.shape):
            for part in made.shape.properties:
                notes.model_part(core(braced["name"]), part)
            used = True
            continue
        if head := _HEAD.match(line) or _TITLE.match(line):
            model, used = core(head[1]), True
            continue
        match = FIELD.match(line.strip().rstrip(",;")) or _COLUMNS.match(line)
        longest = _LONGEST.match(line)  # with no room for a second space
        match = match or (longest if longest and longest.start(3) in columns else None)
        if match and model:
            told = jotted(re.sub(r"\s*//\s*", ", ", match[3]), match[1])
            if match[2]:
                told = replace(told, required=False)
            notes.model_part(model, told.part(match[1]))
            used = True
    return used


def _json(notes: Notes, block: Block) -> None:
    """A fence of JSON in a route's section: what it is brought, or what it answers."""
    place = notes.place()
    status = next((int(each) for each in STATUS.findall(notes.label)), 0)
    for draft in notes.here:
        takes = draft.method in {"POST", "PUT", "PATCH"}
        first = takes and draft.body is None and not draft.fields and not draft.told
        request = place == "request" or (place != "response" and not status and first)
        if request and place != "request" and draft.replies and _says_answer(notes, draft):
            request = False
        made = sample(block.text, brought=request)
        if made is None:
            continue
        if request and takes:
            draft.body, draft.body_example = made.shape, made.example
        elif status >= 400:
            _failed(notes, status, made)
        else:
            fine = status or next((each for each in draft.replies if each < 400), 0)
            notes.answered(draft, fine, made)


def _says_answer(notes: Notes, draft: Draft) -> bool:
    """Whether the words right above a fence speak of the answer."""
    del draft
    return bool(re.search(r"(?i)\b(?:returns?|responds?|answers?|response)\b[^.]*:?$", notes.label))


def _heard(notes: Notes, talk: Talk, draft: Draft) -> None:
    """What a request and its answer show of a route."""
    fine = not talk.status or talk.status < 400
    free = not draft.fields and not draft.told
    if talk.body and free and draft.method != "GET" and fine:
        made = sample(talk.body, brought=True)
        if made is not None and draft.body is None:
            draft.body, draft.body_example = made.shape, made.example
        elif made is not None and draft.body is not None and draft.shown:
            draft.body = together(draft.body, made.shape)
    if talk.status:
        known = draft.replies.get(talk.status, Reply(talk.status, media=""))
        made = sample(talk.answer, brought=False) if talk.answer else None
        if made is not None and known.shape is None:
            known = replace(known, shape=made.shape, example=made.example, media=JSON)
        elif made is not None and known.shape is not None and draft.shown:
            known = replace(known, shape=together(known.shape, made.shape))
        draft.replies[talk.status] = known
        if made is not None and talk.status >= 400:
            told = said_in(made.example)
            draft.faults.append(Fault(talk.status, "", "", notes.at(talk.line), told, made.example))
            if made.example:  # else it only says what stands there
                take_error(notes, json.dumps(json.loads(made.example)), generic=False)

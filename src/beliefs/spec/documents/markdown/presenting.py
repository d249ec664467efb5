"""What callers have to show, and in which header."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import bare, clauses, sentences
from beliefs.spec.documents.contract import (
    EnvKey,
    Fault,
    Security,
    variable_in,
)
from beliefs.spec.documents.markdown.drafts import Draft
from beliefs.spec.documents.markdown.notes import Notes
from beliefs.spec.service import Unknown

AUTH = re.compile(r"(?i)\b(bearer|x-[\w-]*key|x-[\w-]*token|api[- ]key|jwt|authorization)\b")
HEADER = re.compile(r"\b(X-[A-Za-z-]+)\b")


def own_credentials(notes: Notes, drafts: list[Draft]) -> None:
    """Note what callers of some routes must show, where the words about these say so."""
    demand = r"(?i)\b(?:needs?|requires?|must|has to|only with|expects?|wants?)\b"
    for draft in drafts:
        for told in (one for each in draft.words for one in sentences(each)):
            asked = variable_in(told) and re.search(demand, told)
            shown = shown_by(notes, told, draft.line) if asked else None
            if shown is not None and shown.variable:
                take_another(notes, shown, told, draft.line)
                notes.security = notes.security or shown
                draft.faults = [
                    replace(each, code="") if each.code == shown.variable else each
                    for each in draft.faults
                ]
                if shown == notes.warden:
                    draft.warded = True
                else:
                    draft.secured = True


def shown_by(notes: Notes, line: str, at: int) -> Security | None:
    """What callers must show, by the words about it."""
    plainly = bare(line)
    variable = variable_in(plainly)
    header = HEADER.search(plainly)
    shown = None
    if header:
        shown = Security("header", header[1], notes.at(at), variable)
    elif re.search(r"(?i)bearer|jwt|authorization", plainly):
        shown = Security("bearer", "Authorization", notes.at(at), variable)
    usual = re.search(
        r"(?i)[`(\"]([^`()\"\s]+)[`\"]? (?:if|when|while|unless) (?:it is |that is |it's )?"
        r"(?:unset|not set|missing|empty|set)|\bdefaults?(?: to| is)?:? [`\"]?([^`\"\s),;]+)",
        line,
    )
    if shown is not None and not variable and notes.pending:
        shown = replace(shown, variable=notes.pending[0].variable, keys=notes.pending)
    if shown is not None and variable and usual:
        shown = replace(shown, keys=(EnvKey(variable, usual[1] or usual[2]),))
    return shown


def spoken(message: str) -> str:
    """A message, unless it only shows what callers have to send.

    >>> spoken("Bearer <token>"), spoken("log in first")
    ('', 'log in first')
    """
    return "" if re.search(r"(?i)\bbearer\b|\bauthorization\b|<\w", message) else message


def take_credential(notes: Notes, line: str, at: int) -> bool:
    """Note what callers must show, and for what."""
    plainly = bare(line)
    variable, header = variable_in(plainly), HEADER.search(plainly)
    shown = shown_by(notes, line, at)
    take_another(notes, shown, plainly, at)
    if shown is not None and shown == notes.warden:
        ward(notes, plainly)
        return True
    if shown is not None and (header or notes.security is None):
        notes.security = shown
    if notes.security is not None:
        notes.security = replace(notes.security, words=f"{notes.security.words} {plainly}".strip())
    about = [each for each in sentences(line) if _speaks_of_access(bare(each))] or [line]
    who(notes, " ".join(map(bare, about)))
    for sentence in sentences(line):
        if sentence not in about and about != [line] and not clauses(sentence):
            notes.narrate(sentence, at)
    for clause in clauses(line):
        if clause.status >= 400:
            code = "" if clause.code == variable else clause.code
            message = spoken(clause.message)
            told = Fault(clause.status, code, clause.words, notes.at(at), message)
            notes.faults.append(told)
    return True


def _speaks_of_access(sentence: str) -> bool:
    """Whether a sentence says what callers show, or where they need to: not what they then see."""
    demand = r"(?i)\b(?:auth\w*|tokens?|keys?|log(?:ged)?[ -]?in|sign(?:ed)?[ -]?in|public|open)\b"
    return bool(AUTH.search(sentence) or re.search(demand, sentence))


def take_another(notes: Notes, shown: Security | None, plainly: str, at: int) -> None:
    """Say that there is a second way to show who asks: only one of them is built."""
    known = notes.security
    if shown is None or known is None or re.search(r"(?i)idempot", plainly):
        return
    if (shown.place, shown.name) == (known.place, known.name):
        return
    warden = notes.warden
    if warden is not None and (shown.place, shown.name) == (warden.place, warden.name):
        return
    if warden is None and (shown.variable or known.variable):
        second = shown if shown.variable else known
        notes.warden = second
        if second is known:  # what was said so far was said of it
            notes.security = None
            notes.warded, notes.guarded, notes.all_secured = notes.guarded, [], False
            for draft in notes.drafts:
                draft.warded, draft.secured = draft.secured or False, None
        return
    if warden is None or warden != shown:
        why = f"who asks is told by {known.name} already, and by one thing only"
        notes.unknowns.append(Unknown("blocking", plainly, notes.at(at), why))


def ward(notes: Notes, text: str) -> None:
    """Note for which routes the second of two credentials is, by the heading that it stands below.

    Routes whose words, or paths, name whoever shows it are found later.
    """
    section = len(notes.heads) > 1 and not re.search(
        r"(?i)auth|secur|access|general|caller|who", notes.heading
    )
    if section and re.search(r"(?i)\b(?:protected|guarded|secured|these|this|all|every)\b", text):
        notes.warded = list(notes.heads)
        for draft in notes.drafts:
            if draft in notes.here:
                draft.warded = True


def take_key(notes: Notes, line: str) -> bool:
    """One of several keys: "`READ_KEY` (default `letmeread`): may only do GETs"."""
    match = re.match(
        r"`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`\s*(?:\((?:default:? )?`?([^`)]*)`?\))?"
        r"\s*[:–—-]\s*(.+)$",
        line.strip(),
    )
    if match is None or notes.security is None:
        return False
    reads = re.search(r"(?i)\bonly\b.*\b(?:GETs?|read\w*)\b|\bread[- ]?only\b", bare(match[3]))
    made = EnvKey(match[1], match[2] or "", bool(reads))
    notes.security = replace(notes.security, keys=(*notes.security.keys, made))
    return True


# "All requests below /requests", "all /notes routes", "everything under /todos and /lists"
_OF_PLACES = re.compile(
    r"(?i)\b(?:all|(?:every|any)(?:thing)?)\b(?: (?:the|of|requests?|routes?|endpoints?|calls?|"
    r"paths?|operations?|that|is|starts?|with))*(?: (?:below|under|beneath|to|on|at|in|behind))? "
    r"(?P<paths>/[a-z][\w-]*(?:/\*)?(?:(?:, | and |, and | or )/[a-z][\w-]*(?:/\*)?)*)(?![\w/{])"
)


def who(notes: Notes, text: str) -> None:
    """Note for whom the service is."""
    if re.search(r"(?i)\b(?:these|this section|the following)\b", text) and len(notes.heads) > 1:
        notes.guarded = list(notes.heads)
        return
    section = len(notes.heads) > 1 and not re.search(
        r"(?i)auth|secur|access|general", notes.heading
    )
    if section and re.search(r"(?i)\b(?:protected|guarded|secured) (?:by|with)\b", text):
        notes.guarded = list(notes.heads)
        return
    if places := _OF_PLACES.search(text):
        notes.secured_places |= set(re.findall(r"/([\w-]+)", places["paths"]))
    elif re.search(r"(?i)\b(all|every|everything|other|rest|any)\b", text):
        notes.all_secured = True
        match = re.search(r"(?i)\b(?:except|other than|besides|apart from|but)\b(.*)", text)
        notes.open_words += match[1].lower() if match else ""
    verbs = re.findall(r"\b(GET|POST|PUT|PATCH|DELETE)\b(?! /)", text)
    if re.search(r"(?i)\b(?:writ(?:e|ing)|modif\w+|chang\w+|mutat\w+)\b", text) or (
        verbs and re.search(r"(?i)requests?|methods?|endpoints?|operations?|routes?", text)
    ):
        notes.all_secured = False
        notes.secured_verbs |= set(verbs) or {"POST", "PUT", "PATCH", "DELETE"}

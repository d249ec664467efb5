"""For whom routes are, where words about one of them say it of others.

"`POST /login` answers a token; send it as `Authorization: Bearer <token>` on all other routes, else
401" says nothing of the login itself. "The todo routes need it", "everything under /todos" name
the routes that it is said of by what their paths have.
"""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import bare, clauses, sentences
from beliefs.spec.documents.contract import Fault
from beliefs.spec.documents.markdown.drafts import Draft
from beliefs.spec.documents.markdown.general import shown_by, spoken, who
from beliefs.spec.documents.markdown.notes import Notes
from beliefs.spec.documents.places import steps
from beliefs.spec.documents.words import singular

_REQUESTS = r"(?:requests?|routes?|endpoints?|calls?|operations?|paths?|urls?|ones)"
_ALL = re.compile(
    rf"(?i)\b(?:everything else|everything (?:but|except|apart from|other than)|(?:all )?the rest|"
    rf"(?:all|every|each|any)(?: of the| the)?(?: (?:other|further|later|subsequent|following|"
    rf"remaining))? {_REQUESTS}|(?:other|further|later|subsequent|remaining) {_REQUESTS}|"
    rf"all (?:the )?others)\b"
)
_CREDENTIAL = re.compile(
    r"(?i)\bauthorization\b|\bbearer\b|\btokens?\b|\bapi[- ]?keys?\b|\bX-[A-Z][\w-]+|\bcookie\b|"
    r"\bsession\b|\blog(?:ged)?[- ]?in\b|\bsigned[- ]in\b|\bauthenticat\w+|\bpass it\b|\bsend it\b"
)
_DEMAND = re.compile(
    r"(?i)\b(?:needs?|requires?|must|has to|have to|send(?:s|ing)?|sent|pass(?:es|ed)?|goes|go|put|"
    r"wants?|expects?|carry|carries|protected|without|shows?|showing)\b"
)
_LISTED = re.compile(
    rf"(?i)\b(?:protected|authenticated|secured|private|guarded) {_REQUESTS}(?: are)?:? (?=`?/)"
)
_NOT_IT = re.compile(
    r"(?i)\b(?:rate|limit\w*|per minute|idempoten\w*|JSON|content[- ]type|log(?:s|ged) every)\b"
)


def take_demands(notes: Notes, drafts: list[Draft]) -> None:
    """Note what callers of other routes must show, where the words about one route say so."""
    for draft in drafts:
        words = []
        for told in draft.words:
            kept = [each for each in _parts(told) if not _demand(notes, draft, each, drafts)]
            words.append(" ".join(kept) if len(kept) < len(_parts(told)) else told)
        draft.words = [each for each in words if each]
    for _, told in notes.prose:
        for each in sentences(told):
            if _LISTED.search(bare(each)):
                _some(notes, bare(each), drafts)


def _parts(told: str) -> list[str]:
    """The sentences of a text, and the parts of them that say something of other routes."""
    found: list[str] = []
    for sentence in sentences(told):
        cut = re.search(
            r"(?i)(?:,|;)?(?: and|,|;) (?=(?:which|send|pass|put|the token|it|this)\b)", sentence
        )
        behind = sentence[cut.end() :] if cut else ""
        if cut and _ALL.search(bare(behind)) and _CREDENTIAL.search(bare(behind)):
            found += [sentence[: cut.start()], behind]
        else:
            found.append(sentence)
    return found


def _demand(notes: Notes, draft: Draft, told: str, drafts: list[Draft]) -> bool:
    """Whether a text says what callers of other routes must show; then it is noted."""
    plainly = bare(told)
    about = _CREDENTIAL.search(plainly) and _DEMAND.search(plainly)
    if not about or _NOT_IT.search(plainly):
        return False
    whole = _ALL.search(plainly)
    if not whole and not _some(notes, plainly, [each for each in drafts if each is not draft]):
        return False
    if whole:
        who(notes, plainly)
        notes.all_secured = True
    shown = shown_by(notes, told, draft.line)
    if shown is not None and notes.security is None:
        notes.security = replace(shown, words=plainly)
    for clause in clauses(told):
        if clause.status in {401, 403}:
            fault = Fault(clause.status, clause.code, "no valid token", notes.at(draft.line))
            notes.faults.append(replace(fault, message=spoken(clause.message), body=clause.body))
            mine = [each for each in draft.faults if each.status == clause.status]
            inside = [each for each in mine if _within(each.words, plainly)]
            draft.faults = [each for each in draft.faults if each not in inside]
            if inside and len(inside) == len(mine):
                draft.replies.pop(clause.status, None)
    return True


def _within(words: str, told: str) -> bool:
    """Whether all the words of a failure stand in a text."""
    known = set(re.findall(r"\w+", told.lower()))
    mine = re.findall(r"\w+", words.lower())
    return bool(mine) and sum(each in known for each in mine) >= len(mine) * 0.8


def _some(notes: Notes, plainly: str, drafts: list[Draft]) -> bool:
    """Secure the routes that a text names by what their paths have; whether there are any."""
    hit = False
    for draft in drafts:
        chain = steps(draft.path, notes.base)
        first = chain[0].name if chain else ""
        one = re.escape(singular(first)).replace("_", "[ _-]")
        named = rf"(?i)\b{one}s? {_REQUESTS}\b|(?<![A-Z] )(?<!\w)/{re.escape(first)}\b(?!/)"
        if first and re.search(named, plainly):
            hit = True
            if draft.secured is None:
                draft.secured = True
    return hit

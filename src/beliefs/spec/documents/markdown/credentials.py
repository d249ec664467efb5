"""For whom routes are, where words about one of them say it of others.

"`POST /login` answers a token; send it as `Authorization: Bearer <token>` on all other routes, else
401" says nothing of the login itself. "The todo routes need it", "everything under /todos" name
the routes that it is said of by what their paths have.
"""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import bare, clauses, sentences
from beliefs.spec.documents.contract import Fault, Route, Security, variable_in
from beliefs.spec.documents.markdown.drafts import Draft
from beliefs.spec.documents.markdown.notes import Notes
from beliefs.spec.documents.markdown.presenting import shown_by, spoken, take_another, who
from beliefs.spec.documents.places import steps
from beliefs.spec.documents.words import singular, words
from beliefs.spec.service import Assumption

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
        left = []
        for told in draft.words:
            kept = [each for each in _parts(told) if not _demand(notes, draft, each, drafts)]
            left.append(" ".join(kept) if len(kept) < len(_parts(told)) else told)
        draft.words = [each for each in left if each]
    for _, told in notes.prose:
        for each in sentences(told):
            if _LISTED.search(bare(each)):
                _some(notes, bare(each), drafts)


_KEYED = re.compile(r"\b(X-[A-Z][A-Za-z-]*(?:Key|Token|Secret))\b")
_SAME = re.compile(
    r"(?i)\b(?:with|needs?|wants?|also) (?:the )?same (?:header|key|token|credentials?)\b"
)


def take_keys(notes: Notes, drafts: list[Draft]) -> None:
    """Note the header in which some routes want what another gives out, where their words say so.

    "Sensors send POST /readings with their key in the header X-Sensor-Key, 401 if it is unknown."
    """
    before: Draft | None = None
    for draft in drafts:
        said = " ".join(draft.words)
        found = _KEYED.search(bare(said))
        if found and not variable_in(bare(said)) and _given_out(found[1], draft, drafts):
            shown = Security("header", found[1], notes.at(draft.line))
            take_another(notes, shown, said, draft.line)
            notes.security = notes.security or shown
            draft.secured = notes.security.name == shown.name or draft.secured
        elif before is not None and _SAME.search(said):
            draft.secured, draft.warded = before.secured, before.warded
        before = draft


def _given_out(header: str, draft: Draft, drafts: list[Draft]) -> bool:
    """Whether the answer of another route has what a header is to hold."""
    last = words(header)[-1]
    for other in drafts:
        shapes = [each.shape for status, each in other.replies.items() if status < 400]
        names = [name for each in shapes if each is not None for name in each.names]
        if other is not draft and any(words(each)[-1:] == (last,) for each in names):
            return True
    return False


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
        notes.all_secured = notes.all_secured or not notes.secured_places
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


def _within(part: str, told: str) -> bool:
    """Whether all the words of a failure stand in a text."""
    known = set(re.findall(r"\w+", told.lower()))
    mine = re.findall(r"\w+", part.lower())
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


_OPEN = re.compile(
    r"(?i)\b(?:this (?:route|one|request)|it) (?:alone )?(?:needs?|requires?|wants?) no "
    r"(?:keys?|tokens?|auth\w*|log-?in|header)\b|\bno (?:keys?|tokens?|auth\w*|log-?in|header) "
    r"(?:is )?(?:needed|required|necessary)\b|"
    r"\bwithout (?:an? |the )?(?:key|token|auth\w*|log-?in)$"
)


def is_open(draft: Draft) -> bool:
    """Whether words say of a route that it is for everybody, where all others want something."""
    said = [one for each in draft.words for one in sentences(bare(each))]
    return any(
        _OPEN.search(each.rstrip(" .)")) and not re.search(r"\b40[13]\b", each) for each in said
    )


def is_warded(notes: Notes, draft: Draft) -> bool:
    """Whether a route is for whoever shows the second of two credentials.

    Its words name them ("admin token", "admins only", a cell that says "admin"), or its path does.
    """
    if notes.warden is None:
        return False
    chain = steps(draft.path, notes.base)
    named = _whom(notes.warden.name)
    first = chain[0].name if chain else ""
    return bool(named) and (first == named or _is_for(notes.warden.name, draft))


def is_for_callers(notes: Notes, draft: Draft) -> bool:
    """Whether the words of a route name those who show the first of two credentials."""
    security = notes.security
    return notes.warden is not None and security is not None and _is_for(security.name, draft)


def all_others(notes: Notes, routes: tuple[Route, ...]) -> tuple[Route, ...]:
    """The routes, all of which want one credential or the other where nothing says which."""
    if notes.security is None or any(each.secured for each in routes):
        return routes
    open_ = re.compile(
        r"(?i)\b(?:public(?:ly)?|anyone|everybody|everyone|no (?:key|token|auth\w*))\b"
    )
    found = tuple(
        each
        if each.warded or _lets_in(each) or open_.search(each.words)
        else replace(each, secured=True)
        for each in routes
    )
    told = [f"{each.method} {each.path}" for each in found if each.secured]
    about = f"who must show {notes.security.name}"
    notes.assumptions.append(Assumption(about, ", ".join(told), notes.security.source))
    return found


def _lets_in(route: Route) -> bool:
    last = route.path.rstrip("/").rpartition("/")[2].lower()
    return last in {"login", "register", "signup", "signin", "health", "token"}


def _whom(header: str) -> str:
    """Who shows a header, by its name: `X-Admin-Token` is shown by an admin."""
    found = re.match(r"(?i)(?:X-)?([A-Za-z]+)-(?:\w+-)?(?:key|token|secret|password)$", header)
    name = found[1].lower() if found else ""
    return name if name not in {"api", "auth", "access", "x"} else ""


def _is_for(header: str, draft: Draft) -> bool:
    said = [bare(each).strip(" .") for each in (draft.summary, *draft.words)]
    if any(header.lower() in each.lower() for each in said):
        return True
    who_ = _whom(header)
    one = rf"(?:the |an? |its )?{who_}s?"
    told = (
        rf"(?i)^{one}$|^{one}[:;,]|\bonly (?:for |by )?{one}\b|\b{one} only\b|\({one}\)|"
        rf"\b{who_}[ -](?:token|key|secret|header|auth)\b|\b(?:needs?|requires?|as) {one}\b"
    )
    return bool(who_) and any(re.search(told, each) for each in said)

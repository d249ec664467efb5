"""Lines that a label begins: "Body:", "Returns:", "Errors:"."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import bare, clauses, records, sentences
from beliefs.spec.documents.markdown.drafts import (
    MODEL,
)
from beliefs.spec.documents.markdown.notes import Notes
from beliefs.spec.documents.places import core

_LABELLED = re.compile(
    r"[*_`]*(request(?: body)?|body|payload|input|json body|accepts|takes|sends?|query(?: params?|"
    r" parameters?| string)?|(?:url |path )?params?|(?:path )?parameters|filters|responses?"
    r"|returns?|"
    r"success|output|on success|answers?|errors?|failures?|fails|on error|auth(?:entication|"
    r"orization)?|status|headers?|form(?: fields| data)?|result)(?![\w-])[*_`]*\s*(\([^)]*\)|"
    r"`?\d{3}`?(?: \w+)?)?\s*(?:[:–—→]|->|-\s)[*_`]*\s*(.+)$",
    re.IGNORECASE,
)
# A name in code is a field's, whatever it is called, unless it says what stands there.
_IN_CODE = re.compile(r"`(?:[a-z]\w*)`\s*(?:[:–—]|-\s)\s*(?![`\d{\[])")


def take_label(notes: Notes, line: str) -> None:
    """Let the lines that follow be about what a label says."""
    plainly = bare(line)
    if notes.by == "talk" and re.search(
        r"(?i)\b(?:rules?|notes?|constraints?|validation|behaviou?r|errors?|remarks?|details?)\b",
        plainly,
    ):
        notes.leave()
    notes.label = plainly.rstrip(":")
    name = core(re.sub(MODEL, "", notes.label).strip(" :").replace(" ", "_") or "x")
    if (
        not notes.here
        and re.search(MODEL, f"{notes.label} {notes.heading}")
        and notes.label
        and (
            not re.search(r"(?i)error|request|response|example|rules?", notes.label)
            or (re.search(MODEL, notes.heading) and re.fullmatch(r"Response|Request", notes.label))
        )
    ):
        notes.model = name
    if notes.here:
        for each in clauses(plainly):
            notes.reply(each.status, "")
        if re.search(r"(?i)same as|as (?:for|in) (?:create|post)|like (?:create|post)", plainly):
            notes.same_as_create()
        if _ORDERED.search(plainly):  # "One tape with its songs, longest first:"
            notes.say(plainly.rstrip(":"))


_ORDERED = re.compile(r"(?i)\b[a-z]+(?:est|st) (?:\w+ )?first\b|\b(?:sorted|ordered) by\b")


def label_of(line: str) -> re.Match[str] | None:
    """The label that a line begins with.

    >>> [bool(label_of(each)) for each in ("Status: 201", "`status`: one of open, held")]
    [True, False]
    """
    return None if _IN_CODE.match(line) else _LABELLED.match(line)


def take_labelled(notes: Notes, text: str, at: int) -> bool:
    """`Request: …`, `Response: 201 …`, `Errors: 404`, `Body: same as create` in one line."""
    match = label_of(text)
    if not match:
        return False
    word, rest = match[1].lower(), match[3].strip()
    if match[2]:
        rest = f"{match[2].strip('()`')} {rest}"
    if word.startswith(
        ("request", "body", "payload", "input", "json", "accept", "form", "take", "send")
    ):
        _body(notes, rest, at)
    elif word.startswith(("query", "param", "filter", "url param")):
        notes.inline_fields(rest, "query")
    elif word.startswith("path"):
        notes.inline_fields(rest, "path")
    elif word.startswith("auth"):
        for draft in notes.here:
            draft.secured = not re.search(r"(?i)\bno(ne)?\b|public", rest)
    elif word.startswith("header"):
        pass
    else:
        wrong = word.startswith(("error", "fail", "on error"))
        notes.outcome(rest, at, loud=not wrong)
        if not wrong and not records(rest):
            notes.label = bare(text)  # of the fence below it
    return True


def _body(notes: Notes, rest: str, at: int) -> None:
    if re.search(r"(?i)\bsame\b|as (?:in |for )?(?:create|post)\b|like (?:create|post)", rest):
        notes.same_as_create()
        return
    if re.fullmatch(r"(?i)[`*]*none[`*.]*|no body|-|empty", rest):
        return
    asks, *others = sentences(rest)
    span = next(iter(records(asks)), None)
    goes_on = re.match(r"[`\s]*([A-Z][a-z]+ .*)$", asks[span[1] :]) if span else None
    if span and goes_on:  # another line, about what is done with it
        asks, others = asks[: span[1]], [goes_on[1], *others]
    arrow = re.search(r"\s*(?:→|->|=>)\s*", asks)
    if arrow:
        others = [asks[arrow.end() :], *others]
        asks = asks[: arrow.start()]
    if not notes.inline(asks, "request") and not notes.by_model(asks):
        notes.inline_fields(asks, "request")
    for each in others:
        if arrow and each is others[0]:
            notes.outcome(each, at, loud=True)
        else:
            notes.said(each, at)

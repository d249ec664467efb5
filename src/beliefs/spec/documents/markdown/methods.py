"""Sentences about a method instead of a path: "`PATCH` changes `note` and `size` only"."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import bare, clauses
from beliefs.spec.documents.contract import Fault, Shape
from beliefs.spec.documents.markdown.drafts import Draft
from beliefs.spec.documents.markdown.notes import Notes
from beliefs.spec.documents.places import steps
from beliefs.spec.documents.words import plain, singular, snaked

_METHOD = r"\b(?:POST|PUT|PATCH|DELETE)\b"
_LED = re.compile(
    r"(?:(?i:an?|the|every|each|all|any|both|for|on|in|with) )*"
    rf"`?{_METHOD}`?(?:(?:, and |, or |, | and | or |/)`?{_METHOD}`?)*(?![\w`]* ?[`*]*/)"
)
_BODY = re.compile(
    r"(?i)(?:an? |the |any )?(?:empty |missing )?(?:body|bodies|patch|\{\s*\}|fields?|unknown)\b"
)
_NAMES = r"`\w+`(?:(?:, and/or |, and |, or |, | and/or | and | or )`\w+`)*"
# What a request may change, and nothing else.
_CHANGES = re.compile(
    r"(?i)\b(?:changes?|updates?|edits?|modif(?:y|ies)|accepts?|takes?|allows?)(?: only| any of|"
    rf" some of| the fields?)? (?P<names>{_NAMES})|\bonly (?P<may>{_NAMES}) (?:can|may) be "
    r"(?:changed|updated|edited|sent|set)"
)


def by_method(notes: Notes, sentence: str, before: str, drafts: list[Draft]) -> bool:
    """Give a sentence about a method to the routes that have it; whether it is one."""
    led = _LED.match(sentence)
    if led is None and _BODY.match(bare(sentence)) and clauses(sentence):
        led = _LED.match(before)  # what is said of its body goes on
    if led is None or re.search(r"(?i)\bif-(?:none-)?match\b|\betag\b", sentence):
        return False  # tags are read where all routes are known
    methods = re.findall(_METHOD, led[0])
    found = [each for method in methods for each in _meant(method, sentence, drafts)]
    if not found:
        return False
    for draft in found:
        draft.words.append(bare(sentence))
        take_changes(draft, sentence)
        for each in clauses(sentence):
            if each.status >= 400:
                told = Fault(each.status, each.code, each.words, "", each.message, each.body)
                notes.fail(told, draft)
    return True


def _meant(method: str, sentence: str, drafts: list[Draft]) -> list[Draft]:
    """The routes of a method that a sentence is about: those of a thing that it names, or all."""
    mine = [each for each in drafts if each.method == method]
    said = {plain(singular(each)) for each in re.findall(r"\w+", sentence.lower())}
    named = [
        each
        for each in mine
        if any(plain(singular(snaked(step.name))) in said for step in steps(each.path) if step.name)
    ]
    if method == "POST" and len(named or mine) > 1:
        return []  # of which of them is not said
    return named or mine


def take_changes(draft: Draft, sentence: str) -> None:
    """Note what a request may change where words list it: "changes `note` and/or `size`"."""
    told = _CHANGES.search(sentence) if draft.method in {"PATCH", "PUT"} else None
    if told is not None:
        draft.changes = tuple(re.findall(r"`(\w+)`", told["names"] or told["may"]))


def changed(body: Shape, draft: Draft) -> Shape:
    """A body with no more than what may be changed; as it is where words list something else.

    What must not be sent is a part of it all the same: something is said of it.
    """
    names = set(draft.changes)
    if not names or not names <= set(body.names):
        return body
    words = " ".join(draft.words)
    ruled = {
        each
        for each in body.names
        if re.search(
            rf"(?i)\b{re.escape(each)}\b[^.;]*\b(?:cannot|can't|must not|may not|never|not|only)\b",
            words,
        )
    }
    parts = tuple(each for each in body.properties if each.name in names | ruled)
    return replace(body, properties=parts)

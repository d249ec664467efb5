"""Bodies of requests that words and paths tell without showing them."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import JSON, Shape, is_record
from beliefs.spec.documents.markdown.drafts import Draft
from beliefs.spec.documents.names import SECRETS
from beliefs.spec.documents.places import steps
from beliefs.spec.documents.uploading import brings_text
from beliefs.spec.documents.words import plain

_SAME_BODY = re.compile(
    r"(?i)\bsame (?:json )?(?:body|input|payload|fields|values|data)\b(?! as)|"
    r"\b(?:with|takes|from|of|wants|needs) the same (?:two|three|both|pair|credentials)\b|"
    r"\bwith the same(?=[\s,.;)]*(?:$|[,.;)])| (?:gives?|answers?|returns?|gets?)\b)"
)


_EMPTY = re.compile(
    r"(?i)\b(?:an?|the|one|new) (?:new )?(?:empty|blank|bare)\b|\bempty (?:body|request|payload)\b|"
    r"\b(?:no|without(?: an?| any)?) (?:request )?(?:body|payload|fields|parameters)\b|"
    r"\b(?:takes|needs|wants|brings|expects) nothing\b|\bnothing (?:is )?(?:sent|needed)\b"
)


def same_body(draft: Draft) -> bool:
    """Whether words say that a request has the body of the one before it."""
    return bool(_SAME_BODY.search(" ".join((draft.summary, *draft.words))))


def brings_nothing(draft: Draft) -> bool:
    """Whether a request has no body of its own: its words say so, or its path names a row.

    >>> brings_nothing(Draft("POST", "/orders", 1, ["starts an empty order"]))
    True
    """
    chain = steps(draft.path)
    names_row = draft.method == "POST" and bool(chain) and bool(chain[-1].param)
    return names_row or bool(_EMPTY.search(" ".join((draft.summary, *draft.words))))


def shows_password(body: Shape | None) -> bool:
    """Whether a request says who somebody is, and their password: whoever asks is not known yet."""
    names = {plain(each) for each in body.names} if body is not None else set()
    who = {"username", "email", "user", "name", "login", "mail", "handle", "nick", "nickname"}
    return len(names & SECRETS) == 1 and bool(names & who)


def shown_by(draft: Draft) -> Shape | None:
    """The record that the answer of a route shows by an example."""
    shapes = [each.shape for status, each in draft.replies.items() if status < 400]
    return next((each for each in shapes if each is not None and is_record(each)), None)


def answered_by_text(draft: Draft) -> None:
    """Let a record that is shown of a request whose body is a text be what it answers."""
    said = ". ".join((draft.summary, *draft.words))
    fine = [each for each in draft.replies if 200 <= each < 300]
    if draft.body is None or draft.method not in {"POST", "PUT"} or not brings_text(said):
        return
    if not is_record(draft.body) or any(draft.replies[each].shape is not None for each in fine):
        return
    for each in fine:
        draft.replies[each] = replace(
            draft.replies[each], shape=draft.body, example=draft.body_example, media=JSON
        )
    draft.body, draft.body_example = None, ""

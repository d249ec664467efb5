"""What a change must bring: fields that a document says are required, in a PATCH as anywhere.

Of a PATCH one expects that every field may be left out. Where a body says that one is needed, that
counts; words about the route that free all of them go before it.
"""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Shape, is_record

_FREED = re.compile(
    r"(?i)\bpartial(?:ly)?\b|\b(?:any|a|some) subset\b|"
    r"\b(?:all|every|each|any)(?: of (?:the|its|these))?(?: body)? (?:fields?|propert(?:y|ies)|"
    r"values?|attributes?)(?: (?:is|are|may be|can be))? (?:optional|left out|omitted)|"
    r"\bonly (?:the )?(?:fields?|values?|properties|those|what)(?: that| which)?"
    r"(?: (?:are|is|was|were|you))? (?:given|sent|present|provided|named|included|send|want)\b"
)


def demanded_of(body: Shape | None, words: str) -> tuple[str, ...]:
    """The names that a body must have; none where words say that any of them may be missing.

    >>> from beliefs.spec.documents.contract import Property
    >>> from beliefs.spec.types import Type
    >>> text = Shape(Type("string"))
    >>> parts = (Property("status", text, required=True), Property("note", text))
    >>> demanded_of(Shape(Type("record"), properties=parts), "Changes the status")
    ('status',)
    >>> demanded_of(Shape(Type("record"), properties=parts), "All fields are optional")
    ()
    """
    if body is None or not is_record(body) or _FREED.search(words):
        return ()
    return tuple(each.name for each in body.properties if each.required and not each.read_only)

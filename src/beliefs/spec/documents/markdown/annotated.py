"""Several pieces of JSON in one fence, each under a comment that says what it is."""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import STATUS
from beliefs.spec.documents.contract import is_record
from beliefs.spec.documents.markdown.drafts import ROUTE, Draft
from beliefs.spec.documents.markdown.notes import Notes
from beliefs.spec.documents.places import core
from beliefs.spec.documents.samples import sample

_COMMENT = re.compile(r"\s*(?://+|#+|--)\s*(.*)$")
_BACK = re.compile(
    r"(?i)\b(?:comes? back|respon\w+|returns?|returned|answers?|answered|replies|reply|output|"
    r"sees?|seen|shown|shows?|result|gets)\b"
)
_SENT = re.compile(r"(?i)\b(?:sends?|sent|request|body|input|payload|brings?|creat\w+|submit\w*)\b")


class Piece(NamedTuple):
    """A piece of JSON, and the comment above it."""

    said: str
    text: str
    line: int  # from the first of the fence


def pieces(text: str) -> list[Piece]:
    """The pieces of JSON of a text that each begin below a comment; none where one does not.

    >>> [
    ...     each.said
    ...     for each in pieces('// A new one (POST /a)\\n{"b": 1}\\n\\n// back (201)\\n{"c": 1}')
    ... ]
    ['A new one (POST /a)', 'back (201)']
    """
    found: list[Piece] = []
    said: list[str] = []
    for number, line in enumerate(text.split("\n")):
        comment = _COMMENT.match(line)
        if comment and not line.startswith((" ", "\t")):
            said.append(comment[1])
        elif line.strip() and said:
            found.append(Piece(" ".join(said), line, number))
            said = []
        elif line.strip() and not found:
            return []
        elif found:
            found[-1] = found[-1]._replace(text=f"{found[-1].text}\n{line}")
    return found


def take_pieces(notes: Notes, text: str, line: int) -> bool:
    """Note what every piece of a fence is; whether it is such a fence."""
    found = pieces(text)
    told = [(each, sample(each.text, brought=False)) for each in found]
    if not told or any(made is None for _, made in told):
        return False
    if len(told) < 2 and not ROUTE.search(f" {found[0].said}"):
        return False
    last: Draft | None = notes.here[0] if notes.here else None
    noun = ""
    for each in found:
        last, noun = _take(notes, each, line + each.line, last, noun)
    return True


def _take(
    notes: Notes, piece: Piece, line: int, last: Draft | None, noun: str
) -> tuple[Draft | None, str]:
    """Note one piece; the route and the thing that the next one may be about."""
    route = ROUTE.search(f" {piece.said}")
    outside = ROUTE.sub(" ", f" {piece.said}").strip()
    named = re.match(
        r"(?:(?:an?|the|one) )?([A-Z][a-z]\w*|[a-z]\w*(?=[,:(]| as\b))", outside, re.IGNORECASE
    )
    status = next((int(each) for each in STATUS.findall(outside)), 0)
    answer = bool(_BACK.search(outside)) or (bool(status) and not _SENT.search(outside))
    if route:
        last = notes.draft(route[1], route[2], line)
    if named and not (answer and not route and not named[1][0].isupper()):
        noun = core(named[1])
    takes = last is not None and last.method in {"POST", "PUT", "PATCH"}
    request = takes and not answer and (bool(route) or bool(_SENT.search(outside)))
    made = sample(piece.text, brought=request)
    assert made is not None
    if request and last is not None:
        last.body, last.body_example = made.shape, made.example
    elif last is not None and (route or answer):
        notes.answered(last, status, made)
    if noun and not request and is_record(made.shape):
        for part in made.shape.properties:
            notes.model_part(noun, part)
        notes.exact.add(noun)
    return last, noun

"""How many items a batch may have, by its words; what each of them is, is looked at later."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import ANYTHING, Property, Route, Shape, is_record
from beliefs.spec.documents.words import plain
from beliefs.spec.inferring.routes.batches import Batch


def freed(batch: Batch) -> Route:
    """A batch whose items may be anything: they are looked at one by one."""
    body = batch.route.body
    assert body is not None
    low, high = _bounds(batch)
    if batch.listed:
        part = next(each for each in body.properties if each.name == batch.listed)
        free = _list(part.shape, batch, low, high)
        parts = (Property(batch.listed, free, required=True),)
        return replace(batch.route, body=replace(body, properties=parts))
    return replace(batch.route, body=_list(body, batch, low, high))


def _list(shape: Shape, batch: Batch, low: int | None, high: int | None) -> Shape:
    item = Shape(ANYTHING) if is_record(batch.item) else batch.item
    kind = shape.type
    sized = replace(
        kind,
        min_length=kind.min_length if kind.min_length is not None else low,
        max_length=kind.max_length if kind.max_length is not None else high,
    )
    return replace(shape, type=sized, item=item)


_RANGE = re.compile(
    r"(?i)\b(?P<low>\d+|one) ?(?:to|-|–|\.\.) ?(?P<high>\d+)\b(?! ?(?:characters|chars|letters|%))"
    r"(?= (?:\w+ )?(?:of them|items?|entries|\w+s\b|at once)|\)|,| |$)"
)
_MOST = re.compile(
    r"(?i)\b(?:at most|up to|max(?:imum|\.)?(?: of)?|more than|over) (?P<high>\d+)\b"
)
_EMPTY = re.compile(
    r"(?i)\b(?:an |the )?empty (?:list|array|batch|\w+)\b|\bat least one\b|\bno (?:\w+s|items)\b"
)


def _bounds(batch: Batch) -> tuple[int | None, int | None]:
    """How few and how many items words allow."""
    nouns = {plain(batch.listed), "items", "entries", "them", "elements", "records", "atonce"}
    said = batch.route.words
    low = high = None
    for match in _RANGE.finditer(said):
        behind = [plain(each) for each in re.findall(r"\w+", said[match.end() :])[:3]]
        before = [plain(each) for each in re.findall(r"\w+", said[: match.start()])[-4:]]
        if nouns & {*behind, *before} or "once" in before or said[match.start() - 1] == "(":
            low, high = int(match["low"].replace("one", "1")), int(match["high"])
            break
    faults = " ".join(each.words for each in batch.route.faults if each.status in {400, 413, 422})
    for text in (faults, said):
        most = _MOST.search(text)
        behind = (
            [plain(each) for each in re.findall(r"\w+", text[most.end() :])[:2]] if most else []
        )
        if high is None and most is not None and nouns & {*behind}:
            high = int(most["high"])
        if low is None and _EMPTY.search(text):
            low = 1
    return low, high

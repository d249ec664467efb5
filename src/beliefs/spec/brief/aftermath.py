"""What a deed forbids from then on: "closes an idea; after that votes are 409"."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.brief.scene import Scene
from beliefs.spec.brief.verbs import verb_of
from beliefs.spec.understanding.words import participle, plural

_THEN = re.compile(
    r"(?i)^(?:and )?(?:after|from) (?:that|then|this)(?: on)?,? (?:all |any |every |no )?"
    r"(?:further |new |more |other )?(?P<what>[a-z ]+?)(?: on it| for it| there)?"
    r"(?: are| is| gets?| give)?(?: refused| rejected| answered)?(?: with)?$"
)


def learn_aftermath(scenes: list[Scene]) -> None:
    """Move the failures that a deed leads to to the requests that fail then."""
    for scene in scenes:
        row, tail = scene.row, scene.request.tail
        if row is None or scene.kind is not None or not tail:
            continue
        for fault in list(scene.told.faults):
            found = _THEN.match(fault.cause.text.strip(" .,;:¦"))
            meant = _meant(scenes, scene, found["what"]) if found is not None else []
            if not meant:
                continue
            done = participle(verb_of(tail).split("-")[0])
            cause = replace(fault.cause, text=f"the {row.spoken} is {done}")
            scene.told.faults.remove(fault)
            for each in meant:
                moved = fault._replace(cause=cause, otherwise=False, why=cause.text)
                each.told.faults.append(moved)
                each.told.every.append(moved)


def _meant(scenes: list[Scene], deed: Scene, words: str) -> list[Scene]:
    """The requests that words call by what they make or do to the row: "votes", "voting"."""
    found = []
    for each in scenes:
        if each is deed or each.request.method == "GET" or each.row is not deed.row:
            continue
        names = {each.request.tail}
        if each.kind is not None:
            names |= {each.kind.spoken, plural(each.kind.spoken)}
        if words.strip().lower() in names or words.strip().lower() in {"changes", "edits"}:
            found.append(each)
    return found

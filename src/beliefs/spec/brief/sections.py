"""Sections that tell a story and ask for nothing: how it came about, what may come later."""

from __future__ import annotations

from collections.abc import Iterator

from beliefs.spec import patterns as re
from beliefs.spec.brief.layout import Block, blocks
from beliefs.spec.brief.said import sentences

# What is not to be built now, whatever is said of it.
_LATER = re.compile(
    r"(?i)^\W*(?:[\d.]+\s+)?(?:(?:possible |planned )?future(?: (?:work|plans|ideas|features|"
    r"improvements|extensions|versions|directions|considerations))?|(?:out of|not in) scope|"
    r"roadmap|non-goals?|(?:ideas )?for later|next steps|nice to haves?|"
    r"not (?:included|planned|part of this(?: \w+)*)|what (?:it|this) (?:does not do|is not)|"
    r"open questions)\W*$"
)
# What is told to people; a rule in it is one all the same.
_STORY = re.compile(
    r"(?i)^\W*(?:[\d.]+\s+)?(?:(?:project )?(?:background|motivation|context|purpose)|"
    r"why(?: \w+)*|(?:the )?problem|introduction|intro|about(?: (?:this|the) \w+){0,2}|"
    r"deployment(?: notes)?|hosting|licen[cs]e|contributing|acknowledge?ments?|change ?log|"
    r"who (?:uses|is) (?:it|this)|stakeholders|development)\W*$"
)
_RULES = re.compile(
    r"(?i)\b(?:must|shall|required|reject\w*|refuse\w*|unique|at (?:most|least)|\d{3})\b|"
    r"\b(?:GET|POST|PUT|PATCH|DELETE)\b|`"
)


def told(blocks: list[Block]) -> Iterator[tuple[Block, bool]]:
    """Each block with whether it only tells a story.

    >>> [
    ...     x
    ...     for _, x in told(
    ...         blocks("# A\\n\\nSo.\\n\\n## Future work\\n\\nLogin.\\n\\n## Rules\\n\\nNo.")
    ...     )
    ... ]
    [False, False, True, True, False, False]
    """
    depth, later = 0, False
    for each in blocks:
        if each.sort == "heading" and (not depth or each.depth <= depth):
            later = _LATER.match(each.text) is not None
            depth = each.depth if later or (_STORY.match(each.text) and each.depth > 1) else 0
        yield each, bool(depth) and (later or not _RULES.search(each.text))


def stories(text: str) -> set[str]:
    """The sentences of a text that only tell a story, without markup and stop."""
    return {
        re.sub(r"[`*]|^[>\s]+", "", sentence).strip(" .")
        for block, story in told(blocks(text))
        for sentence in (sentences(" ".join(block.text.split())) if story else ())
    }

"""Descriptions that say what a request does right above the fence that shows it.

"Add one. `title` is required:" and then a curl line. Read in the order in which it stands, such a
paragraph would be said of the request before it; so it is put behind the fences that it leads to.
"""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.markdown.blocks import Block
from beliefs.spec.documents.markdown.drafts import ROUTE
from beliefs.spec.documents.markdown.talk import talks

_LEADS = re.compile(r"(?s)(?:\*\*|__)[^*_]+(?:\*\*|__).*|.*:")


def led(found: list[Block]) -> list[Block]:
    """The same blocks, with what leads to a shown request behind it, where a document does so.

    >>> from beliefs.spec.documents.markdown.blocks import blocks
    >>> text = "Add one:\\n```\\nPOST /a\\n\\n{}\\n```\\nSee all:\\n```\\nGET /a\\n\\n200\\n```\\n"
    >>> [each.text[:4] for each in led(blocks(text))]
    ['POST', 'Add ', 'GET ', 'See ']
    """
    shown = [at for at, each in enumerate(found) if _asks(each)]
    before = [found[at - 1] for at in shown if at]
    leads = [each for each in before if each.kind == "text" and _LEADS.fullmatch(each.text)]
    told = any(each.kind != "code" and ROUTE.search(f" {each.text} ") for each in found)
    if told or len(leads) < 2 or 2 * len(leads) < len(shown):
        return found
    made = list(found)
    for at in shown:
        if not at or found[at - 1].kind != "text":
            continue
        end = at + 1
        while end < len(found) and found[end].kind == "code" and not _asks(found[end]):
            end += 1
        lead = found[at - 1]
        made[at - 1 : end] = [*found[at:end], lead._replace(text=_sentence(lead.text), leads=True)]
    return made


def _sentence(text: str) -> str:
    """What leads to a fence as a sentence like any other.

    >>> _sentence("**My list**, newest first:"), _sentence("**Done?**")
    ('My list, newest first.', 'Done?')
    """
    plainly = re.sub(r"(\*\*|__)([^*_]+)\1", r"\2", text).rstrip(": ")
    return plainly if plainly[-1:] in {".", "?", "!"} else f"{plainly}."


def _asks(block: Block) -> bool:
    """Whether a fence shows a request."""
    return block.kind == "code" and any(each.method for each in talks(block.text, block.line))

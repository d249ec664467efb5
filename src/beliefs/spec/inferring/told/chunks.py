"""The chunks of a sentence that are read one by one."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import STATUS, masked, records
from beliefs.spec.inferring.told.failing import statuses

_CUTS = re.compile(r"\s*;\s+|(?:,| and| or|, and|, or)\s+(?=\d{3}\b)|\s+—\s+|(?<=\w)\.\s+|\s+\|\s+")
# What leads to the record of a body, and its bounds behind it.
_TAKES = re.compile(
    r"(?i)(?:^|(?<=[;:.] ))(?:(?:with|takes|given|sends?|needs|posts?|body|the body|json|a body)"
    r"(?: (?:of|the|an?|json|body|as|like))*)?:?\s*§\s*(?:\([^()]*\)\s*)?(?=[a-z])"
)


def chunks_of(sentence: str) -> list[str]:
    """The parts of a sentence that say one thing each, without the records that stand in it."""
    for start, end in reversed(records(sentence)):
        sentence = f"{sentence[:start]}§{sentence[end:]}"
    sentence = _TAKES.sub("", sentence).replace("§", "")
    sentence = re.sub(r"^\W*\{[^{}]*\}\s*(?=->|→|=>)", "", sentence)
    sentence = re.sub(r"\s+//\s+", "; ", sentence)
    sentence = re.sub(r"\((?P<test>[\w .]+ (?:<=|>=|<|>|=) [\w .]+)\)", r"\g<test>", sentence)
    sentence = re.sub(r"\(\s*\w+(?: ?< ?\w+){2,}\s*\)", "", sentence)
    sentence = re.sub(r"(?i)\b(?:which|that) fits?(?= \w+ [<>]=? )", "that", sentence)
    hidden = masked(sentence)
    cuts = [match.span() for match in _CUTS.finditer(hidden)]
    starts = [0, *(end for _, end in cuts)]
    ends = [*(start for start, _ in cuts), len(sentence)]
    parts: list[str] = []
    for start, end in zip(starts, ends, strict=True):
        part = sentence[start:end].strip(" ,;:")
        if parts and re.match(r"(?i)(?:otherwise|else)\b", part):
            parts[-1] += f", {part}"
        else:
            parts.append(part)
    return [each for part in parts for each in _bracketed(part) if re.search(r"\w", each)]


# What stands in brackets and says itself when a request fails: "(409 if it was not called)".
_FAILS = re.compile(
    r"(?i)\s*[45]\d\d,? (?:if|when|unless|for|while|in case|otherwise|else|from)\b|"
    r"\s*(?:if|when|otherwise|else) .*\d{3}"
)


def _bracketed(part: str) -> list[str]:
    """A part, and what stands in brackets in it where that says something of its own."""
    inner = re.findall(r"\(([^()]*)\)", part)
    own = [each for each in inner if _FAILS.match(each)]
    if own and statuses(re.sub(r"\s*\([^()]*\)", "", part)) == []:
        rest = part
        for each in own:
            rest = rest.replace(f"({each})", "")
        return [*_bracketed(rest), *(one for each in own for one in re.split(r"; |, (?=\d)", each))]
    if not inner or any(STATUS.search(each) for each in inner):
        return [part]
    rest = re.sub(r"\s*\([^()]*\)", "", part)
    bounds = (
        r"(?i)at (?:least|most) |\d|from |between |optional|required|default|an? |e\.g|the same"
    )
    return [rest, *(each for each in inner if not re.match(bounds, each))]

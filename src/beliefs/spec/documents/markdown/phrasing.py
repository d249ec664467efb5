"""Clauses about fields that are named without backticks, as descriptions would have them.

"handle 3 to 15 letters, password at least 6 characters" is two facts, and so is "kind is sofa, lamp
or table, both required". A word is taken for a field only where it is one of the route's, begins
its part of the clause, and what follows says how a value may be.
"""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import STATUS
from beliefs.spec.documents.qualifying import qualities

_SAYS = (
    r"(?:is|are|must|may|can|cannot|has|have|should|shall|defaults?|starts?|at (?:least|most)|up "
    r"to|"
    r"exactly|between|"
    r"from \d|\d|one of|optional|required|an? (?:\w+[ -]){0,3}(?:code|number|string|text|date|"
    r"integer|list|letters?|digits?|time|boolean|url|email))\b"
)


_BOUND = re.compile(
    r"(?i)(?:at most|at least|up to|max\.?|maximum|exactly|between|\d+ ?(?:to|-|–) ?\d+)\b|"
    r"(\d+) (characters|chars|letters|digits|bytes|items|entries) (?:at most|max(?:imum)?)\b"
)
_CONDITION = re.compile(
    r"(?i)\s*(?:if|when|whenever|unless|while|as long as|as soon as|once)\b"
    r"(?:[^(),]|\([^()]*\))*(?=,)"
)
_LACKS = r"missing|empty|blank"


def pieces(text: str, names: set[str], brought: set[str]) -> list[str]:
    """The parts of a clause that say something of their own; fields in backticks.

    `names` are those of the route's fields, `brought` those of its body.

    >>> pieces("kind is sofa, lamp or table, both required", {"id", "kind"}, {"owner", "kind"})
    ['`kind` is one of `sofa`, `lamp` or `table`', '`kind` and `owner` are required']
    >>> pieces(
    ...     "makes one (201, body 1 to 9 characters, 404 if nobody is there)", {"body"}, {"body"}
    ... )
    ['makes one', '201', '`body` must be 1 to 9 characters', '404 if nobody is there']
    """
    if not names:
        return [text]
    text = _unwrapped(text, names)
    one = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    cuts = re.finditer(
        rf"(?:^|,\s+(?:and\s+)?|\s+[-–—]\s+|;\s+|\s+and\s+|\bwhere\s+)(?:[Tt]he\s+)?"
        rf"(?=(?:`?(?:{one})`?(?:, and |, | and ))*`?(?:{one})`?\s+{_SAYS})"
        rf"|,\s+(?=(?:both|all)(?: are)? (?:required|optional|mandatory|needed)\b)|\x00"
        rf"|,\s+(?=(?:both|all)(?: (?:are|being|must be))? (?:non-empty|not empty|whole|"
        rf"integers|numbers|"
        rf"strings|texts|dates|positive|at |up |1|between)\b)|:\s+(?=`?(?:{one})`?\s+(?:is|are) )"
        r"|,\s+(?=[45]\d\d (?:if|when|for|without|unless)\b)"
        rf"|(?:^|,\s+)and\s+(?=(?:an? )?(?:{_LACKS})(?: or (?:{_LACKS}))? `?(?:{one})`? {_SAYS})",
        text,
    )
    marks: list[tuple[int, int]] = []
    condition = _CONDITION.match(text)
    for each in cuts:
        if condition and each.start() == condition.end():
            continue  # it holds only then
        before = text[marks[-1][1] if marks else 0 : each.start()].strip()
        if not re.fullmatch(rf"`?(?:{one})`?", before):  # "name and place are required"
            marks.append((each.start(), each.end()))
    starts = [0, *(end for _, end in marks)]
    ends = [*(start for start, _ in marks), len(text)]
    found = [text[a:b].strip(" ,") for a, b in zip(starts, ends, strict=True)]
    return [_named(each, one, brought) for each in found if each]


def _unwrapped(text: str, names: set[str]) -> str:
    """A list in brackets that begins with a status or a field stands by itself."""

    def opened(match: re.Match[str]) -> str:
        parts = re.split(r",\s+", match[2])
        bound = _BOUND.match(parts[0])
        if match[1] in names and bound:  # "the caption (200 characters at most, 400 otherwise)"
            most = f"at most {bound[1]} {bound[2]}" if bound[1] else parts[0]
            told = ", ".join([most, *parts[1:]])
            return f"{match[1]}\x00{match[1]} {told}"
        first = re.match(rf"`?(\w+)`?\s+{_SAYS}", parts[0])
        fact = STATUS.match(parts[0]) or (first is not None and first[1] in names)
        if len(parts) < 2 or not fact:
            return match[0]
        return f"{match[1]}\x00" + "\x00".join(parts)

    return re.sub(r"(\b\w*)\s*\(([^()]*)\)", opened, text)


def _named(text: str, one: str, brought: set[str]) -> str:
    """A fact about a field, with the field in backticks and its choices marked as such."""
    both = re.fullmatch(
        r"(?i)(?:both|all)(?: of (?:them|these)| (?:two|three|four|five))?(?: fields| values)?"
        r"(?: are| being| must be)? (?P<said>.+)",
        text,
    )
    said = qualities(both["said"], 0) if both and brought else None
    if both and said and said.end == len(both["said"]):
        listed = " and ".join(f"`{each}`" for each in sorted(brought))
        needed = re.fullmatch("required|optional", said.jotting)
        return f"{listed} {'are' if needed else 'must be'} {said.jotting}"
    several = re.match(rf"((?:`?(?:{one})`?(?:, and |, | and ))+`?(?:{one})`?)\s+(?={_SAYS})", text)
    if several:
        return re.sub(rf"`?\b({one})\b`?", r"`\1`", several[1]) + text[several.end(1) :]
    told = re.match(rf"`?({one})`?\s+(?={_SAYS})(.*)$", text, re.DOTALL)
    if told is None:
        return text
    name, rest = told[1], told[2]
    chosen = re.fullmatch(
        r"(?:is|must be|can be|may be) (?:either )?(?:one of )?"
        r"((?:[\w-]+, )*[\w-]+,? or [\w-]+)",
        rest,
    )
    if chosen and not re.search(r"\b(?:empty|missing|null|more|less|not|an?|wrong|absent)\b", rest):
        marked = re.sub(
            r"[\w-]+", lambda each: each[0] if each[0] == "or" else f"`{each[0]}`", chosen[1]
        )
        return f"`{name}` is one of {marked}"
    if re.match(r"\d|at |up to|exactly|between|an? |from ", rest):
        rest = f"must be {rest}"
    return f"`{name}` {rest}"

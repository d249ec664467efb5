"""Which words tell a value: those of its schema, and those of sentences that begin with it."""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import records, sentences
from beliefs.spec.documents.contract import Property, Route, Shape
from beliefs.spec.inferring.valuing.scope import cleared
from beliefs.spec.numbers import counted

_LINK = (
    r"(?:\s+(?:in|of) (?:an?|the|each|every|this) \w+(?=,? (?:is|are|means|equals)\b))?"
    r"(?:\s*(?:=|:)\s*|,?\s+(?:is|are|means|equals|being|counts|lists|has|gives|says|shows|holds|"
    r"contains|tells|will be|which is)\s+(?:the (?=value))?|,?\s+(?=(?:the |a )?(?:number|sum|"
    r"total|"
    r"average|mean|count|share|percentage|list|\w+est|same|most \w+)\b)|,?\s+(?=how many|"
    r"whether)|\s*(?=\())"
)
# What may stand before the name of a value that something is said of.
_LEAD = (
    r"(?:^\W*(?:(?:in|of|for|with) (?:the|this|each|every) \w+,? |where |here |there |and |"
    r"answers |"
    r"returns )?|[,;:(]\s*(?:and |where |with )?|\band )(?:the |its )?"
)
_KINDS = re.compile(
    r"(?i)\W*(?:(?:an? )?(?:integer|int|number|string|text|boolean|bool|float|date|object|array|"
    r"list|"
    r"nullable|decimal|or|null|of|strings|integers|read ?only|,|\s)+)?\W*"
)
# The kind of a value before what is told of it: "number or null, mean of its ratings".
_KIND_FIRST = re.compile(
    r"(?i)^(?:(?:an? )?(?:integer|int|number|string|text|boolean|bool|float|date|datetime|decimal|"
    r"nullable|null(?! (?:if|when|without|while|before|until|for|as long)\b)|read[- ]?only|"
    r"computed|calculated|derived|optional|or)\b(?! of\b)[\s|,/:–—-]*)+"
)
_ABOUT_ALL = re.compile(
    r"(?i)^(?:and )?(?P<which>both|all(?: of (?:them|these|those))?|they(?: all)?|the last "
    r"(?P<many>"
    r"two|three|four))(?: of (?:them|these|those))?(?: values)?(?: are| is)? (?P<value>null|0|"
    r"zero) "
    r"(?:if|when|without|while|before|until|as long as)\b.*$"
)
_BARE_NULL = re.compile(
    r"(?i)^(?:is |are |it is )?(?:null|0|zero)\b.*$|"  # or what a median is, for those who forgot
    r"^(?:the )?(?:middle (?:one|value|number)|value in the middle)\b.*\bmiddle\b.*$"
)


class Told(NamedTuple):
    """What is said of each value, and what values are where there is nothing.

    What is said elsewhere may be of something else of the same name.
    """

    phrases: dict[str, list[str]]
    empty: dict[str, str]
    elsewhere: dict[str, list[str]]


def told_of(shape: Shape, route: Route, more: tuple[str, ...] = ()) -> Told:
    """The phrases about every value of a record, by the names of the values."""
    phrases: dict[str, list[str]] = {each.name: _own(each) for each in shape.properties}
    elsewhere: dict[str, list[str]] = {each.name: [] for each in shape.properties}
    empty: dict[str, str] = {}
    said = [route.words, route.good.words if route.good else ""]
    for sentence in [one for text in said for one in sentences(_unshown(text))]:
        _read(sentence, shape, phrases, empty)
    for sentence in [one for text in more for one in sentences(_unshown(text))]:
        _read(sentence, shape, elsewhere, {})
    return Told(_once(phrases), empty, _once(elsewhere))


def _once(phrases: dict[str, list[str]]) -> dict[str, list[str]]:
    return {name: list(dict.fromkeys(each)) for name, each in phrases.items()}


def _unshown(text: str) -> str:
    """A text without the samples in it."""
    for start, end in reversed(records(text)):
        text = f"{text[:start]} {text[end:]}"
    return text


def _own(part: Property) -> list[str]:
    """What a schema says of a value, where it is more than its kind."""
    words = _KIND_FIRST.sub("", cleared(part.words)).strip()
    if words.startswith("(") and words.endswith(")"):
        words = words[1:-1]
    # "the number of guests with that status", of each of several
    words = re.sub(r"(?i)\b(?:with|in|of) that (\w+)\b", rf"with \1 {part.name}", words)
    return [words] if words and not _KINDS.fullmatch(words) else []


def _read(
    sentence: str, shape: Shape, phrases: dict[str, list[str]], empty: dict[str, str]
) -> None:
    """Share a sentence out among the values that it names."""
    names = "|".join(re.escape(each) for each in sorted(shape.names, key=len, reverse=True))
    if not names:
        return
    for clause in re.split(r";\s+", sentence):
        whole = _ABOUT_ALL.match(cleared(clause))
        if whole:
            last = counted(whole["many"] or "", 0)
            for name in shape.names[-last:] if last else shape.names:
                empty[name] = whole["value"].lower().replace("zero", "0")
            continue
        named = rf"[`\"*]*({names})[`\"*]*(?![\w(]*[=}}])({_LINK})"
        together = re.search(
            rf"(?i){_LEAD}((?:[`\"*]*(?:{names})[`\"*]*(?:, | and |, and )){{1,4}})(?={named})",
            clause,
        )
        marks = list(re.finditer(rf"(?i){_LEAD}{named}", clause))
        for at, mark in enumerate(marks):
            end = marks[at + 1].start() if at + 1 < len(marks) else len(clause)
            text = clause[mark.end() : end]
            if text.startswith("("):
                text = _bracketed(text)
            told = re.sub(r"(?i)(?:,|;)?\s*(?:and)?\s*(?:the |its )?$", "", cleared(text))
            name = next(each for each in shape.names if each.lower() == mark[1].lower())
            tail = re.search(
                r"(?i), ?(?:and )?(both|all)(?: of them)? (?:are )?(0|null|zero) \w+.*$", told
            )
            if tail:
                for each in shape.names:
                    empty[each] = tail[2].lower().replace("zero", "0")
                told = told[: tail.start()]
            if told and not _KINDS.fullmatch(told):
                phrases[name].append(told)
                before = together and together.start() <= mark.start() <= together.end()
                for other in (
                    re.findall(rf"(?i){names}", together[1]) if together and before else ()
                ):
                    near = next(each for each in shape.names if each.lower() == other.lower())
                    phrases[near].append(told)


def _bracketed(text: str) -> str:
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return text[1:at]
    return text[1:]


def is_remark(phrase: str) -> bool:
    """Whether words only say when a value is nothing.

    >>> is_remark("null when there is none"), is_remark("the newest one")
    (True, False)
    """
    return bool(_BARE_NULL.match(phrase))

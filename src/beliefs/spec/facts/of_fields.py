"""Readers of facts about fields: what they may be, and whether they must be there."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.facts.bounding import bounds_in
from beliefs.spec.facts.telling import Fact, Reader, one_status, plain
from beliefs.spec.facts.terms import Clause
from beliefs.spec.facts.vocabulary import vocabulary


def _of_one(told: Clause) -> bool:
    """Whether it is about one field and nothing that is asked for, and refuses at most."""
    apart = not (told.query or told.json or told.routes)
    return len(told.fields) == 1 and apart and not set(told.status) - {400, 422}


def _unique(told: Clause) -> Fact | None:
    status = one_status(told, {400, 409, 422}, 409)
    if status is None or len(told.fields) != 1 or not plain(told) or told.of("number"):
        return None
    if re.search(
        r"\b(?:need not|needn't|doesn't have to|not have to|may be|can be|not need)\b", told.text
    ):
        return None
    plainly = re.search(
        r"\bunique|colli|distinct|\bonce\b|equals|in use|doubles|at most one|"
        r"duplicat|\btwice\b|\bsame\b|\balready\b|\bshare|\btaken\b|\breus|"
        r"\brepeat|\bsecond\b|\bidentical",
        told.text,
    )
    if not plainly or (not told.status and re.search(r"\bnot (?:be )?unique", told.text)):
        return None
    return Fact("unique", fields=tuple(told.fields), status=status)


def _form(told: Clause) -> Fact | None:
    """How many digits or letters a text has, and nothing besides."""
    if not _of_one(told):
        return None
    numbers = set(told.of("number"))
    digits = re.search(r"\b(\d+)-digit\b", told.text)
    numbers |= {digits[1]} if digits else set()
    if (
        told.texts
        and len(told.texts) == 1
        and re.fullmatch(r"\^\[0-9\]\{\d+\}\$|\^\\d\{\d+\}\$", told.texts[0])
    ):
        numbers = set(re.findall(r"\{(\d+)\}", told.texts[0]))
    elif told.texts or "digit" not in told.text:
        return None
    if len(numbers) != 1 or re.search(r"at (?:least|most)|up to|between", told.text):
        return None
    return Fact("form", fields=tuple(told.fields), numbers=(int(numbers.pop()),))


def _default(told: Clause) -> Fact | None:
    if not _of_one(told) or told.status:
        return None
    signed = re.search(
        r"default|without|omit|absen|missing|unless|skip|forgot|forget|left out|leave|"
        r"\bno [a-z_]+ (?:->|→|:|,|is|means|in|given|at|set|was)|^no [a-z_]+\?|"
        r"(?:not|isn't|don't|doesn't|nobody)\b[\w ]{0,16}\b(?:given|sent|say|set|specif|provid|"
        r"state|present|mention|enter|contain)|"
        r"falls? back",
        told.text,
    )
    if told.of("number") and bounds_in(told.text) is not None:
        return None
    named = (
        _values(told, "default")
        if re.search(r"default|omit|without|unless|absent|missing", told.text)
        else []
    )
    values = told.texts or told.of("number") or named
    if not signed or len(values) != 1:
        return None
    return Fact("default", fields=tuple(told.fields), texts=tuple(values))


def _values(told: Clause, kind: str) -> list[str]:
    """Words that such facts are not told with: what is meant by name."""
    _, words = vocabulary()[kind]
    found = [
        each.text for each in told.terms if each.sort == "word" and not words.fullmatch(each.text)
    ]
    return (
        [] if set(found) & _NO_VALUES else [_spelled(each, told) for each in dict.fromkeys(found)]
    )


def _spelled(word: str, told: Clause) -> str:
    """A word as it stands in the sentence."""
    found = re.search(rf"\b{re.escape(word)}\b", told.said, re.IGNORECASE)
    return found[0] if found else word


# Words about fields that are never what a field holds.
_NO_VALUES = frozenset(
    """required mandatory optional rest unique default empty blank sorted necessary omitted missing
    skip knowing stating unless except characters digits letters long other others number string
    text integer valid accepted fine okay ends included inclusive from to filter list""".split()  # noqa: SIM905
)


def _choices(told: Clause) -> Fact | None:
    if not _of_one(told) or re.search(r"default|sort|order|filter|unique", told.text):
        return None
    values = [*told.texts, *(e for e in _values(told, "choices") if e not in told.texts)]
    if len(values) < 2 or not _enumerated(told, values):
        return None
    if not told.texts and not _CHOSEN.search(told.text):
        return None
    if set(told.of("number")) - {str(len(values))}:
        return None
    return Fact("choices", fields=tuple(told.fields), texts=tuple(values))


# What only a choice is told with, where its values are plain words.
_CHOSEN = re.compile(
    r"\bone of\b|\beither\b|\bonly\b|\bvalues?\b|\bchoose|\bpick|\benum|limited|allowed|possible|"
    r"permitted|\bchoice|"
    r"\boptions?\b|following|other than|nothing else|between|support|\||\b[3-9]\b|accept|known|"
    r"exist|restrict|\bmust be\b|\bvalid\b"
)


def _enumerated(told: Clause, values: list[str]) -> bool:
    """Whether values stand in one row, with nothing but commas and such between them."""
    named = {each.lower() for each in values}
    places = [at for at, each in enumerate(told.terms) if each.text in named or each.sort == "text"]
    between = told.terms[places[0] : places[-1] + 1] if places else []
    joins = {",", "|", "and", "or", "/"}
    return bool(places) and all(
        each.text in joins or each.text in named or each.sort == "text" for each in between
    )


_DEMANDS = re.compile(r"\b(?:must|should|shall|has to|have to|needs?|else|otherwise|unless|only)\b")


def _refusing(told: Clause) -> str:
    """What it says, with a word for the status: "empty title → 400" is what is refused."""
    refused = told.status and not _DEMANDS.search(told.text)
    return f"{told.text} is refused" if refused else told.text


def _length(told: Clause) -> Fact | None:
    if not _of_one(told):
        return None
    if any(told.texts):
        return None
    found = bounds_in(_refusing(told), length=True)
    if found is None:
        return None
    return Fact("length", fields=tuple(told.fields), bounds=found)


def _bounds(told: Clause) -> Fact | None:
    if not _of_one(told) or told.texts:
        return None
    found = bounds_in(_refusing(told))
    return Fact("bounds", fields=tuple(told.fields), bounds=found) if found else None


_NEEDED = re.compile(
    r"required?|mandatory|compulsory|obligatory|\bneeds?\b|\bmust\b|has to|have to|necessary|only|"
    r"can't skip|nothing but|insist|demand|sole|optional|omit|left out|missing|without|except"
)


_NOT_NEEDED = re.compile(
    r"optional|omit|left out|leave out|missing|without|not (?:be )?(?:necessary|mandatory|"
    r"required|needed|compulsory)|"
    r"(?:don't|doesn't|do not|does not|needn't|not) (?:have to|need)|skip|\bno\b|isn't "
    r"(?:required|mandatory|needed|necessary)|"
    r"not insist|voluntary|lack|up to the|leaving|don't know|absent"
)


_REST = re.compile(
    r"\b(?:rest|others?|everything else|anything else|whatever else|all remaining|remaining|"
    r"except|besides|"
    r"nothing but|apart from|just its|only|sole|nothing more|nothing beyond|but the|nothing "
    r"other)\b"
)


def _required(told: Clause) -> Fact | None:
    if told.query or told.json or told.routes or told.of("number") or told.texts:
        return None
    if set(told.status) - {400, 422} or not told.fields:
        return None
    both = re.fullmatch(r"required:? (.*?)[.;,]? (?:and )?optional:? (.*)", told.text)
    if both is not None:
        needed = tuple(e for e in told.fields if re.search(rf"\b{re.escape(e)}\b", both[1]))
        spare = tuple(e for e in told.fields if e not in needed)
        return Fact("required", fields=needed, texts=("optional", *spare))
    parted = _parted(told)
    if parted is not None:
        return parted
    if len(told.fields) != 1 or not _REST.search(told.text) or not _NEEDED.search(told.text + " "):
        return None
    return Fact("required", fields=tuple(told.fields), texts=("rest",))


_MAY_MISS = re.compile(r"optional|(?:are|is) not\b|up to|omitted|left out|voluntary")


_MUST = re.compile(r"required|mandatory|compulsory|obligatory|must|needs?\b|has to")


def _parted(told: Clause) -> Fact | None:
    """Two clauses: fields that must be there, and others that may be left out."""
    halves = re.split(
        r"[;,]? (?:and|but|while) (?=[a-z_]+ (?:is|are)\b)|; |, (?=[a-z_]+, )",
        told.text,
        maxsplit=1,
    )
    if len(halves) != 2 or len(told.fields) < 2:
        return None
    of = [[e for e in told.fields if re.search(rf"\b{re.escape(e)}\b", half)] for half in halves]
    spare = [at for at in (0, 1) if _MAY_MISS.search(halves[at]) and not _MUST.search(halves[at])]
    needed = [at for at in (0, 1) if _MUST.search(halves[at]) and at not in spare]
    if len(spare) != 1 or len(needed) != 1 or set(of[0]) & set(of[1]) or not all(of):
        return None
    return Fact("required", fields=tuple(of[needed[0]]), texts=("optional", *of[spare[0]]))


def _optional(told: Clause) -> Fact | None:
    if told.query or told.json or told.routes or told.of("number") or told.texts or told.status:
        return None
    if len(told.fields) != 1 or not _NOT_NEEDED.search(told.text) or _REST.search(told.text):
        return None
    if re.search(
        r"\bnot (?:be )?optional|must not be (?:missing|omitted|left)|(?:can't|cannot|"
        r"never|may not) be|"
        r"without\b[\w ]*\b(?:reject|refus|invalid|not)",
        told.text,
    ):
        return None
    return Fact("optional", fields=tuple(told.fields))


READERS: dict[str, Reader] = {
    "unique": _unique,
    "form": _form,
    "default": _default,
    "choices": _choices,
    "length": _length,
    "bounds": _bounds,
    "required": _required,
    "optional": _optional,
}

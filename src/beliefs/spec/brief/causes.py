"""What kind of failure words tell of: what does not fit, what is not there, what is taken."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.vocabulary import JOINING
from beliefs.spec.understanding.words import plural

_WRONG = frozenset(
    """
    bad wrong wrongly invalid malformed nonsense nonsensical garbage rubbish junk incorrect faulty
    broken illegal improper unacceptable violates violate violating violation violations breaks
    break breaking against unfitting unfit validation fit fits match matches follow follows
    conform conforms comply satisfy satisfies valid else other others missing absent incomplete
    empty blank unparsable unparseable unreadable ill-formed mistake mistakes outside out
    incorrectly     inadmissible unsuitable mistyped lacking lacks lack fails failing
    """.split()  # noqa: SIM905
)
_NOUNS = frozenset(
    """
    input inputs bodies data payload payloads values parameters types bound bounds range ranges
    limits rule schema schemas schem comments comment document description form format shape spec
    specification constraints constraint anything something everything whatever else other others
    elsewhere said stated thing things number numbers length of to user out outside either
    mandatory required type typed kind kinds contents content part parts property properties
    mentioned listed described allowed expected limit sth smth stuff
    error errors failure failures
    """.split()  # noqa: SIM905
)
_NOT = re.compile(r"(?i)n[o']t\b|\bnever\b")
_NEEDS_NOT = frozenset(
    "fit fits match matches follow follows conform conforms comply satisfy satisfies valid".split()  # noqa: SIM905
)
_ALONE = frozenset("else other others out against".split())  # noqa: SIM905


def words_of(text: str) -> list[str]:
    """The words of a text in small letters."""
    return re.findall(r"[a-z][\w'-]*", re.sub(r"[⟦⟪⟨]\d+[⟧⟫⟩]", " sketch ", text).lower())


# "(rating 0, 6, "good", ...)": some that are bad.
_SUCH_AS = re.compile(
    r"(?i)\((?![^()]*\b(?:only|except|unless|not|but)\b)[^()]*"
    r"(?:\.\.\.|\be\.g\.|\betc\b|\blike\b|\bsuch as\b|⟪\d+⟫|\d)[^()]*(?:\)|$)"
)


def unfitting(text: str, kinds: list[Kind]) -> bool:
    """Whether a text says no more than that what is brought does not fit, whatever it is.

    >>> [unfitting(x, []) for x in ("Nonsense input", "anything else", "does not fit the schema")]
    [True, True, True]
    >>> [unfitting(x, []) for x in ("a wrong password", "the poll is closed", "else")]
    [False, False, False]
    """
    told = words_of(_SUCH_AS.sub(" ", text))
    names = {word for kind in kinds for word in (*kind.spoken.split(), *kind.plural.split("_"))}
    if not all(
        each in _WRONG or each in _NOUNS or each in JOINING or each in names for each in told
    ):
        return False
    wrong = [each for each in told if each in _WRONG]
    if not _NOT.search(text):
        wrong = [each for each in wrong if each not in _NEEDS_NOT]
    nouns = [each for each in told if (each in _NOUNS or each in names) and each not in wrong]
    general = {
        "anything",
        "something",
        "everything",
        "whatever",
        "values",
        "value",
        "body",
        "fields",
    }
    nouns += [each for each in told if each in general | {"request", "requests", "field", "json"}]
    if not wrong:
        return False
    return bool(nouns) if set(wrong) <= _ALONE else bool(nouns) or len(wrong) > 1 or len(told) == 1


_ABSENT = re.compile(
    r"(?i)\b(?:unknown|no such|non-?existent|no(?: \w+)? with (?:that|this|such an?)|"
    r"(?:is|are|was|were|does|do|did|has|have)(?: not|n't)(?: be| been)? (?:found|exist|there|"
    r"here|known|existed)|not "
    r"(?:found|there|known|existing)|that (?:is|are) gone|"
    r"(?:that )?nobody (?:knows|has)|no one knows|never (?:existed|was|were|issued|there)|missing|"
    r"(?:there )?(?:is|are)? ?no(?:ne)?\b(?! more)|doesnt exist|strangers?|wrong|invalid|absent|"
    r"not)\b"
)
_OF_KEYS = frozenset(
    """
    id ids key keys number numbers row rows thing things such one ones resource resources record
    records identifier identifiers code codes entry entries everything anything something somewhere
    path url with them exist exists anywhere
    """.split()  # noqa: SIM905
)


def named_rows(
    text: str, kinds: list[Kind], also: frozenset[str] = frozenset()
) -> list[Kind] | None:
    """The rows that a text says are not there, none where it names none; None if it says more.

    >>> named_rows("an unknown id", [], frozenset())
    []
    """
    found = _ABSENT.search(text)
    if found is None:
        return None
    rest = words_of(_ABSENT.sub(" ", text))
    about = [kind for kind in kinds if _called(kind) & set(rest)]
    spoken = {name for kind in kinds for name in _called(kind)} | _OF_KEYS | also
    bare = found[0].lower() in {"wrong", "invalid", "missing", "absent", "not"}
    keyed = {"id", "ids", "key", "code", "codes", "number", "numbers"} & set(rest)
    if bare and not keyed:
        return None
    return about if all(each in spoken or each in JOINING for each in rest) else None


def _called(kind: Kind) -> set[str]:
    """The words that rows of a kind are called by."""
    names = {
        *kind.spoken.split(),
        *kind.plural.split("_"),
        kind.param.lower(),
        kind.key.name.lower(),
    }
    return names | {plural(each) for each in kind.spoken.split()} | {f"{kind.param.lower()}s"}


CASE = re.compile(
    r"(?i),?\s*\(?(?:in )?(?:where |whatever (?:the|its|their) |no matter (?:the |how )|however "
    r"(?:it|they) (?:is|are) )?"
    r"(?:(?:upper|lower|big|small)(?:/| and | or )?-?(?:lower|upper|small|big)? ?-?(?:case|letters)"
    r"(?: (?:is|are|do|does))?(?: ?(?:makes? no difference|n[o']t matter|does(?:n't| not) matter|"
    r"do(?:n't| not) "
    r"matter|all the same|ignored|the same))?|"
    r"(?:letter )?case[- ]insensitive(?:ly)?|ignoring (?:upper and lower |letter )?case|"
    r"(?:letter )?case (?:ignored|aside|does(?:n't| not) matter)|regardless of (?:letter )?case|"
    r"(?:capitals|capitali[sz]ation|letter case|case)(?: (?:make|makes) no difference| (?:don't|"
    r"do not|doesn't|does not) matter|"
    r"(?: is| are)? ignored| aside)?|whatever (?:its|the|their) (?:case|capitals|"
    r"capitali[sz]ation)|"
    r"in whatever case|in any case)\)?(?=[\s,.;:)]|$)"
)

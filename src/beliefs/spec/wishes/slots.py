"""What the names in angle brackets of a phrase read, where no request is named."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.features.resources import snake
from beliefs.spec.types import Field, Type
from beliefs.spec.understanding import lexicon
from beliefs.spec.understanding.asked import Asked, chosen
from beliefs.spec.understanding.classes import Noun, readers
from beliefs.spec.understanding.fields import read_fields
from beliefs.spec.understanding.patterns import Reader, Tokens
from beliefs.spec.understanding.stopwords import GRAMMAR, NOT_FIELDS
from beliefs.spec.understanding.tokens import Token
from beliefs.spec.understanding.words import (
    is_noun,
    is_plural,
    is_verb,
    participle,
    singular,
)
from beliefs.spec.wishes import relations
from beliefs.spec.wishes.headings import heading

# What may stand before a noun and says nothing of what it is.
LEADS = frozenset(
    """a an the my our their its his her your each every all any some several multiple many more new
    single one own existing given another individual particular current that this these those his
    other others different various""".split()  # noqa: SIM905
)
# Words that hold sentences together elsewhere, and name what is kept here.
_KEPT = frozenset(
    """user users client clients project projects request requests people person feature features
    answer answers stock count counts list lists updates runs building buildings
    listing listings""".split()  # noqa: SIM905
)
_STOPS = (GRAMMAR | NOT_FIELDS) - _KEPT | frozenset(
    """total totals average sum min max minimum maximum number top best rank daily weekly monthly
    yearly hour hours minute minutes second seconds day days week weeks month months year years time
    times date dates way order overdue late due zero half""".split()  # noqa: SIM905
)
# Nouns that say little without the one before them: "menu items", "time entries".
_VAGUE = frozenset(
    """item entry record request report log update type plan list line detail unit set point check
    key number name code flag""".split()  # noqa: SIM905
)
_NAME = re.compile(r"[A-Za-z][A-Za-z-]*", re.ASCII)
_LONGEST = 3


def slots() -> Mapping[str, Reader]:
    """Every class of tokens; those of other goals too, where they mean the same."""
    return {
        **readers(frozenset(), unrouted=True),
        "heading": heading,
        "fields": fields,
        "loose": read_fields,
        "thing": thing,
        "rows": rows,
        "listed": listed,
        "deed": deed,
        "done": done,
        "adjective": adjective,
        "what": what,
        "names": names,
        "monthly": _monthly,
        "off": _off,
        "asking": _asking,
    }


_ASKED = frozenset(
    """show see view display get give return tell list calculate compute report track know
    want""".split()  # noqa: SIM905
)


def _asking(tokens: Tokens, at: int) -> Iterator[tuple[int, str]]:
    """That something is asked for; "lists" are rows."""
    if at < len(tokens) and tokens[at].low in _ASKED:
        yield at + 1, tokens[at].low


def _off(tokens: Tokens, at: int) -> Iterator[tuple[int, str]]:
    """What is ticked off is done."""
    if at < len(tokens) and tokens[at].low == "off":
        yield at + 1, "done"


def _monthly(tokens: Tokens, at: int) -> Iterator[tuple[int, Token]]:
    """A month, or a year."""
    if at < len(tokens) and tokens[at].forms & {"month"}:
        yield at + 1, tokens[at]


def thing(tokens: Tokens, at: int) -> Iterator[tuple[int, Noun]]:
    """A kind of row: "books", "a menu item", "each workout"."""
    first = at
    while at < len(tokens) and tokens[at].low in LEADS:
        at += 1
    if at > first and at < len(tokens) and tokens[at].low == "post":
        yield at + 1, Noun("post", known=True, several=False)
    for size in range(_LONGEST, 0, -1):
        part = tokens[at : at + size]
        if len(part) < size or not all(map(_names, part)):
            continue
        words = [_bare(each) for each in part]
        if any(is_plural(each) for each in words[:-1]) or (size > 1 and words[0] in _DEEDS):
            continue  # "archive notes" is a deed
        name = called(words)
        left = tuple(each for each in words[:-1] if each not in name.split("_"))
        yield at + size, Noun(name, relations.knows(name), is_plural(words[-1]), left)


def rows(tokens: Tokens, at: int) -> Iterator[tuple[int, Noun]]:
    """Several of a kind of rows."""
    yield from ((end, noun) for end, noun in thing(tokens, at) if noun.several)


def _bare(token: Token) -> str:
    return snake(re.sub(r"['’]s?$", "", token.low))


def _names(token: Token) -> bool:
    low = re.sub(r"['’]s?$", "", token.low)
    return (
        token.sort == "word"
        and _NAME.fullmatch(low) is not None
        and low not in _STOPS
        and (is_noun(low) or relations.knows(singular(low)))
    )


def called(words: list[str]) -> str:
    """What rows are called by these words: "support tickets" are tickets, "menu items" are not."""
    last = singular(words[-1])
    whole = "_".join([*words[:-1], last])
    known = len(words) > 1 and relations.knows(last) and not relations.knows(whole)
    return last if known and last not in _VAGUE else whole


_ENDS = frozenset(
    """, . and or plus ) ; : where that which who when if once for per in on at as so but also - –
    then while with including going from → to""".split()  # noqa: SIM905
)


def fields(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[Asked, ...]]]:
    """Fields side by side, up to where something else may begin."""
    for end, found in read_fields(tokens, at):
        clean = all(_is_field(each.field.name) for each in found)
        if clean and (end == len(tokens) or tokens[end].low in _ENDS):
            yield end, found
        for last, values in (*_barred(tokens, end), *_either(tokens, end, found[-1])):
            told = chosen(found[-1].field, values)
            if set(values) == {"yes", "no"}:
                told = Field(told.name, Type("boolean"), required=False, default="false")
            if clean and (last == len(tokens) or tokens[last].low in _ENDS):
                yield last, (*found[:-1], replace(found[-1], field=told, known=True, typed=True))
        if clean and [each.low for each in tokens[end : end + 2]] == ["or", "not"]:
            told = Field(found[-1].field.name, Type("boolean"), required=False, default="false")
            yes = (*found[:-1], replace(found[-1], field=told, known=True, typed=True))
            yield end + 2, yes
            if end + 2 < len(tokens) and tokens[end + 2].text == ",":
                for last, more in fields(tokens, end + 3):
                    yield last, (*yes, *more)


def _barred(tokens: Tokens, at: int) -> list[tuple[int, tuple[str, ...]]]:
    """Choices with bars between them, behind the name of a field: "severity minor/major"."""
    values: list[str] = []
    while at < len(tokens) and tokens[at].sort == "word":
        values.append(tokens[at].low)
        at += 1
        if at >= len(tokens) or tokens[at].text not in {"/", "|"}:
            break
        at += 1
    return [(at, tuple(values))] if len(values) > 1 else []


_CHOSEN = frozenset(
    """status state stage type kind priority category level role severity mood condition difficulty
    size season outcome result class grade""".split()  # noqa: SIM905
)


def _either(tokens: Tokens, at: int, asked: Asked) -> list[tuple[int, tuple[str, ...]]]:
    """Choices side by side, the last behind "or": "status available, reserved or adopted"."""
    if asked.field.name.rsplit("_", 1)[-1] not in _CHOSEN:
        return []
    at += at < len(tokens) and tokens[at].low in {"of", "is", "being", "as"}
    values: list[str] = []
    while at < len(tokens):
        size = 2 if tokens[at].low in {"in", "on", "not"} else 1
        part = tokens[at : at + size]
        if len(part) < size or any(each.sort != "word" for each in part):
            return []
        values.append("_".join(each.low for each in part))
        at += size
        if at < len(tokens) and tokens[at].low == "or":
            last = tokens[at + 1 : at + 2]
            ended = bool(last) and last[0].sort == "word"
            return [(at + 2, (*values, last[0].low))] if ended else []
        if at >= len(tokens) or tokens[at].text != ",":
            return []
        at += 1
    return []


def _is_field(name: str) -> bool:
    """Whether a name is one of a value, and no clause: "we_append_status" is none."""
    words = name.split("_")
    if words[0] in {"except", "only", "no", "not"}:
        return False
    plain = len(words) == 1 and not name.endswith("ed") and not lexicon.knows_field(name)
    if plain and is_verb(name) and not is_noun(name):
        return False
    return not any(each in _STOPS_IN for each in words[:-1]) and not name.startswith("can_")


_STOPS_IN = frozenset(
    """except unless without not no only never until if when but we i you they he she users people
    append show get give see find automatic including list calculate compute be is
    are""".split()  # noqa: SIM905
)


_BEFORE = frozenset({",", ":", "and", "&", "plus", "with", "for", "of", "their", "-", "–", "("})
_AFTER = frozenset({",", "and", "&", "plus", ")", ":", "with", "where", "that", "-", "–", "which"})


def listed(tokens: Tokens, at: int) -> Iterator[tuple[int, Noun]]:
    """A kind of row that stands by itself, one of several: "books, members and loans"."""
    before = at - 1
    while before >= 0 and tokens[before].low in LEADS:
        before -= 1
    if before >= 0 and tokens[before].low not in _BEFORE:
        return
    for end, noun in thing(tokens, at):
        if noun.several and (end == len(tokens) or tokens[end].low in _AFTER):
            yield end, noun


# What is done to a row and leaves it in another state.
_DEEDS = frozenset(
    """close reopen archive unarchive publish unpublish cancel complete finish approve reject accept
    decline confirm pin unpin lock unlock activate deactivate enable disable pay ship deliver
    resolve pause resume star unstar favorite favourite block unblock mute unmute verify dismiss
    acknowledge retire void refund suspend settle flag feature hide toggle redeem adopt sell
    graduate discontinue escalate""".split()  # noqa: SIM905
)


def deed(tokens: Tokens, at: int) -> Iterator[tuple[int, str]]:
    """Something that is done to a row, as a verb: "close", "archive", "approve"."""
    if at < len(tokens) and tokens[at].sort == "word" and not tokens[at].low.endswith("ed"):
        yield from ((at + 1, each) for each in sorted(tokens[at].forms & _DEEDS)[:1])


def done(tokens: Tokens, at: int) -> Iterator[tuple[int, str]]:
    """The same as something that happens to it: "can be closed"; as the verb."""
    if at < len(tokens) and tokens[at].sort == "word":
        for verb in sorted(tokens[at].forms & _DEEDS):
            if participle(verb) == tokens[at].low:
                yield at + 1, verb
                return


# States that are words of grammar elsewhere.
_STATES = frozenset(
    """done full complete read new available used built given made written needed""".split()  # noqa: SIM905
)


def adjective(tokens: Tokens, at: int) -> Iterator[tuple[int, str]]:
    """What a row is called while something holds: "done", "watched", "in progress"."""
    if at >= len(tokens) or tokens[at].sort != "word":
        return
    low = tokens[at].low
    kind = is_plural(low) and relations.knows(singular(low))
    if not kind and (low in _STATES or low not in _STOPS):
        yield at + 1, snake(low)


def what(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """What is counted, summed or shown, as one or two words: "hours", "personal best"."""
    while at < len(tokens) and tokens[at].low in LEADS:
        at += 1
    for size in (3, 2, 1):
        part = tokens[at : at + size]
        if len(part) == size and all(
            each.sort == "word" and each.low not in GRAMMAR - _KEPT for each in part
        ):
            yield at + size, tuple(snake(each.low) for each in part)


def names(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Names side by side, of one or two words each: "status, assignee and due date"."""
    yield from _more(tokens, at, ())


def _more(
    tokens: Tokens, at: int, before: tuple[str, ...]
) -> Iterator[tuple[int, tuple[str, ...]]]:
    while at < len(tokens) and (tokens[at].low in LEADS or tokens[at].low == "by"):
        at += 1
    for size in (2, 1):
        part = tokens[at : at + size]
        if len(part) < size or not all(_named(each) for each in part):
            continue
        found = (*before, "_".join(_bare(each) for each in part))
        end = at + size
        yield end, found
        after = end
        if at and tokens[at - 1].low in {"and", "or"} and before:
            continue  # that was the last one
        if after < len(tokens) and tokens[after].text in {",", "/", "&"}:
            after += 1
        if after < len(tokens) and tokens[after].low in {"and", "or", "and/or"}:
            after += 1
        if after > end:
            yield from _more(tokens, after, found)


_NO_NAMES = frozenset("whether if range search filter sort list show get see".split())  # noqa: SIM905


def _named(token: Token) -> bool:
    return token.sort == "word" and token.low not in GRAMMAR - _KEPT and token.low not in _NO_NAMES

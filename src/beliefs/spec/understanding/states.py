"""States of rows as sentences name them, and what moves rows from one to another."""

from __future__ import annotations

from collections.abc import Iterator

from beliefs.spec import patterns as re
from beliefs.spec.understanding.patterns import FILLERS, Tokens
from beliefs.spec.understanding.stopwords import GRAMMAR
from beliefs.spec.understanding.tokens import Token
from beliefs.spec.understanding.values import read_values
from beliefs.spec.understanding.words import is_verb, participle

BETWEEN = frozenset({"and", "or", ",", "/", "|", "&"})
# What is done to rows: no state is called so.
_DONE = frozenset(
    """create list read view show update edit change modify delete remove see add search filter sort
    move download upload share find fetch retrieve get replace tag export import""".split()  # noqa: SIM905
)


def read_state(tokens: Tokens, at: int) -> Iterator[tuple[int, str]]:
    """What a row is called while it is in a state: a word, or one in quotes."""
    if at < len(tokens):
        quoted = tokens[at].sort == "string" and re.fullmatch(r"[\w-]+", tokens[at].text)
        if quoted or (tokens[at].sort == "word" and tokens[at].low not in GRAMMAR):
            yield at + 1, tokens[at].low


def read_quoted(tokens: Tokens, at: int) -> Iterator[tuple[int, str]]:
    """A state in quotes."""
    if at < len(tokens) and tokens[at].sort == "string":
        yield from read_state(tokens, at)


def read_done(tokens: Tokens, at: int) -> Iterator[tuple[int, str]]:
    """A state in quotes, or one that a verb leads to: "assigned"."""
    for end, state in read_state(tokens, at):
        verbs = [each for each in tokens[at].forms if each != state and is_verb(each)]
        if tokens[at].sort == "string" or any(participle(each) == state for each in verbs):
            yield end, state


# States that no verb leads to.
_SITUATIONS = frozenset(
    """pending open active inactive new draft public private live unread overdue outstanding
    current waiting""".split()  # noqa: SIM905
)


def read_situation(tokens: Tokens, at: int) -> Iterator[tuple[int, str]]:
    """A state that rows are told apart by: "approved entries", "open loans"."""
    while at < len(tokens) and tokens[at].low in FILLERS:
        at += 1
    if at < len(tokens) and tokens[at].sort == "word" and tokens[at].low in _SITUATIONS:
        yield at + 1, tokens[at].low
    else:
        yield from read_done(tokens, at)


def read_states(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Choices, none of which is something that is done to rows."""
    for end, values in read_values(tokens, at):
        if all(each.forms.isdisjoint(_DONE) for each in tokens[at:end]):
            yield end, values


def read_either(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """States of which a row has one: an "or" or a bar stands between them."""
    for end, values in read_states(tokens, at):
        if any(each.low in {"or", "/", "|"} for each in tokens[at:end]):
            yield end, values


_ACTS = frozenset(
    """approve reject accept decline confirm publish archive activate deactivate suspend resolve
    complete finish ship deliver cancel close reopen""".split()  # noqa: SIM905
)


def _verb(token: Token) -> str:
    """The verb of a word that says what a request does: "approve", "approves"."""
    low = token.low
    forms = (low, low.removesuffix("s"), low.removesuffix("es"))
    return next((each for each in forms if each in _ACTS), "")


def read_act(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Verbs that move rows, with bars or commas between them: "approve/reject"."""
    found: list[str] = []
    while at < len(tokens) and (verb := _verb(tokens[at])):
        found.append(verb)
        at += 1
        yield at, tuple(found)
        after = at
        while after < len(tokens) and tokens[after].low in BETWEEN | {"+"}:
            after += 1
        if after == at:
            return
        at = after


def read_chain(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """States with arrows between them: "draft → review → published", also as "->" and "=>"."""
    found: list[str] = []
    while at < len(tokens) and tokens[at].sort in {"word", "string"}:
        found.append(tokens[at].low)
        at += 1
        if len(found) > 1:
            yield at, tuple(found)
        arrow = "".join(each.text for each in tokens[at : at + 2])
        step = 1 if arrow[:1] in {"→", "⇒", "➜", "➔"} else 2 if arrow in {"->", "=>", "–>"} else 0
        if not step:
            return
        at += step


_ONWARD = frozenset({"to", "into", "then", "and", "finally", "eventually", "or"})
_NO_STATES = frozenset("a an the one another other others each any some it that this its".split())  # noqa: SIM905


def read_steps(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """States in words, one after the other: "open to in_progress and then to closed"."""
    found: list[str] = []
    while at < len(tokens) and tokens[at].sort in {"word", "string"}:
        named = tokens[at].sort == "word" and tokens[at].text[:1].isupper()  # "to Rome"
        if named or tokens[at].low in _NO_STATES | _ONWARD:
            return
        two = tokens[at].low == "in" and at + 1 < len(tokens) and tokens[at + 1].sort == "word"
        found.append(f"in_{tokens[at + 1].low}" if two else tokens[at].low)
        at += 1 + two
        if len(found) > 1:
            yield at, tuple(found)
        after = at
        while after < len(tokens) and (tokens[after].low in _ONWARD or tokens[after].text == ","):
            after += 1
        if not {"to", "into", "then"} & {each.low for each in tokens[at:after]}:
            return
        at = after


def read_long_steps(tokens: Tokens, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Three states or more: "moves from one account to another" has none."""
    for end, found in read_steps(tokens, at):
        if len(found) > 2:
            yield end, found

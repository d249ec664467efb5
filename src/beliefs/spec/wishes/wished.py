"""From the text of a goal to a Spec, by what it wishes for."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib import resources

from beliefs.spec import patterns as re
from beliefs.spec.service import Unknown
from beliefs.spec.understanding.classes import Noun
from beliefs.spec.understanding.draft import Cue, Draft
from beliefs.spec.understanding.families import collections, identity, settings, small
from beliefs.spec.understanding.goal import Understood, Use, specified, traced
from beliefs.spec.understanding.patterns import Match, Tokens
from beliefs.spec.understanding.plans import Plan, World
from beliefs.spec.understanding.reading import Choose, Grammar, grammar, house, readings
from beliefs.spec.understanding.tokens import sentences, tokens
from beliefs.spec.understanding.turning import DENYING, turned, without_repeats
from beliefs.spec.understanding.words import singular
from beliefs.spec.wishes import (
    amounts,
    counting,
    deeds,
    extras,
    figures,
    following,
    hearing,
    holding,
    keeping,
    lasting,
    linking,
    lists,
    moving,
    noting,
    places,
    ratings,
    relations,
    rules,
    scores,
    states,
    streaks,
    timers,
    totals,
)
from beliefs.spec.wishes.slots import slots
from beliefs.spec.wishes.spelling import spelled

# What goals say alike, whether they name requests or not.
_SHARED = frozenset(
    """framework storage storage_json no_storage python port kept delivered aside cors secret title
    auth login register logout cookie jwt bearer password owner owner_private admin admin_only
    no_auth rate per_client""".split()  # noqa: SIM905
)
_SHAPES = (
    *(scores.shape, states.shape, linking.shape, amounts.shape, deeds.shape, counting.shape),
    *(extras.shape, rules.shape, ratings.shape, holding.shape, places.shape, streaks.shape),
    *(moving.shape, noting.shape, timers.shape, totals.shape, lists.shape, lasting.shape),
    *(identity.shape, extras.share, extras.drafts, figures.shape),
)
_WRITERS = (
    *(identity.write, linking.write, ratings.write, holding.write, amounts.write, scores.write),
    *(following.write, streaks.write, timers.write, figures.write, deeds.write, deeds.again),
    *(counting.write, moving.write, noting.write, lists.write, lasting.write, extras.write),
)


@cache
def _grammar() -> Grammar:
    """The phrases of wishes, and those that all goals share."""
    own = grammar((resources.files(__package__) / "phrases.txt").read_text("utf-8"))
    shared = [each for each in house().phrases if each.says in _SHARED]
    text = "\n".join(f"{each.says}: {each.pattern}" for each in (*own.phrases, *shared))
    return grammar(text)


def wished(text: str, choose: Choose) -> Understood:
    """The Spec of a goal that says what people want to do, with a use of each word."""
    found = spelled(tokens(text))
    parts, classes = sentences(found), slots()
    cues = _routed(
        [
            _cue(text, part, match, number)
            for number, part in enumerate(parts)
            for match in readings(part, classes, _grammar())[0].found
        ]
    )
    cues = _plainly(cues)
    draft = hearing.drafted(cues)
    _implied(draft)
    world = World(draft, choose)
    settings.shape(world)
    keeping.plan(world)
    for shape in _SHAPES:
        shape(world)
    for write in _WRITERS:
        write(world)
    collections.write(world)
    identity.guard(world)
    small.health(world)
    world.entities[:] = {each.name: each for each in world.entities}.values()  # if wished twice
    spec = specified(text, draft, world, (), parts)
    uses = _word_by_word(text, traced(text, found, parts, cues))
    passed = [each.start for each in uses if each.rule in {"grammar", "unknown"}]
    told = without_repeats(spec.unknowns, turned(text, passed, _TURNING))
    told = (*(_demanded(each, world) for each in told), *_unheard_of(world))
    return Understood(replace(spec, unknowns=told), uses)


def _word_by_word(text: str, uses: tuple[Use, ...]) -> tuple[Use, ...]:
    """The uses of words that the grammar spells as one, each by itself."""
    words = [each for each in tokens(text) if each.sort not in {"sign", "break"}]
    rules = [
        next((use.rule for use in uses if use.start <= word.start < use.end), "grammar")
        for word in words
    ]
    return tuple(
        Use(text[word.start : word.end], word.start, word.end, rule)
        for word, rule in zip(words, rules, strict=True)
    )


def _demanded(unknown: Unknown, world: World) -> Unknown:
    """Words of a clause that speaks of what is kept are no mere colour."""
    words = {singular(each) for each in re.findall(r"[a-z]+", unknown.words.lower())}
    kept = {part for plan in world.plans.values() for part in plan.thing.name.split("_")}
    kept |= {each.name for plan in world.plans.values() for each in plan.entity.fields}
    told = unknown.rank == "narrative" and len(words) > 2 and words & kept
    return replace(unknown, rank="material") if told else unknown


# Words that narrow what is said, where requests are made up for it.
_TURNING = DENYING | frozenset(
    "no until if when before instead rather otherwise must available".split()  # noqa: SIM905
)


def _unheard_of(world: World) -> list[Unknown]:
    """Kinds of rows that nobody knows, and of which nothing is said."""
    return [
        Unknown("blocking", plan.thing.plural, "goal:1", "Say what is kept of them.")
        for plan in world.plans.values()
        if not _meant(plan)
    ]


def _meant(plan: Plan) -> bool:
    """Whether rows of a known kind are spoken of, several or more than once, or what they have."""
    fields = plan.thing.fields
    if len(fields) > 1 or any(each.known or each.typed for each in fields):
        return True
    nouns = (
        noun for cue in plan.thing.cues for noun in cue.bound.values() if isinstance(noun, Noun)
    )
    several = any(each.several and plan.thing.name.endswith(each.name) for each in nouns)
    says = {each.says for each in plan.thing.cues if each.used}
    named = "title" in says and bool(says - {"keep", "title", "setting"})
    known = relations.knows(plan.thing.name)
    return named or (known and (several or len(plan.thing.cues) > 1))


def _implied(draft: Draft) -> None:
    """Whoever speaks of accounts, or of what is whose, wants people to log in."""
    account = draft.things.get("account")
    money = draft.said("changes_amount", "transfers", "transactions")
    if account is not None and account.stated and not account.fields and money is None:
        del draft.things["account"]  # "with accounts" is for people
        told = account.cues[0]
        draft.cues.append(Cue("auth", {}, told.tokens, told.sentence, told.line))
    people = draft.said("auth", "login", "jwt", "cookie", "register")
    user = draft.things.pop("user", None) if people is not None else None
    for thing in draft.things.values() if user is not None else ():
        # What people who log in have is their own, and not below rows that anybody makes.
        of_users = [each for each in thing.cues if _of_user(each)]
        thing.cues = [each for each in thing.cues if each not in of_users]
        for told in of_users:
            draft.cues.append(Cue("owner_private", {}, told.tokens, told.sentence, told.line))
    seen = draft.said("rated", "follows", "counted") if people is not None else None
    if seen is not None and draft.said("owner", "owner_private") is None:
        # Nobody rates what only its owner sees.
        draft.cues.append(Cue("owner", {}, seen.tokens, seen.sentence, seen.line))
    whose = draft.said("owner", "owner_private", "shares", "follows")
    if whose is not None and draft.said("auth", "login", "jwt", "cookie", "register") is None:
        draft.cues.append(Cue("auth", {}, whose.tokens, whose.sentence, whose.line))


# What a request is for, by the last word of its path alone.
_PLAIN = {
    "random": "random",
    "latest": "latest",
    "top": "top",
    "stats": "figure",
    "statistics": "figure",
    "summary": "figure",
    "export": "exports",
}


def _plainly(cues: list[Cue]) -> list[Cue]:
    """Requests that stand alone, as the wish that their path is for."""
    found: list[Cue] = []
    for cue in cues:
        path = cue.bound["route"][0].path if cue.says == "routed" else ""
        says = _PLAIN.get(path.rstrip("/").rsplit("/", 1)[-1])
        told = Cue(says, cue.bound, cue.tokens, cue.sentence, cue.line) if says else cue
        found.append(told)
    return found


def _of_user(cue: Cue) -> bool:
    return cue.says == "belongs" and cue.bound["owner"].name == "user"


def _cue(text: str, part: Tokens, match: Match, number: int) -> Cue:
    covered = part[match.start : match.end]
    line = text.count("\n", 0, covered[0].start) + 1
    return Cue(match.phrase.says, match.bound, covered, number, line)


# Wishes that a request may be named for.
_ROUTABLE = frozenset(
    """deed random top rank figure low_stock exports rated available transfers changes_amount moves
    follows feed checks_in notes due
    latest counted ends_soon""".split()  # noqa: SIM905
)


def _routed(cues: list[Cue]) -> list[Cue]:
    """The cues, with a request that stands before a wish as a part of it."""
    found: list[Cue] = []
    for cue in cues:
        before = found[-1] if found else None
        leads = before is not None and before.says in {"routed", "asks"}
        told = before is not None and (before.says == "asks" or cue.says in _ROUTABLE | {"asks"})
        if before is None or not leads or not told or before.sentence != cue.sentence:
            found.append(cue)
            continue
        bound = {**before.bound, **cue.bound}
        covered = (*before.tokens, *cue.tokens)
        says = before.says if cue.says == "asks" else cue.says
        found[-1] = Cue(says, bound, covered, cue.sentence, cue.line)
    return found

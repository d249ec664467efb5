"""States that a row may go from and to, by the words about a deed."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import bare, sentences
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.words import snaked
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.types import Field


def once_only(writer: Writer, route: Route, holding: Holding, holds: str) -> list[str]:
    """A guard where the document says that doing it in vain fails."""
    for status in (409, 400, 422):
        reply = route.reply(status)
        if reply is None or (
            status != 409 and not re.search(r"(?i)already|not |cannot", reply.words)
        ):
            continue
        way = writer.refuse(route, "conflict", vain(holding), route.path, (status,))
        return [f"guard {holds} else {way}"]
    return []


def vain(holding: Holding) -> str:
    """The words of a step that cannot be taken."""
    return f"The {holding.spoken.lower()} is in another state"


def steps_back(route: Route, field: Field, one: str, given: str) -> list[str]:
    """Steps that are ruled out one by one: "tasks that are done cannot go back to todo"."""
    found = []
    for sentence in re.split(r"(?<=[.;!])\s+", route.words):
        names = "|".join(re.escape(each) for each in field.type.choices)
        match = re.search(
            rf"(?i)[`\"']?\b({names})\b[`\"']?[^.;]*\b(?:cannot|can't|never|must not)\b[^.;]*\bto "
            rf"[`\"']?({names})\b",
            sentence,
        )
        if match:
            start, end = json.dumps(match[1]), json.dumps(match[2])
            found.append(f"not({one}.{field.name} = {start} and {given} = {end})")
    return found


_STRICT = re.compile(
    r"(?i)\b(?:only|else|other(?:s|wise)?|not (?:possible|allowed)|skip\w*|back)\b"
)


def moved_guards(
    writer: Writer, route: Route, holding: Holding, brought: dict[str, str], one: str
) -> list[str]:
    """Guards that states which requests name follow on those that rows are in, as arrows say.

    `brought` has the fields that a request names, with the inputs that they come from.
    """
    lines = []
    for name, given in brought.items():
        field = holding.fields.get(name)
        parts = [each.part(name) for each in (route.body, holding.shape) if each is not None]
        told = [route.words, *(f"{each.words}. {each.shape.words}" for each in parts if each)]
        prose = [text for _, text in writer.contract.prose]
        strict = {409, 400, 422} & route.statuses or any(
            _STRICT.search(each) for each in (*told, *prose)
        )
        choices = field.type.choices if field is not None and strict else ()
        steps = next((x for each in told if (x := arrows(each, choices))), []) if choices else []
        steps = steps or [x for each in prose if choices for x in arrows(each, choices)]
        steps += _further([*told, *prose], choices) if steps else []
        if not steps:
            continue
        way = writer.refuse(route, "conflict", vain(holding), "state transition move step")
        ends: dict[str, list[str]] = {}
        for start, end in dict.fromkeys(steps):
            ends.setdefault(end, []).append(f"{one}.{name} = {json.dumps(start)}")
        tests = [f"{given} = {json.dumps(end)} and {_any(starts)}" for end, starts in ends.items()]
        needed = route.body is not None and (part := route.body.part(name)) and part.required
        silent = [] if needed else [f"{given} = null"]
        lines.append(f"guard {' or '.join([*silent, *tests])} else {way}")
    return lines


_AGAIN = (
    r"(?:may|can|might) (?:be|happen|occur|follow|come) [^.;]*\b(?:several times|repeatedly|again|"
    r"in a row|more than once|many times|itself)\b"
)


def _further(told: list[str], choices: tuple[str, ...]) -> list[tuple[str, str]]:
    """Steps that sentences tell beside a drawing: back to a state, and to the same one again."""
    found = []
    for sentence in (each for text in told for each in sentences(bare(text))):
        if re.search(r"(?i)\b(?:cannot|can't|never|not|nothing|no)\b", sentence):
            continue
        for state in choices:
            spoken = re.escape(state).replace("_", "[ _-]")
            if re.search(rf"(?i)(?<!\w)[`\"']?{spoken}[`\"']? {_AGAIN}", sentence):
                found.append((state, state))
        names = "|".join(re.escape(each).replace("_", "[ _-]") for each in choices)
        known = {snaked(each): each for each in choices}
        between = rf"(?i)\bfrom [`\"']?({names})\b[^.;,]{{1,40}}?\bto [`\"']?({names})\b"
        found += [
            (known[snaked(start)], known[snaked(end)])
            for start, end in re.findall(between, sentence)
        ]
        if re.search(r"(?i)\bback\b|\bagain\b|\breturns?\b|\balso\b", sentence):
            found += arrows(sentence, choices)
    return found


def _any(tests: list[str]) -> str:
    return tests[0] if len(tests) == 1 else f"({' or '.join(tests)})"


def emptied(route: Route, holding: Holding, brought: dict[str, str], one: str) -> dict[str, str]:
    """Values that a row has no longer in a state: "a cancelled run has no rider any more"."""
    found = {}
    for name, given in brought.items():
        field = holding.fields.get(name)
        states_ = "|".join(re.escape(each) for each in field.type.choices) if field else ""
        if not states_:
            continue
        noun = re.escape(holding.word).replace("_", " ")
        for match in re.finditer(
            rf"(?i)\b(?:an?|the|every) ({states_}) {noun} (?:has|keeps) no `?(\w+)"
            rf"|\bwhen (?:it is |the {noun} is )?({states_}),? (?:the |its )?`?(\w+)`? "
            rf"(?:is|becomes|is set to) (?:null|cleared|empty|removed)",
            route.words,
        ):
            state, what = match[1] or match[3], match[2] or match[4]
            other = holding.named(what) or holding.named(f"{what}_id")
            if other in holding.fields and other not in brought:
                found[other] = f"if({given} = {json.dumps(state)}, null, {one}.{other})"
    return found


def transition(
    writer: Writer, route: Route, holding: Holding, field: Field, target: str
) -> list[str]:
    """The guard of a transition: from which states the words about it allow it."""
    one = f"{holding.variable}.{field.name}"
    said = f"{route.words}. " + ". ".join(
        each.words for each in route.replies if each.status in {400, 409, 422}
    )
    allowed, refused = origins(said, field.type.choices, target)
    if allowed:
        tests = [f"{one} = {json.dumps(each)}" for each in allowed]
        holds = " or ".join(tests)
    elif refused:
        holds = " and ".join(f"{one} != {json.dumps(each)}" for each in refused)
    else:
        return once_only(writer, route, holding, f"{one} != {json.dumps(target)}")
    about = f"{route.path} state transition {' '.join(allowed)}"
    return [f"guard {holds} else {writer.refuse(route, 'conflict', vain(holding), about)}"]


def origins(said: str, choices: tuple[str, ...], target: str) -> tuple[list[str], list[str]]:
    """The states that a transition may start from, and those that it may not.

    >>> origins("Only pending bookings can be confirmed.", ("pending", "confirmed"), "confirmed")
    (['pending'], [])
    >>> origins("Fails if already completed or cancelled", ("open", "completed", "cancelled"), "x")
    ([], ['completed', 'cancelled'])
    """
    allowed: list[str] = []
    refused: list[str] = []
    spoken = {each: re.escape(each).replace("_", "[ _-]") for each in choices}
    steps_ = arrows(said, choices)
    if any(end == target for _, end in steps_):
        return list(dict.fromkeys(start for start, end in steps_ if end == target)), []
    for sentence in re.split(r"(?<=[.;!\n])\s+", said):
        there = [
            each for each in choices if re.search(rf"(?i)(?<!\w){spoken[each]}(?!\w)", sentence)
        ]
        if not there:
            continue
        others = [each for each in there if each != target]
        only = r"(?i)\bonly\b|\bmust (?:currently )?be\b|\bhas to be\b|\bfrom\b|\bcurrently\b"
        if re.search(
            r"(?i)\b(?:is|are|was)?\s*(?:not|isn't|n't) (?:in |a |an |yet |currently )*", sentence
        ):
            negated = [
                each
                for each in others
                if re.search(
                    rf"(?i)(?:not|isn't|n't)\s+(?:in |a |an |yet |currently |"
                    rf"(?:\w+ or ))*['\"`]?{spoken[each]}",
                    sentence,
                )
            ]
            if negated:
                allowed += negated
                continue
        if re.search(r"(?i)\b(?:4\d\d|fails?|refused|rejected)\b[^.;]*\bunless\b", sentence):
            allowed += others
            continue
        if re.search(r"(?i)\balready\b|\bcannot\b|\bcan't\b|\bcan not\b|\bunless\b", sentence):
            refused += there
            continue
        arrow = re.search(r"(?:→|->|=>)", sentence)
        if re.search(only, sentence) or arrow:
            allowed += others
    return list(dict.fromkeys(allowed)), list(dict.fromkeys(refused))


# "It cannot go from done to open" tells no step.
_RULED_OUT = re.compile(r"(?i)\b(?:cannot|can't|can not|never|must not|may not|not) [^.;,]*$")


def arrows(said: str, choices: tuple[str, ...]) -> list[tuple[str, str]]:
    """Steps from one state to another: "new → open, open → solved/closed", "a or b → c"."""
    names = "|".join(re.escape(each).replace("_", "[ _-]") for each in choices)
    known = {snaked(each): each for each in choices}
    found = []
    marked = rf"[`'\"]?(?:{names})\b[`'\"]?"
    ends = rf"(?:{names})(?:(?:/|\||, or | or )(?:{names}))*"
    pattern = (
        rf"(?i)(?<!\w)((?:{marked}, )*{marked}(?:(?:/|\||,? or ){marked})+|{marked})\s*"
        rf"(?:→|->|=>|➜|⇒|(?:back |again )?to)\s*(?=[`'\"]?({ends})\b)"
    )
    for match in re.finditer(pattern, said):
        if _RULED_OUT.search(said[: match.start()]):
            continue
        firsts = re.split(r"/|\||, or | or |, ", match[1])
        if re.search(r"(?:→|->|=>|➜|⇒)\s*$", said[: match.start()]):
            firsts = firsts[-1:]  # those before it are where the step before ends
        for first in firsts:
            for end in re.split(r"/|\||, or | or ", match[2]):
                start, stop = known.get(snaked(first.strip("`'\""))), known.get(snaked(end))
                if start and stop and start != stop:
                    found.append((start, stop))
    return found

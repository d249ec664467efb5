"""Votes for one of several options: once each, and how many an option has."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.held import STRING, Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.rules import STATUS_WAYS
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.numbers import MANY, counted
from beliefs.spec.types import Type

_OPTIONS = re.compile(r"(?i)^(?:options|choices|answers|candidates)$")
_CHOICE = re.compile(r"(?i)^(?:option|choice|answer|candidate|vote)$")
_WHO = re.compile(
    r"(?i)^(?:voter|user|name|who|person|voter_name|email|username|by|voter_id|user_id)$"
)
_ONCE = (
    r"(?:(?:each|every|a|the same|one) (?:voter|person|user|name)|nobody|no one|one|everybody)"
    r"?,? ?(?:(?:may|can|must) )?(?:only )?(?:votes?|voting) (?:only )?(?:once|twice)(?: (?"
    r":per|in|for|on) (?:the same |each |a |the )?\w+)?|(?:for )?(?:an?|the|any|every) second "
    r"(?:vote|time|try)(?: (?:by|from|of) (?:the same|a) \w+)?|(?:has|have) (?:already )?"
    r"voted(?: already)?|already voted|voting (?:twice|again)"
)
_NONE = (
    r"(?:an? |any |the )?(?:unknown|invalid|other) (?:option|choice)|(?:an? |the )?(?:option|"
    r"choice)(?: that)? (?:the poll (?:does not|doesn't) have|(?:is|are) ?(?:n't| not) (?:one "
    r"of|among|in) (?:the|its|them)(?: \w+)?|(?:does not|doesn't) exist|not in the poll|is "
    r"unknown)"
)
_TOLD = (
    (
        rf"(?:with )?(?:at least|two or more|minimum(?: of)?) ?(?:{MANY})? ?(?:options|choices)?|"
        r"\((?"
        r":two or more|at least \w+)\)|\bor more\b"
    ),
    (
        r"(?:lists? )?(?:for )?(?:each|every) (?:option|"
        r"choice),? ?(?"
        r":in order,?)? ?(?:with )?(?:how many votes it has|the "
        r"number of votes|its votes)?(?: and (?:what percentage that "
        r"is|the percentage|its share|what share that is|how many "
        r"percent that is))?"
    ),
    r"in the order of (?:the|its) (?:options|choices)|in order",
    (
        r"(?:records?|adds?|casts?) (?:a|the) vote|\bvotes?\b|"
        r"\bvoting\b|\bpercent(?:age)?\b|(?:a )?list of (?:options|"
        r"choices)"
    ),
)


def read(service: Service, scenes: list[Scene]) -> None:
    """Keep votes for the options that a row has as a list of texts."""
    for kind in list(service.kinds):
        options = next((n for n in kind.fields if _OPTIONS.match(n)), "")
        voting = next(
            (
                x
                for x in scenes
                if x.request.method == "POST"
                and (x.row is kind)
                and re.match(r"(?i)^(?:votes?|ballots?)$", x.request.tail)
            ),
            None,
        )
        if options and voting is not None and voting.deed is None:
            _votes(service, scenes, kind, options, voting)


def _votes(service: Service, scenes: list[Scene], kind: Kind, options: str, voting: Scene) -> None:
    choice = next((n for n in voting.given if _CHOICE.match(n)), "")
    who = next((n for n in voting.given if _WHO.match(n) and n != choice), "")
    if not choice or not (who or service.users is not None):
        return
    vote = voting.kind or Kind("Vote", f"{kind.path}/votes", parent=kind, makes=True)
    if vote not in service.kinds:
        service.kinds.append(vote)
        vote.fields[vote.within] = Held(
            vote.within, Type("integer") if kind.key.style == "integer" else STRING, server=True
        )
    for name in (choice, who):
        if name:
            vote.fields[name] = voting.given[name].held
    if not who:
        vote.fields["voter_id"] = Held("voter_id", Type("integer"), server=True)
    held = kind.fields[options]
    whole = heard.words(service, scenes)
    least = re.search(
        rf"(?i)at least (?P<n>{MANY}) (?:options|choices|answers)|(?P<m>{MANY}) or more|(?"
        rf":options|choices)[^.;]*at least (?P<k>{MANY})\b",
        whole,
    )
    held.type = Type(
        "list",
        item=Type("string", min_length=1),
        min_length=counted(next(x for x in least.groups() if x))
        if least
        else (held.type.min_length if held.type is not None else None),
    )
    once = none = ""
    for each in heard.faults(service, scenes, _ONCE):
        if heard.rest(
            each.fault.cause.text, _ONCE, *_TOLD, r"\b(?:poll|the|second|same|in|nobody)\b"
        ):
            heard.put_back(service, each)
            continue
        once = STATUS_WAYS.get(each.fault.status, "refused")
        if once == "refused":
            voting.fails("refused", each.fault.status)
    for each in heard.faults(service, scenes, _NONE):
        none = STATUS_WAYS.get(each.fault.status, "unknown_choice")
        if none == "unknown_choice":
            voting.fails("unknown_choice", each.fault.status)
    key = f".{vote.within} = {kind.one}.{kind.key.name}"
    mine = f"input.{who}" if who else "me.id"
    by = who or "voter_id"

    def deed(scene: Scene, guards: list[str]) -> None:
        from beliefs.spec.brief import deeds

        scene.rows = [x for x in scene.rows if x is not vote]
        deeds.read_rows(scene)
        scene.lines += guards
        scene.lines.append(
            f'guard input.{choice} in {kind.one}.{options} else {none or "unknown_choice"} "There '
            'is no such option"'
        )
        if once:
            scene.lines.append(
                f'guard count({vote.name}[where {key} and .{by} = {mine}]) = 0 else {once} "Voted '
                'already"'
            )
        scene.lines.append(
            f"insert {vote.name} {{{vote.within}: {kind.one}.{kind.key.name}, {choice}: "
            f"input.{choice}, {by}: {mine}}} as vote"
        )
        deeds.done(scene, "vote", 201)

    voting.deed = deed
    for scene in scenes:
        if (
            scene.request.method == "GET"
            and scene.row is kind
            and scene.request.tail
            and scene.kind is None
        ):
            _results(scene, kind, vote, options, choice, key)
    for pattern in (_ONCE, *_TOLD):
        heard.take(
            service, [x for x in scenes if heard.about(x, kind) or heard.about(x, vote)], pattern
        )


def _results(scene: Scene, kind: Kind, vote: Kind, options: str, choice: str, key: str) -> None:
    """A line for each option, in their order."""
    sketch = scene.told.answer
    part = (
        next((x for x in sketch.parts if x.value.rows is not None), None)
        if sketch is not None and sketch.form == "record"
        else None
    )
    rows = (
        sketch.rows if sketch is not None and part is None else (part.value.rows if part else None)
    )
    if rows is None:
        return
    values = []
    count = f"count({vote.name}[where {key} and .{choice} = one])"
    total = f"count({vote.name}[where {key}])"
    for each in rows.parts:
        low = each.name.lower()
        if re.match(r"percent|share|percentage", low):
            values.append(f"{each.name}: percent({count}, {total})")
        elif re.match(r"votes?|count|number|total", low):
            values.append(f"{each.name}: {count}")
        elif _CHOICE.match(low) or low in {"text", "name", "label"}:
            values.append(f"{each.name}: one")
        else:
            return
    listed = f"each(one in {kind.one}.{options}: {{{', '.join(values)}}})"
    beside = []
    for each in sketch.parts if part is not None and sketch is not None else ():
        if each is part:
            beside.append(f"{each.name}: {listed}")
        elif re.match(r"(?i)total|votes|count", each.name):
            beside.append(f"{each.name}: {total}")
        elif each.name in kind.fields or each.name == kind.key.name:
            beside.append(f"{each.name}: {kind.one}.{each.name}")
        else:
            return

    def deed(one: Scene, guards: list[str]) -> None:
        from beliefs.spec.brief import deeds

        deeds.read_rows(one)
        one.lines += guards
        deeds.done(one, "{" + ", ".join(beside) + "}" if beside else listed, 200)

    scene.deed = deed

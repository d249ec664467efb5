"""What people do with things, where the goal names no request for it: rows of their own, or counts.

"Members can book rooms" keeps bookings below rooms; "people like quotes" counts likes. What nobody
says of such a row is what one usually says then, and is told as an assumption.
"""

from __future__ import annotations

from beliefs.spec.features.resources import an, snake
from beliefs.spec.understanding import lexicon
from beliefs.spec.understanding.acting import COUNTED, ROWS, Act
from beliefs.spec.understanding.asked import Asked
from beliefs.spec.understanding.classes import Noun
from beliefs.spec.understanding.draft import Cue, Draft, Route, Thing
from beliefs.spec.understanding.plans import World

_FAMILY = "acts"
_DEEDS = ("acting", "acted", "joining")
_WHO = ("email", "name", "username", "member", "author")  # what tells people apart
_ONCE = ("once_per", "only_once", "once", "twice")


def find(world: World) -> None:
    """The rows and the counts of every deed, before things are planned."""
    draft = world.draft
    done: list[tuple[str, Cue]] = []
    for cue in draft.all_said("acted"):
        act: Act = next(cue.bound[each] for each in _DEEDS if each in cue.bound)
        owner = _owner(draft, cue)
        if owner is None:
            continue
        owner.stated = True
        if act.verb in COUNTED:
            bound = {"names": (COUNTED[act.verb],)}
            owner.cues.append(Cue("counters", bound, cue.tokens, cue.sentence, cue.line))
            cue.used = _FAMILY
            continue
        if _joined(draft, cue, owner):
            continue
        done.append((_rows(draft, cue, act, owner), cue))
    world.kept[_FAMILY] = done
    for cue in draft.all_said("random"):
        noun: Noun | None = cue.bound.get("known")
        if noun is not None and noun.several and not draft.routes:
            draft.thing(noun.name).stated = True


def _joined(draft: Draft, cue: Cue, owner: Thing) -> bool:
    """Whether who does it is kept too: "students enroll in courses" joins the two."""
    by: Noun | None = cue.bound.get("by")
    if by is None or by.name not in draft.things or "fields" in cue.bound:
        return False
    nouns = (by, Noun(owner.name, known=True, several=True))
    draft.cues.append(Cue("many_many", {"nouns": nouns}, cue.tokens, cue.sentence, cue.line))
    cue.used = _FAMILY
    return True


def _owner(draft: Draft, cue: Cue) -> Thing | None:
    """What it is done to: the thing that is named, or the last one before "them"."""
    noun: Noun | None = cue.bound.get("target")
    if noun is not None:
        same = [each for each in draft.things if each.endswith(f"_{noun.name}")]
        return draft.thing(same[0] if same and noun.name not in draft.things else noun.name)
    told = [each for each in draft.things.values() if each.fields]
    near = {each.name: _start(each, cue) for each in told or draft.things.values()}
    name = max(near, key=lambda each: near[each], default="")
    return draft.things[name] if name and near[name] >= 0 else None


def _start(thing: Thing, cue: Cue) -> int:
    """Where a thing was spoken of last, before a cue."""
    starts = [each.tokens[0].start for each in thing.cues if each is not cue]
    return max((each for each in starts if each < cue.tokens[0].start), default=-1)


def _rows(draft: Draft, cue: Cue, act: Act, owner: Thing) -> str:
    """Keep a row for each time; its name."""
    name, usual = ROWS[act.verb]
    rows = draft.thing(name)
    rows.stated = True
    asked: tuple[Asked, ...] = cue.bound.get("fields", ())
    told = {each.field.name for each in rows.fields}
    rows.fields += [each for each in asked if each.field.name not in told]
    timed = any(each.field.type.kind in {"date", "datetime"} for each in rows.fields)
    if not rows.fields or ("start" in usual and not timed):
        rows.fields += [Asked(lexicon.field(each), known=True) for each in usual]
    rows.cues.append(_belonging(draft, cue, rows, owner))
    cue.used = _FAMILY
    return name


def _belonging(draft: Draft, cue: Cue, rows: Thing, owner: Thing) -> Cue:
    """As if it had been said whose they are."""
    bound = {
        "child": Noun(rows.name, known=True, several=True),
        "owner": Noun(owner.name, known=True, several=False),
    }
    told = Cue("belongs", bound, cue.tokens, cue.sentence, cue.line)
    draft.cues.append(told)
    return told


def shape(world: World) -> None:
    """Say what was assumed; what may be done once is told apart by who does it."""
    _random(world)
    for name, cue in world.kept[_FAMILY]:
        plan = world.plans.get(name)
        if plan is None:
            continue
        fields = ", ".join(each.name for each in plan.fields)
        world.assume(f"what there is of {an(name)}", f"{fields}, made at POST {plan.path}")
        who = next((each for each in _WHO if plan.field(each) is not None), "")
        for once in world.draft.all_said(*_ONCE):
            if once.sentence == cue.sentence and not once.used and who:
                once.says = "once_per"
                once.bound = {"who": Noun(who, known=True, several=False)}
                plan.thing.cues.append(once)


def _random(world: World) -> None:
    """Any one of the rows, where the goal wants one and names no path for it."""
    for cue in world.draft.all_said("random"):
        if cue.used or any(cue in each.cues for each in world.draft.routes):
            continue
        noun: Noun | None = cue.bound.get("known")
        plan = world.plans.get(noun.name) if noun is not None else world.main()
        if plan is None or plan.fixed is not None or "{" in plan.path:
            continue
        path = f"{plan.path}/random"
        world.draft.routes.append(Route("GET", path, cues=[cue]))
        world.assume(f"where a random {snake(plan.thing.name)} is", f"GET {path}")

"""Deeds of which no more is said than that they are done: the row is marked.

"POST /items/{id}/check checks an item off" leaves an item `checked`; where other sentences ask when
it was last watered, the deed leaves the moment instead.
"""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.held import Held
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.said import Said
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.brief.states import state
from beliefs.spec.brief.verbs import plain, undone, verb_of
from beliefs.spec.service import Assumption
from beliefs.spec.types import Type
from beliefs.spec.understanding.words import is_verb, lemmas, participle

_AS = re.compile(
    r"(?i)\b(?:marks?|flags?|sets?|ticks?|checks?|crosses|puts?|makes?)\b[\w ]*? (?:as |off )"
    r"(?P<state>[a-z]+)?"
)
_MORE = frozenset("mark marks flag flags set sets tick ticks as off up out sets".split())  # noqa: SIM905


def learn_marks(service: Service, scenes: list[Scene]) -> None:
    """Give rows what deeds without any other effect leave behind."""
    for scene in scenes:
        kind, tail = scene.row, scene.request.tail
        changes = scene.request.method in {"POST", "PUT", "PATCH"}
        if kind is None or scene.kind is not None or not tail or not changes:
            continue
        verb = verb_of(tail).split("-")[0]
        if (
            plain(kind, verb_of(tail))
            or not is_verb(verb)
            or any(each.place == "json" for each in scene.given.values())
        ):
            continue
        told = next((m for one in scene.told.said if (m := one.has(_AS)) and m["state"]), None)
        done = (
            told["state"].lower() if told is not None else participle(undone(verb, scene) or verb)
        )
        if not _plain(scene, kind, {verb, done}) or _kept(kind, verb, done):
            continue
        _mark(service, scene, kind, verb, done)


def _plain(scene: Scene, kind: Kind, known: set[str]) -> bool:
    """Whether nothing but the deed and what it is done to is spoken of."""
    own = {*kind.spoken.split(), *kind.plural.split("_")} | _MORE
    for one in scene.told.said:
        for word in one.left:
            forms = lemmas(word) | {word}
            if not forms & (known | own):
                return False
    return True


def _kept(kind: Kind, verb: str, done: str) -> bool:
    """Whether a row says already that it was done, or how often."""
    counted = {f"{verb}s", f"{verb}_count", f"{done}_count"}
    noted = re.compile(rf"(?:last_)?(?:{re.escape(done)}|{re.escape(verb)})(?:_at|_on|_date)?")
    fields = {re.sub(r"(?<=[a-z])(?=[A-Z])", "_", each).lower() for each in kind.fields}
    marked = state(kind, done) is not None or state(kind, verb) is not None
    return marked or bool(counted & fields) or any(noted.fullmatch(each) for each in fields)


def _mark(service: Service, scene: Scene, kind: Kind, verb: str, done: str) -> None:
    spoken = [*service.brief.said, *(one for each in service.brief.requests for one in each.said)]
    moment = any(_when(one, done, verb) for one in spoken)
    name = f"last_{done}" if moment else done
    if moment:
        kind.fields[name] = Held(name, Type("datetime", nullable=True), start="null", server=True)
    else:
        kind.fields[name] = Held(name, Type("boolean"), start="false", server=True)
    what = "when one was last" if moment else "what says that one is"
    service.assumptions.append(
        Assumption(f"{what} {done}", f"`{name}` of each {kind.spoken}", scene.request.source)
    )


def _when(one: Said, done: str, verb: str) -> bool:
    """Whether words ask when it was done."""
    pattern = (
        rf"(?i)\blast (?:{re.escape(done)}|{re.escape(verb)})\b|"
        rf"\b{re.escape(done)} (?:more|less) than\b"
    )
    return re.search(pattern, one.whole) is not None

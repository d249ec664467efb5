"""Amounts that go from one row to another: `POST /transfers {from, to, amount}`."""

from __future__ import annotations

from functools import partial

from beliefs.spec import patterns as re
from beliefs.spec.brief.deeds import done
from beliefs.spec.brief.held import STRING, Held, named
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.rules import STATUS_WAYS
from beliefs.spec.brief.scene import Scene, Service, numbers
from beliefs.spec.brief.showing import shown
from beliefs.spec.service import Assumption
from beliefs.spec.types import Type

_FROM = re.compile(r"(?i)^(?:from|source|sender|debit|payer)(?:_?(?P<of>[a-z]+?))?(?:_?id)?$")
_TO = re.compile(
    r"(?i)^(?:to|target|receiver|recipient|destination|credit|payee)(?:_?(?P<of>[a-z]+?))?(?:_?id)?$"
)
_TOLD = re.compile(
    r"(?i)(?:transfers?|moves?|sends?|pays?|takes?)(?: (?:the|an?|this|that|some))? "
    r"(?:[a-z]+ )??(?:from|between|to)(?: [a-z_]+){1,3}?(?: (?:to|into|and) [a-z_]+(?: [a-z_]+)?)?"
    r"(?=[;.,¦]|$)"
)
_SHORT = re.compile(
    r"(?i)(?:not enough|insufficient|too (?:little|few)|overdra\w+|(?:is )?less than the amount|"
    r"more than (?:there is|is there|the balance)|would (?:go|become|get) negative)(?: [a-z_]+)*"
)
_SAME = re.compile(
    r"(?i)(?:both|they|the two|[a-z_]+) ?(?:are|is)? ?the same(?: [a-z_]+)?|to itself"
)


def read(service: Service, scenes: list[Scene]) -> None:
    """Find the requests that move an amount from one row to another."""
    for scene in scenes:
        if scene.request.method != "POST" or scene.deed is not None:
            continue
        spoken = f"{scene.request.path} {' '.join(one.whole for one in scene.told.said)}"
        if re.search(r"(?i)transfer|\bmoves?\b|\bsends?\b|\bpay", spoken):
            _hear(service, scene)


def _hear(service: Service, scene: Scene) -> None:
    body = [name for name, each in scene.given.items() if each.place == "json"]
    source = next((name for name in body if _FROM.match(name)), "")
    target = next((name for name in body if _TO.match(name)), "")
    amounts = [name for name in body if _counts(scene.given[name].held)]
    amounts = [name for name in amounts if name not in {source, target}]
    kind = _kind(service, scene, source, target)
    if kind is None or not target or len(amounts) != 1 or not (source or scene.row is kind):
        return
    fields = [x for x in numbers(kind) if x in _ABOUT] or [
        name for name, held in kind.fields.items() if held.type is None and name in _ABOUT
    ]
    if len(fields) != 1:
        return
    for name in filter(None, (source, target)):
        whole = kind.key.style == "integer"
        scene.given[name].held.type = Type("integer") if whole else STRING
    for one in scene.told.said:
        one.take(_TOLD)
    short = _fault(scene, _SHORT)
    same = _fault(scene, _SAME)
    if short is None:
        service.assumptions.append(
            Assumption("what a transfer of more than there is answers", "409", scene.request.source)
        )
    statuses = (short or 409, same)
    scene.deed = partial(_move, kind, source, target, (fields[0], amounts[0]), statuses)


_ABOUT = frozenset(
    "balance amount quantity stock points credit credits coins".split()  # noqa: SIM905
)


def _counts(held: Held) -> bool:
    return (held.type or named(held.name)).kind in {"integer", "number"}


def _kind(service: Service, scene: Scene, source: str, target: str) -> Kind | None:
    """The rows that an amount goes between."""
    for pattern, name in ((_FROM, source), (_TO, target)):
        found = pattern.match(name) if name else None
        told = service.kind(found["of"]) if found is not None and found["of"] else None
        if told is not None:
            return told
    if scene.row is not None:
        return scene.row
    holding = [x for x in service.kinds if _ABOUT & {*x.fields} and x is not scene.kind]
    return holding[0] if len(holding) == 1 else None


def _fault(scene: Scene, pattern: re.Pattern[str]) -> int | None:
    """The status of the failure with such a cause, which is taken."""
    for fault in scene.told.faults:
        if pattern.search(fault.cause.text):
            scene.told.faults.remove(fault)
            scene.service.met.add((fault.status, fault.cause.whole))
            return fault.status
    return None


def _move(
    kind: Kind,
    source: str,
    target: str,
    moved: tuple[str, str],
    statuses: tuple[int, int | None],
    scene: Scene,
    guards: list[str],
) -> None:
    field, amount = moved
    short, same = statuses
    noun = kind.spoken.capitalize()
    first, second = ("giver", "taker") if source else (kind.one, "taker")
    key = f".{kind.key.name} = input."
    starts = source or kind.param
    scene.lines.append(f"let {first} = first({kind.name}[where {key}{starts}])")
    scene.lines.append(f'guard {first} != null else absent "{noun} not found"')
    scene.lines.append(f"let {second} = first({kind.name}[where {key}{target}])")
    scene.lines.append(f'guard {second} != null else absent "{noun} not found"')
    scene.lines += guards
    ends = f"{first}.{kind.key.name} != {second}.{kind.key.name}"
    scene.lines.append(f'guard {ends} else {_way(scene, same or 409)} "Both are the same"')
    scene.lines.append(f'guard input.{amount} > 0 else out_of_range "{amount} must be positive"')
    enough = f"{first}.{field} >= input.{amount}"
    scene.lines.append(f'guard {enough} else {_way(scene, short)} "There is not enough {field}"')
    for row, sign in ((first, "-"), (second, "+")):
        scene.lines.append(
            f"patch {kind.name} {row} {{{field}: {row}.{field} {sign} input.{amount}}}"
        )
        for log in scene.service.logs.get(kind.name, []):
            scene.lines.append(_noted(log, kind, row, amount, sign))
    made = scene.kind
    if made is not None and made is not kind:
        brought = [n for n, g in scene.given.items() if g.place == "json" and n in made.fields]
        values = ", ".join(f"{name}: input.{name}" for name in brought)
        scene.lines.append(f"insert {made.name} {{{values}}} as {made.one}")
        done(scene, shown(scene, made, made.one), 201)
        return
    done(scene, f"{{from: {first}, to: {second}, {amount}: input.{amount}}}", 200)


def _way(scene: Scene, status: int) -> str:
    way = STATUS_WAYS.get(status, "refused")
    if way == "refused":
        scene.fails("refused", status)
    return way


def _noted(log: Kind, kind: Kind, row: str, amount: str, sign: str) -> str:
    """A line in the rows that tell of what was done, for either side."""
    values = {log.within: f"{row}.{kind.key.name}"}
    if "type" in log.fields:
        values["type"] = '"transfer_out"' if sign == "-" else '"transfer_in"'
    if amount in log.fields:
        values[amount] = f"input.{amount}"
    if "created_at" in log.fields:
        values["created_at"] = "now()"
    return f"insert {log.name} {{{', '.join(f'{n}: {v}' for n, v in values.items())}}} as noted"

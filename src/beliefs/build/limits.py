"""What bounds a service has on how often it is asked and how much it is brought, as a module."""

from __future__ import annotations

from typing import TYPE_CHECKING

from beliefs.spec.effects import Call, Pick, Table

if TYPE_CHECKING:
    from beliefs.spec.service import Rate, Spec


def limited(spec: Spec) -> bool:
    """Whether anything is bounded before a request is read."""
    return bool(spec.largest) or any(each.by == "address" for each in spec.rates)


def by_caller(spec: Spec) -> bool:
    """Whether requests are counted by who asks."""
    return any(each.by == "caller" for each in spec.rates)


def caller_key(spec: Spec) -> str:
    """What tells the caller that was found from others, as code."""
    match spec.identity and spec.identity.who:
        case Call("first", (Pick(Table(entity)),)):
            found = spec.entity(entity)
            assert found is not None
            return f'str(who["{found.key.name}"])'
    return "credential"


def bounds_file(spec: Spec) -> str:
    """`app/bounds.py`."""
    lines = [
        '"""How often may be asked, and how much a body may hold."""',
        "",
        "from app.rates import Rate, Rates",
        "",
    ]
    if limited(spec):
        lines.append(f"LARGEST = {spec.largest}  # bytes of a body; 0 is no bound")
        lines.append(f"RATES = {_rates(spec, 'address')}")
    if by_caller(spec):
        lines.append(f"BY_CALLER = {_rates(spec, 'caller')}")
    return "\n".join([*lines, ""])


def _rates(spec: Spec, by: str) -> str:
    told = ", ".join(_rate(each, spec) for each in spec.rates if each.by == by)
    return f"Rates({told})"


def _rate(rate: Rate, spec: Spec) -> str:
    counted = sorted(each.name for each in spec.operations if rate.counts(each))
    return f"Rate({rate.requests}, {rate.seconds}, frozenset({counted!r}))"

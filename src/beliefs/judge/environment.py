"""What the environment tells a service under examination: every variable that its Spec names."""

from __future__ import annotations

from beliefs.judge.references import parts
from beliefs.spec.effects import Call, Lit
from beliefs.spec.service import Spec


def said(name: str) -> str:
    """What a variable holds while a service is judged.

    >>> said("API_KEY")
    'given-api-key-7Qx2'
    """
    return f"given-{name.lower().replace('_', '-')}-7Qx2"


def variables(spec: Spec) -> dict[str, str]:
    """The variables that effects look at, with what they hold."""
    who = spec.identity.who if spec.identity else ()
    found: dict[str, str] = {}
    for part in parts((who, *(each.effect for each in spec.operations))):
        match part:
            case Call("env", (Lit(str(name)),)):
                found[name] = said(name)
    return found

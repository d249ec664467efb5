"""Facts about who may ask."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec.parsing import read_expression
from beliefs.spec.service import Identity, Spec


def guarded(spec: Spec, header: str, variable: str) -> Spec | None:
    """Every request with a header that holds what a variable of the environment holds."""
    who = read_expression(f'if(same_secret(credential, env("{variable}")), {{name: "key"}}, null)')
    identity = Identity("header", header, who)
    if spec.identity not in {None, identity} or any(each.needs for each in spec.operations):
        return None
    operations = tuple(
        each if each.path.endswith("/health") else replace(each, needs="caller")
        for each in spec.operations
    )
    return replace(spec, identity=identity, operations=operations)

"""Examples of a document as requests that a fresh service can be asked, in an order that holds."""

from __future__ import annotations

from beliefs.spec.documents.contract import Contract
from beliefs.spec.documents.kept import Kept
from beliefs.spec.service import Example, Spec


def examples(contract: Contract, spec: Spec, kept: Kept) -> tuple[Example, ...]:
    """What can be asked literally."""
    del spec, kept
    return contract.examples

"""Where requests come from, for services that tell callers apart by their address.

On Linux every address of 127.0.0.0/8 is this machine's; elsewhere there is one of them.
"""

from __future__ import annotations

import sys

from beliefs.judge.references import parts
from beliefs.spec.effects import Call
from beliefs.spec.service import Spec

USUAL = "127.0.0.1"
ADDRESSES = (USUAL, "127.0.0.2", "127.0.0.3") if sys.platform == "linux" else (USUAL,)


def tells_apart(spec: Spec) -> bool:
    """Whether answers depend on the address that asks.

    >>> tells_apart(Spec("notes", "Notes", ""))
    False
    """
    effects = (part for each in spec.operations for part in parts(each.effect))
    seen = any(isinstance(each, Call) and each.function == "caller" for each in effects)
    return seen or any(each.by == "address" for each in spec.rates)

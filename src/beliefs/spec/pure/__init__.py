"""Functions of values alone, as effects call them: of texts, numbers and days; see docs/effects.md.

The judge calls them for what a built service answers; whoever reads a goal tries them on its
examples. Where a value has none they give None.
"""

from beliefs.spec.pure.days import DAYS
from beliefs.spec.pure.numbers import NUMBERS
from beliefs.spec.pure.texts import TEXTS

PURE = {**TEXTS, **NUMBERS, **DAYS}

__all__ = ["PURE"]

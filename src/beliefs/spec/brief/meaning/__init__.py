"""What phrases mean over the rows, values and inputs that a request knows.

    "the amount is not more than the highest bid"  ->  input.amount <= most(each(one in Bid[…]: …))

A phrase is parsed, not looked for: every word of it must have a part in what it means, and what
means nothing here is left to be listed. Names are those of the goal, so there are few readings.
"""

from beliefs.spec.brief.meaning.asking import condition, rows, value

__all__ = ["condition", "rows", "value"]

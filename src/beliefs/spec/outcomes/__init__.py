"""What all deeds of one kind answer: "create answers 200 with {…}, delete answers {"ok": true}".

Such a sentence names no route, and holds for every request that makes, changes, drops, lists or
shows rows. It is taken out of a source before anybody reads its fields, and what it says is put
into the answers of all these requests once they are known.
"""

from beliefs.spec.outcomes.answering import as_told
from beliefs.spec.outcomes.faults import plain_faults
from beliefs.spec.outcomes.saying import Outcome, outcomes_in, taken_out

__all__ = ["Outcome", "as_told", "outcomes_in", "plain_faults", "taken_out"]

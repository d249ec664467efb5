"""Goals that were built and judged before, and whether another one says the same in its own words.

The grammar knows many ways to say a thing and never all of them. To see that words say what is
already known takes less than to read them. A precedent (`known.toml`) is a goal fact by fact. Each
word of a fact is looked for in the goal, near the others: the word itself or one like it
(`alike.txt`) is evidence that the goal states the fact, its absence is evidence against it, and
rare words weigh more. A word that turns the fact round (`contrary.txt`) settles that it does not.

A goal is read as a precedent if the evidence for every fact adds up, and if it names the same
requests and has no name, figure or example besides; one figure may be another. Clauses with words
that no fact accounts for are told.
"""

from beliefs.spec.understanding.precedents.recognising import Recognised, recognised

__all__ = ["Recognised", "recognised"]

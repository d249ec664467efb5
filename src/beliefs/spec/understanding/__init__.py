"""From sentences to a Spec, without any model.

A goal is cut into tokens and sentences; phrases (a grammar over classes of tokens) are found in
each; the best reading of a sentence is the set of phrases that leaves the fewest words over. What
the phrases say is a draft: things, routes, rules, settings. Families of behaviour write the draft's
operations as effect programs. Words that are in nothing are listed, with their rank.
"""

from beliefs.spec.understanding.goal import Understood, Use, understand
from beliefs.spec.understanding.reading import Choose, Option

__all__ = ["Choose", "Option", "Understood", "Use", "understand"]

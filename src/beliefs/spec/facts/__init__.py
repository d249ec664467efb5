"""Plain facts: sentences that say one thing of a service that is otherwise understood.

"No two books share an isbn, that is a 409." "Years before 1450 are refused." "Newest first, "
"please."
People put such facts in any words, in any form of goal, and in any place of it. What such a
sentence is about is told by few words, whatever their order: a field that is known, a number, a
status, and words like *twice*, *before* or *newest*. So it is not parsed: words are evidence for a
kind of fact, and where one kind has all that it needs, and every other word of the sentence is one
that such facts are told with, it is that fact (`recognising`). A word too many, and it is left to
those who read goals as a whole.

The way of a goal: sentences that may be facts are held back (`cutting`), the rest is read to a
Spec, the facts are recognised by the names that this Spec has, and applied to it (`fields`,
`lists`, `answers`). A fact that does not fit the Spec goes back among the rest.
"""

from beliefs.spec.facts.stated import stated

__all__ = ["stated"]

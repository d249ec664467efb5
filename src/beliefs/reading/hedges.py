"""How sure words are. One table, to be read and argued with.

The numbers are the confidence that a sentence with such a word lends its claim. Surveys of how
people read these words differ by a tenth either way, so the steps here are coarse. Below a half
does not occur: "unlikely" denies the claim with the confidence of "likely".
"""

from __future__ import annotations

import re

ADVERBS: dict[str, float] = {
    "almost certainly": 0.95,
    "very likely": 0.9,
    "most likely": 0.85,
    "quite possibly": 0.65,
    "very probably": 0.9,
    "quite likely": 0.8,
    "more likely than not": 0.6,
    "without a doubt": 0.99,
    "without doubt": 0.99,
    "no doubt": 0.95,
    "beyond doubt": 0.99,
    "for sure": 0.98,
    "for certain": 0.99,
    "in all likelihood": 0.9,
    "in all probability": 0.9,
    "certainly": 0.98,
    "definitely": 0.98,
    "undoubtedly": 0.98,
    "unquestionably": 0.98,
    "surely": 0.95,
    "clearly": 0.95,
    "obviously": 0.95,
    "evidently": 0.9,
    "presumably": 0.75,
    "probably": 0.8,
    "likely": 0.8,
    "supposedly": 0.65,
    "apparently": 0.75,
    "seemingly": 0.7,
    "allegedly": 0.6,
    "reportedly": 0.7,
    "arguably": 0.65,
    "plausibly": 0.65,
    "conceivably": 0.55,
    "possibly": 0.6,
    "perhaps": 0.6,
    "maybe": 0.6,
    "by any chance": 0.55,
}
"""They stand anywhere in a clause and leave it otherwise as it was."""

MODALS: dict[str, float] = {"may": 0.6, "might": 0.6, "could": 0.6}
"""They stand before a verb, which then becomes a plain one: "may cause", "causes"."""

SEMBLANCES: dict[str, float] = {"seem": 0.75, "appear": 0.75, "look": 0.75, "tend": 0.75,
                                "sound": 0.7}  # fmt: skip
"""Verbs of seeming: "seems to be closed", "is closed"."""

EXPECTATIONS: dict[str, float] = {
    "almost certain": 0.95, "certain": 0.98, "bound": 0.95, "sure": 0.95,
    "very likely": 0.9, "most likely": 0.85, "highly likely": 0.9, "quite likely": 0.8,
    "likely": 0.8, "expected": 0.75, "unlikely": -0.8, "very unlikely": -0.9,
    "highly unlikely": -0.9, "most unlikely": -0.9, "quite unlikely": -0.8,
}  # fmt: skip
"""After be and before to: "is likely to fail". A minus denies."""

FRAMES: dict[str, float] = {
    "certain": 0.98, "almost certain": 0.95, "clear": 0.95, "obvious": 0.95, "evident": 0.9,
    "apparent": 0.85, "undeniable": 0.98, "well known": 0.95, "known": 0.95, "true": 0.98,
    "a fact": 0.98, "very likely": 0.9, "highly likely": 0.9, "quite likely": 0.8,
    "most likely": 0.85, "likely": 0.8, "probable": 0.8, "plausible": 0.65, "possible": 0.6,
    "conceivable": 0.55, "doubtful": -0.75, "improbable": -0.85, "unlikely": -0.8,
    "very unlikely": -0.9, "highly unlikely": -0.9, "impossible": -0.98, "false": -0.98,
    "untrue": -0.98, "wrong": -0.95, "a myth": -0.95, "not true": -0.98, "not the case": -0.98,
    "not correct": -0.95, "simply not true": -0.98, "incorrect": -0.95, "the case": 0.98,
}  # fmt: skip
"""After "it is" and before that. A minus denies."""

JUDGMENTS: dict[str, float] = {
    "think": 0.75, "believe": 0.75, "guess": 0.6, "suspect": 0.7, "feel": 0.65, "reckon": 0.7,
    "figure": 0.7, "suppose": 0.65, "imagine": 0.6, "expect": 0.75, "bet": 0.75,
    "would say": 0.7, "would guess": 0.6, "am sure": 0.95, "am certain": 0.97,
    "am confident": 0.9, "am positive": 0.95, "am convinced": 0.95, "am fairly sure": 0.85,
    "am fairly certain": 0.85, "am fairly confident": 0.85, "am pretty sure": 0.85,
    "am pretty certain": 0.85, "am pretty confident": 0.85, "am quite sure": 0.9,
    "am quite confident": 0.9, "am very sure": 0.97, "am very confident": 0.95,
    "am almost certain": 0.95, "am reasonably sure": 0.85, "am reasonably confident": 0.85,
    "am absolutely sure": 0.99, "am absolutely certain": 0.99, "have a feeling": 0.65,
    "have a hunch": 0.6, "have the impression": 0.7, "doubt": -0.75, "do not think": -0.75,
    "do not believe": -0.75, "strongly believe": 0.85, "strongly suspect": 0.8,
    "strongly doubt": -0.85, "seriously doubt": -0.85, "highly doubt": -0.85,
    "really think": 0.8, "do think": 0.75, "do believe": 0.75, "still think": 0.75,
    "still believe": 0.75,
}  # fmt: skip
"""After I or we. A minus denies."""

SURE = 1.0

_ADVERB = re.compile(
    r"(,?)\s*(?<![\w-])(?<!more )(?<!less )(?<!a )(?<!the )(?:(not) )?("
    + "|".join(sorted(map(re.escape, ADVERBS), key=len, reverse=True))
    + r")(?![\w-])(?! (?:to|that|than)\b)(,?)",
    re.IGNORECASE,
)


def without_adverbs(clause: str) -> tuple[str, float]:
    """A clause without its hedging adverbs, and the least sure of them.

    >>> without_adverbs("If it rains, probably the pitch is most likely wet")
    ('If it rains, the pitch is wet', 0.8)
    """
    if not _ADVERB.search(clause):
        return clause, SURE
    least = SURE

    def drop(match: re.Match[str]) -> str:
        nonlocal least
        least = min(least, ADVERBS[match[3].lower()])
        comma = match[1] if match[1] != match[4] else ""
        return f"{comma} {match[2]} " if match[2] else f"{comma} "

    return " ".join(_ADVERB.sub(drop, clause).split()).strip(" ,"), least

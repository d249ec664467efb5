"""The small words that carry a sentence's structure: who does what, whether, when and how often."""

from __future__ import annotations

from typing import Final

from beliefs.reading.linking.lists import listed

# Left out of the comparison; whose it is decides only where it says so.
ARTICLES: Final = listed("the a an this these those its their our that")
POSSESSIVES: Final = listed("my your his her")
DETERMINERS: Final = ARTICLES | POSSESSIVES | listed("no all some each every any most many few")

PREPOSITIONS: Final = listed(
    """
    in on at by for from to with without about above across after against along among around as
    before behind below beneath beside besides between beyond despite down during except inside
    into near off onto out outside over past per since than through throughout toward under until
    up upon via within versus of because_of
    """
)
SAME_PREPOSITION: Final = {
    "upon": "on", "onto": "on", "into": "in", "inside": "in", "towards": "toward", "till": "until",
    "throughout": "through", "amongst": "among", "amid": "among", "vs": "versus",
}  # fmt: skip

# From here on another clause speaks, with a truth of its own.
CLAUSE_MARKERS: Final = listed(
    "if when whenever while because since unless although though whereas which who whom whose that"
    " where whether so provided once after before until but"
)
# ... and of these, the ones that begin nothing else.
CLAUSE_STARTS: Final = CLAUSE_MARKERS - PREPOSITIONS
CONJUNCTIONS: Final = listed("and or but nor ; /")

BE: Final = {
    "am": "present", "is": "present", "are": "present", "was": "past", "were": "past", "be": "",
    "been": "", "being": "",
}  # fmt: skip
HAVE: Final = {"have": "present", "has": "present", "had": "past"}
DO: Final = {"do": "present", "does": "present", "did": "past"}
MODALS: Final = listed("can could must should may might will would shall need ought")
AUXILIARIES: Final = frozenset(BE) | frozenset(HAVE) | frozenset(DO) | MODALS
SINGULAR: Final = listed("is was has does")
PLURAL: Final = listed("are were have do")

NEGATIONS: Final = listed("not never")
# Whether they say more often or less: part of the claim, wherever they stand.
FREQUENCIES: Final = listed("always usually often sometimes rarely mostly barely hardly")
# Say little enough to be passed over.
FILLERS: Final = listed(
    "actually really indeed currently presently already simply basically still now yet also"
    " clearly obviously certainly definitely ever there"
)
# With these a claim and its negation can both hold: some tests pass, and some do not.
PARTIAL: Final = listed("some several many most few certain other may might sometimes half only")
UNIVERSAL: Final = listed("all both")

LINKING: Final = listed("be remain stay become seem look get keep")
PRONOUNS: Final = listed("i we you they he she it")

TIMES: Final = listed(
    """
    yesterday today tomorrow tonight daily weekly monthly yearly hourly nightly monday tuesday
    wednesday thursday friday saturday sunday january february march april june july august
    september october november december noon midnight morning evening night week month year
    """
)
# "By" these is no doer.
MEANS: Final = listed("card email mail phone hand default design law train bus car plane accident")

CONTRACTIONS: Final = {
    "n't": "not", "'re": "are", "'ve": "have", "'ll": "will", "'m": "am", "'d": "would",
}  # fmt: skip
WHOLE_CONTRACTIONS: Final = {
    "can't": ("can", "not"), "won't": ("will", "not"), "shan't": ("shall", "not"),
    "cannot": ("can", "not"), "let's": ("let", "us"), "ain't": ("is", "not"),
}  # fmt: skip
IS_CONTRACTED: Final = listed("it he she that there here what who where how")

_UNITS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
_UNITS += " fifteen sixteen seventeen eighteen nineteen"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_RANKS = "first second third fourth fifth sixth seventh eighth ninth tenth"
NUMBERS: Final = {word: str(value) for value, word in enumerate(_UNITS.split())} | {
    word: str(10 * value) for value, word in enumerate(_TENS.split(), 2)
}
SCALES: Final = {"hundred": 100, "thousand": 1_000, "million": 10**6, "billion": 10**9}
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}
ORDINALS: Final = {
    word: f"{value}{_ENDINGS.get(value, 'th')}" for value, word in enumerate(_RANKS.split(), 1)
}

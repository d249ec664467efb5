"""Words that turn a predicate around: warm and cold, paid and unpaid, accept and reject.

Each word has at most one opposite. Claims that deny the same claim come to say the same, so a word
with two opposites would join them: what is neither hot nor warm is cold, but hot is not warm.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from beliefs.reading.linking.lists import lines, listed


class Turned(NamedTuple):
    """A predicate's word without its turn."""

    word: str
    denies: bool = False
    """Whether the word said the opposite."""
    graded: bool = False
    """Whether there is something between the two: what is not full need not be empty."""


# One or the other; there is nothing between.
_EITHER_ADJECTIVES = """
open closed;turned_on turned_off;online offline;alive dead;true false;present absent;public private
mandatory optional;synchronous asynchronous;internal external;static dynamic;positive negative
benign malignant;on_time late;safe dangerous;vacant occupied;temporary permanent;normal abnormal
guilty innocent;awake asleep;automatic manual;correct wrong;current outdated;enabled disabled
"""
_GRADED_ADJECTIVES = """
full empty;warm cold;fast slow;high low;heavy light;strong weak;wet dry;big small;long short
rich poor;good bad;easy difficult;clean dirty;cheap expensive;busy idle;loud quiet;thick thin
wide narrow;deep shallow;bright dark;simple complex;young old
"""
_EITHER_VERBS = """
pass fail;accept reject;allow forbid;include exclude;like dislike;trust distrust;agree disagree
enable disable;connect disconnect;remember forget
"""
_GRADED_VERBS = """
increase decrease;improve worsen;accelerate slow_down;win lose;appear disappear;strengthen weaken
"""

# Prefixes that deny, and what they stand before; "un" and "non" stand before almost anything.
_PREFIXED: Final = {
    "in": """
    accessible accurate active adequate appropriate capable coherent compatible complete consistent
    convenient correct curable dependent direct effective efficient eligible exact experienced
    flexible formal finite frequent operable secure sensitive significant soluble solvent stable
    sufficient tolerant valid variant visible voluntary expedient hospitable animate edible
    """,
    "ir": "reversible relevant regular responsible replaceable recoverable reparable rational",
    "im": "possible mutable mature perfect polite proper balanced precise practical moral mobile",
    "il": "legal logical legible literate",
    "dis": """
    connected satisfied allowed approved honest loyal obedient organized continuous advantageous
    similar proportionate
    """,
    "ab": "normal",
    "a": "symmetric typical synchronous",
}
_ENDINGS: Final = (
    "ed", "able", "ible", "ful", "al", "ive", "ent", "ant", "ing", "ic", "ous", "ary", "ized", "y",
    "ate", "en", "ain", "ble",
)  # fmt: skip
_PLAIN: Final = listed(
    "safe paid known true clear fair kind well fit equal sold built read seen bound met sent told"
    " just stable sure wise even sound used"
)
# Begin like a denial and are none.
_WHOLE: Final = listed("until united unique uniform uneasy under universal unanimous")


def _pairs(either: str, graded: str) -> dict[str, Turned]:
    turns: dict[str, Turned] = {}
    for table, is_graded in ((either, False), (graded, True)):
        for word, opposite in lines(table):
            turns[word] = Turned(word, graded=is_graded)
            turns[opposite] = Turned(word, denies=True, graded=is_graded)
    return turns


ADJECTIVES: Final = _pairs(_EITHER_ADJECTIVES, _GRADED_ADJECTIVES)
VERBS: Final = _pairs(_EITHER_VERBS, _GRADED_VERBS)
_DENIED: Final = {
    prefix + word: word for prefix, words in _PREFIXED.items() for word in words.split()
}

# Comparatives need their own: hotter and warmer are one scale, hot and warm are not one word.
SCALES: Final = dict(
    lines("""
    slow fast;cold hot;cool hot;small big;short long;low high;light heavy;weak strong
    cheap expensive;bad good;difficult easy;poor rich;young old;new old;narrow wide;thin thick
    shallow deep;near far;late early;few many;fewer more;less more;dark bright;dry wet;quiet loud
    soft firm;dirty clean
    """)
)
SCALE_NAMES: Final = frozenset(SCALES.values())
SAME_SCALE: Final = {"warm": "hot", "tall": "high", "short": "long"}


@lru_cache(maxsize=4096)
def turned(adjective: str) -> Turned:
    """What an adjective says, and whether it says so by its opposite.

    >>> turned("cold")
    Turned(word='warm', denies=True, graded=True)
    >>> turned("unpaid")
    Turned(word='paid', denies=True, graded=False)
    >>> turned("unit")
    Turned(word='unit', denies=False, graded=False)
    """
    if adjective in ADJECTIVES:
        return ADJECTIVES[adjective]
    if adjective in _DENIED:
        return Turned(_DENIED[adjective], denies=True)
    for prefix in ("un", "non"):
        rest = adjective.removeprefix(prefix)
        if rest == adjective or adjective in _WHOLE:
            continue
        if rest in _PLAIN or rest in ADJECTIVES or (len(rest) > 4 and rest.endswith(_ENDINGS)):
            return Turned(rest, denies=True)
    if adjective.endswith("less") and len(adjective) > 7:
        return Turned(adjective.removesuffix("less") + "ful", denies=True)
    return Turned(adjective)

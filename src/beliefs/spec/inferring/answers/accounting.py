"""Whether a list is of the rows that words ask for: every word about them is one that it holds to.

"Quick recipes" are not all recipes. Where nothing that was read is about "quick", the list of all
of them is not what was asked for.
"""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import STATUS, bare
from beliefs.spec.documents.contract import Route
from beliefs.spec.documents.words import plain, singular, words
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.service import Unknown

# What asks for a list, and for nothing that rows have to be.
_ASKING = frozenset(
    """a an the of to in as all any every each its their them they it these those this that there
    are is be have has been and or with for from on by at who which what you we i can see will
    list lists listing listed show shows showing shown return returns returning returned give gives
    get gets getting fetch fetches read reads answer answers respond responds retrieve retrieves
    array json object objects full complete whole plain simple records rows entries items item
    back ones everything everybody everyone whatever registered stored kept existing known available
    currently so far yet also just one two row record entry data response together details
    information info overview page view views search browse""".split()  # noqa: SIM905
)
_ORDER = frozenset(
    """sorted sort sorts ordered order orders first last latest newest oldest recent recently most
    least highest lowest descending ascending desc asc alphabetical alphabetically then within
    largest smallest earliest reverse chronological chronologically ranked ranking top best date
    leaderboard time created added made youngest longest shortest cheapest number insertion up
    down""".split()  # noqa: SIM905
)
_ENDS = re.compile(
    r"(?i)\s*(?:\bif\b|\bwhen\b|\belse\b|\botherwise\b|→|->|=>|\bor (?=[45]\d\d)|\bnever\b).*$"
)


_SIDES = frozenset(
    "least most more less than under over below above fewer up greater lower higher exactly".split()  # noqa: SIM905
)


def accounted(said: str, holding: Holding, lines: list[str], place: str = "") -> bool:
    """Whether an effect holds to all that words say of its rows.

    Those of the sentence that names them; where none does, all of them, and the place itself.
    """
    held = _held(holding, lines)
    noun = rf"(?i)\b{re.escape(holding.word.replace('_', ' '))}"
    told = [_ENDS.sub("", STATUS.sub(" ", bare(each))) for each in re.split(r"(?<=[.;])\s+", said)]
    named = [each for each in told if re.search(noun, each)]
    about = named or [*told, " ".join(words(place))]
    return all(
        _is_held(each.lower(), held)
        for sentence in about
        for each in re.findall(r"[A-Za-z][\w'-]*|\d+", sentence)
    )


# So many of the rows, and no others.
_CUT = re.compile(
    r"(?i)\bthe (?:top|last|first|latest|newest|oldest|best|most recent|next)? ?"
    r"(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twenty) (?:\w+est |most \w+ )?[a-z]+s\b"
)


def is_cut(route: Route) -> bool:
    """Whether words ask for so many rows and no others."""
    return _CUT.search(route.words) is not None


def unaccounted(route: Route, lines: list[str]) -> Unknown:
    """What is said of a list that holds to not all of it; how many there are is never guessed."""
    cut = is_cut(route) and not any("limit " in each for each in lines)
    why = "not all that is said of these rows is understood"
    told = f"{route.method} {route.path}: {route.words[:120]}"
    return Unknown("blocking" if cut else "material", told, route.source, why)


def _held(holding: Holding, lines: list[str]) -> set[str]:
    """The words that an effect stands for."""
    text = " ".join(lines)
    held = {plain(part) for name in re.findall(r"\w+", text) for part in (name, *words(name))}
    held |= {plain(holding.word), plain(holding.entity.plural), *_ASKING}
    held |= _ORDER if re.search(r"\bby (?:\.|if\()", text) else set()
    held |= _SIDES if re.search(r" [<>]=? ", text) else set()
    return held | {plain(singular(each)) for each in held}


def _is_held(word: str, held: set[str]) -> bool:
    """Whether a word is one that is held to, or a form of it: "finished", `finish`."""
    if {plain(word), plain(singular(word))} & held:
        return True
    stem = plain(re.sub(r"(?:ed|ing|ly|s)$", "", word))
    return len(stem) > 3 and any(each.startswith(stem) for each in held)

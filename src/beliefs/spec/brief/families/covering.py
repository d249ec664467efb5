"""Clauses that say one thing in whatever words, where all of them tell of such things.

A clause is taken where it has what makes it one of its sort, and no word besides that could mean
more. So wording matters little, and what says more than is understood stays.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Fault
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.families.heard import Heard
from beliefs.spec.brief.said import GAP, Said
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.brief.vocabulary import JOINING
from beliefs.spec.understanding.words import singular

_CUT = re.compile(
    r"(\s*(?:(?<!\d)[.:](?=\s|$)|[;,()]|\s-\s|->)\s*(?:and |but |or )?|\s+(?:and|but|while|"
    r"so)\s+)"
)
_MARKS = re.compile(r"[⟦⟪⟨]\d+[⟧⟫⟩]|[?/]?\b\w+=")
_TURNS = re.compile(r"(?i)\b(?:unless|except|only|never|until|instead)\b")


def names_of(service: Service, scenes: Iterable[Scene]) -> set[str]:
    """The words that rows, their values and the paths are called by."""
    found = {"id", "ids"}
    for kind in service.kinds:
        found |= {*kind.spoken.split(), *kind.plural.split("_")}
        for name in (*kind.fields, kind.key.name):
            found |= {name.lower(), *name.lower().split("_")}
    for scene in scenes:
        found |= {word for x in scene.request.segments for word in re.split(r"[-_{}]", x.lower())}
        found |= {n.lower() for n in scene.given}
    return {each for each in found if each}


def covered(text: str, words: str, names: set[str], *, turned: bool = False) -> bool:
    """Whether a text says nothing but what these words say, of what is called by these names.

    >>> covered("the oldest comment comes first", "oldest first", {"comment"})
    True
    >>> covered("the oldest comment of today first", "oldest first", {"comment"})
    False
    """
    if not turned and _TURNS.search(text) and not _TURNS.search(words):
        return False
    known = set(words.split())
    for each in re.findall(
        r"[a-z][\w']*|\d[\w.]*", _MARKS.sub(" ", text.lower()).replace(GAP, " ")
    ):
        plain = each.removesuffix("'s").rstrip(".")
        if plain not in JOINING and not {plain, singular(plain)} & (known | names):
            return False
    return True


def clauses(
    said: Iterable[Said], evidence: str, words: str, names: set[str], *, turned: bool = False
) -> list[tuple[Said, str]]:
    """The clauses that are of a sort, taken out of their sentences."""
    found: list[tuple[Said, str]] = []
    sort = re.compile(evidence, re.IGNORECASE)
    for one in said:
        while sort.search(one.text):
            text = _taken(one, sort, words, names, turned=turned)
            if text is None:
                break
            found.append((one, text))
    return found


def _taken(
    one: Said, sort: re.Pattern[str], words: str, names: set[str], *, turned: bool
) -> str | None:
    pieces = _CUT.split(one.text)
    atoms, count = pieces[0::2], len(pieces[0::2])
    for size in range(count, 0, -1):
        for start in range(count - size + 1):
            end = start + size
            text = "".join(pieces[2 * start : 2 * end - 1])
            if not sort.search(text) or not covered(text, words, names, turned=turned):
                continue
            head = "".join(pieces[: 2 * start])
            tail = "".join(pieces[2 * end - 1 :])
            one.text = f"{head} {GAP} {tail}".strip()
            assert atoms  # there is one
            return text
    return None


def take(
    service: Service, scenes: list[Scene], evidence: str, words: str, *, turned: bool = False
) -> list[tuple[Said, str]]:
    """The clauses of a sort in all that is said, or of what is said of some requests and of all."""
    return clauses(
        heard.sentences(service, scenes),
        evidence,
        words,
        names_of(service, scenes),
        turned=turned,
    )


_OR = re.compile(r"[,;]? or (?:if |when )?|[,;] (?:and (?:so is |for )?)?(?:if |when )?|; ")


_MUST = re.compile(r"; |,? and (?=(?:it |they )?(?:must|has to|have to|should|need)\b)")
_MODAL = re.compile(
    r"(?i)\b(?:must|has to|have to|should|needs? to|may|can|only|at least|at most)\b"
)


def fails(
    service: Service, scenes: list[Scene], evidence: str, words: str, *about: str
) -> list[Heard]:
    """The failures whose causes are of a sort; one that says more is left where it stands.

    Where one has several causes, those that are of the sort are taken out of it.
    """
    names = names_of(service, scenes)
    sort = re.compile(evidence, re.IGNORECASE)
    found = []
    for each in heard.faults(service, scenes, evidence):
        cause = each.fault.cause
        pieces = (_MUST if each.fault.otherwise else _OR).split(cause.text)
        mine = [x for x in pieces if sort.search(x) and covered(x, words, names, turned=True)]
        nouns = {*about} | {word for x in service.kinds for word in x.spoken.split()}
        left = [x for x in pieces if x not in mine and not covered(x, "", nouns)]
        if mine and each.fault.otherwise and not any(_MODAL.search(x) for x in left):
            for scene in each.scenes:
                scene.told.said += [replace(cause, text=x) for x in left]
            left = []
        rest = ("; " if each.fault.otherwise else ", or ").join(left)
        if not left and mine:
            found.append(each)
            continue
        found += [each._replace(fault=_about(each.fault, piece)) for piece in mine]
        if rest or not mine:
            heard.put_back(service, each._replace(fault=_about(each.fault, rest or cause.text)))
    return found


def _about(fault: Fault, text: str) -> Fault:
    return fault._replace(cause=replace(fault.cause, text=text))

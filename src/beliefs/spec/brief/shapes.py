"""Answers that sentences tell by names: "201 with its id, the title, the text and created_at"."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.names import Named, row_of
from beliefs.spec.brief.said import GAP, Said
from beliefs.spec.brief.scene import Scene
from beliefs.spec.brief.sketch import Part, Sketch

_ID = re.compile(
    r"(?i)(?:\b(?:with|that is|namely|object of|:|holding|containing|has|have|of|each with|just|"
    r"only|shows?|has the fields)\s+|[:(]\s*)(?=(?:its |the |an? |his |their )?id\b(?:,| and | \(|"
    r" ?\+))"
)
_LITERAL = re.compile(r"^\(?(true|false|null|-?\d+)(?: at first| by default| for now)?\)?$")


def told_shape(scene: Scene) -> Sketch | None:
    """What an answer has by the names in a row that begins with its id."""
    for one in scene.told.said:
        row = _row(one, scene.request.method == "GET")
        if row is None:
            continue
        start, named, end = row
        one.text = f"{one.text[:start]} {GAP} {_words(named)} {_behind(named, one.text[end:])}"
        record = Sketch(
            "record",
            tuple(Part(each.name, Sketch("value", text=_literal(each))) for each in named),
            more=_besides(scene, one, start, named),
        )
        listed = scene.request.method == "GET" and scene.kind is not None
        return Sketch("list", item=record) if listed else record
    return None


# A row of names in backquotes, behind words for what is answered.
_CODED = re.compile(
    r"(?i)(?:\b20[01]\b|\banswers?\b|\breturns?\b|\bgives?\b|\bgets?\b|\brespon[ds]\w*|\bshows?\b|"
    r"->)[^;.]*?(?P<open>:|,? with|,? has|,? contain(?:s|ing)|,? consisting of| \()\s*(?=(?:its |"
    r"the |an? )?[a-z])"
)
_HAS = re.compile(
    r"(?i)^\W*(?:the |an? |this )?(?:[a-z]+ )?(?:has|contains|consists of|holds|shows|tells)(?"
    r"P<open>:?)\s*(?=(?:its |the |an? )?[a-z])"
)
_NO_ANSWER = re.compile(
    r"(?i)\b(?:body|takes|send(?:s|ing)?|without|sorted|ordered|if|when|unless|4\d\d)\b[^;.]*$"
)


def _besides(scene: Scene, one: Said, start: int, named: list[Named]) -> bool:
    """Whether a row names what is shown besides all that is brought.

    "the recipe with its id and `average`".
    """
    kind = scene.kind or scene.row
    brought = {*kind.brought} if kind is not None else set()
    if kind is None or brought & {each.name for each in named}:
        return False
    return re.search(rf"(?i)\b{re.escape(kind.spoken)}\W*$", one.text[:start]) is not None


def _row(one: Said, gets: bool) -> tuple[int, list[Named], int] | None:
    """Where a sentence tells an answer by names, the names, and where they end."""
    codes = one.codes
    for pattern in (_ID, _CODED, *((_HAS,) if gets else ())):
        for found in pattern.finditer(one.text):
            named, end = row_of(one.text, found.end(), codes, codes)
            if len(named) < 2 or any(
                not re.fullmatch(r"[A-Za-z_]\w*", each.name) for each in named
            ):
                continue
            if pattern is _ID:
                return found.start(), named, end
            if {each.name for each in named} <= codes and not _NO_ANSWER.search(
                one.text[: found.start("open")]
            ):
                return found.start("open"), named, end
    return None


def _literal(name: Named) -> str:
    found = _LITERAL.match(name.words.strip())
    return found[1] if found else ""


def _behind(named: list[Named], text: str) -> str:
    """What comes after a row; a colon tells of its last name."""
    return f"; {named[-1].name}{text}" if text.startswith(":") else text


def _words(named: list[Named]) -> str:
    """What is said of the names, for others to read."""
    told = {x.name: x.words.strip("()") for x in named if x.words and not _literal(x)}
    for at, each in enumerate(named):  # "`open` and `done` (the number of tasks with that status)"
        shared = re.search(
            r"(?i)^(?P<n>the number of|how many) (?P<rows>[a-z]+) (?:with|in|that have) (?:that|"
            r"this) (?:status|state)$",
            told.get(each.name, ""),
        )
        for other in named[: at + 1] if shared is not None else ():
            if other.name not in told or other is each:
                told[other.name] = (
                    f"{shared['n']} {other.name} {shared['rows']}" if shared is not None else ""
                )
    return "; ".join(f"{name} {words}" for name, words in told.items())

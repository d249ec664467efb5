"""A sentence of which readers take what they understand.

What is taken is gone from the text; what is left at the end, words that only hold sentences
together
aside, is what nobody understood. Sketches stand in the text as `⟦0⟧` and quoted texts as `⟪0⟫`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from beliefs.spec import patterns as re
from beliefs.spec.brief.sketch import Sketch, sketched, span
from beliefs.spec.brief.vocabulary import JOINING

GAP = "¦"  # where something was taken


@dataclass(slots=True)
class Said:
    """A sentence with where it stands."""

    text: str
    source: str
    sketches: tuple[Sketch, ...] = ()
    quotes: tuple[str, ...] = ()
    whole: str = field(default="")  # as it stood
    aside: bool = (
        False  # says to people what something is: it asks for nothing where it states no rule
    )
    lead: str = ""  # what leads to the request that it is about: "only admins may"

    def take(self, pattern: str | re.Pattern[str]) -> re.Match[str] | None:
        """The first place that fits, taken out."""
        found = _compiled(pattern).search(self.text)
        if found is not None:
            self.drop(found)
        return found

    def drop(self, found: re.Match[str]) -> None:
        """Take out what was found."""
        self.text = (
            f"{self.text[: found.start()].rstrip()} {GAP} {self.text[found.end() :].lstrip()}"
        )

    def has(self, pattern: str | re.Pattern[str]) -> re.Match[str] | None:
        """The first place that fits, left where it is."""
        return _compiled(pattern).search(self.text)

    def sketch(self, mark: str) -> Sketch:
        """The sketch that a mark stands for."""
        return self.sketches[int(mark.strip("⟦⟧"))]

    def quote(self, mark: str) -> str:
        """The text that a mark stands for, or the plain word that it is."""
        return self.quotes[int(mark.strip("⟪⟫"))] if mark.startswith("⟪") else mark

    def spelled(self, text: str) -> str:
        """A text with its quotes in place of their marks."""
        return re.sub(r"⟪(\d+)⟫", lambda one: f'"{self.quotes[int(one[1])]}"', text)

    @property
    def codes(self) -> frozenset[str]:
        """The names that stand in backquotes, which are names whatever words they are."""
        return frozenset(re.findall(r"`([A-Za-z_]\w*)(?:\[\])?\??`", self.whole))

    @property
    def left(self) -> list[str]:
        """The words that nobody took."""
        text = re.sub(
            r"[⟦⟪]\d+[⟧⟫]", lambda one: " sketch " if one[0][0] == "⟦" else " text ", self.text
        )
        text = text.replace("->", " ")
        words = re.findall(r"[a-z][\w'-]*|\d[\w.]*|[<>]=?", text.lower())
        return [each for each in words if each not in JOINING]


def said(text: str, source: str) -> Said:
    """A sentence as it is read: sketches and quotes apart, no markup.

    >>> found = said('Takes `{"title": "x"}`, **answers** "ok".', "goal:1")
    >>> found.text, found.sketches[0].names, found.quotes
    ('Takes ⟦0⟧, answers ⟪0⟫.', ('title',), ('ok',))
    """
    sketches: list[Sketch] = []
    quotes: list[str] = []
    out: list[str] = []
    at = 0
    while at < len(text):
        here = text[at]
        end = span(text, at) if here in "{[" and not text[:at].endswith(("/", "](")) else -1
        found = sketched(text[at:end]) if end > 0 else None
        if found is not None and (found.parts or found.item or found.more or end - at == 2):
            out.append(f"⟦{len(sketches)}⟧")
            sketches.append(found)
            at = end
            continue
        quoted = _QUOTED.match(text, at)
        if quoted is not None and not (at and text[at - 1].isalnum()):
            out.append(f"⟪{len(quotes)}⟫")
            quotes.append(next((each for each in quoted.groups() if each is not None), ""))
            at = quoted.end()
            continue
        out.append(here)
        at += 1
    plain = re.sub(r"`+|(?<! )\*+|\*+(?! )|(?<!\w)_(?=\w)|(?<=\w)_(?!\w)", "", "".join(out))
    plain = plain.replace("’", "'").replace("`", "")
    for sign, word in _SIGNS.items():
        plain = plain.replace(sign, word)
    return Said(
        " ".join(plain.split()), source, tuple(sketches), tuple(quotes), " ".join(text.split())
    )


_QUOTED = re.compile(r"\"([^\"\n]{0,200})\"|“([^”]*)”|'([\w .!?-]{1,60})'(?!\w)")
_SIGNS = {
    "→": " -> ",
    "⇒": " -> ",
    "=>": " -> ",
    "≥": ">=",
    "≤": "<=",
    "–": "-",
    "—": " - ",
    "…": "...",
}


def _compiled(pattern: str | re.Pattern[str]) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE) if isinstance(pattern, str) else pattern


_END = re.compile(
    r"(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\betc\.)(?<!\bvs\.)(?<!\bmax\.)(?<!\bmin\.)(?<!\.\.\.)(?<=[.!?"
    r"])\)?\s+(?=[\"'`(\[*A-Za-z0-9→])"
)


def sentences(text: str) -> list[str]:
    """The sentences of a paragraph; no end is seen within brackets or quotes.

    >>> sentences('Answers {"a": "x. Y"}. Then it ends (e.g. here). Bye')
    ['Answers {"a": "x. Y"}.', 'Then it ends (e.g. here).', 'Bye']
    """
    found, start = [], 0
    for each in _END.finditer(text):
        piece = text[start : each.start()]
        if _open(piece):
            continue
        closing = 1 if each[0].startswith(")") else 0
        found.append(text[start : each.start() + closing])
        start = each.end()
    return [each.strip() for each in (*found, text[start:]) if each.strip()]


def _open(text: str) -> bool:
    return any(text.count(one) > text.count(other) for one, other in ("{}", "[]")) or (
        text.count("(") > text.count(")") + 1
    )

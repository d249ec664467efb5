"""What callers may ask a list by, told as a row of names: "takes `low=true` (only …).

`limit` (1-100) and `offset`".
"""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Line
from beliefs.spec.brief.kinds import said_again
from beliefs.spec.brief.said import GAP, Said
from beliefs.spec.brief.scene import Scene

_LEAD = (
    r"\b(?:takes|accepts|supports|understands|knows|allows|parameters?:?|filters?:?|query:?)(?"
    r": also)?(?: the)?(?: optional)?(?: query)?(?: parameters?| filters?| params?)?:? "
)
_SAMPLE = re.compile(r"`\??([A-Za-z_]\w*)=([^`]*)`")


def asked_by_name(scene: Scene) -> dict[str, str]:
    """The parameters that rows of names in backquotes tell, with a sample of each.

    Taken from the sentences.
    """
    found: dict[str, str] = {}
    for one in scene.told.said:
        samples = {name: value.strip("<>{}.…") for name, value in _SAMPLE.findall(one.whole)}
        names = "|".join(sorted(map(re.escape, {*one.codes, *samples}), key=len, reverse=True))
        if not names:
            continue
        each = rf"\??(?:{names})\b(?:=[\w.<>]+)?(?: \([^()]*\))?"
        row = one.has(rf"{_LEAD}(?P<row>{each}(?:(?:,? and |,? or |, ){each})*)")
        if row is None:
            continue
        for part in re.finditer(
            rf"\??(?P<n>{names})\b(?:=[\w.<>]+)?(?: \((?P<w>[^()]*)\))?", row["row"]
        ):
            found[part["n"]] = samples.get(part["n"], "")
            scene.request.lines.append(Line(part["n"], _words(part["w"] or "", one), "query"))
        one.text = f"{one.text[: row.start()].rstrip()} {GAP} {one.text[row.end() :].lstrip()}"
    return found


def _words(words: str, one: Said) -> Said:
    return said_again(words, one)

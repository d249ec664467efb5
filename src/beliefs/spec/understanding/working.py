"""Clauses of a goal that say what is done to files that a request brings.

"POST /merge combines several PDF files into one" has words in an order that no phrase foresees. Its
clause, from its path to the next one, is read as a whole; the words that speak of such tools are
covered by the cue, and all others are left for whoever counts what was not understood.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.features.tools import Tool, brought, part_of_text, tool_of
from beliefs.spec.operations import Input
from beliefs.spec.understanding.patterns import Tokens
from beliefs.spec.understanding.tokens import Token

_KEEPS = r"(?i)\b(?:stor\w*|keep\w*|sav\w*|list\w*|delet\w*|album\w*|galler\w*|shar\w*|crud|kept)\b"
# A PDF that is made, of what is no file: "takes title and text and answers a PDF with them".
_PRINTS = re.compile(
    r"(?i)\b(?:answer|return|respond|giv|send|produc|generat|creat|mak|render|build|repl|turn|"
    r"convert|print)\w*\b[^.;]{0,24}?\b(?:with |as |into |to )?(?:an?|the|one) PDF\b(?! text)"
)
_UPLOADS = re.compile(r"(?i)\b(?:upload\w*|files?|multipart|pictures?|images?|photos?|pdfs)\b")
_FAILS = {"400": "refused", "415": "unsupported_type", "422": "out_of_range"}
# The words that speak of tools, by how they begin.
_WORDS = re.compile(
    r"(?:merg|combin|concat|join|append|stitch|unit|bind|convert|conver|transform|chang|turn|encod|"
    r"resiz|scal|rescal|shrink|enlarg|mak|made|creat|build|generat|produc|extract|pull|read|get|giv|"
    r"return|answer|send|sent|respond|repl|tak|accept|receiv|upload|file|pdf|image|picture|photo|"
    r"video|movie|clip|png|jpe?g|gif|webp|bmp|zip|archiv|animat|frame|still|screenshot|snapshot|"
    r"thumbnail|preview|audio|sound|mp3|ffmpeg|text|plain|word|page|content|one|singl|sever|multipl|"
    r"many|two|all|their|order|same|given|width|height|size|format|pixel|px|ms|millisecond|each|"
    r"delay|multipart|form|field|part|named|called|timestamp|time|position|first|wide|high|tall|"
    r"document|new|other|another|proportion|result|attachment|download|back|us(?:e|es|ing)|via|its?|"
    r"optional|tool|invalid|wrong|number|count)\w{0,4}"
)


class Clause(NamedTuple):
    """Where a clause stands in a sentence, the tool it speaks of, and its answer."""

    start: int  # behind the path
    end: int
    tool: Tool
    inputs: tuple[Input, ...]
    answer: str  # of a text: what is sent of it
    refuses: str  # the way in which a file is refused
    covered: tuple[Token, ...]


def clauses(text: str, part: Tokens) -> Iterator[Clause]:
    """The clauses of a sentence that name a route which works on files."""
    places = [at for at, each in enumerate(part) if each.sort == "path"]
    for number, at in enumerate(places):
        before = part[at - 1].text if at else ""
        end = places[number + 1] - 1 if number + 1 < len(places) else len(part)
        if before in {"POST", "PUT"} and end > at + 1:
            found = _read(text, part, at, end)
            if found is not None:
                yield found


def _read(text: str, part: Tokens, at: int, end: int) -> Clause | None:
    inner = part[at + 1 : end]
    said = text[inner[0].start : inner[-1].end]
    path = re.sub(r"[{}/_-]", " ", part[at].text)
    if re.search(_KEEPS, said) or (_PRINTS.search(said) and not _UPLOADS.search(said)):
        return None
    inputs = brought(said)
    tool = tool_of(f"{said} {path}", inputs)
    fails = re.findall(r"\b4\d\d\b", said)
    if tool is None or any(each not in _FAILS for each in fails):
        return None
    shown = next((each for each in inner if each.sort == "json"), None)
    answer = _answered(tool, shown)
    if answer is None:
        return None
    refuses = _FAILS[fails[0]] if fails else "refused"
    covered = tuple(each for each in inner if _covers(each, tool, inputs))
    return Clause(at + 1, end, tool, inputs, answer, refuses, covered)


def _answered(tool: Tool, shown: Token | None) -> str | None:
    """The record that is sent of a text; empty where it is sent as it is, None if nobody can."""
    if shown is None:
        return ""
    values = [(each, part_of_text(tool, each)) for each in shown.keys]
    if tool.deed != "text" or not values or not all(value for _, value in values):
        return None
    return f"{{{', '.join(f'{name}: {value}' for name, value in values)}}}"


def _covers(token: Token, tool: Tool, inputs: tuple[Input, ...]) -> bool:
    if token.sort == "json" or token.text in _FAILS:
        return True
    if token.sort in {"word", "string"}:
        named = {each.name for each in inputs if each.name in tool.used}
        return token.text in named or bool(_WORDS.fullmatch(token.low))
    if token.sort == "number" or re.fullmatch(r"\d+x\d+", token.low):
        return any(each in re.findall(r"\d+", token.text) for each in tool.told.values())
    return False

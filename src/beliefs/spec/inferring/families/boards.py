"""Boards of the best: one line for each name, with its best result and its rank."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Property, Route, is_list, is_record
from beliefs.spec.documents.places import Step, unwrapped
from beliefs.spec.documents.words import plain, singular
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.writing import Writer

_RANKS = {"rank", "place", "position", "standing"}
_BEST = re.compile(
    r"(?i)\b(best|highest|top|greatest|longest|lowest|fastest|shortest|fewest|least) "
    r"(?:\w+ ){0,2}?(?:of|per|for|by) (?:every|each|a|any)? ?`?(\w+)|"
    r"\b(?:every|each) (\w+)(?:'s)? (best|highest|top|greatest|longest|lowest|fastest|shortest)\b"
)
_LOW = {"lowest", "fastest", "shortest", "fewest", "least"}
_DENSE = re.compile(r"(?i)\b(?:without|no) gaps?\b|\bdense\b|\b1, ?(?:1, ?2\b|2, ?2, ?3\b)")


def board_lines(writer: Writer, route: Route, chain: tuple[Step, ...]) -> list[str] | None:
    """The effect of a board: "the best score of every team, highest first"; None for no board."""
    said = _BEST.search(route.words)
    shown, wrap = unwrapped(route.good.shape if route.good else None)
    item = shown.item if is_list(shown) and shown is not None else None
    if route.method != "GET" or said is None or wrap or item is None or not is_record(item):
        return None
    parent = writer.kept.at(chain[:-1]) if len(chain) > 1 and chain[-2].param else None
    among = [each for each, _ in writer.kept.children(parent)] if parent is not None else []
    for holding in among or writer.kept.holdings:
        names = _names(holding, said, item.properties)
        if names is None:
            continue
        who, score = names
        where = " and ".join(writer.within(holding, chain[:-1]))
        rows = f"{holding.name}[where {where}]" if where else holding.name
        low = (said[1] or said[4]).lower() in _LOW
        best = f"{'least' if low else 'most'}(each(one in part.items: one.{score}))"
        rank = f"count(found[where .{score} {'<' if low else '>'} one.{score}]) + 1"
        if _DENSE.search(route.words):
            better = f"found[where .{score} {'<' if low else '>'} one.{score}]"
            rank = f"count(distinct(each(other in {better}: other.{score}))) + 1"
        shape = {each.name: _part(each, who, score, rank) for each in item.properties}
        order = f"by .{score}{'' if low else ' down'}, by .{who}"
        status = route.good.status if route.good else 200
        group = f"group({rows}, {json.dumps(who)})"
        return [
            *writer.above(route, chain[:-1]),
            f"let found = each(part in {group}: {made({who: 'part.key', score: best})})",
            f"answer {status} each(one in found[{order}]: {made(shape)})",
        ]
    return None


def _names(
    holding: Holding, said: re.Match[str], parts: tuple[Property, ...]
) -> tuple[str, str] | None:
    """Whose results they are and what counts, where a line has nothing else but its rank."""
    spoken = singular((said[2] or said[3]).lower())
    rest = [holding.named(each.name) for each in parts if plain(each.name) not in _RANKS]
    texts = [
        each
        for each in rest
        if each in holding.fields and holding.fields[each].type.kind == "string"
    ]
    numbers = [
        each
        for each in rest
        if each in holding.fields and holding.fields[each].type.kind in {"integer", "number"}
    ]
    if len(rest) != 2 or len(texts) != 1 or len(numbers) != 1 or plain(texts[0]) != plain(spoken):
        return None
    return texts[0], numbers[0]


def _part(part: Property, who: str, score: str, rank: str) -> str:
    if plain(part.name) in _RANKS:
        return rank
    return f"one.{who if plain(part.name) == plain(who) else score}"

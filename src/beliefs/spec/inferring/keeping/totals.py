"""Sums and counts over what belongs to a row, in words: "the seats of all orders not cancelled"."""

from __future__ import annotations

import json

from beliefs.spec import patterns as re
from beliefs.spec.documents.words import plain, plural, singular, words
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.kept import Kept
from beliefs.spec.types import Type

_ARTICLES = r"(?:(?:all|the|its|their|every|each|of|this|that|\w+'s) )*"


def totals(text: str, holding: Holding, kept: Kept, row: str = "$") -> tuple[str, dict[str, str]]:
    """The text with a name in the place of each sum or count over rows below, and what they are."""
    found: dict[str, str] = {}
    for child, link in kept.children(holding):
        pattern = _pattern(child)
        while match := pattern.search(text):
            tests = [f".{link} = {row}.{holding.key.name}", *_states(child, match)]
            rows = f"{child.name}[where {' and '.join(tests)}]"
            field = _amount(child, match["field"] or "")
            if not match["count"] and not field:
                break
            name = f"total{len(found)}"
            counted = f"count({rows})" if match["count"] else ""
            found[name] = counted or f"sum(each(one in {rows}: {_of_one(child, field)}))"
            text = f"{text[: match.start()]}{name}{text[match.end() :]}"
        match = _own(child).search(text)
        field = _amount(child, match["field"]) if match else ""
        if match and field:
            name = f"total{len(found)}"
            rows = f"{child.name}[where .{link} = {row}.{holding.key.name}]"
            found[name] = f"sum(each(one in {rows}: {_of_one(child, field)}))"
            text = f"{text[: match.start()]}{name}{text[match.end() :]}"
    return text, found


def _of_one(child: Holding, field: str) -> str:
    """A number of one of the rows, as it is kept or worked out."""
    return child.computed.get(field, f"$.{field}").replace("$", "one")


def _own(child: Holding) -> re.Pattern[str]:
    """A sum that names a number of rows and not the rows: "the sum of the line totals"."""
    numbers = [name for name, kind in _types(child).items() if kind.kind in {"integer", "number"}]
    spoken = "|".join(
        "[ _]?".join(map(re.escape, words(each))) for each in numbers if each != child.key.name
    )
    spoken = spoken or "(?!)"
    return re.compile(
        rf"(?i)(?:the )?(?:sum|total) of (?:all |the |its |their )*(?P<field>(?:{spoken})s?)"
        rf"\b(?! of\b)"
    )


def _choices(child: Holding) -> dict[str, tuple[str, str]]:
    """The states that rows may be in, by their words: the field that says so, and its value."""
    found: dict[str, tuple[str, str]] = {}
    for name, kind in _types(child).items():
        for choice in kind.choices:
            found.setdefault(choice.lower().replace("_", " "), (name, json.dumps(choice)))
        if kind.kind == "boolean":
            spoken = name.removeprefix("is_").lower().replace("_", " ")
            found.setdefault(spoken, (name, "true"))
    return found


def _types(child: Holding) -> dict[str, Type]:
    """What rows have, also what is not yet known to be kept."""
    shown = {each.name: each.shape.type for each in child.shape.properties}
    return {**shown, **{each.name: each.type for each in child.fields.values()}}


def _pattern(child: Holding) -> re.Pattern[str]:
    names = "|".join(_spaced(each) for each in sorted(_choices(child), key=len, reverse=True))
    state = rf"[`'\"]?(?:{names or '(?!)'})[`'\"]?"
    several = rf"{state}(?:(?:, and | and |, | or |/){state})*"
    one, many = child.word.replace("_", "[ _]"), plural(child.word).replace("_", "[ _]")
    return re.compile(
        rf"(?i)(?:(?:the )?(?P<count>(?:number|count) of |how many )"
        rf"|(?:(?:the )?(?:sum|total) (?:of )?)?(?:the |all )*(?P<field>\w+) of ){_ARTICLES}"
        rf"(?P<before>(?:not |non-)?{several} )?"
        rf"(?:{many}|{one})\b(?:(?: (?:that|which|who))? (?:are|is|were|have been) "
        rf"(?P<behind>(?:not |no longer )?{several})| (?P<not>not {several}))?"
    )


def _states(child: Holding, match: re.Match[str]) -> list[str]:
    """What must hold of rows by the states that stand before or behind their name."""
    tests = []
    for told in (match["before"], match["behind"], match["not"]):
        no = bool(re.match(r"(?i)not |non-|no longer ", told or ""))
        known = _choices(child)
        said = [each for each in known if told and re.search(rf"(?i)(?<!\w){_spaced(each)}", told)]
        each_one = [f".{known[name][0]} {'!=' if no else '='} {known[name][1]}" for name in said]
        if no or len(each_one) == 1:
            tests += each_one
        elif each_one:
            tests.append(f"({' or '.join(each_one)})")
    return tests


def _spaced(name: str) -> str:
    return re.escape(name).replace(r"\ ", "[ _-]")


def _amount(child: Holding, said: str) -> str:
    """The number of rows that a word names: "weights" of rows with a `weight_kg`."""
    numbers = [name for name, kind in _types(child).items() if kind.kind in {"integer", "number"}]
    wanted = {plain(said), plain(singular(said)), plain(said).removesuffix("s")}
    exact = [each for each in numbers if plain(each) in wanted]
    near = [each for each in numbers if words(each)[:1] and plain(words(each)[0]) in wanted]
    return next(iter([*exact, *near]), "")

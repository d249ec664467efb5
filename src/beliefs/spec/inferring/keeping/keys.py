"""What tells rows apart, and who makes it."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import (
    Property,
    Shape,
)
from beliefs.spec.documents.places import (
    names,
    same_thing,
    steps,
)
from beliefs.spec.documents.words import plain, words
from beliefs.spec.entities import Key, KeyStyle
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.numbers import NUMBERS, counted
from beliefs.spec.types import Field, Type

_ROW_KEYS = ("id", "_id", "uuid", "ID", "Id", "guid")


def keyed(
    holding: Holding, base: str, spoken: tuple[str, ...] = (), prose: tuple[str, ...] = ()
) -> None:
    """Find out which of its properties tells rows apart, and who makes it.

    `spoken` are the names that paths have for it, those below its rows included; `prose` is what
    is said of no request in particular.
    """
    params: list[tuple[str, Shape | None]] = []
    for route in holding.routes:
        chain = steps(route.path, base)
        if chain and chain[-1].param and names(chain) in holding.places:
            declared = next(
                (
                    each.shape
                    for each in route.params
                    if each.place == "path" and each.name == chain[-1].param
                ),
                None,
            )
            params.append((chain[-1].param, declared))
    shape, made = holding.shape, holding.made
    if not params and made is not None:
        params = [(each, None) for each in spoken if made.part(each) or shape.part(each)]
    param, declared = params[0] if params else ("", None)
    name = _by_name(holding) if not param else ""
    name = name or _key_name(shape, made, holding.word, param)
    if declared is not None and declared.type.kind in {"json", "record", "list"}:
        declared = None
    holding.shape = shape = _described(
        shape, name, [*(each.words for each in holding.routes), *prose]
    )
    part = shape.part(name) or (made.part(name) if made else None)
    usual = Type("integer" if not param or _is_id(param, holding.word) else "string")
    kind = part.shape.type if part else declared.type if declared else usual
    given = bool(made and (asked := made.part(name)) and not _is_counted(asked))
    makers = any(each.method == "POST" and each.body is not None for each in holding.routes)
    puts = any(each.method == "PUT" for each in holding.routes)
    posted = any(each.method == "POST" for each in holding.routes)
    named = not _is_id(param, holding.word) or (not posted and not same_thing(param, holding.word))
    if param and named and (part is None or (puts and not makers)):
        given = True  # the path itself says the key
    style: KeyStyle = "integer"
    prefix, length = "", 22
    if given:
        style = "given"
    elif kind.kind == "uuid":
        style = "uuid"
    elif kind.kind != "integer":
        style, prefix, length = _texts(part, name)
    if part is None and declared is not None and style == "integer" and kind.kind == "string":
        style = "uuid"
    holding.key = Key(name, style, prefix, length)
    holding.key_type = declared.type if declared else kind
    if declared is None or declared.type.kind in {"json", "record"}:
        holding.key_type = kind if kind.kind in {"integer", "uuid"} else Type("string")
    holding.key_given = given
    if style == "given" and all(len(each) > 1 for each in holding.places) and holding.places:
        # A name that is only one's own below the row above it: /films/{id}/ratings/{member}.
        holding.lookup, holding.key, holding.key_given = name, Key(), False
        if "id" in {*shape.names, *(made.names if made else ())}:
            holding.key = Key("row")
        asked = made.part(name) if made else None
        if asked is None:
            own = Type(kind.kind if kind.kind in {"string", "integer", "uuid"} else "string")
            holding.fields[name] = Field(name, own)
            if shape.part(name) is None and not shape.names:
                part_ = Property(name, Shape(own))
                holding.shape = replace(shape, properties=(part_, *shape.properties))
        return
    if not given and shape.part(name) is None and (not shape.names or shape is made or bare(shape)):
        # Nothing answers with the rows themselves: the house shows their keys.
        key = Property(name, Shape(kind), read_only=True)
        holding.shape = replace(shape, properties=(key, *shape.properties))


def _described(shape: Shape, name: str, said: list[str]) -> Shape:
    """The shape of rows, with what sentences say of their key: "code is 6 random letters"."""
    part = shape.part(name)
    is_uuid = rf"(?i)(?<![\w-])`?{re.escape(name)}`?s? (?:is|are) (?:an? )?(?:random |v4 )?uuid"
    if part is not None and any(re.search(is_uuid, each) for each in said):
        kept = replace(part, shape=replace(part.shape, type=Type("uuid")))
        parts = tuple(kept if each is part else each for each in shape.properties)
        return replace(shape, properties=parts)
    known = part is not None and _letters(part.words)
    guess = part is not None and part.shape.type == Type("integer") and not part.shape.example
    if part is None or known or not (guess or part.shape.type.kind in {"string", "json"}):
        return shape
    told = next((told for each in said if (told := _told_letters(each, name))), "")
    kind = Type("string") if guess else part.shape.type
    made = replace(part.shape, type=kind, words=f"{part.words} {told}".strip())
    parts = tuple(replace(each, shape=made) if each is part else each for each in shape.properties)
    return replace(shape, properties=parts) if told else shape


_RANGED = re.compile(
    r"(?i)\b(?:at least|at most|up to|between(?= \d)|no more than|must|may be)\b|\d ?(?:-|–|to) ?\d"
)


def _told_letters(text: str, name: str) -> str:
    """The clause that says how a key is spelled which the service makes up; empty without one.

    >>> _told_letters("Without an alias the code is six random letters or digits.", "code")
    'Without an alias the code is six random letters or digits.'
    >>> _told_letters("The alias has 3 to 20 letters. The code is short.", "code")
    ''
    """
    named = re.compile(rf"(?i)(?<![\w-])(?:[a-z]+[_ -])?{re.escape(words(name)[-1])}s?\b")
    clauses = re.split(r"(?<=[.;!?])\s+|, (?=or\b|otherwise\b|else\b)", text)
    found = [each for each in clauses if named.search(each) and _letters(each)]
    return next((each for each in found if not _RANGED.search(each)), "")


def _is_counted(asked: Property) -> bool:
    """Whether a key that a body could bring is the service's: one schema is used for both ways."""
    free = asked.name in _ROW_KEYS and asked.shape.type.kind in {"integer", "uuid"}
    return asked.read_only or (free and not asked.required)


def _by_name(holding: Holding) -> str:
    """The unique text that other requests name rows by, where rows show no id."""
    shape, made = holding.shape, holding.made
    alone = [each for each in (made.properties if made else ()) if each.unique]
    if len(alone) != 1 or alone[0].name not in shape.names or shape is made or "id" in shape.names:
        return ""
    named = any(
        (part := each.body.part(holding.word)) is not None and part.shape.type.kind == "string"
        for each in holding.siblings
        if each.body is not None
    )
    return alone[0].name if named and alone[0].shape.type.kind == "string" else ""


def bare(shape: Shape) -> bool:
    """Whether a shape is what requests bring, and no answer."""
    return shape.name.endswith("Input")


def _key_name(shape: Shape, made: Shape | None, word: str, param: str) -> str:
    has = {*shape.names, *(made.names if made else ())}
    exact = [param] if param and param in has else []
    folded = [each for each in has if param and plain(each) == plain(param)]
    short = plain(param).removeprefix(plain(word)) if param else ""
    tail = [each for each in has if short and plain(each) == short]
    usual = [each for each in _ROW_KEYS if each in has]
    own = [each for each in has if plain(each) in {f"{plain(word)}id", f"{plain(word)}uuid"}]
    candidates = [*exact, *folded, *tail, *usual, *own]
    if usual and plain(param).endswith("token"):
        candidates = usual  # who has the token may look, but rows are told apart by their key
    if candidates:
        return candidates[0]
    codes = [each for each in ("code", "slug", "key", "token", "isbn", "sku") if each in has]
    if param and not _is_id(param, word):
        return param
    return codes[0] if codes and not param else "id"


def _is_id(param: str, word: str) -> bool:
    return plain(param) in {"id", "uuid", "pk", f"{plain(word)}id", f"{plain(word)}uuid"} or (
        plain(param).endswith("id")
    )


def digits_of(part: Property | None) -> int:
    """How many digits a text is made of, where words say so.

    >>> digits_of(Property("ticket", Shape(Type("string"), words="a unique string of 4 digits")))
    4
    """
    told = re.search(r"(?i)\b(\d+)[- ]digits?\b", part.words) if part is not None else None
    chance = part is not None and re.search(r"(?i)\brandom", part.words)
    return int(told[1]) if told and not chance else 0


def letters_of(part: Property | None, usual: int = 7) -> int:
    """How many letters a code has that the service makes up: as usual, within what is stated.

    >>> letters_of(Property("code", Shape(Type("string", min_length=8)))), letters_of(None)
    (8, 7)
    """
    if part is None:
        return usual
    least, most = part.shape.type.min_length or 0, part.shape.type.max_length or usual
    told = re.search(
        r"(?i)(?<![–-])(?<!\bto )(?<!\bmost )(?<!\bleast )(?<!\bthan )\b(\d+)[- ]"
        r"(?:random )?(?:characters?|chars?|letters?|symbols?)\b",
        part.words,
    )
    return int(told[1]) if told else max(least, min(usual, most))


def counted_key(holding: Holding, digits: int) -> tuple[list[str], str]:
    """Statements before, and the value of a key that is counted, with zeros before it."""
    last = f"most(each(one in {holding.name}: number(one.{holding.key.name})))"
    said = f"There is no {holding.key.name.replace('_', ' ')} left"
    return [
        f"let counted = or_else({last}, 0) + 1",
        f'guard counted < {10**digits} else conflict "{said}"',
    ], f'replace("#" + text({10**digits} + counted), "#1", "")'


_CLASSES = {
    "0-9": "0123456789",
    "A-Z": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "a-z": "abcdefghijklmnopqrstuvwxyz",
    "a-f": "abcdef",
    "A-F": "ABCDEF",
}
_PATTERN = re.compile(
    r"\^?(?P<prefix>[\w-]*?)(?:\[(?P<letters>(?:0-9|A-Z|a-z|a-f|A-F|[_-])+)\]|(?P<digit>\\d))"
    r"\{(?P<many>\d+)(?:,(?P<most>\d*))?\}\$?"
)
_SAFE = 8
_OF_LETTERS = re.compile(
    rf"(?i)\b(?P<many>\d+|{'|'.join(NUMBERS[4:])})[- ](?:(?:random(?:ly chosen)?|unique),? )*"
    r"(?P<case>upper[- ]?case |capital |lower[- ]?case |small )?(?:random )?"
    r"(?P<kind>letters?|(?:hex(?:adecimal)? )?digits?|numbers|(?:alphanumeric |hex(?:adecimal)? |"
    r"base ?62 |ascii )?(?:characters?|chars?|symbols?|signs?))"
    r"(?:(?: and(?:/or)?|/| or|,) (?P<more>digits|numbers|letters))?(?!\w)"
)
_JOINS = {"das": "-", "hyp": "-", "dot": ".", "per": ".", "und": "_", "col": ":", "spa": " "}
_GROUPS = re.compile(
    rf"(?i)\b(?P<many>\d|{'|'.join(NUMBERS[2:])}) (?:groups|blocks|parts|times) (?:of )?[^.;]*?"
    r"\b(?P<by>dash|hyphen|dot|period|underscore|colon|space)"
)
_SHOWN = re.compile(r"(?P<prefix>[A-Z]{2,6}-?)(?P<digits>\d{4,})")


def spelled_key(part: Property | None) -> str:
    """The value of a key that looks as its pattern or its example says; empty where neither does.

    >>> spelled_key(Property("no", Shape(Type("string", pattern="^PX-[0-9]{6}$"))))
    '"PX-" + code(6, "0123456789")'
    """
    if part is None:
        return ""
    found = _PATTERN.fullmatch(part.shape.type.pattern)
    if found:
        classes = re.findall(r"\w-\w", found["letters"] or "0-9")
        letters, many = "".join(_CLASSES[each] for each in classes), found["many"]
        # Of a few letters only, two that are made up would soon be the same.
        length = max(int(many), min(_SAFE, int(found["most"] or many)))
        return _spelled(found["prefix"], letters, length)
    if told := _letters(part.words):
        one = _spelled("", *told)
        group = _GROUPS.search(part.words)
        if group is None:
            return one
        sign = _JOINS[group["by"][:3].lower()]
        return f' + "{sign}" + '.join([one] * counted(group["many"]))
    shown = _SHOWN.fullmatch(part.shape.example.strip('"'))
    return _spelled(shown["prefix"], _CLASSES["0-9"], len(shown["digits"])) if shown else ""


def made_up(asked: Property, shown: Property | None) -> str:
    """A key that the service makes up where none is brought, as one that is brought must look."""
    told = shown is not None and _letters(shown.words)
    return otherwise_made(shown) if told else spelled_key(asked) or otherwise_made(shown)


def otherwise_made(shown: Property | None) -> str:
    """A key that the service makes up where none is brought under another name."""
    told = spelled_key(shown) if shown is not None and _letters(shown.words) else ""
    return told or f"code({letters_of(shown)})"


def _letters(words: str) -> tuple[str, int] | None:
    """The letters that words say a text is made of, and how many; None where they say neither.

    >>> _letters("6 random upper case letters"), _letters("4 digits"), _letters("a name")
    (('ABCDEFGHIJKLMNOPQRSTUVWXYZ', 6), ('0123456789', 4), None)
    """
    found = _OF_LETTERS.search(words)
    if found is None:
        return None
    many = counted(found["many"])
    kinds = f"{found['kind']} {found['more'] or ''}".lower()
    if re.match(r"hex", kinds):
        return _CLASSES["0-9"] + _CLASSES["a-f"], many
    if re.search(r"char|symbol|sign", kinds):
        return "", many  # of any letters and digits
    small = not re.match(r"(?i)upper|capital", found["case"] or "small")
    letters = _CLASSES["a-z" if small else "A-Z"] if "letter" in kinds else ""
    digits = _CLASSES["0-9"] if "digit" in kinds or "number" in kinds else ""
    return letters + digits, many


def _spelled(prefix: str, letters: str, many: int) -> str:
    made = f'code({many}, "{letters}")' if letters else f"code({many})"
    return f'"{prefix}" + {made}' if prefix else made


def _texts(part: Property | None, name: str) -> tuple[KeyStyle, str, int]:
    """How a text that the service itself makes up looks."""
    example = part.shape.example.strip('"') if part else ""
    if re.fullmatch(r"[0-9a-f]{8}-[0-9a-f-]{27}", example, re.IGNORECASE):
        return "uuid", "", 22
    prefixed = re.fullmatch(r"([a-z]{2,8}[_-])\w+", example)
    if prefixed and plain(name) != "slug":
        return "token", prefixed[1], 16
    if part is not None and (digits_of(part) or spelled_key(part)):
        return "given", "", digits_of(part) or 22
    if plain(name) in {"code", "shortcode", "slug", "shortid", "alias"}:
        return "given", "", letters_of(part)
    if plain(name) in {"token", "sharetoken"}:
        return "token", "", letters_of(part, 32)
    return "uuid", "", 22

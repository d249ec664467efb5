"""How a text is spelled, in words: "3-8 uppercase letters", "two letters, a dash, three digits"."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.numbers import MANY, counted

_CLASSES = (
    (r"(?:upper[- ]?case|capital)(?: latin)? letters?|capitals", "A-Z"),
    (r"(?:lower[- ]?case|small)(?: latin)? letters?", "a-z"),
    (r"(?:latin )?letters?", "A-Za-z"),
    (r"digits?|numerals?", "0-9"),
    (r"underscores?", "_"),
    (r"hyphens?|dash(?:es)?", "-"),
    (r"plus signs?", "+"),
    (r"dots?|full stops?|periods?", "."),
    (r"(?:blanks?|spaces?)(?! (?:around|before|after|at|are)\b)", " "),
    (r"apostrophes?", "'"),
    (r"slash(?:es)?", "/"),
)
# A sort of signs that is not known: without it, what is allowed would be refused.
_UNKNOWN = re.compile(
    r"(?i),? (?:and|or) (?!(?:is|has|was|does|must|always|letters|characters|signs|digits)\b)"
    r"[a-z]+s(?=$|[\s,.;)]*(?:$|only|are allowed|allowed))"
)
_QUOTED = r"[\"'`“](?:[^\"'`“”\w\s]|_)[\"'`”]"  # a sign that is told as it is
_RANGE = r"`?(?:[a-z] ?[-–] ?z|0 ?[-–] ?9)`?"
CLOCK = "^([01][0-9]|2[0-3]):[0-5][0-9]$"
_CLASS = "|".join(f"(?:{pattern})" for pattern in (*dict(_CLASSES), _QUOTED, _RANGE))
_INSIDE = re.compile(r"(?i)\b(?:must |has to |should )?contains? (?:an? )?[\"`“](\W)[\"`”]")
_COUNT = rf"(?:exactly )?(?:\d+(?:\s*(?:-|–|to|\.\.)\s*\d+)?|{MANY}|an?)"
_OF = r"(?: of (?:the )?|[ -])"
_ITEM = rf"(?:(?P<count>{_COUNT}){_OF})?(?P<kind>{_CLASS})"
_ALL = re.compile(
    rf"(?i)(?<!\w)(?:only |just )?(?:{_COUNT}{_OF})?(?:{_CLASS})(?:(?:,? and then |,? then |, and |"
    rf", or |, | and | or |,? followed by )(?:{_COUNT}{_OF})?(?:{_CLASS}))*(?!\w)"
)


# A month by its number: "YYYY-MM", which is neither a day nor the head of a number that is counted.
MONTHLY = re.compile(r"\b(?:YYYY-MM|yyyy-mm)\b(?![-/\w])")
MONTH = r"^[0-9]{4}-(0[1-9]|1[0-2])$"


def spelled(text: str) -> tuple[str, str]:
    """The regular expression that words spell out, and the text without them.

    >>> spelled("string, 3-8 uppercase letters")
    ('^[A-Z]{3,8}$', 'string, ')
    >>> spelled("two uppercase letters, a dash, three digits")[0]
    '^[A-Z]{2}-[0-9]{3}$'
    >>> spelled('a two letter code like "SE"')[0]
    '^[A-Z]{2}$'
    >>> spelled("4 to 16 letters and digits")[0], spelled("at least 8 characters")[0]
    ('^[A-Za-z0-9]{4,16}$', '')
    >>> spelled("a flag digitized")[0]
    ''
    >>> spelled("only small letters and spaces")[0], spelled("only digits and stars")[0]
    ('^[a-z ]+$', '')
    >>> spelled('"+" and then 7 to 15 digits')[0]
    '^\\\\+[0-9]{7,15}$'
    >>> spelled("required, `YYYY-MM`")[0], spelled("YYYY-MM-DD")[0]
    ('^[0-9]{4}-(0[1-9]|1[0-2])$', '')
    >>> spelled("2 to 9 of a-z and `-`")[0]
    '^[a-z-]{2,9}$'
    """
    clock = re.search(r"\bHH:MM(:SS)?\b", text)
    if clock:
        rest = re.sub(
            r"\d\d:\d\d(?::\d\d)?|`?HH:MM(?::SS)?`?|\b24[- ]?h(?:ours?)?\b|\.\.+", "", text
        )
        return f"{CLOCK[:-1]}{':[0-5][0-9]' if clock[1] else ''}$", rest
    if MONTHLY.search(text):
        return MONTH, re.sub(rf"`?{MONTHLY.pattern}`?", "", text)
    code = re.search(
        rf"(?i)\b({MANY}|an?)[- ]letter (?:\w+ )?codes?\b(?: (?:like|such as|e\.g\.) "
        r"[\"'`]?([A-Za-z]+)[\"'`]?)?",
        text,
    )
    if code:
        shown = code[2] or ""
        letters = "A-Z" if shown.isupper() else "a-z" if shown.islower() else "A-Za-z"
        return f"^[{letters}]{_count(code[1])}$", text.replace(code[0], "", 1)
    if pieces := _pieced(text):
        return pieces
    if inside := _INSIDE.search(text):
        return f"^.*{re.escape(inside[1])}.*$", text.replace(inside[0], "", 1)
    match = _ALL.search(text)
    rest = text.replace(match[0], "", 1) if match else text
    if match is None or re.search(rf"(?i)\b(?:{_CLASS})\b|must contain|at least one", rest):
        return "", text
    if re.search(r"(?i)\b(?:not|never|cannot|can't|no|without)\b[^,;]*$", text[: match.start()]):
        return "", text  # what may not be there
    if _UNKNOWN.match(text, match.end()):
        return "", text
    if re.fullmatch(rf"(?i)(?:only )?(?:{_COUNT}{_OF})?letters?", match[0]):
        return "", text  # people mean characters
    items = [(each["count"], each["kind"]) for each in re.finditer(rf"(?i){_ITEM}", match[0])]
    if all(re.fullmatch(_QUOTED, kind) for _, kind in items):
        return "", text  # one of the signs in it, most likely
    if len(items) == 1 and not items[0][0] and re.fullmatch(f"(?i){_RANGE}", items[0][1]):
        return "", text  # bounds of a number
    counts = [_count(count) or _once(kind) for count, kind in items]
    among = re.match(rf"(?i){_COUNT} of ", match[0]) and not re.search(r"(?i)then|follow", match[0])
    if len(items) > 1 and all(counts) and not (among and not any(each for each, _ in items[1:])):
        parts = [f"{_one(kind)}{count}" for (_, kind), count in zip(items, counts, strict=True)]
        return f"^{''.join(parts).replace('{1}', '')}$", rest
    sets = list(dict.fromkeys(_set(kind) for _, kind in items))
    sets.sort(key=lambda each: (each == "-", each != "A-Za-z"))  # a dash is itself at the end only
    kinds = "".join(sets)
    if not kinds.strip():
        return "", text  # "not only spaces"
    return f"^[{kinds}]{counts[0] or '+'}$", rest if counts[0] else text


_LETTERS = re.compile(r"(?:the letters? )?[`'\"]?(?P<literal>[A-Z]{1,4})[`'\"]?")


def _pieced(text: str) -> tuple[str, str] | None:
    """Letters that always stand there and what follows them: "(H, dash, three digits)".

    >>> _pieced("like AB-12 (AB, a dash, two digits), unique")
    ('^AB-[0-9]{2}$', 'like AB-12 , unique')
    """
    for group in re.findall(r"\([^()]*\)", text):
        parts: list[str] = []
        literal = False
        for piece in re.split(r",? then |,? followed by |,? and |, ", group.strip("()")):
            fixed = _LETTERS.fullmatch(piece)
            match = re.fullmatch(rf"(?i){_ITEM}", piece)
            if fixed:
                parts.append(fixed["literal"])
                literal = True
            elif match:
                parts.append(f"{_one(match['kind'])}{_count(match['count'])}".replace("{1}", ""))
            else:
                break
        else:
            if literal and len(parts) > 1:
                return f"^{''.join(parts)}$", text.replace(group, "")
    return None


def _count(said: str | None) -> str:
    if not said:
        return ""
    numbers = re.findall(r"\d+", said)
    if not numbers:
        return f"{{{counted(said.lower().removeprefix('exactly '), 1)}}}"
    return f"{{{','.join(numbers)}}}"


def _once(kind: str) -> str:
    return "{1}" if re.fullmatch(_QUOTED, kind) else ""


def _set(kind: str) -> str:
    if re.fullmatch(_QUOTED, kind):
        return kind[1]
    if re.fullmatch(f"(?i){_RANGE}", kind):
        return re.sub(r"[` ]", "", kind).replace("–", "-")
    return next(value for pattern, value in _CLASSES if re.fullmatch(rf"(?i){pattern}", kind))


def _one(kind: str) -> str:
    found = _set(kind)
    if len(found) > 1:
        return f"[{found}]"
    return found if found == "-" else re.escape(found)


def strictly_dashed(text: str) -> bool:
    """Whether words say that a slug has nothing but letters a-z and digits between its hyphens.

    >>> strictly_dashed("everything that is not a letter a-z or a digit becomes a dash")
    True
    """
    letters = r"(?i)\b(?:not|no|but|except|than|outside)\b[^.;]*\ba ?(?:-|–|to) ?z\b"
    return bool(re.search(rf"{letters}[^.;]*\b(?:dash|hyphen)", text))

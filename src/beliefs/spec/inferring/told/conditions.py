"""Conditions that words tell: of the state of a row, of values, of what belongs to a row."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.places import same_thing
from beliefs.spec.documents.words import plain, plural, snaked
from beliefs.spec.inferring.keeping.depending import depending, speaks_of_others
from beliefs.spec.inferring.told.defining import defined_states
from beliefs.spec.inferring.told.settings import ARTICLE, Row, Setting, whole
from beliefs.spec.inferring.told.states import held_by, nothing_in, occupant, state
from beliefs.spec.inferring.told.values import belonging, field_of, value
from beliefs.spec.inferring.told.whom import other_than, timed
from beliefs.spec.numbers import NUMBERS, in_digits

_SIGNS = {
    **dict.fromkeys(("more than", "greater than", "larger than", "bigger than", "above"), ">"),
    **dict.fromkeys(("over", "higher than", "longer than", "after", "later than", ">"), ">"),
    **dict.fromkeys(("exceeds", "exceed"), ">"),
    **dict.fromkeys(("less than", "fewer than", "smaller than", "below", "under"), "<"),
    **dict.fromkeys(("lower than", "shorter than", "before", "earlier than", "<"), "<"),
    **dict.fromkeys(("at least", "not less than", "not below", "no less than", ">=", "≥"), ">="),
    **dict.fromkeys(("at most", "not more than", "no more than", "not above", "<=", "≤"), "<="),
    **dict.fromkeys(("within", "not greater than", "not larger than", "up to"), "<="),
    **dict.fromkeys(("the same as", "equal to", "equals", "exactly", "==", "="), "="),
    **dict.fromkeys(("different from", "not equal to", "other than", "not", "!=", "≠"), "!="),
}
_NEGATED = {">": "<=", "<": ">=", ">=": "<", "<=": ">", "=": "!=", "!=": "="}
_SIGN = "|".join(sorted(map(re.escape, _SIGNS), key=len, reverse=True))
_COMPARED = re.compile(
    rf"(?i)(?P<left>.+?) (?:(?:is|are|was|be|has|have|would be|would have|comes to) )?"
    rf"(?:(?P<no>not) )?(?P<sign>{_SIGN})(?: that of)? (?P<right>.+)"
)
_IS = re.compile(
    rf"(?i)(?:(?P<row>{ARTICLE}[\w-]+(?: [\w-]+)?) )?"
    r"(?:is|are|was|were|has been|have been|has|have|got|gets|be)(?P<no> not)?"
    r"(?: (?:already|still|currently|yet|now|in the state|in state|in status|marked as|an?))*"
    r" (?P<state>[\w\"' -]+)"
)
_LATELY = re.compile(
    r"(?i)(?: (?:any more|already|yet|again|now|at the moment|currently|then|left|by then|ever|"
    r"before|earlier))+$"
)
_ADJECTIVE = re.compile(
    r"(?i)(?:(?P<no>not) )?(?:(?:already|still|currently|yet|an?|the) )*(?P<state>[\w-]+"
    r"(?: [\w-]+)?)"
)
_OF_A_KIND = re.compile(
    r"(?i)(?:an?|the|any|one) (?P<state>[\w-]+(?: (?:or|and) [\w-]+)?) (?P<row>[\w-]+)"
    r"(?: (?:takes|cannot|may not|can only|is refused|accepts|gets)\b.*)?"
)
_HAS = re.compile(
    rf"(?i)(?P<row>{ARTICLE}[\w-]*) ?(?:already |still )?(?:has|have|with|contains|holds|without)"
    r" (?:got )?(?:already |still )?(?P<many>no|any|some|an?|at least \w+|more than \w+|"
    r"fewer than \w+|less than \w+|at most \w+|\d+)? ?(?P<what>[\w -]+)"
)
_ABSENT = (
    re.compile(
        r"(?i)(?:there is |there are )?(?:no such|(?:an? |any )?(?:unknown|nonexistent|"
        r"missing)|no) "
        r"(?P<row>[\w -]+?)"
    ),
    re.compile(
        rf"(?i)(?P<row>{ARTICLE}[\w-]*) ?(?:is unknown|does not exist|is not there|not found|"
        r"was not found|is not found|is missing|unknown|cannot be found)"
    ),
    re.compile(
        rf"(?i)(?P<row>{ARTICLE}[\w-]+) (?:that|which) (?:does not exist|is unknown|is not there)"
    ),
)
_NONE = re.compile(
    r"(?i)(?:there (?:is|are) )?(?:nothing|nobody|no one|none|no (?P<words>[\w -]+)|"
    r"all (?:of )?(?:the )?(?P<all>[\w -]+)|every (?P<every>[\w -]+)|"
    r"(?:the |its )?(?:waiting )?(?:line|queue|list|stack|pile|row) is empty)"
    r"(?: (?:is|are|can|that|which|fits?|waits?|matches|suits)\b.*| left| there)?"
)
_WRONG = (
    re.compile(r"(?i)(?:an? |the )?(?:wrong|incorrect|false|bad) (?P<name>\w+)"),
    re.compile(
        rf"(?i){ARTICLE}(?P<name>\w+) (?:is (?:wrong|incorrect|not (?:right|correct))|"
        r"does not (?:match|fit)|differs)"
    ),
)
_ENOUGH = re.compile(
    r"(?i)(?:there (?:is|are) )?(?:not enough|too (?:little|few)|insufficient) (?P<name>\w+)"
    r"(?: (?:is |are )?(?:left|there|in stock|available))?(?: (?:of|in|on) [\w ]+)?"
)


def holds(text: str, setting: Setting) -> str:
    """The condition that a text tells, in the notation; empty where not all of it is understood."""
    said = re.sub(r"(?i)^(?:if|when|because|while|as long as|that|where|once) ", "", whole(text))
    text = _LATELY.sub("", said)
    # "left" may be what is left of something, and what somebody has done
    found = _single(text, setting) or _of_itself(re.sub(r"(?i) already$", "", said), setting)
    if found:
        return found
    neither = re.fullmatch(r"(?i)(.*?)\b(?:is |are )?neither (.+) nor (.+)", text)
    if neither:
        parts = [
            _single(f"{neither[1]} is {each}".strip(), setting) for each in neither.groups()[1:]
        ]
        return " and ".join(f"not({each})" for each in parts) if all(parts) else ""
    for word in ("or", "and"):
        parts = re.split(rf",? {word} ", text)
        if len(parts) > 1 and (joined := _joined(parts, word, setting)):
            return joined
    return ""


def _joined(parts: list[str], word: str, setting: Setting) -> str:
    """Several conditions; the later ones may leave out of whom they speak."""
    head = re.match(r"(?i)(.*?\b(?:is|are|was|has been|has) )(not )?", parts[0])
    found = []
    for at, part in enumerate(parts):
        one = _single(_LATELY.sub("", part), setting)
        inner = re.split(r",? and ", part) if word == "or" and not one else []
        if len(inner) > 1:
            begun = [f"{head[0]}{inner[0]}" if at and head else inner[0], *inner[1:]]
            one = _joined(begun, "and", setting) or _joined(inner, "and", setting)
        if at and head and not one:
            one = ""
        if at and head:
            carried = _single(f"{head[0]}{_LATELY.sub('', part)}", setting)
            if head[2] and carried and not re.match(r"(?i)not |is |has |the |an? ", part):
                one, word = carried, "and" if word == "or" else word
            one = one or carried
        if not one:
            return ""
        found.append(f"({one})" if " or " in one or " and " in one else one)
    return f" {word} ".join(found)


def _depending(text: str, setting: Setting) -> str:
    """That rows which a row waits for are in a state, or are not."""
    from beliefs.spec.inferring.valuing.conditions import state_of

    found = (depending(text, each.holding, each.at, state_of) for each in setting.rows)
    return next((each for each in found if each), "")


def _single(text: str, setting: Setting) -> str:
    if speaks_of_others(text):
        return _depending(text.strip(), setting)
    for reading in (
        _none_chosen,
        _none_left,
        _absent,
        _wrong,
        _not_enough,
        _empty,
        timed,
        _by_others,
        _so_often,
        _compared,
        _having,
        _in_state,
        _there,
        _of_a_kind,
        _adjective,
    ):
        if found := reading(text.strip(), setting):
            return found
    return ""


def _none_chosen(text: str, setting: Setting) -> str:
    """That there is none of the rows that the words pick."""
    match = _NONE.fullmatch(text)
    if match is None or not setting.chosen:
        return ""
    said = match["words"] or match["all"] or match["every"] or ""
    if not said:
        return f"{setting.chosen[0]} = null"
    for row in setting.rows:
        nouns = {row.holding.word, row.holding.name, "one"}
        near = [each for each in said.split(" ") if any(same_thing(one, each) for one in nouns)]
        if row.at in setting.chosen and near:
            return f"{row.at} = null"
    return ""


def _absent(text: str, setting: Setting) -> str:
    for pattern in _ABSENT:
        match = pattern.fullmatch(text)
        row = (setting.row(match["row"]) or _by_key(match["row"], setting)) if match else None
        if match is not None and row is not None and (match["row"].strip() or setting.rows):
            return f"{row.at} = null"
    return ""


def _by_key(words: str, setting: Setting) -> Row | None:
    """The row that its key names: "an unknown number" of /tickets/{number}."""
    named = (each for each in setting.rows if plain(each.holding.key.name) == plain(words))
    return next(named, None)


def _wrong(text: str, setting: Setting) -> str:
    for pattern in _WRONG:
        match = pattern.fullmatch(text)
        given = setting.brought(match["name"]) if match else None
        for row in setting.rows:
            name = row.holding.named(match["name"]) if match else ""
            if given is not None and name:
                return f"input.{given.name} != {row.of(name)}"
    return ""


def _not_enough(text: str, setting: Setting) -> str:
    match = _ENOUGH.fullmatch(text)
    amounts = [
        each
        for each in setting.inputs
        if each.type.kind in {"integer", "number"} and each.place in {"json", "form", "query"}
    ]
    for row in setting.rows:
        left = field_of(row, match["name"]) if match else ""
        if not left:
            continue
        new = setting.new.get(left, "")
        less = re.fullmatch(rf"{re.escape(left)} - (.+)", new)
        if less:
            return f"{left} < {less[1]}"
        if len(amounts) == 1:
            return f"{left} < input.{amounts[0].name}"
    return ""


_NONE_LEFT = re.compile(
    r"(?i)(?:there (?:is|are) )?(?:none|nothing|no one|no(?: more)? (?P<name>[\w ]+?)|not one)"
    r"(?: (?:is|are))?(?: left| there| available| any more| remaining)*"
)


def _none_left(text: str, setting: Setting) -> str:
    """That there is less of something than a deed takes: "there is none left"."""
    match = _NONE_LEFT.fullmatch(text)
    for at, given in setting.new.items() if match else ():
        less = re.fullmatch(rf"{re.escape(at)} - (.+)", given)
        name = (match["name"] or "").replace(" ", "_") if match else ""
        held = at.rpartition(".")[2]
        if less and (not name or plain(held) in {plain(name), plain(plural(name))}):
            return f"{at} < {less[1]}"
    return ""


def _empty(text: str, setting: Setting) -> str:
    match = re.fullmatch(
        r"(?i)(?P<row>.*?) ?(?:is |are )?(?P<no>not )?empty|(?:there is )?nothing (?:is )?"
        r"(?:in|on|at) (?P<into>.+)",
        text,
    )
    row = setting.row(match["row"] or match["into"] or "") if match else None
    if match is None or row is None:
        return ""
    found = nothing_in(row)
    for child, link in setting.writer.kept.children(row.holding) if not found else ():
        rows = f"{child.name}[where .{link} = {row.of(row.holding.key.name)}]"
        found = f"count({rows}) = 0"
        break
    return f"not({found})" if found and match["no"] else found


def _so_often(text: str, setting: Setting) -> str:
    """That something was counted so often: "after three skips", "with the third strike"."""
    match = re.fullmatch(
        rf"(?i)(?:after|with|on|at|from|(?:it|the \w+) (?:has|reaches)) {ARTICLE}(?P<many>\w+)"
        r"(?: or more)?(?: (?P<name>\w+?))??(?: in a row| or more| on| upwards?| onwards?| "
        r"reached)?",
        text,
    )
    many = match["many"].lower() if match else ""
    many = in_digits(_ORDINALS.get(many, many))
    if match is not None and many.isdigit() and not match["name"]:
        # of what the deed just changed: "once it has 100 or more"
        return f"{at} >= {many}" if (at := _changed_number(setting)) else ""
    for row in setting.rows if many.isdigit() and match else ():
        for name in (match["name"], plural(match["name"])) if match else ():
            field = row.holding.fields.get(row.holding.named(name))
            if field is not None and field.type.kind == "integer":
                return f"{row.of(field.name)} >= {many}"
    return ""


def _changed_number(setting: Setting) -> str:
    """The one number that a deed adds to or takes from."""
    found = [at for at, given in setting.new.items() if re.match(rf"{re.escape(at)} [+-] ", given)]
    return found[0] if len(found) == 1 else ""


_ORDINALS = {"second": "two", "third": "three", "fifth": "five", "eighth": "eight", "ninth": "nine"}
_ORDINALS |= {f"{each}th": each for each in NUMBERS[1:]} | {"twelfth": "twelve"}


def _by_others(text: str, setting: Setting) -> str:
    return other_than(text, setting, _of_a_kind)


def _compared(text: str, setting: Setting) -> str:
    match = _COMPARED.fullmatch(text)
    if match is None:
        return ""
    left, right = value(match["left"], setting), value(match["right"], setting)
    row = setting.row(match["left"])
    if not left and row is not None and re.search(r"(?i)\bha(?:s|ve)\b", text):
        left = held_by(row)
    if not left or not right:
        return ""
    if re.search(r"(?i)\b(?:would|then)\b", text):
        left = setting.new.get(left, left)
    sign = _SIGNS[match["sign"].lower()]
    return f"{left} {_NEGATED[sign] if match['no'] else sign} {right}"


def _having(text: str, setting: Setting) -> str:
    """How many rows belong to one, or how much of something it has."""
    match = _HAS.fullmatch(text)
    if match is None:
        return ""
    many = (match["many"] or "any").lower()
    many = "no" if re.search(r"(?i)\bwithout\b", text) else many
    row = setting.row(match["row"])
    if row is not None:
        for name in (match["what"], match["what"].rstrip("s")):
            held = row.holding.fields.get(row.holding.named(name.replace(" ", "_")))
            if held is not None and held.type.kind in {"integer", "number"}:
                return f"{row.of(held.name)} {_bound(many, at_least=True)}"
            if held is not None and many in {"no", "any", "a", "an"}:
                return f"{row.of(held.name)} {'=' if many == 'no' else '!='} null"
    whose = f"{match['what']} of {match['row']}" if match["row"].strip() else match["what"]
    found = belonging(whose, setting) or belonging(match["what"], setting)
    rows = found[1] if found and row is not None else _of_the_one(match, setting)
    return f"count({rows}) {_bound(many)}" if rows else ""


def _of_the_one(match: re.Match[str], setting: Setting) -> str:
    """Rows that name somebody as the request does: "the agent has an open ticket"."""
    who = setting.brought(match["row"]) if match["row"].strip() else None
    words = match["what"].split(" ")
    holding = setting.writer.kept.called(snaked(words[-1])) if who is not None else None
    bare = re.sub(rf"(?i)^{ARTICLE}", "", match["row"].strip())
    name = holding.named(bare) if holding is not None else ""
    if holding is None or who is None or not name:
        return ""
    tests = [state(Row(holding, ""), each) for each in words[:-1]]
    if not all(tests):
        return ""
    return f"{holding.name}[where {' and '.join([f'.{name} = input.{who.name}', *tests])}]"


def _bound(many: str, *, at_least: bool = False) -> str:
    if many == "no":
        return "= 0"
    for said, sign in (("at least ", ">="), ("more than ", ">"), ("at most ", "<=")):
        if many.startswith(said):
            return f"{sign} {in_digits(many.removeprefix(said))}"
    for said in ("fewer than ", "less than "):
        if many.startswith(said):
            return f"< {in_digits(many.removeprefix(said))}"
    if many.isdigit():
        return f"{'>=' if at_least else '='} {many}"
    return "> 0"


def _in_state(text: str, setting: Setting) -> str:
    match = _IS.fullmatch(text)
    if match is None:
        return ""
    row = setting.row(match["row"] or "")
    if row is None:
        return _given(match, setting)
    found = _state(row, match["state"].strip("\"' "), setting)
    return f"not({found})" if found and match["no"] else found


def _given(match: re.Match[str], setting: Setting) -> str:
    """A truth, or a choice, that the request brings."""
    brought = setting.brought(match["row"] or "")
    word = match["state"].strip("\"' ").lower()
    if brought is None or word not in {"true", "false", "given", "missing", "null"}:
        return ""
    test = f"input.{brought.name} {'=' if word in {'missing', 'null'} else '!='} null"
    if word in {"true", "false"}:
        test = f"input.{brought.name} = {word}"
    return f"not({test})" if match["no"] else test


def _state(row: Row, words: str, setting: Setting) -> str:
    found = state(row, words)
    if found:
        return found
    told = defined_states(setting, row).get(snaked(words), "")
    again = words.lower() in told.lower().split(" ")
    return holds(told, setting.about(row)) if told and not again else ""


def _there(text: str, setting: Setting) -> str:
    """Whether something is in, on or at a row: "there is no coat on it", "a guest is in it"."""
    match = re.fullmatch(
        rf"(?i)(?:there is )?(?P<no>no )?{ARTICLE}(?P<what>\w+)(?: is)? (?:in|on|at|inside|with) "
        rf"(?P<row>{ARTICLE}\w+)|(?P<who>somebody|someone|nobody|no one) (?:has|uses|is in|took|"
        rf"holds) (?P<it>{ARTICLE}\w+)",
        text,
    )
    row = setting.row(match["row"] or match["it"] or "") if match else None
    if match is None or row is None:
        return ""
    none = bool(match["no"]) or (match["who"] or "").lower() in {"nobody", "no one"}
    if match["who"]:
        held = occupant(row.holding)
        name = held.name if held is not None else ""
        taken = (name and f"{row.of(name)} != null") or state(row, "taken") or state(row, "rented")
        return f"not({taken})" if taken and none else taken
    name = row.holding.named(match["what"])
    return f"{row.of(name)} {'=' if none else '!='} null" if name in row.holding.fields else ""


def _of_a_kind(text: str, setting: Setting) -> str:
    match = _OF_A_KIND.fullmatch(text)
    row = setting.row(match["row"]) if match else None
    if match is None or row is None:
        return ""
    parts = [_state(row, each, setting) for each in re.split(r"(?i) or | and ", match["state"])]
    return " or ".join(parts) if all(parts) else ""


def _adjective(text: str, setting: Setting) -> str:
    match = _ADJECTIVE.fullmatch(text)
    for row in setting.rows[:1] if match else ():
        found = _state(row, match["state"], setting) if match else ""
        if found and match:
            return f"not({found})" if match["no"] else found
    return ""


def _of_itself(text: str, setting: Setting) -> str:
    """A state that is said by a verb alone: "it left", "the party waits"."""
    match = re.fullmatch(
        rf"(?i)(?P<row>{ARTICLE}[\w-]+) (?P<no>(?:did|does|has) not )?(?P<state>\w+)", text
    )
    row = setting.row(match["row"]) if match else None
    rows = setting.rows if match and match["row"].lower() == "it" else (row,) if row else ()
    found = next((one for each in rows if match and (one := state(each, match["state"]))), "")
    return f"not({found})" if found and match and match["no"] else found


def denied(test: str) -> str:
    """The opposite of a condition.

    >>> denied("pot.locked"), denied("a.x < 3"), denied("not(a.x)")
    ('not(pot.locked)', 'a.x >= 3', 'a.x')
    """
    inner = re.fullmatch(r"not\(([^()]*)\)", test)
    if inner:
        return inner[1]
    match = re.fullmatch(r"([\w.]+) (<=|>=|!=|=|<|>) ([\w.]+|\"[^\"]*\"|-?\d+(?:\.\d+)?)", test)
    if match and (match[2] in {"=", "!="} or plain(match[3]) != "null"):
        return f"{match[1]} {_NEGATED[match[2]]} {match[3]}"
    return f"not({test})"

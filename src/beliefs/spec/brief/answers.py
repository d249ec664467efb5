"""What the sentences about a request say that it is brought, that it answers, and how it fails."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Fault, Request, Told
from beliefs.spec.brief.said import GAP, Said
from beliefs.spec.brief.sketch import Sketch, together
from beliefs.spec.brief.wording import kept_together, take_wording, template, told_in

_ANSWERS = re.compile(
    r"(?:->|\banswers?\b|\breturns?\b|\bgives?\b|\brespon[ds]\w*|\bresult|\bout(?:put)?:|"
    r"\b20\d\b|"
    r"\bget(?:s)? back\b|\bsays?\b|"
    r"\bshows?\b|\blists?\b|\barray of|\blist of|\btells?\b|\bgets?\b|\bis\b|\blook)[^⟦]*$",
    re.IGNORECASE,
)
_SEVERAL = re.compile(
    r"(?:arrays?|lists?|one|an entry|entries|collection|objects) (?:of|for|like|per)?\s*(?"
    r":objects?)?\s*(?:of|like)?\s*(?:the form )?$",
    re.IGNORECASE,
)
_LEADING = re.compile(
    r"(?:(?:\b(?:with|takes?|body|from|accepts?|sending|send|in|of|expects?|json|a|an|the|object|"
    r"array|list|like|and|as|one|form|objects|by|it|along|looks?|entry|entries)\b|[:¦-]|"
    r"->)\s*)*$",
    re.IGNORECASE,
)
# What a request that fails leaves as it was, which every such request does.
_NOTHING = re.compile(
    r"(?i),?(?: and| that)? (?:stores?|changes?|saves?|does|counts?) nothing\b|,? and (?:is|"
    r"it'?s|"
    r"are) ?n[o']t (?:recorded|stored|counted|saved)|,? and (?:doesn't|does not) count\b|,? "
    r"nothing is (?:stored|changed|saved)(?: then)?"
)
_MARK = re.compile(r"⟦\d+⟧")
_SUCCESS = re.compile(
    r"(?:(?:->|with|status|code|is|be|gives?|returns?|answers?|responds?|response|a|an|the|"
    r"http)[ "
    r":]*)*\b(20[0-6]|30[1-8])\b(?: (?:created|ok|no content|accepted|found)\b)?(?! ?(?:char|"
    r"item|"
    r"entr))",
    re.IGNORECASE,
)
_STATUS = re.compile(
    r"\b([1-5]\d\d)\b(?! ?(?:char|item|entr|kb|mb|bytes|euro|minutes|%|points|notes|rows|"
    r"seconds))"
)


def read_answers(request: Request) -> Told:
    """Take bodies, answers and failures out of what is said of a request."""
    known = request.told
    told = Told(known.status, known.body, set(), known.answer, faults=list(known.faults))
    carried_on(request.said)
    for one in request.said:
        one.take(_NOTHING)
        _sketches(one, request, told)
        for part in _parted(one):
            _status(part, told)
    told.every = list(told.faults)
    return told


_SO_IS = re.compile(
    r"(?i)^\W*(?:so (?:is|are|does|do|will be|goes)|(?:and )?the same (?:goes|holds|is true) for|"
    r"likewise(?: for)?)\b,? ?"
)


def carried_on(said: list[Said]) -> None:
    """Say again how a failure is answered where a sentence says that another is answered so."""
    status = ""
    for one in said:
        found = re.findall(r"\b4\d\d\b", one.text)
        if not found and status and (so := _SO_IS.match(one.text)) is not None:
            rest = one.text[so.end() :].strip(" .")
            one.text = f"{status} for {rest}"
            continue
        status = found[-1] if found else ""


def _sketches(one: Said, request: Request, told: Told) -> None:
    while (mark := _MARK.search(one.text)) is not None:
        before = one.text[: mark.start()]
        sketch = one.sketch(mark[0])
        fault = re.search(r"\b4\d\d\b[^;.]*$", before)
        if (
            fault is not None
            and sketch.names
            and len(sketch.names) <= 4
            and not re.search(r"\b20\d\b[^;]*$", before[fault.start() :])
        ):
            one.text = f"{before} ⟨{mark[0].strip('⟦⟧')}⟩ {one.text[mark.end() :]}"
            continue
        lead = _LEADING.search(before)
        start = lead.start() if lead else mark.start()
        answers = (
            bool(_ANSWERS.search(before.partition(GAP)[2] if GAP in before else before))
            or request.method == "GET"
            or (request.method == "DELETE" and bool(before.strip(f" {GAP}")))
        )
        if not sketch.parts and not sketch.item:
            one.text = (
                f"{before} ⟪{_kept(one, '[]' if sketch.form == 'list' else '{}')}⟫ "
                f"{one.text[mark.end() :]}"
            )
            continue
        if answers and not re.search(r"(?i)\bbody:?\s*$|\bin:\s*$|\btakes\s*$", before):
            if told.answer is None:
                told.answer = sketch
            elif _brings(
                told, sketch, request
            ):  # "POST /books -> {title}. 201, gives back {id, title}"
                told.body, told.answer = told.answer, sketch
            elif (
                told.answer.form == "record"
                and sketch.form == "record"
                and not set(told.answer.names) & set(sketch.names)
            ):
                told.answer = together([told.answer, sketch])
            told.several = told.several or (
                sketch.form == "record" and bool(_SEVERAL.search(before)) and "one of" not in before
            )
        elif told.body is None:
            told.body = sketch
        elif sketch.form == told.body.form == "record":
            told.spare |= set(sketch.names) ^ set(told.body.names)
            told.body = together([told.body, sketch])
        one.text = f"{before[:start].rstrip()} {GAP} {one.text[mark.end() :].lstrip()}"


def _brings(told: Told, sketch: Sketch, request: Request) -> bool:
    """Whether what was taken for the answer is what is brought: this one has all of it.

    And a key.
    """
    first = told.answer
    if first is None or told.body is not None or request.method not in {"POST", "PUT", "PATCH"}:
        return False
    return (
        first.form == sketch.form == "record"
        and set(first.names) < set(sketch.names)
        and "id" not in first.names
    )


def _kept(one: Said, text: str) -> int:
    one.quotes = (*one.quotes, text)
    return len(one.quotes) - 1


_CUT = re.compile(
    r"(;\s+|\.\s+|,\s+(?:and |or |but )?|\s+(?:and|but|while|or)\s+(?=[^,;]*\b[1-5]\d\d\b))"
)


# "takes a name: 409 if it is taken", "casts a vote (404 for an unknown candidate, 409 if …)".
_LEADS_ON = re.compile(r":\s+(?=[45]\d\d (?:if|when|unless|for|on|where)\b)")
_ASIDE = re.compile(r"\s*\(([45]\d\d (?:if|when|unless|where|for (?:an? )?unknown)\b[^()]*)\)")


def _parted(one: Said) -> list[Said]:
    """A sentence in pieces with no more than one status each."""
    if len(_STATUS.findall(one.text)) == 0:
        return [one]
    one.text = _ASIDE.sub(r"; \1", _LEADS_ON.sub("; ", kept_together(one.text)))
    atoms: list[str] = []
    cuts: list[str] = []
    at = 0
    for cut in _CUT.finditer(one.text):
        if one.text[: cut.start()].count("(") > one.text[: cut.start()].count(")"):
            continue
        atoms.append(one.text[at : cut.start()])
        cuts.append(cut[0])
        at = cut.end()
    atoms.append(one.text[at:])
    groups: list[list[str]] = []
    pending: list[str] = []
    for number, atom in enumerate(atoms):
        lead = cuts[number - 1] if number else ""
        status = _STATUS.search(atom)
        if status is None:
            if (
                groups
                and not pending
                and _starts(groups[-1][0])
                and not re.match(r"(?i)\s*(?:if|when|unless)\b", atom)
            ):
                groups[-1] += [lead, atom]
            else:
                pending += [lead, atom] if pending else [atom]
        elif pending and lead.strip() in {";", "."} and _own(atom):
            groups += [pending, [atom]]
            pending = []
        elif (pending and _closes(atom)) or (
            pending
            and (
                not _starts(atom)
                or re.match(r"(?i)[\s¦]*(?:if|when|whenever|unless)\b", pending[0])
            )
        ):
            groups.append([*pending, lead, atom])
            pending = []
        elif pending:
            groups += [pending, [atom]]
            pending = []
        else:
            groups.append([atom])
    if pending:
        groups.append(pending)
    parts = [
        Said("".join(each), one.source, one.sketches, one.quotes, one.whole, lead=one.lead)
        for each in groups
    ]
    one.text = ""
    return parts


def _closes(atom: str) -> bool:
    """Whether a piece says nothing but how what stands before it is answered."""
    return bool(
        re.fullmatch(
            r"(?i)\W*(?:(?:and|then|it|they|he|that|this|is|are|gives?|gets?|means|results?|in|"
            r"leads?|to|yields?|answered|with|a|an|the)\b\s*)+4\d\d\W*",
            atom,
        )
    )


def _own(atom: str) -> bool:
    """Whether a piece says by itself what leads to its status."""
    plain = re.sub(rf"(?i){_AROUND}\b[1-5]\d\d\b", " ", atom)
    plain = re.sub(
        r"(?i)\b(?:adding|posting|creating)?\s*(?:an?|the|one|any|anything)?\s*(?:third|fourth|"
        r"fifth|sixth|seventh|eleventh|more|further(?: one)?|another|next(?: one)?|additional(?: "
        r"one)?|beyond|above)\b(?: that| this)?|\bwith (?:a |the )?retry-after(?: header)?",
        " ",
        plain,
    )
    plain = re.sub(
        r"(?i)\b(?:otherwise|or|else|if|not|then|and|answers?|returns?|in that case|bad request|"
        r"conflict|not found)\b",
        " ",
        plain,
    )
    return bool(re.search(r"[a-z]{3}", plain))


def _starts(atom: str) -> bool:
    """Whether a piece begins with its status, so that what follows says when."""
    return bool(
        re.match(
            r"(?i)[\s¦(]*(?:(?:it |or |and |then |that |i |you |we |they |which |back |gets? |i "
            r"get |->|answers?|returns?|gives?|responds?(?: with)?|with|status|a|an|the|response|"
            r"is|it's|say)[ :]*)*[1-5]\d\d\b",
            atom,
        )
    ) and not re.match(
        r"(?i)[\s¦(]*(?:or |and )?(?:the )?(?:answer|response|it|that) (?:is|'s|should be)", atom
    )


_AROUND = (
    r"(?:[,:]? *(?:(?:->|=|is answered with|are answered with|is answered by|it answers(?: "
    r"with)?|the (?:answer|response|status) is|(?:should |must |will )?be answered with|"
    r"answer(?:s|ed)?(?: with)?|responds? with|returns?|gives?(?: back)?|results? in|yields?"
    r"|means?|gets?|respond with|say|you get|it gives|is|are|be|it's|that's|then|just|with|"
    r"as|also|a plain|an?|the|status|http|error|code|too)[ :]*)*)"
)


def _status(part: Said, faults: Told) -> None:
    found = _STATUS.search(part.text)
    if found is None or found[1][0] == "1" or found[1][0] == "5":
        if part.text.strip(f" {GAP}.,;:()"):
            faults.said.append(part)
        return
    if found[1][0] in "23":
        success = part.take(_SUCCESS)
        faults.status = faults.status or int(found[1])
        if success is None:
            part.take(found[1])
        if part.left:
            faults.said.append(part)
        return
    sketch = _body(part)
    told = take_wording(part)
    shown = told_in(sketch)
    made = _fault(part, int(found[1]), faults)._replace(
        message=told.message or shown.message,
        code=told.code or shown.code,
        body=shown.body,
        form=template(sketch) if sketch is not None else "",
        field=told.field,
    )
    faults.faults.append(made._replace(why=made.cause.text))


_FAULT_BODY = re.compile(
    r"(?i)(?:,? (?:and |with |in )?(?:(?:the|an?|this|as|its) )*(?:body|answer|response|form)?:? "
    r"?|:|\band\b|\bwith\b)?\s*"
    r"⟨(\d+)⟩"
)


def _body(part: Said) -> Sketch | None:
    """What a failure answers with, taken out of what is said of it."""
    found = part.has(_FAULT_BODY)
    if found is None:
        return None
    part.text = f"{part.text[: found.start()]} {part.text[found.end() :]}"
    return part.sketches[int(found[1])]


def _fault(part: Said, status: int, faults: Told) -> Fault:
    """A failure with what leads to it."""
    text = part.text
    otherwise = re.search(
        r"(?i)[,;:(-]?\s*(?:\b(?:otherwise|or else|else|if not|or it'?s|or)\b)[, "
        rf"]*{_AROUND}\b{status}\b|\b{status}\b[ ,]*(?:otherwise|else|if not)\b|,? or it(?:'s|"
        rf" is)"
        rf" (?:an? )?{status}",
        text,
    )
    if otherwise is not None:
        cause = f"{text[: otherwise.start()]} {text[otherwise.end() :]}".strip(f" {GAP}.,;:()")
        if (apart := _WHICH.match(cause)) is not None:
            faults.said.append(_cause(part, apart["what"]))
            cause = f"{apart['name']} {apart['must']}"
        return Fault(status, _cause(part, cause), otherwise=True)
    around = re.search(
        rf"(?i){_AROUND}\b{status}\b(?: (?:bad request|not found|conflict|unauthorized|forbidden|"
        r"unprocessable(?: entity)?|gone|too many requests))?\s*(?:->|:|-|=|\()?",
        text,
    )
    assert around is not None  # it has a status
    rest = f"{text[: around.start()]} {text[around.end() :]}"
    unless = re.match(r"(?i)\W*unless\b", rest)
    what = caused(part, rest[unless.end() :] if unless is not None else rest)
    return Fault(status, what, unless is not None)


# "with text and code, which must be unique": what must hold is said of the last of them.
_WHICH = re.compile(
    r"(?i)^(?P<what>.*(?:^|, (?:and )?|\band |\bwith |\btakes? |\bin )(?P<name>[a-z_]\w*)\b"
    r"[^,;]*), (?:which|that) (?P<must>(?:must|has to|have to|should|needs to|may only|can "
    r"only)\b.*)$"
)
_WHEN = re.compile(
    r"(?i)^\W*(?:(?:if|when|whenever|for|on|in case|should|where|as|so is|and|or|but|because|"
    r"an|a|"
    r"also|at|both say|both|it|that)\b\s*)+"
)


def caused(part: Said, text: str) -> Said:
    """What leads to a failure, without the words that only say that it does."""
    bare = _WHEN.sub("", text.strip(f" {GAP}.,;:()"))
    return _cause(part, bare.strip(f" {GAP}.,;:()"))


def _cause(part: Said, text: str) -> Said:
    return Said(
        " ".join(text.split()), part.source, part.sketches, part.quotes, part.whole, lead=part.lead
    )

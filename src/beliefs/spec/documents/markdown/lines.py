"""Running text of a description: lines with routes, labels, bullets with fields, sentences."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import STATUS, bare, clauses, sentences
from beliefs.spec.documents.contract import Fault
from beliefs.spec.documents.facts import facts
from beliefs.spec.documents.markdown.blocks import Block
from beliefs.spec.documents.markdown.bringing import brought
from beliefs.spec.documents.markdown.drafts import (
    FIELD,
    LABELS,
    LEAD,
    METHODS,
    ROUTE,
    Draft,
    shown_beside,
)
from beliefs.spec.documents.markdown.elsewhere import of_others
from beliefs.spec.documents.markdown.fielded import told_fields
from beliefs.spec.documents.markdown.general import take_general
from beliefs.spec.documents.markdown.labels import label_of, take_label, take_labelled
from beliefs.spec.documents.markdown.lifecycles import lifecycle
from beliefs.spec.documents.markdown.methods import take_changes
from beliefs.spec.documents.markdown.model_lines import (
    MODEL_LINE,
    NO_THING,
    shown_first,
    take_model,
)
from beliefs.spec.documents.markdown.notes import Notes
from beliefs.spec.documents.markdown.noting import marked
from beliefs.spec.documents.markdown.roles import take_roles
from beliefs.spec.documents.markdown.spoken import listed_in, take_spoken, take_thing, with_routes
from beliefs.spec.documents.markdown.terse import BRACED, take_terse
from beliefs.spec.documents.places import core, same_thing, steps
from beliefs.spec.documents.pseudo import jotted
from beliefs.spec.documents.words import singular

# A status alone, or with what it is called: "400", "404 Not Found".
_STATUS_LINE = re.compile(r"(?:Response |Answer |Status )?([1-5]\d\d)(?: [A-Z][A-Za-z' -]{1,30})?")
_ANSWERED = re.compile(r"(?:Response|Answer|Status) [1-5]\d\d\b|[1-5]\d\d$")
# What parts several routes of one line.
_BETWEEN = re.compile(rf"(?:\s+[·•|]|\s*[,;])\s+(?=[`*]*(?:{METHODS})[`*]*\s+[`*]*/)")
_EXCEPT = re.compile(r"(?i)\b(?:except|other than|besides|apart from|unless|every|all) ")
# A sentence that goes on in the fence below it.
_UNFINISHED = re.compile(r"\b[245]\d\d\b[^.]*\b(?:and|with|body)$")
# A line that a number goes on with in the next one.
_GOES_ON = re.compile(
    r"(?i)\b(?:else|otherwise|with|is|are|a|an|gives?|or|and|so|answers?|returns?|status|than|of|at|"
    r"to|from|least|most|by|for|between|the)$|,$"
)
_NEXT = re.compile(
    rf"(?<=[\w)])(?:[,;]| and|, and)\s+(?=[`*]+(?:{METHODS})[`*]*\s+[`*]*/[^`]*`+ [^`\s,/])"
)
# The same in running text, where routes need no marks.
_THEN = re.compile(
    rf"(?<=[\w)}}`\"])(?:[,;]| and|, and|, while)\s+(?=[`*]*(?:{METHODS})[`*]*\s+[`*]*/[^\s`]*[`*]*"
    r" +[^`\s,/&])"
)
# Who must be known, said of all routes but one or two, wherever it stands.
_ALL_NEED = re.compile(
    r"(?i)(?:(?:all|every|each)\b(?: the)?(?: other| remaining)?\s+(?:endpoints?|routes?|requests?|"
    r"paths?|calls?)|(?:everything|anything) else|all (?:the )?(?:others|rest)|the rest)\b"
    r"[^.]*\b(?:needs?|requires?|expects?|wants?|must)\b[^.]*"
    r"\b(?:bearer|tokens?|authorization|log(?:ged)?[ -]?in|authenticat\w+|x-[\w-]+|api[- ]keys?)\b"
    r"|(?:all |every )?(?:writ(?:e|es|ing)(?: \w+)?|changes?|changing|(?:POST|PUT|PATCH|DELETE)(?:,"
    r" | and |, and )(?:POST|PUT|PATCH|DELETE)\b[^.]*?)(?: \([^()]*\))? (?:needs?|requires?|wants?|"
    r"expects?|must)\b[^.]*\b(?:bearer|tokens?|authorization|x-[\w-]+|api[- ]keys?)\b"
)


def take_bullet(notes: Notes, block: Block) -> None:
    """Read a bullet."""
    if notes.here and not notes.fixed and _ALL_NEED.match(bare(block.text)):
        notes.leave()
    beside = notes.by == "bullet" and block.level <= notes.indent and not _leads(block.text)
    if beside and not (notes.lone() and _of_inputs(notes, block.text)):
        notes.leave()
    first, *rest = LABELS.split(block.text) if notes.here else [block.text]
    _bullet(notes, block._replace(text=first))
    for each in rest:
        take_line(notes, each.strip(), block.line)


def _of_inputs(notes: Notes, text: str) -> bool:
    """Whether a text says something of what the routes here are brought, and of nothing else."""
    if re.search(r"(?i)\band so (?:is|are|does|do)\b", text):
        return False  # it goes on about something else
    jotted_ = FIELD.match(text)
    names = {jotted_[1]} if jotted_ else {name for fact in facts(text) for name in fact.names}
    return bool(names) and all(
        names <= {*each.told, *each.fields, *each.params, *(each.body.names if each.body else ())}
        for each in notes.here
    )


def _leads(text: str) -> bool:
    found = ROUTE.search(f" {text}")
    return bool(found and found.start() < 6)


def _bullet(notes: Notes, block: Block) -> None:
    text = block.text
    fields = sentences(text)
    named = [sentence for sentence in fields if not re.match(r"(?i)(?:any|every)thing ", sentence)]
    if len(named) > 1 and all(re.match(r"`\w+`", sentence) for sentence in named):
        for sentence in fields:  # one in each
            _bullet(notes, block._replace(text=sentence))
        return
    if _leads(text):
        for each in _NEXT.split(text):  # one route with its words after the other
            _route(notes, each, block.line)
        notes.by, notes.level, notes.indent = "bullet", 99, block.level
        return
    titled = re.match(r"\*\*([^*]+)\*\*\W*", text)
    if titled and _leads(text[titled.end() :]):
        _route(notes, text[titled.end() :], block.line)
        notes.say(titled[1])
        notes.by, notes.level, notes.indent = "bullet", 99, block.level
        return
    inner = ROUTE.search(f" {text}")
    ahead = f" {text}"[: inner.start() + 1].strip(" `*") if inner else ""
    if inner and re.search(r"[:–—-]$", ahead) and len(ahead.split()) < 9 and not notes.fixed:
        _route(notes, f" {text}"[inner.start() :], block.line)
        notes.say(bare(ahead).rstrip(" :–—-"), summary=True)
        notes.by, notes.level, notes.indent = "bullet", 99, block.level
        return
    plainly = bare(text)
    lead = LEAD.match(plainly)
    if lead and STATUS.fullmatch(lead[1]) and _about_status(notes):
        if notes.here:
            notes.outcome(text, block.line, loud=True)
        else:
            for each in clauses(text):
                at = notes.at(block.line)
                told = Fault(each.status, each.code, each.words, at, each.message, each.body)
                notes.faults.append(told)
        return
    own = text.startswith("`") and notes.place() in {"query", "request", "response", "header"}
    if notes.here and not own and take_labelled(notes, text, block.line):
        return
    if _of_path(notes, text) or take_terse(notes, text, block.line):
        return
    if _field(notes, block) or (not notes.here and take_model(notes, text)):
        return
    if notes.here and (notes.by != "talk" or notes.lone()):
        notes.said(text, block.line)
    elif not take_general(notes, text, block.line):
        notes.narrate(text, block.line)


def _of_path(notes: Notes, text: str) -> bool:
    """What a bullet says of the values of a request that reads, by the end of its path."""
    match = re.match(r"[`*]*/?(?P<end>[\w-]+)[`*]*\s*[:–—]\s*(?P<told>\w+ (?:=|is) .+)$", text)
    found = [
        each
        for each in notes.drafts
        if match
        and each.method == "GET"
        and (chain := steps(each.path))
        and not chain[-1].param
        and chain[-1].name == match["end"]
    ]
    for each in found if match and len(found) == 1 else ():
        each.words.append(bare(match["told"]) if match else "")
    return len(found) == 1


def _field(notes: Notes, block: Block) -> bool:
    """A bullet that says a field."""
    text = block.text
    several = re.match(r"^((?:`\w+`(?:, | and |, and ))+`\w+`)\s*[:–—-]\s*(.*)$", text)
    if several and notes.place() in {"query", "request"}:
        for name in re.findall(r"`(\w+)`", several[1]):
            notes.field_of(name, jotted(_share(several[2], name, several[1]), name), "")
        return True
    bare_names = re.fullmatch(r"(?:`\w+`(?:, | and |, and ))+`\w+`\.?", text)
    model = notes.model or notes.model_by_heading()
    if bare_names and not notes.here and model in notes.shapes:
        for name in re.findall(r"`(\w+)`", text):
            notes.field_of(name, jotted("", name), "")
        return True
    spaced = re.match(r"^[`*]+(\w+)[`*]+(\??)\s+(.+)$", text)
    if spaced and not notes.model and re.match(r"(?:is|are|must|may|can|has)\b", spaced[3]):
        return False  # a sentence about a field
    if spaced and jotted(spaced[3], spaced[1]).typed:
        text = f"{spaced[1]}{spaced[2]}: {spaced[3]}"
    match = FIELD.match(re.sub(r"^\*\*([^*]+)\*\*", r"\1", text.replace("`", "")))
    if match and _takes_fields(notes, match[1], match[3], marked=block.text.startswith("`")):
        marked = re.search(rf"{re.escape(match[1])}[`*]*\??\s*[:(–—=-]?\s*(.*)$", block.text)
        said = marked[1] if marked and "`" in block.text else match[3]
        told = jotted(said.rstrip(")") if "(" not in said else said, match[1])
        if match[2]:
            told = replace(told, required=False)
        notes.nested(match[1], told, block.level)
        return True
    single = re.fullmatch(r"`?([a-z_][\w]*)`?\??", text)
    if single and (
        notes.model or notes.place() in {"query", "request", "response"} or _headed(notes)
    ):
        told = jotted("", single[1])
        if text.endswith("?"):
            told = replace(told, required=False)
        notes.nested(single[1], told, block.level)
        return True
    return False


def _headed(notes: Notes) -> bool:
    """Whether bullets here stand below the name of a thing alone: its fields."""
    head = notes.heads[-1][1] if notes.heads and not notes.here else ""
    return any(same_thing(head, each) for each in notes.things)


def _share(text: str, name: str, names: str) -> str:
    """One of several values of a bullet: "`page`, `size` – default 1 and 25; size at most 100"."""
    order = re.findall(r"`(\w+)`", names)
    pair = re.search(r"(?i)defaults?:? (\S+?)(?:,| and) (\S+?)(?:[;,.]|$)", text)
    if pair and len(order) == 2:
        rest = text[pair.end() :]
        own = [each for each in re.split(r"[;,]", rest) if re.search(rf"\b{name}\b", each)]
        return f"default {pair[order.index(name) + 1]}, {' '.join(own)}".replace(name, "")
    return text


def _about_status(notes: Notes) -> bool:
    label = f"{notes.label} {notes.heading}".lower()
    return bool(notes.here) or bool(re.search(r"error|status|fail|response", label))


def _takes_fields(notes: Notes, name: str, rest: str, *, marked: bool = False) -> bool:
    if " " in name.strip():
        return False
    if notes.here and re.fullmatch(r"(?i:errors?|returns?|response|auth)|Note", name):
        return False
    if notes.model or notes.place() in {"query", "request", "path", "header", "response"}:
        return True
    if notes.here and all(name in each.told for each in notes.here):
        return True
    told = jotted(rest, name)
    if marked and not notes.here and notes.model_by_heading() and name[0].islower():
        return told.typed or told.unique or told.read_only or told.required is not None
    if (
        marked
        and notes.here
        and all(each.method in {"POST", "PUT", "PATCH"} for each in notes.here)
    ):
        return told.typed or told.required is not None or _asks_for(notes)
    return told.typed and bool(notes.here or notes.model_by_heading()) and not name[0].isupper()


def _asks_for(notes: Notes) -> bool:
    """Whether the words before say that what a request brings comes next: "`POST /a` with"."""
    asks = r"(?i)\b(?:with|takes?|bod(?:y|ies)|fields|json|following|brings?|sends?|needs?)\W*$"
    return any(each.words and re.search(asks, each.words[-1]) for each in notes.here)


def take_text(notes: Notes, block: Block) -> None:
    """Read a paragraph: lines that begin something of their own, and running text."""
    items: list[tuple[int, str]] = []
    for number, told in enumerate(block.text.split("\n")):
        if items and _GOES_ON.search(items[-1][1]) and re.match(r"\d", told):
            items[-1] = (items[-1][0], f"{items[-1][1]} {told}")
            continue
        line = re.sub(r"^\d+(?:\.\d+)+\.?\s+", "", told)
        own: object = (
            line != told
            or _leads(line)
            or _is_label(line)
            or LEAD.match(bare(line))
            or label_of(line)
            or BRACED.match(line)
        )
        thing = MODEL_LINE.match(line)
        named = (thing["name"] or "X") if thing else ""
        own = own or (named[:1].isupper() and not NO_THING.fullmatch(named))
        before = items[-1][1] if items else ""
        if items and not own and not _is_label(before) and not before.endswith(("  ", "\\")):
            items[-1] = (items[-1][0], f"{before} {line}")
        else:
            items.append((block.line + number, line))
    routes = sum(_leads(each) for _, item in items for each in _apart(item))
    if notes.by == "bullet" and block.level <= notes.indent:
        notes.leave()  # what stands further in goes on about the bullet above it
    for at, item in items:
        for piece in _apart(item):
            for each in LABELS.split(piece):
                take_line(notes, each.strip(), at)
    if routes > 1:
        notes.leave()


def _apart(line: str) -> list[str]:
    """Routes of one line that each have words of their own, apart.

    >>> _apart("`POST /a` – 201 · `GET /a` – by name · `GET /a/{id}` · `PUT /a/{id}`")
    ['`POST /a` – 201', '`GET /a` – by name', '`GET /a/{id}` · `PUT /a/{id}`']
    """
    made: list[str] = []
    for piece in _BETWEEN.split(line):
        last = ROUTE.sub("", f" {made[-1]}") if made else ""
        own = re.search(
            r"\{|\b\d{3}\b", ROUTE.sub("", f" {piece}")
        )  # what it alone brings or answers
        if made and not own and not re.search(r"\w", last):
            made[-1] = f"{made[-1]} · {piece}"
        else:
            made.append(piece)
    return made if len(made) > 1 and all(_leads(each) for each in made) else [line]


def _is_label(line: str) -> bool:
    whole = re.fullmatch(r"(?:\*\*|__)?([^.*]{2,60}?)(?:\*\*|__)?\s*:?\s*(?:\*\*|__)?\s*:?", line)
    marked = line.startswith(("**", "__")) or line.rstrip("*_ ").endswith(":")
    return bool(whole and marked and not LEAD.match(bare(line)))


def take_line(notes: Notes, line: str, at: int) -> None:
    """Read a line."""
    notes.line = at
    line = _with_same_paths(notes, with_routes(line))
    first, rest = shown_first(line)
    if first and not notes.here and take_model(notes, first):
        take_line(notes, rest, at)
        return
    if notes.here and not notes.fixed and _ALL_NEED.match(bare(line)):
        notes.leave()
    if listing := listed_in(notes, line):
        notes.here, notes.by = [listing], "line"
    if take_spoken(notes, line, at):
        return
    found = ROUTE.search(f" {line}")
    before = f" {line}"[: found.start() + 1].strip() if found else ""
    titled = re.match(r"\*\*([^*]+)\*\*\W*$", before) if found else None
    spoken = [ROUTE.search(f" {each}") for each in sentences(line)] if found else []
    if found and len([each for each in spoken if each]) > 1 and not notes.fixed:
        _prose(notes, line, at)
        return
    if found and (found.start() < 3 or titled):
        title = notes.heads[-1][1] if notes.heads else ""
        _route(notes, line[line.find(found[1]) - 1 if titled else 0 :], at, spread=True)
        title = titled[1] if titled else title if len(notes.heads) > 1 and " " in title else ""
        if not ROUTE.search(f" {title}"):
            notes.say(re.sub(r"^[\d.]+\s+", "", title))
        if _UNFINISHED.search(bare(line)):
            notes.label = sentences(bare(line))[-1]
        return
    thing = re.fullmatch(r"(?i)(?:resource|entity|object|model|table):? \*\*(\w+)\*\*:?", line)
    if thing:
        notes.leave()
        notes.model, notes.label = core(thing[1]), ""
        return
    if _is_label(line):
        take_label(notes, line)
        return
    goes_on = label_of(line) or _ANSWERED.match(bare(line))
    if notes.by == "talk" and not goes_on and (not notes.lone() or facts(line)):
        notes.leave()  # what is said of fields holds wherever they are
    near = sentences(f"{before} ")[-1:] if before else []
    if found and not notes.fixed and not any(_EXCEPT.search(f"{each} ") for each in near):
        _prose(notes, line, at)
        return
    if take_terse(notes, line, at):
        return
    if not notes.here and (stages := lifecycle(line)):
        notes.stages.append((notes.at(at), stages))
        return
    if not notes.here and take_roles(notes, line, at):
        return
    if take_general(notes, line, at):
        if _UNFINISHED.search(bare(line)):
            notes.label = sentences(bare(line))[-1]
        return
    if take_model(notes, line):
        return
    if notes.here:
        if not take_labelled(notes, line, at):
            notes.said(line, at)
        if bare(line).endswith(":") or _UNFINISHED.search(bare(line)):
            notes.label = sentences(bare(line))[-1].rstrip(":")
        elif status := _STATUS_LINE.fullmatch(bare(line)):
            notes.label = status[1]
    elif re.fullmatch(r"(?i)(?:on|for|in case of|if|when) [^.:]{3,60},?", bare(line)):
        notes.label = bare(line).rstrip(",")
        notes.narrate(line, at)
    elif _UNFINISHED.search(bare(line)):
        notes.label = sentences(bare(line))[-1]
        for each in sentences(line):
            notes.narrate(each, at)
    else:
        notes.label = (
            sentences(bare(line))[-1].rstrip(":") if bare(line).endswith(":") else notes.label
        )
        notes.narrate(line, at)


def _with_same_paths(notes: Notes, line: str) -> str:
    """A line with the path in place where it only says "`DELETE` on the same path"."""

    def told(match: re.Match[str]) -> str:
        before = list(ROUTE.finditer(f" {line[: match.start()]} "))
        path = before[-1][2] if before else notes.drafts[-1].path if notes.drafts else ""
        return f"`{match[1]} {path.rstrip('`')}`" if path else match[0]

    same = r"(?:on|at|to|for|with) (?:the same|that|this) (?:path|url|uri|address|route|endpoint)\b"
    return re.sub(rf"[`*]*\b({METHODS})\b[`*]* {same}", told, line)


def _route(notes: Notes, text: str, at: int, *, spread: bool = False) -> None:
    """A line that begins with a route, or with several."""
    found: list[re.Match[str]] = []
    for match in ROUTE.finditer(f" {text}"):
        gap = f" {text}"[found[-1].end() : match.start()] if found else ""
        if not re.fullmatch(r"[`*\s]*(?:(?:,|/|\band\b|\bor\b|·|\+)[`*\s]*)*", gap):
            break
        found.append(match)
    rest = f" {text}"[found[-1].end() :].removeprefix("`")  # that closes the route
    notes.here = [notes.draft(each[1], each[2], at) for each in found]
    if all(each.method in {"POST", "PUT", "PATCH"} for each in notes.here):
        rest = marked(rest)
    notes.by, notes.level = "line", notes.heads[-1][0] if notes.heads and spread else notes.level
    notes.label = ""
    for each in sentences(rest)[1:]:
        if of_others(each, notes.here):
            notes.narrate(each, at)
            rest = rest.replace(each, "")
    for draft in notes.here:
        draft.shows += shown_beside(rest)
        take_changes(draft, rest)
    notes.say(re.sub(r"^->", "", bare(rest).strip()).strip(" -–—:`→"), summary=True)
    if re.search(r"(?i)\bsame (?:body|fields|as)\b|\bbody as\b", rest):
        notes.same_as_create()
    query = re.search(r"(?i)\bquery(?: params?| parameters?| string)?:\s*(.*)$", text)
    if query:
        notes.inline_fields(query[1], "query")
    notes.asked(rest)
    notes.both(rest, at)
    brings = all(each.method in {"POST", "PUT", "PATCH"} for each in notes.here)
    silent = not any(each.body or each.told or each.fields for each in notes.here)
    if brings and silent and (named := told_fields(sentences(text)[0])):
        notes.inline_fields(named, "request")
        silent = False
    items = brought(f" {(sentences(rest) or [''])[0]}")[0] if brings and silent else []
    for item in items if len(items) > 1 else ():
        for draft in notes.here:
            draft.told.setdefault(item.name, jotted(item.jotting, item.name))


def _prose(notes: Notes, text: str, at: int) -> None:
    """Running text that names routes in its sentences."""
    meant: list[Draft] = []
    for sentence in (each for one in sentences(text) for each in _one_by_one(one)):
        found = list(ROUTE.finditer(f" {sentence}"))
        if not found and not notes.fixed and _ALL_NEED.match(bare(sentence)):
            notes.leave()
        if found and not _EXCEPT.search(f" {sentence}"[: found[0].start() + 1]):
            notes.here = [notes.draft(each[1], each[2], at) for each in found]
            notes.by, notes.level = "line", notes.heads[-1][0] if notes.heads else 1
            notes.label = ""
            for draft in notes.here if len(found) == 1 else ():
                draft.shows += [each for each in shown_beside(sentence) if each not in draft.shows]
        if notes.here:
            whole = notes.here
            meant = whole if found else _meant(sentence, whole, meant)
            notes.here = meant
            notes.said(sentence, at)
            notes.here = whole
        elif not take_thing(notes, sentence) and not take_general(notes, sentence, at):
            notes.narrate(sentence, at)


def _one_by_one(sentence: str) -> list[str]:
    """A sentence as one for each route, where each of its routes has words of its own.

    >>> _one_by_one("`GET /a` lists them, and `DELETE /a/{id}` takes one out")
    ['`GET /a` lists them', '`DELETE /a/{id}` takes one out']
    >>> _one_by_one("`GET /a` and `POST /a` are for members")
    ['`GET /a` and `POST /a` are for members']
    """
    pieces = _THEN.split(sentence)
    told = [
        re.search(r"\w", re.split(r"[`*]*(?:$|\s)", f" {each}"[_end(each) :], maxsplit=1)[-1])
        for each in pieces
    ]
    return pieces if len(pieces) > 1 and all(told) else [sentence]


def _end(text: str) -> int:
    """Where the first route of a text ends; at its end where there is none."""
    found = ROUTE.search(f" {text}")
    return found.end() if found else len(text) + 1


def _meant(sentence: str, here: list[Draft], before: list[Draft]) -> list[Draft]:
    """Those of several routes whose things a sentence names, else those that were meant before."""
    if re.match(r"(?i)(?:both|all|each|every|they)\b", sentence):
        return here
    ends = {each.path: steps(each.path)[-1].name for each in here if steps(each.path)}
    stems = {path: re.escape(singular(end)[:7]) for path, end in ends.items() if end}
    named = [
        each
        for each in here
        if (stem := stems.get(each.path)) and re.search(rf"(?i)\b{stem}", sentence)
    ]
    return named or [each for each in before if each in here] or here

"""Pages that words describe piece by piece: "the title in an <h1>, every line in a <p>".

Each piece is a value in an element, a list or a table of rows, or a sentence that is shown as it
is. A page is made only where every piece that speaks of an element is understood.
"""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.documents.clauses import sentences
from beliefs.spec.documents.contract import Property, Route, Shape
from beliefs.spec.documents.words import plain, words
from beliefs.spec.features.pages import END, page, quoted
from beliefs.spec.inferring.answers.ordering import stated_order
from beliefs.spec.inferring.keeping.holdings import Holding
from beliefs.spec.inferring.keeping.values import made
from beliefs.spec.inferring.valuing.answers import inputs_of, rows_named
from beliefs.spec.inferring.valuing.rows import rows_told
from beliefs.spec.inferring.valuing.scope import One, Scope, Some
from beliefs.spec.inferring.valuing.values import told_value
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.types import Type

_ONE = r"h[1-6]|p|pre|strong|b|em|code|blockquote|title|div|span|heading|paragraph"
_TAG = rf"(?:an? |the )?(?:html )?<?(?P<tag>{_ONE})>?(?: element| tag)?(?: of its own)?"
_NAMES = {"heading": "h1", "paragraph": "p"}
_SPEAKS = re.compile(
    rf"<(?:{_ONE}|[uo]l|li|table|t[rdh])>|\b(?:in|as) (?:an? )?(?:h[1-6]|heading|paragraph)\b|"
    r"\((?:ol|ul)\)|\b(?:ordered|numbered|unordered|bulleted) list\b|\btable\b",
    re.IGNORECASE,
)
_IN = re.compile(rf"(?i)(?P<what>.+?) (?:in|as|inside|within) {_TAG}")
_LINES = re.compile(
    rf"(?i)(?:every|each|the) lines? of (?:the |its )?(?P<what>\w+) (?:in|as|inside) {_TAG}"
)
_LIST = re.compile(
    r"(?i)(?:an? |the )?(?:(?P<how>ordered|numbered|unordered|bulleted|html) )?"
    r"(?:list|<?(?P<bare>[uo]l)>?)(?: \(<?(?P<tag>[uo]l)>?\))?"
    r"(?: (?:with|of|having) (?:one|an?)? ?<?(?:li|item|entry)>? (?:per|for each|for every|for)"
    r"| of| with| listing)? (?P<rows>.+)"
)
_TABLE = re.compile(
    r"(?i)(?:an? |the )?(?:html )?<?table>?(?: (?:with|of|having) (?:one|an?) (?:row|line|<?tr>?) "
    r"(?:per|for each|for every)| of| listing| with| showing)? (?P<rows>.+)"
)
_COLUMNS = re.compile(
    r"(?i)(?P<rows>.+?)(?:,? (?:with|showing|and) (?:the |its |their )?(?:columns?|cells|fields)? ?"
    r"|: | ?\()(?P<names>[\w-]+(?:(?:,| and|, and) (?:the |its )?[\w-]+)*)\)?"
)
_ORDER = re.compile(
    r"(?i),? (?:in (?:their |playing |alphabetical )?order|sorted|ordered|by \w+|newest|oldest|"
    r"latest|most recent)\b.*$"
)
_SENTENCE = re.compile(
    r"(?i)(?:the |an? )?(?:sentence|line|text|words?|note)? ?[\"“](?P<said>.+?)[\"”]"
)
_CUTS = re.compile(
    r"(?i)(?:,? and|,|;)? "
    r"(?:below (?:it|that|them)|under (?:it|that)|then|followed by|after that),? |"
    r", and (?=the |its |an? |every |each |one )|; |, (?=the |its |an? |every |each )|"
    r" and (?=the |its |an? |every |each )"
)
_LEAD = re.compile(
    r"(?i)^(?:\W|answers? |returns? |gives? |shows? |is |as |with |text/html|200|an? |html(?: to "
    r"\w+)?|page|simple|small|plain|document|view|of (?:one|an?|the|each|every) \w+|for [\w ]+|:|,|"
    r"–|-)+(?=the |its |every |each |an? |ordered|numbered|unordered|table|\"|"
    r"\w+ (?:as|in) (?:an? )?<?h\d)"
)
_ASIDE = re.compile(
    r"(?i)\bescap\w+|\bas (?:they|people|it) (?:typed|wrote|was)|\bmind the\b|angle bracket|"
    r"\b[45]\d\d\b|never becomes? html|\bshow up\b"
)


def described_lines(writer: Writer, route: Route) -> list[str] | None:
    """The page that words describe; None where they describe none, or not to the end."""
    if not _SPEAKS.search(route.words):
        return None
    found = _row(writer, route)
    if found is None:
        return None
    reads, ones = found
    scope = Scope(writer, route, ones, inputs_of(writer, route))
    parts: list[str] = []
    for sentence in sentences(route.words):
        if _ASIDE.search(sentence) and not _SPEAKS.search(sentence):
            continue
        for piece in _CUTS.split(_LEAD.sub("", sentence.rstrip("."))):
            told = re.sub(r"\s*\([^()]*\d[^()]*\)$", "", piece.strip(" ,:"))
            if not told or _ASIDE.search(told):
                continue
            value = _element(told, scope)
            if not value and (_SPEAKS.search(told) or not parts):
                return None
            parts += [value] if value else []
    if not parts:
        return None
    title = _title(ones, route)
    body = f" + {quoted(chr(10))} + ".join(parts)
    return [*reads, f"{_sent(route)} {title} + {body} + {quoted(END)}"]


def _sent(route: Route) -> str:
    return f'answer {route.good.status if route.good else 200} as "text/html"'


def _title(ones: tuple[One, ...], route: Route) -> str:
    label = next(
        (
            each
            for each in (ones[0].holding.fields if ones else ())
            if plain(each) in {"title", "name", "subject", "label"}
        ),
        "",
    )
    if label:
        return f"html({quoted(page('{label}'))}, {{label: {ones[0].row}.{label}}})"
    last = [each for each in route.path.split("/") if each and not each.startswith("{")]
    return quoted(page(last[-1].replace("_", " ").capitalize() if last else ""))


def _row(writer: Writer, route: Route) -> tuple[list[str], tuple[One, ...]] | None:
    """Statements that read the row which a page is of, and the row; neither for a page of all."""
    chain = writer.chain(route)
    if not any(each.param for each in chain):
        return [], ()
    if ones := rows_named(writer, route):
        return writer.above(route, chain), ones
    param = chain[-1].param
    held = [each for each in writer.kept.holdings if param and plain(each.finder) == plain(param)]
    if len(chain) != 1 or len(held) != 1:
        return None
    (holding,) = held
    reads = writer.reads(route, holding, chain)
    return reads, (One(holding.variable, holding),)


def _element(told: str, scope: Scope) -> str:
    """One piece of a page, in the notation; empty where it is not understood."""
    if match := _LINES.fullmatch(told):
        text, tag = _value(match["what"], scope), _tag(match["tag"])
        item = f"html({quoted(f'<{tag}>{{it}}</{tag}>')}, {{it: line}})"
        return f"joined(each(line in lines({text}): {item}), {quoted(chr(10))})" if text else ""
    if match := _IN.fullmatch(told):
        tag = _tag(match["tag"])
        if said := _SENTENCE.fullmatch(match["what"]):
            return quoted(f"<{tag}>{said['said']}</{tag}>")
        value = _value(match["what"], scope)
        return f"html({quoted(f'<{tag}>{{it}}</{tag}>')}, {{it: {value}}})" if value else ""
    if match := _SENTENCE.fullmatch(told):
        text = _sampled(match["said"], scope)
        return f"{quoted('<p>')} + {text} + {quoted('</p>')}" if text else ""
    if match := _TABLE.fullmatch(told):
        return _table(match["rows"], scope)
    if match := _LIST.fullmatch(told):
        kind = (match["tag"] or match["bare"] or "").lower()
        numbered = (match["how"] or "").lower() in {"ordered", "numbered"}
        return _list(match["rows"], kind or ("ol" if numbered else "ul"), scope)
    if match := re.fullmatch(r"(?i)(?P<what>.+?) as m:ss", told):
        seconds = _value(match["what"], scope)
        pad = f'if({seconds} % 60 < 10, "0", "")'
        clock = f'text(floor({seconds} / 60)) + ":" + {pad} + text({seconds} % 60)'
        return f"{quoted('<p>')} + {clock} + {quoted('</p>')}" if seconds else ""
    return ""


def _tag(name: str) -> str:
    return _NAMES.get(name.lower(), name.lower())


def _value(phrase: str, scope: Scope) -> str:
    """The value that a piece shows: of the row that the page is of, or worked out."""
    told = re.sub(r"(?i)^(?:the|its|their) ", "", phrase.strip())
    if scope.ones:
        own = re.escape(scope.ones[0].holding.word.replace("_", " "))
        told = re.sub(rf"(?i)^{own}(?:'s)? |(?:^|\b)(?: of the {own})$", "", told)
    if found := scope.named("_".join(words(told))):
        return found
    for one in scope.ones[:1]:
        names = [*one.holding.computed, *one.holding.fields]
        near = [each for each in names if plain(told) in map(plain, words(each))]
        if len(near) == 1:
            return scope.named(near[0])
    return told_value(phrase, Property("", Shape(Type("json"))), scope)


def _rows(phrase: str, scope: Scope) -> tuple[Some, list[str]] | None:
    """Rows that a piece lists, in their order, and the names of what it shows of each."""
    cut = _COLUMNS.fullmatch(_ORDER.sub("", phrase))
    for told, names in ((phrase, ""), *([(cut["rows"], cut["names"])] if cut else [])):
        some = rows_told(_ORDER.sub("", told), scope)
        if some is None:
            continue
        told_names = re.findall(r"(?!\b(?:and|the|its)\b)\b[\w-]+", names)
        shown = [some.holding.named(each) for each in told_names]
        if all(shown):
            order = stated_order(replace(scope.route, words=phrase, replies=()), some.holding)
            order = order or stated_order(scope.route, some.holding)
            rows = (
                f"{some.rows}[{', '.join(f'by {each}' for each in order)}]" if order else some.rows
            )
            return Some(rows, some.holding), shown
    return None


def _shown(holding: Holding) -> list[str]:
    """What is shown of a row where nothing says it: what it is called."""
    texts = [each.name for each in holding.fields.values() if each.type.kind == "string"]
    labels = [each for each in texts if plain(each) in {"title", "name", "label", "text"}]
    return (labels or texts)[:1]


def _list(phrase: str, tag: str, scope: Scope) -> str:
    found = _rows(phrase, scope)
    if found is None:
        return ""
    (rows, holding, *_), names = found
    names = names or _shown(holding)
    text = ": ".join(f"{{{each}}}" for each in names)
    values = made({each: f"one.{each}" for each in names})
    items = f"each(one in {rows}: html({quoted(f'<li>{text}</li>')}, {values}))"
    start, end = quoted(f"<{tag}>\n"), quoted(f"\n</{tag}>")
    return f"{start} + joined({items}, {quoted(chr(10))}) + {end}" if names else ""


def _table(phrase: str, scope: Scope) -> str:
    found = _rows(phrase, scope)
    if found is None:
        return ""
    (rows, holding, *_), names = found
    names = names or [each for each in holding.shown if each != holding.key.name]
    head = "".join(f"<th>{each}</th>" for each in names)
    cells = "".join(f"<td>{{{each}}}</td>" for each in names)
    values = made({each: f"one.{each}" for each in names})
    lines = f"each(one in {rows}: html({quoted(f'<tr>{cells}</tr>')}, {values}))"
    start, end = quoted(f"<table>\n<tr>{head}</tr>\n"), quoted("\n</table>")
    return f"{start} + joined({lines}, {quoted(chr(10))}) + {end}" if names else ""


def _sampled(said: str, scope: Scope) -> str:
    """A sentence with values of the row where its sample shows some: "Revision 3, by Anna".

    A number stands for the whole number whose name is before it, a name behind "by" for whoever
    the verb before it makes: "edited by Anna" is the editor.
    """
    if not scope.ones:
        return quoted(said)
    one, left, parts = scope.ones[0], said, []
    fields = {plain(each): each for each in one.holding.fields}
    pattern = re.compile(
        r"(?P<word>[A-Za-z]+) (?P<number>\d+)|(?P<verb>[a-z]+) by (?P<name>[A-Z]\w*)"
    )
    while match := pattern.search(left):
        if match["number"]:
            field, start = fields.get(plain(match["word"]), ""), match.start("number")
        else:
            stem = re.sub(r"(?:ed|en|t)$", "", match["verb"])
            makers = [
                each for bare, each in fields.items() if re.match(rf"{stem}\w*(?:er|or|by)$", bare)
            ]
            field, start = (makers[0] if len(makers) == 1 else ""), match.start("name")
        if not field:
            return ""
        parts += [quoted(left[:start]), f"escape(text({one.row}.{field}))"]
        left = left[match.end() :]
    return " + ".join([*parts, *([quoted(left)] if left else [])])

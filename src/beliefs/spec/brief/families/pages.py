"""HTML pages: lists of rows and single rows, escaped, with links, and forms that make rows."""

from __future__ import annotations

from dataclasses import replace

from beliefs.spec import patterns as re
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.families.brought import unassumed
from beliefs.spec.brief.held import NOT_BLANK, STRING, named
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.brief.names import row_of
from beliefs.spec.brief.scene import Given, Scene, Service, numbers
from beliefs.spec.features.pages import END, form_of, page, quoted
from beliefs.spec.understanding.words import plural, singular

_PAGE = (
    r"(?i)\bhtml\b|\bweb ?page\b|\btext/html\b|\b(?:is|shows?|answers?|returns?|serves?|has|"
    r"renders?) "
    r"(?:an? |the )(?:small |simple |little |plain )*(?:web )?page\b|^\W*(?:an? |the "
    r")?page\b|\bhtml form\b|"
    r"\b(?:a|the) (?:html )?form\b"
)
_FORM = re.compile(r"(?i)\bforms?\b(?![- ]?data)")
_POSTS = re.compile(
    r"(?i)\b(?:posts?|posting|submits?|submitting|sends?|sending|goes|sent|action)(?: it| "
    r"them)? (?:to|=|is) "
    r"(?:POST )?[`\"]?(/[\w/{}-]*)"
)
_BACK = re.compile(
    r"(?i)(?:and )?(?:then )?(?:redirects?|sends?|leads?|goes|takes?|brings?|303)(?: (?:you|"
    r"people|the browser|them|the user|"
    r"visitors))?(?: \(?303\)?)?(?: back)?(?: again)?(?:,? (?:with|by)(?: an?)?(?: "
    r"status)?)?(?: to)? "
    r"(?P<to>/[\w/{}-]*|the (?:list|page|form|overview|start page|home ?page|front page|new "
    r"\w+|\w+))"
)
_TITLE = re.compile(
    r"(?i)(?:page )?(?:titled|with (?:the |a )?(?:title|heading|headline)|headed|called|"
    r"heading|title|<h1>)(?: is| says)?:? (?P<m>⟪\d+⟫)"
)
_LINK = re.compile(
    r"(?i)\b(?:each |every one |(?:every|each) (?:entry|item|name|title|row|\w+) )?(?:with |"
    r"is |as |being )?(?:an? )?(?:link(?:s|ed|ing)?|<a>)(?: (?:to|at|leads to|leading to))?"
    r" (?:/[\w/{}-]+|(?:its|their|the)(?: own| \w+'s)? (?:page|pages|details?))"
)
_ESCAPED = (
    r"escapes? (?:all|everything|whatever (?:people|users|somebody|one|they|visitors) "
    r"(?:types?|enters?|writes?)"
    r"|(?:the |all |any )?(?:user )?(?:input|texts?|html|values))(?: everywhere)?|"
    r"(?:everything|all (?:of )?(?:it|(?:user )?(?:input|text|content|values))|(?:user|"
    r"people'?s) input|whatever (?:\w+ )"
    r"(?:wrote|typed|typed in|enters?|types?|puts? in)|(?:the )?(?:texts?|values|input|"
    r"names?)|what(?:ever)? (?:people|users|visitors) (?:write|wrote|typed?)|"
    r"html (?:that )?(?:somebody|someone|people|users?) (?:typed|wrote|enters?|types?)|html "
    r"in (?:it|them|the \w+)|raw html|all|html)?,? ?(?:(?:must|has to|is to|should|will) )?"
    r"(?:be |is |are |gets? )?(?:properly |safely )?(?:html-?|html )?(?:escaped|safe from "
    r"script\w*)(?: everywhere| on (?:every|all|the) pages?| always| in (?:the )?(?:page|"
    r"html)s?)?"
)
_MARKED = re.compile(
    r"(?i)(?:the |its )?(?P<f>\w+) (?:is |are )?(?:rendered |turned |converted |shown "
    r")*(?:from |"
    r"as |in )?(?:markdown|as html)|markdown"
)
_WORDS = (
    r"html|web|pages?|browser|documents?|shows?|shown|showing|lists?|listing|heading|headed|"
    r"titled?|links?|linked|linking|forms?|"
    r"fields?|form-based|below|above|them|table|rows?|columns?|one per|per|bullet(?:ed)?|"
    r"element|tag|ul|ol|li|h[1-3]|tr|td|th|p|<|>|"
    r"posts?|posting|submits?|submit button|rendered|renders?|markdown|html-escaped|adding|"
    r"add|entries|nothing else|"
    r"plain|simple|redirects?|takes?|stores?|about|text/html|no json|by hand|under|beneath|it"
)
_TAGS = re.compile(r"(?i)</?(?:ul|ol|li|h[1-6]|table|tr|t[dh]|p|a|form|title|dl|dd|dt|div)>")
_BLANK = r"\b(?:empty|blank|missing|left out|lacks?|without|not given|whitespace)\b"


def read(service: Service, scenes: list[Scene]) -> None:
    """Write pages and what their forms make."""
    pages = [x for x in scenes if _is_page(x)]
    if not pages:
        return
    posts = [x for x in scenes if _is_posted(x, pages)]
    for scene in posts:
        _posted(service, scenes, pages, scene)
    for scene in pages:
        _page(service, scene, pages, posts)
    mine = [*pages, *posts]
    for one in heard.sentences(service, mine):
        while one.take(_ESCAPED) is not None:
            pass
    for scene in mine:
        if scene.deed is not None:
            for one in scene.told.said:
                one.text = _TAGS.sub(" ", one.text)
                one.take(
                    r"with (?:an? )?(?:little |small )?(?:web|html)? ?pages?(?: and nothing "
                    r"else)?"
                )
            heard.forget(scene, _WORDS)
    for one in service.brief.said:
        one.take(
            r"(?:form-based|html only|no json(?: anywhere)?|with a web page(?: and nothing "
            r"else)?|and nothing else)"
        )


def _text(scene: Scene) -> str:
    return " ".join(one.whole for one in scene.request.said)


def _is_page(scene: Scene) -> bool:
    if scene.request.method != "GET" or scene.deed is not None or scene.told.answer is not None:
        return False
    told = re.sub(
        r"(?i)\bfirst page\b|\bpages? of (?:results|\d+)\b|\bnext page\b", " ", _text(scene)
    )
    if any(each.spoken.split()[-1] == "page" for each in scene.service.kinds):
        told = re.sub(r"(?i)(?<!html )(?<!web )\bpages?\b", " ", told)  # those are rows
    return (
        bool(re.search(_PAGE, told))
        or scene.request.tail == "html"
        or scene.request.media == "text/html"
    )


def _is_posted(scene: Scene, pages: list[Scene]) -> bool:
    """Whether a form is posted there: its words say so, or those of a page do."""
    if scene.request.method != "POST" or scene.deed is not None or scene.told.body is not None:
        return False
    told = _text(scene)
    named = [x[1].rstrip("/.") for y in pages for x in _POSTS.finditer(_text(y))]
    return (
        bool(_FORM.search(told) or (_BACK.search(told) and "json" not in told.lower()))
        or scene.request.path in named
    )


# ---- what a form brings ------------------------------------------------------------------------


def _posted(service: Service, scenes: list[Scene], pages: list[Scene], scene: Scene) -> None:
    kind = scene.kind or _made_there(service, scene)
    if kind is None:
        return
    unassumed(service, scenes, kind)
    if "form" in scene.given:  # "takes the form and redirects" names no values
        for name in [n for n, g in scene.given.items() if g.place == "json"]:
            scene.given.pop(name)
            kind.fields.pop(name, None)
        kind.brought = []
    names = _form_fields(scene, pages, kind)
    for name, words in names:
        held = kind.held(name)
        held.type = held.type or named(name)
        if "optional" in words.lower():
            held.required = False
        scene.given.setdefault(name, Given("form", held))
    for name, given in list(scene.given.items()):
        if given.place == "json":
            kind.fields.setdefault(name, given.held)
            scene.given[name] = replace(given, place="form")
    kind.brought = [n for n, g in scene.given.items() if g.place == "form"]
    scene.kind = kind
    held_so(service, kind, scene)
    for each in heard.faults(service, [scene, *pages], rf"{_BLANK}|^[\W¦]*$"):
        _refused(service, scene, each)
    back = _leads(scene, pages)
    scene.told.status = scene.told.status if 300 <= scene.told.status < 400 else 0

    def deed(one: Scene, guards: list[str]) -> None:
        from beliefs.spec.brief import deeds

        deeds.create(one, guards)
        if back:
            target = f'"{back}"'
            if "{" in back:
                first, _, rest = back.partition("{")
                target = (
                    f'"{first}" + text({kind.one}.{kind.key.name}) + "{rest.partition("}")[2]}"'
                )
            one.lines[-1] = f"answer {one.told.status or 303} headers {{Location: {target}}}"

    scene.deed = deed


def held_so(service: Service, kind: Kind, scene: Scene) -> None:
    """What sentences say of the fields of a form holds for the rows, too."""
    for name in kind.brought:
        held = scene.given[name].held
        held.type = held.type or named(name)
        kind.fields[name] = held
    service.shapes.pop(kind.name, None)


def _made_there(service: Service, scene: Scene) -> Kind | None:
    """The rows that a form makes at a path that is called otherwise: "/sign stores the entry"."""
    text = f"{_text(scene)} {' '.join(x.whole for x in service.brief.said)}"
    for kind in service.kinds:
        if re.search(rf"(?i)\b(?:{kind.spoken}|{kind.plural})\b", text):
            return kind
    found = re.search(
        r"(?i)\b(?:stores?|adds?|saves?|creates?|makes?|keeps?|new) (?:the |an? |one |that "
        r")?(?:new )?(?P<n>[a-z]+)\b",
        text,
    )
    word = singular(found["n"].lower()) if found is not None else "entry"
    word = "entry" if word in {"it", "them", "form", "row", "what", "this", "everything"} else word
    made = Kind(word.capitalize(), f"/{plural(word)}", makes=True)
    service.kinds.append(made)
    return made


def _form_fields(scene: Scene, pages: list[Scene], kind: Kind) -> list[tuple[str, str]]:
    """What a form has, in the words of its request or of its page."""
    if any(g.place in {"json", "form"} for g in scene.given.values()):
        return []
    known = frozenset(kind.fields)
    leads = re.compile(
        r"(?i)\bform\b(?: (?:fields?|data|values|inputs?))?(?: (?:to (?:add|post|create|sign|"
        r"leave) (?:one|an? \w+|a new \w+)|for (?:adding|a new|an?) ?\w*))?:?"
        r"(?: ?\(| with (?:the |one |a single |two |three )?(?:fields?,? |inputs?,? )?|,? "
        r"fields? )? ?|"
        r"\bfields?:? |\btakes? "
    )
    for one in [*scene.told.said, *(x for y in pages for x in y.told.said)]:
        for lead in leads.finditer(one.text):
            row, end = row_of(one.text, lead.end(), known, one.codes)
            good = [
                x
                for x in row
                if re.fullmatch(r"[a-z_]\w*", x.name)
                and x.name not in {"form", "page", "list", "table", "redirects"}
            ]
            told = re.search(r"(?i)\((?!.)|\bfields?,? $|\($", lead[0])
            if good and (len(good) > 1 or good[0].name in known or told):
                inner = one.text[lead.end() : end]
                rest = one.text[end:]
                one.text = f"{one.text[: lead.start()]} form ¦ {rest.removeprefix(')')}"
                return [
                    (x.name, f"{x.words} {'optional' if x.optional else ''}") for x in good if inner
                ]
    return [(n, "") for n in kind.brought or kind.fields if n not in {"id", "created_at"}]


def _refused(service: Service, scene: Scene, each: heard.Heard) -> None:
    """What is brought empty is refused, as words say."""
    names = [
        n for n, g in scene.given.items() if g.place == "form" and g.held.required is not False
    ]
    text = each.fault.cause.text
    said = [n for n in names if re.search(rf"(?i)\b{re.escape(n)}\b", text)]
    spoken = "|".join(
        map(
            re.escape,
            [*names, "name", "fields?", "one", "both", "either", "any", "required", "all"],
        )
    )
    left = heard.rest(text, _BLANK, rf"\b(?:{spoken})\b", r"\b(?:page|again|form|shows?)\b")
    if left or each.fault.status not in {400, 422}:
        heard.put_back(service, each)
        return
    for name in said or names:
        held = scene.given[name].held
        kind = held.type or STRING
        if kind.kind == "string":
            held.type = replace(kind, min_length=1, pattern=kind.pattern or NOT_BLANK)
    for way in ("missing", "out_of_range", "wrong_type"):
        scene.fails(way, each.fault.status, each.fault.message)


def _leads(scene: Scene, pages: list[Scene]) -> str:
    """Where a browser goes once the row is made."""
    for one in scene.told.said:
        found = one.has(_BACK)
        if found is None:
            continue
        one.drop(found)
        if found["to"].startswith("/"):
            return str(found["to"])
        low = found["to"].lower()
        single = next((x.request.path for x in pages if x.rows), "")
        if single and re.search(r"\bnew\b|\bits\b", low):
            return single
        return next((x.request.path for x in pages if not x.rows), "/")
    if 300 <= scene.told.status < 400:
        return next((x.request.path for x in pages if not x.rows), "/")
    return ""


# ---- what a page shows -------------------------------------------------------------------------


def _page(service: Service, scene: Scene, pages: list[Scene], posts: list[Scene]) -> None:
    text = _text(scene)
    scene.asked = dict(scene.request.query)  # what it is said to have is shown
    kind = scene.row or scene.kind or _spoken(service, text) or next((x.kind for x in posts), None)
    title = next((one.quote(x["m"]) for one in scene.told.said if (x := one.take(_TITLE))), "")
    form = _form_on(scene, posts) if _FORM.search(text) else None
    lists = (
        kind is not None
        and scene.row is None
        and bool(
            re.search(
                rf"(?i)\b(?:all|every|each|lists?|showing|shows?|entries|"
                rf"{re.escape(kind.plural)})\b",
                _FORM.sub(" ", text),
            )
        )
    )
    if scene.row is not None and not scene.request.tail.endswith(("new", "edit")):
        _row_page(scene, scene.row, title)
        return
    if not lists and form is None:
        return
    heading = title or (
        kind.plural.replace("_", " ").capitalize() if kind and lists else "New entry"
    )
    scene.kind = kind if lists else None
    table = bool(re.search(r"(?i)\btable\b|<table", text))
    fields = _shown(scene, kind) if kind is not None and lists else []
    link = _linked(scene, pages, kind) if kind is not None and lists else ""
    held = [g.held.field() for g in form.given.values() if g.place == "form"] if form else []
    below = form_of(held, form.request.path) if form else ""

    def deed(one: Scene, guards: list[str]) -> None:
        one.lines += guards
        if not lists or kind is None:
            whole = quoted(f"{page(heading)}<h1>{heading}</h1>\n{below}{END}")
            one.lines.append(f'answer {one.told.status or 200} as "text/html" {whole}')
            return
        _list_lines(one, kind, heading, fields, link, below, table=table)

    scene.deed = deed


def _spoken(service: Service, text: str) -> Kind | None:
    low = text.lower()
    found = [
        (low.find(word), each)
        for each in service.kinds
        for word in (each.plural.replace("_", " "), each.spoken)
        if re.search(rf"\b{re.escape(word)}\b", low)
    ]
    return min(found, key=lambda x: x[0])[1] if found else None


def _form_on(scene: Scene, posts: list[Scene]) -> Scene | None:
    named = _POSTS.search(_text(scene))
    for one in scene.told.said:
        one.take(_POSTS)
    if named is not None:
        return next((x for x in posts if x.request.path == named[1].rstrip("/.")), None)
    return posts[0] if len(posts) == 1 else None


def _shown(scene: Scene, kind: Kind) -> list[str]:
    """The values of each row that a page has, in the order in which they are named."""
    visible = [n for n, h in kind.fields.items() if not h.hidden and not h.of]
    for one in scene.told.said:
        at = [
            (m.start(), n)
            for n in visible
            if (m := re.search(rf"(?i)\b{re.escape(n)}\b", one.text))
        ]
        listed = re.search(r"(?i)\bwith\b|\bshow|\bcolumns?\b|\(|\bits\b", one.text)
        if at and listed:
            return [n for _, n in sorted(at)]
    return [n for n in kind.brought if n in visible] or visible


def _linked(scene: Scene, pages: list[Scene], kind: Kind) -> str:
    """The path that each row of a list leads to, with its key in braces."""
    for one in scene.told.said:
        found = one.take(_LINK)
        if found is None:
            continue
        path = re.search(r"/[\w/{}-]+", found[0])
        target = path[0] if path else next((x.request.path for x in pages if x.row is kind), "")
        return re.sub(r"\{\w+\}", f"{{{kind.key.name}}}", target)
    return ""


def _list_lines(
    one: Scene, kind: Kind, heading: str, fields: list[str], link: str, below: str, *, table: bool
) -> None:
    from beliefs.spec.brief import deeds
    from beliefs.spec.brief.lists import narrowed, only, ordered

    deeds.read_rows(one)
    wheres, paging, unread = narrowed(one, kind)
    if unread:
        one.open.append(f"what the parameter {unread} does")
    wheres = [*only(one, kind, ""), *wheres]
    order = ordered(one, kind) or one.service.order.get(kind.name, "")
    rows = deeds.pick(kind.name, wheres, order, paging)
    cells = [f"{{{n}}}" for n in fields]
    if link and cells:
        cells[0] = f'<a href="{link}">{cells[0]}</a>'
    item = "".join(f"<td>{x}</td>" for x in cells) if table else ": ".join(cells)
    item = f"<tr>{item}</tr>" if table else f"<li>{item}</li>"
    keys = [kind.key.name] if f"{{{kind.key.name}}}" in link and kind.key.name not in fields else []
    values = ", ".join(f"{n}: row_.{n}".replace("row_", "each_") for n in [*fields, *keys])
    head = "".join(f"<th>{n.replace('_', ' ').capitalize()}</th>" for n in fields)
    begin, end = (
        (f"<table>\n<tr>{head}</tr>\n", "\n</table>\n") if table else ("<ul>\n", "\n</ul>\n")
    )
    one.lines += [
        f"let items = each(each_ in {rows}: html({quoted(item)}, {{{values}}}))",
        (
            f'answer {one.told.status or 200} as "text/html" '
            f"{quoted(f'{page(heading)}<h1>{heading}</h1>{chr(10)}{begin}')} + "
            f"joined(items, {quoted(chr(10))}) + {quoted(f'{end}{below}{END}')}"
        ),
    ]


_HEADS = ("title", "name", "subject", "headline", "label")


def _row_page(scene: Scene, kind: Kind, title: str) -> None:
    """One row: what it is called as a heading, its text as Markdown or in paragraphs."""
    text = _text(scene)
    visible = [n for n, h in kind.fields.items() if not h.hidden and not h.of]
    head = next((n for n in _HEADS if n in visible), "")
    told = re.search(
        r"(?i)\b(?P<f>\w+)(?: (?:is|as|in|inside))*(?: (?:an?|the))? ?<?(?:h1|heading)\b", text
    )
    head = told["f"] if told is not None and told["f"] in visible else head
    marked = ""
    if re.search(
        r"(?i)\bmarkdown\b|\brendered\b",
        f"{text} {' '.join(x.whole for x in scene.service.brief.said)}",
    ):
        named = re.search(
            r"(?i)\b(?P<f>\w+)(?: is| are)?(?: rendered| turned| converted| shown)", text
        )
        texts = [n for n in visible if n in {"body", "text", "content", "markdown", "description"}]
        marked = (
            named["f"] if named is not None and named["f"] in visible else next(iter(texts), "")
        )
    rest = [
        n for n in visible if n not in {head, marked} and (n in kind.brought or n in numbers(kind))
    ]
    if marked:
        rest = [n for n in rest if re.search(rf"(?i)\b{re.escape(n)}\b", text)]
    for one in scene.told.said:
        one.take(_MARKED)

    def deed(one: Scene, guards: list[str]) -> None:
        from beliefs.spec.brief import deeds

        deeds.read_rows(one)
        one.lines += guards
        row = kind.one
        values = ", ".join(f"{n}: {row}.{n}" for n in (head, *rest) if n)
        named = f"{{{head}}}" if head else title
        first = page("§TITLE§").replace("{", "").replace("§TITLE§", named)
        parts = [f"<h1>{named}</h1>"] if named else []
        parts += [f"<p>{n.replace('_', ' ').capitalize()}: {{{n}}}</p>" for n in rest]
        begin = f"html({quoted(first + chr(10).join(parts) + chr(10))}, {{{values}}})"
        body = f' + markdown(or_else({row}.{marked}, ""))' if marked else ""
        one.lines.append(
            f'answer {one.told.status or 200} as "text/html" {begin}{body} + {quoted(END)}'
        )

    scene.deed = deed

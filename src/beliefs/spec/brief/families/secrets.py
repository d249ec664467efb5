"""A key that requests show, which an environment variable holds: for all of them or for some."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.brief.brief import Fault
from beliefs.spec.brief.families import heard
from beliefs.spec.brief.meant import meant
from beliefs.spec.brief.said import GAP, Said
from beliefs.spec.brief.scene import Scene, Service
from beliefs.spec.failures import Failure
from beliefs.spec.features.credentials import by_key
from beliefs.spec.service import Assumption

_NAMED = re.compile(
    r"\b(?P<a>X-[A-Za-z][\w-]*)|(?i:\bheaders?(?: called| named|,)?) (?P<b>[A-Z][a-z]*(?:-[A-Z]"
    r"\w*)+)\b|"
    r"\b(?P<c>[A-Z][A-Za-z]*(?:-[A-Z]\w*)+) header\b"
)
_KEYLIKE = re.compile(r"(?i)key|secret|token|auth|pass|pin\b|code\b|credential")
_VARIABLES = (
    re.compile(
        r"(?i:\benv(?:ironment)?[ -]?(?:variables?|vars?)?\W+(?:called |named |of )?)[`\"$]*"
        r"(?P<v>[A-Z][A-Z0-9_]{2,})\b"
    ),
    re.compile(
        r"[`\"$]*\b(?P<v>[A-Z][A-Z0-9_]{2,})[`\"]*(?i: (?:from|in|of|is in|comes from|stands in)?"
        r" ?(?:the |an )?env(?:ironment)?\b)"
    ),
    re.compile(r"\$\{?(?P<v>[A-Z][A-Z0-9_]{2,})\b"),
    re.compile(r"\b(?P<v>[A-Z][A-Z0-9]*_[A-Z0-9_]+)\b"),
)
_ENVIRONMENT = re.compile(r"(?i)environment|\benv\b|\$[A-Z_]{3,}|variable")
_WRITTEN = re.compile(
    r"(?i)(?:\b(?:value|key|secret|token|equal to|equals|set to|is)|[:=])\s*(?:is |of |the )*"
    r"(?P<q>⟪\d+⟫)"
)
_BEARER = re.compile(r"(?i)authorization:? ?bearer|\bbearer (?:token|key|secret)")
_QUERY = re.compile(
    r"[?&](?P<q>(?:api_?)?(?:key|token|secret))=|(?i:query parameter) (?P<p>\w*(?:key|token|sec"
    r"ret))\b"
)
_USUAL = "API_KEY"
_CLAUSE = re.compile(
    r"(?i)(?:(?<!uthorization)[;.:]|,? (?:but|while|whereas)\b|,(?= (?:and |only )?(?:the (?:ot"
    r"hers?|rest)|"
    r"read\w*|list\w*|writ\w+|add\w+|delet\w+|creat\w+|everything|anybody|anyone|everybody|"
    r"everyone|GET|POST|no key|a key)\b)| and (?=(?:anybody|anyone|everybody|everyone|no key)\b))"
)
_OPEN = re.compile(
    r"(?i)\b(?:anybody|anyone|everybody|everyone|all people|the (?:public|whole world))"
    r"(?: (?:can|may|could))?(?: always)?\b|\bpublic(?:ly readable| to all)?\b|\bopen(?: to (?:"
    r"all|everybody|everyone|"
    r"anybody|anyone|the public))?\b|\bfree(?:ly)?(?: for all)?\b|\b(?:no|without (?:a|the|any)?) ?"
    r"(?:api )?(?:key|header|secret)\b|\bneeds? (?:none|nothing|no such thing)\b|\b(?:do(?:es)?"
    r"n't|do(?:es)? not) "
    r"need (?:it|one|a key|the key|the header|any)\b|\bfor everybody\b|\bunprotected\b|\bunguar"
    r"ded\b"
)
_OPEN_HERE = re.compile(
    r"(?i)\b(?:is )?public\b(?! \w+s\b)|\b(?:no|without (?:a|the|any)?) ?(?:api )?key\b|\bopen to "
    r"(?:all|everybody|everyone|anybody|anyone|the public)\b|\b(?:for|by) (?:everybody|everyone"
    r"|anybody|anyone)\b|"
    r"\bneeds (?:no key|none)\b|¦\W*(?:is |are )?(?:always )?(?:open|free)\W*$"
)
_ABOUT = (
    r"\bkey\b|\bsecret\b|\bheader\b|\btoken\b|^\W*$|\bmissing or (?:wrong|invalid|bad)\b|"
    r"\b(?:wrong|bad|invalid) or (?:missing|none|no)\b|\bwithout (?:it|one)\b|\bunauthori[sz]ed\b"
)
_WORDS = (
    (
        r"(?:(?:must|has to|have to|needs? to|should|shall|is to|are to|will|can|may)\s+)?"
        r"(?:only )?"
        r"(?:needs?|requires?|brings?|sends?|shows?|carry|carries|carrying|has|have|wants?|works?|"
        r"sent|bring|demands?|comes?|expects?|asks? for|includes?|contains?|presents?|provides?|"
        r"holds?|passes?|given|passed)\b"
    ),
    r"\b(?:is|are|be|it'?s)\b",
    r"\b(?:only )?(?:with|in|by|via|through|using|for|of|under|from|to|as)\b",
    (
        r"\b(?:protected|guarded|secured|needed|required|necessary|allowed|possible|locked|restricted|"
        r"authori[sz]ed|authenticated|checked|compared)\b"
    ),
    (
        r"\b(?:the |a |an |its |this |that |our |one )?(?:right |correct |valid |same |shared |matc"
        r"hing |"
        r"static |single |secret |fixed )*(?:api[ -]?)?(?:key|secret|token|password|header|value|co"
        r"ntent|credential)s?\b"
    ),
    r"\b(?:environment|env)[ -]?(?:variables?|vars?)?\b|\bvariables?\b",
    (
        r"\b(?:equal(?:s|ling)?(?: to)?|match(?:es|ing)?|set to|which|that|whose|called|"
        r"named|known|"
        r"both|all|them|they|people|callers?|clients?|these|those|requests?|calls?|one|it|and|or|"
        r"only|also|every|each|any|other|know|knows|those|who|authorization|bearer|otherwise|else|i"
        r"f|then|"
        r"whatever else is wrong(?: with (?:the|it|a) ?(?:request|body)?)?)\b"
    ),
)
_FAILS = (
    (
        r"\b(?:missing|wrong|invalid|bad|no|without|is|a|an|or|not|given|right|there|absent|lacking|"
        r"incorrect|unknown|none|mismatch\w*|does(?:n't)?|do(?:n't)?|unauthori[sz]ed|answered|calls?|"
        r"and|it|empty)\b"
    ),
)


class _Key(NamedTuple):
    """Where a key is shown, and what it is."""

    place: Literal["header", "query", "bearer", "cookie", "basic"]
    name: str
    variable: str
    written: str = ""


def read(service: Service, scenes: list[Scene]) -> None:
    """Guard what needs the key."""
    if service.users is not None:
        return
    stated = service.identity
    found = _key(service, scenes) if stated is None else _Key(stated.place, stated.name, "")
    if found is None or found.place == "basic":
        return
    hearing = _Hearing(service, scenes, found)
    faults = heard.faults(service, scenes, rf"(?<![\w-]){re.escape(found.name)}(?![\w-])|{_ABOUT}")
    for each in faults:
        if each.fault.status not in {401, 403}:
            heard.put_back(service, each)
            continue
        hearing.cause(each)
    for one in service.brief.said:
        hearing.sentence(one, None)
    for scene in scenes:
        for one in scene.told.said:
            hearing.sentence(one, scene)
    guarded = hearing.guarded or [x for x in scenes if x not in hearing.opened]
    if hearing.others:
        guarded += [x for x in scenes if x not in hearing.opened and x not in guarded]
    if stated is None:
        service.identity = by_key(
            found.place, found.name, variable=found.variable, key=found.written
        )
    if not any(x.needs for x in scenes):  # a document says of each request whether it is
        for scene in guarded:
            scene.needs = True
    if hearing.fault is not None:
        service.failures.insert(0, _failure(hearing.fault))


def _key(service: Service, scenes: list[Scene]) -> _Key | None:
    """The key that sentences speak of; None where they speak of none."""
    ones = [*heard.sentences(service, scenes), *(f.cause for s in scenes for f in s.told.faults)]
    whole = re.sub(r"[`*]", "", " ".join(one.whole for one in ones))
    held = bool(_ENVIRONMENT.search(whole))
    variable = next((m["v"] for p in _VARIABLES if held and (m := p.search(whole)) is not None), "")
    written = next(
        (
            one.quote(m["q"])
            for one in ones
            if (_NAMED.search(one.text) or re.search(r"(?i)\bkey\b", one.text))
            and (m := _WRITTEN.search(one.text)) is not None
        ),
        "",
    )
    for each in _NAMED.finditer(whole):
        name = str(each["a"] or each["b"] or each["c"])
        near = whole[max(0, each.start() - 120) : each.end() + 120]
        if _KEYLIKE.search(name) or (variable and _KEYLIKE.search(near) and variable in whole):
            return _held(service, _Key("header", name, variable, written))
    if variable and _BEARER.search(whole):
        return _Key("bearer", "Authorization", variable)
    if variable and (found := _QUERY.search(whole)) is not None:
        return _Key("query", found["q"] or found["p"], variable)
    return None


def _held(service: Service, key: _Key) -> _Key:
    if key.variable or key.written:
        return key
    service.assumptions.append(
        Assumption(f"the key in {key.name}", f"it is that of the environment variable {_USUAL}")
    )
    return key._replace(variable=_USUAL)


class _Hearing:
    """What sentences say of a key."""

    def __init__(self, service: Service, scenes: list[Scene], key: _Key) -> None:
        self.service, self.scenes, self.key = service, scenes, key
        self.guarded: list[Scene] = []
        self.opened: list[Scene] = []
        self.others = False
        self.fault: Fault | None = None
        named = {*re.findall(r"\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b", heard.words(service, scenes))}
        names = [re.escape(x) for x in (key.name, key.variable, *named) if x]
        self.words = (rf"(?<![\w-])(?:{'|'.join(names)})(?![\w-])", *_WORDS)
        self.shows = re.compile(
            rf"(?i)(?<![\w-])(?:{'|'.join(names)})(?![\w-])|\b(?:api )?key\b|\bthis header\b|\b"
            rf"that header\b"
        )

    def cause(self, each: heard.Heard) -> None:
        """A failure that is about the key, with what it says of who needs it."""
        fault = each.fault
        one = replace(fault.cause)
        own = each.scenes[0] if len(each.scenes) == 1 else None
        if fault.otherwise:
            self.sentence(one, own, each.scenes)
        left = heard.rest(one.text, *self.words, *_FAILS)
        if left:
            heard.put_back(self.service, each)
            return
        if not fault.otherwise and self.shows.search(fault.cause.text):
            self.guarded += [x for x in each.scenes if x not in self.guarded]
        if self.fault is None or fault.worded:
            self.fault = fault

    def sentence(self, one: Said, own: Scene | None, owns: tuple[Scene, ...] = ()) -> None:
        """Take out of a sentence which requests need the key, and which do not."""
        told = bool(self.shows.search(one.text))
        direct = own is not None and GAP in one.text
        if not told and not (_OPEN_HERE if direct else _OPEN).search(one.text):
            return
        one.text = "".join(
            self._clause(each, own, owns, direct=direct) for each in _pieces(one.text)
        )

    def _clause(
        self, clause: str, own: Scene | None, owns: tuple[Scene, ...], *, direct: bool
    ) -> str:
        open_ = (_OPEN_HERE if direct else _OPEN).search(clause)
        shows = self.shows.search(clause)
        if not open_ and not shows:
            return clause
        found = meant(self.service, self.scenes, _subject(clause) if direct else clause)
        if own is not None and not direct and not shows and not found.scenes:
            return clause
        those = found.scenes or list(owns)
        if own is not None and not found.scenes:
            those = _together(self.scenes, own, clause)
        if open_ and not self._wants(clause):
            self.opened += those
            if not those:
                return clause
        elif those:
            self.guarded += [x for x in those if x not in self.guarded]
        elif not found.others and own is None:
            self.others = self.others or bool(re.search(r"(?i)\bneed|\brequire|\bmust", clause))
        self.others = self.others or (found.others and not open_)
        rest = clause if direct else found.rest
        rest = _OPEN.sub(" ", rest) if open_ else rest
        left = rest
        for pattern in self.words:
            left = re.sub(f"(?i){pattern}", " ", left)
        return f" {left} "

    def _wants(self, clause: str) -> bool:
        """Whether a clause says that the key is needed, not that it is not."""
        without = _OPEN.sub(" ", clause)
        return bool(self.shows.search(without)) and not re.search(
            r"(?i)\b(?:no|without|not|n't|open|public|free|none|nothing)\b", clause
        )


def _pieces(text: str) -> list[str]:
    """A sentence in clauses, with what stands between them."""
    out, at = [], 0
    for cut in _CLAUSE.finditer(text):
        out += [
            text[at : cut.start()],
            f" {cut[0].strip(' ') if cut[0].strip() in ';.:' else ','} ",
        ]
        at = cut.end()
    return [*out, text[at:]]


def _subject(clause: str) -> str:
    """Of a clause about one request, only what says of which others it is meant, too."""
    found = re.match(
        r"(?i)\W*(?P<who>(?:(?:all|every|only|writ|add|creat|delet|remov|chang|updat|edit|read|"
        r"list)"
        r"[\w ,]*?|(?-i:[A-Z]{3,6})[A-Za-z ,]*?)) (?:needs?|requires?|must|ha(?:s|ve) to|is|are"
        r"|wants?)\b",
        clause,
    )
    return (
        found["who"] if found is not None and re.search(r"ing\b|s\b|[A-Z]{3}", found["who"]) else ""
    )


def _together(scenes: list[Scene], own: Scene, clause: str) -> list[Scene]:
    """The request that a clause is about, with those before it where it is about several."""
    many = re.match(r"(?i)\W*(?P<n>both|all (?:three|four|of them|these))\b", clause)
    if many is None:
        return [own]
    at = scenes.index(own) + 1
    count = {"both": 2, "all three": 3, "all four": 4}.get(many["n"].lower(), at)
    return scenes[max(0, at - count) : at]


def _failure(fault: Fault) -> Failure:
    """How somebody without the key is answered."""
    return Failure("unauthenticated", fault.status, fault.message, fault.code, fault.form)

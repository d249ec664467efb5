"""Sentences of a document's prose that what is built holds to, though no sentence family does."""

from __future__ import annotations

from beliefs.spec import notation
from beliefs.spec import patterns as re
from beliefs.spec.documents.alternatives import alternatives
from beliefs.spec.documents.forming import held_text
from beliefs.spec.documents.omitting import held_silent
from beliefs.spec.numbers import counted
from beliefs.spec.service import Spec

# Why a sentence asks for nothing that is said of it.
HOLDS_ANYHOW = "what is built does so anyhow"
# What a sentence says, and what the effects of a service that does so have.
_CLAIMS: tuple[tuple[str, str], ...] = (
    (
        (
            r"(?!.*\b(?:log[ -]?in|session|access|bearer)\b).*\b(?:codes?|tokens?|links?)\b.*"
            r"\b(?:expire|valid|once|used|unknown|wrong|reset)"
        ),
        r"entity='PasswordReset'",
    ),
    (r"\b(?:forg[eo]t|lost)\w* .*\bpassword", r"entity='PasswordReset'"),
    (
        r"(?=.*\btoken\b).*\b(?:body|query|parameter|missing|wrong|invalid|unknown)\b",
        r"Let\(name='me', ",
    ),
    (
        r"\bdefaults?\b|\bbefore (?:anything|it) (?:was|is) set\b|\buntil (?:it is )?set\b",
        r"If\(holds=Call\([^()]*\(Var\([^()]*\), Lit\(value=None\)\)\), then=\(Answer",
    ),
    (r"\b(?:up|down|online|alive)\b.*\b(?:beat|heartbeat|ping|last)", r"function='seconds'"),
    (r"\bstreak\b.*\b(?:days?|consecutive|in a row)\b", r"function='streak'"),
    (r"(?-i:\bX-[A-Z])", r"field='x_"),
    (r"\bwithout (?:it|one|the header)\b.*\b401\b", r"field='x_\w+'\), failure='unauthenticated'"),
    (
        (
            r"\b(?:every|any|no)(?:body|one)\b.*\b(?:404|not exist|see|read)\b|"
            r"\bonly (?:the two|both|its|the (?:sender|recipient|owner))\b|"
            r"\bmay (?:only )?(?:read|see)\b.*\bnot (?:change|edit|write)"
        ),
        (
            r"(?:\(Get\(of=Row\(\), field='\w+'\), |'in', arguments=\()"
            r"Get\(of=Var\(name='input'\), field='x_"
        ),
    ),
    (
        r"\b(?:open|read|fetch|gett|view)ing\b.*\bmarks?\b.*\bread\b",
        r"If\(.*Patch\(entity='\w+', name='\w+', .*'read', Lit\(value=True",
    ),
    (
        r"\ball (?:zeros?|0)\b.*\b(?:nobody|never|not|new|unused|unknown|empty)\b",
        r"(?:^| )\(Answer\(status=200, body=Make\(fields=\(\('\w+', Call\(function='count'",
    ),
    (
        (
            r"→|->|=>|\bback to\b|\bin a row\b|\bmore than once\b|\bno other step|"
            r"\bnothing (?:else|(?:may be|can be|is) skipped)\b"
        ),
        (
            r"Guard\(holds=Call\(function='or', arguments=\(.*Get\(of=Var\(name='input'\), "
            r"field='(?:status|state|stage|phase|step)'\), Lit\(value='"
        ),
    ),
    (
        (
            r"\bpasswords?\b.*\b(?:hash|never (?:shown|returned|stored))|"
            r"\bnever\b.*\b(?:show|return|send|reveal)\w*\b.*\bpasswords?\b"
        ),
        r"'hash_password'",
    ),
    (r"\bonly (?:valid|proper|correct|well-formed)\b.*\b(?:accepted|allowed|taken)\b", r"Guard\("),
    (r"\bescap(?:e|ed|es|ing)\b", r"function='html'"),
    (r"\b(?:unsafe|harmful|climbing|escaping)\b.*\b(?:paths?|names|entries)\b", r"'zip_\w+'"),
    (
        r"\bonly (?:those|the ones)\b.*\bbetween (?:them|these|both)\b",
        r"function='>='.*function='<='|function='<='.*function='>='",
    ),
)


# "Without a token: 401."
_NOBODY = re.compile(
    r"(?i)^(?:\w+ )?(?:without|no|missing|invalid) (?:an? |the )?(?:valid |or invalid |or wrong )?"
    r"(?:token|login|session|cookie|authentication|credentials?)\W+(?:is |gives |answers |gets )?"
    r"401\W*$"
)


def _of_tokens(text: str, spec: Spec) -> bool:
    """Whether a sentence says what holds of every route that needs a token, or its secret."""
    needed = any(each.needs for each in spec.operations)
    usual = spec.failures.of("unauthenticated").status == 401
    signs = bool(spec.secret) and spec.secret in text and bool(re.search(r"(?i)\bsign", text))
    unknown = _NOBODY.match(text) or (_NO_COOKIE.search(text) and _by_cookie(spec))
    return needed and (signs or (usual and bool(unknown)))


# "Requests to the shelves answer 401 without a valid `sid` cookie"
_NO_COOKIE = re.compile(
    r"(?i)^(?=[^.]*\b401\b)[^.]*\b(?:without|no|lacking) (?:an? |the |it\b)?(?:[\w`]+ ){0,3}?"
    r"(?:cookie|session|(?<=it )\w)"
)


def _by_cookie(spec: Spec) -> bool:
    """Whether all requests but those that let people in want a cookie."""
    rest = [each for each in spec.operations if "password" not in repr(each.effect)]
    by = spec.identity is not None and spec.identity.place == "cookie"
    return by and all(each.needs for each in rest)


_LASTING = re.compile(
    r"(?i)\b(\w+) (?:cannot|can ?not|can't|may not|are never|is never) (?:be )?"
    r"(?:edited|changed|updated|modified)\W*$"
)


def _lasting(text: str, spec: Spec) -> bool:
    """Whether a sentence says that rows are not changed, and no request changes them."""
    told = _LASTING.search(text)
    changing = [each.path for each in spec.operations if each.method in {"PUT", "PATCH"}]
    return told is not None and not any(told[1].lower() in each.lower() for each in changing)


def shown_so(text: str, spec: Spec) -> bool:
    """Whether a sentence says how values or pages look that are shown so anyhow."""
    return _rounds(text, spec) or _rendered(text, spec)


def _rendered(text: str, spec: Spec) -> bool:
    """Whether a sentence says what pages of Markdown, or tags of rows, are anyhow."""
    effects = " ".join(notation.write(each.effect) for each in spec.operations)
    page = r"(?i)\b(?:headings?|bold|italic|paragraphs?)\b|\braw html\b|<script>"
    if "markdown(" in effects and re.search(page, text):
        return True
    if "html(" in effects and re.search(r"(?i)\bescap(?:e|ed|ing)\b", text):
        return True
    free = r"(?i)\bwithout (?:an? )?if-match\b[^.]*\b(?:wins|overwrit\w+|replaces|no check)"
    return "tagged(" in effects and bool(re.search(free, text))


def _rounds(text: str, spec: Spec) -> bool:
    """Whether a value that is told to be rounded is, wherever it is worked out."""
    told = re.match(
        r"(?i)(?:the )?`?(\w+)`? (?:is|are) (?:always )?rounded to (?:the )?(?:nearest )?"
        r"(?:(whole number|integer)|(\d|one|two|three) (?:decimal|digit|place)s?)",
        text,
    )
    if told is None:
        return False
    digits = 0 if told[2] else counted(told[3])
    rounded = rf"\bround\([^\n]*, {digits}\)" + ("" if digits else r"|\bfloor\(")
    effects = [notation.write(each.effect) for each in spec.operations]
    named = rf"\b{re.escape(told[1])}: "
    return any(re.search(named, each) and re.search(rounded, each) for each in effects)


def claimed(text: str, spec: Spec) -> bool:
    """Whether the effects of a service do what a sentence says.

    >>> claimed("A token expires after an hour.", Spec("x", "X", ""))
    False
    """
    effects = " ".join(repr(each.effect) for each in spec.operations)
    if _of_tokens(text, spec) or _lasting(text, spec) or shown_so(text, spec):
        return True
    brought = [each for one in spec.operations for each in one.inputs]
    if any(held_silent(text, each.name, each.default) for each in brought):
        return True
    if any(held_text(text, each.name, each.type) for each in brought):
        return True
    if any(f"('{each.name}', Call(function='if'" in effects for each in alternatives(text)):
        return True
    return any(
        re.search(said, text, re.IGNORECASE) and re.search(built, effects)
        for said, built in _CLAIMS
    )

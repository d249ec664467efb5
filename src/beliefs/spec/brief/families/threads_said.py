"""How people speak of rows that answer each other, and how deep they say that this goes."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.brief.kinds import Kind
from beliefs.spec.numbers import MANY, counted

SELF = re.compile(
    r"(?i)^(?:parent|reply|replies|in_?reply|answers?|answer)_?(?:comment|post|message|category|"
    r"task|node|to)?_?(?:id|key)?$|^(?:in)?replyTo(?:Id)?$"
)
NAMED = re.compile(
    r"(?<![\w/])(?:parent(?:_?[a-z]+)??_?id|parentId|(?:in_?)?reply_?to(?:_?id)?)(?!\w)",
    re.IGNORECASE,
)
CHILDREN = re.compile(r"(?i)^(?:replies|children|answers|comments|sub\w+|responses|kids|below)$")
TREE = r"\b(?:trees?|nested|replies|children|threads?|threaded|hierarch\w+|recursive\w*|sub\w+)\b"
TREE_WORDS = """
    tree trees nested nest replies reply children child thread threads threaded hierarchy
    hierarchical recursive recursively top level levels main root roots kind shape sort form own
    none empty itself depth deep first under beneath inside below underneath within attached
    directly direct returned ordered called containing contains belong answers turn grouped
    """
PARENT = (
    r"\bparents?\b|\bother (?:topic|post|\w+)\b|\banother\b|\bsame\b|\bnot (?:exist|there)\b|"
    r"\bexist|\bbelongs?\b|\brepl(?:y|ies|ied)\b|\bremoved\b|\bdeleted\b|"
    r"\bof (?:this|that)\b"
)
PARENT_WORDS = """
    parent parents unknown bad wrong invalid missing other another different same exist exists
    belong belongs belonging there is n't no such existing found elsewhere must foreign refers
    points pointing reply replying reference removed deleted gone
    """
DEEP = (
    r"\bdeep(?:er|est)?\b|\bdepth\b|\blevels?\b|\bnest(?:ed|ing)?\b|\brepl\w+ to (?:a |that "
    r")?repl"
)
DEEP_WORDS = """
    deep deeper deepest depth level levels nest nested nesting reply replies replying answering
    answered trying going goes go three two four five six 1 2 3 4 5 6 7 8 9 10 one second third
    most max maximum limit limited farther further only allowed allow comment comments beyond
    past fourth never itself than more first top too deeply add adding post posting
    """
FIRST = r"\b(?:oldest|newest|latest|earliest)\b"
FIRST_WORDS = "oldest newest latest earliest first level levels order depth sorted always ordered"
STAYS = (
    r"\bstays?\b|\bplaceholders?\b|\bremains?\b|\bkept\b|\bkeeps?\b|\breplaced\b|"
    r"\bemptied\b|⟪\d+⟫|\bbecomes?\b"
)
STAYS_WORDS = """
    deleted delete deleting removed remove removing placeholder placeholders place stay stays
    remain remains kept keep still replies reply answers answered tree null empty then
    becomes become set replaced replace tombstone turned turns cases case case's nothing lost
    """
LEAF = (
    r"\bwithout\b|\bno replies\b|\bno answers\b|\bnobody\b|\bno one\b|\bno children\b|"
    r"\bchildless\b|"
    r"\bleaf\b"
)
LEAF_WORDS = """
    without no replies reply answers answered children childless leaf nobody no one none has any
    goes go away altogether vanish vanishes disappears disappear removed deleted gone really tree
    completely entirely for good is other others deleting removing
    """
COUNTED = r"\bcount\w*\b|\bnumber\b|\bhow many\b|\bleaves? out\b|\bexclud\w+|\binclud\w+"
COUNTED_WORDS = """
    count counts counted counting number many level levels every removed deleted placeholders
    placeholder cases case deleting leaves leave out excluding
    excludes excluded without including includes include
    replies reply depth any all no comments still gone those
    """


_LEVELS = re.compile(
    rf"(?i)\b(?:depth|level) (?:of |is )?(?P<a>{MANY})\b|\b(?P<b>{MANY})(?: \w+)? (?:levels?|"
    rf"deep)\b|"
    rf"\bdeeper than (?P<c>{MANY})|\b(?P<e>third|fourth|fifth|second) level"
)
_ORDINAL = {"second": 2, "third": 3, "fourth": 4, "fifth": 5}


def levels(text: str, kind: Kind) -> int:
    """How many levels a text says that there may be; 0 where it says none.

    >>> kind = Kind("Comment", "/comments")
    >>> levels("only three levels deep", kind), levels("a comment, a reply and a reply to it", kind)
    (3, 3)
    >>> levels("a reply cannot be answered", kind), levels("one level of replies", kind)
    (2, 2)
    """
    found_levels = []
    for found in _LEVELS.finditer(text):
        if found["e"]:
            found_levels.append(_ORDINAL[found["e"].lower()])
            continue
        many = int(counted(next(x for x in found.groups() if x)))
        below = re.match(r"(?i)\W*(?:of|with) (?:repl|answer|child|nest)", text[found.end() :])
        found_levels.append(many + 1 if below else many)
    if found_levels:
        return max(found_levels)
    noun = rf"(?:{kind.spoken}|repl(?:y|ies)|answer)"
    chain = re.findall(rf"(?i)(?:^|,|\band\b|:)\s*(?:an? |the |one )?{noun}\b", text)
    if len(chain) > 2:
        return len(chain)
    if re.search(
        r"(?i)\brepl(?:y|ies) (?:to|of) (?:an? |that |other )?repl|\brepl(?:y|ies) (?:itself |"
        r"themselves )?"
        r"(?:can ?not|can't|may not)",
        text,
    ):
        return 2
    return 0

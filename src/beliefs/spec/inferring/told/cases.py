"""What is done in one case only, and what several verbs do together."""

from __future__ import annotations

from typing import NamedTuple

from beliefs.spec import patterns as re
from beliefs.spec.inferring.told.alternating import choices
from beliefs.spec.inferring.told.conditions import holds
from beliefs.spec.inferring.told.deeds import Deed
from beliefs.spec.inferring.told.settings import Setting
from beliefs.spec.inferring.told.states import state
from beliefs.spec.inferring.told.writes import deed

PARTS = re.compile(r",? and then |,? and |, then |, which |, |: | - ")
DOES = re.compile(r"(?i)^(?!this|its|is|was|has|as|always|perhaps|afterwards)\w+s\b (?!of\b)")
_IF = re.compile(
    r"(?i)(?:if|when|once|as soon as|(?=after |(?:with|at|on|from)(?: the| \d))) ?(?P<test>.+?),? "
    r"(?:then )?(?P<deed>.+)"
)
OF_A_KIND = re.compile(
    r"(?i)(?:an?|the) (?P<state>[\w-]+) (?P<row>[\w-]+) "
    r"(?P<rest>(?:has|is|gets|keeps|becomes|loses)\b.+)"
)
_THAT = re.compile(
    r"(?i)(?:an?|the|any) (?P<row>[\w-]+) (?:that|which) (?P<test>(?:is|are|has|have|was)\b.+?) "
    r"(?P<rest>(?:loses|gets|becomes|has|is)\b.+)"
)
_DEED_IF = re.compile(r"(?i)(?P<deed>.+?),? (?:but only )?(?:if|when|once) (?P<test>.+)")


class Case(NamedTuple):
    """A deed that is done where something holds, and what is done instead where it does not."""

    test: str
    deed: Deed
    otherwise: Deed | None = None

    @property
    def deeds(self) -> tuple[Deed, ...]:
        """All that may be done."""
        return (self.deed,) if self.otherwise is None else (self.deed, self.otherwise)


def continued_by(text: str, cut: re.Match[str]) -> str:
    """What stands behind a cut, with the subject of what stands before where it lacks one."""
    rest = text[cut.end() :]
    verb = re.match(r"(?i)(sets?|changes?|resets?|updates?) .+? (?:back )?(?:to|=) ", text)
    if verb and re.match(r"(?i)[\w' ]+? (?:back )?(?:to|=) \S", rest) and not DOES.match(rest):
        return f"{verb[1]} {rest}"
    by = re.match(
        r"(?i).+? (?P<verb>goes up|goes down|rises|grows|falls|is \w+ed) by ", text[: cut.end()]
    )
    if by and re.fullmatch(r"(?i)[\w' ]+? by \S.*", rest):
        return re.sub(r"(?i) by ", f" {by['verb']} by ", rest, count=1)
    head = re.match(r"(?i)((?:the|its?|that|this|an?)?(?: ?\w+)? (?:is|are|becomes) )", text)
    if head and re.match(r"(?i)(?:not )?\w+(?: (?:any more|again|then|now|afterwards))?$", rest):
        return f"{head[1]}{rest}"
    return rest


def case_in(text: str, setting: Setting) -> Case | None:
    """A condition and the deed that is done where it holds; None where a text tells none."""
    for choice in choices(text):
        test = holds(choice.test, setting)
        one, two = joint(choice.one, setting), joint(choice.two, setting)
        if test and one is not None and two is not None and not (one.pick or two.pick):
            return Case(test, one, two) if choice.turned else Case(test, two, one)
    for pattern in (OF_A_KIND, _THAT):
        kind = pattern.fullmatch(text)
        row = setting.row(kind["row"]) if kind else None
        if kind is None or row is None:
            continue
        said = kind.groupdict()
        test = state(row, said["state"]) if "state" in said else ""
        test = test or (holds(f"it {said['test']}", setting.about(row)) if "test" in said else "")
        found = deed(f"it {kind['rest']}", setting.about(row)) if test else None
        if found is not None and found.pick is None:
            return Case(test, found)
    for pattern in (_IF, _DEED_IF):
        for match in _every(pattern, text):
            test = holds(match[0], setting)
            found = joint(match[1], setting) if test else None
            if found is not None and found.pick is None:
                return Case(test, found)
    return None


def joint(text: str, setting: Setting) -> Deed | None:
    """The deed of a text, or all deeds of one row that it joins: "A is 0 and B goes up by one"."""
    found = deed(text, setting)
    for cut in PARTS.finditer(text) if found is None else ():
        one = deed(text[: cut.start()], setting)
        other = joint(continued_by(text, cut), setting) if one is not None else None
        if one is None or other is None or one.row is None or other.row is None:
            continue
        if one.row.at == other.row.at and not (one.pick or other.pick):
            return Deed(None, one.row, (*one.values, *other.values), (*one.lines, *other.lines))
    return found


def _every(pattern: re.Pattern[str], text: str) -> list[tuple[str, str]]:
    """Each way to cut a text into a condition and a deed."""
    match = pattern.fullmatch(text)
    if match is None:
        return []
    if pattern is _DEED_IF:
        return [(match["test"], match["deed"])]
    rest = re.sub(r"(?i)^(?:if|when|once|as soon as) ", "", text)
    return [(rest[: cut.start()], rest[cut.end() :]) for cut in re.finditer(r",? (?:then )?", rest)]

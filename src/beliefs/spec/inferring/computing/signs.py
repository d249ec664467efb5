"""Which signs an expression may have, where words list them: "+ - * / and parentheses"."""

from __future__ import annotations

from beliefs.spec import patterns as re

_SIGN = re.compile(r"(?<![\w*/])[`\"']?(\*\*|//|[-+*/%^×÷])[`\"']?(?=[\s,.;:)]|$)")
_SPOKEN = {
    "+": r"addition|add(?:s|ing)?|plus|sums?",
    "-": r"subtract\w*|minus",
    "*": r"multipl\w*|times|products?",
    "/": r"divi(?:sion|de\w*|ding)",
    "%": r"modulo|modulus|remainders?",
    "**": r"powers?|exponent\w*|exponentiation",
}
_NEGATED = r"(?i)\b(?:no|not|without|nor|neither|except|never)\b[^.;,]*\b(?:{})\b"
# What the usual signs are, of which only some may be listed.
_MORE = ("**", "//", "%")


def unlisted(said: str) -> list[str]:
    """The signs that calculating knows and that are not among those which words list.

    >>> unlisted("Numbers, + - * / and parentheses.")
    ['**', '//', '%']
    >>> unlisted("Addition, subtraction, multiplication, division and modulo; no powers")
    ['**', '//']
    >>> unlisted("Works out an expression")
    []
    """
    told = set(_SIGN.findall(said))
    denied = {sign for sign, words in _SPOKEN.items() if re.search(_NEGATED.format(words), said)}
    told |= {
        sign
        for sign, words in _SPOKEN.items()
        if sign not in denied and re.search(rf"(?i)\b(?:{words})\b", said)
    }
    if len(told & {"+", "-", "*", "/"}) < 2:
        return sorted(denied & set(_MORE), key=_MORE.index)
    told |= {"**"} if "^" in told else set()
    return [each for each in _MORE if each not in told]

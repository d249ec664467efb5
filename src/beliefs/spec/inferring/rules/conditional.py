"""Tags that documents speak of: ETag, If-Match, If-None-Match."""

from __future__ import annotations

from beliefs.spec import patterns as re
from beliefs.spec.documents.contract import Route
from beliefs.spec.effects import Answer
from beliefs.spec.features.conditional import tagged
from beliefs.spec.inferring.families.trails import number_of
from beliefs.spec.inferring.writing import Writer
from beliefs.spec.operations import Operation

_SEEN = re.compile(r"(?i)if-match|\b412\b|\b428\b")
_MUST = re.compile(r"(?i)\b428\b|(?:requires?|needs?|must)\b[^.]*if-match")

_EITHER = re.compile(
    r"(?i)\bneither\b|\bno precondition\b|\bwithout (?:a |any |either )(?:precondition|header|of)|"
    r"\bif-match or if-none-match\b|\bif-none-match(?:: ?\*)? or if-match\b|\bone of (?:both|"
    r"them|the two)"
)


def conditional(writer: Writer, operations: list[Operation]) -> list[Operation]:
    """The operations, with tags on rows of which the document says that they have some."""
    routes = {(each.method, each.path): each for each in writer.contract.routes}
    words = " ".join([*map(_words, routes.values()), *(text for _, text in writer.contract.prose)])
    if not re.search(r"(?i)\betag|if-match|if-none-match", words):
        return operations
    found = []
    for each in operations:
        route = routes.get((each.method, each.path))
        holding = writer.kept.at(writer.chain(route)) if route is not None else None
        alone = each.path.endswith("}") or each.method == "POST"
        if route is None or holding is None or not alone or not _answers_row(each):
            found.append(each)
            continue
        said = _words(route)
        checks = _SEEN.search(said) is not None
        must = _MUST.search(said) is not None
        number = number_of(holding)
        told = re.search(r"(?i)\betag\b[^.]*\b(?:version|revision)\b|\betag: ?\"\d+\"", words)
        tag = f'"\\"" + text({holding.variable}.{number}) + "\\""' if number and told else ""
        anew = each.method == "PUT" and re.search(r"(?i)if-none-match", said) is not None
        either = _EITHER.search(said) is not None
        made = tagged(
            each, holding.variable, must=must, checks=checks, tag=tag, anew=anew, either=either
        )
        found.append(made)
    return found


def _words(route: Route) -> str:
    params = " ".join(each.name for each in route.params)
    return " ".join(
        [route.words, params, *(f"{each.status} {each.words}" for each in route.replies)]
    )


def _answers_row(operation: Operation) -> bool:
    return bool(operation.effect) and isinstance(operation.effect[-1], Answer)

"""Faults are put where behaviour is, and nowhere else."""

from __future__ import annotations

import ast

import pytest

from beliefs.judge.exceptions import EXCEPTIONS
from beliefs.judge.faults import faults


@pytest.mark.parametrize(
    ("line", "kind", "now"),
    [
        ("return a == b", "comparison", "a != b"),
        ("return a < 3", "constant", "4"),
        ("return a and b", "and for or", "a or b"),
        ("return a and b", "part of a condition", "b"),
        ("return not a", "negation", "a"),
        ("return a + b", "arithmetic", "a - b"),
        ("raise Refusal('absent')", "lost refusal", "pass"),
        ("db.insert(NOTES, a)", "lost statement", "pass"),
        ("db.insert(NOTES, a)", "swapped arguments", "db.insert(a, NOTES)"),
        ("return db.all(NOTES, owner_id=a)", "lost owner_id", "db.all(NOTES)"),
        ("return [x for x in a if x]", "lost filter", "for x in a"),
        ("return sorted(a, key=b, reverse=True)", "lost order", "list(a)"),
        ("return sorted(a, reverse=True)", "constant", "False"),
        ("return db.all(NOTES, order=('-at',))", "constant", "'at'"),
        ("return {'id': a, 'name': b}", "lost entry", "{'id': a}"),
        ("return a", "returned value", "return None"),
        ("return a[1:b]", "slice", ":b"),
        ("return a if b else c", "condition", "c if b else a"),
        ("with lock: a()", "lost lock", "if True: a()"),
        ("return max(a)", "least for most", "min(a)"),
    ],
)
def test_a_line_is_changed_in_this_way(line, kind, now):
    found = [(each.kind, each.now) for each in faults("app/a.py", f"def f(a, b, c):\n    {line}\n")]
    assert (kind, now) in found


def test_every_fault_is_another_module_that_can_be_read():
    text = "def f(a):\n    if a > 1 and a < 9:\n        return {'a': a}\n    return [1, 2][:a]\n"
    sources = [each.source for each in faults("app/a.py", text)]
    assert len(sources) > 10
    plain = ast.unparse(ast.parse(text))
    assert all(ast.unparse(ast.parse(each)) != plain for each in sources)


_TABLE = 'FAILURES = {{"absent": ({}, "Not found", ""), "no_route": (404, {}, "")}}'
_RULES = {
    # By rule: a module without a fault, and one that differs and has some.
    "docstring": ("app/a.py", '"""Words."""', 'WORDS = "Words."'),
    "import": ("app/a.py", "from app import a", "a(1)"),
    "documentation": ("app/a.py", "route(responses=a(1))", "route(status=a(1))"),
    "annotation": ("app/a.py", "a: Literal['b']", "a = b['b']"),
    "spare words": ("app/failures.py", "F = {way: (a, 'Not found', '')}", _TABLE.format(4, 5)),
    "column type": ("app/entities/a.py", "A = Table(a, {b: 'TEXT'})", "A = Table(a, {b: 'JSON'})"),
}


@pytest.mark.parametrize("rule", EXCEPTIONS, ids=lambda rule: rule.name)
def test_a_rule_excepts_what_it_names_and_no_more(rule):
    path, excepted, behaviour = _RULES[rule.name]
    assert rule.why.endswith(".")
    assert [each for each in faults(path, excepted) if each.kind == "constant"] == []
    assert [each for each in faults(path, behaviour) if each.kind == "constant"]


def test_words_of_the_table_that_answers_show_are_behaviour():
    told = 'FAILURES = {"no_route": (404, "Not Found", "")}'
    assert "'Not Foundx'" in [each.now for each in faults("app/failures.py", told)]

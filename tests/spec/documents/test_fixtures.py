"""Documents in many authors' styles: each says one Spec, which is kept beside it in words.

`WRITE_EXPECTED=1 pytest tests/spec/documents/test_fixtures.py` writes the words anew, for reading.
"""

import os
from pathlib import Path

import pytest

from beliefs.judge.examination import Examination
from beliefs.judge.pretender import Pretender
from beliefs.spec import notation, saving
from beliefs.spec.documents import Source, read_sources
from beliefs.spec.service import Spec

HERE = Path(__file__).parent
DOCUMENTS = sorted(
    each
    for folder in ("openapi", "markdown")
    for each in (HERE / folder).iterdir()
    if each.suffix != ".expected"
)
HOLES = {"calculator.yaml"}


def read(path: Path) -> Spec:
    return read_sources((Source(path.name, path.read_text(encoding="utf-8")),))


def told(spec: Spec) -> str:
    lines = [f"{spec.title} {spec.base or '/'} {spec.port} {spec.failures.body}"]
    stated = {f"{each.way} {each.status} {each.code}".strip() for each in spec.failures.stated}
    lines += [f"fails {each}" for each in sorted(stated)]
    if spec.identity is not None:
        lines.append(f"knows {spec.identity.place} by {notation.expression(spec.identity.who)}")
    for entity in spec.entities:
        lines += ["", f"{entity.name} by {entity.key.style} {entity.key.name}"]
        for each in entity.fields:
            marks = ["" if each.required else "?", "unique" * each.unique, "hidden" * each.hidden]
            default = f"= {each.default}" if each.default else ""
            said = " ".join(part for part in (each.type.kind, *marks[1:], default) if part)
            lines.append(f"    {each.name}{marks[0]}: {said}")
    for operation in spec.operations:
        needs = " needs somebody" if operation.needs else ""
        lines += ["", f"{operation.method} {operation.path} ({operation.source}){needs}"]
        for given in operation.inputs:
            bounds = [
                f"{name} {value}"
                for name in ("minimum", "maximum", "above", "below", "min_length", "max_length")
                if (value := getattr(given.type, name)) is not None
            ]
            bounds += ["|".join(given.type.choices)] if given.type.choices else []
            mark, default = "" if given.required else "?", given.default and f"= {given.default}"
            words = [given.place, given.type.kind, *bounds, default]
            lines.append(f"  {given.wire}{mark}: {' '.join(part for part in words if part)}")
        own = {f"{each.way} {each.status} {each.code}".strip() for each in operation.failures}
        lines += [f"  fails {each}" for each in sorted(own)]
        lines.append(notation.write(operation.effect, "    ") or "    (a hole)")
    for example in spec.examples:
        lines += ["", f"example {example.method} {example.path} {example.body}"]
        lines.append(f"    {example.status} {example.answer}")
    lines += ["", *(f"{each.rank}: {each.words}" for each in spec.unknowns)]
    return "\n".join(lines).rstrip() + "\n"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_a_document_says_what_is_kept_beside_it(path):
    words = told(read(path))
    expected = path.with_name(f"{path.name}.expected")
    if os.environ.get("WRITE_EXPECTED"):
        expected.write_text(words, encoding="utf-8")
    assert words == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_its_spec_can_be_examined_and_saved(path):
    spec = read(path)
    assert saving.loads(saving.dumps(spec)) == spec
    examination = Examination(spec, Pretender(spec))
    assert examination.run() is None
    assert examination.asked > 50
    holes = [each.name for each in spec.operations if not each.effect]
    blocking = [each for each in spec.unknowns if each.rank == "blocking"]
    assert bool(holes) == (path.name in HOLES)
    assert len(holes) == len(blocking)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_operation_says_where_it_stands(path):
    lines = path.read_text(encoding="utf-8").split("\n")
    for operation in read(path).operations:
        name, _, line = operation.source.partition(":")
        assert name == path.name
        assert 1 <= int(line) <= len(lines)

"""A public name has one meaning: it stands in one module, in two at most, or here with the reason."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "noughts"

ONE_MEANING = {
    "Json": "what JSON can say",
    "Rules": "the rules of a game: as formulas, as tasks list them, and as the reference evaluator has them",
    "head": "the first line of an action: ASCII or Unicode, LaTeX, MathML",
    "update": "an update of a machine: ASCII or Unicode, LaTeX, MathML",
    "union": "of sets, for the evaluator and for symbolic values; and the verb that unites automata",
}
"""Names that stand in three modules or more, since several of them say the same in different ways."""


@cache
def modules() -> Mapping[Path, ast.Module]:
    """Every module of the package, parsed."""
    return {path: ast.parse(path.read_text("utf-8")) for path in SOURCES.rglob("*.py")}


def defined(module: ast.Module) -> Iterator[str]:
    """The classes, functions, constants and types that a module defines at its top."""
    for node in module.body:
        match node:
            case ast.FunctionDef(name) | ast.ClassDef(name) | ast.AnnAssign(ast.Name(name)):
                yield name
            case ast.Assign(targets):
                yield from (
                    name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)
                )


def capitals(text: str) -> set[str]:
    """The words of a text that could be names of constants."""
    return set(re.findall(r"\b[A-Z][A-Z0-9_]*\b", text))


def test_no_public_name_has_three_meanings() -> None:
    places = defaultdict(set)
    for path, module in modules().items():
        for name in defined(module):
            if not name.startswith("_"):
                places[name].add(str(path.relative_to(SOURCES)))
    assert {name: found for name, found in places.items() if len(found) > 2 and name not in ONE_MEANING} == {}
    assert {name for name in ONE_MEANING if len(places[name]) <= 2} == set()


def test_a_constant_that_only_its_module_reads_is_private() -> None:
    others = [path for folder in ("tests", "tools", "benchmarks") for path in (ROOT / folder).rglob("*.py")]
    readers = Counter(name for path in [*modules(), *others] for name in capitals(path.read_text("utf-8")))
    loose = [
        f"{path.relative_to(SOURCES)}: {name}"
        for path, module in modules().items()
        for name in defined(module)
        if name.isupper() and not name.startswith("_") and readers[name] == 1
    ]
    assert loose == []

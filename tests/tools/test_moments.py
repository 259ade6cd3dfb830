"""No test depends on a moment: whatever else the machine does, a test waits for what it expects."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
LEAST = 60
"""Seconds after which something may count as hung."""
OF_A_MOMENT = frozenset(
    {
        "get_attribute",
        "inner_text",
        "input_value",
        "is_checked",
        "is_disabled",
        "is_enabled",
        "is_hidden",
        "is_visible",
        "text_content",
    }
)
"""What Playwright answers of a page as it is just then."""


def hurried(tree: ast.Module) -> Iterator[str]:
    """What a busy machine decides in a file of tests: where, and why."""
    for node in ast.walk(tree):
        match node:
            case ast.Assert():
                asked = {part.attr for part in ast.walk(node.test) if isinstance(part, ast.Attribute)}
                for name in asked & OF_A_MOMENT:
                    yield f"line {node.lineno}: `expect` waits, where `{name}` looks once"
            case ast.keyword(
                arg="timeout" | "open_timeout", value=ast.Constant(value=int() | float() as seconds)
            ):
                if seconds < LEAST:
                    yield f"line {node.value.lineno}: anything may take {seconds} seconds on a busy machine"
            case ast.Attribute(attr="wait_for_timeout"):
                yield f"line {node.lineno}: nobody knows how long that is on a busy machine"


def test_no_test_counts_on_a_machine_that_does_nothing_else() -> None:
    found = {
        path.relative_to(ROOT).as_posix(): list(hurried(ast.parse(path.read_text("utf-8"))))
        for path in (ROOT / "tests").rglob("*.py")
    }
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_what_counts_on_it_is_seen() -> None:
    text = "assert page.locator('p').inner_text() == 'a'\nwait(timeout=6)\npage.wait_for_timeout(100)\n"
    assert [line.partition(":")[0] for line in hurried(ast.parse(text))] == ["line 1", "line 2", "line 3"]
    assert not list(hurried(ast.parse("assert text.count('a') == 1\nwait(timeout=600)\n")))

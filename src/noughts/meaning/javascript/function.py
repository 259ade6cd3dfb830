"""One definition, or one expression over a program, as a function of JavaScript."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from noughts.language import core as c
from noughts.meaning.javascript.lines import local, names_of
from noughts.meaning.javascript.solutions import shape_text
from noughts.meaning.javascript.terms import TermWriter
from noughts.meaning.patterns import has_value, paths


class FunctionWriter(TermWriter):
    """Writes a function.

    With definitions that are `deep` a generator is written, which yields the calls of these instead of making
    them: what answers takes them from a list of its own, so that the browser's stack is not used up.
    """

    def definition(self, definition: c.Definition) -> None:
        """A function for a definition; that of a constant keeps its value, for good or for a frame."""
        arguments = names_of(definition.parameters)
        parameters = self.parameters(definition)
        head = f"{self.function} {self.name(definition.name)}({parameters})"
        name = json.dumps(definition.name)
        with self.kept(definition) if definition.is_constant else self.block(head):
            self.line(f"const depth = {self.call('entered', name, arguments, 'place')};")
            if definition.recursive:
                self.line(f"{self.call('counted')};")
            self.where(definition.where)
            self.clauses(definition)

    def parameters(self, definition: c.Definition) -> str:
        """The parameters of a function: the frame, the arguments of the definition, the place of the call."""
        frame = ["frame"] if definition.reads_frame else []
        return ", ".join([*frame, *map(local, definition.parameters), "place"])

    @contextmanager
    def kept(self, definition: c.Definition) -> Iterator[None]:
        """The function of a constant, which is evaluated once."""
        word = "constant"
        if definition.reads_frame:
            word = "eachState" if definition.reads_only_state else "eachFrame"
        head = f"const {self.name(definition.name)} = {self.keeping(word)}({json.dumps(definition.name)}, "
        with self.block(f"{head}{self.closure(self.parameters(definition))}", "});"):
            yield

    def keeping(self, word: str) -> str:
        """The word that keeps what a function finds, or a generator."""
        word = f"deep{word[0].upper()}{word[1:]}" if self.deep else word
        self.used.add(word)
        return word

    def question(self, number: int, tree: c.Core, where: c.Where | None) -> None:
        """A function of the frame for an expression."""
        with self.block(f"{self.function} question_{number}_0{'$deep' if self.deep else ''}(frame)"):
            self.where(where)
            self.line(f"return {self.term(tree)};")

    def clauses(self, definition: c.Definition) -> None:
        """``if (guard) { return term; }`` for each clause."""
        find = self.sentence if definition.relation else self.term

        def answer(term: c.Core) -> None:
            self.line(f"return {self.call('left', 'depth', find(term))};")

        for clause in definition.clauses:
            if clause.guard is None:
                answer(clause.term)
                return
            with self.block(f"if ({self.sentence(clause.guard)})"):
                answer(clause.term)
        name, arguments = json.dumps(definition.name), names_of(definition.parameters)
        if definition.range:
            range = json.dumps(definition.range)
            self.line(f"{self.call('leavesRange', name, range, arguments, definition.head)};")
        else:
            self.line(f"{self.call('noClauseApplies', name, arguments, definition.head)};")

    def where(self, where: c.Where | None) -> None:
        """Equations, each found when it is needed, and the one solution of the rest."""
        if where is None:
            return
        for step in where.lazy:
            self.equation(step)
        if where.solved is not None:
            found = self.temporary(self.call("solutions", where.span))
            names = names_of(where.new)
            self.solutions(where.plan, where.span, lambda: self.line(f"{found}.add({names});"))
            self.line(f"const {names} = {found}.one();")

    def equation(self, step: c.Bind) -> None:
        """One equation of a `where`."""
        if isinstance(step.pattern, c.Fresh):
            if has_value(step.value, self.lazy):
                self.line(f"const {local(step.pattern.name)} = {self.term(step.value)};")
                return
            self.lazily(local(step.pattern.name), lambda: self.term(step.value))
            self.lazy.add(step.pattern.name)
            return
        self.temporaries += 1
        whole, shape = f"whole_{self.temporaries}_0", shape_text(step.pattern)
        self.lazily(whole, lambda: self.call("matched", self.term(step.value), shape, step.value.span))
        for name, path in paths(step.pattern):
            part = "".join(f"[{place}]" for place in path)
            found = self.made(f"{whole}({self.argument(step.value.span)})")
            with self.block(f"const {local(name)} = {self.closure('')}", "};"):
                self.line(f"return {found}{part};")
            self.lazy.add(name)

    def lazily(self, name: str, write: Callable[[], str]) -> None:
        """A name for a value that is found when it is first asked for."""
        with self.block(f"const {name} = {self.keeping('lazily')}({self.closure('')}", "});"):
            self.line(f"return {write()};")

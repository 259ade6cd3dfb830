"""The translation of terms and sentences to JavaScript: an expression, preceded by the statements it
needs."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import takewhile
from typing import assert_never

from noughts.language import core as c
from noughts.language.solutions import nodes_of
from noughts.meaning.emit import LONGEST_NESTED, chain_of, is_long
from noughts.meaning.hoisting import Hoister, hoisted
from noughts.meaning.javascript.lines import (
    LineWriter,
    Literals,
    Places,
    is_identical,
    local,
    names_of,
    word_of,
)
from noughts.meaning.lookup import Path, compared_in, has_value, known_parts, paths, shape_of
from noughts.text.source import Span

# Solutions of a condition: nested loops in the function that needs them.


class SolutionWriter(LineWriter, ABC):
    """A writer of loops over the solutions of a plan, in a function or a generator (with `deep`
    definitions)."""

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
        """The keyword of a function."""
        return "function*" if self.deep else "function"

    def closure(self, parameters: str) -> str:
        """The head of a function without a name."""
        return f"function* ({parameters})" if self.deep else f"({parameters}) =>"

    def made(self, call: str) -> str:
        """A call of a function that may be a generator."""
        return f"(yield {call})" if self.deep else call

    def solutions(self, plan: c.Plan, span: Span, then: Callable[[], None]) -> None:
        """Loops and conditions over the solutions of a plan; `then` writes their body."""
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
        """The elements of a set that can match a pattern, found by its known parts."""
        paths = [path for path, _ in known]
        name = json.dumps([shape_of(pattern), paths], separators=(",", ":"))
        sought = f"{{ shape: {shape_text(pattern)}, paths: {json.dumps(paths)}, name: {json.dumps(name)} }}"
        elements = self.term(domain)
        key = f"() => [{', '.join(self.term(tree) for _, tree in known)}]"
        return self.call("candidates", elements, self.literals.text(sought), key, domain.span)

    def known(self, pattern: c.Pattern) -> list[tuple[Path, c.Core]]:
        """The parts of a pattern by which elements are looked up, if the pattern is a tuple.

        The key of the lookup is an arrow function of one expression, which cannot contain a loop or
        ``yield``.
        """
        if not isinstance(pattern, c.PatternTuple):
            return []

        def fits(known: tuple[Path, c.Core]) -> bool:
            _, part = known
            return not self.has_loop(part) and (not self.deep or has_value(part, self.lazy))

        return list(takewhile(fits, known_parts(pattern, self.lazy)))

    def match(self, pattern: c.Pattern, value: str) -> None:
        """Bind the names of a pattern, under the condition that the value has its shape and known parts."""
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
    """The shape of a pattern as nested arrays; ``null`` for a part that may be any value."""
    return json.dumps(shape_of(pattern))


# The words for what is built of many values; sums and products are built in a variable.
_FOLDS: Mapping[str, str] = {"{}": "collected", "U": "united", "Sec": "intersected"}
# For sums and products, the value of the empty one and the function that goes on with it.
_TOTALS: Mapping[str, tuple[str, str]] = {"Sum": ("0", "add"), "Prod": ("1", "multiply")}


class TermWriter(SolutionWriter):
    """A writer of expressions.

    `term` and `sentence` return an expression for a tree, after writing the statements that it needs.  The
    caller uses the expression exactly once, and before writing anything whose order of evaluation would
    matter.
    """

    def __init__(
        self,
        program: c.Program,
        names: Mapping[str, str],
        places: Places,
        literals: Literals,
        used: set[str],
        deep: Collection[str] = (),
    ) -> None:
        super().__init__(places, literals, used, deep)
        self.program = program
        self.names = names
        self.loops: dict[int, bool] = {}

    def name(self, definition: str) -> str:
        """The name of the function of a definition, or of its generator."""
        return self.names[definition] + ("$deep" if definition in self.deep else "")

    def has_loop(self, tree: c.Core) -> bool:
        """Whether statements are written before the expression for a tree."""
        known = self.loops.get(id(tree))
        if known is None:
            known = self.loops[id(tree)] = any(is_statement(node) for node in nodes_of(tree))
        return known

    def in_turn(self, trees: Sequence[c.Core], write: Callable[[c.Core], str]) -> list[str]:
        """Expressions for several trees, evaluated from left to right."""
        written: list[str] = []
        last = max((place for place, tree in enumerate(trees) if self.has_loop(tree)), default=0)
        for place, tree in enumerate(trees):
            expression = write(tree)
            written.append(
                self.temporary(expression) if place < last and not has_value(tree, self.lazy) else expression
            )
        return written

    def term(self, tree: c.Core) -> str:
        """The value of an expression."""
        match tree:
            case c.Constant(value):
                return self.literals.expression(value)
            case c.Local(name):
                if name in self.lazy:
                    return self.made(f"{local(name)}({self.argument(tree.span)})")
                return local(name)
            case c.Given(name):
                return f"frame.given.{name}"
            case c.Global(name, arguments):
                frame = ["frame"] if self.program.definitions[name].reads_frame else []
                passed = [*frame, *self.in_turn(arguments, self.term), self.argument(tree.span)]
                call = f"{self.name(name)}({', '.join(passed)})"
                return self.made(call) if name in self.deep else call
            case c.Operation():
                return self.operation(tree)
            case c.Build():
                return self.build(tree)
            case c.Block():
                return self.cases(tree)
            case c.Not(operand):
                return f"!{self.sentence(operand)}"
            case c.And(parts):
                return self.connected(parts, "&&")
            case c.Or(parts):
                return self.connected(parts, "||")
            case c.Implies(premises, conclusion):
                fails = [c.Not(premise, span=premise.span) for premise in premises]
                return self.connected([*fails, conclusion], "||")
            case c.Equivalent(left, right):
                return f"({' === '.join(self.in_turn([left, right], self.sentence))})"
            case c.Quantified():
                return self.quantified(tree)
            case _:
                assert_never(tree)

    def sentence(self, tree: c.Core) -> str:
        """Whether an expression, which must be true or false, is true."""
        found = self.term(tree)
        return found if self.program.is_sentence(tree) else self.call("holds", found, tree.span)

    def operation(self, tree: c.Operation) -> str:
        """A builtin applied to its operands."""
        for side in (0, -1):
            if len(chain := chain_of(tree, side)) > LONGEST_NESTED:
                return self.chained(chain, side)
        key = tree.builtin.key
        if key in ("()", "{}"):
            elements = f"[{', '.join(self.in_turn(tree.operands, self.part))}]"
            return self.call(word_of(tree.builtin), elements, tree.span)
        operands = self.in_turn(tree.operands, self.part if key in ("in", "[]", "=", "/=") else self.term)
        if key in ("=", "/=") and any(
            isinstance(operand, c.Constant) and is_identical(operand.value) for operand in tree.operands
        ):
            return f"({operands[0]} {'===' if key == '=' else '!=='} {operands[1]})"
        return self.call(word_of(tree.builtin), *operands, tree.span)

    def part(self, tree: c.Core) -> str:
        """The value of an expression that becomes part of a tuple or set, is looked up in one, or compared.

        The size of such a tuple is not checked: the size of the value around it is, and comparing creates no
        value.
        """
        if isinstance(tree, c.Operation) and tree.builtin.key == "()":
            return f"[{', '.join(self.in_turn(tree.operands, self.part))}]"
        return self.term(tree)

    def chained(self, chain: Sequence[c.Operation], side: int) -> str:
        """A long chain of operations, written flat: browsers reject code that is nested thousands deep."""
        if side == 0:
            value = self.temporary(self.term(chain[-1].operands[0]), "let")
            for node in reversed(chain):
                right = self.term(node.operands[1])
                self.line(f"{value} = {self.call(word_of(node.builtin), value, right, node.span)};")
            return value
        lefts = [self.temporary(self.term(node.operands[0])) for node in chain]
        value = self.temporary(self.term(chain[-1].operands[-1]), "let")
        for left, node in zip(reversed(lefts), reversed(chain), strict=True):
            self.line(f"{value} = {self.call(word_of(node.builtin), left, value, node.span)};")
        return value

    def connected(self, parts: Sequence[c.Core], sign: str) -> str:
        """Sentences joined by ``&&`` or ``||``; parts that cannot change the result are not evaluated."""
        if not any(map(self.has_loop, parts)):
            return f"({f' {sign} '.join(map(self.sentence, parts))})"
        found = self.temporary(self.sentence(parts[0]), "let")
        with self.closing():
            for part in parts[1:]:
                self.open(f"if ({found})" if sign == "&&" else f"if (!{found})")
                self.line(f"{found} = {self.sentence(part)};")
        return found

    def quantified(self, tree: c.Quantified) -> str:
        """A loop that ends as soon as the answer is known."""
        some = tree.quantifier == "some"
        found = self.temporary("false" if some else "true", "let")
        with self.closing():
            self.elements(tree.pattern, tree.domain)
            sentence = self.sentence(tree.body)
            ended = sentence if some else f"!{sentence}"
            self.line(f"if ({ended}) {{ {found} = {'true' if some else 'false'}; break; }}")
        return found

    def cases(self, tree: c.Block) -> str:
        """Clauses in parentheses as nested conditions, up to the first that holds."""
        found = self.temporary("null", "let")
        with self.block(""), self.closing():
            self.where(tree.where)
            for clause in tree.clauses:
                if clause.guard is None:
                    self.line(f"{found} = {self.term(clause.term)};")
                    return found
                with self.block(f"if ({self.sentence(clause.guard)})"):
                    self.line(f"{found} = {self.term(clause.term)};")
                self.open("else")
            self.line(f"{self.call('noCaseApplies', tree.span)};")
        return found

    def build(self, tree: c.Build) -> str:
        """A fold over the solutions of a condition."""
        if tree.fold in _TOTALS:
            first, word = _TOTALS[tree.fold]
            total = self.temporary(first, "let")

            def then() -> None:
                body = self.term(tree.body)
                self.line(f"{total} = {self.call(word, total, body, tree.span)};")

            self.solutions(tree.plan, tree.span, then)
            return total
        found = self.temporary(self.call(_FOLDS[tree.fold], tree.span))
        write = self.part if tree.fold == "{}" else self.term
        self.solutions(tree.plan, tree.span, lambda: self.line(f"{found}.add({write(tree.body)});"))
        return f"{found}.value()"


def is_statement(node: c.Core | c.Pattern) -> bool:
    """Whether a node is written as statements."""
    return isinstance(node, c.Build | c.Quantified | c.Block) or is_long(node)


# Functions: one for each definition, and for each expression over a program.


class FunctionWriter(TermWriter):
    """A writer of a function.

    With definitions that are `deep`, it writes a generator that yields the calls of these instead of making
    them.  The runtime runs such calls from a list of its own, so they do not use the browser's stack.
    """

    def definition(self, definition: c.Definition) -> None:
        """The function of a definition; that of a constant caches its value, forever or for a frame."""
        definition = hoisted(definition)
        arguments = names_of(definition.parameters)
        parameters = self.parameters(definition)
        head = f"{self.function} {self.name(definition.name)}({parameters})"
        name = json.dumps(definition.name)
        with self.kept(definition) if definition.is_constant else self.block(head):
            self.line(f"const depth = {self.call('entered', name, arguments, 'place')};")
            if definition.recursive:
                self.line(f"{self.call('counted')};")
            if definition.is_memoised:
                called = self.names[definition.name]
                known = self.temporary(self.call("recall", called, arguments), stem="known")
                self.line(f"if ({known} !== undefined) return {self.call('left', 'depth', known)};")
            self.where(definition.where)
            self.clauses(definition)

    def parameters(self, definition: c.Definition) -> str:
        """The parameters of a function: the frame, the arguments of the definition, the place of the call."""
        frame = ["frame"] if definition.reads_frame else []
        return ", ".join([*frame, *map(local, definition.parameters), "place"])

    @contextmanager
    def kept(self, definition: c.Definition) -> Iterator[None]:
        """A context that writes the function of a constant, which is evaluated once."""
        word = "constant"
        if definition.reads_frame:
            word = "eachState" if definition.reads_only_state else "eachFrame"
        head = f"const {self.name(definition.name)} = {self.keeping(word)}({json.dumps(definition.name)}, "
        with self.block(f"{head}{self.closure(self.parameters(definition))}", "});"):
            yield

    def keeping(self, word: str) -> str:
        """The runtime function that caches the result of a function, or of a generator."""
        word = f"deep{word[0].upper()}{word[1:]}" if self.deep else word
        self.used.add(word)
        return word

    def question(self, number: int, tree: c.Core, where: c.Where | None) -> None:
        """A function of the frame for an expression."""
        with self.block(f"{self.function} question_{number}_0{'$deep' if self.deep else ''}(frame)"):
            self.where(where)
            self.line(f"return {self.term(Hoister().tree(tree, {}))};")

    def clauses(self, definition: c.Definition) -> None:
        """``if (guard) { return term; }`` for each clause."""
        find = self.sentence if definition.relation else self.term
        name, arguments = json.dumps(definition.name), names_of(definition.parameters)

        def answer(term: c.Core) -> None:
            value = find(term)
            if definition.is_memoised:
                value = self.call("remember", self.names[definition.name], arguments, value)
            self.line(f"return {self.call('left', 'depth', value)};")

        for clause in definition.clauses:
            if clause.guard is None:
                answer(clause.term)
                return
            with self.block(f"if ({self.sentence(clause.guard)})"):
                answer(clause.term)
        if definition.range:
            range = json.dumps(definition.range)
            self.line(f"{self.call('leavesRange', name, range, arguments, definition.head)};")
        else:
            self.line(f"{self.call('noClauseApplies', name, arguments, definition.head)};")

    def where(self, where: c.Where | None) -> None:
        """The equations of a `where`, evaluated when needed, and the only solution of its other
        conditions."""
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
        """A name for a value that is evaluated at its first use."""
        with self.block(f"const {name} = {self.keeping('lazily')}({self.closure('')}", "});"):
            self.line(f"return {write()};")

"""Terms and sentences as expressions of JavaScript, after the statements that they need."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import assert_never

from noughts.language import core as c
from noughts.language.solutions import nodes_of
from noughts.meaning.emit import LONGEST_NESTED, chain_of
from noughts.meaning.javascript.lines import local
from noughts.meaning.javascript.literals import Literals, is_identical
from noughts.meaning.javascript.places import Places
from noughts.meaning.javascript.solutions import SolutionWriter
from noughts.meaning.javascript.words import word_of
from noughts.meaning.patterns import has_value

_FOLDS: Mapping[str, str] = {"{}": "collected", "U": "united", "Sec": "intersected"}
"""The words for what is built of many values; sums and products are built in a variable."""
_TOTALS: Mapping[str, tuple[str, str]] = {"Sum": ("0", "add"), "Prod": ("1", "multiply")}


class TermWriter(SolutionWriter):
    """Writes expressions.

    `term` and `sentence` give an expression for a tree, after writing the statements that it needs before it.
    What they give is used once, and before anything else is written that could be seen to run earlier.
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
        return self.term(tree) if self.is_sentence(tree) else self.call("holds", self.term(tree), tree.span)

    def is_sentence(self, tree: c.Core) -> bool:
        """Whether the value is sure to be true or false."""
        match tree:
            case c.Constant(value):
                return self.literals.expression(value) in ("true", "false")
            case c.Operation(builtin, _):
                return builtin.sentence
            case c.Global(name, _):
                return self.program.definitions[name].relation
            case c.Local() | c.Given() | c.Build() | c.Block():
                return False
            case _:
                return True

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
        """The value of an expression that goes into a tuple or a set, is looked for in one, or is compared.

        A tuple is not weighed there: what it goes into is, and else nothing is made of it that grows.
        """
        if isinstance(tree, c.Operation) and tree.builtin.key == "()":
            return f"[{', '.join(self.in_turn(tree.operands, self.part))}]"
        return self.term(tree)

    def chained(self, chain: Sequence[c.Operation], side: int) -> str:
        """A long chain of operations one after another: the browser reads nothing nested thousands deep."""
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
        """Sentences joined by ``&&`` or ``||``; what does not matter any more is not evaluated."""
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
        """Clauses in parentheses: the conditions one inside the other, until one holds."""
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
    """Whether a node is written as a loop, or as steps."""
    if isinstance(node, c.Build | c.Quantified | c.Block):
        return True
    return isinstance(node, c.Operation) and any(
        len(chain_of(node, side)) > LONGEST_NESTED for side in (0, -1)
    )

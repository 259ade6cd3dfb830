"""The translation of core to speculative Python: see `noughts.meaning.speculative.speculative`.

It differs from `noughts.meaning.emit` in three ways: values of definitions are memoised by their arguments,
common operations are Python's own, and loops over known tuples are joins.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from msgspec import Struct

from noughts.language import core as c
from noughts.language.builtins import FOLDS
from noughts.language.solutions import bound_in, flat_conjunction, fresh_names
from noughts.meaning.emit import Emitter, builtin_name, for_in, is_a, read_name
from noughts.meaning.hoisting import read_in
from noughts.meaning.lookup import compared_in, has_value, paths
from noughts.meaning.rewriting import Names, Rewriter
from noughts.meaning.speculative.closed_terms import is_closed, node_count
from noughts.text.source import Span
from noughts.values.sets import FiniteSet
from noughts.values.value import Value

# Joins: in loops over a known set of tuples, a condition on some parts is tested once for all tuples that
# share these parts.
#
# ``{m | m in moves & legalMove(m)}`` with legalMove(m) iff p(m[1]) & q(m[1], m[2]) becomes a loop over the
# first parts of the moves and, where p holds, a loop over the second parts that occur with them.  These are
# nested loops over a trie (T. L. Veldhuizen, «Leapfrog Triejoin», ICDT 2014), with the parts in the order of
# the tuples.  Solutions come in the same order, and the same conditions are evaluated as without the join,
# only less often.


class Level(Struct, frozen=True):
    """One of several nested loops: the names that it binds, and its tests."""

    names: tuple[str, ...]
    tests: tuple[c.Core, ...]


class Join(Struct, frozen=True):
    """Tests before all loops, and nested loops over a trie, the innermost of which binds the whole tuple."""

    tests: tuple[c.Core, ...]
    levels: tuple[Level, ...]
    trie: Sequence[Any]
    size: int


def length_of(tuples: Sequence[Value]) -> int:
    """The common length of all tuples; 0 if they have none."""
    lengths = {len(each) if isinstance(each, tuple) else 0 for each in tuples}
    return lengths.pop() if len(lengths) == 1 else 0


class TupleParts(Rewriter, Struct):
    """The rewriter that reads the elements of the tuple `whole` by the names of its `parts`."""

    whole: str
    parts: Sequence[c.Local]

    def tree(self, tree: c.Core, names: Names) -> c.Core:
        """A tree with names for the elements."""
        made = super().tree(tree, names)
        match made:
            case c.Operation(builtin, (c.Local(self.whole), c.Constant(place))) if builtin.key == "[]":
                if type(place) is int and 1 <= place <= len(self.parts):
                    return self.parts[place - 1]
        return made


def joined_loops(within: TupleParts, tuples: Sequence[Value], conditions: Iterable[c.Core]) -> Join | None:
    """The loops over some tuples that find those of all conditions; ``None`` if one loop is as good."""
    parts = within.parts
    place = {part.name: index + 1 for index, part in enumerate(parts)} | {within.whole: len(parts)}
    tests: dict[int, list[c.Core]] = {}
    level = 0
    for conjunct in flat_conjunction(conditions):
        level = max([level, *(place[name] for name in read_in(conjunct) if name in place)])
        tests.setdefault(level, []).append(conjunct)
    ends = sorted({*tests, len(parts)} - {0})
    if len(ends) == 1 and 0 not in tests:
        return None
    # the trie must give the tuples in their own order, which shows in the solutions
    found = trie(tuples, ends)
    if leaf_tuples(found, len(ends)) != list(tuples):
        return None
    starts = [0, *ends[:-1]]
    levels = [
        Level(tuple(part.name for part in parts[start:end]), tuple(tests.get(end, ())))
        for start, end in zip(starts, ends, strict=True)
    ]
    return Join(tuple(tests.get(0, ())), tuple(levels), found, len(tuples))


def trie(tuples: Sequence[Any], ends: Sequence[int], start: int = 0) -> tuple[Any, ...]:
    """The trie of some tuples: for each combination of parts up to the first end, the trie of the others."""
    end, *others = ends
    if not others:
        return tuple((*each[start:end], each) for each in tuples)
    groups: dict[Any, list[Any]] = {}
    for each in tuples:
        groups.setdefault(each[start:end], []).append(each)
    return tuple((*parts, trie(each, others, end)) for parts, each in groups.items())


def leaf_tuples(branch: Sequence[Any], levels: int) -> list[Any]:
    """The tuples of a trie in order."""
    if levels == 1:
        return [leaf[-1] for leaf in branch]
    return [leaf for inner in branch for leaf in leaf_tuples(inner[-1], levels - 1)]


# The most nodes of the sentences that are written out for each element of a set: compiling them takes a
# millisecond.
_MOST_NODES_COPIED: Final = 400


class SpeculativeEmitter(Emitter):
    """The translator of one definition of a program to speculative Python."""

    def __init__(
        self,
        program: c.Program,
        names: Mapping[str, str],
        keep: Callable[[object], str],
        remembered: frozenset[str],
        elements: Callable[[c.Core], Sequence[Value] | None],
    ) -> None:
        super().__init__(program, names, keep)
        self.keep = keep
        self.remembered = remembered
        self.read_at_once: frozenset[str] = frozenset()
        """Locals that the first clause reads: they are surely needed."""
        self.known_elements = elements
        """The elements of a set that reads neither locals nor the frame; ``None`` if they are unknown."""
        self.copied = 1
        """How often the code at hand is written, once for each element of a set."""

    def at(self, node: ast.expr, span: Span) -> ast.expr:
        """The node itself: errors need no place here, since compiled code finds them again."""
        return node

    def module(self, body: list[ast.stmt], span: Span) -> ast.Module:
        return ast.fix_missing_locations(ast.Module(body, []))

    def decorators(self, definition: c.Definition) -> list[ast.expr]:
        """The decorators of compiled code for recursive constants; callers memoise the values of others."""
        return super().decorators(definition) if definition.recursive else []

    def definition(self, definition: c.Definition) -> ast.Module:
        with self.beginning(definition.clauses):
            return super().definition(definition)

    def block(self, tree: c.Block, translated: Callable[[c.Core], ast.expr]) -> ast.expr:
        with self.beginning(tree.clauses):
            return super().block(tree, translated)

    @contextmanager
    def beginning(self, clauses: Sequence[c.Clause]) -> Iterator[None]:
        """A context for the code of clauses, of which the first is certainly evaluated."""
        before, first = self.read_at_once, clauses[0]
        self.read_at_once = read_in(first.term if first.guard is None else first.guard)
        try:
            yield
        finally:
            self.read_at_once = before

    def equation(self, step: c.Bind) -> list[ast.stmt]:
        """An equation; if it takes a known value apart and its parts are certainly read, it is solved at
        once.

        Otherwise a clause may be meant for values of another shape, which have no such parts.
        """
        if isinstance(step.value, c.Local | c.Given) and has_value(step.value, self.lazy):
            if isinstance(step.pattern, c.Fresh):
                return [ast.Assign([ast.Name(step.pattern.name, ast.Store())], self.term(step.value))]
            is_read = not self.read_at_once.isdisjoint((name for name, _ in paths(step.pattern)))
            if is_read and isinstance(step.pattern, c.PatternTuple) and not list(compared_in(step.pattern)):
                return list(self.take_apart(step.pattern, self.term(step.value)))
        return super().equation(step)

    def take_apart(self, pattern: c.PatternTuple, value: ast.expr) -> Iterator[ast.stmt]:
        """Assignments of the parts of a value to the names of a pattern that compares nothing."""
        inner: list[tuple[c.PatternTuple, str]] = []
        names: list[ast.expr] = []
        for element in pattern.elements:
            if isinstance(element, c.PatternTuple):
                self.temporaries += 1
                inner.append((element, f"inner_{self.temporaries}_0"))
                names.append(ast.Name(inner[-1][1], ast.Store()))
            else:
                names.append(self.target(element, []))
        taken = self.call("taken_apart", value, ast.Constant(len(names)))
        yield ast.Assign([ast.Tuple(names, ast.Store())], taken)
        for part, name in inner:
            yield from self.take_apart(part, read_name(name))

    # Definitions that are used

    def globally(self, tree: c.Global) -> ast.expr:
        """A definition applied to its arguments, or the memo of its value."""
        definition = self.program.definitions[tree.name]
        if definition.recursive or (tree.arguments and tree.name not in self.remembered):
            return super().globally(tree)
        key: ast.expr = ast.Constant(tree.name)
        if tree.arguments:
            key = ast.Tuple([key, *self.parts(tree.arguments)], ast.Load())
        word = "frame" if definition.reads_frame else "known"
        return ast.Subscript(read_name(word), key, ast.Load())

    def parts(self, trees: Sequence[c.Core]) -> list[ast.expr]:
        return [self.part(tree) for tree in trees]

    # Terms

    def bare_term(self, tree: c.Core) -> ast.expr:
        match tree:
            case c.Given(name):
                return ast.Subscript(read_name("frame"), ast.Constant(name), ast.Load())
            case c.Operation(builtin, operands) if not builtin.sentence:
                return self.natively(tree, builtin.key, operands) or super().bare_term(tree)
            case c.Build("{}", _, _, plan, body):
                return self.call("made", self.dictionary(plan, body))
            case c.Build("U", _, _, plan, body):
                return self.call("united", self.solutions(plan, body))
            case c.Build():
                clauses, body = self.loops(tree.plan, tree.body)
                folded = ast.GeneratorExp(self.term(body), clauses)
                return self.call(builtin_name(FOLDS[tree.fold]), folded)
            case _:
                return super().bare_term(tree)

    def natively(self, tree: c.Core, key: str, operands: Sequence[c.Core]) -> ast.expr | None:
        """A common operation in Python."""
        match key, operands:
            case "{}", ():
                return read_name(self.constant(FiniteSet()))
            case "[]", (c.Local() as whole, c.Constant(int(place))) if place >= 1 and has_value(
                whole, self.lazy
            ):
                at = ast.Subscript(self.term(whole), ast.Constant(place - 1), ast.Load())
                return ast.IfExp(is_a("tuple", self.term(whole)), at, self.applied(tree))  # type: ignore[arg-type]
            case "|…|", (c.Build("{}", _, _, plan, body),):
                return self.call("size_of", self.dictionary(plan, body))
            case _:
                return None

    # Sentences

    def bare_sentence(self, tree: c.Core) -> ast.expr:
        match tree:
            case c.Quantified("some", pattern, domain, body):
                return self.exists(pattern, domain, body)
            case c.Quantified("all", pattern, domain, body):
                inner = body.operand if isinstance(body, c.Not) else c.Not(body, span=body.span)
                return ast.UnaryOp(ast.Not(), self.exists(pattern, domain, inner))
            case _:
                return super().bare_sentence(tree)

    def exists(self, pattern: c.Pattern, domain: c.Core, body: c.Core) -> ast.expr:
        """Whether a sentence holds for some element."""
        if (written_out := self.one_by_one(pattern, domain, body)) is not None:
            return written_out
        plan = (c.Each(pattern, domain), c.Test(body))
        clauses, _ = self.loops(plan, body)
        return self.call("any", ast.GeneratorExp(ast.Constant(True), clauses))

    def one_by_one(self, pattern: c.Pattern, domain: c.Core, body: c.Core) -> ast.expr | None:
        """``body or body or …`` for the elements of a known set, if they are few."""
        if not isinstance(pattern, c.Fresh) or not is_closed(domain):
            return None
        elements, copied = self.known_elements(domain), self.copied
        if not elements or copied * len(elements) * node_count(body) > _MOST_NODES_COPIED:
            return None
        self.copied *= len(elements)
        each = (
            self.sentence(Rewriter().tree(body, {pattern.name: c.Constant(element, span=domain.span)}))
            for element in elements
        )
        found = ast.BoolOp(ast.Or(), [*each]) if len(elements) > 1 else next(each)
        self.copied = copied
        return found

    # Loops

    def dictionary(self, plan: c.Plan, body: c.Core) -> ast.expr:
        """``{body: None for …}`` over the solutions of a plan."""
        clauses, body = self.loops(plan, body)
        return ast.DictComp(self.part(body), ast.Constant(None), clauses)

    def solutions(self, plan: c.Plan, body: c.Core) -> ast.expr:
        """``(body for …)`` over the solutions of a plan."""
        clauses, body = self.loops(plan, body)
        return ast.GeneratorExp(self.term(body), clauses)

    def loops(self, plan: c.Plan, body: c.Core) -> tuple[list[ast.comprehension], c.Core]:
        """``for … if …`` for the solutions of a plan, as a join if that is possible, and the body in them."""
        clauses: list[ast.comprehension] = []
        found = self.joined(plan)
        if found is not None:
            made, tuple_ = found
            self.join_loops(made, tuple_.whole, clauses)
            return clauses, tuple_.tree(body, {})
        for step in plan:
            self.step(step, clauses)
        if not clauses:
            clauses.append(for_in(ast.Name("_", ast.Store()), read_name("once_through")))
        return clauses, body

    def joined(self, plan: c.Plan) -> tuple[Join, TupleParts] | None:
        """The join of a plan that enumerates known tuples and tests them; ``None`` for other plans."""
        match plan:
            case (c.Each(c.Fresh(whole), domain), *rest) if rest and all(
                isinstance(step, c.Test) for step in rest
            ):
                pass
            case _:
                return None
        tuples = self.known_elements(domain) if is_closed(domain) else None
        if tuples is None or not (length := length_of(tuples)):
            return None
        self.temporaries += 1
        parts = [
            c.Local(f"{whole}_{place}_{self.temporaries}", span=domain.span) for place in range(1, length + 1)
        ]
        tuple_ = TupleParts(whole, parts)
        tests = (step.sentence for step in rest if isinstance(step, c.Test))
        made = joined_loops(tuple_, tuples, self.conditions(tuple_, tests))
        return None if made is None else (made, tuple_)

    def conditions(self, within: TupleParts, tests: Iterable[c.Core]) -> Iterator[c.Core]:
        """The parts of conditions on a tuple, in order; those of a relation are those of its definition."""
        for test in flat_conjunction(tests):
            match test:
                case c.Global(name, (c.Local(within.whole),)) if (
                    sentence := self.written_out(self.program.definitions[name], within)
                ) is not None:
                    yield from self.conditions(within, [sentence])
                case _:
                    yield within.tree(test, {})

    def written_out(self, definition: c.Definition, within: TupleParts) -> c.Core | None:
        """The sentence of a relation about the tuple of a join; ``None`` if its definition is no sentence.

        The equations of its `where` may take the tuple apart.
        """
        (parameter,), term, where = definition.parameters, definition.only_term, definition.where
        if definition.recursive or not definition.relation or term is None:
            return None
        if where is not None and where.solved is not None:
            return None
        self.temporaries += 1
        names: dict[str, c.Core] = {
            name: c.Local(f"{name}_{self.temporaries}", span=term.span) for name in bound_in(term)
        }
        names[parameter] = c.Local(within.whole, span=term.span)
        for step in () if where is None else where.lazy:
            bound = fresh_names(step.pattern)
            match step.pattern, step.value:
                case c.PatternTuple(elements) as pattern, c.Local(value) if (
                    value == parameter
                    and is_flat(pattern)
                    and len(bound) == len(elements) == len(within.parts)
                ):
                    names |= zip(bound, within.parts, strict=True)
                case _:
                    return None
        return within.tree(term, names)

    def join_loops(self, made: Join, whole: str, clauses: list[ast.comprehension]) -> None:
        """A loop for each level of a join, over the branches found by the loop around it."""
        if made.tests:
            once = for_in(ast.Name("_", ast.Store()), read_name("once_through"))
            once.ifs = [self.sentence(test) for test in made.tests]
            clauses.append(once)
        domain = self.through(made.trie, made.size)
        for number, level in enumerate(made.levels):
            last = number == len(made.levels) - 1
            self.temporaries += 1
            inner = whole if last else f"inner_{self.temporaries}_0"
            names = [ast.Name(name, ast.Store()) for name in (*level.names, inner)]
            clause = for_in(ast.Tuple(list[ast.expr](names), ast.Store()), domain)
            clause.ifs = [self.sentence(test) for test in level.tests]
            clauses.append(clause)
            domain = read_name(inner)

    def through(self, elements: Sequence[Any], count: int) -> ast.expr:
        """An enumeration of known elements; `count` is their number at all levels, for the budget."""
        return self.call("through", read_name(self.keep(elements)), ast.Constant(count))

    def elements(self, pattern: c.Pattern, domain: c.Core, clauses: list[ast.comprehension]) -> ast.expr:
        """The elements of a set that have the shape of a pattern."""
        if isinstance(pattern, c.Fresh) and is_closed(domain):
            elements = self.known_elements(domain)
            if elements is not None:
                return self.through(elements, len(elements))
        return super().elements(pattern, domain, clauses)


def is_flat(pattern: c.Pattern) -> bool:
    """Whether a pattern is a tuple without tuples inside."""
    return isinstance(pattern, c.PatternTuple) and not any(
        isinstance(element, c.PatternTuple) for element in pattern.elements
    )

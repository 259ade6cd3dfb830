"""The translation of core to Python syntax trees, whose nodes are located at places in the document.

    threeInRow(p) iff some R in rows. all c in R. occupies(p, c)

becomes ::

    def threeInRow(frame, p_1):
        return any((all((occupies(frame, p_1, c_3) for c_3 in each(R_2))) for R_2 in each(rows())))

Sentences become Python conditions and terms become values; `truth` and `holds` convert between them.
"""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Final, assert_never

from noughts.language import core as c
from noughts.language.builtins import FOLDS, Builtin
from noughts.language.solutions import locals_in, nodes_of
from noughts.meaning.lookup import (
    TupleShape,
    has_value,
    known_parts,
    paths,
    paths_tree,
    shape_of,
    shape_tree,
)
from noughts.text.source import Span
from noughts.values.limits import UNQUESTIONED_BITS
from noughts.values.scalars import Truth
from noughts.values.value import Value

LONGEST_NESTED = 100
"""The most nested operations that become nested Python; the code of a longer chain is flat and slightly
slower."""
_SHORT: Final = 64
"""Bits of the integers whose products Python may form without a check of their length."""
QUESTION = "question_0"
"""The name of the function of an expression."""
_NATIVE: Final[Mapping[str, type[ast.operator] | type[ast.cmpop]]] = {
    "+": ast.Add,
    "-": ast.Sub,
    "*": ast.Mult,
    "mod": ast.Mod,
    "//": ast.FloorDiv,
    "<": ast.Lt,
    ">": ast.Gt,
    "<=": ast.LtE,
    ">=": ast.GtE,
}
# What `U` and `\\` are where the second set is written out: its elements are the keys of a dictionary.
_WITH_WRITTEN: Final[Mapping[str, str]] = {"U": "union_with", "\\": "difference_with"}
# A name of a local in generated code, which no definition may have.
_LOCAL = re.compile(r".*_\d+\Z")


def python_names(definitions: Iterable[str], taken: Iterable[str]) -> dict[str, str]:
    """For each definition, a Python name similar to its own, but no name of the runtime, keyword or local."""
    used = set(taken)
    names: dict[str, str] = {}
    for name in definitions:
        names[name] = python_name(name, used)
        used.add(names[name])
    return names


def python_name(name: str, taken: Container[str]) -> str:
    """A Python name similar to that of a definition, which is not taken."""
    python = name if name.isascii() else name.encode("ascii", "backslashreplace").decode().replace("\\", "_")
    python = "".join(sign if sign.isalnum() else "_" for sign in python)
    while python in taken or python == "frame" or keyword.iskeyword(python) or _LOCAL.match(python):
        python += "_"
    return python


def locate(node: ast.AST, span: Span) -> None:
    """Locate a node with all its parts at a place of the document; a part that has a place keeps it."""
    place = python_place(span)
    waiting = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, ast.stmt | ast.expr | ast.arg | ast.keyword):
            if hasattr(part, "lineno"):
                continue
            part.lineno, part.col_offset, part.end_lineno, part.end_col_offset = place
        waiting.extend(ast.iter_child_nodes(part))


class Emitter:
    """The translator of one definition or expression of a program to Python."""

    def __init__(
        self,
        program: c.Program,
        names: Mapping[str, str],
        constant: Callable[[Value], str],
    ) -> None:
        self.program = program
        self.names = names
        self.constant = constant
        self.lazy: set[str] = set()
        self.used: set[str] = set()
        """The definitions whose functions are called."""
        self.temporaries = 0

    # Places

    def at(self, node: ast.expr, span: Span) -> ast.expr:
        """The node, located at a place of the document together with all its parts that have no place yet."""
        locate(node, span)
        return node

    def call(self, word: str, *arguments: ast.expr) -> ast.expr:
        """``word(arguments)``."""
        return ast.Call(read_name(word), list(arguments), [])

    # Definitions

    def definition(self, definition: c.Definition) -> ast.Module:
        """A Python function for a definition."""
        body: list[ast.stmt] = [ast.Expr(ast.Constant(definition.span.text.strip()))]
        if definition.recursive and not definition.is_memoised:
            body.append(ast.Expr(self.at(self.call("counted"), definition.head)))
        if definition.where is not None:
            body += self.where(definition.where)
        body += self.clauses(definition)
        parameters = (["frame"] if definition.reads_frame else []) + list(definition.parameters)
        function = ast.FunctionDef(
            name=self.names[definition.name],
            args=arguments_of(parameters),
            body=body,
            decorator_list=self.decorators(definition),
            returns=None,
        )
        return self.module([function], definition.head)

    def question(self, tree: c.Core, where: c.Where | None) -> ast.Module:
        """A Python function of the frame for an expression."""
        body = self.where(where) if where is not None else []
        body.append(ast.Return(self.term(tree)))
        function = ast.FunctionDef(QUESTION, arguments_of(["frame"]), body, [], None)
        return self.module([function], tree.span)

    def decorators(self, definition: c.Definition) -> list[ast.expr]:
        """The decorators that cache constants, forever or for a frame, and the values of calls."""
        if definition.is_memoised:
            return [read_name("memoised" if definition.branches else "memoised_unless_set")]
        if not definition.is_constant:
            return []
        cached = "each_state" if definition.reads_only_state else "each_frame"
        word = cached if definition.reads_frame else "constant"
        return [self.call(word, ast.Constant(definition.name))]

    def module(self, body: list[ast.stmt], span: Span) -> ast.Module:
        """Statements as a module; nodes that have no place yet are located at the span."""
        module = ast.Module(body, [])
        locate(module, span)
        return module

    def clauses(self, definition: c.Definition) -> list[ast.stmt]:
        """``if guard: return term`` for each clause."""
        body: list[ast.stmt] = []
        for clause in definition.clauses:
            value = self.sentence(clause.term) if definition.relation else self.term(clause.term)
            if clause.guard is None:
                return [*body, ast.Return(value)]
            body.append(ast.If(self.sentence(clause.guard), [ast.Return(value)], []))
        parameters = [read_name(name) for name in definition.parameters]
        name = ast.Constant(definition.name)
        if definition.range:
            failure = self.call("leaves_range", name, ast.Constant(definition.range), *parameters)
        else:
            failure = self.call("no_clause_applies", name, ast.Tuple(parameters, ast.Load()))
        return [*body, ast.Return(self.at(failure, definition.head))]

    def where(self, where: c.Where) -> list[ast.stmt]:
        """``name = lazily(lambda: value)`` for each equation, and the one solution of the rest."""
        body: list[ast.stmt] = []
        for step in where.lazy:
            body += self.equation(step)
        if where.solved is not None:
            solution = self.call("the_one", self.generator(where.plan, tuple_of_names(where.new)))
            target = ast.Tuple([ast.Name(name, ast.Store()) for name in where.new], ast.Store())
            body.append(ast.Assign([target], self.at(solution, where.span)))
        return body

    def equation(self, step: c.Bind) -> list[ast.stmt]:
        """One equation of a `where`, evaluated when it is needed."""
        value = self.term(step.value)
        if isinstance(step.pattern, c.Fresh):
            self.lazy.add(step.pattern.name)
            return [assign(step.pattern.name, self.at(self.call("lazily", thunk(value)), step.value.span))]
        self.temporaries += 1
        whole = f"whole_{self.temporaries}_0"
        checked = self.at(self.call("matched", value, shape_tree(shape_of(step.pattern))), step.value.span)
        body = [assign(whole, self.call("lazily", thunk(checked)))]
        for name, path in paths(step.pattern):
            part: ast.expr = ast.Call(read_name(whole), [], [])
            for place in path:
                part = ast.Subscript(part, ast.Constant(place), ast.Load())
            self.lazy.add(name)
            body.append(assign(name, self.at(self.call("lazily", thunk(part)), step.value.span)))
        return body

    # Solutions

    def generator(self, plan: c.Plan, body: ast.expr) -> ast.expr:
        """``(body for … in … if …)`` over the solutions of a plan."""
        clauses: list[ast.comprehension] = []
        for step in plan:
            self.step(step, clauses)
        if not clauses:
            clauses.append(for_in(ast.Name("_", ast.Store()), read_name("once_through")))
        return ast.GeneratorExp(body, clauses)

    def step(self, step: c.Step, clauses: list[ast.comprehension]) -> None:
        """One more ``for`` or ``if``."""
        match step:
            case c.Test(sentence):
                if not clauses:
                    clauses.append(for_in(ast.Name("_", ast.Store()), read_name("once_through")))
                clauses[-1].ifs.append(self.sentence(sentence))
            case c.Bind(pattern, value):
                found = ast.Tuple([self.term(value)], ast.Load())
                self.match(pattern, self.shaped(pattern, found, clauses), clauses)
            case c.Each(pattern, domain):
                self.match(pattern, self.elements(pattern, domain, clauses), clauses)
            case c.Either(branches, names):
                sides = [thunk(self.generator(branch, tuple_of_names(names))) for branch in branches]
                target = ast.Tuple([ast.Name(name, ast.Store()) for name in names], ast.Store())
                clauses.append(for_in(target, self.call("distinct", *sides)))
            case _:
                assert_never(step)

    def elements(self, pattern: c.Pattern, domain: c.Core, clauses: list[ast.comprehension]) -> ast.expr:
        """The elements of a set that have the shape of a pattern and agree with its known parts."""
        known = known_parts(pattern, self.lazy)
        if not known:
            every = self.at(self.call("each", self.term(domain)), domain.span)
            return self.shaped(pattern, every, clauses)
        parts = self.terms([tree for _, tree in known])
        key = thunk(parts[0] if len(parts) == 1 else ast.Tuple(parts, ast.Load()))
        where = ast.Tuple([shape_tree(shape_of(pattern)), paths_tree(path for path, _ in known)], ast.Load())
        found = self.call("candidates", self.term(domain), *where.elts, key)
        return self.at(found, domain.span)

    def shaped(self, pattern: c.Pattern, values: ast.expr, clauses: list[ast.comprehension]) -> ast.expr:
        """The values that have the shape of a pattern, which is tested where they are enumerated."""
        shape = shape_of(pattern)
        if shape is None:
            return values
        self.temporaries += 1
        whole = f"whole_{self.temporaries}_0"
        tests = list(shape_tests(read_name(whole), shape))
        clauses.append(ast.comprehension(ast.Name(whole, ast.Store()), values, tests, 0))
        return tuple_of_names([whole])

    def match(self, pattern: c.Pattern, values: ast.expr, clauses: list[ast.comprehension]) -> None:
        """``for pattern in values``, and an ``if`` for each part of the pattern that is compared."""
        compared: list[tuple[str, c.Core]] = []
        clause = for_in(self.target(pattern, compared), values)
        for name, tree in compared:
            clause.ifs.append(ast.Compare(self.term(tree), [ast.Eq()], [read_name(name)]))
        clauses.append(clause)

    def target(self, pattern: c.Pattern, compared: list[tuple[str, c.Core]]) -> ast.expr:
        """The target of an assignment for a pattern; the parts that it compares get names of their own."""
        match pattern:
            case c.Fresh(name):
                return ast.Name(name, ast.Store())
            case c.PatternTuple(elements):
                return ast.Tuple([self.target(element, compared) for element in elements], ast.Store())
            case _:
                self.temporaries += 1
                name = f"part_{self.temporaries}_0"
                compared.append((name, pattern))
                return ast.Name(name, ast.Store())

    # Terms and sentences

    def terms(self, trees: Sequence[c.Core]) -> list[ast.expr]:
        """Several terms."""
        return [self.term(tree) for tree in trees]

    def term(self, tree: c.Core) -> ast.expr:
        """The value of an expression."""
        return self.at(self.bare_term(tree), tree.span)

    def sentence(self, tree: c.Core) -> ast.expr:
        """Whether an expression is true."""
        return self.at(self.bare_sentence(tree), tree.span)

    def bare_term(self, tree: c.Core) -> ast.expr:
        """A value, without its place."""
        match tree:
            case c.Constant(value):
                if isinstance(value, int | str):
                    return ast.Constant(value)
                return read_name(self.constant(value))
            case c.Local(name):
                return ast.Call(read_name(name), [], []) if name in self.lazy else read_name(name)
            case c.Given(name):
                given = ast.Attribute(read_name("frame"), "given", ast.Load())
                return ast.Subscript(given, ast.Constant(name), ast.Load())
            case c.Global(name, _):
                called = self.globally(tree)
                return self.call("truth", called) if self.program.definitions[name].relation else called
            case c.Operation():
                if tree.builtin.sentence:
                    return self.call("truth", self.sentence(tree))
                return self.applied(tree)
            case c.Build(fold, _, _, plan, body):
                folded = self.part(body) if fold == "{}" else self.term(body)
                return self.call(builtin_name(FOLDS[fold]), self.generator(plan, folded))
            case c.Block():
                return self.block(tree, self.term)
            case _:
                return self.call("truth", self.sentence(tree))

    def block(self, tree: c.Block, translated: Callable[[c.Core], ast.expr]) -> ast.expr:
        """``term if guard else …``, in a function of the names of a `where`; the terms are `translated`.

        It is no generator expression: calling one goes through C, which recurses less deeply than Python.
        """
        equations = [] if tree.where is None else self.where(tree.where)
        found = self.at(self.call("no_case_applies"), tree.span)
        for clause in reversed(tree.clauses):
            term = translated(clause.term)
            found = term if clause.guard is None else ast.IfExp(self.sentence(clause.guard), term, found)
        for equation in reversed(equations):
            found = bound_to(equation, found)
        return found

    def applied(self, tree: c.Operation) -> ast.expr:
        """A builtin applied to its operands."""
        for word, side in (("forwards", 0), ("backwards", -1)):
            chain = chain_of(tree, side)
            if len(chain) > LONGEST_NESTED:
                return self.call(word, *self.chained(chain, side))
        match tree.operands:
            case (left, c.Operation(Builtin("{}"), elements) as right) if tree.builtin.key in _WITH_WRITTEN:
                nones: list[ast.expr] = [ast.Constant(None) for _ in elements]
                written = self.at(ast.Dict([self.part(each) for each in elements], nones), right.span)
                return self.call(_WITH_WRITTEN[tree.builtin.key], self.term(left), written)
        natively = self.on_integers(tree)
        if natively is None:
            looks_inside = tree.builtin.key in ("()", "{}", "in", "[]")
            operands = map(self.part, tree.operands) if looks_inside else self.terms(tree.operands)
            return self.call(builtin_name(tree.builtin), *operands)
        names = [read_name(name) for name in dict.fromkeys(locals_in(tree))]
        tests = [is_a("int", name) for name in names]
        if any(isinstance(part, c.Operation) and part.builtin.key == "*" for part in nodes_of(tree)):
            tests += map(is_bounded, names)
        if not tests:
            return natively
        test = tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)
        return ast.IfExp(test, natively, self.by_calls(tree))

    def on_integers(self, tree: c.Core) -> ast.expr | None:
        """Arithmetic by Python, for names that are integers, and short ones if there are products.

        ``None`` if Python needs another check.
        """
        match tree:
            case c.Constant(int() as number) if type(number) is int:
                return ast.Constant(number)
            case c.Local(name) if has_value(tree, self.lazy):
                return read_name(name)
            case c.Operation(Builtin("floor"), (c.Operation(Builtin("/"), operands),)):
                key = "//"
            case c.Operation(builtin, operands) if builtin.key in _NATIVE:
                key = builtin.key
            case _:
                return None
        left, right = map(self.on_integers, operands)
        if left is None or right is None:
            return None
        if key == "*" and most_bits(tree) > UNQUESTIONED_BITS:
            return None
        if key in ("mod", "//") and not (isinstance(right, ast.Constant) and right.value):
            return None
        sign = _NATIVE[key]()
        if isinstance(sign, ast.operator):
            return ast.BinOp(left, sign, right)
        return ast.Compare(left, [sign], [right])

    def by_calls(self, tree: c.Core) -> ast.expr:
        """Arithmetic on numbers and names of any kind, by calls of builtins."""
        if not isinstance(tree, c.Operation):
            return self.term(tree)
        called = self.call(builtin_name(tree.builtin), *map(self.by_calls, tree.operands))
        return self.at(called, tree.span)

    def part(self, tree: c.Core) -> ast.expr:
        """The value of an expression that becomes part of a tuple or set, is looked up in one, or compared.

        The size of such a tuple is not checked: the size of the value around it is, and comparing creates no
        value.
        """
        if isinstance(tree, c.Operation) and tree.builtin.key == "()":
            return self.at(
                ast.Tuple([self.part(operand) for operand in tree.operands], ast.Load()), tree.span
            )
        return self.term(tree)

    def chained(self, chain: Sequence[c.Operation], side: int) -> list[ast.expr]:
        """The arguments of `forwards` or `backwards`: the first operand, and a step for each operation.

        Python's parser rejects expressions that are nested thousands deep; this form is flat.
        """
        innermost = self.term(chain[-1].operands[side])
        if side == 0:
            return [innermost, *(self.chain_step(node, node.operands[1]) for node in reversed(chain))]
        values = [self.term(node.operands[0]) for node in chain]
        steps = [self.chain_step(node, None) for node in chain]
        return [ast.Tuple([*values, innermost], ast.Load()), *steps]

    def chain_step(self, node: c.Operation, right: c.Core | None) -> ast.expr:
        """``lambda left: op(left, right)``, or a function of both sides."""
        self.temporaries += 1
        sides = [f"left_{self.temporaries}_0", f"right_{self.temporaries}_0"]
        if right is None:
            body = self.call(builtin_name(node.builtin), *map(read_name, sides))
        else:
            body = self.call(builtin_name(node.builtin), read_name(sides[0]), self.term(right))
        return ast.Lambda(arguments_of(sides if right is None else sides[:1]), self.at(body, node.span))

    def globally(self, tree: c.Global) -> ast.expr:
        """A definition applied to its arguments."""
        frame = [read_name("frame")] if self.program.definitions[tree.name].reads_frame else []
        self.used.add(tree.name)
        return self.call(self.names[tree.name], *frame, *self.terms(tree.arguments))

    def bare_sentence(self, tree: c.Core) -> ast.expr:
        """A sentence, without its place."""
        match tree:
            case c.Constant(Truth() as value):
                return ast.Constant(bool(value))
            case c.Operation(builtin, operands) if builtin.sentence:
                if builtin.key in ("=", "/="):
                    left, right = map(self.part, operands)
                    return ast.Compare(left, [ast.Eq() if builtin.key == "=" else ast.NotEq()], [right])
                return self.applied(tree)
            case c.Global(name, _) if self.program.definitions[name].relation:
                return self.globally(tree)
            case c.Not(operand):
                return ast.UnaryOp(ast.Not(), self.sentence(operand))
            case c.And(parts):
                return ast.BoolOp(ast.And(), [self.sentence(part) for part in parts])
            case c.Or(parts):
                return ast.BoolOp(ast.Or(), [self.sentence(part) for part in parts])
            case c.Implies(premises, conclusion):
                fails = [ast.UnaryOp(ast.Not(), self.sentence(premise)) for premise in premises]
                return ast.BoolOp(ast.Or(), [*fails, self.sentence(conclusion)])
            case c.Equivalent(left, right):
                return ast.Compare(self.sentence(left), [ast.Is()], [self.sentence(right)])
            case c.Quantified(quantifier, pattern, domain, body):
                walk = self.generator((c.Each(pattern, domain),), self.sentence(body))
                return self.call("any" if quantifier == "some" else "all", walk)
            case c.Block() if self.program.is_sentence(tree):
                return self.block(tree, self.sentence)
            case _:
                return self.call("holds", self.term(tree))


def chain_of(tree: c.Operation, side: int) -> list[c.Operation]:
    """The binary operations that are nested on one side of an operation, the outermost first."""
    chain = [tree]
    while is_binary(chain[-1]) and is_binary(inner := chain[-1].operands[side]):
        assert isinstance(inner, c.Operation)
        chain.append(inner)
    return chain


def is_long(tree: c.Core | c.Pattern) -> bool:
    """Whether a tree is a chain of operations that is too long for nested code."""
    return isinstance(tree, c.Operation) and any(
        len(chain_of(tree, side)) > LONGEST_NESTED for side in (0, -1)
    )


def is_binary(tree: c.Core) -> bool:
    """Whether this is an operation on two values."""
    if not isinstance(tree, c.Operation) or tree.builtin.sentence or tree.builtin.key == "()":
        return False
    return len(tree.operands) == 2


def builtin_name(builtin: Builtin) -> str:
    """The name of a builtin in Python."""
    assert builtin.apply is not None
    return builtin.apply.__name__


def is_a(kind: str, value: ast.expr) -> ast.expr:
    """Whether a value is an ``int``, or a ``tuple``, in Python."""
    return ast.Compare(ast.Call(read_name("type"), [value], []), [ast.Is()], [read_name(kind)])


def shape_tests(value: ast.expr, shape: TupleShape) -> Iterator[ast.expr]:
    """Whether a value has the tuples of a pattern, in Python, as `has_shape` says: one test after another."""
    if shape is not None:
        yield is_a("tuple", value)
        length = ast.Call(read_name("len"), [value], [])
        yield ast.Compare(length, [ast.Eq()], [ast.Constant(len(shape))])
        for place, inner in enumerate(shape):
            yield from shape_tests(ast.Subscript(value, ast.Constant(place), ast.Load()), inner)


def is_bounded(value: ast.expr) -> ast.expr:
    """Whether an integer has at most `_SHORT` bits, in Python."""
    bounds = ast.Constant(-(2**_SHORT)), ast.Constant(2**_SHORT)
    return ast.Compare(bounds[0], [ast.Lt(), ast.Lt()], [value, bounds[1]])


def most_bits(tree: c.Core) -> int:
    """The most bits of a value in arithmetic on integers of at most `_SHORT` bits."""
    match tree:
        case c.Constant(int() as number):
            return number.bit_length()
        case c.Operation(builtin, operands):
            lengths = map(most_bits, operands)
            return sum(lengths) if builtin.key == "*" else max(lengths) + 1
        case _:
            return _SHORT


def read_name(name: str) -> ast.expr:
    """A name that is read."""
    return ast.Name(name, ast.Load())


def assign(name: str, value: ast.expr) -> ast.stmt:
    """``name = value``."""
    return ast.Assign([ast.Name(name, ast.Store())], value)


def bound_to(equation: ast.stmt, body: ast.expr) -> ast.expr:
    """``(lambda name: body)(value)`` for ``name = value``, and likewise for a tuple of names."""
    assert isinstance(equation, ast.Assign)
    (target,) = equation.targets
    if isinstance(target, ast.Name):
        return ast.Call(ast.Lambda(arguments_of([target.id]), body), [equation.value], [])
    assert isinstance(target, ast.Tuple)
    names = [each.id for each in target.elts if isinstance(each, ast.Name)]
    return ast.Call(ast.Lambda(arguments_of(names), body), [ast.Starred(equation.value, ast.Load())], [])


def thunk(value: ast.expr) -> ast.expr:
    """``lambda: value``."""
    return ast.Lambda(arguments_of([]), value)


def arguments_of(names: Sequence[str]) -> ast.arguments:
    """The parameters of a function."""
    return ast.arguments([], [ast.arg(name) for name in names], None, [], [], None, [])


def for_in(target: ast.expr, values: ast.expr) -> ast.comprehension:
    """``for target in values``."""
    return ast.comprehension(target, values, [], 0)


def tuple_of_names(names: Sequence[str]) -> ast.expr:
    """``(a, b,)``."""
    return ast.Tuple([read_name(name) for name in names], ast.Load())


def python_place(span: Span) -> tuple[int, int, int, int]:
    """Line and column of start and end as Python counts them: columns from 0, in bytes."""
    return *span.source.byte_column(span.start), *span.source.byte_column(max(span.end, span.start))


def in_characters(line: str, column: int) -> int:
    """A column in bytes, from 0, as a column in characters."""
    return column if line.isascii() else len(line.encode()[:column].decode("utf-8", "ignore"))

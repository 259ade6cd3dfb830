"""The sentences of some definitions as data for explanations in a page: each part with its text and function.

`explain.js` walks through them as `noughts.meaning.explain` walks through the core.  A part is evaluated in a
scope, an object with its local names; the value of a `where` name is a function that is called when the name
is used.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any

from noughts.language import core as c
from noughts.language.binding import binds_only
from noughts.language.builtins import OPERATIONS
from noughts.language.expression_of import binders
from noughts.language.restated import asked_name, restated
from noughts.language.solutions import free_locals, fresh_names
from noughts.language.spelling import Spelling
from noughts.language.stack import deep_enough
from noughts.meaning.explain import JOINED, is_written_out, pattern_of_names
from noughts.meaning.interpreter import equations_of
from noughts.meaning.javascript.lines import Places, local, word_of
from noughts.meaning.javascript.terms import FunctionWriter
from noughts.text.source import Span

# Connectives by the names that the runtime in the page has for them.
_CONNECTIVES = {c.Not: "not", c.And: "and", c.Or: "or", c.Implies: "implies", c.Equivalent: "equivalent"}
# The expressions that need a function: the value of the others is found from that of their parts.
_WITH_FUNCTION = (c.Constant, c.Given, c.Build, c.Block)
_Facts = dict[str, Any]


class NoPlaces(Places):
    """Places without numbers: explanations do not tell the place of an error."""

    def number(self, span: Span) -> int:
        """The number of any place."""
        return 0


class SentenceWriter:
    """The collector of the parts of definitions, and of all definitions that they use."""

    def __init__(self, program: c.Program, function: Callable[[], FunctionWriter]) -> None:
        self.program = program
        self.function = function
        self.parts: list[_Facts] = []
        self.functions: dict[str, int] = {}
        self.definitions: dict[str, _Facts] = {}

    def lines(self, roots: Collection[str]) -> list[str]:
        """The object that `explain.js` reads, line by line."""
        with deep_enough():
            for name in roots:
                self.definition(name)
        facts = {"parts": self.parts, "definitions": self.definitions}
        text = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
        return [f"sentences: {{ ...{text}, functions: [", *self.functions, "] },"]

    def definition(self, name: str) -> None:
        """Add a definition: its parameters, its clauses, and its `where`."""
        if name in self.definitions:
            return
        definition = self.program.definitions[name]
        facts: _Facts = {"parameters": list(map(local, definition.parameters)), "where": None}
        self.definitions[name] = facts
        facts["settled"] = definition.is_constant and not definition.reads_frame
        facts["plain"] = definition.is_constant and definition.where is None
        where, lazy = definition.where, frozenset[str]()
        if where is not None:
            writer = self.function()
            names = list(map(local, definition.parameters))
            facts["where"], lazy = self.where(where, writer, names), frozenset(writer.lazy)
        equations = {} if where is None else equations_of(where)
        facts["clauses"] = self.clauses(definition, lazy, equations)

    def where(self, where: c.Where, writer: FunctionWriter, outer: Sequence[str]) -> int:
        """The number of the function that extends a scope with `outer` names by the names of a `where`."""
        names = map(local, names_of_where(where))
        with writer.block("(frame, scope) =>", "},"):
            writer.line(f"const {{ {', '.join(outer)} }} = scope;")
            writer.where(where)
            writer.line(f"return {{ ...scope, {', '.join(names)} }};")
        return self.kept(writer)

    def block(self, block: c.Block, lazy: Collection[str], equations: Mapping[str, c.Core]) -> _Facts:
        """The clauses of a block, and the function of its `where`."""
        facts: _Facts = {"kind": "cases"}
        if (where := block.where) is not None:
            writer = self.function()
            writer.lazy = set(lazy)
            inside = names_of_where(where)
            free = [name for tree in c.trees_of_where(where) for name in free_locals(tree)]
            outer = [local(name) for name in dict.fromkeys(free) if name not in inside]
            facts["where"] = self.where(where, writer, outer)
            lazy, equations = frozenset(writer.lazy), {**equations, **equations_of(where)}
        return facts | {"clauses": self.clauses(block, lazy, equations)}

    def clauses(
        self, cases: c.Definition | c.Block, lazy: Collection[str], equations: Mapping[str, c.Core]
    ) -> list[list[int | None]]:
        """For each clause the number of its guard, ``None`` if it has none, those of its term and of the
        condition that names solve."""
        part = partial(self.part, lazy=lazy, equations=equations)
        solved = [] if cases.where is None or cases.where.solved is None else [part(cases.where.solved)]
        return [
            [None if clause.guard is None else part(clause.guard), part(clause.term), *solved]
            for clause in cases.clauses
        ]

    def kept(self, writer: FunctionWriter) -> int:
        """The number of a function; functions with the same text share one number."""
        return self.functions.setdefault("\n".join(writer.lines), len(self.functions))

    def evaluated(self, tree: c.Core, lazy: Collection[str]) -> int:
        """The number of the function that evaluates an expression in a scope."""
        writer = self.function()
        writer.lazy = set(lazy)
        names = dict.fromkeys(map(local, free_locals(tree)))
        with writer.block("(frame, scope) =>", "},"):
            if names:
                writer.line(f"const {{ {', '.join(names)} }} = scope;")
            writer.line(f"return {writer.term(tree)};")
        return self.kept(writer)

    def part(
        self,
        tree: c.Core,
        lazy: Collection[str],
        equations: Mapping[str, c.Core],
        *,
        is_operand: bool = False,
    ) -> int:
        """The number of an expression; a local name that is an operand is no part of its own."""
        number = len(self.parts)
        is_folded = is_operand and isinstance(tree, c.Local) and tree.name not in equations
        is_shown = not is_written_out(tree) and not is_folded
        said = restated(tree, equations) if is_shown else None
        facts: _Facts = {} if said is None else {"text": said.text(Spelling.UNICODE)}
        if isinstance(tree, _WITH_FUNCTION):
            facts["value"] = self.evaluated(tree, lazy)
        if said is not None and said.names:
            facts["names"] = {local(name): shown for name, shown in said.names.items()}
        if is_written_out(tree):
            facts["literal"] = True
        self.parts.append(facts)

        def inner(*trees: c.Core) -> list[int]:
            return [self.part(each, lazy, equations) for each in trees]

        def operands_of(*trees: c.Core) -> list[int]:
            return [self.part(each, lazy, equations, is_operand=True) for each in trees]

        match tree:
            case c.Local(name) if name in equations:
                equation = self.part(equations[name], lazy, equations)
                facts |= {"kind": "name", "name": local(name), "equation": equation}
            case c.Local(name):
                facts |= {"kind": "local", "name": local(name)}
            case c.Constant() | c.Given():
                pass
            case c.Global(name, arguments):
                facts |= {"kind": "call", "name": name, "inner": operands_of(*arguments)}
                if (asked := asked_name(name)) != name:
                    facts["asked"] = asked
                self.definition(name)
            case c.Operation(builtin, operands):
                facts |= {"kind": "operation", "word": word_of(builtin), "inner": operands_of(*operands)}
                if builtin.key == "in" and (made := self.joined(tree, lazy, equations)) is not None:
                    facts["made"] = made
            case c.Build():
                facts |= {"kind": "build"} | self.built(tree, lazy, equations)
            case c.Quantified(quantifier):
                patterns, domain, body = binders(tree)
                if all(map(binds_only, patterns)):
                    bound = list(map(shape_of, patterns))
                    both = [*operands_of(domain), *inner(body)]
                    facts |= {"kind": quantifier, "bound": bound, "inner": both}
                else:
                    facts |= {"kind": "matched", "value": self.evaluated(tree, lazy)}
            case c.Block():
                facts |= self.block(tree, lazy, equations)
            case c.Implies(premises, conclusion):
                facts |= {"kind": "implies", "inner": inner(*premises, conclusion)}
            case c.Not(operand):
                facts |= {"kind": "not", "inner": inner(operand)}
            case c.And(parts) | c.Or(parts):
                facts |= {"kind": _CONNECTIVES[type(tree)], "inner": inner(*parts)}
            case c.Equivalent(left, right):
                facts |= {"kind": "equivalent", "inner": inner(left, right)}
        return number

    def built(self, tree: c.Build, lazy: Collection[str], equations: Mapping[str, c.Core]) -> _Facts:
        """The condition of a set-builder, its term as a pattern of its names, and its solutions."""
        if tree.fold != "{}":
            return {}
        span = tree.span
        names = tuple(c.Local(name, span=span) for name in tree.new)
        row = c.Operation(OPERATIONS["()"], (*names, tree.body), span=span)
        rows = c.Build("{}", tree.new, tree.condition, tree.plan, row, span=span)
        pattern = pattern_of_names(tree.body, tree.new)
        return {
            "bound": list(map(local, tree.new)),
            "condition": self.part(tree.condition, lazy, equations),
            "rows": self.evaluated(rows, lazy),
            "pattern": None if pattern is None else shape_of(pattern),
        }

    def joined(
        self, tree: c.Operation, lazy: Collection[str], equations: Mapping[str, c.Core]
    ) -> _Facts | None:
        """The sides of a set that is a union, intersection or difference: whether an element is in each."""
        element, made = tree.operands
        seen: set[str] = set()
        while isinstance(made, c.Global) and made.name not in seen:
            seen.add(made.name)
            definition = self.program.definitions[made.name]
            if not definition.is_constant or definition.where or definition.clauses[0].guard is not None:
                return None
            made = definition.clauses[0].term
        if not (isinstance(made, c.Operation) and made.builtin.key in JOINED and len(made.operands) == 2):
            return None
        sides = [c.Operation(tree.builtin, (element, side), span=made.span) for side in made.operands]
        inner = [self.part(side, lazy, equations) for side in sides]
        return {"word": word_of(made.builtin), "inner": inner}


def names_of_where(where: c.Where) -> list[str]:
    """The names that a `where` binds."""
    lazily = [name for step in where.lazy for name in fresh_names(step.pattern)]
    return list(dict.fromkeys([*lazily, *(where.new if where.solved is not None else ())]))


def shape_of(pattern: c.Pattern) -> Any:
    """A pattern of names as nested lists."""
    if isinstance(pattern, c.PatternTuple):
        return [shape_of(element) for element in pattern.elements]
    assert isinstance(pattern, c.Fresh)
    return local(pattern.name)

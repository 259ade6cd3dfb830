"""Well-formed documents of several definitions, for Hypothesis or by other dice.

Terms are drawn by their kind, so that most of them have a value; now and then one of another kind is put in
their place, and divisions, indices and clauses may fail, so that errors are compared as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from hypothesis import strategies as st

Kind: TypeAlias = Literal["number", "truth", "set", "pair", "map"]
KINDS: tuple[Kind, ...] = ("number", "truth", "set", "pair", "map")
Scope: TypeAlias = dict[str, Kind]


@dataclass
class Writer:
    """Writes one document, choosing as it goes: each choice is one of several."""

    choose: Callable[[Sequence[Any]], Any]
    functions: dict[str, tuple[tuple[Kind, ...], Kind]] = field(default_factory=dict)
    count: int = 0
    reads_state: bool = False
    """Whether sets may be ``currentState``."""

    def new(self) -> str:
        """A name that stands for nothing yet."""
        self.count += 1
        return f"n{self.count}"

    def pick(self, *choices: str) -> str:
        chosen: str = self.choose(choices)
        return chosen

    def chance(self, of: int) -> bool:
        return bool(self.choose(range(1, of + 1)) == 1)

    def term(self, kind: Kind, scope: Scope, depth: int) -> str:
        """A term that should be of a kind; now and then it is not."""
        if self.chance(30):
            kind = self.choose(KINDS)
        if depth <= 0 or self.chance(5):
            return self.leaf(kind, scope)
        callable_ = [name for name, (_, result) in self.functions.items() if result == kind]
        if callable_ and self.chance(4):
            name = self.choose(callable_)
            arguments = [self.term(parameter, scope, depth - 2) for parameter in self.functions[name][0]]
            return f"{name}({', '.join(arguments)})" if arguments else name
        if self.chance(12):
            return self.block(kind, scope, depth - 1)
        forms: dict[Kind, Callable[[Scope, int], str]] = {
            "number": self.number,
            "truth": self.truth,
            "set": self.set,
            "pair": self.pair,
            "map": self.map,
        }
        return forms[kind](scope, depth - 1)

    def leaf(self, kind: Kind, scope: Scope) -> str:
        names = [name for name, its_kind in scope.items() if its_kind == kind]
        if names and not self.chance(3):
            return self.pick(*names)
        leaves: dict[Kind, tuple[str, ...]] = {
            "number": ("0", "1", "2", "3", "0.5"),
            "truth": ("true", "false"),
            "set": ("{}", "{1}", "{2, 1}", "{0..3}", "{0.5, 1}", *["currentState"] * 3 * self.reads_state),
            "pair": ("(1, 2)", "(0, 0)", "(2, 1)"),
            "map": ("{0 |-> 1, 1 |-> 1, 2 |-> 0}", "{1 |-> 2}", "{}", "{0..2} * {1}"),
        }
        return self.pick(*leaves[kind])

    def number(self, scope: Scope, depth: int) -> str:
        form = self.pick(
            "+", "-", "*", "/", "mod", "^", "neg", "floor", "abs", "size", "index", "at", "Sum", "Prod"
        )
        if form in ("Sum", "Prod"):
            condition, inner = self.condition(scope, depth)
            return f"{form}[{condition}] ({self.term('number', inner, depth)})"
        first = self.term("number", scope, depth)
        match form:
            case "neg":
                return f"(-({first}))"
            case "floor":
                return self.pick(f"floor({first})", f"⌈{first}⌉")
            case "abs":
                return f"|{first}|"
            case "size":
                return f"|{self.term('set', scope, depth)}|"
            case "index":
                return f"({self.term('pair', scope, depth)})[{self.pick('1', '2', '1', '2', first)}]"
            case "at":
                return f"({self.term('map', scope, depth)})[{self.pick('0', '1', '2', first)}]"
            case "^":
                return f"({first})^{self.pick('0', '1', '2', '-1')}"
            case _:
                return f"({first} {form} {self.term('number', scope, depth)})"

    def truth(self, scope: Scope, depth: int) -> str:
        form = self.pick("<", "chain", "=", "in", "sub", "~", "&", "V", "=>", "<=>", "some", "all")
        inner: Scope
        match form:
            case "<" | "chain":
                signs = [self.pick("<", "<=") for _ in range(1 if form == "<" else 2)]
                operands = [self.term("number", scope, depth) for _ in range(len(signs) + 1)]
                return (
                    f"({operands[0]} "
                    + " ".join(f"{s} {o}" for s, o in zip(signs, operands[1:], strict=True))
                    + ")"
                )
            case "=":
                kind: Kind = self.choose(KINDS)
                left, right = self.term(kind, scope, depth), self.term(kind, scope, depth)
                return f"(({left}) {self.pick('=', '/=')} ({right}))"
            case "in":
                return f"({self.term('number', scope, depth)} in {self.term('set', scope, depth)})"
            case "sub":
                return f"({self.term('set', scope, depth)} sub {self.term('set', scope, depth)})"
            case "~":
                return f"(~{self.term('truth', scope, depth)})"
            case "some" | "all" if self.chance(4):
                pattern, bound = self.pattern(scope, 3)
                domain, inner = self.shapes(scope, depth), {**scope, **bound}
                return f"({form} {pattern} in ({domain}). {self.term('truth', inner, depth)})"
            case "some" | "all" if self.chance(3):
                x, y = self.new(), self.new()
                pattern, second = self.choose(
                    ((f"({x}, {y})", y), (f"{x} |-> {y}", y), (f"({x}, 1)", x), (f"({x}, {x})", x))
                )
                inner = {**scope, x: "number", second: "number"}
                domain = self.pick(
                    self.term("map", scope, depth),
                    f"{self.term('set', scope, depth)} * {{0, 1}}",
                    self.term("set", scope, depth),
                )
                return f"({form} {pattern} in ({domain}). {self.term('truth', inner, depth)})"
            case "some" | "all":
                names = [self.new() for _ in range(self.choose((1, 2)))]
                relation, bound_kind = self.choose((("in", "number"), ("in", "number"), ("sub", "set")))
                inner = {**scope, **dict.fromkeys(names, bound_kind)}
                body = self.term("truth", inner, depth)
                return f"({form} {', '.join(names)} {relation} {self.term('set', scope, depth)}. {body})"
            case _:
                return f"({self.term('truth', scope, depth)} {form} {self.term('truth', scope, depth)})"

    def set(self, scope: Scope, depth: int) -> str:
        form = self.pick("list", "range", "U", "sec", "\\", "build", "U[]", "Sec[]")
        if form in ("build", "U[]", "Sec[]"):
            condition, inner = self.condition(scope, depth)
            if form == "build":
                return f"{{{self.term('number', inner, depth)} | {condition}}}"
            return f"({form[:-2]}[{condition}] ({self.term('set', inner, depth)}))"
        match form:
            case "list":
                return f"{{{self.term('number', scope, depth)}, {self.term('number', scope, depth)}}}"
            case "range":
                return f"{{{self.term('number', scope, depth)}..{self.pick('2', '3', '1')}}}"
            case _:
                return f"({self.term('set', scope, depth)} {form} {self.term('set', scope, depth)})"

    def pair(self, scope: Scope, depth: int) -> str:
        first, second = self.term("number", scope, depth), self.term("number", scope, depth)
        if self.chance(4):
            place = self.pick("1", "2", "1", "2", first)
            return f"(({self.term('pair', scope, depth)})[{place} |-> {second}])"
        return f"({first}, {second})"

    def map(self, scope: Scope, depth: int) -> str:
        form = self.pick("list", "change", "change", "build", "U")
        if form == "build":
            condition, inner = self.condition(scope, depth)
            key, value = self.term("number", inner, 0), self.term("number", inner, depth)
            return f"{{{key} |-> {value} | {condition}}}"
        if form == "U":
            return f"({self.term('map', scope, depth)} U {self.term('map', scope, depth)})"
        maplets = [
            f"{self.leaf('number', scope)} |-> {self.term('number', scope, depth)}"
            for _ in range(self.choose((1, 2)))
        ]
        if form == "list":
            return f"{{{', '.join(maplets)}}}"
        return f"(({self.term('map', scope, depth)})[{', '.join(maplets)}])"

    def pattern(self, scope: Scope, depth: int) -> tuple[str, Scope]:
        """A tuple of new names, of parts that are compared, and of such tuples."""
        parts: list[str] = []
        bound: Scope = {}
        for _ in range(2):
            if depth > 1 and self.chance(2):
                part, names = self.pattern({**scope, **bound}, depth - 1)
                bound |= names
            elif self.chance(4):
                known = {**scope, **bound}
                part = self.pick("0", "1", "2", *(name for name in known if name.isalnum()))
            else:
                part = self.new()
                bound[part] = "number"
            parts.append(part)
        return f"({', '.join(parts)})", bound

    def shapes(self, scope: Scope, depth: int) -> str:
        """A set whose elements are numbers, tuples, and tuples of these."""
        elements = [self.shape(scope, 3, depth) for _ in range(self.choose((2, 3, 4)))]
        return f"{{{', '.join(elements)}}}"

    def shape(self, scope: Scope, deep: int, depth: int) -> str:
        """A number, or a pair of what is less deep."""
        if deep == 0 or self.chance(3):
            return self.term("number", scope, depth - 2)
        return f"({self.shape(scope, deep - 1, depth)}, {self.shape(scope, deep - 1, depth)})"

    def condition(self, scope: Scope, depth: int) -> tuple[str, Scope]:
        """A condition whose solutions can be listed, and the scope with what it binds."""
        x, y = self.new(), self.new()
        one: Scope = {**scope, x: "number"}
        two: Scope = {**one, y: "number"}
        domain = self.term("set", scope, depth)
        match self.pick(
            "in", "=", "V", "&", "waits", "pairs", "map", "tuple", "matched", "shapes", "sub", "test"
        ):
            case "sub":
                subsets: Scope = {**scope, x: "set"}
                test = f"{self.term('truth', subsets, depth)} & " if self.chance(2) else ""
                return f"{test}{x} sub {domain}", subsets
            case "shapes":
                pattern, bound = self.pattern(scope, 3)
                return f"{pattern} in {self.shapes(scope, depth)}", {**scope, **bound}
            case "in":
                return f"{x} in {domain}", one
            case "=":
                return f"{x} = {self.term('number', scope, depth)}", one
            case "V":
                return f"({x} in {domain} V {x} = {self.term('number', scope, depth)})", one
            case "&":
                return f"{x} in {domain} & {y} = {self.term('number', one, depth)}", two
            case "waits":
                return f"{self.term('truth', one, depth)} & {x} in {domain}", one
            case "pairs":
                return f"({x}, {y}) in {domain} * {self.term('set', scope, depth)}", two
            case "map":
                return f"{x} |-> {y} in {self.term('map', scope, depth)}", two
            case "tuple":
                return f"({x}, {y}) = {self.term('pair', scope, depth)}", two
            case "matched":
                return f"({x}, {self.leaf('number', one)}) in {domain} * {{1, 2}}", one
            case _:
                return f"{x} in {domain} & {self.term('truth', one, depth)}", one

    def definition(self, name: str, depth: int) -> str:
        """A definition that may use those before it."""
        kind: Kind = self.choose(KINDS)
        parameters: Scope = {self.new(): "number" for _ in range(self.choose((0, 1, 2)))}
        heads, takes = list(parameters), list(parameters.values())
        if self.chance(4):  # a tuple of names
            pair: Scope = {self.new(): "number", self.new(): "number"}
            parameters |= pair
            heads, takes = [*heads, f"({', '.join(pair)})"], [*takes, "pair"]
        scope, where = dict(parameters), ""
        if self.chance(2):
            names, where = self.where(scope, depth)
            scope |= names
            used = [f"{name} = {name}" for name in names]
            guard = f"{self.term('truth', scope, depth)} & {' & '.join(used)}"
        else:
            guard = self.term("truth", scope, depth)
        first, last = self.term(kind, scope, depth), self.term(kind, scope, depth)
        ending = "" if self.chance(4) else f"; {last} otherwise"
        head = f"{name}({', '.join(heads)})" if heads else name
        self.functions[name] = (tuple(takes), kind)
        return f"{head} := {first} if {guard}{ending}{where}"

    def block(self, kind: Kind, scope: Scope, depth: int) -> str:
        """Clauses in parentheses, perhaps with a `where`."""
        where, used = "", "true"
        if self.chance(2):
            names, where = self.where(scope, depth)
            scope = {**scope, **names}
            used = " & ".join(f"{name} = {name}" for name in names)
        guard = f"{self.term('truth', scope, depth)} & {used}"
        first, last = self.term(kind, scope, depth), self.term(kind, scope, depth)
        ending = "" if self.chance(4) else f"; {last} otherwise"
        return f"({first} if {guard}{ending}{where})"

    def where(self, scope: Scope, depth: int) -> tuple[Scope, str]:
        """The names of a `where`, and the `where` itself."""
        x, y, z = self.new(), self.new(), self.new()
        equation = f"{x} = {self.term('number', scope, depth)}"
        one: Scope = {**scope, x: "number"}
        match self.pick("equation", "tuple", "shapes", "solved"):
            case "shapes":
                local = {name: kind for name, kind in one.items() if name[1:].isdigit()}
                pattern, bound = self.pattern(local, 2)  # whose names may not be those of definitions
                value = self.shape(one, 2, depth)
                return {x: "number", **bound}, f" where {pattern} = {value} & {equation}"
            case "equation":
                return {x: "number"}, f" where {equation}"
            case "tuple":
                pair = self.term("pair", one, depth)
                return {x: "number", y: "number", z: "number"}, f" where ({y}, {z}) = {pair} & {equation}"
            case _:
                only = self.term("set", one, depth)
                return {x: "number", y: "number"}, f" where {equation} & {y} in {only}"


def document(choose: Callable[[Sequence[Any]], Any], *, reads_state: bool = False) -> str:
    """A document whose last definition, v, is to be evaluated."""
    writer = Writer(choose, reads_state=reads_state)
    definitions = [writer.definition(f"d{place}", 2) for place in range(choose((0, 1, 2, 3)))]
    definitions.append("down(n) := 0 if n <= 0; down(n - 1) + n otherwise")
    writer.functions["down"] = (("number",), "number")
    kind: Kind = choose(KINDS)
    definitions.append(f"v := {writer.term(kind, {}, 4)}")
    return " ".join(definitions)


def moves(choose: Callable[[Sequence[Any]], Any]) -> str:
    """A document with the legal moves v of a state, among pairs and triples."""
    writer = Writer(choose, reads_state=True)
    definitions = [writer.definition(f"d{place}", 2) for place in range(choose((0, 1, 2)))]
    every, parts = choose(
        (
            ("{0..2} * {1..4}", "ab"),
            ("{(x, y, z) | x in {0..2} & y in {1, 2} & z in {x, 0.5}}", "abc"),
            ("{(1, 2), (0, 1), (1, 3), (2, 1), (0, 2), (2, 2), (1, 1)}", "ab"),
        )
    )
    taken_apart = choose((True, False))
    names = list(parts) if taken_apart else [f"m[{place}]" for place in range(1, len(parts) + 1)]
    scope: Scope = dict.fromkeys(names, "number")
    tests = [writer.truth(dict.fromkeys(names[: place + 1], "number"), 2) for place in range(len(names))]
    tests.append(writer.truth(scope, 1))
    if taken_apart:
        tests.append(" & ".join(f"{name} = {name}" for name in names))
    inner = " & ".join(tests)
    where = f" where ({', '.join(parts)}) = m" if taken_apart else ""
    asked = choose(
        ("{m | m in every & legal(m)}", "Sum[m in every & legal(m)] m[1]", "some m in every. legal(m)")
    )
    definitions.append(f"legal(m) iff {inner}{where} every := {every} v := {asked}")
    return " ".join(definitions)


@st.composite
def states(draw: st.DrawFn) -> str:
    """Documents that read the state."""
    make = draw(st.sampled_from((moves, lambda choose: document(choose, reads_state=True))))
    return make(lambda choices: draw(st.sampled_from(choices)))


@st.composite
def programs(draw: st.DrawFn) -> str:
    """Such documents, for Hypothesis."""
    return document(lambda choices: draw(st.sampled_from(choices)))

"""Rules of games made by dice: contents of every kind, looked at by patterns within patterns.

A state is who moves and a board: a map, a set or a tuple of contents.  These are atoms, numbers, truths,
strings, sets, and tuples of several lengths with tuples in them.  Set-builders, quantifiers, sums and
equations take them apart by patterns that some of them fit.  Moves write contents, exchange and remove them,
so positions may come back, sides may move twice, and play may never end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

SIDES = ("`x", "`o", "`z")
KEYS = range(1, 4)
MOVES = range(1, 5)
PLAIN = ("`empty", "0", "1", "2", "{}", '"s"', "true", "{1}", "`x", "`o")
TUPLES = (
    *("(1, `x)", "(`x, 1)", "(`o, 1)", "(`o, 2)", "(`x, (1, `o))", "(`o, (2, `x))", "((1, `x), 0)"),
    *("(1, `x, 2)", "((1, `x), (2, `o))", "(`x, `new)", "(`o, `new)", "(2, (`x, 1))", "(`x, {})", "()"),
)
PARTS = ("p", "`x", "`o", "1", "`new", "()", "({p}, 1)", "(1, _)", "(_, `x)", *("(_, _)",) * 2, *("_",) * 3)


@dataclass(frozen=True, slots=True)
class Rules:
    """A document, with its sides as they are written in it, and sentences about its positions."""

    text: str
    sides: tuple[str, ...]
    claims: tuple[str, ...]


class Dice:
    """Sentences and terms about a board, at random."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        self.one_of = self.dice.choice
        self.sides = SIDES[: self.dice.choice((1, 2, 2, 2, 2, 2, 3))]
        self.container: str = self.dice.choice(("map", "map", "map", "set", "tuple"))
        self.contents = [*self.dice.sample(PLAIN, 2), *self.dice.sample(TUPLES, self.dice.randint(2, 3))]
        self.names = 0
        self.is_parameter = False
        """Whether `p`, a side, is bound where the next sentence stands."""

    # Patterns

    def pattern(self) -> tuple[str, list[str]]:
        """A pattern for contents, and its names."""
        names: list[str] = []
        parts = [self.part(names) for _ in range(self.one_of((1, 2, 2, 2, 2, 2, 3)))]
        return (parts[0] if len(parts) == 1 else f"({', '.join(parts)})"), names

    def part(self, names: list[str]) -> str:
        """A part of a pattern, whose new names are added."""
        side = "p" if self.is_parameter else self.one_of(self.sides)
        text = self.one_of(PARTS).replace("{p}", side)
        while "_" in text:
            self.names += 1
            names.append(f"n{self.names}")
            text = text.replace("_", names[-1], 1)
        return side if text == "p" else text

    def each(self) -> tuple[str, list[str]]:
        """An element of the board, by a pattern, and the names in it."""
        pattern, names = self.pattern()
        if self.container == "set":
            return f"{pattern} in board", names
        self.names += 1
        key = f"k{self.names}"
        if self.container == "tuple":
            return f"({key}, {pattern}) in cells", [*names, key]
        return self.one_of((f"{key} |-> {pattern} in board", f"({key}, {pattern}) in board")), [*names, key]

    # Sentences

    def sentence(self, depth: int) -> str:
        """A sentence about the board."""
        kinds: list[Callable[[int], str]] = [self.quantified, self.counted, self.summed, self.found]
        kinds += [self.quantified, self.held if self.container == "set" else self.looked_at]
        if depth:
            kinds += [self.joined, self.joined, self.denied]
        return self.one_of(kinds)(depth)

    def joined(self, depth: int) -> str:
        """Two sentences with a connective."""
        sign = self.one_of(("&", "V", "=>", "<=>"))
        return f"({self.sentence(depth - 1)} {sign} {self.sentence(depth - 1)})"

    def denied(self, depth: int) -> str:
        """The negation of a sentence."""
        return f"~({self.sentence(depth - 1)})"

    def quantified(self, depth: int) -> str:
        """A sentence about some or all contents that fit a pattern."""
        each, names = self.each()
        return f"({self.one_of(('some', 'some', 'all'))} {each}. ({self.test(names)}))"

    def counted(self, depth: int) -> str:
        """A sentence about how many contents fit a pattern."""
        sign = self.one_of(("=", ">=", "<="))
        return f"|{self.built()}| {sign} {self.dice.randint(0, 2)}"

    def found(self, depth: int) -> str:
        """A sentence about what fits a pattern."""
        part = self.one_of((*self.contents, "1", "2", "`x", "`new", *self.sides))
        return f"{part} in {self.built()}"

    def built(self) -> str:
        """The set of a part of the contents that fit a pattern."""
        each, names = self.each()
        term = self.one_of((*names, f"({', '.join(names)}, 0)")) if names else "0"
        return f"{{{term} | {each}{self.condition(names)}}}"

    def summed(self, depth: int) -> str:
        """A sentence about a sum over the contents that fit a pattern."""
        each, names = self.each()
        weight = next((f"({name} + 1)" for name in names if name.startswith("k")), "2")
        total = self.dice.randint(0, 5)
        return f"(Sum[{each}{self.condition(names)}] {weight}) {self.one_of(('=', '<', '>'))} {total}"

    def looked_at(self, depth: int) -> str:
        """A sentence about the content of one place."""
        place, content = self.one_of(KEYS), self.one_of(self.contents)
        other = self.one_of((content, content, f"board[{self.one_of(KEYS)}]"))
        return f"board[{place}] {self.one_of(('=', '/='))} {other}"

    def held(self, depth: int) -> str:
        """A sentence about one content."""
        return f"{self.one_of(self.contents)} in board"

    def test(self, names: Sequence[str]) -> str:
        """A sentence about the names of a pattern."""
        side = "p" if self.is_parameter else self.one_of(self.sides)
        if not names:
            return self.one_of(("true", f"playerToMove = {side}"))
        name = self.one_of(names)
        value = self.one_of((side, "1", "`new", "2", "playerToMove", *self.contents))
        return self.one_of((f"{name} = {value}", f"{name} /= {value}", f"{name} in {{{value}, 1, `x}}"))

    def condition(self, names: Sequence[str]) -> str:
        """A further condition of a set-builder, or none."""
        return f" & {self.test(names)}" if names and self.dice.random() < 0.4 else ""

    # Terms

    def content(self) -> str:
        """The term of a content, which may depend on the state and on the move `m`."""
        of_move = [f"(playerToMove, {part})" for part in ("m", "`new", "(1, `o)")]
        of_move.append("(1, playerToMove)")
        if self.container != "set":
            place = self.one_of(KEYS)
            of_move += [f"board[{place}]", f"turned(board[{place}])", f"turned(board[{place}])"]
        one, other = self.one_of(self.contents), self.one_of(self.contents)
        of_move.append(f"({one} if {self.sentence(0)}; {other} otherwise)")
        return self.one_of((*self.contents, *of_move))

    def changed(self) -> str:
        """The term of the board after the move `m`."""
        if self.container == "set":
            away = f"{{{self.one_of(self.contents)}, {self.content()}}}"
            each, names = self.each()
            fitting = each.removesuffix(" in board")
            kept = f"{{{fitting} | {each}{self.condition(names)}}}"
            more = f"{{{self.content()}}}"
            return self.one_of((f"board U {more}", f"(board \\ {away}) U {more}", kept))
        one, two = self.dice.sample(KEYS, 2)
        return self.one_of(
            (
                f"board[{one} |-> {self.content()}]",
                f"board[{one} |-> {self.content()}]",
                f"board[{one} |-> board[{two}], {two} |-> board[{one}]]",
                f"board[{one} |-> {self.content()}, {two} |-> {self.content()}]",
            )
        )

    def turned(self) -> str:
        """A function of contents, by equations with patterns."""
        first, second = self.one_of(self.contents), self.one_of(self.contents)
        value = self.one_of(
            (
                f"(b, a) if v in {{(q, r) | (q, r) in {{v}}}}; {first} otherwise where (a, b) = v",
                f"a if some (q, (r, s)) in {{v}}. true; {second} otherwise where (a, (b, c)) = v",
                f"(r, q) if |{{q | (q, r) in {{v}}}}| = 1; {first} otherwise where (q, r) = v",
                f"{first} if v = {second}; v otherwise",
                "U[(q, r) in {v}] {q, r}",
                "Sum[(q, (1, r)) in {v}] 1",
                "r where (q, r) = v",
            )
        )
        return f"turned(v) := {value}"

    # Documents

    def table(self, name: str, entries: Sequence[str]) -> str:
        """A definition with an entry for each move."""
        *front, last = entries
        clauses = [f"{entry} if m = {move}" for move, entry in zip(MOVES, front, strict=False)]
        return f"{name}(m) := {'; '.join([*clauses, f'{last} otherwise'])}"

    def board(self) -> str:
        """The board at the beginning."""
        contents = [self.one_of(self.contents) for _ in KEYS]
        if self.container == "map":
            return f"{{{', '.join(f'{key} |-> {each}' for key, each in zip(KEYS, contents, strict=True))}}}"
        return f"{{{', '.join(contents[:2])}}}" if self.container == "set" else f"({', '.join(contents)})"

    def of_side(self, name: str) -> str:
        """A relation of a side."""
        self.is_parameter = True
        found = f"{name}(p) iff {self.sentence(1)}"
        self.is_parameter = False
        return found

    def rules(self) -> Rules:
        """A document of rules."""
        first = self.one_of(self.sides)
        order = [*self.sides[self.sides.index(first) :], *self.sides[: self.sides.index(first)]]
        following = [f"{b} if playerToMove = {a}" for a, b in zip(order, [*order[1:], order[0]], strict=True)]
        other = "; ".join([*following[:-1], f"{order[0]} otherwise"])
        stays = f"playerToMove if {self.sentence(0)} & m = {self.dice.randint(1, 6)}; rival otherwise"
        winner = self.one_of(("playerToMove", "rival", f"({first} if {self.sentence(0)}; rival otherwise)"))
        legal = [self.one_of((self.sentence(0), self.sentence(1), "true")) for _ in MOVES]
        may = " V ".join(f"m = {move} & ({each})" for move, each in zip(MOVES, legal, strict=True))
        wins = self.one_of(("", f" & {self.sentence(0)}", f" & ({self.sentence(0)} V {self.sentence(0)})"))
        over = f"{self.sentence(0)} V {self.sentence(0)} V {self.sentence(0)}"
        ahead = ["ahead(m) iff safe(playerToMove) where currentState = outcome(m)"]
        ahead = ahead if self.dice.random() < 0.2 else ["ahead(m) iff true"]
        lines = [
            f"first := {self.board()}",
            f"initialState := ({first}, first)",
            "(playerToMove, board) := currentState",
            *(["cells := {(i, board[i]) | i in {1..3}}"] if self.container == "tuple" else []),
            f"rival := {other}" if len(order) > 1 else f"rival := {first}",
            self.turned(),
            self.of_side("safe"),
            *ahead,
            f"moves := {{{MOVES[0]}..{MOVES[-1]}}}",
            self.table("changed", [self.changed() for _ in MOVES]),
            f"mover(m) := {stays}",
            "legalMove(m) iff may(m) & ahead(m)",
            f"may(m) iff {may}",
            "outcome(m) := (mover(m), changed(m))",
            f"gameOver iff board /= first & ({self.one_of((over, over, self.sentence(1)))})",
            f"wins(p) iff {self.one_of(('gameOver & ', ''))}p = {winner}{wins}",
        ]
        claims = tuple(self.sentence(1) for _ in range(3))
        return Rules("\n".join(["/$", *lines, "$/"]), self.sides, claims)


def mixed_rules(seed: int) -> Rules:
    """The rules that dice make of a seed."""
    return Dice(seed).rules()

"""Rules of games made by dice: what moves need, add, take away and turn round, as tables in a document."""

from __future__ import annotations

from random import Random

ELEMENTS = range(1, 6)
PHASES = 3
MOVES = range(1, 7)


def random_rules(seed: int) -> str:
    """A document in which positions may come back, a side may move twice, and play may never end.

    A state is who moves, a set, a phase: a move needs some elements and lacks others, adds, takes away,
    turns one round if there are enough, goes on some phases, and may leave the turn where it is.
    """
    dice = Random(seed)

    def some(most: int) -> str:
        return f"{{{', '.join(map(str, sorted(dice.sample(ELEMENTS, dice.randint(0, most)))))}}}"

    def table(name: str, entries: list[str]) -> str:
        *front, last = entries
        clauses = [f"{entry} if m = {move}" for move, entry in zip(MOVES, front, strict=False)]
        return f"{name}(m) := {'; '.join([*clauses, f'{last} otherwise'])}"

    def tables(name: str, most: int) -> str:
        return table(name, [some(most) for _ in MOVES])

    first, second = ("x", "o") if dice.random() < 0.5 else ("o", "x")
    ends = [f"{some(3)} sub held" for _ in range(2)]
    ends.append(f"|held| = {dice.randint(3, 5)} & phase > 0")
    ends.append(f"(Sum[e in held] (e * e)) mod {dice.randint(5, 9)} = {dice.randint(1, 4)} & phase = 1")
    return "\n".join(
        [
            "/$",
            f"initialState := (`{first}, {some(3)}, {dice.randint(0, PHASES - 1)})",
            "playerToMove := currentState[1]",
            "held := currentState[2]",
            "phase := currentState[3]",
            f"other := `{second} if playerToMove = `{first}; `{first} otherwise",
            f"gameOver iff {' V '.join(dice.sample(ends, 2))}",
            f"wins(p) iff gameOver & |held| /= {dice.randint(0, 3)} & p = leader",
            f"leader := `x if (|held| + phase) mod {dice.randint(2, 3)} = 0; `o otherwise",
            f"moves := {{{MOVES[0]}..{MOVES[-1]}}}",
            tables("needs", 2),
            tables("lacks", 2),
            tables("adds", 3),
            tables("takes", 2),
            table("steps", [str(dice.randint(0, 2)) for _ in MOVES]),
            "legalMove(m) iff needs(m) sub held & lacks(m) sec held = {} & (m mod 2 = 0 => phase /= 2)",
            f"keeps(m) iff m = {dice.randint(1, 9)} V m = {dice.randint(1, 9)} & phase = 0",
            "after(m) := (held \\ takes(m)) U adds(m)",
            f"turned(m) := after(m) \\ {{{dice.choice(ELEMENTS)}}} if |after(m)| > 2 & m > phase;",
            f"             after(m) U {{{dice.choice(ELEMENTS)}}} if phase = 1; after(m) otherwise",
            "outcome(m) := (mover(m), turned(m), (phase + steps(m)) mod 3)",
            "mover(m) := playerToMove if keeps(m); other otherwise",
            "$/",
        ]
    )

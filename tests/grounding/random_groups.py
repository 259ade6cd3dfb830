"""Rules of games made by dice whose state is a map from names to sets of cells."""

from __future__ import annotations

from random import Random


def random_group_rules(seed: int) -> str:
    """A document in which sides put stones on cells, take them, turn them over and move them.

    A state is who moves and a map from x, o, and what is taken, to sets of cells: numbers, or pairs of them.
    It is a tuple or a record.
    """
    dice = Random(seed)
    first, second = ("x", "o") if dice.random() < 0.5 else ("o", "x")
    cells = [str(k) for k in range(1, 5)] if dice.random() < 0.5 else ["(1, 1)", "(1, 2)", "(2, 1)", "(2, 2)"]
    dice.shuffle(cells)
    beyond = dict(zip(cells, [*cells[1:], cells[0]], strict=True))
    begins = {name: [cell for cell in cells if dice.random() < 0.3] for name in ("x", "o")}
    begins["o"] = [cell for cell in begins["o"] if cell not in begins["x"]]
    out = f"{{{dice.choice(cells)}}}" if dice.random() < 0.3 else "{}"
    kinds = [
        "on[playerToMove |-> own U {m}]",
        "on[playerToMove |-> own U {m}, rival |-> theirs \\ {next(m)}]",
        "on[playerToMove |-> (own \\ {next(m)}) U {m}]",
        "{p |-> (on[p] U {m} if p = playerToMove; on[p] \\ {m} otherwise) | p in {`x, `o, `out}}",
        "{`x |-> on[`o], `o |-> on[`x] U {m}, `out |-> on[`out]}",
        "{p |-> {c | c in S & c /= next(m)} | p |-> S in on & p /= `out} U {`out |-> on[`out] U {next(m)}}",
        "on[rival |-> {c | c in theirs & next(c) /= m}, playerToMove |-> own U {m}]",
    ]
    chosen = dice.sample(kinds, 2)
    ends = [
        f"|own| = {dice.randint(2, 3)}",
        f"|own U theirs| >= {dice.randint(3, 4)}",
        "some c in own. next(c) in own",
        f"{dice.choice(cells)} in on[`out]",
        f"{{{', '.join(sorted(dice.sample(cells, 2)))}}} sub theirs",
    ]
    groups = f"{{`x |-> {{{', '.join(begins['x'])}}}, `o |-> {{{', '.join(begins['o'])}}}, `out |-> {out}}}"
    is_record = dice.random() < 0.5
    turn, on = ("`turn", "`on") if is_record else ("1", "2")

    def state(mover: str, groups: str) -> str:
        return f"{{`turn |-> {mover}, `on |-> {groups}}}" if is_record else f"({mover}, {groups})"

    clauses = [f"{to} if c = {cell}" for cell, to in list(beyond.items())[:-1]]
    return "\n".join(
        [
            "/$",
            f"initialState := {state(f'`{first}', groups)}",
            f"playerToMove := currentState[{turn}]",
            f"on := currentState[{on}]",
            f"rival := `{second} if playerToMove = `{first}; `{first} otherwise",
            "own := on[playerToMove]",
            "theirs := on[rival]",
            f"moves := {{{', '.join(cells)}}}",
            f"next(c) := {'; '.join(clauses)}; {beyond[cells[-1]]} otherwise",
            f"legalMove(m) iff ~(m in {dice.choice(['own', 'theirs', '(own U theirs)', 'on[`out]'])})",
            f"changed(m) := {chosen[0]} if m = {cells[0]} V m = {cells[1]}; {chosen[1]} otherwise",
            f"outcome(m) := {state('rival', 'changed(m)')}",
            f"gameOver iff {' V '.join(dice.sample(ends, 2))}",
            f"wins(p) iff gameOver & p = ({dice.choice(['playerToMove', 'rival'])} if |own| < |theirs|; "
            f"{dice.choice(['playerToMove', 'rival'])} otherwise)",
            "$/",
        ]
    )

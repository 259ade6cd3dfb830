"""Rules of games made by dice whose state is a map: moves change it at places, exchange places, and sow."""

from __future__ import annotations

from random import Random

KEYS = range(1, 5)
CONTENTS = 3
MOVES = range(1, 7)


def random_map_rules(seed: int) -> str:
    """A document in which positions may come back, a side may move twice, and play may never end.

    A state is who moves and a map from keys to contents.  A move takes one from a place and gives some to
    another, or exchanges two, or turns all round, or sows a content from place to place by recursion.
    """
    dice = Random(seed)

    def table(name: str, entries: list[int]) -> str:
        *front, last = map(str, entries)
        clauses = [f"{entry} if m = {move}" for move, entry in zip(MOVES, front, strict=False)]
        return f"{name}(m) := {'; '.join([*clauses, f'{last} otherwise'])}"

    def places() -> list[int]:
        return [dice.choice(KEYS) for _ in MOVES]

    first, second = ("x", "o") if dice.random() < 0.5 else ("o", "x")
    contents = ", ".join(f"{key} |-> {dice.randrange(CONTENTS)}" for key in KEYS)
    kinds = [
        "board[at(m) |-> board[at(m)] - 1, other(m) |-> (board[other(m)] + gives(m)) mod 3]",
        "{k |-> v | k |-> v in board & k /= at(m) & k /= other(m)} U "
        "{at(m) |-> board[other(m)], other(m) |-> board[at(m)]}",
        "{k |-> (v + gives(m)) mod 3 | k |-> v in board}",
        "sow(board[at(m) |-> 0], at(m), board[at(m)])",
    ]
    chosen = dice.sample(kinds, 3)
    ends = [
        f"Sum[k in keys] board[k] = {dice.randint(0, 8)}",
        f"|{{k | k |-> v in board & v = {dice.randrange(CONTENTS)}}}| >= {dice.randint(2, 4)}",
        f"all k in {{1..3}}. board[k] = {dice.randrange(CONTENTS)}",
        f"({dice.choice(KEYS)} |-> {dice.randrange(CONTENTS)}) in board & board[2] = board[3]",
        f"|reached({{{dice.choice(KEYS)}}})| = {dice.randint(1, 4)}",
    ]
    closure = [
        "reached(S) := S if step(S) = S; reached(step(S)) otherwise",
        "reached(S) := reached(step(S)) if step(S) /= S; S otherwise",
        "reached(S) := flood({}, S) "
        "flood(S, F) := S if F = {}; flood(S U F, new \\ (S U F)) otherwise where new = step(F)",
    ]
    return "\n".join(
        [
            "/$",
            f"initialState := (`{first}, {{{contents}}})",
            "playerToMove := currentState[1]",
            "board := currentState[2]",
            f"rival := `{second} if playerToMove = `{first}; `{first} otherwise",
            f"keys := {{{KEYS[0]}..{KEYS[-1]}}}",
            f"moves := {{{MOVES[0]}..{MOVES[-1]}}}",
            table("at", places()),
            table("to", places()),
            "other(m) := to(m) if to(m) /= at(m); at(m) mod 4 + 1 otherwise",
            table("gives", [dice.randint(0, 2) for _ in MOVES]),
            table("needs", [dice.randint(0, 2) for _ in MOVES]),
            "legalMove(m) iff board[at(m)] > 0 & board[other(m)] >= needs(m)",
            "sow(b, h, n) := b if n = 0; sow(more(b, next(h)), next(h), n - 1) otherwise",
            table("link", [dice.choice(KEYS) for _ in KEYS]).replace("(m)", "(k)").replace("m =", "k ="),
            f"step(S) := S U {{link(k) | k in S & board[k] > {dice.randint(0, 1)}}}",
            dice.choice(closure),
            "more(b, h) := b[h |-> (b[h] + 1) mod 3]",
            "next(h) := h mod 4 + 1",
            f"changed(m) := {chosen[0]} if m < 3; {chosen[1]} if m < 5; {chosen[2]} otherwise",
            "outcome(m) := (mover(m), changed(m))",
            f"mover(m) := playerToMove if m = {dice.randint(1, 9)} & board[1] = 0; rival otherwise",
            f"gameOver iff {' V '.join(dice.sample(ends, 2))}",
            f"wins(p) iff gameOver & board[{dice.choice(KEYS)}] > 0 & p = leader",
            "leader := `x if (Sum[k in keys] (k * board[k])) mod 3 = |near|; `o otherwise",
            "near := reached({1})",
            "$/",
        ]
    )

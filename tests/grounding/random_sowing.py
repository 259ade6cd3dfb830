"""Rules of games made by dice: seeds are sown, captured and counted, and moves are judged by what follows.

No rule says how many seeds a pit may hold or a player capture; it follows from how many there are.
"""

from __future__ import annotations

from random import Random

PITS = range(1, 5)


def random_sowing_rules(seed: int) -> str:
    """A document in which positions may come back, a side may move twice, and play may never end.

    A state is who moves, how many seeds lie in each pit, and how many each side has.  A move takes the seeds
    of a pit and sows them one by one, by recursion; it may capture where it ends, and it may be forbidden by
    what is true after it, or by what the rival could do then.
    """
    dice = Random(seed)
    pits = dice.choice([(1, 1, 1, 1), (2, 1, 1, 2), (2, 2, 1, 1), (1, 1, 2, 2), (3, 0, 0, 3), (2, 1, 2, 1)])
    contents = ", ".join(f"{pit} |-> {seeds}" for pit, seeds in zip(PITS, pits, strict=True))
    first, second = ("x", "o") if dice.random() < 0.5 else ("o", "x")
    skipped = [
        "sow(b, m, i, n) := b if n = 0; sow(b[i |-> b[i] + 1], m, i mod 4 + 1, n - 1) otherwise",
        "sow(b, m, i, n) := b if n = 0; sow(b, m, i mod 4 + 1, n) if i = m; "
        "sow(b[i |-> b[i] + 1], m, i mod 4 + 1, n - 1) otherwise",
        "sow(b, m, i, n) := b if n <= 0; sow(b[i |-> b[i] + 1], m, (i + 1) mod 4 + 1, n - 1) otherwise",
    ]
    captures = [
        f"sown(m)[end(m)] = {dice.randint(1, 3)}",
        f"sown(m)[end(m)] >= {dice.randint(2, 3)} & end(m) in row(rival)",
        f"seeds[end(m)] = 0 & sown(m)[{dice.choice(PITS)}] > 0",
    ]
    safe = [
        f"seeds[{dice.choice(PITS)}] < 4",
        "some i in row(p). seeds[i] > 0",
        f"(Sum[i |-> n in seeds] (i * n)) mod 5 /= {dice.randint(0, 4)}",
        "~(some m in row(playerToMove). "
        f"(captures(m) & sown(m)[{dice.choice(PITS)}] = {dice.randint(1, 2)}))",
    ]
    ends = [
        f"has[`x] + has[`o] >= {dice.randint(4, 5)}",
        "some i in pits. seeds[i] >= 5",
        f"seeds[{dice.choice(PITS)}] = {dice.randint(3, 4)} & has[`x] > 0",
        "all m in moves. ~legalMove(m)",
    ]
    own = dice.choice([(1, 2), (1, 3), (1, 4)])
    return "\n".join(
        [
            "/$",
            f"initialState := (`{first}, {{{contents}}}, {{`x |-> 0, `o |-> 0}})",
            "playerToMove := currentState[1]",
            "seeds := currentState[2]",
            "has := currentState[3]",
            f"rival := `{second} if playerToMove = `{first}; `{first} otherwise",
            f"pits := {{{PITS[0]}..{PITS[-1]}}}",
            "moves := pits",
            f"row(p) := {{{own[0]}, {own[1]}}} if p = `x; pits \\ {{{own[0]}, {own[1]}}} otherwise",
            dice.choice(skipped),
            "sown(m) := sow(seeds[m |-> 0], m, m mod 4 + 1, seeds[m])",
            "end(m) := (m + seeds[m] - 1) mod 4 + 1",
            f"captures(m) iff {dice.choice(captures)}",
            "gain(m) := sown(m)[end(m)] if captures(m); 0 otherwise",
            "left(m) := sown(m)[end(m) |-> 0] if captures(m); sown(m) otherwise",
            "outcome(m) := (mover(m), left(m), has[playerToMove |-> has[playerToMove] + gain(m)])",
            f"mover(m) := playerToMove if end(m) = {dice.randint(1, 9)} & seeds[m] = 2; rival otherwise",
            f"safe(p) iff {dice.choice(safe)}",
            "leavesSafe(m, p) iff safe(p) where currentState = outcome(m)",
            "legalMove(m) iff m in row(playerToMove) & seeds[m] > 0 & leavesSafe(m, playerToMove)",
            f"gameOver iff {' V '.join(dice.sample(ends, 2))}",
            "wins(p) iff gameOver & all q in {`x, `o} \\ {p}. has[q] < has[p]",
            "$/",
        ]
    )

"""Rules of games made by dice that end: heaps to take from, cells to place men on, and machines."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from tests.battery.mixed_rules import SIDES, Rules


def heap_rules(seed: int) -> Rules:
    """The rules that dice make of a seed."""
    dice = Random(seed)
    make = dice.choice((taking, taking, placing, machine))
    return make(dice, SIDES[: dice.choice((1, 2, 2, 2, 2, 3))])


def following(sides: tuple[str, ...]) -> str:
    """The definition of the side that moves after another."""
    clauses = [f"{b} if p = {a}" for a, b in pairwise(sides)]
    return f"after(p) := {'; '.join([*clauses, f'{sides[0]} otherwise'])}"


def taking(dice: Random, sides: tuple[str, ...]) -> Rules:
    """Heaps in a map or in a tuple; whoever takes the last one wins, or loses, or the largest share wins."""
    heaps = [dice.randint(0, 3) for _ in range(dice.randint(1, 3))]
    keys = range(1, len(heaps) + 1)
    pairs = ", ".join(f"{key} |-> {size}" for key, size in zip(keys, heaps, strict=True))
    tuple_of = f"({', '.join(map(str, heaps))})" if len(heaps) > 1 else f"{{{pairs}}}"
    wins = dice.choice(
        ("after(p) = playerToMove", "p = playerToMove", f"p = {dice.choice(sides)} & |taken| > 1")
    )
    lines = [
        f"initialState := ({dice.choice(sides)}, {dice.choice((f'{{{pairs}}}', tuple_of))}, {{}})",
        "(playerToMove, heaps, taken) := currentState",
        following(sides),
        f"keys := {{{', '.join(map(str, keys))}}}",
        "moves := keys * {1..3}",
        f"legalMove(m) iff heaps[h] >= n & n <= {dice.randint(1, 3)} where (h, n) = m",
        "outcome(m) := (after(playerToMove), less(m), taken U {(playerToMove, n)}) where (h, n) = m",
        "less(m) := heaps[h |-> heaps[h] - n] where (h, n) = m",
        f"gameOver iff (all h in keys. heaps[h] = 0) V |taken| > {dice.randint(2, 6)}",
        f"wins(p) iff gameOver & ({wins})",
    ]
    claims = ("(Sum[h in keys] heaps[h]) > 1", "some (p, n) in taken. p /= playerToMove", "|taken| < 2")
    return Rules("\n".join(["/$", *lines, "$/"]), sides, claims)


def placing(dice: Random, sides: tuple[str, ...]) -> Rules:
    """Men placed on cells, in a set of pairs or a map; a side wins with one of some lines."""
    cells = range(1, dice.randint(3, 5) + 1)
    count = dice.randint(1, 3)
    lines_of = ["{" + ", ".join(map(str, dice.sample(cells, dice.randint(2, 3)))) + "}" for _ in range(count)]
    is_map = dice.random() < 0.5
    board = f"{{{', '.join(f'{cell} |-> `none' for cell in cells)}}}" if is_map else "{}"
    placed = "board[m |-> playerToMove]" if is_map else "board U {(playerToMove, m)}"
    own = "{c | c |-> p in board}" if is_map else "{c | (p, c) in board}"
    lines = [
        f"initialState := ({dice.choice(sides)}, {board})",
        "(playerToMove, board) := currentState",
        following(sides),
        f"moves := {{{cells[0]}..{cells[-1]}}}",
        f"lines := {{{', '.join(lines_of)}}}",
        f"own(p) := {own}",
        f"free(m) iff {'board[m] = `none' if is_map else '~(some (p, c) in board. c = m)'}",
        f"legalMove(m) iff free(m) & ({dice.choice(('true', 'm /= |own(playerToMove)| + 2'))})",
        f"outcome(m) := (after(playerToMove), {placed})",
        f"gameOver iff some p in {{{', '.join(sides)}}}. wins(p)",
        "wins(p) iff some l in lines. l sub own(p)",
    ]
    claims = (
        "1 in own(playerToMove)",
        "own(after(playerToMove)) = {} => ~gameOver",
        "some l in lines. 1 in l",
    )
    return Rules("\n".join(["/$", *lines, "$/"]), sides, claims)


def machine(dice: Random, sides: tuple[str, ...]) -> Rules:
    """A machine with a counter and a set, and actions that may happen by themselves."""
    most = dice.randint(4, 7)
    extra = f"automatic drop when count = {dice.randint(2, most)} & held /= {{}}:\n    held' = {{}}"
    lines = [
        f"variable count in {{0..{most}}}",
        f"variable turn in {{{', '.join(sides)}}}",
        "variable held sub {1..3}",
        f"initially count = 0 & turn = {dice.choice(sides)} & held = {{}}",
        following(sides),
        f"action add(n in {{1..2}}) when count + n <= {most}:",
        "    count' = count + n",
        f"    turn' = {dice.choice(('after(turn)', 'after(turn) if n = 1; turn otherwise'))}",
        f"action hold(n in {{1..3}}) when ~(n in held) & |held| < {dice.randint(1, 3)}:",
        "    held' = held U {n}",
        "    turn' = after(turn)",
        *([extra] if dice.random() < 0.5 else []),
        "playerToMove := turn",
        f"gameOver iff count = {most} V |held| = {dice.randint(2, 4)}",
        f"wins(p) iff gameOver & p = {dice.choice(('turn', 'after(turn) & 1 in held', 'after(turn)'))}",
    ]
    claims = ("count < 3", "1 in held => count > 0", "turn = after(turn)")
    return Rules("\n".join(["/$", *lines, "$/"]), sides, claims)

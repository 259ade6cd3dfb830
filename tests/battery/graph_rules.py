"""Rules of games made by dice that are graphs: a token goes along edges, and play may go round for ever.

A state is who moves and a node, or a node alone, which may be a number, an atom, a string, a tuple, a set or
a truth.  Who moves follows from the turn or from the node; what has no edge, or is marked, is an end.  The
same rules are also written with clicks, one strip of the screen for each move.
"""

from __future__ import annotations

from random import Random

from tests.battery.mixed_rules import SIDES, Rules

KINDS = (
    ("1", "2", "3", "4", "5", "6"),
    ("`a", "`b", "`c", "`d", "`e", "`f"),
    ('"a"', '"b c"', '"d"', '"1"', '"x"', '"`x"'),
    ("(1, 1)", "(1, `a)", "((1, 1), 2)", "()", "(1, 1, 1)", "(`a, {})"),
    ("{1}", "{}", "{1, 2}", "{{}}", "{(1, 2)}", "{`a}"),
    ("1", "true", '"1"', "`a", "{1}", "(1, 1)"),
)
STRIP = 100
"""The width of the strip of the screen that stands for a move."""


def graph_rules(seed: int) -> Rules:
    """The rules that dice make of a seed."""
    dice = Random(seed)
    nodes = dice.choice(KINDS)[: dice.randint(3, 6)]
    sides = SIDES[: dice.choice((1, 2, 2, 2, 2, 3))]
    ends = set(dice.sample(nodes, dice.randint(1, 2)))
    inner = [node for node in nodes if node not in ends]
    edges = {(a, b) for a in inner for b in dice.sample(nodes, dice.randint(1, 3))}
    by_node = dice.random() < 0.4
    owner = {node: dice.choice(sides) for node in nodes}
    winner = {node: dice.choice((*sides, "`nobody")) for node in nodes} | {inner[0]: "`nobody"}
    after = dict(zip(sides, [*sides[1:], sides[0]], strict=True))

    def table(name: str, entries: dict[str, str]) -> str:
        *front, (_, last) = entries.items()
        clauses = [f"{value} if n = {node}" for node, value in front]
        return f"{name}(n) := {'; '.join([*clauses, f'{last} otherwise'])}"

    state = [
        f"initialState := {inner[0]}",
        "node := currentState",
        "playerToMove := owner(node)",
        "to(n) := n",
    ]
    if not by_node:
        start = dice.choice(sides)
        state = [f"initialState := ({start}, {inner[0]})", "(playerToMove, node) := currentState"]
        state += ["to(n) := (next(playerToMove), n)", table("next", after)]
    over = "node in ends" if dice.random() < 0.5 else "false"
    strips = [f"{node} if mouseX < {STRIP * k}" for k, node in enumerate(nodes, 1)]
    lines = [
        *state,
        table("owner", owner),
        table("winner", winner),
        f"nodes := {{{', '.join(nodes)}}}",
        f"ends := {{{', '.join(sorted(ends))}}}",
        f"edges := {{{', '.join(f'({a}, {b})' for a, b in sorted(edges))}}}",
        "moves := nodes",
        "legalMove(n) iff (node, n) in edges",
        "outcome(n) := to(n)",
        f"gameOver iff {over}",
        "wins(p) iff node in ends & winner(node) = p",
        "images := {}",
        f"strip := {'; '.join(strips)}; 0 otherwise",
        "newState := outcome(strip) if mouseClicked & ~gameOver & strip in nodes & legalMove(strip); "
        "currentState otherwise",
    ]
    some = dice.choice(nodes)
    claims = (f"node /= {some}", f"node = {some} => playerToMove = {dice.choice(sides)}", "node in ends")
    return Rules("\n".join(["/$", *lines, "$/"]), sides, claims)

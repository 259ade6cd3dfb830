"""How long a match can be."""

from __future__ import annotations

from collections import Counter

from noughts.kernels.state_graph import StateGraph


def longest_match(graph: StateGraph) -> int | None:
    """The moves of a longest match, or ``None`` if play can return to a position.

        length(first) = 0
        length(p)     = max { length(q) + 1 : a move leads from q to p }

    Positions are taken once all that lead to them have been (Kahn 1962); on a cycle none ever is.
    """
    waiting = Counter(graph.targets)
    length = [0] * len(graph)
    ready = [] if waiting[0] else [0]
    for number in ready:
        for target in graph.successors(number):
            length[target] = max(length[target], length[number] + 1)
            waiting[target] -= 1
            if not waiting[target]:
                ready.append(target)
    return max(length) if len(ready) == len(graph) else None

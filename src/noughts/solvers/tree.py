"""Monte-Carlo tree search (UCT): values of moves by random matches, more of them for more promising moves.

A tree grows by one node per round.  The round descends from the root to the child with the greatest upper
confidence bound,

    mean value of the child for the mover + _EAGER * sqrt(ln visits of the node / visits of the child)

until it adds a new node, plays a random match from there, and updates every node on the path.  Proven results
are propagated (MCTS-Solver): a node with a move to a win of the mover is a win, one whose moves all lead to
wins of the other is a loss.

L. Kocsis and C. Szepesvári, *Bandit based Monte-Carlo planning*, 2006; M. Winands, Y. Björnsson and
J.-T. Saito, *Monte-Carlo tree search solver*, 2008.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, log, sqrt
from random import Random
from time import monotonic
from typing import Final

from msgspec import Struct, field

from noughts.games.game import Move, Position
from noughts.kernels.kernel_source import NOBODY
from noughts.kernels.search_game import ONGOING, SearchGame, SearchNode
from noughts.stop import Deadline, Stopped, current, honouring

# The weight of exploration in the upper confidence bound; for values in [0, 1] theory allows up to √2.
_EAGER: Final = 1.0


class Branch(Struct, eq=False):
    """A node of the tree: its visits, and the sum of results for the side that moved there.

    `decided` is the side that can force a win, `NOBODY` for a proven draw, and `ONGOING` while nothing is
    proven.
    """

    node: SearchNode
    owner: int
    mover: int
    decided: int
    visits: int = 0
    worth: float = 0.0
    children: dict[Move, Branch] = field(default_factory=dict)
    untried: list[Move] = field(default_factory=list)


class Tree(Struct, eq=False):
    """A search of one game from one position."""

    game: SearchGame
    dice: Random
    clock: Callable[[], float] = monotonic

    def search(
        self, position: Position, *, seconds: float | None = None, rounds: int | None = None
    ) -> dict[Move, tuple[int, float]]:
        """The visits of each move that was tried, and its mean: 1 if it always won, 0 if it always lost."""
        outer = current.get()
        stop = outer if seconds is None else Deadline(seconds, outer, self.clock)
        root = self.branch(self.game.node(position), owner=-1)
        done = 0
        try:
            with honouring(stop):
                while root.decided == ONGOING and (rounds is None or done < rounds):
                    stop.look()
                    self.round(root)
                    done += 1
        except Stopped:  # the round in progress is discarded
            outer.look()
        found = {move: self.seen(child) for move, child in root.children.items() if child.visits}
        return {self.game.move(move): seen for move, seen in found.items()}

    def seen(self, child: Branch) -> tuple[int, float]:
        """The visits and the mean of a move; a proven win has the most visits, a proven loss none."""
        if child.decided == child.owner:
            return 1 << 60, 1.0
        if child.decided not in (ONGOING, NOBODY):
            return 0, 0.0
        return child.visits, child.worth / child.visits

    def branch(self, node: SearchNode, owner: int) -> Branch:
        """A new node, its moves shuffled."""
        winner = self.game.winner(node)
        if winner != ONGOING:
            return Branch(node, owner, -1, winner)
        moves = list(self.game.choices(node))
        self.dice.shuffle(moves)
        return Branch(node, owner, self.game.mover(node), ONGOING, untried=moves)

    def round(self, root: Branch) -> None:
        """One round: selection, expansion, simulation, backpropagation."""
        path = [root]
        while path[-1].decided == ONGOING and not path[-1].untried:
            path.append(self.most_promising(path[-1]))
        last = path[-1]
        if last.decided == ONGOING:
            move = last.untried.pop()
            last.children[move] = child = self.branch(self.game.after(last.node, move), last.mover)
            path.append(child)
        winner = path[-1].decided
        if winner == ONGOING:
            winner, _ = self.game.play_out(path[-1].node, self.dice)
        for branch in reversed(path):
            branch.visits += 1
            branch.worth += 0.5 if winner == NOBODY else float(winner == branch.owner)
            self.decide(branch)

    def most_promising(self, branch: Branch) -> Branch:
        """The child with the greatest upper confidence bound; proven losses of the mover come last.

        The logarithm is of visits + 1, so that it is defined and positive at the first selection.
        """
        eager = _EAGER * _EAGER * log(branch.visits + 1)

        def promise(child: Branch) -> float:
            if child.decided not in (ONGOING, NOBODY, branch.mover):
                return -inf
            return child.worth / child.visits + sqrt(eager / child.visits)

        return max(branch.children.values(), key=promise)

    def decide(self, branch: Branch) -> None:
        """Mark a node as decided if its children prove it.

        A win of the mover needs one child; anything else needs all of them.  If several other sides win in
        some child, none of them can force it, and the node counts as drawn.
        """
        if branch.decided != ONGOING or not branch.children:
            return
        ends = {child.decided for child in branch.children.values()}
        if branch.mover in ends:
            branch.decided = branch.mover
        elif not branch.untried and ONGOING not in ends:
            branch.decided = NOBODY if NOBODY in ends or len(ends) > 1 else ends.pop()

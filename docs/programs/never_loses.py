"""A program learns a game, and is proved never to lose.

It plays against itself in an environment of PettingZoo, and learns the value of every action that it sees, by
the equation of Q-learning for two players of whom one loses what the other wins:

    Q(s, a) = reward                     if the match is over
            = - max { Q(s', b) : b }     otherwise, where s' is what the other player sees after a

Then an audit follows all matches that the program can play.  It either proves that the program never loses,
or shows a shortest match that it loses.  The program plays on from each position of that match, until an
audit proves that it never loses.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

import noughts
from noughts.adapters import pettingzoo
from noughts.adapters.policy import player

Seen = dict[str, NDArray[np.int8]]
"""What the side to move sees: ``observation`` and ``action_mask``."""

EXPLORES = 0.7
"""The probability of a random action while it learns."""

MATCHES = 3000
"""The matches before the first audit."""

LESSONS = 50
"""The matches that continue each beginning of a lost one."""


class Learner:
    """A table with the value of every action in every position that it has seen."""

    def __init__(self, game: noughts.Game, seed: int) -> None:
        self.env = pettingzoo.raw_env(game)
        self.values: defaultdict[bytes, NDArray[np.float64]] = defaultdict(self.unknown)
        self.dice = Random(seed)

    def unknown(self) -> NDArray[np.float64]:
        """The values of the actions in a new position: draws."""
        return np.zeros(len(self.env.encoding.actions))

    def best(self, seen: Seen) -> int:
        """The best legal action; the policy."""
        values = self.values[seen["observation"].tobytes()]
        return int(np.where(seen["action_mask"], values, -np.inf).argmax())

    def explored(self, seen: Seen) -> int:
        """The best legal action, or sometimes any."""
        if self.dice.random() < EXPLORES:
            return int(self.dice.choice(np.flatnonzero(seen["action_mask"])))
        return self.best(seen)

    def learn(self, line: Sequence[str] = ()) -> None:
        """Play a match that begins with the moves of a line, and learn from it, the last move first."""
        env, steps, given = self.env, list[tuple[Seen, int]](), iter(line)
        env.reset()
        while not env.terminations[env.agent_selection]:
            seen = env.observe(env.agent_selection)
            text = next(given, None)
            action = self.explored(seen) if text is None else env.encoding.action(env.position, text)
            steps.append((seen, action))
            env.step(action)
        worth = float(max(env.rewards.values()))  # of the last move: the loser never makes it
        for seen, action in reversed(steps):
            values = self.values[seen["observation"].tobytes()]
            values[action] = worth
            worth = -float(values[seen["action_mask"] == 1].max())


def main(game: noughts.Game, seed: int = 1) -> list[noughts.Audit]:
    """Train until the program is proved never to lose, at each side that need not lose; print each audit."""
    winner = game.solve().value().winner
    sides = [side for side in game.sides if winner in (None, side)]
    learner = Learner(game, seed)
    learned = player(learner.env, learner.best, "the learner")
    for _ in range(MATCHES):
        learner.learn()
    while True:
        audits = [game.audit(learned, side) for side in sides]
        for audit in audits:
            print(audit)
            lost = () if audit.lost is None else audit.lost.moves
            for ply in range(len(lost)):
                for _ in range(LESSONS):
                    learner.learn(lost[:ply])
        if all(audit.safe for audit in audits):
            return audits


if __name__ == "__main__":
    main(noughts.load("tictactoe"))  # it takes ten seconds

"""Policies that were trained in an environment, as players: in matches, arenas and audits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from noughts.adapters.agent_view import Bits
from noughts.adapters.encoding import Encoding
from noughts.api.match import Match
from noughts.refusal import Refusal

Policy: TypeAlias = Callable[[dict[str, Bits]], Any]
"""A function from what an agent observes, ``observation`` and ``action_mask``, to the number of an action."""


class PolicyPlayer:
    """A policy as a player; an audit of it is a proof if its action depends on the observation alone."""

    def __init__(self, encoding: Encoding, policy: Policy, name: str | None = None) -> None:
        self.encoding = encoding
        self.policy = policy
        self.name = name or str(getattr(policy, "__name__", type(policy).__name__))

    def choose(self, match: Match) -> str:
        """The text of its move; `Refusal` if its action is not legal."""
        position = self.encoding.at(match.played.position)
        action = int(self.policy(self.encoding.seen(position, position.mover)))
        if action not in position.legal:
            legal = ", ".join(map(str, position.legal))
            where = match.text or "the start"
            raise Refusal(
                f"{self.name} chose action {action} after {where}, which is not legal", f"legal: {legal}"
            )
        return self.encoding.move_text(position, action)


def player(environment: Any, policy: Policy, name: str | None = None) -> PolicyPlayer:
    """A policy that was trained in an environment of PettingZoo or Gymnasium, as a player.

    >>> import noughts
    >>> from noughts.adapters import pettingzoo
    >>> game = noughts.load("nim")
    >>> first = player(pettingzoo.env(game), lambda seen: seen["action_mask"].argmax(), "first")
    >>> game.audit(first, "x").safe
    False
    """
    return PolicyPlayer(environment.unwrapped.encoding, policy, name)

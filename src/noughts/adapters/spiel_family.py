"""Families of games that are registered with OpenSpiel: games of one name that differ in their constants.

OpenSpiel copies, compares and stores a game by its name and its parameters, ``noughts_mnk(k=3,m=4,n=3)``.
Each missing parameter gets its default.  So within a process a name belongs to one set of rules, and its
parameters are the constants; a parameter that only some games have is the empty text in the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

import pyspiel
from msgspec import Struct

from noughts.adapters.encoding import Encoding
from noughts.adapters.identity import Identity, Parameter
from noughts.adapters.spiel_game import SpielGame
from noughts.games.record import fingerprint_of
from noughts.grounding.grounded import digest
from noughts.kernels.search_game import MOST_MOVES, ExploredGame
from noughts.refusal import Refusal

# The parameter that is no constant of the rules.
_MOST_MOVES: Final = "most_moves"


class Variant(Struct, frozen=True, dict=True):
    """A game with values of its constants, and the most moves of a match."""

    identity: Identity
    encoding: Encoding
    most_moves: int

    @property
    def parameters(self) -> dict[str, Parameter]:
        """The constants, and the most moves unless they are the default."""
        own = {} if self.most_moves == MOST_MOVES else {_MOST_MOVES: self.most_moves}
        return {**self.identity.parameters, **own}

    def is_same(self, other: Variant) -> bool:
        """Whether rules and constants are the same."""
        return self.identity == other.identity and self.most_moves == other.most_moves

    @cached_property
    def fingerprint(self) -> str:
        """The digest by which another process recognises the rules, and the numbering of moves and
        positions."""
        searched, moves = self.encoding.searched, map(repr, self.encoding.moves)
        known = fingerprint_of(self.encoding.game.rules)
        if known or not isinstance(searched, ExploredGame):
            return digest(known, *moves)
        return digest(*map(searched.game.position_text, searched.graph.positions), *moves)


class Family:
    """The games of one name: the same rules, whose constants are parameters."""

    def __init__(self, name: str, rules: object) -> None:
        self.name = name
        self.rules = rules
        self.variants: dict[frozenset[tuple[str, Parameter]], Variant] = {}
        self.defaults: dict[str, Parameter] = {_MOST_MOVES: MOST_MOVES}
        self.latest: dict[str, Parameter] = {}
        # OpenSpiel releases its factory only after Python has ended, where freeing an object would crash.  A
        # class is part of a reference cycle, so it is never freed.
        self.made = type(SpielGame.__name__, (SpielGame,), {"family": self})

    def add(self, variant: Variant) -> str:
        """Register a game; its name with its parameters.  `Refusal` if the name is that of other rules."""
        parameters = variant.parameters
        key = frozenset(parameters.items())
        if not self._fits(variant) or not self.variants.get(key, variant).is_same(variant):
            raise _taken(self.name)
        self.variants.setdefault(key, variant)
        self.latest = parameters
        self.defaults |= {k: "" if isinstance(v, str) else v for k, v in variant.identity.parameters.items()}
        pyspiel.register_game(self.kind(variant), self.made)
        return self._text(parameters)

    def _fits(self, variant: Variant) -> bool:
        """Whether it has the rules of the family, and parameters of the same types."""
        if self.rules != variant.identity.family:
            return False
        return all(isinstance(v, type(self.defaults.get(k, v))) for k, v in variant.parameters.items())

    def _text(self, parameters: Mapping[str, Parameter]) -> str:
        """The name as OpenSpiel writes it."""
        written = ",".join(f"{name}={value}" for name, value in sorted(parameters.items()))
        return f"{self.name}({written})"

    def variant(self, given: Mapping[str, Parameter]) -> Variant:
        """The game with those parameters; missing ones are those of the game that was registered last."""
        said = {k: v for k, v in given.items() if v != "" and (k, v) != (_MOST_MOVES, MOST_MOVES)}
        for parameters in (said, {**self.latest, **said}):
            if (found := self.variants.get(frozenset(parameters.items()))) is not None:
                return found
        raise _unregistered(self._text(said))

    def kind(self, variant: Variant) -> Any:
        """The type of a game, which OpenSpiel needs before the game is loaded."""
        game = variant.encoding.game
        players = len(game.sides)
        return pyspiel.GameType(
            short_name=self.name,
            long_name=f"{game.name} (Noughts)",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
            information=pyspiel.GameType.Information.PERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM
            if players == 2
            else pyspiel.GameType.Utility.GENERAL_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=players,
            min_num_players=players,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification=self.defaults,
        )

    def reduced(self, variant: Variant) -> tuple[Any, ...]:
        """The arguments by which a copy or a pickle finds the game again."""
        return registered, (self.name, variant.parameters, variant.fingerprint)


_families: dict[str, Family] = {}


def register_variant(name: str, variant: Variant) -> str:
    """Register a game by that name for `pyspiel.load_game`; returns the name with its parameters."""
    if name not in _families and name in pyspiel.registered_names():
        raise _taken(name)
    family = _families.get(name) or Family(name, variant.identity.family)
    written = family.add(variant)
    _families[name] = family
    return written


def registered(name: str, parameters: Mapping[str, Parameter], fingerprint: str) -> SpielGame:
    """A game that was registered; `Refusal` if it was not here, or if it has other rules here."""
    family = _families.get(name)
    if family is None:
        raise _unregistered(name)
    if family.variant(parameters).fingerprint != fingerprint:
        raise Refusal(f"the game `{name}` has other rules here", "load the one that was pickled")
    found: SpielGame = pyspiel.load_game(name, dict(parameters))
    return found


def _taken(name: str) -> Refusal:
    return Refusal(
        f"the name `{name}` belongs to a game with other rules", "give this one another with `name=`"
    )


def _unregistered(name: str) -> Refusal:
    help = "load it with its constants, by `noughts.load(…)` and `load_game` of `noughts.adapters.open_spiel`"
    return Refusal(f"the game `{name}` is not registered in this process", help)

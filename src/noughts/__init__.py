"""Noughts: write the rules of a game as mathematics; check, play, solve and prove them.

    >>> import noughts
    >>> game = noughts.load("tictactoe")
    >>> match = noughts.Match(game).play("5 1")
    >>> game.solve().value(match)
    Value(winner=None, distance=None)

Everything here is loaded at its first use, so the import is fast.
"""

TYPE_CHECKING = False  # importing `typing` would take three times as long as all the rest

if TYPE_CHECKING:
    from noughts.api.audit import Audit, check_laws
    from noughts.api.automaton import Strategy
    from noughts.api.document import Document, Report, load_document
    from noughts.api.exploration import Exploration
    from noughts.api.game import Game, game_names, load
    from noughts.api.match import LegalMoves, Match
    from noughts.api.outcomes import PossibleOutcomes, Searched
    from noughts.api.player import SeatedPlayer
    from noughts.api.proof import Proof
    from noughts.api.solution import Solution, load_solution, load_tables
    from noughts.games.game import Outcome
    from noughts.games.result import Value
    from noughts.meaning.explanation import Explanation
    from noughts.players.standings import Tournament
    from noughts.refusal import Refusal
    from noughts.text.diagnostic import DocumentError
    from noughts.values.scalars import Atom

__version__ = "0.1.0"
__all__ = [
    "Atom",
    "Audit",
    "Document",
    "DocumentError",
    "Explanation",
    "Exploration",
    "Game",
    "LegalMoves",
    "Match",
    "Outcome",
    "PossibleOutcomes",
    "Proof",
    "Refusal",
    "Report",
    "Searched",
    "SeatedPlayer",
    "Solution",
    "Strategy",
    "Tournament",
    "Value",
    "check_laws",
    "game_names",
    "load",
    "load_document",
    "load_solution",
    "load_tables",
]

_HOME = {
    "Atom": "values.scalars",
    "Audit": "api.audit",
    "Document": "api.document",
    "DocumentError": "text.diagnostic",
    "Explanation": "meaning.explanation",
    "Exploration": "api.exploration",
    "Game": "api.game",
    "LegalMoves": "api.match",
    "Match": "api.match",
    "Outcome": "games.game",
    "PossibleOutcomes": "api.outcomes",
    "Proof": "api.proof",
    "Refusal": "refusal",
    "Report": "api.document",
    "Searched": "api.outcomes",
    "SeatedPlayer": "api.player",
    "Solution": "api.solution",
    "Strategy": "api.automaton",
    "Tournament": "players.standings",
    "Value": "games.result",
    "check_laws": "api.audit",
    "game_names": "api.game",
    "load": "api.game",
    "load_document": "api.document",
    "load_solution": "api.solution",
    "load_tables": "api.solution",
}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'noughts' has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module(f"noughts.{_HOME[name]}"), name)
    globals()[name] = found
    return found


def load_ipython_extension(shell: object) -> None:
    """Called by ``%load_ext noughts`` in a notebook: registers ``%%led``."""
    from noughts.api.notebook import register

    register(shell)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

"""The value of every position with perfect play: `noughts.Solution`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from noughts.api.columns import ArrowColumns, Tabular, position_columns
from noughts.api.immutable import Immutable
from noughts.api.wanted import as_address, as_path, require_game
from noughts.games.result import Value
from noughts.kernels.explore import explore
from noughts.refusal import Refusal
from noughts.solvers.backward import Solution as Listed
from noughts.solvers.backward import refuse_many_sides, solve
from noughts.solvers.solved import Solved
from noughts.solvers.tables.folder import Folder

if TYPE_CHECKING:
    from noughts.api.game import Game

_GAME_FIRST = "the first argument", "a game, as `noughts.load(…)` returns"


class Solution(Tabular, Immutable):
    """A solved game; as a table, a row for each position.

    Positions are given as a `Match`, as ``match.position``, as their text, or as a row of a table.

    >>> import noughts
    >>> game = noughts.load("tictactoe")
    >>> table = game.solve()
    >>> match = noughts.Match(game).play("1 2")
    >>> table.value(match), table.best(match)
    (Value(winner='x', distance=5), ('4', '5', '7'))
    """

    def __init__(self, game: Game, solved: Solved) -> None:
        self.game = game
        self.solved = solved

    def value(self, position: object = None) -> Value:
        """The winner from a position with perfect play, and the number of moves to the end.

        The default is the first position.
        """
        return self.solved.value(self._position(position))

    def best(self, position: object = None) -> tuple[str, ...]:
        """The texts of the moves that preserve the value: quickest wins, longest losses, or draws."""
        found = self._position(position)
        rules = self.game.rules
        self.value(position)
        return tuple(rules.move_text(found, move) for move in self.solved.best(found))

    def by_move(self, position: object = None) -> dict[str, Value]:
        """The value after each legal move; distances count the move itself."""
        found = self._position(position)
        rules = self.game.rules
        return {rules.move_text(found, move): value for move, value in self.solved.by_move(found).items()}

    def _columns(self) -> ArrowColumns:
        listed = self.solved
        if not isinstance(listed, Listed):  # a table has one position of each orbit, or none in memory
            listed = solve(explore(self.game.rules, limit=listed.figures.positions))
        return position_columns(listed)

    def counts(self) -> dict[str, int]:
        """The number of positions that each side wins with perfect play, and that are drawn."""
        return dict(self.solved.figures.values)

    def save(self, path: str | Path) -> None:
        """Write the value of every position to a file, which `noughts.load_solution` reads."""
        from noughts.solvers import saved

        saved.save_tablebase(saved.table_of(self.solved), as_path("a file", path))

    def _position(self, given: object) -> object:
        if given is None:
            return self.game.rules.initial
        position = self.game.read(given)
        try:
            self.solved.value(position)
        except KeyError:
            text = self.game.rules.position_text(position)
            raise Refusal(f"play does not reach {text}", "ask about the position of a match") from None
        return position

    def __repr__(self) -> str:
        return f"<Solution of {self.game.name}: {self.value()}>"

    def _repr_html_(self) -> str:
        from noughts.api.display.table import solution_html

        return solution_html(self)


def load_solution(game: Game, path: str | Path) -> Solution:
    """The solution of a game from a file that `Solution.save` or ``noughts solve --save`` has written.

    `Refusal` if it is not such a file, or for other rules.

    >>> import noughts, tempfile
    >>> game = noughts.load("mnk", m=2, n=2, k=2)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     game.solve().save(f"{folder}/mnk.solved")
    ...     noughts.load_solution(game, f"{folder}/mnk.solved")
    <Solution of mnk: x wins in 3>
    """
    from noughts.solvers import saved

    require_game(*_GAME_FIRST, game)
    file = as_path("a file", path)
    if not file.is_file():
        raise Refusal(f"there is no file `{file}`", "`Solution.save` or `noughts solve --save` writes one")
    return Solution(game, saved.load_tablebase(game.rules, file))


def load_tables(game: Game, folder: str | Path) -> Solution:
    """The solution of a game from a folder that ``noughts solve --tables`` has filled.

    Values are read on demand, so tables need not fit in memory; those of a game without formulas, which
    fitted when they were made, are read at once.  `Refusal` if the folder has no tables, or tables of other
    rules.

    >>> import noughts, tempfile
    >>> game = noughts.load("mnk")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     solved = game.solve(tables=folder)
    ...     noughts.load_tables(game, folder)
    <Solution of mnk: draw>
    """
    from noughts.solvers.tables.solution import open_tables

    require_game(*_GAME_FIRST, game)
    return Solution(game, open_tables(game.rules, Folder(as_address("a folder", folder))))


def solve_in_tables(
    game: Game,
    folder: str | Path,
    workers: int,
    limit: int | None,
    progress: Callable[[int], None] | None,
) -> Solution:
    """The solution of a game in a folder; work that was done there before is continued."""
    from noughts.solvers.tables.asked import Ask
    from noughts.solvers.tables.solve import solve_tables
    from noughts.workers.engine import local_engine

    refuse_many_sides(game.rules)
    ask = Ask(game.rules, Folder(as_address("a folder", folder)), limit=limit)
    with local_engine(workers) as engine:
        report = progress or (lambda known: None)
        solve_tables(ask, engine, lambda state: report(state.positions))
    return load_tables(game, folder)

"""A game and the questions that can be asked about it: `noughts.Game`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from noughts.api.convert import PositionWords, position_in, to_python, to_value
from noughts.api.immutable import Immutable
from noughts.api.load import By, Reading, load_rules
from noughts.api.match import Match
from noughts.api.outcomes import outcomes_from, searched
from noughts.api.wanted import as_source, as_text, described_argument, require_whole
from noughts.documents import library
from noughts.documents.documented import Documented
from noughts.documents.sided import Sided
from noughts.games.game import Game as Rules
from noughts.games.game import Position, Side, TooManyPositions
from noughts.games.match import Match as Played
from noughts.games.record import fingerprint_of
from noughts.grounding.grounded import grounded_of
from noughts.language.expression_of import literal
from noughts.language.tree import Expression
from noughts.players.named import Seat
from noughts.players.player import GivesUp
from noughts.refusal import Refusal, unknown
from noughts.text.source import Source, Span
from noughts.values.order import exact_text

if TYPE_CHECKING:
    from noughts.api.audit import Audit
    from noughts.api.automaton import Strategy
    from noughts.api.exploration import Exploration
    from noughts.api.outcomes import PossibleOutcomes, Searched
    from noughts.api.player import AnyPlayer, SeatedPlayer
    from noughts.api.proof import Proof
    from noughts.api.solution import Solution
    from noughts.players.standings import Tournament
    from noughts.solvers.plan import Plan
    from noughts.solvers.proof import QuestionKind

Progress: TypeAlias = Callable[[int], None]
"""Called at intervals with the number of positions found so far."""
Texts: TypeAlias = str | Iterable[str]
"""One text, or several."""


def load(
    *sources: str | PathLike[str], by: By | None = None, wins: str | None = None, **constants: object
) -> Game:
    """A game: by its name in the library, from files, from a text, or from Python as ``module:object``.

    Several sources are one program.  Constants may be given other values, as with ``--let``.  `by` selects
    its ``"rules"`` or its ``"clicks"``; `wins` is the name of the relation that tells who has won, by default
    ``wins``.  `Refusal` if there is no such game; `DocumentError`, with all errors, if a document is wrong.

    >>> import noughts
    >>> noughts.load("mnk", m=4, n=4, k=4)
    <Game mnk: x, o>
    """
    if not sources:
        raise Refusal("no game is named", f"the library has {', '.join(game_names())}")
    words = [as_source(each) for each in sources]
    return Game(load_rules(words, Reading(expressions(constants), by, wins)))


def expressions(constants: dict[str, object]) -> dict[str, Expression]:
    """The values of constants as trees; some of them have no notation in a document."""
    found = {}
    for name, given in constants.items():
        value = to_value(given)
        source = Source(f"{name}={exact_text(value)}", exact_text(value))
        found[name] = literal(value, Span(source, 0, len(source.text)))
    return found


def game_names() -> tuple[str, ...]:
    """The names of the games in the library, which `load` takes.

    >>> import noughts
    >>> "tictactoe" in noughts.game_names()
    True
    """
    return tuple(name for name in library.names() if name not in library.kinds()["Animations"])


class Game(Immutable):
    """The rules of a game, and the questions about them.

    Games with the same rules and the same values of constants are equal.  Games can be pickled.

    `Game(rules)` takes any object with the methods of the protocol `noughts.games.game.Game`, so a game
    written in Python can be asked the same questions.

    >>> import noughts
    >>> game = noughts.load("tictactoe")
    >>> game.sides, game.explore().counts().positions
    (('x', 'o'), 5478)
    >>> game.solve()
    <Solution of tictactoe: draw>
    >>> game.prove("~(wins(`x) & wins(`o))").holds
    True
    """

    def __init__(self, rules: Rules) -> None:
        """The game with rules that are written in Python."""
        if isinstance(rules, type) or not isinstance(rules, Rules):
            hint = "a game is named by `noughts.load(…)`"
            fact = f"the rules are an object with the methods of a game, not {described_argument(rules)}"
            raise TypeError(f"{fact}; {hint}")
        self.rules = rules

    @property
    def name(self) -> str:
        """The name of the game, for people."""
        return self.rules.name

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides; the one that moves first comes first."""
        return self.rules.sides

    def match(self, moves: str = "") -> Match:
        """A new match, with some moves made."""
        return Match(self, moves)

    # Questions

    def explore(self, *, limit: int | None = None, progress: Progress | None = None) -> Exploration:
        """Every position that play can reach, listed if a list can hold them, else counted.

        Time and memory grow with positions + transitions; `Refusal` beyond `limit`.
        """
        from noughts.api.exploration import Exploration

        require_whole("limit", limit)
        return Exploration(self, self._plan(limit, progress))

    def solve(
        self,
        *,
        limit: int | None = None,
        progress: Progress | None = None,
        tables: str | Path | None = None,
        workers: int = 1,
    ) -> Solution:
        """The value of every position with perfect play: who wins, and in how many moves.

        The method is backward induction over all positions, or over sets of them if no list can hold them.

        With `tables`, positions are listed in files of that folder by `workers` workers, which continue
        earlier work there.  More than one worker means processes, for which the main program must be
        importable.  A game without formulas is listed in memory, up to `limit`, and then written to the
        folder.

        `Refusal` beyond `limit`; at once for a large game of lines, such as ``four``, that certainly
        has more than ten million positions: `search` finds the value of a position without a list.
        """
        from noughts.api.solution import Solution, solve_in_tables

        require_whole("limit", limit)
        require_whole("workers", workers)
        if tables is not None:
            return solve_in_tables(self, tables, workers, limit, progress)
        from noughts.solvers.estimate import is_surely_larger
        from noughts.solvers.plan import LISTED

        if limit is None and is_surely_larger(self.rules, LISTED):
            fact = f"{self.name} surely has more than {LISTED:,} positions"
            help = "`search()` decides it without a list; allow more with `limit=` if memory holds them"
            raise TooManyPositions(self.name, LISTED, fact, help)
        return Solution(self, self._plan(limit, progress).solve(self.rules)[0])

    def search(
        self,
        position: object = None,
        *,
        weak: bool = False,
        memory: int | None = None,
        workers: int | None = None,
        progress: Progress | None = None,
    ) -> Searched:
        """The value of a position, by default the first one, in games too large for a table.

        The position is given as in `Solution.value`.

        The method is alpha-beta search by machine code from the formulas, with a table of `memory` bytes and
        `workers` threads: by default a gigabyte and all cores.  `weak` asks only who wins.  `progress`
        receives the number of nodes.  `Refusal` if the game has no formulas or more than two sides, or if its
        positions can recur.
        """
        from noughts.solvers.estimate import SMALLEST_TABLE

        require_whole("memory", memory, SMALLEST_TABLE)
        require_whole("workers", workers)
        asked = self.rules.initial if position is None else self.read(position)
        return searched(self.rules, asked, weak=weak, memory=memory, workers=workers, progress=progress)

    def outcomes(
        self,
        position: object = None,
        *,
        limit: int | None = None,
        progress: Progress | None = None,
        tables: str | Path | None = None,
    ) -> PossibleOutcomes:
        """The outcomes that each side can reach from a position, by default the first one.

        It is for games of three sides or more.  With `tables`, all positions of the game are stored in that
        folder, and read if they are there already.  `Refusal` beyond `limit`; `Refusal` if the
        outcomes do not converge.
        """
        require_whole("limit", limit)
        asked = self.rules.initial if position is None else self.read(position)
        return outcomes_from(self.rules, asked, limit, _known(progress), tables)

    def prove(self, claim: str) -> Proof:
        """Whether a claim, a sentence of the language, is true in every position that play can reach.

        If not, `Proof.line` of the answer is a shortest match that breaks it.
        """
        return self._asked("always", claim)

    def can(self, claim: str) -> Proof:
        """Whether a claim is true in some position that play can reach, with a shortest match to it."""
        return self._asked("sometimes", claim)

    def forces(self, side: Side, claim: str) -> Proof:
        """Whether a side can force a claim to become true, whatever the others do."""
        if side not in self.sides:
            raise unknown("side", str(side), self.sides)
        return self._asked("forced", claim, side)

    def eventually(self, claim: str, *, fair: Texts = (), strongly_fair: Texts = ()) -> Proof:
        """Whether every run reaches a position where a claim is true.

        A run is a longest match: it is endless, or ends where no move is possible.  `fair` names actions of a
        machine, ``"all"`` for each, or sets of moves: what stays possible is done again and again.  What is
        `strongly_fair` is done again and again if it is possible again and again.  If the answer is false,
        `Proof.line` is a run that avoids the claim, and repeats its moves from number `Proof.loop` on.
        """
        return self._run_question(claim, None, fair, strongly_fair)

    def leads_to(self, premise: str, claim: str, *, fair: Texts = (), strongly_fair: Texts = ()) -> Proof:
        """Whether every run reaches `claim` at or after each position where `premise` is true; see
        `eventually`."""
        return self._run_question(claim, as_text("a claim", premise), fair, strongly_fair)

    def synthesise(self, side: Side, *, limit: int = 2_000_000) -> Strategy:
        """The most permissive safe strategy of a side, as a contract automaton.

        `Refusal`, with a losing line of play, if it has none because other sides can beat it.
        """
        from noughts.api.automaton import strategy_of

        require_whole("limit", limit)
        if side not in self.sides:
            raise unknown("side", str(side), self.sides)
        return strategy_of(self, side, limit)

    # Players: a word, such as ``"strong"`` or ``"module:object"``, or a player of your own.

    def player(
        self, who: str = "perfect", side: Side | None = None, *, seed: int | None = None
    ) -> SeatedPlayer:
        """A player by its word, such as ``"strong"`` or ``"search:2s"``, at a side; by default at every side.

        With the same `seed` it makes the same choices.
        """
        from noughts.api.player import SeatedPlayer

        side = None if side is None else self._side(side)
        return SeatedPlayer(self, as_text("a player", who), side, seed)

    def play(
        self, players: Mapping[Side, AnyPlayer], *, seed: int | None = None, plies: int | None = None
    ) -> Match:
        """A match between players, one for each side, to its end or for `plies` moves.

        A side whose player gives up has lost: the match ends before its move.  `Refusal` if a side has no
        player, or if a player makes a move that is not legal.

        >>> import noughts
        >>> game = noughts.load("nim")
        >>> game.play({"x": "perfect", "o": lambda match: match.legal_moves[0]}, seed=1).outcome
        Outcome(winner='x', termination='gameOver')
        """
        from noughts.api.player import player_at
        from noughts.players.arena import referee

        require_whole("plies", plies)
        seated = {
            self._side(side): player_at(who, Seat(self.rules, side, seed)) for side, who in players.items()
        }
        played = Played(self.rules)
        with suppress(GivesUp):
            for turn in referee(played, seated, plies=plies):
                played = turn.match
        return Match.of(self, played)

    def arena(self, players: Sequence[AnyPlayer], *, matches: int = 100, seed: int = 0) -> Tournament:
        """A tournament of players: `matches` for each pair, half of them with each order.

        A match of a thousand moves is a draw.  `Refusal` unless the game has two sides.

        >>> import noughts
        >>> def first_free(match):
        ...     return match.legal_moves[0]
        >>> noughts.load("tictactoe").arena(["perfect", first_free], matches=10)
        <Tournament of tictactoe: perfect 100.0%, first_free 0.0%>
        """
        from noughts.api.player import own_name, player_at
        from noughts.players.arena import Arena, batches
        from noughts.players.standings import Tally, Tournament

        require_whole("matches", matches)
        names = [who if isinstance(who, str) else str(getattr(who, "name", own_name(who))) for who in players]
        arena = Arena(self.rules, players, seed=seed, named=player_at)
        tally = Tally(names, self.sides)
        for batch in batches(names, matches):
            tally.add(batch, arena.play(batch, keep=False))
        return Tournament(self.name, tally, seed)

    def audit(self, player: AnyPlayer, side: Side, *, limit: int = 1_000_000) -> Audit:
        """Whether a player can lose as a side: a proof that it cannot, or a shortest lost match.

        The player has a name, or is one of your own: a function of a match that returns the text of a move,
        or an object with such a method ``choose``.  Its choice must depend on the position alone; a player
        that chooses at random states all its choices by a method ``choices``.

        >>> import noughts
        >>> game = noughts.load("tictactoe")
        >>> game.audit("trained", "o").safe
        True
        >>> game.audit(lambda match: match.legal_moves[0], "o").lost
        <Match tictactoe: 1 2 4 3 7>
        """
        from noughts.api.audit import Audit
        from noughts.api.player import auditable, player_at
        from noughts.players.audit import audit

        require_whole("limit", limit)
        seated = player_at(player, Seat(self.rules, self._side(side), seed=0))
        return Audit.of(self, audit(auditable(seated), self.rules, side, limit=limit))

    def _side(self, side: Side) -> Side:
        """A side of the game; `Refusal` for others."""
        if side not in self.sides:
            raise unknown("side", str(side), self.sides)
        return side

    def _plan(self, limit: int | None, progress: Progress | None) -> Plan:
        """The plan for listing positions; with a limit given, sets of positions must not exceed it either."""
        from noughts.solvers.plan import Plan

        return Plan(limit, diagrams=limit is None, progress=_known(progress))

    def _asked(self, question: QuestionKind, claim: str, side: Side | None = None) -> Proof:
        from noughts.api.proof import proof_of

        return proof_of(self, question, as_text("a claim", claim), side)

    def _run_question(self, claim: str, premise: str | None, fair: Texts, strongly_fair: Texts) -> Proof:
        from noughts.api.liveness import prove_runs
        from noughts.api.proof import Proof

        texts = [[given] if isinstance(given, str) else list(given) for given in (fair, strongly_fair)]
        verdict = prove_runs(self.rules, as_text("a claim", claim), premise, *texts).verdict
        line = None if verdict.line is None else Match.of(self, verdict.line)
        return Proof(claim, verdict.holds, verdict.positions, line, loop=verdict.loop)

    # Positions as Python values

    def shown(self, position: Position) -> object:
        """A position of the rules as a Python value."""
        return to_python(position) if self._is_document else position

    def read(self, position: object) -> Position:
        """A position of the rules: from a match, a value, the text of a position, or a row of a table.

        A row has a field ``position`` with the text, or the fields ``word_0``, … of tables on disk.
        """
        if isinstance(position, Match):
            return position.played.position
        found = position_in(position)
        if not isinstance(self.rules, Sided):
            return found
        if isinstance(found, PositionWords):
            return grounded_of(self.rules).decoded(found.code)
        if isinstance(found, str) and not isinstance(self.rules.initial, str):
            return self.rules.read(found)
        return to_value(found)

    @property
    def _is_document(self) -> bool:
        return isinstance(self.rules, Documented)

    @cached_property
    def _identity(self) -> object:
        """The key by which games are equal: the fingerprint of a document's rules, or the rules in Python."""
        return fingerprint_of(self.rules) or self.rules

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self is other or self._identity == other._identity)

    def __hash__(self) -> int:
        return hash(self._identity)

    def __repr__(self) -> str:
        return f"<Game {self.name}: {', '.join(self.sides)}>"

    def _repr_html_(self) -> str:
        from noughts.api.display.output import match_html

        return match_html(self.match())


def _known(progress: Progress | None) -> Callable[[int, int], None] | None:
    """A callback for the number of known positions, called by work that counts waiting ones too."""
    return None if progress is None else lambda known, waiting: progress(known)

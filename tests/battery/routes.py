"""Every way in which the house answers what a game is, beside the reference evaluator."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from contextlib import suppress
from functools import partial
from math import sqrt
from operator import eq
from pathlib import Path

from noughts.documents.by_rules import GameByRules
from noughts.documents.claim import claim_about
from noughts.documents.documented import as_value, side_name
from noughts.documents.from_document import game_from
from noughts.games.game import CannotGround, Side
from noughts.games.match import Match
from noughts.grounding.ground import ground, ground_listed
from noughts.grounding.grounded import Grounded
from noughts.grounding.symmetry import identity, symmetries
from noughts.kernels.compact_graph import explore_by_machine
from noughts.kernels.explore import explore_kernel, explore_rules
from noughts.kernels.kernel import Kernel
from noughts.kernels.kernel_source import NOBODY
from noughts.kernels.search_game import SearchGame, search_game_of
from noughts.kernels.state_graph import Explored, StateGraph
from noughts.language.check import check_text
from noughts.meaning.frame import frame_of
from noughts.players.audit import audit
from noughts.players.levels import RandomPlayer
from noughts.players.strategy import NoStrategy, StrategyPlayer
from noughts.refusal import Refusal
from noughts.solvers.backward import solve
from noughts.solvers.many_sides import ManySided
from noughts.solvers.proof import ClaimQuery, prove_quickest
from noughts.solvers.sample import sample
from noughts.solvers.search import WIN, Search
from noughts.solvers.solved import Census, Solved
from noughts.solvers.symbolic.layers import Endless, Entangled, Layered
from noughts.solvers.symbolic.prove import census
from noughts.solvers.symbolic.solution import solve_by_sets
from noughts.solvers.symbolic.strategy import winning_region
from noughts.solvers.tablebase import solve_compact
from noughts.values.scalars import Truth
from noughts.values.value import Value
from noughts.workers.engine import Here
from tests.battery.oracle import MOST, Oracle, Seen, named
from tests.grounding.agreement import formulas_of, where_true
from tests.kernels.slow_machine import SlowMachine
from tests.solvers.tables.making import make_tables

MATCHES = 400
"""Random matches of a game."""


class Case:
    """A game with what is true of it."""

    def __init__(self, game: GameByRules, oracle: Oracle) -> None:
        self.game = game
        self.oracle = oracle
        self.positions = list(oracle.seen)
        self.sides = [side for side in oracle.sides if side_name(side) in game.sides]
        """Those that can move or can win: a document may name others."""
        self.sure: list[Grounded] = []
        self.compared = 0

    def same(self, found: object, right: object, *about: object) -> None:
        """Compare an answer."""
        self.compared += 1
        assert found == right, (found, right, *about)

    def mover(self, seen: Seen) -> Side | None:
        """The side to move, by name, unless the game is over."""
        return named(seen.mover) if seen.moves else None

    @property
    def is_duel(self) -> bool:
        """Whether positions have one value: for two sides at most."""
        return len(self.game.sides) <= 2

    def winner(self, position: Value) -> Side | None:
        """The winner, by name, if the game is over."""
        return named(self.oracle.winner(position))


def by_methods(case: Case) -> None:
    """The game's own methods: compiled and quick code."""
    for position, seen in case.oracle.seen.items():
        outcome = case.game.outcome(position)
        case.same(outcome is None, bool(seen.moves), position)
        if outcome is not None:
            case.same(outcome.winner, case.winner(position), position)
        else:
            case.same(case.game.to_move(position), case.mover(seen), position)
            moves = case.game.moves(position)
            case.same([(m, case.game.after(position, m)) for m in moves], list(seen.moves), position)


def by_reference(case: Case) -> None:
    """The rules as answers are checked by them."""
    for position, seen in case.oracle.seen.items():
        found = case.game.by_reference(position)
        assert found is not None
        case.same(list(zip(found.moves, found.after, strict=True)), list(seen.moves), position)
        if found.outcome is None:
            case.same(found.to_move, case.mover(seen), position)
        else:
            case.same((found.outcome.winner, ()), (case.winner(position), seen.moves), position)


def by_definitions(case: Case) -> None:
    """The list that the game's own methods make, many positions at a time."""
    graph(case, explore_rules(case.game))


def graph(case: Case, found: StateGraph) -> None:
    """A list of positions."""
    case.same(set(found.positions), set(case.positions))
    sides = case.game.sides
    for position, seen in case.oracle.seen.items():
        number = found.number_of[position]
        made = zip(found.moves(number), (found.positions[k] for k in found.successors(number)), strict=True)
        case.same(dict(made), dict(seen.moves), position)
        mover, winner = found.movers[number], found.winners[number]
        case.same(None if mover == NOBODY else sides[mover], case.mover(seen), position)
        if not seen.moves:
            case.same(None if winner == NOBODY else sides[winner], case.winner(position), position)
    if case.is_duel:
        solution(case, solve(found))
    else:
        many_sided(case, ManySided(found))


def solution(case: Case, found: Solved) -> None:
    """The value of every position."""
    for position, value in case.oracle.values.items():
        case.same(found.value(position), value, position)


def many_sided(case: Case, found: ManySided) -> None:
    """What each side can force against all others."""
    for side in case.sides:
        won, lost = case.oracle.won(side), case.oracle.lost(side)
        for position in case.positions:
            value = found.can_force(side_name(side), found.graph.number_of[position])
            right = side_name(side) if position in won else "others" if position in lost else None
            case.same(value.winner, right, position)


def counts(case: Case, found: Explored) -> None:
    """The figures of a game."""
    case.same(len(found), len(case.positions))
    case.same(found.transitions, sum(len(seen.moves) for seen in case.oracle.seen.values()))
    ends = Counter(case.winner(position) or "draw" for position in case.oracle.ends())
    case.same({k: n for k, n in found.terminal().items() if n}, dict(ends))


def formulas(case: Case, grounded: Grounded) -> bool:
    """What formulas say of each position; whether they are sure of all."""
    codes = [grounded.encoded(position) for position in case.positions]
    holds = where_true(formulas_of(grounded), codes)
    sure = True
    for k, (position, seen) in enumerate(case.oracle.seen.items()):
        if holds[grounded.undefined] >> k & 1:
            sure = False
            continue
        case.same(grounded.decoded(codes[k]), position)
        legal = [move for move in grounded.moves if holds[move.legal] >> k & 1]
        case.same([move.move for move in legal], [move for move, _ in seen.moves], position)
        case.same(holds[grounded.over] >> k & 1, int(seen.over), position)
        if seen.moves:
            movers = [
                side
                for side, turn in zip(grounded.sides, grounded.to_move, strict=True)
                if holds[turn] >> k & 1
            ]
            case.same(movers, [case.mover(seen)], position)
        else:
            winners = [
                side for side, won in zip(grounded.sides, grounded.wins, strict=True) if holds[won] >> k & 1
            ]
            case.same(winners, [named(side) for side in seen.winners], position)
        for move, (_, after) in zip(legal, seen.moves, strict=True):
            reached = codes[k]
            for index, new in move.changes.items():
                reached = reached & ~(1 << index) | (holds[new] >> k & 1) << index
            case.same(grounded.decoded(reached), after, position, move)
    return sure


def by_formulas(case: Case) -> None:
    """The formulas of the game, for all positions and for those listed; those that are sure are kept."""
    for make in (lambda: ground(case.game.twin()), lambda: ground_listed(case.game.twin(), case.positions)):
        with suppress(CannotGround):
            grounded = make()
            if formulas(case, grounded):
                case.sure.append(grounded)


def by_kernel(case: Case, grounded: Grounded) -> None:
    """The list by the kernel in Python, one position at a time."""
    graph(case, explore_kernel(case.game, Kernel(grounded), limit=MOST))


def by_columns(case: Case, grounded: Grounded) -> None:
    """All positions expanded at once."""
    columns = Kernel(grounded).columns
    if columns is None:
        return
    codes = [grounded.encoded(position) for position in case.positions]
    found = columns.expanded(codes)
    sides, reached = (*grounded.sides, None), iter(found.reached.tolist())
    case.same(found.is_sure, True)
    for k, (position, seen) in enumerate(case.oracle.seen.items()):
        case.same(
            [grounded.decoded(next(reached)) for _ in range(found.branching[k])], [p for _, p in seen.moves]
        )
        case.same(sides[found.movers[k]], case.mover(seen), position)
        case.same(sides[found.winners[k]], None if seen.moves else case.winner(position), position)


def by_machine(case: Case, grounded: Grounded) -> None:
    """The loops for machine code, run as they are written, with all positions or one of those alike."""
    for group in ((identity(grounded),), symmetries(grounded, fixing=grounded.initial)):
        found = explore_by_machine(case.game, SlowMachine(grounded), group, grounded.initial, limit=MOST)
        if len(group) == 1:
            counts(case, found)
        if case.is_duel:
            solution(case, solve_compact(found))


def by_tables(case: Case, folder: Path) -> None:
    """Tables of the game on disk."""
    if case.is_duel:
        solution(case, make_tables(case.game, folder))


def by_diagrams(case: Case, grounded: Grounded) -> None:
    """Sets of positions, layer by layer; winning regions where every match ends."""
    with suppress(Endless, Entangled):
        layered = Layered(grounded)
        counted = census(layered)
        counts(case, counted)
        if layered.bounded and len(case.game.sides) > 1:
            regions(case, layered, counted)


def regions(case: Case, layered: Layered, counted: Census) -> None:
    """Where each side has a strategy that never loses, as sets; and values made of them."""
    grounded = layered.rules
    for side in case.sides:
        lost = case.oracle.lost(side)
        found = winning_region(layered, grounded.sides.index(side_name(side))).sets
        for position in case.positions:
            case.same(found.keeps(grounded.encoded(position)), position not in lost, position, side)
    if case.is_duel:
        solution = solve_by_sets(layered, counted)
        for position, value in case.oracle.values.items():
            case.same(solution.value(position).winner, value.winner, position)


def by_proofs(case: Case, sentences: Sequence[str]) -> None:
    """Every form of proof of some sentences, position by position and by diagrams."""
    for text in sentences:
        claim = claim_about(case.game, text)
        ask = case.oracle.evaluator.prepare(claim.core)
        true = [position for position in case.positions if ask(frame_of(position)) is Truth.TRUE]
        right = {ClaimQuery("always", claim): len(true) == len(case.positions)}
        right[ClaimQuery("sometimes", claim)] = bool(true)
        for side in case.sides:
            reached = case.oracle.attractor(partial(eq, side), true)
            right[ClaimQuery("forced", claim, side_name(side))] = case.oracle.initial in reached
        for asked, holds in right.items():
            for through in (None, "positions", "diagrams"):
                with suppress(Refusal):
                    found = prove_quickest(case.game, asked, through=through).verdict
                    case.same(found.holds, holds, text, asked.question, asked.side, through)
                    if found.line is not None:
                        case.same(found.line.position in true, asked.question != "always", text, found.line)


def by_synthesis(case: Case) -> None:
    """The strategy of each side: it permits all moves after which the side is not lost."""
    for side in case.sides:
        lost = case.oracle.lost(side)
        try:
            player = StrategyPlayer(case.game, side_name(side))
        except NoStrategy:
            case.same(case.oracle.initial in lost, True, side)
        else:
            case.same(case.oracle.initial in lost, False, side)
            follow(case, side, player, lost)


def follow(case: Case, side: Value, player: StrategyPlayer, lost: Collection[Value]) -> None:
    """What a strategy permits, wherever it may lead."""
    waiting, visited = [Match(case.game)], set[object]()
    for match in waiting:
        if match.position in visited:
            continue
        visited.add(match.position)
        seen = case.oracle.seen[as_value(match.position)]
        moves = [move for move, after in seen.moves if seen.mover != side or after not in lost]
        if seen.mover == side and seen.moves:
            case.same(set(player.permitted(match)), set(moves), match.position, side)
        waiting += [match.play(move) for move in moves]


def by_audit(case: Case) -> None:
    """Whether a random player can lose."""
    for side in case.sides:
        others = [p for p in case.oracle.ends() if case.oracle.winner(p) not in (None, side)]
        case.same(audit(RandomPlayer(), case.game, side_name(side)).safe, not others, side)


def by_search(case: Case) -> None:
    """A search to the end, where it says that it is final."""
    if not case.is_duel:
        return
    seen = case.oracle.seen[case.oracle.initial]
    for board in (SearchGame(case.game), search_game_of(case.game)) if seen.moves else ():
        found = Search(board).search(case.oracle.initial, depth=6)
        if found.is_final:
            value, name = case.oracle.values[case.oracle.initial], named(seen.mover)
            right = 0 if value.distance is None else WIN - value.distance
            case.same(max(found.values.values()), right if value.winner == name else -right)


def by_samples(case: Case, text: str) -> None:
    """Random matches, by the exact distribution of their ends: six deviations apart at most."""
    shares = case.oracle.shares
    found = sample(partial(generated, text), MATCHES, seed=1, engine=Here()) if shares else None
    for winner in (*case.sides, None) if found else ():
        assert shares is not None
        assert found is not None
        share = float(shares.get(winner, 0))
        counted = found.winners.get(named(winner) or "draw", 0) / MATCHES
        apart = 6 * sqrt(share * (1 - share) / MATCHES)
        case.same(abs(counted - share) <= apart, True, winner, counted, share)


def generated(text: str) -> GameByRules:
    """The game of a text, made anew."""
    game = game_from(check_text(text, "generated.led"), name="generated", by="rules")
    assert isinstance(game, GameByRules)
    return game

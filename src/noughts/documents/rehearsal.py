"""Faults in the rules of a game, found in some random matches before anyone plays.

The matches, and where they stop, are the same on every machine: what breaks late in a game, `explore` finds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, pairwise
from random import Random

from msgspec import Struct, field
from msgspec.structs import replace

from noughts.documents.by_clicks import GameByClicks
from noughts.documents.by_rules import GameByRules, short
from noughts.documents.click_laws import broken_click_laws, clicks_after_end
from noughts.documents.documented import BrokenRules, as_value, side_name, with_line
from noughts.documents.from_document import asked_for_end, lacking, missing, wrong_winner
from noughts.documents.machine_laws import broken_machine_laws
from noughts.documents.match_laws import (
    Reachable,
    Rehearsable,
    SampledMatch,
    broken_laws,
    every_move,
    has_no_effect,
    never_ends,
    refuses_nothing,
    rule,
    wrong_definitions,
)
from noughts.documents.on_board import GameOnBoard, has_own_board, screen_kind
from noughts.documents.settings import known_size
from noughts.documents.sides import no_player
from noughts.documents.static_laws import nodes_in
from noughts.games.game import Outcome, Position, Side, chance_of, is_system
from noughts.games.result import Json, by_outcome, counted, is_puzzle
from noughts.language import core as c
from noughts.language.conventions import BOARD_WORDS, CLICKS, HIDDEN, PAYOFFS, RULES
from noughts.language.dependence import reached
from noughts.language.notes import not_allowed
from noughts.meaning.budget import SECONDS_WHILE_WRITING, Budget
from noughts.meaning.compile import Compiled
from noughts.meaning.run_error import state_text
from noughts.stop import processor_time
from noughts.text.diagnostic import Diagnostic, Note
from noughts.text.source import Span
from noughts.values.misuse import OutOfBudget
from noughts.values.scalars import Atom
from noughts.values.show import summary

# Chance, hidden information and payoffs: what the names in a document promise, and no game here has.
#
# They are recognised by name, so this asks, as notes do: a side that stands for chance, as
# `noughts.games.game` says, and definitions that no rule uses.

_CODE = "N504"
# Sides that stand for chance, where cards are dealt.
_CARDS = {"deal", "dealer", "deck", "shuffle"}


def unsupported(game: GameByRules) -> Iterator[Diagnostic]:
    """A note on each side and definition whose name promises what no game here has."""
    yield from (note_on_chance(game, side) for side in chance_of(game))
    rules = {each.name for each in reached(game.program.definitions, (*game.RULES, game.wins or ""))}
    shown = {each.name for each in reached(game.program.definitions, ("images", "newState"))}
    for name, definition in game.program.definitions.items():
        if name in rules:
            continue
        if name.lower() in PAYOFFS:
            fact = f"`{name}` does not decide who wins: payoffs are not there yet, only wins and draws"
            help = "let `wins(p)` compare what the players have got, and name the one with more"
            yield Diagnostic(_CODE, fact, definition.head, help)
        elif name.lower() in HIDDEN and name not in shown:
            fact = f"no rule uses `{name}`: hidden information is not there yet, all see the whole position"
            yield Diagnostic(_CODE, fact, definition.head, "take it as a game in which all cards lie open")


def wrong_board(game: GameByRules) -> Iterator[Diagnostic]:
    """A note on each definition of the board that is not what a board can be drawn by."""
    definitions = game.program.definitions
    if isinstance(game, GameOnBoard) and has_own_board(game.program):
        yield from wrong_clicks(game)
    if "images" in definitions or BOARD_WORDS.keys().isdisjoint(definitions):
        return
    from noughts.documents.board.vocabulary import BoardVocabulary

    for word, fact, help in BoardVocabulary(game).problems():
        yield Diagnostic("N503", fact, definitions[word].head, help)


def wrong_clicks(game: GameOnBoard) -> Iterator[Diagnostic]:
    """A note on the clicks that the document's own board gives for a first move, if nobody can click so."""
    for move in game.moves(game.initial)[:1]:
        if game.click_path(as_value(move), game.initial) is None:
            fact = f"`boardClicks` gives no rectangles to click for the move `{short(as_value(move), None)}`"
            help = "it gives a pair of tuples, such as `(((left, bottom, right, top),), ())`"
            yield Diagnostic("N503", fact, game.program.definitions["boardClicks"].head, help)


def note_on_chance(game: GameByRules, side: Side) -> Diagnostic:
    """The note on a side that stands for chance."""
    missing = "chance and hidden cards are" if side.lower() in _CARDS else "chance is"
    fact = f"`` `{side} `` is taken for a player, who may choose any of its moves: {missing} not there yet"
    help = "what is proved of the others holds whatever it does; no move is likelier than another"
    return Diagnostic(_CODE, fact, first_place(game, side), help)


def first_place(game: GameByRules, side: Side) -> Span:
    """The first place that names a side; ``playerToMove`` if no atom does."""
    for definition in game.program.definitions.values():
        found = [
            node.span
            for node in nodes_in([definition])
            if isinstance(node, c.Constant) and node.value is Atom(side)
        ]
        if found:
            return min(found, key=lambda span: span.start)
    return game.program.definitions["playerToMove"].head


# The codes of questions that take too much time, or have too large values; a recursion that never ends is a
# fault of the rules.
_TOO_MUCH = ("E401", "E402", "E404")
# The code of faults that `play` and `solve` refuse; an option of theirs can say who won.
_WRONG_SHAPE = "E502"
# Matches that a check plays: most faults of rules show in the first few.
_MATCHES = 12
# Moves of a match that are made: small games are over by then.
_PLIES = 60
# Turns after which the other side should have had one.
_TURNS = 3
# The work of all matches: checks of the budget, and moves that may have to be judged, of which five take as
# long as one check.  It takes 0.1 to 0.5 seconds, a delay that people hardly notice in a check.
_WORK = 20_000
_JUDGED = 5


def is_clicked(program: c.Program) -> bool:
    """Whether the moves of a document are clicks of the mouse, and it is a game."""
    defined = program.definitions
    if not {*CLICKS, "playerToMove"} <= defined.keys():
        return False
    return "mouseX" in defined["newState"].given and "heldKeys" not in defined["newState"].given


class Rehearsal(Struct):
    """Random matches of a `game`, at least one, each to its end or for so many moves; none without a game."""

    game: Rehearsable | None = None
    matches: list[SampledMatch] = field(default_factory=list)

    @property
    def lengths(self) -> tuple[int, int]:
        """The least and the greatest number of moves of a match."""
        plies = [len(match.moves) for match in self.matches]
        return min(plies), max(plies)

    @property
    def choices(self) -> int:
        """The number of moves in the first position."""
        return sum(self.matches[0].choices[:1])

    def ends(self, game: Rehearsable) -> dict[str, int]:
        """How often the matches ended in which way, in words, or that they were not over."""
        found = Counter(match.outcome.winner or "draw" for match in self.matches if match.outcome is not None)
        if is_system(game):
            return {"deadlock": found.total()}
        told = by_outcome(found, "solved" if is_puzzle(game) else "")
        on = len(self.matches) - found.total()
        return {**told, "not over": on} if on else told

    def __str__(self) -> str:
        if self.game is None:
            return ""
        least, most = self.lengths
        length = counted(most, "move") if least == most else f"{least} to {counted(most, 'move')}"
        what = counted(len(self.matches), "random run" if is_system(self.game) else "random match")
        ends = ", ".join(f"{end} {count}" for end, count in self.ends(self.game).items())
        return f"{what} of {length}, {counted(self.choices, 'choice')} at first: {ends}"

    def as_json(self) -> dict[str, Json]:
        """The figures of the text; empty without a game."""
        if self.game is None:
            return {}
        least, most = self.lengths
        return {
            "count": len(self.matches),
            "moves": {"least": least, "most": most},
            "choices": self.choices,
            "ends": self.ends(self.game),
        }


def rehearsed(program: c.Program, meaning: Compiled | None = None) -> tuple[list[Diagnostic], Rehearsal]:
    """The notes on a game by its rules or its clicks, and the matches that were played to find them.

    Both are empty on what is no such game, or not yet.
    """
    meaning, rehearsal = meaning or Compiled(program, Budget(seconds=SECONDS_WHILE_WRITING)), Rehearsal()
    if missing(program, RULES):
        return rehearsed_by_clicks(program, meaning, rehearsal) if is_clicked(program) else [], rehearsal
    problems = lacking(program, RULES, "rules") + wrong_winner(program, None)
    if problems:
        shapes = [replace(each, code="N503") for each in problems if each.code == _WRONG_SHAPE]
        return not_allowed(shapes), rehearsal
    return until_over(meaning.budget, rules_wrong(program, meaning, rehearsal)), rehearsal


def until_over(budget: Budget, notes: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The notes that are found before the time is over, or the rules fail, which is the last of them."""
    found: list[Diagnostic] = []
    try:
        with budget.running(processor_time):
            found.extend(notes)
    except BrokenRules as error:
        found += [replace(each, code="N503") for each in error.diagnostics if each.code not in _TOO_MUCH]
    except OutOfBudget:
        pass
    return not_allowed(found)


def rules_wrong(program: c.Program, meaning: Compiled, rehearsal: Rehearsal) -> Iterator[Diagnostic]:
    """The notes on a game by its rules; those on its clicks, if there are no others."""
    game = screen_kind(program)(program, name="the game", meaning=meaning)
    known_size(game)
    of_rules = chain(unsupported(game), wrong_board(game), found_wrong(game, rehearsal))

    def of_clicks() -> Iterator[Diagnostic]:
        yield from broken_click_laws(game, lambda: meaning.budget.looks > 2 * _WORK)
        yield from clicks_after_end(game, (match.positions[-1] for match in rehearsal.matches))

    yield from if_none(of_rules, of_clicks()) if is_clicked(program) else of_rules


def if_none(notes: Iterable[Diagnostic], others: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Notes, or others if there are none."""
    is_right = True
    for note in notes:
        is_right = False
        yield note
    if is_right:
        yield from others


def rehearsed_by_clicks(program: c.Program, meaning: Compiled, rehearsal: Rehearsal) -> list[Diagnostic]:
    """The notes on a game by its clicks alone; without `wins`, what `gameOver` asks for says who has won."""
    wins = "wins" if "wins" in program.definitions else next(iter(asked_for_end(program)), None)
    if lacking(program, CLICKS, "clicks") or (wins and wrong_winner(program, wins)):
        return []
    return until_over(meaning.budget, clicks_wrong(program, meaning, wins, rehearsal))


def clicks_wrong(
    program: c.Program, meaning: Compiled, wins: str | None, rehearsal: Rehearsal
) -> Iterator[Diagnostic]:
    """The notes on clicks; those on the rules behind them, if there are no others."""
    game = GameByClicks(program, name="the game", wins=wins, meaning=meaning)
    of_clicks = broken_click_laws(game, lambda: meaning.budget.looks > _WORK)
    yield from if_none(of_clicks, behind_clicks(game, rehearsal))


def behind_clicks(game: GameByClicks, rehearsal: Rehearsal) -> Iterator[Diagnostic]:
    """The faults of the first position, else of the first match that has one, else of all matches."""
    if problem := wrong_player(game, game.initial) or nothing_to_click(game):
        yield problem
        return
    matches, work = list[SampledMatch](), game.meaning.budget.looks + _WORK

    def is_enough() -> bool:
        return game.meaning.budget.looks > work

    if problem := play_matches(game, matches, is_enough):
        yield problem
        return
    rehearsal.game, rehearsal.matches = game, matches
    if len(matches) > 1:
        yield from same_turn(game, [match.movers for match in matches])
        yield from broken_laws(game, matches)
        yield from clicks_after_end(game, (match.positions[-1] for match in matches))


def nothing_to_click(game: GameByClicks) -> Diagnostic | None:
    """The game is over at the start, or no click changes the state there."""
    if game.is_over(game.initial):
        return over_at_start(game)
    if game.moves(game.initial):
        return None
    help = "let `newState` ask for a click that can be made"
    return Diagnostic("N503", "no click changes the first state", rule(game, "newState").head, help)


def found_wrong(game: GameByRules, rehearsal: Rehearsal) -> Iterator[Diagnostic]:
    """The faults of definitions; and of the first position, else the first match that has one, else of all
    matches."""
    yield from wrong_definitions(game)
    if problem := wrong_player(game, game.initial) or nothing_to_do(game):
        yield problem
        return
    judged, work = sum(1 for _ in every_move(game)), game.meaning.budget.looks + _WORK
    matches: list[SampledMatch] = []

    def is_enough(explored: int = 0) -> bool:
        judgements = judged * (explored + sum(len(each.positions) for each in matches))
        return game.meaning.budget.looks + judgements // _JUDGED > work

    if problem := play_matches(game, matches, is_enough):
        yield problem
        return
    rehearsal.game, rehearsal.matches = game, matches
    if len(matches) > 1:
        met = [position for match in matches for position in match.positions]
        if 2 * len({*met}) < len(met):  # there are few positions, so there is time to look at each
            work += _WORK
        yield from same_turn(game, [match.movers for match in matches])
        yield from broken_laws(game, matches)
        yield from has_no_effect(game, matches, _WORK)
        reachable = Reachable(game, is_enough)
        yield from refuses_nothing(game, matches, reachable)
        yield from never_ends(game, matches, reachable)
        yield from broken_machine_laws(game, matches, _WORK, reachable)


def play_matches(
    game: Rehearsable, matches: list[SampledMatch], is_enough: Callable[[], bool]
) -> Diagnostic | None:
    """Play matches at random, until that is enough work; the first fault of the first that has one.

    A match that is not at its end then is left out, unless it is the only one.
    """
    dice = Random(1)
    for _ in range(_MATCHES):
        matches.append(match := SampledMatch([game.initial]))
        if problem := fault_in(game, match, dice, is_enough):
            return with_line(problem, match.line(game))
        if is_enough():
            if len(matches) > 1:
                matches.pop()
            break
    return None


def fault_in(
    game: Rehearsable, match: SampledMatch, dice: Random, is_enough: Callable[[], bool]
) -> Diagnostic | None:
    """Play a match at random: to its end, its first fault, so many moves, or until that is enough work."""
    try:
        for _ in range(_PLIES):
            position = match.positions[-1]
            if is_enough():
                return None
            if problem := wrong_player(game, position) or strange_winner(game, position):
                return problem
            if (outcome := game.outcome(position)) is not None:
                match.outcome = outcome
                return stuck(game, position, outcome)
            match.movers.append(game.to_move(position))
            move = dice.choice(moves := game.moves(position))
            match.choices.append(len(moves))
            if game.defines("moveName", 1):
                game.move_text(position, move)  # which may fail
            match.moves.append(move)
            match.positions.append(game.after(position, move))
            if position == match.positions[-1] and game.has_players:
                return no_change(game)
        match.outcome = game.outcome(match.positions[-1])
    except BrokenRules as error:
        if not match.moves or any(each.code.startswith("E4") for each in error.diagnostics):
            raise
        raise error.reached_by(" ".join(match.line(game))) from None
    return None


def stuck(game: Rehearsable, position: Position, outcome: Outcome) -> Diagnostic | None:
    """The note on a match that ends without a move, although ``gameOver`` is false and nobody wins."""
    if len(game.sides) < 2 or outcome.winner is not None or game.is_over(position):
        return None
    fact = "no move is legal here, but `gameOver` does not hold, and nobody has won"
    notes = (Note(f"with {state_text(game.program, as_value(position))}"),)
    help = f"let `gameOver` hold here too, or `{rule(game, 'legalMove').name}` allow a move"
    return Diagnostic("N505", fact, game.program.definitions["gameOver"].head, help, notes)


def no_change(game: Rehearsable) -> Diagnostic:
    """The last move leads to the state before it."""
    head = rule(game, "outcome").head
    help = "let `legalMove` exclude it, or `outcome` change the state"
    return Diagnostic("N505", "this move changes nothing: the state after it is the same", head, help)


def same_turn(game: Rehearsable, turns: list[list[Side]]) -> Iterator[Diagnostic]:
    """In every match, one side makes all the moves, perhaps after the first few of another."""
    long = [match for match in turns if len(match) > _TURNS]
    if len(game.sides) < 2 or any(changes(match) > 1 for match in turns):
        return
    if not long and (len(turns) < _MATCHES or any(map(changes, turns)) or not all(len(m) > 1 for m in turns)):
        return
    side, change = (long or turns)[0][-1], rule(game, "outcome")
    fact = f"the turn does not pass on: `{side}` is to move again and again in every match"
    help = f"let `{change.name}` change what `playerToMove` reads, and name the other side"
    yield Diagnostic("N505", fact, change.head, help)


def changes(match: list[Side]) -> int:
    """How often another side is to move than before."""
    return sum(one != other for one, other in pairwise(match))


def wrong_player(game: Rehearsable, position: Position) -> Diagnostic | None:
    """``playerToMove`` gives something that names nobody; numbers and strings may stand for players."""
    problem = no_player(game, game.value("playerToMove", at=position), position)
    return None if problem is None else replace(problem, code="N503")


def nothing_to_do(game: GameByRules) -> Diagnostic | None:
    """The game is over at the start, or no move is legal there: so none is ever made."""
    definitions, notes = game.program.definitions, first_state(game)
    if game.is_over(game.initial):
        return over_at_start(game)
    if game.moves(game.initial):
        return None
    first = next(iter(every_move(game)), None)
    if first is None:
        fact, head = "`moves` is empty at the start, so no move is ever made", definitions["moves"].head
        return Diagnostic("N503", fact, head, "list every move that could be made in some position", notes)
    fact = f"no move is legal at the start, so none is ever made: not even {summary(first)}"
    help = "`legalMove(m)` should hold for some m in `moves`"
    return Diagnostic("N503", fact, definitions["legalMove"].head, help, notes)


def over_at_start(game: Rehearsable) -> Diagnostic:
    """The note on a game that is over before a move."""
    fact, help = "`gameOver` holds at the start, so no move is ever made", "it should begin to hold in play"
    return Diagnostic("N503", fact, game.program.definitions["gameOver"].head, help, first_state(game))


def first_state(game: Rehearsable) -> tuple[Note, ...]:
    """The note on the state at the beginning."""
    return (Note(f"with {state_text(game.program, as_value(game.initial))}"),)


def strange_winner(game: Rehearsable, position: Position) -> Diagnostic | None:
    """A side wins that never moves, where two others do: most likely its name is misspelt."""
    movers, winners = game.who.movers, game.who.only_win
    if game.wins is None or len(movers) < 2:
        return None
    for stranger, place in winners.items():
        if game.holds(game.wins, stranger, at=position):
            sides = " and ".join(f"`` `{side_name(side)} ``" for side in movers)
            fact = f"`` `{side_name(stranger)} `` wins here, but the players are {sides}"
            notes = (Note(f"with {state_text(game.program, as_value(position))}"),)
            return Diagnostic("N503", fact, place, "write one of the players of `playerToMove`", notes)
    return None

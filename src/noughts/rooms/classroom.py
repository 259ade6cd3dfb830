"""The state of a classroom, and the pairing of its players: pure functions, so all processes pair alike.

A classroom is a tournament of those who have opened its link: its rounds, with a room for each board.  Like a
room, it is a list of events in the database, in which its members sit.  The secret of a member is that of
their seats in all rooms; the teacher has one, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, Literal, TypeAlias, get_args

from msgspec import Struct, field
from msgspec.structs import replace

from noughts.rooms.state import SIT, Event, Opening, RoomState, seat_of

ROUND, REMOVE, RULE = "round", "remove", "rule"
"""The kinds of events, with `SIT`: a round begins; a member is removed; the teacher sets a result."""


class ClassBoard(Struct, frozen=True):
    """A board of a round: its room, and its two members in the order of its seats."""

    room: str
    pair: Pair


class ClassroomState(Struct, frozen=True):
    """A classroom after an event.

    * ``opening``: what its rooms are opened with
    * ``names``: the names of all members
    * ``removed``: the members that were removed, who are in no later round
    * ``rounds``: the boards of each round
    * ``byes``: the member of each round who has no opponent, ``None`` if there is none
    * ``order``: the members of a round robin, in the order of its table
    * ``ruled``: for each room whose result the teacher has set, the points of its first member
    """

    opening: Opening
    system: System
    number: int = 0
    names: tuple[str, ...] = ()
    removed: frozenset[int] = frozenset()
    rounds: tuple[tuple[ClassBoard, ...], ...] = ()
    byes: tuple[int | None, ...] = ()
    order: tuple[int, ...] = ()
    ruled: Mapping[str, float] = field(default_factory=dict)

    @property
    def present(self) -> list[int]:
        """The members that were not removed."""
        return [member for member in range(len(self.names)) if member not in self.removed]

    @property
    def boards(self) -> list[ClassBoard]:
        """The boards of all rounds."""
        return [board for boards in self.rounds for board in boards]

    @property
    def waiting(self) -> int | None:
        """The member who has no opponent in this round, and plays with the next who comes."""
        return self.byes[-1] if self.byes else None

    def board_of(self, member: int) -> ClassBoard | None:
        """The board of a member in this round."""
        boards = self.rounds[-1] if self.rounds else ()
        return next((board for board in boards if member in board.pair), None)

    def points_of(self, board: ClassBoard, rooms: Mapping[str, RoomState]) -> float | None:
        """The points of the first member of a board; ``None`` before its match is over.

        They are what the teacher has set; else those of the first match of the room; else a match that is
        not over is lost by the one who was removed, and drawn if both were.
        """
        if board.room in self.ruled:
            return self.ruled[board.room]
        points = first_points(rooms[board.room]) if board.room in rooms else None
        if points is None and (removed := [member in self.removed for member in board.pair]) != [
            False,
            False,
        ]:
            return (removed[1] - removed[0] + 1) / 2
        return points

    def results(self, rooms: Mapping[str, RoomState]) -> list[Round]:
        """The rounds with their results."""
        return [
            Round(
                tuple(board.pair for board in boards),
                tuple(self.points_of(board, rooms) for board in boards),
                bye,
            )
            for boards, bye in zip(self.rounds, self.byes, strict=True)
        ]

    def results_now(self, rooms: Mapping[str, RoomState]) -> list[Round]:
        """The rounds with their results, while the last one runs: until all of its matches are over,
        somebody may still come and play with the one who has the bye."""
        *before, last = self.results(rooms) or [Round((), ())]
        is_over = bool(last.points) and None not in last.points
        return [*before, last if is_over else replace(last, bye=None)]


def first_points(state: RoomState) -> float | None:
    """The points of the first seat in the first match of a room; ``None`` before it is over."""
    end = state.first_end
    if end is None:
        return None
    return 0.5 if end.winner is None else float(end.winner == state.opening.sides[state.opening.shift])


def first_classroom_state(opening: Opening, system: System) -> ClassroomState:
    """The state of a classroom before its first event.

    The first round of a Swiss tournament has begun: everybody who comes plays with the next one.
    """
    return (
        ClassroomState(opening, system, rounds=((),), byes=(None,))
        if system == "swiss"
        else ClassroomState(opening, system)
    )


def classroom_after(state: ClassroomState, events: Iterable[Event]) -> ClassroomState:
    """The state after some events, in their order."""
    for event in events:
        state = replace(_AFTER[event.kind](state, event), number=event.number)
    return state


def _after_sit(state: ClassroomState, event: Event) -> ClassroomState:
    member, room = seat_of(event), event.data.get("room")
    state = replace(state, names=(*state.names, event.data["name"]))
    if state.system != "swiss":
        return state
    if room is None:
        return replace(state, byes=(*state.byes[:-1], member))
    first, second = event.data["pair"]
    boards = (*state.rounds[-1], ClassBoard(room, (first, second)))
    return replace(state, rounds=(*state.rounds[:-1], boards), byes=(*state.byes[:-1], None))


def _after_round(state: ClassroomState, event: Event) -> ClassroomState:
    boards = tuple(ClassBoard(room, (first, second)) for room, (first, second) in event.data["boards"])
    order = state.order or tuple(event.data["order"])
    return replace(state, rounds=(*state.rounds, boards), byes=(*state.byes, event.data["bye"]), order=order)


def _after_remove(state: ClassroomState, event: Event) -> ClassroomState:
    member = event.data["member"]
    byes = state.byes
    if state.waiting == member:
        byes = (*byes[:-1], None)
    return replace(state, removed=state.removed | {member}, byes=byes)


def _after_rule(state: ClassroomState, event: Event) -> ClassroomState:
    room, points = event.data["room"], event.data["points"]
    others = {other: known for other, known in state.ruled.items() if other != room}
    return replace(state, ruled=others if points is None else {**others, room: points})


# What each kind of event makes of the state.
_AFTER: Final[Mapping[str, Callable[[ClassroomState, Event], ClassroomState]]] = {
    SIT: _after_sit,
    ROUND: _after_round,
    REMOVE: _after_remove,
    RULE: _after_rule,
}


# Pairings: who plays whom in the next round of a tournament, and who plays first.


System: TypeAlias = Literal["swiss", "round robin"]
"""How a tournament is paired: by points, or everybody with everybody."""

SYSTEMS: Final[tuple[System, ...]] = get_args(System)

# Whom the player with the bye meets.
_NOBODY: Final = -1

Pair: TypeAlias = tuple[int, int]
"""Two players; the first plays the side that begins."""


class Round(Struct, frozen=True):
    """The pairs of a round, each with the points of its first player, ``None`` before the match is over; and
    the player with the bye, who has no opponent, ``None`` if there is none."""

    pairs: tuple[Pair, ...]
    points: tuple[float | None, ...]
    bye: int | None = None


def score_of(player: int, rounds: Sequence[Round], for_bye: float) -> float:
    """The points of a player: 1 for a win, ½ for a draw, and those `for_bye` for each bye."""
    return sum(
        sum(points for _, points in results_of(player, each) if points is not None)
        + (for_bye if each.bye == player else 0.0)
        for each in rounds
    )


def results_of(player: int, played: Round) -> Iterator[tuple[int, float | None]]:
    """The opponent of a player in a round, with the points of the player; nothing if there is no opponent."""
    for (first, second), points in zip(played.pairs, played.points, strict=True):
        if player == first:
            yield second, points
        elif player == second:
            yield first, None if points is None else 1.0 - points


def first_and_second(one: int, other: int, rounds: Sequence[Round]) -> Pair:
    """Two players in the order in which they should play.

    The one that played first less often plays first; if that was equally often, the one that played second
    when they last differed; otherwise the lower number.
    """

    def history(player: int) -> tuple[int, list[int], int]:
        turns = turns_of(player, rounds)
        return sum(turns), turns[::-1], player

    first, second = sorted((one, other), key=history)
    return first, second


def swiss_round(players: Sequence[int], rounds: Sequence[Round]) -> tuple[list[Pair], int | None]:
    """The pairs of the next round of a Swiss tournament, and the player with the bye if their number is odd.

    Of all pairings, one is chosen in which, in this order of importance, (1) the fewest pairs have met before
    and the fewest players get another bye; (2) the fewest players have played first, or second, three times
    more often than the other, or three times in a row; (3) opponents have equal points, and the bye is for
    the fewest points; (4) all have played first and second equally often.  These are the basic rules of FIDE
    (Handbook C.04.1).  The pairing is a matching of least weight in the graph of all pairs:
    S. Ólafsson, Weighted Matching in Chess Tournaments, J. Opl Res. Soc. 41 (1990), 17-24.
    """
    import networkx as nx  # which has the matching; we found no maintained library for Swiss tournaments

    points = {player: score_of(player, rounds, 1.0) for player in players}
    lowest = min(points.values(), default=0.0)
    costs: dict[Pair, tuple[int, int, int, int]] = {}
    for one, other in combinations(players, 2):
        first, second = first_and_second(one, other, rounds)
        turns = [[*turns_of(first, rounds), 1], [*turns_of(second, rounds), -1]]
        costs[one, other] = (
            sum({one, other} == set(pair) for each in rounds for pair in each.pairs),
            sum(abs(sum(each)) > 2 or abs(sum(each[-3:])) == 3 for each in turns),
            int(2 * (points[one] - points[other])) ** 2,
            sum(sum(each) ** 2 for each in turns),
        )
    if len(players) % 2:
        for player in players:
            byes = sum(each.bye == player for each in rounds)
            costs[player, _NOBODY] = (byes, 0, int(2 * (points[player] - lowest)) ** 2, 0)
    base = 1 + len(players) * max((max(cost) for cost in costs.values()), default=0)
    graph = nx.Graph()
    for (one, other), cost in costs.items():
        graph.add_edge(one, other, weight=lexicographic_weight(cost, base))
    matched = [sorted(edge) for edge in nx.min_weight_matching(graph)]
    bye = next((high for low, high in matched if low == _NOBODY), None)
    pairs = [first_and_second(low, high, rounds) for low, high in matched if low != _NOBODY]
    return sorted(pairs, key=lambda pair: (-max(points[pair[0]], points[pair[1]]), pair)), bye


def turns_of(player: int, rounds: Sequence[Round]) -> list[int]:
    """For each match of a player, 1 if the player had the side that begins, and -1 otherwise."""
    return [1 if player == pair[0] else -1 for each in rounds for pair in each.pairs if player in pair]


def lexicographic_weight(costs: Sequence[int], base: int) -> int:
    """The number with these digits: sums of weights compare as lists of sums of costs do."""
    number = 0
    for digit in costs:
        number = base * number + digit
    return number


def round_robin_round(players: Sequence[int], number: int) -> list[Pair]:
    """The pairs of a round, from 1, of a tournament in which everybody meets everybody once.

    It is that of the Berger tables (FIDE Handbook C.05, Annex 1): with n players, or one more if n is odd,
    players i and j meet in round r if i + j ≡ r + 1 modulo n - 1, and player n meets the one who would meet
    himself.  If i + j is odd, the lower number plays first, otherwise the higher one.  The opponent of a
    player that is missing has a bye.
    """
    count = len(players) + len(players) % 2
    pairs: list[Pair] = []
    for low, high in combinations(range(1, count), 2):
        if (low + high - number - 1) % (count - 1) == 0:
            pairs.append((low, high) if (low + high) % 2 else (high, low))
    alone = next((each for each in range(1, count) if (2 * each - number - 1) % (count - 1) == 0), None)
    if alone is not None and count == len(players):
        pairs.append((alone, count) if alone <= count // 2 else (count, alone))
    return [(players[one - 1], players[other - 1]) for one, other in sorted(pairs)]


def round_robin_length(players: int) -> int:
    """The number of rounds in which everybody meets everybody once."""
    return max(players - 1 + players % 2, 0)

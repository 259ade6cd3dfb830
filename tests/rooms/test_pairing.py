"""Pairings and tables of tournaments: what the rules of FIDE demand holds in every tournament."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.rooms.classroom import (
    Round,
    first_and_second,
    round_robin_length,
    round_robin_round,
    score_of,
    swiss_round,
    turns_of,
)
from noughts.rooms.classrooms import standings

RANDOM = st.randoms(use_true_random=False)


def played(pairs: list[tuple[int, int]], bye: int | None, chosen: random.Random) -> Round:
    return Round(tuple(pairs), tuple(chosen.choice([0.0, 0.5, 1.0]) for _ in pairs), bye)


def swiss(players: int, length: int, chosen: random.Random) -> list[Round]:
    """A Swiss tournament with results by lot."""
    rounds: list[Round] = []
    for _ in range(length):
        rounds.append(played(*swiss_round(range(players), rounds), chosen))
    return rounds


@given(players=st.integers(2, 13), chosen=RANDOM)
def test_in_a_swiss_round_everybody_plays_or_has_the_bye(players: int, chosen: random.Random) -> None:
    for each in swiss(players, 4, chosen):
        found = [player for pair in each.pairs for player in pair] + ([] if each.bye is None else [each.bye])
        assert sorted(found) == list(range(players))


@given(players=st.integers(6, 13), chosen=RANDOM)
def test_nobody_meets_twice_or_has_two_byes(players: int, chosen: random.Random) -> None:
    """In half as many rounds as there are players, it can be avoided: of n players with less than n / 2
    opponents each, every two have an untouched matching (Dirac), and with the bye they are even."""
    rounds = swiss(players, players // 2, chosen)
    met = Counter(frozenset(pair) for each in rounds for pair in each.pairs)
    byes = Counter(each.bye for each in rounds if each.bye is not None)
    assert set(met.values()) == {1}
    assert set(byes.values()) <= {1}


def best_rematches(players: int, rounds: list[Round]) -> int:
    """The fewest repeated pairs and byes of any pairing of all players, by trying all."""
    met = Counter(frozenset(pair) for each in rounds for pair in each.pairs)
    byes = Counter(each.bye for each in rounds)

    def fewest(left: tuple[int, ...]) -> int:
        if not left:
            return 0
        if len(left) % 2:
            return min(byes[one] + fewest(tuple(p for p in left if p != one)) for one in left)
        one, *others = left
        return min(
            met[frozenset({one, two})] + fewest(tuple(p for p in others if p != two)) for two in others
        )

    return fewest(tuple(range(players)))


@given(players=st.integers(2, 7), length=st.integers(1, 9), chosen=RANDOM)
def test_people_meet_again_only_if_it_cannot_be_avoided(
    players: int, length: int, chosen: random.Random
) -> None:
    rounds = swiss(players, length, chosen)
    pairs, bye = swiss_round(range(players), rounds)
    again = sum({one, other} == set(pair) for each in rounds for pair in each.pairs for one, other in pairs)
    again += sum(each.bye == bye for each in rounds if bye is not None)
    assert again == best_rematches(players, rounds)


@given(players=st.integers(8, 14), chosen=RANDOM)
def test_a_swiss_tournament_is_balanced(players: int, chosen: random.Random) -> None:
    """Nobody plays first more than twice more often than second, or the other way round."""
    rounds = swiss(players, 5, chosen)
    for player in range(players):
        turns = turns_of(player, rounds)
        assert abs(sum(turns)) <= 2
        assert all(abs(sum(turns[begin : begin + 3])) < 3 for begin in range(3))


def test_players_with_equal_points_meet() -> None:
    """Winners meet winners; the one with the fewest points has the bye."""
    first = Round(((0, 1), (2, 3), (4, 5)), (1.0, 0.0, 1.0), 6)
    pairs, bye = swiss_round(range(7), [first])
    winners = {0, 3, 4, 6}
    assert [len(winners & set(pair)) for pair in pairs] == [2, 2, 0]
    assert bye in {1, 2, 5}


def test_a_large_class_is_paired() -> None:
    """Sixty players and seven rounds: what a class, or two, may be."""
    rounds = swiss(60, 3, random.Random(1))
    assert [len(each.pairs) for each in rounds] == [30] * 3


@pytest.mark.parametrize("players", range(2, 16))
def test_in_a_round_robin_everybody_meets_everybody_once(players: int) -> None:
    length = round_robin_length(players)
    rounds = [round_robin_round(range(players), number + 1) for number in range(length)]
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs)
    assert met == Counter(map(frozenset, combinations(range(players), 2)))
    for pairs in rounds:
        busy = [player for pair in pairs for player in pair]
        assert len(busy) == len(set(busy)) == players - players % 2
    firsts = Counter(pair[0] for pairs in rounds for pair in pairs)
    assert all(abs(2 * firsts[player] - (players - 1)) <= 1 for player in range(players))


def test_a_round_robin_is_that_of_the_berger_tables() -> None:
    """FIDE Handbook C.05, Annex 1, the table for 7 or 8 players."""
    table = [round_robin_round(range(1, 9), number) for number in (1, 2, 3)]
    assert [set(pairs) for pairs in table] == [
        {(1, 8), (2, 7), (3, 6), (4, 5)},
        {(8, 5), (6, 4), (7, 3), (1, 2)},
        {(2, 8), (3, 1), (4, 7), (5, 6)},
    ]


def test_who_played_first_plays_second() -> None:
    assert first_and_second(0, 1, []) == (0, 1)
    assert first_and_second(0, 1, [Round(((0, 2), (3, 1)), (None, None))]) == (1, 0)
    assert first_and_second(
        0, 1, [Round(((0, 2), (1, 3)), (1.0, 1.0)), Round(((2, 0), (1, 3)), (1.0, 1.0))]
    ) == (
        0,
        1,
    )


def test_the_table_of_a_swiss_tournament() -> None:
    """Worked by hand.  0 beats 1 and 2; 3 draws with 1, after a bye of 2 and then of 3."""
    rounds = [
        Round(((0, 1),), (1.0,), 2),
        Round(((2, 0), (1, 3)), (0.0, 0.5)),
    ]
    rows = {row.player: row for row in standings(range(4), rounds, "swiss")}
    points = {player: row.points for player, row in rows.items()}
    assert points == {0: 2.0, 1: 0.5, 2: 1.0, 3: 0.5}
    assert {player: row.buchholz for player, row in rows.items()} == {
        0: 0.5 + 1.0,
        1: 2.0 + 0.5,
        2: 1.0 + 2.0,  # its own points for the bye
        3: 0.5,
    }
    assert {player: row.sonneborn_berger for player, row in rows.items()} == {
        0: 0.5 + 1.0,
        1: 0.25,
        2: 1.0,
        3: 0.25,
    }
    assert [row.player for row in standings(range(4), rounds, "swiss")] == [0, 2, 1, 3]


def test_a_bye_of_a_round_robin_counts_nothing() -> None:
    rounds = [Round(((0, 1),), (0.5,), 2)]
    assert [(row.rank, row.points) for row in standings(range(3), rounds, "round robin")] == [
        (1, 0.5),
        (1, 0.5),
        (3, 0.0),
    ]


@given(players=st.integers(2, 9), length=st.integers(0, 5), chosen=RANDOM)
def test_all_points_of_a_tournament_are_in_its_table(
    players: int, length: int, chosen: random.Random
) -> None:
    """Each match gives a point, and so does each bye; ranks follow the points."""
    rounds = swiss(players, length, chosen)
    rows = standings(range(players), rounds, "swiss")
    given_points = sum(len(each.pairs) + (each.bye is not None) for each in rounds)
    assert sum(row.points for row in rows) == given_points
    assert all(row.points == score_of(row.player, rounds, 1.0) for row in rows)
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
    assert [row.rank for row in rows] == sorted(row.rank for row in rows)

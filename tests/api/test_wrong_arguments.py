"""An argument that nobody can do anything with is refused in a sentence that says what is wanted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import noughts as named
from noughts.documents import library
from noughts.games.game import TooManyPositions

noughts: Any = named  # what is called is wrong for a type checker, too


@pytest.mark.parametrize(
    ("ask", "error", "says"),
    [
        (lambda g, m: m.play(5), TypeError, "a move is a text, not int 5"),
        (lambda g, m: m.play(None), TypeError, "a move is a text, not None"),
        (lambda g, m: noughts.Match(5), TypeError, "a game is what `noughts.load"),
        (lambda g, m: noughts.Game(5), TypeError, "an object with the methods of a game, not int 5"),
        (lambda g, m: noughts.load(None), TypeError, "named by a text or a path, not None"),
        (lambda g, m: g.prove(1), TypeError, "a claim is a text, not int 1"),
        (lambda g, m: noughts.load_document("nim").eval(5), TypeError, "an expression is a text, not int 5"),
        (lambda g, m: g.synthesise(None), noughts.Refusal, "the sides are `o` and `x`"),
        (lambda g, m: g.solve(tables=5), TypeError, "a folder is a path or a URL, not int 5"),
        (lambda g, m: g.solve(tables="s3n0://b/x"), noughts.Refusal, "`s3n0://` is not known"),
        (lambda g, m: g.solve(workers=0), noughts.Refusal, "`workers` is 0; it must be at least 1"),
        (lambda g, m: g.search(memory=-1), noughts.Refusal, "`memory` is -1"),
        (lambda g, m: m.at(99), noughts.Refusal, "from 0 to 2"),
        (lambda g, m: m.at(-1), noughts.Refusal, "`ply` is -1"),
        (lambda g, m: noughts.load_solution("x", g), TypeError, "the first argument is a game"),
        (lambda g, m: noughts.load_solution(g, "nope"), noughts.Refusal, "there is no file `nope`"),
        (lambda g, m: g.explore(limit=3), TooManyPositions, "more than 3 positions"),
        (lambda g, m: g.solve(limit=3), TooManyPositions, "more than 3 positions"),
        (lambda g, m: g.explore(limit=0), noughts.Refusal, "`limit` is 0"),
        (lambda g, m: noughts.Match.load(g, "nope"), noughts.Refusal, "there is no file `nope`"),
    ],
)
def test_what_is_wanted(ask: Callable[[Any, Any], object], error: type[Exception], says: str) -> None:
    game = noughts.load("tictactoe")
    with pytest.raises(error) as caught:
        ask(game, noughts.Match(game).play("5 1"))
    assert says in str(caught.value)


def test_paths_name_games_and_documents() -> None:
    place = Path(str(library.path_of("nim")))
    assert noughts.load(place).name == "nim"
    assert len(noughts.load_document(place)) == len(noughts.load_document("nim"))


def test_laws_are_checked_of_games_of_both_kinds() -> None:
    game = noughts.load("nim")
    assert [*noughts.check_laws(game, walks=2)] == [*noughts.check_laws(game.rules, walks=2)] == []


def test_names_are_listed_once_and_one_definition_is_one() -> None:
    assert len(dir(noughts)) == len({*dir(noughts)})
    assert repr(noughts.load_document("/$ a := 1 $/")) == "<Document document: 1 definition>"


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("connect4", "did you mean `four`?"),
        ("reversi", "did you mean `othello`?"),
        ("checkers", "did you mean `draughts` or `konane`?"),
        ("dots and boxes", "did you mean `boxes`?"),
        ("tictacto", "did you mean `tictactoe`?"),
    ],
)
def test_a_game_is_found_by_what_its_document_says(word: str, meant: str) -> None:
    with pytest.raises(noughts.Refusal) as refused:
        noughts.load(word)
    assert refused.value.hint == meant


@pytest.mark.parametrize("word", ["go", "zzzzzz", "Ya"])
def test_all_games_are_named_where_none_is_like_the_word(word: str) -> None:
    with pytest.raises(noughts.Refusal) as refused:
        noughts.load(word)
    assert all(f"`{name}`" in refused.value.hint for name in library.names())

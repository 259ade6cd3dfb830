"""``noughts play``: the words that choose a game, players and a face; what it says where it cannot."""

from __future__ import annotations

import gc
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from urllib.request import urlopen

import pexpect
import pytest

from noughts.background import in_background
from noughts.cli.game_argument import GameArgument
from noughts.cli.seating import LazyOracle, Seating
from noughts.cli.table_factory import seating_of, table_factory
from noughts.documents import library
from noughts.documents.animation import Animation
from noughts.faces.adviser import Adviser
from noughts.faces.table import Table
from noughts.games.match import Match
from noughts.games.result import Oracle
from noughts.players.fallback import FallbackPlayer, PreparedPlayer
from noughts.players.levels import PerfectPlayer, RandomPlayer
from noughts.players.player import Person, Player
from noughts.refusal import Refusal
from noughts.solvers.backward import solve_game
from noughts.stop import Stop, Stopped, current
from tests.cli.conftest import Noughts, command, environment
from tests.endless_work import EndlessWork
from tests.faces.test_slow_documents import SLOW
from tests.small_games import TicTacToe

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
HERE = {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
BALL = """# A ball
/$
initialState := 100
newState := currentState + 1
images := {disc(point(currentState, 400), 20, color(255, 0, 0))}
$/
"""


def test_without_a_game_it_lists_those_there_are(noughts: Noughts) -> None:
    said = noughts("play")
    assert said.returncode == 0
    for name in library.names():
        assert re.search(rf"^  {name} +{library.title_of(name)}$", said.stdout, re.MULTILINE)


def test_where_nobody_types_there_is_a_demonstration(noughts: Noughts) -> None:
    said = noughts("play", "tictactoe")
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout.startswith("Tic-tac-toe\nx: perfect · o: perfect\n")
    assert said.stdout.count(" plays ") == 9
    assert "\n\nDraw.\n\nTo play yourself: noughts play tictactoe --x person; in the browser: " in said.stdout


@pytest.mark.parametrize("words", [["--port", "8000"], ["--no-open"], ["--open"]])
@pytest.mark.parametrize("face", ["console", "window"])
def test_what_is_said_of_a_page_is_refused_without_one(noughts: Noughts, face: str, words) -> None:
    said = noughts("play", "tictactoe", "--face", face, *words)
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr == (
        f"error: `{words[0]}` applies only to a page in the browser\n   help: add `--face browser`\n"
    )


def test_one_seed_plays_one_match(noughts: Noughts) -> None:
    def played(seed: str) -> str:
        return noughts("play", "tictactoe", "--x", "random", "--o", "random", "--seed", seed).stdout

    assert played("1") == played("1") != played("2")


def test_a_person_plays_through_a_pipe_if_asked_to(noughts: Noughts) -> None:
    said = noughts("play", "tictactoe", "--x", "person", typed="5\n")
    assert said.returncode == 0
    assert "x: person · o: perfect" in said.stdout
    assert said.stdout.count("o plays ") == 1
    assert said.stdout.endswith("The match stops here, after 2 moves.\n")


def test_the_other_side_begins_if_the_person_plays_the_second(noughts: Noughts) -> None:
    said = noughts("play", "tictactoe", "--o", "person")
    assert "x: perfect · o: person" in said.stdout
    assert "x plays " in said.stdout


def test_a_game_in_python_with_sides_of_any_name(noughts: Noughts) -> None:
    words = ("tests.faces.sample_games:Subtraction", "--player", "first=person")
    said = noughts("play", *words, env=HERE, typed="1\n")
    assert "first: person · second: perfect" in said.stdout
    assert "second plays take 2" in said.stdout


def test_at_a_terminal_a_person_begins_against_the_perfect_player() -> None:
    env = environment({"TERM": "xterm"})
    person = pexpect.spawn(
        command()[0], command("play", "tictactoe")[1:], env=env, encoding="utf-8", timeout=600
    )
    person.expect("x: person · o: perfect")
    person.expect(r"In the browser: .*noughts.* play tictactoe --face browser \(or --face window\)\.")
    person.expect("x> ")
    person.sendline("5")
    person.expect(r"o plays [1379]\W")
    person.expect("x> ")
    person.sendeof()
    person.expect(pexpect.EOF)
    person.close()
    assert person.exitstatus == 0


@pytest.mark.parametrize(
    ("arguments", "fact", "help"),
    [
        (["tictac"], "no game `tictac`", "`tictactoe`"),
        (["tictactoe", "--x", "prefect"], "no player `prefect`", "`perfect`"),
        (["tictactoe", "--player", "y=random"], "no side `y`", "`o` and `x`"),
        (["tictactoe", "--player", "random"], "SIDE=WHO", "--player x=random"),
        (["tictactoe", "--x", "random", "--player", "x=random"], "`x` has two players", "name one"),
        (["tictactoe", "--face", "window"], "no display", "--face browser"),
        (["tictactoe", "--face", "mirror"], "mirror", "--help"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(
    noughts: Noughts, arguments: list[str], fact: str, help: str
) -> None:
    said = noughts("play", *arguments)
    assert said.returncode == 2
    assert fact in said.stderr.splitlines()[0]
    assert help in said.stderr


def test_what_moves_on_its_own_is_shown_in_pictures(noughts: Noughts, tmp_path: Path) -> None:
    document = tmp_path / "ball.led"
    document.write_text(BALL)
    said = noughts("play", str(document))
    assert said.returncode == 0
    assert said.stdout.startswith("A ball\n\nAfter 0 seconds:\n")
    assert "◉" in said.stdout
    assert f"noughts play {document} --face browser" in said.stdout


def test_the_page_is_served_until_ctrl_c() -> None:
    process = subprocess.Popen(
        command("play", "tictactoe", "--face", "browser", "--no-open"),
        env=environment({"PYTHONUNBUFFERED": "1"}),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert process.stdout is not None
    said = process.stdout.readline()
    address = re.search(r"http://127\.0\.0\.1:\d+/", said)
    assert address
    with urlopen(address[0], timeout=600) as page:
        assert page.status == 200
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=600)
    assert (process.returncode, rest) == (0, "")


class Reluctant:
    """A player that cannot play."""

    name = "reluctant"

    def choose(self, match: Match) -> object:
        raise Refusal("I would rather not")


def refuse() -> Player:
    raise Refusal("there is no such player")


def test_the_next_one_plays_where_nobody_insisted_on_a_player_that_cannot() -> None:
    player = FallbackPlayer(Reluctant, lambda: None, refuse, Reluctant, lambda: RandomPlayer(seed=1))
    assert player.name == "reluctant"
    match = Match(TicTacToe())
    assert player.choose(match) in match.legal_moves
    assert player.name == "random"


def test_nobody_waits_for_a_player_that_is_not_ready_in_time() -> None:
    may_end = threading.Event()
    adviser = Adviser(lambda: (may_end.wait(), solve_game(TicTacToe()))[1])
    match = Match(TicTacToe()).play(0)

    def late(patience: float | None) -> Player:
        return PerfectPlayer(LazyOracle(adviser, patience), seed=1)

    player = FallbackPlayer(lambda: late(0.01), lambda: RandomPlayer(seed=1))
    assert player.choose(match) in match.legal_moves
    assert player.name == "random"
    may_end.set()
    assert late(None).choose(match) == 4


def test_players_nobody_chose_are_a_person_and_perfect_ones() -> None:
    def words(chosen: dict[str, str], with_person: bool = True) -> list[str]:
        adviser = Adviser(lambda: None)  # type: ignore[arg-type, return-value]
        return list(Seating(TicTacToe(), chosen, None, adviser, with_person).words.values())

    assert words({}) == ["person", "perfect"]
    assert words({}, with_person=False) == ["perfect", "perfect"]
    assert words({"o": "person"}) == ["perfect", "person"]
    assert words({"o": "random"}) == ["person", "random"]
    assert words({"x": "random", "o": "person"}) == ["random", "person"]


def test_who_is_not_ready_in_time_works_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four in a row can neither be solved nor kept to a strategy in so short a time: a search answers."""
    monkeypatch.setattr("noughts.cli.seating._PATIENCE", 0.2)
    monkeypatch.setattr("noughts.cli.seating._REGION_WORK", 1_000)
    monkeypatch.setattr("noughts.cli.seating.SECONDS", 0.1)
    monkeypatch.setattr("noughts.players.search.is_searchable", lambda game: False)  # no machine code
    make_table = table_factory(GameArgument(["four"]), options={}, pairs=[], seed=1, with_person=True)
    for _ in range(2):
        table = make_table()
        assert isinstance(table, Table)
        for _ in range(2):
            table.play(0)
            turn = table.turn
            assert turn is not None
            table.take(turn, turn.decide())
        assert table.players["o"].name == "search"
    while any(thread.name == "noughts-background" for thread in threading.enumerate()):
        time.sleep(0.05)  # until nothing is worked on any more, which is not waited for


def test_nobody_works_for_a_player_who_has_left() -> None:
    solving, stop = EndlessWork(), Stop()
    adviser = Adviser(solving)
    waiting = in_background(LazyOracle(adviser, patience=None).wait, stop)
    assert solving.begun.wait(60)
    stop.wanted = True
    assert isinstance(waiting.exception(60), TimeoutError)
    assert not solving.ended.is_set()
    del adviser, waiting
    gc.collect()
    assert solving.ended.wait(60)


def test_another_player_moves_until_the_prepared_one_is_made() -> None:
    may_end, match = threading.Event(), Match(TicTacToe())

    def make() -> Player:
        may_end.wait()
        return PerfectPlayer(solve_game(TicTacToe()), seed=1)

    player = PreparedPlayer(make, RandomPlayer(seed=1), patience=0.0)
    assert player.name == "perfect"
    assert player.choose(match) in match.legal_moves
    assert player.name == "random"
    may_end.set()
    for thread in threading.enumerate():
        if thread.name == "noughts-background":
            thread.join(600)
    assert player.choose(match.play(0)) == 4
    assert player.name == "perfect"


def test_the_first_move_waits_for_a_player_that_is_made_soon() -> None:
    player = PreparedPlayer(lambda: RandomPlayer(seed=1), Reluctant(), patience=600.0)
    player.choose(Match(TicTacToe()))
    assert player.name == "random"


def test_another_player_moves_where_the_prepared_one_has_no_move() -> None:
    class Opener:
        name = "opener"

        def choose(self, match: Match) -> object:
            if match.ply == 1:
                raise Refusal("I do not know this position")
            return match.legal_moves[0]

    player, match = PreparedPlayer(Opener, RandomPlayer(seed=1), patience=600.0), Match(TicTacToe())
    names = []
    for _ in range(3):
        match = match.play(player.choose(match))
        names.append(player.name)
    assert names == ["opener", "random", "opener"]
    for none in (refuse, lambda: None):
        other = PreparedPlayer(none, RandomPlayer(seed=1), patience=600.0)
        assert other.choose(match) in match.legal_moves
        assert other.name == "random"


@pytest.mark.parametrize(("name", "who"), [("disctru", "perfect"), ("kalah", "search")])
def test_the_first_move_is_perfect_unless_the_size_is_one_that_people_know(
    name: str, who: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.cli.seating._PATIENCE", 600.0)
    named, game = GameArgument([name]).at_known_size()
    assert not isinstance(game, Animation)
    seating, _ = seating_of(named, game, options={}, pairs=[], seed=1, with_person=False)
    player = seating.players()[game.sides[0]]
    assert not isinstance(player, Person)
    player.choose(Match(game))
    assert player.name == who


def test_what_a_person_waits_for_is_not_given_up() -> None:
    released = threading.Event()

    def make() -> Oracle:
        while not released.wait(0.01):
            current.get().look()
        return solve_game(TicTacToe())

    adviser = Adviser(make)
    hurried = LazyOracle(adviser, patience=0.05)
    with pytest.raises(TimeoutError):
        hurried.best(TicTacToe().initial)
    assert adviser.oracle is None
    promised = adviser.ask()
    with pytest.raises(TimeoutError):
        hurried.best(TicTacToe().initial)
    assert adviser.ask() is promised
    released.set()
    assert promised.result(600).value(TicTacToe().initial).winner is None


def test_the_next_player_is_not_lost_when_somebody_stops_its_making() -> None:
    asked: list[str] = []

    def stopped_once() -> RandomPlayer:
        asked.append("once more")
        if len(asked) == 1:
            raise Stopped
        return RandomPlayer(seed=1)

    class Late:
        name = "late"

        def choose(self, match: Match) -> object:
            raise TimeoutError

    player, match = FallbackPlayer(Late, stopped_once), Match(TicTacToe())
    with pytest.raises(Stopped):
        player.choose(match)
    assert player.choose(match) in match.legal_moves


def test_ctrl_c_at_a_picture_that_takes_long_ends_the_match_in_the_console(tmp_path: Path) -> None:
    path = tmp_path / "slow.led"
    path.write_text(SLOW)
    words = ["-m", "noughts", "play", str(path), "--x", "person", "--o", "person"]
    child = pexpect.spawn(sys.executable, words, encoding="utf-8", timeout=600)
    child.expect("x>")
    child.sendline("#1")
    child.expect("#1")
    child.expect("\n")
    child.sendintr()
    child.expect("The match stops here")  # and no error of the rules, which the budget would end with
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_what_is_piped_in_and_not_read_is_told() -> None:
    for typed, said in (("5\n", "add `--x person`"), ("", "")):
        played = subprocess.run(
            [*command(), "play", "tictactoe"], input=typed, capture_output=True, text=True, env=environment()
        )
        assert played.returncode == 0
        assert said in played.stderr
        assert bool(played.stderr) == bool(said)

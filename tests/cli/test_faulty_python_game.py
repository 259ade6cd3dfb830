"""What a game in Python does wrong is said of it: the object, the method, the author's own line."""

from __future__ import annotations

from pathlib import Path

import pytest

from noughts.api.python_game import PARTS
from tests.cli.conftest import Noughts

CODE = '''
from noughts.framework.rule_set import RuleSet
from noughts.games.game import Outcome

class Count:
    """Take 1 or 2 of 4: who takes the last wins."""
    fails = ""
    @property
    def name(self): self.maybe("name"); return "count"
    @property
    def sides(self): self.maybe("sides"); return ("x", "o")
    @property
    def initial(self): self.maybe("initial"); return (4, 0)
    def to_move(self, p): self.maybe("to_move"); return ("x", "o")[p[1]]
    def moves(self, p): self.maybe("moves"); return [n for n in (1, 2) if n <= p[0]]
    def after(self, p, m): self.maybe("after"); return (p[0] - m, 1 - p[1])
    def outcome(self, p):
        self.maybe("outcome")
        return Outcome("xo"[1 - p[1]], "all taken") if p[0] == 0 else None
    def move_text(self, p, m): self.maybe("move_text"); return str(m)
    def position_text(self, p): self.maybe("position_text"); return f"{p[0]}, {p[1]}"
    def maybe(self, name):
        if name == self.fails:
            {}["no such key"]  # the line

for each in METHODS:
    globals()[each] = type(each, (Count,), {"fails": each})

class Unhashable(Count):
    def moves(self, p): return [[n] for n in (1, 2) if n <= p[0]]
    def after(self, p, m): return (p[0] - m[0], 1 - p[1])
class Listed(Count):
    initial = [4, 0]
class Nothing(Count):
    def moves(self, p): return None
class Five(Count):
    def moves(self, p): return 5
class Leaves(Count):
    def moves(self, p): raise SystemExit(3)
class Opens(Count):
    def moves(self, p): return open("no such file")
class Deep(Count):
    def moves(self, p): return self.moves(p)
class Own(Exception):
    def __init__(self, one, two): super().__init__(f"{one} and {two}")
class Unsendable(Count):
    def moves(self, p): raise Own(1, 2)
class Hashed(tuple):
    def __hash__(self): raise ValueError("never")
class HashedBadly(Count):
    initial = Hashed((4, 0))

class Rules(RuleSet):
    fails = ""
    def on_piece_down(self, x, y, p): self.maybe("on_piece_down")
    def post_piece_down(self, x, y, p): self.maybe("post_piece_down")
    def next_piece(self): self.maybe("next_piece"); return super().next_piece()
    def state(self): self.maybe("state")
    def restore(self, state): self.maybe("restore")
    maybe = Count.maybe
for each in ("on_piece_down", "post_piece_down", "next_piece", "state", "restore"):
    globals()[each] = type(each, (Rules,), {"fails": each})
'''.replace("METHODS", repr(PARTS))

LINE = next(n for n, line in enumerate(CODE.splitlines(), 1) if line.endswith("# the line"))
LAWLESS = "is no game that can be played: count, at the start, in 4, 0"
VERBS = {
    "explore": "",
    "solve": "",
    "sample": "--games 2",
    "synthesise": "--for x",
    "arena": "random random --games 2",
    "play": "--x random --o random",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with the module of the author."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "authors.py").write_text(CODE)
    return tmp_path


@pytest.mark.parametrize("verb", [*VERBS, "audit", "tables"])
@pytest.mark.parametrize("method", PARTS)
def test_a_method_that_raises_is_named(folder: Path, noughts: Noughts, verb: str, method: str) -> None:
    game = f"authors:{method}"
    words = {
        "audit": ["audit", "random", "--game", game, "--as", "o"],
        "tables": ["solve", game, "--tables", "made"],
    }.get(verb) or [verb, game, *VERBS[verb].split()]
    said = noughts(*words)
    if "_text" in method or (verb == "sample" and method == "to_move"):
        assert said.returncode in (0, 1, 2)  # not every verb asks for it
        if not said.stderr.startswith(f"error: `{game}`"):
            return
    assert said.stderr.splitlines()[0] == (
        f"error: `{game}` raises in `{method}` KeyError: 'no such key' "
        f'({folder}/authors.py, line {LINE}: `{{}}["no such key"]  # the line`)'
    )
    assert said.returncode == 2


@pytest.mark.parametrize("method", ["on_piece_down", "post_piece_down", "next_piece", "state", "restore"])
@pytest.mark.parametrize("verb", ["solve", "play"])
def test_a_method_of_rules_that_raises_is_named(
    folder: Path, noughts: Noughts, verb: str, method: str
) -> None:
    said = noughts(verb, f"authors:{method}", *VERBS[verb].split())
    assert said.stderr.startswith(f"error: `authors:{method}` raises in `{method}` KeyError: 'no such key' (")
    assert said.returncode == 2


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("Opens", "raises in `moves` FileNotFoundError: [Errno 2] No such file or directory"),
        ("Deep", "raises in `moves` RecursionError: maximum recursion depth exceeded"),
        ("Leaves", "raises in `moves` SystemExit: 3 ("),
        (
            "Five",
            "is no game that can be played: count, at the start, in 4, 0: TypeError is raised: `moves` gives",
        ),
        ("Unsendable", "raises in `moves` Own: 1 and 2 ("),
        ("HashedBadly", "raises in `__hash__` ValueError: never ("),
        (
            "Unhashable",
            "is no game that can be played: count, at the start, in 4, 0: a move cannot be hashed",
        ),
        ("Listed", "is no game that can be played: count, at the start, in 4, 0: TypeError is raised"),
        ("Nothing", "is no game that can be played: count, at the start, in 4, 0: TypeError is raised"),
    ],
)
def test_other_faults_are_named(folder: Path, noughts: Noughts, name: str, fault: str) -> None:
    said = noughts("solve", f"authors:{name}")
    assert said.stderr.startswith(f"error: `authors:{name}` {fault}")
    assert said.returncode == 2


def test_what_another_process_raises_is_named(folder: Path, noughts: Noughts) -> None:
    said = noughts("solve", "authors:moves", "--tables", "made", "--workers", "2")
    assert said.stderr.startswith("error: `authors:moves` raises in `moves` KeyError: 'no such key' (")
    assert said.returncode == 2


def test_a_traceback_is_shown_to_who_asks_for_it(folder: Path, noughts: Noughts) -> None:
    said = noughts("solve", "authors:moves", env={"NOUGHTS_TRACEBACK": "1"})
    assert said.stderr.startswith("Traceback (most recent call last):")
    assert "error: `authors:moves` raises in `moves`" in said.stderr
    assert said.returncode == 2


def test_a_fault_of_noughts_stays_one(with_verbs: Noughts) -> None:
    assert with_verbs("stumble").returncode == 70

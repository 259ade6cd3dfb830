"""How fast is a document explored through its clicks, and drawn, beside the reference evaluator?"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from benchmarks.measuring import Ratio, best_of_each, seconds
from noughts.documents import library
from noughts.documents.by_clicks import GameByClicks
from noughts.easel import Input
from noughts.kernels.explore import explore_rules
from noughts.language.check import read_program
from noughts.meaning.compile import Compiled
from noughts.meaning.evaluate import Evaluator
from noughts.meaning.frame import frame_of

PLACES = [(x, y) for y in (650, 550, 450) for x in (250, 350, 450)] + [(450, 750)]
"""Where there is something to click in tic-tac-toe: nine cells and the button."""


def measure() -> Iterator[Ratio]:
    program = read_program([library.path_of("tictactoe")])
    game = GameByClicks(program, name="tictactoe")
    exploration = explore_rules(game)
    states = [exploration.positions[number] for number in range(0, len(exploration), 55)]

    def frames(meaning: Compiled | Evaluator) -> Callable[[], None]:
        def draw() -> None:
            for state in states:
                for x, y in PLACES:
                    after = meaning.value("newState", frame=frame_of(state, Input(clicked=True, x=x, y=y)))
                    meaning.value("images", frame=frame_of(after))

        return draw

    compiled, evaluated = best_of_each(frames(Compiled(program)), frames(Evaluator(program)), times=3)
    count = len(states) * len(PLACES)
    note = f"{1000 * compiled / count:.3f} ms a frame, promised under 2"
    yield Ratio(f"{count} frames, compile", compiled, "evaluate", evaluated, limit=0.002 * count, note=note)

    whole = seconds(lambda: explore_rules(GameByClicks(program, name="tictactoe")))
    naive = evaluated * len(exploration) / len(states)
    note = f"{len(exploration)} positions, {exploration.transitions} transitions"
    yield Ratio("explore by clicks", whole, "ten frames a position, evaluate", naive, limit=5, note=note)

"""The formulas of a game say in every position what its rules say."""

from __future__ import annotations

from pathlib import Path

import pytest

from noughts.cli.game_argument import GameArgument
from noughts.documents.by_rules import GameByRules
from noughts.kernels.explore import explore_rules
from tests.grounding.agreement import assert_agreement

MNK = str(Path(__file__).parent / "documents" / "mnk.led")


@pytest.mark.parametrize(
    "words", [("tictactoe",), (MNK,), (MNK, "m=2", "k=2"), (MNK, "m=1", "n=5", "k=3"), (MNK, "m=2", "n=3")]
)
def test_formulas_agree_with_the_rules(words: tuple[str, ...]) -> None:
    game = GameArgument(words[:1], let=words[1:]).load_any()
    assert isinstance(game, GameByRules)
    exploration = explore_rules(game)
    assert_agreement(exploration, game.ground())

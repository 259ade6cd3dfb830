"""The modules of a page that its game never runs, the words that its rules are not written in, and what
stands in their place.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from noughts.meaning.javascript.words import WORDS

Group: TypeAlias = Mapping[str, Sequence[str]]
"""Modules by their paths, each with what others import of it."""

FILMS: Final[Group] = {
    "pages/local/film_session.js": ["FilmSession"],
    "pages/local/local_film.js": ["LocalFilm"],
    "faces/browser/page/film.js": ["Film"],
}
"""What only a film runs."""

MATCHES: Final[Group] = {
    "pages/local/session.js": ["Session"],
    "pages/local/local_table.js": ["LocalTable"],
}
"""What only a game runs that is played in matches."""

SETTINGS: Final[Group] = {
    "faces/browser/page/other_game.js": [
        "choiceOf",
        "numbersIn",
        "numbersOf",
        "seatsOf",
        "settingFields",
        "showNumbers",
        "spoken",
    ],
}
"""What only a page runs that is served, or whose game has other settings than its document."""

RULES: Final[Group] = {"pages/local/game_by_rules.js": ["GameByRules"]}
CLICKS: Final[Group] = {"pages/local/game_by_clicks.js": ["GameByClicks"]}

BY_SEVERAL_CLICKS: Final[Group] = {
    "pages/local/game_on_board.js": ["GameOnBoard"],
    "pages/local/click_path.js": ["after", "areasOf", "click", "isLast", "nextOf"],
    "faces/browser/page/places.js": ["byPlace"],
}
"""What only a game runs whose board is derived from its rules."""

BY_KERNEL: Final[Group] = {
    "pages/local/tracker.js": ["Tracker"],
    "pages/local/formulas.js": ["Formulas"],
}
"""What only a game runs that has a kernel."""

BY_RULES: Final[Group] = {
    "pages/local/rules_kernel.js": ["RulesKernel", "RulesTracker", "RulesThinker", "UnsureThinker"],
}
"""What only a game runs that has none, or one that may have to ask the rules."""

THINKER: Final[Group] = {
    "pages/local/search_advice.js": ["hintOfSearch", "searched", "valuesOfSearch"],
    "pages/local/thinker_session.js": ["ThinkerSession"],
}
"""What only a game runs that has no safe sets."""

SAFE_SETS: Final[Group] = {
    "solvers/javascript/safe_set.js": ["SafeSet"],
    "solvers/javascript/safe_set_judge.js": ["SafeSetJudge"],
}
"""What only a game runs that has safe sets."""

SEARCH: Final[Group] = {
    "pages/local/searcher.js": ["Searcher"],
    "pages/local/search_advice.js": ["hintOfSearch", "searched", "valuesOfSearch"],
}
"""What only a game runs that may be too large to be solved on its page."""


def empty_modules(*groups: Group) -> dict[str, str]:
    """Modules of the same exports, with nothing in them."""
    return {
        path: "".join(f"export class {name} {{}}\n" for name in names)
        for group in groups
        for path, names in group.items()
    }


_ALL_WORDS: Final = "meaning/javascript/all_words.js"
_WORDS: Final = "meaning/javascript/words.js"
_OF_EXPLANATIONS: Final = "each"
"""The word that explanations are made with, whatever they explain."""


def needed_words(program: str, modules: Mapping[str, str]) -> dict[str, str]:
    """The words of the runtime that stand in a program, as the module of all words."""
    names = sorted(WORDS.intersection([_OF_EXPLANATIONS, *re.findall(r"\w+", program)]))
    return {
        _WORDS: f'export {{ {", ".join(names)} }} from "./all_words.js";\n',
        _ALL_WORDS: modules[_WORDS],
    }

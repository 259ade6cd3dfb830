"""The words of the runtime: the functions that generated JavaScript calls."""

from __future__ import annotations

from noughts.language.builtins import OPERATIONS, Builtin

_OF_THE_LANGUAGE = """
    arguments as async await break case catch class const continue debugger default delete depth do else enum
    eval export extends false finally for frame from function get if implements import in instanceof
    interface let new null of package place private program protected public return set static super switch
    this throw true try typeof undefined var void while with words yield
"""
_FORMS = """
    atom candidates collected constant counted deepConstant deepEachFrame deepEachState deepLazily
    distinct each eachFrame eachState entered fits fraction holds intersected lazily leavesRange left
    matched noCaseApplies noClauseApplies opaque solutions united
"""

RESERVED = frozenset(_OF_THE_LANGUAGE.split())
"""Words of the language, and names that generated functions have for their own use."""


def camel_case(name: str) -> str:
    """``set_of`` as JavaScript writes it: ``setOf``."""
    first, *others = name.split("_")
    return first + "".join(map(str.title, others))


def word_of(builtin: Builtin) -> str:
    """The name of a builtin in JavaScript."""
    assert builtin.apply is not None
    return camel_case(builtin.apply.__name__)


WORDS = frozenset(_FORMS.split()) | frozenset(map(word_of, OPERATIONS.values()))
"""The names that `words.js` exports."""

"""The names of moves: texts that can be read back wherever a move is written.

A name is typed in the console.  In a record and in a line of play, names are separated by semicolons; in a
link, by tildes.
"""

from __future__ import annotations


def is_move_name(text: str) -> bool:
    """Whether a text can be the name of a move.

    >>> [is_move_name(text) for text in ("5", "2 from 3", "(1, 2)", "", "a;b", " 5", "5,")]
    [True, True, True, False, False, False, False]
    """
    is_one_line = text.isprintable() and "  " not in text and text == text.strip(" ,")
    return text != "" and is_one_line and {";", "~"}.isdisjoint(text)

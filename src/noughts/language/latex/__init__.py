"""LaTeX as a spelling of the language: displays and formulas to the words of the grammar."""

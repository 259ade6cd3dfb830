"""Symbolic evaluation: the rules evaluated with the position unknown, giving formulas over its bits."""

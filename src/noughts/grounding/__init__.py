"""The rules evaluated with the position unknown: symbolic values, and from them formulas over bits."""

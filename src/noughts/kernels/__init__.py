"""Formulas turned into code, and the exploration that runs it."""

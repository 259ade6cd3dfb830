"""Answers checked by the reference evaluator alone: no formula, no kernel, no solver takes part."""

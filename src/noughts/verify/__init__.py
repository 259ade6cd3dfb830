"""Verification: answers are checked by the reference evaluator alone, without formulas, kernels or
solvers."""

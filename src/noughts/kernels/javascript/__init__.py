"""Kernels as modules of JavaScript, and the exploration that runs on them in a page."""

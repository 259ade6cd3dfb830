"""The verbs of ``noughts automata`` in the order of the help."""
# ruff: noqa: I001, F401

from __future__ import annotations

import noughts.cli.automata.change
import noughts.cli.automata.synthesis
import noughts.cli.automata.look

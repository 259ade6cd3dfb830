"""The verbs in the order of the help; importing a verb registers it."""
# ruff: noqa: I001, F401

from __future__ import annotations

import noughts.cli.play
import noughts.cli.console
import noughts.cli.arena
import noughts.cli.audit
import noughts.cli.train
import noughts.cli.check
import noughts.cli.eval
import noughts.cli.repl
import noughts.cli.explore
import noughts.cli.solve
import noughts.cli.prove
import noughts.cli.sample
import noughts.cli.kernel
import noughts.cli.synthesise
import noughts.cli.automata.verbs
from noughts.cli.app import app

__all__ = ["app"]

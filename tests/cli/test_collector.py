"""A command looks for cycles among its objects rarely: what it reads has few."""

from __future__ import annotations

import os
import subprocess
import sys

COUNTED = """
import atexit, gc, sys
from noughts.cli.main import run
count = lambda: gc.get_stats()[0]["collections"]
begun = count()
atexit.register(lambda: print(count() - begun, gc.get_freeze_count(), file=sys.stderr))
run()
"""


def test_a_check_seldom_looks_for_cycles_and_not_at_its_end(tmp_path):
    document = tmp_path / "long.led"
    document.write_text(f"/$ {' '.join(f'f{n}(x) := x + {n}' for n in range(1_000))} $/")
    in_colours = {**os.environ, "FORCE_COLOR": "1"}  # as on a terminal, where Rich is loaded, too
    command = [sys.executable, "-c", COUNTED, "check", document]
    done = subprocess.run(command, env=in_colours, capture_output=True, text=True, check=True)
    collections, frozen = map(int, done.stderr.split())
    assert collections < 20
    assert frozen > 30_000

"""``python -m noughts`` is the command line."""

from noughts.cli.main import run

run()

"""How fast Noughts is: one file for each question, answered as a ratio of two times from one run."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tools"))  # system_packages knows where a browser is

"""The peak memory of this process."""

from __future__ import annotations

import sys

try:
    import resource
except ImportError:  # on Windows, and for a Python in a browser: nobody there says

    def peak() -> int:
        """The most bytes so far; 0, because this system does not say."""
        return 0
else:
    UNIT = 1 if sys.platform == "darwin" else 1024

    def peak() -> int:
        """The most bytes so far."""
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * UNIT

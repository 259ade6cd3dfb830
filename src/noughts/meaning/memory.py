"""The peak memory of this process."""

from __future__ import annotations

import sys

if sys.platform == "win32":

    def peak() -> int:
        """The most bytes so far; 0, because this system does not say."""
        return 0
else:
    import resource

    UNIT = 1 if sys.platform == "darwin" else 1024

    def peak() -> int:
        """The most bytes so far."""
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * UNIT

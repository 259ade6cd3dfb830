"""Work that ends only when it is stopped."""

from __future__ import annotations

import threading
import time
from typing import Any

from noughts.stop import current


class EndlessWork:
    """A function that tells when it has begun, and when it has ended."""

    def __init__(self) -> None:
        self.begun, self.ended = threading.Event(), threading.Event()

    def __call__(self, *_arguments: object) -> Any:
        self.begun.set()
        try:
            while True:
                current.get().look()
                time.sleep(0.01)
        finally:
            self.ended.set()

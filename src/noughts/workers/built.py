"""What tasks need that takes long to make: built once by each process, from a description that is sent."""

from __future__ import annotations

import pickle
from functools import lru_cache
from typing import Any

from noughts.workers.engine import TaskCall


def description_of(*call: Any) -> bytes:
    """A function and its arguments, for `built`: both must be picklable."""
    built.cache_clear()  # what the same words described before may have changed
    return pickle.dumps(call)


@lru_cache(1)
def built(description: bytes) -> Any:
    """What was described, the same object for every task of a run."""
    call: TaskCall = pickle.loads(description)
    function, *arguments = call
    return function(*arguments)

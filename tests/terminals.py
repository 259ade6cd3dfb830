"""Persons at terminals: how long they wait, and how they leave."""

from __future__ import annotations

import pexpect

WAIT = 600
"""Seconds until a program counts as hung; nothing else depends on them."""

AGAIN = 20
"""Seconds until somebody who was not heard presses a key again."""


def press_until_it_ends(person: pexpect.spawn, key: str) -> str:
    """Press Ctrl and a key: what the program says before it ends.

    A key that comes just before the program waits for one may be lost: a signal between the check for signals
    and the wait, an end of file between two prompts. A person presses again.
    """
    for _ in range(WAIT // AGAIN):
        person.sendcontrol(key)
        if person.expect_exact([pexpect.EOF, pexpect.TIMEOUT], timeout=AGAIN) == 0:
            said: str = person.before
            person.close()
            return said
    raise AssertionError(f"Ctrl-{key.upper()} does not end it")

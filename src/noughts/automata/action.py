"""Actions: the part of one principal in a transition (LMCS 16(2:9) 2020, §2).

====================  ==============================================================
``-``                 idle: the principal stays where it is
``!a``, ``?a``        offers ``a``; requests ``a``
``s_r@!a``, ``s_r@?a``  the same, addressed: from sender ``s`` to receiver ``r``
``tau_a``             an internal step
``a``                 plain: in properties only, any of ``!a``, ``?a`` or their match
====================  ==============================================================
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from noughts.automata.refusal import Malformed

_FORBIDDEN_IN_NAMES = ",[]\n\r"
_SURROGATE = re.compile(r"[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Address:
    """The sender and the receiver of an action."""

    sender: str
    receiver: str

    def __str__(self) -> str:
        return f"{self.sender}_{self.receiver}"


@dataclass(frozen=True, slots=True)
class Idle:
    """The principal takes no part."""

    def __str__(self) -> str:
        return "-"


@dataclass(frozen=True, slots=True)
class Offer:
    """The principal offers `name`, to the receiver of `address` if there is one."""

    name: str
    address: Address | None = None

    def __str__(self) -> str:
        return f"{_at(self.address)}!{self.name}"


@dataclass(frozen=True, slots=True)
class Request:
    """The principal requests `name`, from the sender of `address` if there is one."""

    name: str
    address: Address | None = None

    def __str__(self) -> str:
        return f"{_at(self.address)}?{self.name}"


@dataclass(frozen=True, slots=True)
class Tau:
    """The principal steps on its own."""

    name: str

    def __str__(self) -> str:
        return f"tau_{self.name}"


@dataclass(frozen=True, slots=True)
class Plain:
    """In a property: `name` happens, whichever principal offers or requests it."""

    name: str

    def __str__(self) -> str:
        return self.name


Action: TypeAlias = Idle | Offer | Request | Tau | Plain

IDLE = Idle()


def _at(address: Address | None) -> str:
    return "" if address is None else f"{address}@"


def is_name(text: str) -> bool:
    """Whether `text` may be the name of a state or an action.

    A name is not empty, and has no ``,[]``, no blank at its ends, and no surrogates, which stand for bytes of
    the command line that are not UTF-8 and cannot be written to a file.
    """
    if text == "" or text != text.strip() or _SURROGATE.search(text):
        return False
    return not any(c in text for c in _FORBIDDEN_IN_NAMES)


def action(text: str) -> Action:
    """The action that `text` denotes; the inverse of ``str``.

    >>> action("ann_bob@!tea")
    Offer(name='tea', address=Address(sender='ann', receiver='bob'))
    """
    if not is_name(text):
        raise Malformed(f"{text!r} is not an action", hint=_FORMS)
    if text == "-":
        return IDLE
    if text[0] in "!?":
        return _directed(text, None, text)
    if text.startswith("tau_"):
        if text == "tau_":
            raise Malformed(f"{text!r} is not an action: it names nothing", hint=_FORMS)
        return Tau(text[4:])
    address, at, directed = text.partition("@")
    if at and directed[:1] in ("!", "?"):
        return _directed(directed, _address(address, text), text)
    return Plain(text)


_FORMS = "an action is - or !a, ?a, tau_a, s_r@!a, s_r@?a; in a property also a"


def _directed(text: str, address: Address | None, whole: str) -> Offer | Request:
    name = text[1:]
    if not name:
        raise Malformed(f"{whole!r} is not an action: it names nothing", hint=_FORMS)
    return Offer(name, address) if text[0] == "!" else Request(name, address)


def _address(text: str, whole: str) -> Address:
    sender, underscore, receiver = text.partition("_")
    if not (sender and underscore and receiver):
        raise Malformed(f"{whole!r} is not an action: its address is not sender_receiver", hint=_FORMS)
    return Address(sender, receiver)


def complement(given: Offer | Request) -> Offer | Request:
    """The action that matches `given`: same name and address, opposite direction."""
    match given:
        case Offer(name, address):
            return Request(name, address)
        case Request(name, address):
            return Offer(name, address)
        case _:
            assert_never(given)

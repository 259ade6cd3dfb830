"""Transitions: the steps of an automaton, with its states given by their names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from enum import Enum, IntEnum
from functools import cached_property
from typing import TypeAlias, assert_never

from msgspec import Struct

from noughts.automata.refusal import Malformed
from noughts.games.result import Json

State: TypeAlias = tuple[str, ...]
"""The names of the basic states that the principals are in."""


class Modality(IntEnum):
    """The modality of a transition: permitted, or necessary, which is urgent or lazy."""

    PERMITTED = 0
    URGENT = 1
    LAZY = 2


class Transition(Struct, frozen=True):
    """One step of an automaton, with all its names."""

    source: State
    label: Label
    target: State
    modality: Modality = Modality.PERMITTED

    def __str__(self) -> str:
        mark = ("", "!U ", "!L ")[self.modality]
        return f"{mark}{state_text(self.source)} --{self.label}--> {state_text(self.target)}"

    def as_json(self) -> Json:
        """The names of its parts."""
        return {
            "source": list(self.source),
            "label": [str(action) for action in self.label.actions],
            "target": list(self.target),
            "modality": self.modality.name.lower(),
        }


def state_text(state: State) -> str:
    """A state as it is written in a file: ``[q1, q2]``."""
    return f"[{', '.join(state)}]"


# Actions: the part of one principal in a transition (LMCS 16(2:9) 2020, §2).
#
# ====================  ==============================================================
# ``-``                 idle: the principal stays where it is
# ``!a``, ``?a``        offers ``a``; requests ``a``
# ``s_r@!a``, ``s_r@?a``  the same, addressed: from sender ``s`` to receiver ``r``
# ``tau_a``             an internal step
# ``a``                 plain: in properties only, any of ``!a``, ``?a`` or their match
# ====================  ==============================================================


# Labels: the actions of all principals in one transition, and requirements on them.


# Characters that separate names in a .data file.
_FORBIDDEN_IN_NAMES = ",[]\n\r"
# Halves of characters, which no file in UTF-8 can have.
_SURROGATE = re.compile(r"[\ud800-\udfff]")


class Address(Struct, frozen=True):
    """The sender and the receiver of an action."""

    sender: str
    receiver: str

    def __str__(self) -> str:
        return f"{self.sender}_{self.receiver}"


class Idle(Struct, frozen=True):
    """The principal takes no part."""

    def __str__(self) -> str:
        return "-"


class Offer(Struct, frozen=True):
    """The principal offers `name`, to the receiver of `address` if there is one."""

    name: str
    address: Address | None = None

    def __str__(self) -> str:
        return f"{_at(self.address)}!{self.name}"


class Request(Struct, frozen=True):
    """The principal requests `name`, from the sender of `address` if there is one."""

    name: str
    address: Address | None = None

    def __str__(self) -> str:
        return f"{_at(self.address)}?{self.name}"


class Tau(Struct, frozen=True):
    """The principal steps on its own."""

    name: str

    def __str__(self) -> str:
        return f"tau_{self.name}"


class Plain(Struct, frozen=True):
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


class LabelKind(Enum):
    """The kind of a label (LMCS 16(2:9) 2020, §2): its principals agree only in a match."""

    OFFER = "offer"
    REQUEST = "request"
    MATCH = "match"
    TAU = "tau"
    PROPERTY = "property"


class Label(Struct, frozen=True, dict=True):
    """A tuple of actions, one for each principal; its length is its *rank*.

    At most one of them is an offer, one a request, one a tau, and not all are idle.  A plain action
    is the only one of its label, and occurs in properties only.
    """

    actions: tuple[Action, ...]

    def __post_init__(self) -> None:
        offers = self._places(Offer)
        requests = self._places(Request)
        taus = self._places(Tau)
        plain = self._places(Plain)
        if max(len(offers), len(requests), len(taus)) > 1:
            raise Malformed(f"{self} is not a label: it has two offers, two requests or two taus")
        if plain and len(self.actions) > 1:
            name = self.actions[plain[0]]
            raise Malformed(
                f"{self} is not a label: the plain action {str(name)!r} stands only in a property, of rank 1",
                hint=f"write !{name} to offer it, ?{name} to request it",
            )
        if not (offers or requests or taus or plain):
            raise Malformed(f"{self} is not a label: every principal idles")

    @cached_property
    def kind(self) -> LabelKind:
        """The kind of the label, by the actions in it."""
        return _kind(self.offerer >= 0, self.requester >= 0, bool(self._places(Tau)))

    @cached_property
    def offerer(self) -> int:
        """The principal that offers, or -1."""
        return next(iter(self._places(Offer)), -1)

    @cached_property
    def requester(self) -> int:
        """The principal that requests, or -1."""
        return next(iter(self._places(Request)), -1)

    @cached_property
    def movers(self) -> int:
        """The principals that do not idle, as bits."""
        return sum(1 << i for i, action in enumerate(self.actions) if not isinstance(action, Idle))

    def _places(self, form: type) -> list[int]:
        return [i for i, a in enumerate(self.actions) if isinstance(a, form)]

    def __str__(self) -> str:
        return f"[{', '.join(map(str, self.actions))}]"

    @property
    def rank(self) -> int:
        """The number of principals."""
        return len(self.actions)

    @property
    def offer(self) -> Offer | None:
        """The offer in it, if there is one."""
        found = self.actions[self.offerer] if self.offerer >= 0 else None
        return found if isinstance(found, Offer) else None

    @property
    def request(self) -> Request | None:
        """The request in it, if there is one."""
        found = self.actions[self.requester] if self.requester >= 0 else None
        return found if isinstance(found, Request) else None

    @property
    def internal(self) -> Tau | None:
        """The tau in it, if there is one: a step of one principal that no other takes part in."""
        if self.movers.bit_count() > 1:
            return None
        found = self.actions[self.movers.bit_length() - 1]
        return found if isinstance(found, Tau) else None

    def padded(self, before: int, after: int) -> Label:
        """The label with that many more idle principals on each side."""
        return Label((IDLE,) * before + self.actions + (IDLE,) * after)


def label(actions: Iterable[str]) -> Label:
    """The label of these actions.

    >>> label(["!a", "-", "?a"]).kind
    <LabelKind.MATCH: 'match'>
    """
    return Label(tuple(map(action, actions)))


def _kind(offers: bool, requests: bool, taus: bool) -> LabelKind:
    if taus:
        return LabelKind.TAU
    if offers and requests:
        return LabelKind.MATCH
    if offers:
        return LabelKind.OFFER
    return LabelKind.REQUEST if requests else LabelKind.PROPERTY


Requirement: TypeAlias = Callable[[Label], bool]
"""The requirement of a synthesis: it keeps the labels for which this holds."""


def anything(_: Label) -> bool:
    """Every label is allowed."""
    return True


def agreement(given: Label) -> bool:
    """Every request is met: the label is no lone request."""
    return given.kind is not LabelKind.REQUEST


def strong_agreement(given: Label) -> bool:
    """Every offer and request is met: the label is a match or an internal step."""
    return given.kind in (LabelKind.MATCH, LabelKind.TAU)

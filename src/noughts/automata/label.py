"""Labels: the actions of all principals in one transition, and requirements on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from noughts.automata.action import IDLE, Action, Idle, Offer, Plain, Request, Tau, action
from noughts.automata.refusal import Malformed


class LabelKind(Enum):
    """The kind of a label (LMCS 16(2:9) 2020, §2): its principals agree only in a match."""

    OFFER = "offer"
    REQUEST = "request"
    MATCH = "match"
    TAU = "tau"
    PROPERTY = "property"


@dataclass(frozen=True, slots=True)
class Label:
    """A tuple of actions, one for each principal; its length is its *rank*.

    At most one of them is an offer, one a request, one a tau, and not all are idle.  A plain action
    is the only one of its label, and occurs in properties only.
    """

    actions: tuple[Action, ...]
    kind: LabelKind = field(init=False, compare=False, repr=False)
    offerer: int = field(init=False, compare=False, repr=False)
    requester: int = field(init=False, compare=False, repr=False)
    movers: int = field(init=False, compare=False, repr=False)
    """The principals that do not idle, as bits."""

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
        object.__setattr__(self, "kind", _kind(bool(offers), bool(requests), bool(taus)))
        object.__setattr__(self, "offerer", offers[0] if offers else -1)
        object.__setattr__(self, "requester", requests[0] if requests else -1)
        movers = sum(1 << i for i, a in enumerate(self.actions) if not isinstance(a, Idle))
        object.__setattr__(self, "movers", movers)

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

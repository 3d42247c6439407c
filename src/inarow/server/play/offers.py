"""Offers between two people: a takeback, a draw, a change of sides, a rematch.

There is at most one at a time, and it is about the position in which it was made: a move, or any
other change of the position, withdraws it. One that was declined cannot be made again before that.
"""

from __future__ import annotations

from inarow.server.edge.refusals import NotNow
from inarow.server.play.game_state import GameState
from inarow.server.schema.base import Side
from inarow.server.schema.play import AnswerOfferCommand, Offer, OfferKind

GONE = "This offer is not there any more."


class Offers:
    """The offer of a game that waits for an answer."""

    def __init__(self, state: GameState) -> None:
        self.current: Offer | None = None
        self._state = state
        self._declined: set[tuple[OfferKind, Side]] = set()

    def make(self, side: Side, kind: OfferKind) -> Offer | None:
        """Make an offer; gives the offer of the other side that this one accepts, if it does."""
        self._check(side, kind)
        waiting = self.current
        if waiting is not None and waiting.by != side:
            if waiting.kind != kind:
                raise NotNow("Answer the offer of the other player first.")
            return waiting
        if waiting is not None and waiting.kind == kind:
            raise NotNow("You have offered this already.")
        if (kind, side) in self._declined:
            raise NotNow("The other player has declined this: wait for the next move.")
        self.current = Offer(kind=kind, by=side)
        return None

    def accept(self, side: Side, answer: AnswerOfferCommand) -> Offer:
        """The offer that is accepted; it stays until it is carried out, which may be refused."""
        offer = self._answered(answer)
        if offer.by == side:
            raise NotNow("This is your own offer: the other player can accept it.")
        return offer

    def decline(self, side: Side, answer: AnswerOfferCommand) -> Offer | None:
        """End the offer; gives it if it was the other side's, and None if it was withdrawn."""
        offer = self._answered(answer)
        self.current = None
        if offer.by == side:
            return None
        self._declined.add((offer.kind, offer.by))
        return offer

    def clear(self) -> None:
        """The position has changed."""
        self.current = None
        self._declined.clear()

    def _answered(self, answer: AnswerOfferCommand) -> Offer:
        offer = self.current
        if offer is None or offer.kind != answer.kind or answer.ply != self._state.ply:
            raise NotNow(GONE)
        return offer

    def _check(self, side: Side, kind: OfferKind) -> None:
        """Whether the state of the game allows what is offered."""
        state = self._state
        if kind == "rematch":
            if not state.over:
                raise NotNow("The game is not over: a rematch comes after it.")
            return
        state.check_playing()
        if kind == "undo" and state.last_decision_of(side) is None:
            raise NotNow("You have made no move that could be taken back.")

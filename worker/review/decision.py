"""A judged decision, in exact numbers; its JSON is ``python -m worker.review``'s line."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from scoring.cards import Card, Player, format_card
from scoring.findings import JsonValue
from worker.review.flags import is_flagged

_DECIMALS: Final = 6


@dataclass(frozen=True, slots=True)
class CardDecision:
    """A card played where law 43 left two or more.

    ``rubber`` counts from 1 within its file, ``game`` and ``deal`` as the checked record numbers them.
    ``totals``: each lawful card, in the order S H D C, high to low, with the marks it wins (the player's less
    the adversary's) added up over all ``worlds``, the hands that the adversary could hold.
    ``double_dummy_loss``: tricks lost against best play with both hands seen.
    """

    rubber: int
    game: int
    deal: int
    trick: int
    player: Player
    chosen: Card
    totals: tuple[tuple[Card, int], ...]
    worlds: int
    double_dummy_loss: int

    @property
    def expected(self) -> dict[Card, Fraction]:
        """Marks that each card is worth on average over every hand the adversary could hold."""
        return {card: Fraction(total, self.worlds) for card, total in self.totals}

    @property
    def best(self) -> tuple[Card, ...]:
        """The cards worth most: all of them, where several are worth the same."""
        most = max(total for _, total in self.totals)
        return tuple(card for card, total in self.totals if total == most)

    @property
    def loss(self) -> Fraction:
        """The fair loss: what the best card was worth in expected marks beyond the one played."""
        worth = dict(self.totals)
        return Fraction(max(worth.values()) - worth[self.chosen], self.worlds)

    @property
    def flagged(self) -> bool:
        return is_flagged(self.loss)

    def as_json(self) -> dict[str, JsonValue]:
        """The decision as the command line prints it; chances of winning are not judged here."""
        return {
            "rubber": self.rubber,
            "game": self.game,
            "deal": self.deal,
            "kind": "card",
            "trick": self.trick,
            "player": self.player,
            "chosen": format_card(self.chosen),
            "best": [format_card(card) for card in self.best],
            "double_dummy_loss": self.double_dummy_loss,
            "expected": {
                format_card(card): round(total / self.worlds, _DECIMALS) for card, total in self.totals
            },
            "loss": round(float(self.loss), _DECIMALS),
            "worlds": self.worlds,
            "equity_loss": None,
            "label": None,
            "flagged": self.flagged,
        }

"""What can be counted of a deal and of a game on each side, as bits of a mask."""

from __future__ import annotations

from matches.rules.figures.deal_traits import DEAL_TRAITS, deal_traits
from matches.rules.figures.game_traits import GAME_TRAITS, game_traits
from matches.rules.figures.trait import Trait, by_key

__all__ = ["DEAL_TRAITS", "GAME_TRAITS", "TRAITS", "Trait", "deal_traits", "game_traits"]

TRAITS = by_key((*DEAL_TRAITS, *GAME_TRAITS))
"""Every trait by its key; a key is a deal's or a game's, never both."""

"""Lots for players made up by a test."""

from __future__ import annotations

from collections.abc import Iterable

from matches.rules.events.facts import PlayerId
from matches.rules.events.random_order import Lots


def some_lots(players: Iterable[PlayerId], seed: str = "") -> Lots:
    """Entered in the order of their names, so that it does not matter in which order a test names them."""
    return Lots(seed, {player: number for number, player in enumerate(sorted(players), start=1)})

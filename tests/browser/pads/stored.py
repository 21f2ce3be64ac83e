"""What is to be stored in the end of a trial of the score pad."""

from __future__ import annotations

from collections.abc import Sequence

from matches.models import PadEntry, Rubber
from matches.operations.rebuild.replay import Rebuild
from tests.browser.pads.tapping import DealTaps, marks_of

FOUR_DEALS = (
    DealTaps("stood", winner="B"),
    DealTaps("given_stood", king="A", winner="A"),
    DealTaps("refused", winner="B"),
    DealTaps("stood", winner="A", won="vole"),
)
"""The first of them dealt by A."""
SCORES = [(0, 1), (2, 1), (2, 3), (4, 3)]
"""Of the game after each of ``FOUR_DEALS``."""


def is_stored(rubber: Rubber, scores: Sequence[tuple[int, int]]) -> None:
    """The record is one game with these scores, deal by deal, and follows from the log."""
    (game,) = marks_of(rubber)
    assert [tuple(deal["score"]) for deal in game["deals"]] == list(scores)
    assert [deal["number"] for deal in game["deals"]] == list(range(1, len(scores) + 1))
    assert [str(each) for each in Rebuild(write=False).differences()] == []


def outcomes(rubber: Rubber) -> list[str]:
    """Of all that phones sent, in the order in which it came."""
    return list(PadEntry.objects.filter(rubber=rubber).order_by("pk").values_list("outcome", flat=True))

"""List every ending that two lawful tricks can leave, and how many deals and plays lead to it.

The tricks are played without an exchange, by either of two assumptions about the king of trumps:

- ``announced``: a player who has it announces it, as at écarté. If it was not turned up and nobody announced it,
  nobody has it.
- ``unknown``: nothing is known of it, as at La Triomphe. This is the catalogue with the fewest endings.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Final, Literal, NamedTuple

from scoring.cards import PACK, beats, king_of
from worker.review.equilibrium.endings import Ending, close_up, count_pairs
from worker.review.knowledge import cards_ruled_out

King = Literal["announced", "unknown"]
_TRUMPS: Final = 0
_KING: Final = 1 << king_of(_TRUMPS)
_TRICKS: Final = 2


class Place(NamedTuple):
    """An ending, with the tricks that its leader has won, and whether the leader is the elder hand."""

    ending: Ending
    won: int
    elder_leads: bool


class Found(NamedTuple):
    """The number of times that a place occurs.

    - ``histories``: the number of sequences of the turn-up and four cards.
    - ``plays``: the number of these sequences in all deals, so that every lawful play of every deal counts the
      same.
    """

    histories: int
    plays: int


@cache
def catalogue(king: King) -> dict[Place, Found]:
    """Return every place before the third trick, the most frequent first."""
    # The key is an ending, the elder's tricks, and whether the elder leads.
    states: Counter[tuple[Ending, int, bool]] = Counter()
    for ending, turn_ups in _deal(king).items():
        states[close_up(ending), 0, True] += turn_ups
    for _ in range(_TRICKS):
        following: Counter[tuple[Ending, int, bool]] = Counter()
        for (ending, elder_won, elder_leads), histories in states.items():
            for (after, changes), ways in play_trick(ending).items():
                leads = elder_leads != changes
                following[after, elder_won + leads, leads] += histories * ways
        states = following
    counts = {
        Place(ending, elder_won if leads else _TRICKS - elder_won, leads): Found(
            histories, histories * count_pairs(ending)
        )
        for (ending, elder_won, leads), histories in states.items()
        if count_pairs(ending)
    }
    return dict(sorted(counts.items(), key=lambda each: (-each[1].plays, each[0])))


def _deal(king: King) -> dict[Ending, int]:
    """Return what both players may know before the first lead, with the number of turn-ups for each."""
    dealt = {Ending(PACK & ~_KING, PACK & ~_KING): 1}
    turned = _KING >> 1
    if king == "unknown":
        return {Ending(PACK & ~turned, PACK & ~turned): 8}
    rest = PACK & ~turned
    return {
        **dealt,
        Ending(rest & ~_KING, rest & ~_KING): 7,
        Ending(rest, rest & ~_KING, _KING, 0): 7,
        Ending(rest & ~_KING, rest, 0, _KING): 7,
    }


@cache
def play_trick(ending: Ending) -> dict[tuple[Ending, bool], int]:
    """Return what both players can know after a lawful trick, and whether the lead changes, with the number of ways."""
    ways: Counter[tuple[Ending, bool]] = Counter()
    for lead in range(32):
        if not ending.leader >> lead & 1:
            continue
        for reply in range(32):
            ruled_out = cards_ruled_out(reply, lead, _TRUMPS)
            if (
                reply == lead
                or not ending.follower >> reply & 1
                or ending.follower_certain & ruled_out & ~(1 << lead)
            ):
                continue
            gone = 1 << lead | 1 << reply
            after = Ending(
                ending.leader & ~gone,
                ending.follower & ~(gone | ruled_out),
                ending.leader_certain & ~gone,
                ending.follower_certain & ~gone,
            )
            changes = beats(reply, lead, _TRUMPS)
            if changes:
                after = Ending(after.follower, after.leader, after.follower_certain, after.leader_certain)
            ways[close_up(after), changes] += 1
    return dict(ways)

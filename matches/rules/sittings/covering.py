"""What is at stake between the two sides of a French table: equal amounts, the players' own stakes first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matches.rules.events.facts import PlayerId
from matches.rules.sittings.facts import Amount
from matches.rules.sittings.ledger import apportion
from matches.rules.sittings.state import Bet


def total_on(bets: Sequence[Bet], player: PlayerId) -> Amount:
    return sum(bet.amount for bet in bets if bet.on == player)


def staked_on(bets: Sequence[Bet], player: PlayerId) -> dict[PlayerId, Amount]:
    """What each has on that side, in the order of their first bets."""
    sums: dict[PlayerId, Amount] = {}
    for bet in bets:
        if bet.on == player:
            sums[bet.player] = sums.get(bet.player, 0) + bet.amount
    return sums


def at_stake(stakes: Mapping[PlayerId, Amount], player: PlayerId, covered: Amount) -> dict[PlayerId, Amount]:
    """What each of a side wins or loses where ``covered`` is on both: the player his whole stake as far as it goes, the
    others the rest, pro rata.
    """
    own = min(stakes.get(player, 0), covered)
    others = [bettor for bettor in stakes if bettor != player]
    shares = apportion(covered - own, [stakes[bettor] for bettor in others]) if others else []
    return {player: own, **dict(zip(others, shares, strict=True))}


def with_chouette(bets: Sequence[Bet], player: PlayerId, other: PlayerId) -> tuple[Bet, ...]:
    """The bets where ``player`` covers all that is on ``other``: in the place of whatever else is on his own side."""
    against = tuple(bet for bet in bets if bet.on == other)
    covered = total_on(against, other)
    return (*against, Bet(player, player, covered)) if covered else against


def making_way(bets: Sequence[Bet], player: PlayerId, room: Amount) -> dict[PlayerId, Amount]:
    """Return which bystanders on this player's side take back how much, so that they have bet ``room`` at most.

    The latest bets go back first.
    """
    bystanders = [bet for bet in bets if bet.player != player]
    return latest_first(bystanders, player, max(0, total_on(bystanders, player) - room))


def withdrawn_latest_first(bets: Sequence[Bet], player: PlayerId, amount: Amount) -> tuple[Bet, ...]:
    """The bets without so much of this player's."""
    left: list[Bet] = []
    for bet in reversed(bets):
        taken = min(amount, bet.amount) if bet.player == player else 0
        amount -= taken
        if bet.amount > taken:
            left.append(Bet(bet.player, bet.on, bet.amount - taken))
    return tuple(reversed(left))


def latest_first(bets: Sequence[Bet], player: PlayerId, excess: Amount) -> dict[PlayerId, Amount]:
    """Who of this player's side takes back how much of an excess: the latest bets first, the player himself last."""
    own = [bet for bet in bets if bet.on == player and bet.player == player]
    others = [bet for bet in bets if bet.on == player and bet.player != player]
    back: dict[PlayerId, Amount] = {}
    for bet in (*reversed(others), *reversed(own)):
        taken = min(excess, bet.amount)
        if taken:
            back[bet.player] = back.get(bet.player, 0) + taken
        excess -= taken
    return back

"""The book of an evening: entries that add up to nothing, what each is up or down, and who pays whom at its end.

An account is a player's, or the table's (the pool, or the stakes on a game), which is named by an empty string.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from matches.formats.facts import PlayerId
from matches.formats.sittings.facts import Amount, GameNumber
from matches.formats.state import Why

Account: TypeAlias = str
TABLE: Final[Account] = ""
Payment: TypeAlias = tuple[PlayerId, PlayerId, Amount]
"""Who pays, whom, how much."""


@dataclass(frozen=True, slots=True)
class Entry:
    """``postings``: what each account gets, or gives where negative; none twice, none of nothing, their sum nothing.
    ``game``: the one that it belongs to. ``why``: code and parameters of ``state.ENTRY_CODES``.
    """

    number: int
    why: Why
    postings: tuple[tuple[Account, Amount], ...]
    game: GameNumber | None = None


def balances(entries: Iterable[Entry]) -> dict[Account, Amount]:
    """What each account has come to, in the order in which they were first used."""
    sums: dict[Account, Amount] = {}
    for entry in entries:
        for account, amount in entry.postings:
            sums[account] = sums.get(account, 0) + amount
    return sums


def apportion(total: Amount, weights: Sequence[Amount]) -> list[Amount]:
    """``total`` in parts like ``weights``, to the penny: each rounded down, then a penny more for those who lost most
    by that, of equals the first. With weights of nothing alone, equal ones.

    >>> apportion(100, [1, 1, 1])
    [34, 33, 33]
    """
    whole = sum(weights)
    if not whole:
        weights, whole = [1] * len(weights), len(weights)
    parts = [total * weight // whole for weight in weights]
    by_loss = sorted(range(len(parts)), key=lambda index: -(total * weights[index] % whole))
    for index in by_loss[: total - sum(parts)]:
        parts[index] += 1
    return parts


def settlement(balances: Mapping[PlayerId, Amount]) -> tuple[Payment, ...]:
    """Payments after which nobody is up or down, as far as the balances cancel out: what is on the table is left open.

    Two who are even with each other settle first; then whoever owes most pays whoever gets most, of equals the first in
    order. That takes fewer payments than there are people.
    """
    open_sums = {player: amount for player, amount in balances.items() if amount}
    payments: list[Payment] = []
    while payment := _next_payment(open_sums):
        payer, payee, amount = payment
        payments.append(payment)
        for player, change in ((payer, amount), (payee, -amount)):
            open_sums[player] += change
            if not open_sums[player]:
                del open_sums[player]
    return tuple(payments)


def _next_payment(open_sums: Mapping[PlayerId, Amount]) -> Payment | None:
    payers = [player for player, amount in open_sums.items() if amount < 0]
    payees = [player for player, amount in open_sums.items() if amount > 0]
    if not payers or not payees:
        return None
    for payer in payers:
        for payee in payees:
            if open_sums[payer] + open_sums[payee] == 0:
                return payer, payee, open_sums[payee]
    payer = min(payers, key=lambda player: open_sums[player])
    payee = max(payees, key=lambda player: open_sums[player])
    return payer, payee, min(-open_sums[payer], open_sums[payee])

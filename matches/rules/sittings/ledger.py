"""The ledger of an evening: entries that add up to zero, balances, and the payments that settle them.

An account is a player's, or the table's: the money in the pool, or the stakes on a game. The table's account
is named by an empty string.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from matches.rules.events.facts import PlayerId
from matches.rules.events.state import Why
from matches.rules.sittings.facts import Amount, GameNumber

Account: TypeAlias = str
TABLE: Final[Account] = ""
Payment: TypeAlias = tuple[PlayerId, PlayerId, Amount]
"""A payment of cash: the payer, the payee and the amount."""
MOST_GROUPED: Final = 12


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a sitting's ledger.

    ``postings`` are pairs of an account and the amount that it receives; a negative amount is paid. An account has at
    most one posting in an entry, no amount is zero, and the amounts add up to zero. ``game`` is the game to which the
    entry belongs, or None. ``why`` is a code of ``state.ENTRY_CODES`` with its parameters.
    """

    number: int
    why: Why
    postings: tuple[tuple[Account, Amount], ...]
    game: GameNumber | None = None


def balances(entries: Iterable[Entry]) -> dict[Account, Amount]:
    """Return the balance of each account, in the order in which the accounts were first used."""
    sums: dict[Account, Amount] = {}
    for entry in entries:
        for account, amount in entry.postings:
            sums[account] = sums.get(account, 0) + amount
    return sums


def apportion(total: Amount, weights: Sequence[Amount]) -> list[Amount]:
    """Divide ``total`` in proportion to ``weights`` into integers that add up to it.

    Each part is rounded down; then the parts that lost most by rounding get one more each, earlier parts
    first if equal. If all weights are zero, the parts are as equal as possible.

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
    """Return payments between players that bring their balances to zero.

    If the balances do not add up to zero, because money is still on the table, that money stays unsettled.
    The number of payments is the smallest possible if at most ``MOST_GROUPED`` balances are not zero, and in
    any case smaller than the number of persons. Two persons whose balances cancel out settle with each other
    first. Then, within each small group whose balances cancel out, the person who owes most pays the one who
    is owed most; of equals, the first in order.
    """
    open_sums = {player: amount for player, amount in balances.items() if amount}
    payments: list[Payment] = []
    while pair := _even_pair(open_sums):
        payments.append((*pair, open_sums[pair[1]]))
        for player in pair:
            del open_sums[player]
    players = tuple(open_sums)
    for group in _even_groups(tuple(open_sums.values())):
        payments += _payments_among({players[place]: open_sums[players[place]] for place in group})
    return tuple(payments)


def _even_pair(open_sums: Mapping[PlayerId, Amount]) -> tuple[PlayerId, PlayerId] | None:
    """Return two persons whose balances cancel out, the payer first, or None.

    If they settle with each other, no further payment becomes necessary.
    """
    by_sum: dict[Amount, PlayerId] = {}
    for player, amount in open_sums.items():
        by_sum.setdefault(amount, player)
    for amount, player in by_sum.items():
        if amount < 0 and -amount in by_sum:
            return player, by_sum[-amount]
    return None


@lru_cache(maxsize=256)
def _even_groups(sums: tuple[Amount, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the indexes of ``sums`` in as many groups as possible that add up to zero, and one group of the rest.

    Each group saves a payment. If there are too many sums to try, all are one group: the time grows with 2 to the power
    of their number.
    """
    everybody = tuple(range(len(sums)))
    if len(sums) > MOST_GROUPED:
        return (everybody,)
    totals, most = [0], [0]
    for chosen in range(1, 1 << len(sums)):
        places = [place for place in everybody if chosen >> place & 1]
        totals.append(totals[chosen & chosen - 1] + sums[places[0]])
        most.append(max(most[chosen ^ 1 << place] for place in places) + (not totals[chosen]))
    groups: list[list[int]] = [[]]
    chosen = len(most) - 1
    while chosen:
        if not totals[chosen]:
            groups.append([])
        left = most[chosen] - (not totals[chosen])
        place = next(
            place for place in everybody if chosen >> place & 1 and most[chosen ^ 1 << place] == left
        )
        groups[-1].append(place)
        chosen ^= 1 << place
    return tuple(tuple(sorted(group)) for group in groups if group)


def _payments_among(open_sums: dict[PlayerId, Amount]) -> Iterator[Payment]:
    """Yield payments from the person who owes most to the one who gets most, until one side is settled."""
    while min(open_sums.values(), default=0) < 0 < max(open_sums.values()):
        payer = min(open_sums, key=open_sums.__getitem__)
        payee = max(open_sums, key=open_sums.__getitem__)
        amount = min(-open_sums[payer], open_sums[payee])
        yield payer, payee, amount
        open_sums[payer] += amount
        open_sums[payee] -= amount

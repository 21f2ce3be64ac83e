"""The book of an evening: entries that add up to nothing, what each is up or down, and who pays whom at its end.

An account is a player's, or the table's (the pool, or the stakes on a game), which is named by an empty string.
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
"""Who pays, whom, how much."""
MOST_GROUPED: Final = 12


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

    As few as there can be where no more than ``MOST_GROUPED`` are up or down, and always fewer than there are people.
    Two who are even with each other settle first; then, of each few who are even among themselves, whoever owes most
    pays whoever gets most, of equals the first in order.
    """
    open_sums = {player: amount for player, amount in balances.items() if amount}
    payments: list[Payment] = []
    while pair := _even_pair(open_sums):
        payments.append((*pair, open_sums[pair[1]]))
        for player in pair:
            del open_sums[player]
    players = tuple(open_sums)
    for group in _even_groups(tuple(open_sums.values())):
        payments += _paid_among({players[place]: open_sums[players[place]] for place in group})
    return tuple(payments)


def _even_pair(open_sums: Mapping[PlayerId, Amount]) -> tuple[PlayerId, PlayerId] | None:
    """Who is down by what another is up, and the other. To let two such settle never costs a payment elsewhere."""
    by_sum: dict[Amount, PlayerId] = {}
    for player, amount in open_sums.items():
        by_sum.setdefault(amount, player)
    for amount, player in by_sum.items():
        if amount < 0 and -amount in by_sum:
            return player, by_sum[-amount]
    return None


@lru_cache(maxsize=256)
def _even_groups(sums: tuple[Amount, ...]) -> tuple[tuple[int, ...], ...]:
    """The places of ``sums`` in as many groups as there can be that add up to nothing, and one of what is left over.

    Each group saves a payment. All are one group where they are too many to try: that takes 2 to the power of their
    number.
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


def _paid_among(open_sums: dict[PlayerId, Amount]) -> Iterator[Payment]:
    """Whoever owes most pays whoever gets most, until there is none of either."""
    while min(open_sums.values(), default=0) < 0 < max(open_sums.values()):
        payer = min(open_sums, key=open_sums.__getitem__)
        payee = max(open_sums, key=open_sums.__getitem__)
        amount = min(-open_sums[payer], open_sums[payee])
        yield payer, payee, amount
        open_sums[payer] += amount
        open_sums[payee] -= amount

"""Store and look up the replies with three cards at which the review's search is wrong.

The search takes the card led as no evidence, and values the last two tricks by leads that do not depend on what the
third trick showed. Where each player has won a trick, this costs more than .001 marks a reply; in other endings it
costs a fifth of that. The table has the replies that lose more than ``LEAST`` against the leads of the equilibrium,
with the chance of winning the point after each lawful card. The point decides alone there, so the chances hold at
every score.

The table is for deals without an exchange: a player who has put out cards knows more than the table assumes.
"""

from __future__ import annotations

import zlib
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from scoring.cards import Card, CardMask, Suit, cards_of
from worker.review.data_files import WrongTableError, read_bytes
from worker.review.equilibrium.endings import CARDS, Ending, close_cards

DATA: Final = "replies.bin"
LEAST: Final = 0.01
"""The loss in marks from which a reply is in the table."""
RARE: Final = 0.01
"""The share of the leader's possible hands from which a lead must come to be in the table and the measurements.

Replies to rarer leads of the equilibrium prove nothing, and are left out.
"""
UNITS: Final = 10_000
"""The units of a chance in the table."""
UNLAWFUL: Final = 0xFFFF
Table = dict[Ending, dict[tuple[Card, CardMask], tuple[int, int, int]]]


class WrongReply(NamedTuple):
    """A reply at which the search is wrong.

    - ``lead``: the card led; ``hand``: the three cards of the follower, low to high. All are cards of the ending.
    - ``chances``: the follower's chance of the point after each card of the hand, in ``UNITS``, or ``UNLAWFUL``.
    """

    lead: Card
    hand: tuple[Card, Card, Card]
    chances: tuple[int, int, int]


def pack(table: dict[Ending, list[WrongReply]]) -> bytes:
    """Return the bytes of the data file."""
    heads = np.array([[*ending, len(rows)] for ending, rows in table.items()], "<u4").reshape(-1, 5)
    rows = [row for each in table.values() for row in each]
    cards = np.array([[row.lead, *row.hand] for row in rows], "<u1").reshape(-1, 1 + CARDS)
    chances = np.array([row.chances for row in rows], "<u2").reshape(-1, CARDS)
    whole = np.uint32(len(heads)).tobytes() + heads.tobytes() + cards.T.tobytes() + chances.T.tobytes()
    return zlib.compress(zlib.crc32(whole).to_bytes(4, "little") + whole, 9)


def unpack(content: bytes) -> dict[Ending, list[WrongReply]]:
    """Return the table of a data file. Raises ``WrongTableError`` if it does not match its checksum."""
    whole = zlib.decompress(content)
    if zlib.crc32(whole[4:]).to_bytes(4, "little") != whole[:4]:
        raise WrongTableError(
            f"worker/review/data/{DATA} is damaged: make it again by python -m worker.review.tables --endings"
        )
    number = int.from_bytes(whole[4:8], "little")
    heads = np.frombuffer(whole, "<u4", 5 * number, 8).reshape(-1, 5)
    total = int(heads[:, 4].sum())
    start = 8 + heads.nbytes
    cards = np.frombuffer(whole, "<u1", (1 + CARDS) * total, start).reshape(1 + CARDS, total).T.tolist()
    start += (1 + CARDS) * total
    chances = np.frombuffer(whole, "<u2", CARDS * total, start).reshape(CARDS, total).T.tolist()
    rows = [
        WrongReply(lead, (hand[0], hand[1], hand[2]), (each[0], each[1], each[2]))
        for (lead, *hand), each in zip(cards, chances, strict=True)
    ]
    table = {}
    at = 0
    for *masks, length in heads.tolist():
        table[Ending(*masks)] = rows[at : at + length]
        at += length
    return table


def stored() -> bytes:
    """Return the contents of the data file that is shipped with the package."""
    return read_bytes(DATA)


@cache
def table() -> Table:
    """Return the table for look-ups. A process loads it once."""
    return {
        ending: {(row.lead, sum(1 << card for card in row.hand)): row.chances for row in rows}
        for ending, rows in unpack(stored()).items()
    }


def chances_of_replies(ending: Ending, trump: Suit, lead: Card, own: CardMask) -> dict[Card, float] | None:
    """Return the chance of the point after each lawful reply, or None if the table does not have this position.

    ``ending`` is what both players know before the lead, with the cards as they are: ``close_cards`` is applied here.
    Each player has won a trick. ``own`` has three cards.
    """
    closed, places = close_cards(ending, trump, lead)
    rows = table().get(closed)
    if rows is None or lead not in places or any(card not in places for card in cards_of(own)):
        return None
    cards = sorted(cards_of(own), key=places.__getitem__)
    chances = rows.get((places[lead], sum(1 << places[card] for card in cards)))
    if chances is None:
        return None
    return {card: chance / UNITS for card, chance in zip(cards, chances, strict=True) if chance != UNLAWFUL}

"""Examples of hands to compare the treatise's advice with counted values.

There are hands for each class of standing hands and for each refusal, and near misses.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from scoring.cards import Card, CardMask, Suit, parse_card, parse_cards

TRUMP_OF_EXAMPLES: Final[Suit] = 0
"""The trump suit of all examples: spades."""


class Example(NamedTuple):
    """An example hand for the class or rule ``name``; trumps are spades, and neither player has the king safe.

    - ``name``: a class of standing hands (``"2b"``), or the end of a rule's code after ``refuse-``
      (``"two-kings"``).
    - ``hand``: five cards.
    - ``lead``: for a hand to stand with, the treatise's lead; otherwise None.
    - ``holds``: whether the treatise stands (or refuses) with the hand; False for a near miss.
    """

    name: str
    hand: CardMask
    lead: Card | None
    holds: bool


def _make_standing(name: str, hand: str, lead: str) -> Example:
    return Example(name, parse_cards(hand), parse_card(lead), holds=True)


def _make_refusal(name: str, hand: str) -> Example:
    return Example(name, parse_cards(hand), None, holds=True)


def _make_near_miss(name: str, hand: str) -> Example:
    return Example(name, parse_cards(hand), None, holds=False)


JEUX_DE_REGLE: Final[tuple[Example, ...]] = (
    _make_standing("1", "S987.H7.D7", "S9"),
    _make_standing("1", "SQJ7.H9.D8", "SQ"),
    _make_near_miss("1", "S98.H97.D8"),
    _make_standing("2a", "S87.H987", "H9"),
    _make_standing("2a", "SA9.HQJ8", "HQ"),
    _make_near_miss("2a", "S9.HQ987"),
    _make_standing("2b", "SJ7.HQ7.D7", "HQ"),
    _make_standing("2b", "S87.HQ8.D7", "D7"),
    _make_near_miss("2b", "S87.HJ7.D9"),
    _make_standing("2c", "S87.H87.DK", "H8"),
    _make_standing("2c", "S87.H97.DK", "DK"),
    _make_near_miss("2c", "S87.H97.DQ"),
    _make_standing("2d", "S87.HJA.D8", "HJ"),
    _make_standing("2d", "S87.HAT.DT", "HA"),
    _make_standing("2d", "S87.HT9.DJ", "HT"),
    _make_standing("2d", "S87.H98.DQ", "H9"),
    _make_near_miss("2d", "S87.HJA.D7"),
    _make_near_miss("2d", "S87.HT9.DA"),
    _make_standing("2e", "S87.HK.DJ.C7", "HK"),
    _make_standing("2e", "S87.HK.DT.CT", "HK"),
    _make_standing("2e", "S87.HQ.DQ.C7", "HQ"),
    _make_standing("2e", "S87.HQ.DJ.CA", "HQ"),
    _make_standing("2e", "S87.HJ.DJ.CJ", "HJ"),
    _make_near_miss("2e", "S87.HQ.DJ.CT"),
    _make_standing("3a", "S7.HKQJ.D7", "HK"),
    _make_standing("3a", "S7.HKQA.D8", "HK"),
    _make_standing("3a", "S7.HKQT.DT", "HK"),
    _make_standing("3a", "S7.HKQ7.DJ", "HK"),
    _make_near_miss("3a", "S7.HKQA.D7"),
    _make_near_miss("3a", "S7.HKQ9.DA"),
    _make_standing("3b", "S7.HK987", "HK"),
    _make_near_miss("3b", "S7.HQJ98"),
    _make_standing("3c", "S7.HQ87.DQ", "HQ"),
    _make_standing("3c", "S7.HQT.DQ7", "HQ"),
    _make_near_miss("3c", "S7.HQ9.DQ8"),
    _make_standing("4", "HKJ.DQJ.C7", "HK"),
    _make_standing("4", "HQ8.DQ7.CQ", "HQ"),
    _make_near_miss("4", "SJ.HJ.DJ.CJ7"),
    _make_standing("5", "S7.HK8.DK.C7", "HK"),
    _make_standing("5", "S87.HK.DT.C7", "HK"),
    _make_near_miss("5", "S7.HK8.DA.CT"),
)

REFUSALS: Final[tuple[Example, ...]] = (
    _make_refusal("1", "S987.H7.D7"),
    _make_near_miss("1", "SK87.H7.D7"),
    _make_refusal("2a", "S87.HJ87"),
    _make_near_miss("2a", "S87.HAT9"),
    _make_refusal("2b", "S87.HQ7.D7"),
    _make_near_miss("2b", "SK7.HQ7.D7"),
    _make_refusal("2c", "S87.H97.DK"),
    _make_refusal("2d", "S87.HAT.DT"),
    _make_refusal("2e", "S87.HQ.DJ.CA"),
    _make_refusal("3a", "S7.HKQJ.DJ"),
    _make_refusal("3a", "S7.HKQ7.DQ"),
    _make_near_miss("3a", "S7.HKQJ.DA"),
    _make_near_miss("3a", "S7.HKQ7.DJ"),
    _make_near_miss("3b", "S7.HK987"),
    _make_refusal("3c", "S7.HQT.DQ7"),
    _make_near_miss("3c", "S7.HQ87.DQ"),
    _make_refusal("queen-knave", "S7.HQ8.DJ7"),
    _make_refusal("queen-knave", "S7.HQ.DJ7.CJ"),
    _make_near_miss("queen-knave", "S7.HQ.DJ7.CA"),
    _make_refusal("two-kings", "S7.HK8.DK.C7"),
    _make_refusal("king-queen", "S7.HK.DQ.CA7"),
    _make_refusal("king-queen", "S7.HK8.DQ.C7"),
    _make_near_miss("king-queen", "S7.HK.DQ.CT9"),
    _make_refusal("4-court", "HK.DQJ.CQ7"),
    _make_near_miss("4-court", "HQJ.DQJ.C7"),
    _make_refusal("4-queens", "HQ8.DQ7.CQ"),
    _make_near_miss("4-queens", "HQ87.DQ.CQ"),
    _make_refusal("5", "S87.HK.DT.C7"),
    _make_near_miss("5", "SK7.HK.DT.C7"),
    _make_refusal("guarded", "S7.HK8.DJ9"),
    _make_near_miss("guarded", "S7.HK8.DA9"),
)

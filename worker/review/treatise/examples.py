"""Hands for each class of the treatise and each of its refusals, with near misses, to set beside counted values."""

from __future__ import annotations

from typing import Final, NamedTuple

from scoring.cards import Card, CardMask, Suit, parse_card, parse_cards


class Example(NamedTuple):
    """A hand that goes by ``name``, trumps being spades and the king safe with nobody.

    ``name``: a class of standing hands (``"2b"``), or what follows ``refuse-`` in a rule's code (``"two-kings"``).
    ``hand``: five cards. ``lead``: the treatise's lead, for hands to stand with; None elsewhere. ``holds``: whether
    the treatise stands with it, or refuses; False for a near miss.
    """

    name: str
    hand: CardMask
    lead: Card | None
    holds: bool


def _stands(name: str, hand: str, lead: str) -> Example:
    return Example(name, parse_cards(hand), parse_card(lead), holds=True)


def _refuses(name: str, hand: str) -> Example:
    return Example(name, parse_cards(hand), None, holds=True)


def _misses(name: str, hand: str) -> Example:
    return Example(name, parse_cards(hand), None, holds=False)


TRUMP_OF_EXAMPLES: Final[Suit] = 0
"""Spades."""

JEUX_DE_REGLE: Final[tuple[Example, ...]] = (
    _stands("1", "S987.H7.D7", "S9"),
    _stands("1", "SQJ7.H9.D8", "SQ"),
    _misses("1", "S98.H97.D8"),
    _stands("2a", "S87.H987", "H9"),
    _stands("2a", "SA9.HQJ8", "HQ"),
    _misses("2a", "S9.HQ987"),
    _stands("2b", "SJ7.HQ7.D7", "HQ"),
    _stands("2b", "S87.HQ8.D7", "D7"),
    _misses("2b", "S87.HJ7.D9"),
    _stands("2c", "S87.H87.DK", "H8"),
    _stands("2c", "S87.H97.DK", "DK"),
    _misses("2c", "S87.H97.DQ"),
    _stands("2d", "S87.HJA.D8", "HJ"),
    _stands("2d", "S87.HAT.DT", "HA"),
    _stands("2d", "S87.HT9.DJ", "HT"),
    _stands("2d", "S87.H98.DQ", "H9"),
    _misses("2d", "S87.HJA.D7"),
    _misses("2d", "S87.HT9.DA"),
    _stands("2e", "S87.HK.DJ.C7", "HK"),
    _stands("2e", "S87.HK.DT.CT", "HK"),
    _stands("2e", "S87.HQ.DQ.C7", "HQ"),
    _stands("2e", "S87.HQ.DJ.CA", "HQ"),
    _stands("2e", "S87.HJ.DJ.CJ", "HJ"),
    _misses("2e", "S87.HQ.DJ.CT"),
    _stands("3a", "S7.HKQJ.D7", "HK"),
    _stands("3a", "S7.HKQA.D8", "HK"),
    _stands("3a", "S7.HKQT.DT", "HK"),
    _stands("3a", "S7.HKQ7.DJ", "HK"),
    _misses("3a", "S7.HKQA.D7"),
    _misses("3a", "S7.HKQ9.DA"),
    _stands("3b", "S7.HK987", "HK"),
    _misses("3b", "S7.HQJ98"),
    _stands("3c", "S7.HQ87.DQ", "HQ"),
    _stands("3c", "S7.HQT.DQ7", "HQ"),
    _misses("3c", "S7.HQ9.DQ8"),
    _stands("4", "HKJ.DQJ.C7", "HK"),
    _stands("4", "HQ8.DQ7.CQ", "HQ"),
    _misses("4", "SJ.HJ.DJ.CJ7"),
    _stands("5", "S7.HK8.DK.C7", "HK"),
    _stands("5", "S87.HK.DT.C7", "HK"),
    _misses("5", "S7.HK8.DA.CT"),
)

REFUSALS: Final[tuple[Example, ...]] = (
    _refuses("1", "S987.H7.D7"),
    _misses("1", "SK87.H7.D7"),
    _refuses("2a", "S87.HJ87"),
    _misses("2a", "S87.HAT9"),
    _refuses("2b", "S87.HQ7.D7"),
    _misses("2b", "SK7.HQ7.D7"),
    _refuses("2c", "S87.H97.DK"),
    _refuses("2d", "S87.HAT.DT"),
    _refuses("2e", "S87.HQ.DJ.CA"),
    _refuses("3a", "S7.HKQJ.DJ"),
    _refuses("3a", "S7.HKQ7.DQ"),
    _misses("3a", "S7.HKQJ.DA"),
    _misses("3a", "S7.HKQ7.DJ"),
    _misses("3b", "S7.HK987"),
    _refuses("3c", "S7.HQT.DQ7"),
    _misses("3c", "S7.HQ87.DQ"),
    _refuses("queen-knave", "S7.HQ8.DJ7"),
    _refuses("queen-knave", "S7.HQ.DJ7.CJ"),
    _misses("queen-knave", "S7.HQ.DJ7.CA"),
    _refuses("two-kings", "S7.HK8.DK.C7"),
    _refuses("king-queen", "S7.HK.DQ.CA7"),
    _refuses("king-queen", "S7.HK8.DQ.C7"),
    _misses("king-queen", "S7.HK.DQ.CT9"),
    _refuses("4-court", "HK.DQJ.CQ7"),
    _misses("4-court", "HQJ.DQJ.C7"),
    _refuses("4-queens", "HQ8.DQ7.CQ"),
    _misses("4-queens", "HQ87.DQ.CQ"),
    _refuses("5", "S87.HK.DT.C7"),
    _misses("5", "SK7.HK.DT.C7"),
    _refuses("guarded", "S7.HK8.DJ9"),
    _misses("guarded", "S7.HK8.DA9"),
)

"""What a player knows of the other hand: the number of hands left to it, case by case.

A is the elder and B deals; trumps are diamonds, by the nine turned up where the case says nothing else.
"""

from __future__ import annotations

from math import comb

import pytest

from scoring.cards import parse_card, parse_cards
from tests.worker.review.judging import cards_judged
from worker.review.knowledge import Knowledge, cards_ruled_out


def worlds(deal: str) -> dict[tuple[int, str], int]:
    """Hands left at each real choice, by trick and player."""
    return {(each.trick or 0, each.player): each.worlds or 0 for each in cards_judged(deal)}


DEALT = "1. B 3-2 ^D9 A:SKQ.HJ.CA7 B:SA8.HQ.DK.C9"
ELDER_HAS_THE_KING = "1. B 3-2 ^D9 A:SKQ.HJ.DK7 B:SA8.HQ.DT.C9"
KING_TURNED_UP = "1. B 3-2 ^DK A:SKQ.HJ.CA7 B:SA8.HQ.DT.C9"
REST = "SQ SA, HJ HQ, C9 CA, C7 DK"
REST_OF_ELDERS = "SQ SA, HJ HQ, C9 D7, DK DT"

KING_CASES = [
    ("the first lead: nothing is known", f"{DEALT} S SK S8, {REST}", (1, "A"), comb(26, 5)),
    ("who holds the king has nothing to learn of it", f"{DEALT} S SK S8, {REST}", (1, "B"), comb(25, 4)),
    ("dealer's first card without a mark", f"{DEALT} S SK S8, {REST}", (2, "A"), comb(24, 4)),
    ("dealer announced it before his first card", f"{DEALT} S SK Kb S8, {REST}", (2, "A"), comb(24, 3)),
    (
        "announced too late: not there until then",
        f"{DEALT} S SK S8, SQ Kb SA, HJ HQ, C9 CA, C7 DK",
        (2, "A"),
        comb(24, 4),
    ),
    (
        "announced too late: there from then on",
        f"{DEALT} S SK S8, SQ Kb SA, HJ HQ, C9 CA, C7 DK",
        (3, "A"),
        comb(23, 2),
    ),
    (
        "elder's first card led without a mark",
        f"{ELDER_HAS_THE_KING} S SK S8, {REST_OF_ELDERS}",
        (1, "B"),
        comb(24, 4),
    ),
    (
        "elder announced it before he led",
        f"{ELDER_HAS_THE_KING} S Ka SK S8, {REST_OF_ELDERS}",
        (1, "B"),
        comb(24, 3),
    ),
    (
        "elder led the king itself and announced it behind: it is seen",
        f"{ELDER_HAS_THE_KING} S DK Ka DT, SK S8, SQ SA, HJ HQ, C9 D7",
        (2, "B"),
        comb(24, 3),
    ),
    (
        "elder led the king itself and never announced it",
        f"{ELDER_HAS_THE_KING} S DK DT, SK S8, SQ SA, HJ HQ, C9 D7",
        (2, "B"),
        comb(24, 3),
    ),
    (
        "dealer's first card was the king itself, announced behind",
        "1. B 3-2 ^D9 A:SKQ.H7.DQ7 B:SA8.HQ.DK.C9 S DQ DK, Kb HQ H7, S8 SK, SQ SA, D7 C9",
        (3, "A"),
        # Four are known; S8 was led, and HQ, DK were the first two.
        comb(23, 2),
    ),
    (
        "king turned up and marked: dealer has not got it",
        f"{KING_TURNED_UP} Kb S SK S8, {REST[:-2]}DT",
        (2, "A"),
        comb(25, 4),
    ),
    ("king turned up, not marked", f"{KING_TURNED_UP} S SK S8, {REST[:-2]}DT", (2, "A"), comb(25, 4)),
    (
        "dealer announced before he put cards out: he may have put it out",
        f"{DEALT} P Kb G -HJ.C7+H7.CT -S8+ST S SK SA, SQ ST, H7 HQ, C9 CT, CA DK",
        (1, "A"),
        comb(24, 5),
    ),
    (
        "dealer announced, and kept all he had",
        f"{DEALT} P Kb G -HJ.C7+H7.CT -0 S SK S8, SQ SA, H7 HQ, C9 CT, CA DK",
        (1, "A"),
        comb(23, 4),
    ),
    (
        "cards that a player put out are not in the other hand",
        f"{DEALT} P G -HJ.C7+H7.CT -0 S SK S8, SQ SA, H7 HQ, C9 CT, CA DK",
        (1, "A"),
        comb(24, 5),
    ),
]


@pytest.mark.parametrize(
    ("deal", "moment", "hands"), [case[1:] for case in KING_CASES], ids=[case[0] for case in KING_CASES]
)
def test_the_king_and_the_cards_put_out(deal: str, moment: tuple[int, str], hands: int) -> None:
    assert worlds(deal)[moment] == hands


# A leads from SKQ.HJ.CA7; B, who announces no king, can't have it once he has played.
REPLY_CASES = [
    (
        "lower, where nothing beats the lead: no news",
        "SA8.HQ.DT.C9",
        "SK S8, SQ SA, HJ HQ, C9 CA, C7 DT",
        2,
        comb(24, 4),
    ),
    ("lower: none that is higher", "SA8.H8.DT.C9", "HJ H8, SK S8, SQ SA, CA C9, C7 DT", 2, comb(22, 4)),
    ("a trump: no card of the suit led", "HQT.DT.C98", "SK DT, HQ HJ, HT C7, C9 CA, SQ C8", 3, comb(16, 2)),
    ("neither: no card of both suits", "HQT8.C98", "SK HT, SQ H8, HJ HQ, C9 CA, C7 C8", 2, comb(12, 4)),
]


@pytest.mark.parametrize(
    ("dealer", "play", "trick", "hands"),
    [case[1:] for case in REPLY_CASES],
    ids=[case[0] for case in REPLY_CASES],
)
def test_a_lawful_reply_rules_hands_out(dealer: str, play: str, trick: int, hands: int) -> None:
    deal = f"1. B 3-2 ^D9 A:SKQ.HJ.CA7 B:{dealer} S {play}"
    assert worlds(deal)[(trick, "A")] == hands


def test_a_revoke_rules_nothing_out() -> None:
    deal = "1. B 3-2 ^D9 A:SKQ.HJ.CA7 B:SA8.HQ.DT.C9 S HJ S8, SK SA, SQ DT, HQ C7, C9 CA"
    assert worlds(deal)[(2, "A")] == comb(24, 4)


def test_a_card_played_against_the_law_is_not_judged() -> None:
    deal = "1. B 3-2 ^D9 A:SKQ.HJ.CA7 B:SA8.HQT.C9 S HJ S8, SK SA, SQ C9, CA HT, C7 HQ"
    assert (1, "B") not in worlds(deal)


def test_no_line_where_no_hand_is_left() -> None:
    """A announces a king that B holds himself."""
    assert (1, "B") in worlds(f"{DEALT} S SK S8, {REST}")
    assert (1, "B") not in worlds(f"{DEALT} S Ka SK S8, {REST}")


def test_no_line_where_own_cards_put_out_are_not_on_record() -> None:
    deal = f"{DEALT} P G -2+H7.CT -0 S SK S8, SQ SA, H7 HQ, C9 CT, CA DK"
    assert {player for _, player in worlds(deal)} == {"B"}


@pytest.mark.parametrize(
    ("reply", "lead", "ruled_out"),
    [
        ("S8", "SJ", "SKQ"),
        ("SQ", "SJ", ""),
        ("S7", "SK", ""),
        ("DT", "SJ", "SKQJAT987"),
        ("HQ", "SK", "SKQJAT987.DKQJAT987"),
        ("D8", "DA", "DKQJ"),
        ("HQ", "DA", "DKQJAT987"),
    ],
)
def test_cards_that_a_reply_rules_out(reply: str, lead: str, ruled_out: str) -> None:
    expected = parse_cards(ruled_out) if ruled_out else 0
    assert cards_ruled_out(parse_card(reply), parse_card(lead), 2) & ~(1 << parse_card(lead)) == expected & ~(
        1 << parse_card(lead)
    )


def test_a_lead_rules_nothing_out() -> None:
    assert {cards_ruled_out(card, -1, trump) for card in range(32) for trump in range(4)} == {0}


@pytest.mark.parametrize(
    ("knowledge", "hands"),
    [
        (Knowledge(certain=0, possible=0b1111, size=2), 6),
        (Knowledge(certain=0b1, possible=0b1111, size=2), 3),
        (Knowledge(certain=0b1, possible=0b1, size=1), 1),
        (Knowledge(certain=0, possible=0, size=0), 1),
        (Knowledge(certain=0b10000, possible=0b1111, size=2), 0),
        (Knowledge(certain=0b1, possible=0b1111, size=0), 0),
        (Knowledge(certain=0, possible=0b1, size=2), 0),
    ],
)
def test_worlds_are_the_ways_to_fill_the_hand(knowledge: Knowledge, hands: int) -> None:
    assert knowledge.worlds == hands

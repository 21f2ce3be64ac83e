"""A player's knowledge of the other hand: the number of hands that remain possible, case by case.

A is the elder and B deals; trumps are diamonds, by the nine turned up, if the case says nothing else.
Irregularities add to the knowledge.
"""

from __future__ import annotations

from itertools import combinations
from math import comb

import pytest

from scoring.cards import parse_card, parse_cards
from scoring.follow import follow_deal
from scoring.notation import read_one
from tests.scoring.egn import egn
from tests.scoring.test_check_long_records import lines_run
from tests.scoring.text_table import rows_of
from tests.support.rows import each_row
from tests.worker.review.deals import NAMES
from tests.worker.review.judging import cards_judged
from worker.review.choice import choices_of
from worker.review.knowledge import Knowledge, cards_ruled_out


def worlds(deal: str) -> dict[tuple[int, str], int]:
    """Hands left at each real choice, by trick and player."""
    return {(each.trick or 0, each.player): each.worlds or 0 for each in cards_judged(deal)}


DEALT = "1. B 3-2 ^D9 A:SKQ.HJ.CA7 B:SA8.HQ.DK.C9"
ELDER_HAS_THE_KING = "1. B 3-2 ^D9 A:SKQ.HJ.DK7 B:SA8.HQ.DT.C9"
KING_TURNED_UP = "1. B 3-2 ^DK A:SKQ.HJ.CA7 B:SA8.HQ.DT.C9"
REST = "SQ SA, HJ HQ, C9 CA, C7 DK"
REST_OF_ELDERS = "SQ SA, HJ HQ, C9 D7, DK DT"
REST_WITHOUT_KING = REST.replace("DK", "DT")

KING_CASES = f"""
the first lead: nothing is known | {DEALT} S SK S8, {REST} | 1 A | 5 of 26
who holds the king has nothing to learn of it | {DEALT} S SK S8, {REST} | 1 B | 4 of 25
dealer's first card without a mark | {DEALT} S SK S8, {REST} | 2 A | 4 of 24
dealer announced it before playing | {DEALT} S SK Kb S8, {REST} | 2 A | 3 of 24
announced too late: not there until then | {DEALT} S SK S8, SQ Kb SA, HJ HQ, C9 CA, C7 DK | 2 A | 4 of 24
announced too late: there from then on | {DEALT} S SK S8, SQ Kb SA, HJ HQ, C9 CA, C7 DK | 3 A | 2 of 23
elder's first card led without a mark | {ELDER_HAS_THE_KING} S SK S8, {REST_OF_ELDERS} | 1 B | 4 of 24
elder announced it before leading | {ELDER_HAS_THE_KING} S Ka SK S8, {REST_OF_ELDERS} | 1 B | 3 of 24
elder led the king itself and announced it behind: it is seen
    | {ELDER_HAS_THE_KING} S DK Ka DT, SK S8, SQ SA, HJ HQ, C9 D7 | 2 B | 3 of 24
elder led the king itself and never announced it | {ELDER_HAS_THE_KING} S DK DT, SK S8, SQ SA, HJ HQ, C9 D7 | 2 B
    | 3 of 24
dealer's first card was the king itself, announced behind
    | 1. B 3-2 ^D9 A:SKQ.H7.DQ7 B:SA8.HQ.DK.C9 S DQ DK, Kb HQ H7, S8 SK, SQ SA, D7 C9 | 3 A | 2 of 23
king turned up and marked: dealer has not got it | {KING_TURNED_UP} Kb S SK S8, {REST_WITHOUT_KING} | 2 A | 4 of 25
king turned up, not marked | {KING_TURNED_UP} S SK S8, {REST_WITHOUT_KING} | 2 A | 4 of 25
dealer announced before putting cards out: it may be gone
    | {DEALT} P Kb G -HJ.C7+H7.CT -S8+ST S SK SA, SQ ST, H7 HQ, C9 CT, CA DK | 1 A | 5 of 24
dealer announced, and kept all | {DEALT} P Kb G -HJ.C7+H7.CT -0 S SK S8, SQ SA, H7 HQ, C9 CT, CA DK | 1 A
    | 4 of 23
cards that a player put out are not in the other hand
    | {DEALT} P G -HJ.C7+H7.CT -0 S SK S8, SQ SA, H7 HQ, C9 CT, CA DK | 1 A | 5 of 24
"""
"""The case, the deal, trick and player of the choice, and the hands left: so many unknown cards of those unseen.

Where the dealer played the king first and announced it behind, four cards are known: S8, which was led, is one.
"""


def number_of(hands: str) -> int:
    size, cards = hands.split(" of ")
    return comb(int(cards), int(size))


@each_row(("name", "deal", "moment", "hands"), rows_of(KING_CASES))
def test_the_king_and_the_cards_put_out(name: str, deal: str, moment: str, hands: str) -> None:
    trick, player = moment.split()
    assert worlds(deal)[int(trick), player] == number_of(hands)


# A leads from SKQ.HJ.CA7; B, who announces no king, can't have it once they have played.
REPLY_CASES = """
lower, where nothing beats the lead: no news | SA8.HQ.DT.C9 | SK S8, SQ SA, HJ HQ, C9 CA, C7 DT | 2 | 4 of 24
lower: none that is higher | SA8.H8.DT.C9 | HJ H8, SK S8, SQ SA, CA C9, C7 DT | 2 | 4 of 22
a trump: no card of the suit led | HQT.DT.C98 | SK DT, HQ HJ, HT C7, C9 CA, SQ C8 | 3 | 2 of 16
neither: no card of both suits | HQT8.C98 | SK HT, SQ H8, HJ HQ, C9 CA, C7 C8 | 2 | 4 of 12
"""


@each_row(("name", "dealer", "play", "trick", "hands"), rows_of(REPLY_CASES))
def test_a_lawful_reply_rules_hands_out(name: str, dealer: str, play: str, trick: str, hands: str) -> None:
    deal = f"1. B 3-2 ^D9 A:SKQ.HJ.CA7 B:{dealer} S {play}"
    assert worlds(deal)[int(trick), "A"] == number_of(hands)


def test_a_revoke_rules_nothing_out() -> None:
    deal = "1. B 3-2 ^D9 A:SKQ.HJ.CA7 B:SA8.HQ.DT.C9 S HJ S8, SK SA, SQ DT, HQ C7, C9 CA"
    assert worlds(deal)[(2, "A")] == comb(24, 4)


def test_a_card_played_against_the_law_is_not_judged() -> None:
    deal = "1. B 3-2 ^D9 A:SKQ.HJ.CA7 B:SA8.HQT.C9 S HJ S8, SK SA, SQ C9, CA HT, C7 HQ"
    assert (1, "B") not in worlds(deal)


def test_no_line_where_no_hand_is_left() -> None:
    """A announces a king that B holds."""
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


NOBODY_HAS_THE_KING = "1. B 3-2 ^D9 A:SKQ.HJ.CA7 B:SA8.HQ.DT.C9"
PLAY = "SK S8, SQ SA, HJ HQ, C9 CA, C7 DT"
ELDERS = "SK SQ HJ CA C7 D9"


def hands(size: int, elsewhere: str, required: str = "") -> int:
    """Return how many hands of that size hold all of ``required`` and nothing that is ``elsewhere``."""
    unseen = [card for card in NAMES if card not in elsewhere.split()]
    return sum(set(required.split()) <= set(hand) for hand in combinations(unseen, size))


CASES = [
    (
        "exposed in dealing",
        f"{NOBODY_HAS_THE_KING} !13b(HQ;own):stand S {PLAY}",
        (1, "A"),
        hands(5, ELDERS, "HQ"),
    ),
    (
        "a faced card lies aside",
        f"{NOBODY_HAS_THE_KING} P G -C7+C8 !35(H7):aside -0 S SK S8, SQ SA, HJ HQ, C9 CA, C8 DT",
        (1, "A"),
        hands(5, "SK SQ HJ CA C8 C7 D9 H7"),
    ),
    (
        "exposed, and one card put out since: it may be gone",
        f"{NOBODY_HAS_THE_KING} !13b(HQ;own):stand P G -C7+C8 -C9+CT S SK S8, SQ SA, HJ HQ, CT CA, C8 DT",
        (1, "A"),
        hands(5, "SK SQ HJ CA C8 C7 D9"),
    ),
    (
        "a false king is taken down",
        f"{NOBODY_HAS_THE_KING} S Kb !25b:correct {PLAY}",
        (1, "A"),
        hands(5, f"{ELDERS} DK"),
    ),
    (
        "a play is replayed: its cards are known",
        f"{NOBODY_HAS_THE_KING} S HJ S8 !43b(S8):replay {PLAY}",
        (1, "A"),
        hands(5, ELDERS, "S8"),
    ),
]


@each_row(("name", "deal", "moment", "number"), CASES)
def test_what_an_irregularity_showed(name: str, deal: str, moment: tuple[int, str], number: int) -> None:
    assert worlds(deal)[moment] == number


def test_a_void_deal_gives_no_lines() -> None:
    assert worlds(f"{NOBODY_HAS_THE_KING} !14b(before):void =void") == {}


def test_a_revoke_that_stood_is_no_choice_and_the_rest_is_judged() -> None:
    counts = worlds(f"{NOBODY_HAS_THE_KING} S HJ S8 !43b(S8):stand SK SA, SQ DT, HQ C7, C9 CA")
    assert (1, "A") in counts
    assert (1, "B") not in counts
    assert counts[2, "A"] == hands(4, f"{ELDERS} S8 DK")


def test_kings_taken_down_again_and_again_are_work_that_grows_with_their_number() -> None:
    def work(times: int) -> int:
        text = f"Game 1\n{NOBODY_HAS_THE_KING} S {'Ka ' * times}{'!25:correct ' * times}{PLAY}\n*"
        (deal,) = read_one(egn(text)).games[0].deals
        course = follow_deal(deal)
        return lines_run(lambda: list(choices_of(course)))

    assert work(400) < 5 * work(100)

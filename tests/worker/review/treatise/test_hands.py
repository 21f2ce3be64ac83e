"""The illustrative hands: lawful deals that satisfy the treatise's words, and the shipped values of each card."""

from __future__ import annotations

from itertools import combinations, islice

import pytest

from scoring.cards import PACK, cards_of, format_card, mask_of, parse_card, parse_cards, seat
from worker.review.treatise.hands import ELDER, ILLUSTRATIVE_HANDS, IllustrativeHand, Part
from worker.review.treatise_counts import count_hands
from worker.review.treatise_hands import Question, checked_part, questions
from worker.solver import solve_leads

PARTS = [(hand, part) for hand in ILLUSTRATIVE_HANDS for part in hand.parts]
NAMED = [f"{hand.number} {part.condition}" for hand, part in PARTS]

ANSWERS = {
    ("I", 0, 1): {"SJ"},
    ("I", 1, 1): {"HK"},
    ("I", 1, 2): {"ST"},
    ("I", 1, 3): {"CK"},
    ("II", 0, 1): {"DK"},
    ("II", 1, 2): {"D9"},
    ("III", 0, 1): {"S7"},
    ("III", 1, 1): {"D8"},
    ("IV", 0, 1): {"HK"},
    ("IV", 1, 2): {"SQ"},
    ("V", 0, 1): {"DK"},
    ("V", 0, 2): {"SQ"},
    ("V", 1, 2): {"H8", "C9"},
    ("VI", 0, 1): {"HJ"},
    ("VI", 0, 3): {"C9"},
    ("VII", 0, 2): {"HA"},
    ("VIII", 0, 1): {"SK"},
    ("VIII", 0, 2): {"DT"},
    ("IX", 0, 1): {"CJ"},
    ("IX", 0, 2): {"D9"},
    ("X", 0, 1): {"CK"},
    ("X", 0, 3): {"SJ", "DT"},
    ("XI", 0, 2): {"SK"},
    ("XI", 0, 3): {"HT", "CT"},
    ("XII", 0, 1): {"SK"},
    ("XIII", 0, 1): {"HQ"},
    ("XIII", 1, 2): {"SK", "DK"},
    ("XIII", 2, 2): {"HA"},
    ("XIV", 0, 1): {"S9"},
}
"""By hand, part and trick: the cards that the treatise plays."""


def test_the_fourteen_hands_are_there_with_their_numbers() -> None:
    numbers = "I II III IV V VI VII VIII IX X XI XII XIII XIV"
    assert [hand.number for hand in ILLUSTRATIVE_HANDS] == numbers.split()
    assert all(len({part.condition for part in hand.parts}) == len(hand.parts) for hand in ILLUSTRATIVE_HANDS)


@pytest.mark.parametrize(("hand", "part"), PARTS, ids=NAMED)
def test_deal_is_lawful_and_holds_the_hand(hand: IllustrativeHand, part: Part) -> None:
    checked = checked_part(part)
    assert checked.findings == (), hand.number
    course = checked.games[0].deals[-1].course
    own = seat(part.player)
    assert course.hands[own] == part.cards
    assert parse_cards(part.given or part.hand) & ~part.cards == 0
    against = course.hands[1 - own]
    assert against is not None
    assert not part.given_against or parse_cards(part.given_against) & ~against == 0


def test_cards_that_are_ours_are_told_from_those_of_the_words() -> None:
    whole = {(hand.number, part.condition) for hand, part in PARTS if not part.ours}
    assert {number for number, _ in whole} == {"I", "III"}
    assert len(whole) == 3
    (twelfth,) = next(hand for hand in ILLUSTRATIVE_HANDS if hand.number == "XII").parts
    assert (twelfth.ours, twelfth.given_against) == (parse_cards("H8"), "S87.HQ.DQ.CQ")


def test_shipped_values_are_what_the_review_computes() -> None:
    assert count_hands() == questions()


@pytest.mark.parametrize(
    "question", questions(), ids=[f"{row.hand}-{row.part}-{row.trick}" for row in questions()]
)
def test_advice_is_the_hands_lesson(question: Question) -> None:
    number = ILLUSTRATIVE_HANDS[question.hand].number
    assert set(question.advice.choices) == ANSWERS[number, question.part, question.trick]


def test_every_answer_has_a_question() -> None:
    questions_seen = {(ILLUSTRATIVE_HANDS[row.hand].number, row.part, row.trick) for row in questions()}
    assert questions_seen == set(ANSWERS)


@pytest.mark.parametrize("part", ILLUSTRATIVE_HANDS[2].parts, ids=["the hand", "the hand beside it"])
def test_hand_3_makes_the_point_certain_with_the_small_card_alone(part: Part) -> None:
    """The solver against every hand of three clubs and more, and each plain suit: both hands seen."""
    turn_up = parse_card("C7")
    unseen = cards_of(PACK & ~(part.cards | 1 << turn_up))
    trumps, plain = [card for card in unseen if card >> 3 == 3], [card for card in unseen if card >> 3 != 3]
    least: dict[str, int] = {}
    for size in (2, 3, 4):
        for chosen in combinations(trumps, size):
            for others in islice(combinations(plain, 5 - size), 0, None, 3):
                for card, tricks in solve_leads(part.cards, mask_of([*chosen, *others]), 3).items():
                    name = format_card(card)
                    least[name] = min(least.get(name, 5), tricks)
    small = "S7" if "S7" in least else "D8"
    assert [name for name, tricks in least.items() if tricks >= 3] == [small]


def test_hand_2_loses_no_three_tricks_with_the_king_of_diamonds() -> None:
    """Against no trump and two diamonds the king is safe and the queen of trumps is not; two trumps beat the queen."""
    part = ILLUSTRATIVE_HANDS[1].parts[0]
    king, queen = parse_card("DK"), parse_card("SQ")
    plain = [card for card in range(32) if card >> 3 in (1, 3)]
    diamonds = [parse_card(name) for name in ("DQ", "DJ", "DA", "DT")]
    without_trump = [
        solve_leads(part.cards, mask_of([*two, *others]), 0)
        for two in combinations(diamonds, 2)
        for others in islice(combinations(plain, 3), 0, None, 40)
    ]
    assert min(tricks_by_card[king] for tricks_by_card in without_trump) >= 3
    assert min(tricks_by_card[queen] for tricks_by_card in without_trump) == 2
    two_trumps = [
        solve_leads(part.cards, mask_of([parse_card("SJ"), parse_card("S8"), *others]), 0)
        for others in islice(combinations(plain, 3), 0, None, 40)
    ]
    assert max(tricks_by_card[queen] for tricks_by_card in two_trumps) < 3


def test_elder_leads_first_in_every_deal() -> None:
    assert all(checked_part(part).games[0].deals[-1].course.elder == ELDER for _, part in PARTS)

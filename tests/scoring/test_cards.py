"""Cards and masks, and the two rules of play over every pair of cards and every hand that matters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import (
    CARD_NAMES,
    PACK,
    SECOND_COPY_SHIFT,
    CardSetError,
    UnknownCardError,
    beats,
    cards_of,
    format_card,
    format_cards,
    lawful_cards,
    mask_of,
    parse_card,
    parse_cards,
)
from tests.support.rows import each_row

masks = st.integers(min_value=0, max_value=PACK)
RANK_ORDER = "KQJAT987"


def test_every_card_is_read_and_written() -> None:
    assert [format_card(parse_card(name)) for name in CARD_NAMES] == list(CARD_NAMES)
    assert len(set(CARD_NAMES)) == 32


def test_the_king_is_highest_and_the_ace_stands_between_knave_and_ten() -> None:
    ordered = [parse_card("S" + rank) for rank in RANK_ORDER]
    assert ordered == sorted(ordered, reverse=True)


@given(masks.filter(bool))
def test_a_set_is_written_and_read_back(mask: int) -> None:
    assert parse_cards(format_cards(mask)) == mask
    assert mask_of(cards_of(mask)) == mask


@given(masks.filter(bool), masks)
def test_a_set_that_names_cards_twice_is_written_and_read_back(first: int, second: int) -> None:
    tally = first | (first & second) << SECOND_COPY_SHIFT
    assert parse_cards(format_cards(tally)) == tally


@each_row(
    ("text", "cards"),
    [("SKQ.HJ7.CA", "SK SQ HJ H7 CA"), ("CA.S7K", "SK S7 CA"), ("HT", "HT"), ("S7.S8", "S8 S7")],
)
def test_suits_and_ranks_may_stand_in_any_order(text: str, cards: str) -> None:
    assert [format_card(card) for card in cards_of(parse_cards(text))] == cards.split()


@each_row(
    ("text", "error"),
    [
        ("", CardSetError),
        ("S", CardSetError),
        ("SK.", CardSetError),
        ("X7", UnknownCardError),
        ("S5", UnknownCardError),
        ("SKKK", UnknownCardError),
    ],
)
def test_what_is_not_a_set_of_the_pack_is_refused(text: str, error: type[ValueError]) -> None:
    with pytest.raises(error):
        parse_cards(text)


LAWFUL = [
    # hand, lead, trump, lawful: follow suit, win if able, trump when void (law 43)
    ("SK7.HA", "SQ", "H", "SK"),
    ("S97.HA", "SQ", "H", "S97"),
    ("H98.DA", "SQ", "H", "H98"),
    ("D98.CA", "SQ", "H", "D98.CA"),
    ("SKJA", "ST", "S", "SKJA"),
    ("SJ7", "SA", "D", "SJ"),
    ("ST7", "SA", "D", "ST7"),
    ("HK7.S8", "H8", "H", "HK"),
]


@each_row(("hand", "lead", "trump", "lawful"), LAWFUL)
def test_lawful_cards(hand: str, lead: str, trump: str, lawful: str) -> None:
    cards = lawful_cards(parse_cards(hand), parse_card(lead), "SHDC".index(trump))
    assert format_cards(cards) == lawful


def test_the_leader_may_lead_anything() -> None:
    assert lawful_cards(parse_cards("SK.H7"), -1, 0) == parse_cards("SK.H7")


def test_beats_agrees_with_the_words_of_the_rule_for_every_two_cards_and_trump() -> None:
    for lead in CARD_NAMES:
        for reply in CARD_NAMES:
            for trump in "SHDC":
                if reply[0] == lead[0]:
                    wins = RANK_ORDER.index(reply[1]) < RANK_ORDER.index(lead[1])
                else:
                    wins = reply[0] == trump
                assert beats(parse_card(reply), parse_card(lead), "SHDC".index(trump)) == wins


@given(masks.filter(bool), st.integers(0, 31), st.integers(0, 3))
def test_some_card_of_the_hand_is_always_lawful(hand: int, lead: int, trump: int) -> None:
    lawful = lawful_cards(hand, lead, trump)
    assert lawful
    assert lawful & ~hand == 0

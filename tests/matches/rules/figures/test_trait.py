from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from matches.rules.figures.trait import MASK_BITS, Sums, Trait, square_of
from matches.rules.figures.traits import DEAL_TRAITS, GAME_TRAITS, TRAITS

MASKS = st.lists(st.integers(0, (1 << MASK_BITS) - 1), max_size=20)
OWN_TRAITS = (
    Trait("flag", 0),
    Trait("shared_flag", 1, is_shared=True),
    Trait("number", 2, width=5, is_squared=True),
    Trait("plain_number", 30, width=3),
    Trait("last", MASK_BITS - 4, width=4, is_squared=True),
)
"""Traits of this test alone, from the first bit to the last."""
BITS_OF_DEALS = """
deals 0, as_elder 1, as_dealer 2, turn_up_seen 3, king_turned 4, turned_king_marked 5, king_marked 6, king_from_hand 7,
hand_seen 8, king_held 9, king_announced 10, king_unannounced 11, first_word 12, proposed_first 13, stood_first 14,
first_given 15, first_refused 16, gave_first 17, refused_first 18, was_refused 19, refused 20, proposals 21,
vulnerable 26, vulnerable_won 27, vulnerable_lost 28, against_vulnerable 29, against_vulnerable_won 30,
against_vulnerable_lost 31, decided 32, deal_won 33, deal_lost 34, tricks_known 35, tricks 36, vole_made 39,
vole_suffered 40, score_known 41, marks 42, marks_against 45, exchanged 48, cards_changed 49, offered 52,
offer_taken 53, offer_refused 54, took_offer 55, refused_offer 56, refusal_won 57, refusal_lost 58
"""
BITS_OF_GAMES = """
games 0, game_won 1, game_lost 2, single_won 3, double_won 4, treble_won 5, single_lost 6, double_lost 7,
treble_lost 8, dealt_first 9, dealt_first_won 10, dealt_second 11, dealt_second_won 12, game_points_for 13,
game_points_against 16, scores_seen 19, nil_to_four 20, came_back 21, four_to_nil 22, let_slip 23
"""
FREE_BITS_OF_DEALS = range(59, MASK_BITS)
FREE_BITS_OF_GAMES = range(24, MASK_BITS)
"""The bits that no trait has had, for new ones. A new trait takes the first of them."""


def _named(text: str) -> list[tuple[str, int]]:
    pairs = [pair.split() for pair in text.replace("\n", " ").split(",")]
    return [(key, int(bit)) for key, bit in pairs]


def test_bits_stay_where_they_were_given() -> None:
    """Masks are stored: changing a bit listed here would change the meaning of every stored mask."""
    assert [(trait.key, trait.bit) for trait in DEAL_TRAITS] == _named(BITS_OF_DEALS)
    assert [(trait.key, trait.bit) for trait in GAME_TRAITS] == _named(BITS_OF_GAMES)


def test_free_bits_are_those_above_every_trait() -> None:
    for traits, free in ((DEAL_TRAITS, FREE_BITS_OF_DEALS), (GAME_TRAITS, FREE_BITS_OF_GAMES)):
        assert free.start == max(trait.bit + trait.width for trait in traits)


def test_no_bit_is_two_traits_and_all_fit_the_column() -> None:
    for traits in (DEAL_TRAITS, GAME_TRAITS):
        assert sum(trait.mask for trait in traits).bit_count() == sum(trait.width for trait in traits)
        assert max(trait.mask for trait in traits) < 1 << MASK_BITS


def test_no_key_is_a_deal_s_and_a_game_s() -> None:
    assert len(TRAITS) == len(DEAL_TRAITS) + len(GAME_TRAITS)


@given(st.sampled_from(DEAL_TRAITS), st.integers(0, 40))
def test_value_is_what_was_put(trait: Trait, value: int) -> None:
    assert trait.value(trait.put(value)) == min(value, trait.largest)


@given(st.sampled_from([tuple(DEAL_TRAITS), tuple(GAME_TRAITS), OWN_TRAITS]), MASKS)
def test_sums_are_those_of_the_single_values_and_their_squares(
    traits: tuple[Trait, ...], masks: list[int]
) -> None:
    sums = Sums(traits)
    totals = dict(zip(sums.keys, sums.of(masks), strict=True))
    expected = {trait.key: sum(trait.value(mask) for mask in masks) for trait in traits}
    for trait in traits:
        if trait.is_squared:
            expected[square_of(trait.key)] = sum(trait.value(mask) ** 2 for mask in masks)
    assert totals == expected

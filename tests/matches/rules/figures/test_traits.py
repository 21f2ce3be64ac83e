"""The traits of single deals, derived by hand from the laws of the club code, and the bits that store them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules.figures.traits import (
    DEAL_TRAITS,
    GAME_TRAITS,
    MASK_BITS,
    TRAITS,
    Trait,
    deal_traits,
    game_traits,
)
from scoring.check import check_rubber
from scoring.checked import CheckedDeal
from scoring.notation import read_one

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


def deal_of(line: str, *tags: str) -> CheckedDeal:
    """Return the last deal of ``line``, which may hold several; A deals the first."""
    head = ['[EGN "1"]', *tags, '[A "Orford"]', '[B "Baldwin"]']
    checked = check_rubber(read_one("\n".join([*head, "", "Game 1", line, "*", ""])))
    return checked.games[0].deals[-1]


def counted(line: str, *tags: str) -> tuple[dict[str, int], dict[str, int]]:
    """Return the traits of A and of B that are not zero."""
    a, b = (
        {trait.key: trait.value(mask) for trait in DEAL_TRAITS if trait.value(mask)}
        for mask in deal_traits(deal_of(line, *tags))
    )
    return a, b


def check(counts: dict[str, int], expected: str) -> None:
    """Check counts given as ``key`` (one), ``key=3`` or ``-key`` (none)."""
    for word in expected.split():
        key, _, value = word.lstrip("-").partition("=")
        assert key in TRAITS
        assert counts.get(key, 0) == (0 if word.startswith("-") else int(value or 1)), word


def test_void_deal_is_not_counted() -> None:
    assert deal_traits(deal_of("1. A !12(HA) =void")) == (0, 0)


def test_unknown_score_gives_no_marks() -> None:
    """Without calls and score it is unknown whether the point counted two."""
    a, b = counted("1. A =B3")
    assert "score_known" not in a
    assert "marks" not in b
    assert b["deal_won"] == 1


def test_score_that_has_gone_down_gives_no_marks() -> None:
    """The scorer alone decides a deal without an outcome, and wrote a lower score than the one before."""
    a, b = counted("1. A S =B5 (0-2) 2. B (0-1)")
    assert (a, b) == ({"deals": 1, "as_elder": 1}, {"deals": 1, "as_dealer": 1})


def test_score_put_right_behind_the_fifth_point_is_no_deal() -> None:
    won = "1. A S =B5 (0-2) 2. B S =B5 (0-4) 3. A P R =B3 (0-4) 4. B !50b(point;1):mark (0-5)"
    assert deal_traits(deal_of(won)) == (0, 0)


# La Triomphe: the point offered, taken (one), refused and lost (two), refused and the vole made (two).
TRIOMPHE = [
    ("1. A P G =A (1-0)", "took_offer deal_won marks=1 -refused_offer", "offered offer_taken deal_lost"),
    ("1. A S P R =B4 (2-0)", "offered offer_refused deal_won marks=2 tricks=1",
     "refused_offer refusal_lost deal_lost tricks=4 -vulnerable"),
    ("1. A P R =A5 (2-0)", "refused_offer refusal_won vole_made", "offered offer_refused vole_suffered"),
    ("1. A P R =B3 (0-2)", "refused_offer refusal_lost deal_lost", "offered offer_refused deal_won marks=2"),
    ("1. A P R =A4", "refused_offer refusal_lost deal_lost tricks=4", "offered offer_refused deal_won"),
    ("1. A P R =A (2-0)", "refused_offer refusal_won deal_won -tricks_known", "offered offer_refused deal_lost"),
    ("1. A P R =A (0-2)", "refused_offer refusal_lost deal_lost", "offered offer_refused deal_won"),
    ("1. A P R =A", "refused_offer -refusal_won -refusal_lost -decided", "offered offer_refused -decided"),
    ("1. A =A3 (0-2)", "deal_lost tricks=3 marks_against=2", "deal_won tricks=2 marks=2"),
    ("1. A =A3 (1-0)", "deal_won tricks=3 marks=1", "deal_lost tricks=2"),
    ("1. A =A3", "tricks_known tricks=3 -decided", "tricks=2 -decided"),
    ("1. A =A5", "deal_won tricks=5", "deal_lost"),
    ("1. A P R =B", "refused_offer refusal_lost deal_lost", "offered offer_refused deal_won"),
    ("1. A S S !43b(H9):stand =B3 (0-0)", "decided deal_lost marks_against=0", "decided deal_won marks=0"),
    ("1. A S S =B3 (0-1)", "-offered deal_lost", "-offered -stood_first -vulnerable deal_won marks=1"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "a", "b"), TRIOMPHE, ids=[case[0] for case in TRIOMPHE])
def test_deal_of_la_triomphe_is_counted(line: str, a: str, b: str) -> None:
    for counts, expected in zip(counted(line, '[Variant "Triomphe"]'), (a, b), strict=True):
        check(counts, expected)


# A game, and what holds of it on A's side and on B's.
GAME_CASES = [
    ("Game 1\n1. A !12(HA) =void\n2. A S Kb =B5 (0-3)\n3. B S Ka =A5 (3-3)\n4. A S =B5 (3-5)\n#3-5",
     "dealt_first", "dealt_second"),
    ("Game 1\n1. A S =B5 (0-2)", "-games -game_lost -dealt_first", "-games"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "a", "b"), GAME_CASES, ids=[case[0].replace("\n", " ") for case in GAME_CASES]
)
def test_game_is_counted(text: str, a: str, b: str) -> None:
    head = '[EGN "1"]\n[A "Orford"]\n[B "Baldwin"]\n\n'
    (game,) = check_rubber(read_one(f"{head}{text}\n*\n")).games
    for mask, expected in zip(game_traits(game), (a, b), strict=True):
        check({trait.key: trait.value(mask) for trait in GAME_TRAITS}, expected)

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


# A deal dealt by A, and traits by side that hold (a number: of that value) or, with -, do not.
CASES = [
    ("1. A S =B5 (0-2)", "as_dealer against_vulnerable against_vulnerable_lost vole_suffered",
     "as_elder first_word stood_first proposals=0 vulnerable vulnerable_won vole_made marks=2 tricks=5"),
    ("1. A S =A3 (2-0)", "against_vulnerable_won deal_won marks=2 marks_against=0 tricks=3",
     "vulnerable vulnerable_lost deal_lost marks_against=2 tricks=2 -vole_suffered"),
    ("1. A P R =B3 (0-2)", "refused_first refused vulnerable vulnerable_lost -gave_first",
     "proposed_first first_refused was_refused against_vulnerable_won marks=2 proposals=1"),
    ("1. A P G P R =B3 (0-1)", "gave_first refused -refused_first -vulnerable",
     "first_given was_refused -first_refused -against_vulnerable proposals=2 marks=1"),
    ("1. A P G S =B4 (0-1)", "gave_first -refused", "proposals=1 first_given -stood_first -vulnerable"),
    ("1. A =B3 (0-1)", "as_dealer -gave_first -vulnerable decided", "-first_word -vulnerable deal_won marks=1"),
    ("1. A =B (0-1)", "-tricks_known decided", "deal_won -tricks_known -vole_made"),
    ("1. A Ka P R =A4 (2-0)", "king_marked -king_from_hand -turn_up_seen marks=2", "-king_marked"),
    ("1. A P R Kb =B4 (0-3)", "-king_marked", "king_marked king_from_hand -hand_seen marks=3"),
    ("1. A ^HK P R =A4 (1-0)", "turn_up_seen king_turned -turned_king_marked", "-turn_up_seen"),
    ("1. A ^HK Ka P R =A4 (2-0)", "king_turned turned_king_marked king_marked -king_from_hand", "-king_marked"),
    ("1. A ^H9 P R Ka =A4 (2-0)", "turn_up_seen -king_turned king_marked king_from_hand", "-turn_up_seen"),
    ("1. A P G -3 -0 S =B3 (0-1)", "exchanged cards_changed=0", "exchanged cards_changed=3"),
    ("1. A P G -3 -2 P G -1 -1 S =B3 (0-1)", "cards_changed=2", "cards_changed=3 proposals=2"),
    ("1. A S =B5 (0-2) 2. B S =B3 (0-4) 3. A S =B5 (0-5)", "marks_against=1", "marks=1 vole_made"),
    ("1. A S =B5 (0-2) 2. B (0-3)", "deals as_elder score_known marks_against=1 -decided", "deals as_dealer marks=1"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "a", "b"), CASES, ids=[case[0] for case in CASES])
def test_deal_is_counted(line: str, a: str, b: str) -> None:
    for counts, expected in zip(counted(line), (a, b), strict=True):
        check(counts, expected)


PLAYED = "1. A 2-3 ^C9 B:HA.DQ8.CKT A:SQ8.DJ.C87 S {} CT C8, CK C7, DQ DJ, HA SQ, D8 S8 =B5 {}"


def test_king_held_is_announced_or_not() -> None:
    _, announced = counted(PLAYED.format("Kb", "(0-3)"))
    assert announced["king_held"] == announced["king_announced"] == announced["king_from_hand"] == 1
    assert "king_unannounced" not in announced
    dealer, silent = counted(PLAYED.format("", "(0-2)"))
    assert silent["king_held"] == silent["king_unannounced"] == silent["hand_seen"] == 1
    assert dealer["hand_seen"] == 1
    assert "king_announced" not in silent
    assert "king_held" not in dealer


def test_hand_is_the_one_that_is_played_from() -> None:
    """The king was drawn, not dealt."""
    line = (
        "1. A 2-3 ^H7 B:SK.D87.CA8 A:S98.DJ.C97 P G -D87.CA8+SQT.DT.HK -S98.DJ.C97+HA.DA.CQJT S HK Kb HA,"
        " SK DA, DT CT, SQ CQ, ST CJ =B5 (0-3)"
    )
    _, elder = counted(line)
    assert elder["king_held"] == 1


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
    ("Game 1 #5-4", "game_won single_won game_points_for=5 game_points_against=4 -dealt_first -scores_seen",
     "game_lost single_lost game_points_for=4"),
    ("Game 1 #5-2", "double_won", "double_lost"),
    ("Game 1 #0-5", "treble_lost", "treble_won"),
    ("Game 1\n1. A S =B5 (0-2)\n2. B S Kb =B5 (0-5)\n#0-5",
     "games dealt_first -dealt_first_won scores_seen -nil_to_four", "games dealt_second dealt_second_won"),
    ("Game 1\n1. A !12(HA) =void\n2. A S Kb =B5 (0-3)\n3. B S Ka =A5 (3-3)\n4. A S =B5 (3-5)\n#3-5",
     "dealt_first", "dealt_second"),
    ("Game 1\n1. A S =B5 (0-2)\n2. B S =B5 (0-4)\n3. A P R Ka =A5 (3-4)\n4. B P R =A5 (5-4)\n#5-4",
     "nil_to_four came_back -four_to_nil game_won", "four_to_nil let_slip -nil_to_four game_lost"),
    ("Game 1\n1. A S =B5 (0-2)\n2. B S =B5 (0-4)\n3. A P R =B3 (0-5)\n#0-5",
     "nil_to_four -came_back", "four_to_nil -let_slip treble_won"),
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

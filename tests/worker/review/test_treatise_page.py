"""The values beside the old treatise: how treatise and count compare, the shipped file, and docs/treatise.md."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ecarte_site.setup.environment import PROJECT
from worker.review import treatise_page
from worker.review.chances import checksum
from worker.review.policy import SHARES
from worker.review.policy_version import THRESHOLDS_VERSION
from worker.review.treatise import JEUX_DE_REGLE, REFUSALS
from worker.review.treatise_document import document
from worker.review.treatise_page import BOOK_KINGS, CLOSE, Compared, Price, book_share, prices, rule_of
from worker.solver import table_checksum


def compared(
    ends: float, goes_on: float, *, holds: bool = True, error: float = 0.001, makes: int = 40
) -> Compared:
    return Compared("1", "S987.H7.D7", "S9", holds, 1, makes, 60, ends, goes_on, error)


@pytest.mark.parametrize(
    ("row", "close", "agrees"),
    [
        (compared(0.3, 0.1), False, True),
        (compared(0.1, 0.3), False, False),
        (compared(0.3, 0.1, holds=False), False, False),
        (compared(0.1, 0.3, holds=False), False, True),
        (compared(0.1, 0.1 + 0.9 * CLOSE), True, True),
        (compared(0.1, 0.1 + 1.1 * CLOSE), False, False),
        (compared(0.1, 0.3, error=0.11), True, True),
    ],
)
def test_book_and_count_agree_where_the_better_choice_is_the_books_or_neither_is(
    row: Compared, close: bool, agrees: bool
) -> None:
    assert (row.is_close, row.agrees) == (close, agrees)


def test_agreeing_tells_the_close_ones_apart() -> None:
    rows = [compared(0.3, 0.1), compared(0.1, 0.3), compared(0.1, 0.3), compared(0.1, 0.1)]
    assert treatise_page.agreeing(rows) == (1, 1, 2)


def test_two_hands_in_three_are_two_to_one() -> None:
    row = compared(0, 0, makes=40)
    assert row.share == pytest.approx(2 / 3)
    assert row.odds == pytest.approx(2)


def test_weakest_three_trumps_alone_are_put_at_three_to_two() -> None:
    shares = {row.hand: book_share(row) for row in treatise_page.treatise_page().standing}
    assert [hand for hand, share in shares.items() if share == 0.6] == ["S987.H7.D7"]
    assert set(shares.values()) == {0.6, 2 / 3}


def test_kings_of_the_book_are_exact_for_the_cards_as_dealt() -> None:
    turned_up = Fraction(1, 8)
    in_hand = (1 - turned_up) * Fraction(5, 31)
    assert (turned_up + in_hand) / in_hand == Fraction(*BOOK_KINGS)


def test_odds_of_every_score_of_the_book() -> None:
    odds = {(row.leader, row.other): row.odds for row in prices()}
    assert odds == {
        (1, 0): (5, 4),
        (2, 0): (5, 3),
        (3, 0): (5, 2),
        (4, 0): (5, 1),
        (2, 1): (4, 3),
        (3, 1): (4, 2),
        (4, 1): (4, 1),
        (3, 2): (3, 2),
        (4, 2): (3, 1),
        (4, 3): (2, 1),
    }


@pytest.mark.parametrize(
    ("chance", "price"), [(0.66, "good"), (0.606, "good"), (0.604, "fair"), (0.596, "fair"), (0.594, "bad")]
)
def test_odds_are_good_to_lay_where_the_chance_is_better(chance: float, price: str) -> None:
    dealing = Price(3, 2, (3, 2), chance, 0.1)
    leading = Price(3, 2, (3, 2), 0.1, chance)
    assert (dealing.price(deals=True), leading.price(deals=False)) == (price, price)
    assert (dealing.price(deals=False), leading.price(deals=True)) == ("bad", "bad")


def test_every_example_of_the_book_is_in_the_file() -> None:
    page = treatise_page.treatise_page()
    for rows, examples in ((page.standing, JEUX_DE_REGLE), (page.refusing, REFUSALS)):
        assert [(row.name, row.mask, row.holds) for row in rows] == [
            (example.name, example.hand, example.holds) for example in examples
        ]


@pytest.mark.parametrize(
    ("name", "prefix", "code"),
    [
        ("2b", treatise_page.STANDING, "stand-2b"),
        ("two-kings", treatise_page.REFUSING, "refuse-two-kings"),
        ("3b", treatise_page.REFUSING, "accept-3b"),
    ],
)
def test_an_example_goes_by_its_rule(name: str, prefix: str, code: str) -> None:
    assert rule_of(name, prefix).code == code


def test_the_file_was_made_with_the_policy_and_the_tables_that_are_installed() -> None:
    made_with = treatise_page.treatise_page().assumptions
    assert made_with["policy"] == THRESHOLDS_VERSION
    assert made_with["shares"] == [[list(pair) for pair in calls] for calls in SHARES]
    assert made_with["chances"] == checksum()
    assert made_with["solver"] == table_checksum()


def test_no_threshold_moved_gains_a_hundredth() -> None:
    # What the policy's own description promises.
    moves = treatise_page.treatise_page().moves
    assert {(move.role, move.call, move.king_safe) for move in moves} == {
        (role, call, safe)
        for role in ("stands", "refuses")
        for call in ("first", "free", "later")
        for safe in (False, True)
    }
    assert max(move.gain for move in moves) < 0.01


def test_the_page_in_the_docs_is_up_to_date() -> None:
    assert (PROJECT / "docs" / "treatise.md").read_text("utf-8") == document(treatise_page.treatise_page())


def test_every_hand_has_its_row() -> None:
    page = treatise_page.treatise_page()
    lines = document(page).splitlines()
    for row in (*page.standing, *page.refusing):
        values = f"| {row.makes:,} of {row.hands:,} |"
        assert any(f"| `{row.hand}`" in line and values in line for line in lines)

"""Amounts are split proportionally in pennies, and payments settle them at the close."""

from __future__ import annotations

from fractions import Fraction
from itertools import compress, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules.sittings.ledger import MOST_GROUPED, Entry, apportion, balances, settlement

SUMS = st.lists(st.integers(-10_000, 10_000), min_size=1, max_size=12).map(
    lambda sums: {f"p{number}": amount for number, amount in enumerate([*sums, -sum(sums)])}
)


@pytest.mark.parametrize(
    ("total", "weights", "parts"),
    [
        (100, [1, 1, 1], [34, 33, 33]),
        (200, [1, 1, 1], [67, 67, 66]),
        (300, [3, 2], [180, 120]),
        (5, [100, 100], [3, 2]),
        (1, [1, 3], [0, 1]),
        (0, [4, 5], [0, 0]),
        (7, [0, 0], [4, 3]),
        (7, [0, 3], [0, 7]),
        (0, [], []),
    ],
)
def test_apportions_by_largest_remainder_and_of_equals_to_the_first(
    total: int, weights: list[int], parts: list[int]
) -> None:
    assert apportion(total, weights) == parts


@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=12).filter(any), st.data())
def test_parts_add_up_and_are_less_than_a_penny_off(weights: list[int], data: st.DataObject) -> None:
    total = data.draw(st.integers(0, sum(weights)))
    parts = apportion(total, weights)
    assert sum(parts) == total
    for part, weight in zip(parts, weights, strict=True):
        assert abs(part - Fraction(total * weight, sum(weights))) < 1
        assert part <= weight


@pytest.mark.parametrize(
    ("sums", "payments"),
    [
        ({"ann": 0}, ()),
        ({"ann": 300, "bea": -300}, (("bea", "ann", 300),)),
        ({"ann": 500, "bea": -300, "cat": -200}, (("bea", "ann", 300), ("cat", "ann", 200))),
        # Largest to largest alone would take three payments.
        ({"ann": 500, "bea": 400, "cat": -400, "dan": -500}, (("cat", "bea", 400), ("dan", "ann", 500))),
        (
            {"ann": 7, "bea": 3, "cat": -6, "dan": -4},
            (("cat", "ann", 6), ("dan", "bea", 3), ("dan", "ann", 1)),
        ),
        # In two groups; largest to largest alone would take five payments.
        (
            {"ann": 5, "bea": 4, "cat": -3, "dan": -3, "eve": -2, "flo": -1},
            (("cat", "ann", 3), ("eve", "ann", 2), ("dan", "bea", 3), ("flo", "bea", 1)),
        ),
        # The 300 on the table are not claimed from any player.
        ({"ann": -100, "bea": -100, "cat": -100}, ()),
    ],
)
def test_who_pays_whom(sums: dict[str, int], payments: tuple[tuple[str, str, int], ...]) -> None:
    assert settlement(sums) == payments


@given(SUMS)
def test_settlement_leaves_nobody_up_or_down_with_fewer_payments_than_people(sums: dict[str, int]) -> None:
    payments = settlement(sums)
    left = dict(sums)
    for payer, payee, amount in payments:
        assert amount > 0
        left[payer] += amount
        left[payee] -= amount
    assert not any(left.values())
    assert len(payments) < len(sums)
    assert not {payer for payer, _, _ in payments} & {payee for _, payee, _ in payments}


def most_even_groups(sums: list[int]) -> int:
    """Return the most groups with a sum of zero that these split into, found by trying all."""
    if not sums:
        return 0
    first, *others = sums
    best = -len(sums)
    for chosen in product((False, True), repeat=len(others)):
        if first + sum(compress(others, chosen)) == 0:
            left = [amount for amount, is_in in zip(others, chosen, strict=True) if not is_in]
            best = max(best, 1 + most_even_groups(left))
    return best


@given(st.lists(st.integers(-5, 5).filter(bool), max_size=6))
def test_nobody_could_settle_with_fewer_payments(sums: list[int]) -> None:
    everybody = [amount for amount in (*sums, -sum(sums)) if amount]
    payments = settlement({f"p{number}": amount for number, amount in enumerate(everybody)})
    assert len(payments) == len(everybody) - most_even_groups(everybody)


def test_too_many_to_try_all_groups_are_settled_largest_to_largest() -> None:
    even = {"ann": 210, **{f"a{amount}": -amount for amount in (57, 50, 41, 31, 20, 11)}}
    others = {"bea": 100, **{f"b{amount}": -amount for amount in (30, 24, 17, 13, 9, 7)}}
    sums = {**even, **others}
    assert len(sums) > MOST_GROUPED
    largest = (("a57", "ann", 57), ("a50", "ann", 50), ("a41", "ann", 41))
    assert settlement(sums)[:6] == (*largest, ("a31", "bea", 31), ("b30", "bea", 30), ("b24", "ann", 24))


def test_balances_add_up_by_account() -> None:
    entries = [
        Entry(1, ("stakes", 1), (("", 200), ("ann", -100), ("bea", -100))),
        Entry(2, ("pool", 1), (("", -200), ("ann", 200))),
    ]
    assert balances(entries) == {"": 0, "ann": 100, "bea": -100}

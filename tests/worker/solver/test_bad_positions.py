"""Invalid positions are refused, with the row and the reason."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from scoring.cards import parse_cards
from worker.solver import solve_leads, solve_leads_many, solve_many, solve_replies, solve_replies_many

GOOD = ("SKQ", "H87", 2)

BAD_ROWS = [
    (("SKQ", "SQ.H8", 2), "both hands hold SQ"),
    (("SKQ", "H8", 2), "the leader holds 2 cards, the follower 1"),
    (("SK", "H87", 2), "the leader holds 1 cards, the follower 2"),
    (("", "", 2), "the leader holds 0 cards, not one to five"),
    (("SK", "", 2), "the follower holds 0 cards, not one to five"),
    (("SKQJAT9", "HKQJAT9", 2), "the leader holds 6 cards, not one to five"),
    (("SKQ", "H87", 4), "trump is 4, not one of 0 to 3 (S H D C)"),
    (("SKQ", "H87", 255), "trump is 255, not one of 0 to 3 (S H D C)"),
]


def mask(text: str) -> int:
    return parse_cards(text) if text else 0


def columns(*rows: tuple[str, str, int]) -> tuple[Any, Any, Any]:
    return (
        np.array([mask(leader) for leader, _, _ in rows], np.uint32),
        np.array([mask(follower) for _, follower, _ in rows], np.uint32),
        np.array([trump for _, _, trump in rows], np.uint8),
    )


@pytest.mark.parametrize(("bad", "why"), BAD_ROWS)
@pytest.mark.parametrize("solve", [solve_many, solve_leads_many])
def test_a_bad_row_is_named_with_its_fault(solve: Any, bad: tuple[str, str, int], why: str) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011  # the whole message is compared below
        solve(*columns(GOOD, GOOD, bad, GOOD))
    assert str(refused.value) == f"row 2: {why}"


@pytest.mark.parametrize(("bad", "why"), BAD_ROWS)
def test_one_bad_position_is_refused(bad: tuple[str, str, int], why: str) -> None:
    leader, follower, trump = bad
    with pytest.raises(ValueError) as refused:  # noqa: PT011
        solve_leads(mask(leader), mask(follower), trump)
    assert str(refused.value) == why


@pytest.mark.parametrize(
    ("lead", "why"),
    [(0, "S7 is led, but the leader holds SKQ"), (32, "card 32 is led, but the leader holds SKQ")],
)
def test_a_card_led_that_the_leader_has_not_got(lead: int, why: str) -> None:
    with pytest.raises(ValueError, match=f"^{why}$"):
        solve_replies(mask("SKQ"), mask("H87"), 2, lead)
    with pytest.raises(ValueError, match=f"^row 1: {why}$"):
        solve_replies_many(*columns(GOOD, GOOD), np.array([7, lead], np.uint8))


@pytest.mark.parametrize(("leader", "trump"), [(-1, 0), (1 << 32, 0), (1, -1)])
def test_numbers_that_fit_no_array(leader: int, trump: int) -> None:
    with pytest.raises(ValueError, match=r"^(a hand is not a mask of the 32 cards|trump is -1, not one of)"):
        solve_leads(leader, 2, trump)


def test_arrays_of_different_lengths() -> None:
    leaders, followers, trumps = columns(GOOD, GOOD)
    with pytest.raises(ValueError, match=r"^the arrays differ in length: 2 leaders, 1 followers, 2 trumps$"):
        solve_many(leaders, followers[:1], trumps)


@pytest.mark.parametrize(
    ("place", "dtype", "why"),
    [
        (0, np.int64, r"leaders is int64 of shape \(2,\), not uint32 of shape \(n,\)"),
        (1, np.float64, r"followers is float64 of shape \(2,\), not uint32 of shape \(n,\)"),
        (2, np.int64, r"trumps is int64 of shape \(2,\), not uint8 of shape \(n,\)"),
    ],
)
def test_arrays_of_another_type(place: int, dtype: type[np.generic], why: str) -> None:
    given = list(columns(GOOD, GOOD))
    given[place] = given[place].astype(dtype)
    with pytest.raises(ValueError, match=f"^{why}$"):
        solve_many(*given)


def test_something_that_is_no_array() -> None:
    leaders, followers, _ = columns(GOOD)
    with pytest.raises(ValueError, match=r"^trumps is a list, not an array of uint8$"):
        solve_many(leaders, followers, [2])  # type: ignore[arg-type]


def test_arrays_of_another_shape() -> None:
    leaders, followers, trumps = columns(GOOD)
    with pytest.raises(ValueError, match=r"^leaders is uint32 of shape \(1, 1\), not uint32 of shape"):
        solve_many(leaders.reshape(1, 1), followers, trumps)


def test_no_rows_give_no_rows() -> None:
    none = columns()
    assert solve_many(*none).shape == (0,)
    assert solve_leads_many(*none).shape == (0, 5)


def test_any_layout_is_read_and_none_is_written_to() -> None:
    leaders, followers, trumps = columns(GOOD, ("SK", "S8", 1), GOOD)
    expected = solve_many(leaders, followers, trumps).tolist()
    for column in (leaders, followers, trumps):
        column.flags.writeable = False
    assert solve_many(leaders, followers, trumps).tolist() == expected
    assert solve_many(leaders[::2], followers[::2], trumps[::2]).tolist() == expected[::2]

"""The cut for who stays out follows law 5: king high, ace below the knave, suits level; ties cut again."""

from __future__ import annotations

import pytest

from matches.rules.sittings.pool import dealer_of, is_in_order, lowest, pairs_between


def cut(*rounds: str) -> list[dict[str, str]]:
    """Return the cards of a cut written like ``cut("a=HK b=S7 c=D9")``."""
    return [dict(card.split("=") for card in cards.split()) for cards in rounds]


@pytest.mark.parametrize(
    ("rounds", "out", "is_lawful"),
    [
        (cut("a=HK b=S7 c=D9"), "b", True),
        (cut("a=HA b=HJ c=HT"), "c", True),
        (cut("a=HJ b=HA c=HQ"), "b", True),
        (cut("a=S7 b=H7 c=D9"), "ab", True),
        (cut("a=S7 b=H7 c=D9", "a=SK b=H8"), "b", True),
        (cut("a=S7 b=H7 c=D9", "a=SK b=HK", "a=S8 b=S9"), "a", True),
        (cut("a=S7 b=H7 c=D7"), "abc", True),
        (cut("a=S7 b=H7 c=D7", "a=S8 b=H8 c=DK"), "ab", True),
        (cut("a=SK b=HK c=D7", "a=S8 b=H9"), "c", True),
        (cut("a=SK b=HQ c=D7", "a=S8 b=H9"), "c", False),
        (cut("a=S7 b=H7 c=D9", "a=SK b=H8 c=HQ"), "b", False),
        (cut("a=S7 b=H7 c=D9", "a=SK c=H8"), "ab", False),
        (cut("a=SK b=HK c=D7", "a=S8 b=H9", "a=S8 b=H9"), "c", False),
    ],
)
def test_lowest_stays_out(rounds: list[dict[str, str]], out: str, is_lawful: bool) -> None:
    assert "".join(sorted(lowest(rounds))) == out
    assert is_in_order(rounds) is is_lawful


@pytest.mark.parametrize(
    ("rounds", "pairs", "dealer"),
    [
        (cut("a=HK b=D9 c=S7"), (("HK", "D9"),), "A"),
        (cut("a=H8 b=D9 c=S7"), (("H8", "D9"),), "B"),
        (cut("a=HK b=DK c=S7"), (("HK", "DK"),), None),
        (cut("a=HK b=DK c=S7", "a=H8 b=D9"), (("HK", "DK"), ("H8", "D9")), "B"),
        (cut("a=HQ b=D7 c=S7", "b=H8 c=D9"), (("HQ", "D7"),), "A"),
    ],
)
def test_higher_of_the_two_who_play_deals(
    rounds: list[dict[str, str]], pairs: tuple[tuple[str, str], ...], dealer: str | None
) -> None:
    assert pairs_between(rounds, "a", "b") == pairs
    assert dealer_of(pairs) == dealer

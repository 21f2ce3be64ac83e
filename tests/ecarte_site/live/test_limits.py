from __future__ import annotations

import pytest

from ecarte_site.live.limits import Limits


def test_places_are_counted_by_address_and_given_back() -> None:
    limits = Limits(overall=3, an_address=2, behind_proxy=False)
    with limits.place("a") as first, limits.place("a") as second, limits.place("a") as third:
        assert (first, second, third) == (True, True, False)
        with limits.place("b") as other, limits.place("c") as more:
            assert (other, more) == (True, False)
        with limits.place("c") as again:
            assert again
    with limits.place("a") as anew:
        assert anew


@pytest.mark.parametrize(
    ("told", "behind_proxy", "address"),
    [
        ("", True, "10.0.0.1"),
        ("9.9.9.9", False, "10.0.0.1"),
        ("9.9.9.9", True, "9.9.9.9"),
        ("1.1.1.1, 9.9.9.9", True, "9.9.9.9"),
    ],
)
def test_address_is_the_one_that_the_proxy_saw(told: str, behind_proxy: bool, address: str) -> None:
    limits = Limits(overall=1, an_address=1, behind_proxy=behind_proxy)
    assert limits.address(("10.0.0.1", 5), {"x-forwarded-for": told}) == address

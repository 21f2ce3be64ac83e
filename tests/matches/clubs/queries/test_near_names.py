"""Which names are nearly those of a list."""

from __future__ import annotations

import pytest

from matches.clubs.queries.near_names import near_names


@pytest.mark.parametrize(
    ("name", "listed"),
    [
        ("boiteau", "Boiteau"),
        ("Boîteau", "Boiteau"),
        ("VanTenac", "Van Tenac"),
        ("Van-Tenac", "Van Tenac"),
        ("Walkers", "Walker"),
        ("Walke", "Walker"),
        ("Malker", "Walker"),
        ("Pole", "Dole"),
    ],
)
def test_name_is_nearly_one_of_the_list(name: str, listed: str) -> None:
    assert near_names([name], ["Aubrey", listed]) == {name: listed}


@pytest.mark.parametrize(
    ("name", "listed"),
    [
        ("Walker", "Walker"),
        ("Walker", "Talbot"),
        ("Walkerss", "Walker"),
        ("Wlaker", "Walker"),
        ("Ann", "Anne"),
        ("Ray", "Roy"),
        ("Guest 1", "Guest 2"),
    ],
)
def test_name_is_the_same_or_another(name: str, listed: str) -> None:
    assert near_names([name], ["Aubrey", listed]) == {}


def test_name_is_compared_with_those_before_it_as_well() -> None:
    assert near_names(["Clay", "Clai", "Clay"], []) == {"Clai": "Clay"}

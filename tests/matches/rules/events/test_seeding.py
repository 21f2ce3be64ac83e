from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules.events.plan import SEEDINGS, Seeding
from matches.rules.events.seeding import bracket_size, fold_order, group_entrants, positions
from tests.matches.rules.events.some_lots import some_lots

SIZES = st.integers(min_value=2, max_value=512)
LOTS = st.text(max_size=8)


def players(count: int) -> list[str]:
    return [f"p{number}" for number in range(1, count + 1)]


def drawn(places: Sequence[str | None]) -> str:
    return "".join(place or "-" for place in places)


@pytest.mark.parametrize(
    ("entrants", "fold", "split", "adjacent"),
    [
        (2, "ab", "ab", "ab"),
        (3, "a-bc", "a-bc", "a-bc"),
        (4, "adbc", "acbd", "abcd"),
        (5, "a-deb-c-", "a-deb-c-", "a-deb-c-"),
        (6, "a-deb-cf", "a-ceb-df", "a-cdb-ef"),
        (7, "a-debgcf", "a-becfdg", "a-bcdefg"),
        (8, "ahdebgcf", "aebfcgdh", "abcdefgh"),
        (9, "a-hid-e-b-g-c-f-", "a-hib-c-d-e-f-g-", "a-hib-c-d-e-f-g-"),
        (12, "a-hid-elb-gjc-fk", "a-eib-fjc-gkd-hl", "a-efb-ghc-ijd-kl"),
        (16, "aphidmelbogjcnfk", "aibjckdlemfngohp", "abcdefghijklmnop"),
    ],
)
def test_places_by_seed(entrants: int, fold: str, split: str, adjacent: str) -> None:
    by_seed = ascii_lowercase[:entrants]

    assert drawn(positions(by_seed, "fold", some_lots(by_seed))) == fold
    assert drawn(positions(by_seed, "split", some_lots(by_seed))) == split
    assert drawn(positions(by_seed, "adjacent", some_lots(by_seed))) == adjacent


@pytest.mark.parametrize(
    ("entrants", "places"),
    [
        (2, "ab"),
        (3, "a-cb"),
        (4, "abdc"),
        (5, "a-cbd-e-"),
        (6, "a-ecf-db"),
        (7, "a-defbgc"),
        (8, "abhdfcge"),
        (9, "a-cbh-i-f-e-g-d-"),
        (12, "j-idl-gba-kef-hc"),
        (16, "obhmadfipcgnjelk"),
    ],
)
def test_places_by_lot_are_the_same_whenever_they_are_drawn(entrants: int, places: str) -> None:
    letters = ascii_lowercase[:entrants]

    assert drawn(positions(letters, "lot", some_lots(letters, "x"))) == places


def test_another_lot_seed_draws_other_places() -> None:
    eight = players(8)

    assert positions(eight, "lot", some_lots(eight, "x")) != positions(eight, "lot", some_lots(eight, "y"))


def test_lot_does_not_depend_on_the_order_of_seed() -> None:
    twenty = players(20)
    lots = some_lots(twenty, "x")

    assert positions(twenty, "lot", lots) == positions(twenty[::-1], "lot", lots)


@pytest.mark.parametrize("seeding", SEEDINGS)
def test_everybody_has_one_place_and_no_two_byes_meet(seeding: Seeding) -> None:
    for count in range(2, 513):
        entrants = players(count)
        places = positions(entrants, seeding, some_lots(entrants, "lot"))

        assert sorted(place for place in places if place) == sorted(entrants)
        assert len(places) == bracket_size(count)
        assert None not in places[::2]


@pytest.mark.parametrize("seeding", ["fold", "split", "adjacent"])
def test_byes_are_for_the_best(seeding: Seeding) -> None:
    for count in range(2, 513):
        places = positions(players(count), seeding, some_lots(players(count)))
        free = [places[upper] for upper in range(0, len(places), 2) if places[upper + 1] is None]

        assert sorted(free, key=str) == sorted(players(bracket_size(count) - count))


@given(SIZES, st.sampled_from(SEEDINGS), LOTS)
def test_empty_places_depend_on_the_numbers_alone(count: int, seeding: Seeding, lot_seed: str) -> None:
    empty = [
        place is None for place in positions(players(count), seeding, some_lots(players(count), lot_seed))
    ]

    assert empty == [place is None for place in positions(players(count), "fold", some_lots(()))]


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32, 64, 128, 256, 512])
def test_fold_lets_the_best_meet_as_late_as_they_can(size: int) -> None:
    still_in = list(fold_order(size))
    while len(still_in) > 1:
        meetings = list(zip(still_in[::2], still_in[1::2], strict=True))
        assert {upper + lower for upper, lower in meetings} == {len(still_in) + 1}
        still_in = [min(meeting) for meeting in meetings]


@pytest.mark.parametrize(("entrants", "size"), [(2, 2), (3, 4), (4, 4), (5, 8), (257, 512), (512, 512)])
def test_bracket_holds_its_entrants(entrants: int, size: int) -> None:
    assert bracket_size(entrants) == size


def test_one_entrant_makes_no_bracket() -> None:
    with pytest.raises(ValueError, match="1 entrants make no bracket"):
        positions(["p1"], "fold", some_lots(()))


@pytest.mark.parametrize(
    ("entrants", "groups", "filled"),
    [
        (6, 1, ["abcdef"]),
        (6, 2, ["ade", "bcf"]),
        (7, 3, ["afg", "be", "cd"]),
        (9, 3, ["afg", "beh", "cdi"]),
        (12, 4, ["ahi", "bgj", "cfk", "del"]),
    ],
)
def test_groups_are_filled_there_and_back(entrants: int, groups: int, filled: list[str]) -> None:
    assert [
        "".join(group) for group in group_entrants(ascii_lowercase[:entrants], groups, some_lots(()), "fold")
    ] == filled


def test_groups_by_lot_are_the_same_whenever_they_are_drawn() -> None:
    assert group_entrants("abcdef", 2, some_lots("abcdef", "x"), "lot") == (tuple("acf"), tuple("bed"))


@given(st.data(), SIZES, st.sampled_from(SEEDINGS), LOTS)
def test_groups_share_out_everybody_evenly(
    data: st.DataObject, count: int, seeding: Seeding, lot_seed: str
) -> None:
    groups = data.draw(st.integers(min_value=1, max_value=count))
    filled = group_entrants(players(count), groups, some_lots(players(count), lot_seed), seeding)

    assert sorted(player for group in filled for player in group) == sorted(players(count))
    assert max(map(len, filled)) - min(map(len, filled)) <= 1
    assert len(filled) == groups


@pytest.mark.parametrize("groups", [0, 4])
def test_groups_that_would_stay_empty_are_refused(groups: int) -> None:
    with pytest.raises(ValueError, match=f"3 entrants do not fill {groups} groups"):
        group_entrants("abc", groups, some_lots("abc"), "fold")

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules.events.facts import EntryFacts, EventFacts
from matches.rules.events.plan import SEEDINGS, EventPlan, Seeding, StagePlan
from matches.rules.events.seeding import (
    Lots,
    berger_rounds,
    bracket_size,
    event_lots,
    fold_order,
    group_entrants,
    positions,
)
from tests.matches.rules.events.logs import some_lots

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


def test_places_by_lot_depend_on_the_lot_seed_and_not_on_the_order_of_seed() -> None:
    twenty = players(20)
    lots = some_lots(twenty, "x")
    assert positions(twenty, "lot", lots) != positions(twenty, "lot", some_lots(twenty, "y"))
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
    places = positions(players(count), seeding, some_lots(players(count), lot_seed))
    by_fold = positions(players(count), "fold", some_lots(()))
    assert [place is None for place in places] == [place is None for place in by_fold]


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
    made = group_entrants(ascii_lowercase[:entrants], groups, some_lots(()), "fold")
    assert ["".join(group) for group in made] == filled


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


PLAYERS = [f"player{number:03}" for number in range(100)]


def test_everybody_draws_another_number_whatever_order_they_come_in() -> None:
    lots = some_lots(PLAYERS, "spring")
    drawn = lots.ranks(PLAYERS, "table")
    assert sorted(drawn.values()) == list(range(1, 101))
    assert lots.ranks(PLAYERS[::-1], "table") == drawn
    assert list(lots.order(PLAYERS, "table")) == sorted(PLAYERS, key=drawn.__getitem__)


def test_who_comes_later_changes_nothing_between_the_others() -> None:
    before, after = some_lots(PLAYERS[:50], "spring"), some_lots(PLAYERS, "spring")
    early = set(PLAYERS[:50])
    order = tuple(player for player in after.order(PLAYERS, "table") if player in early)
    assert order == before.order(PLAYERS[:50], "table")


def test_lots_hang_on_the_seed_and_on_what_is_drawn_for() -> None:
    drawn = some_lots(PLAYERS, "spring").order(PLAYERS, "table")
    assert some_lots(PLAYERS, "autumn").order(PLAYERS, "table") != drawn
    assert some_lots(PLAYERS, "spring").order(PLAYERS, "groups") != drawn


def test_lots_of_a_seed_are_the_same_for_ever() -> None:
    assert "".join(some_lots("abcdefgh", "spring").order("abcdefgh", "table")) == "acghbfed"


def test_same_number_of_entry_draws_the_same_lot_whoever_it_is() -> None:
    others = {player: player.replace("player", "x")[::-1] for player in PLAYERS}
    lots = some_lots(PLAYERS, "spring")
    same = Lots("spring", {others[player]: number for player, number in lots.numbers.items()})
    order = tuple(others[player] for player in lots.order(PLAYERS, "table"))
    assert same.order(others.values(), "table") == order


def test_who_is_not_entered_has_no_lot() -> None:
    with pytest.raises(KeyError):
        some_lots("abc").order("abd", "table")


def test_event_draws_by_its_plans_seed_and_the_order_of_entry() -> None:
    entries = (EntryFacts("ann", 1, ""), EntryFacts("bea", 3, ""))
    plan = EventPlan(stages=(StagePlan(kind="swiss"),), lot_seed="spring")
    assert event_lots(EventFacts(4, plan, entries)) == Lots("spring", {"ann": 1, "bea": 3})
    assert event_lots(EventFacts(1)) == Lots("", {})


# FIDE Handbook C.05, annex 1.
PRINTED = {
    4: "1-4 2-3 / 4-3 1-2 / 2-4 3-1",
    6: "1-6 2-5 3-4 / 6-4 5-3 1-2 / 2-6 3-1 4-5 / 6-5 1-4 2-3 / 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5 / 8-5 6-4 7-3 1-2 / 2-8 3-1 4-7 5-6 / 8-6 7-5 1-4 2-3 / 3-8 4-2 5-1 6-7 / "
    "8-7 1-6 2-5 3-4 / 4-8 5-3 6-2 7-1",
    10: "1-10 2-9 3-8 4-7 5-6 / 10-6 7-5 8-4 9-3 1-2 / 2-10 3-1 4-9 5-8 6-7 / 10-7 8-6 9-5 1-4 2-3 / "
    "3-10 4-2 5-1 6-9 7-8 / 10-8 9-7 1-6 2-5 3-4 / 4-10 5-3 6-2 7-1 8-9 / 10-9 1-8 2-7 3-6 4-5 / "
    "5-10 6-4 7-3 8-2 9-1",
}


def printed(table: str) -> tuple[tuple[tuple[int, ...], ...], ...]:
    return tuple(
        tuple(tuple(int(number) for number in pair.split("-")) for pair in line.split())
        for line in table.split("/")
    )


@pytest.mark.parametrize("size", PRINTED)
def test_table_is_the_printed_one(size: int) -> None:
    assert berger_rounds(size) == printed(PRINTED[size])


@pytest.mark.parametrize("size", PRINTED)
def test_odd_field_plays_the_printed_table_without_its_last_number(size: int) -> None:
    without = tuple(tuple(pair for pair in pairs if size not in pair) for pairs in printed(PRINTED[size]))
    assert berger_rounds(size - 1) == without


@pytest.mark.parametrize("size", [0, 1])
def test_field_of_fewer_than_two_has_no_rounds(size: int) -> None:
    assert berger_rounds(size, 2) == ()


def test_two_play_a_round_a_cycle_and_deal_first_in_turn() -> None:
    assert berger_rounds(2, 3) == (((1, 2),), ((2, 1),), ((1, 2),))


@pytest.mark.parametrize("size", range(2, 41))
def test_everybody_meets_everybody_once_and_deals_first_as_often_as_not(size: int) -> None:
    rounds = berger_rounds(size)
    met = [frozenset(pair) for pairs in rounds for pair in pairs]
    assert Counter(met) == Counter(map(frozenset, combinations(range(1, size + 1), 2)))
    assert len(rounds) == (size if size % 2 else size - 1)
    for pairs in rounds:
        playing = [number for pair in pairs for number in pair]
        assert len(set(playing)) == len(playing) == size - size % 2
    first = Counter(pair[0] for pairs in rounds for pair in pairs)
    second = Counter(pair[1] for pairs in rounds for pair in pairs)
    uneven = {abs(first[number] - second[number]) for number in range(1, size + 1)}
    assert uneven == ({0} if size % 2 else {1})


@pytest.mark.parametrize("size", [2, 5, 6, 9])
def test_second_cycle_turns_the_first_deals(size: int) -> None:
    once, twice = berger_rounds(size), berger_rounds(size, 2)
    assert twice[: len(once)] == once
    assert twice[len(once) :] == tuple(tuple((b, a) for a, b in pairs) for pairs in once)
    first = Counter(pair[0] for pairs in twice for pair in pairs)
    assert {first[number] for number in range(1, size + 1)} == {size - 1}

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from matches.rules.events.plan import StagePlan
from matches.rules.events.state import StageState, Table, TableLine
from matches.rules.events.tables import event_places, select_qualifiers
from tests.matches.rules.events.logs import some_lots

GROUPS = StagePlan(kind="round_robin", groups=2, qualifiers=1)
KNOCKOUT = StagePlan(kind="knockout")


def line(
    player: str, rank: int, *figures: tuple[Any, int], position: int = 0, played: int = 3, byes: int = 0
) -> TableLine:
    return TableLine(
        player=player,
        position=position or rank,
        rank=rank,
        halves=figures[0][1] if figures else 0,
        played=played,
        won=0,
        lost=0,
        games=(0, 0),
        points=(0, 0),
        trebles=0,
        voles=0,
        byes=byes,
        figures=figures,
        decided_by=None,
        because=(),
    )


def ranked(group: int, *players_and_scores: tuple[str, int]) -> Table:
    lines = (
        line(player, rank, ("score", score)) for rank, (player, score) in enumerate(players_and_scores, 1)
    )
    return Table(group, tuple(lines))


def first(tables: Sequence[Table], qualifiers: int, seed: str = "") -> tuple[str, ...]:
    """Return the players who qualify. A bye counts as a rubber won."""
    players = [line.player for table in tables for line in table.lines]
    return select_qualifiers(tables, qualifiers, some_lots(players, seed), bye_halves=2)


def stage(
    number: int,
    *tables: Table,
    plan: StagePlan = KNOCKOUT,
    is_complete: bool = True,
    through: tuple[str, ...] = (),
) -> StageState:
    return StageState(
        number,
        plan,
        "complete" if is_complete else "playing",
        entrants=tuple(line.player for table in tables for line in table.lines),
        tables=tables,
        through=through,
    )


def test_winners_of_groups_go_on_before_the_seconds_the_better_score_first() -> None:
    tables = [
        ranked(1, ("ann", 6), ("bea", 4), ("cy", 0)),
        ranked(2, ("dan", 8), ("eve", 2), ("flo", 0)),
        ranked(3, ("gus", 4), ("hal", 3), ("ida", 2)),
    ]
    assert first(tables, 1) == ("dan", "ann", "gus")
    assert first(tables, 2) == ("dan", "ann", "gus", "bea", "hal", "eve")


def test_a_small_group_sends_all_it_has() -> None:
    tables = [ranked(1, ("ann", 2), ("bea", 0)), ranked(2, ("cy", 4), ("dan", 2), ("eve", 0))]
    assert first(tables, 3) == ("cy", "ann", "dan", "bea", "eve")


def test_tie_breaks_part_the_level_of_different_groups_but_for_those_of_one_group() -> None:
    def winner(player: str, direct: int, difference: int) -> Table:
        figures = (
            ("score", 6),
            ("direct_encounter", direct),
            ("points_difference", difference),
            ("lot", direct),
        )
        return Table(1, (line(player, 1, *figures),))

    assert first([winner("ann", 4, 1), winner("bea", 0, 5)], 1) == ("bea", "ann")


@pytest.mark.parametrize(
    ("one", "other", "order"),
    [
        # Players of groups of four with three rubbers, and of five with four rubbers and a bye.
        ((6, 3, 0), (8, 4, 1), "ab"),  # All of 3 rubbers; 3 of 4, and the bye.
        ((6, 3, 0), (10, 4, 1), "level"),
        ((4, 3, 0), (8, 4, 1), "ba"),  # 2 of 3; 3 of 4.
        ((4, 3, 0), (6, 4, 1), "ab"),
        ((4, 3, 0), (6, 4, 0), "ba"),
        ((2, 0, 1), (1, 4, 0), "ba"),  # Only a bye is nothing.
    ],
)
def test_groups_of_different_size_are_compared_by_halves_a_rubber_without_byes(
    one: tuple[int, int, int], other: tuple[int, int, int], order: str
) -> None:
    def table(number: int, player: str, figures: tuple[int, int, int]) -> Table:
        halves, played, byes = figures
        return Table(number, (line(player, 1, ("score", halves), played=played, byes=byes),))

    tables = [table(1, "a", one), table(2, "b", other)]
    drawn = {"".join(first(tables, 1, str(seed))) for seed in range(20)}
    assert drawn == ({"ab", "ba"} if order == "level" else {order})


@pytest.mark.parametrize(
    ("name", "one", "other", "order"),
    [
        ("points_difference", 7, 8, "ab"),
        ("points_difference", 6, 8, "level"),
        ("points_difference", 5, 8, "ba"),
        ("points_difference", -5, -8, "ab"),
        ("wins", 2, 3, "ba"),
        ("sonneborn_berger", 7, 80, "level"),
        ("buchholz", 1, 99, "level"),
        ("progressive", 1, 99, "level"),
    ],
)
def test_tie_breaks_of_groups_of_different_size_are_compared_a_rubber_or_not_at_all(
    name: str, one: int, other: int, order: str
) -> None:
    tables = [
        Table(1, (line("a", 1, ("score", 6), (name, one), played=3),)),
        Table(2, (line("b", 1, ("score", 10), (name, other), played=4, byes=1),)),
    ]
    drawn = {"".join(first(tables, 1, str(seed))) for seed in range(20)}
    assert drawn == ({"ab", "ba"} if order == "level" else {order})


def test_what_the_others_scored_is_compared_between_groups_of_one_size() -> None:
    tables = [
        Table(1, (line("a", 1, ("score", 6), ("sonneborn_berger", 7)),)),
        Table(2, (line("b", 1, ("score", 6), ("sonneborn_berger", 8)),)),
    ]
    assert first(tables, 1) == ("b", "a")


def test_who_is_level_in_all_of_it_is_parted_by_lot_whatever_the_order_of_groups() -> None:
    players = [f"p{number}" for number in range(8)]
    tables = [ranked(number, (player, 4)) for number, player in enumerate(players, start=1)]
    drawn = first(tables, 1, "a seed")
    assert first(tables[::-1], 1, "a seed") == drawn
    assert sorted(drawn) == players
    assert first(tables, 1, "another") != drawn


def test_places_of_one_stage_are_the_ranks_of_its_table() -> None:
    table = Table(0, (line("ann", 1), line("bea", 2), line("cy", 2, position=3), line("dan", 4)))
    assert event_places([stage(1, table)]) == {"ann": 1, "bea": 2, "cy": 2, "dan": 4}
    assert event_places([stage(1, table, is_complete=False)]) == {}


def test_who_went_no_further_comes_after_all_who_did() -> None:
    groups = stage(
        1,
        ranked(1, ("ann", 4), ("bea", 2), ("cy", 0)),
        ranked(2, ("dan", 4), ("eve", 2)),
        plan=GROUPS,
        through=("ann", "dan"),
    )
    final = stage(2, ranked(0, ("dan", 2), ("ann", 0)))
    assert event_places([groups, final]) == {"dan": 1, "ann": 2, "bea": 3, "eve": 3, "cy": 5}


def test_places_below_are_settled_while_the_last_stage_is_played() -> None:
    first = stage(1, ranked(0, ("ann", 4), ("bea", 2), ("cy", 0)), through=("ann", "bea"))
    not_drawn = StageState(2, KNOCKOUT, "planned")
    playing = stage(2, ranked(0, ("bea", 0), ("ann", 0)), is_complete=False)
    assert event_places([first, not_drawn]) == {"cy": 3}
    assert event_places([first, playing]) == {"cy": 3}


def test_who_was_drawn_into_the_next_stage_is_ahead_even_where_another_ought_to_be() -> None:
    first = stage(1, ranked(0, ("ann", 4), ("bea", 2), ("cy", 0)), through=("ann", "bea"))
    final = stage(2, ranked(0, ("cy", 2), ("ann", 0)))
    assert event_places([first, final]) == {"cy": 1, "ann": 2, "bea": 3}

from __future__ import annotations

from typing import Any

from matches.formats.places import event_places, going_on
from matches.formats.plan import StagePlan
from matches.formats.state import StageState, Table, TableLine

GROUPS = StagePlan(kind="round_robin", groups=2, qualifiers=1)
KNOCKOUT = StagePlan(kind="knockout")


def line(player: str, rank: int, *figures: tuple[Any, int], position: int = 0) -> TableLine:
    return TableLine(
        player=player,
        position=position or rank,
        rank=rank,
        halves=figures[0][1] if figures else 0,
        played=0,
        won=0,
        lost=0,
        games=(0, 0),
        points=(0, 0),
        trebles=0,
        voles=0,
        byes=0,
        figures=figures,
        decided_by=None,
        because=(),
    )


def ranked(group: int, *players_and_scores: tuple[str, int]) -> Table:
    lines = (
        line(player, rank, ("score", score)) for rank, (player, score) in enumerate(players_and_scores, 1)
    )
    return Table(group, tuple(lines))


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

    assert going_on(tables, 1, "") == ("dan", "ann", "gus")
    assert going_on(tables, 2, "") == ("dan", "ann", "gus", "bea", "hal", "eve")


def test_a_small_group_sends_all_it_has() -> None:
    tables = [ranked(1, ("ann", 2), ("bea", 0)), ranked(2, ("cy", 4), ("dan", 2), ("eve", 0))]

    assert going_on(tables, 3, "") == ("cy", "ann", "dan", "bea", "eve")


def test_tie_breaks_part_the_level_of_different_groups_but_for_those_of_one_group() -> None:
    def winner(player: str, direct: int, difference: int) -> Table:
        figures = (
            ("score", 6),
            ("direct_encounter", direct),
            ("points_difference", difference),
            ("lot", direct),
        )
        return Table(1, (line(player, 1, *figures),))

    assert going_on([winner("ann", 4, 1), winner("bea", 0, 5)], 1, "") == ("bea", "ann")


def test_who_is_level_in_all_of_it_is_parted_by_lot_whatever_the_order_of_groups() -> None:
    players = [f"p{number}" for number in range(8)]
    tables = [ranked(number, (player, 4)) for number, player in enumerate(players, start=1)]
    drawn = going_on(tables, 1, "a seed")

    assert going_on(tables[::-1], 1, "a seed") == drawn
    assert sorted(drawn) == players
    assert going_on(tables, 1, "another") != drawn


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

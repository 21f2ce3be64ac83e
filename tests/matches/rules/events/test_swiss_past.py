"""A Swiss round is paired by scores, earlier opponents, first deals and byes."""

from __future__ import annotations

import pytest

from matches.rules.events.plan import RequestedBye, StagePlan
from matches.rules.events.swiss import swiss_candidates
from matches.rules.events.swiss_costs import Candidate
from tests.matches.rules.events.logs import Life, entered, round_drawn

SWISS = StagePlan(kind="swiss", rounds=4)
NAMES = ("ann", "bea", "cy", "dan", "eve")


def round_1(requested_bye: RequestedBye = "half") -> Life:
    """Return a first round set by facts: Ann meets Bea, Cy meets Dan, and Eve has a bye."""
    life = entered(NAMES, SWISS, requested_bye=requested_bye)
    life.add(
        "drawn",
        stage=1,
        entrants=list(NAMES),
        method="swiss",
        planned_rounds=4,
        rounds=[round_drawn(1, ("ann", "bea"), ("cy", "dan"), ("eve", None))],
    )
    life.release()
    return life


def candidate(player: str, halves: int, *, met: str = "", deals: str = "", byes: int = 0) -> Candidate:
    """Return a candidate. ``deals`` has 1 for each first deal and 2 for each second, by round."""
    return Candidate(
        player=player,
        number=NAMES.index(player) + 1,
        halves=halves,
        met=frozenset(met.split()),
        forbidden=frozenset(),
        first_deals=deals.count("1"),
        second_deals=deals.count("2"),
        last_dealt_first=deals.endswith("1") if deals else None,
        byes=byes,
    )


def test_nothing_is_behind_them_before_the_first_round() -> None:
    life = entered(NAMES, SWISS)
    assert swiss_candidates(life.state, 1, NAMES) == [candidate(name, 0) for name in NAMES]


def test_a_rubber_under_way_counts_as_met_and_scores_nothing() -> None:
    life = round_1().win(1, 1, 1, side="B")
    assert swiss_candidates(life.state, 1, NAMES) == [
        candidate("ann", 0, met="bea", deals="1"),
        candidate("bea", 2, met="ann", deals="2"),
        candidate("cy", 0, met="dan", deals="1"),
        candidate("dan", 0, met="cy", deals="2"),
        candidate("eve", 2, byes=1),
    ]


def test_a_walkover_is_a_bye_for_who_came_and_nobody_dealt() -> None:
    life = round_1().win(1, 1, 1).do("awarded", stage=1, round=1, number=2, winner="dan")
    assert swiss_candidates(life.state, 1, ["cy", "dan"]) == [
        candidate("cy", 0, met="dan"),
        candidate("dan", 2, met="cy", byes=1),
    ]


def test_scores_and_deals_add_up_over_the_rounds() -> None:
    life = round_1().play_all()
    life.add("drawn", stage=1, rounds=[round_drawn(2, ("cy", "ann"), ("bea", "eve"), ("dan", None))])
    life.release().play_all()

    assert swiss_candidates(life.state, 1, NAMES) == [
        candidate("ann", 2, met="bea cy", deals="12"),
        candidate("bea", 2, met="ann eve", deals="21"),
        candidate("cy", 4, met="dan ann", deals="11"),
        candidate("dan", 2, met="cy", deals="2", byes=1),
        candidate("eve", 2, met="bea", deals="2", byes=1),
    ]


@pytest.mark.parametrize(("gives", "halves", "byes"), [("nothing", 0, 0), ("half", 1, 0), ("full", 2, 1)])
def test_a_bye_that_was_asked_for_is_one_where_it_gives_as_much(
    gives: RequestedBye, halves: int, byes: int
) -> None:
    life = entered(NAMES, StagePlan(kind="swiss", rounds=2), requested_bye=gives)
    life.do("bye_requested", player="cy", stage=1, round=1).draw().release()
    assert swiss_candidates(life.state, 1, ["cy"]) == [candidate("cy", halves, byes=byes)]


def test_pairs_that_are_not_to_meet_are_known_to_both() -> None:
    life = entered(NAMES, SWISS).do("forbidden", pairs=[["ann", "bea"], ["cy", "ann"]])
    forbidden = [sorted(known.forbidden) for known in swiss_candidates(life.state, 1, NAMES)]
    assert forbidden == [["bea", "cy"], ["ann"], ["ann"], [], []]

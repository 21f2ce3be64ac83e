from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules.events.facts import PlayerId
from matches.rules.events.outcomes import full_bye_halves
from matches.rules.events.plan import SCORES, Score, StageKind, StagePlan, TieBreak
from matches.rules.events.state import PairingState
from matches.rules.events.tables import records_of
from matches.rules.events.tie_breaks import BY_PLAYER, Records, direct_encounter
from tests.matches.rules.events.crosstables import (
    PLAYERS,
    RULES,
    STAGE,
    NaiveStage,
    random_stage,
)
from tests.matches.rules.events.logs import some_lots


def records(
    pairings: list[PairingState],
    *,
    kind: StageKind = "swiss",
    score: Score = "rubbers",
    players: list[PlayerId] = PLAYERS,
) -> Records:
    plan = StagePlan(kind=kind, score=score)
    return records_of(players, pairings, plan=plan, rules=RULES, lots=some_lots(players))


def figures(name: TieBreak, made: Records) -> list[int]:
    return [BY_PLAYER[name](made, record) for record in made.by_player.values()]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        # A walkover and a bye are no wins; eve has none.
        ("wins", [2, 1, 1, 0, 0]),
        # Ann: 3 from Bob, 4 from Cy, 6 of Ann's own for the walkover. Eve: 3 from Bob, 3 of Eve's own twice.
        ("buchholz", [13, 11, 12, 9, 9]),
        ("buchholz_cut_1", [10, 9, 10, 7, 6]),
        ("buchholz_median", [4, 3, 4, 3, 3]),
        # Ann: 2x3 + 2x4 + 2x6. Bob: 1x3 of Eve, 2x2 of Dot. Eve: 3 of Eve's own twice for the bye, 1x3 of Bob.
        ("sonneborn_berger", [26, 7, 12, 4, 9]),
        ("games_difference", [3, 0, 0, -3, 0]),
        # The points of Bob and Eve are unknown.
        ("points_difference", [6, 0, 0, -6, 0]),
        ("trebles", [1, 2, 0, 0, 0]),
        ("voles", [2, 1, 0, 1, 0]),
        # ann: 2 + 4 + 6. eve: 2 + 3 + 3.
        ("progressive", [12, 4, 8, 4, 8]),
    ],
)
def test_figures_of_a_swiss_stage(name: TieBreak, expected: list[int]) -> None:
    assert figures(name, records(STAGE)) == expected


@pytest.mark.parametrize(
    ("level", "swiss", "round_robin"),
    [
        (["bob", "eve"], [1, 1], [1, 1]),
        (["ann", "cy"], [2, 0], [2, 0]),
        (["cy", "ann"], [0, 2], [0, 2]),
        # They have not met.
        (["bob", "cy"], [0, 0], [0, 0]),
        # cy and dot met, ann and cy too, but ann and dot did not.
        (["ann", "cy", "dot"], [0, 0, 0], [0, 0, 0]),
        # eve did not come: in a Swiss stage they have not met.
        (["ann", "eve"], [0, 0], [2, 0]),
        (["ann", "bob", "eve"], [0, 0, 0], [4, 1, 1]),
        (["ann"], [0], [0]),
    ],
)
def test_direct_encounter_of_those_who_have_all_met(
    level: list[PlayerId], swiss: list[int], round_robin: list[int]
) -> None:
    assert direct_encounter(records(STAGE), level) == dict(zip(level, swiss, strict=True))
    all_meet = direct_encounter(records(STAGE, kind="round_robin"), level)
    assert all_meet == dict(zip(level, round_robin, strict=True))


UNITS = {"buchholz": 2, "buchholz_cut_1": 2, "buchholz_median": 2, "sonneborn_berger": 4, "progressive": 2}
KINDS: list[StageKind] = ["swiss", "round_robin", "league"]


@given(
    st.randoms(use_true_random=False),
    st.integers(min_value=2, max_value=9),
    st.integers(min_value=0, max_value=6),
    st.sampled_from(SCORES),
    st.sampled_from(KINDS),
)
def test_figures_are_those_of_the_definitions(
    random: Random, size: int, rounds: int, score: Score, kind: StageKind
) -> None:
    players = [f"player{number}" for number in range(size)]
    stage = random_stage(random, players, rounds, score=score)
    made = records(stage, kind=kind, score=score, players=players)
    naive = NaiveStage(stage, all_meet=kind != "swiss", full=full_bye_halves(score, RULES))

    for name, figure in BY_PLAYER.items():
        if name != "lot":
            assert {
                player: Fraction(figure(made, record), UNITS.get(name, 1))
                for player, record in made.by_player.items()
            } == {player: naive.figure(name, player) for player in players}, name
    level = random.sample(players, random.randint(1, min(4, size)))
    assert {
        player: Fraction(value, 2) for player, value in direct_encounter(made, level).items()
    } == naive.direct_encounter(level)

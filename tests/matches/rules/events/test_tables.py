from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules.events.facts import PlayerId
from matches.rules.events.plan import (
    DEFAULT_TIE_BREAKS,
    SCORES,
    TIE_BREAKS,
    Score,
    StageKind,
    StagePlan,
    TieBreak,
)
from matches.rules.events.state import PairingState, Table, TableLine
from matches.rules.events.tables import BECAUSE_CODES, table
from tests.matches.rules.events.crosstables import (
    PLAYERS,
    RULES,
    STAGE,
    NaiveStage,
    random_stage,
    requested_bye,
    rubber,
)
from tests.matches.rules.events.logs import some_lots


def made_table(
    pairings: list[PairingState],
    *tie_breaks: TieBreak,
    kind: StageKind = "swiss",
    score: Score = "rubbers",
    players: list[PlayerId] = PLAYERS,
    lot_seed: str = "spring",
    group: int = 0,
    through: int = 0,
) -> Table:
    plan = StagePlan(kind=kind, score=score, tie_breaks=tie_breaks)
    lots = some_lots(players, lot_seed)
    return table(players, pairings, plan=plan, rules=RULES, lots=lots, group=group, through=through)


def places(made: Table) -> list[tuple[int, PlayerId]]:
    return [(line.rank, line.player) for line in made.lines]


def line_of(made: Table, player: PlayerId) -> TableLine:
    return next(line for line in made.lines if line.player == player)


def test_score_then_tie_breaks_in_order_and_each_line_says_why() -> None:
    made = made_table(STAGE)

    assert places(made) == [(1, "ann"), (2, "cy"), (3, "bob"), (4, "eve"), (5, "dot")]
    assert [line.because for line in made.lines] == [
        ("decided", "score", 6, 4, ()),
        ("decided", "score", 4, 3, ()),
        ("decided", "buchholz_cut_1", 9, 6, ("score",)),
        ("decided", "score", 3, 2, ()),
        (),
    ]
    assert [line.decided_by for line in made.lines] == ["score", "score", "buchholz_cut_1", "score", None]
    assert [name for name, _ in made.lines[0].figures] == ["score", *DEFAULT_TIE_BREAKS["swiss"]]
    assert dict(made.lines[0].figures) == {
        "score": 6,
        "buchholz_cut_1": 10,
        "buchholz": 13,
        "sonneborn_berger": 26,
        "points_difference": 6,
        "games_difference": 3,
        "lot": some_lots(PLAYERS, "spring").ranks(PLAYERS, "table")["ann"],
    }


def test_line_adds_up_what_its_player_did() -> None:
    made = made_table(STAGE)

    # A walkover is a rubber won or lost, and a bye is none; games and points are those of the table.
    assert line_of(made, "ann") == TableLine(
        player="ann",
        position=1,
        rank=1,
        halves=6,
        played=3,
        won=3,
        lost=0,
        games=(4, 1),
        points=(10, 4),
        trebles=1,
        voles=2,
        byes=0,
        figures=made.lines[0].figures,
        decided_by="score",
        because=("decided", "score", 6, 4, ()),
    )
    eve = line_of(made, "eve")
    assert (eve.played, eve.won, eve.lost, eve.byes, eve.games, eve.points) == (2, 0, 1, 1, (1, 1), (0, 0))


def test_tie_breaks_that_the_club_sets_go_before_the_defaults() -> None:
    made = made_table(STAGE, "games_difference", "progressive")
    assert places(made) == [(1, "ann"), (2, "cy"), (3, "eve"), (4, "bob"), (5, "dot")]
    assert made.lines[2].because == ("decided", "progressive", 8, 4, ("score", "games_difference"))


@pytest.mark.parametrize(
    ("kind", "names"), [(kind, DEFAULT_TIE_BREAKS[kind]) for kind in ("swiss", "round_robin", "league")]
)
def test_stage_without_tie_breaks_has_those_of_its_kind(kind: StageKind, names: tuple[TieBreak, ...]) -> None:
    assert [name for name, _ in made_table(STAGE, kind=kind).lines[0].figures] == ["score", *names]


def test_who_is_level_in_everything_shares_the_rank_in_the_order_of_lots() -> None:
    made = made_table([], "wins")
    assert [line.rank for line in made.lines] == [1, 1, 1, 1, 1]
    assert [line.position for line in made.lines] == [1, 2, 3, 4, 5]
    drawn = some_lots(PLAYERS, "spring").ranks(PLAYERS, "table")
    assert [line.player for line in made.lines] == sorted(PLAYERS, key=drawn.__getitem__, reverse=True)
    assert [line.because for line in made.lines] == [("level",)] * 4 + [()]
    assert [line.decided_by for line in made.lines] == [None] * 5


def test_lots_of_the_seed_part_whom_nothing_else_parts() -> None:
    made = made_table([])
    assert places(made) != places(made_table([], lot_seed="autumn"))
    assert [line.rank for line in made.lines] == [1, 2, 3, 4, 5]
    assert [line.decided_by for line in made.lines] == ["lot"] * 4 + [None]
    level_on = ("buchholz_cut_1", "buchholz", "sonneborn_berger", "points_difference", "games_difference")
    assert made.lines[0].because == ("decided", "lot", 5, 4, ("score", *level_on))


def test_bye_that_gives_nothing_is_a_bye_all_the_same() -> None:
    made = made_table([requested_bye(1, "ann", "nothing")], players=["ann"])
    assert (made.lines[0].byes, made.lines[0].played, made.lines[0].halves) == (1, 0, 0)


def test_group_has_the_pairings_of_its_own() -> None:
    stage = [rubber(1, "ann", "bob", group=1), rubber(1, "cy", "dot", group=2)]
    made = made_table(stage, kind="round_robin", players=["cy", "dot"], group=2)
    assert made.group == 2
    assert places(made) == [(1, "cy"), (2, "dot")]
    assert line_of(made, "cy").won == 1


def test_first_lines_are_marked_as_going_through() -> None:
    assert [line.is_through for line in made_table(STAGE, through=2).lines] == [True] * 2 + [False] * 3
    assert not any(line.is_through for line in made_table(STAGE).lines)


def test_pairing_of_a_stranger_is_refused() -> None:
    with pytest.raises(KeyError):
        made_table([rubber(1, "ann", "zoe")], players=["ann"])


def test_nobody_makes_an_empty_table() -> None:
    assert made_table([], players=[]) == Table(0, ())


@dataclass
class RandomStage:
    random: Random
    size: int
    rounds: int
    score: Score
    kind: StageKind
    tie_breaks: list[TieBreak]

    def __post_init__(self) -> None:
        self.players = [f"player{number}" for number in range(self.size)]
        self.pairings = random_stage(self.random, self.players, self.rounds, score=self.score)
        self.naive = NaiveStage(self.pairings, all_meet=self.kind != "swiss", full=4)

    def table(self, *tie_breaks: TieBreak) -> Table:
        names = tie_breaks or self.tie_breaks
        return made_table(self.pairings, *names, kind=self.kind, score=self.score, players=self.players)


STAGES = st.builds(
    RandomStage,
    st.randoms(use_true_random=False),
    st.integers(min_value=2, max_value=9),
    st.integers(min_value=0, max_value=6),
    st.sampled_from(SCORES),
    st.sampled_from(["swiss", "round_robin", "league"]),
    st.lists(st.sampled_from(TIE_BREAKS), unique=True, max_size=5),
)


@given(STAGES)
def test_order_of_results_and_of_entrants_changes_nothing(stage: RandomStage) -> None:
    made = stage.table()
    stage.pairings = stage.random.sample(stage.pairings, len(stage.pairings))
    stage.players = stage.random.sample(stage.players, stage.size)
    assert stage.table() == made


@given(STAGES)
def test_ranks_and_reasons_agree_with_the_figures(stage: RandomStage) -> None:
    made = stage.table()

    assert sorted(line.player for line in made.lines) == stage.players
    assert [line.position for line in made.lines] == list(range(1, stage.size + 1))
    assert all(line.halves == 2 * stage.naive.points(line.player) for line in made.lines)
    assert made.lines[0].rank == 1
    for above, below in pairwise(made.lines):
        own, other = (tuple(value for _, value in line.figures) for line in (above, below))
        assert own >= other
        assert below.rank == (above.rank if own == other else below.position)
        if own == other:
            assert (above.decided_by, above.because) == (None, ("level",))
            continue
        code, figure, *values, level_on = above.because
        assert above.decided_by == figure
        assert values == [dict(above.figures)[figure], dict(below.figures)[figure]]
        assert values[0] > values[1]
        assert all(dict(above.figures)[name] == dict(below.figures)[name] for name in level_on)
        assert [name for name, _ in above.figures][: len(level_on) + 1] == [*level_on, figure]
        assert len(above.because) == 1 + len(BECAUSE_CODES[code])
    if "lot" in stage.tie_breaks:
        assert [line.rank for line in made.lines] == list(range(1, stage.size + 1))


@given(STAGES)
def test_direct_encounter_is_that_of_each_level_group(stage: RandomStage) -> None:
    made = stage.table("wins", "direct_encounter")

    for line in made.lines:
        level = [other.player for other in made.lines if other.figures[:2] == line.figures[:2]]
        assert dict(line.figures)["direct_encounter"] == 2 * stage.naive.direct_encounter(level)[line.player]

from __future__ import annotations

from dataclasses import replace

import pytest

from matches.rules.events.plan import RubberRules, Score, StagePlan
from matches.rules.events.state import Outcome, PairingState, RoundState
from tests.matches.rules.events.logs import Log, entered_log, pairing, round_drawn

SWISS = StagePlan(kind="swiss", rounds=3)
FIVE = ["ann", "bea", "cy", "dan", "eve"]
LEFT = Outcome("withdrawal", "A", (2, 0), is_played=False)
BY_B = Outcome("rubber", "B", (0, 2), is_played=True, games=(0, 2), points=(0, 2))


def drawn_log(*, is_released: bool = True) -> Log:
    """Return a draw in which Ann plays Cy, Dan plays Bea, and Eve has a bye."""
    log = entered_log(SWISS, players=FIVE)
    first = round_drawn(1, ("ann", "cy"), ("dan", "bea"), ("eve", None), due="2026-10-11")
    log.add("drawn", stage=1, entrants=FIVE, rounds=[first], method="swiss", planned_rounds=3)
    if is_released:
        log.add("released", stage=1, round=1)
    return log


def first_round(log: Log) -> RoundState:
    return log.state.stages[0].rounds[0]


def outcomes(log: Log) -> list[Outcome | None]:
    return [pairing.outcome for pairing in first_round(log).pairings]


def test_a_round_in_draft_gives_nothing_but_what_was_played() -> None:
    log = drawn_log(is_released=False)
    log.add("withdrawn", player="dan", stage=1, round=1)
    assert outcomes(log) == [None, None, None]
    log.play("1", "cy", "ann")
    assert outcomes(log) == [BY_B, None, None]
    assert not first_round(log).is_released


def test_a_released_round_gives_its_byes_and_is_complete_when_all_is_decided() -> None:
    log = drawn_log()
    assert outcomes(log) == [None, None, Outcome("bye", "A", (2, 0), is_played=False)]
    log.play("1", "cy", "ann")
    assert not first_round(log).is_complete
    log.play("1", "dan", "bea")
    assert first_round(log).is_complete


def test_what_was_drawn_is_shown_as_it_was() -> None:
    log = drawn_log()
    log.add(
        "draw_changed",
        stage=1,
        round=1,
        pairings=[
            pairing("cy", "ann", table="7", why=["by_hand"]),
            pairing("dan", "bea", group=2),
            pairing("eve", None, kind="requested_bye"),
        ],
    )
    rubber = log.play("1", "ann", "cy", is_settled=False)

    assert first_round(log) == RoundState(
        number=1,
        label="1",
        is_released=True,
        is_complete=False,
        due="2026-10-11",
        is_changed=True,
        pairings=(
            replace(
                PairingState(1, 1, "rubber", "cy", "ann", table="7", why=("by_hand",)),
                rubber=rubber.rubber,
                rubber_state="live",
            ),
            PairingState(1, 2, "rubber", "dan", "bea", group=2),
            PairingState(
                1, 3, "requested_bye", "eve", None, outcome=Outcome("bye", "A", (1, 0), is_played=False)
            ),
        ),
    )


def test_who_is_away_loses_by_walkover_unless_he_has_played() -> None:
    log = drawn_log()
    log.play("1", "cy", "ann")
    for player in ("cy", "bea", "eve"):
        log.add("withdrawn", player=player, stage=1, round=1)
    assert outcomes(log) == [BY_B, LEFT, Outcome("withdrawal", None, (0, 0), is_played=False)]
    assert first_round(log).is_complete


def test_who_withdraws_later_is_not_away_before() -> None:
    log = drawn_log()
    log.add("withdrawn", player="bea", stage=1, round=2)
    log.add("withdrawn", player="ann", stage=1, round=1)
    log.add("returned", player="ann", stage=1, round=1)
    assert outcomes(log)[:2] == [None, None]


def test_an_award_stands_whatever_was_played() -> None:
    log = drawn_log()
    log.play("1", "cy", "ann")
    log.add("awarded", stage=1, round=1, number=1, kind="decision", winner="ann")
    assert outcomes(log)[0] == Outcome("award", "A", (2, 0), is_played=False)
    assert first_round(log).pairings[0].rubber == "r1"


def test_further_rubbers_of_the_same_two_do_not_count() -> None:
    log = drawn_log()
    log.play("1", "cy", "ann")
    log.play("1", "ann", "cy")
    log.play("1", "ann", "cy")
    state = log.state
    assert state.stages[0].rounds[0].pairings[0].also == ("r2", "r3")
    assert state.stages[0].warnings == (("second_result", "1", 1),)


def test_byes_follow_the_plan_and_the_rules_of_play() -> None:
    log = drawn_log()
    log.plan(
        StagePlan(kind="swiss", rounds=3, score="games"),
        requested_bye="nothing",
        rules=RubberRules(best_of=5),
    )
    log.add("draw_changed", stage=1, round=1, pairings=[pairing("ann", None)])
    assert outcomes(log) == [Outcome("bye", "A", (6, 0), is_played=False)]
    log.add("draw_changed", stage=1, round=1, pairings=[pairing("ann", None, kind="requested_bye")])
    assert outcomes(log) == [Outcome("bye", "A", (0, 0), is_played=False)]


class TestAnnulled:
    """Four players in a round robin, which Dan leaves.

    Dan's results count only if enough of the three rubbers were played.
    """

    def log(self, *, played: int, annul: bool = True, score: Score = "rubbers") -> Log:
        log = Log()
        plan = StagePlan(kind="round_robin", annul_below_half=annul, score=score, tie_breaks=("lot",))
        log.plan(plan)
        four = FIVE[:4]
        log.add("entered", players=four)
        rounds = [
            round_drawn(1, ("ann", "dan"), ("bea", "cy")),
            round_drawn(2, ("dan", "cy"), ("ann", "bea")),
            round_drawn(3, ("bea", "dan"), ("cy", "ann")),
        ]
        log.add("drawn", stage=1, entrants=four, groups=[four], rounds=rounds)
        log.add("released", stage=1, round=1, until=3)
        for number, loser in list(enumerate(("ann", "cy", "bea"), start=1))[:played]:
            log.play(str(number), "dan", loser)
        log.add("withdrawn", player="dan", stage=1, round=played + 1)
        return log

    def halves(self, log: Log) -> dict[str, int]:
        return {line.player: line.halves for line in log.state.stages[0].tables[0].lines}

    def test_who_leaves_before_half_of_his_rubbers_leaves_no_results(self) -> None:
        log = self.log(played=1)
        assert self.halves(log) == {"ann": 0, "bea": 0, "cy": 0, "dan": 0}
        assert log.state.stages[0].warnings == (("annulled", "dan"),)
        assert log.state.stages[0].rounds[0].pairings[0].outcome is not None

    def test_he_stands_below_everybody_whose_results_count(self) -> None:
        log = self.log(played=1, score="stake")
        log.play("2", "ann", "bea", points=(9, 2))

        lines = log.state.stages[0].tables[0].lines
        assert [(line.rank, line.player) for line in lines] == [(1, "ann"), (2, "cy"), (3, "bea"), (4, "dan")]
        assert [line.halves for line in lines] == [14, 0, -14, 0]
        by_score = ("decided", "score")
        assert [line.because[:2] for line in lines] == [by_score, by_score, ("next_annulled",), ()]

    def test_from_half_on_his_results_stand_and_the_rest_are_walkovers(self) -> None:
        log = self.log(played=2)
        assert self.halves(log) == {"ann": 0, "bea": 2, "cy": 0, "dan": 4}
        assert log.state.stages[0].warnings == ()

    def test_half_of_his_rubbers_is_enough(self) -> None:
        plan = StagePlan(kind="round_robin", cycles=2, annul_below_half=True)
        log = entered_log(plan, players=["ann", "dan"])
        rounds = [round_drawn(1, ("ann", "dan")), round_drawn(2, ("dan", "ann"))]
        log.add("drawn", stage=1, entrants=["ann", "dan"], groups=[["ann", "dan"]], rounds=rounds)
        log.add("released", stage=1, round=1, until=2)
        log.play("1", "dan", "ann")
        log.add("withdrawn", player="dan", stage=1, round=2)
        assert self.halves(log) == {"ann": 2, "dan": 2}

    def test_without_the_rule_they_always_stand(self) -> None:
        assert self.halves(self.log(played=1, annul=False)) == {"ann": 0, "bea": 2, "cy": 2, "dan": 2}

    @pytest.mark.parametrize("back_in", [2, 3])
    def test_who_comes_back_was_never_annulled(self, back_in: int) -> None:
        log = self.log(played=1)
        log.add("returned", player="dan", stage=1, round=back_in)
        assert self.halves(log)["dan"] == 2

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules.events.bracket import OPENING_SIDES, bracket
from matches.rules.events.bracket_rounds import WHY_CODES
from matches.rules.events.facts import Award
from matches.rules.events.plan import StagePlan
from matches.rules.events.seeding import bracket_size
from tests.matches.rules.events.brackets import (
    CONSOLATION,
    DOUBLE,
    EVERYTHING,
    KNOCKOUT,
    ONE_FINAL,
    PLANS,
    THIRD_PLACE,
    Drawn,
    at_random,
    better,
    draw,
    drawn_lines,
    many,
    played,
    rubber,
)

FIELDS = st.integers(min_value=2, max_value=64)
SEEDS = st.integers(min_value=0, max_value=10**9)


def test_draft_shows_the_places_and_sends_on_who_has_a_bye() -> None:
    drawn = draw("abcdef", is_released=False)
    quarter_finals = "Quarter-final: a*- d-e b*- c-f"
    assert drawn_lines(drawn.rounds()) == [quarter_finals, "Semi-final: a-? b-?", "Final: ?-?"]
    assert [(round_.is_released, round_.is_complete) for round_ in drawn.rounds()] == [(False, False)] * 3


def test_winners_go_on_from_the_top() -> None:
    drawn = draw("abcdef").beat("e", "d", "Quarter-final").beat("c", "f", "Quarter-final")
    drawn.beat("a", "e", "Semi-final")
    quarter_finals = "Quarter-final: a*- d-e* b*- c*-f"
    assert drawn_lines(drawn.rounds()) == [quarter_finals, "Semi-final: a*-e b-c", "Final: a-?"]
    assert [round_.is_complete for round_ in drawn.rounds()] == [True, False, False]


def test_third_place_and_consolation_take_the_losers() -> None:
    drawn = played("abcdefgh", EVERYTHING)
    assert drawn_lines(drawn.rounds()) == [
        *("Quarter-final: a*-h d*-e b*-g c*-f", "Semi-final: a*-d b*-c", "Consolation semi-final: h-e* g-f*"),
        *("Consolation final: e*-f", "Third place: d-c*", "Final: a*-b"),
    ]


def test_double_elimination_ends_when_the_unbeaten_wins_the_final() -> None:
    first = ["Winners 1: a*-d b*-c", "Losers 1: d-c*", "Winners final: a*-b"]
    assert drawn_lines(played("abcd", DOUBLE).rounds()) == [*first, "Losers 2: b*-c", "Final: a*-b"]


def test_final_won_by_who_has_lost_once_is_played_again() -> None:
    drawn = draw("abcd", DOUBLE).play(better, rounds=4)
    assert drawn_lines(drawn.rounds())[4:] == ["Final: a-b"]
    drawn.beat("b", "a", "Final")
    assert drawn_lines(drawn.rounds())[4:] == ["Final: a-b*", "Second final: b-a"]
    drawn.beat("a", "b", "Second final")
    assert drawn_lines(drawn.rounds())[4:] == ["Final: a-b*", "Second final: b-a*"]


def test_one_final_decides_where_the_plan_says_so() -> None:
    drawn = draw("abcd", ONE_FINAL).play(better, rounds=4).beat("b", "a", "Final")
    assert drawn_lines(drawn.rounds())[4:] == ["Final: a-b*"]
    assert all(round_.is_complete for round_ in drawn.rounds())


@pytest.mark.parametrize(
    ("place", "sources"),
    [
        ((1, 1), ("seed 1", "bye")),
        ((1, 2), ("seed 3", "seed 4")),
        ((3, 2), ("winner 1 3", "winner 1 4")),
        ((4, 1), ("loser 3 2", "loser 1 2")),
        ((8, 1), ("winner 6 1", "winner 7 1")),
    ],
)
def test_pairings_say_where_their_two_come_from(place: tuple[int, int], sources: tuple[str, str]) -> None:
    pairing = draw("abcdef", DOUBLE).pairing(*place)
    assert (pairing.source_a, pairing.source_b) == sources


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ((1, 1), ("bracket_bye", 1)),
        ((1, 2), ("bracket_seeds", "fold", 4, 5)),
        ((4, 1), ("bracket_meet", "loser", "Winners 2", 2, "loser", "Winners 1", 2)),
    ],
)
def test_pairings_say_why_they_are(place: tuple[int, int], why: tuple[object, ...]) -> None:
    drawn = played("abcdef", DOUBLE)
    assert drawn.pairing(*place).why == why


def test_rubber_under_way_is_named_and_decides_nothing() -> None:
    drawn = draw("ab")
    drawn.record(rubber("a", "b", "Final", name="r1", is_settled=False), rubber("b", "a", "Final", name="r2"))
    pairing = drawn.pairing(1, 1)
    assert (pairing.rubber, pairing.rubber_state, pairing.also) == ("r1", "live", ("r2",))
    assert pairing.is_undecided


def test_rubber_without_a_winner_leaves_it_to_the_director() -> None:
    drawn = draw("abcd").record(rubber(None, "d", "Semi-final", a="a", games=(1, 1), name="r1"))
    assert drawn_lines(drawn.rounds()) == ["Semi-final: a-d b-c", "Final: ?-?"]
    assert drawn.pairing(1, 1).rubber == "r1"
    drawn.award((1, 1), Award("decision", "d", 7))
    assert drawn_lines(drawn.rounds()) == ["Semi-final: a-d* b-c", "Final: d-?"]


def test_rubber_without_a_winner_goes_to_the_other_when_one_withdraws() -> None:
    drawn = draw("abcd").record(rubber(None, "d", "Semi-final", a="a", games=(1, 1)))
    drawn.withdraw("d", 1)
    assert drawn_lines(drawn.rounds()) == ["Semi-final: a*-d b-c", "Final: a-?"]


def test_who_withdraws_loses_what_he_has_not_played_yet() -> None:
    drawn = draw("abcd", DOUBLE).play(better, rounds=1).withdraw("d", 2)
    first, second = ["Winners 1: a*-d b*-c", "Losers 1: d-c*"], ["Winners final: a-b", "Losers 2: ?-c"]
    assert drawn_lines(drawn.rounds())[:4] == first + second
    outcome = drawn.pairing(2, 1).outcome
    assert outcome is not None
    assert (outcome.decided_by, outcome.is_played) == ("withdrawal", False)


def test_who_is_away_loses_neither_before_the_release_nor_a_bye() -> None:
    drawn = draw("abcd", is_released=False).withdraw("d", 1)
    assert drawn_lines(drawn.rounds()) == ["Semi-final: a-d b-c", "Final: ?-?"]
    drawn = draw("abc").withdraw("a", 1).beat("b", "c", "Semi-final")
    assert drawn_lines(drawn.rounds()) == ["Semi-final: a*- b*-c", "Final: a-b*"]


def test_after_a_double_walkover_the_next_goes_on_with_a_bye() -> None:
    drawn = draw("abcd", THIRD_PLACE).award((1, 1), Award("double_walkover", None, 7))
    drawn.beat("b", "c", "Semi-final")
    assert drawn_lines(drawn.rounds()) == ["Semi-final: a-d b*-c", "Third place: c*-", "Final: b*-"]
    final = drawn.pairing(3, 1)
    assert (final.a, final.b, final.source_a, final.source_b) == ("b", None, "winner 1 2", "winner 1 1")
    assert final.why == ("bracket_unopposed", "winner", "Semi-final", 2)


def test_bye_of_somebody_who_is_not_known_yet_waits_for_him() -> None:
    drawn = draw("abcd").award((1, 1), Award("double_walkover", None, 7))
    final = drawn.pairing(2, 1)
    assert (final.kind, final.a, final.b, final.outcome) == ("bye", None, None, None)
    assert not drawn.rounds()[1].is_complete


def test_pairing_that_nobody_can_reach_is_left_out() -> None:
    drawn = draw("abcd").award((1, 1), Award("double_walkover", None, 7))
    drawn.award((1, 2), Award("double_walkover", None, 8))
    assert drawn_lines(drawn.rounds()) == ["Semi-final: a-d b-c"]


def test_corrected_result_moves_who_goes_on_and_the_rubber_of_another_pairing_stays_behind() -> None:
    drawn = played("abcd").beat("d", "a", "Semi-final")
    assert drawn_lines(drawn.rounds()) == ["Semi-final: a-d* b*-c", "Final: d-b"]
    assert drawn.pairing(2, 1).rubber == ""


def test_kept_pairing_stays_as_it_was_played() -> None:
    drawn = played("abcd").beat("d", "a", "Semi-final").keep((2, 1), "a", "b")
    assert drawn_lines(drawn.rounds()) == ["Semi-final: a-d* b*-c", "Final: a*-b"]
    final = drawn.pairing(2, 1)
    assert (final.is_kept, final.why, final.source_a) == (True, ("bracket_kept",), "winner 1 1")


def test_pairing_that_is_kept_as_the_bracket_has_it_is_like_any_other() -> None:
    drawn = played("abcd")
    before = drawn.rounds()
    drawn.keep((2, 1), "b", "a")
    assert drawn.rounds() == before


def test_second_final_can_be_kept_when_the_first_is_corrected() -> None:
    drawn = draw("ab", DOUBLE).beat("b", "a", "Winners final").beat("a", "b", "Final")
    drawn.beat("b", "a", "Second final").beat("b", "a", "Final")
    assert drawn_lines(drawn.rounds()) == ["Winners final: a-b*", "Final: b*-a"]
    drawn.keep((3, 1), "a", "b")
    assert drawn_lines(drawn.rounds())[2:] == ["Second final: a-b*"]
    assert drawn.pairing(3, 1).is_kept


def test_draft_changed_by_hand_says_so_in_its_first_round() -> None:
    drawn = draw("abcdef").change(4, "a", "b", "d", "e", None, "c", "f", None)
    assert [round_.is_changed for round_ in drawn.rounds()] == [True, False, False]
    assert [round_.is_changed for round_ in draw("abcd").rounds()] == [False, False]
    by_hand = ("by_hand",)
    reasons = [pairing.why for pairing in drawn.rounds()[0].pairings]
    assert reasons == [by_hand, ("bracket_seeds", "fold", 4, 5), by_hand, by_hand]


def test_draw_by_lot_says_nothing_of_seeds() -> None:
    first_round = draw("abcdef", StagePlan(kind="knockout", seeding="lot")).rounds()[0]
    two = [("bye", ("bracket_lot_bye",)), ("rubber", ("bracket_lot",))]
    assert [(pairing.kind, pairing.why) for pairing in first_round.pairings] == two * 2


def test_every_reason_has_its_code() -> None:
    seen = set()
    for plan in (*PLANS, StagePlan(kind="knockout", seeding="lot")):
        for count in (3, 6, 11):
            drawn = draw(many(count), plan)
            if count == 3:
                drawn.change(4, "p002", None, "p001", "p003")
            drawn.play(better, rounds=1).award((3, 1), Award("double_walkover", None, 7))
            drawn.play(better).keep((3, 2), "p001", "p002")
            for round_ in drawn.rounds():
                for pairing in round_.pairings:
                    seen.add(pairing.why[0])
                    assert len(pairing.why) - 1 == len(WHY_CODES[pairing.why[0]])

    assert seen == set(WHY_CODES)


def losses(drawn: Drawn) -> Counter[str]:
    """Return each player's losses in the main bracket, without the third place and the consolation."""
    parts = bracket(drawn.plan, len(drawn.stage.positions), len(drawn.stage.entrants)).parts
    lost: Counter[str] = Counter(dict.fromkeys(drawn.stage.entrants, 0))
    for round_ in drawn.rounds():
        if parts[round_.number - 1] in ("third_place", "consolation"):
            continue
        for pairing in round_.pairings:
            if pairing.kind == "rubber" and pairing.outcome:
                loser = pairing.b if pairing.outcome.winner == "A" else pairing.a
                assert loser is not None
                lost[loser] += 1
    return lost


@given(FIELDS, st.sampled_from(PLANS), SEEDS)
def test_everybody_but_the_champion_is_beaten_as_often_as_it_takes(
    count: int, plan: StagePlan, seed: int
) -> None:
    drawn = played(many(count), plan, at_random(seed))

    lost = losses(drawn)
    champion = drawn.table().lines[0].player
    others = [losses for player, losses in lost.items() if player != champion]
    if plan.kind == "knockout":
        assert lost[champion] == 0
        assert set(others) == {1}
    elif plan.bracket_reset:
        assert lost[champion] <= 1
        assert set(others) == {2}
    else:
        assert lost[champion] <= 1
        # The unbeaten may lose the only final, and nothing else.
        assert sum(others) in (2 * count - 2, 2 * count - 3)


@given(FIELDS, st.sampled_from(PLANS), SEEDS)
def test_every_pairing_gets_two_or_a_bye_and_nobody_plays_twice_in_a_round(
    count: int, plan: StagePlan, seed: int
) -> None:
    drawn = played(many(count), plan, at_random(seed))
    rounds = drawn.rounds()
    assert all(round_.is_complete for round_ in rounds)
    assert sum(pairing.kind == "bye" for round_ in rounds for pairing in round_.pairings) == (
        bracket_size(count) - count
    )
    for round_ in rounds:
        players = [player for pairing in round_.pairings for player in (pairing.a, pairing.b) if player]
        assert len(set(players)) == len(players)
        for pairing in round_.pairings:
            assert (pairing.a is not None, pairing.b is not None) == (True, pairing.kind == "rubber")


@given(st.data(), st.integers(min_value=2, max_value=40), st.sampled_from(PLANS), SEEDS)
def test_result_changed_and_changed_back_leaves_all_as_it_was(
    data: st.DataObject, count: int, plan: StagePlan, seed: int
) -> None:
    drawn = played(many(count), plan, at_random(seed))
    before = drawn.rounds(), drawn.table()
    key = data.draw(st.sampled_from(sorted(drawn.results, key=str)))
    [result] = drawn.results[key]
    drawn.beat(result.b, result.a, result.round_label)
    assert drawn.rounds() != before[0]
    drawn.record(result)
    assert (drawn.rounds(), drawn.table()) == before


@given(st.data(), st.integers(min_value=4, max_value=40), st.sampled_from(PLANS), SEEDS)
def test_what_is_kept_stays_whatever_changes_before_it(
    data: st.DataObject, count: int, plan: StagePlan, seed: int
) -> None:
    drawn = played(many(count), plan, at_random(seed))
    rubbers = [
        pairing for round_ in drawn.rounds() for pairing in round_.pairings if pairing.kind == "rubber"
    ]
    kept = data.draw(st.sampled_from(rubbers))
    assert kept.a is not None
    assert kept.b is not None
    drawn.keep((kept.round, kept.number), kept.a, kept.b)
    for _ in range(3):
        key = data.draw(st.sampled_from(sorted(drawn.results, key=str)))
        [result] = drawn.results[key]
        label = drawn.stage.labels[kept.round - 1]
        if (result.round_label, {result.a, result.b}) != (label, {kept.a, kept.b}):
            drawn.beat(result.b, result.a, result.round_label)

    still = drawn.pairing(kept.round, kept.number)
    assert ({still.a, still.b}, still.rubber) == ({kept.a, kept.b}, kept.rubber)
    assert sorted(line.player for line in drawn.table().lines) == sorted(drawn.stage.entrants)


@given(st.data(), st.integers(min_value=2, max_value=40), st.sampled_from(PLANS), SEEDS)
def test_bracket_comes_to_its_end_whoever_stays_away(
    data: st.DataObject, count: int, plan: StagePlan, seed: int
) -> None:
    drawn = draw(many(count), plan)
    away = data.draw(st.lists(st.sampled_from(drawn.stage.entrants), unique=True))
    for player in away:
        drawn.withdraw(player, data.draw(st.integers(min_value=1, max_value=5)))
    for _ in range(data.draw(st.integers(min_value=0, max_value=3))):
        place = data.draw(st.integers(min_value=1, max_value=4)), data.draw(st.integers(1, 4))
        drawn.award(place, Award("double_walkover", None, 1))
    drawn.play(at_random(seed))

    rounds = drawn.rounds()
    assert all(round_.is_complete for round_ in rounds)
    for round_ in rounds:
        players = [player for pairing in round_.pairings for player in (pairing.a, pairing.b) if player]
        assert len(set(players)) == len(players)
    lines = drawn.table().lines
    assert sorted(line.player for line in lines) == sorted(drawn.stage.entrants)
    assert [line.position for line in lines] == list(range(1, count + 1))


@pytest.mark.parametrize(
    "count", [pytest.param(257, marks=pytest.mark.soak), pytest.param(511, marks=pytest.mark.soak), 512]
)
@pytest.mark.long
def test_largest_brackets_come_to_their_end(count: int) -> None:
    for plan in (EVERYTHING, DOUBLE):
        drawn = played(many(count), plan, at_random(count))
        assert all(round_.is_complete for round_ in drawn.rounds())
        assert set(losses(drawn).values()) <= {0, 1, 2}
        assert drawn.table().lines[0].rank == 1


@given(st.integers(min_value=2, max_value=40), st.sampled_from(PLANS), SEEDS)
def test_order_in_which_results_come_changes_nothing(count: int, plan: StagePlan, seed: int) -> None:
    drawn = played(many(count), plan, at_random(seed))
    before = drawn.rounds(), drawn.table()
    drawn.results = dict(reversed(drawn.results.items()))
    assert (drawn.rounds(), drawn.table()) == before


def test_opening_sides_are_those_of_the_draw() -> None:
    for plan in (KNOCKOUT, CONSOLATION, DOUBLE):
        nodes = bracket(plan, 8, 8).nodes
        seeded = {node.part for node in nodes if "seed" in (node.a.kind, node.b.kind)}
        assert seeded < OPENING_SIDES

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules.events.bracket import BYE, Bracket, Node, bracket, reached
from matches.rules.events.plan import StagePlan
from matches.rules.events.seeding import bracket_size, positions
from tests.matches.rules.events.brackets import CONSOLATION, DOUBLE, EVERYTHING, KNOCKOUT, ONE_FINAL, PLANS
from tests.matches.rules.events.brackets import THIRD_PLACE as THIRD
from tests.matches.rules.events.logs import some_lots

SIZES = st.integers(min_value=2, max_value=512)
POWERS = (2, 4, 8, 16, 32, 64, 128, 256, 512)


def of(plan: StagePlan, entrants: int) -> tuple[Bracket, tuple[Node, ...]]:
    players = [str(number) for number in range(entrants)]
    places = positions(players, plan.seeding, some_lots(players))
    drawn = bracket(plan, len(places), entrants)
    return drawn, reached(drawn, places)


def lines(plan: StagePlan, entrants: int) -> list[str]:
    """Return the rounds that players reach, each pairing by the sources of its two players."""
    drawn, nodes = of(plan, entrants)
    return [
        f"{number} {label}: "
        + ", ".join(f"{node.number}: {node.a} - {node.b}" for node in nodes if node.round == number)
        for number, label in enumerate(drawn.labels, start=1)
        if any(node.round == number for node in nodes)
    ]


@pytest.mark.parametrize(
    ("plan", "entrants", "rounds"),
    [
        (EVERYTHING, 2, ["1 Final: 1: seed 1 - seed 2"]),
        (
            THIRD,
            3,
            ["1 Semi-final: 1: seed 1 - bye, 2: seed 3 - seed 4", "3 Final: 1: winner 1 1 - winner 1 2"],
        ),
        (
            EVERYTHING,
            4,
            [
                "1 Semi-final: 1: seed 1 - seed 2, 2: seed 3 - seed 4",
                "2 Third place: 1: loser 1 1 - loser 1 2",
                "3 Final: 1: winner 1 1 - winner 1 2",
            ],
        ),
        (
            CONSOLATION,
            4,
            [
                "1 Semi-final: 1: seed 1 - seed 2, 2: seed 3 - seed 4",
                "2 Consolation final: 1: loser 1 1 - loser 1 2",
                "3 Final: 1: winner 1 1 - winner 1 2",
            ],
        ),
        (
            EVERYTHING,
            7,
            [
                "1 Quarter-final: 1: seed 1 - bye, 2: seed 3 - seed 4, 3: seed 5 - seed 6, 4: seed 7 - seed 8",
                "2 Semi-final: 1: winner 1 1 - winner 1 2, 2: winner 1 3 - winner 1 4",
                "3 Consolation semi-final: 2: loser 1 3 - loser 1 4",
                "4 Consolation final: 1: loser 1 2 - winner 3 2",
                "5 Third place: 1: loser 2 1 - loser 2 2",
                "6 Final: 1: winner 2 1 - winner 2 2",
            ],
        ),
        (
            DOUBLE,
            2,
            [
                "1 Winners final: 1: seed 1 - seed 2",
                "2 Final: 1: winner 1 1 - loser 1 1",
                "3 Second final: 1: winner 2 1 - loser 2 1",
            ],
        ),
        (
            DOUBLE,
            3,
            [
                "1 Winners 1: 1: seed 1 - bye, 2: seed 3 - seed 4",
                "3 Winners final: 1: winner 1 1 - winner 1 2",
                "4 Losers 1: 1: loser 3 1 - loser 1 2",
                "5 Final: 1: winner 3 1 - winner 4 1",
                "6 Second final: 1: winner 5 1 - loser 5 1",
            ],
        ),
        (
            ONE_FINAL,
            8,
            [
                "1 Winners 1: 1: seed 1 - seed 2, 2: seed 3 - seed 4, 3: seed 5 - seed 6, 4: seed 7 - seed 8",
                "2 Losers 1: 1: loser 1 1 - loser 1 2, 2: loser 1 3 - loser 1 4",
                "3 Winners 2: 1: winner 1 1 - winner 1 2, 2: winner 1 3 - winner 1 4",
                "4 Losers 2: 1: loser 3 2 - winner 2 1, 2: loser 3 1 - winner 2 2",
                "5 Losers 3: 1: winner 4 1 - winner 4 2",
                "6 Winners final: 1: winner 3 1 - winner 3 2",
                "7 Losers 4: 1: loser 6 1 - winner 5 1",
                "8 Final: 1: winner 6 1 - winner 7 1",
            ],
        ),
    ],
)
def test_rounds_and_their_sources(plan: StagePlan, entrants: int, rounds: list[str]) -> None:
    assert lines(plan, entrants) == rounds


def test_rounds_have_their_names() -> None:
    assert bracket(EVERYTHING, 32, 32).labels == (
        *("Round of 32", "Round of 16", "Consolation round of 16", "Quarter-final"),
        *("Consolation quarter-final", "Semi-final", "Consolation semi-final", "Consolation final"),
        *("Third place", "Final"),
    )


def test_prefix_begins_every_label() -> None:
    assert bracket(THIRD, 4, 4, "Cup: ").labels == ("Cup: Semi-final", "Cup: Third place", "Cup: Final")


@pytest.mark.parametrize("plan", PLANS)
def test_labels_are_unique(plan: StagePlan) -> None:
    for entrants in (2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 257, 512):
        labels = bracket(plan, bracket_size(entrants), entrants).labels
        assert len(set(labels)) == len(labels)


@given(SIZES, st.sampled_from(PLANS))
def test_nodes_are_in_playing_order_and_come_from_earlier_ones(entrants: int, plan: StagePlan) -> None:
    drawn, nodes = of(plan, entrants)
    places = [(node.round, node.number) for node in nodes]
    assert places == sorted(set(places))
    assert {node.round for node in nodes} <= set(range(1, len(drawn.labels) + 1))
    for node in nodes:
        for source in (node.a, node.b):
            assert source.round < node.round
            assert source.kind in ("seed", "bye") or (source.round, source.number) in places


@given(SIZES, st.sampled_from(PLANS))
def test_everybody_comes_from_one_place_and_goes_to_one(entrants: int, plan: StagePlan) -> None:
    _, nodes = of(plan, entrants)
    sources = Counter(source for node in nodes for source in (node.a, node.b) if source != BYE)
    assert set(sources.values()) == {1}
    assert sum(source.kind == "seed" for source in sources) == entrants


@given(SIZES, st.sampled_from(PLANS))
def test_byes_are_in_the_first_round_alone(entrants: int, plan: StagePlan) -> None:
    _, nodes = of(plan, entrants)
    byes = [node for node in nodes if BYE in (node.a, node.b)]
    assert {node.round for node in byes} <= {1}
    assert len(byes) == bracket_size(entrants) - entrants


@given(SIZES)
def test_as_many_pairings_as_losses(entrants: int) -> None:
    def pairings(plan: StagePlan) -> int:
        return sum(BYE not in (node.a, node.b) for node in of(plan, entrants)[1])

    assert pairings(KNOCKOUT) == entrants - 1
    assert pairings(THIRD) == entrants - 1 + (entrants > 3)
    assert pairings(ONE_FINAL) == 2 * entrants - 2
    assert pairings(DOUBLE) == 2 * entrants - 1


@given(SIZES)
def test_consolation_is_a_knockout_of_those_who_lost_in_the_first_round(entrants: int) -> None:
    _, nodes = of(CONSOLATION, entrants)
    consolation = [node for node in nodes if node.part == "consolation"]
    consoled = [source for node in consolation for source in (node.a, node.b) if source.kind == "loser"]
    first_losers = sum(node.round == 1 and BYE not in (node.a, node.b) for node in nodes)
    assert len(consolation) == max(0, first_losers - 1)
    assert len(consoled) == (first_losers if first_losers > 1 else 0)
    assert {source.round for source in consoled} <= {1}


@given(SIZES, st.sampled_from([DOUBLE, CONSOLATION]))
def test_losers_rounds_count_from_the_first_that_is_played(entrants: int, plan: StagePlan) -> None:
    drawn, nodes = of(plan, entrants)
    played = {node.round for node in nodes if node.part in ("losers", "consolation")}
    empty = {
        label
        for number, label in enumerate(drawn.labels, start=1)
        if drawn.parts[number - 1] == "losers" and number not in played
    }
    assert empty <= {"Losers preliminary"}
    assert ("Losers preliminary" in drawn.labels) == bool(empty)


def test_places_that_the_director_left_empty_together_send_nobody_on() -> None:
    drawn = bracket(DOUBLE, 4, 3)
    nodes = reached(drawn, (None, None, "b", "c"))
    assert [(drawn.labels[node.round - 1], str(node.a), str(node.b)) for node in nodes] == [
        ("Winners 1", "seed 3", "seed 4"),
        ("Winners final", "bye", "winner 1 2"),
        ("Final", "winner 3 1", "loser 1 2"),
        ("Second final", "winner 5 1", "loser 5 1"),
    ]


@pytest.mark.parametrize("size", POWERS[2:])
def test_who_comes_down_meets_nobody_he_may_have_beaten_while_that_can_be(size: int) -> None:
    """Compare, for each pairing, the pairings of the winners' side that its two players may come from.

    Those are given by the places of the draw below them.
    """
    drawn = bracket(DOUBLE, size, size)
    below: dict[tuple[int, int], frozenset[int]] = {}
    came_down: dict[tuple[int, int], list[frozenset[int]]] = {}
    for node in drawn.nodes:
        if node.part == "winners":
            below[node.round, node.number] = frozenset().union(
                *(
                    {source.number} if source.kind == "seed" else below[source.round, source.number]
                    for source in (node.a, node.b)
                )
            )
        if node.part != "losers":
            continue
        ways = [
            [below[source.round, source.number]]
            if source.kind == "loser"
            else came_down[source.round, source.number]
            for source in (node.a, node.b)
        ]
        came_down[node.round, node.number] = ways[0] + ways[1]
        pairings_of_round = sum(other.round == node.round for other in drawn.nodes)
        comes_down_to_a_winner = node.a.kind == "loser" and node.b.kind == "winner"
        if (comes_down_to_a_winner and pairings_of_round > 2) or pairings_of_round == 2 == size // 4:
            assert all(not (beaten & ways[0][0]) for beaten in ways[1])

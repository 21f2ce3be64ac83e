"""Swiss rounds as clubs see them: pairings, first dealers, byes and their reasons."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any, get_args

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matches.rules.events.plan import Seeding
from matches.rules.events.swiss import WARNING_CODES, WHY_CODES, SwissRound, pair_round, uses_berger
from matches.rules.events.swiss_costs import Candidate
from tests.matches.rules.events.swiss_play import entrants, played
from tests.support.examples import examples


def paired(candidates: list[Candidate], *, number: int = 2, seeding: Seeding = "fold") -> SwissRound:
    return pair_round(candidates, round_number=number, seeding=seeding, lot_seed="spring")


def meetings(swiss: SwissRound) -> set[frozenset[str]]:
    return {frozenset((pairing.a, pairing.b)) for pairing in swiss.pairings}


def pairs_of(text: str) -> set[frozenset[str]]:
    """Return ``1-8 2-7`` as pairs of players."""
    return {frozenset(f"p{number}" for number in pair.split("-")) for pair in text.split()}


def scored(*halves: int, byes: tuple[int, ...] = ()) -> list[Candidate]:
    """Return entrants with these scores. ``byes`` has the numbers of players who had one."""
    return [
        replace(candidate, halves=score, byes=int(candidate.number in byes))
        for candidate, score in zip(entrants(len(halves)), halves, strict=True)
    ]


def having_met(candidates: list[Candidate], text: str) -> list[Candidate]:
    met = pairs_of(text)
    return [
        replace(candidate, met=frozenset().union(*(pair for pair in met if candidate.player in pair)))
        for candidate in candidates
    ]


def kept_apart(candidates: list[Candidate], text: str) -> list[Candidate]:
    """Return the candidates with these pairs forbidden, known to the first of each pair only."""
    opponents = dict(pair.split("-") for pair in text.split())
    return [
        replace(candidate, forbidden=frozenset({f"p{opponents[number]}"}))
        if (number := candidate.player[1:]) in opponents
        else candidate
        for candidate in candidates
    ]


@pytest.mark.parametrize(
    ("seeding", "meets"),
    [("fold", "1-8 2-7 3-6 4-5"), ("split", "1-5 2-6 3-7 4-8"), ("adjacent", "1-2 3-4 5-6 7-8")],
)
def test_first_round_follows_the_seeding(seeding: Seeding, meets: str) -> None:
    assert meetings(paired(entrants(8), number=1, seeding=seeding)) == pairs_of(meets)


@pytest.mark.parametrize(
    ("seeding", "meets"),
    [("fold", "1-98 48-51 49-50"), ("split", "1-50 49-98"), ("adjacent", "1-2 49-50 97-98")],
)
def test_first_round_of_a_large_field_follows_the_seeding(seeding: Seeding, meets: str) -> None:
    pairs = meetings(paired(entrants(98), number=1, seeding=seeding))
    assert pairs & pairs_of(meets) == pairs_of(meets)
    distances = {abs(int(one[1:]) - int(other[1:])) for one, other in map(tuple, pairs)}
    assert distances == {"fold": set(range(1, 98, 2)), "split": {49}, "adjacent": {1}}[seeding]


def test_lot_is_drawn_again_for_each_round_and_repeatable() -> None:
    first, second = (paired(entrants(16), number=number, seeding="lot") for number in (1, 2))
    assert paired(entrants(16), number=1, seeding="lot") == first
    other_seed = pair_round(entrants(16), round_number=1, seeding="lot", lot_seed="autumn")
    assert len({frozenset(meetings(swiss)) for swiss in (first, second, other_seed)}) == 3


@pytest.mark.parametrize(
    ("candidates", "meets", "bye"),
    [
        pytest.param(scored(2, 2, 2, 2, 0, 0, 0, 0), "1-4 2-3 5-8 6-7", None, id="level with level"),
        pytest.param(scored(2, 2, 2, 1, 1, 0), "1-2 3-4 5-6", None, id="the last of a group comes down"),
        pytest.param(having_met(scored(2, 2, 0, 0), "1-2 1-3"), "1-4 2-3", None, id="no rematch"),
        pytest.param(kept_apart(scored(2, 2, 0, 0), "1-2 3-1"), "1-4 2-3", None, id="forbidden pair"),
        pytest.param(
            kept_apart(having_met(scored(2, 2, 0, 0), "1-2 3-4 1-3 2-4"), "1-4"),
            "1-4 2-3",
            None,
            id="sooner a forbidden pair than a rematch",
        ),
        pytest.param(scored(2, 2, 0, 0, 0), "1-2 3-4", "p5", id="bye at the bottom"),
        pytest.param(scored(2, 2, 0, 0, 0, byes=(5, 4)), "1-2 4-5", "p3", id="bye to who had none"),
        pytest.param(scored(0, 0, 0, byes=(1, 2, 3)), "1-2", "p3", id="all had one"),
        pytest.param(
            having_met(scored(2, 0, 0), "1-2 1-3"), "2-3", "p1", id="bye higher up spares a rematch"
        ),
        pytest.param(
            having_met(scored(2, 0, 0, byes=(1,)), "1-2 1-3"),
            "2-3",
            "p1",
            id="sooner a second bye than a rematch",
        ),
        pytest.param(
            kept_apart(scored(0, 0, 0, byes=(3,)), "1-3 2-3"),
            "1-3",
            "p2",
            id="sooner a forbidden pair than a second bye",
        ),
    ],
)
def test_round_is_the_least_evil(candidates: list[Candidate], meets: str, bye: str | None) -> None:
    swiss = paired(candidates)
    assert (meetings(swiss), swiss.bye) == (pairs_of(meets), bye)


def test_two_due_to_deal_first_are_not_paired_where_others_will_do() -> None:
    due = {"p1", "p2", "p7", "p8"}
    candidates = [
        dealt(number, 0, 1, False) if f"p{number}" in due else dealt(number, 1, 0, True)
        for number in range(1, 9)
    ]
    assert {(pairing.a in due, pairing.b in due) for pairing in paired(candidates).pairings} == {
        (True, False)
    }


def dealt(number: int, first: int, second: int, last: bool | None) -> Candidate:
    return Candidate(
        player=f"p{number}",
        number=number,
        halves=0,
        first_deals=first,
        second_deals=second,
        last_dealt_first=last,
    )


@pytest.mark.parametrize(
    ("one", "other", "number", "dealer"),
    [
        pytest.param(dealt(1, 2, 1, False), dealt(2, 1, 2, True), 4, "p2", id="less often"),
        pytest.param(dealt(1, 2, 2, True), dealt(2, 1, 2, True), 5, "p2", id="against dealing second"),
        pytest.param(dealt(1, 1, 1, True), dealt(2, 1, 1, False), 3, "p2", id="not last"),
        pytest.param(
            dealt(1, 1, 1, True), dealt(2, 0, 0, None), 3, "p2", id="not last, other has not played"
        ),
        pytest.param(dealt(1, 0, 0, None), dealt(2, 0, 0, None), 1, "p1", id="lower number odd, round odd"),
        pytest.param(dealt(2, 0, 0, None), dealt(3, 0, 0, None), 1, "p3", id="lower number even, round odd"),
        pytest.param(dealt(1, 1, 1, True), dealt(2, 1, 1, True), 3, "p1", id="both last, round odd"),
        pytest.param(dealt(2, 1, 1, True), dealt(3, 1, 1, True), 2, "p2", id="lower number and round even"),
    ],
)
def test_who_deals_first(one: Candidate, other: Candidate, number: int, dealer: str) -> None:
    assert [pairing.a for pairing in paired([one, other], number=number).pairings] == [dealer]
    assert [pairing.a for pairing in paired([other, one], number=number).pairings] == [dealer]


def test_round_says_why() -> None:
    candidates = having_met(scored(4, 4, 2, 2, 2, 1, 0), "1-2")
    swiss = paired(candidates)
    assert [(pairing.a, pairing.b, pairing.why) for pairing in swiss.pairings] == [
        ("p3", "p1", ("swiss_across", 2, 4)),
        ("p2", "p4", ("swiss_across", 4, 2)),
        ("p6", "p5", ("swiss_across", 1, 2)),
    ]
    assert (swiss.bye, swiss.bye_why, swiss.warnings) == ("p7", ("bye_lowest", 0), ())


@pytest.mark.parametrize(
    ("candidates", "whys", "bye_why", "warnings"),
    [
        (scored(2, 2), [("swiss_level", 2)], (), ()),
        (having_met(scored(2, 0), "1-2"), [("swiss_rematch",)], (), (("swiss_rematch", "p2", "p1"),)),
        (kept_apart(scored(2, 0), "1-2"), [("swiss_forbidden",)], (), (("swiss_forbidden", "p2", "p1"),)),
        (
            kept_apart(having_met(scored(2, 0), "1-2"), "1-2"),
            [("swiss_rematch",)],
            (),
            (("swiss_rematch", "p2", "p1"), ("swiss_forbidden", "p2", "p1")),
        ),
        (having_met(scored(2, 0, 0), "1-2 1-3"), [("swiss_level", 0)], ("bye_above", 2, 0), ()),
        (scored(2), [], ("bye_lowest", 2), ()),
        (scored(2, byes=(1,)), [], ("bye_second", 2), (("swiss_second_bye", "p1", 2),)),
        (
            [dealt(1, 4, 2, True), dealt(2, 3, 1, True)],
            [("swiss_level", 0)],
            (),
            (("swiss_first_deals", "p2", 4, 1),),
        ),
        (
            [dealt(1, 2, 4, True), dealt(2, 1, 3, False)],
            [("swiss_level", 0)],
            (),
            (("swiss_first_deals", "p1", 2, 5),),
        ),
        ([], [], (), ()),
    ],
)
def test_what_could_not_be_avoided_is_said(
    candidates: list[Candidate],
    whys: list[tuple[object, ...]],
    bye_why: tuple[object, ...],
    warnings: tuple[tuple[object, ...], ...],
) -> None:
    swiss = paired(candidates)
    assert [pairing.why for pairing in swiss.pairings] == whys
    assert (swiss.bye_why, swiss.warnings) == (bye_why, warnings)


def assert_codes_are_known(swiss: SwissRound) -> None:
    for why in (*(pairing.why for pairing in swiss.pairings), swiss.bye_why):
        assert not why or len(why) == 1 + len(WHY_CODES[why[0]])
    for warning in swiss.warnings:
        assert len(warning) == 1 + len(WARNING_CODES[warning[0]])


def allowed_graph(present: list[Candidate], *, with_forbidden: bool) -> networkx.Graph[str]:
    """Return the graph of players who may meet.

    A player who already had a bye may not have another while someone had none.
    """
    graph: networkx.Graph[str] = networkx.Graph()
    graph.add_nodes_from(candidate.player for candidate in present)
    for one, other in combinations(present, 2):
        is_forbidden = other.player in one.forbidden or one.player in other.forbidden
        if other.player not in one.met and (with_forbidden or not is_forbidden):
            graph.add_edge(one.player, other.player)
    return graph


def is_pairable(graph: networkx.Graph[str], byes: list[str]) -> bool:
    """Return whether all players can be paired. An odd number needs one of ``byes`` without an opponent."""
    graph = graph.copy()
    if len(graph) % 2:
        graph.add_node("bye")
        graph.add_edges_from((player, "bye") for player in byes)
    return 2 * len(networkx.max_weight_matching(graph, maxcardinality=True)) == len(graph)


def assert_round_is_sound(present: list[Candidate], swiss: SwissRound) -> None:
    everybody = Counter([side for pairing in swiss.pairings for side in (pairing.a, pairing.b)])
    if swiss.bye is not None:
        everybody[swiss.bye] += 1
    assert everybody == Counter(candidate.player for candidate in present)
    assert (swiss.bye is not None) == (len(present) % 2 == 1)
    assert_codes_are_known(swiss)
    warned = {warning[0] for warning in swiss.warnings}
    graph = allowed_graph(present, with_forbidden=True)
    players = [candidate.player for candidate in present]
    fewest = min((candidate.byes for candidate in present), default=0)
    without = [candidate.player for candidate in present if candidate.byes == fewest]
    if is_pairable(graph, players):
        assert not warned & {"swiss_rematch"}
    if is_pairable(graph, without) and swiss.bye is not None:
        assert swiss.bye in without
    if is_pairable(allowed_graph(present, with_forbidden=False), without):
        assert not warned & {"swiss_rematch", "swiss_forbidden"}


RANDOM_EVENTS = given(
    seed=st.integers(0, 2**32),
    size=st.integers(2, 40),
    rounds=st.integers(1, 9),
    seeding=st.sampled_from(get_args(Seeding)),
    absent=st.sampled_from([0.0, 0.1, 0.4]),
    apart=st.integers(0, 8),
    is_stake=st.booleans(),
)


@settings(max_examples=examples(10, many=40))
@RANDOM_EVENTS
def test_every_round_of_a_random_event_is_sound(**event: Any) -> None:
    assert_event_is_sound(**event)


@pytest.mark.soak
@settings(max_examples=400)
@RANDOM_EVENTS
def test_every_round_of_many_random_events_is_sound(**event: Any) -> None:
    assert_event_is_sound(**event)


def assert_event_is_sound(
    seed: int, size: int, rounds: int, seeding: Seeding, apart: int, **options: Any
) -> None:
    random = Random(seed)
    forbidden = [(one, other) for one, other in (random.sample(range(1, size + 1), 2) for _ in range(apart))]
    event = played(size, rounds, seed=seed, seeding=seeding, forbidden=forbidden, undecided=0.1, **options)
    for number, (present, swiss) in enumerate(event, start=1):
        assert_round_is_sound(present, swiss)
        shuffled = random.sample(present, len(present))
        assert pair_round(shuffled, round_number=number, seeding=seeding, lot_seed=str(seed)) == swiss


@pytest.mark.parametrize("seeding", get_args(Seeding))
@pytest.mark.parametrize(
    "size", [49, pytest.param(64, marks=pytest.mark.soak), pytest.param(97, marks=pytest.mark.soak)]
)
def test_every_round_of_a_large_event_is_sound(size: int, seeding: Seeding) -> None:
    event = played(size, 9, seed=size, seeding=seeding, absent=0.05, forbidden=[(1, 2), (3, 9)])
    for present, swiss in event:
        assert_round_is_sound(present, swiss)


@pytest.mark.parametrize(
    "size", [8, 12, 24, pytest.param(31, marks=pytest.mark.soak), pytest.param(64, marks=pytest.mark.soak)]
)
def test_first_and_second_deals_stay_within_two_of_one_another_or_it_is_said(size: int) -> None:
    """The test plays twenty events, of at most nine rounds."""
    uneven = players = 0
    for seed in range(20):
        for present, swiss in played(size, min(9, size // 2), seed=seed, undecided=0.05):
            surplus = {candidate.player: candidate.surplus for candidate in present}
            for pairing in swiss.pairings:
                surplus[pairing.a] += 1
                surplus[pairing.b] -= 1
            warned = {warning[1] for warning in swiss.warnings if warning[0] == "swiss_first_deals"}
            paired_now = surplus.keys() - {swiss.bye}
            assert warned == {player for player in paired_now if abs(surplus[player]) > 2}
            uneven += len(warned)
            players += len(present)
    assert uneven * 200 <= players


# The bound of ``uses_berger``.


@pytest.mark.parametrize(
    ("players", "most_rounds"),
    [(2, 1), (3, 3), (4, 3), (5, 3), (6, 3), (7, 5), (8, 5), (9, 5), (10, 5), (12, 7), (32, 17), (512, 257)],
)
def test_berger_tables_are_played_where_rounds_come_near_the_players(players: int, most_rounds: int) -> None:
    limits = (1, most_rounds, most_rounds + 1)
    assert [uses_berger(players, rounds) for rounds in limits] == [False, False, True]


def with_history(size: int, rounds: int, random: Random) -> list[Candidate] | None:
    """Return entrants after rounds paired without lookahead, or None if a round could not be paired."""
    players = [candidate.player for candidate in entrants(size)] + ["bye"] * (size % 2)
    unmet: networkx.Graph[str] = networkx.complete_graph(players)
    for _ in range(rounds):
        for _, _, edge in unmet.edges(data=True):
            edge["weight"] = random.random()
        matched = networkx.max_weight_matching(unmet, maxcardinality=True)
        if 2 * len(matched) < len(players):
            return None
        unmet.remove_edges_from(matched)
    return [
        replace(
            candidate,
            halves=random.randint(0, rounds),
            met=frozenset(players) - {"bye", candidate.player} - set(unmet[candidate.player]),
            byes=int(size % 2 == 1 and "bye" not in unmet[candidate.player]),
        )
        for candidate in entrants(size)
    ]


@pytest.mark.parametrize(
    "size", [*range(2, 11), *(pytest.param(size, marks=pytest.mark.soak) for size in range(11, 17))]
)
def test_any_history_below_the_bound_can_be_gone_on_with(size: int) -> None:
    random = Random(size)
    for rounds in range(1, size):
        if uses_berger(size, rounds):
            continue
        for _ in range(25):
            candidates = with_history(size, rounds - 1, random)
            assert candidates is not None
            assert paired(candidates, number=rounds).warnings == ()


@pytest.mark.parametrize(
    ("met", "rounds"),
    [
        pytest.param("1-4 1-5 1-6 2-4 2-5 2-6 3-4 3-5 3-6", 4, id="six, in two threes"),
        pytest.param(
            " ".join(
                f"{one}-{other}"
                for one, other in combinations(range(1, 9), 2)
                if (one, other) not in {(1, 2), (2, 3), (1, 3), (4, 5), (5, 6), (6, 7), (7, 8), (4, 8)}
            ),
            6,
            id="eight, in three and five",
        ),
    ],
)
def test_a_history_above_the_bound_may_end_in_a_corner(met: str, rounds: int) -> None:
    size = max(int(number) for pair in met.split() for number in pair.split("-"))
    swiss = paired(having_met(scored(*[0] * size), met), number=rounds)
    assert [warning[0] for warning in swiss.warnings] == ["swiss_rematch"]
    assert uses_berger(size, rounds)


def test_progress_is_told_up_to_the_end() -> None:
    steps: list[tuple[int, int]] = []
    pair_round(
        entrants(200),
        round_number=1,
        seeding="fold",
        lot_seed="",
        progress=lambda done, total: steps.append((done, total)),
    )
    assert steps == sorted(steps, key=lambda step: step[0] / step[1])
    assert (steps[0][0], steps[-1][0] == steps[-1][1]) == (0, True)

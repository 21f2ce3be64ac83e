"""The cheapest pairing of a field is compared with every possible pairing, or with a general matching."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from matches.rules.events.swiss import SwissRound, pair_round
from matches.rules.events.swiss_costs import Candidate, Field
from matches.rules.events.swiss_matching import ALL_AT_ONCE, cheapest_matching, parcels
from tests.matches.rules.events.swiss_play import entrants, played


def every_pairing(players: Sequence[Candidate | None]) -> Iterator[list[tuple[Candidate, Candidate | None]]]:
    """Yield all possible pairings. None is the bye, and last if present."""
    if not players:
        yield []
        return
    one, *others = players
    assert one is not None
    for place, other in enumerate(others):
        for rest in every_pairing(others[:place] + others[place + 1 :]):
            yield [(one, other), *rest]


def evils(
    candidates: Sequence[Candidate], pairs: Sequence[tuple[Candidate, Candidate | None]]
) -> tuple[int, ...]:
    """Return rematches, second byes, forbidden pairs, the bye's excess score and the sum of differences."""
    rematches = byes = forbidden = above = difference = 0
    for one, other in pairs:
        if other is None:
            byes += one.byes - min(candidate.byes for candidate in candidates)
            above += one.halves - min(candidate.halves for candidate in candidates)
            continue
        rematches += other.player in one.met
        forbidden += other.player in one.forbidden or one.player in other.forbidden
        difference += abs(one.halves - other.halves)
    return rematches, byes, forbidden, above, difference


def evils_of(candidates: Sequence[Candidate], swiss: SwissRound) -> tuple[int, ...]:
    by_id = {candidate.player: candidate for candidate in candidates}
    pairs: list[tuple[Candidate, Candidate | None]] = [
        (by_id[pairing.a], by_id[pairing.b]) for pairing in swiss.pairings
    ]
    if swiss.bye is not None:
        pairs.append((by_id[swiss.bye], None))
    return evils(candidates, pairs)


def at_random(size: int, random: Random) -> list[Candidate]:
    """Return a field with a random history, which may be impossible in an event."""
    players = [candidate.player for candidate in entrants(size)]
    met = {frozenset(random.sample(players, 2)) for _ in range(random.randint(0, size * size // 2))}
    spread = random.choice([2, 6, 40])
    return [
        replace(
            candidate,
            halves=random.randint(0, spread),
            met=frozenset().union(*(pair for pair in met if candidate.player in pair)) - {candidate.player},
            forbidden=frozenset(random.sample(players, random.choice([0, 0, 0, 1, 2]))) - {candidate.player},
            first_deals=random.randint(0, 3),
            second_deals=random.randint(0, 3),
            last_dealt_first=random.choice([True, False, None]),
            byes=random.choice([0, 0, 0, 1, 1, 2]),
        )
        for candidate in entrants(size)
    ]


@pytest.mark.parametrize(
    ("size", "fields"),
    [
        *((2, 20), (3, 60), (4, 80), (5, 100), (6, 100), (7, 60)),
        *(pytest.param(*each, marks=pytest.mark.soak) for each in ((8, 60), (9, 8), (10, 8))),
    ],
)
def test_small_field_is_paired_as_well_as_it_can_be(size: int, fields: int) -> None:
    random = Random(size)
    for _ in range(fields):
        candidates = at_random(size, random)
        best = min(evils(candidates, pairs) for pairs in every_pairing([*candidates, *[None] * (size % 2)]))
        swiss = pair_round(candidates, round_number=2, seeding="fold", lot_seed="")
        assert evils_of(candidates, swiss) == best


def silent(done: int, total: int) -> None:
    """Ignore the progress."""


def upper_layers(field: Field) -> int:
    cost = sum(field.cost(*edge) for edge in cheapest_matching(field, silent))
    return cost // field.units.difference


@pytest.mark.parametrize("is_stake", [False, True])
@pytest.mark.parametrize("absent", [0.0, 0.1])
def test_large_field_is_paired_as_well_as_it_would_be_all_at_once(
    monkeypatch: pytest.MonkeyPatch, is_stake: bool, absent: float
) -> None:
    rounds = played(58, 9, seed=5, undecided=0.2, absent=absent, is_stake=is_stake)
    fields = [
        Field(present, seeding="fold", lot_seed="5", round_number=number)
        for number, (present, _) in enumerate(rounds, start=1)
        if number in (3, 7, 9) and len(present) > ALL_AT_ONCE
    ]
    assert fields
    by_parcels = [upper_layers(field) for field in fields]
    monkeypatch.setattr("matches.rules.events.swiss_matching.ALL_AT_ONCE", 512)
    assert by_parcels == [upper_layers(field) for field in fields]


def after_meeting(candidates: Sequence[Candidate], met: dict[str, frozenset[str]]) -> list[Candidate]:
    return [
        replace(candidate, met=met.get(candidate.player, frozenset()) - {candidate.player})
        for candidate in candidates
    ]


def test_large_field_of_which_everybody_has_met_everybody_is_still_paired() -> None:
    everybody = frozenset(candidate.player for candidate in entrants(60))
    candidates = after_meeting(entrants(60), dict.fromkeys(everybody, everybody))
    swiss = pair_round(candidates, round_number=60, seeding="fold", lot_seed="")
    assert evils_of(candidates, swiss) == (30, 0, 0, 0, 0)


def test_large_field_is_paired_across_where_its_parcels_can_not_be() -> None:
    """All players of the upper half have met each other, and so have those of the lower half."""
    halves = [frozenset(f"p{number}" for number in numbers) for numbers in (range(1, 51), range(51, 101))]
    candidates = after_meeting(entrants(100), {player: half for half in halves for player in half})
    scored = [replace(candidate, halves=2 * (candidate.number <= 50)) for candidate in candidates]
    swiss = pair_round(scored, round_number=50, seeding="fold", lot_seed="")
    assert evils_of(scored, swiss) == (0, 0, 0, 0, 100)


def test_parcel_that_pairs_badly_is_paired_with_the_next() -> None:
    """The field has thirty-four at 10, two at 4 who have met and fill the parcel, and thirty at 3."""
    candidates = after_meeting(entrants(66), {"p35": frozenset({"p36"}), "p36": frozenset({"p35"})})
    scored = [
        replace(candidate, halves=10 if candidate.number <= 34 else 4 if candidate.number <= 36 else 3)
        for candidate in candidates
    ]
    swiss = pair_round(scored, round_number=2, seeding="fold", lot_seed="")
    assert evils_of(scored, swiss) == (0, 0, 0, 0, 2)


def test_large_field_gives_no_second_bye_though_only_the_top_has_had_none() -> None:
    candidates = [
        replace(candidate, halves=200 - candidate.number, byes=int(candidate.number > 1))
        for candidate in entrants(101)
    ]
    swiss = pair_round(candidates, round_number=3, seeding="fold", lot_seed="")
    assert (swiss.bye, swiss.bye_why) == ("p1", ("bye_lowest", 199))


@pytest.mark.parametrize("size", [49, 97, *(pytest.param(n, marks=pytest.mark.soak) for n in (128, 255))])
@pytest.mark.parametrize("undecided", [0.0, 0.4])
def test_parcels_hold_everybody_once_in_even_numbers(size: int, undecided: float) -> None:
    for number, (present, _) in enumerate(played(size, 7, seed=size, undecided=undecided), start=1):
        field = Field(present, seeding="fold", lot_seed="", round_number=number)
        made = parcels(field)
        assert sorted(player for players in made for player in players) == list(range(size + size % 2))
        assert {len(players) % 2 for players in made} == {0}
        tops = [min(players) for players in made]
        assert all(field.group_of[upper].start <= lower for upper, lower in pairwise(tops))


def test_parcels_of_every_size_of_two_score_groups_are_even() -> None:
    for upper in range(1, 60):
        scored = [replace(each, halves=int(each.number <= upper)) for each in entrants(upper + 70)]
        made = parcels(Field(scored, seeding="fold", lot_seed="", round_number=2))
        everybody = range(upper + 70 + upper % 2)
        assert sorted(player for players in made for player in players) == list(everybody)
        assert {len(players) % 2 for players in made} == {0}


def test_least_difference_counts_a_pairing_across_every_odd_gap() -> None:
    scored = [
        replace(each, halves=halves) for each, halves in zip(entrants(6), (9, 6, 6, 5, 2, 0), strict=True)
    ]
    field = Field(scored, seeding="fold", lot_seed="", round_number=2)
    fields: tuple[Sequence[int], ...] = (range(6), (0, 1), (1, 2), (1, 3, 4, 5))
    assert [field.least_difference(players) for players in fields] == [6, 3, 0, 3]

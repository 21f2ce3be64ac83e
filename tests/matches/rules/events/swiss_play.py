"""Play Swiss events at random, for tests and benchmarks of pairings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from matches.rules.events.plan import Seeding
from matches.rules.events.swiss import SwissRound, pair_round
from matches.rules.events.swiss_costs import Candidate


def entrants(size: int) -> list[Candidate]:
    """Return ``p1`` to ``p<size>`` in order of seed, before the first round."""
    return [Candidate(player=f"p{number}", number=number, halves=0) for number in range(1, size + 1)]


def played(
    size: int,
    rounds: int,
    *,
    seed: int,
    seeding: Seeding = "fold",
    absent: float = 0.0,
    forbidden: Sequence[tuple[int, int]] = (),
    undecided: float = 0.0,
    is_stake: bool = False,
) -> Iterator[tuple[list[Candidate], SwissRound]]:
    """Yield the candidates paired in each round, as they were before it.

    ``absent`` and ``undecided`` are probabilities: of a player missing a round, and of a rubber without a
    winner. ``forbidden`` pairs numbers. ``is_stake``: scores are stake points, not rubbers.
    """
    random = Random(seed)
    field = {candidate.player: candidate for candidate in entrants(size)}
    for one, other in forbidden:
        for mine, others in ((f"p{one}", f"p{other}"), (f"p{other}", f"p{one}")):
            field[mine] = replace(field[mine], forbidden=field[mine].forbidden | {others})
    for number in range(1, rounds + 1):
        present = [candidate for candidate in field.values() if random.random() >= absent]
        swiss = pair_round(present, round_number=number, seeding=seeding, lot_seed=str(seed))
        yield present, swiss
        for pairing in swiss.pairings:
            halves = _halves(random, undecided=undecided, is_stake=is_stake)
            for place, (mine, others) in enumerate(((pairing.a, pairing.b), (pairing.b, pairing.a))):
                before = field[mine]
                field[mine] = replace(
                    before,
                    halves=before.halves + halves[place],
                    met=before.met | {others},
                    first_deals=before.first_deals + (place == 0),
                    second_deals=before.second_deals + (place == 1),
                    last_dealt_first=place == 0,
                )
        if swiss.bye is not None:
            before = field[swiss.bye]
            field[swiss.bye] = replace(before, halves=before.halves + 2, byes=before.byes + 1)


def _halves(random: Random, *, undecided: float, is_stake: bool) -> tuple[int, int]:
    if is_stake:
        points = random.randint(-8, 8)
        return 2 * points, -2 * points
    if random.random() < undecided:
        return 1, 1
    return (2, 0) if random.random() < 0.5 else (0, 2)

"""The seeds: rubbers of the samples, games injured at random by every law with a remedy, and deals of La Triomphe."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

from tests.scoring.egn import egn
from tests.scoring.incidents_at_random.game import PlainGame, play_game
from tests.scoring.variants.games import DealtGame
from tests.scoring.variants.games import play_game as play_triomphe

SAMPLES = Path(__file__).parents[1] / "data" / "samples"
FINDS = Path(__file__).parent / "finds"

LONGEST = 450
"""Bytes of a seed: a fuzz of short records is a fuzz of many."""

OF_EACH_SAMPLE = 40
INJURED_GAMES = 80
GAMES_OF_TRIOMPHE = 12


def seeds() -> list[bytes]:
    """The same ones in the same order each time; what once broke something comes first."""
    found = [path.read_bytes() for path in sorted(FINDS.glob("*"))]
    sampled = []
    for path in sorted(SAMPLES.glob("*.egn")):
        rubbers = re.split(rb"(?m)^(?=\[EGN )", path.read_bytes())
        sampled += [rubber for rubber in rubbers if 0 < len(rubber) <= LONGEST][:OF_EACH_SAMPLE]
    injured = []
    for seed in range(INJURED_GAMES):
        game = play_game(Random(seed))
        for deal in game.deals:
            alone = PlainGame(game.heading, game.code, [deal])
            injured.append(egn(alone.text(), Code=game.code).encode())
    return [*found, *sampled, *injured, *_deals_of_triomphe()]


def _deals_of_triomphe() -> list[bytes]:
    games = (play_triomphe(Random(seed)) for seed in range(GAMES_OF_TRIOMPHE))
    return [
        egn(DealtGame([deal], "*").text(), Variant="Triomphe").encode()
        for game in games
        for deal in game.deals
    ]

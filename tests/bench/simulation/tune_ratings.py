"""The command ``tune_ratings [--club SLUG | --simulated [--seed N] [--seasons N]]``: it compares rating constants."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from matches.figures.rate_clubs import games_met
from matches.models import Club
from tests.bench.simulation.tuning import (
    COIN,
    HeldOut,
    Mean,
    Tuning,
    known_losses,
    mean_of,
    simulate_season,
    tune,
)
from tests.bench.simulation.tuning import Club as SimulatedClub
from worker.ratings.constants import CONSTANTS_VERSION
from worker.ratings.glicko2 import Constants
from worker.ratings.ladder import Met

BEST_SHOWN: Final = 5


class Command(BaseCommand):
    help = (
        "Tries constants of Glicko-2 on the games of the clubs, or on simulated ones, and tells how well each"
        " foretells the next week's games. Changes nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        games = parser.add_mutually_exclusive_group()
        games.add_argument("--club", metavar="SLUG", help="the games of this club alone")
        games.add_argument(
            "--simulated", action="store_true", help="games between players of known strengths"
        )
        parser.add_argument("--seed", type=int, default=1, help="of the simulated games; 1 unless told")
        parser.add_argument(
            "--seasons",
            type=int,
            default=4,
            help="how many clubs are simulated, each for itself; 4 unless told",
        )

    def handle(
        self, *args: Any, club: str | None, simulated: bool, seed: int, seasons: int, **options: Any
    ) -> None:
        """Tune the ratings. Raises ``CommandError`` for a club that does not exist, or if there are no games."""
        clubs = self._simulated(range(seed, seed + seasons)) if simulated else _recorded(club)
        try:
            self._tell(tune(clubs))
        except ValueError:
            raise CommandError("No games to try constants on: none is rated yet.") from None

    def _simulated(self, seeds: Sequence[int]) -> list[Sequence[Met]]:
        seasons = [simulate_season(SimulatedClub(), seed=seed) for seed in seeds]
        known = [loss for season in seasons for loss in known_losses(season.met, season.chances)]
        if known:
            self.stdout.write(f"{mean_of(known).mean:.5f}  whoever knows the strengths: nobody does better")
        return [season.met for season in seasons]

    def _tell(self, tuning: Tuning) -> None:
        in_use = tuning.in_use
        write = self.stdout.write
        write(f"{COIN:.5f}  a coin")
        write(f"{tuning.elo_loss:.5f}  Elo with K {tuning.elo_k:g}, the best of those tried")
        write(f"{in_use.loss:.5f}  in use: {_describe(in_use.constants)} ({CONSTANTS_VERSION})")
        for tried in tuning.tried[:BEST_SHOWN]:
            write(f"{tried.loss:.5f}  {_describe(tried.constants)}")
        worst = tuning.tried[-1]
        write(f"{worst.loss:.5f}  {_describe(worst.constants)}, the worst of {len(tuning.tried)}")
        write(f"Log-loss a game, one week ahead, of {tuning.games} games. The constants in use lose")
        write(f"  {_difference(tuning.over_coin)} than a coin,")
        write(f"  {_difference(tuning.over_elo)} than Elo,")
        write(f"  {_difference(tuning.over_best)} than the best choice ({tuning.share_over_best:+.2%}).")
        if tuning.held_out is not None:
            self._tell_held_out(tuning.held_out)

    def _tell_held_out(self, held_out: HeldOut) -> None:
        write = self.stdout.write
        write(
            f"Chosen on the earlier half of the weeks, held against the {held_out.games} games of the later half:"
        )
        write(f"{held_out.best.loss:.5f}  {_describe(held_out.best.constants)}")
        write(f"{held_out.elo_loss:.5f}  Elo with K {held_out.elo_k:g}")
        write(f"{held_out.in_use.loss:.5f}  in use, {_difference(held_out.over_best)} than that choice")


def _recorded(slug: str | None) -> list[Sequence[Met]]:
    clubs = Club.objects.order_by("pk")
    if slug is None:
        return [list(games_met(club.pk)) for club in clubs]
    club = clubs.filter(slug=slug).first()
    if club is None:
        raise CommandError(f"There is no club {slug!r}; its short name is in the address of its page.")
    return [list(games_met(club.pk))]


def _describe(constants: Constants) -> str:
    return f"deviation {constants.deviation:g}, volatility {constants.volatility:g}, tau {constants.tau:g}"


def _difference(difference: Mean) -> str:
    word = "more" if difference.mean > 0 else "less"
    return f"{abs(difference.mean):.5f} ± {difference.error:.5f} {word}"

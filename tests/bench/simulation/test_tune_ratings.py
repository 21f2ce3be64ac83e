from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command

from tests.bench.simulation.tune_ratings import Command
from tests.factories.rubbers import stored_rubbers
from tests.matches.files import rubber_text
from worker.ratings.constants import CONSTANTS_VERSION

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def run(*arguments: str) -> str:
    output = io.StringIO()
    call_command(Command(), *arguments, stdout=output)
    return output.getvalue()


def test_tells_the_constants_in_use_beside_a_coin_elo_and_the_best_choice() -> None:
    stored_rubbers(
        rubber_text(tags=['[Date "2026.11.02"]']),
        rubber_text(tags=['[Date "2026.11.09"]']),
        rubber_text(tags=['[Date "2026.11.??"]']),
    )
    output = run("--club", "portland")
    assert "0.69315  a coin" in output
    assert f"in use: deviation 35, volatility 0.005, tau 0.5 ({CONSTANTS_VERSION})" in output
    assert "Log-loss a game, one week ahead, of 2 games." in output
    assert "less than a coin" in output
    assert "Chosen on the earlier half of the weeks, held against the 1 games of the later half:" in output


def test_club_that_is_not_there_is_named() -> None:
    with pytest.raises(CommandError, match="There is no club 'white'"):
        run("--club", "white")


def test_without_games_nothing_can_be_tried() -> None:
    with pytest.raises(CommandError, match="No games to try constants on"):
        run()

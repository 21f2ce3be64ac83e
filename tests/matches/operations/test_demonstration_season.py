from __future__ import annotations

from random import Random

import pytest

from matches.models import Club, Player, Rubber, User
from matches.operations.demonstration_season import RUBBERS, SKILLS, _games, play_season
from scoring.check import check_rubber
from scoring.notation import read_text
from tests.factories.clubs import make_club


def test_the_stronger_player_wins_more_rubbers() -> None:
    random = Random(1)
    won = 0
    for _ in range(400):
        games = list(_games(random, ("Strong", "Weak")))
        won += sum(a > b for a, b in games) == 2
    assert 250 < won < 380


def test_results_are_the_same_each_time() -> None:
    first, second = (
        [list(_games(random, ("Strong", "Middling"))) for _ in range(20)] for random in (Random(5), Random(5))
    )
    assert first == second


@pytest.mark.long
def test_no_shipped_rubber_has_an_error() -> None:
    read = list(read_text(RUBBERS.read_text(encoding="utf-8")))
    assert len(read) == 84
    for each in read:
        assert each.rubber is not None
        assert not [f for f in check_rubber(each.rubber).findings if f.severity == "error"]


def season_of(club: Club, by: User) -> list[str]:
    Player.objects.bulk_create(Player(club=club, name=name) for name in SKILLS)
    play_season(club, by)
    texts = Rubber.objects.filter(club=club).order_by("pk").values_list("egn", flat=True)
    return [text.replace(club.name, "the club") for text in texts]


@pytest.mark.long
@pytest.mark.django_db
def test_the_same_seed_gives_the_same_texts() -> None:
    by = User.objects.create_superuser("host@example.org", "a pass phrase")
    first, second = (season_of(make_club(slug), by) for slug in ("first", "second"))
    assert first == second
    assert len(first) == 187
